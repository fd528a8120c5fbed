//! What is left to do in code of the host, as data: an explicit stack, so that code can stop and go on later.
//!
//! In: nothing. Out: [`Work`], and where control comes to.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Barrier, Block, Call, Clause, Expr, LabelId, LoopKeeps, Node, Par, Stmt, VarId};

use super::memory::Frame;
use super::team::Team;
use super::turns::Turns;
use crate::ghost::Footprint;
use crate::int::Int;

/// A part of what is left to do.
pub(super) enum Work<'p> {
    /// These statements.
    Stmts(&'p [Stmt]),
    /// The rest of a loop, from its guard on.
    Loop(Turn<'p>),
    /// The end of a scope.
    Scope(LabelId),
    /// The end of a block in which an invariant is shared.
    Unshare,
    /// Parallel blocks that run.
    Par(Box<Running<'p>>),
    /// The end of a procedure that was called.
    Return(&'p Call, Node),
    /// The end of a block that declares these arrays.
    End(BTreeSet<VarId>),
}

/// A loop between two iterations.
pub(super) struct Turn<'p> {
    pub clauses: &'p [Clause],
    /// What the loop keeps although its invariants do not name it.
    pub keeps: LoopKeeps,
    pub guard: &'p Expr,
    pub body: &'p Block,
    /// The place of the measure.
    pub at: Node,
    /// The measure before the last iteration.
    pub measure: Option<Vec<Int>>,
    /// Whether an iteration has ended.
    pub again: bool,
}

/// Where control goes on behind the first part of a statement.
pub(super) enum Next<'p> {
    /// Behind the statement.
    Behind,
    /// In the statement.
    Inside(Vec<Work<'p>>),
    /// Behind the scope with this label.
    Leaves(LabelId),
    /// Nowhere until others have come to this barrier.
    Waits(&'p Barrier, Node),
}

/// Where control has come to.
pub(super) enum Pause<'p> {
    /// The end.
    End,
    /// A barrier.
    Barrier(&'p Barrier, Node),
    /// An atomic step, which is the next thing to do.
    Step,
    /// A message that this iteration of the innermost block has not sent yet. To receive it is the next thing to do.
    Message(usize),
    /// A step with a lock or a thread, which is the next thing to do once one of these is there.
    Waits(Vec<Wait>),
}

/// An iteration that is not executed at the moment.
pub(super) struct Task<'p> {
    /// The number of its block.
    pub block: usize,
    pub frame: Frame<'p>,
    /// The procedures that it is executing, the innermost last.
    pub called: Vec<Frame<'p>>,
    pub left: Vec<Work<'p>>,
    /// The barrier that it waits at.
    pub waits: Option<(&'p Barrier, Node)>,
}

/// Parallel blocks that run.
pub(super) struct Running<'p> {
    pub pars: Vec<&'p Par>,
    pub tasks: Vec<Task<'p>>,
    /// The team of the iterations, while they are not executed.
    pub team: Option<Team>,
    pub node: Node,
    pub round: u64,
    pub turns: Turns,
    pub brought: Vec<Option<Footprint>>,
    /// For each iteration those that wait for a message from it.
    pub receivers: BTreeMap<usize, Vec<usize>>,
    /// Those that wait for others, each with what it waits for.
    pub waiting: Vec<(usize, Vec<Wait>)>,
}

/// What a thread or an iteration waits for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// The lock of this object.
    Lock(u32),
    /// The `notify` for this ticket of a `wait`, and then the lock of this object.
    Notify(u32, u64),
    /// The end of the thread of this object.
    Thread(u32),
}

/// A thread or an iteration that waits, and the statement at which it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    pub cause: Cause,
    pub node: Node,
}
