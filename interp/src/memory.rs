//! Memory: arrays, where they lie, and what is known of each element.
//!
//! In: an array and indices. Out: a position in a bank: global memory is one bank, each group has one of its own.

use syntax::typed::{Space, Type};

use crate::race::Shadow;
use crate::slot::{of_small, Slot};

/// Where an array lies.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub name: String,
    pub space: Space,
    pub elem: Type,
    /// Length of each dimension.
    pub dims: Vec<i64>,
    /// Length of the first dimension if it is the only one.
    pub single: u64,
    /// Position of the first element in its bank.
    pub base: u32,
    /// Elements.
    pub len: u32,
}

impl Array {
    /// Row-major position of an element among those of the array; which dimension is exceeded otherwise.
    pub fn offset(&self, index: impl Iterator<Item = Option<i64>>) -> Result<u32, usize> {
        let mut offset: i64 = 0;
        for (dim, (index, length)) in index.zip(&self.dims).enumerate() {
            let index = index.filter(|i| (0..*length).contains(i)).ok_or(dim)?;
            // The product of the lengths fits: the array exists.
            offset = offset * length + index;
        }
        u32::try_from(offset).map_err(|_| 0)
    }
}

/// The small integer in a slot.
#[inline(always)]
pub(crate) fn index_of(slot: Slot) -> Option<i64> {
    (slot & 1 == 0).then_some((slot as i64) >> 1)
}

/// One memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bank {
    pub cells: Vec<Slot>,
    /// Whether a cell has a value; empty if all have.
    pub known: Vec<bool>,
    /// What is remembered of accesses; empty if races are not looked for.
    pub shadow: Vec<Shadow>,
}

impl Bank {
    /// A bank in which no cell has a value; an integer there is 0.
    pub fn unknown(cells: usize, races: bool) -> Self {
        Self {
            cells: vec![of_small(0); cells],
            known: vec![false; cells],
            shadow: vec![Shadow::default(); if races { cells } else { 0 }],
        }
    }

    /// A bank with these contents.
    pub fn filled(cells: Vec<Slot>, races: bool) -> Self {
        let shadow = vec![Shadow::default(); if races { cells.len() } else { 0 }];
        Self { cells, known: Vec::new(), shadow }
    }

    /// Whether a cell has a value.
    #[inline(always)]
    pub fn is_known(&self, cell: u32) -> bool {
        self.known.get(cell as usize).copied().unwrap_or(true)
    }
}
