//! Where an equality up to laws may be used.
//!
//! In: a step, and which of its premises rest on a [`Step::UpTo`]. Out: whether the step may use them. Such a premise
//! may only become a part of the goal: a conjunct, the conclusion of an implication, what holds in a case. It is no
//! fact that other steps compute with, since exact operations on floats contradict the laws.

use super::step::{Proof, Step};
use crate::term::{self, Op, Term};

/// Whether the step may use its premises, where `rests` tells which of them rest on a [`Step::UpTo`], and `shows` is
/// the condition that a premise shows.
pub fn may_use(step: &Step, rests: &dyn Fn(&Proof) -> bool, shows: &dyn Fn(&Proof) -> Option<Term>) -> bool {
    match step {
        Step::Rewritten(_, equation) => !rests(equation),
        Step::Discharge { .. } | Step::Cases { .. } | Step::Disjunction { .. } => true,
        Step::Evaluate { condition, from } => {
            let shown = |t: &Term| from.iter().any(|p| shows(p).as_ref() == Some(t));
            let certain = |t: &Term| from.iter().any(|p| !rests(p) && shows(p).as_ref() == Some(t));
            match (condition.op(), condition.args()) {
                (Op::And, parts) => parts.iter().all(shown),
                (Op::Ite, [c, a, b]) => certain(c) && shown(a) || certain(&term::not(c.clone())) && shown(b),
                _ => false,
            }
        }
        // A law for all values would be false in every execution, also for all integers, which convert to floats.
        Step::Generalise { .. }
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
