//! The permissions of one thread between barriers: checks of accesses, assertions, loops and the postcondition.
//!
//! In: accesses, asserts and loops of the thread, and its end. Out: findings, and what the thread holds afterwards.

use super::assertion::{self, Assertion, Framing, Past};
use super::distribute::enough;
use super::finding::{Checks, Excluded, Finding, Unknown};
use super::footprint::Footprint;
use super::holdings::{Holdings, Life};
use super::state::{Execution, Ghost};
use crate::eval::{Evaluator, Memo};
use crate::int::Int;
use crate::location::Location;
use crate::measure::{self, below};
use crate::member::{Member, ThreadId};
use crate::message::{Blank, Message};
use crate::stop::{Cause, Stop};
use ir::finding::{What, Why};
use ir::{Clause, Expr, LoopKeeps, Node};
use std::borrow::Cow;

/// Reads clauses in the state that a member sees.
pub(super) fn look<'p>(
    run: &mut dyn Execution<'p>,
    memo: &mut Memo,
    who: Member,
    clauses: &[&'p Expr],
    framing: Framing<'_>,
    past: Past<'_>,
) -> Assertion<'p> {
    let mut said = None;
    run.look(who, &mut |env| said = Some(assertion::read(env, memo, who, clauses, framing, past)));
    said.unwrap_or_else(|| {
        let node = clauses.first().map_or_else(Node::default, |clause| clause.node);
        let nothing = Stop::new(Cause::NotComputable("nobody shows the state".into()), node);
        Assertion { unknown: vec![nothing], ..Assertion::default() }
    })
}

impl<'p> Ghost<'p> {
    /// What a thread holds; `None` if it has ended.
    pub fn holdings(&self, thread: ThreadId) -> Option<Cow<'_, Holdings>> {
        match self.threads.get(self.index(thread))? {
            Life::Fresh(held, complete) => Some(Cow::Owned(self.fresh(held.clone(), *complete))),
            Life::Running(holdings) => Some(Cow::Borrowed(holdings)),
            Life::Ended(_) => None,
        }
    }

    /// The permissions by which accesses of a thread are judged; `None` if they are not judged.
    pub fn held(&self, thread: ThreadId) -> Option<&Footprint> {
        match self.threads.get(self.index(thread))? {
            Life::Fresh(held, complete) => Some(held).filter(|_| *complete && !self.passes),
            Life::Running(holdings) => Some(&holdings.held).filter(|_| !holdings.blind),
            Life::Ended(_) => None,
        }
    }

    /// What a thread holds that has the permissions of its precondition, and has done nothing yet.
    fn fresh(&self, held: Footprint, complete: bool) -> Holdings {
        Holdings {
            could_write: self.writable(&held).collect(),
            initial: held.clone(),
            held,
            knows_initial: complete,
            blind: self.passes || !complete,
            ..Holdings::default()
        }
    }

    /// Takes a thread out of the ghost, so that its holdings can be read while contracts are; `None` if it has ended.
    /// [`Self::put`] puts it back.
    pub(super) fn take(&mut self, thread: ThreadId) -> Option<Box<Holdings>> {
        let n = self.index(thread);
        let life = self.threads.get_mut(n)?;
        match std::mem::replace(life, Life::Ended(None)) {
            Life::Fresh(held, complete) => Some(Box::new(self.fresh(held, complete))),
            Life::Running(holdings) => Some(holdings),
            Life::Ended(returned) => {
                *life = Life::Ended(returned);
                None
            }
        }
    }

    /// Puts a thread back.
    pub(super) fn put(&mut self, thread: ThreadId, holdings: Box<Holdings>) {
        self.live(thread, Life::Running(holdings));
    }

    fn live(&mut self, thread: ThreadId, life: Life) {
        let n = self.index(thread);
        if let Some(place) = self.threads.get_mut(n) {
            *place = life;
        }
    }

    pub(super) fn index(&self, thread: ThreadId) -> usize {
        thread.group as usize * self.launch.threads() as usize + thread.lid as usize
    }

    /// The answer to a question about a thread that the launch does not have.
    pub(super) fn stranger(&self, who: Member) -> Checks {
        let reason = "nothing is known of what this thread holds";
        let stop = Stop::new(Cause::NotComputable(reason.into()), self.kernel.node);
        Checks { unknown: vec![Unknown { what: What::Expr, who, stop }], ..Checks::default() }
    }

    /// The thread reads a location in its code: it holds some of it.
    pub fn load(&self, thread: ThreadId, location: Location, node: Node) -> Option<Finding> {
        self.access(thread, location, node, What::Load, Footprint::reads)
    }

    /// The thread writes a location: it holds all of it.
    pub fn store(&self, thread: ThreadId, location: Location, node: Node) -> Option<Finding> {
        self.access(thread, location, node, What::Store, Footprint::writes)
    }

    fn access(
        &self,
        thread: ThreadId,
        location: Location,
        node: Node,
        what: What,
        enough: impl Fn(&Footprint, Location) -> bool,
    ) -> Option<Finding> {
        let held = self.held(thread)?;
        if enough(held, location) {
            return None;
        }
        let message = Message::from(format!("the thread holds {} of ", held.at(location)));
        let message = message.blank(Blank::Location, "this location");
        let finding = Finding::new(what, Why::InsufficientPermission, node, vec![Member::thread(thread)], message);
        Some(finding.at(location))
    }

    /// Reads clauses for a thread.
    pub(super) fn read_for(
        &mut self,
        run: &mut dyn Execution<'p>,
        who: Member,
        clauses: &[&'p Expr],
        framing: Framing<'_>,
        past: Past<'_>,
    ) -> Assertion<'p> {
        if let Some((said, nodes)) = self.quick.read(run.sight(who), clauses, (framing, past)) {
            run.count(nodes);
            return said;
        }
        look(run, &mut self.memo, who, clauses, framing, past)
    }

    /// Checks that nothing is wrong in clauses that a thread has to provide, and that it holds their permissions.
    /// `None` if that is not so, or has to be found out in another way.
    pub(super) fn provides(
        &mut self,
        run: &mut dyn Execution<'p>,
        thread: ThreadId,
        clauses: &[&'p Expr],
        what: What,
        own: bool,
    ) -> Option<()> {
        let (n, own) = (self.index(thread), own.then(|| self.own()));
        let (held, blind, frame) = self.threads.get(n)?.seen(self.passes, own)?;
        let within = (!blind).then(|| (held, enough(what)));
        let nodes = self.quick.fits(run.sight(Member::thread(thread)), clauses, frame, within)?;
        run.count(nodes);
        Some(())
    }

    /// The footprint of the clauses for which [`Self::provides`] was asked last.
    fn provided(&mut self, run: &dyn Execution<'p>, thread: ThreadId) -> Option<Footprint> {
        let n = self.index(thread);
        let (like, ..) = self.threads.get(n)?.seen(self.passes, None)?;
        self.quick.last_footprint(run.sight(Member::thread(thread)), Some(like))
    }

    /// `assert e;`: checks that the thread holds the permissions of `e`, and that the facts in `e` are true.
    pub fn assert(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, e: &'p Expr) -> Checks {
        let who = Member::thread(thread);
        let Some(holdings) = self.take(thread) else { return self.stranger(who) };
        let said = self.read_for(run, who, &[e], holdings.framing(), holdings.past());
        let checks = holdings.consume(What::Assert, who, &said, "here");
        self.put(thread, holdings);
        checks
    }

    /// `assume e;`: [`Checks::excluded`] is set if `e` is false, because nothing is claimed about such a run.
    pub fn assume(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, e: &'p Expr) -> Checks {
        let who = Member::thread(thread);
        let Some(holdings) = self.take(thread) else { return self.stranger(who) };
        let said = self.read_for(run, who, &[e], holdings.framing(), holdings.past());
        self.put(thread, holdings);
        let excluded = said.first_false().map(|fact| Excluded { node: fact.node, who });
        Checks { findings: said.wrong.clone(), unknown: said.unknowns(What::Assert, who), excluded }
    }

    /// A loop is reached: checks that its invariant holds with the permissions that the thread holds. The other
    /// permissions of the thread are set aside, except those that the loop keeps; in a loop with a barrier they are
    /// lost.
    pub fn enter_loop(
        &mut self,
        run: &mut dyn Execution<'p>,
        thread: ThreadId,
        of: (&'p [Clause], &LoopKeeps),
        waits: bool,
    ) -> Checks {
        self.head(run, thread, of, What::InvariantEntry, "before the loop", Some(waits))
    }

    /// An iteration ended: checks that the invariant holds again. Permissions of the iteration that the invariant does
    /// not list are lost.
    pub fn again_loop(
        &mut self,
        run: &mut dyn Execution<'p>,
        thread: ThreadId,
        of: (&'p [Clause], &LoopKeeps),
    ) -> Checks {
        let mut checks = self.head(run, thread, of, What::InvariantPreserved, "after an iteration", None);
        let written = ir::measure(of.0);
        let Some(node) = written.first().map(|first| first.node) else { return checks };
        let after = self.measure_of(run, Member::thread(thread), written);
        let Some(mut holdings) = self.take(thread) else { return checks };
        let current = holdings.aside.last_mut();
        let before = current.and_then(|aside| std::mem::replace(&mut aside.measure, after.clone()));
        self.put(thread, holdings);
        checks.findings.extend(grows(before.as_deref(), after.as_deref(), node, Member::thread(thread)));
        checks
    }

    /// The value of a measure for a thread, if it has one. A measure of no integers has none.
    pub(super) fn measure_of(
        &mut self,
        run: &mut dyn Execution<'p>,
        who: Member,
        measure: impl IntoIterator<Item = &'p Expr>,
    ) -> Option<Vec<Int>> {
        let mut out = Vec::new();
        for part in measure {
            let mut value = None;
            let memo = &mut self.memo;
            run.look(who, &mut |env| value = Evaluator::new(env, memo).value(part).ok());
            out.push(value?.as_int().cloned()?);
        }
        (!out.is_empty()).then_some(out)
    }

    /// Checks the invariant at the head of a loop. `enters` is `Some` when the loop is reached, and says whether it has
    /// a barrier.
    fn head(
        &mut self,
        run: &mut dyn Execution<'p>,
        thread: ThreadId,
        (invariants, keeps): (&'p [Clause], &LoopKeeps),
        what: What,
        hint: &str,
        enters: Option<bool>,
    ) -> Checks {
        let who = Member::thread(thread);
        let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
        let clauses = assertion::expressions(ir::invariants(invariants));
        let kept = holdings.kept(|heap| keeps.keeps(heap));
        let said = self.read_for(run, who, &clauses, holdings.framing_with(&kept), holdings.past());
        let mut checks = holdings.consume(what, who, &said, hint);
        if enters.is_none() {
            checks.findings.extend(holdings.lost_in_iteration(who, keeps));
        }
        let measure = enters.and_then(|_| self.measure_of(run, who, ir::measure(invariants)));
        holdings.at_head(said, keeps, enters, measure);
        self.put(thread, holdings);
        checks
    }

    /// The guard is false: the thread gets back the permissions that were set aside.
    pub fn exit_loop(&mut self, thread: ThreadId) {
        let Some(mut holdings) = self.take(thread) else { return };
        // Steps that open invariants may leave permissions with the thread.
        holdings.leave_loop(self.barriers_list());
        self.put(thread, holdings);
    }

    /// The thread ends: checks that its postcondition holds. The thread gives back the permissions of the
    /// postcondition.
    pub fn end(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId) -> Checks {
        let checks = self.at_end(run, thread);
        self.gives_back(thread);
        checks
    }

    fn at_end(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId) -> Checks {
        let who = Member::thread(thread);
        let clauses = self.post.clone();
        if self.provides(run, thread, &clauses, What::Post, true).is_some() {
            let returned = if self.returned.is_some() { self.provided(run, thread) } else { None };
            self.live(thread, Life::Ended(returned));
            return Checks::default();
        }
        let Some(holdings) = self.take(thread) else { return self.stranger(who) };
        let said = self.read_for(run, who, &clauses, self.own(), holdings.past());
        let checks = holdings.consume(What::Post, who, &said, "when the thread ends");
        let returned = said.footprint.shared_with(&holdings.held);
        self.live(thread, Life::Ended(said.complete.then_some(returned)));
        checks
    }
}

/// An iteration in which the measure of a loop does not decrease, or before which it is negative.
fn grows(before: Option<&[Int]>, after: Option<&[Int]>, node: Node, who: Member) -> Option<Finding> {
    let (before, after) = (before?, after?);
    if below(after, before) {
        return None;
    }
    let (before, after) = (measure::text(before), measure::text(after));
    let message = format!("the measure is {before} before an iteration of the loop, and {after} after it");
    Some(Finding::new(What::LoopTermination, Why::MeasureNotDecreasing, node, vec![who], message))
}
