//! One run.
//!
//! In: a program, a kernel's name, a launch, its input. Out: [`Run`]: how it ended, and memory behind it.

use std::collections::BTreeMap;

use syntax::failure::What;
use syntax::typed::{Kernel, Program};

use crate::launch::{BadInput, Input, Launch};
use crate::machine::{self, Machine, Shape};
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::schedule::drive;
use crate::stop::Stop;
use crate::trace::Trace;
use crate::value::Value;

/// What a run did.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// Further failures at the same point; with [`Options::keep_going`] also those of contracts before it.
    pub also: Vec<Failure>,
    /// Contracts that could not be evaluated in this run, and why: nothing is known of them.
    pub unknown: Vec<(What, Stop)>,
    /// Steps of all threads: statements and decisions of loops.
    pub steps: u64,
    /// Global arrays behind the run, or at its failure.
    pub memory: BTreeMap<String, Vec<Value>>,
    /// The steps, if they were asked for.
    pub trace: Option<Trace>,
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
    let kernel = kernel(program, name)?;
    let mut machine = Machine::new(program, kernel, launch, input, options, false)?;
    let outcome = drive(&mut machine, &options.schedule).err().unwrap_or(Outcome::Finished);
    Ok(Run {
        outcome,
        also: std::mem::take(&mut machine.findings),
        unknown: std::mem::take(&mut machine.unknown),
        steps: machine.steps,
        memory: machine.memory(),
        trace: machine.trace.take(),
    })
}
