//! Terms: the language in which obligations are written.
//!
//! A [`Term`] is an immutable directed acyclic graph, cheap to clone and to share between threads. The smart
//! constructors in [`build`] fold constants and keep terms small; they never need a hypothesis to be right.

mod build;
mod factors;
mod float;
mod memory;
mod show;
mod sort;
mod subst;
mod symbol;

pub use build::*;
pub(crate) use factors::length;
pub use factors::MOST_FACTORS;
pub use float::FloatOp;
pub use memory::{select, store};
pub use show::{show, show_named};
pub use sort::{ClassId, DataId, Parameters, Sort, SortKind};
pub use subst::{any_subterm, for_each_subterm, for_each_subterm_of, free_symbols, replace, substitute, Substitution};
pub use symbol::{Meaning, Names, Role, Symbol};

use dashu::{integer::IBig, rational::RBig};
use ir::FloatFormat;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An operator of the term language; see each for the number and sorts of its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Integer literal. No arguments.
    Int(IBig),
    /// Boolean literal. No arguments.
    Bool(bool),
    /// Rational literal of sort `Real`. No arguments.
    Real(RBig),
    /// IEEE bits. No arguments.
    Float(FloatFormat, u64),
    /// A constant or function symbol applied to its arguments.
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
    /// S × S → Bool: the same value (on floats: NaN equals NaN, 0 differs from -0).
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
    /// Array × Intᵈ → element.
    Select,
    /// Array × Intᵈ × element → Array.
    Store,
    /// An IEEE operation; see [`FloatOp`].
    FloatOp(FloatOp),
    /// Binds symbols in its one argument of sort Bool.
    Quant(Box<Binding>),
}

/// What a quantifier binds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// `true` for ∀, `false` for ∃.
    pub universal: bool,
    /// Bound constants; each is bound by this quantifier alone.
    pub binders: Vec<Symbol>,
    /// Alternative triggers, each a set of terms; empty means that the engine chooses.
    pub triggers: Vec<Vec<Term>>,
}

#[derive(Debug)]
struct Node {
    op: Op,
    args: Vec<Term>,
    sort: Sort,
    hash: u64,
    /// Which symbols occur, binders and triggers included: a set bit for each, shared by some.
    symbols: Symbols,
    /// Nodes of the tree, shared ones as often as they occur; at most `u32::MAX`.
    size: u32,
    /// How many numbers are multiplied; see [`Term::factors`].
    factors: u16,
    quantified: bool,
}

/// A set of symbols that may contain more than was put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Symbols(u64);

impl Symbols {
    /// At least this one.
    pub(crate) fn one(symbol: &Symbol) -> Self {
        Self(1 << (symbol.id() % 64))
    }
    /// At least those of both.
    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Whether no symbol is in both, for certain.
    pub(crate) fn apart(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }
}

/// A term. Equality is structural, and fast when the nodes are shared or different.
#[derive(Clone, Debug)]
pub struct Term(Arc<Node>);

impl Term {
    /// The node with this operator and these arguments, as they are; [`build`] simplifies.
    pub(crate) fn raw(op: Op, args: Vec<Term>, sort: Sort) -> Self {
        let mut hasher = FxHasher::default();
        op.hash(&mut hasher);
        for arg in &args {
            arg.0.hash.hash(&mut hasher);
        }
        let hash = hasher.finish();
        let mut symbols = args.iter().fold(Symbols::default(), |all, a| all.union(a.0.symbols));
        let size = args.iter().fold(1u32, |all, a| all.saturating_add(a.0.size));
        let factors = factors::of(&op, &args);
        let mut quantified = args.iter().any(|a| a.0.quantified);
        match &op {
            Op::App(symbol) => symbols = symbols.union(Symbols::one(symbol)),
            Op::Quant(b) => {
                quantified = true;
                symbols = b.binders.iter().fold(symbols, |all, x| all.union(Symbols::one(x)));
                symbols = b.triggers.iter().flatten().fold(symbols, |all, t| all.union(t.0.symbols));
            }
            _ => {}
        }
        Self(Arc::new(Node { op, args, sort, hash, symbols, size, factors, quantified }))
    }

    /// Whether a quantifier occurs.
    pub fn is_quantified(&self) -> bool {
        self.0.quantified
    }

    /// Whether one of the symbols occurs, bound or not, as a constant or as a function.
    pub fn mentions(&self, symbols: &[Symbol]) -> bool {
        let some = symbols.iter().fold(Symbols::default(), |all, s| all.union(Symbols::one(s)));
        !self.0.symbols.apart(some) && any_subterm(self, |t| t.as_app().is_some_and(|a| symbols.contains(a)))
    }

    /// Whether this is a part of the term, or all of it; triggers are no parts.
    pub fn contains(&self, part: &Term) -> bool {
        let possible = part.0.size <= self.0.size && self.0.symbols.union(part.0.symbols) == self.0.symbols;
        possible && any_subterm(self, |t| t == part)
    }

    /// Whether none of the symbols occurs, for certain.
    pub(crate) fn is_without(&self, symbols: Symbols) -> bool {
        self.0.symbols.apart(symbols)
    }

    /// Whether the tree is so small that remembering its nodes costs more than meeting one twice.
    pub(crate) fn is_small(&self) -> bool {
        self.0.size <= 24
    }

    /// How many factors the longest product has that its value is a sum of; a literal counts by its length, and nothing
    /// if it is short. `u16::MAX` where some part has more than [`MOST_FACTORS`].
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

    /// Identity of the shared node, for memo tables.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// The literal, if the term is one.
    pub fn as_int(&self) -> Option<&IBig> {
        if let Op::Int(n) = self.op() {
            Some(n)
        } else {
            None
        }
    }

    /// The literal, if the term is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Op::Bool(b) = self.op() {
            Some(*b)
        } else {
            None
        }
    }

    /// The literal, if the term is one.
    pub fn as_real(&self) -> Option<&RBig> {
        if let Op::Real(r) = self.op() {
            Some(r)
        } else {
            None
        }
    }

    /// The symbol, if the term is a constant or an application.
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

/// Structural equality of small trees.
fn alike(a: &Term, b: &Term) -> bool {
    Arc::ptr_eq(&a.0, &b.0)
        || (a.0.hash == b.0.hash
            && a.0.op == b.0.op
            && a.0.args.len() == b.0.args.len()
            && a.0.args.iter().zip(&b.0.args).all(|(x, y)| alike(x, y)))
}

/// Structural equality; `equal` holds pairs of nodes found equal, so that shared parts are compared once.
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
