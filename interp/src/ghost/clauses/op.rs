//! Operations of compiled clauses.
//!
//! In: nothing. Out: [`Op`], and [`Clauses`], the operations of some clauses with what they refer to by number.

use ir::{ArrayId, Axis, Expr, Float, FloatArith, FloatFormat, LaunchVar, Node, Rounding};
use std::cmp::Ordering;

use crate::code::Compare;
use crate::ghost::amount::Amount;
use crate::sight::{Kind, Variable};
use crate::slot::float;

/// The number of a register.
pub(super) type Reg = u16;

/// How many registers there are at most. No access to one of them has to be checked.
pub(super) const REGISTERS: usize = 1 << 12;

/// The registers of an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Registers(Box<[i64; REGISTERS]>);

impl Default for Registers {
    fn default() -> Self {
        Self(Box::new([0; REGISTERS]))
    }
}

impl Registers {
    #[inline(always)]
    pub fn get(&self, register: Reg) -> i64 {
        // The number is in bounds, and the compiler knows it.
        self.0.get(usize::from(register) % REGISTERS).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub fn set(&mut self, register: Reg, value: i64) {
        if let Some(place) = self.0.get_mut(usize::from(register) % REGISTERS) {
            *place = value;
        }
    }
}

/// One operation. The first register is the one that is written. An operation whose result does not fit 64 bits, and
/// one that has no result, ends the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    Mul(Reg, Reg, Reg),
    Div(Reg, Reg, Reg),
    Mod(Reg, Reg, Reg),
    /// The quotient rounded towards zero, and the remainder of that.
    Quot(Reg, Reg, Reg),
    Rem(Reg, Reg, Reg),
    Max(Reg, Reg, Reg),
    Min(Reg, Reg, Reg),
    /// `dst, value, least, greatest`: the value, if it is between them.
    Within(Reg, Reg, Reg, Reg),
    /// A comparison of integers.
    Compare(Compare, Reg, Reg, Reg),
    Not(Reg, Reg),
    And(Reg, Reg, Reg),
    Or(Reg, Reg, Reg),
    /// Of floats, rounded to nearest.
    Arith(FloatFormat, FloatArith, Reg, Reg, Reg),
    CompareFloats(FloatFormat, Compare, Reg, Reg, Reg),
    NegFloat(FloatFormat, Reg, Reg),
    Copy(Reg, Reg),
    Jump(u32),
    JumpUnless(Reg, u32),
    /// `dst, index, length`: the index, if it is in bounds.
    First(Reg, Reg, Reg),
    /// `dst, offset, index, length`: the position in row-major order with one more dimension.
    Next(Reg, Reg, Reg, Reg),
    /// The variable with this number.
    Variable(Reg, u16),
    /// `dst, number of the read, offset`.
    Load(Reg, u16, Reg),
    /// `number of the permission, offset`: the permission is given.
    Give(u16, Reg),
    /// The fact is true.
    Holds(Reg),
    /// `variable, first, last, exit`: the variable of a quantifier gets its first value, if there is one.
    Begin(Reg, Reg, Reg, u32),
    /// `variable, last, body`: the variable gets its next value, if there is one.
    Again(Reg, Reg, u32),
}

/// A permission as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Given<'p> {
    /// Where it is written.
    pub node: Node,
    /// The amount, or the branch of it that is taken.
    pub leaf: &'p Expr,
    pub amount: Amount,
    pub array: ArrayId,
    /// Whether it is inside of a quantifier.
    pub(super) repeated: bool,
}

/// The elements that clauses read of one array in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    pub array: ArrayId,
    pub(super) kind: Kind,
    /// Whether it is the state before the kernel.
    pub before: bool,
}

/// A launch variable in one dimension, and the register that has its value at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub of: LaunchVar,
    pub axis: Axis,
    pub register: Reg,
    /// The register in which the threads of the launch have it, if it has this dimension.
    pub known: Option<crate::code::Reg>,
}

/// Compiled clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses<'p> {
    pub(super) ops: Vec<Op>,
    /// How many nodes of expressions one evaluation counts, without what loops repeat.
    pub(super) nodes: u64,
    /// The registers. Those of constants always have their values.
    pub(super) registers: Registers,
    /// Launch variables that differ between members.
    pub(super) positions: Vec<Position>,
    pub(super) variables: Vec<Variable>,
    /// The permissions, in the order of the text.
    pub given: Vec<Given<'p>>,
    pub reads: Vec<Read>,
}

impl Op {
    /// The register that an operation of values writes, and what it writes there. `None` if the result does not fit, if
    /// there is none, and for all other operations.
    #[inline(always)]
    pub(super) fn compute(self, get: impl Fn(Reg) -> Option<i64>) -> Option<(Reg, i64)> {
        let value = match self {
            Self::Add(d, a, b) => (d, get(a)?.checked_add(get(b)?)?),
            Self::Sub(d, a, b) => (d, get(a)?.checked_sub(get(b)?)?),
            Self::Mul(d, a, b) => (d, get(a)?.checked_mul(get(b)?)?),
            Self::Div(d, a, b) => (d, get(a)?.checked_div_euclid(get(b)?)?),
            Self::Mod(d, a, b) => (d, get(a)?.checked_rem_euclid(get(b)?)?),
            Self::Quot(d, a, b) => (d, get(a)?.checked_div(get(b)?)?),
            Self::Rem(d, a, b) => (d, get(a)?.checked_rem(get(b)?)?),
            Self::Max(d, a, b) => (d, get(a)?.max(get(b)?)),
            Self::Min(d, a, b) => (d, get(a)?.min(get(b)?)),
            Self::Within(d, a, low, high) => {
                let a = get(a)?;
                (d, (get(low)? <= a && a <= get(high)?).then_some(a)?)
            }
            Self::Compare(how, d, a, b) => {
                let (a, b) = (get(a)?, get(b)?);
                let holds = match how {
                    Compare::Eq => a == b,
                    Compare::Ne => a != b,
                    Compare::Lt => a < b,
                    Compare::Le => a <= b,
                };
                (d, i64::from(holds))
            }
            Self::Not(d, a) => (d, 1 - get(a)?),
            Self::And(d, a, b) => (d, get(a)? & get(b)?),
            Self::Or(d, a, b) => (d, get(a)? | get(b)?),
            Self::Arith(format, arith, d, a, b) => {
                let (a, b) = (float(get(a)? as u64, format), float(get(b)? as u64, format));
                (d, a.arith(arith, b, Rounding::NearestEven).map(Float::bits)? as i64)
            }
            Self::CompareFloats(format, how, d, a, b) => {
                let order = float(get(a)? as u64, format).compare(float(get(b)? as u64, format));
                let holds = match how {
                    Compare::Eq => order.is_some_and(Ordering::is_eq),
                    Compare::Ne => !order.is_some_and(Ordering::is_eq),
                    Compare::Lt => order.is_some_and(Ordering::is_lt),
                    Compare::Le => order.is_some_and(Ordering::is_le),
                };
                (d, i64::from(holds))
            }
            Self::NegFloat(format, d, a) => (d, float(get(a)? as u64, format).negated().bits() as i64),
            Self::Copy(d, a) => (d, get(a)?),
            Self::First(d, index, length) => {
                let index = get(index)?;
                (d, (0..get(length)?).contains(&index).then_some(index)?)
            }
            Self::Next(d, offset, index, length) => {
                let (index, length) = (get(index)?, get(length)?);
                let index = (0..length).contains(&index).then_some(index)?;
                (d, get(offset)?.checked_mul(length)?.checked_add(index)?)
            }
            Self::Jump(_) | Self::JumpUnless(..) | Self::Variable(..) | Self::Load(..) => return None,
            Self::Give(..) | Self::Holds(_) | Self::Begin(..) | Self::Again(..) => return None,
        };
        Some(value)
    }
}
