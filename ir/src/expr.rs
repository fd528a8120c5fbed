//! Expressions of the typed program.

use crate::{CollectionOp, FnId, Heap, Intrinsic, LabelId, Node, ScalarId, Span, Type, VarId};
use dashu::integer::IBig;

/// A location: a heap, and a position in it, such as `a[i][j]`.
#[derive(Clone, Debug)]
pub struct Place {
    /// The heap that contains the location.
    pub heap: Heap,
    /// The position in the heap: for an array, one index of type `Int` for each dimension. For [`Heap::Elements`], the
    /// reference, and one index.
    pub index: Vec<Expr>,
    /// The identity of the location in the program, and its place in the source.
    pub node: Node,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of the expression, with its parts.
    pub kind: ExprKind,
    /// The type of the expression.
    pub ty: Type,
    /// The identity of the expression, and its place in the source.
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
    /// The name of the dimension, which is written behind a launch variable and a dot: `tid.x`.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// The number of dimensions of a launch. Groups and the threads of a group are numbered in the same dimensions.
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

    /// The smallest number of dimensions that includes this one.
    pub fn up_to(axis: Axis) -> Self {
        match axis {
            Axis::X => Self::One,
            Axis::Y => Self::Two,
            Axis::Z => Self::Three,
        }
    }

    /// The suffix of the name of a launch variable: empty if the launch has one dimension, else the axis.
    pub fn suffix(self, axis: Axis) -> &'static str {
        match (self, axis) {
            (Self::One, _) => "",
            (Self::Two | Self::Three, Axis::X) => ".x",
            (Self::Two | Self::Three, Axis::Y) => ".y",
            (Self::Two | Self::Three, Axis::Z) => ".z",
        }
    }
}

/// The launch variables: integers that every kernel knows, in each dimension of the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LaunchVar {
    /// The number of the thread among all threads of the launch: `gid * gsize + lid`.
    Tid,
    /// The number of the thread's group among the groups of the launch.
    Gid,
    /// The number of the thread among the threads of its group.
    Lid,
    /// How many threads the launch has: `ngroups * gsize`.
    Tcount,
    /// How many threads each group has, at least 1.
    Gsize,
    /// How many groups the launch has, at least 1.
    Ngroups,
}

impl LaunchVar {
    /// All launch variables.
    pub const ALL: [Self; 6] = [Self::Tid, Self::Gid, Self::Lid, Self::Tcount, Self::Gsize, Self::Ngroups];

    /// The name in programs.
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

/// The kinds of expressions.
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
    /// `read`: a positive fraction of unknown size. It only occurs as an amount, or as a branch of a conditional
    /// amount.
    ReadAmount,
    /// `atomic`: permission for atomic steps on the location, which any number of threads may have. It only occurs as
    /// an amount, or as a branch of a conditional amount.
    AtomicAmount,
    /// Private variable, parameter or bound variable.
    Var(VarId),
    /// Scalar constant of the kernel.
    Scalar(ScalarId),
    /// A launch variable in one dimension. In a dimension that the launch does not have, positions are 0 and sizes are
    /// 1.
    Launch(LaunchVar, Axis),
    /// `\result`, in the `ensures` of a pure function.
    Result,
    /// `a[e]`.
    Read(Place),
    /// `a.length`, the length of the first dimension (number 0), or `a.length(d)`, that of dimension `d`.
    Length(Heap, usize),
    /// `null`, of a type of references.
    Null,
    /// `Colour.Red`: the constant with this number, of the enumeration that is the type.
    EnumConstant(u32),
    /// `e.length`: the length of the array to which a reference refers. `null` has none.
    LengthOf(Box<Expr>),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`, also between resources.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `\forall`, `\exists`, `\forall*`.
    Quant(Box<Quant>),
    /// `\sum`, `\product`, `\count`, `\min`, `\max`.
    Reduce(Box<Reduce>),
    /// `set<T> { e | T x <- s; c }`: a set of the values of an expression.
    Describe(Box<Description>),
    /// `\old(e)`, `\old[L](e)`: the value that the expression had at an earlier moment.
    At(Moment, Box<Expr>),
    /// Call of a pure function.
    Call(FnId, Vec<Expr>),
    /// `reveal f(e)`: a call, which is the value. Proofs may use the body of an opaque function at this call.
    Reveal(Box<Expr>),
    /// An operation that has a name, such as `\wrap(u32, e)` or `\fma(ru, a, b, c)`. Floats among its arguments have
    /// the same format.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// An operation on mathematical collections, such as `s[i]` or `|s|`. The type of a literal says of what it is a
    /// collection.
    Collection(CollectionOp, Vec<Expr>),
    /// `Perm(a[e], p)`.
    Perm(Place, Box<Expr>),
    /// `PointsTo(a[e], p, v)`: `Perm(a[e], p) ** a[e] === v`.
    PointsTo(Place, Box<Expr>, Box<Expr>),
}

/// A moment of an execution that a specification mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Moment {
    /// The start of the kernel or of the procedure. Memory has the values of that moment, private variables have their
    /// current values.
    Start,
    /// The last time that control came to the label ([`crate::StmtKind::Mark`]). Memory and private variables have the
    /// values of that moment.
    Label(LabelId),
}

/// A quantified expression.
#[derive(Clone, Debug)]
pub struct Quant {
    /// The kind of the quantifier.
    pub kind: QuantKind,
    /// Bound variables, at least one.
    pub binders: Vec<VarId>,
    /// Triggers written as `{: e, … :}`; several sets are alternatives.
    pub triggers: Vec<Vec<Expr>>,
    /// The range between the two semicolons, if written.
    pub range: Option<Expr>,
    /// The body: the condition on the bound variables, or the permission for each of their values.
    pub body: Expr,
}

/// The kinds of quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum QuantKind {
    /// `\forall`.
    Forall,
    /// `\exists`.
    Exists,
    /// `\forall*`: the iterated separating conjunction.
    Star,
}

/// A value for each integer of a range, combined to one value: `(\sum int i = lo .. hi; e)`.
#[derive(Clone, Debug)]
pub struct Reduce {
    /// How the values are combined.
    pub kind: ReduceKind,
    /// The bound variable, of type `Int`. The ends of its range do not mention it.
    pub binder: VarId,
    /// The first value of the variable.
    pub lo: Expr,
    /// The end of the range: one more than the last value. The range is empty if `hi <= lo`.
    pub hi: Expr,
    /// What is combined: for `Count` a condition, for `Sum` an `Int` or a `Frac`, otherwise an `Int`.
    pub body: Expr,
}

/// A set that a description has: the values of `value` for all elements of the sources for which `condition` is true.
#[derive(Clone, Debug)]
pub struct Description {
    /// Where the bound variables come from, at least one. Each may mention the variables in front of it.
    pub generators: Vec<Generator>,
    /// Which values of the variables count.
    pub condition: Expr,
    /// An element of the set.
    pub value: Expr,
}

/// A bound variable that stands for each element of a collection: `T x <- s`.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The bound variable.
    pub binder: VarId,
    /// A sequence or a set.
    pub source: Expr,
}

/// How a reduction combines the values of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReduceKind {
    /// `\sum`; 0 for an empty range.
    Sum,
    /// `\product`; 1 for an empty range.
    Product,
    /// `\count`: for how many values of the variable the condition is true.
    Count,
    /// `\min`: the least value. An empty range has none.
    Min,
    /// `\max`: the greatest value. An empty range has none.
    Max,
}

impl ReduceKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Sum, Self::Product, Self::Count, Self::Min, Self::Max];

    /// The word of the language, without its backslash.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Product => "product",
            Self::Count => "count",
            Self::Min => "min",
            Self::Max => "max",
        }
    }

    /// Whether an empty range has no value.
    pub fn needs_member(self) -> bool {
        match self {
            Self::Sum | Self::Product | Self::Count => false,
            Self::Min | Self::Max => true,
        }
    }
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// `!`.
    Not,
    /// `-`, on `Int`, `Float` or `Frac`.
    Neg,
    /// Conversion of an `int` that is used where a `frac` is expected.
    IntToFrac,
}

/// Infix operators. Both operands have the same type. The arithmetic operators work on `Int`, `Float` and `Frac`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// `a \ b`: the exact quotient of two `Frac`.
    Frac,
    /// `==`: IEEE on floats.
    Eq,
    /// `!=`: IEEE on floats.
    Ne,
    /// `===`: both are the same value. On floats, NaN is the same as NaN, and 0 is not the same as -0.
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
    /// An expression at a place of the source. It has no identity until the program is numbered.
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self { kind, ty, node: span.into() }
    }
}
