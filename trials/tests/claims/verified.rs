//! What the claims share that verify a random program and then run it: the program of a text, whether Sepal proves it
//! without the obligations that a mutant leaves out, and whether a run ends well.

use interp::Outcome as Run;
use ir::Program;
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
