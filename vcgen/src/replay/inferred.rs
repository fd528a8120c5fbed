//! Kernels whose contracts are inferred: what shows that the code is wrong, and not only the inferred clauses.
//!
//! In: an obligation, and a failure of a run that checks no contract but the preconditions. Out: whether the failure
//! shows that the code is wrong at the place of the obligation.

use interp::{Failure, Int, Outside};
use ir::finding::{Code, What, Why};
use ir::{Expr, ExprKind, Gets, Heap, Inferred, ItemId, Kernel, Node, Place};
use logic::obligation::{Obligation, ObligationId};
use std::collections::BTreeSet;

use super::attempt::Found;
use super::behind::Judged;
use super::data;
use super::replays::Replays;
use super::shown_by;
use crate::outcome::{Link, Outcome, Sentence, Under, Verdict, Witness};

/// The reason why a failed claim about inferred clauses is not decided.
const UNSHOWN: &str = "what was inferred of the kernel does not suffice, and no small launch was found that goes wrong";

/// The reason if an inferred clause is one of those that contradict each other.
pub const CONTRADICTORY: &str =
    "what was inferred of the kernel contradicts itself or a precondition, which shows nothing about the code";

/// The reason why a failed claim is not decided that is about an index which depends on data.
const OF_DATA: &str =
    "an index depends on data: it is computed from elements of an array, or from what an atomic step finds, and \
    nothing says what they are. A `requires` can say that of elements that the kernel does not write; otherwise an \
    `if` must compare the index with the length";

impl Replays<'_> {
    /// Whether clauses contradict each other, and one of them is inferred.
    pub fn blames_inferred(&self, outcome: &Outcome) -> bool {
        // The first of the clauses is where the contradiction is reported.
        let mut clauses = outcome.related.iter().map(|(node, _)| *node).chain([outcome.node]);
        outcome.code.what == What::Vacuous
            && self.is_inferred()
            && clauses.any(|node| self.program.texts.contains_key(&node.id))
    }

    /// Why a failed claim about inferred clauses is not decided.
    pub fn unshown(&self, outcome: &Outcome) -> &'static str {
        let of_data = self.kernel.map(data::of_data).unwrap_or_default();
        let permitted = self.inferred().into_iter().flat_map(|inferred| &inferred.permitted);
        let of_clauses = permitted.filter(|(clause, _)| outcome.node.meets(clause)).flat_map(|(_, accesses)| accesses);
        let depends = of_clauses.chain([&outcome.node]).any(|node| of_data.iter().any(|one| one.id == node.id));
        if depends {
            OF_DATA
        } else {
            UNSHOWN
        }
    }

    /// Whether the task is about a kernel whose contract is inferred.
    pub fn is_inferred(&self) -> bool {
        self.program.is_inferred(self.task.id)
    }

    /// What was inferred of the kernel that the task is about.
    pub fn inferred(&self) -> Option<&Inferred> {
        match self.task.id {
            ItemId::Kernel(id) => self.program.inferred.get(&id),
            ItemId::Function(_) | ItemId::Procedure(_) => None,
        }
    }

    /// Whether a part of the program stands in a clause of the kernel, of a loop or of a barrier.
    fn is_in_clause(&self, node: Node) -> bool {
        let of_contract = self.kernel.into_iter().flat_map(Kernel::contracts).flat_map(|contract| &contract.clauses);
        let mut found = of_contract.into_iter().any(|clause| node.is_inside(&clause.expr.node));
        if let Some(kernel) = self.kernel {
            kernel.body.each(&mut |stmt| {
                found |= stmt.clauses().iter().any(|clause| node.is_inside(&clause.expr.node));
            });
        }
        found
    }

    /// Whether the outcome rests on inferred clauses, or is one of the code. What a person wrote in clauses is judged
    /// as in other kernels.
    pub fn rests_on_inferred(&self, outcome: &Outcome) -> bool {
        let of_code = matches!(
            outcome.code.what,
            What::Load | What::Store | What::Expr | What::BarrierUniform | What::BarrierRedistribution
        );
        // What a statement asserts is a part of the code, too.
        let of_code = of_code || outcome.code.what == What::WellFormed && !self.is_in_clause(outcome.node);
        // Nobody has written the permissions that such a claim is about.
        let by_permissions = matches!(outcome.code.why, Why::Unframed | Why::InsufficientPermission)
            || matches!(outcome.code.what, What::KernelPost | What::GroupPost | What::BarrierTransfer);
        self.is_inferred() && (of_code || by_permissions || self.program.texts.contains_key(&outcome.node.id))
    }
}

/// Whether a failure of a run shows that the code is wrong where the obligation fails.
pub fn is_shown_by(obligation: &Obligation, found: &Found, kernel: Option<&Kernel>, inferred: &Inferred) -> bool {
    let failure = &found.failure;
    let shown = match failure.code.why {
        // Two threads of the run have raced, whatever was inferred.
        Why::DataRace => is_about_permission(obligation.code) && is_near(obligation, failure, inferred),
        // Nothing says how long the arrays are to which parameters point, so an index may exceed any of them.
        Why::OutOfBounds => {
            shown_by::is_shown_by(obligation, failure, kernel.map(|k| &k.body)) && is_wrong(failure, kernel)
        }
        _ => shown_by::is_shown_by(obligation, failure, kernel.map(|k| &k.body)),
    };
    found.first && shown && !depends_on_data(failure, kernel)
}

/// Whether the failure is about an index that depends on data, which the run has invented.
fn depends_on_data(failure: &Failure, kernel: Option<&Kernel>) -> bool {
    if !matches!(failure.code.why, Why::DataRace | Why::OutOfBounds) {
        return false;
    }
    let of_data = kernel.map(data::of_data).unwrap_or_default();
    let mut places = failure.related.iter().map(|(node, _)| *node).chain([failure.node]);
    places.any(|node| of_data.iter().any(|one| one.id == node.id))
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

/// Lists what a race explains under that race: the same race again, and permissions that do not suffice for an array
/// of the race.
pub fn folded(mut judged: Vec<Judged>, kernel: Option<&Kernel>) -> Vec<Judged> {
    let races: Vec<(ObligationId, Node)> = judged
        .iter()
        .map(|one| &one.outcome)
        .filter(|o| o.verdict == Verdict::Refuted && o.code.why == Why::DataRace)
        .map(|o| (o.id, o.node))
        .collect();
    if races.is_empty() {
        return judged;
    }
    let arrays = |node: &Node| kernel.map(|kernel| arrays_at(kernel, node)).unwrap_or_default();
    let of_races: Vec<(ObligationId, BTreeSet<Heap>)> = races.iter().map(|(id, node)| (*id, arrays(node))).collect();
    let about = |node: &Node| {
        let of_claim = arrays(node);
        of_races.iter().find(|(_, of_race)| !of_race.is_disjoint(&of_claim)).map(|(id, _)| *id)
    };
    for one in &mut judged {
        let o = &mut one.outcome;
        let same = races.iter().find(|(id, node)| *node == o.node && o.code.why == Why::DataRace && *id != o.id);
        let cause = match o.verdict {
            Verdict::Refuted => same.filter(|(id, _)| *id < o.id).map(|(id, _)| *id),
            Verdict::Unknown => is_about_permission(o.code).then(|| about(&o.node)).flatten(),
            Verdict::Proved => None,
        };
        o.under = cause.map(|obligation| Under { obligation, link: Link::Follows });
    }
    judged
}

/// The arrays of the locations that stand at a place of the code or of a clause.
fn arrays_at(kernel: &Kernel, node: &Node) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    let mut add = |place: &Place| {
        if place.node.meets(node) {
            let _ = out.insert(place.heap);
        }
    };
    let mut in_expr = |whole: &Expr| whole.each(&mut |e| e.place().into_iter().for_each(&mut add));
    kernel.contracts().flat_map(|contract| &contract.clauses).for_each(|clause| in_expr(&clause.expr));
    kernel.body.each(&mut |stmt| {
        stmt.exprs(&mut in_expr);
        stmt.clauses().iter().for_each(|clause| in_expr(&clause.expr));
    });
    kernel.body.each(&mut |stmt| {
        if let Some(place) = stmt.outline().gets.and_then(Gets::location) {
            add(place);
        }
    });
    out
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

/// Whether the obligation is about one of the accesses of a race: it stands there, or in the clause that permits the
/// access.
fn is_near(obligation: &Obligation, failure: &Failure, inferred: &Inferred) -> bool {
    let raced: Vec<Node> = failure.related.iter().map(|(node, _)| *node).chain([failure.node]).collect();
    let of_clauses = inferred.permitted.iter().filter(|(clause, _)| obligation.node.meets(clause));
    let mut claimed = of_clauses.flat_map(|(_, accesses)| accesses).chain([&obligation.node]);
    claimed.any(|node| raced.iter().any(|other| node.meets(other)))
}

/// Whether an index is wrong for arrays of every length: it is negative, or the declaration says how long the array is.
fn is_wrong(failure: &Failure, kernel: Option<&Kernel>) -> bool {
    let Some(Outside { heap, index }) = &failure.outside else { return false };
    if *index < Int::ZERO {
        return true;
    }
    // If nothing was inferred, no condition bounds the launch either.
    let Some(kernel) = kernel.filter(|kernel| !kernel.of_thread().clauses.is_empty()) else { return false };
    match heap {
        Heap::Array(id) => kernel
            .arrays
            .get(id.0 as usize)
            .is_some_and(|array| array.dims.iter().all(|length| matches!(length.kind, ExprKind::Int(_)))),
        Heap::Private(_) => true,
        Heap::Elements(_) | Heap::Field(_) => false,
    }
}
