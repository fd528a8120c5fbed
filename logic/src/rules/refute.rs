//! `refute e;` claims that `e` cannot be proved.
//!
//! ```text
//! {P}   refute e;   {P}        if P does not imply e
//! ```
//!
//! `P` is all that is known at this place. So the statement fails if `e` is true whenever control comes here, and also
//! if control cannot come here, because then `P` is contradictory and implies everything. Nothing is known behind the
//! statement that was not known in front of it.
//!
//! In: a state and a condition. Out: one obligation, whose goal is the condition and must not follow.

use crate::consume::open;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help};
use crate::obligation::{Mode, What, Why};
use crate::reader;
use crate::state::State;
use crate::term::{self, Substitution, Term};
use ir::Expr;

impl Exec<'_> {
    /// Executes `refute e;`.
    pub(super) fn refute(&mut self, state: &State, e: &Expr) {
        let env = state.env(&self.old);
        let condition = reader::read(&mut self.cx, self.vars, &env, [e]);
        let (hyps, held) = (self.hyps(state), state.held.clone());
        self.well_formed(&hyps, Some(state), &held, &condition);
        let opened = condition.facts.iter().map(|f| open(&mut self.cx.names, &f.term, &mut Substitution::new()));
        let opened: Vec<Term> = opened.collect();
        let mut check = Check::new(What::Refute, Why::True, e.node, term::and(opened), Facts::Provable);
        check.help = Some(Help::DropRefute);
        let id = self.claim(hyps, Some(state), check);
        self.set_mode(id, Mode::Refute);
    }
}
