//! One run.
//!
//! In: a program, a kernel's name, a launch, its input. Out: [`Run`]: how it ended, and memory behind it.

use std::collections::BTreeMap;

use ir::{Kernel, Program, Space};

use crate::drive::drive;
use crate::input::{BadInput, Input};
use crate::launch::Launch;
use crate::machine::{self, Machine};
use crate::memory::Array;
use crate::options::{Options, Watch};
use crate::report::{Failure, Outcome};
use crate::shape::Shape;
use crate::stop::Stop;
use crate::trace::Trace;
use crate::value::Value;

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether every thread ended; otherwise the run stopped at its outcome.
    pub ended: bool,
    /// Further failures at the same point; with [`Options::keep_going`] also those of contracts before it.
    pub also: Vec<Failure>,
    /// Contracts that could not be evaluated in this run, by the id of what would have been checked, and why, each
    /// once: nothing is known of them.
    pub unknown: Vec<(&'static str, Stop)>,
    /// Steps of all threads: statements and decisions of loops.
    pub steps: u64,
    /// Nodes of contracts and functions that were evaluated.
    pub work: u64,
    /// Global arrays behind the run, or at its failure.
    pub memory: BTreeMap<String, Vec<Value>>,
    /// The steps, if they were asked for.
    pub trace: Option<Trace>,
}

impl Run {
    /// All failures, in the order in which they happened.
    pub fn failures(&self) -> Vec<&Failure> {
        let last = self.outcome.failure();
        match self.ended {
            // If contracts failed during the run, the first failure is the outcome.
            true => last.into_iter().chain(&self.also).collect(),
            false => self.also.iter().chain(last).collect(),
        }
    }
}

/// The kernel of that name.
pub fn kernel<'p>(program: &'p Program, name: &str) -> Result<&'p Kernel, BadInput> {
    program.kernels.iter().find(|k| k.name.name == name).ok_or_else(|| BadInput::NoKernel(name.to_owned()))
}

/// The sizes of a kernel's arrays in a launch, in the order of their declaration. Of `input` the constants count.
pub fn shapes(program: &Program, name: &str, launch: &Launch, input: &Input) -> Result<Vec<Shape>, BadInput> {
    machine::shapes(program, kernel(program, name)?, launch, input)
}

/// Runs a kernel once.
pub fn run(program: &Program, name: &str, launch: &Launch, input: &Input, options: &Options) -> Result<Run, BadInput> {
    let seen = observe(program, name, launch, input, options)?;
    let Observed { outcome, ended, also, unknown, steps, work, trace, after } = seen;
    Ok(Run { outcome, ended, also, unknown, steps, work, memory: after.0.memory(), trace })
}

/// What a run did, with its memory, to be looked at element by element.
#[derive(Debug)]
pub struct Observed<'p> {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether every thread ended, as in [`Run::ended`].
    pub ended: bool,
    /// Further failures, as in [`Run::also`].
    pub also: Vec<Failure>,
    /// Contracts that could not be evaluated, as in [`Run::unknown`].
    pub unknown: Vec<(&'static str, Stop)>,
    /// Steps of all threads.
    pub steps: u64,
    /// Nodes of contracts and functions that were evaluated.
    pub work: u64,
    /// The steps, if they were asked for.
    pub trace: Option<Trace>,
    /// Memory behind the run, or at its failure.
    pub after: After<'p>,
}

/// Global memory behind a run.
#[derive(Debug)]
pub struct After<'p>(Machine<'p>);

impl After<'_> {
    fn array(&self, name: &str) -> Option<&Array> {
        self.0.fixed.arrays.iter().find(|a| a.space == Space::Global && a.name == name)
    }

    /// The elements of a global array, in row-major order; none if the kernel does not have it.
    pub fn elements(&self, name: &str) -> impl Iterator<Item = Value> + '_ {
        let array = self.array(name);
        let cells = array.map_or(0..0, |a| a.base..a.base + a.len);
        let of = move |cell| Some((self.0.global.get(array?, cell)?, array?.elem));
        cells.filter_map(of).map(|(slot, elem)| self.0.bigs.value(slot, elem))
    }

    /// The same before the run.
    pub fn before(&self, name: &str) -> impl Iterator<Item = Value> + '_ {
        let array = self.array(name);
        let of = move |offset| Some((array?.before(offset)?, array?.elem));
        (0..array.map_or(0, |a| a.len)).filter_map(of).map(|(slot, elem)| self.0.bigs.value(slot, elem))
    }

    /// Whether an element of a global array is not what it was.
    pub fn changed(&self, name: &str) -> bool {
        let Some(array) = self.array(name) else { return false };
        let bank = &self.0.global;
        let value = |slot: Option<_>| slot.map(|slot| self.0.bigs.value(slot, array.elem));
        let differs = |cell: u32| value(bank.get(array, cell)) != value(array.before(cell - array.base));
        (array.base..array.base + array.len).any(|cell| bank.is_known(cell) && differs(cell))
    }
}

/// The relation of the two threads of a race can depend on how often each has run through a loop. Then the same run is
/// repeated with a record, which counts that.
pub(crate) fn sure(
    program: &Program,
    kernel: &Kernel,
    launch: &Launch,
    input: &Input,
    options: &Options,
    failure: &mut Failure,
) -> Result<(), BadInput> {
    if failure.unsure {
        let options = Options { trace: true, watch: Watch::default(), ..options.clone() };
        let mut machine = Machine::new(program, kernel, launch, input, &options, false)?;
        if let Err(Outcome::Failed(again)) = drive(&mut machine, &options.schedule) {
            if (again.code, again.node, &again.threads) == (failure.code, failure.node, &failure.threads) {
                (failure.relation, failure.why, failure.unsure) = (again.relation, again.why, again.unsure);
                failure.related = again.related;
            }
        }
    }
    Ok(())
}

/// Runs a kernel once, as [`run`] does.
pub fn observe<'p>(
    program: &'p Program,
    name: &str,
    launch: &Launch,
    input: &Input,
    options: &Options,
) -> Result<Observed<'p>, BadInput> {
    let kernel = kernel(program, name)?;
    let mut machine = Machine::new(program, kernel, launch, input, options, false)?;
    let mut outcome = drive(&mut machine, &options.schedule).err().unwrap_or(Outcome::Finished);
    if let (Outcome::Failed(failure), Some(trace), false) = (&mut outcome, &machine.trace, machine.ended) {
        failure.recorded = trace.steps.len();
    }
    if let (Outcome::Failed(failure), false) = (&mut outcome, options.trace) {
        sure(program, kernel, launch, input, options, failure)?;
    }
    Ok(Observed {
        outcome,
        ended: machine.ended,
        also: std::mem::take(&mut machine.findings),
        unknown: std::mem::take(&mut machine.unknown),
        steps: machine.steps,
        work: options.limits.work.saturating_sub(machine.work),
        trace: machine.trace.take(),
        after: After(machine),
    })
}
