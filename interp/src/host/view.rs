//! The state of host code as expressions see it.
//!
//! In: a procedure that is being executed. Out: an [`Env`] over its variables and arrays.

use ir::{Axis, Heap, Kernel, LaunchVar, Moment, Node, Program, ScalarId, VarDecl, VarId};

use super::heap::{location, Objects};
use super::memory::{arbitrary, Array, Frame, Memory};
use super::operation::OwnRead;
use crate::call::no_kernel;
use crate::env::{Env, When};
use crate::int::Int;
use crate::location::Location;
use crate::member::ThreadId;
use crate::memory::row_major;
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

/// The host, where locations name a thread that owns them.
pub(super) const HOST: ThreadId = ThreadId { group: 0, lid: 0 };

/// The innermost procedure, with its variables and arrays.
pub(super) struct View<'s, 'p> {
    pub program: &'p Program,
    pub frame: &'s Frame<'p>,
    /// The variables and arrays of the procedure.
    pub now: &'s Memory,
    pub objects: &'s Objects,
    pub depth: u32,
    /// The seed of the values of variables that were not assigned; `None` if a read of one is a failure.
    pub arbitrary: Option<u64>,
    /// How many nodes may still be evaluated.
    pub work: u64,
    /// The elements of arrays and the fields of objects that were read, with the places that read them.
    pub seen: Vec<(Location, Node)>,
    /// The arrays of the procedure that were read and that operations of streams may be using.
    pub own: Vec<OwnRead>,
}

fn nothing<T>(node: Node) -> Result<T, Stop> {
    Err(Stop::ill_typed("this belongs to a kernel", node))
}

impl View<'_, '_> {
    /// Variables and arrays in a state. At the start of a procedure it has no arrays yet, so inside of `\old` its
    /// variables and arrays have their present values, as those of a thread do.
    fn memory(&self, when: When, node: Node) -> Result<&Memory, Stop> {
        match when {
            When::Now | When::At(Moment::Start) => Ok(self.now),
            When::At(Moment::Label(label)) => {
                let passed = self.frame.marks.iter().find(|(known, ..)| *known == label);
                passed.map(|(_, memory, _)| memory).ok_or_else(|| {
                    Stop::new(Cause::NotComputable("this speaks of a label that was not passed".into()), node)
                })
            }
        }
    }

    /// The arrays and objects in a state.
    fn objects(&self, when: When, node: Node) -> Result<&Objects, Stop> {
        match when {
            When::Now => Ok(self.objects),
            When::At(Moment::Start) => Ok(&self.frame.old),
            When::At(Moment::Label(label)) => {
                let passed = self.frame.marks.iter().find(|(known, ..)| *known == label);
                passed.map(|(.., objects)| objects).ok_or_else(|| {
                    Stop::new(Cause::NotComputable("this speaks of a label that was not passed".into()), node)
                })
            }
        }
    }

    /// The location of an element of an array, or of a field of an object, to which a reference refers.
    fn referred(&self, heap: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        let lost = || Stop::ill_typed("an unknown array or object", node);
        let (number, rest) = index.split_first().ok_or_else(lost)?;
        let number = number.to_i64().and_then(|n| u32::try_from(n).ok()).ok_or_else(lost)?;
        let length = self.objects.elements(number).ok_or_else(lost)?.len();
        let at = |offset| location(heap, number, offset);
        match (heap, rest) {
            (Heap::Elements(_), [index]) => {
                let offset = index.to_i64().and_then(|i| u32::try_from(i).ok());
                offset.filter(|offset| (*offset as usize) < length).map(at).ok_or_else(|| {
                    let length = Int::from(i64::try_from(length).unwrap_or(i64::MAX));
                    Stop::new(Cause::OutOfBounds { array: heap, dim: 0, index: index.clone(), length }, node)
                })
            }
            (Heap::Field(field), []) => {
                let class = self.program.field(field).ok_or_else(lost)?.class;
                let offset = self.program.fields_of(class).position(|(id, _)| id == field);
                offset.and_then(|offset| u32::try_from(offset).ok()).map(at).ok_or_else(lost)
            }
            (Heap::Elements(_) | Heap::Field(_) | Heap::Array(_) | Heap::Private(_), _) => Err(lost()),
        }
    }

    /// Notes that an array of the procedure is read, if an operation of a stream may interfere.
    fn note_read(&mut self, heap: Heap, when: When, node: Node) {
        let at = match when {
            When::At(Moment::Label(label)) => Some(label),
            When::Now | When::At(Moment::Start) => None,
        };
        let Heap::Private(var) = heap else { return };
        let nothing = at.is_none() && self.frame.streams.is_idle();
        if !nothing && !self.own.iter().any(|read| read.var == var && read.at == at) {
            self.own.push(OwnRead { var, at, node });
        }
    }

    fn array(&self, heap: Heap, when: When, node: Node) -> Result<&Array, Stop> {
        let Heap::Private(var) = heap else { return nothing(node) };
        let declared = self.memory(when, node)?.arrays.get(&var);
        declared.ok_or_else(|| Stop::new(Cause::NotComputable("this array is not declared yet".into()), node))
    }
}

impl<'p> Env<'p> for View<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.program
    }

    fn kernel(&self) -> &'p Kernel {
        no_kernel()
    }

    fn vars(&self) -> &'p [VarDecl] {
        &self.frame.procedure.vars
    }

    fn var(&mut self, var: VarId, when: When, node: Node) -> Result<Value, Stop> {
        let is_iterator = self.frame.iterators.contains(&var);
        let memory = if is_iterator { self.now } else { self.memory(when, node)? };
        let known = memory.vars.get(var.0 as usize).cloned();
        let known = known.ok_or_else(|| Stop::ill_typed("an unknown variable", node))?;
        let ty = self.vars().get(var.0 as usize).map(|decl| decl.ty);
        let value = known.or_else(|| Some(arbitrary(self.arbitrary?, ty?, var)));
        value.ok_or_else(|| Stop::new(Cause::UninitialisedVar(var), node))
    }

    fn launch(&mut self, _: LaunchVar, _: Axis, node: Node) -> Result<Value, Stop> {
        nothing(node)
    }

    fn scalar(&mut self, _: ScalarId, node: Node) -> Result<Value, Stop> {
        nothing(node)
    }

    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop> {
        let length = self.array(array, When::Now, node)?.dims.get(dim).copied();
        length.map(Int::from).ok_or_else(|| Stop::ill_typed("an unknown dimension", node))
    }

    fn length_of(&mut self, array: u32, node: Node) -> Result<Int, Stop> {
        let elements = self.objects.elements(array).ok_or_else(|| Stop::ill_typed("an unknown array", node))?;
        Ok(Int::from(i64::try_from(elements.len()).unwrap_or(i64::MAX)))
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        if matches!(array, Heap::Elements(_) | Heap::Field(_)) {
            return self.referred(array, index, node);
        }
        let Heap::Private(var) = array else { return nothing(node) };
        let dims = &self.array(array, When::Now, node)?.dims;
        match row_major(index.iter().map(Int::to_i64), dims) {
            Ok(offset) => Ok(Location::private(var, HOST, self.depth, offset)),
            Err(dim) => {
                let length = Int::from(dims.get(dim).copied().unwrap_or(0));
                let index = index.get(dim).cloned().unwrap_or(Int::ZERO);
                Err(Stop::new(Cause::OutOfBounds { array, dim, index, length }, node))
            }
        }
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        if matches!(location.object.heap, Heap::Elements(_) | Heap::Field(_)) {
            let elements = self.objects(when, node)?.elements(location.object.frame);
            let value = elements.and_then(|elements| elements.get(location.offset as usize)).cloned();
            if when == When::Now {
                self.seen.push((location, node));
            }
            return value
                .ok_or_else(|| Stop::new(Cause::NotComputable("this element does not exist yet".into()), node));
        }
        self.note_read(location.object.heap, when, node);
        let value = self.array(location.object.heap, when, node)?.cells.get(location.offset as usize).cloned();
        value.ok_or_else(|| Stop::new(Cause::NotComputable("this element does not exist yet".into()), node))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        let left = self.work.checked_sub(1);
        self.work = left.ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}
