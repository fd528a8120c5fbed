//! Intervals of integers.
//!
//! In: intervals of operands. Out: an interval that contains the value of an operation on any integers of these
//! intervals.

use dashu::base::{BitTest, DivEuclid};
use dashu::integer::IBig;
use ir::Bits;

/// Shifts by more bits than this are not computed; their values have no bounds.
const PLACES: usize = 256;

/// An interval of integers, with its bounds. Without a bound, the interval is unlimited in that direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least integer of the interval; `None` if the interval is unlimited below.
    pub lo: Option<IBig>,
    /// The greatest integer of the interval; `None` if the interval is unlimited above.
    pub hi: Option<IBig>,
}

impl Range {
    /// All integers.
    pub const ALL: Self = Self { lo: None, hi: None };

    /// The interval from `lo` to `hi`.
    pub fn new(lo: impl Into<IBig>, hi: impl Into<IBig>) -> Self {
        Self { lo: Some(lo.into()), hi: Some(hi.into()) }
    }

    /// The interval that contains one integer.
    pub fn one(n: &IBig) -> Self {
        Self::new(n.clone(), n.clone())
    }

    /// The two bounds, if both exist.
    pub fn bounds(&self) -> Option<(&IBig, &IBig)> {
        Some((self.lo.as_ref()?, self.hi.as_ref()?))
    }

    /// The number of bits in which all members of the interval can be written in two's complement, with the bit for the
    /// sign.
    pub fn width(&self) -> Option<usize> {
        let (lo, hi) = self.bounds()?;
        Some(magnitude(lo).max(magnitude(hi)) + 1)
    }

    /// Whether the lower bound says that no member is negative.
    pub fn is_natural(&self) -> bool {
        self.lo.as_ref().is_some_and(|lo| *lo >= IBig::ZERO)
    }

    /// The integers that are in both intervals.
    pub fn meet(&self, other: &Self) -> Self {
        let pick = |a: &Option<IBig>, b: &Option<IBig>, greater: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if (a > b) == greater { a.clone() } else { b.clone() }),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Self { lo: pick(&self.lo, &other.lo, true), hi: pick(&self.hi, &other.hi, false) }
    }

    /// The smallest interval that contains both intervals.
    pub fn join(&self, other: &Self) -> Self {
        let lo = self.lo.as_ref().zip(other.lo.as_ref()).map(|(a, b)| a.min(b).clone());
        let hi = self.hi.as_ref().zip(other.hi.as_ref()).map(|(a, b)| a.max(b).clone());
        Self { lo, hi }
    }

    /// `a + b`
    pub fn add(&self, other: &Self) -> Self {
        let sum = |a: &Option<IBig>, b: &Option<IBig>| Some(a.as_ref()? + b.as_ref()?);
        Self { lo: sum(&self.lo, &other.lo), hi: sum(&self.hi, &other.hi) }
    }

    /// `-a`
    pub fn neg(&self) -> Self {
        Self { lo: self.hi.as_ref().map(|n| -n), hi: self.lo.as_ref().map(|n| -n) }
    }

    /// `a * b`
    pub fn mul(&self, other: &Self) -> Self {
        if let (Some((a, b)), Some((c, d))) = (self.bounds(), other.bounds()) {
            return among([a * c, a * d, b * c, b * d]);
        }
        match (&self.lo, &other.lo) {
            (Some(a), Some(b)) if self.is_natural() && other.is_natural() => Self { lo: Some(a * b), hi: None },
            _ => Self::ALL,
        }
    }

    /// The Euclidean quotient `a / b`, if all divisors are positive; else all integers.
    pub fn div(&self, other: &Self) -> Self {
        if other.lo.as_ref().is_none_or(|lo| *lo <= IBig::ZERO) {
            return Self::ALL;
        }
        // Facts that contradict each other leave an empty range, as from 1 to 0.
        let divisors = other.bounds().filter(|(least, most)| least <= most);
        if let (Some((a, b)), Some((c, d))) = (self.bounds(), divisors) {
            return among([a.div_euclid(c), a.div_euclid(d), b.div_euclid(c), b.div_euclid(d)]);
        }
        if self.is_natural() {
            return Self { lo: Some(IBig::ZERO), hi: self.hi.clone() };
        }
        Self::ALL
    }

    /// The Euclidean remainder `a % b`, if all divisors are positive; else all integers.
    pub fn modulo(&self, other: &Self) -> Self {
        match &other.lo {
            Some(least) if *least > IBig::ZERO => {
                // A number that is smaller than every divisor is its own remainder.
                if self.is_natural() && self.hi.as_ref().is_some_and(|hi| hi < least) {
                    return self.clone();
                }
                Self { lo: Some(IBig::ZERO), hi: other.hi.as_ref().map(|d| d - IBig::ONE) }
            }
            _ => Self::ALL,
        }
    }

    /// The value of an operation on bits.
    pub fn bits(&self, op: Bits, other: &Self) -> Self {
        match op {
            Bits::And => match (self.is_natural(), other.is_natural()) {
                (true, true) => Self { lo: Some(IBig::ZERO), hi: self.meet(other).hi },
                (true, false) => Self { lo: Some(IBig::ZERO), hi: self.hi.clone() },
                (false, true) => Self { lo: Some(IBig::ZERO), hi: other.hi.clone() },
                (false, false) => self.as_wide(other),
            },
            Bits::Or | Bits::Xor if self.is_natural() && other.is_natural() => {
                let lo = if op == Bits::Or { self.meet(other).lo } else { Some(IBig::ZERO) };
                Self { lo, hi: self.as_wide(other).hi }
            }
            Bits::Or | Bits::Xor => self.as_wide(other),
            Bits::Shl | Bits::Shr => self.shifted(op, other),
        }
    }

    /// All integers that can be written with as many bits as the members of both intervals need.
    fn as_wide(&self, other: &Self) -> Self {
        let Some(bits) = self.width().zip(other.width()).map(|(a, b)| a.max(b) - 1) else { return Self::ALL };
        let power = IBig::ONE << bits;
        Self::new(-&power, power - IBig::ONE)
    }

    /// The value of a shift by a distance in `places`.
    fn shifted(&self, op: Bits, places: &Self) -> Self {
        let Some((k, l)) =
            places.bounds().and_then(|(k, l)| Some((usize::try_from(k).ok()?, usize::try_from(l).ok()?)))
        else {
            let down = op == Bits::Shr && self.is_natural() && places.is_natural();
            return if down { Self { lo: Some(IBig::ZERO), hi: self.hi.clone() } } else { Self::ALL };
        };
        let Some((a, b)) = self.bounds().filter(|_| k <= PLACES && l <= PLACES) else { return Self::ALL };
        let moved = |n: &IBig, k: usize| match op {
            Bits::Shl => n << k,
            Bits::Shr | Bits::And | Bits::Or | Bits::Xor => n.div_euclid(IBig::ONE << k),
        };
        // For each distance, a shift is monotone in the integer; and for each integer, in the distance.
        among([moved(a, k), moved(a, l), moved(b, k), moved(b, l)])
    }
}

/// The number of bits that an integer needs in two's complement, without the bit for its sign.
fn magnitude(n: &IBig) -> usize {
    match *n < IBig::ZERO {
        true => (-IBig::ONE - n).bit_len(),
        false => n.bit_len(),
    }
}

/// The smallest interval that contains all of these integers.
fn among<const N: usize>(all: [IBig; N]) -> Range {
    let (lo, hi) = (all.iter().min().cloned(), all.iter().max().cloned());
    Range { lo, hi }
}
