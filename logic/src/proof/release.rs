//! Frees proofs without recursion, since a proof may be deeper than the stack.
//!
//! In: a step that nothing needs any more. Out: nothing.

use super::step::{Proof, Step};
use std::sync::{Arc, LazyLock};

/// What stands for a premise that was taken away.
static NOTHING: LazyLock<Proof> = LazyLock::new(|| Arc::new(Step::Chain(Vec::new())));

impl Drop for Step {
    fn drop(&mut self) {
        let mut open = Vec::new();
        take(self, &mut open);
        while let Some(premise) = open.pop() {
            if let Some(mut step) = Arc::into_inner(premise) {
                take(&mut step, &mut open);
            }
        }
    }
}

/// Moves the premises of a step.
fn take(step: &mut Step, to: &mut Vec<Proof>) {
    let mut one = |p: &mut Proof| to.push(std::mem::replace(p, NOTHING.clone()));
    match step {
        Step::Assume(_) | Step::Commute(_) | Step::Lift { .. } => {}
        Step::Sums { with, .. } => {
            to.append(&mut with.by);
            to.extend(with.zero.drain(..).map(|(_, p)| p));
        }
        Step::Linear { premises, with, .. } => {
            to.append(&mut with.by);
            to.extend(with.zero.drain(..).map(|(_, p)| p));
            to.extend(premises.drain(..).map(|(_, p)| p));
        }
        Step::Congruence { args, .. } => to.extend(args.drain(..).map(|(_, p)| p)),
        Step::Replace { by: all, .. }
        | Step::Chain(all)
        | Step::Product(all)
        | Step::Evaluate { from: all, .. }
        | Step::Floats { from: all, .. } => {
            to.append(all);
        }
        Step::UpTo { reflexive, .. } => to.extend(reflexive.take()),
        Step::Rule { guards, .. } => to.append(guards),
        Step::Flip(p) | Step::IsTrue(p) | Step::IsFalse(p) | Step::Equation(p) | Step::FromTrue(p) => one(p),
        Step::Discharge { conclusion: p, .. } | Step::Disjunction { shown: p, .. } => one(p),
        Step::Generalise { body: p, .. } | Step::Instance { of: p, .. } => one(p),
        Step::Rewritten(p, q) => [p, q].into_iter().for_each(one),
        Step::Cases { yes: p, no: q, .. } => [p, q].into_iter().for_each(one),
    }
}
