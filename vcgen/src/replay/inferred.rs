//! Kernels whose contracts are inferred: what shows that the code is wrong, and not only the inferred clauses.
//!
//! In: an obligation, and a failure of a run that checks no contract but the preconditions. Out: whether the failure
//! shows that the code is wrong at the place of the obligation.

use interp::Failure;
use ir::finding::{Code, What, Why};
use ir::{ExprKind, Heap, Kernel, Node, ValueOf};
use logic::obligation::{Obligation, ObligationId};

use super::attempt::Found;
use super::behind::Judged;
use super::replays::Replays;
use super::shown_by;
use crate::outcome::{Link, Outcome, Sentence, Under, Verdict, Witness};

/// The reason why a failed claim about inferred clauses is not decided.
pub const UNSHOWN: &str =
    "what was inferred of the kernel does not suffice, and no small launch was found that goes wrong";

impl Replays<'_> {
    /// Whether the task is about a kernel whose contract is inferred.
    pub fn is_inferred(&self) -> bool {
        self.program.is_inferred(self.task.id)
    }

    /// Whether the outcome rests on inferred clauses, or is one of the code. What a person wrote in clauses is judged
    /// as in other kernels.
    pub fn rests_on_inferred(&self, outcome: &Outcome) -> bool {
        let of_code = matches!(
            outcome.code.what,
            What::Load | What::Store | What::Expr | What::BarrierUniform | What::BarrierRedistribution
        );
        self.is_inferred() && (of_code || self.program.texts.contains_key(&outcome.node.id))
    }
}

/// Whether a failure of a run shows that the code is wrong where the obligation fails.
pub fn is_shown_by(obligation: &Obligation, found: &Found, kernel: Option<&Kernel>) -> bool {
    let failure = &found.failure;
    let shown = match failure.code.why {
        // Two threads of the run have raced, whatever was inferred.
        Why::DataRace => is_about_permission(obligation.code) && is_near(obligation, failure),
        // Nothing says how long the arrays are to which parameters point, so an index may exceed any of them.
        Why::OutOfBounds => {
            shown_by::is_shown_by(obligation, failure, kernel.map(|k| &k.body)) && is_wrong(failure, kernel)
        }
        _ => shown_by::is_shown_by(obligation, failure, kernel.map(|k| &k.body)),
    };
    found.first && shown
}

/// Whether a failure of a run shows that the code is wrong, whatever was inferred of the kernel.
pub fn shows_a_mistake(found: &Found, kernel: Option<&Kernel>) -> bool {
    found.first && (found.failure.code.why != Why::OutOfBounds || is_wrong(&found.failure, kernel))
}

/// If a run shows a data race, the finding is that race, and nothing about permissions that no one wrote.
pub fn is_a_race(outcome: &mut Outcome, failure: &Failure, story: &Witness) {
    if failure.code.why != Why::DataRace {
        return;
    }
    outcome.code = failure.code;
    outcome.node = failure.node;
    outcome.related.clone_from(&failure.related);
    outcome.message = Sentence { possible: story.message.clone(), shown: story.message.clone(), quotes: false };
    outcome.help = None;
    outcome.taken_at = None;
}

/// Lists what a race explains under that race: the same race again, and permissions that do not suffice.
pub fn folded(mut judged: Vec<Judged>) -> Vec<Judged> {
    let races: Vec<(ObligationId, Node)> = judged
        .iter()
        .map(|one| &one.outcome)
        .filter(|o| o.verdict == Verdict::Refuted && o.code.why == Why::DataRace)
        .map(|o| (o.id, o.node))
        .collect();
    let Some((first, _)) = races.first().copied() else { return judged };
    for one in &mut judged {
        let o = &mut one.outcome;
        let same = races.iter().find(|(id, node)| *node == o.node && o.code.why == Why::DataRace && *id != o.id);
        let cause = match o.verdict {
            Verdict::Refuted => same.filter(|(id, _)| *id < o.id).map(|(id, _)| *id),
            Verdict::Unknown => is_about_permission(o.code).then_some(first),
            Verdict::Proved => None,
        };
        o.under = cause.map(|obligation| Under { obligation, link: Link::Follows });
    }
    judged
}

/// Whether an obligation says that permissions suffice or are given to one thread alone.
fn is_about_permission(code: Code) -> bool {
    let of_levels = matches!(
        code.what,
        What::KernelResources
            | What::GroupResources
            | What::BarrierRedistribution
            | What::InvariantEntry
            | What::BarrierPre
    );
    of_levels
        || matches!(
            code.why,
            Why::InsufficientPermission | Why::TwoWriters | Why::TooMuch | Why::DataRace | Why::NotInjective
        )
}

/// Whether one of the accesses of a race stands where the obligation does, or where the access stands from which its
/// clause was inferred.
fn is_near(obligation: &Obligation, failure: &Failure) -> bool {
    let own = obligation.node.span;
    let meets = |other: Node| {
        let other = other.span;
        own.start < other.end && other.start < own.end
    };
    failure.related.iter().map(|(node, _)| *node).chain([failure.node]).any(meets)
}

/// Whether an index is wrong for arrays of every length: it is negative, or the declaration says how long the array is.
fn is_wrong(failure: &Failure, kernel: Option<&Kernel>) -> bool {
    let negative = |shown: &&interp::Shown| shown.of == ValueOf::Index && shown.value.to_string().starts_with('-');
    if failure.values.iter().find(|shown| shown.of == ValueOf::Index).as_ref().is_some_and(negative) {
        return true;
    }
    let Some(kernel) = kernel else { return false };
    // If nothing was inferred, no condition bounds the launch either.
    if kernel.of_thread().clauses.is_empty() {
        return false;
    }
    let mut heap = None;
    kernel.body.each(&mut |stmt| {
        if let Some(place) = stmt.outline().gets.and_then(ir::Gets::location).filter(|place| place.node == failure.node)
        {
            heap = Some(place.heap);
        }
        stmt.exprs(&mut |whole| {
            whole.each(&mut |e| {
                if let Some(place) = e.place().filter(|place| place.node == failure.node || e.node == failure.node) {
                    heap = Some(place.heap);
                }
            });
        });
    });
    match heap {
        Some(Heap::Array(id)) => kernel
            .arrays
            .get(id.0 as usize)
            .is_some_and(|array| array.dims.iter().all(|length| matches!(length.kind, ExprKind::Int(_)))),
        Some(Heap::Private(_)) => true,
        Some(Heap::Elements(_) | Heap::Field(_)) | None => false,
    }
}
