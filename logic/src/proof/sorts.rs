//! Which terms make sense: the sorts of arguments, and the variables of quantifiers.
//!
//! In: an operator and its arguments. Out: the sort of the term, or nothing if the operator does not take such
//! arguments.

use crate::term::{any_subterm, Op, Sort, Symbol, Term};

/// The sort of `op(args)`. `None` if the number or the sorts of the arguments are wrong, or if a quantifier binds a
/// symbol that another quantifier in its body binds, or a function.
pub fn sort_of(op: &Op, args: &[Term]) -> Option<Sort> {
    let first = args.first().map_or(Sort::BOOL, Term::sort);
    let number = first == Sort::INT || first == Sort::REAL;
    let all = |sort: Sort| !args.is_empty() && args.iter().all(|a| a.sort() == sort);
    let (fits, sort) = match (op, args) {
        (Op::Int(_), []) => (true, Sort::INT),
        (Op::Bool(_), []) => (true, Sort::BOOL),
        (Op::Real(_), []) => (true, Sort::REAL),
        (Op::Float(format, _), []) => (true, Sort::float(*format)),
        (Op::Enum(of, number), []) => (*number < of.count(), Sort::enumeration(of)),
        (Op::App(symbol), _) => (args.iter().map(Term::sort).eq(symbol.params().iter().copied()), symbol.sort()),
        (Op::Not, [_]) | (Op::And | Op::Or, _) | (Op::Implies, [_, _]) => (all(Sort::BOOL), Sort::BOOL),
        (Op::Ite, [_, a, b]) => (first == Sort::BOOL && a.sort() == b.sort(), a.sort()),
        (Op::Eq, [_, _]) => (all(first), Sort::BOOL),
        (Op::Lt | Op::Le, [_, _]) => (number && all(first), Sort::BOOL),
        (Op::Add | Op::Mul, _) | (Op::Sub, [_, _]) | (Op::Neg, [_]) => (number && all(first), first),
        (Op::Div | Op::Mod | Op::Bits(_), [_, _]) => (all(Sort::INT), Sort::INT),
        (Op::ToReal, [_]) => (all(Sort::INT), Sort::REAL),
        (Op::RealDiv, [_, _]) => (all(Sort::REAL), Sort::REAL),
        (Op::Select, [_, index @ ..]) => {
            let (keys, element) = first.as_array()?;
            (index.iter().map(Term::sort).eq(keys.iter().copied()), element)
        }
        (Op::Store, [_, index @ .., value]) => {
            let (keys, element) = first.as_array()?;
            (index.iter().map(Term::sort).eq(keys.iter().copied()) && value.sort() == element, first)
        }
        (Op::FloatOp(op), _) => (args.len() == op.arity() && all(first) && op.takes(first), op.result(first)),
        (Op::Quant(binding), [body]) => {
            let constants = binding.binders.iter().all(|b| b.params().is_empty());
            (all(Sort::BOOL) && constants && !binds(body, &binding.binders), Sort::BOOL)
        }
        _ => return None,
    };
    fits.then_some(sort)
}

/// Whether a quantifier in the term binds one of the symbols.
pub fn binds(term: &Term, symbols: &[Symbol]) -> bool {
    let here = |t: &Term| matches!(t.op(), Op::Quant(b) if b.binders.iter().any(|s| symbols.contains(s)));
    term.is_quantified() && any_subterm(term, here)
}
