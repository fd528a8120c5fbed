//! The state of a run of host code.
//!
//! In: a program, an input, options. Out: [`State`]: the procedures that are being executed with their variables and
//! arrays, and what is left of the limits.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{LabelId, Node, ProcId, Procedure, Program, Type, VarId};

use super::view::View;
use super::{HostArray, HostInput, HostRun, Launched};
use crate::eval::{Evaluator, Memo};
use crate::int::Int;
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::stop::{Limit, Stop};
use crate::value::Value;

/// An array of a procedure.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// Length of each dimension.
    pub dims: Vec<i64>,
    /// The elements in row-major order.
    pub cells: Rc<Vec<Value>>,
    /// The elements where it was declared.
    pub first: Rc<Vec<Value>>,
}

/// Variables and arrays of a procedure at some moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// By their numbers; `None` if it has no value.
    pub vars: Vec<Option<Value>>,
    /// The arrays that were declared.
    pub arrays: BTreeMap<VarId, Array>,
}

/// A procedure that is being executed.
pub(super) struct Frame<'p> {
    pub id: ProcId,
    pub procedure: &'p Procedure,
    /// Variables and arrays now.
    pub now: Memory,
    /// The same at the labels that were passed.
    pub marks: Vec<(LabelId, Memory)>,
    /// The measure at the start, if it has one.
    pub measure: Option<Vec<Int>>,
}

/// A run of host code.
pub(super) struct State<'p, 'o> {
    pub program: &'p Program,
    pub input: &'o HostInput,
    pub options: &'o Options,
    /// The procedures that are being executed, the innermost last.
    pub frames: Vec<Frame<'p>>,
    pub memo: Memo,
    pub steps: u64,
    /// How many nodes may still be evaluated.
    pub work: u64,
    /// How many elements may still be made.
    pub room: usize,
    /// How many arrays were declared.
    pub declared: u64,
    pub findings: Vec<Failure>,
    pub unknown: Vec<(&'static str, Stop)>,
    pub launches: Vec<Launched>,
}

/// A result, or the end of the run.
pub(super) type Done<T> = Result<T, Outcome>;

/// Something that no well-typed program does.
pub(super) fn not_computable(reason: &str, node: Node) -> Outcome {
    Outcome::NotComputable { reason: reason.to_owned(), node }
}

impl<'p, 'o> State<'p, 'o> {
    /// The state before the first step.
    pub fn new(program: &'p Program, input: &'o HostInput, options: &'o Options) -> Self {
        Self {
            program,
            input,
            options,
            frames: Vec::new(),
            memo: Memo::default(),
            steps: 0,
            work: options.limits.work,
            room: options.limits.memory,
            declared: 0,
            findings: Vec::new(),
            unknown: Vec::new(),
            launches: Vec::new(),
        }
    }

    /// Runs a procedure from its precondition to its end.
    pub fn run(mut self, procedure: ProcId) -> HostRun {
        let done = self.program_of(procedure);
        let ended = done.is_ok();
        let outcome = match done {
            Err(outcome) => outcome,
            Ok(()) if self.findings.is_empty() => Outcome::Finished,
            Ok(()) => Outcome::Failed(Box::new(self.findings.remove(0))),
        };
        // The frame of the procedure that is run stays when it ends.
        let arrays = self.frames.first().map(arrays).unwrap_or_default();
        HostRun {
            outcome,
            ended,
            also: self.findings,
            unknown: self.unknown,
            steps: self.steps,
            work: self.options.limits.work.saturating_sub(self.work),
            arrays,
            launches: self.launches,
        }
    }

    /// The procedure that is executed.
    pub fn frame(&self) -> Done<&Frame<'p>> {
        self.frames.last().ok_or_else(|| not_computable("no procedure is executed", Node::default()))
    }

    /// The procedure that is executed.
    pub fn frame_mut(&mut self) -> Done<&mut Frame<'p>> {
        self.frames.last_mut().ok_or_else(|| not_computable("no procedure is executed", Node::default()))
    }

    /// Counts a step.
    pub fn step(&mut self) -> Done<()> {
        self.steps += 1;
        match self.steps > self.options.limits.steps {
            true => Err(Outcome::Limit(Limit::Steps)),
            false => Ok(()),
        }
    }

    /// Evaluates in the present state.
    pub fn look<T>(&mut self, look: impl FnOnce(&mut Evaluator<'_, 'p, View<'_, 'p>>) -> T) -> Done<T> {
        let Some(frame) = self.frames.last() else {
            return Err(not_computable("no procedure is executed", Node::default()));
        };
        let depth = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
        let arbitrary = self.options.uninitialised.of_variables();
        let mut view = View { program: self.program, frame, depth, arbitrary, work: self.work };
        let found = look(&mut Evaluator::new(&mut view, &mut self.memo));
        self.work = view.work;
        Ok(found)
    }
}

/// The arrays of a procedure, in the order of their declarations.
fn arrays(frame: &Frame<'_>) -> Vec<HostArray> {
    let of = |(var, array): (&VarId, &Array)| {
        let decl = frame.procedure.vars.get(var.0 as usize)?;
        Some(HostArray {
            shape: crate::shape::Shape {
                name: decl.name.name.clone(),
                space: ir::Space::Global,
                elem: decl.ty,
                dims: array.dims.clone(),
            },
            device: decl.device,
            before: array.first.to_vec(),
            after: array.cells.to_vec(),
        })
    };
    frame.now.arrays.iter().filter_map(of).collect()
}

/// The value of a variable that was not assigned, in runs that give it a value from a seed.
pub(super) fn arbitrary(seed: u64, ty: Type, var: VarId) -> Value {
    crate::fill::Fill::Random(seed).value(ty, var.0 as usize)
}
