//! The syntax tree of a file: its text, parsed, before names and types are resolved.
//!
//! In: nothing; `parse` builds trees. Out: the tree of a file, which `check` resolves and `print` writes back as text.
//! Equality of trees ignores positions ([`At`]) and comments ([`Notes`]).

pub use super::type_name::{TypeKind, TypeName};
pub use super::unequal::{At, Mark, Notes};
use dashu::integer::IBig;
use ir::{AtomicOrder, AtomicScope, Axis, BinaryOp, ClauseKind, QuantKind, ReduceKind, Space, Span, UnaryOp};

/// A name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Position of the name.
    pub at: At,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its kernels, functions and procedures.
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
    /// The members between its braces.
    pub members: Vec<Member>,
    /// Whether a part of the kernel could not be read. Then missing parts are not reported.
    pub damaged: Mark,
    /// The whole item.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
    /// Comments in front of the closing brace.
    pub tail: Notes,
}

/// A declaration, function, procedure, clause or `main` of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The kind of member.
    pub kind: MemberKind,
    /// The whole member.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// The level whose contract a clause inside of a kernel belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `kernel requires …`
    Kernel,
    /// `group requires …`
    Group,
}

/// The kinds of members of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// `global T[e]… a, b;`, or without dimensions a constant `global T n, m;`
    Memory {
        /// `global` or `local`.
        space: Space,
        /// Type of the elements, or of the scalar.
        ty: TypeName,
        /// Lengths of an array, one per dimension; none for a scalar.
        dims: Vec<Expr>,
        /// The declared names.
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

/// One clause of a contract, or a loop invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The kind of the clause.
    pub kind: ClauseKind,
    /// The condition or permission. For a measure, the first integer.
    pub expr: Expr,
    /// The further integers of a measure.
    pub more: Vec<Expr>,
    /// The whole clause with its keyword.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// `decreases a, b;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The integers, which are compared from the first on. There is at least one.
    pub exprs: Vec<Expr>,
    /// The whole clause with its keyword.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

impl Measure {
    /// The place of the first integer.
    pub fn first(&self) -> Span {
        self.exprs.first().map_or(self.at.0, |e| e.at.0)
    }
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
    /// `launch k(groups = e, threads = e)(e, …);`
    Launch {
        /// The kernel.
        kernel: Name,
        /// The number of groups, one number for each dimension.
        groups: Vec<Expr>,
        /// The number of threads of each group, one number for each dimension.
        threads: Vec<Expr>,
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
        /// The order of memory accesses that the step establishes.
        order: AtomicOrder,
        /// The threads for which the step is indivisible.
        scope: AtomicScope,
        /// The statements of the step.
        body: Block,
    },
    /// `break;`, `continue;`, `return e;`
    Exit(Exit),
    /// `label L;`
    Label(Name),
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

/// The variable or location that an assignment writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// A variable, or the array.
    pub name: Name,
    /// Indices; none for a variable.
    pub index: Vec<Expr>,
    /// Position of the target.
    pub at: At,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// Position of the expression.
    pub at: At,
}

/// Bounds of a binder, `= lo .. hi`: from `lo` to just below `hi`.
pub type Bounds = Option<(Expr, Expr)>;

/// The kinds of expressions.
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
    /// Infix operator, with the position of the operator.
    Binary(BinaryOp, At, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(\forall int i; range; body)`
    Quant {
        /// The kind of the quantifier.
        kind: QuantKind,
        /// The bound variables, each with its bounds if they are written.
        binders: Vec<(TypeName, Name, Bounds)>,
        /// The condition on the binders, if it is written.
        range: Option<Box<Expr>>,
        /// The expression that is quantified.
        body: Box<Expr>,
    },
    /// `(\sum int i = lo .. hi; body)`
    Reduce {
        /// How the values of the body are combined.
        kind: ReduceKind,
        /// The bound variables, each with its bounds if they are written.
        binders: Vec<(TypeName, Name, Bounds)>,
        /// The condition on the binders, if it is written.
        range: Option<Box<Expr>>,
        /// What is combined.
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
        /// The word in front of the arguments: a type such as `u32`, or a direction of rounding such as `ru`.
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
