//! Memory seen through a footprint.
//!
//! In: an environment that shows everything, and footprints. Out: an environment that shows only what they hold; or one
//! that shows the state before the kernel.

use super::footprint::Footprint;
use crate::env::{Env, When};
use crate::int::Int;
use crate::location::Location;
use crate::stop::{Cause, Stop};
use crate::value::Value;
use ir::Node;
use ir::{ArrayId, Axis, Kernel, LaunchVar, Program, ScalarId, VarId};
use std::marker::PhantomData;

/// An environment whose reads need permission: the current ones by `now`, those of `\old` by `old`. No footprint, no
/// restriction.
pub struct Framed<'e, 'p, E: Env<'p> + ?Sized> {
    inner: &'e mut E,
    now: Option<&'e Footprint>,
    old: Option<&'e Footprint>,
    /// Whether every read is one of the state before the kernel.
    before: bool,
    program: PhantomData<&'p ()>,
}

impl<'e, 'p, E: Env<'p> + ?Sized> Framed<'e, 'p, E> {
    /// Restricts an environment.
    pub fn new(inner: &'e mut E, now: Option<&'e Footprint>, old: Option<&'e Footprint>) -> Self {
        Self { inner, now, old, before: false, program: PhantomData }
    }

    /// The state before the kernel, without restriction.
    pub fn before(inner: &'e mut E) -> Self {
        Self { inner, now: None, old: None, before: true, program: PhantomData }
    }
}

impl<'p, E: Env<'p> + ?Sized> Env<'p> for Framed<'_, 'p, E> {
    fn program(&self) -> &'p Program {
        self.inner.program()
    }

    fn kernel(&self) -> &'p Kernel {
        self.inner.kernel()
    }

    fn var(&mut self, var: VarId, node: Node) -> Result<Value, Stop> {
        self.inner.var(var, node)
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        self.inner.launch(var, axis, node)
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        self.inner.scalar(scalar, node)
    }

    fn length(&mut self, array: ArrayId, dim: usize, node: Node) -> Result<Int, Stop> {
        self.inner.length(array, dim, node)
    }

    fn locate(&mut self, array: ArrayId, index: &[Int], node: Node) -> Result<Location, Stop> {
        self.inner.locate(array, index, node)
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        let when = if self.before { When::Old } else { when };
        let frame = match when {
            When::Now => self.now,
            When::Old => self.old,
        };
        if frame.is_some_and(|held| !held.reads(location)) {
            return Err(Stop::new(Cause::NoPermission(location), node));
        }
        self.inner.load(location, when, node)
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.inner.tick(node)
    }
}
