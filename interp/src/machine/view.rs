//! What expressions of contracts and pure functions look at: one thread, one group, or the launch.
//!
//! In: a state of the machine. Out: an [`Env`] over it, which also notes the elements that were read.

use ir::Node;
use ir::{ArrayId, Axis, Kernel, LaunchVar, Program, ScalarId, Space, VarId};

use super::state::{Fixed, Machine};
use crate::env::{Env, When};
use crate::int::Int;
use crate::launch::Who;
use crate::location::Location;
use crate::memory::{arbitrary, Array, Bank};
use crate::options::Uninitialised;
use crate::slot::{Bigs, Slot};
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

/// A view of the machine.
pub(crate) struct View<'a, 'p> {
    fixed: &'a Fixed<'p>,
    bigs: &'a Bigs,
    global: &'a Bank,
    local: Option<&'a Bank>,
    registers: &'a [Slot],
    scope: Who,
    /// Work that may still be done.
    work: u64,
    /// What was read of the present state.
    pub seen: Vec<(Location, Node)>,
}

impl<'p> Machine<'p> {
    /// The view of a thread, a group or the launch.
    pub fn view(&self, scope: Who) -> View<'_, 'p> {
        let group = match scope {
            Who::Thread(thread) => self.group(thread.group),
            Who::Group(group) => self.group(group),
            Who::Launch => None,
        };
        let registers = match scope {
            Who::Thread(thread) => self.registers(thread),
            Who::Group(_) | Who::Launch => &[],
        };
        View {
            fixed: &self.fixed,
            bigs: &self.bigs,
            global: &self.global,
            local: group.map(|g| &g.local),
            registers,
            scope,
            work: self.work,
            seen: Vec::new(),
        }
    }

    /// What `look` finds in a view, and the elements that it read.
    pub fn look<T>(&mut self, scope: Who, look: impl FnOnce(&mut View<'_, 'p>) -> T) -> (T, Vec<(Location, Node)>) {
        let mut view = self.view(scope);
        let found = look(&mut view);
        let (work, seen) = (view.work, std::mem::take(&mut view.seen));
        self.work = work;
        (found, seen)
    }
}

impl<'p> View<'_, 'p> {
    fn array(&self, array: ArrayId, node: Node) -> Result<&Array, Stop> {
        let found = self.fixed.arrays.get(array.0 as usize);
        found.ok_or_else(|| Stop::new(Cause::IllTyped("an array that the kernel does not have".into()), node))
    }

    fn nowhere(name: &str, node: Node) -> Stop {
        Stop::new(Cause::NotComputable(format!("`{name}` belongs to a thread, and this contract to all of them")), node)
    }
}

impl<'p> Env<'p> for View<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.fixed.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.fixed.kernel
    }

    fn var(&mut self, var: VarId, node: Node) -> Result<Value, Stop> {
        let code = &self.fixed.code;
        let info = self.fixed.kernel.vars.get(var.0 as usize);
        let info = info.ok_or_else(|| Stop::new(Cause::IllTyped("an unknown variable".into()), node))?;
        let slot = self.registers.get((code.first_var + var.0) as usize);
        let slot = slot.ok_or_else(|| Self::nowhere(&info.name.name, node))?;
        if let Some(unset) = code.unset.iter().find(|u| u.var == var) {
            let known = self.registers.get(unset.flag as usize).copied().unwrap_or(0) != 0;
            if !known {
                // The code that reads it next finds the same value.
                let Uninitialised::Arbitrary(seed) = self.fixed.options.uninitialised else {
                    return Err(Stop::new(Cause::UninitialisedVar(var), node));
                };
                let tid = match self.scope {
                    Who::Thread(thread) => self.fixed.launch.tid(thread),
                    Who::Group(_) | Who::Launch => 0,
                };
                let salt = u64::from(tid) << 32 | u64::from(var.0);
                return Ok(self.bigs.value(arbitrary(seed, info.ty, salt), info.ty));
            }
        }
        Ok(self.bigs.value(*slot, info.ty))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        let value = self.fixed.launch.value(var, axis, self.scope);
        value.map(Value::from).ok_or_else(|| Self::nowhere(&self.fixed.launch.name(var, axis), node))
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        let value = self.fixed.scalars.get(scalar.0 as usize).cloned();
        value.ok_or_else(|| Stop::new(Cause::IllTyped("an unknown constant".into()), node))
    }

    fn length(&mut self, array: ArrayId, dim: usize, node: Node) -> Result<Int, Stop> {
        let length = self.array(array, node)?.dims.get(dim).copied();
        length.map(Int::from).ok_or_else(|| Stop::new(Cause::IllTyped("an unknown dimension".into()), node))
    }

    fn locate(&mut self, array: ArrayId, index: &[Int], node: Node) -> Result<Location, Stop> {
        let group = match self.scope {
            Who::Thread(thread) => Some(thread.group),
            Who::Group(group) => Some(group),
            Who::Launch => None,
        };
        let info = self.array(array, node)?;
        let group = match info.space {
            Space::Global => 0,
            Space::Local => group.ok_or_else(|| Self::nowhere(&info.name, node))?,
        };
        match info.offset(index.iter().map(Int::to_i64)) {
            Ok(offset) => Ok(Location { array, group, offset }),
            Err(dim) => {
                let length = Int::from(info.dims.get(dim).copied().unwrap_or(0));
                let index = index.get(dim).cloned().unwrap_or(Int::ZERO);
                Err(Stop::new(Cause::OutOfBounds { array, dim, index, length }, node))
            }
        }
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        let info = self.array(location.array, node)?;
        let (elem, cell, space) = (info.elem, info.base + location.offset, info.space);
        let missing = || Stop::new(Cause::UninitialisedLocation(location), node);
        let unknown = |seed| arbitrary(seed, elem, u64::from(cell));
        let slot = match (space, when) {
            (Space::Global, When::Old) => info.before(location.offset).ok_or_else(missing)?,
            (Space::Global, When::Now) => {
                let slot = self.global.get(info, cell).ok_or_else(missing)?;
                self.seen.push((location, node));
                slot
            }
            (Space::Local, when) => {
                if when == When::Now {
                    self.seen.push((location, node));
                }
                // Before the group starts nobody has written its memory.
                let known = self.local.filter(|local| when == When::Now && local.is_known(cell));
                match (known, self.fixed.options.uninitialised) {
                    (Some(local), _) => local.cells.get(cell as usize).copied().ok_or_else(missing)?,
                    (None, Uninitialised::Fails) => return Err(missing()),
                    (None, Uninitialised::Arbitrary(seed)) => unknown(seed),
                }
            }
        };
        Ok(self.bigs.value(slot, elem))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        let left = self.work.checked_sub(1);
        self.work = left.ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}

/// Before there is a machine: constants and sizes alone, for the lengths of arrays.
pub(crate) struct Sizes<'a, 'p> {
    pub program: &'p Program,
    pub kernel: &'p Kernel,
    pub launch: crate::launch::Launch,
    pub scalars: &'a [Value],
    pub work: u64,
}

impl<'p> Env<'p> for Sizes<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.kernel
    }

    fn var(&mut self, _: VarId, node: Node) -> Result<Value, Stop> {
        Err(unknown("a private variable", node))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        let value = self.launch.value(var, axis, Who::Launch);
        value.map(Value::from).ok_or_else(|| unknown("the number of a thread", node))
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        self.scalars.get(scalar.0 as usize).cloned().ok_or_else(|| unknown("a constant", node))
    }

    fn length(&mut self, _: ArrayId, _: usize, node: Node) -> Result<Int, Stop> {
        Err(unknown("the length of another array", node))
    }

    fn locate(&mut self, _: ArrayId, _: &[Int], node: Node) -> Result<Location, Stop> {
        Err(unknown("an element of an array", node))
    }

    fn load(&mut self, _: Location, _: When, node: Node) -> Result<Value, Stop> {
        Err(unknown("an element of an array", node))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.work = self.work.checked_sub(1).ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}

fn unknown(what: &str, node: Node) -> Stop {
    Stop::new(Cause::NotComputable(format!("{what} is not known before memory exists")), node)
}
