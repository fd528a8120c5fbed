//! Values as 64 bits, for registers and memory.
//!
//! In: a value and its static type. Out: a [`Slot`]; only together with the type it has a meaning. An integer of 63
//! bits is stored shifted left by one; a larger one is a number in a table that only grows, with the lowest bit set. So
//! slots can be copied freely, and arithmetic on small integers needs no unpacking.

use dashu::integer::IBig;
use ir::{FloatFormat, Type};

use crate::int::{Int, MAX_BITS};
use crate::stop::{Cause, Limit};
use crate::value::Value;
use ir::Float;

/// A value as 64 bits. The type of the register or array that holds it says what the bits mean.
pub(crate) type Slot = u64;

/// The large integers and the collections of a run.
#[derive(Clone, Debug)]
pub(crate) struct Bigs {
    values: Vec<IBig>,
    /// The collections of the run; the slot of one is its position, counted from 1. The slot 0 is the
    /// collection of a variable that was never written.
    collections: Vec<Value>,
    /// How many words of 64 bits the table may still grow by.
    room: usize,
}

/// Whether both slots hold small integers.
#[inline(always)]
pub(crate) fn small(a: Slot, b: Slot) -> bool {
    (a | b) & 1 == 0
}

/// The slot of a small integer; the argument has at most 63 bits.
#[inline(always)]
pub(crate) fn of_small(value: i64) -> Slot {
    (value << 1) as Slot
}

impl Bigs {
    /// An empty table with room for that many words of 64 bits.
    pub fn new(room: usize) -> Self {
        Self { values: Vec::new(), collections: Vec::new(), room }
    }

    /// The integer in a slot.
    pub fn int(&self, slot: Slot) -> Int {
        if slot & 1 == 0 {
            return Int::from((slot as i64) >> 1);
        }
        // A slot with its lowest bit set was made by `pack` below.
        self.values.get((slot >> 1) as usize).map_or(Int::ZERO, |big| Int::from(big.clone()))
    }

    /// The slot of an integer.
    pub fn pack(&mut self, value: &Int) -> Result<Slot, Cause> {
        if let Some(small) = value.to_i64() {
            if (small << 1) >> 1 == small {
                return Ok(of_small(small));
            }
        }
        let bits = value.bits();
        if bits > MAX_BITS {
            return Err(Cause::Limit(Limit::Integer));
        }
        let words = 1 + bits / 64;
        self.room = self.room.checked_sub(words).ok_or(Cause::Limit(Limit::Memory))?;
        let slot = (self.values.len() as Slot) << 1 | 1;
        self.values.push(value.to_big());
        Ok(slot)
    }

    /// The value in a slot of that type.
    pub fn value(&self, slot: Slot, ty: Type) -> Value {
        match ty {
            Type::Int | Type::Machine(_) => Value::Int(self.int(slot)),
            Type::Float(format) => Value::Float(float(slot, format)),
            Type::Enum(of) => Value::Enum(of, u32::try_from(slot).ok().filter(|n| *n < of.count()).unwrap_or(0)),
            // Memory holds no `resource`.
            Type::Bool | Type::Resource => Value::Bool(slot != 0),
            Type::Collection(..) | Type::Frac => {
                let at = slot.checked_sub(1).and_then(|at| usize::try_from(at).ok());
                let known = at.and_then(|at| self.collections.get(at)).cloned();
                known.or_else(|| Value::zero(ty)).unwrap_or(Value::NULL)
            }
            // No run computes a value of an abstract data type.
            Type::Array(_) | Type::Object(_) | Type::Data(_) => Value::Reference(u32::try_from(slot).unwrap_or(0)),
        }
    }

    /// The slot of a value.
    pub fn slot(&mut self, value: &Value) -> Result<Slot, Cause> {
        match value {
            Value::Int(int) => self.pack(int),
            Value::Bool(truth) => Ok(Slot::from(*truth)),
            Value::Float(float) => Ok(float.bits()),
            Value::Reference(number) | Value::Enum(_, number) => Ok(Slot::from(*number)),
            Value::Collection(_) | Value::Fraction(_) => {
                self.room = self.room.checked_sub(1).ok_or(Cause::Limit(Limit::Memory))?;
                self.collections.push(value.clone());
                Ok(self.collections.len() as Slot)
            }
        }
    }
}

/// The float in a slot.
#[inline(always)]
pub(crate) fn float(slot: Slot, format: FloatFormat) -> Float {
    Float::from_bits(format, slot)
}
