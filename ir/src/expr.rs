//! Expressions of the typed program.

use crate::{FnId, Heap, Intrinsic, LabelId, Node, ScalarId, Span, Type, VarId};
use dashu::integer::IBig;

/// A location: a heap, and where in it.
#[derive(Clone, Debug)]
pub struct Place {
    /// What it is in.
    pub heap: Heap,
    /// Where in it: of an array one index of type `Int` for each dimension.
    pub index: Vec<Expr>,
    /// Its identity, and where it is written.
    pub node: Node,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its identity, and where it stands.
    pub node: Node,
}

/// One dimension of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// How it is written behind a launch variable and a dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// How many dimensions a launch has: as many for its groups as for the threads of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dims {
    /// `X`.
    One,
    /// `X` and `Y`.
    Two,
    /// `X`, `Y` and `Z`.
    Three,
}

impl Dims {
    /// The dimensions, in order.
    pub fn axes(self) -> &'static [Axis] {
        match self {
            Self::One => &[Axis::X],
            Self::Two => &[Axis::X, Axis::Y],
            Self::Three => &[Axis::X, Axis::Y, Axis::Z],
        }
    }

    /// The fewest dimensions that have this one among them.
    pub fn up_to(axis: Axis) -> Self {
        match axis {
            Axis::X => Self::One,
            Axis::Y => Self::Two,
            Axis::Z => Self::Three,
        }
    }

    /// What follows the name of a launch variable: nothing where there is one dimension, else the axis.
    pub fn suffix(self, axis: Axis) -> &'static str {
        match (self, axis) {
            (Self::One, _) => "",
            (Self::Two | Self::Three, Axis::X) => ".x",
            (Self::Two | Self::Three, Axis::Y) => ".y",
            (Self::Two | Self::Three, Axis::Z) => ".z",
        }
    }
}

/// Names that every kernel knows, each a number in one dimension of the launch.
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

impl LaunchVar {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Tid, Self::Gid, Self::Lid, Self::Tcount, Self::Gsize, Self::Ngroups];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tid => "tid",
            Self::Gid => "gid",
            Self::Lid => "lid",
            Self::Tcount => "tcount",
            Self::Gsize => "gsize",
            Self::Ngroups => "ngroups",
        }
    }
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
    /// Reserved name, in one dimension. In a dimension that the launch does not have, positions are 0 and sizes are 1.
    Launch(LaunchVar, Axis),
    /// `\result`, in `ensures` of a pure function.
    Result,
    /// `a[e]`.
    Read(Place),
    /// `a.length`: of the first dimension; `a.length(d)` otherwise.
    Length(Heap, usize),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`, also between resources.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `\forall`, `\exists`, `\forall*`.
    Quant(Box<Quant>),
    /// `\old(e)`, `\old[L](e)`: the value that the expression had at that moment.
    At(Moment, Box<Expr>),
    /// Call of a pure function.
    Call(FnId, Vec<Expr>),
    /// `\\wrap(u32, e)`, `\\fma(ru, a, b, c)` and their like; floats of one format.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// `Perm(a[e], p)`.
    Perm(Place, Box<Expr>),
    /// `PointsTo(a[e], p, v)`: `Perm(a[e], p) ** a[e] === v`.
    PointsTo(Place, Box<Expr>, Box<Expr>),
}

/// A moment of an execution that a specification speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Moment {
    /// The start of the kernel or of the procedure. Memory is as it was then; private variables mean what they are now.
    Start,
    /// When control last came to the mark ([`crate::StmtKind::Mark`]). Memory and private variables are as they were
    /// then.
    Label(LabelId),
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

impl Expr {
    /// An expression that is not numbered yet, at a place of the source.
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self { kind, ty, node: span.into() }
    }
}
