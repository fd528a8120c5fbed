//! Values for lemmas about operations on bits.
//!
//! Such a lemma has a variable that does not occur in the operation: a power of two that bounds both operands, or a
//! bound of the distance of a shift. In: an operation, and facts. Out: literals for that variable. Any literal is
//! sound, since the guards of the lemma are shown for it.

use super::Facts;
use crate::term::{self, Op, Term};
use dashu::base::{BitTest, Signed};
use dashu::integer::IBig;
use ir::Bits;

/// The least power of two that is at least the literal divisors of the operands. `8` is a likely bound of `t mod 8` and
/// of `t div 8`.
fn power_of_divisors(a: &Term, b: &Term) -> Option<IBig> {
    let divisors = [a, b].into_iter().filter_map(|t| match (t.op(), t.args()) {
        (Op::Mod | Op::Div, [_, n]) => n.as_int().filter(|n| n.is_positive()),
        _ => None,
    });
    divisors.max().map(|n| IBig::ONE << (n - IBig::ONE).bit_len())
}

/// The variable of lemmas about bits whose value is chosen here.
pub const CHOSEN: char = 'k';

impl Facts {
    /// The values of [`CHOSEN`] with which lemmas about the operation are tried.
    pub(super) fn chosen(&self, operation: &Term) -> Vec<Term> {
        let (Op::Bits(op), [a, b]) = (operation.op(), operation.args()) else { return vec![] };
        match op {
            Bits::And | Bits::Or | Bits::Xor => {
                let power = self.power_above(a, b).or_else(|| power_of_divisors(a, b));
                power.into_iter().map(term::int).collect()
            }
            Bits::Shl | Bits::Shr => {
                let mut ends: Vec<Term> = self.literal_ends(b).into_iter().flatten().map(term::int).collect();
                ends.dedup();
                ends
            }
        }
    }

    /// The least power of two `k` with `-k <= a, b < k`, if both have literal bounds.
    fn power_above(&self, a: &Term, b: &Term) -> Option<IBig> {
        let mut bits = 0;
        for t in [a, b] {
            for end in self.literal_ends(t) {
                let end = end?;
                // `-k <= n` is `-n - 1 < k`.
                let below = if end.is_negative() { -end - IBig::ONE } else { end };
                bits = bits.max(below.bit_len());
            }
        }
        Some(IBig::ONE << bits)
    }
}
