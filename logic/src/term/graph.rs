//! Terms as graphs: operators, nodes, and when two terms are equal.
//!
//! In: nothing. Out: [`Term`] and [`Op`]; `raw` makes the nodes.

use super::{FloatOp, Sort, Symbol};
use dashu::{integer::IBig, rational::RBig};
use ir::{Bits, Enumeration, FloatFormat};
use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An operator of the term language. The comment of each says the number and the sorts of its arguments, and the sort
/// of its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Integer literal. No arguments.
    Int(IBig),
    /// Boolean literal. No arguments.
    Bool(bool),
    /// Rational literal of sort `Real`. No arguments.
    Real(RBig),
    /// Literal of a float, as its IEEE bits. No arguments.
    Float(FloatFormat, u64),
    /// The constant of an enumeration with this number. Different numbers are different values, and there are no other
    /// values. No arguments.
    Enum(&'static Enumeration, u32),
    /// A constant (no arguments), or a function symbol applied to arguments of the sorts of its parameters.
    App(Symbol),
    /// Bool → Bool.
    Not,
    /// Bool* → Bool, two or more.
    And,
    /// Bool* → Bool, two or more.
    Or,
    /// Bool × Bool → Bool.
    Implies,
    /// Bool × S × S → S.
    Ite,
    /// S × S → Bool: both are the same value. For floats this is not IEEE equality: NaN equals NaN, and 0 differs from
    /// -0.
    Eq,
    /// Int² → Bool or Real² → Bool.
    Lt,
    /// Int² → Bool or Real² → Bool.
    Le,
    /// Int* → Int or Real* → Real, two or more.
    Add,
    /// Int² → Int or Real² → Real.
    Sub,
    /// Int → Int or Real → Real.
    Neg,
    /// Int* → Int or Real* → Real, two or more.
    Mul,
    /// Int² → Int, Euclidean; unspecified at divisor 0.
    Div,
    /// Int² → Int, Euclidean; unspecified at divisor 0.
    Mod,
    /// Int → Real.
    ToReal,
    /// Real² → Real; unspecified at divisor 0.
    RealDiv,
    /// Int² → Int, an operation on the infinitely many bits of two's complement. The file `bits.rs` defines each.
    Bits(Bits),
    /// Array × Intᵈ → element.
    Select,
    /// Array × Intᵈ × element → Array.
    Store,
    /// An IEEE operation; see [`FloatOp`].
    FloatOp(FloatOp),
    /// A quantifier. Its one argument, of sort Bool, is the body.
    Quant(Box<Binding>),
}

/// The kind, the bound variables and the triggers of a quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// `true` for ∀, `false` for ∃.
    pub universal: bool,
    /// The bound variables. No other quantifier binds the same symbols.
    pub binders: Vec<Symbol>,
    /// Alternative triggers, each a set of terms that must all be matched. If there are none, the solver chooses.
    pub triggers: Vec<Vec<Term>>,
}

/// The node at the root of a term.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) args: Vec<Term>,
    pub(super) sort: Sort,
    /// The hash of the whole term.
    pub(super) hash: u64,
    /// Over-approximation of the symbols that occur in the term, in its quantifiers' binders or in its triggers.
    pub(super) symbols: Symbols,
    /// Number of nodes when the term is written as a tree, where shared nodes count each time; at most `u32::MAX`.
    pub(super) size: u32,
    /// Number of factors of the longest product; [`Term::factors`] defines it.
    pub(super) factors: u16,
    pub(super) features: Features,
}

/// Which of some constructs occur in a term, with one bit for each construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features(u8);

impl Features {
    /// None of the constructs.
    pub(super) const NONE: Self = Self(0);
    /// A quantifier.
    pub(super) const QUANTIFIER: Self = Self(1);
    /// An operation on the bits of unknown integers, or an unknown integer that becomes a float.
    pub(super) const BITS: Self = Self(2);

    /// The constructs that occur in at least one of two terms.
    pub(super) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the construct `one` occurs.
    pub(super) fn has(self, one: Self) -> bool {
        self.0 & one.0 != 0
    }
}

/// A set of symbols as a Bloom filter of 64 bits: it contains all symbols that were put in, and maybe others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Symbols(u64);

impl Symbols {
    /// The set with one symbol.
    pub(crate) fn one(symbol: &Symbol) -> Self {
        Self(1 << (symbol.id() % 64))
    }
    /// The union of two sets.
    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Whether the two sets certainly have no symbol in common. `false` means that nothing is known.
    pub(crate) fn apart(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }
}

/// A term. Equality is structural; it is fast when the two terms share nodes, and when they differ.
#[derive(Clone, Debug)]
pub struct Term(pub(super) Arc<Node>);

impl Term {
    /// Whether a quantifier occurs in the term.
    pub fn is_quantified(&self) -> bool {
        self.0.features.has(Features::QUANTIFIER)
    }

    /// Whether an operation on the bits of unknown integers occurs, or an unknown integer that becomes a float.
    pub fn has_bits(&self) -> bool {
        self.0.features.has(Features::BITS)
    }

    /// Whether certainly none of the symbols occurs in the term. `false` means that nothing is known.
    pub(crate) fn is_without(&self, symbols: Symbols) -> bool {
        self.0.symbols.apart(symbols)
    }

    /// Whether the term has so few nodes that a traversal is faster without remembering which ones it has visited.
    pub(crate) fn is_small(&self) -> bool {
        self.0.size <= 24
    }

    /// The number of factors of the longest product when the term is multiplied out to a sum of products: 3 for `x * x
    /// * y + z`. A literal counts by its length, and a short one not at all. The result is `u16::MAX` if some part has
    /// more than [`MOST_FACTORS`].
    pub fn factors(&self) -> u16 {
        self.0.factors
    }

    /// The operator at the root.
    pub fn op(&self) -> &Op {
        &self.0.op
    }

    /// The arguments of the root.
    pub fn args(&self) -> &[Term] {
        &self.0.args
    }

    /// The sort.
    pub fn sort(&self) -> Sort {
        self.0.sort
    }

    /// The address of the shared node, as a key of memo tables.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// The integer, if the term is an integer literal.
    pub fn as_int(&self) -> Option<&IBig> {
        if let Op::Int(n) = self.op() {
            Some(n)
        } else {
            None
        }
    }

    /// The truth value, if the term is a boolean literal.
    pub fn as_bool(&self) -> Option<bool> {
        if let Op::Bool(b) = self.op() {
            Some(*b)
        } else {
            None
        }
    }

    /// The rational, if the term is a rational literal.
    pub fn as_real(&self) -> Option<&RBig> {
        if let Op::Real(r) = self.op() {
            Some(r)
        } else {
            None
        }
    }

    /// The symbol, if the term is a constant or an application of a function symbol.
    pub fn as_app(&self) -> Option<&Symbol> {
        if let Op::App(s) = self.op() {
            Some(s)
        } else {
            None
        }
    }

    /// Whether the term is the literal `true`.
    pub fn is_true(&self) -> bool {
        self.as_bool() == Some(true)
    }

    /// Whether the term is the literal `false`.
    pub fn is_false(&self) -> bool {
        self.as_bool() == Some(false)
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash
                && self.0.size == other.0.size
                && if self.is_small() { alike(self, other) } else { same(self, other, &mut FxHashSet::default()) })
    }
}

/// Whether two small terms are structurally equal.
fn alike(a: &Term, b: &Term) -> bool {
    Arc::ptr_eq(&a.0, &b.0)
        || (a.0.hash == b.0.hash
            && a.0.op == b.0.op
            && a.0.args.len() == b.0.args.len()
            && a.0.args.iter().zip(&b.0.args).all(|(x, y)| alike(x, y)))
}

/// Whether two terms are structurally equal. `equal` holds pairs of nodes that were found equal, so that shared parts
/// are compared once.
fn same(a: &Term, b: &Term, equal: &mut FxHashSet<(usize, usize)>) -> bool {
    if Arc::ptr_eq(&a.0, &b.0) || equal.contains(&(a.address(), b.address())) {
        return true;
    }
    let alike = a.0.hash == b.0.hash && a.0.op == b.0.op && a.0.args.len() == b.0.args.len();
    if !alike || !a.0.args.iter().zip(&b.0.args).all(|(x, y)| same(x, y, equal)) {
        return false;
    }
    if !a.0.args.is_empty() {
        let _ = equal.insert((a.address(), b.address()));
    }
    true
}
impl Eq for Term {}
impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
