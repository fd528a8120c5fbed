//! Leaving a scope: `break`, `continue`, `return`.
//!
//! ```text
//!              {P} exit l {false}            and P is what holds where l is left
//!
//!  {P} S {Q}      each exit l in S leaves with R_i, under the condition c_i
//!  ───────────────────────────────────────────────────────────────────────
//!  {P} l: S {(alive ∧ Q) ∨ (c_1 ∧ R_1) ∨ … ∨ (c_n ∧ R_n)}
//! ```
//!
//! One state for each exit, not for each way to it. The conditions exclude each other, so that the states join into one
//! by `ite`, and one of them holds: control leaves the scope, or goes on nowhere. Where exits of the body leave scopes
//! further out, it may also have gone there; then that one of the conditions holds is not known, but part of the
//! condition under which control is here.

use crate::exec::Exec;
use crate::state::{Exit, State};
use crate::term::{self, Term};
use ir::{Block, LabelId};

impl Exec<'_> {
    /// `Exit(l)`.
    pub(super) fn exit(&mut self, state: &mut State, label: LabelId) {
        self.exits.push(Exit { label, state: state.clone() });
        state.kill();
    }

    /// `Scope(l, S)`.
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

    /// What an exit out of a loop without barrier takes along besides: the frame of the loop.
    pub(super) fn leave_loop(&mut self, from: usize, give_back: impl Fn(&mut State)) {
        self.exits.iter_mut().skip(from).for_each(|e| give_back(&mut e.state));
    }
}

/// One state for several, of which each has the condition of its guard behind that of `base`.
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
