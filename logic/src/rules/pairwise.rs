//! Claims about two threads of a group that both come to a statement.
//!
//! ```text
//! ∀ u ≠ t of the group.  P(t) ∧ P(u)  ⇒  e(t, u)
//! ──────────────────────────────────────────────
//!             {P}  pairwise e  {P}
//! ```
//!
//! `P(u)` is what is known of thread `u` at the same point of the code, as for conditions that threads must decide
//! alike. Nothing is known behind the statement that was not known in front of it: the two threads do not wait for each
//! other, and there may be no second one.
//!
//! In: a state, and a claim with variables for values of the other thread. Out: the claim.

use crate::exec::{Check, Exec};
use crate::finding::{Facts, Label, Shown, When};
use crate::obligation::{Hyp, What, Why};
use crate::state::State;
use crate::teams::Teams;
use crate::term;
use ir::Pairwise;

impl Exec<'_> {
    /// Executes a claim about two threads.
    pub(super) fn pairwise(&mut self, state: &mut State, Pairwise { theirs, exprs }: &Pairwise) {
        let Some((claim, values)) = exprs.split_last() else { return };
        let u = self.cx.other_thread();
        let by = self.cx.teams.thread(&u);
        let mut both = state.clone();
        for (v, e) in theirs.iter().zip(values) {
            let own = self.eval(state, e);
            both.write(*v, term::substitute(&own, &by));
        }
        let goal = self.eval(&mut both, claim);
        let mut hyps = self.hyps(state);
        self.add_facts_of(&mut hyps, state, &u);
        let here = self.cx.teams.indices(self.cx.teams.innermost);
        hyps.push(Hyp { term: Teams::different(&here, &u), node: None });
        let facts = Facts::FalseThen(When::Here);
        let mut check = Check::new(What::Assert, Why::False, claim.node, goal.clone(), facts);
        check.shown = self.second_thread(&u).collect();
        for v in theirs {
            if let Some(value) = both.store.get(v) {
                let value = value.clone();
                check.shown.push(Shown { label: Label::Variable(*v), term: value, thread: 2 });
            }
        }
        check.parts = self.values_of(&goal, Some(state));
        let _ = self.claim(hyps, Some(state), check);
    }
}
