//! Mathematical integers.
//!
//! In: nothing. Out: [`Int`], exact at any size, and as fast as a machine integer while it fits one.

use std::cmp::Ordering;
use std::fmt;

use dashu::base::{DivEuclid, RemEuclid};
use dashu::integer::IBig;

/// Bits of the longest integer that is computed.
pub const MAX_BITS: usize = 1 << 16;

/// A mathematical integer. `Big` only where the value does not fit an `i64`, so that equal values are equal data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<IBig>),
}

/// An operation on two integers: the fast path, and the exact one for what overflows it.
macro_rules! operation {
    ($(#[$doc:meta])* $name:ident, $checked:ident, $exact:tt) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(&self, other: &Self) -> Self {
            if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
                if let Some(small) = a.$checked(*b) {
                    return Self(Repr::Small(small));
                }
            }
            Self::from(self.to_big() $exact other.to_big())
        }
    };
}

impl Int {
    /// 0.
    pub const ZERO: Self = Self(Repr::Small(0));

    /// The value if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// The value as a big integer.
    pub fn to_big(&self) -> IBig {
        match &self.0 {
            Repr::Small(small) => IBig::from(*small),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0)
    }

    /// How many bits its magnitude has: a measure of the work of an operation on it.
    pub fn bits(&self) -> usize {
        match &self.0 {
            Repr::Small(small) => 64 - small.unsigned_abs().leading_zeros() as usize,
            Repr::Big(big) => dashu::base::BitTest::bit_len(&**big),
        }
    }

    operation! {
        /// `a + b`.
        add, checked_add, +
    }
    operation! {
        /// `a - b`.
        sub, checked_sub, -
    }
    operation! {
        /// `a * b`.
        mul, checked_mul, *
    }

    /// `-a`.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self::ZERO.sub(self)
    }

    /// The Euclidean quotient `q` of `a = q * b + r` with `0 <= r < |b|`; `None` if `b` is 0.
    pub fn div_euclid(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            if let Some(small) = a.checked_div_euclid(*b) {
                return Some(Self(Repr::Small(small)));
            }
        }
        Some(Self::from(self.to_big().div_euclid(other.to_big())))
    }

    /// The Euclidean remainder `r` of `a = q * b + r` with `0 <= r < |b|`; `None` if `b` is 0.
    pub fn rem_euclid(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            if let Some(small) = a.checked_rem_euclid(*b) {
                return Some(Self(Repr::Small(small)));
            }
        }
        Some(Self::from(IBig::from(self.to_big().rem_euclid(other.to_big()))))
    }
}

impl From<i64> for Int {
    fn from(small: i64) -> Self {
        Self(Repr::Small(small))
    }
}

impl From<IBig> for Int {
    fn from(big: IBig) -> Self {
        match i64::try_from(&big) {
            Ok(small) => Self(Repr::Small(small)),
            Err(_) => Self(Repr::Big(Box::new(big))),
        }
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            (Repr::Small(a), Repr::Big(b)) => IBig::from(*a).cmp(b),
            (Repr::Big(a), Repr::Small(b)) => (**a).cmp(&IBig::from(*b)),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => small.fmt(f),
            Repr::Big(big) => big.fmt(f),
        }
    }
}
