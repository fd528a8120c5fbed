//! Ranges of bound variables that collections give.
//!
//! ```text
//! x ∈ c             x is between the least and the greatest integer of the sequence, the set, or the keys of the map
//! b.count(x) ~ n    the same of the bag, if 0 ~ n is false
//! ```
//!
//! In: a condition about elements, in which some variables have no value yet. Out: a constraint that holds wherever the
//! condition is true.

use super::range::{Constraint, Linear};
use super::state::Evaluator;
use crate::collection::integers;
use crate::env::Env;
use crate::stop::Stop;
use dashu::integer::IBig;
use ir::{BinaryOp, CollectionOp, Expr, ExprKind, VarId};

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// The constraint that `x` is an element of a collection.
    pub(super) fn element_of(&mut self, x: &'p Expr, whole: &'p Expr, open: &[VarId]) -> Result<Constraint, Stop> {
        if super::quant::mentions(whole, open) {
            return Ok(Constraint::Nothing);
        }
        let Some(x) = self.linear(x, open)? else { return Ok(Constraint::Nothing) };
        let elements = self.attempt(|ev| ev.driven(|ev| ev.value(whole)))?.and_then(|whole| integers(&whole));
        let Some(elements) = elements else { return Ok(Constraint::Nothing) };
        let Some((least, greatest)) = elements.iter().min().zip(elements.iter().max()) else {
            return Ok(Constraint::Never);
        };
        let above = Linear::constant(least.to_big()).plus(&x, &IBig::NEG_ONE);
        let below = x.plus(&Linear::constant(greatest.to_big()), &IBig::NEG_ONE);
        Ok(Constraint::All(vec![Constraint::AtMostZero(above), Constraint::AtMostZero(below)]))
    }

    /// The constraint that a comparison of how often a bag has `x` with `n` has this truth value. `None` if `count`
    /// does not ask that of a bag.
    pub(super) fn often(
        &mut self,
        (count, op, n): (&'p Expr, BinaryOp, &'p Expr),
        truth: bool,
        open: &[VarId],
    ) -> Result<Option<Constraint>, Stop> {
        let ExprKind::Collection(CollectionOp::Count, args) = &count.kind else { return Ok(None) };
        let [x, bag] = args.as_slice() else { return Ok(None) };
        if super::quant::mentions(n, open) {
            return Ok(None);
        }
        let Some(n) = self.attempt(|ev| ev.driven(|ev| ev.int(n)))? else { return Ok(None) };
        let zero = IBig::ZERO.cmp(&n.to_big());
        let absent = match op {
            BinaryOp::Lt => zero.is_lt(),
            BinaryOp::Le => zero.is_le(),
            BinaryOp::Gt => zero.is_gt(),
            BinaryOp::Ge => zero.is_ge(),
            BinaryOp::Eq | BinaryOp::Same => zero.is_eq(),
            BinaryOp::Ne => zero.is_ne(),
            _ => return Ok(None),
        };
        if absent == truth {
            return Ok(None);
        }
        self.element_of(x, bag, open).map(Some)
    }
}
