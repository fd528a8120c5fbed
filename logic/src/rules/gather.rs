//! Votes, and exchanges of values between the lanes of a warp.
//!
//! ```text
//! {P}  x := count(p)  {P, 0 <= x <= threads, p ⇒ 1 <= x, ¬p ⇒ x < threads}        x is the same for the whole group
//! {P}  x := any(p)    {P, p ⇒ x ≠ 0}                                              x is the same for all that vote
//! {P}  x := all(p)    {P, x ≠ 0 ⇒ p}                                              x is the same for all that vote
//! {P}  x := ballot(p) {P, p ⇒ x ≠ 0}                                              x is the same for all that vote
//! {P}  x := shuffle(e, f)  {P, what is known of the other lane}                   [`super::shuffle`]
//! ```
//!
//! Besides, all threads that wait for each other must reach the statement together. So for each condition around the
//! statement, and for each condition of an exit that skips the statement, there is a claim that these threads decide
//! alike, as for barriers ([`super::branch`], [`crate::exits`]). Then all of these threads are at this statement in the
//! same iterations of the loops around the statement, and *x* is one value for all of these threads.
//!
//! The facts say less than the machine knows. A gather orders no accesses to memory here, so no race is proved away by
//! one.
//!
//! In: a state and a gather. Out: the state behind it, and the claims about its operands.

use crate::exec::Exec;
use crate::finding::Subject;
use crate::origin::Event;
use crate::state::State;
use crate::term::{self, Term};
use ir::{Expr, Gather, Gathers, Node};

impl Exec<'_> {
    /// Executes a gather.
    pub(super) fn gather(&mut self, state: &mut State, gather: &Gather, node: Node) {
        let args: Vec<Term> = gather.args.iter().map(|e| self.eval(state, e)).collect();
        let Some(v) = gather.result else { return };
        let (name, ty) = self.cx.variable(self.vars, v);
        let value = match gather.how.is_common() {
            true => self.cx.fresh_among(name, ty, gather.among),
            false => self.cx.fresh_private(name, ty, self.cx.teams.innermost),
        };
        let event = match gather.how {
            Gathers::Shuffle(_) => Event::Shuffle,
            _ => Event::Gather,
        };
        self.cx.note(&value, Subject::Variable(v), event, node, true);
        state.write(v, value.clone());
        let own = args.first().filter(|_| gather.args.first().is_some_and(is_truth));
        for fact in own.map(|p| self.facts(gather.how, p, &value)).unwrap_or_default() {
            state.assume(fact, Some(node));
        }
        if let Gathers::Shuffle(shuffle) = gather.how {
            self.shuffle(state, (shuffle, gather), (&args, &value), node);
        }
    }

    /// What a thread knows of the result of a vote in which its own operand is `p`.
    fn facts(&self, how: Gathers, p: &Term, x: &Term) -> Vec<Term> {
        let holds = || term::ne(x.clone(), term::int(0));
        match how {
            Gathers::Count => {
                let threads = self.cx.teams.threads();
                vec![
                    term::le(term::int(0), x.clone()),
                    term::le(x.clone(), threads.clone()),
                    term::implies(p.clone(), term::le(term::int(1), x.clone())),
                    term::implies(term::not(p.clone()), term::lt(x.clone(), threads)),
                ]
            }
            Gathers::Any | Gathers::Ballot => vec![term::implies(p.clone(), holds())],
            Gathers::All => vec![term::implies(holds(), p.clone())],
            Gathers::Order | Gathers::Active | Gathers::Shuffle(_) => vec![],
        }
    }
}

fn is_truth(e: &Expr) -> bool {
    e.ty == ir::Type::Bool
}
