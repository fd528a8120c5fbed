//! `sepal run` of a host procedure: a program that copies arrays and launches kernels.
//!
//! In: a procedure, and the options of the command line. Out: its arrays where they were declared and at the end, its
//! launches, what went wrong, and the exit status.

use interp::host::{executable, programs, run_host, HostInput, HostRun, Launched};
use interp::{BadInput, Launch, Options, Outcome};
use ir::{ProcId, Procedure, Program};

use super::cannot::CannotRun;
use super::show::{self, count, status, style, word, Told, LISTED};
use super::{arguments, json, npy, references};
use crate::args::Run as Arguments;
use crate::output;
use crate::verify::BAD_INPUT;

/// Most launches that are listed.
const LAUNCHES: usize = 20;
/// The default launch of the command line, which a host procedure does not have.
const NO_LAUNCH: &str = "groups=1,threads=4";
/// The seed of arrays that the command line does not name.
const SEED: u64 = 1;

/// The host procedure that the command line names, or that is the only program of the file.
pub fn chosen(program: &Program, name: Option<&str>) -> Option<ProcId> {
    let named = |name: &str| {
        let is_kernel = program.kernels.iter().any(|k| k.name.name == name);
        let named = |id: &ProcId| program.procedure(*id).is_some_and(|p| p.name.name == name);
        executable(program).find(named).filter(|_| !is_kernel)
    };
    match (name, programs(program).as_slice()) {
        (Some(name), _) => named(name),
        (None, [only]) => Some(*only),
        (None, _) => None,
    }
}

/// A host procedure that is ready to run.
pub struct Prepared<'p> {
    pub path: &'p str,
    pub source: &'p str,
    pub program: &'p Program,
    pub id: ProcId,
    pub procedure: &'p Procedure,
    input: HostInput,
    options: Options,
}

impl<'p> Prepared<'p> {
    /// Reads the options for a host procedure.
    pub fn new(
        (path, source): (&'p str, &'p str),
        program: &'p Program,
        id: ProcId,
        arguments: &Arguments,
    ) -> Result<Self, String> {
        let procedure = program.procedure(id).ok_or_else(|| "the file has no such procedure".to_owned())?;
        if arguments.launch != NO_LAUNCH {
            return Err("`--launch` is for a kernel; a host procedure says the sizes of its launches itself".to_owned());
        }
        if arguments.schedule == "all" {
            return Err("`--schedule all` is for one launch of a kernel; name the kernel with `--kernel`, or another \
                schedule, which then orders the threads of each launch"
                .to_owned());
        }
        // A schedule that names a group or a thread must fit the launch that it orders.
        let options = arguments::options(arguments, None)?;
        let params: Vec<_> =
            procedure.vars.iter().take(procedure.params).map(|p| (p.name.name.as_str(), p.ty)).collect();
        let mut objects = Vec::new();
        let (referring, rest) = references::read(&params, &arguments.arg, &mut objects)?;
        let others: Vec<_> = params.iter().copied().filter(|(name, _)| !referring.contains_key(*name)).collect();
        let mut args = arguments::values(&others, "procedure has no parameter", &rest)?;
        args.extend(referring);
        let unfit = params.iter().find_map(|(name, ty)| {
            let value = args.get(*name).filter(|value| !value.is_of(*ty))?;
            Some(ty.width().map_or_else(
                || format!("{value} is no value for `{name}`"),
                |width| BadInput::Range((*name).to_owned(), width).to_string(),
            ))
        });
        if let Some(unfit) = unfit {
            return Err(unfit);
        }
        let args = params.iter().filter_map(|(name, _)| args.remove(*name)).collect();
        let input = HostInput::new(args, arguments.uninitialised.unwrap_or(SEED));
        let mut input = HostInput { objects, ..input };
        arguments::contents(procedure, &arguments.array, &mut input)?;
        Ok(Self { path, source, program, id, procedure, input, options })
    }

    /// Runs it, reports, and returns the exit status and the document.
    pub fn execute(&self, arguments: &Arguments) -> Result<(u8, String), CannotRun> {
        let mut run = run_host(self.program, self.id, &self.input, &self.options);
        let params: Vec<_> = self.procedure.vars.iter().take(self.procedure.params).collect();
        let params: Vec<_> = params.into_iter().map(|p| (p.name.name.as_str(), p.ty)).collect();
        let given = references::arrays(&params, &self.input.args, &self.input.objects, &run);
        let _ = run.arrays.splice(0..0, given);
        output::progress("");
        let (status, schedule) = (status(&run.outcome), self.options.schedule.to_string());
        if let Some(folder) = &arguments.out {
            npy::write(folder, run.arrays.iter().map(|array| (&array.shape, array.after.iter().cloned())))?;
        }
        let told = self.told(&run);
        let document = if arguments.json {
            json::host(&told, &run, &schedule, status)
        } else {
            let arrays: String = run.arrays.iter().map(show::host_array).collect();
            let results: String = run.results.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
            if !output::print(&(arrays + &results)) {
                return Ok((BAD_INPUT, String::new()));
            }
            String::new()
        };
        self.tell(&told, &run, &schedule);
        Ok((status, document))
    }

    /// What the text is about. The launch is the last one, in which a failure of threads happened.
    fn told(&self, run: &HostRun) -> Told<'_> {
        Told {
            path: self.path,
            source: self.source,
            kernel: &self.procedure.name.name,
            name: Some(self.procedure.name.node),
            launch: run.launches.last().map_or(Launch::new(1, 1), |launched| launched.launch),
            limits: self.options.limits,
            program: Some(self.program),
            notes: &[],
        }
    }

    fn tell(&self, told: &Told<'_>, run: &HostRun, schedule: &str) {
        if run.outcome.failure().is_none() {
            output::say(&self.outcome(told, &run.outcome));
        }
        let failures = show::distinct(run.outcome.failure().into_iter().chain(&run.also));
        for (failure, repeated) in failures.into_iter().take(LISTED) {
            output::say(&told.failure(failure, &style()));
            if repeated > 0 {
                output::say(&format!("    the same {} more\n", count(repeated, "time")));
            }
        }
        let skipped = run.launches.len().saturating_sub(LAUNCHES);
        if skipped > 0 {
            output::say(&format!("  … {} before\n", launches(skipped)));
        }
        for launched in run.launches.iter().skip(skipped) {
            output::say(&told.launched(launched));
        }
        let last = run.launches.last();
        if let Some((launched, trace)) = last.and_then(|last| Some((last, last.trace.as_ref()?))) {
            output::say(&told.story(trace, run.outcome.failure().filter(|f| !f.threads.is_empty()), &launched.shapes));
        }
        let (word, steps) = (word(&run.outcome), count(run.steps, "step"));
        output::say(&format!("{}: {word} ({steps}, schedule {schedule})\n", told.kernel));
        show::not_evaluated(told, &run.unknown);
    }

    /// The text about the end of the run. Of an assumption of the host no thread is told.
    fn outcome(&self, told: &Told<'_>, outcome: &Outcome) -> String {
        match outcome {
            Outcome::OutsideAssumption { node, .. } if node.is_inside(&self.procedure.node) => {
                told.false_assumption(*node)
            }
            Outcome::Finished
            | Outcome::Failed(_)
            | Outcome::OutsideContract { .. }
            | Outcome::OutsideAssumption { .. }
            | Outcome::Limit(_)
            | Outcome::NotComputable { .. } => told.outcome(outcome, &style()),
        }
    }
}

fn launches(n: usize) -> String {
    format!("{n} {}", if n == 1 { "launch" } else { "launches" })
}

impl Told<'_> {
    /// A line about a launch.
    fn launched(&self, launched: &Launched) -> String {
        let [groups, threads] = launched.launch.sizes();
        let end = if launched.ended { "" } else { ", not to its end" };
        let (line, steps) = (self.line(launched.node), count(launched.steps, "step"));
        format!("  line {line}: launch of `{}`, groups={groups},threads={threads}: {steps}{end}\n", launched.kernel)
    }
}
