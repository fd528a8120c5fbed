//! Memory: where the arrays lie, and which of their elements have a value.
//!
//! In: an array and indices. Out: a position in a bank: global memory is one bank, each group has one of its own.

use ir::{FloatFormat, Space, Type, VarId};

use std::rc::Rc;

use crate::input::Rule;
use crate::race::{Shadow, UNTOUCHED};
use crate::rng::mix;
use crate::slot::{of_small, Bigs, Slot};
use crate::value::Value;

/// An array of the kernel: its shape, and where its elements lie.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub name: String,
    pub space: Space,
    pub elem: Type,
    /// Length of each dimension.
    pub dims: Vec<i64>,
    /// The length of an array of one dimension; 0 if there are several dimensions.
    pub single: u64,
    /// The position of the first element in the bank of the array.
    pub base: u32,
    /// How many elements it has.
    pub len: u32,
    /// The values of the elements before the kernel; elements of local memory have none.
    pub source: Source,
}

/// What an array holds before the kernel.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// No values: local memory.
    Unknown,
    /// These elements.
    Slots(Rc<[Slot]>),
    /// The values that a rule gives. All its integers are small; `setup` makes slots of others.
    Rule(Rule),
    /// The same value in every element.
    Same(Slot),
}

impl Array {
    /// The row-major position of an element in the array; the error is the dimension whose index is out of bounds.
    pub fn offset(&self, index: impl Iterator<Item = Option<i64>>) -> Result<u32, usize> {
        row_major(index, &self.dims)
    }
}

impl Array {
    /// The value of an element before the kernel.
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

/// The row-major position of an element in an array with these lengths; the error is the dimension whose index is out
/// of bounds.
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

/// One memory. All three lists start as zeros, so the operating system provides their pages only when they are first
/// written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bank {
    pub cells: Vec<Slot>,
    /// For each cell whether it was written, so that `cells` has its value; otherwise its value is the one before the
    /// kernel.
    pub known: Vec<bool>,
    /// For each cell the accesses that the search for races remembers; empty if races are not looked for.
    pub shadow: Vec<Shadow>,
}

impl Bank {
    /// Whether the machine has memory for a bank with this number of cells.
    pub fn is_possible(cells: usize, races: bool) -> bool {
        let each = size_of::<Slot>() + size_of::<bool>() + if races { size_of::<Shadow>() } else { 0 };
        // The memory is reserved and given back at once. No page of it is touched.
        cells.checked_mul(each).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }

    /// A bank in which no cell has been written.
    pub fn new(cells: usize, races: bool) -> Self {
        Self {
            cells: vec![of_small(0); cells],
            known: vec![false; cells],
            shadow: vec![UNTOUCHED; if races { cells } else { 0 }],
        }
    }

    /// Whether a cell of this bank has been written.
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

/// A value of a type that a seed and a salt determine: integers from -8 to 8 (from 0 to 16 if unsigned), truth values,
/// floats from -64 to 64.
pub(crate) fn arbitrary(seed: u64, ty: Type, salt: u64) -> Slot {
    let bits = mix(seed ^ mix(salt.wrapping_add(1)));
    match ty {
        Type::Int => of_small((bits % 17) as i64 - 8),
        Type::Machine(width) => of_small((bits % 17) as i64 - if width.signed { 8 } else { 0 }),
        Type::Bool | Type::Frac | Type::Resource => bits & 1,
        Type::Enum(of) => bits % u64::from(of.count().max(1)),
        Type::Array(_) | Type::Object(_) | Type::Collection(..) | Type::Data(_) => 0,
        Type::Float(FloatFormat::Single) => {
            Value::from((bits % 1024) as f32 / 8.0 - 64.0).as_float().map_or(0, |f| f.bits())
        }
        Type::Float(FloatFormat::Double) => {
            Value::from((bits % 1024) as f64 / 8.0 - 64.0).as_float().map_or(0, |f| f.bits())
        }
    }
}

/// The salt of [`arbitrary`] for a private variable, or an element of a private array: different for each thread,
/// variable and element.
pub(crate) fn own_salt(tid: u32, var: VarId, element: u32) -> u64 {
    u64::from(tid) << 32 | u64::from(var.0) ^ u64::from(element) << 16
}
