//! Leaving a scope by `break`, `continue` or `return`.
//!
//! ```text
//!  {P} exit l {false}
//!
//!  {P} S {Q}      the i-th exit of l in S is reached with R_i, under the condition c_i
//!  ───────────────────────────────────────────────────────────────────────────────────
//!  {P} l: S {(alive ∧ Q) ∨ (c_1 ∧ R_1) ∨ … ∨ (c_n ∧ R_n)}
//! ```
//!
//! `l` is the label at the end of a scope with the body `S`, and `exit l` jumps to it. `alive` is the condition under
//! which control reaches the end of `S` without an exit. There is one state for each exit, not for each path to it. The
//! conditions of the exits exclude each other, so their states are joined into one by `ite`. If all exits in `S` are
//! exits of `l`, one of the conditions holds, since control must leave the scope somewhere. If `S` also has exits of
//! scopes around this one, control may have left by one of them, so the disjunction of the conditions becomes part of
//! the guard of the joined state.
//!
//! In: a state, and an exit or a scope. Out: the state behind it.

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
        self.end_of_block(state, body);
    }

    /// Applies `give_back` to the states of the exits that were recorded from number `from` on. The rule of loops gives
    /// them the frame of the loop, since inside the loop a thread holds the permissions of the invariant only.
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
