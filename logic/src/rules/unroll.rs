//! Redistribution in launches of a few threads: the sum over threads, written out.
//!
//! ```text
//! if there are at most N threads:    Σ_{t < N, t in range} Σ_b [guard(t, b) ∧ index(t, b) = x] · p(t, b)  ≤  G(x)
//! ```
//!
//! `[c]` is 1 if `c` holds and else 0, and `G(x)` is the amount of the supply at the location `x`. The law follows from
//! the redistribution in all launches, so it proves nothing more. It is claimed if the sum over all threads has no
//! closed form, or only an upper bound. Then it refutes contracts that hand out too much in a launch of a few threads.
//!
//! In: a [`Distribution`] and the demand for one array. Out: the claim for launches of a few threads.

use super::shown::of_location;
use super::supply::{Distribution, Supply};
use crate::chunk::{self, Amount, Chunk};
use crate::exec::{Check, Exec};
use crate::finding::Related;
use crate::hyps::{Change, Keep};
use crate::iterators::Iterators;
use crate::obligation::{Hyp, ObligationId, Why};
use crate::term::{self, Substitution, Term};
use ir::Heap;

/// The greatest number of members along the last iterator of the sum.
const MAX_LAST: i32 = 4;
/// The greatest number of members along each other iterator.
const MAX_OTHERS: i32 = 2;

impl Exec<'_> {
    /// Claims the redistribution of one array for launches of a few threads.
    pub(super) fn unrolled(
        &mut self,
        d: &Distribution<'_>,
        heap: Heap,
        demand: &[Chunk],
        earlier: &[ObligationId],
    ) -> Option<ObligationId> {
        let fixed: Vec<&Chunk> = demand.iter().filter(|c| matches!(c.amount, Amount::Exact(_))).collect();
        // The amount of a chunk with an uninterpreted inverse is arbitrary in a model, so the claim would refute
        // nothing.
        let defined = |c: &Chunk| !c.uninterpreted;
        let first = *fixed.first()?;
        let supplied = match &d.supply {
            Supply::Whole(less) => less.iter().filter(|c| c.heap == heap).all(defined),
            Supply::Held(held) => held.given.iter().chain(&held.lent).filter(|c| c.heap == heap).all(defined),
        };
        if !supplied || !fixed.iter().all(|c| defined(c)) {
            return None;
        }
        // All positions that may distinguish threads, so that the sum is over single threads.
        let teams = &self.cx.teams;
        let members = Iterators::new(&mut self.cx.names, d.over, &teams.dims, &teams.indices(teams.innermost));
        let (binders, range) = (members.binders(), members.range());
        let mut points = vec![Substitution::new()];
        let mut few = Vec::new();
        for b in &binders {
            let most = if binders.last() == Some(b) { MAX_LAST } else { MAX_OTHERS };
            let others = binders.iter().filter(|o| *o != b);
            let mut beyond = Substitution::one(b, term::int(most));
            others.for_each(|o| beyond.insert(o, term::int(0)));
            few.push(term::not(term::substitute(&range, &beyond)));
            let with = |p: &Substitution, n: i32| {
                let mut p = p.clone();
                p.insert(b, term::int(n));
                p
            };
            points = points.iter().flat_map(|p| (0..most).map(|n| with(p, n)).collect::<Vec<_>>()).collect();
        }
        let location = self.cx.fresh_location(heap);
        let x: Vec<Term> = location.iter().map(term::constant).collect();
        let mut hyps = d.hyps.clone();
        hyps.extend(few.into_iter().map(|term| Hyp { term, node: None }));
        let mut sum = vec![term::zero()];
        for p in &points {
            let there = term::substitute(&range, p);
            let to_member = members.to_member.map(|t| term::substitute(t, p));
            let own: Vec<Chunk> = fixed.iter().map(|c| c.substitute(&to_member)).collect();
            sum.push(term::ite(there.clone(), chunk::exact(&own, heap, &x), term::zero()));
            hyps.append_changed(d.each, Change { by: to_member, under: there, keep: Keep::All });
        }
        let handed_out = term::add(sum);
        let available = d.supply.exact(heap, &x);
        let why = match &d.supply {
            Supply::Whole(_) => Why::TooMuch,
            Supply::Held(_) => Why::InsufficientPermission,
        };
        let goal = term::le(handed_out.clone(), available.clone());
        let mut check = Check::new(d.what, why, first.node, goal, d.hands_out(heap, true));
        check.permissions = d.permissions();
        check.after = earlier.to_vec();
        check.related = fixed.iter().skip(1).map(|c| (c.node, Related::AlsoHandedOut)).collect();
        check.shown = of_location(heap, &location, handed_out, available);
        let id = self.claim(hyps, None, check);
        self.about_no_thread(id);
        Some(id)
    }
}
