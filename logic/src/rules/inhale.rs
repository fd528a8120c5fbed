//! `inhale R;` gets the permissions of `R` and assumes its facts. `exhale R;` claims `R` and gives its permissions
//! away.
//!
//! ```text
//! {held}       inhale R;   {held + R_res, R_post}      R_post, new memory M': M'(x) = M(x) where held gives some of x
//! {held, R}    exhale R;   {held − R_res}              new memory M': M'(x) = M(x) where held − R_res gives some of x
//! ```
//!
//! The two are the halves of a call: an `exhale` is what the caller does with the precondition, an `inhale` what it
//! does with the postcondition. Whoever has the permissions in between may write. So a location of which nothing is
//! left has an arbitrary value behind an `exhale`. It also has one behind an `inhale`, because its permission may have
//! been lost in another way, as in a call that does not give it back.
//!
//! Nobody proves that the inhaled permissions exist: the report lists each `inhale` with the verdict. Code that moves
//! permissions in this way is not closed ([`crate::frame`]).
//!
//! A barrier of a kernel without shared invariants hands out what the group had at its start, also what a thread has
//! exhaled. So nothing is proved of an `exhale` of permissions in such a kernel.
//!
//! In: a state and one of these statements. Out: the state behind it, and the claims about `R`.

use super::exchange::exchanged;
use crate::assertion::Assertion;
use crate::chunk::{self, Chunk, Held};
use crate::exec::Exec;
use crate::finding::{Facts, Subject, Trust, Trusted, When};
use crate::frame::Frame;
use crate::obligation::What;
use crate::origin::Event;
use crate::permission_loss::{Taker, TakerKind};
use crate::reader;
use crate::state::State;
use crate::syntactic::{has_barrier, is_shared};
use crate::term::{self, Term};
use ir::{Expr, Heap, Node, Type};
use std::sync::Arc;

impl Exec<'_> {
    /// Executes `inhale R;`.
    pub(super) fn inhale(&mut self, state: &mut State, e: &Expr, node: Node) {
        self.trusted.push(Trusted { what: Trust::Inhale, node });
        let (before, around) = (state.held.clone(), self.frames.clone());
        for heap in moved(e) {
            let keeps = |x: &[Term]| term::or([before.positive(heap, x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Moved, node), keeps);
            state.dirty.anywhere.extend([heap]);
        }
        let gained = self.said(state, e);
        let given = before.given.iter().chain(&gained.chunks).cloned().collect();
        let (hyps, held) = (self.hyps(state), Held { given, ..before });
        self.well_formed(&hyps, Some(state), &held, &gained);
        state.produce(&gained);
    }

    /// Executes `exhale R;`.
    pub(super) fn exhale(&mut self, state: &mut State, e: &Expr, node: Node) {
        let given = self.said(state, e);
        let (hyps, before) = (self.hyps(state), state.held.clone());
        self.well_formed(&hyps, Some(state), &before, &given);
        self.consume(state, &given, What::Exhale, When::Here);
        for fact in &given.facts {
            state.assume(fact.term.clone(), Some(fact.node));
        }
        if given.chunks.is_empty() {
            return;
        }
        let barrier_takes_all = |kernel: &ir::Kernel| has_barrier(&kernel.body) && kernel.invariants.is_empty();
        if self.cx.kernel.is_some_and(barrier_takes_all) {
            let _ = self.unsupported(What::Exhale, e.node, Facts::ExhaledBeforeBarrier);
        }
        state.held = exchanged(before.clone(), &given.chunks, &[], &[]);
        let (left, around) = (state.held.clone(), self.frames.clone());
        for heap in moved(e) {
            let lent = |x: &[Term]| chunk::reader(&before.lent, heap, x);
            let own = |x: &[Term]| term::and([left.positive(heap, x), term::not(lent(x))]);
            let keeps = |x: &[Term]| term::or([own(x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Moved, node), keeps);
        }
        let guard = term::and(state.guard.iter().cloned());
        let kind = TakerKind::Exhale(given.chunks);
        state.takers.push_back(Taker { node, kind, guard, held: Arc::new(before) });
    }

    /// The assertion in this state.
    fn said(&mut self, state: &State, e: &Expr) -> Assertion {
        let env = state.env(&self.old);
        reader::read(&mut self.cx, self.vars, &env, [e])
    }

    /// Gives new values to a heap. The locations for which `keeps` holds have the values that they had.
    pub(super) fn renew(
        &mut self,
        state: &mut State,
        heap: Heap,
        (event, node): (Event, Node),
        keeps: impl Fn(&[Term]) -> Term,
    ) {
        let new = self.cx.fresh_memory(heap, self.cx.teams.innermost);
        self.cx.note(&new, Subject::Heap(heap), event, node, true);
        let Some(old) = state.memory.insert(heap, new.clone()) else { return };
        let symbols: Vec<_> =
            (self.cx.fresh_location(heap).iter()).map(|s| self.cx.names.element(s.shown(), s.sort())).collect();
        let x: Vec<Term> = symbols.iter().map(term::constant).collect();
        let same = |x: &[Term]| term::eq(term::select(&new, x), term::select(&old, x));
        let fact = term::implies(keeps(&x), same(&x));
        state.assume(term::quant(true, symbols, vec![vec![term::select(&new, &x)]], fact), None);
        // The same at the locations that contracts name one by one. Laws of counts are used where memory is read, and
        // what the thread says of its own location tells it apart from all others.
        let own: Vec<Chunk> = state.held.given.iter().filter(|c| c.heap == heap).cloned().collect();
        for chunk in own.iter().filter(|c| c.binders.is_empty()) {
            state.assume(term::implies(keeps(&chunk.index), same(&chunk.index)), None);
        }
    }
}

/// The condition that a frame of a loop around keeps the value of a location. Without these, the state at an exit that
/// leaves the loop would not know what the thread kept in front of the loop.
pub(super) fn framed(around: &[Frame], heap: Heap, x: &[Term]) -> Term {
    term::or(around.iter().map(|frame| frame.keeps(heap, x)))
}

/// The heaps whose permissions the statement moves, and those that it reads.
pub(super) fn moved(e: &Expr) -> impl Iterator<Item = Heap> {
    let resource = e.ty == Type::Resource;
    e.heaps().into_iter().filter(move |heap| resource && is_shared(heap))
}
