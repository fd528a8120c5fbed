//! The typed program: names resolved, types known, old spellings gone.
//!
//! In: an AST that resolved and type-checked. Out: what `logic` gives a meaning to and `interp` executes.

use crate::span::Span;
use dashu::integer::IBig;

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
    /// Pure functions, those of kernels included ([`Function::kernel`]).
    pub functions: Vec<Function>,
    /// Kernels, in the order of the file.
    pub kernels: Vec<Kernel>,
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
    /// Whether the text mentions any of `gid`, `lid`, `ngroups`, `tcount`; if not, the launch has one group.
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
    /// The statement; of an `if` or a loop its head.
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

/// A location: array and one index per dimension.
#[derive(Clone, Debug)]
pub struct Place {
    /// The array.
    pub array: ArrayId,
    /// Indices of type `Int`, as many as the array has dimensions.
    pub index: Vec<Expr>,
    /// Where it is written.
    pub span: Span,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// Names that every kernel knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LaunchVar {
    /// Thread within the launch: `gid * gsize + lid`.
    Tid,
    /// Group within the launch.
    Gid,
    /// Thread within its group.
    Lid,
    /// Threads of the launch: `ngroups * gsize`.
    Tcount,
    /// Threads per group, at least 1.
    Gsize,
    /// Groups of the launch, at least 1.
    Ngroups,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Integer literal.
    Int(IBig),
    /// `true`, `false`.
    Bool(bool),
    /// Float literal: its IEEE bits, in the format of the type.
    Float(u64),
    /// `write` (the fraction 1).
    Write,
    /// `none` (the fraction 0).
    NoAmount,
    /// `read`: positive, of no fixed size. Only as an amount, or as a branch of a conditional amount.
    ReadAmount,
    /// Private variable, parameter or bound variable.
    Var(VarId),
    /// Scalar constant of the kernel.
    Scalar(ScalarId),
    /// Reserved name.
    Launch(LaunchVar),
    /// `\result`, in `ensures` of a pure function.
    Result,
    /// `a[e]`.
    Read(Place),
    /// `a.length`: of the first dimension; `a.length(d)` otherwise.
    Length(ArrayId, usize),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`, also between resources.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `\forall`, `\exists`, `\forall*`.
    Quant(Box<Quant>),
    /// `\old(e)`: in the state before the kernel.
    Old(Box<Expr>),
    /// Call of a pure function.
    Call(FnId, Vec<Expr>),
    /// `Perm(a[e], p)`.
    Perm(Place, Box<Expr>),
    /// `PointsTo(a[e], p, v)`: `Perm(a[e], p) ** a[e] === v`.
    PointsTo(Place, Box<Expr>, Box<Expr>),
}

/// A quantified expression.
#[derive(Clone, Debug)]
pub struct Quant {
    /// Which quantifier.
    pub kind: QuantKind,
    /// Bound variables, at least one.
    pub binders: Vec<VarId>,
    /// Triggers written as `{: e, … :}`; several sets are alternatives.
    pub triggers: Vec<Vec<Expr>>,
    /// The range between the two semicolons, if written.
    pub range: Option<Expr>,
    /// What is said of each.
    pub body: Expr,
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantKind {
    /// `\forall`.
    Forall,
    /// `\exists`.
    Exists,
    /// `\forall*`: the iterated separating conjunction.
    Star,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!`.
    Not,
    /// `-`, of `Int`, `Float` or `Frac`.
    Neg,
    /// `int` used where a `frac` is expected.
    IntToFrac,
}

/// Infix operators. Operands have the same type; `Int`, `Float` and `Frac` share the arithmetic ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`: Euclidean on `Int`; IEEE on `Float`.
    Div,
    /// `%`, `mod`: Euclidean, the result is in `[0, |b|)`.
    Mod,
    /// `a \ b`: exact quotient of two `Frac`.
    Frac,
    /// `==`: IEEE on floats.
    Eq,
    /// `!=`: IEEE on floats.
    Ne,
    /// `===`: the same value; on floats NaN is the same as NaN, and 0 is not the same as -0.
    Same,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `&&`, short-circuit; also between resources, where it means `**`.
    And,
    /// `||`, short-circuit.
    Or,
    /// `==>`; the right side may be a resource.
    Implies,
    /// `**`.
    Star,
}
