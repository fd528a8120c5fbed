//! Reads and writes of arrays as terms.
//!
//! In: an array, an index in each dimension, a value. Out: the element (`select`), or the array with one element
//! replaced (`store`). A read of a written array is simplified if the comparison of the two indices simplifies to
//! `true` or to `false`.

use super::build::{and, eq, ite};
use super::{Op, Term};

/// The greatest number of nodes, shared ones counted each time, of an array whose reads are simplified. The arrays that
/// share parts, and their reads, could have exponentially many nodes.
const LARGEST_ARRAY: u32 = 1_000_000;

/// `array[index…]`. A read of a `store` becomes the stored value, a read of the array below it, or a conditional
/// between the two; a read of a conditional becomes a conditional of reads.
pub fn select(array: &Term, index: &[Term]) -> Term {
    if array.0.size > LARGEST_ARRAY {
        return read(array, index);
    }
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
    read(array, index)
}

/// The read as it is.
fn read(array: &Term, index: &[Term]) -> Term {
    let mut args = vec![array.clone()];
    args.extend(index.iter().cloned());
    Term::raw(Op::Select, args, array.sort().element())
}

/// The array that has `value` at `index`, and the elements of `array` everywhere else.
pub fn store(array: &Term, index: &[Term], value: Term) -> Term {
    let mut args = vec![array.clone()];
    args.extend(index.iter().cloned());
    args.push(value);
    Term::raw(Op::Store, args, array.sort())
}
