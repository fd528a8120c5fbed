//! Launches of kernels. Behind a launch, the host waits until all threads have ended; [`super::streams`] says how it
//! goes on if the launch is in a stream.
//!
//! ```text
//!   {K_res ** K_pre} kernel {K_post}          proved once, for all sizes, scalars and arrays
//! ─────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   {1 <= g, 1 <= t, lengths, K_pre[a := d]}   launch k(g, t)(d);   {K_post[a := d], d(x) kept where K_res(x) < 1}
//! ```
//!
//! `K` is the contract of the launch, or what it is generated from ([`crate::launched`]). The host owns its device
//! arrays, so it has all permissions that the kernel needs for an array that is passed once: the proof of the kernel
//! shows that its threads need at most the whole permission of each location. If one device array `d` is passed for
//! several arrays of the kernel, their permissions must add up to at most the whole. Then a location that one thread
//! may write by one name cannot be accessed by another thread by another name, so the kernel behaves as if the arrays
//! were different. Where the threads together hold less than the whole permission, none of them can write.
//!
//! In: a state and a launch. Out: the state behind it, and the claims of what the kernel requires.

use super::streams::Uses;
use crate::chunk::{self, Chunk};
use crate::consume::open;
use crate::exec::{Check, Exec};
use crate::fault::Missing;
use crate::finding::{Access, Facts, HostFacts, Related, Running, Subject};
use crate::launched::{GlobalArray, Launched};
use crate::obligation::{Hyp, What, Why};
use crate::origin::Event;
use crate::state::State;
use crate::term::{self, Substitution, Term};
use ir::{Axis, Expr, Heap, Kernel, KernelId, Launch, LaunchVar, Node};
use std::collections::BTreeSet;

/// A launch, while it is executed symbolically.
struct Start<'l> {
    id: KernelId,
    kernel: Launched,
    /// The device array that each global array of the kernel is.
    bound: Vec<(GlobalArray, Heap)>,
    /// Replaces symbols of the kernel by terms of the host.
    by: Substitution,
    /// The numbers of groups, then of threads of a group, as they are written.
    sizes: Vec<(&'l Expr, Term)>,
    node: Node,
}

impl Start<'_> {
    /// The device arrays that the kernel uses. It may write those that are passed for an array that its code may write.
    fn uses(&self) -> Uses {
        let written = self.bound.iter().filter(|(array, _)| array.after.is_some());
        let writes: BTreeSet<Heap> = written.map(|(_, heap)| *heap).collect();
        let reads = self.bound.iter().map(|(_, heap)| *heap).filter(|heap| !writes.contains(heap)).collect();
        Uses { reads, writes }
    }
}

impl<'a> Exec<'a> {
    /// Executes `launch k(groups = g, threads = t)(…);`.
    pub(super) fn launch_kernel(&mut self, state: &mut State, launch: &Launch, node: Node) {
        let Some(kernel) = self.cx.program.kernel(launch.kernel) else {
            return self.cx.faults.note(Missing::Launch(launch.kernel));
        };
        let Some(mut start) = self.start_of_launch(state, kernel, launch, node) else { return };
        let uses = start.uses();
        // The host computes the sizes, also of a launch in a stream.
        self.launch_sizes(state, &start);
        let Some(stream) = launch.stream else {
            let what = What::LaunchResources;
            uses.reads.iter().for_each(|heap| self.free(state, what, node, *heap, Access::Read));
            uses.writes.iter().for_each(|heap| self.free(state, what, node, *heap, Access::Write));
            return self.run_kernel(state, kernel, &mut start);
        };
        let by = Running { node, kernel: Some(launch.kernel), stream: Some(stream) };
        self.in_stream(state, (stream, What::LaunchResources, by), uses, |exec, state| {
            exec.run_kernel(state, kernel, &mut start);
        });
    }

    /// The launch itself, with its arguments.
    fn run_kernel(&mut self, state: &mut State, kernel: &Kernel, start: &mut Start<'_>) {
        self.launch_precondition(state, start);
        self.launch_lengths(state, kernel, start);
        self.launch_inverses(state, start);
        self.passed_twice(state, start);
        self.changed_by_launch(state, start);
        for fact in std::mem::take(&mut start.kernel.ensures) {
            state.assume(term::substitute(&fact.term, &start.by), fact.node);
        }
    }

    /// Evaluates the arguments. `None` if the contract of the kernel cannot be stated in host code.
    fn start_of_launch<'l>(
        &mut self,
        state: &mut State,
        kernel: &'a Kernel,
        launch: &'l Launch,
        node: Node,
    ) -> Option<Start<'l>> {
        let id = launch.kernel;
        let (groups, threads, scalars) = launch.split(kernel.dims());
        let mut sizes = Vec::new();
        for size in groups.iter().chain(threads) {
            let value = self.eval(state, size);
            sizes.push((size, value));
        }
        let mut by = Substitution::new();
        let seen = Launched::read(self.cx.program, kernel, &mut self.cx);
        let Some(mut seen) = seen else {
            self.unsupported(What::LaunchPre, node, HostFacts::Outside(id).into());
            return None;
        };
        let complete = seen.scalars.len() == scalars.len()
            && seen.arrays.len() == launch.buffers.len()
            && sizes.len() == 2 * kernel.dims().axes().len();
        if !complete {
            self.cx.faults.note(Missing::Launch(id));
            return None;
        }
        for ((symbol, scalar), decl) in seen.scalars.iter().zip(scalars).zip(&kernel.scalars) {
            let value = self.eval(state, scalar);
            self.has_type(state, scalar, decl.ty, &value);
            by.insert(symbol, value);
        }
        for (symbol, var, axis) in &seen.sizes {
            by.insert(symbol, size_of(kernel, &sizes, *var, *axis)?);
        }
        let bound: Vec<(GlobalArray, Heap)> =
            std::mem::take(&mut seen.arrays).into_iter().zip(launch.buffers.iter().copied()).collect();
        for (array, heap) in &bound {
            let Some(values) = state.memory.get(heap) else {
                self.cx.faults.note(Missing::Heap(*heap));
                return None;
            };
            by.insert(&array.before, values.clone());
        }
        Some(Start { id, kernel: seen, bound, by, sizes, node })
    }

    /// Claims a condition of the launch, and assumes it from there on.
    fn launch_needs(
        &mut self,
        state: &mut State,
        goal: &Term,
        at: Node,
        facts: HostFacts,
        stated: Option<Related>,
        fact: Option<Node>,
    ) {
        let why = match facts {
            HostFacts::TooShort { .. } => Why::OutOfBounds,
            HostFacts::Requires(_)
            | HostFacts::IsEmpty { .. }
            | HostFacts::SeveralGroups(_)
            | HostFacts::Length { .. }
            | HostFacts::PassedTwice { .. }
            | HostFacts::Outside(_)
            | HostFacts::CopyTooLong { .. }
            | HostFacts::InUse { .. }
            | HostFacts::WrittenThen { .. }
            | HostFacts::Outlives { .. }
            | HostFacts::NotJoined(_)
            | HostFacts::LeftRunning(_) => Why::False,
        };
        let opened = open(&mut self.cx.names, goal, &mut Substitution::new());
        let mut check = Check::new(What::LaunchPre, why, at, opened.clone(), facts.into());
        check.related.extend(fact.zip(stated));
        check.help = self.unknown_value(&opened);
        check.parts = self.values_of(&opened, Some(state));
        let hyps = self.hyps(state);
        let _ = self.claim(hyps, Some(state), check);
        state.assume(goal.clone(), fact.or(Some(at)));
    }

    /// Claims that there are groups and threads, and a single group if the kernel is verified for one.
    fn launch_sizes(&mut self, state: &mut State, start: &Start<'_>) {
        for (size, value) in &start.sizes {
            let goal = term::le(term::int(1), value.clone());
            self.launch_needs(state, &goal, size.node, HostFacts::IsEmpty { size: size.node }, None, None);
        }
        if !start.kernel.several_groups {
            for (size, value) in start.sizes.iter().take(start.sizes.len() / 2) {
                let goal = term::eq(value.clone(), term::int(1));
                self.launch_needs(state, &goal, size.node, HostFacts::SeveralGroups(start.id), None, None);
            }
        }
    }

    /// Claims the precondition of the kernel.
    fn launch_precondition(&mut self, state: &mut State, start: &Start<'_>) {
        for hyp in &start.kernel.requires {
            let goal = term::substitute(&hyp.term, &start.by);
            let related = Some(Related::LaunchRequires(start.id));
            self.launch_needs(state, &goal, start.node, HostFacts::Requires(start.id), related, hyp.node);
        }
    }

    /// Claims that the arrays of the kernel have lengths, and that the device arrays are as long.
    fn launch_lengths(&mut self, state: &mut State, kernel: &Kernel, start: &Start<'_>) {
        for (heap, lengths) in &start.kernel.lengths {
            let Heap::Array(array) = *heap else { continue };
            let lengths: Vec<Term> = lengths.iter().map(|n| term::substitute(n, &start.by)).collect();
            let dims = kernel.arrays.get(array.0 as usize).map_or(&[][..], |a| &a.dims);
            let related = Some(Related::LaunchRequires(start.id));
            for (length, written) in lengths.iter().zip(dims) {
                let goal = term::le(term::int(0), length.clone());
                let facts = HostFacts::Length { kernel: start.id, array };
                self.launch_needs(state, &goal, start.node, facts, related, Some(written.node));
            }
            let Some((_, buffer)) = start.bound.iter().find(|(a, _)| a.heap == *heap) else { continue };
            let theirs = self.cx.lengths_of(*buffer).to_vec();
            if theirs.len() != lengths.len() {
                return self.cx.faults.note(Missing::Heap(*buffer));
            }
            let fits = theirs.iter().zip(&lengths).enumerate().map(|(n, (has, needs))| match n {
                0 => term::le(needs.clone(), has.clone()),
                _ => term::eq(needs.clone(), has.clone()),
            });
            let facts = HostFacts::TooShort { kernel: start.id, array, heap: *buffer };
            self.launch_needs(state, &term::and(fits), start.node, facts, related, dims.first().map(|d| d.node));
        }
    }

    /// Claims that the inverses of families are inverses, for all arrays whose permissions are added up below: those
    /// that the kernel writes, and those that share a device array with another one. The proof of the kernel does not
    /// show that: where no inverse is right, it compares two threads instead.
    fn launch_inverses(&mut self, state: &State, start: &Start<'_>) {
        let shared = |buffer: &Heap| start.bound.iter().filter(|(_, other)| other == buffer).count() > 1;
        let counts = |(a, buffer): &&(GlobalArray, Heap)| a.after.is_some() || shared(buffer);
        let arrays: Vec<Heap> = start.bound.iter().filter(counts).map(|(a, _)| a.heap).collect();
        let families = start.kernel.resources.given.iter().filter(|c| arrays.contains(&c.heap));
        for chunk in families.filter(|c| !c.binders.is_empty() && !c.uninterpreted) {
            let goal = chunk.substitute(&start.by).inverse_law();
            if !goal.is_true() {
                let check = Check::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::MemberUnknown);
                let hyps = self.hyps(state);
                let _ = self.lemma(hyps, Some(state), check);
            }
        }
    }

    /// The permissions of all threads for the arrays of the kernel that a device array is passed for; `None` if they
    /// are not known exactly.
    fn permissions(start: &Start<'_>, buffer: Heap) -> Option<Vec<Chunk>> {
        let mine: Vec<Heap> = start.bound.iter().filter(|(_, heap)| *heap == buffer).map(|(a, _)| a.heap).collect();
        let resources = &start.kernel.resources;
        if mine.iter().any(|heap| resources.partial.contains(heap)) {
            return None;
        }
        let chunks = resources.given.iter().filter(|c| mine.contains(&c.heap));
        Some(chunks.map(|c| Chunk { heap: buffer, ..c.substitute(&start.by) }).collect())
    }

    /// Claims, for each device array that is passed for several arrays of the kernel, that the permissions for each
    /// location are at most the whole together.
    fn passed_twice(&mut self, state: &State, start: &Start<'_>) {
        let buffers: BTreeSet<Heap> = start.bound.iter().map(|(_, heap)| *heap).collect();
        for heap in buffers {
            if start.bound.iter().filter(|(_, other)| *other == heap).count() < 2 {
                continue;
            }
            let facts = Facts::from(HostFacts::PassedTwice { kernel: start.id, heap });
            let Some(chunks) = Self::permissions(start, heap) else {
                self.unsupported(What::LaunchResources, start.node, facts);
                continue;
            };
            let x: Vec<Term> = self.cx.fresh_location(heap).iter().map(term::constant).collect();
            let total = chunk::exact(&chunks, heap, &x);
            let readers = chunk::reader(&chunks, heap, &x);
            let rest = term::implies(readers, term::lt(total.clone(), term::one()));
            let goal = term::and([term::le(total, term::one()), rest]);
            let mut check = Check::new(What::LaunchResources, Why::TooMuch, start.node, goal, facts);
            check.permissions = chunks.iter().map(|c| c.node).collect();
            check.related = chunks.iter().map(|c| (c.node, Related::LaunchRequires(start.id))).collect();
            let hyps = self.hyps(state);
            let _ = self.claim(hyps, Some(state), check);
        }
    }

    /// Gives new values to the device arrays that threads may write. Elements that no thread can write keep theirs.
    fn changed_by_launch(&mut self, state: &mut State, start: &mut Start<'_>) {
        let written = start.bound.iter().filter(|(a, _)| a.after.is_some());
        let buffers: BTreeSet<Heap> = written.map(|(_, heap)| *heap).collect();
        // Threads that inhale permissions may hold all of a location of which they got a part.
        let moves = self.cx.program.kernel(start.id).is_some_and(|k| k.body.moves_permissions(self.cx.program));
        for heap in buffers {
            let new = self.cx.fresh_memory(heap, self.cx.teams.innermost);
            self.cx.note(&new, Subject::Heap(heap), Event::Launch, start.node, true);
            for (array, _) in start.bound.iter().filter(|(_, other)| *other == heap) {
                array.after.iter().for_each(|after| start.by.insert(after, new.clone()));
            }
            let Some(old) = state.memory.insert(heap, new.clone()) else { continue };
            let Some(chunks) = Self::permissions(start, heap).filter(|_| !moves) else { continue };
            let symbols: Vec<_> =
                (self.cx.fresh_location(heap).iter()).map(|s| self.cx.names.element(s.shown(), s.sort())).collect();
            let x: Vec<Term> = symbols.iter().map(term::constant).collect();
            let less = term::lt(chunk::exact(&chunks, heap, &x), term::one());
            let same = term::eq(term::select(&new, &x), term::select(&old, &x));
            let trigger = vec![vec![term::select(&new, &x)]];
            let fact = term::quant(true, symbols, trigger, term::implies(less, same));
            state.path.push_back(Hyp { term: term::implies(term::and(state.guard.iter().cloned()), fact), node: None });
        }
    }
}

/// A size of the launch, from the numbers of groups and of threads of a group.
fn size_of(kernel: &Kernel, sizes: &[(&Expr, Term)], var: LaunchVar, axis: Axis) -> Option<Term> {
    let axes = kernel.dims().axes();
    let n = axes.iter().position(|other| *other == axis)?;
    let groups = || sizes.get(n).map(|(_, value)| value.clone());
    let threads = || sizes.get(axes.len() + n).map(|(_, value)| value.clone());
    match var {
        LaunchVar::Ngroups => groups(),
        LaunchVar::Gsize => threads(),
        LaunchVar::Tcount => Some(term::mul(groups()?, threads()?)),
        LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => None,
    }
}
