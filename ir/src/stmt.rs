//! Statements of the typed program.

use crate::{Clause, Contract, Expr, LabelId, Node, Place, ProcId, Space, VarId};

/// Statements in order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its identity, and where it is written; of an `if`, a loop or an `atomic` the place of its head.
    pub node: Node,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `T x;` or `T x := e;`. Without initial value it is arbitrary, and so are the elements of an array.
    Declare(VarId, Option<Expr>),
    /// `x := e;`
    Assign(VarId, Expr),
    /// `a[e] := v;`
    Store(Place, Expr),
    /// `if (c) { … } else { … }`
    If(Expr, Block, Block),
    /// `while (c) { … }`; a `for` is a block with its initialisation and a loop whose body ends in the update.
    While {
        /// `loop_invariant` clauses.
        invariants: Vec<Clause>,
        /// The guard.
        guard: Expr,
        /// The body.
        body: Block,
    },
    /// `barrier(…) { … }`
    Barrier(Barrier),
    /// `assert e;`: `Bool` or `Resource`.
    Assert(Expr),
    /// `assume e;`: `Bool` or `Resource`… noted with the verdict.
    Assume(Expr),
    /// `{ … }`
    Block(Block),
    /// `atomic { … }`: one indivisible step. Its body declares, assigns, stores and branches.
    Atomic {
        /// What it orders.
        order: AtomicOrder,
        /// For whom it is atomic.
        scope: AtomicScope,
        /// What it does.
        body: Block,
    },
    /// Statements that an [`StmtKind::Exit`] inside them may leave. Front ends make one only where an exit leaves it.
    Scope(LabelId, Block),
    /// Goes on behind the scope of that label, which is around it: what `break`, `continue` and `return` are. It leaves
    /// no atomic.
    Exit(LabelId),
    /// `label L;`: a moment that [`crate::Moment::Label`] speaks of. It stands on every way to where that is said.
    Mark(LabelId),
    /// `f(e, …);`, `x := f(e, …);`
    Call(Call),
}

/// A call of a procedure.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: ProcId,
    /// One argument for each parameter; code, without permissions.
    pub args: Vec<Expr>,
    /// The private variable that gets the result, if anybody wants it.
    pub result: Option<VarId>,
}

/// What an atomic orders besides itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtomicOrder {
    /// Acquire and release: what its thread did before is there for whoever reads, in such an atomic, what this one
    /// wrote.
    Synchronising,
    /// `relaxed`: nothing.
    Relaxed,
}

/// The threads for which an atomic is indivisible, and which it synchronises with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtomicScope {
    /// All threads of the launch.
    Launch,
    /// `group`: those of its group.
    Group,
}

/// A barrier with its contract.
#[derive(Clone, Debug)]
pub struct Barrier {
    /// Whether it fences global memory.
    pub fences_global: bool,
    /// Whether it fences local memory.
    pub fences_local: bool,
    /// What each thread gives and gets.
    pub contract: Contract,
}

impl Barrier {
    /// Whether the barrier fences memory of this space.
    pub fn fences(&self, space: Space) -> bool {
        match space {
            Space::Global => self.fences_global,
            Space::Local => self.fences_local,
        }
    }
}
