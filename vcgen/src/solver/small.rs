//! Counterexamples that a person can check by hand.
//!
//! In: a query with the bounds that it prefers, tightest first. Out: a model within the first bound that admits one,
//! else any.

use super::check::run;
use super::fault::Fault;
use crate::solving::{Answer, Cancel, Limits, Query, Solved};
use z3::SatResult;

/// Decides a query, preferring models that satisfy the first bound, then the second, and so on, then none.
///
/// A bound that the limits do not suffice for is passed over. [`Answer::Unsat`] is about the query alone.
pub fn solve_small(query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
    let mut wider = query.clone();
    let observed = wider.observe.len();
    wider.observe.extend(query.prefer.iter().cloned());
    run(&wider, limits, cancel, move |session| {
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
