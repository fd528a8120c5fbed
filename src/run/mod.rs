//! `sepal run`: executes a kernel or a host procedure once, or explores all interleavings of a tiny launch.
//!
//! In: the options of the command line. Out: arrays before and after, what went wrong, and the exit status.

pub mod arguments;
mod cannot;
mod host;
mod json;
mod npy;
mod references;
mod show;

use interp::{explore, observe, Bounds, Exploration, Input, Launch, Limits, Observed, Options, Shape, Unjudged};
use ir::{Kernel, Program, Space};
use syntax::Reading;

use crate::args::Run as Arguments;
use crate::verify::{BAD_INPUT, PROVED, REFUTED, UNKNOWN};
use crate::{files, front, output, witness};
use cannot::CannotRun;
use show::{status, style, word, Told, LISTED};

/// Runs the kernel, reports, and returns the exit status.
pub fn execute(arguments: &Arguments) -> u8 {
    let path = files::shown(&arguments.file);
    let (status, document) = match read(arguments).and_then(|read| one(&path, read, arguments)) {
        Ok(done) => done,
        Err(wrong) => wrong.refuse(&nothing(&path, &wrong.source)),
    };
    if !arguments.json || output::print(&document) {
        status
    } else {
        BAD_INPUT
    }
}

/// The JSON document for a command line that cannot be read.
pub fn refuse_usage(sentence: &str) -> String {
    json::error(&nothing("", ""), BAD_INPUT, &[], Some(sentence))
}

/// The data of a report about an error of the input, before anything ran.
fn nothing<'r>(path: &'r str, source: &'r str) -> Told<'r> {
    let limits = Limits::default();
    Told { path, source, kernel: "", name: None, launch: Launch::new(1, 1), limits, program: None, notes: &[] }
}

/// A run that is ready to start.
struct Prepared {
    path: String,
    source: String,
    program: Program,
    kernel: String,
    name: ir::Node,
    launch: Launch,
    shapes: Vec<Shape>,
    input: Input,
    options: Options,
    notes: Vec<&'static str>,
    /// The witness that the run repeats.
    repeats: Option<witness::Run>,
}

/// The text of a file, and its program.
fn read(arguments: &Arguments) -> Result<(String, Program), CannotRun> {
    let source =
        files::read(&arguments.file).map_err(|error| CannotRun { diagnostics: vec![error], ..CannotRun::default() })?;
    let reading = Reading { int: arguments.int };
    let before = front::prepared(&arguments.before, &[], None, false).map_err(|error| error.sentence)?;
    let parsed = front::parse(&arguments.file, &source, reading, &before);
    let source = parsed.text.unwrap_or(source);
    // In OpenCL and CUDA, an error in one kernel is no error in another one.
    let named = |program: &Program| {
        let kernel = arguments.kernel.as_deref();
        kernel.is_some_and(|name| program.kernels.iter().any(|kernel| kernel.name.name == name))
    };
    match parsed.program.filter(|program| parsed.diagnostics.is_empty() || named(program)) {
        Some(program) => Ok((source, program)),
        None => Err(CannotRun { source, diagnostics: parsed.diagnostics, ..CannotRun::default() }),
    }
}

/// Runs the host procedure or the kernel that the command line names, or that is the only one.
fn one(path: &str, (source, program): (String, Program), arguments: &Arguments) -> Result<(u8, String), CannotRun> {
    if let Some(file) = &arguments.witness {
        let (run, number, all) = witness::read(file, path, arguments.witness_run)?;
        let of = if all == 1 { String::new() } else { format!(", run {number} of {all}") };
        output::say(&format!("{}{of}: `{}` in line {}\n", file.display(), run.code, run.line));
        return Ok(repeated(path.to_owned(), source, program, run, arguments)?.execute(arguments));
    }
    match host::chosen(&program, arguments.kernel.as_deref()) {
        Some(id) => host::Prepared::new((path, &source), &program, id, arguments)?.execute(arguments),
        None => Ok(prepare(path.to_owned(), source, program, arguments)?.execute(arguments)),
    }
}

fn prepare(path: String, source: String, program: Program, arguments: &Arguments) -> Result<Prepared, CannotRun> {
    let kernel = arguments::kernel(&program, arguments.kernel.as_deref())?;
    let launch = arguments::launch(&arguments.launch, kernel.dims())?;
    let options = arguments::options(arguments, Some(&launch))?;
    let scalars = arguments::scalars(kernel, &arguments.arg)?;
    let mut input = Input { scalars, ..Input::default() };
    let shapes = interp::shapes(&program, &kernel.name.name, &launch, &input)?;
    arguments::arrays(&shapes, &arguments.array, &mut input)?;
    let (name, notes) = (kernel.name.node, notes(&program, kernel, &options));
    let kernel = kernel.name.name.clone();
    Ok(Prepared { path, source, program, kernel, name, launch, shapes, input, options, notes, repeats: None })
}

/// The run that a witness tells of.
fn repeated(
    path: String,
    source: String,
    program: Program,
    run: witness::Run,
    arguments: &Arguments,
) -> Result<Prepared, CannotRun> {
    let kernel = arguments::kernel(&program, Some(&run.kernel))?;
    let launch = run.launch(kernel)?;
    let options = run.options(&launch, arguments::options(arguments, Some(&launch))?)?;
    let mut input = Input { scalars: run.scalars(kernel)?, ..Input::default() };
    let shapes = interp::shapes(&program, &run.kernel, &launch, &input)?;
    run.fill(&shapes, &mut input)?;
    let (name, notes) = (kernel.name.node, notes(&program, kernel, &options));
    let kernel = run.kernel.clone();
    Ok(Prepared { path, source, program, kernel, name, launch, shapes, input, options, notes, repeats: Some(run) })
}

/// Notes about accesses of the kernel that are not checked, because no contract can describe them.
fn notes(program: &Program, kernel: &Kernel, options: &Options) -> Vec<&'static str> {
    match interp::unjudged(program, kernel).filter(|_| options.contracts) {
        None => vec![],
        Some(Unjudged::Inside) => vec!["accesses inside an `atomic` are not judged by permissions"],
        Some(Unjudged::Silent) => {
            vec!["no access is judged by permissions, since the kernel states none; races are looked for"]
        }
        Some(Unjudged::Everywhere) => {
            vec!["no access is judged by permissions, since a synchronising `atomic` may pass memory on; races are"]
        }
    }
}

impl Prepared {
    fn execute(&self, arguments: &Arguments) -> (u8, String) {
        let (program, kernel, launch) = (&self.program, &self.kernel, &self.launch);
        let done = if arguments.schedule == "all" {
            let defaults = Bounds::default();
            let bounds = Bounds { runs: arguments.runs.unwrap_or(defaults.runs), ..defaults };
            let found = explore(program, kernel, launch, &self.input, &self.options, &bounds);
            found.map(|found| self.tell_all(&found)).map_err(CannotRun::from)
        } else {
            let run = observe(program, kernel, launch, &self.input, &self.options);
            run.map_err(CannotRun::from).and_then(|run| self.tell(&run, arguments))
        };
        done.unwrap_or_else(|wrong| wrong.refuse(&self.told()))
    }

    fn global(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(|shape| shape.space == Space::Global)
    }

    fn told(&self) -> Told<'_> {
        Told {
            path: &self.path,
            source: &self.source,
            kernel: &self.kernel,
            name: Some(self.name),
            launch: self.launch,
            limits: self.options.limits,
            program: Some(&self.program),
            notes: &self.notes,
        }
    }

    fn tell(&self, run: &Observed<'_>, arguments: &Arguments) -> Result<(u8, String), CannotRun> {
        output::progress("");
        let (status, schedule) = (status(&run.outcome), self.options.schedule.to_string());
        if let Some(folder) = &arguments.out {
            npy::write(folder, self.global().map(|shape| (shape, run.after.elements(&shape.name))))?;
        }
        let document = if arguments.json {
            json::run(&self.told(), run, &self.shapes, &schedule, status)
        } else {
            let arrays = show::arrays(self.global(), &run.after);
            if !output::print(&arrays) {
                return Ok((BAD_INPUT, String::new()));
            }
            String::new()
        };
        if run.outcome.failure().is_none() {
            output::say(&self.told().outcome(&run.outcome, &style()));
        }
        let failures = show::distinct(run.outcome.failure().into_iter().chain(&run.also));
        for (failure, repeated) in failures.into_iter().take(LISTED) {
            output::say(&self.told().failure(failure, &style()));
            if repeated > 0 {
                let others = if repeated == 1 { "thread or group" } else { "threads or groups" };
                output::say(&format!("    the same for {repeated} other {others}\n"));
            }
        }
        if let Some(trace) = &run.trace {
            output::say(&self.told().story(trace, run.outcome.failure(), &self.shapes));
        }
        let (word, steps) = (word(&run.outcome), show::count(run.steps, "step"));
        output::say(&format!("{}: {word} ({steps}, schedule {schedule})\n", self.kernel));
        self.tell_notes();
        show::not_evaluated(&self.told(), &run.unknown);
        self.tell_whether_it_repeats(run);
        Ok((status, document))
    }

    /// Says so if the run does not show what the witness tells of, as after a repair.
    fn tell_whether_it_repeats(&self, run: &Observed<'_>) {
        let Some(witness) = &self.repeats else { return };
        let all = || run.outcome.failure().into_iter().chain(&run.also);
        if !all().any(|failure| failure.code.to_string() == witness.code) {
            output::say(&format!("this run does not show `{}` any more\n", witness.code));
        }
    }

    fn tell_notes(&self) {
        self.notes.iter().for_each(|note| output::say(&format!("    note: {note}\n")));
    }

    fn tell_all(&self, found: &Exploration) -> (u8, String) {
        output::progress("");
        for (failure, schedule) in &found.failures {
            output::say(&self.told().failure(failure, &style()));
            output::say(&format!("    again with: --schedule {schedule}\n"));
        }
        for other in &found.others {
            output::say(&self.told().outcome(other, &style()));
        }
        let status = if !found.failures.is_empty() {
            REFUTED
        } else if !found.is_complete() || !found.others.is_empty() {
            UNKNOWN
        } else {
            PROVED
        };
        let all = match found.limit {
            None => "all interleavings".to_owned(),
            Some(limit) => format!("not all interleavings: {}", self.told().limit(limit)),
        };
        output::say(&format!(
            "{}: {all}: {}, {}, {}\n",
            self.kernel,
            show::count(found.runs, "run"),
            show::count(found.failures.len() as u64, "different failure"),
            show::count(found.memories.len() as u64, "different result")
        ));
        self.tell_notes();
        show::not_evaluated(&self.told(), &found.unknown);
        (status, json::all(&self.told(), found, status))
    }
}
