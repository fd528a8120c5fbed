//! Reads and writes of arrays as terms.
//!
//! In: an array, an index in each dimension, a value. Out: the element (`select`), or the array with one element
//! replaced (`store`). A read of a written array is simplified if the comparison of the two indices simplifies to
//! `true` or to `false`.

use super::build::{and, eq, ite};
use super::{Op, Term};
use rustc_hash::FxHashMap;

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

/// Reads that were simplified before. Arrays behind a long row of conditional writes share most of their parts, so the
/// reads of all of these arrays at one index together take time that is linear in the number of writes.
#[derive(Debug, Default)]
pub struct Reads {
    /// For the address of an array and an index: the array, which keeps the address, and the value.
    known: FxHashMap<(usize, Vec<Term>), (Term, Term)>,
}

impl Reads {
    /// The value of [`select`], also for arrays of any size.
    pub fn select(&mut self, array: &Term, index: &[Term]) -> Term {
        let key = (array.address(), index.to_vec());
        if let Some((_, value)) = self.known.get(&key) {
            return value.clone();
        }
        let value = match (array.op(), array.args()) {
            (Op::Store, [inner, rest @ ..]) => match rest.split_last() {
                Some((value, at)) => {
                    let hit = and(at.iter().zip(index).map(|(a, b)| eq(a.clone(), b.clone())));
                    match hit.as_bool() {
                        Some(true) => value.clone(),
                        Some(false) => self.select(inner, index),
                        None => ite(hit, value.clone(), self.select(inner, index)),
                    }
                }
                None => read(array, index),
            },
            (Op::Ite, [c, a, b]) => ite(c.clone(), self.select(a, index), self.select(b, index)),
            _ => return read(array, index),
        };
        let _ = self.known.insert(key, (array.clone(), value.clone()));
        value
    }
}

/// The read as it is, also of an array that was written.
pub fn read(array: &Term, index: &[Term]) -> Term {
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
