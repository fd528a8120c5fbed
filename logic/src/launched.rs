//! A kernel as its launch sees it: what the launch must establish, which permissions the threads have together, and
//! what holds when all threads have ended.
//!
//! ```text
//! K_res, K_pre, K_post       if the contract of the kernel states them
//! ⊛ g. G_res(g), ∀ g. …      else those of the groups, if the contract of the groups states them
//! ⊛ t. T_res(t), ∀ t. …      else those of the threads
//! ```
//!
//! These are the generated levels of CARP D6.2, section 5.3.4 ([`crate::levels`]). That a stated level implies the
//! levels inside is proved once, with the kernel.
//!
//! In: a kernel, and the symbols of the item that launches it. Out: [`Launched`], over the symbols of the kernel: its
//! sizes, its scalars and the values of its global arrays. The rule of launches replaces these by terms of the host.

use crate::assertion::Fact;
use crate::chunk::{Amount, Chunk, Held};
use crate::context::Context;
use crate::exec::Exec;
use crate::finding::Site;
use crate::function;
use crate::iterators::TeamRange;
use crate::levels::{Levels, Side};
use crate::obligation::Hyp;
use crate::rules::gathered;
use crate::term::{self, Role, Symbol, Term};
use imbl::OrdMap;
use ir::{Axis, Depth, FnId, Heap, Kernel, LaunchVar, Program, Space};
use std::collections::BTreeSet;

/// A kernel as its launch sees it.
pub(crate) struct Launched {
    /// What every proof of the kernel assumes of a launch, except that no team is empty and that lengths are not
    /// negative: ranges of machine integers, conditions on sizes and scalars, and the precondition.
    pub requires: Vec<Hyp>,
    /// The permissions of all threads together for global memory, where their sum has a closed form. The other arrays
    /// are in [`Held::partial`].
    pub resources: Held,
    /// What holds when all threads have ended.
    pub ensures: Vec<Hyp>,
    /// The global arrays.
    pub arrays: Vec<GlobalArray>,
    /// The lengths of all arrays, local ones included, each with the array.
    pub lengths: Vec<(Heap, Vec<Term>)>,
    /// The symbols of the scalars.
    pub scalars: Vec<Symbol>,
    /// The symbols of the sizes, with the size that each is, in one dimension.
    pub sizes: Vec<(Symbol, LaunchVar, Axis)>,
    /// Whether the launch may have several groups.
    pub several_groups: bool,
}

/// A global array of a launched kernel.
pub(crate) struct GlobalArray {
    /// The array.
    pub heap: Heap,
    /// The symbol for its values before the launch.
    pub before: Symbol,
    /// The symbol for its values after the launch; `None` if no thread writes the array.
    pub after: Option<Symbol>,
}

impl Launched {
    /// Reads the contracts of a kernel that the item of the context `by` launches. `None` if a part of the contracts
    /// cannot be stated outside of the kernel: it calls a function of the kernel, or mentions a position in the launch
    /// of no particular thread.
    pub fn read<'a>(program: &'a Program, kernel: &'a Kernel, by: &mut Context<'_>) -> Option<Self> {
        let cx = Context::of_launched(program, kernel, by);
        let old = cx.initial_values();
        let mut exec = Exec { old, ..Exec::new(cx, &kernel.vars, Site::Requires) };
        let launched = read(&mut exec, kernel);
        let found = exec.cx.faults.found().is_none();
        (by.names, by.reductions) = (exec.cx.names, exec.cx.reductions);
        by.descriptions = exec.cx.descriptions;
        launched.filter(|_| found)
    }
}

fn read<'a>(exec: &mut Exec<'a>, kernel: &'a Kernel) -> Option<Launched> {
    let levels = Levels::read(exec, kernel);
    let global: Vec<Heap> = exec.cx.heaps().into_iter().filter(|h| exec.cx.space(*h) == Space::Global).collect();
    let arrays: Vec<GlobalArray> = global.iter().filter_map(|heap| array(exec, *heap)).collect();
    let resources = resources(exec, &levels);
    let requires = requires(exec, &levels);
    let ensures = ensures(exec, &levels, &arrays);
    let lengths = exec.cx.heaps().into_iter().map(|heap| (heap, exec.cx.lengths_of(heap).to_vec())).collect();
    let launched = Launched {
        requires,
        resources,
        ensures,
        arrays,
        lengths,
        scalars: exec.cx.scalars.clone(),
        sizes: sizes(exec, kernel),
        several_groups: exec.cx.teams.has_groups(),
    };
    launched.is_closed(exec).then_some(launched)
}

/// A global array, with symbols for its values before and after the launch.
fn array(exec: &mut Exec<'_>, heap: Heap) -> Option<GlobalArray> {
    let before = exec.cx.initial_of(heap)?.clone();
    let after = exec.cx.written.contains(&heap).then(|| exec.cx.fresh_memory(heap, Depth::LAUNCH));
    let after = match after {
        Some(values) => Some(values.as_app()?.clone()),
        None => None,
    };
    Some(GlobalArray { heap, before, after })
}

/// The symbols of the sizes.
fn sizes(exec: &Exec<'_>, kernel: &Kernel) -> Vec<(Symbol, LaunchVar, Axis)> {
    let teams = &exec.cx.teams;
    let vars = [LaunchVar::Gsize, LaunchVar::Ngroups, LaunchVar::Tcount];
    let all = kernel.dims().axes().iter().flat_map(|axis| vars.map(|var| (var, *axis)));
    all.filter_map(|(var, axis)| Some((teams.var(var, axis).as_app()?.clone(), var, axis))).collect()
}

/// The depth of the outermost contract that is about memory: that of the launch, of groups or of threads.
fn outermost(exec: &Exec<'_>, levels: &Levels<'_>, side: Side) -> Depth {
    let written = levels.around().rev().find(|depth| levels.is_written(exec, *depth, side));
    written.unwrap_or(levels.kernel.innermost())
}

/// The facts of all members at a depth.
fn of_all<'a>(exec: &mut Exec<'a>, levels: &Levels<'a>, depth: Depth, facts: &[Fact]) -> Vec<Hyp> {
    if depth == Depth::LAUNCH {
        return crate::levels::hyps(facts).iter().collect();
    }
    levels.for_all(exec, TeamRange::inside(Depth::LAUNCH, depth), facts)
}

/// Facts that are not about local memory. Local memory has arbitrary values when a group starts, and what threads
/// require of it is proved with the kernel. When the launch has ended, there is no local memory.
fn without_local(exec: &Exec<'_>, facts: Vec<Fact>, after: &OrdMap<Heap, Term>) -> Vec<Fact> {
    let local: Vec<Heap> = exec.cx.heaps().into_iter().filter(|h| exec.cx.space(*h) == Space::Local).collect();
    let values: Vec<&Term> = local.iter().flat_map(|h| [exec.old.get(h), after.get(h)]).flatten().collect();
    facts.into_iter().filter(|f| !values.iter().any(|values| f.term.contains(values))).collect()
}

/// The precondition: that of the outermost contract about memory, and the conditions on sizes of the levels around it.
/// The levels inside follow from it.
fn requires<'a>(exec: &mut Exec<'a>, levels: &Levels<'a>) -> Vec<Hyp> {
    let members = exec.cx.teams.member_facts();
    let known = |term: &Term| members.contains(term) || exec.cx.teams.size_facts().contains(term);
    let lengths: Vec<Term> = exec.cx.lengths.iter().flatten().map(|n| term::le(term::int(0), n.clone())).collect();
    let is_base = |h: &&Hyp| !known(&h.term) && !lengths.contains(&h.term) && !exec.cx.teams.mentions_member(&h.term);
    let mut out: Vec<Hyp> = exec.base.iter().filter(is_base).cloned().collect();
    for depth in (0..=outermost(exec, levels, Side::Pre).0).map(Depth) {
        let facts = without_local(exec, levels.pre(depth).facts.clone(), &OrdMap::new());
        for hyp in of_all(exec, levels, depth, &facts) {
            if !hyp.term.is_true() && !out.iter().any(|known| known.term == hyp.term) {
                out.push(hyp);
            }
        }
    }
    out
}

/// The permissions for global memory: those of the outermost contract that states permissions, summed over all members.
fn resources<'a>(exec: &mut Exec<'a>, levels: &Levels<'a>) -> Held {
    let states = |depth: &Depth| !levels.pre(*depth).chunks.is_empty();
    let depth = levels.around().rev().find(states).unwrap_or(levels.kernel.innermost());
    let global = |c: &&Chunk| exec.cx.space(c.heap) == Space::Global;
    let chunks: Vec<Chunk> = levels.pre(depth).chunks.iter().filter(global).cloned().collect();
    let mut held = if depth == Depth::LAUNCH {
        Held::new(chunks)
    } else {
        let mut sum = Levels::sum_held(exec, TeamRange::inside(Depth::LAUNCH, depth), &chunks);
        sum.given = gathered(sum.given);
        sum.given.extend(levels.shared_chunks(Depth::LAUNCH));
        sum
    };
    let open: Vec<Heap> = held.given.iter().filter(|c| c.uninterpreted).map(|c| c.heap).collect();
    held.partial.extend(open);
    held
}

/// The postcondition: that of the outermost contract about memory, and what the levels around it ensure.
fn ensures<'a>(exec: &mut Exec<'a>, levels: &Levels<'a>, arrays: &[GlobalArray]) -> Vec<Hyp> {
    let mut memory = exec.old.clone();
    for heap in exec.cx.written.clone() {
        let last = match arrays.iter().find(|a| a.heap == heap).and_then(|a| a.after.as_ref()) {
            Some(after) => term::constant(after),
            None => exec.cx.fresh_memory(heap, exec.cx.owner(heap)),
        };
        let _ = memory.insert(heap, last);
    }
    let mut out = Vec::new();
    let outermost = outermost(exec, levels, Side::Post);
    for depth in (0..=outermost.0).map(Depth) {
        if depth < outermost {
            // No postcondition around says what became of the invariants.
            let shared = levels.shared_at_end(exec, depth, &memory);
            let facts = without_local(exec, shared.facts, &memory);
            out.extend(of_all(exec, levels, depth, &facts));
        }
        let post = levels.post_at(exec, depth, &memory);
        let facts = without_local(exec, post.facts, &memory);
        out.extend(of_all(exec, levels, depth, &facts));
    }
    out
}

impl Launched {
    /// Whether all terms can be stated outside of the kernel: behind the replacement of sizes, scalars and memory, no
    /// symbol of the kernel is left.
    fn is_closed(&self, exec: &Exec<'_>) -> bool {
        let facts = self.requires.iter().chain(&self.ensures).map(|h| &h.term);
        let amount = |c: &'_ Chunk| match &c.amount {
            Amount::Exact(p) => Some(p.clone()),
            Amount::Read | Amount::Atomic => None,
        };
        let amounts: Vec<Term> = self.resources.given.iter().filter_map(amount).collect();
        let of_chunks = self.resources.given.iter().flat_map(|c| c.index.iter().chain(&c.inverse).chain([&c.guard]));
        let lengths = self.lengths.iter().flat_map(|(_, lengths)| lengths);
        let mut terms = facts.chain(of_chunks).chain(lengths).chain(&amounts);
        let replaced = |s: &Symbol| {
            let memory = |a: &GlobalArray| a.before == *s || a.after.as_ref() == Some(s);
            self.scalars.contains(s) || self.sizes.iter().any(|(size, ..)| size == s) || self.arrays.iter().any(memory)
        };
        let reduces_foreign = |s: &Symbol| {
            let mut called = BTreeSet::new();
            exec.cx.reductions.each_summand(s, &mut |summand| function::called([summand], &mut called));
            called.into_iter().any(|f| of_kernel(exec.cx.program, f))
        };
        let foreign = |s: &Symbol| match s.role() {
            Role::Reduction => reduces_foreign(s),
            // What a description mentions is not looked into.
            Role::Description => true,
            Role::Function(f) => of_kernel(exec.cx.program, f),
            Role::Launch | Role::Scalar | Role::Memory | Role::Private => !replaced(s),
            Role::Bound | Role::Skolem | Role::Inverse(_) | Role::Length | Role::Collection(_) => false,
        };
        terms.all(|t| !term::any_subterm(t, |s| s.as_app().is_some_and(foreign)))
    }
}

/// Whether a kernel declares the function.
fn of_kernel(program: &Program, f: FnId) -> bool {
    program.function(f).is_none_or(|function| function.kernel.is_some())
}
