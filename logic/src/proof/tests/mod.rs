//! What the checker must accept, and what it must reject.

mod arithmetic;
mod binders;
mod conditions;
mod equations;
mod lab;
mod limits;
mod models;
mod random;
mod rules;
mod sums;
mod terms;
mod text;
mod up_to;
mod witness;

use super::{check, Cause, Proof, Step, Sums};
use crate::term::{self, Binding, FloatOp, Names, Op, Role, Sort, Symbol, Term};
use dashu::rational::RBig;
use ir::{FloatArith, FloatFormat, Rounding};

/// Makes symbols.
#[derive(Default)]
struct Make(Names);

impl Make {
    fn symbol(&mut self, name: &str, sort: Sort) -> Symbol {
        self.0.fresh(name, vec![], sort, Role::Scalar)
    }

    fn constants<const N: usize>(&mut self, names: [&str; N], sort: Sort) -> [Term; N] {
        names.map(|name| term::constant(&self.symbol(name, sort)))
    }

    fn ints<const N: usize>(&mut self, names: [&str; N]) -> [Term; N] {
        self.constants(names, Sort::INT)
    }

    fn reals<const N: usize>(&mut self, names: [&str; N]) -> [Term; N] {
        self.constants(names, Sort::REAL)
    }

    fn bools<const N: usize>(&mut self, names: [&str; N]) -> [Term; N] {
        self.constants(names, Sort::BOOL)
    }
}

/// The step as a proof.
fn p(step: Step) -> Proof {
    Proof::new(step)
}

/// The condition, assumed.
fn assume(condition: &Term) -> Proof {
    p(Step::Assume(condition.clone()))
}

/// The equation, assumed.
fn given(a: &Term, b: &Term) -> Proof {
    p(Step::Equation(assume(&term::eq(a.clone(), b.clone()))))
}

/// A number.
fn int(n: i32) -> Term {
    term::int(n)
}

/// A fraction.
fn frac(n: i32, d: i32) -> RBig {
    RBig::from(n) / RBig::from(d)
}

/// The step shows the condition from these hypotheses.
#[track_caller]
fn accepts(proof: &Proof, hypotheses: &[Term], goal: &Term) {
    if let Err(fault) = check(proof, hypotheses, goal) {
        panic!("{:?} in {:?}", fault.cause, fault.step);
    }
}

/// The step does not show the condition from these hypotheses.
#[track_caller]
fn rejects(proof: &Proof, hypotheses: &[Term], goal: &Term) -> Cause {
    check(proof, hypotheses, goal).expect_err("a wrong proof is accepted").cause
}

/// The step shows the equation of `a` and `b` from these hypotheses.
#[track_caller]
fn equates(proof: &Proof, hypotheses: &[Term], a: &Term, b: &Term) {
    let (goal, proof) = equation(proof, a, b);
    accepts(&proof, hypotheses, &goal);
}

/// The step does not show the equation of `a` and `b` from these hypotheses.
#[track_caller]
fn never_equates(proof: &Proof, hypotheses: &[Term], a: &Term, b: &Term) -> Cause {
    let (goal, proof) = equation(proof, a, b);
    rejects(&proof, hypotheses, &goal)
}

/// A condition, and a proof of it, for an equation of `a` and `b`: an unknown predicate that holds of `a` holds of
/// `b`.
fn equation(proof: &Proof, a: &Term, b: &Term) -> (Term, Proof) {
    let predicate = Names::starting_at(1 << 20).fresh("f", vec![a.sort()], Sort::BOOL, Role::Scalar);
    let of = |t: &Term| Term::raw(Op::App(predicate.clone()), vec![t.clone()], Sort::BOOL);
    let rewritten = p(Step::Congruence { of: of(a), args: vec![(0, proof.clone())] });
    let shown = p(Step::Rewritten(assume(&of(a)), rewritten));
    (term::implies(of(a), of(b)), p(Step::Discharge { assumption: of(a), conclusion: shown }))
}
