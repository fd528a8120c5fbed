//! Both outcomes of each condition in the code.
//!
//! In: a condition that decides a branch, a loop or a value. Out: the conditions of the path with the condition, and
//! with its negation.
//!
//! A program that asks `which != -1` expects that value, also where nothing stands under `else`. So no inferred
//! condition may exclude one of the two outcomes ([`crate::trivial`]): what goes wrong for `which == -1` would be
//! hidden.

use crate::state::Walk;
use crate::value::{negated, Evaluation};
use ir::build::At;
use ir::{Expr, ExprKind, LaunchVar};

impl Walk<'_> {
    /// Records both outcomes of a condition, if an argument, a size or an element of an array decides. Of a loop, the
    /// outcomes are whether there is a first iteration.
    pub(crate) fn decides(&mut self, condition: &Expr) {
        if self.silent {
            return;
        }
        let mut evaluation = Evaluation::new(&self.path.values, self.fixed, &self.naturals);
        evaluation.exactly = true;
        let value = evaluation.value(condition).map(|value| value.expr(At::new(condition.node.span)));
        let Some(condition) = value.filter(|value| value.any(&by_input)) else { return };
        let known = self.known_here();
        for outcome in [condition.clone(), negated(condition)] {
            self.outcomes.push(known.iter().cloned().chain([outcome]).collect());
        }
    }

    /// What is known where control is: the conditions of the path, and those at the heads of loops with barrier.
    pub(crate) fn known_here(&self) -> Vec<Expr> {
        self.guards().into_iter().chain(self.facts.iter().cloned()).collect()
    }
}

/// Whether an expression is an argument, an element, or a size of the launch.
fn by_input(part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Scalar(_) | ExprKind::Read(_) => true,
        ExprKind::Launch(var, _) => matches!(var, LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount),
        _ => false,
    }
}
