//! Chunks: permissions for families of locations, as closed terms.
//!
//! A chunk gives an amount for each location of a family, `⊛ b. guard(b) ⇒ Perm(a[index(b)], amount(b))`. With an
//! inverse of `index`, the amount that the chunk gives at a location `x` is a term without quantifier:
//!
//! ```text
//! at(x) = ite(guard(inv(x)) ∧ index(inv(x)) = x, amount(inv(x)), 0)
//! ```
//!
//! This is right if `guard(b) ⇒ inv(index(b)) = b`, which is an obligation of the rule that makes the chunk.
//!
//! In: guards, indices and amounts over binders. Out: the amount that one chunk, or all that a thread holds, gives at a
//! location.

use crate::term::{self, Substitution, Symbol, Term};
use ir::Heap;
use ir::Node;

/// How much of a location is permitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The given fraction, a term of sort `Real`. The fraction 1 is the whole permission, which allows to write.
    Exact(Term),
    /// Some positive fraction of unknown size, written `read` in contracts. It allows to read.
    Read,
    /// Permission for atomic steps, written `atomic` in contracts. Any number of threads may have it for a location;
    /// while one has it, no thread has a fraction of that location. It says nothing of the value there, which other
    /// threads may change at any time.
    Atomic,
}

/// Permission for a family of locations: one location for each value of the binders that satisfies the guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The array that contains the locations.
    pub heap: Heap,
    /// The variables that number the members of the family; empty for a single location.
    pub binders: Vec<Symbol>,
    /// Copies of `binders` for use under a quantifier, because claims mention `binders` themselves as free symbols (an
    /// arbitrary member).
    pub bound: Vec<Symbol>,
    /// Condition on `binders` under which the member exists.
    pub guard: Term,
    /// Location of a member over `binders`: one index term per dimension, the first dimension first.
    pub index: Vec<Term>,
    /// Amount for each member, over `binders`.
    pub amount: Amount,
    /// Symbols that stand for a location in `inverse`, one per dimension.
    pub location: Vec<Symbol>,
    /// The member at `location`, one term for each binder: `location − 1` for the index `b + 1`.
    pub inverse: Vec<Term>,
    /// Whether no inverse was found. Then `inverse` consists of uninterpreted functions, for which [`Chunk::axiom`]
    /// holds.
    pub uninterpreted: bool,
    /// The permission in the source.
    pub node: Node,
}

impl Chunk {
    /// The chunk with constants other than its binders replaced.
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
                Amount::Atomic => Amount::Atomic,
            },
            location: self.location.clone(),
            inverse: self.inverse.iter().map(go).collect(),
            uninterpreted: self.uninterpreted,
            node: self.node,
        }
    }

    /// Whether two chunks give the same permissions, by equal terms up to the names of their binders.
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

    /// Whether an inverse was found for both chunks, and both inverses are equal terms. `other` must give
    /// [the same permissions](Self::same_as).
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

    /// The values of the binders for the only member of the family that can be at location `x`.
    fn inverse_at(&self, x: &[Term]) -> Vec<Term> {
        let mut to_x = Substitution::new();
        for (symbol, value) in self.location.iter().zip(x) {
            to_x.insert(symbol, value.clone());
        }
        self.inverse.iter().map(|i| term::substitute(i, &to_x)).collect()
    }

    /// The substitution of the binders by the member at location `x`.
    pub fn member_at(&self, x: &[Term]) -> Substitution {
        let mut by = Substitution::new();
        for (binder, member) in self.binders.iter().zip(self.inverse_at(x)) {
            by.insert(binder, member);
        }
        by
    }

    /// The law of the inverse, `guard(b) ⇒ inv(index(b)) = b`, in which the binders `b` are free. It may be assumed
    /// only where the family is known to be injective.
    pub fn inverse_law(&self) -> Term {
        let members = self.inverse_at(&self.index).into_iter();
        let back = self.binders.iter().zip(members).map(|(b, member)| term::eq(member, term::constant(b)));
        term::implies(self.guard.clone(), term::and(back))
    }

    /// The law of an uninterpreted inverse as a quantified axiom. Its trigger consists of the reads of memory in
    /// `index`.
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

    /// Injectivity of the family: two members at one location are the same member.
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

    /// The condition that a member of the family is at location `x`.
    pub fn covers(&self, x: &[Term]) -> Term {
        let by = self.member_at(x);
        let hit = self.index.iter().zip(x).map(|(i, x)| term::eq(term::substitute(i, &by), x.clone()));
        term::and(std::iter::once(term::substitute(&self.guard, &by)).chain(hit))
    }

    /// The fraction at location `x`, as a term; 0 if the amount has no fixed size.
    fn exact(&self, x: &[Term]) -> Term {
        match &self.amount {
            Amount::Exact(p) => term::ite(self.covers(x), term::substitute(p, &self.member_at(x)), term::zero()),
            Amount::Read | Amount::Atomic => term::zero(),
        }
    }

    /// The condition that the chunk gives `read` at location `x`.
    fn reader(&self, x: &[Term]) -> Term {
        match self.amount {
            Amount::Read => self.covers(x),
            Amount::Exact(_) | Amount::Atomic => term::bool(false),
        }
    }

    /// The condition that the chunk gives `atomic` at location `x`.
    fn atomic(&self, x: &[Term]) -> Term {
        match self.amount {
            Amount::Atomic => self.covers(x),
            Amount::Exact(_) | Amount::Read => term::bool(false),
        }
    }

    /// Whether the permission allows atomic steps, and nothing else.
    pub fn is_atomic(&self) -> bool {
        self.amount == Amount::Atomic
    }

    /// Whether the amount is a whole permission, which allows to write.
    pub fn is_write(&self) -> bool {
        matches!(&self.amount, Amount::Exact(p) if *p == term::one())
    }
}

/// The sum of the exact fractions that the chunks give at location `x` of the array.
pub fn exact<'c>(chunks: impl IntoIterator<Item = &'c Chunk>, heap: Heap, x: &[Term]) -> Term {
    let terms = chunks.into_iter().filter(|c| c.heap == heap).map(|c| c.exact(x));
    term::add(std::iter::once(term::zero()).chain(terms))
}

/// The condition that some chunk gives `read` at location `x` of the array.
pub fn reader<'c>(chunks: impl IntoIterator<Item = &'c Chunk>, heap: Heap, x: &[Term]) -> Term {
    term::or(chunks.into_iter().filter(|c| c.heap == heap).map(|c| c.reader(x)))
}

/// The condition that some chunk gives `atomic` at location `x` of the array.
pub fn atomic<'c>(chunks: impl IntoIterator<Item = &'c Chunk>, heap: Heap, x: &[Term]) -> Term {
    term::or(chunks.into_iter().filter(|c| c.heap == heap).map(|c| c.atomic(x)))
}

/// The permissions of a thread: those it was given, minus those it lent to loops and procedures that have ended since.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// The permissions that the thread was given.
    pub given: Vec<Chunk>,
    /// The permissions that were lent and did not come back.
    pub lent: Vec<Chunk>,
    /// Arrays for which the thread may hold more than `given` says, because a sum of shares has no closed form. A claim
    /// about such an array that does not follow from `given` is `Unknown`, not refuted.
    pub partial: Vec<Heap>,
}

impl Held {
    /// The permissions of these chunks; nothing is lent.
    pub fn new(given: Vec<Chunk>) -> Self {
        Self { given, ..Self::default() }
    }

    /// The condition that a positive amount is held at location `x`.
    pub fn positive(&self, heap: Heap, x: &[Term]) -> Term {
        let reader = reader(&self.given, heap, x);
        let fixed = term::lt(term::zero(), self.balance(heap, x));
        // `or` drops a `reader` that is false. What is left, `0 < ite(hit, p, 0)`, is the condition that readers of
        // `--explain` expect.
        term::or([reader, fixed])
    }

    /// The condition that at least `amount` is held at location `x`. If some `read` of the location was lent, the
    /// condition is false, because what is left has no known size.
    pub fn at_least(&self, heap: Heap, x: &[Term], amount: &Term) -> Term {
        let lent = reader(&self.lent, heap, x);
        term::and([term::not(lent), term::le(amount.clone(), self.balance(heap, x))])
    }

    /// The condition that an amount demanded at location `x` is held.
    pub fn meets(&self, heap: Heap, x: &[Term], amount: &Amount) -> Term {
        match amount {
            Amount::Exact(p) => self.at_least(heap, x, p),
            Amount::Read => self.positive(heap, x),
            Amount::Atomic => atomic(&self.given, heap, x),
        }
    }

    /// The condition that an amount demanded at location `x` is held, and, if the demanded amount is `read`, that no
    /// `read` of the location is lent: what a loop or procedure borrowed must come back whole.
    pub fn returns(&self, heap: Heap, x: &[Term], amount: &Amount) -> Term {
        match amount {
            Amount::Exact(p) => self.at_least(heap, x, p),
            Amount::Read => term::and([self.positive(heap, x), term::not(reader(&self.lent, heap, x))]),
            // Whoever lends this permission has it still, so nothing needs to come back.
            Amount::Atomic => atomic(&self.given, heap, x),
        }
    }

    /// The condition that the code may do atomic steps at location `x`: other threads do nothing else there.
    pub fn may_step(&self, heap: Heap, x: &[Term]) -> Term {
        term::or([atomic(&self.given, heap, x), self.at_least(heap, x, &term::one())])
    }

    /// The exact fraction held at location `x`: the sum of what was given minus the sum of what was lent.
    pub fn balance(&self, heap: Heap, x: &[Term]) -> Term {
        term::sub(exact(&self.given, heap, x), exact(&self.lent, heap, x))
    }
}
