//! Functions, procedures and statements in the syntax tree.
//!
//! In: nothing; `parse` builds trees. Out: the trees of functions, procedures, blocks and statements.

use super::clause::{Clause, GhostClause, Measure};
use super::expression::{Bounds, Expr, Name};
use super::target::Target;
use super::type_name::TypeName;
use super::unequal::{At, Notes};
use dashu::integer::IBig;
use ir::{AtomicOrder, AtomicScope, BinaryOp};

/// A pure function with its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Whether `inline` stands in front.
    pub inline: bool,
    /// Where `opaque` stands, if it does.
    pub opaque: Option<At>,
    /// `requires`, `ensures`, `context`.
    pub contract: Vec<Clause>,
    /// `decreases` clauses; more than one is an error.
    pub decreases: Vec<Measure>,
    /// Type of the result.
    pub ret: TypeName,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<(TypeName, Name)>,
    /// Its body, if it has one.
    pub body: Option<Expr>,
    /// The whole item.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// A procedure with its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// `given` and `yields`.
    pub ghosts: Vec<GhostClause>,
    /// `requires`, `ensures`, `context`.
    pub contract: Vec<Clause>,
    /// `decreases` clauses; more than one is an error.
    pub decreases: Vec<Measure>,
    /// Type of the result; none for `void`.
    pub ret: Option<TypeName>,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<(TypeName, Name)>,
    /// The code; `None` for a procedure without body.
    pub body: Option<Block>,
    /// The head, from the type to the parenthesis.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// Comments in front of the closing brace.
    pub tail: Notes,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// The kind of statement.
    pub kind: StmtKind,
    /// The whole statement; for an `if`, a loop or an `atomic` only its head.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `T x, y := e;`
    Declare(TypeName, Vec<(Name, Option<Expr>)>),
    /// `T[e]… q, r;`: private arrays of the thread.
    DeclareArray(TypeName, Vec<Expr>, Vec<Name>),
    /// `device T[e]… q, r;`: arrays in the memory of the device.
    DeclareDevice(TypeName, Vec<Expr>, Vec<Name>),
    /// `x := e;` or `a[e] := v;`. The parser writes `x++` and `x += e` in this form.
    Assign(Target, Expr),
    /// `f(e, …);`, and `copy(a, b);` or `copy(a, b, e);`, which is a call if a procedure or function has the name.
    Call(Name, Vec<Expr>),
    /// `o.x := e;`, `o.a[i] := e;`: the location is a field, or an element of [`ExprKind::ElementOf`].
    Store(Expr, Expr),
    /// `o.m(e, …);`: the expression is an [`ExprKind::Method`].
    Invoke(Expr),
    /// `f(e) given {x = e} yields {y = z};`, `r := f(e) given {x = e};`: a call with ghost arguments and ghost results.
    Given {
        /// The call: a statement of its own, or the value of a declaration or of an assignment.
        call: Box<Stmt>,
        /// The ghost parameters of the called procedure, each with its value.
        given: Vec<(Name, Expr)>,
        /// The ghost variables that get ghost results, each with the name of the result in the called procedure.
        yields: Vec<(Name, Name)>,
    },
    /// `copy(a, b, stream = s);`, `copy(a, b, e, stream = s);`: the name is `copy`.
    CopyIn(Name, Vec<Expr>, Name),
    /// `stream s, t;`
    Streams(Vec<Name>),
    /// `event e = record(s);`: the event and the stream.
    Event(Name, Name),
    /// `launch k(groups = e, threads = e, stream = s)(e, …);`
    Launch {
        /// The kernel.
        kernel: Name,
        /// The number of groups, one number for each dimension.
        groups: Vec<Expr>,
        /// The number of threads of each group, one number for each dimension.
        threads: Vec<Expr>,
        /// The stream, if one is written.
        stream: Option<Name>,
        /// The arguments, for the global members of the kernel in the order of the text.
        args: Vec<Expr>,
    },
    /// `if (c) { … } else { … }`
    If(Expr, Block, Option<Block>),
    /// `while (c) { … }`
    While {
        /// `loop_invariant` clauses, and measures (`decreases`).
        invariants: Vec<Clause>,
        /// The condition of the loop.
        guard: Expr,
        /// The body.
        body: Block,
    },
    /// `do { … } while (c);`
    DoWhile {
        /// `loop_invariant` clauses, and measures (`decreases`).
        invariants: Vec<Clause>,
        /// The body.
        body: Block,
        /// The condition of the loop, under which another iteration follows.
        guard: Expr,
    },
    /// `for (init; guard; update) { … }`
    For {
        /// `loop_invariant` clauses, and measures (`decreases`).
        invariants: Vec<Clause>,
        /// A declaration or an assignment.
        init: Option<Box<Stmt>>,
        /// The condition of the loop.
        guard: Expr,
        /// An assignment.
        update: Option<Box<Stmt>>,
        /// The body.
        body: Block,
    },
    /// `barrier(global) { … }`
    Barrier {
        /// Whether it fences global memory.
        global: bool,
        /// Whether it fences local memory.
        local: bool,
        /// The parallel block whose iterations meet at it, if it is in one. Then it fences all memory.
        of: Option<Name>,
        /// The invariants that it opens: `barrier(p; inv, …)`.
        opens: Vec<Name>,
        /// Its contract.
        contract: Vec<Clause>,
    },
    /// `par name (int i = lo .. hi, …) contract { … }`
    Par(Par),
    /// `send L, d: R;`
    Send(Send),
    /// `recv L;`, or `recv R from L, d;`: the label, and what is said of the message.
    Receive(Name, Option<(Expr, Distance)>),
    /// `lock e;`, `fork e;` and their relatives.
    Sync(SyncWord, Expr),
    /// `synchronized (e) { … }`
    Synchronized(Expr, Block),
    /// `assert e;`
    Assert(Expr),
    /// `assume e;`
    Assume(Expr),
    /// `inhale R;`
    Inhale(Expr),
    /// `exhale R;`
    Exhale(Expr),
    /// `refute e;`
    Refute(Expr),
    /// `ghost …;`: code that only specifications see.
    Ghost {
        /// Whether the statements stand in braces. If not, variables that they declare exist behind them.
        braces: bool,
        /// The statements.
        body: Block,
    },
    /// `fold P(e, …);`, or `unfold P(e, …);` if it goes `back`.
    Fold {
        /// Whether the word is `unfold`.
        back: bool,
        /// The use of the resource.
        instance: Expr,
    },
    /// `{ … }`
    Block(Block),
    /// `parallel { par … par … }`: parallel blocks that run at the same time.
    Parallel(Block),
    /// `atomic { … }`, `atomic relaxed group { … }`
    Atomic {
        /// The order of memory accesses that the step establishes.
        order: AtomicOrder,
        /// The threads for which the step is indivisible.
        scope: AtomicScope,
        /// The invariants that the step opens: `atomic(inv, …) { … }`.
        opens: Vec<Name>,
        /// The statements of the step.
        body: Block,
    },
    /// `fence;`, `fence group;`
    Fence(AtomicScope),
    /// `invariant inv(e) { … }`
    Share {
        /// The name of the invariant.
        name: Name,
        /// What the threads of the block share.
        invariant: Expr,
        /// The block.
        body: Block,
    },
    /// `break;`, `continue;`, `return e;`
    Exit(Exit),
    /// `label L;`
    Label(Name),
}

/// A parallel block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Par {
    /// Its name, if one is written.
    pub name: Option<Name>,
    /// The comparison of a loop with a contract of its iterations: `<` for `for (int i = lo; i < hi; i++)`, or `<=`.
    /// `None` if the block is written as `par`.
    pub looped: Option<BinaryOp>,
    /// Its iterators, each with its bounds.
    pub iterators: Vec<(TypeName, Name, Bounds)>,
    /// The contract of each iteration.
    pub contract: Vec<Clause>,
    /// The code of each iteration.
    pub body: Block,
}

/// By how much the iterator of the receiver is greater than that of the sender, as written, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The number.
    pub value: IBig,
    /// Its place.
    pub at: At,
}

/// A message to a later iteration of a parallel block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The label.
    pub label: Name,
    /// The distance.
    pub distance: Distance,
    /// What is sent.
    pub resource: Expr,
    /// Whether it is written `send R to L, d;`, where `L` may also be the label in front of the statement that
    /// receives.
    pub to: bool,
}

/// The word of a statement about a lock or a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncWord {
    /// `lock`
    Lock,
    /// `unlock`
    Unlock,
    /// `wait`
    Wait,
    /// `notify`
    Notify,
    /// `commit`
    Commit,
    /// `fork`
    Fork,
    /// `join`
    Join,
}

impl SyncWord {
    /// All words.
    pub const ALL: [Self; 7] =
        [Self::Lock, Self::Unlock, Self::Wait, Self::Notify, Self::Commit, Self::Fork, Self::Join];

    /// The word as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Lock => "lock",
            Self::Unlock => "unlock",
            Self::Wait => "wait",
            Self::Notify => "notify",
            Self::Commit => "commit",
            Self::Fork => "fork",
            Self::Join => "join",
        }
    }

    /// The statement that starts with this word.
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.text() == text)
    }
}

/// A statement that leaves a loop, an iteration or the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Leaves the loop.
    Break,
    /// Goes on with the next iteration of the loop.
    Continue,
    /// Ends `main` or the procedure, with this result.
    Return(Option<Expr>),
}
