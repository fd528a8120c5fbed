//! The syntax tree: what was written, before names and types are known.
//!
//! In: what `parse` understood of a file. Out: the tree that `check` gives meaning to and `print` writes back.
//! Equality of trees disregards where things stand ([`At`]) and comments ([`Notes`]).

pub use super::unequal::{At, Mark, Notes};
use dashu::integer::IBig;
use ir::{AtomicOrder, AtomicScope, Axis, BinaryOp, ClauseKind, QuantKind, Space, UnaryOp};

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub at: At,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its kernels and functions.
    pub items: Vec<Item>,
    /// Comments behind the last item.
    pub tail: Notes,
}

/// A top-level item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `kernel K { … }`
    Kernel(Kernel),
    /// `pure T f(…) = …;`
    Function(Function),
    /// `T f(…) { … }`
    Procedure(Procedure),
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: Name,
    /// What is between its braces.
    pub members: Vec<Member>,
    /// Whether a part of it could not be read, so that what is missing need not be reported.
    pub damaged: Mark,
    /// The whole item.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
    /// Comments in front of the closing brace.
    pub tail: Notes,
}

/// A part of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What it is.
    pub kind: MemberKind,
    /// The whole member.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// Whose contract a clause of a kernel belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `kernel requires …`
    Kernel,
    /// `group requires …`
    Group,
}

/// What a member of a kernel is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// `global T[e]… a, b;`, or without dimensions a constant `global T n, m;`
    Memory {
        /// `global` or `local`.
        space: Space,
        /// Type of an element.
        ty: TypeName,
        /// Lengths; none for a scalar.
        dims: Vec<Expr>,
        /// The names declared.
        names: Vec<Name>,
    },
    /// A pure function of the kernel.
    Function(Function),
    /// A procedure of the kernel.
    Procedure(Procedure),
    /// `kernel requires e;`, `group ensures e;`, …
    Clause(Level, Clause),
    /// `requires …; void main() { … }`
    Main {
        /// The thread's contract.
        contract: Vec<Clause>,
        /// The code.
        body: Block,
    },
}

/// `int`, `bool`, `float` or `double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// `float`
    Float,
    /// `double`
    Double,
}

/// A type as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// Which type.
    pub kind: TypeKind,
    /// Where it stands.
    pub at: At,
}

/// One clause of a contract, or a loop invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// When it holds.
    pub kind: ClauseKind,
    /// What holds.
    pub expr: Expr,
    /// The clause with its keyword.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// `decreases e;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What gets smaller with each call.
    pub expr: Expr,
    /// Its comments.
    pub notes: Notes,
}

/// A pure function with its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
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
    /// Its code, if it has any.
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
    /// What it does.
    pub kind: StmtKind,
    /// The statement; of an `if`, a loop or an `atomic` its head.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `T x, y := e;`
    Declare(TypeName, Vec<(Name, Option<Expr>)>),
    /// `T[e]… q, r;`: arrays of the thread.
    DeclareArray(TypeName, Vec<Expr>, Vec<Name>),
    /// `x := e;`, `a[e] := v;`; `x++` and `x += e` are written out.
    Assign(Target, Expr),
    /// `f(e, …);`
    Call(Name, Vec<Expr>),
    /// `if (c) { … } else { … }`
    If(Expr, Block, Option<Block>),
    /// `while (c) { … }`
    While {
        /// `loop_invariant` clauses.
        invariants: Vec<Clause>,
        /// The guard.
        guard: Expr,
        /// The body.
        body: Block,
    },
    /// `do { … } while (c);`
    DoWhile {
        /// `loop_invariant` clauses.
        invariants: Vec<Clause>,
        /// The body.
        body: Block,
        /// What must hold for another round.
        guard: Expr,
    },
    /// `for (init; guard; update) { … }`
    For {
        /// `loop_invariant` clauses.
        invariants: Vec<Clause>,
        /// A declaration or an assignment.
        init: Option<Box<Stmt>>,
        /// The guard.
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
        /// Its contract.
        contract: Vec<Clause>,
    },
    /// `assert e;`
    Assert(Expr),
    /// `assume e;`
    Assume(Expr),
    /// `{ … }`
    Block(Block),
    /// `atomic { … }`, `atomic relaxed group { … }`
    Atomic {
        /// What it orders.
        order: AtomicOrder,
        /// For whom it is atomic.
        scope: AtomicScope,
        /// What it does.
        body: Block,
    },
    /// `break;`, `continue;`, `return e;`
    Exit(Exit),
    /// `label L;`
    Label(Name),
}

/// Where control goes that does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Behind the loop.
    Break,
    /// To the next round of the loop.
    Continue,
    /// To the end of `main` or of the procedure, with its result.
    Return(Option<Expr>),
}

/// What an assignment writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// A variable, or the array.
    pub name: Name,
    /// Indices; none for a variable.
    pub index: Vec<Expr>,
    /// Where it stands.
    pub at: At,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub at: At,
}

/// Bounds of a binder, `= lo .. hi`: from `lo` to just below `hi`.
pub type Bounds = Option<(Expr, Expr)>;

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// An integer literal.
    Int(IBig),
    /// A float literal: its digits without suffix, and the suffix's type if it has one.
    Float(String, Option<TypeKind>),
    /// `true`, `false`
    Bool(bool),
    /// `write`
    Write,
    /// `read`
    Read,
    /// `none`
    NoAmount,
    /// A variable, scalar or launch variable.
    Name(String),
    /// `\result`
    Result,
    /// `a[e]…`
    Index(Name, Vec<Expr>),
    /// `a.length`, `a.length(d)`
    Length(Name, Option<IBig>),
    /// `tid.y`: a launch variable in one dimension.
    Along(Name, Axis),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Infix operator and where it stands.
    Binary(BinaryOp, At, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(\forall int i; range; body)`
    Quant {
        /// Which quantifier.
        kind: QuantKind,
        /// What it binds.
        binders: Vec<(TypeName, Name, Bounds)>,
        /// The range, if written.
        range: Option<Box<Expr>>,
        /// What is said of each.
        body: Box<Expr>,
    },
    /// `{: e, f :}`
    Trigger(Vec<Expr>),
    /// `\old(e)`, `\old[L](e)`
    Old(Option<Name>, Box<Expr>),
    /// `f(e, …)`
    Call(Name, Vec<Expr>),
    /// `\wrap(u32, e)`, `\fma(ru, a, b, c)`
    Intrinsic {
        /// Its name, without the backslash.
        name: Name,
        /// The type or the direction in front of the arguments.
        word: Option<Name>,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `Perm(a[e], p)`
    Perm(Box<Expr>, Box<Expr>),
    /// `perm(a[e], 100)`: in percent.
    Percent(Box<Expr>, Box<Expr>),
    /// `PointsTo(a[e], p, v)`
    PointsTo(Box<Expr>, Box<Expr>, Box<Expr>),
}
