//! Equations of floats that hold up to laws of granted assumptions.
//!
//! In: facts, and a goal that is an equation of two floats. Out: why the goal holds up to laws that IEEE 754 does not
//! have ([`crate::floats::up_to`]); the log names the assumptions. This is the last step of a proof: what it shows is
//! not used as a fact.

use super::facts::Facts;
use super::log::Log;
use super::order::compare;
use super::simplify::size_within;
use crate::floats::up_to::{needed, same};
use crate::floats::{Assumption, Assumptions};
use crate::proof::{Recorder, Step, Why};
use crate::term::{self, FloatOp, Op, Term};

/// The greatest number of known equations that are put into the goal.
const MAX_PUT_IN: usize = 64;
/// The greatest number of nodes of a goal into which equations are put.
const MAX_SIZE: usize = 3000;

/// Why the equation of floats holds up to some of the granted assumptions.
pub fn prove(facts: &Facts, goal: &Term, granted: Assumptions, log: &mut Log) -> Option<Why> {
    let _ = sides(goal).filter(|_| !granted.is_empty())?;
    let recorder = facts.recorder();
    let (now, equation) = with_known_values(facts, goal);
    let why = if now.is_true() { recorder.evaluate(|| now.clone(), []) } else { shown(facts, &now, granted, log)? };
    Some(recorder.rewritten_back(&why, &equation))
}

/// The sides of an equation of floats, and whether that is IEEE's equality.
fn sides(condition: &Term) -> Option<(&Term, &Term, bool)> {
    match (condition.op(), condition.args()) {
        (Op::Eq, [a, b]) => a.sort().as_float().map(|_| (a, b, false)),
        (Op::FloatOp(FloatOp::Eq), [a, b]) => Some((a, b, true)),
        _ => None,
    }
}

fn shown(facts: &Facts, condition: &Term, granted: Assumptions, log: &mut Log) -> Option<Why> {
    let (a, b, ieee) = sides(condition)?;
    // IEEE's equality needs that the sides are no NaN.
    let itself = term::float_op(FloatOp::Eq, vec![a.clone(), a.clone()]);
    let reflexive = if ieee { facts.holds(&itself) } else { None };
    let assumed = if ieee && reflexive.is_none() {
        let finite = |assumed: &Assumptions| assumed.has(Assumption::Finite) && same(a, b, *assumed);
        granted.subsets().into_iter().find(finite)?
    } else {
        needed(a, b, granted)?
    };
    assumed.iter().for_each(|one| log.put(one.name()));
    Some(facts.recorder().step(|| {
        let reflexive = match reflexive {
            Some(why) => Some(why.proof()?.clone()),
            None => None,
        };
        Some(Step::UpTo { condition: condition.clone(), assumed, reflexive })
    }))
}

/// The goal with the values of constants, array elements and applications that known equations give, and why both are
/// equal.
fn with_known_values(facts: &Facts, goal: &Term) -> (Term, Why) {
    let recorder = facts.recorder();
    let values: Vec<(Term, Term, Why)> =
        facts.kept.iter().filter_map(|(known, why)| value(known, why, recorder)).collect();
    let (mut now, mut steps) = (goal.clone(), Vec::new());
    while steps.len() < MAX_PUT_IN && size_within(&now, MAX_SIZE).is_some() {
        let Some((from, to, why)) = values.iter().find(|(from, ..)| now.contains(from)) else { break };
        let next = term::replace(&now, from, to);
        steps.push(recorder.step(|| Some(Step::Replace { of: now.clone(), by: vec![why.proof()?.clone()] })));
        now = next;
    }
    (now, recorder.chain(steps))
}

/// What a known equation of floats says of the value of a constant, an array element or an application.
fn value(known: &Term, why: &Why, recorder: Recorder) -> Option<(Term, Term, Why)> {
    let (a, b, false) = sides(known)? else { return None };
    let named = |t: &Term| matches!(t.op(), Op::App(_) | Op::Select);
    // Of two names, the later one is replaced, so that no two names are replaced by each other.
    let later = |x: &Term, y: &Term| !named(y) || compare(x, y).is_gt();
    let equation = recorder.equation(why);
    if named(a) && !b.contains(a) && later(a, b) {
        Some((a.clone(), b.clone(), equation))
    } else if named(b) && !a.contains(b) && later(b, a) {
        Some((b.clone(), a.clone(), recorder.flip(&equation)))
    } else {
        None
    }
}
