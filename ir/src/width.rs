//! Types of machine integers.
//!
//! In: nothing. Out: [`Width`], what a machine integer of a program can hold.

use dashu::integer::IBig;

/// A type of integers: how many bits, and whether negative ones are among them (in two's complement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width {
    /// Bits of a value: 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether negative integers are among its values.
    pub signed: bool,
}

impl Width {
    /// All, with their names.
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

    /// The type of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, width)| *width)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, width)| *width == self).map_or("int", |(name, _)| *name)
    }

    /// How many values it has.
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

    /// The greatest value.
    pub fn greatest(self) -> IBig {
        self.least() + self.values() - IBig::ONE
    }
}
