//! One pure function at concrete arguments.
//!
//! In: a function, arguments, and an environment for the constants and the memory that it may read. Out: whether its
//! body is well defined within what its `requires` provides, its measure decreases, and its `ensures` hold. The tests
//! and the search for counterexamples check a function at many arguments. A run that calls a function does not check
//! the function itself again.

use super::assertion::{expressions, read, Framing, Past};
use super::finding::{ill_formed, Checks, Excluded, Finding, Unknown};
use super::framed::{Framed, MayRead};
use super::holdings::false_when;
use crate::env::{Env, When};
use crate::eval::{component, conjuncts, Evaluator, Memo};
use crate::int::Int;
use crate::location::Location;
use crate::member::Member;
use crate::stop::{Cause, Stop};
use crate::value::Value;
use ir::finding::{What, Why};
use ir::Node;
use ir::{Axis, Expr, ExprKind, FnId, Heap, Kernel, LaunchVar, Program, ScalarId, VarDecl, VarId};
use std::marker::PhantomData;

/// The result of a function at some arguments.
#[derive(Clone, Debug, Default)]
pub struct FunctionCheck {
    /// Its value, if it has one.
    pub value: Option<Value>,
    /// The checks of the function; [`Checks::excluded`] is set if its precondition is false for these arguments.
    pub checks: Checks,
}

/// Checks a function at arguments of the types of its parameters.
pub fn check_function<'p, E: Env<'p> + ?Sized>(env: &mut E, function: FnId, args: Vec<Value>) -> FunctionCheck {
    let program = env.program();
    let mut out = FunctionCheck::default();
    let Some(f) = program.functions.get(function.0 as usize) else { return out };
    let who = Member::LAUNCH;
    let mut memo = Memo::default();
    let mut params = Params { inner: env, args, program: PhantomData };
    let requires = expressions(f.contract.pre());
    let given = read(&mut params, &mut memo, who, &requires, Framing::Own, Past::start(Framing::Own));
    if let Some(fact) = given.first_false() {
        out.checks.excluded = Some(Excluded { node: fact.node, who });
        return out;
    }
    out.checks.findings.extend(given.wrong.iter().cloned());
    out.checks.unknown.extend(given.unknowns(What::WellFormed, who));
    let frame = given.complete.then_some(&given.footprint);
    let mut framed = Framed::new(&mut params, MayRead { now: frame, start: frame, labels: &[] });
    let mut ev = Evaluator::new(&mut framed, &mut memo);
    let fails = |checks: &mut Checks, what: What, stop: Stop| match (ill_formed(&stop, who), &stop.cause) {
        (Some(_), Cause::Measure(_)) if f.decreases.is_empty() => {
            let message = "the function calls itself and has no measure";
            checks.findings.push(Finding::new(What::Termination, Why::NoMeasure, stop.node, vec![who], message));
        }
        (Some(finding), _) => checks.findings.push(finding),
        (None, _) => checks.unknown.push(Unknown { what, who, stop }),
    };
    let measure: Result<Vec<Value>, Stop> = f.decreases.iter().map(|m| ev.value(m)).collect();
    let measure: Option<Vec<Int>> = match measure {
        Ok(values) => values.iter().map(|value| value.as_int().cloned()).collect(),
        Err(stop) => {
            fails(&mut out.checks, What::Termination, stop);
            None
        }
    };
    let Some(body) = &f.body else {
        let stop = Stop::new(Cause::NotComputable(format!("`{}` has no body", f.name.name)), f.node);
        out.checks.unknown.push(Unknown { what: What::FunctionPost, who, stop });
        return out;
    };
    // Without a measure, a call that goes on for ever is found when it calls itself with the same arguments.
    if let Some(measure) = measure.filter(|measure| !measure.is_empty()) {
        ev.watch(component(program, function), measure);
    }
    let value = ev.value(body);
    ev.unwatch();
    match value {
        Ok(value) => {
            ev.set_result(value.clone());
            out.value = Some(value);
        }
        Err(stop) => fails(&mut out.checks, What::WellFormed, stop),
    }
    for conjunct in f.contract.post().flat_map(|clause| conjuncts(&clause.expr)) {
        // If the body has no value, the conjuncts that do not mention it are still checked.
        if out.value.is_none() && mentions_result(conjunct) {
            continue;
        }
        match ev.truth(conjunct) {
            Ok(true) => {}
            Ok(false) => {
                let message = false_when(conjunct, "for these arguments");
                let finding = Finding::new(What::FunctionPost, Why::False, conjunct.node, vec![who], message);
                out.checks.findings.push(finding);
                return out;
            }
            Err(stop) => fails(&mut out.checks, What::FunctionPost, stop),
        }
    }
    out
}

fn mentions_result(e: &Expr) -> bool {
    let mut found = false;
    e.each(&mut |e| found |= matches!(e.kind, ExprKind::Result));
    found
}

/// An environment where the parameters of a function are its variables.
struct Params<'e, 'p, E: Env<'p> + ?Sized> {
    inner: &'e mut E,
    args: Vec<Value>,
    program: PhantomData<&'p ()>,
}

impl<'p, E: Env<'p> + ?Sized> Env<'p> for Params<'_, 'p, E> {
    fn program(&self) -> &'p Program {
        self.inner.program()
    }

    fn kernel(&self) -> &'p Kernel {
        self.inner.kernel()
    }

    fn vars(&self) -> &'p [VarDecl] {
        self.inner.vars()
    }

    fn var(&mut self, var: VarId, _: When, node: Node) -> Result<Value, Stop> {
        let value = self.args.get(var.0 as usize).cloned();
        value.ok_or_else(|| Stop::new(Cause::IllTyped("an unknown parameter".into()), node))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        self.inner.launch(var, axis, node)
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        self.inner.scalar(scalar, node)
    }

    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop> {
        self.inner.length(array, dim, node)
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        self.inner.locate(array, index, node)
    }

    fn load(&mut self, location: Location, when: When, node: Node) -> Result<Value, Stop> {
        self.inner.load(location, when, node)
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.inner.tick(node)
    }
}
