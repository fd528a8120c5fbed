//! What the claims share that verify a random program and then run it: the program of a text, whether Sepal proves it
//! without the obligations that a mutant leaves out, and whether a run ends well.

use crate::harness::Tally;
use interp::{Outcome as Run, Schedule};
use ir::Program;
use logic::obligation::What;
use vcgen::options::Options;
use vcgen::outcome::{Outcome, Verdict};
use vcgen::pipeline;

/// The program of a text.
///
/// # Panics
///
/// If the text has errors: the generators write programs without any.
pub fn read(text: &str) -> Program {
    let parsed = syntax::parse_program(text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// Whether each obligation of a program is proved, with this budget of Z3 for each query. Only obligations of this
/// item count, if one is given, and none that is dropped.
pub fn is_proved(program: &Program, rlimit: u32, item: Option<&str>, dropped: impl Fn(&Outcome) -> bool) -> bool {
    let options = Options { threads: 1, rlimit, refute: false, ..Options::default() };
    let items = pipeline::verify(program, &options);
    let counted = items.iter().filter(|i| item.is_none_or(|name| i.item == name));
    counted.flat_map(|i| &i.obligations).filter(|o| !dropped(o)).all(|o| o.verdict == Verdict::Proved)
}

/// Whether a run ended well; `None` if it ended for a reason that says nothing about the program.
pub fn went_well(outcome: &Run) -> Option<bool> {
    match outcome {
        Run::Finished => Some(true),
        Run::Failed(_) => Some(false),
        Run::OutsideContract { .. } | Run::OutsideAssumption { .. } | Run::Limit(_) | Run::NotComputable { .. } => None,
    }
}

/// What a random program is proved with, and run with.
pub struct Trial<'t> {
    /// The text of the program.
    pub text: &'t str,
    /// The budget of Z3 for each query.
    pub rlimit: u32,
    /// The obligations that a mutant of the rule leaves out.
    pub dropped: &'t [What],
    /// How the program ends in a launch with groups and threads of a group, from memory with this value in its cells,
    /// and in this order of its threads.
    pub end: fn(&Program, (u32, u32), i64, Schedule) -> Option<Run>,
}

/// If all obligations of a program are proved, no run of the program goes wrong, in launches of these sizes and in the
/// orders of threads that `orders` draws.
pub fn proved_runs_go_well<S: Iterator<Item = Schedule>>(
    trial: &Trial<'_>,
    sizes: &[(u32, u32)],
    mut orders: impl FnMut() -> S,
    tally: &mut Tally,
) {
    let program = read(trial.text);
    if !is_proved(&program, trial.rlimit, None, |o| trial.dropped.contains(&o.code.what)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for size in sizes {
        for (n, schedule) in orders().enumerate() {
            let seen = (trial.end)(&program, *size, i64::from(n % 2 == 1), schedule.clone());
            let fine = seen.as_ref().and_then(went_well);
            let failure = seen.as_ref().and_then(|seen| seen.failure());
            let story = || format!("{size:?}, {schedule}: {failure:?}\n{}", trial.text);
            tally.put(Some(true), || fine, story);
        }
    }
}
