//! Shared invariants, and the atomic steps that open them.
//!
//! ```text
//!        {F} S {F'}        S opens inv by atomic steps only
//! ─────────────────────────────────────────────────────────────────
//! {F ** R}  invariant inv(R) S  {F' ** R}
//!
//!        {F ** R} S {F' ** R}
//! ───────────────────────────────────────────     memory that F gives no permission for has arbitrary values that
//! satisfy R
//!  {F}  atomic(inv) S  {F'}
//! ```
//!
//! While the first block runs, its threads own `R` together, and none of them holds permissions of `R` outside of an
//! atomic step. Steps that open one invariant exclude each other, so each of them finds `R` as the step before left it:
//! with any values that satisfy `R`. Variables in `R` have the values that they had when it was shared.
//!
//! An invariant shares exact amounts only: with `read`, the share that comes back would have to be the share that was
//! lent.
//!
//! Code with an atomic step that opens an invariant around it gets permissions that it was not given. So what such code
//! cannot write is decided by the shares that stay outside of it alone ([`crate::frame`]).
//!
//! In: a state and one of these statements. Out: the state behind it, and the claims about `R`.

use super::exchange::exchanged;
use super::inhale::framed;
use crate::assertion::Assertion;
use crate::chunk::Held;
use crate::exec::Exec;
use crate::fault::Missing;
use crate::finding::{Site, When};
use crate::obligation::{Hyp, What};
use crate::origin::Event;
use crate::reader;
use crate::shared::Shared;
use crate::state::State;
use crate::syntactic::is_shared;
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{Block, Clause, Heap, LabelId, Node, Stmt};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Exec<'_> {
    /// Executes `invariant inv(R) { … }`.
    pub(super) fn share(&mut self, state: &mut State, label: LabelId, invariant: &[Clause], body: &Block) {
        let mut shared = Shared { clauses: invariant.to_vec(), then: Arc::new(state.clone()), generic: Arc::default() };
        shared.generic = Arc::new(self.any_invariant(state, &shared));
        self.refuse_unknown_shares(&shared);
        let entry = self.invariant_in(&shared, &state.memory.clone());
        self.inverses_of(state, &entry, &shared.generic);
        self.consume(state, &entry, What::Sharing, When::Here);
        state.held = exchanged(std::mem::take(&mut state.held), &entry.chunks, &[], &[]);
        let outside = self.shared.insert(label, shared.clone());
        self.block(state, body);
        drop(match outside {
            Some(outside) => self.shared.insert(label, outside),
            None => self.shared.remove(&label),
        });
        let end = self.invariant_in(&shared, &state.memory.clone());
        self.inverses_of(state, &end, &shared.generic);
        self.regain(state, &entry, &end);
    }

    /// The invariant in memory with arbitrary values. Claims that it is well defined there.
    pub(super) fn any_invariant(&mut self, state: &State, shared: &Shared) -> Assertion {
        let mut memory = state.memory.clone();
        for heap in shared.heaps() {
            let values = self.cx.fresh_memory(heap, self.cx.teams.innermost);
            let _ = memory.insert(heap, values);
        }
        let generic = self.invariant_in(shared, &memory);
        let outside = std::mem::replace(&mut self.site, Site::Shared);
        let hyps = self.hyps(state);
        self.well_formed(&hyps, Some(state), &Held::new(generic.chunks.clone()), &generic);
        self.site = outside;
        generic
    }

    /// The invariant with these values of memory.
    fn invariant_in(&mut self, shared: &Shared, memory: &OrdMap<Heap, Term>) -> Assertion {
        let mut env = shared.then.env(&self.old);
        env.memory = memory.iter().filter(|(h, _)| is_shared(h)).map(|(h, t)| (*h, t.clone())).collect();
        reader::read(&mut self.cx, self.vars, &env, reader::expressions(&shared.clauses))
    }

    /// What the invariants that a barrier opens say in memory at the moment when all threads have arrived.
    pub(super) fn said_by_invariants(&mut self, opens: &[LabelId], memory: &OrdMap<Heap, Term>) -> Vec<Hyp> {
        let mut out = Vec::new();
        for label in opens {
            let Some(shared) = self.shared.get(label).cloned() else {
                self.cx.faults.note(Missing::Mark(*label));
                continue;
            };
            let now = self.invariant_in(&shared, memory);
            out.extend(now.facts.into_iter().map(|fact| Hyp { term: fact.term, node: Some(fact.node) }));
        }
        out
    }

    /// Gives the permissions of an invariant back to the thread that shared it, and assumes its facts.
    fn regain(&mut self, state: &mut State, entry: &Assertion, end: &Assertion) {
        let mut held = std::mem::take(&mut state.held);
        // What was lent for the invariant comes back now. The rule of exchange decides which loans are the same. Where
        // a loan is not found any more, because branches were joined, it stays a loan.
        let mut back = Vec::new();
        for chunk in &entry.chunks {
            if let Some(at) = held.lent.iter().rposition(|lent| lent == chunk) {
                back.push(held.lent.remove(at));
            }
        }
        let held = exchanged(held, &back, &end.chunks, &[]);
        state.produce(end);
        state.held = held;
    }

    /// Executes `atomic(inv, …) { … }`.
    pub(super) fn atomic_step(&mut self, state: &mut State, opens: &[LabelId], body: &Block, stmt: &Stmt) {
        let opened: Vec<Shared> = opens.iter().filter_map(|label| self.shared.get(label).cloned()).collect();
        let nested = !self.opened.is_empty();
        if opens.is_empty() || nested || opened.len() != opens.len() {
            if !opens.is_empty() && opened.len() != opens.len() {
                opens.iter().for_each(|label| self.cx.faults.note(Missing::Mark(*label)));
            }
            let _ = self.atomic(stmt);
            return;
        }
        self.opened = opens.to_vec();
        self.open_memory(state, &opened, stmt.node);
        let before = state.held.clone();
        let mut given = Assertion::default();
        for shared in &opened {
            let now = self.invariant_in(shared, &state.memory.clone());
            self.inverses_of(state, &now, &shared.generic);
            state.produce(&now);
            given.chunks.extend(now.chunks);
        }
        self.block(state, body);
        let mut end = Assertion::default();
        for shared in &opened {
            let last = self.invariant_in(shared, &state.memory.clone());
            self.inverses_of(state, &last, &shared.generic);
            end.chunks.extend(last.chunks);
            end.facts.extend(last.facts);
        }
        self.consume(state, &end, What::Atomic, When::StepEnd);
        state.held = exchanged(before, &end.chunks, &given.chunks, &[]);
        self.opened.clear();
    }

    /// The heaps of an invariant that other threads may change. A kernel changes only heaps that its code writes.
    fn changed_by_others(&self, shared: &Shared) -> BTreeSet<Heap> {
        let mut heaps = shared.heaps();
        heaps.retain(|heap| self.cx.kernel.is_none() || self.cx.written.contains(heap));
        heaps
    }

    /// The heaps that code may find changed because it opens invariants which are shared around it: between two steps,
    /// other threads open the same invariants.
    pub(super) fn opened_in(&self, body: &Block) -> BTreeSet<Heap> {
        let mut out = BTreeSet::new();
        body.each(&mut |stmt| {
            let shared = stmt.outline().opens.iter().filter_map(|label| self.shared.get(label));
            out.extend(shared.flat_map(|shared| self.changed_by_others(shared)));
        });
        out
    }

    /// Memory when a step opens invariants: locations that the thread has no permission for have arbitrary values. In a
    /// loop, the thread also has what stays outside of the loop.
    fn open_memory(&mut self, state: &mut State, opened: &[Shared], node: Node) {
        let heaps: BTreeSet<Heap> = opened.iter().flat_map(|shared| self.changed_by_others(shared)).collect();
        // In the step, the thread could write any location of these heaps. A barrier without fence asks for that.
        state.dirty.anywhere.extend(heaps.iter().copied());
        for heap in heaps {
            let (held, around) = (state.held.clone(), self.frames.clone());
            let keeps = |x: &[Term]| term::or([held.positive(heap, x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Opened, node), keeps);
        }
    }
}
