//! Types of machine integers.
//!
//! In: nothing. Out: [`Width`], which determines the values of a type.

use dashu::base::RemEuclid;
use dashu::integer::IBig;

/// A type of machine integers: the number of bits, and whether the type is signed (in two's complement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width {
    /// The number of bits of a value: 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether the type has negative values.
    pub signed: bool,
}

impl Width {
    /// All types, with their names.
    pub const ALL: [(&'static str, Self); 8] = [
        ("u8", Self { bits: 8, signed: false }),
        ("u16", Self { bits: 16, signed: false }),
        ("u32", Self { bits: 32, signed: false }),
        ("u64", Self { bits: 64, signed: false }),
        ("i8", Self { bits: 8, signed: true }),
        ("i16", Self { bits: 16, signed: true }),
        ("i32", Self { bits: 32, signed: true }),
        ("i64", Self { bits: 64, signed: true }),
    ];

    /// The type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, width)| *width)
    }

    /// The name of the type.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, width)| *width == self).map_or("int", |(name, _)| *name)
    }

    /// The number of values of the type.
    pub fn values(self) -> IBig {
        IBig::ONE << usize::from(self.bits)
    }

    /// The least value.
    pub fn least(self) -> IBig {
        if self.signed {
            -(IBig::ONE << usize::from(self.bits - 1))
        } else {
            IBig::ZERO
        }
    }

    /// The value of the type that is the same modulo the number of values.
    pub fn modulo(self, n: &IBig) -> IBig {
        (n - self.least()).rem_euclid(self.values()) + self.least()
    }

    /// The greatest value.
    pub fn greatest(self) -> IBig {
        self.least() + self.values() - IBig::ONE
    }
}
