//! The state of the machine as one member sees it, for expressions of contracts and pure functions.
//!
//! In: a state of the machine. Out: an [`Env`] over it, which also notes the elements that were read.

use ir::Node;
use ir::{
    ArrayId, Axis, Depth, Heap, Kernel, LabelId, LaunchVar, Moment, Program, ScalarId, Space, Type, VarDecl, VarId,
};

use super::state::{Fixed, Frame, Machine, Mark};
use crate::code::{Code, OwnArray};
use crate::env::{Env, When};
use crate::history::{History, Past};
use crate::int::Int;
use crate::location::{Location, Object};
use crate::member::Member;
use crate::memory::{arbitrary, own_salt, row_major, Array, Bank};
use crate::sight::Sight;
use crate::slot::{Bigs, Slot};
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

/// The machine as a member sees it.
pub(crate) struct View<'a, 'p> {
    fixed: &'a Fixed<'p>,
    bigs: &'a Bigs,
    global: &'a Bank,
    local: Option<&'a Bank>,
    history: Option<&'a History>,
    /// The frame that the thread executes, if the member is a thread and its group runs.
    frame: Option<&'a Frame>,
    /// How many procedures the thread is in.
    depth: u32,
    code: Option<&'a Code<'p>>,
    scope: Member,
    /// How many nodes may still be evaluated.
    work: u64,
    /// Whether reads are noted.
    pub notes: bool,
    /// The elements of shared memory that were read in the present state, each with the place of the read.
    pub seen: Vec<(Location, Node)>,
}

impl<'p> Machine<'p> {
    /// The machine as a member sees it.
    pub fn view(&self, scope: Member) -> View<'_, 'p> {
        let group = scope.position(Depth::GROUP).and_then(|group| self.group(group));
        let thread = scope.as_thread().and_then(|thread| self.thread(thread));
        let frame = thread.map(|thread| &thread.frame);
        View {
            fixed: &self.fixed,
            bigs: &self.bigs,
            global: &self.global,
            local: group.map(|g| &g.local),
            history: self.history.as_ref(),
            frame,
            depth: thread.map_or(0, |thread| u32::try_from(thread.callers.len()).unwrap_or(u32::MAX)),
            code: self.fixed.codes.code(frame.map_or(0, |frame| frame.code)),
            scope,
            work: self.work,
            notes: true,
            seen: Vec::new(),
        }
    }

    /// The same, for compiled clauses.
    pub fn sight(&self, scope: Member) -> Sight<'_> {
        let group = scope.position(Depth::GROUP).and_then(|group| self.group(group));
        let thread = scope.as_thread().and_then(|thread| group?.threads.get(thread.lid as usize));
        let number = thread.map_or(0, |thread| thread.frame.code);
        Sight {
            who: scope,
            launch: &self.fixed.launch,
            scalars: &self.fixed.scalars,
            arrays: &self.fixed.arrays,
            global: &self.global,
            local: group.map(|group| &group.local),
            registers: thread.map(|thread| thread.frame.registers.as_slice()),
            code: self.fixed.codes.code(number).map(|code| (number, code)),
            first_var: self.fixed.codes.first_var,
            work: self.work,
        }
    }

    /// Calls `look` with the view of a member. The result: what `look` returns, and the elements that it read.
    pub fn look<T>(&mut self, scope: Member, look: impl FnOnce(&mut View<'_, 'p>) -> T) -> (T, Vec<(Location, Node)>) {
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
        found.ok_or_else(|| Stop::ill_typed("an array that the kernel does not have", node))
    }

    fn own_array(&self, var: VarId, node: Node) -> Result<&OwnArray, Stop> {
        let found = self.code.and_then(|code| code.array(var));
        found.ok_or_else(|| Stop::ill_typed("a private array that the code does not have", node))
    }

    fn nowhere(name: &str, node: Node) -> Stop {
        Stop::new(Cause::NotComputable(format!("`{name}` belongs to a thread, and this contract to all of them")), node)
    }

    /// The registers of the frame that the thread executes, in the given state. `name`: the variable that is read, for
    /// the report.
    fn registers(&self, when: When, name: &str, node: Node) -> Result<&[Slot], Stop> {
        let frame = self.frame.ok_or_else(|| Self::nowhere(name, node))?;
        match when {
            // Private variables have their present values inside of `\old`.
            When::Now | When::At(Moment::Start) => Ok(&frame.registers),
            When::At(Moment::Label(label)) => self.mark(label, node).map(|mark| &*mark.registers),
        }
    }

    fn mark(&self, label: LabelId, node: Node) -> Result<&Mark, Stop> {
        let passed = self.frame.and_then(|frame| frame.marks.iter().find(|mark| mark.label == label));
        passed.ok_or_else(|| {
            Stop::new(Cause::NotComputable("this speaks of a label that the thread has not passed".into()), node)
        })
    }

    /// The moment of a past state, as [`History`] counts them; `None` for the state before the kernel.
    fn moment(&self, of: Moment, node: Node) -> Result<Option<u64>, Stop> {
        match of {
            Moment::Start if self.depth == 0 => Ok(None),
            Moment::Start => Ok(self.frame.map(|frame| frame.began)),
            Moment::Label(label) => self.mark(label, node).map(|mark| Some(mark.moment)),
        }
    }

    fn tid(&self) -> u32 {
        self.scope.as_thread().map_or(0, |thread| self.fixed.launch.tid(thread))
    }

    /// The value of a location that was never written, in runs that give it a value from a seed. A read by the code
    /// gives the same value.
    fn unwritten(&self, ty: Type, salt: u64) -> Option<Slot> {
        self.fixed.options.uninitialised.of_memory().map(|seed| arbitrary(seed, ty, salt))
    }

    /// The value of a location of an array of the kernel; `None` if it was never written.
    fn shared(&self, info: &Array, location: Location, when: When, node: Node) -> Result<Option<Slot>, Stop> {
        let cell = info.base + location.offset;
        let before = || info.before(location.offset);
        let bank = match info.space {
            Space::Global => Some(self.global),
            Space::Local => self.local,
        };
        let now = || match bank.filter(|bank| bank.is_known(cell)) {
            Some(bank) => bank.cells.get(cell as usize).copied(),
            None => before(),
        };
        let When::At(moment) = when else { return Ok(now()) };
        let Some(moment) = self.moment(moment, node)? else { return Ok(before()) };
        let history = self
            .history
            .ok_or_else(|| Stop::new(Cause::NotComputable("nobody remembers what memory held before".into()), node))?;
        Ok(match history.at(location, moment) {
            Past::Same => now(),
            Past::Other(slot) => slot.or_else(before),
        })
    }
}

impl<'p> Env<'p> for View<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.fixed.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.fixed.kernel
    }

    fn vars(&self) -> &'p [VarDecl] {
        self.code.map_or(&[], |code| code.vars)
    }

    fn var(&mut self, var: VarId, when: When, node: Node) -> Result<Value, Stop> {
        let info = self.vars().get(var.0 as usize);
        let info = info.ok_or_else(|| Stop::ill_typed("an unknown variable", node))?;
        let registers = self.registers(when, &info.name.name, node)?;
        let missing = || Stop::ill_typed("a variable without register", node);
        let slot = registers.get((self.fixed.codes.first_var + var.0) as usize).copied().ok_or_else(missing)?;
        let unset = self.code.and_then(|code| code.unset.iter().find(|u| u.var == var));
        let known = unset.map_or(Some(&1), |unset| registers.get(unset.flag as usize)).ok_or_else(missing)?;
        let slot = match *known {
            0 => {
                let seed = self.fixed.options.uninitialised.of_variables();
                seed.map(|seed| arbitrary(seed, info.ty, own_salt(self.tid(), var, 0)))
            }
            _ => Some(slot),
        };
        let slot = slot.ok_or_else(|| Stop::new(Cause::UninitialisedVar(var), node))?;
        Ok(self.bigs.value(slot, info.ty))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        let value = self.fixed.launch.value(var, axis, self.scope);
        value.map(Value::from).ok_or_else(|| Self::nowhere(&self.fixed.launch.name(var, axis), node))
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        let value = self.fixed.scalars.get(scalar.0 as usize).cloned();
        value.ok_or_else(|| Stop::new(Cause::IllTyped("an unknown constant".into()), node))
    }

    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop> {
        let dims = match array {
            Heap::Array(array) => &self.array(array, node)?.dims,
            Heap::Private(var) => &self.own_array(var, node)?.dims,
            Heap::Elements(_) | Heap::Field(_) => return Err(no_references(node)),
        };
        dims.get(dim).copied().map(Int::from).ok_or_else(|| Stop::ill_typed("an unknown dimension", node))
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        let (dims, object) = match array {
            Heap::Array(id) => {
                let info = self.array(id, node)?;
                let object = Object::seen_by(self.scope, id, info.space);
                (&info.dims, object.ok_or_else(|| Self::nowhere(&info.name, node))?)
            }
            Heap::Elements(_) | Heap::Field(_) => return Err(no_references(node)),
            Heap::Private(var) => {
                let info = self.own_array(var, node)?;
                if self.scope.as_thread().is_none() {
                    let name = self.code.map_or("", |code| code.name(var));
                    return Err(Self::nowhere(name, node));
                }
                (&info.dims, Object { heap: array, owner: self.scope, frame: self.depth })
            }
        };
        match row_major(index.iter().map(Int::to_i64), dims) {
            Ok(offset) => Ok(Location { object, offset }),
            Err(dim) => {
                let length = Int::from(dims.get(dim).copied().unwrap_or(0));
                let index = index.get(dim).cloned().unwrap_or(Int::ZERO);
                Err(Stop::new(Cause::OutOfBounds { array, dim, index, length }, node))
            }
        }
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        let (slot, elem) = match location.object.heap {
            Heap::Array(id) => {
                let info = self.array(id, node)?;
                let slot = self.shared(info, location, when, node)?;
                let salt = u64::from(info.base + location.offset);
                (slot.or_else(|| self.unwritten(info.elem, salt)), info.elem)
            }
            Heap::Elements(_) | Heap::Field(_) => return Err(no_references(node)),
            Heap::Private(var) => {
                let info = self.own_array(var, node)?;
                let registers = self.registers(when, "a private array", node)?;
                let at = |first: u32| registers.get((first + location.offset) as usize).copied();
                let salt = own_salt(self.tid(), var, location.offset);
                let slot = match at(info.flags) {
                    Some(0) => self.unwritten(info.elem, salt),
                    Some(_) => at(info.first),
                    None => return Err(Stop::ill_typed("an element without register", node)),
                };
                (slot, info.elem)
            }
        };
        if self.notes && when == When::Now && location.array().is_some() {
            self.seen.push((location, node));
        }
        let slot = slot.ok_or_else(|| Stop::new(Cause::UninitialisedLocation(location), node))?;
        Ok(self.bigs.value(slot, elem))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        let left = self.work.checked_sub(1);
        self.work = left.ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}

/// What has no meaning in a kernel.
fn no_references(node: Node) -> Stop {
    Stop::ill_typed("kernels have no references", node)
}
