//! The obligations of one procedure: its contract is proved once, for all arguments and all states of its callers.
//!
//! ```text
//! {P(x)} body {Q(x)}        for arbitrary arguments x
//! ```
//!
//! `P` is the precondition and `Q` the postcondition. In `Q`, `\old` is the memory at the start, and `\result` the
//! value of the result variable at the end.
//!
//! In: a procedure of a typed program. Out: its [`Task`]. The postcondition of a procedure without body is trusted, but
//! its contract must be well defined, and that is proved.

use crate::assertion::Assertion;
use crate::chunk::Held;
use crate::context::Context;
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::exits;
use crate::finding::{Facts, Help, Label, Note, Restriction, Returned, Site, Trust, Trusted, When};
use crate::foundations::foundations;
use crate::function;
use crate::levels::Levels;
use crate::need::Env;
use crate::notes;
use crate::obligation::{Hyp, Inputs, Mode, Obligation, Referred, Task, What, Why};
use crate::procedures;
use crate::ranges;
use crate::reader;
use crate::state::State;
use crate::syntactic::{conditions_of_launch, is_shared, stored_by_procedure};
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{Axis, Block, Heap, ItemId, LaunchVar, ProcId, Procedure, Program, VarId, Width};
use std::collections::BTreeSet;

/// Everything that must be proved for a procedure.
pub fn task<'a>(program: &'a Program, id: ProcId, procedure: &'a Procedure) -> Task {
    let (mut exec, restrictions) = start(program, id, procedure);
    let params = parameters(&mut exec, procedure);
    exec.private_arrays(&procedure.vars, &Env { store: params.clone(), ..Env::default() });
    let env = Env { store: params.clone(), memory: exec.old.clone(), old: exec.old.clone(), ..Env::default() };
    let pre = reader::read(&mut exec.cx, exec.vars, &env, reader::expressions(procedure.contract.pre()));
    let inputs = inputs(&exec, procedure, &params);
    let base = exec.launch();
    let held = Held::new(pre.chunks.clone());
    exec.well_formed(&base, None, &held, &pre);
    satisfiable(&mut exec, procedure, &pre);
    exec.initial = held;
    exec.site = Site::Code;
    let mut state = State::new(params, exec.old.clone(), &pre);
    Exec::different_arrays(&mut state, &pre.chunks);
    exec.measure = measure(&mut exec, id, procedure, &state, &env).map(|value| (id, value));
    for v in procedure.results.iter().copied() {
        any_value(&mut exec, &mut state, procedure, v);
        let _ = state.written.insert(v, term::bool(false));
    }
    match &procedure.body {
        Some(body) => {
            run(&mut exec, &mut state, body);
            exec.nothing_pending(&state);
            exec.claim_results(procedure, &mut state);
        }
        None => arbitrary_end(&mut exec, &mut state, procedure),
    }
    let post = ensures(&mut exec, procedure, &state);
    if procedure.body.is_some() {
        exec.site = Site::Level;
        exec.consume(&state, &post, What::ProcedurePost, When::Return);
    }
    Task { restrictions, ..finish(exec, id, procedure, inputs) }
}

/// The symbolic execution of a procedure before its first step, and the restrictions of the launches that a proof of
/// the procedure is about: those of its kernel.
fn start<'a>(program: &'a Program, id: ProcId, procedure: &'a Procedure) -> (Exec<'a>, Vec<Restriction>) {
    let kernel = procedure.kernel.and_then(|k| program.kernel(k));
    let mut cx = Context::new(program, kernel);
    cx.written.extend(stored_by_procedure(procedure, program));
    let must_agree = procedure.body.as_ref().map(exits::must_agree).unwrap_or_default();
    let vars = kernel.map_or(&procedure.vars, |k| &k.vars);
    let mut exec = Exec { must_agree, ..Exec::new(cx, vars, Site::Requires) };
    let mut restrictions = Vec::new();
    if let Some(kernel) = kernel {
        // A procedure of a kernel may use the facts that hold in every launch of the kernel. It may not use what the
        // contracts of the kernel say about memory, because that holds at the start and the end of the kernel only.
        exec.old = exec.cx.initial_values();
        let levels = Levels::read(&mut exec, kernel);
        restrictions = notes::restrictions(&exec, kernel, &levels);
    }
    exec.vars = &procedure.vars;
    // Memory has arbitrary values when the procedure starts.
    for heap in exec.cx.heaps() {
        if exec.cx.written.contains(&heap) || exec.cx.referenced.contains(&heap) {
            let values = exec.cx.fresh_memory(heap, exec.cx.teams.innermost);
            let _ = exec.old.insert(heap, values);
        }
    }
    let back = procedures::calls_back(program, id);
    if back.contains(&id) && procedure.decreases.is_empty() {
        let direct = procedure.body.as_ref().map(procedures::called).unwrap_or_default();
        let through = direct.iter().copied().find(|callee| back.contains(callee)).filter(|_| !direct.contains(&id));
        let (node, facts) = (procedure.name.node, Facts::ProcedureWithoutMeasure { procedure: id, through });
        exec.refuse(What::Termination, Why::NoMeasure, node, facts, Help::WriteMeasure { explained: true });
    }
    (exec, restrictions)
}

/// Arbitrary arguments. Two threads may have different ones.
fn parameters(exec: &mut Exec<'_>, procedure: &Procedure) -> OrdMap<VarId, Term> {
    let mut out = OrdMap::new();
    for n in 0..procedure.params {
        let v = VarId(n as u32);
        let (name, ty) = exec.cx.variable(&procedure.vars, v);
        let value = exec.cx.fresh_private(name, ty, exec.cx.teams.innermost);
        let _ = out.insert(v, value);
    }
    out
}

/// The inputs of one call. Local memory has values, too, since the call comes in the middle of a launch.
fn inputs(exec: &Exec<'_>, procedure: &Procedure, params: &OrdMap<VarId, Term>) -> Inputs {
    let names = procedure.vars.iter().map(|decl| decl.name.name.clone());
    // The parameters are the first variables.
    let mut scalars: Vec<(String, Term)> = names.zip(params.values().cloned()).collect();
    let Some(kernel) = procedure.kernel.and_then(|k| exec.cx.program.kernel(k)) else {
        let memory = exec.old.iter().filter(|(heap, _)| matches!(heap, Heap::Elements(_) | Heap::Field(_)));
        let memory = memory.map(|(heap, values)| (*heap, values.clone())).collect();
        let types = procedure.vars.iter().map(|decl| decl.ty);
        let parameters = params.values().cloned().zip(types).filter(|(_, ty)| ty.is_reference()).collect();
        let referred = Some(Referred { parameters, length: exec.cx.length.clone(), memory });
        return Inputs { scalars, referred, ..Inputs::default() };
    };
    let teams = &exec.cx.teams;
    let axes = kernel.dims();
    let sizes = |axis: &Axis| (teams.var(LaunchVar::Gsize, *axis), teams.var(LaunchVar::Ngroups, *axis));
    let constants = kernel.scalars.iter().zip(&exec.cx.scalars);
    scalars.extend(constants.map(|(s, symbol)| (s.name.name.clone(), term::constant(symbol))));
    let array = |(heap, values): (&Heap, &Term)| match heap {
        Heap::Array(array) => Some((*array, values.clone())),
        Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
    };
    Inputs {
        launch: axes.axes().iter().map(sizes).collect(),
        thread: axes.axes().iter().map(|axis| teams.var(LaunchVar::Tid, *axis)).collect(),
        scalars,
        referred: None,
        arrays: exec.old.iter().filter_map(array).collect(),
    }
}

/// Claims that the precondition is satisfiable in some launch of the kernel, because everything could be proved from
/// one that is not. A procedure without precondition still rests on that of the launch.
fn satisfiable(exec: &mut Exec<'_>, procedure: &Procedure, pre: &Assertion) {
    let kernel = procedure.kernel.and_then(|k| exec.cx.program.kernel(k));
    let mut own = procedure.contract.pre().map(|c| c.expr.node);
    let mut of_kernel = kernel.into_iter().flat_map(conditions_of_launch);
    let with_launch = kernel.is_some();
    let own = own.next().map(|node| (node, Facts::NoArgument { with_launch }));
    let Some((first, facts)) = own.or_else(|| Some((of_kernel.next()?, Facts::NoLaunch))) else { return };
    let mut hyps = exec.launch();
    hyps.extend(pre.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }));
    let whole = Exec::at_most_whole_of(&Held::new(pre.chunks.clone()), &pre.chunks);
    hyps.extend(whole.into_iter().map(|(term, node)| Hyp { term, node: Some(node) }));
    let check = Check::new(What::Vacuous, Why::Contradiction, first, term::bool(false), facts);
    let id = exec.claim(hyps, None, check);
    exec.set_mode(id, Mode::Satisfiable);
}

/// The value of the measure at the start, if the procedure has one and calls itself.
fn measure<'a>(
    exec: &mut Exec<'a>,
    id: ProcId,
    procedure: &'a Procedure,
    state: &State,
    env: &Env,
) -> Option<Vec<Term>> {
    let mut ev = Evaluator::new(&mut exec.cx, exec.vars, env.clone());
    let values: Vec<Term> = procedure.decreases.iter().map(|e| ev.eval(e)).collect();
    let requirements = std::mem::take(&mut ev.requirements);
    let (hyps, held) = (exec.hyps(state), exec.initial.clone());
    requirements.iter().for_each(|requirement| exec.need_framed(&hyps, &held, requirement));
    let recursive = !values.is_empty() && procedures::calls_back(exec.cx.program, id).contains(&id);
    recursive.then_some(values)
}

/// Executes the body symbolically. A body with atomic operations, or that reaches a barrier, is refused instead.
fn run(exec: &mut Exec<'_>, state: &mut State, body: &Block) {
    let program = exec.cx.program;
    let reached = procedures::reached(program, procedures::called(body));
    let bodies = reached.iter().filter_map(|id| program.procedure(*id)?.body.as_ref());
    let waits = bodies.into_iter().chain([body]).any(|body| body.waits().is_some());
    match body.first_atomic() {
        Some(atomic) => exec.refuse_atomic(body, atomic),
        None if waits => exec.refuse_barrier_in_procedure(body.stmts.first().map(|s| s.node).unwrap_or_default()),
        None => exec.block(state, body),
    }
}

/// For a procedure without body: gives arbitrary values to all that it may write, and to its results.
fn arbitrary_end(exec: &mut Exec<'_>, state: &mut State, procedure: &Procedure) {
    for heap in stored_by_procedure(procedure, exec.cx.program) {
        let values = exec.cx.fresh_memory(heap, exec.cx.teams.innermost);
        let _ = state.memory.insert(heap, values);
    }
    for v in procedure.results.iter().copied() {
        any_value(exec, state, procedure, v);
    }
}

/// Gives an arbitrary value to a variable of the procedure.
fn any_value(exec: &mut Exec<'_>, state: &mut State, procedure: &Procedure, v: VarId) {
    let (name, ty) = exec.cx.variable(&procedure.vars, v);
    let value = exec.cx.fresh_private(name, ty, exec.cx.teams.innermost);
    state.write(v, value);
}

/// The postcondition in the final state. Claims that it is well defined: it may read the locations that it gives
/// permission for.
fn ensures<'a>(exec: &mut Exec<'a>, procedure: &'a Procedure, state: &State) -> Assertion {
    let env = state.env(&exec.old);
    let env = Env { memory: env.memory.into_iter().filter(|(h, _)| is_shared(h)).collect(), ..env };
    let post = reader::read(&mut exec.cx, exec.vars, &env, reader::expressions(procedure.contract.post()));
    let (hyps, framed) = (exec.hyps(state), Held::new(post.chunks.clone()));
    exec.site = Site::Ensures;
    let first = exec.out.len();
    exec.well_formed(&hyps, Some(state), &framed, &post);
    // A postcondition that reads what the procedure requires, and does not give back, should give it back.
    for o in exec.out.iter_mut().skip(first) {
        let Facts::Unframed { heap, .. } = o.facts else { continue };
        let required = exec.initial.given.iter().find(|c| c.heap == heap);
        if let Some(required) = required.filter(|_| post.chunks.iter().all(|c| c.heap != heap)) {
            o.help = Some(Help::GiveBack { permission: required.node, heap, returned: Returned::Nothing });
        }
    }
    post
}

/// Makes the task from the obligations that were emitted: adds definitions, ranges, inputs and assumptions.
fn finish(mut exec: Exec<'_>, id: ProcId, procedure: &Procedure, inputs: Inputs) -> Task {
    let (definitions, ranges) = exec.with_attempts(|exec| {
        let mut roots = BTreeSet::new();
        function::called_by(&exec.out, &mut roots);
        let definitions = function::definitions(&mut exec.cx, &roots);
        let ranges = ranges::add_facts(&mut exec.out, &exec.cx.ranges, &mut exec.cx.names);
        (definitions, ranges)
    });
    exec.end_with_faults(procedure.name.node);
    let attempts = exec.take_attempts();
    // A procedure starts with the local memory of its caller, whose values are arbitrary. That an array has no initial
    // value explains a failure only in a kernel.
    let not_here = |o: &&mut Obligation| matches!(o.help, Some(Help::NoInitialValue(_)));
    exec.out.iter_mut().filter(not_here).for_each(|o| o.help = None);
    if procedure.kernel.is_none() {
        // A procedure outside of kernels belongs to no launch.
        exec.out.iter_mut().for_each(|o| o.shown.retain(|s| !matches!(s.label, Label::Launch(..))));
    }
    let width = machine_int(exec.cx.program, procedure);
    let rests_on = foundations(exec.cx.program, ItemId::Procedure(id), &definitions);
    let reached = procedures::relied_on(exec.cx.program, [id].into());
    let mut trusted = std::mem::take(&mut exec.trusted);
    trusted.extend(function::abstract_functions(exec.cx.program, &rests_on));
    trusted.extend(abstract_procedures(exec.cx.program, reached));
    Task {
        id: ItemId::Procedure(id),
        item: procedure.name.name.clone(),
        node: procedure.name.node,
        inputs: exec.inputs(inputs),
        base: exec.base.into_iter().map(|h| h.term).collect(),
        ranges,
        obligations: exec.out,
        trusted,
        attempts,
        restrictions: Vec::new(),
        notes: width.map(Note::MachineInt).into_iter().collect(),
        definitions,
        rests_on,
        versions: exec.cx.versions,
    }
}

/// The type of machine integers that `int` is in a procedure: that of its kernel, or of a variable of the procedure.
fn machine_int(program: &Program, procedure: &Procedure) -> Option<Width> {
    let kernel = procedure.kernel.and_then(|id| program.kernel(id));
    let of_variables = || procedure.vars.iter().find_map(|decl| decl.ty.width());
    kernel.and_then(|k| k.launch.width()).or_else(of_variables)
}

/// The assumptions that a proof rests on because it uses those of these procedures that have no body, so that nobody
/// proves their postconditions.
pub(crate) fn abstract_procedures(program: &Program, all: impl IntoIterator<Item = ProcId>) -> Vec<Trusted> {
    let all: BTreeSet<ProcId> = all.into_iter().collect();
    let without = all.into_iter().filter_map(|id| Some((id, program.procedure(id)?))).filter(|(_, p)| p.body.is_none());
    without.map(|(id, p)| Trusted { what: Trust::AbstractProcedure(id), node: p.node }).collect()
}
