//! A total order on terms that depends on their structure alone, so that sums have one canonical order on every run.
//!
//! In: two terms. Out: how they compare, `Equal` exactly if the terms are equal. The comparison descends only into the
//! first arguments that differ.

use crate::term::{Binding, FloatOp, Op, Term};
use std::cmp::Ordering;

/// A term as a factor of monomials, ordered by [`compare`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom(pub Term);

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.0, &other.0)
    }
}

/// Compares the operators, then the symbols or literals, then the first arguments that differ.
pub fn compare(a: &Term, b: &Term) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    operators(a.op(), b.op())
        .then_with(|| a.args().len().cmp(&b.args().len()))
        .then_with(|| {
            let different = a.args().iter().zip(b.args()).find(|(x, y)| x != y);
            different.map_or(Ordering::Equal, |(x, y)| compare(x, y))
        })
        .then_with(|| a.sort().cmp(&b.sort()))
}

/// Compares the operators of two terms.
fn operators(a: &Op, b: &Op) -> Ordering {
    match (a, b) {
        (Op::Int(x), Op::Int(y)) => x.cmp(y),
        (Op::Bool(x), Op::Bool(y)) => x.cmp(y),
        (Op::Real(x), Op::Real(y)) => x.cmp(y),
        (Op::Float(f, x), Op::Float(g, y)) => f.cmp(g).then(x.cmp(y)),
        (Op::Enum(e, x), Op::Enum(f, y)) => e.cmp(f).then(x.cmp(y)),
        (Op::App(f), Op::App(g)) => f.id().cmp(&g.id()),
        (Op::FloatOp(f), Op::FloatOp(g)) => f.cmp(g),
        (Op::Bits(f), Op::Bits(g)) => f.cmp(g),
        (Op::Quant(p), Op::Quant(q)) => {
            let ids = |b: &Binding| b.binders.iter().map(|s| s.id()).collect::<Vec<_>>();
            let key = |b: &Binding| (b.universal, ids(b));
            key(p).cmp(&key(q)).then_with(|| triggers(&p.triggers, &q.triggers))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

fn triggers(a: &[Vec<Term>], b: &[Vec<Term>]) -> Ordering {
    let sizes = |t: &[Vec<Term>]| t.iter().map(Vec::len).collect::<Vec<_>>();
    sizes(a).cmp(&sizes(b)).then_with(|| {
        let different = a.iter().flatten().zip(b.iter().flatten()).find(|(x, y)| x != y);
        different.map_or(Ordering::Equal, |(x, y)| compare(x, y))
    })
}

/// Position of an operator in the order. Constants and functions come first.
fn rank(op: &Op) -> u8 {
    match op {
        Op::App(_) => 0,
        Op::Select => 1,
        Op::Store => 2,
        Op::Mul => 3,
        Op::Add => 4,
        Op::Sub => 5,
        Op::Neg => 6,
        Op::Div => 7,
        Op::Mod => 8,
        Op::ToReal => 9,
        Op::RealDiv => 10,
        Op::Ite => 11,
        Op::Le => 12,
        Op::Lt => 13,
        Op::Eq => 14,
        Op::Not => 15,
        Op::And => 16,
        Op::Or => 17,
        Op::Implies => 18,
        Op::Quant(_) => 19,
        Op::Int(_) => 20,
        Op::Bool(_) => 21,
        Op::Real(_) => 22,
        Op::Float(..) => 23,
        Op::FloatOp(FloatOp::ADD) => 24,
        Op::FloatOp(FloatOp::SUB) => 25,
        Op::FloatOp(FloatOp::MUL) => 26,
        Op::FloatOp(FloatOp::DIV) => 27,
        Op::FloatOp(FloatOp::Neg) => 28,
        Op::FloatOp(FloatOp::Eq) => 29,
        Op::FloatOp(FloatOp::Lt) => 30,
        Op::FloatOp(FloatOp::Le) => 31,
        Op::FloatOp(_) => 32,
        Op::Bits(_) => 33,
        Op::Enum(..) => 34,
    }
}
