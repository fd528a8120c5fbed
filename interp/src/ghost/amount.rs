//! Amounts of permission: a fraction and a number of `read`s.
//!
//! `read` is positive and smaller than every fraction; nothing else is said of it, and two `read`s need not be of one
//! size. So an amount is `fraction + reads · ε`, and where one amount has to fit into another any number of `read`s
//! fits into a single one. Whoever has one `read` and lends another `read` out of that keeps a smaller share: a *rest*.

use dashu::rational::RBig;
use std::cmp::Ordering;
use std::sync::Arc;

/// `fraction + reads · ε`. A run may have millions, so that an amount takes 16 bytes.
#[derive(Clone, Debug, Eq)]
pub struct Amount {
    /// The part that has a size, if that is neither 0 nor 1.
    other: Option<Arc<RBig>>,
    /// How many `read`s; negative where some were lent out of a fraction.
    pub reads: i32,
    /// Whether the part that has a size is 1.
    one: bool,
    /// Whether the amount has a rest besides: what was kept of a `read` when another `read` was lent out of it.
    rest: bool,
}

/// Millions of amounts are compared, and nearly all of them have no other part, or share it.
impl PartialEq for Amount {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.other, &other.other) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (None, Some(_)) | (Some(_), None) => false,
        };
        same && self.reads == other.reads && self.one == other.one && self.rest == other.rest
    }
}

/// The part of an amount that has a size.
#[derive(Clone, Copy)]
enum Part<'a> {
    Zero,
    One,
    /// Neither 0 nor 1.
    Other(&'a RBig),
}

static ZERO: RBig = RBig::ZERO;
static ONE: RBig = RBig::ONE;

impl<'a> Part<'a> {
    fn value(self) -> &'a RBig {
        match self {
            Self::Zero => &ZERO,
            Self::One => &ONE,
            Self::Other(other) => other,
        }
    }

    fn cmp(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Zero, Self::Zero) | (Self::One, Self::One) => Ordering::Equal,
            (Self::Zero, Self::One) => Ordering::Less,
            (Self::One, Self::Zero) => Ordering::Greater,
            (_, _) => self.value().cmp(other.value()),
        }
    }
}

impl Amount {
    /// Nothing.
    pub const NONE: Self = Self { other: None, reads: 0, one: false, rest: false };

    /// Everything.
    pub fn write() -> Self {
        Self { one: true, ..Self::NONE }
    }

    /// `read`: an amount above 0 of no fixed size.
    pub fn read() -> Self {
        Self { reads: 1, ..Self::NONE }
    }

    /// A fixed share.
    pub fn fraction(fraction: RBig) -> Self {
        match fraction {
            zero if zero == ZERO => Self::NONE,
            one if one == ONE => Self::write(),
            other => Self { other: Some(Arc::new(other)), ..Self::NONE },
        }
    }

    fn part(&self) -> Part<'_> {
        match &self.other {
            Some(other) => Part::Other(other),
            None if self.one => Part::One,
            None => Part::Zero,
        }
    }

    /// The part that has a size.
    pub fn share(&self) -> &RBig {
        self.part().value()
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let sum = match (self.part(), other.part()) {
            (Part::Zero, _) => Self { reads: 0, rest: false, ..other.clone() },
            (_, Part::Zero) => Self { reads: 0, rest: false, ..self.clone() },
            (a, b) => Self::fraction(a.value() + b.value()),
        };
        Self { reads: self.reads.saturating_add(other.reads), rest: self.rest || other.rest, ..sum }
    }

    /// What a holder of this amount keeps when `other` is lent. If both are a `read`, the holder keeps a rest: the
    /// borrowed `read` is smaller than that of the holder.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let left = match (self.part(), other.part()) {
            (_, Part::Zero) => Self { reads: 0, rest: false, ..self.clone() },
            (a, b) => Self::fraction(a.value() - b.value()),
        };
        let reads = self.reads.saturating_sub(other.reads);
        let out_of_reads = left.part().cmp(Part::Zero).is_le();
        let rest = self.rest || out_of_reads && self.reads > 0 && reads <= 0;
        Self { reads: if out_of_reads { reads.max(0) } else { reads }, rest, ..left }
    }

    /// Nothing, without a rest.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Larger than nothing: who holds it may read.
    pub fn is_positive(&self) -> bool {
        match self.compare(&Self::NONE) {
            Ordering::Greater => true,
            Ordering::Equal => self.rest,
            Ordering::Less => false,
        }
    }

    /// Everything: who holds it may write.
    pub fn is_write(&self) -> bool {
        self.compare(&Self::write()) != Ordering::Less
    }

    /// Less than nothing.
    pub fn is_negative(&self) -> bool {
        self.compare(&Self::NONE) == Ordering::Less
    }

    /// More than there is of one location.
    pub fn is_too_much(&self) -> bool {
        self.compare(&Self::write()) == Ordering::Greater
    }

    /// Whether a demand of this amount can be met out of `held`: the `read`s of the demand may be as small as needed,
    /// so one `read` that is held, or any surplus, is enough for all of them.
    pub fn fits(&self, held: &Self) -> bool {
        let of_rest = self.reads > 0 && self.part().cmp(held.part()).is_eq() && held.reads >= 0 && held.rest;
        of_rest || self.fits_whole(held)
    }

    /// Whether a demand can be met that is the whole of what was lent, as when a procedure gives it back. A rest of a
    /// `read` is not enough for that.
    pub fn fits_whole(&self, held: &Self) -> bool {
        match self.part().cmp(held.part()) {
            Ordering::Less => true,
            Ordering::Equal => (self.reads <= 0 || held.reads > 0) && held.reads >= self.reads.min(0),
            Ordering::Greater => false,
        }
    }

    /// The order of sizes: fractions first.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.part().cmp(other.part()).then(self.reads.cmp(&other.reads))
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = self.share();
        let fixed = if *share == ONE {
            "write".to_owned()
        } else if *share.denominator() == dashu::integer::UBig::ONE {
            share.numerator().to_string()
        } else {
            format!("{}\\{}", share.numerator(), share.denominator())
        };
        let none = *share == ZERO;
        match self.reads {
            0 if none && self.rest => f.write_str("a rest of read"),
            0 if none => f.write_str("none"),
            0 => f.write_str(&fixed),
            1 if none => f.write_str("read"),
            n if none => write!(f, "{n} times read"),
            1 => write!(f, "{fixed} and read"),
            -1 => write!(f, "{fixed} less read"),
            n if n < 0 => write!(f, "{fixed} less {} times read", n.unsigned_abs()),
            n => write!(f, "{fixed} and {n} times read"),
        }
    }
}
