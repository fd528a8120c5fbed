//! Memory and registers as one member of a launch sees them, without copies and without checks.
//!
//! In: a state of the machine. Out: [`Sight`], from which compiled clauses read ([`crate::ghost`]). It shows the same
//! as the [`crate::Env`] of that member. What has no value here, or does not fit 64 bits, is `None`, and has to be
//! asked of that environment.

use ir::{ArrayId, Axis, Heap, LaunchVar, ScalarId, Space, Type, VarId};

use crate::code::{Code, Reg};
use crate::launch::Launch;
use crate::location::Object;
use crate::member::Member;
use crate::memory::{Array, Bank};
use crate::slot::Slot;
use crate::value::Value;

/// The state of a launch as a member sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'s> {
    /// Who looks.
    pub(crate) who: Member,
    pub(crate) launch: &'s Launch,
    pub(crate) scalars: &'s [Value],
    pub(crate) arrays: &'s [Array],
    pub(crate) global: &'s Bank,
    /// Local memory, if the group of the member runs.
    pub(crate) local: Option<&'s Bank>,
    /// The registers of the frame that the member executes, if it is a thread and its group runs.
    pub(crate) registers: Option<&'s [Slot]>,
    /// The code of that frame, with its number.
    pub(crate) code: Option<(u32, &'s Code<'s>)>,
    /// The register of the first private variable.
    pub(crate) first_var: Reg,
    /// How many nodes of expressions may still be evaluated.
    pub(crate) work: u64,
}

/// What 64 bits mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An integer.
    Int,
    /// 1 for a true condition, 0 for a false one.
    Bool,
    /// A float, by its bits.
    Float(ir::FloatFormat),
}

impl Kind {
    /// The kind of the values of a type; `None` if they are no such bits.
    pub fn of(ty: Type) -> Option<Self> {
        match ty {
            Type::Int | Type::Machine(_) => Some(Self::Int),
            Type::Bool => Some(Self::Bool),
            Type::Float(format) => Some(Self::Float(format)),
            Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => None,
            Type::Enum(_) | Type::Data(_) | Type::Collection(..) => None,
        }
    }

    /// What a slot holds. `None` for an integer that is not stored in the slot itself.
    #[inline(always)]
    pub fn unpack(self, slot: Slot) -> Option<i64> {
        match self {
            Self::Int => (slot & 1 == 0).then_some((slot as i64) >> 1),
            Self::Bool => Some(i64::from(slot != 0)),
            Self::Float(_) => Some(slot as i64),
        }
    }
}

/// Where a private variable is, and the register that says whether it has a value, if it may have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub register: Reg,
    pub flag: Option<Reg>,
    pub kind: Kind,
}

impl<'s> Sight<'s> {
    /// A launch variable in one dimension, if it has a meaning for the member.
    #[inline(always)]
    pub(crate) fn launch(&self, var: LaunchVar, axis: Axis) -> Option<i64> {
        self.launch.value(var, axis, self.who)
    }

    /// A constant of the launch.
    pub(crate) fn scalar(&self, scalar: ScalarId) -> Option<i64> {
        match self.scalars.get(scalar.0 as usize)? {
            Value::Int(n) => n.to_i64(),
            Value::Bool(truth) => Some(i64::from(*truth)),
            Value::Float(float) => Some(float.bits() as i64),
            Value::Reference(_) | Value::Fraction(_) | Value::Enum(..) | Value::Collection(_) => None,
        }
    }

    /// An array of the kernel.
    #[inline(always)]
    pub(crate) fn array(&self, array: ArrayId) -> Option<&'s Array> {
        self.arrays.get(array.0 as usize)
    }

    /// An array of the kernel, as the member sees it; `None` if each member of a team inside has one of its own.
    #[inline(always)]
    pub(crate) fn object(&self, array: ArrayId) -> Option<Object> {
        match self.array(array)?.space {
            Space::Global => Some(Object { heap: Heap::Array(array), owner: Member::LAUNCH, frame: 0 }),
            Space::Local => Object::seen_by(self.who, array, Space::Local),
        }
    }

    /// Where a private variable of the code is; `None` for an array.
    pub(crate) fn variable(&self, var: VarId) -> Option<Variable> {
        let (_, code) = self.code?;
        let info = code.vars.get(var.0 as usize).filter(|info| info.dims.is_empty())?;
        let flag = code.unset.iter().find(|unset| unset.var == var).map(|unset| unset.flag);
        Some(Variable { register: self.first_var.checked_add(var.0)?, flag, kind: Kind::of(info.ty)? })
    }

    /// The value of a private variable.
    #[inline(always)]
    pub(crate) fn private(&self, variable: Variable) -> Option<i64> {
        let registers = self.registers?;
        let known = match variable.flag {
            Some(flag) => *registers.get(flag as usize)? != 0,
            None => true,
        };
        let slot = registers.get(variable.register as usize).copied().filter(|_| known)?;
        variable.kind.unpack(slot)
    }

    /// An element of an array of the kernel: its value now, or the one before the kernel.
    #[inline(always)]
    pub(crate) fn element(&self, array: &Array, offset: u32, kind: Kind, before: bool) -> Option<i64> {
        let cell = array.base + offset;
        let bank = match array.space {
            Space::Global => Some(self.global),
            Space::Local => self.local,
        };
        let slot = match bank.filter(|bank| !before && bank.is_known(cell)) {
            Some(bank) => bank.cells.get(cell as usize).copied(),
            None => array.before(offset),
        };
        kind.unpack(slot?)
    }
}
