//! Redistribution: the permissions that are handed out are available (CARP D6.2, section 5.3.4).
//!
//! ```text
//! for an arbitrary location x:      F(x) ≤ G(x)   and   reader(x) ⇒ F(x) < G(x) ∨ G has a reader at x
//! for different threads t and u:    ¬(t gets write permission for x  ∧  u gets any permission for x)
//! ```
//!
//! `F(x)` is the sum over all threads of the exact amounts that are handed out, `reader(x)` says that some thread gets
//! `read`, and `G(x)` is the exact amount of the supply. The second condition follows from the first. It is claimed
//! first, because its counterexample names the two threads and the two clauses.
//!
//! In: a [`Distribution`], which is what is handed out and the supply. Out: the claims, for each array.

use super::pairs::{reads, Rest};
use super::shown::{members, of_location};
use super::supply::{Distribution, Supply};
use crate::chunk::{self, Amount, Chunk};
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help, Label, Related, Shown};
use crate::hyps::{Change, Hyps, Keep};
use crate::iterators::{is_one_member, positions_of, Named, Pair};
use crate::lift::lift;
use crate::obligation::{Hyp, Mode, ObligationId, Why};
use crate::sum::Lifted;
use crate::term::{self, Substitution, Term};
use ir::Heap;

/// If more pairs of clauses than these are compared, all of these claims are about the same two members, and the facts
/// about them are written once.
const SEVERAL: usize = 8;

/// Two different members, and what is known of them.
#[derive(Clone)]
pub(super) struct Two {
    pair: Pair,
    hyps: Hyps,
}

impl Two {
    /// The same, with all facts about the second member written out.
    fn written_out(self) -> Self {
        Self { hyps: self.hyps.written_out(), ..self }
    }
}

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

    /// Claims that the supply covers the demand for one array.
    fn distribute_array(&mut self, d: &Distribution<'_>, heap: Heap, demand: &[Chunk]) {
        // Facts that mention no thread hold whichever thread is meant, so they are hypotheses of all claims.
        let mut hyps = d.hyps.clone();
        hyps.append_changed(d.each, Change::without(positions_of(&self.cx.teams, d.over)));
        let d = &Distribution { hyps: &hyps, supply: d.supply.clone(), ..*d };
        let mut earlier = self.distribute_steps(d, demand);
        let demand: &[Chunk] = &demand.iter().filter(|chunk| !chunk.is_atomic()).cloned().collect::<Vec<_>>();
        // For each clause: the claim that it gives no location to two threads, if the law of its inverse implies that.
        let mut apart: Vec<Option<ObligationId>> = vec![None; demand.len()];
        let pairs = demand.len().saturating_mul(demand.len().saturating_add(1)) / 2;
        let same = (pairs > SEVERAL).then(|| self.two_members(d).written_out());
        for (n, a) in demand.iter().enumerate() {
            for (at, b) in demand.iter().enumerate().skip(n) {
                // With one member there are no two: a launch of one group has no other group.
                let alone = is_one_member(&self.cx.teams, d.over);
                if !alone && (a.is_write() || b.is_write()) {
                    let two = same.clone().unwrap_or_else(|| self.two_members(d));
                    let id = self.two_threads(d, two, (a, b));
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
            // By the law of the inverse, two threads that get the same location are the same member of the family.
            if let Some(o) = self.out.iter_mut().find(|o| Some(o.id) == apart) {
                o.implied_by.push(id);
            }
            earlier.push(id);
        }
        self.sum(d, heap, &lifted, earlier);
    }

    /// The condition that `x` is a location of both clauses, stated by their inverses ([`Self::with_digits`]), and
    /// facts about the members of both at `x`. Where the condition is false, no thread gets the location by one clause
    /// while another thread gets it by the other.
    fn by_digits(&mut self, d: &Distribution<'_>, a: &Chunk, b: &Chunk, x: &[Term]) -> Option<(Term, Hyps)> {
        let (a, b) = (self.with_digits(d, a)?, self.with_digits(d, b)?);
        let both = term::and([a.chunk.covers(x), b.chunk.covers(x)]);
        let mut facts = Hyps::new();
        [a, b].iter().for_each(|l| Self::add_member_facts(&mut facts, d, l, x));
        Some((both, facts))
    }

    /// The sum of a clause over all threads, if its index multiplies or divides by unknowns and an inverse was found.
    /// The inverse then computes the positions of the thread as digits of the location in a mixed radix, for example
    /// `lid = x mod gsize` and `gid = x div gsize`.
    ///
    /// The law of the inverse is claimed for every clause that is handed out ([`Exec::family`]), and implies that no
    /// two threads get the same location. The latter is claimed by itself as well, because it has better
    /// counterexamples: the law contains products, for which solvers find none.
    fn with_digits(&mut self, d: &Distribution<'_>, c: &Chunk) -> Option<Lifted> {
        // Division by an unknown is hard for solvers. A remainder without quotient is a rotation, which is not.
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

    /// Adds the facts about the thread whose member of a lifted chunk is at location `x`.
    fn add_member_facts(hyps: &mut Hyps, d: &Distribution<'_>, l: &Lifted, x: &[Term]) {
        let (at, under) = (l.chunk.member_at(x), l.chunk.covers(x));
        if !l.counted {
            let by = l.to_member.map(|t| term::substitute(t, &at));
            hyps.append_changed(d.each, Change { by, under, keep: Keep::All });
        }
    }

    /// Claims the law of the inverse of a family with exact amounts: `guard(b) ⇒ inv(index(b)) = b`. Without an
    /// inverse, claims that the family is injective.
    fn family(&mut self, d: &Distribution<'_>, l: &Lifted, earlier: &[ObligationId]) -> Option<ObligationId> {
        if l.chunk.binders.is_empty() {
            return None;
        }
        let goal = if l.chunk.uninterpreted { l.chunk.injective(&mut self.cx.names) } else { l.chunk.inverse_law() };
        let mut hyps = d.hyps.clone();
        hyps.append_changed(d.each, Change::replace(l.to_member.clone()));
        let facts = Facts::UnknownShares { giver: d.giver, heap: l.chunk.heap };
        let mut check = Check::new(d.what, Why::TooMuch, l.chunk.node, goal, facts);
        check.permissions = d.permissions();
        check.after = earlier.to_vec();
        Some(self.lemma(hyps, None, check))
    }

    /// Claims `F(x) ≤ G(x)` for an arbitrary location `x`.
    fn sum(&mut self, d: &Distribution<'_>, heap: Heap, lifted: &[Lifted], earlier: Vec<ObligationId>) {
        let location = self.cx.fresh_location(heap);
        let x: Vec<Term> = location.iter().map(term::constant).collect();
        let mut hyps = d.hyps.clone();
        for l in lifted {
            // The law of the inverse was claimed for exact amounts only; several threads may get `read` at one
            // location.
            if matches!(l.chunk.amount, Amount::Exact(_)) {
                hyps.extend(l.chunk.axiom().map(|t| Hyp { term: t, node: Some(l.chunk.node) }));
                Self::add_member_facts(&mut hyps, d, l, &x);
            }
        }
        let fixed = chunk::exact(lifted.iter().map(|l| &l.chunk), heap, &x);
        let rest = Rest::of(&mut self.cx.names, d, lifted);
        let available = d.supply.exact(heap, &x);
        let why = match &d.supply {
            Supply::Whole(_) => Why::TooMuch,
            Supply::Held(held) => {
                let exact = held.given.iter().filter(|c| matches!(c.amount, Amount::Exact(_)));
                hyps.extend(exact.filter_map(|c| c.axiom().map(|t| Hyp { term: t, node: Some(c.node) })));
                Why::InsufficientPermission
            }
        };
        // The report shows first the clauses without an equal clause in the supply, since their permissions are
        // missing.
        let paid = |l: &&Lifted| !rest.demand.iter().any(|r| std::ptr::eq(*r, *l));
        let mut nodes = rest.demand.iter().copied().chain(lifted.iter().filter(paid)).map(|l| l.chunk.node);
        let node = nodes.next().unwrap_or_default();
        let mut related: Vec<_> = nodes.map(|node| (node, Related::AlsoHandedOut)).collect();
        if let Supply::Whole(less) = &d.supply {
            related.extend(less.iter().filter(|c| c.heap == heap).map(|c| (c.node, Related::AlsoHandedOut)));
        }
        let has_fixed = lifted.iter().any(|l| matches!(l.chunk.amount, Amount::Exact(_)));
        if has_fixed {
            // Either condition suffices. Each is about arbitrary values of its own.
            let goal = term::or([rest.fits(heap, &x), rest.paid(heap, &x)]);
            let mut check = Check::new(d.what, why, node, goal, d.hands_out(heap, false));
            check.permissions = d.permissions();
            check.related.clone_from(&related);
            check.after.clone_from(&earlier);
            if why == Why::TooMuch && !self.cx.written.contains(&heap) {
                check.help = Some(Help::OnlyRead(heap));
            }
            check.shown = of_location(heap, &location, fixed.clone(), available.clone());
            check.shown.extend(members(lifted, &x));
            let id = self.claim(hyps.clone(), None, check);
            self.about_no_thread(id);
            // If an upper bound of the sum exceeds the supply, nothing is refuted. Nothing is, either, if the supply
            // may be greater than what is known of it.
            if rest.demand.iter().any(|l| !l.exact) || d.is_partial(heap) {
                self.set_mode(id, Mode::Lemma);
            }
        }
        for l in lifted.iter().filter(|l| l.chunk.amount == Amount::Read) {
            self.reader(d, l, lifted, &rest, &hyps, &earlier);
        }
    }

    /// Claims for a location that a thread gets with `read` that the exact amounts leave a positive rest, or that the
    /// supply has `read` there.
    fn reader(
        &mut self,
        d: &Distribution<'_>,
        l: &Lifted,
        lifted: &[Lifted],
        rest: &Rest<'_>,
        hyps: &Hyps,
        earlier: &[ObligationId],
    ) {
        // The location is that of an arbitrary member, so that the family needs no inverse.
        let heap = l.chunk.heap;
        let x = &l.chunk.index;
        let mut hyps = hyps.clone();
        hyps.push(Hyp { term: l.chunk.guard.clone(), node: None });
        hyps.append_changed(d.each, Change::replace(l.to_member.clone()));
        for other in lifted.iter().filter(|o| matches!(o.chunk.amount, Amount::Exact(_))) {
            Self::add_member_facts(&mut hyps, d, other, x);
        }
        let goal = match &d.supply {
            Supply::Whole(_) => term::lt(rest.demanded(heap, x), rest.available(heap, x)),
            Supply::Held(held) => {
                let spare = term::lt(rest.demanded(heap, x), rest.available(heap, x));
                let given = held.given.iter().filter(|c| c.heap == heap && c.amount == Amount::Read);
                let readers: Vec<Term> = given.map(|c| reads(c, &l.chunk, x)).collect();
                let lent = chunk::reader(&held.lent, heap, x);
                term::and([term::not(lent), term::or([spare, term::and([rest.fits(heap, x), term::or(readers)])])])
            }
        };
        let facts = Facts::NothingForReaders { giver: d.giver, heap };
        let why = if matches!(d.supply, Supply::Whole(_)) { Why::TooMuch } else { Why::InsufficientPermission };
        let mut check = Check::new(d.what, why, l.chunk.node, goal, facts);
        check.permissions = d.permissions();
        check.after = earlier.to_vec();
        check.shown = x.iter().map(|i| Shown { label: Label::Index, term: i.clone(), thread: 0 }).collect();
        let id = self.claim(hyps, None, check);
        if lifted.iter().any(|l| !l.exact) || d.is_partial(heap) {
            self.set_mode(id, Mode::Lemma);
        }
    }

    /// An arbitrary member, and another one.
    pub(super) fn two_members(&mut self, d: &Distribution<'_>) -> Two {
        let pair = Pair::new(&self.cx.teams, &mut self.cx.names, d.over);
        let mut hyps = d.hyps.clone();
        hyps.extend(pair.mine.iter().chain(&pair.theirs).map(|t| Hyp { term: t.clone(), node: None }));
        hyps.append(d.each);
        hyps.append_changed(d.each, Change::replace(pair.by.clone()));
        Two { pair, hyps }
    }

    /// Claims that no location is given to one thread by the first clause and to another thread by the second clause.
    /// At least one clause gives write permission, or only one of the two gives permission for atomic steps.
    pub(super) fn two_threads(&mut self, d: &Distribution<'_>, two: Two, (a, b): (&Chunk, &Chunk)) -> ObligationId {
        let Two { pair, mut hyps } = two;
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
            Amount::Read | Amount::Atomic => term::bool(true),
        };
        let mut goal = term::not(term::and(touch.chain([positive(a), positive(&second)])));
        if let Some((both, facts)) = (a.node != b.node).then(|| self.by_digits(d, a, b, &a.index)).flatten() {
            goal = term::or([goal, term::not(both)]);
            hyps.append(&facts);
        }
        let steps = a.is_atomic() != b.is_atomic();
        let facts = match steps {
            true => d.both_kinds(a.heap),
            false => Facts::TwoThreads { giver: d.giver, heap: a.heap },
        };
        let mut check = Check::new(d.what, Why::TwoWriters, a.node, goal, facts);
        check.permissions = d.permissions();
        if a.node != b.node {
            check.related.push((b.node, Related::ToOther));
        }
        check.help = Some(if steps { Help::StepsApart } else { self.two_writers_help(d.over, a) });
        let position = |(called, term): Named| Shown { label: called.label(), term, thread: 2 };
        check.shown = pair.positions.into_iter().map(position).collect();
        let index = |i: &Term| Shown { label: Label::IndexOf(a.heap), term: i.clone(), thread: 0 };
        check.shown.extend(a.index.iter().map(index));
        self.claim(hyps, None, check)
    }
}
