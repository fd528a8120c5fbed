//! The preconditions of a kernel at one start.
//!
//! In: a kernel and a start. Out: whether the preconditions of the launch, of all groups and of all threads are true
//! there, by a run that stops behind them.

use interp::{Limits, Outcome, Run, Schedule};
use logic::obligation::What;

use super::attempt::{options, Stage, Start, LIMITS};

/// What evaluation says of the preconditions at a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// All of them are true.
    Yes,
    /// One of them is false.
    No,
    /// One of them cannot be evaluated within the limits, or not at all.
    Unclear,
}

/// Whether the preconditions of a kernel are true at a start.
pub fn allows(stage: Stage<'_>, start: &Start) -> bool {
    of_start(stage, start, &mut 0) == Allowed::Yes
}

/// A run that stops behind the preconditions.
pub fn begin(stage: Stage<'_>, start: &Start) -> Option<Run> {
    let Stage { program, kernel, .. } = stage;
    let mut options = options(Schedule::Canonical, 1);
    options.limits = Limits { steps: 0, ..LIMITS };
    interp::run(program, &kernel.name.name, &start.launch, &start.input, &options).ok()
}

/// What evaluation says of the preconditions of a kernel at a start. Adds the number of nodes that were evaluated to
/// `work`.
pub fn of_start(stage: Stage<'_>, start: &Start, work: &mut u64) -> Allowed {
    let Some(run) = begin(stage, start) else { return Allowed::Unclear };
    *work += run.work;
    let begun = match &run.outcome {
        Outcome::OutsideContract { .. } => return Allowed::No,
        Outcome::Limit(limit) => *limit == interp::Limit::Steps,
        Outcome::Finished | Outcome::Failed(_) => true,
        Outcome::OutsideAssumption { .. } | Outcome::NotComputable { .. } => false,
    };
    // In these cases the precondition of some member is false, or has no value.
    // A driver states no permissions of other threads, so the state before the call may be impossible.
    let in_doubt = |what| {
        matches!(what, What::WellFormed | What::KernelPre | What::GroupPre)
            || stage.calls.is_some() && matches!(what, What::KernelResources | What::GroupResources)
    };
    let clear = run.unknown.is_empty() && !run.failures().iter().any(|f| in_doubt(f.code.what));
    if begun && clear {
        Allowed::Yes
    } else {
        Allowed::Unclear
    }
}
