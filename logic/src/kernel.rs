//! The obligations of one kernel, in order (CARP D6.2, Theorem 5.3.1).
//!
//! In: a kernel of a typed program. Out: its [`Task`]. The comments of [`task`] name its steps: `K`, `G` and `T` are
//! the contracts of the kernel, of a group and of a thread, and `res`, `pre` and `post` are their permissions, the
//! facts of their preconditions and those of their postconditions.

use crate::assertion::Assertion;
use crate::chunk::{Chunk, Held};
use crate::context::Context;
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::exits;
use crate::fault::Missing;
use crate::finding::{Facts, Help, Restriction, Site, When};
use crate::foundations::foundations;
use crate::function;
use crate::iterators::TeamRange;
use crate::levels::Levels;
use crate::lift::lift;
use crate::need::Env;
use crate::notes;
use crate::obligation::{Hyp, Inputs, Mode, Task, What, Why};
use crate::procedure::abstract_procedures;
use crate::procedures;
use crate::ranges;
use crate::reader;
use crate::state::State;
use crate::syntactic::conditions_of_launch;
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{ArrayId, Axis, Expr, ItemId, Kernel, KernelId, LaunchVar, Program, Space};
use std::collections::BTreeSet;

/// All that a kernel must prove.
pub fn task<'a>(program: &'a Program, id: KernelId, kernel: &'a Kernel) -> Task {
    let mut exec = start(program, kernel);
    let levels = Levels::read(&mut exec, kernel);
    // Array lengths are well defined, and some state satisfies the preconditions.
    lengths(&mut exec, kernel, &levels);
    exec.private_arrays(&kernel.vars, &Env::default());
    satisfiable(&mut exec, kernel, &levels);
    // K_res ⊒ ⊛ G_res ⊒ ⊛ T_res, and the preconditions flow down.
    levels.resources(&mut exec);
    levels.flow_down(&mut exec);
    precondition(&mut exec, &levels);
    // From K_res and K_pre come what the threads get and, besides that, each invariant.
    exec.share_with_threads(kernel, &levels);
    if !program.misplaced_in(ItemId::Kernel(id)).is_empty() {
        exec.cx.faults.note(Missing::Place);
    }
    match kernel.body.first_atomic().filter(|_| !kernel.has_atomic_amounts()) {
        // Nothing says what threads share by an atomic step that opens no invariant. The obligation is never proved.
        Some(atomic) => exec.refuse_atomic(&kernel.body, atomic),
        // {T_res ∗ T_pre} body {T_post}, with the obligations of its barriers and loops.
        None => thread(&mut exec, kernel, &levels),
    }
    // ∀ T_post ⇒ G_post, ∀ G_post ⇒ K_post.
    levels.flow_up(&mut exec);
    let restrictions = notes::restrictions(&exec, kernel, &levels);
    finish(exec, id, kernel, restrictions)
}

/// The symbolic execution of a kernel before its first step.
fn start<'a>(program: &'a Program, kernel: &'a Kernel) -> Exec<'a> {
    let cx = Context::new(program, Some(kernel));
    let old = cx.initial_values();
    Exec { old, must_agree: exits::must_agree(&kernel.body), ..Exec::new(cx, &kernel.vars, Site::Requires) }
}

/// Claims that the lengths of arrays are well defined. That lengths are not negative is assumed, not claimed, because
/// the arrays exist when the kernel starts; but no length shows in this way that it has a value.
fn lengths(exec: &mut Exec<'_>, kernel: &Kernel, levels: &Levels<'_>) {
    let hyps = levels.launch().clone();
    for heap in &kernel.arrays {
        for dim in &heap.dims {
            let mut ev = Evaluator::new(&mut exec.cx, exec.vars, Env::default());
            let _ = ev.eval(dim);
            for requirement in std::mem::take(&mut ev.requirements) {
                exec.need_in_contract(&hyps, &requirement);
            }
        }
    }
}

/// Claims that the preconditions are satisfiable, because contradictory ones would prove everything.
fn satisfiable<'a>(exec: &mut Exec<'a>, kernel: &Kernel, levels: &Levels<'a>) {
    let Some(first) = conditions_of_launch(kernel).next() else { return };
    let mut hyps = exec.launch();
    for (depth, _) in kernel.levels() {
        let pre = levels.pre(depth);
        hyps.extend(pre.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }));
    }
    // Facts about the first and the last thread of the group can contradict those about the generic one, too.
    let teams = &exec.cx.teams;
    let sizes: Vec<Term> = teams.counts(teams.innermost);
    let zero: Vec<Term> = sizes.iter().map(|_| term::int(0)).collect();
    let last: Vec<Term> = sizes.into_iter().map(|n| term::sub(n, term::int(1))).collect();
    for u in [zero, last] {
        let by = exec.cx.teams.thread(&u);
        let facts = levels.of_thread().facts.iter();
        hyps.extend(facts.map(|f| Hyp { term: term::substitute(&f.term, &by), node: Some(f.node) }));
    }
    hyps.extend(levels.for_everyone(exec));
    let mut check = Check::new(What::Vacuous, Why::Contradiction, first, term::bool(false), Facts::NoLaunch);
    check.help = Some(Help::Weaken);
    let id = exec.claim(hyps, None, check);
    exec.set_mode(id, Mode::Satisfiable);
}

/// Claims that the thread's precondition reads only locations that it gives permission for.
fn precondition(exec: &mut Exec<'_>, levels: &Levels<'_>) {
    let pre = levels.of_thread().clone();
    let launch = exec.launch();
    exec.site = Site::Requires;
    exec.well_formed(&launch, None, &Held::new(pre.chunks.clone()), &pre);
}

/// The thread triple: executes the code, and consumes the postcondition.
fn thread<'a>(exec: &mut Exec<'a>, kernel: &'a Kernel, levels: &Levels<'a>) {
    let pre = levels.of_thread().clone();
    exec.site = Site::Code;
    exec.initial = Held::new(pre.chunks.clone());
    exec.group = group_resources(exec, levels);
    let mut state = State::new(OrdMap::new(), exec.old.clone(), &pre);
    exec.block(&mut state, &kernel.body);
    let post = post(exec, kernel, &state);
    let (hyps, framed) = (exec.hyps(&state), Held::new(post.chunks.clone()));
    exec.site = Site::Ensures;
    exec.well_formed(&hyps, Some(&state), &framed, &post);
    exec.site = Site::Level;
    exec.consume(&state, &post, What::Post, When::End);
}

/// The postcondition of the generic thread in its final state.
fn post<'a>(exec: &mut Exec<'a>, kernel: &'a Kernel, state: &State) -> Assertion {
    let env = state.env(&exec.old);
    let clauses: Vec<&Expr> = reader::expressions(kernel.of_thread().post());
    reader::read(&mut exec.cx, exec.vars, &env, clauses)
}

/// The permissions for global memory that barriers of the group may redistribute: those of its contract, or those that
/// its threads start with.
fn group_resources(exec: &mut Exec<'_>, levels: &Levels<'_>) -> Vec<Chunk> {
    let threads = TeamRange::team(exec.cx.teams.innermost);
    let group = levels.pre(threads.around());
    if !group.chunks.is_empty() {
        return group.chunks.clone();
    }
    let mut out = Vec::new();
    for chunk in &levels.of_thread().chunks {
        if let Some(l) = lift(&mut exec.cx, threads, chunk) {
            // An upper bound of a sum cannot be handed out.
            if l.exact {
                out.push(l.chunk);
            }
        }
    }
    out
}

/// Makes the task from the obligations that were emitted: adds definitions, ranges, inputs and assumptions.
fn finish(mut exec: Exec<'_>, id: KernelId, kernel: &Kernel, restrictions: Vec<Restriction>) -> Task {
    let notes = notes::notes(&exec, kernel);
    let (definitions, ranges) = exec.with_attempts(|exec| {
        let mut roots = BTreeSet::new();
        function::called_by(&exec.out, &mut roots);
        let definitions = function::definitions(&mut exec.cx, &roots);
        let ranges = ranges::add_facts(&mut exec.out, &exec.cx.ranges, &mut exec.cx.names);
        (definitions, ranges)
    });
    exec.end_with_faults(kernel.name.node);
    let attempts = exec.take_attempts();
    let inputs = exec.inputs(inputs(&exec.cx, kernel));
    let mut trusted = exec.trusted;
    let rests_on = foundations(exec.cx.program, ItemId::Kernel(id), &definitions);
    trusted.extend(function::abstract_functions(exec.cx.program, &rests_on));
    let reached = procedures::reached(exec.cx.program, procedures::called(&kernel.body));
    trusted.extend(abstract_procedures(exec.cx.program, reached));
    Task {
        id: ItemId::Kernel(id),
        item: kernel.name.name.clone(),
        node: kernel.name.node,
        inputs,
        base: exec.base.into_iter().map(|h| h.term).collect(),
        ranges,
        obligations: exec.out,
        trusted,
        attempts,
        restrictions,
        notes,
        definitions,
        rests_on,
        versions: exec.cx.versions,
    }
}

/// The inputs of an execution of the kernel. Local arrays are no inputs, since they have no initial values.
fn inputs(cx: &Context<'_>, kernel: &Kernel) -> Inputs {
    let scalars = kernel.scalars.iter().zip(&cx.scalars);
    let arrays = kernel.arrays.iter().enumerate().zip(&cx.initial).filter(|((_, a), _)| a.space == Space::Global);
    let sizes = |axis: &Axis| (cx.teams.var(LaunchVar::Gsize, *axis), cx.teams.var(LaunchVar::Ngroups, *axis));
    Inputs {
        launch: kernel.dims().axes().iter().map(sizes).collect(),
        thread: Vec::new(),
        scalars: scalars.map(|(s, symbol)| (s.name.name.clone(), term::constant(symbol))).collect(),
        arrays: arrays.map(|((n, _), symbol)| (ArrayId(n as u32), term::constant(symbol))).collect(),
        referred: None,
    }
}
