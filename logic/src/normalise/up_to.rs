//! Equations of floats that hold up to laws of granted assumptions.
//!
//! In: facts, and a goal as it is claimed. Out: why the goal holds up to laws that IEEE 754 does not have
//! ([`crate::floats::up_to`]); the log names the assumptions. The laws show equations of floats that are the goal, one
//! of its conjuncts, or the conclusion of an implication. Other means may find out what the sides of such an equation
//! are, and never replace the equation by another condition: that a condition of the code holds follows from no law.

use super::facts::Facts;
use super::log::Log;
use super::order::compare;
use super::prove::{self, condition, simplified, with};
use super::simplify::{size_within, Simplifier};
use super::solved::Solved;
use crate::floats::up_to::{is_excluded, same};
use crate::floats::{is_about_floats, is_equation, Assumption, Assumptions, Known};
use crate::proof::{Recorder, Step, Why};
use crate::term::{self, FloatOp, Op, Term};

/// The greatest number of known equations that are put into a side.
const MAX_PUT_IN: usize = 64;
/// The greatest number of nodes of a side into which equations are put.
const MAX_SIZE: usize = 3000;

/// A search for a proof up to laws.
pub struct UpTo<'s> {
    /// Equations that are solved for constants, which the facts do not mention.
    pub solved: &'s Solved,
    /// The assumptions that may be used.
    pub granted: Assumptions,
    /// The number of sub-goals that may still be tried.
    pub fuel: u32,
    /// The names of the rules and assumptions used.
    pub log: &'s mut Log,
}

impl UpTo<'_> {
    /// Why the goal holds up to some of the granted assumptions.
    pub fn prove(&mut self, facts: &Facts, goal: &Term) -> Option<Why> {
        let recorder = facts.recorder();
        self.fuel = self.fuel.checked_sub(1)?;
        match (goal.op(), goal.args()) {
            (Op::And, parts) => {
                let part = |g: &Term| self.exactly(facts, g).or_else(|| self.prove(facts, g));
                let whys: Option<Vec<Why>> = parts.iter().map(part).collect();
                Some(recorder.evaluate(|| goal.clone(), &whys?))
            }
            (Op::Implies, [premise, conclusion]) => {
                self.log.put("prove-implication");
                let (known, equation) = self.solved(facts, premise);
                let mut more = facts.clone();
                prove::assume(&mut more, &known, &recorder.rewritten(&recorder.assume(premise), &equation));
                let why = self.exactly(&more, conclusion).or_else(|| self.prove(&more, conclusion))?;
                Some(recorder.discharge(premise, &why))
            }
            (Op::Eq | Op::FloatOp(FloatOp::Eq), [a, b]) if is_equation(goal) => self.equation(facts, goal, [a, b]),
            _ => None,
        }
    }

    /// Why the goal holds without any law.
    fn exactly(&mut self, facts: &Facts, goal: &Term) -> Option<Why> {
        let (now, equation) = self.solved(facts, goal);
        let mut search = prove::Search { fuel: self.fuel, arithmetic: false, log: self.log };
        let why = prove::prove(facts, &now, &mut search)?;
        Some(facts.recorder().rewritten_back(&why, &equation))
    }

    fn equation(&mut self, facts: &Facts, goal: &Term, sides: [&Term; 2]) -> Option<Why> {
        let recorder = facts.recorder();
        let [(a, first), (b, second)] = sides.map(|side| self.side(facts, side));
        let now = term::rebuild(goal.op(), vec![a, b], goal.sort());
        let equation = recorder.congruence(goal, [first, second], &now);
        if now.is_true() {
            return Some(recorder.rewritten_back(&recorder.evaluate(|| now.clone(), []), &equation));
        }
        if let Some(why) = shown(facts, &now, self.granted, self.log) {
            return Some(recorder.rewritten_back(&why, &equation));
        }
        let decides = condition(&now)?;
        self.log.put("case-split");
        let mut case = |case: &Term| {
            let more = with(facts, case);
            let part = more.contradiction().map(|why| recorder.part(why, || goal.clone()));
            part.or_else(|| self.exactly(&more, goal)).or_else(|| self.prove(&more, goal))
        };
        let (yes, no) = (case(&decides)?, case(&term::not(decides.clone()))?);
        Some(recorder.cases(&decides, &yes, &no))
    }

    /// A side as the facts simplify it, with known values put in, and why it is the same.
    fn side(&mut self, facts: &Facts, side: &Term) -> (Term, Why) {
        let (now, first) = self.solved(facts, side);
        let (now, second) = simplified(facts, &now, self.log);
        let (now, third) = with_known_values(facts, &now);
        (now, facts.recorder().chain([first, second, third]))
    }

    /// The term with solved equations substituted, and why it is the same.
    fn solved(&self, facts: &Facts, t: &Term) -> (Term, Why) {
        let none = Facts::new(facts.recorder());
        self.solved.rewritten(t, &mut Simplifier::new(&none))
    }
}

/// The sides of an equation of floats, and whether that is IEEE's equality.
fn sides(condition: &Term) -> Option<(&Term, &Term, bool)> {
    let [a, b] = condition.args() else { return None };
    is_equation(condition).then_some((a, b, *condition.op() != Op::Eq))
}

fn shown(facts: &Facts, condition: &Term, granted: Assumptions, log: &mut Log) -> Option<Why> {
    let (a, b, ieee) = sides(condition)?;
    // IEEE's equality needs that the sides are no NaN.
    let itself = term::float_op(FloatOp::Eq, vec![a.clone(), a.clone()]);
    let reflexive = if ieee { facts.holds(&itself) } else { None };
    let about_floats = facts.kept.iter().map(|(known, _)| known).filter(|known| is_about_floats(known));
    let mut known = Known::of(about_floats);
    let no_nan = ieee && reflexive.is_none();
    let suffices = |assumed: &Assumptions| {
        let sides_are_equal = (!no_nan || assumed.has(Assumption::Finite)) && same(a, b, *assumed);
        sides_are_equal && !is_excluded(a, b, *assumed, &mut known)
    };
    let assumed = granted.subsets().into_iter().find(suffices)?;
    assumed.iter().for_each(|one| log.put(one.name()));
    Some(facts.recorder().step(|| {
        let reflexive = match reflexive {
            Some(why) => Some(why.proof()?.clone()),
            None => None,
        };
        Some(Step::UpTo { condition: condition.clone(), assumed, reflexive })
    }))
}

/// The side with the values of constants, array elements and applications that known equations give, and why both are
/// equal.
fn with_known_values(facts: &Facts, side: &Term) -> (Term, Why) {
    let recorder = facts.recorder();
    let values: Vec<(Term, Term, Why)> =
        facts.kept.iter().filter_map(|(known, why)| value(known, why, recorder)).collect();
    let (mut now, mut steps) = (side.clone(), Vec::new());
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
