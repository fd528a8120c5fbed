//! Environments that allow only reads for which there is permission.
//!
//! In: an environment that shows everything, and footprints. Out: an environment that shows only what they hold; or one
//! that shows the state before the kernel.

use super::footprint::Footprint;
use super::span::Span;
use crate::env::{Env, When};
use crate::int::Int;
use crate::location::Location;
use crate::stop::{Cause, Stop};
use crate::value::Value;
use ir::Node;
use ir::{Axis, Heap, Kernel, LabelId, LaunchVar, Moment, Program, ScalarId, VarDecl, VarId};
use std::marker::PhantomData;

/// An environment whose reads need permission in a frame. Reads of private arrays need none.
pub struct Framed<'e, 'p, E: Env<'p> + ?Sized> {
    inner: &'e mut E,
    frame: MayRead<'e>,
    /// Whether every read is one of the state before the kernel.
    before: bool,
    /// The locations that were read, if they are noted.
    reads: Option<Reads>,
    program: PhantomData<&'p ()>,
}

/// The locations that may be read in each state: a location may be read if the footprint has a positive share of it.
/// `None` means that every location may be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct MayRead<'f> {
    /// In the current state.
    pub now: Option<&'f Footprint>,
    /// In the state of `\old`.
    pub start: Option<&'f Footprint>,
    /// In the states of labels; one that is not listed has no restriction.
    pub labels: &'f [(LabelId, Option<Footprint>)],
}

/// Locations that were read. Quantified conditions read neighbours of a few arrays in turn.
#[derive(Default)]
struct Reads(Vec<(Span, When)>);

impl Reads {
    /// How many of the last spans may grow.
    const TURNS: usize = 6;

    fn push(&mut self, location: Location, when: When) {
        let mut last = self.0.iter_mut().rev().take(Self::TURNS).filter(|(_, of)| *of == when);
        if !last.any(|(span, _)| span.contains(location) || span.grow(location)) {
            self.0.push((Span::one(location), when));
        }
    }
}

impl<'f> MayRead<'f> {
    /// Whether locations may be read in a state.
    pub(super) fn allows(&self, span: Span, when: When) -> bool {
        self.at(when).is_none_or(|held| held.reads_all(span))
    }

    fn at(&self, when: When) -> Option<&'f Footprint> {
        match when {
            When::Now => self.now,
            When::At(Moment::Start) => self.start,
            When::At(Moment::Label(label)) => {
                let marked = self.labels.iter().find(|(known, _)| *known == label);
                marked.and_then(|(_, held)| held.as_ref())
            }
        }
    }
}

impl<'e, 'p, E: Env<'p> + ?Sized> Framed<'e, 'p, E> {
    /// An environment that allows only reads in the frame.
    pub fn new(inner: &'e mut E, frame: MayRead<'e>) -> Self {
        Self { inner, frame, before: false, reads: None, program: PhantomData }
    }

    /// An environment that allows every read, and notes those of memory that is not private.
    pub(super) fn noting(inner: &'e mut E) -> Self {
        Self { reads: Some(Reads::default()), ..Self::new(inner, MayRead::default()) }
    }

    /// The reads that were noted.
    pub(super) fn into_reads(self) -> Vec<(Span, When)> {
        self.reads.unwrap_or_default().0
    }

    /// An environment that shows the state before the kernel, without restriction.
    pub fn before(inner: &'e mut E) -> Self {
        Self { before: true, ..Self::new(inner, MayRead::default()) }
    }
}

impl<'p, E: Env<'p> + ?Sized> Env<'p> for Framed<'_, 'p, E> {
    fn program(&self) -> &'p Program {
        self.inner.program()
    }

    fn kernel(&self) -> &'p Kernel {
        self.inner.kernel()
    }

    fn vars(&self) -> &'p [VarDecl] {
        self.inner.vars()
    }

    fn var(&mut self, var: VarId, when: When, node: Node) -> Result<Value, Stop> {
        self.inner.var(var, when, node)
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        self.inner.launch(var, axis, node)
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        self.inner.scalar(scalar, node)
    }

    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop> {
        self.inner.length(array, dim, node)
    }

    fn length_of(&mut self, array: u32, node: Node) -> Result<Int, Stop> {
        self.inner.length_of(array, node)
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        self.inner.locate(array, index, node)
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        let when = if self.before { When::OLD } else { when };
        let is_private = matches!(location.object.heap, Heap::Private(_));
        if !is_private && !self.frame.allows(Span::one(location), when) {
            return Err(Stop::new(Cause::NoPermission(location), node));
        }
        if let Some(reads) = self.reads.as_mut().filter(|_| !is_private) {
            reads.push(location, when);
        }
        self.inner.load(location, when, node)
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.inner.tick(node)
    }
}
