//! Chunks: permission as closed terms.
//!
//! A chunk gives an amount for each of a family of locations, `⊛ b. guard(b) ⇒ Perm(a[index(b)], amount(b))`. With an
//! inverse of `index`, the amount that it gives at a location `x` is a term without quantifier (DESIGN 3.2):
//!
//! ```text
//! at(x)  =  ite(guard(inv(x)) ∧ index(inv(x)) = x,  amount(inv(x)),  0)
//! ```
//!
//! which is right if `guard(b) ⇒ inv(index(b)) = b`; that is an obligation of whoever makes the chunk.

use crate::term::{self, Substitution, Symbol, Term};
use ir::Heap;
use ir::Node;

/// How much of each location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A fraction, of sort `Real`.
    Exact(Term),
    /// Positive, of no fixed size.
    Read,
}

/// Permission to a family of locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The array.
    pub heap: Heap,
    /// What the family ranges over; none for a single location.
    pub binders: Vec<Symbol>,
    /// The same where something is said of all members: claims mention `binders` as an arbitrary one, so they are not
    /// bound.
    pub bound: Vec<Symbol>,
    /// Which members there are.
    pub guard: Term,
    /// Location of each member, one term per dimension.
    pub index: Vec<Term>,
    /// Amount of each member.
    pub amount: Amount,
    /// Symbols for a location, one per dimension, in which `inverse` is written.
    pub location: Vec<Symbol>,
    /// The member at that location, one term for each binder.
    pub inverse: Vec<Term>,
    /// Whether `inverse` is made of function symbols, of which [`Chunk::axiom`] holds, because none was found.
    pub uninterpreted: bool,
    /// Where it was written.
    pub node: Node,
}

impl Chunk {
    /// The chunk with constants replaced, which must not be its binders.
    #[must_use]
    pub fn substitute(&self, by: &Substitution) -> Self {
        let go = |t: &Term| term::substitute(t, by);
        Self {
            heap: self.heap,
            binders: self.binders.clone(),
            bound: self.bound.clone(),
            guard: go(&self.guard),
            index: self.index.iter().map(go).collect(),
            amount: match &self.amount {
                Amount::Exact(p) => Amount::Exact(go(p)),
                Amount::Read => Amount::Read,
            },
            location: self.location.clone(),
            inverse: self.inverse.iter().map(go).collect(),
            uninterpreted: self.uninterpreted,
            node: self.node,
        }
    }

    /// Whether two chunks are the same up to the names of their binders.
    pub fn same_as(&self, other: &Self) -> bool {
        if self.binders.len() != other.binders.len() {
            return false;
        }
        let mut by = Substitution::new();
        for (a, b) in other.binders.iter().zip(&self.binders) {
            by.insert(a, term::constant(b));
        }
        let other = other.substitute(&by);
        self.heap == other.heap && self.guard == other.guard && self.index == other.index && self.amount == other.amount
    }

    /// Whether its inverse is that of `other`, a chunk that is [the same](Self::same_as).
    pub fn has_inverse_of(&self, other: &Self) -> bool {
        if self.uninterpreted || other.uninterpreted {
            return false;
        }
        let mut by = Substitution::new();
        for (a, b) in other.location.iter().zip(&self.location) {
            by.insert(a, term::constant(b));
        }
        let theirs: Vec<Term> = other.inverse.iter().map(|t| term::substitute(t, &by)).collect();
        self.inverse == theirs
    }

    /// The inverse at `x`: the member that is there if there is one.
    fn inverse_at(&self, x: &[Term]) -> Vec<Term> {
        let mut to_x = Substitution::new();
        for (symbol, value) in self.location.iter().zip(x) {
            to_x.insert(symbol, value.clone());
        }
        self.inverse.iter().map(|i| term::substitute(i, &to_x)).collect()
    }

    /// Which member is at `x`, as a substitution for the binders.
    pub fn member_at(&self, x: &[Term]) -> Substitution {
        let mut by = Substitution::new();
        for (binder, member) in self.binders.iter().zip(self.inverse_at(x)) {
            by.insert(binder, member);
        }
        by
    }

    /// The inverse is one: `∀ b. guard(b) ⇒ inv(index(b)) = b`. To be assumed only where the family is injective.
    pub fn inverse_law(&self) -> Term {
        let members = self.inverse_at(&self.index).into_iter();
        let back = self.binders.iter().zip(members).map(|(b, member)| term::eq(member, term::constant(b)));
        term::implies(self.guard.clone(), term::and(back))
    }

    /// What defines an uninterpreted inverse, with the reads in `index` as trigger.
    pub fn axiom(&self) -> Option<Term> {
        if !self.uninterpreted {
            return None;
        }
        let mut trigger = Vec::new();
        for i in &self.index {
            term::for_each_subterm(i, &mut |t| {
                if matches!(t.op(), term::Op::Select) {
                    trigger.push(t.clone());
                }
            });
        }
        let mut by = Substitution::new();
        self.binders.iter().zip(&self.bound).for_each(|(b, bound)| by.insert(b, term::constant(bound)));
        let trigger: Vec<Term> = trigger.iter().map(|t| term::substitute(t, &by)).collect();
        let triggers = if trigger.is_empty() { vec![] } else { vec![trigger] };
        Some(term::quant(true, self.bound.clone(), triggers, term::substitute(&self.inverse_law(), &by)))
    }

    /// Two members at one location are one: for two instances of the binders.
    pub fn injective(&self, names: &mut term::Names) -> Term {
        let mut by = Substitution::new();
        let mut same = Vec::new();
        for b in &self.binders {
            let other = names.fresh(format!("{}'", b.shown()), vec![], b.sort(), term::Role::Skolem);
            same.push(term::eq(term::constant(b), term::constant(&other)));
            by.insert(b, term::constant(&other));
        }
        let other = self.substitute(&by);
        let meet = self.index.iter().zip(&other.index).map(|(a, b)| term::eq(a.clone(), b.clone()));
        let both = [self.guard.clone(), other.guard.clone()].into_iter().chain(meet);
        term::implies(term::and(both), term::and(same))
    }

    /// Whether the chunk has a member at `x`.
    pub fn covers(&self, x: &[Term]) -> Term {
        let by = self.member_at(x);
        let hit = self.index.iter().zip(x).map(|(i, x)| term::eq(term::substitute(i, &by), x.clone()));
        term::and(std::iter::once(term::substitute(&self.guard, &by)).chain(hit))
    }

    /// The exact amount at `x`; 0 for `read`.
    fn exact(&self, x: &[Term]) -> Term {
        match &self.amount {
            Amount::Exact(p) => term::ite(self.covers(x), term::substitute(p, &self.member_at(x)), term::zero()),
            Amount::Read => term::zero(),
        }
    }

    /// Whether the chunk gives `read` at `x`.
    fn reader(&self, x: &[Term]) -> Term {
        match self.amount {
            Amount::Read => self.covers(x),
            Amount::Exact(_) => term::bool(false),
        }
    }

    /// The amount as a fraction, with `read` as an arbitrary small one.
    pub fn is_write(&self) -> bool {
        matches!(&self.amount, Amount::Exact(p) if *p == term::one())
    }
}

/// Sum of the fixed amounts at `x`.
pub fn exact<'c>(chunks: impl IntoIterator<Item = &'c Chunk>, heap: Heap, x: &[Term]) -> Term {
    let terms = chunks.into_iter().filter(|c| c.heap == heap).map(|c| c.exact(x));
    term::add(std::iter::once(term::zero()).chain(terms))
}

/// Whether some chunk gives `read` at `x`.
pub fn reader<'c>(chunks: impl IntoIterator<Item = &'c Chunk>, heap: Heap, x: &[Term]) -> Term {
    term::or(chunks.into_iter().filter(|c| c.heap == heap).map(|c| c.reader(x)))
}

/// What a thread holds: what it was given, less what it lent to the loops that it is behind.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// Given.
    pub given: Vec<Chunk>,
    /// Lent and not returned.
    pub lent: Vec<Chunk>,
    /// Arrays of which more may be held than `given` says, because a sum has no closed form: that `given` does not
    /// suffice refutes nothing.
    pub partial: Vec<Heap>,
}

impl Held {
    /// Everything of these chunks, nothing lent.
    pub fn new(given: Vec<Chunk>) -> Self {
        Self { given, ..Self::default() }
    }

    /// Some positive amount is held at `x`.
    pub fn positive(&self, heap: Heap, x: &[Term]) -> Term {
        let reader = reader(&self.given, heap, x);
        let fixed = term::lt(term::zero(), self.balance(heap, x));
        // Single chunks without lending: `0 < ite(hit, p, 0)` is the condition a reader of `--explain` expects.
        term::or([reader, fixed])
    }

    /// At least `amount` is held at `x`. A location of which `read` was lent counts as not held: nobody knows how
    /// much of it is left.
    pub fn at_least(&self, heap: Heap, x: &[Term], amount: &Term) -> Term {
        let lent = reader(&self.lent, heap, x);
        term::and([term::not(lent), term::le(amount.clone(), self.balance(heap, x))])
    }

    /// What of a chunk's demand at `x` is met.
    pub fn meets(&self, heap: Heap, x: &[Term], amount: &Amount) -> Term {
        match amount {
            Amount::Exact(p) => self.at_least(heap, x, p),
            Amount::Read => self.positive(heap, x),
        }
    }

    /// What of a chunk's demand at `x` is met, where a share of no known size that was borrowed must come back whole:
    /// none of it is lent to others.
    pub fn returns(&self, heap: Heap, x: &[Term], amount: &Amount) -> Term {
        match amount {
            Amount::Exact(p) => self.at_least(heap, x, p),
            Amount::Read => term::and([self.positive(heap, x), term::not(reader(&self.lent, heap, x))]),
        }
    }

    /// The fixed amount at `x`: given less lent.
    pub fn balance(&self, heap: Heap, x: &[Term]) -> Term {
        term::sub(exact(&self.given, heap, x), exact(&self.lent, heap, x))
    }
}
