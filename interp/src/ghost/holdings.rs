//! The permissions that one thread holds, or a procedure of the host.
//!
//! In: the permissions that contracts give to the thread. Out: [`Holdings`], which says whether the thread may read or
//! write a location; and findings if the thread has to provide an assertion and does not hold its permissions, or if a
//! fact in it is false.

use super::amount::Amount;
use super::assertion::{Assertion, Framing, Past};
use super::distribute::exceeds;
use super::finding::{Checks, Finding};
use super::footprint::Footprint;
use super::span::Spans;
use crate::int::Int;
use crate::location::Location;
use crate::member::Member;
use crate::message::{Blank, Message};
use ir::finding::{What, Why};
use ir::{Expr, ExprKind, Heap, LabelId, LoopKeeps, ProcId};

/// The permissions of one thread.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// The permissions that it holds and may use now.
    pub held: Footprint,
    /// The permissions that it held before the kernel, or when it entered the procedure that it is in. They frame
    /// `\old`.
    pub initial: Footprint,
    /// Whether `initial` is complete; it is not if a contract that gave permissions had no value.
    pub knows_initial: bool,
    /// Whether `held` may be too small, since a contract that gave it had no value. Then no access is found wrong.
    pub blind: bool,
    /// For each loop that it is in, the permissions that were set aside at the head of the loop.
    pub(super) aside: Vec<Aside>,
    /// The permissions that it held when it last passed each label of the code that it executes; `None` if they are not
    /// known.
    pub(super) labels: Vec<(LabelId, Option<Footprint>)>,
    /// Locations that it could have written since that memory was last fenced.
    pub(super) could_write: Spans,
    /// The procedures that it is in, and what the callers get back at their ends.
    pub(super) callers: Vec<Caller>,
}

/// A thread in the course of a launch. Of a million threads most have not begun or have ended, so little is kept of
/// those.
#[derive(Clone, Debug)]
pub(super) enum Life {
    /// No contract of it was checked yet. It holds this much, and it is known whether that is all.
    Fresh(Footprint, bool),
    /// It runs.
    Running(Box<Holdings>),
    /// It has ended, and its postcondition gave this back, if that is known and [`super::finish`] needs it.
    Ended(Option<Footprint>),
}

impl Life {
    /// What a thread holds, if that is known, whether it is blind, and what frames its clauses: `own`, or else what it
    /// holds. `passes` is [`super::Ghost::passes`].
    pub(super) fn seen<'l>(
        &'l self,
        passes: bool,
        own: Option<Framing<'l>>,
    ) -> Option<(&'l Footprint, bool, (Framing<'l>, Past<'l>))> {
        let (held, blind, frame, past) = match self {
            Self::Fresh(held, true) if !passes => (held, false, Framing::Held(held), Past::start(Framing::Held(held))),
            Self::Running(holdings) => (&holdings.held, holdings.blind, holdings.framing(), holdings.past()),
            Self::Fresh(..) | Self::Ended(_) => return None,
        };
        Some((held, blind, (own.unwrap_or(frame), past)))
    }
}

/// Permissions that are set aside while a loop without barrier or a procedure runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Aside {
    /// The permissions that were held before, less those that the invariant or the precondition took.
    pub rest: Footprint,
    /// All permissions that were held before. The thread has no more than these behind the loop or the call, because a
    /// thread alone gains none.
    pub most: Footprint,
    /// The permissions with which a loop began, of those heaps that the loop keeps. Each iteration gives them back.
    pub kept: Footprint,
    /// The measure of a loop at the start of the iteration, if it has one and it could be evaluated.
    pub measure: Option<Vec<Int>>,
}

/// A procedure that a thread is in, and what its caller keeps while it runs.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    /// The procedure.
    pub callee: ProcId,
    /// Its measure at the call, if it has one.
    pub measure: Option<Vec<Int>>,
    /// The permissions of the caller that the procedure does not ask for.
    pub aside: Aside,
    /// [`Holdings::initial`] of the caller. The fields below are those of [`Holdings`] of the caller, too.
    pub initial: Footprint,
    pub knows_initial: bool,
    pub blind: bool,
    pub loops: Vec<Aside>,
    pub labels: Vec<(LabelId, Option<Footprint>)>,
}

impl Holdings {
    /// What a precondition gives that is `complete`, if all of it could be evaluated.
    pub(crate) fn of(given: Footprint, complete: bool) -> Self {
        Self { initial: given.clone(), held: given, knows_initial: complete, blind: !complete, ..Self::default() }
    }

    /// The holdings of code by whose permissions nothing is judged.
    pub(crate) fn unjudged() -> Self {
        Self { blind: true, ..Self::default() }
    }

    /// Gives permissions away.
    pub(crate) fn lend(&mut self, lent: &Footprint) {
        self.held = self.held.without(lent);
    }

    /// Gets permissions. They may be too few if they are not `complete`.
    pub(crate) fn gain(&mut self, gained: &Footprint, complete: bool) {
        self.held = Footprint::sum([&self.held, gained].into_iter());
        self.blind |= !complete;
    }

    /// Whether the thread may read a location in its code: it holds some of it.
    pub fn may_read(&self, location: Location) -> bool {
        self.blind || self.held.reads(location)
    }

    /// Whether the thread may write a location: it holds all of it.
    pub fn may_write(&self, location: Location) -> bool {
        self.blind || self.held.writes(location)
    }

    /// The locations that contracts of the thread may read.
    pub(crate) fn framing(&self) -> Framing<'_> {
        if self.blind {
            Framing::All
        } else {
            Framing::Held(&self.held)
        }
    }

    /// The locations that a contract may read which itself names the permissions of some heaps, while the thread keeps
    /// those of others. `kept` is what the thread keeps.
    pub(crate) fn framing_with<'f>(&self, kept: &'f Footprint) -> Framing<'f> {
        if self.blind {
            Framing::All
        } else {
            Framing::OwnAnd(kept)
        }
    }

    /// What the thread holds of these heaps.
    pub(crate) fn kept(&self, which: impl Fn(Heap) -> bool) -> Footprint {
        self.held.of_heaps(which)
    }

    /// The locations that contracts of the thread may read in past states.
    pub(crate) fn past(&self) -> Past<'_> {
        let start = if self.knows_initial { Framing::Held(&self.initial) } else { Framing::All };
        Past { start, labels: &self.labels }
    }

    /// Findings of an assertion that the thread has to provide: permissions that it does not hold, facts that are
    /// false.
    pub(crate) fn consume(&self, what: What, who: Member, said: &Assertion<'_>, hint: &str) -> Checks {
        let mut checks = judged(what, who, said, hint);
        if !self.blind {
            let at = said.wrong.len();
            checks.findings.splice(at..at, exceeds(what, who, said, &self.held, hint));
        }
        checks
    }

    /// At the head of a loop with this invariant: the permissions that the invariant does not list, and that the loop
    /// does not keep, are set aside, or lost behind an iteration. `enters` is `Some` when the loop is reached, and says
    /// whether it has a barrier, which takes all that was set aside. `measure` is that of the loop.
    pub(crate) fn at_head(
        &mut self,
        invariant: Assertion<'_>,
        keeps: &LoopKeeps,
        enters: Option<bool>,
        measure: Option<Vec<Int>>,
    ) {
        let before = std::mem::take(&mut self.held);
        let kept = before.of_heaps(|heap| keeps.keeps(heap));
        self.held = match kept.is_empty() {
            true => invariant.footprint,
            false => Footprint::sum([&invariant.footprint, &kept].into_iter()),
        }
        .shared_with(&before);
        self.blind |= !invariant.complete;
        if let Some(waits) = enters {
            self.aside.push(match waits {
                true => Aside { kept, measure, ..Aside::default() },
                false => Aside { rest: before.without(&self.held), most: before, kept, measure },
            });
        }
    }

    /// At the end of an iteration: a location, if there is one, for which the thread holds less than the loop keeps.
    pub(crate) fn lost_in_iteration(&self, who: Member, keeps: &LoopKeeps) -> Option<Finding> {
        let kept = &self.aside.last().filter(|_| !self.blind)?.kept;
        let location = kept.beyond(&self.held, Amount::fits_whole).first()?.start();
        let (amount, there) = (kept.at(location), self.held.at(location));
        let message = Message::from(amount.to_string()).blank(Blank::OfLocation, "");
        let message = message.text(format!(" was held in front of the loop, and {there} is held after an iteration"));
        let what = What::InvariantPreserved;
        Some(Finding::new(what, Why::InsufficientPermission, keeps.node, vec![who], message).at(location))
    }

    /// Behind a loop: what was set aside at its head comes back. `gains` says that code may gain permissions, as host
    /// code does that makes arrays. A thread of a kernel gains none without a barrier or a shared invariant.
    pub(crate) fn leave_loop(&mut self, gains: bool) {
        if let Some(aside) = self.aside.pop().filter(|aside| !aside.most.is_empty() || gains) {
            let held = Footprint::sum([&self.held, &aside.rest].into_iter());
            self.held = if gains { held } else { held.capped(&aside.most) };
        }
    }

    /// Notes what is held where a label is passed, since later contracts may read that much of this state.
    pub(crate) fn mark(&mut self, label: LabelId) {
        let held = (!self.blind).then(|| self.held.clone());
        self.labels.retain(|(known, _)| *known != label);
        self.labels.push((label, held));
    }
}

/// The faults of an assertion, and its first fact that is false. Whether its permissions are held is not judged here.
pub(crate) fn judged(what: What, who: Member, said: &Assertion<'_>, hint: &str) -> Checks {
    let mut findings = said.wrong.clone();
    findings.extend(falsehood(what, who, said, hint));
    Checks { findings, unknown: said.unknowns(what, who), excluded: None }
}

/// The sentence that says when a condition is false. The literal `false` is not quoted: it is always false.
pub(super) fn false_when(condition: &Expr, when: &str) -> Message {
    if condition.is_range_of_fraction() {
        return Message::from("this fraction is outside of its range ").text(when.to_owned());
    }
    let literal = matches!(condition.kind, ExprKind::Bool(_));
    let this = if literal { Message::from("this") } else { Message::default().blank(Blank::Condition, "this") };
    this.text(format!(" is false {when}"))
}

/// The first fact that is false, as a finding.
pub(super) fn falsehood(what: What, who: Member, said: &Assertion<'_>, hint: &str) -> Option<Finding> {
    let fact = said.first_false()?;
    let finding = Finding::new(what, Why::False, fact.node, vec![who], false_when(fact.expr, hint));
    Some(Finding { seen: fact.seen.clone(), ..finding })
}
