//! Redistribution: the permissions that are handed out are available (D6.2 section 5.3.4).
//!
//! ```text
//! for an arbitrary location x:   F(x) ≤ G(x)   and   reader(x) ⇒ F(x) < G(x) ∨ G has a reader at x
//! for two different threads:     ¬(t writes x ∧ u touches x)
//! ```
//!
//! `F` is the sum of all fixed shares over all threads. The second condition follows from the first; it is claimed
//! first because its counterexample names the two threads and the two clauses.

use super::pairs::{reads, Rest};
use super::shown::{members, of_location};
use super::supply::{Distribution, Supply};
use crate::chunk::{self, Amount, Chunk};
use crate::exec::{Claim, Exec};
use crate::finding::{Facts, Help, Label, Related, Shown};
use crate::iterators::{depends as names_thread, is_one_member, Pair};
use crate::lift::lift;
use crate::obligation::{Hyp, Mode, ObligationId, Why};
use crate::sum::Lifted;
use crate::term::{self, Substitution, Term};
use ir::Heap;

impl Exec<'_> {
    /// Claims that the supply covers the demand, for each array of the demand.
    pub fn distribute(&mut self, d: &Distribution<'_>) {
        for heap in self.cx.heaps() {
            let demand: Vec<Chunk> = d.demand.iter().filter(|c| c.heap == heap).cloned().collect();
            if !demand.is_empty() {
                self.distribute_array(d, heap, &demand);
            }
        }
    }

    fn distribute_array(&mut self, d: &Distribution<'_>, heap: Heap, demand: &[Chunk]) {
        // Facts that mention no thread hold for the launch.
        let common = d.each.iter().filter(|h| !names_thread(&self.cx.teams, d.over, &h.term)).cloned();
        let hyps: Vec<Hyp> = d.hyps.iter().cloned().chain(common).collect();
        let d = &Distribution { hyps: &hyps, supply: d.supply.clone(), ..*d };
        let mut earlier = Vec::new();
        // For each clause: the claim that no two threads have the same location by it, if that follows from its family.
        let mut apart: Vec<Option<ObligationId>> = vec![None; demand.len()];
        for (n, a) in demand.iter().enumerate() {
            for (at, b) in demand.iter().enumerate().skip(n) {
                // In a launch of one group there is no other group.
                let alone = is_one_member(&self.cx.teams, d.over);
                if !alone && (a.is_write() || b.is_write()) {
                    let id = self.two_threads(d, a, b);
                    if n == at && self.with_digits(d, a).is_some() {
                        apart.get_mut(n).into_iter().for_each(|of| *of = Some(id));
                    }
                    earlier.push(id);
                }
            }
        }
        let (mut lifted, mut without) = (Vec::new(), Vec::new());
        for (c, apart) in demand.iter().zip(apart) {
            match lift(&mut self.cx, d.over, c) {
                Some(l) => lifted.push((l, apart)),
                None => without.push(c.node),
            }
        }
        let (lifted, apart): (Vec<Lifted>, Vec<Option<ObligationId>>) = lifted.into_iter().unzip();
        let vague = |l: &Lifted| l.chunk.uninterpreted || !l.exact;
        let shares = |l: &&Lifted| matches!(l.chunk.amount, Amount::Exact(_)) && !l.chunk.is_write();
        if !without.is_empty() || lifted.iter().filter(shares).any(vague) {
            let few = self.unrolled(d, heap, demand, &earlier);
            earlier.extend(few);
        }
        for node in without {
            let id = self.unsupported(d.what, node, Facts::AmountOfThread);
            if let Some(o) = self.out.get_mut(id.0 as usize) {
                o.consequence_of.clone_from(&earlier);
            }
        }
        for (l, apart) in lifted.iter().zip(apart).filter(|(l, _)| matches!(l.chunk.amount, Amount::Exact(_))) {
            let Some(id) = self.family(d, l, &earlier) else { continue };
            // Two threads at one location would be the same member of the family.
            if let Some(o) = self.out.iter_mut().find(|o| Some(o.id) == apart) {
                o.implied_by.push(id);
            }
            earlier.push(id);
        }
        self.sum(d, heap, &lifted, earlier);
    }

    /// The condition that `x` is a location of both clauses, in terms of their digits, and facts about their members
    /// there. If it is false, no thread has the location by one clause while another thread has it by the other.
    fn by_digits(&mut self, d: &Distribution<'_>, a: &Chunk, b: &Chunk, x: &[Term]) -> Option<(Term, Vec<Hyp>)> {
        let (a, b) = (self.with_digits(d, a)?, self.with_digits(d, b)?);
        let both = term::and([a.chunk.covers(x), b.chunk.covers(x)]);
        Some((both, [a, b].map(|l| self.member_facts(d, &l, x)).concat()))
    }

    /// The clause over all threads, if its index multiplies or divides by unknowns and an inverse was found all the
    /// same: then the location has the digits of the thread in some radix.
    ///
    /// That the inverse is an inverse is claimed for every clause that is handed out ([`Exec::family`]), and implies
    /// that no two threads have the same location. The latter is also claimed by itself, because products would prevent
    /// a good counterexample.
    fn with_digits(&mut self, d: &Distribution<'_>, c: &Chunk) -> Option<Lifted> {
        // Only quotients by a size count. A remainder alone is a rotation, which solvers can handle.
        let by_size = |t: &Term| match (t.op(), t.args()) {
            (term::Op::Div, [_, n]) => n.as_int().is_none(),
            _ => false,
        };
        let product =
            |t: &Term| t.op() == &term::Op::Mul && t.args().iter().filter(|a| a.as_int().is_none()).count() > 1;
        let hard = |t: &Term| by_size(t) || product(t);
        if !c.is_write() || !c.index.iter().any(|i| term::any_subterm(i, hard)) {
            return None;
        }
        lift(&mut self.cx, d.over, c).filter(|l| l.chunk.is_write() && !l.chunk.uninterpreted)
    }

    /// Facts about the member of a lifted chunk at location `x`.
    fn member_facts(&self, d: &Distribution<'_>, l: &Lifted, x: &[Term]) -> Vec<Hyp> {
        let (at, hit) = (l.chunk.member_at(x), l.chunk.covers(x));
        if l.counted {
            return vec![];
        }
        let who = l.who.map(|t| term::substitute(t, &at));
        let fact = |h: &Hyp| Hyp { term: term::implies(hit.clone(), term::substitute(&h.term, &who)), node: h.node };
        d.each.iter().map(fact).filter(|h| !h.term.is_true()).collect()
    }

    /// Claims that the closed form of a family with fixed shares is right: `guard(b) ⇒ inv(index(b)) = b`.
    fn family(&mut self, d: &Distribution<'_>, l: &Lifted, earlier: &[ObligationId]) -> Option<ObligationId> {
        if l.chunk.binders.is_empty() {
            return None;
        }
        let goal = if l.chunk.uninterpreted { l.chunk.injective(&mut self.cx.names) } else { l.chunk.inverse_law() };
        let mut hyps = d.hyps.to_vec();
        hyps.extend(d.each.iter().map(|h| Hyp { term: term::substitute(&h.term, &l.who), node: h.node }));
        let facts = Facts::UnknownShares { giver: d.giver, heap: l.chunk.heap };
        let mut claim = Claim::new(d.what, Why::TooMuch, l.chunk.node, goal, facts);
        claim.permissions = d.permissions();
        claim.after = earlier.to_vec();
        Some(self.lemma(hyps, None, claim))
    }

    /// Claims `F(x) ≤ G(x)` for an arbitrary location `x`.
    fn sum(&mut self, d: &Distribution<'_>, heap: Heap, lifted: &[Lifted], earlier: Vec<ObligationId>) {
        let location = self.cx.fresh_location(heap);
        let x: Vec<Term> = location.iter().map(term::constant).collect();
        let mut hyps = d.hyps.to_vec();
        for l in lifted {
            // Only fixed shares were shown to be families; a family of readers may name a location several times.
            if matches!(l.chunk.amount, Amount::Exact(_)) {
                hyps.extend(l.chunk.axiom().map(|t| Hyp { term: t, node: Some(l.chunk.node) }));
                hyps.extend(self.member_facts(d, l, &x));
            }
        }
        let fixed = chunk::exact(lifted.iter().map(|l| &l.chunk), heap, &x);
        let rest = Rest::of(&mut self.cx.names, d, lifted);
        let (available, why) = match &d.supply {
            Supply::Whole => (term::one(), Why::TooMuch),
            Supply::Chunks(chunks) => {
                let exact = chunks.iter().filter(|c| matches!(c.amount, Amount::Exact(_)));
                hyps.extend(exact.filter_map(|c| c.axiom().map(|t| Hyp { term: t, node: Some(c.node) })));
                (chunk::exact(chunks, heap, &x), Why::InsufficientPermission)
            }
        };
        // Show clauses first for which there is no equal supply, since they are what is missing.
        let paid = |l: &&Lifted| !rest.demand.iter().any(|r| std::ptr::eq(*r, *l));
        let mut nodes = rest.demand.iter().copied().chain(lifted.iter().filter(paid)).map(|l| l.chunk.node);
        let node = nodes.next().unwrap_or_default();
        let related: Vec<_> = nodes.map(|node| (node, Related::AlsoHandedOut)).collect();
        let has_fixed = lifted.iter().any(|l| matches!(l.chunk.amount, Amount::Exact(_)));
        if has_fixed {
            // The two sides are about different arbitrary values, so one of them must hold for all values.
            let goal = term::or([rest.fits(heap, &x), rest.paid(heap, &x)]);
            let mut claim = Claim::new(d.what, why, node, goal, d.hands_out(heap, false));
            claim.permissions = d.permissions();
            claim.related.clone_from(&related);
            claim.after.clone_from(&earlier);
            if why == Why::TooMuch && !self.cx.written.contains(&heap) {
                claim.help = Some(Help::OnlyRead(heap));
            }
            claim.shown = of_location(heap, &location, fixed.clone(), available.clone());
            claim.shown.extend(members(lifted, &x));
            let id = self.claim(hyps.clone(), None, claim);
            self.about_no_thread(id);
            // If an upper bound of the sum exceeds the supply, nothing is refuted.
            if rest.demand.iter().any(|l| !l.exact) {
                self.set_mode(id, Mode::Lemma);
            }
        }
        for l in lifted.iter().filter(|l| l.chunk.amount == Amount::Read) {
            self.reader(d, l, lifted, &rest, &hyps, &earlier);
        }
    }

    /// Claims for a location that a thread reads that a share is left for readers.
    fn reader(
        &mut self,
        d: &Distribution<'_>,
        l: &Lifted,
        lifted: &[Lifted],
        rest: &Rest<'_>,
        hyps: &[Hyp],
        earlier: &[ObligationId],
    ) {
        // The location is that of an arbitrary member, so that the family needs no inverse.
        let heap = l.chunk.heap;
        let x = &l.chunk.index;
        let mut hyps = hyps.to_vec();
        hyps.push(Hyp { term: l.chunk.guard.clone(), node: None });
        hyps.extend(d.each.iter().map(|h| Hyp { term: term::substitute(&h.term, &l.who), node: h.node }));
        for other in lifted.iter().filter(|o| matches!(o.chunk.amount, Amount::Exact(_))) {
            hyps.extend(self.member_facts(d, other, x));
        }
        let goal = match &d.supply {
            Supply::Whole => term::lt(rest.demanded(heap, x), rest.available(heap, x)),
            Supply::Chunks(chunks) => {
                let spare = term::lt(rest.demanded(heap, x), rest.available(heap, x));
                let given = chunks.iter().filter(|c| c.heap == heap && c.amount == Amount::Read);
                let readers: Vec<Term> = given.map(|c| reads(c, &l.chunk, x)).collect();
                term::or([spare, term::and([rest.fits(heap, x), term::or(readers)])])
            }
        };
        let facts = Facts::NothingForReaders { giver: d.giver, heap };
        let why = if matches!(d.supply, Supply::Whole) { Why::TooMuch } else { Why::InsufficientPermission };
        let mut claim = Claim::new(d.what, why, l.chunk.node, goal, facts);
        claim.permissions = d.permissions();
        claim.after = earlier.to_vec();
        claim.shown = x.iter().map(|i| Shown { label: Label::Index, term: i.clone(), thread: 0 }).collect();
        let id = self.claim(hyps, None, claim);
        if lifted.iter().any(|l| !l.exact) {
            self.set_mode(id, Mode::Lemma);
        }
    }

    /// Claims that no location is given to one thread for writing, and to another thread at all.
    fn two_threads(&mut self, d: &Distribution<'_>, a: &Chunk, b: &Chunk) -> ObligationId {
        let pair = Pair::new(&self.cx.teams, &mut self.cx.names, d.over);
        let mut instance = Substitution::new();
        for binder in &b.binders {
            let fresh = self.cx.names.fresh(format!("{}'", binder.shown()), vec![], binder.sort(), term::Role::Skolem);
            instance.insert(binder, term::constant(&fresh));
        }
        let second = b.substitute(&pair.by).substitute(&instance);
        let meet = a.index.iter().zip(&second.index).map(|(x, y)| term::eq(x.clone(), y.clone()));
        let touch = [pair.different, a.guard.clone(), second.guard.clone()].into_iter().chain(meet);
        // A share of amount 0 gives no permission.
        let positive = |c: &Chunk| match &c.amount {
            Amount::Exact(p) => term::lt(term::zero(), p.clone()),
            Amount::Read => term::bool(true),
        };
        let mut goal = term::not(term::and(touch.chain([positive(a), positive(&second)])));
        let mut hyps = d.hyps.to_vec();
        if let Some((both, facts)) = (a.node != b.node).then(|| self.by_digits(d, a, b, &a.index)).flatten() {
            goal = term::or([goal, term::not(both)]);
            hyps.extend(facts);
        }
        hyps.extend(pair.mine.into_iter().chain(pair.theirs).map(|t| Hyp { term: t, node: None }));
        hyps.extend(d.each.iter().cloned());
        hyps.extend(d.each.iter().map(|h| Hyp { term: term::substitute(&h.term, &pair.by), node: h.node }));
        let facts = Facts::TwoThreads { giver: d.giver, heap: a.heap };
        let mut claim = Claim::new(d.what, Why::TwoWriters, a.node, goal, facts);
        claim.permissions = d.permissions();
        if a.node != b.node {
            claim.related.push((b.node, Related::ToOther));
        }
        claim.help = Some(self.two_writers_help(d.over, a));
        let position = |(var, axis, term)| Shown { label: Label::Launch(var, axis), term, thread: 2 };
        claim.shown = pair.positions.into_iter().map(position).collect();
        let index = |i: &Term| Shown { label: Label::IndexOf(a.heap), term: i.clone(), thread: 0 };
        claim.shown.extend(a.index.iter().map(index));
        self.claim(hyps, None, claim)
    }
}
