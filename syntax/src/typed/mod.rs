//! The typed program: names resolved, types known, old spellings gone.
//!
//! In: an AST that resolved and type-checked. Out: what `logic` gives a meaning to and `interp` executes.

mod expr;
mod intrinsic;

pub use expr::{Axis, BinaryOp, Dims, Expr, ExprKind, LaunchVar, Place, Quant, QuantKind, UnaryOp};

pub use intrinsic::{Bits, FloatArith, Intrinsic, Rounding, Width};

use crate::span::Span;

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
}
index! {
    /// Index into [`Kernel::arrays`].
    ArrayId,
    /// Index into [`Kernel::scalars`].
    ScalarId,
    /// Index into [`Kernel::vars`] or [`Function::vars`]: a private variable, a parameter or a bound variable.
    VarId,
    /// Index into [`Program::functions`].
    FnId
}

/// A name and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// All items of one file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The text that the spans speak of, for whoever quotes it.
    pub text: std::sync::Arc<str>,
    /// Pure functions, those of kernels included ([`Function::kernel`]).
    pub functions: Vec<Function>,
    /// Kernels, in the order of the file.
    pub kernels: Vec<Kernel>,
}

impl Program {
    /// The text at a span as one line: what the user wrote there, without its line breaks.
    pub fn quote(&self, span: Span) -> String {
        span.text(&self.text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line, counted from 1, on which a span starts.
    pub fn line(&self, span: Span) -> usize {
        let before = self.text.as_bytes().iter().take(span.start as usize);
        before.filter(|b| **b == b'\n').count() + 1
    }
}

/// Precision of an IEEE 754 float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// `float`, binary32.
    Single,
    /// `double`, binary64.
    Double,
}

/// Type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `int`: a mathematical integer.
    Int,
    /// `bool`.
    Bool,
    /// `float` or `double`.
    Float(FloatFormat),
    /// `frac`: an exact fraction, the amount of a permission.
    Frac,
    /// An assertion that may contain permissions.
    Resource,
}

/// Which memory an array lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Shared by all groups of a launch.
    Global,
    /// One copy per group.
    Local,
}

/// `global T[e]… a;` or `local T[e]… a;`.
#[derive(Clone, Debug)]
pub struct ArrayDecl {
    /// Name of the array.
    pub name: Ident,
    /// Where it lives.
    pub space: Space,
    /// Type of an element: `Int`, `Bool` or `Float`.
    pub elem: Type,
    /// One length per dimension, of type `Int`; reads only scalars and launch variables.
    pub dims: Vec<Expr>,
    /// The declaration.
    pub span: Span,
}

/// `global int n;`: a constant of the launch.
#[derive(Clone, Debug)]
pub struct ScalarDecl {
    /// Name of the constant.
    pub name: Ident,
    /// `Int`, `Bool` or `Float`.
    pub ty: Type,
}

/// A private variable, parameter or bound variable.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Name as written.
    pub name: Ident,
    /// Its type.
    pub ty: Type,
}

/// A kernel with its three levels of contract (D6.2 section 5.1.2).
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Name of the kernel.
    pub name: Ident,
    /// Arrays in global and local memory.
    pub arrays: Vec<ArrayDecl>,
    /// Scalar constants of the launch.
    pub scalars: Vec<ScalarDecl>,
    /// Every private and bound variable of the kernel, its contracts included.
    pub vars: Vec<VarDecl>,
    /// `kernel requires/ensures/context`.
    pub kernel_contract: Contract,
    /// `group requires/ensures/context`.
    pub group_contract: Contract,
    /// `requires/ensures/context` of `main`.
    pub thread_contract: Contract,
    /// How many dimensions groups and threads are numbered in: up to the last one that the text mentions.
    pub dims: Dims,
    /// Whether the text mentions any of `gid`, `lid`, `ngroups`, `tcount`, in any dimension; if not, the launch has one
    /// group.
    pub mentions_groups: bool,
    /// Body of `main`.
    pub body: Block,
    /// The whole item.
    pub span: Span,
}

/// A contract: its clauses in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl Contract {
    /// Clauses that hold before: `requires` and `context`.
    pub fn pre(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|c| matches!(c.kind, ClauseKind::Requires | ClauseKind::Context))
    }

    /// Clauses that hold after: `ensures` and `context`.
    pub fn post(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|c| matches!(c.kind, ClauseKind::Ensures | ClauseKind::Context))
    }
}

/// When a clause holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// Before.
    Requires,
    /// After.
    Ensures,
    /// Before and after.
    Context,
    /// At the head of a loop, each time.
    Invariant,
}

/// One clause of a contract or one loop invariant.
#[derive(Clone, Debug)]
pub struct Clause {
    /// When it holds.
    pub kind: ClauseKind,
    /// Of type `Bool` or `Resource`.
    pub expr: Expr,
    /// The clause with its keyword.
    pub span: Span,
}

/// A `pure` function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Ident,
    /// The kernel (index into [`Program::kernels`]) whose memory and scalars it may read; `None` at top level.
    pub kernel: Option<usize>,
    /// Parameters first (`params` of them), then variables bound in contract and body.
    pub vars: Vec<VarDecl>,
    /// How many of `vars` are parameters.
    pub params: usize,
    /// Type of the result.
    pub ret: Type,
    /// `requires` may contain permissions; `ensures` is pure and may use [`ExprKind::Result`].
    pub contract: Contract,
    /// The measure of `decreases`, of type `Int`.
    pub decreases: Option<Expr>,
    /// The body; a function without one is abstract, and every proof that uses it says so.
    pub body: Option<Expr>,
    /// The whole item.
    pub span: Span,
}

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
    /// The statement; of an `if`, a loop or an `atomic` its head.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `T x;` or `T x := e;`. Without initial value it is arbitrary.
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
}

/// What an atomic orders besides itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtomicOrder {
    /// Acquire and release: what its thread did before is there for whoever reads, in such an atomic, what this one wrote.
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

impl Block {
    /// Whether an atomic stands in it, at any depth.
    pub fn has_atomic(&self) -> bool {
        self.first_atomic().is_some()
    }

    /// The first atomic in it, at any depth.
    pub fn first_atomic(&self) -> Option<&Stmt> {
        self.stmts.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Atomic { .. } => Some(stmt),
            StmtKind::If(_, a, b) => a.first_atomic().or_else(|| b.first_atomic()),
            StmtKind::While { body, .. } | StmtKind::Block(body) => body.first_atomic(),
            StmtKind::Declare(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Barrier(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_) => None,
        })
    }
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
