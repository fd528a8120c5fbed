//! The state of a run of host code.
//!
//! In: a program, an input, options. Out: [`State`]: the procedures that are being executed with their variables and
//! arrays, and what is left of the limits.

use ir::{Node, ProcId, Program};

use super::heap::Objects;
use super::lock::Locks;
use super::memory::{arrays, Frame, Memory};
use super::operation::OwnRead;
use super::report::{HostInput, HostRun, Launched};
use super::team::Team;
use super::thread::Threads;
use super::view::View;
use crate::env::{Env, When};
use crate::eval::{Evaluator, Memo};
use crate::location::Location;
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::stop::{Limit, Stop};
use crate::value::Value;

/// A run of host code.
pub(super) struct State<'p, 'o> {
    pub program: &'p Program,
    pub input: &'o HostInput,
    pub options: &'o Options,
    /// The procedures that are being executed, the innermost last.
    pub frames: Vec<Frame<'p>>,
    /// The arrays and objects to which references refer.
    pub objects: Objects,
    /// The parallel blocks that are being executed, the innermost last.
    pub teams: Vec<Team>,
    /// How many teams there were.
    pub numbers: u64,
    /// Whether the program uses locks or threads.
    pub synchronises: bool,
    pub locks: Locks,
    pub threads: Threads<'p>,
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
    /// The arrays of the procedure that were read by what was evaluated last.
    pub read: Vec<OwnRead>,
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
            objects: Objects::default(),
            teams: Vec::new(),
            numbers: 0,
            synchronises: program
                .procedures
                .iter()
                .filter_map(|procedure| procedure.body.as_ref())
                .any(|body| body.synchronises(program).is_some()),
            locks: Locks::default(),
            threads: Threads::new(&options.schedule),
            memo: Memo::default(),
            steps: 0,
            work: options.limits.work,
            room: options.limits.memory,
            declared: 0,
            findings: Vec::new(),
            unknown: Vec::new(),
            launches: Vec::new(),
            read: Vec::new(),
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
        let results = if ended { self.results_of(procedure) } else { vec![] };
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
            results,
            objects: self.objects.all().map(<[Value]>::to_vec).collect(),
            launches: self.launches,
        }
    }

    /// The results of a procedure that came to its end. References are left out.
    fn results_of(&mut self, procedure: ProcId) -> Vec<(String, Value)> {
        let Some(procedure) = self.program.procedure(procedure) else { return vec![] };
        let mut out = Vec::new();
        for result in &procedure.results {
            let Some(decl) = procedure.vars.get(result.0 as usize).filter(|decl| !decl.ty.is_reference()) else {
                continue;
            };
            let value = self.look(|ev| ev.env.var(*result, When::Now, procedure.name.node));
            out.extend(value.ok().and_then(Result::ok).map(|value| (decl.name.name.clone(), value)));
        }
        out
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

    /// Evaluates in the present state, for an annotation.
    pub fn look<T>(&mut self, look: impl FnOnce(&mut Evaluator<'_, 'p, View<'_, 'p>>) -> T) -> Done<T> {
        self.look_and_see(look).map(|(found, _)| found)
    }

    /// Evaluates in the present state. The second part of the result are the elements that were read and that others
    /// may write.
    pub fn look_and_see<T>(
        &mut self,
        look: impl FnOnce(&mut Evaluator<'_, 'p, View<'_, 'p>>) -> T,
    ) -> Done<(T, Vec<(Location, Node)>)> {
        self.view(None, |view, memo| {
            let found = look(&mut Evaluator::new(view, memo));
            (found, std::mem::take(&mut view.seen))
        })
    }

    /// Shows the present state; the variables and arrays of the procedure are those of `then`, if it is given.
    pub fn view<T>(&mut self, then: Option<&Memory>, look: impl FnOnce(&mut View<'_, 'p>, &mut Memo) -> T) -> Done<T> {
        let Some(frame) = self.frames.last() else {
            return Err(not_computable("no procedure is executed", Node::default()));
        };
        let depth = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
        let mut view = View {
            program: self.program,
            frame,
            now: then.unwrap_or(&frame.now),
            objects: &self.objects,
            depth,
            arbitrary: self.options.uninitialised.of_variables(),
            work: self.work,
            seen: Vec::new(),
            own: Vec::new(),
        };
        let found = look(&mut view, &mut self.memo);
        self.work = view.work;
        self.read = std::mem::take(&mut view.own);
        Ok(found)
    }
}
