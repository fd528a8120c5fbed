//! Facts about uninterpreted floats that hold for IEEE floats.
//!
//! In: the table of a query. Out: that literals differ, and that `+`, `*` and `==` commute, for the terms that occur
//! and, where operands are bound, for all. (The order of arguments alone does not do: `a[i] + b` and `b + a[j]`
//! must be equal when `i == j` follows only from hypotheses.)

use super::dag::{Dag, Id};
use crate::solving::Floats;
use ir::FloatFormat;
use logic::term::{FloatOp, Op, Sort};

/// A fact to be asserted with a query.
#[derive(Debug, PartialEq, Eq)]
pub enum Fact {
    /// These literals are pairwise different.
    Distinct(Vec<Id>),
    /// `op(x, y) = op(y, x)`.
    Commutes(FloatOp, FloatFormat, Id, Id),
    /// The same for all x and y.
    AlwaysCommutes(FloatOp, FloatFormat),
}

const FORMATS: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];
const COMMUTATIVE: [FloatOp; 3] = [FloatOp::Add, FloatOp::Mul, FloatOp::Eq];

/// The facts that a query needs.
pub fn facts(dag: &Dag, floats: Floats) -> Vec<Fact> {
    let mut facts = Vec::new();
    if floats == Floats::BitPrecise {
        return facts;
    }
    for format in FORMATS {
        let literal = |n: &super::dag::Node| matches!(n.op, Op::Float(f, _) if f == format);
        let literals: Vec<Id> = dag.nodes().iter().enumerate().filter(|(_, n)| literal(n)).map(|(at, _)| at).collect();
        if literals.len() > 1 {
            facts.push(Fact::Distinct(literals));
        }
        for op in COMMUTATIVE {
            commutes(dag, op, format, &mut facts);
        }
    }
    facts
}

fn commutes(dag: &Dag, op: FloatOp, format: FloatFormat, facts: &mut Vec<Fact>) {
    let sort = Sort::float(format);
    let of_format = |args: &[Id]| args.first().and_then(|a| dag.node(*a)).is_some_and(|n| n.sort == sort);
    let nodes: Vec<_> = dag.nodes().iter().filter(|n| n.op == Op::FloatOp(op) && of_format(&n.args)).collect();
    if nodes.len() < 2 && nodes.iter().all(|n| n.ground) {
        return;
    }
    if nodes.iter().any(|n| !n.ground) {
        facts.push(Fact::AlwaysCommutes(op, format));
        return;
    }
    for node in nodes {
        if let [x, y] = node.args.as_slice() {
            if x != y {
                facts.push(Fact::Commutes(op, format, *x, *y));
            }
        }
    }
}
