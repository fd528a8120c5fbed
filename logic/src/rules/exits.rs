//! Leaving a scope by `break`, `continue` or `return`.
//!
//! ```text
//!              {P} exit l {false}            and P is what holds where l is left
//!
//!  {P} S {Q}      each exit l in S leaves with R_i, under the condition c_i
//!  ───────────────────────────────────────────────────────────────────────
//!  {P} l: S {(alive ∧ Q) ∨ (c_1 ∧ R_1) ∨ … ∨ (c_n ∧ R_n)}
//! ```
//!
//! There is one state for each exit, not for each path to it. The conditions of the exits exclude each other, so their
//! states are joined into one by `ite`. If the body has no exits out of further scopes, one of the conditions holds,
//! since control must leave the scope somewhere. Otherwise control may have left a further scope, and the disjunction
//! of the conditions becomes part of the guard of the joined state.
//!
//! In: a state, and exits or a scope. Out: the state behind the scope.

use crate::exec::Exec;
use crate::state::{Exit, State};
use crate::term::{self, Term};
use ir::{Block, LabelId};

impl Exec<'_> {
    /// Executes an exit out of the scope that ends at `label`.
    pub(super) fn exit(&mut self, state: &mut State, label: LabelId) {
        self.exits.push(Exit { label, state: state.clone() });
        state.kill();
    }

    /// Executes a scope and joins the states in which control leaves it.
    pub(super) fn scope(&mut self, state: &mut State, label: LabelId, body: &Block) {
        let base = state.clone();
        let outside = std::mem::take(&mut self.exits);
        self.block(state, body);
        let inside = std::mem::replace(&mut self.exits, outside);
        let (own, further): (Vec<Exit>, Vec<Exit>) = inside.into_iter().partition(|e| e.label == label);
        let leaves_further = !further.is_empty();
        self.exits.extend(further);
        if own.is_empty() {
            return;
        }
        let mut ends: Vec<State> = own.into_iter().map(|e| e.state).filter(|s| !s.is_dead()).collect();
        ends.extend(Some(state.clone()).filter(|s| !s.is_dead()));
        *state = one_of(&base, ends, leaves_further);
    }

    /// Gives the frame of a loop without barrier to the exits out of it, whose permissions are those inside the loop.
    pub(super) fn leave_loop(&mut self, from: usize, give_back: impl Fn(&mut State)) {
        self.exits.iter_mut().skip(from).for_each(|e| give_back(&mut e.state));
    }
}

/// Joins several states into one. Each has the condition under which it is reached in its guard, behind those of
/// `base`.
fn one_of(base: &State, ends: Vec<State>, leaves_further: bool) -> State {
    let conditions: Vec<Term> = ends.iter().map(|s| s.since(base)).collect();
    let some = term::or(conditions.iter().cloned());
    let mut ends = ends.into_iter().zip(conditions).rev();
    let Some((mut joined, _)) = ends.next() else {
        let mut dead = base.clone();
        dead.kill();
        return dead;
    };
    for (end, condition) in ends {
        joined = State::join_ends(&condition, base, end, joined);
    }
    joined.guard.clone_from(&base.guard);
    joined.marks.clone_from(&base.marks);
    if leaves_further {
        joined.guard.extend(Some(some).filter(|some| !some.is_true()));
    } else {
        joined.assume(some, None);
    }
    joined
}
