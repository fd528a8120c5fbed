//! Counterexamples that a person can check by hand.
//!
//! In: a query with bounds on its values, the tightest first. Out: a model within the first bound that allows one; if
//! there is none, any model.

use super::check::run;
use super::fault::Fault;
use crate::solving::{Answer, Cancel, Limits, Query, Solved};
use z3::SatResult;

/// Decides a query. Models within the first bound are preferred, then within the second, and so on, then any model.
///
/// A bound for which the limits do not suffice is skipped. [`Answer::Unsat`] is the answer to the query without bounds.
pub fn solve_small(query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
    // Only terms that are observed have an encoding, so the bounds are observed, too.
    let mut with_bounds = query.clone();
    let observed = with_bounds.observe.len();
    with_bounds.observe.extend(query.prefer.iter().cloned());
    run(&with_bounds, limits, cancel, move |session| {
        for bound in session.query().observe.iter().skip(observed) {
            session.solver.push();
            session.solver.assert(&session.formula(bound)?);
            let result = session.check();
            if result == SatResult::Sat {
                return Ok(session.answer(result));
            }
            session.solver.pop(1);
        }
        let result = session.check();
        Ok(session.answer(result)) as Result<Answer, Fault>
    })
}
