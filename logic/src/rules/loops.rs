//! Loops: `while (g) S` with the invariant `I`.
//!
//! ```text
//!       {I ∧ g} S {I}                                {I ∧ g} S {I}    g uniform in the group
//! ─────────────────────────────  (no barrier)       ────────────────────────────────────────  (barrier in S)
//! {I ** F} while (g) S {I ∧ ¬g ** F}                {I ** F} while (g) S {I ∧ ¬g}
//! ```
//!
//! The permissions of `I` are those that the invariant lists and, for each heap that the loop needs and the invariant
//! does not list, those that the thread holds in front of the loop ([`super::kept`]).
//!
//! Without a barrier, the thread keeps the permissions that the invariant does not list (the frame `F`), and what it
//! knows about their locations. A barrier in the body takes all permissions of the thread, so `F` is lost.
//!
//! An exit that leaves the loop ends with `F`, too. So while the body is executed, `F` is one of the frames of
//! [`super::exchange`]: a call or an inner loop, which may write an array, keeps what `F` holds of it.
//!
//! That the loop ends is claimed by [`super::measure`]. What is known of its counters is said by [`super::counter`].
//!
//! In: a state and a loop. Out: the state behind the loop, and the obligations of invariant and body.

use super::exchange::exchanged;
use crate::assertion::Assertion;
use crate::chunk::{Amount, Chunk, Held};
use crate::exec::Exec;
use crate::exits;
use crate::finding::{Decides, Label, Shown, Site, Subject, When};
use crate::frame::Frame;
use crate::obligation::What;
use crate::origin::Event;
use crate::permission_loss::{Taker, TakerKind};
use crate::reader;
use crate::state::State;
use crate::syntactic::{assigned, current_arrays, has_barrier, is_shared, stored};
use crate::term::{self, Term};
use crate::uniform;
use ir::{Among, Block, Clause, Expr, ExprKind, Heap, Node, VarId};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Exec<'_> {
    /// Executes a `while` loop.
    pub(super) fn while_loop(&mut self, state: &mut State, node: Node, of: &[Clause], guard: &Expr, body: &Block) {
        let waits = has_barrier(body);
        let clauses = reader::expressions(ir::invariants(of));

        let entry = self.invariant(state, &clauses);
        let kept = self.kept_by_loop(state, of, guard, body);
        let took: Vec<Chunk> = entry.chunks.iter().chain(&kept).cloned().collect();

        // The state at the head, after any number of iterations.
        let before = state.clone();
        let mut head = state.clone();
        self.havoc(&mut head, &before, (&took, &kept), &clauses, guard, body, waits);
        self.count(&mut head, &before, guard, body);
        head.pending.at_head(body);
        let known = self.hyps(&head);
        let invariant = self.invariant(&head, &clauses);
        let outside = std::mem::replace(&mut self.site, Site::Invariant);
        let gives: Vec<Chunk> = invariant.chunks.iter().chain(&kept).cloned().collect();
        self.well_formed(&known, Some(&head), &Held::new(gives.clone()), &invariant);
        self.site = outside;

        // The state before the loop.
        self.inverses_of(state, &entry, &invariant);
        self.consume(state, &entry, What::InvariantEntry, When::FirstIteration);
        let taken = Arc::new(std::mem::take(&mut head.held));
        let under = term::and(head.guard.iter().cloned());
        let taker = Taker { node: guard.node, kind: TakerKind::Loop, guard: under, held: taken };
        if waits && self.barriers_list() {
            // A share of unknown size that was lent stays lent: a barrier of a parallel block does not take it.
            let lent = lent_shares(&before.held);
            head.held.lent.extend(lent);
        }
        head.takers.push_back(taker.clone());
        let entered = head.takers.len();
        head.produce(&invariant);
        head.held.given.extend(kept.iter().cloned());
        if waits {
            head.interval.clone_from(&gives);
            head.dirty.anywhere = self.cx.written.clone();
        }
        // A step of an earlier iteration could write what it opened.
        head.dirty.anywhere.extend(self.opened_in(body));
        if !self.is_closed(body) {
            // An earlier iteration could write what it got by `inhale`.
            let stores = body.stores(self.cx.program).into_iter().filter(Heap::is_shared);
            head.dirty.anywhere.extend(stores);
        }

        // One iteration.
        let g = self.eval(&mut head, guard);
        if let Some(among) = body.waits().max(self.must_agree.get(&guard.node.id).copied()) {
            self.uniform(&head, &g, guard.node, (Decides::HowOften, among));
        }
        let mut iteration = head.clone();
        iteration.guard.push(g.clone());
        let measures = self.measures(&iteration, node, ir::measure(of), guard, body);
        let from = self.exits.len();
        let outside = self.frames.len();
        if !waits && exits::leave(body) {
            let held = before.held.clone();
            self.frames.push(Frame { held, took: took.clone(), closed: self.is_closed(body) });
        }
        self.block(&mut iteration, body);
        self.frames.truncate(outside);
        self.nothing_started(&iteration, &head, node);
        self.decreases(&iteration, measures);
        let again = self.invariant(&iteration, &clauses);
        let first = self.out.len();
        self.inverses_of(&iteration, &again, &invariant);
        self.consume(&iteration, &again, What::InvariantPreserved, When::Iteration);
        self.gives_back(&iteration, &kept, guard.node);
        self.show_head(first, &head, &iteration);

        // The state behind the loop. If exits leave the loop, the negated guard is no fact, but part of the condition
        // under which control reaches this point.
        *state = head;
        if self.exits.len() > from {
            state.guard.push(term::not(g));
        } else {
            state.assume(term::not(g), Some(guard.node));
        }
        if !waits {
            let behind = |held: &Held| {
                let mut after = exchanged(before.held.clone(), &took, &held.given, &held.lent);
                after.partial.extend(held.partial.iter().copied());
                after
            };
            state.held = behind(&Held::new(gives));
            // Behind the loop, the thread lacks what the invariant does not give back; at an exit, what the body took.
            state.takers = before.takers.clone();
            state.takers.extend(Some(taker).filter(|_| state.held.lent.len() > before.held.lent.len()));
            self.leave_loop(from, |exit| {
                exit.held = behind(&exit.held);
                let mut takers = before.takers.clone();
                takers.extend(exit.takers.iter().skip(entered).cloned());
                exit.takers = takers;
            });
        }
    }

    /// The invariant in a state.
    fn invariant(&mut self, state: &State, clauses: &[&Expr]) -> Assertion {
        let env = state.env(&self.old);
        reader::read(&mut self.cx, self.vars, &env, clauses.iter().copied())
    }

    /// Adds the values that variables had at the start of the iteration to the obligations from number `first` on.
    fn show_head(&mut self, first: usize, head: &State, end: &State) {
        let changed = head.store.iter().filter(|(v, t)| end.store.get(*v).is_some_and(|now| now != *t));
        let shown: Vec<Shown> =
            changed.map(|(v, t)| Shown { label: Label::BeforeIteration(*v), term: t.clone(), thread: 1 }).collect();
        for o in self.out.iter_mut().skip(first) {
            o.shown.extend(shown.iter().cloned());
        }
    }

    /// Havoc: gives arbitrary values to all variables and arrays that the body may change, and keeps the values of
    /// framed locations. `before` is the state in front of the loop, `took` what the loop takes there, `kept` the
    /// part that no invariant names, and `clauses` those of the invariant; `waits` says that the body has a barrier.
    #[allow(clippy::too_many_arguments)]
    fn havoc(
        &mut self,
        head: &mut State,
        before: &State,
        (took, kept): (&[Chunk], &[Chunk]),
        clauses: &[&Expr],
        guard: &Expr,
        body: &Block,
        waits: bool,
    ) {
        // Variables and arrays that the invariant mentions. Reports point out that the invariant is silent about
        // others.
        let mut mentioned = BTreeSet::new();
        clauses.iter().for_each(|c| {
            c.each(&mut |e| {
                if let ExprKind::Var(v) = &e.kind {
                    let _ = mentioned.insert(*v);
                }
            })
        });
        let mentioned_heaps: BTreeSet<Heap> = clauses.iter().flat_map(|c| current_arrays(c, self.cx.program)).collect();
        let same = |among| uniform::variables(&self.must_agree, &before.store, &self.cx.teams, (guard, body), among);
        let (of_group, of_tile) = (same(Among::Group), tile_of(body).map(|tile| (tile, same(tile))));
        for v in assigned(body) {
            if before.store.contains_key(&v) {
                let of_tile = of_tile.as_ref().filter(|(_, all)| all.contains(&v)).map(|(tile, _)| *tile);
                let value = self.arbitrary(v, of_tile.max(of_group.contains(&v).then_some(Among::Group)));
                self.cx.note(&value, Subject::Variable(v), Event::Loop, guard.node, mentioned.contains(&v));
                let _ = head.store.insert(v, value);
            }
        }
        self.written_at_head(head, before, body);
        let frame = Frame { held: before.held.clone(), took: took.to_vec(), closed: self.is_closed(body) };
        let stores = stored(body, self.cx.program);
        let mut changed = stores.clone();
        changed.extend(self.opened_in(body));
        if waits {
            changed.extend(self.cx.written.iter().copied());
        }
        for heap in changed {
            let new = self.cx.fresh_memory(heap, self.cx.teams.innermost);
            self.cx.note(&new, Subject::Heap(heap), Event::Loop, guard.node, mentioned_heaps.contains(&heap));
            let old = head.memory.insert(heap, new.clone());
            match old.filter(|_| is_shared(&heap)) {
                Some(old) if !waits => self.kept(head, &frame, heap, &new, &old),
                Some(old) if frame.closed && !stores.contains(&heap) => self.unwritten(head, kept, heap, &new, &old),
                Some(_) | None => {}
            }
        }
    }

    /// An arbitrary value of a variable. The threads of `same` have the same value.
    fn arbitrary(&mut self, v: VarId, same: Option<Among>) -> Term {
        let (name, ty) = self.cx.variable(self.vars, v);
        match same {
            Some(among) => self.cx.fresh_among(name, ty, among),
            None => self.cx.fresh_private(name, ty, self.cx.teams.innermost),
        }
    }
}

/// The tiles that wait somewhere in the block: the largest, if they have different sizes.
fn tile_of(block: &Block) -> Option<Among> {
    let mut out = None;
    block.each(&mut |stmt| out = out.max(stmt.outline().waits.filter(|among| *among < Among::Group)));
    out
}

/// The shares of unknown size that were lent and did not come back.
fn lent_shares(held: &Held) -> Vec<Chunk> {
    held.lent.iter().filter(|chunk| chunk.amount == Amount::Read).cloned().collect()
}
