//! `sepal run`: one execution of a kernel, or all of a tiny launch.
//!
//! In: its options. Out: arrays before and after, what went wrong, and the exit status.

mod arguments;
mod npy;
mod show;

use std::collections::BTreeMap;

use interp::{explore, run, Bounds, Exploration, Input, Launch, Options, Outcome, Run, Shape};
use syntax::parse_program;
use syntax::typed::{Program, Space};
use vcgen::outcome::FileOutcome;
use vcgen::report::{text, Detail, Style};

use crate::args::Run as Arguments;
use crate::verify::{BAD_INPUT, PROVED, REFUTED, UNKNOWN};
use crate::{files, output};
use show::{Shown, Told};

/// Runs it.
pub fn execute(arguments: &Arguments) -> u8 {
    match prepare(arguments) {
        Ok(prepared) => prepared.execute(arguments),
        Err(Wrong::Said) => BAD_INPUT,
        Err(Wrong::Sentence(sentence)) => {
            output::say(&format!("sepal: {sentence}\n"));
            BAD_INPUT
        }
    }
}

/// Why there is nothing to run.
enum Wrong {
    /// It was said already.
    Said,
    /// It is said in this sentence.
    Sentence(String),
}

impl From<String> for Wrong {
    fn from(sentence: String) -> Self {
        Self::Sentence(sentence)
    }
}

/// Everything that a run needs.
struct Prepared {
    path: String,
    source: String,
    program: Program,
    kernel: String,
    launch: Launch,
    shapes: Vec<Shape>,
    input: Input,
    options: Options,
}

fn prepare(arguments: &Arguments) -> Result<Prepared, Wrong> {
    let path = arguments.file.to_string_lossy().into_owned();
    let bad = |source: String, diagnostics| {
        let outcome = FileOutcome { path: path.clone(), source, diagnostics, ..FileOutcome::default() };
        output::say(&text::render(&outcome, &style()));
        Wrong::Said
    };
    let source = files::read(&arguments.file).map_err(|error| bad(String::new(), vec![error]))?;
    let parsed = parse_program(&source);
    let Some(program) = parsed.program else { return Err(bad(source, parsed.diagnostics)) };
    let kernel = arguments::kernel(&program, arguments.kernel.as_deref())?;
    let launch = arguments::launch(&arguments.launch)?;
    let mut input = Input { scalars: arguments::scalars(&program, &kernel, &arguments.arg)?, arrays: BTreeMap::new() };
    let shapes = interp::shapes(&program, &kernel, &launch, &input).map_err(|bad| bad.to_string())?;
    input.arrays = arguments::arrays(&shapes, &arguments.array)?;
    let options = arguments::options(arguments)?;
    Ok(Prepared { path: path.clone(), source, program, kernel, launch, shapes, input, options })
}

fn style() -> Style {
    Style { color: output::colored(), detail: Detail::Quiet, ..Style::default() }
}

impl Prepared {
    fn execute(&self, arguments: &Arguments) -> u8 {
        if arguments.schedule == "all" {
            let bounds = Bounds::default();
            return match explore(&self.program, &self.kernel, &self.launch, &self.input, &self.options, &bounds) {
                Ok(found) => self.tell_all(&found, arguments.json),
                Err(bad) => self.refuse(&bad.to_string()),
            };
        }
        match run(&self.program, &self.kernel, &self.launch, &self.input, &self.options) {
            Ok(run) => self.tell(&run, arguments),
            Err(bad) => self.refuse(&bad.to_string()),
        }
    }

    fn refuse(&self, sentence: &str) -> u8 {
        output::say(&format!("sepal: {sentence}\n"));
        BAD_INPUT
    }

    fn global(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(|shape| shape.space == Space::Global)
    }

    fn told(&self) -> Told<'_> {
        Told { path: &self.path, source: &self.source, kernel: &self.kernel }
    }

    fn tell(&self, run: &Run, arguments: &Arguments) -> u8 {
        let status = status(&run.outcome);
        if let Some(folder) = &arguments.out {
            if let Err(error) = npy::write(folder, self.global(), &run.memory) {
                return self.refuse(&error);
            }
        }
        let shown = Shown { shapes: self.global().collect(), before: &self.input.arrays, after: &run.memory };
        let written = if arguments.json {
            output::print(&show::json(&self.told(), run, &shown, &self.options.schedule.to_string(), status))
        } else {
            output::print(&shown.text())
        };
        output::say(&self.told().outcome(&run.outcome, &style()));
        for failure in run.also.iter().take(20) {
            output::say(&self.told().failure(failure, &style()));
        }
        if let Some(trace) = &run.trace {
            output::say(&self.told().story(trace, run.outcome.failure(), &self.shapes));
        }
        let schedule = &self.options.schedule;
        output::say(&format!("{}: {} ({} steps, schedule {schedule})\n", self.kernel, word(&run.outcome), run.steps));
        for (what, stop) in run.unknown.iter().take(5) {
            output::say(&format!("    not evaluated: {}: {}\n", what.id(), self.told().stop(stop)));
        }
        if written {
            status
        } else {
            BAD_INPUT
        }
    }

    fn tell_all(&self, found: &Exploration, json: bool) -> u8 {
        for (failure, schedule) in &found.failures {
            output::say(&self.told().failure(failure, &style()));
            output::say(&format!("    again with: --schedule {schedule}\n"));
        }
        for other in &found.others {
            output::say(&self.told().outcome(other, &style()));
        }
        let status = if !found.failures.is_empty() {
            REFUTED
        } else if !found.complete || !found.others.is_empty() {
            UNKNOWN
        } else {
            PROVED
        };
        let all = if found.complete { "all interleavings" } else { "a limit was reached, not all interleavings" };
        let line = format!(
            "{}: {all}: {} run, {} different failures, {} different results\n",
            self.kernel,
            found.runs,
            found.failures.len(),
            found.memories.len()
        );
        output::say(&line);
        if json && !output::print(&show::json_all(&self.told(), found, status)) {
            return BAD_INPUT;
        }
        status
    }
}

/// The exit status of a run.
fn status(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Finished => PROVED,
        Outcome::Failed(_) => REFUTED,
        Outcome::OutsideContract { .. }
        | Outcome::OutsideAssumption { .. }
        | Outcome::Limit(_)
        | Outcome::NotComputable { .. } => UNKNOWN,
    }
}

/// The word that is printed and written to JSON.
fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::Failed(_) => "failed",
        Outcome::OutsideContract { .. } => "outside-contract",
        Outcome::OutsideAssumption { .. } => "outside-assumption",
        Outcome::Limit(_) => "limit",
        Outcome::NotComputable { .. } => "not-computable",
    }
}
