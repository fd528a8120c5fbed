//! A short search among linear facts, before products are searched.
//!
//! In: ground facts with products of unknowns. Out: that they contradict each other, or that they do not. Both are
//! found in milliseconds where a search with products takes seconds.

use super::Decision;
use crate::query::Products;
use crate::solving::{Answer, Query};

/// How often tangents are added where the values of a model do not fit.
const ROUNDS: usize = 4;
/// Resource limit for one query about linear facts.
const LINEAR: u32 = 100_000;

/// What a search among linear facts finds.
pub(super) enum Linear {
    /// The facts contradict each other.
    Contradiction,
    /// The facts have a model.
    Model,
    /// Neither is known, or there are no products.
    Open,
}

impl Decision<'_> {
    /// Whether the facts of a query contradict each other, whatever the values of their products are.
    pub(super) fn contradicts_linearly(&mut self, query: &Query) -> bool {
        let Some(products) = Products::of(&query.hyps) else { return false };
        let hyps = products.facts.iter().cloned().chain(products.signs()).collect();
        self.ask_in_batch(&Query { hyps, ..query.clone() }, self.limits(LINEAR, false)).is_unsat()
    }

    /// Searches among the facts of a query with unknowns in place of products. Where the values that are found do not
    /// fit together, factors get the values that were found, and then tangents at these values are added.
    pub(super) fn ask_linear(&mut self, query: &Query) -> Linear {
        let Some(products) = Products::of(&query.hyps) else { return Linear::Open };
        let mut facts = products.facts.clone();
        facts.extend(products.signs());
        for _ in 0..ROUNDS {
            let asked = Query { hyps: facts.clone(), observe: products.factors(), ..query.clone() };
            let model = match self.ask_in_batch(&asked, self.limits(LINEAR, false)) {
                Answer::Unsat => return Linear::Contradiction,
                Answer::Sat(model) => model,
                Answer::Unknown(_) => return Linear::Open,
            };
            let Some(fixed) = products.fixed(&model) else { return Linear::Open };
            let hyps = products.facts.iter().cloned().chain(products.equations(&fixed)).collect();
            if self.ask_in_batch(&Query { hyps, ..query.clone() }, self.limits(LINEAR, false)).model().is_some() {
                return Linear::Model;
            }
            let tangents = products.tangents_at(&model);
            if tangents.is_empty() {
                return Linear::Open;
            }
            facts.extend(tangents);
        }
        Linear::Open
    }
}
