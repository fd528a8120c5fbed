//! Launches: a run of a kernel on arrays of the procedure.
//!
//! In: a launch. Out: the arrays as the kernel leaves them; or the failure, of the launch or inside the kernel.

use ir::finding::{What, Why};
use ir::{Expr, Heap, Kernel, Node, Space, ValueOf};

use super::copy::{lengths, put};
use super::fail::at;
use super::operation::{Does, Prepared};
use super::report::{Launched, MOST_LAUNCHES};
use super::state::{not_computable, Done, State};
use crate::input::{BadInput, Input};
use crate::int::Int;
use crate::launch::Launch;
use crate::options::{Limits, Options};
use crate::report::{Failure, Outcome, Shown};
use crate::run::{observe, shapes, Observed};
use crate::schedule::Schedule;
use crate::shape::Shape;
use crate::stop::Limit;

impl<'p> State<'p, '_> {
    /// `launch k(groups = g, threads = t)(a, n);`
    pub fn launch(&mut self, launch: &'p ir::Launch, node: Node) -> Done<()> {
        let prepared = self.prepare(launch, node)?;
        if let Some(stream) = launch.stream {
            return self.issue(Does::Launch(Box::new(prepared)), stream, node);
        }
        for (heap, writes) in self.buffers(launch) {
            self.free(heap, writes, What::LaunchResources, node)?;
        }
        self.run_kernel(&prepared, node)
    }

    /// Evaluates the arguments of a launch.
    fn prepare(&mut self, launch: &'p ir::Launch, node: Node) -> Done<Prepared<'p>> {
        let kernel = self.program.kernel(launch.kernel);
        let kernel = kernel.ok_or_else(|| not_computable("this kernel is not there", node))?;
        let (groups, threads, scalars) = launch.split(kernel.dims());
        let grid = groups.iter().map(|e| self.int(e)).collect::<Done<Vec<Int>>>()?;
        let block = threads.iter().map(|e| self.int(e)).collect::<Done<Vec<Int>>>()?;
        let values = self.values(scalars)?;
        Ok(Prepared { launch, kernel, grid, block, values })
    }

    /// Runs the kernel on the arrays as they are now.
    pub fn run_kernel(&mut self, prepared: &Prepared<'p>, node: Node) -> Done<()> {
        let Prepared { launch, kernel, grid, block, values } = prepared;
        let (groups, threads, _) = launch.split(kernel.dims());
        let sizes = Launch::shaped(kernel.dims(), sizes(groups, grid, "group")?, sizes(threads, block, "thread")?);
        let names = kernel.scalars.iter().map(|scalar| scalar.name.name.clone());
        let mut input = Input { scalars: names.zip(values.iter().cloned()).collect(), ..Input::default() };
        let of_kernel = shapes(self.program, &kernel.name.name, &sizes, &input);
        let of_kernel = of_kernel.map_err(|bad| refused(kernel, bad, node))?;
        self.pass(launch, &of_kernel, &mut input, node)?;
        let options = self.options_of(&sizes);
        let program = self.program;
        let run = observe(program, &kernel.name.name, &sizes, &input, &options);
        let run = run.map_err(|bad| refused(kernel, bad, node))?;
        self.steps = self.steps.saturating_add(run.steps);
        self.work = self.work.saturating_sub(run.work);
        self.take_back(launch, &of_kernel, &run, node)?;
        self.listed(node, kernel, sizes, of_kernel, &run);
        self.judge(kernel, &sizes, run, node)
    }

    /// The arrays of the kernel with the first elements of the buffers, as many as the kernel declares.
    fn pass(&self, launch: &ir::Launch, of_kernel: &[Shape], input: &mut Input, node: Node) -> Done<()> {
        let global = || of_kernel.iter().filter(|shape| shape.space == Space::Global).zip(&launch.buffers);
        for (shape, buffer) in global() {
            let (_, array) = self.array(*buffer, node)?;
            if !holds(&array.dims, &shape.dims) {
                return Err(self.too_short(shape, *buffer, &array.dims, node).into());
            }
            let len = shape.len().unwrap_or(0);
            let values = array.cells.iter().take(len).cloned().collect();
            let _ = input.arrays.insert(shape.name.clone(), values);
            // One array that is passed twice is one memory.
            let first = global().find(|(_, other)| *other == buffer).filter(|(first, _)| first.name != shape.name);
            if let Some((first, _)) = first {
                let _ = input.same.insert(shape.name.clone(), first.name.clone());
            }
        }
        Ok(())
    }

    fn too_short(&self, shape: &Shape, buffer: Heap, dims: &[i64], node: Node) -> Failure {
        let (name, array) = (self.name(buffer), &shape.name);
        let (has, needs) = (lengths(dims), lengths(&shape.dims));
        let message = format!("`{name}` has {has} elements, and the kernel's array `{array}` has {needs}");
        let failure = Failure::new(What::LaunchPre, Why::OutOfBounds, node, message);
        let failure = failure.value(ValueOf::Index, format!("length of `{name}`"), has, 0);
        failure.value(ValueOf::Index, format!("length of `{array}`"), needs, 0)
    }

    /// The options for a launch: what is left of the limits, and the schedule if it is one of this launch.
    fn options_of(&self, sizes: &Launch) -> Options {
        let all = self.options;
        let schedule = match all.schedule.fits(sizes) {
            Ok(()) => all.schedule.clone(),
            Err(_) => Schedule::Canonical,
        };
        let steps = all.limits.steps.saturating_sub(self.steps);
        Options { schedule, limits: Limits { steps, work: self.work, memory: self.room }, ..all.clone() }
    }

    /// What the kernel has written is in the buffers.
    fn take_back(&mut self, launch: &ir::Launch, of_kernel: &[Shape], run: &Observed<'_>, node: Node) -> Done<()> {
        let global = of_kernel.iter().filter(|shape| shape.space == Space::Global);
        for (shape, buffer) in global.zip(&launch.buffers) {
            let (var, _) = self.array(*buffer, node)?;
            let lost = || not_computable("this array is not there", node);
            let array = self.frame_mut()?.now.arrays.get_mut(&var).ok_or_else(lost)?;
            put(array, run.after.elements(&shape.name));
        }
        Ok(())
    }

    fn listed(&mut self, node: Node, kernel: &Kernel, launch: Launch, shapes: Vec<Shape>, run: &Observed<'_>) {
        if self.launches.len() < MOST_LAUNCHES {
            let (kernel, ended, steps) = (kernel.name.name.clone(), run.ended, run.steps);
            let trace = run.trace.clone();
            self.launches.push(Launched { node, kernel, launch, ended, steps, shapes, trace });
        }
    }

    /// How the kernel's run ended, as the host sees it.
    fn judge(&mut self, kernel: &Kernel, sizes: &Launch, run: Observed<'_>, node: Node) -> Done<()> {
        let shared = What::LaunchResources;
        if let Some((_, stop)) = run.unknown.iter().find(|(what, _)| *what == shared.id()) {
            let reason = "an array is passed twice, and the permissions of the kernel for it have no value here";
            return Err(Outcome::NotComputable { reason: reason.into(), node: stop.node });
        }
        for (what, stop) in run.unknown {
            self.unevaluated(what, stop)?;
        }
        let (outcome, also) = (run.outcome, run.also);
        let last = outcome.failure().cloned();
        let mut failures: Vec<Failure> = match run.ended {
            true => last.into_iter().chain(also).collect(),
            false => also.into_iter().chain(last).collect(),
        };
        if let Some(found) = failures.iter().find(|f| f.code.what == shared) {
            return Err(launched(kernel, found, node).into());
        }
        for failure in &mut failures {
            let here = format!("in this launch of `{}`", kernel.name.name);
            failure.related.push(at(node, here));
        }
        match outcome {
            Outcome::Finished => Ok(()),
            Outcome::Failed(_) if run.ended => {
                for failure in failures {
                    self.found(failure)?;
                }
                Ok(())
            }
            Outcome::Failed(_) => {
                let stopped = failures.pop();
                self.findings.extend(failures);
                Err(stopped.map_or_else(|| not_computable("the run has no failure", node), Outcome::from))
            }
            Outcome::OutsideContract { node: clause, thread, values } => {
                let of = thread.map_or_else(String::new, |t| format!(" for thread {}", sizes.told(t)));
                Err(self.outside(kernel, sizes, clause, &of, values, node).into())
            }
            Outcome::OutsideAssumption { .. } | Outcome::Limit(_) | Outcome::NotComputable { .. } => Err(outcome),
        }
    }

    /// The kernel's precondition is false.
    fn outside(
        &self,
        kernel: &Kernel,
        sizes: &Launch,
        clause: Node,
        of: &str,
        values: Vec<Shown>,
        node: Node,
    ) -> Failure {
        let name = &kernel.name.name;
        if clause == kernel.name.node {
            let message = format!(
                "`{name}` does not mention groups, so it can be launched with one group, and here are {}",
                sizes.groups()
            );
            let mut failure = Failure::new(What::LaunchPre, Why::False, node, message);
            failure.values = values;
            return failure.related(clause, "`kernel requires ngroups >= 1;` allows any number of groups");
        }
        let said = self.program.quote(clause);
        let message = match said.is_empty() {
            true => format!("what `{name}` requires is false{of} in this launch"),
            false => format!("`{said}`, which `{name}` requires, is false{of} in this launch"),
        };
        let mut failure = Failure::new(What::LaunchPre, Why::False, node, message);
        failure.values = values;
        failure.related(clause, format!("`{name}` requires this"))
    }
}

/// A finding about an array that is passed twice, at the launch.
fn launched(kernel: &Kernel, found: &Failure, node: Node) -> Failure {
    let mut failure = found.clone();
    let first = (found.node, format!("`{}` requires this", kernel.name.name));
    failure.node = node;
    failure.related.insert(0, first);
    failure
}

/// Whether a buffer has the elements of an array of the kernel: in the first dimension it may have more.
fn holds(buffer: &[i64], array: &[i64]) -> bool {
    let (Some((has, rows)), Some((needs, wanted))) = (buffer.split_first(), array.split_first()) else { return false };
    has >= needs && rows == wanted
}

/// The sizes in x, y and z. Each must be at least 1.
fn sizes(written: &[Expr], values: &[Int], noun: &str) -> Done<[u32; 3]> {
    let mut out = [1; 3];
    for ((out, value), e) in out.iter_mut().zip(values).zip(written) {
        if *value < Int::from(1) {
            let message = format!("a launch needs at least one {noun}, and here are {value}");
            let failure = Failure::new(What::LaunchPre, Why::False, e.node, message);
            return Err(failure.value(ValueOf::Expression, format!("{noun}s"), value, 0).into());
        }
        let size = value.to_i64().and_then(|n| u32::try_from(n).ok());
        *out = size.ok_or(Outcome::Limit(Limit::Memory))?;
    }
    Ok(out)
}

/// A launch that cannot be run.
fn refused(kernel: &Kernel, bad: BadInput, node: Node) -> Outcome {
    let fails = |message: String| Failure::new(What::LaunchPre, Why::False, node, message).into();
    match bad {
        BadInput::Shape(name) => {
            let array = kernel.arrays.iter().find(|array| array.name.name == name);
            let message = format!("the length of the kernel's array `{name}` is negative or has no value here");
            let failure = Failure::new(What::LaunchPre, Why::False, node, message);
            match array {
                Some(array) => failure.related(array.node, "this array").into(),
                None => failure.into(),
            }
        }
        BadInput::Launch(_) => fails(bad.to_string()),
        // More threads than can be counted, or more memory than there is.
        BadInput::Size | BadInput::TooLarge { .. } => Outcome::Limit(Limit::Memory),
        BadInput::NoKernel(_)
        | BadInput::Dimensions(_)
        | BadInput::NoScalar(_)
        | BadInput::NoArray(_)
        | BadInput::Stranger(_)
        | BadInput::Type(_)
        | BadInput::Range(..)
        | BadInput::Shared(_)
        | BadInput::Length(..) => Outcome::NotComputable { reason: bad.to_string(), node },
    }
}
