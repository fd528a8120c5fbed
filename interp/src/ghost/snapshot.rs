//! A state of a launch as plain data.
//!
//! In: sizes, constants, elements and private variables, each where it is known. Out: a [`Execution`] that shows them.
//! What is not given has no value, and is reported as such. A model of a solver, or a state that a test invents, is
//! written as a snapshot.

use super::state::Execution;
use crate::env::{Env, When};
use crate::eval::eval;
use crate::int::Int;
use crate::launch::Launch;
use crate::location::{Location, Object};
use crate::member::{Member, ThreadId};
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;
use ir::Node;
use ir::{ArrayDecl, Axis, Heap, Kernel, LaunchVar, Moment, Program, ScalarId, VarDecl, VarId};
use std::collections::BTreeMap;

/// One state of a launch.
#[derive(Clone, Debug)]
pub struct Snapshot<'p> {
    /// The program.
    pub program: &'p Program,
    /// The kernel.
    pub kernel: &'p Kernel,
    /// Its size.
    pub launch: Launch,
    /// Constants of the launch.
    pub scalars: BTreeMap<ScalarId, Value>,
    /// Elements now.
    pub now: BTreeMap<Location, Value>,
    /// Elements before the kernel.
    pub old: BTreeMap<Location, Value>,
    /// Private variables of threads.
    pub private: BTreeMap<(ThreadId, VarId), Value>,
    /// How many nodes of expressions one call of [`Execution::look`] may evaluate.
    pub work: u64,
}

impl<'p> Snapshot<'p> {
    /// A launch without values: only its size is known.
    pub fn new(program: &'p Program, kernel: &'p Kernel, launch: Launch) -> Self {
        let (scalars, private) = (BTreeMap::new(), BTreeMap::new());
        let (now, old) = (BTreeMap::new(), BTreeMap::new());
        Self { program, kernel, launch, scalars, now, old, private, work: 1_000_000 }
    }
}

impl<'p> Execution<'p> for Snapshot<'p> {
    fn program(&self) -> &'p Program {
        self.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.kernel
    }

    fn launch(&self) -> Launch {
        self.launch
    }

    fn look(&mut self, who: Member, look: &mut dyn FnMut(&mut dyn Env<'p>)) {
        look(&mut Sight { of: self, who, left: self.work });
    }
}

/// A snapshot as one member sees it.
struct Sight<'s, 'p> {
    of: &'s Snapshot<'p>,
    who: Member,
    left: u64,
}

impl<'p> Sight<'_, 'p> {
    fn array(&self, heap: Heap, node: Node) -> Result<&'p ArrayDecl, Stop> {
        let Heap::Array(array) = heap else {
            return Err(Stop::new(Cause::NotComputable("nothing is known of private arrays here".into()), node));
        };
        let found = self.of.kernel.arrays.get(array.0 as usize);
        found.ok_or_else(|| Stop::new(Cause::IllTyped("an array that the kernel does not have".into()), node))
    }

    fn nobody(node: Node) -> Stop {
        Stop::new(Cause::NotComputable("this belongs to a thread or a group, and nobody is asked".into()), node)
    }
}

impl<'p> Env<'p> for Sight<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.of.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.of.kernel
    }

    fn vars(&self) -> &'p [VarDecl] {
        &self.of.kernel.vars
    }

    fn var(&mut self, var: VarId, _: When, node: Node) -> Result<Value, Stop> {
        let thread = self.who.as_thread().ok_or_else(|| Self::nobody(node))?;
        let value = self.of.private.get(&(thread, var)).cloned();
        value.ok_or_else(|| Stop::new(Cause::UninitialisedVar(var), node))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        self.of.launch.value(var, axis, self.who).map(Value::from).ok_or_else(|| Self::nobody(node))
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        let value = self.of.scalars.get(&scalar).cloned();
        value.ok_or_else(|| Stop::new(Cause::NotComputable("this constant has no value here".into()), node))
    }

    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop> {
        let length = self.array(array, node)?.dims.get(dim);
        let length = length.ok_or_else(|| Stop::new(Cause::IllTyped("an unknown dimension".into()), node))?;
        match eval(length, self)? {
            Value::Int(n) => Ok(n),
            Value::Bool(_)
            | Value::Float(_)
            | Value::Reference(_)
            | Value::Fraction(_)
            | Value::Enum(..)
            | Value::Collection(_) => Err(Stop::new(Cause::IllTyped("a length is no integer".into()), node)),
        }
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        let space = self.array(array, node)?.space;
        let object = match array {
            Heap::Array(array) => Object::seen_by(self.who, array, space),
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
        };
        let object = object.ok_or_else(|| Self::nobody(node))?;
        let mut offset = Int::ZERO;
        for (dim, index) in index.iter().enumerate() {
            let length = self.length(array, dim, node)?;
            if *index < Int::ZERO || *index >= length {
                return Err(Stop::new(Cause::OutOfBounds { array, dim, index: index.clone(), length }, node));
            }
            offset = offset.mul(&length).add(index);
        }
        let offset = offset.to_i64().and_then(|offset| u32::try_from(offset).ok());
        let offset = offset.ok_or_else(|| Stop::new(Cause::Limit(Limit::Memory), node))?;
        Ok(Location { object, offset })
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        let memory = match when {
            When::Now => &self.of.now,
            When::At(Moment::Start) => &self.of.old,
            When::At(Moment::Label(_)) => {
                let reason = "nothing is known of the states of labels here";
                return Err(Stop::new(Cause::NotComputable(reason.into()), node));
            }
        };
        let value = memory.get(&location).cloned();
        value.ok_or_else(|| Stop::new(Cause::UninitialisedLocation(location), node))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}
