//! Rebuilds a term with other arguments.
//!
//! In: an operator, arguments, the sort of the value. Out: the term that the smart constructor of the operator makes.

use super::bits::bits;
use super::build::{
    add, and, div, eq, float_op, implies, ite, le, lt, modulo, mul, neg, not, or, quant, real_div, sub, to_real,
};
use super::memory::select;
use super::{bag, collection, elements, map, optional, set};
use super::{Op, Role, Sort, Term};

/// The operator `op` applied to `args`, made by the smart constructor of `op`.
pub fn rebuild(op: &Op, args: Vec<Term>, sort: Sort) -> Term {
    match (op, args.as_slice()) {
        (Op::Not, [a]) => not(a.clone()),
        (Op::And, _) => and(args),
        (Op::Or, _) => or(args),
        (Op::Implies, [a, b]) => implies(a.clone(), b.clone()),
        (Op::Ite, [c, a, b]) => ite(c.clone(), a.clone(), b.clone()),
        (Op::Eq, [a, b]) => eq(a.clone(), b.clone()),
        (Op::Lt, [a, b]) => lt(a.clone(), b.clone()),
        (Op::Le, [a, b]) => le(a.clone(), b.clone()),
        (Op::Add, _) => add(args),
        (Op::Sub, [a, b]) => sub(a.clone(), b.clone()),
        (Op::Neg, [a]) => neg(a.clone()),
        (Op::Mul, [first, rest @ ..]) => rest.iter().fold(first.clone(), |acc, t| mul(acc, t.clone())),
        (Op::Div, [a, b]) => div(a.clone(), b.clone()),
        (Op::Mod, [a, b]) => modulo(a.clone(), b.clone()),
        (Op::Bits(op), [a, b]) => bits(*op, a.clone(), b.clone()),
        (Op::ToReal, [a]) => to_real(a.clone()),
        (Op::RealDiv, [a, b]) => real_div(a.clone(), b.clone()),
        (Op::Select, [array, index @ ..]) => select(array, index),
        (Op::FloatOp(op), _) => float_op(*op, args),
        (Op::App(symbol), _) => match symbol.role() {
            Role::Collection(f) => collection::rebuilt(f, &args, sort)
                .or_else(|| optional::rebuilt(f, &args, sort))
                .or_else(|| set::rebuilt(f, &args, sort))
                .or_else(|| elements::rebuilt(f, &args))
                .or_else(|| bag::rebuilt(f, &args, sort))
                .or_else(|| map::rebuilt(f, &args, sort))
                .unwrap_or_else(|| Term::raw(op.clone(), args, sort)),
            _ => Term::raw(op.clone(), args, sort),
        },
        (Op::Quant(b), [body]) => quant(b.universal, b.binders.clone(), b.triggers.clone(), body.clone()),
        _ => Term::raw(op.clone(), args, sort),
    }
}
