//! The obligations of one pure function: its body is well defined, its recursion ends, its postcondition holds.
//!
//! ```text
//! below(p)   =   ∀ q. measure(q) ≺ measure(p) ∧ requires(q)   ⇒   f(q) = body(q) ∧ ensures(q)
//!
//! requires(p) ∧ below(p) ∧ path to the call f(e)   ⇒   measure(e) ≺ measure(p)  ∧  requires(e)
//! requires(p) ∧ below(p) ∧ f = body                ⇒   ensures(p)
//! ```
//!
//! `p` are arbitrary arguments of the function `f`, and `measure` is its `decreases` clause,
//! with the order `≺` of [`crate::rules::lexicographic`]. Both implications are
//! proved by induction over the measure. The first shows that a function exists that satisfies its defining equation,
//! so it may not assume that equation: about functions that call each other it assumes only `below`, and no measure may
//! call one of them. The second induction turns a `pure bool` function with an `ensures` clause into a lemma.
//!
//! In: a function of a typed program. Out: its [`Task`].

use crate::assertion::Assertion;
use crate::chunk::Held;
use crate::consume::Basis;
use crate::context::Context;
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help, Label, Shown, Site, When};
use crate::foundations::foundations;
use crate::function::{self, generic, Generic};
use crate::hyps::Hyps;
use crate::need::{Env, Need};
use crate::obligation::{Definition, Hyp, Inputs, Mode, Task, What, Why};
use crate::reader;
use crate::rules::lexicographic;
use crate::syntactic;
use crate::term::{self, Symbol, Term};
use ir::Node;
use ir::{ExprKind, FnId, Function, ItemId, LaunchVar, Program, VarId};
use std::collections::BTreeSet;

/// All that a function must prove.
pub fn task(program: &Program, id: FnId, function: &Function) -> Task {
    let kernel = function.kernel.and_then(|k| program.kernel(k));
    let mut cx = Context::new(program, kernel);
    // The obligations of a function have no facts about the limits of the launch.
    cx.launch_width = None;
    let mut exec = Exec::new(cx, &function.vars, Site::Function);
    sizes(&mut exec, kernel);
    let mut g = generic(&mut exec.cx, id, function);
    // The function may read what its precondition gives permission for.
    let framed = Held::new(g.requires.chunks.clone());
    exec.initial = framed.clone();
    let base = exec.launch();
    exec.well_formed(&base, None, &framed, &g.requires);
    let mut hyps = exec.launch();
    hyps.extend(framed.given.iter().filter_map(|c| c.axiom().map(|law| Hyp { term: law, node: Some(c.node) })));
    hyps.extend(g.requires.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }));
    satisfiable(&mut exec, function, &hyps);
    thread_names(&mut exec, function);

    let component = exec.cx.functions.component(id);
    let own_requires: BTreeSet<FnId> = function.contract.pre().flat_map(|c| syntactic::calls(&c.expr)).collect();
    if let Some(c) = function.contract.pre().find(|_| own_requires.intersection(&component).next().is_some()) {
        exec.unsupported(What::Termination, c.node, Facts::OwnPrecondition);
    }
    let circular = function.decreases.iter().find(|m| !syntactic::calls(m).is_disjoint(&component));
    if let Some(m) = circular {
        exec.refuse(What::Termination, Why::NoMeasure, m.node, Facts::CircularMeasure(id), Help::OtherMeasure);
    }
    let measure: Vec<Term> = function.decreases.iter().map(|m| evaluate(&mut exec, &g, &hyps, &framed, m)).collect();
    if let Some(body) = &function.body {
        let called = if circular.is_some() { BTreeSet::new() } else { component.clone() };
        let value = evaluate_body(&mut exec, id, &g, &hyps, &framed, body, &called, &measure);
        hyps.push(Hyp { term: term::eq(g.call.clone(), value), node: Some(body.node) });
    }
    exec.out.iter_mut().for_each(|o| o.partial = true);
    let clauses = reader::expressions(function.contract.post());
    g.env.result = Some(g.call.clone());
    let post = reader::read(&mut exec.cx, &function.vars, &g.env, clauses);
    exec.well_formed(&hyps, None, &framed, &post);
    if function.body.is_some() {
        exec.claim_facts(&hyps, None, &post.facts, What::FunctionPost, Basis::At(When::Arguments));
    } else {
        exec.trusted.extend(function::trusted(program, id, function));
        consistent(&mut exec, id, function, &post);
    }
    finish(exec, id, function, &g.params, &component, &measure)
}

/// Enters the facts that hold throughout: about the sizes of the launch, and that lengths of arrays are not negative.
fn sizes(exec: &mut Exec<'_>, kernel: Option<&ir::Kernel>) {
    let fact = |t: Term| Hyp { term: t, node: None };
    exec.base = exec.cx.teams.size_facts().into_iter().map(fact).collect();
    for array in kernel.map_or(&[][..], |k| &k.arrays) {
        let mut ev = Evaluator::new(&mut exec.cx, exec.vars, Env::default());
        let dims: Vec<Term> = array.dims.iter().map(|d| ev.eval(d)).collect();
        exec.base.extend(dims.iter().map(|n| fact(term::le(term::int(0), n.clone()))));
        exec.cx.lengths.push(dims);
    }
}

/// Claims that some arguments satisfy the precondition, in a launch in which no array has a negative length.
fn satisfiable(exec: &mut Exec<'_>, function: &Function, hyps: &Hyps) {
    let kernel = function.kernel.and_then(|k| exec.cx.program.kernel(k));
    let lengths = kernel.into_iter().flat_map(|k| &k.arrays).flat_map(|a| &a.dims).map(|d| d.node);
    let with_launch = kernel.is_some();
    let own = function.contract.pre().next().map(|c| (c.expr.node, Facts::NoArgument { with_launch }));
    let of_kernel = lengths.map(|node| (node, Facts::NoLaunch));
    let Some((first, facts)) = own.into_iter().chain(of_kernel).next() else { return };
    let check = Check::new(What::Vacuous, Why::Contradiction, first, term::bool(false), facts);
    let id = exec.claim(hyps.clone(), None, check);
    exec.set_mode(id, Mode::Satisfiable);
}

/// Claims, at the first function of an abstract data type, that the axioms of the type do not contradict each other.
fn consistent(exec: &mut Exec<'_>, id: FnId, function: &Function, axioms: &Assertion) {
    let Some(data) = function.data else { return };
    let is_first = exec.cx.program.functions.iter().position(|f| f.data == Some(data)) == Some(id.0 as usize);
    let Some(first) = function.contract.post().next().filter(|_| is_first) else { return };
    let mut hyps = exec.launch();
    hyps.extend(axioms.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }));
    let check = Check::new(What::Vacuous, Why::Contradiction, first.expr.node, term::bool(false), Facts::NoData(data));
    let id = exec.claim(hyps, None, check);
    exec.set_mode(id, Mode::Satisfiable);
}

/// Claims that the function mentions no thread or group: its value is the same for all threads.
fn thread_names(exec: &mut Exec<'_>, function: &Function) {
    let mut bad: Vec<Node> = Vec::new();
    let all = function.contract.clauses.iter().map(|c| &c.expr).chain(&function.decreases).chain(&function.body);
    for e in all {
        e.each(&mut |e| {
            if let ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _) = e.kind {
                bad.push(e.node);
            }
        });
    }
    for node in bad {
        exec.unsupported(What::WellFormed, node, Facts::NamesThread);
    }
}

/// Evaluates an expression of the function, and claims what the expression needs to be well defined.
fn evaluate(exec: &mut Exec<'_>, g: &Generic, hyps: &Hyps, framed: &Held, e: &ir::Expr) -> Term {
    let mut ev = Evaluator::new(&mut exec.cx, exec.vars, g.env.clone());
    let value = ev.eval(e);
    for requirement in std::mem::take(&mut ev.requirements) {
        exec.need_framed(hyps, framed, &requirement);
    }
    value
}

/// Evaluates the body of the function. Claims that it is well defined, and that the measure decreases at each call of a
/// function of `component`.
#[allow(clippy::too_many_arguments)]
fn evaluate_body(
    exec: &mut Exec<'_>,
    id: FnId,
    g: &Generic,
    hyps: &Hyps,
    framed: &Held,
    body: &ir::Expr,
    component: &BTreeSet<FnId>,
    measure: &[Term],
) -> Term {
    let mut ev = Evaluator::new(&mut exec.cx, exec.vars, g.env.clone());
    let value = ev.eval(body);
    for requirement in std::mem::take(&mut ev.requirements) {
        exec.need_framed(hyps, framed, &requirement);
        let Need::Precondition { function: callee, args, .. } = &requirement.need else { continue };
        if !component.contains(callee) {
            continue;
        }
        if measure.is_empty() {
            exec.refuse(
                What::Termination,
                Why::NoMeasure,
                requirement.node,
                Facts::CallsItself(id),
                Help::WriteMeasure { explained: true },
            );
            continue;
        }
        let Some(theirs) = measure_of(exec, *callee, args, &g.env) else { continue };
        let goal = lexicographic::smaller(&theirs, measure);
        let mut hyps = hyps.clone();
        hyps.extend(requirement.under.iter().map(|t| Hyp { term: t.clone(), node: None }));
        let facts = Facts::NotDecreasing;
        let mut check = Check::new(What::Termination, Why::MeasureNotDecreasing, requirement.node, goal, facts);
        check.shown.extend(lexicographic::shown(measure, Label::Measure, 0));
        check.shown.extend(lexicographic::shown(&theirs, Label::MeasureOfCall, 0));
        check.help = Help::not_negative(exec.cx.program.function(id).map_or(&[], |f| f.decreases.as_slice()));
        let _ = exec.claim(hyps, None, check);
    }
    value
}

/// The value of the called function's measure at its arguments.
fn measure_of(exec: &mut Exec<'_>, callee: FnId, args: &[Term], env: &Env) -> Option<Vec<Term>> {
    let program = exec.cx.program;
    let function = program.functions.get(callee.0 as usize)?;
    let store = (0..function.params).map(|n| VarId(n as u32)).zip(args.iter().cloned()).collect();
    let env = Env { store, ..env.clone() };
    if function.decreases.is_empty() {
        exec.refuse(
            What::Termination,
            Why::NoMeasure,
            function.name.node,
            Facts::NoMeasure(callee),
            Help::WriteMeasure { explained: false },
        );
        return None;
    }
    let mut ev = Evaluator::new(&mut exec.cx, &function.vars, env);
    Some(function.decreases.iter().map(|m| ev.eval(m)).collect())
}

/// Makes the task. In its definitions, what is known about functions that call this one back holds only for arguments
/// with a smaller measure.
fn finish(
    mut exec: Exec<'_>,
    id: FnId,
    function: &Function,
    params: &[Symbol],
    component: &BTreeSet<FnId>,
    measure: &[Term],
) -> Task {
    let mut roots = BTreeSet::from([id]);
    function::called_by(&exec.out, &mut roots);
    // A counterexample of a function shows its arguments. A function belongs to no thread, so no positions are shown,
    // and sizes of the launch only if a clause or the goal of the obligation mentions them.
    let teams = exec.cx.teams.clone();
    for o in &mut exec.out {
        let written = o.hyps.iter().filter(|h| h.node.is_some()).map(|h| h.term).chain([o.goal.clone()]);
        let written: Vec<Term> = written.collect();
        let mentioned = |t: &Term| written.iter().any(|s| term::any_subterm(s, |u| u == t));
        let size = |t: &Term| t.as_app().is_some_and(|s| matches!(s.role(), term::Role::Launch | term::Role::Scalar));
        o.shown.retain(|s| !teams.is_position(&s.term) && (!size(&s.term) || mentioned(&s.term)));
        let scalars: Vec<Term> = params.iter().map(term::constant).collect();
        // The function's own parameters come before those for arrays.
        let own = (0..function.params).map(|n| VarId(n as u32)).zip(params);
        let own = own.map(|(v, p)| Shown { label: Label::Variable(v), term: term::constant(p), thread: 0 });
        o.shown = own.chain(std::mem::take(&mut o.shown)).map(|s| Shown { thread: 0, ..s }).collect();
        o.parts.retain(|p| !scalars.contains(&p.shown.term));
        o.parts.iter_mut().for_each(|p| p.shown.thread = 0);
    }
    let mut definitions = function::definitions(&mut exec.cx, &roots);
    for d in &mut definitions {
        let term::Role::Function(f) = d.symbol.role() else { continue };
        if f == id || component.contains(&f) {
            restrict(&mut exec, d, f, measure);
        }
    }
    let kernel = function.kernel.and_then(|k| exec.cx.program.kernel(k));
    if kernel.is_some_and(|k| k.launch != ir::Type::Int) {
        // The ranges of machine integers in memory are not known here, so a counterexample may have values that no
        // execution has. It refutes nothing.
        for o in exec.out.iter_mut().filter(|o| o.mode == Mode::Prove) {
            o.mode = Mode::Lemma;
        }
    }
    exec.end_with_faults(function.name.node);
    let rests_on = foundations(exec.cx.program, ItemId::Function(id), &definitions);
    let others = function::abstract_functions(exec.cx.program, &rests_on);
    exec.trusted.extend(others.into_iter().filter(|t| t.node != function.node));
    // Record the arguments of functions outside of kernels only: functions of a kernel depend on the kernel's state,
    // too.
    let arguments = params.iter().take(function.params).filter(|_| function.kernel.is_none());
    let scalars = arguments.map(|p| (p.shown().to_owned(), term::constant(p))).collect();
    Task {
        base: exec.base.iter().map(|h| h.term.clone()).collect(),
        ranges: vec![],
        inputs: exec.inputs(Inputs { scalars, ..Inputs::default() }),
        id: ItemId::Function(id),
        item: function.name.name.clone(),
        node: function.name.node,
        obligations: exec.out,
        trusted: exec.trusted,
        attempts: vec![],
        restrictions: vec![],
        notes: vec![],
        definitions,
        rests_on,
        versions: exec.cx.versions,
    }
}

/// Restricts the postconditions in the definition of `f` to arguments whose measure is less than `measure`, and records
/// that condition for the defining equation ([`Definition::smaller`]).
fn restrict(exec: &mut Exec<'_>, d: &mut Definition, f: FnId, measure: &[Term]) {
    let scalars = exec.cx.program.functions.get(f.0 as usize).map_or(0, |f| f.params);
    let args: Vec<Term> = d.params.iter().take(scalars).map(term::constant).collect();
    let mut env = Env::default();
    for (a, s) in exec.cx.functions.reads(f).to_vec().into_iter().zip(d.params.iter().skip(scalars)) {
        let _ = env.memory.insert(a, term::constant(s));
    }
    env.old = env.memory.clone();
    let program = exec.cx.program;
    let theirs = program.functions.get(f.0 as usize).map(|function| {
        let store = (0..function.params).map(|n| VarId(n as u32)).zip(args).collect();
        let mut ev = Evaluator::new(&mut exec.cx, &function.vars, Env { store, ..env });
        function.decreases.iter().map(|m| ev.eval(m)).collect::<Vec<Term>>()
    });
    // Without a measure, no argument is known to have a smaller one.
    let smaller = lexicographic::smaller(&theirs.unwrap_or_default(), measure);
    d.ensures = d.ensures.iter().map(|e| term::implies(smaller.clone(), e.clone())).collect();
    d.smaller = Some(smaller);
}
