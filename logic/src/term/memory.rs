//! Arrays as terms: reads and writes.
//!
//! In: arrays, indices, values. Out: `select` and `store`, a read taken through the writes that it can see.

use super::{and, eq, ite, Op, Term};

/// array[index…]; reads through stores and conditionals.
pub fn select(array: &Term, index: &[Term]) -> Term {
    match (array.op(), array.args()) {
        (Op::Store, [inner, rest @ ..]) => {
            if let Some((value, at)) = rest.split_last() {
                let hit = and(at.iter().zip(index).map(|(a, b)| eq(a.clone(), b.clone())));
                return match hit.as_bool() {
                    Some(true) => value.clone(),
                    Some(false) => select(inner, index),
                    None => ite(hit, value.clone(), select(inner, index)),
                };
            }
        }
        (Op::Ite, [c, a, b]) => return ite(c.clone(), select(a, index), select(b, index)),
        _ => {}
    }
    let mut args = vec![array.clone()];
    args.extend(index.iter().cloned());
    Term::raw(Op::Select, args, array.sort().element())
}

/// array with `value` at index.
pub fn store(array: &Term, index: &[Term], value: Term) -> Term {
    let mut args = vec![array.clone()];
    args.extend(index.iter().cloned());
    args.push(value);
    Term::raw(Op::Store, args, array.sort())
}
