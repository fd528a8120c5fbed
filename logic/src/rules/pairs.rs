//! Redistribution clause by clause: compares demanded and supplied permissions without an inverse.
//!
//! ```text
//! (1)  C ⊛ R ⊒ C ⊛ D               if R ⊒ D
//! (2)  ⊛ b. S(π b) ⊒ ⊛ b. D(b)     if π is one-to-one, and each D(b) is at the location of S(π b) and demands no more
//! ```
//!
//! By (1), equal clauses `C` of supply and demand are struck out; by (2), a demanded clause `D` without inverse is
//! paired with a supplied clause `S`. The book proves both laws in the chapter on redistribution.
//!
//! In: clauses over all threads, those demanded and those supplied. Out: conditions under which the supply suffices.

use super::supply::{Distribution, Supply};
use crate::chunk::{self, Amount, Chunk};
use crate::sum::Lifted;
use crate::term::{self, Substitution, Term};
use ir::Heap;

impl Chunk {
    /// Pairs the members of `of` with members of this chunk that have the same location: the values of this chunk's
    /// binders, in terms of the binders of `of`. `None` unless the index terms of both are equal up to the names and
    /// the order of binders. No inverse is needed. Different members of `of` are paired with different members of this
    /// chunk.
    ///
    /// The order of binders may differ because a launch numbers its dimensions from `x`, and many programs name rows
    /// first.
    pub fn paired(&self, of: &Self) -> Option<Substitution> {
        if self.heap != of.heap || self.binders.len() != of.binders.len() {
            return None;
        }
        let pair = |order: &Vec<usize>| {
            let mut by = Substitution::new();
            for (own, theirs) in self.binders.iter().zip(order.iter().filter_map(|n| of.binders.get(*n))) {
                by.insert(own, term::constant(theirs));
            }
            by
        };
        let alike =
            |by: &Substitution| self.index.iter().zip(&of.index).all(|(own, x)| term::substitute(own, by) == *x);
        orders(of.binders.len()).iter().map(pair).find(alike)
    }

    /// The condition on a member of `of` under which the [paired](Self::paired) member of this chunk gives as much as
    /// that member demands.
    pub fn pays(&self, of: &Self) -> Option<Term> {
        let by = self.paired(of)?;
        let enough = match (&self.amount, &of.amount) {
            (Amount::Exact(p), Amount::Exact(q)) => term::le(q.clone(), term::substitute(p, &by)),
            (Amount::Exact(p), Amount::Read) => term::lt(term::zero(), term::substitute(p, &by)),
            (Amount::Read, Amount::Read) | (Amount::Atomic, Amount::Atomic) => term::bool(true),
            (Amount::Exact(p), Amount::Atomic) => term::le(term::one(), term::substitute(p, &by)),
            (Amount::Read, Amount::Exact(_) | Amount::Atomic) | (Amount::Atomic, Amount::Exact(_) | Amount::Read) => {
                return None
            }
        };
        Some(term::and([term::substitute(&self.guard, &by), enough]))
    }
}

/// The clauses that must be compared after equal clauses of demand and supply were struck out. Sums of equal clauses
/// over all threads are equal at each location, whether or not an inverse is known.
pub(super) struct Rest<'d> {
    /// The demanded clauses for which no supplied clause is equal.
    pub(super) demand: Vec<&'d Lifted>,
    /// The supplied clauses that are left; `None` if the supply is the whole permission of each location.
    supply: Option<Vec<&'d Chunk>>,
    /// Permissions that were lent to others. They are missing from the supply.
    lent: &'d [Chunk],
    /// Demanded clauses with a supplied clause for the same locations, and the condition under which the supplied
    /// member gives enough.
    pairs: Vec<(&'d Lifted, &'d Chunk, Term)>,
}

impl<'d> Rest<'d> {
    /// Strikes out equal clauses, and pairs the clauses that have no inverse.
    pub(super) fn of(names: &mut term::Names, d: &'d Distribution<'_>, lifted: &'d [Lifted]) -> Self {
        let exact = |c: &Chunk| matches!(c.amount, Amount::Exact(_));
        let demand = lifted.iter().filter(|l| exact(&l.chunk));
        let held = match &d.supply {
            Supply::Held(held) => held,
            Supply::Whole(less) => return Self { demand: demand.collect(), supply: None, lent: less, pairs: vec![] },
        };
        let mut left: Vec<&Chunk> = held.given.iter().filter(|c| exact(c)).collect();
        if !held.lent.is_empty() {
            // What a supplied clause gives may be lent, so no clause is paid by an equal one alone.
            return Self { demand: demand.collect(), supply: Some(left), lent: &held.lent, pairs: vec![] };
        }
        let mut rest = Vec::new();
        for l in demand {
            // Each supplied clause cancels only one demanded clause.
            match left.iter().position(|c| c.same_as(&l.chunk)) {
                Some(at) => drop(left.remove(at)),
                None => rest.push(l),
            }
        }
        let mut unused = left.clone();
        let mut pairs = Vec::new();
        for l in &rest {
            let hard = |c: &Chunk| c.uninterpreted || l.chunk.uninterpreted;
            let found = unused.iter().enumerate().filter(|(_, c)| hard(c));
            let Some((at, pays)) = found.filter_map(|(at, c)| Some((at, c.pays(&l.chunk)?))).next() else { continue };
            let facts = d.each.terms().filter(|_| !l.counted).map(|h| term::substitute(&h, &l.to_member));
            let member = term::and(std::iter::once(l.chunk.guard.clone()).chain(facts));
            // An arbitrary member, by fresh symbols that nothing else mentions.
            let mut arbitrary = Substitution::new();
            for b in &l.chunk.binders {
                let fresh = names.fresh(b.shown(), vec![], b.sort(), term::Role::Skolem);
                arbitrary.insert(b, term::constant(&fresh));
            }
            pairs.push((*l, unused.remove(at), term::substitute(&term::implies(member, pays), &arbitrary)));
        }
        Self { demand: rest, supply: Some(left), lent: &[], pairs }
    }

    /// The sum `F(x)` of the exact amounts that are demanded by the clauses that were not struck out.
    pub(super) fn demanded(&self, heap: Heap, x: &[Term]) -> Term {
        chunk::exact(self.demand.iter().map(|l| &l.chunk), heap, x)
    }

    /// The sum `G(x)` of the exact amounts that are supplied by the clauses that were not struck out.
    pub(super) fn available(&self, heap: Heap, x: &[Term]) -> Term {
        match &self.supply {
            Some(chunks) => term::sub(chunk::exact(chunks.iter().copied(), heap, x), chunk::exact(self.lent, heap, x)),
            None => term::sub(term::one(), chunk::exact(self.lent, heap, x)),
        }
    }

    /// The condition `F(x) ≤ G(x)`, and that no share of unknown size is lent there. It is true if nothing is demanded,
    /// because what is left of a supply is not negative.
    pub(super) fn fits(&self, heap: Heap, x: &[Term]) -> Term {
        if self.demand.is_empty() {
            return term::bool(true);
        }
        let demanded = self.demanded(heap, x);
        let enough = term::le(demanded.clone(), self.available(heap, x));
        if self.lent.is_empty() {
            return enough;
        }
        let known = term::not(chunk::reader(self.lent, heap, x));
        term::or([term::le(demanded, term::zero()), term::and([known, enough])])
    }

    /// The condition that each member of a paired demanded clause gets enough from its partner, and that the clauses
    /// without partner satisfy `F(x) ≤ G(x)`. False if there are no pairs.
    pub(super) fn paid(&self, heap: Heap, x: &[Term]) -> Term {
        if self.pairs.is_empty() {
            return term::bool(false);
        }
        let alone = |l: &&Lifted| !self.pairs.iter().any(|(p, ..)| std::ptr::eq(*p, *l));
        let unused = |c: &&Chunk| !self.pairs.iter().any(|(_, p, _)| std::ptr::eq(*p, *c));
        let others = Self {
            demand: self.demand.iter().copied().filter(alone).collect(),
            supply: self.supply.as_ref().map(|s| s.iter().copied().filter(unused).collect()),
            lent: self.lent,
            pairs: vec![],
        };
        term::and(self.pairs.iter().map(|(.., pays)| pays.clone()).chain([others.fits(heap, x)]))
    }
}

/// A condition under which the supplied chunk gives `read` at the location `x` of a member of the demanded one: the
/// member of the supply that its inverse computes, the one paired with that member, or the one with the same values of
/// binders gives it.
pub(super) fn reads(supply: &Chunk, demand: &Chunk, x: &[Term]) -> Term {
    let by_inverse = (!supply.uninterpreted).then(|| supply.covers(x));
    let in_order = || {
        let mut by = Substitution::new();
        for (s, t) in supply.binders.iter().zip(&demand.binders) {
            by.insert(s, term::constant(t));
        }
        let hit = supply.index.iter().zip(x).map(|(i, x)| term::eq(term::substitute(i, &by), x.clone()));
        term::and(std::iter::once(term::substitute(&supply.guard, &by)).chain(hit.collect::<Vec<_>>()))
    };
    let alike = supply.binders.len() == demand.binders.len();
    let named = supply.pays(demand).or_else(|| alike.then(in_order));
    term::or(by_inverse.into_iter().chain(named))
}

/// All permutations of the numbers from 0 to below `n`; only the identity if there are more than four.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n > 4 {
        return vec![(0..n).collect()];
    }
    (0..n).fold(vec![vec![]], |all, next| {
        let with = |order: &Vec<usize>| {
            (0..=order.len())
                .map(|at| {
                    let mut longer = order.clone();
                    longer.insert(order.len() - at, next);
                    longer
                })
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(with).collect()
    })
}
