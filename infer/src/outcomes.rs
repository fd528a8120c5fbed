//! Both outcomes of each condition in the code.
//!
//! In: a condition that decides a branch or a value. Out: the conditions of the path with the condition, and with its
//! negation.
//!
//! A program that asks `which != -1` expects that value, also where nothing stands under `else`. So no inferred
//! condition may exclude one of the two outcomes ([`crate::trivial`]): what goes wrong for `which == -1` would be
//! hidden.

use crate::state::Walk;
use crate::value::negated;
use ir::{Expr, ExprKind};

impl Walk<'_> {
    /// Records both outcomes of a condition, if an argument or an element of an array decides.
    pub(crate) fn decides(&mut self, condition: Option<&Expr>) {
        let by_input = |part: &Expr| matches!(part.kind, ExprKind::Scalar(_) | ExprKind::Read(_));
        let Some(condition) = condition.filter(|c| !self.silent && c.any(&by_input)) else { return };
        let guards = self.guards();
        for outcome in [condition.clone(), negated(condition.clone())] {
            self.outcomes.push(guards.iter().cloned().chain([outcome]).collect());
        }
    }
}
