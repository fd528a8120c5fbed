//! Names and expressions of the syntax tree.
//!
//! In: nothing; `parse` builds trees. Out: the trees of expressions, which are parts of the tree of a file.

use super::type_name::{TypeKind, TypeName};
use super::unequal::At;
use dashu::integer::IBig;
use ir::{Axis, BinaryOp, CollectionKind, QuantKind, ReduceKind, UnaryOp};

/// A name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Position of the name.
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
    /// `atomic`, as an amount of permission.
    AtomicAmount,
    /// A variable, scalar or launch variable.
    Name(String),
    /// `\result`
    Result,
    /// `a[e]…`
    Index(Name, Vec<Expr>),
    /// `\result[e]…`
    ResultIndex(Vec<Expr>),
    /// `o.a[e]…`: elements of an array to which an expression refers that is neither a name nor `\result`.
    ElementOf(Box<Expr>, Vec<Expr>),
    /// `pair<int, bool>` in front of the name of a function: an abstract data type with parameters.
    Qualified(TypeKind),
    /// `o.x`
    Field(Box<Expr>, Name),
    /// `o.m(e, …)`, and `C.m(e, …)` for a static method of a class
    Method(Box<Expr>, Name, Vec<Expr>),
    /// `new C(e, …)`
    NewObject(Name, Vec<Expr>),
    /// `a[*]`, `m[e][*]`: all elements of the array to which the expression refers.
    Elements(Box<Expr>),
    /// `m[e].length`, `\result.length`
    LengthOf(Box<Expr>),
    /// `new T[e]`, `new T[e][]…`: with the type of the elements.
    New(TypeName, Vec<Expr>),
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
    /// `(\let T x = e; body)`
    Let(TypeName, Name, Box<Expr>, Box<Expr>),
    /// An expression about collections.
    Collection(Collected),
    /// `{: e, f :}`
    Trigger(Vec<Expr>),
    /// `\old(e)`, `\old[L](e)`
    Old(Option<Name>, Box<Expr>),
    /// `f(e, …)`
    Call(Name, Vec<Expr>),
    /// `[p]P(e, …)`: a use of a resource, which is a call, with its permissions multiplied.
    Scaled(Box<Expr>, Box<Expr>),
    /// `\unfolding P(e, …) \in e`: a use of a resource, and the expression that it is about.
    Unfolding(Box<Expr>, Box<Expr>),
    /// `reveal f(e, …)`: a call, at which the body of an opaque function is known.
    Reveal(Box<Expr>),
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

impl ExprKind {
    /// The amount of permission that a word names.
    pub fn amount(word: &str) -> Self {
        match word {
            "write" => Self::Write,
            "read" => Self::Read,
            "atomic" => Self::AtomicAmount,
            _ => Self::NoAmount,
        }
    }
}

/// Expressions about collections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collected {
    /// `seq<T> { e, … }`, and `[t: T]`, `{t: T}` and `b{t: T}` for the empty sequence, set and bag.
    Literal(TypeName, Vec<Expr>),
    /// `set<T> { e | T x <- s, …; c }`: the values of `e` for the elements of others for which `c` is true.
    Described(TypeName, Box<Described>),
    /// `[e, …]`, `{e, …}`, `b{e, …}`: a sequence, a set or a bag of at least one element.
    Listed(CollectionKind, Vec<Expr>),
    /// `[e .. e]`, `{e .. e}`: the integers of a range, as a sequence or a set.
    Range(CollectionKind, Box<Expr>, Box<Expr>),
    /// `(k, v)`, as in `m ++ (k, v)`, and `k -> v` in the literal of a map.
    Pair(Box<Expr>, Box<Expr>),
    /// `|s|`
    Size(Box<Expr>),
    /// `s[e .. e]`; an end that is not written is that of the sequence.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `s[e -> e]`
    Updated(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `s ++ t`, `e :: s`, `e \in s`, with the position of the sign.
    Joined(Join, At, Box<Expr>, Box<Expr>),
}

/// What a description of a collection says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// An element of the collection.
    pub value: Expr,
    /// The bound variables, each with where it comes from, if that is written.
    pub generators: Vec<(TypeName, Name, Option<Expr>)>,
    /// Which values of the variables count, if that is written.
    pub condition: Option<Expr>,
}

/// Infix operators of collections only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `++`
    Concat,
    /// `::`
    Cons,
    /// `\in`
    In,
}
