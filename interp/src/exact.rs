//! Integers of exact width, as OpenCL, CUDA and C have them.
//!
//! In: mathematical integers that a type holds, and an operation. Out: the result in that type: wrapped around, or with
//! the note that the exact result did not fit. Whether that is a failure is for the language to say: in C signed
//! overflow is, and unsigned arithmetic wraps. Results that C leaves undefined whatever the width (division by zero,
//! shifts by the width or more) are [`Undefined`]. OpenCL C 3.0 sections 6.2.3 and 6.3; C17 sections 6.2.5 and 6.5.

use dashu::integer::IBig;

use crate::int::Int;

/// A type of integers: how many bits, and whether negative ones are among them (in two's complement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width {
    bits: u8,
    signed: bool,
}

/// An operation on two integers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`, rounded towards zero as C does, and not as PVL's `/`.
    Div,
    /// `a % b`, with the sign of `a`.
    Rem,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a << b`.
    Shl,
    /// `a >> b`; of a negative number rounded down.
    Shr,
    /// The smaller one.
    Min,
    /// The greater one.
    Max,
}

/// The result of an operation on integers of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The value that the type holds: the exact result, wrapped around if it does not fit.
    pub value: Int,
    /// Whether the exact result did not fit.
    pub overflows: bool,
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undefined {
    /// `/` or `%` by zero.
    DivisionByZero,
    /// A shift by a negative number, or by the width or more.
    Shift,
}

impl Exact {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::Shr,
        Self::Min,
        Self::Max,
    ];
}

impl Width {
    /// Signed integers of 1 to 64 bits.
    pub fn signed(bits: u8) -> Option<Self> {
        (1..=64).contains(&bits).then_some(Self { bits, signed: true })
    }

    /// Unsigned integers of 1 to 64 bits.
    pub fn unsigned(bits: u8) -> Option<Self> {
        (1..=64).contains(&bits).then_some(Self { bits, signed: false })
    }

    /// The type of a program.
    pub fn of(width: ir::Width) -> Option<Self> {
        if width.signed {
            Self::signed(width.bits)
        } else {
            Self::unsigned(width.bits)
        }
    }

    /// Bits of a value.
    pub fn bits(self) -> u8 {
        self.bits
    }

    /// Whether negative integers are among its values.
    pub fn is_signed(self) -> bool {
        self.signed
    }

    /// The least value.
    pub fn least(self) -> Int {
        narrow(if self.signed { -(1_i128 << (self.bits - 1)) } else { 0 })
    }

    /// The greatest value.
    pub fn greatest(self) -> Int {
        narrow((1_i128 << (self.bits - u8::from(self.signed))) - 1)
    }

    /// Whether an integer is one of its values.
    pub fn holds(self, value: &Int) -> bool {
        self.least() <= *value && *value <= self.greatest()
    }

    /// The value that an integer has in this type: the one that is congruent to it modulo 2 to the number of bits. This
    /// is the conversion of any integer type to this one.
    pub fn wrap(self, value: &Int) -> Int {
        let modulus = narrow(1_i128 << self.bits);
        // The modulus is not zero.
        let rest = value.rem_euclid(&modulus).unwrap_or(Int::ZERO);
        if rest > self.greatest() {
            rest.sub(&modulus)
        } else {
            rest
        }
    }

    /// `a operation b`, of two values of this type. The right side of a shift may be any integer.
    pub fn compute(self, operation: Exact, a: &Int, b: &Int) -> Result<Computed, Undefined> {
        let exact = match operation {
            Exact::Add => a.add(b),
            Exact::Sub => a.sub(b),
            Exact::Mul => a.mul(b),
            Exact::Div => quotient(a, b).ok_or(Undefined::DivisionByZero)?,
            Exact::Rem => a.sub(&quotient(a, b).ok_or(Undefined::DivisionByZero)?.mul(b)),
            Exact::And => Int::from(a.to_big() & b.to_big()),
            Exact::Or => Int::from(a.to_big() | b.to_big()),
            Exact::Xor => Int::from(a.to_big() ^ b.to_big()),
            Exact::Shl => Int::from(a.to_big() << self.places(b)?),
            Exact::Shr => Int::from(a.to_big() >> self.places(b)?),
            Exact::Min => a.min(b).clone(),
            Exact::Max => a.max(b).clone(),
        };
        let value = self.wrap(&exact);
        let overflows = value != exact;
        Ok(Computed { value, overflows })
    }

    /// `~a`.
    #[must_use]
    pub fn complement(self, a: &Int) -> Int {
        self.wrap(&Int::from(-1).sub(a))
    }

    fn places(self, by: &Int) -> Result<usize, Undefined> {
        let places = by.to_i64().filter(|n| (0..i64::from(self.bits)).contains(n));
        places.and_then(|n| usize::try_from(n).ok()).ok_or(Undefined::Shift)
    }
}

fn narrow(value: i128) -> Int {
    Int::from(IBig::from(value))
}

/// The quotient rounded towards zero; `None` if the divisor is zero.
fn quotient(a: &Int, b: &Int) -> Option<Int> {
    // Of magnitudes the Euclidean quotient is the one rounded towards zero.
    let magnitude = |x: &Int| if *x < Int::ZERO { x.neg() } else { x.clone() };
    let quotient = magnitude(a).div_euclid(&magnitude(b))?;
    Some(if (*a < Int::ZERO) == (*b < Int::ZERO) { quotient } else { quotient.neg() })
}
