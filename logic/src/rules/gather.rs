//! Votes, and exchanges of values between the lanes of a warp.
//!
//! ```text
//! {P}  x := count(p)  {P, 0 <= x <= threads, p ⇒ 1 <= x, ¬p ⇒ x < threads}        x is the same for the whole group
//! {P}  x := any(p)    {P, p ⇒ x ≠ 0}                                              x is the same for all that vote
//! {P}  x := all(p)    {P, x ≠ 0 ⇒ p}                                              x is the same for all that vote
//! {P}  x := ballot(p) {P, p ⇒ x ≠ 0}                                              x is the same for all that vote
//! {P}  x := broadcast(e, n) {P, number = n ⇒ x = e}  claims that all say the same n   x is the same for all
//! {P}  x := least(e)  {P, x ≤ e}                                                  x is the same for all
//! {P}  x := least of those up to this thread(e)  {P, x ≤ e, number = 0 ⇒ x = e}
//! {P}  x := least of those in front(e)           {P, number = 0 ⇒ x is the greatest value of the type}
//! {P}  x := shuffle(e, f)  {P, what is known of the other lane}                   [`super::shuffle`]
//! ```
//!
//! Besides, all threads that wait for each other must reach the statement together. So for each condition around the
//! statement, and for each condition of an exit that skips the statement, there is a claim that these threads decide
//! alike, as for barriers ([`super::branch`], [`crate::exits`]). Then all of these threads are at this statement in the
//! same iterations of the loops around the statement, and *x* is one value for all of these threads.
//!
//! `number` is the number of the thread among those that take part. The greatest value is known like the least one. Of
//! a sum, the first thread alone knows something. Facts about folds are about integers: of floats nothing is known.
//!
//! The facts say less than the machine knows. A gather orders no accesses to memory here, so no race is proved away by
//! one.
//!
//! In: a state and a gather. Out: the state behind it, and the claims about its operands.

use crate::exec::Exec;
use crate::finding::{Decides, Subject};
use crate::origin::Event;
use crate::state::State;
use crate::term::{self, Term};
use ir::{Among, Expr, Fold, Gather, Gathers, Node, Type};

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
        self.known_of_all(state, gather, (&args, &value), node);
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
            Gathers::Order
            | Gathers::Active
            | Gathers::Broadcast
            | Gathers::Reduce(_)
            | Gathers::Inclusive(_)
            | Gathers::Exclusive(_)
            | Gathers::Shuffle(_) => vec![],
        }
    }

    /// Assumes what a thread knows of the result `x` of a broadcast, a reduction or a scan.
    fn known_of_all(&mut self, state: &mut State, gather: &Gather, (args, x): (&[Term], &Term), node: Node) {
        let number = match gather.among {
            Among::Group => self.cx.teams.number(),
            Among::Tile(size) => self.cx.teams.lane(size),
        };
        let (Some(own), Some(ty)) = (args.first().cloned(), gather.args.first().map(|e| e.ty)) else { return };
        let facts = match gather.how {
            Gathers::Broadcast => {
                let Some(from) = args.get(1) else { return };
                self.uniform(state, from, node, (Decides::Whose, gather.among));
                vec![term::implies(term::eq(number, from.clone()), term::eq(x.clone(), own))]
            }
            Gathers::Reduce(fold) => bounds(fold, ty, &own, x),
            Gathers::Inclusive(fold) => {
                let first = term::implies(term::eq(number, term::int(0)), term::eq(x.clone(), own.clone()));
                let mut facts = bounds(fold, ty, &own, x);
                facts.extend(ty.width().is_some().then_some(first));
                facts
            }
            Gathers::Exclusive(fold) => {
                let neutral = ty.width().map(|width| match fold {
                    Fold::Add => term::int(0),
                    Fold::Min => term::int(width.greatest()),
                    Fold::Max => term::int(width.least()),
                });
                let first = |value| term::implies(term::eq(number, term::int(0)), term::eq(x.clone(), value));
                neutral.map(first).into_iter().collect()
            }
            Gathers::Order
            | Gathers::Count
            | Gathers::Any
            | Gathers::All
            | Gathers::Ballot
            | Gathers::Active
            | Gathers::Shuffle(_) => return,
        };
        facts.into_iter().for_each(|fact| state.assume(fact, Some(node)));
    }
}

/// On which side of the own operand the least or the greatest of several integers is.
fn bounds(fold: Fold, ty: Type, own: &Term, x: &Term) -> Vec<Term> {
    match (fold, ty.width()) {
        (Fold::Min, Some(_)) => vec![term::le(x.clone(), own.clone())],
        (Fold::Max, Some(_)) => vec![term::le(own.clone(), x.clone())],
        (Fold::Add, _) | (_, None) => vec![],
    }
}

fn is_truth(e: &Expr) -> bool {
    e.ty == ir::Type::Bool
}
