//! Which recursive functions and procedures end although no measure is written.
//!
//! A guess counts if all obligations about the end of the recursion are proved in the program with the guess. From then
//! on the guess is a measure like one that is written: the verification proves the same obligations again. So a wrong
//! guess makes no function end, and a function for which all guesses fail is refused as before.
//!
//! In: a program. Out: the program with the measures that were found.

use ir::finding::What;
use ir::{Expr, ItemId, Program};
use logic::floats::Assumptions;
use logic::obligation::{Obligation, Task};
use logic::recursion::circles;
use std::borrow::Cow;

use crate::batch;
use crate::options::Options;
use crate::outcome::Verdict;
use crate::tools::{Nobody, Tools};

/// Resource limit for one obligation of a guess.
const LIMIT: u32 = 300_000;

/// The program with a measure for each recursive function and procedure for which one is found.
pub fn with_measures<'p>(program: &'p Program, options: &Options, tools: &Tools<'_>) -> Cow<'p, Program> {
    let mut found = Cow::Borrowed(program);
    let rlimit = options.rlimit.min(LIMIT);
    let options = Options { refute: false, emit_smt2: false, granted: Assumptions::NONE, rlimit, ..options.clone() };
    // The observer counts obligations of the program, and not those of guesses.
    let tools = Tools { observer: &Nobody, ..tools.clone() };
    for circle in circles(program) {
        for guess in &circle.guesses {
            let guessed = with(&found, guess);
            if ends(&guessed, &circle.members, &options, &tools) {
                found = Cow::Owned(guessed);
                break;
            }
        }
    }
    found
}

/// The program with these measures.
fn with(program: &Program, measures: &[(ItemId, Vec<Expr>)]) -> Program {
    let mut out = program.clone();
    for (item, measure) in measures {
        let place = match item {
            ItemId::Function(id) => out.functions.get_mut(id.0 as usize).map(|f| &mut f.decreases),
            ItemId::Procedure(id) => out.procedures.get_mut(id.0 as usize).map(|p| &mut p.decreases),
            ItemId::Kernel(_) => None,
        };
        if let Some(place) = place {
            place.clone_from(measure);
        }
    }
    out
}

/// Whether the recursion of these functions or procedures is shown to end.
fn ends(program: &Program, members: &[ItemId], options: &Options, tools: &Tools<'_>) -> bool {
    let tasks = members.iter().filter_map(|item| logic::task_of(program, *item));
    let tasks: Vec<Task> = tasks.map(about_the_end).collect();
    let outcomes = batch::decide(program, &tasks, options, tools);
    outcomes.iter().flatten().all(|d| d.outcome.verdict == Verdict::Proved)
}

/// The task with those obligations alone that say that the recursion ends.
fn about_the_end(task: Task) -> Task {
    let all = task.obligations.into_iter().filter(|o| o.code.what == What::Termination);
    let obligations = all.map(|o| Obligation { implied_by: vec![], consequence_of: vec![], ..o }).collect();
    Task { obligations, attempts: vec![], ..task }
}
