//! Which assumptions about floats would let a claim be proved that is not proved without them.
//!
//! In: an obligation, and the task that it belongs to. Out: the assumptions that its proof uses if all may be used. The
//! proof is really found, so that advice to grant these assumptions works.

use ir::Program;
use logic::floats::{Assumption, Assumptions};
use logic::normalise::within_limits;
use logic::obligation::{Obligation, Task};

use crate::decide::may_be_assumed;
use crate::exact;
use crate::options::Options;
use crate::outcome::Verdict;
use crate::report::assumed::words;
use crate::solving::{Answer, Cancel, Effort, Limits, Query, Reason, Solved, Solver};
use crate::tools::{Nobody, Tools};

/// Resource limit for the solver, which is asked whether the claim is false in every execution.
const LIMIT: u32 = 300_000;

/// One sentence that names assumptions with which the obligation is proved; `None` if there are none.
pub fn advice(program: &Program, task: &Task, o: &Obligation, options: &Options, tools: &Tools<'_>) -> Option<String> {
    let needed = needed(program, task, o, options, tools)?;
    let names: Vec<&str> = needed.with(options.granted).iter().map(Assumption::name).collect();
    Some(format!("this is proved up to {} with `--assume {}`", words(needed), names.join(",")))
}

/// Says that a limit kept the granted assumptions about floats from being tried, if that is so.
pub fn untried(task: &Task, o: &Obligation, options: &Options) -> Option<String> {
    let tried = options.granted.is_empty() || !may_be_assumed(task.id, o) || within_limits(&o.goal);
    (!tried).then(|| UNTRIED.to_owned())
}

/// What is said if no law was tried.
const UNTRIED: &str =
    "no law of the assumptions about floats was tried, because the claim has too many parts or is nested too deep; \
    an equation of shorter sums would be tried";

/// The assumptions that a proof uses if it may use all, and that are not granted.
fn needed(program: &Program, task: &Task, o: &Obligation, options: &Options, tools: &Tools<'_>) -> Option<Assumptions> {
    if !may_be_assumed(task.id, o) {
        return None;
    }
    let all: Assumptions = Assumption::ALL.into_iter().collect();
    let rlimit = options.rlimit.min(LIMIT);
    let options = Options { granted: all, refute: false, rlimit, emit_smt2: false, ..options.clone() };
    let task = Task { obligations: vec![o.clone()], ..task.clone() };
    let tasks = [task];
    let assumed = |solver: &dyn Solver| {
        let tools = Tools { observer: &Nobody, solver, ..tools.clone() };
        let decided = exact::decide(program, &tasks, &options, &tools);
        let proved = decided.iter().flatten().find(|d| d.outcome.verdict == Verdict::Proved)?;
        Some(proved.outcome.assumed).filter(|assumed| !assumed.is_empty())
    };
    // The laws are used by the normaliser alone. The solver is slow where there is no proof.
    assumed(&Silent).and_then(|_| assumed(tools.solver))
}

/// A solver that decides nothing.
struct Silent;

impl Solver for Silent {
    fn solve(&self, _: &Query, _: Limits, _: &Cancel) -> Solved {
        let reason = Reason::Incomplete("it was not asked".to_owned());
        Solved { answer: Answer::Unknown(reason), effort: Effort::default() }
    }
}
