//! Annotations that are written as calls, as far as the body of a kernel or function has been read.
//!
//! In: nothing. Out: [`Called`], and [`Logged`], the arrays whose accesses they mention; and [`Others`] and [`Claim`],
//! for annotations about two threads.

use crate::c::tree::Node;
use ir::build::At;
use ir::{Expr, Heap, Span, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The annotations of the kernel or function whose body is lowered.
#[derive(Default)]
pub struct Called<'n> {
    /// The statements that are preconditions, which stand in the contract already, and invariants that belong to a
    /// barrier.
    pub taken: Vec<&'n str>,
    /// The invariants of each loop.
    pub of_each_loop: Vec<&'n Node>,
    /// The annotations in front of all other statements but declarations.
    pub first: Vec<&'n str>,
    /// Whether such an annotation is being lowered, so that values here are those at the start.
    pub at_start: bool,
    /// The variables that the body assigns.
    pub assigned: BTreeSet<&'n str>,
    /// Values at the start that a postcondition names, as statements that keep them.
    pub old: Vec<Stmt>,
    /// What can be said of another thread.
    pub others: Others,
    /// Claims about two threads at the head of the loop that is being read.
    pub at_heads: Vec<Stmt>,
    /// The barrier invariants in front of barriers.
    pub at_barriers: BTreeMap<&'n str, Vec<&'n Node>>,
    /// What calls in the body say that it accesses.
    pub frame: Frame,
    /// What is asserted at the end.
    pub at_end: Vec<Stmt>,
}

/// Which arrays calls in a body name, of those that it reads first, and then of those that it writes.
#[derive(Default)]
pub struct Frame {
    /// The first of these calls.
    pub at: [Option<At>; 2],
    /// The arrays that they name.
    pub heaps: [BTreeSet<Heap>; 2],
}

/// The variables about the accesses to an array.
#[derive(Clone, Copy)]
pub struct Log {
    /// Whether an access was noted.
    pub noted: VarId,
    /// The number of the element that it accessed.
    pub number: VarId,
}

/// The arrays whose accesses annotations mention: those that are read, and those that are written.
#[derive(Default)]
pub struct Logged {
    /// Those that are read.
    pub reads: BTreeMap<Heap, Log>,
    /// Those that are written.
    pub writes: BTreeMap<Heap, Log>,
    /// An access under a type of another size, which is one to several elements or to a part of one.
    pub viewed: Option<Span>,
}

/// Where the condition stands that is being read.
#[derive(Default)]
pub enum Others {
    /// Where nothing can be said of another thread.
    #[default]
    Nowhere,
    /// In a precondition: of what is the same for the whole group, another thread has the same value.
    AtStart {
        /// Whether the condition mentions another thread.
        used: bool,
    },
    /// In a claim about two threads: the variables with values of the other thread, and these values for the own one.
    Here(Vec<(VarId, Expr)>),
}

/// A condition that must hold.
pub enum Claim {
    /// For each thread.
    OfOne(Expr),
    /// For any two threads: statements that declare variables for the values of the other thread, and the claim.
    OfTwo(Vec<Stmt>),
}
