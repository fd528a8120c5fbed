//! Clause by clause: what is demanded is paid for by what is supplied, without an inverse.
//!
//! ```text
//! C ⊛ R ⊒ C ⊛ D               if R ⊒ D
//! ⊛ b. S(π b) ⊒ ⊛ b. D(b)     if each D(b) is at the location of S(π b) and asks for no more, π one-to-one
//! ```
//!
//! In: summed clauses, of those who demand and of those who supply. Out: conditions under which these suffice. The book
//! proves both (chapter on redistribution).

use super::supply::{Distribution, Supply};
use crate::chunk::{self, Amount, Chunk};
use crate::sum::Lifted;
use crate::term::{self, Substitution, Term};
use ir::Heap;

impl Chunk {
    /// Values of the binders at a member of `of`, so that both are at one location, whatever its inverse: the indices
    /// are the same terms, up to the names of binders and their order, as a launch counts `x` first and a person says
    /// rows first. Different members of `of` meet different ones here.
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

    /// The condition on a member of `of` under which the one that it is [paired](Self::paired) with gives what it asks
    /// for.
    pub fn pays(&self, of: &Self) -> Option<Term> {
        let by = self.paired(of)?;
        let enough = match (&self.amount, &of.amount) {
            (Amount::Exact(p), Amount::Exact(q)) => term::le(q.clone(), term::substitute(p, &by)),
            (Amount::Exact(p), Amount::Read) => term::lt(term::zero(), term::substitute(p, &by)),
            (Amount::Read, Amount::Read) => term::bool(true),
            (Amount::Read, Amount::Exact(_)) => return None,
        };
        Some(term::and([term::substitute(&self.guard, &by), enough]))
    }
}

/// What has to be compared: clauses that are demanded as they are supplied, term for term, cancel. Their sums over all
/// threads are one function of the location, whether or not an inverse says which.
pub(super) struct Rest<'d> {
    /// What is demanded, and not supplied by a clause like it.
    pub(super) demand: Vec<&'d Lifted>,
    /// What is supplied beyond; none for everything.
    supply: Option<Vec<&'d Chunk>>,
    /// What is demanded where a supplied clause has the same locations, and under which condition its member pays.
    pairs: Vec<(&'d Lifted, &'d Chunk, Term)>,
}

impl<'d> Rest<'d> {
    /// Strikes out what cancels, and finds pairs for what has no inverse.
    pub(super) fn of(names: &mut term::Names, d: &'d Distribution<'_>, lifted: &'d [Lifted]) -> Self {
        let exact = |c: &Chunk| matches!(c.amount, Amount::Exact(_));
        let demand = lifted.iter().filter(|l| exact(&l.chunk));
        let Supply::Chunks(chunks) = &d.supply else {
            return Self { demand: demand.collect(), supply: None, pairs: vec![] };
        };
        let mut left: Vec<&Chunk> = chunks.iter().filter(|c| exact(c)).collect();
        let mut rest = Vec::new();
        for l in demand {
            // Each supplied clause pays for one that is demanded.
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
            let facts = d.each.iter().filter(|_| !l.counted).map(|h| term::substitute(&h.term, &l.who));
            let member = term::and(std::iter::once(l.chunk.guard.clone()).chain(facts));
            // An arbitrary member, of which nothing else speaks.
            let mut arbitrary = Substitution::new();
            for b in &l.chunk.binders {
                let fresh = names.fresh(b.shown(), vec![], b.sort(), term::Role::Skolem);
                arbitrary.insert(b, term::constant(&fresh));
            }
            pairs.push((*l, unused.remove(at), term::substitute(&term::implies(member, pays), &arbitrary)));
        }
        Self { demand: rest, supply: Some(left), pairs }
    }

    /// `F(x)`, the fixed shares that are left to pay.
    pub(super) fn demanded(&self, heap: Heap, x: &[Term]) -> Term {
        chunk::exact(self.demand.iter().map(|l| &l.chunk), heap, x)
    }

    /// `G(x)`, the fixed shares that are left to pay with.
    pub(super) fn available(&self, heap: Heap, x: &[Term]) -> Term {
        match &self.supply {
            Some(chunks) => chunk::exact(chunks.iter().copied(), heap, x),
            None => term::one(),
        }
    }

    /// `F(x) ≤ G(x)`. Amounts are not negative, so nothing is not more than what is there.
    pub(super) fn fits(&self, heap: Heap, x: &[Term]) -> Term {
        if self.demand.is_empty() {
            return term::bool(true);
        }
        term::le(self.demanded(heap, x), self.available(heap, x))
    }

    /// Each member of a demanded clause is paid by the member of a supplied one that is at its location, for all pairs,
    /// and the others fit. False where there is no pair.
    pub(super) fn paid(&self, heap: Heap, x: &[Term]) -> Term {
        if self.pairs.is_empty() {
            return term::bool(false);
        }
        let alone = |l: &&Lifted| !self.pairs.iter().any(|(p, ..)| std::ptr::eq(*p, *l));
        let unused = |c: &&Chunk| !self.pairs.iter().any(|(_, p, _)| std::ptr::eq(*p, *c));
        let others = Self {
            demand: self.demand.iter().copied().filter(alone).collect(),
            supply: self.supply.as_ref().map(|s| s.iter().copied().filter(unused).collect()),
            pairs: vec![],
        };
        term::and(self.pairs.iter().map(|(.., pays)| pays.clone()).chain([others.fits(heap, x)]))
    }
}

/// The supply has a reader at the location `x` of a member of the demand: the one that its inverse names, or that it is
/// paired with; or, where no two are, the one with the same values of its binders.
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

/// The orders of so many binders; of more than four, the one in which they stand.
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
