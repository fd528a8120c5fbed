//! Where an equality up to laws may be used.
//!
//! In: a step, and which of its premises rest on a [`Step::UpTo`]. Out: whether the step may use them. Such a premise
//! may only become the goal or a part of it: an equation of floats whose sides are written differently, a conjunct, the
//! conclusion of an implication, what holds in both of two cases. It is no fact that other steps compute with, since
//! exact operations on floats contradict the laws.

use super::step::{Proof, Step};
use crate::floats::is_equation;
use crate::term::{Op, Term};

/// Whether the step may use its premises, where `rests` tells which of them rest on a [`Step::UpTo`], and `shows` is
/// the condition that a premise shows.
pub fn may_use(step: &Step, rests: &dyn Fn(&Proof) -> bool, shows: &dyn Fn(&Proof) -> Option<Term>) -> bool {
    match step {
        Step::Rewritten(_, equation) => !rests(equation) && is_of_sides(equation),
        Step::Discharge { .. } | Step::Cases { .. } => true,
        Step::Evaluate { condition, from } => {
            let shown = |t: &Term| from.iter().any(|p| shows(p).as_ref() == Some(t));
            *condition.op() == Op::And && condition.args().iter().all(shown)
        }
        // A law for all values would be false in every execution, also for all integers, which convert to floats.
        Step::Generalise { .. }
        | Step::Disjunction { .. }
        | Step::Assume(_)
        | Step::Congruence { .. }
        | Step::Replace { .. }
        | Step::Chain(_)
        | Step::Flip(_)
        | Step::Rule { .. }
        | Step::Commute(_)
        | Step::Lift { .. }
        | Step::Sums { .. }
        | Step::IsTrue(_)
        | Step::IsFalse(_)
        | Step::Equation(_)
        | Step::FromTrue(_)
        | Step::Floats { .. }
        | Step::UpTo { .. }
        | Step::Linear { .. }
        | Step::Product(_)
        | Step::Instance { .. } => false,
    }
}

/// Whether the step replaces the sides of an equation of floats. Then both equations say the same, side by side. Any
/// other equivalence could rest on a fact that one of them is false.
fn is_of_sides(equation: &Proof) -> bool {
    let unflipped = if let Step::Flip(inner) = equation.as_ref() { inner } else { equation };
    matches!(unflipped.as_ref(), Step::Congruence { of, .. } if is_equation(of))
}
