//! Host procedures: what code of the host does, statement by statement, with every check that a run can make.
//!
//! In: a program, a procedure of its top level, a [`HostInput`], [`Options`]. Out: [`HostRun`]: how the run ended, the
//! arrays of the procedure, the launches. The run goes through the typed program as a tree: host code is short, and
//! its time is spent in the kernels that it launches, which run as [`crate::observe`] runs them.
//!
//! ```text
//! procedure ─step→ copies, calls, loops (here) ─launch→ observe ─→ arrays, failures
//! ```
//!
//! | check | failure |
//! |---|---|
//! | a copy has a number of elements that both arrays have | `copy:out-of-bounds` |
//! | sizes of a launch, lengths of the kernel's arrays, its precondition | `launch.precondition:condition-false` |
//! | each buffer is as long as the kernel's array | `launch.precondition:out-of-bounds` |
//! | an array that is passed twice has enough permission for both | `launch.resources:exceeds-available` |
//! | `requires`, `ensures`, `assert`, invariants, measures, and what expressions and accesses demand | as in a kernel |
//!
//! Variables have no value until they are assigned. Elements of arrays do: what an array contains where it is declared
//! is part of the input.

mod call;
mod copy;
mod expr;
mod fail;
mod kind;
mod launch;
mod repeat;
mod said;
mod state;
mod step;
mod view;

use std::collections::BTreeMap;

use ir::{Node, ProcId, Program};

use crate::fill::Fill;
use crate::input::Rule;
use crate::launch::Launch;
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::shape::Shape;
use crate::stop::Stop;
use crate::trace::Trace;
use crate::value::Value;

pub use kind::programs;

/// What a run of a host procedure starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostInput {
    /// The arguments, in the order of the parameters, each of its type.
    pub args: Vec<Value>,
    /// The contents of arrays of this procedure where they are declared, by name.
    pub contents: BTreeMap<String, Rule>,
    /// The contents of all other arrays, of the procedures that it calls as well. With a seed, each declaration gets
    /// different values.
    pub fill: Fill,
}

impl HostInput {
    /// These arguments, and arrays with arbitrary elements that a seed determines.
    pub fn new(args: Vec<Value>, seed: u64) -> Self {
        Self { args, contents: BTreeMap::new(), fill: Fill::Random(seed) }
    }
}

/// The result of a run of a host procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct HostRun {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the procedure came to its end; otherwise the run stopped at its outcome.
    pub ended: bool,
    /// Further failures, as in [`crate::Run::also`].
    pub also: Vec<Failure>,
    /// Contracts that could not be evaluated, those of launched kernels included, as in [`crate::Run::unknown`].
    pub unknown: Vec<(&'static str, Stop)>,
    /// Steps of the host and of all threads of the launches.
    pub steps: u64,
    /// Nodes of expressions that were evaluated for contracts and functions, and for the host's code.
    pub work: u64,
    /// The arrays of the procedure, in the order of their declarations, as they are at the end or at the failure.
    pub arrays: Vec<HostArray>,
    /// The launches, in order, those of called procedures included; at most [`MOST_LAUNCHES`].
    pub launches: Vec<Launched>,
}

/// Most launches that a run lists.
pub const MOST_LAUNCHES: usize = 1000;

impl HostRun {
    /// All failures, in the order in which they happened.
    pub fn failures(&self) -> Vec<&Failure> {
        let last = self.outcome.failure();
        match self.ended {
            true => last.into_iter().chain(&self.also).collect(),
            false => self.also.iter().chain(last).collect(),
        }
    }
}

/// An array of a host procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct HostArray {
    /// Its name, type and lengths.
    pub shape: Shape,
    /// Whether it is in the memory of the device.
    pub device: bool,
    /// The elements where it was declared, in row-major order.
    pub before: Vec<Value>,
    /// The elements now.
    pub after: Vec<Value>,
}

/// A launch that a host procedure made.
#[derive(Clone, Debug, PartialEq)]
pub struct Launched {
    /// The statement.
    pub node: Node,
    /// The name of the kernel.
    pub kernel: String,
    /// The sizes.
    pub launch: Launch,
    /// Whether every thread of the kernel ended.
    pub ended: bool,
    /// Steps of all threads.
    pub steps: u64,
    /// The arrays of the kernel in this launch, for the words of the trace.
    pub shapes: Vec<Shape>,
    /// The steps, if they were asked for.
    pub trace: Option<Trace>,
}

/// Runs a procedure of the top level once. The schedule of `options` orders the threads of each launch. A procedure that
/// does not exist or has no code, and arguments that are not those of the parameters, end the run as
/// [`Outcome::NotComputable`].
pub fn run_host(program: &Program, procedure: ProcId, input: &HostInput, options: &Options) -> HostRun {
    state::State::new(program, input, options).run(procedure)
}
