//! What a run of a host procedure starts from, and what it did.
//!
//! In: nothing. Out: data: [`HostInput`], [`HostRun`].

use std::collections::BTreeMap;

use ir::Node;

use crate::fill::Fill;
use crate::input::Rule;
use crate::launch::Launch;
use crate::report::{Failure, Outcome};
use crate::shape::Shape;
use crate::stop::Stop;
use crate::trace::Trace;
use crate::value::Value;

/// What a run of a host procedure starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostInput {
    /// The arguments, in the order of the parameters, each of its type.
    pub args: Vec<Value>,
    /// The elements of arrays, and the fields of objects, to which references in the arguments refer, by their numbers
    /// from 1 on: [`Value::Reference`]. Elements may be references, too. Several arguments may refer to the same array.
    pub objects: Vec<Vec<Value>>,
    /// The contents of arrays of this procedure where they are declared, by name.
    pub contents: BTreeMap<String, Rule>,
    /// The contents of all other arrays, of the procedures that it calls as well. With a seed, each declaration gets
    /// different values.
    pub fill: Fill,
}

impl HostInput {
    /// These arguments, and arrays with arbitrary elements that a seed determines.
    pub fn new(args: Vec<Value>, seed: u64) -> Self {
        Self { args, objects: Vec::new(), contents: BTreeMap::new(), fill: Fill::Random(seed) }
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
    /// The arrays and objects to which references refer, by their numbers from 1 on: first those of the input, then
    /// those that the run created.
    pub objects: Vec<Vec<Value>>,
    /// The results of the procedure with their names, `\result` and those of `yields`, if it came to its end.
    /// References are left out.
    pub results: Vec<(String, Value)>,
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
