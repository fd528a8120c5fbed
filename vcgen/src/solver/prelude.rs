//! Facts about IEEE floats that are asserted together with a query, because Z3 does not know them by itself.
//!
//! In: the table of a query. Out: facts about the uninterpreted operations in it. If floats are uninterpreted,
//! different literals are different, and `+`, `*` and `==` commute: for the operands that occur, and, where operands
//! are bound by a quantifier, for all operands. Sorting the arguments is not enough for that: `a[i] + b` and `b + a[j]`
//! must be equal if `i == j` follows from hypotheses only. If floats have the meaning of IEEE 754, only the conversion
//! of integers is uninterpreted, and the facts are about its values.

use super::dag::{Dag, Id, Node};
use crate::solving::Floats;
use ir::FloatFormat;
use logic::term::{FloatOp, Op, Sort};

/// A fact about floats.
#[derive(Debug, PartialEq, Eq)]
pub enum Fact {
    /// These float literals are pairwise different.
    Distinct(Vec<Id>),
    /// `op(x, y) = op(y, x)` for these two operands.
    Commutes(FloatOp, FloatFormat, Id, Id),
    /// `op(x, y) = op(y, x)` for all operands.
    AlwaysCommutes(FloatOp, FloatFormat),
    /// The facts about the float that an integer was converted to. SMT-LIB text needs none of them, because its
    /// operations express the conversion.
    OfInt {
        /// The node of the float.
        float: Id,
        /// Its format.
        format: FloatFormat,
        /// The node of the integer.
        int: Id,
        /// The bits of the float, if the integer is a literal.
        bits: Option<u64>,
    },
}

const FORMATS: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];

/// The facts that the query needs.
pub fn facts(dag: &Dag, floats: Floats) -> Vec<Fact> {
    let mut facts = Vec::new();
    if floats == Floats::BitPrecise {
        of_ints(dag, &mut facts);
        return facts;
    }
    for format in FORMATS {
        let literal = |n: &Node| matches!(n.op, Op::Float(f, _) if f == format);
        let literals: Vec<Id> = dag.nodes().iter().enumerate().filter(|(_, n)| literal(n)).map(|(at, _)| at).collect();
        if literals.len() > 1 {
            facts.push(Fact::Distinct(literals));
        }
        let sort = Sort::float(format);
        let of_format = |n: &Node| n.args.first().and_then(|a| dag.node(*a)).is_some_and(|a| a.sort == sort);
        let of = |n: &Node| if let Op::FloatOp(op) = n.op { Some(op) } else { None };
        let used = dag.nodes().iter().filter(|n| of_format(n)).filter_map(of).filter(|op| op.is_commutative());
        let mut used: Vec<FloatOp> = used.collect();
        used.sort_unstable();
        used.dedup();
        for op in used {
            commutes(dag, op, format, &mut facts);
        }
    }
    facts
}

/// The facts about conversions of integers, which are uninterpreted even if all other operations have their meaning.
fn of_ints(dag: &Dag, facts: &mut Vec<Fact>) {
    for (float, node) in dag.nodes().iter().enumerate().filter(|(_, n)| n.ground) {
        if let (Op::FloatOp(FloatOp::FromInt(format, rounding)), [int]) = (&node.op, node.args.as_slice()) {
            let literal = dag.node(*int).and_then(|n| n.term.as_int());
            let bits = literal.map(|n| ir::Float::from_int(*format, n, *rounding).bits());
            facts.push(Fact::OfInt { float, format: *format, int: *int, bits });
        }
    }
}

/// The facts that an operation commutes, if the query applies it to operands for which that may matter.
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
