//! Barriers: the permissions and facts that each thread must provide when it arrives, and those that all threads get
//! when they leave.
//!
//! In: the threads of one group at one barrier. Out: findings, and new holdings. The barrier takes from all threads all
//! permissions of the heaps that its contract names in permissions; others stay with the threads. It hands out no more
//! than the group holds of global memory, and no more than the whole of local memory. If threads share invariants, it
//! takes only what it requires from them, and hands out no more than that. A location of memory that the barrier does
//! not fence goes only to a thread that held some of it, unless no other thread could have written it.

use super::amount::Amount;
use super::assertion::{self, Assertion, Framing, Past};
use super::distribute::{distribute, Supply};
use super::finding::{Checks, Finding};
use super::footprint::Footprint;
use super::holdings::{judged, Aside, Holdings, Life};
use super::span::Span;
use super::state::{Execution, Ghost};
use crate::location::Object;
use crate::member::{Member, ThreadId};
use crate::message::{Blank, Message};
use ir::finding::{What, Why};
use ir::{Barrier, Expr, Heap, Space};
use std::borrow::Cow;

/// What a barrier gives each thread that leaves it.
type Given<'p> = Vec<(Member, Assertion<'p>)>;

impl<'p> Ghost<'p> {
    /// A thread arrives: checks that what the barrier requires holds in this state.
    pub fn arrive(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, barrier: &'p Barrier) -> Checks {
        let who = Member::thread(thread);
        let clauses = self.required(barrier);
        if self.provides(run, thread, &clauses, What::BarrierPre, false).is_some() {
            return Checks::default();
        }
        let Some(holdings) = self.take(thread) else { return self.stranger(who) };
        let said = self.read_for(run, who, &clauses, holdings.framing(), holdings.past());
        let checks = holdings.consume(What::BarrierPre, who, &said, "when the thread reaches the barrier");
        self.put(thread, holdings);
        checks
    }

    /// All threads of a group have arrived: checks that the permissions which the barrier gives exist, and that what it
    /// ensures is true.
    pub fn meet(&mut self, run: &mut dyn Execution<'p>, group: Member, barrier: &'p Barrier) -> Checks {
        let clauses = assertion::expressions(barrier.contract.post());
        if self.meet_quickly(run, group, barrier, &clauses).is_some() {
            return Checks::default();
        }
        let mut given: Given<'p> = Vec::new();
        let mut brought: Vec<(Member, Assertion<'p>)> = Vec::new();
        let required = self.required(barrier);
        let named = ir::permitted(&barrier.contract.clauses);
        for who in self.launch.members(group, self.kernel.innermost()) {
            let Some(thread) = who.as_thread() else { continue };
            let Some(holdings) = self.take(thread) else { continue };
            let kept = match self.barriers_list() {
                true => Footprint::default(),
                false => holdings.kept(|heap| !named.contains(&heap)),
            };
            given.push((who, self.read_for(run, who, &clauses, holdings.framing_with(&kept), holdings.past())));
            if self.barriers_list() {
                brought.push((who, self.read_for(run, who, &required, holdings.framing(), holdings.past())));
            }
            self.put(thread, holdings);
        }
        let mut checks = Checks::default();
        for (who, said) in &given {
            checks.extend(judged(What::BarrierTransfer, *who, said, "for a thread that leaves the barrier"));
        }
        checks.findings.extend(match self.barriers_list() {
            true => Self::hands_over(&brought, &given),
            false => self.redistribute(group, &given),
        });
        for space in [Space::Global, Space::Local] {
            if !barrier.fences(space) {
                checks.findings.extend(self.unfenced(space, &given));
            }
        }
        self.hand_out(barrier, given, &brought);
        checks
    }

    /// The same, if nothing is wrong: then all threads have gone on.
    fn meet_quickly(
        &mut self,
        run: &mut dyn Execution<'p>,
        group: Member,
        barrier: &'p Barrier,
        clauses: &[&'p Expr],
    ) -> Option<()> {
        if self.barriers_list() {
            return None;
        }
        let named = ir::permitted(&barrier.contract.clauses);
        let stays = |heap: Heap| !named.contains(&heap);
        let mut given = Vec::with_capacity(self.launch.threads() as usize);
        self.quick.clear();
        for who in self.launch.members(group, self.kernel.innermost()) {
            let thread = who.as_thread()?;
            let n = self.index(thread);
            let (held, kept, said) = match self.threads.get(n)? {
                Life::Fresh(held, true) if !self.passes => {
                    let kept = held.of_heaps(stays);
                    let past = Past::start(Framing::Held(held));
                    let frame = (Framing::OwnAnd(&kept), past);
                    let said = self.quick.added(run.sight(who), clauses, frame, Some(held));
                    (held, kept, said)
                }
                Life::Running(holdings) => {
                    let kept = holdings.kept(stays);
                    let frame = (holdings.framing_with(&kept), holdings.past());
                    let said = self.quick.added(run.sight(who), clauses, frame, Some(&holdings.held));
                    (&holdings.held, kept, said)
                }
                Life::Fresh(..) | Life::Ended(_) => return None,
            };
            let (said, nodes) = said?;
            run.count(nodes);
            // Of memory that is not fenced, the thread gets only what it has already.
            let is_fenced = |span: Span| self.written.is_empty() || barrier.fences(self.space(span.object));
            if !said.spans().all(|(span, _)| is_fenced(span) || held.reads_all(span)) {
                return None;
            }
            given.push((thread, kept, said));
        }
        let all = self.quick.sum(given.iter().map(|(_, _, said)| said));
        let is_whole = |all: &Footprint| all.spans().all(|(_, amount)| !amount.is_too_much());
        let before = all.clone().retain(|object| object.is_before(group.depth()));
        let with = all.retain(|object| !object.is_before(group.depth()));
        let fits = match self.given(group) {
            Some(there) => before.beyond(there, Amount::fits).is_empty(),
            None => is_whole(&before),
        };
        if !fits || !is_whole(&with) {
            return None;
        }
        for (thread, kept, said) in given {
            let mut holdings = self.take(thread)?;
            holdings.blind |= self.passes;
            holdings.could_write.retain(|object| !barrier.fences(self.space(object)));
            holdings.could_write.extend(self.writable(&said).chain(self.writable(&kept)));
            holdings.held = match kept.is_empty() {
                true => said,
                false => Footprint::sum([&kept, &said].into_iter()),
            };
            Self::forget_aside(&mut holdings, &stays);
            self.put(thread, holdings);
        }
        Some(())
    }

    /// Of memory that was there before the group, the barrier hands out no more than the group was given; memory that
    /// came to be with the group is all there.
    fn redistribute(&self, group: Member, given: &[(Member, Assertion<'p>)]) -> Vec<Finding> {
        let total = Footprint::sum(given.iter().map(|(_, said)| &said.footprint));
        let mut of = |_: &[Span]| given.iter().map(|(who, said)| (*who, said.permissions.clone())).collect();
        let before = |object: Object| object.is_before(group.depth());
        let with = |object: Object| !object.is_before(group.depth());
        let what = What::BarrierRedistribution;
        // If it is not known what the group was given, the whole of each location is an upper bound.
        let supply = self.given(group).map_or(Supply::Whole, Supply::Footprint);
        let mut out = distribute(what, total.clone(), supply, &before, &mut of);
        out.extend(distribute(what, total, Supply::Whole, &with, &mut of));
        out
    }

    /// Where threads share invariants, a barrier hands out no more than the threads bring.
    fn hands_over(brought: &[(Member, Assertion<'p>)], given: &[(Member, Assertion<'p>)]) -> Vec<Finding> {
        if brought.iter().any(|(_, said)| !said.complete) {
            return Vec::new();
        }
        let all = Footprint::sum(brought.iter().map(|(_, said)| &said.footprint));
        let total = Footprint::sum(given.iter().map(|(_, said)| &said.footprint));
        let mut of = |_: &[Span]| given.iter().map(|(who, said)| (*who, said.permissions.clone())).collect();
        distribute(What::BarrierRedistribution, total, Supply::Footprint(&all), &|_| true, &mut of)
    }

    /// Checks that no location of unfenced memory goes to a thread if another thread could have written it.
    fn unfenced(&self, space: Space, given: &[(Member, Assertion<'p>)]) -> Vec<Finding> {
        let mut out: Vec<Finding> = Vec::new();
        if self.written.is_empty() {
            return out;
        }
        for (who, said) in given {
            let Some(own) = self.holdings_of(*who) else { continue };
            for permission in said.permissions.iter().filter(|p| p.amount.is_positive()) {
                let said = out.iter().any(|f| f.node == permission.node);
                if own.blind || said || self.space(permission.span.object) != space {
                    continue;
                }
                let new = permission.span.locations().filter(|location| !own.held.reads(*location));
                let found = new.clone().find_map(|location| {
                    let mut others = given.iter().map(|(other, _)| *other).filter(|other| other != who);
                    let writer = others.find(|other| {
                        self.holdings_of(*other).is_some_and(|holdings| holdings.could_write.contains(location))
                    });
                    writer.map(|writer| (location, writer))
                });
                let Some((location, writer)) = found else { continue };
                let message = Message::default().blank(Blank::OtherThread, "the other thread");
                let message = message.text(" could write ").blank(Blank::Location, "this location");
                let message = message.text(" before the barrier, and the barrier does not fence it");
                let why = Why::Unfenced;
                let finding =
                    Finding::new(What::BarrierRedistribution, why, permission.node, vec![*who, writer], message);
                out.push(finding.at(location));
            }
        }
        out
    }

    fn holdings_of(&self, member: Member) -> Option<Cow<'_, Holdings>> {
        self.holdings(member.as_thread()?)
    }

    fn hand_out(&mut self, barrier: &Barrier, given: Given<'p>, brought: &[(Member, Assertion<'p>)]) {
        let passes = self.passes;
        let named = ir::permitted(&barrier.contract.clauses);
        let stays = |heap: Heap| !named.contains(&heap);
        for (who, said) in given {
            let Some(thread) = who.as_thread() else { continue };
            let Some(mut holdings) = self.take(thread) else { continue };
            holdings.could_write.retain(|object| !barrier.fences(self.space(object)));
            holdings.could_write.extend(self.writable(&said.footprint));
            if let Some((_, left)) = brought.iter().find(|(other, _)| *other == who) {
                holdings.lend(&left.footprint);
                holdings.gain(&said.footprint, said.complete && left.complete);
                holdings.could_write.extend(self.writable(&holdings.held));
            } else {
                let kept = holdings.held.of_heaps(stays);
                holdings.could_write.extend(self.writable(&kept));
                holdings.held = Footprint::sum([&kept, &said.footprint].into_iter());
                holdings.blind |= passes || !said.complete;
            }
            Self::forget_aside(&mut holdings, &stays);
            self.put(thread, holdings);
        }
    }

    /// A barrier takes what a thread holds of a heap, also the permissions that loops and calls have set aside.
    fn forget_aside(holdings: &mut Holdings, stays: &impl Fn(Heap) -> bool) {
        let callers = holdings.callers.iter_mut();
        let asides = callers.flat_map(|caller| caller.loops.iter_mut().chain([&mut caller.aside]));
        let forget = |aside: &mut Aside| {
            (aside.rest, aside.most) = (aside.rest.of_heaps(stays), aside.most.of_heaps(stays));
        };
        asides.for_each(forget);
        holdings.aside.iter_mut().for_each(forget);
    }
}
