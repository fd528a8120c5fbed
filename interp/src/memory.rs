//! Memory: arrays, where they lie, and what is known of each element.
//!
//! In: an array and indices. Out: a position in a bank: global memory is one bank, each group has one of its own.

use ir::{FloatFormat, Space, Type, VarId};

use std::rc::Rc;

use crate::input::Rule;
use crate::race::{Shadow, UNTOUCHED};
use crate::rng::mix;
use crate::slot::{of_small, Bigs, Slot};
use crate::value::Value;

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
    /// What they are before the kernel; of local memory nothing.
    pub source: Source,
}

/// What an array holds before the kernel.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Nothing.
    Unknown,
    /// These elements.
    Slots(Rc<[Slot]>),
    /// What a rule says. Its integers are small: `setup` packs any other.
    Rule(Rule),
    /// The same everywhere.
    Same(Slot),
}

impl Array {
    /// Row-major position of an element among those of the array; which dimension is exceeded otherwise.
    pub fn offset(&self, index: impl Iterator<Item = Option<i64>>) -> Result<u32, usize> {
        row_major(index, &self.dims)
    }
}

impl Array {
    /// An element before the kernel.
    pub fn before(&self, offset: u32) -> Option<Slot> {
        match &self.source {
            Source::Unknown => None,
            Source::Slots(slots) => slots.get(offset as usize).copied(),
            Source::Same(slot) => Some(*slot),
            // Numbers of elements and small numbers fit a slot, so the table of large ones stays empty.
            Source::Rule(rule) => Bigs::new(0).slot(&rule.value(self.elem, offset as usize)).ok(),
        }
    }
}

/// Row-major position of an element in an array with these lengths; which dimension is exceeded otherwise.
#[inline(always)]
pub(crate) fn row_major(index: impl Iterator<Item = Option<i64>>, dims: &[i64]) -> Result<u32, usize> {
    let mut offset: i64 = 0;
    for (dim, (index, length)) in index.zip(dims).enumerate() {
        let index = index.filter(|i| (0..*length).contains(i)).ok_or(dim)?;
        // The product of the lengths fits: the array exists.
        offset = offset * length + index;
    }
    u32::try_from(offset).map_err(|_| 0)
}

/// The small integer in a slot.
#[inline(always)]
pub(crate) fn index_of(slot: Slot) -> Option<i64> {
    (slot & 1 == 0).then_some((slot as i64) >> 1)
}

/// One memory. All three lists start as zeros, of which an operating system makes pages when they are first written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bank {
    pub cells: Vec<Slot>,
    /// Whether a cell is what `cells` says; otherwise it is what its array holds before the kernel.
    pub known: Vec<bool>,
    /// What is remembered of accesses; empty if races are not looked for.
    pub shadow: Vec<Shadow>,
}

impl Bank {
    /// Whether a bank of so many cells can be had.
    pub fn is_possible(cells: usize, races: bool) -> bool {
        let each = size_of::<Slot>() + size_of::<bool>() + if races { size_of::<Shadow>() } else { 0 };
        // RequiredSizes for and given back: nothing of it is touched.
        cells.checked_mul(each).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }

    /// A bank that nobody has written.
    pub fn new(cells: usize, races: bool) -> Self {
        Self {
            cells: vec![of_small(0); cells],
            known: vec![false; cells],
            shadow: vec![UNTOUCHED; if races { cells } else { 0 }],
        }
    }

    /// Whether a cell has been written here.
    #[inline(always)]
    pub fn is_known(&self, cell: u32) -> bool {
        self.known.get(cell as usize).copied().unwrap_or(false)
    }

    /// Writes a cell.
    #[inline(always)]
    pub fn set(&mut self, cell: u32, value: Slot) {
        if let Some(slot) = self.cells.get_mut(cell as usize) {
            *slot = value;
        }
        if let Some(known) = self.known.get_mut(cell as usize) {
            *known = true;
        }
    }

    /// A cell of an array, if it has a value.
    pub fn get(&self, array: &Array, cell: u32) -> Option<Slot> {
        match self.is_known(cell) {
            true => self.cells.get(cell as usize).copied(),
            false => array.before(cell.saturating_sub(array.base)),
        }
    }
}

/// A value of a type that a seed determines: mostly small integers, and any float but rarely a NaN.
pub(crate) fn arbitrary(seed: u64, ty: Type, salt: u64) -> Slot {
    let bits = mix(seed ^ mix(salt.wrapping_add(1)));
    match ty {
        Type::Int => of_small((bits % 17) as i64 - 8),
        Type::Machine(width) => of_small((bits % 17) as i64 - if width.signed { 8 } else { 0 }),
        Type::Bool | Type::Frac | Type::Resource => bits & 1,
        Type::Float(FloatFormat::Single) => {
            Value::from((bits % 1024) as f32 / 8.0 - 64.0).as_float().map_or(0, |f| f.bits())
        }
        Type::Float(FloatFormat::Double) => {
            Value::from((bits % 1024) as f64 / 8.0 - 64.0).as_float().map_or(0, |f| f.bits())
        }
    }
}

/// What makes an arbitrary value of a private variable, or of an element of a private array, one of its own.
pub(crate) fn own_salt(tid: u32, var: VarId, element: u32) -> u64 {
    u64::from(tid) << 32 | u64::from(var.0) ^ u64::from(element) << 16
}
