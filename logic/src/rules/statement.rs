//! Statements without control flow: declaration, assignment, store, `assert`, `assume` and `label`.
//!
//! ```text
//! {R, P[v := e]}               v := e;        {R, P}
//! {R ** Perm(a[i], write)}     a[i] := e;     {R ** Perm(a[i], write), a[i] = e}
//! {P}                          assert P;      {P}
//! {}                           assume P;      {P}
//! {}                           T v;           {v was not written}
//! {n has a value, 0 <= n}      int[n] q;      {}        the elements of q have any values
//! ```
//!
//! The report lists each `assume` with the verdict.
//!
//! In: a state and a statement. Out: the state behind it, and the claims of the statement.

use crate::chunk::{Amount, Held};
use crate::exec::Exec;
use crate::fault::Missing;
use crate::finding::{Access, Facts, Subject, Trust, Trusted, When};
use crate::hyps::Hyps;
use crate::need::{Index, Need, Requirement};
use crate::obligation::{Obligation, ObligationId, What, Why};
use crate::origin::Event;
use crate::ranges;
use crate::reader;
use crate::snapshot::Snapshot;
use crate::state::State;
use crate::suspects::{MissingPermission, Source};
use crate::syntactic::is_shared;
use crate::term::{self, Op, Term};
use ir::{AtomicOrder, AtomicScope, Block, Expr, Heap, LabelId, Place, Stmt, StmtKind, Type, VarId};
use std::sync::Arc;

impl Exec<'_> {
    /// Executes the statements of a block in order.
    pub fn block(&mut self, state: &mut State, block: &Block) {
        for stmt in &block.stmts {
            self.statement(state, stmt);
        }
        self.end_of_block(state, block);
    }

    /// Executes one statement.
    fn statement(&mut self, state: &mut State, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(v, None) if self.cx.private.contains_key(v) => {
                self.private_lengths(state, *v);
                let heap = Heap::Private(*v);
                let values = self.cx.fresh_memory(heap, self.cx.teams.innermost);
                self.cx.note(&values, Subject::Heap(heap), Event::Declared, stmt.node, false);
                let _ = state.memory.insert(heap, values);
            }
            StmtKind::Declare(v, None) => {
                let (name, ty) = self.cx.variable(self.vars, *v);
                let value = self.cx.fresh_private(name, ty, self.cx.teams.innermost);
                self.cx.note(&value, Subject::Variable(*v), Event::Declared, stmt.node, false);
                let _ = state.store.insert(*v, value);
                let _ = state.written.insert(*v, term::bool(false));
            }
            StmtKind::Declare(v, Some(e)) | StmtKind::Assign(v, e) => self.assign(state, *v, e),
            StmtKind::Store(place, e) => self.store(state, place, e),
            StmtKind::If(c, a, b) => self.branch(state, c, a, b),
            StmtKind::While { invariants, guard, body } => self.while_loop(state, stmt.node, invariants, guard, body),
            StmtKind::Barrier(barrier) => self.barrier(state, barrier, stmt.node),
            StmtKind::Gather(gather) => self.gather(state, gather, stmt.node),
            StmtKind::Assert(e) => self.assert(state, e),
            StmtKind::Assume(e) => self.assume(state, e, stmt),
            StmtKind::Inhale(e) => self.inhale(state, e, stmt.node),
            StmtKind::Exhale(e) => self.exhale(state, e, stmt.node),
            StmtKind::Refute(e) => self.refute(state, e),
            StmtKind::Pairwise(claim) => self.pairwise(state, claim),
            StmtKind::Block(block) => self.block(state, block),
            StmtKind::Atomic { order: AtomicOrder::Synchronising, scope: AtomicScope::Launch, opens, body }
                if !opens.is_empty() =>
            {
                self.atomic_step(state, opens, body, stmt);
            }
            StmtKind::Atomic { scope, opens, body, .. } if opens.is_empty() => self.step(state, *scope, body, stmt),
            // Permissions pass from step to step only if each step sees what the steps before it wrote.
            StmtKind::Atomic { .. } => {
                let _ = self.atomic(stmt);
            }
            // No proof concludes an order between threads from a fence.
            StmtKind::Fence(_) => {}
            StmtKind::Share { label, invariant, body } => self.share(state, *label, invariant, body),
            StmtKind::Scope(label, body) => self.scope(state, *label, body),
            StmtKind::Exit(label) => self.exit(state, *label),
            StmtKind::Mark(label) => mark(state, *label),
            StmtKind::Call(call) => self.call(state, call, stmt.node),
            StmtKind::Copy(copy) => self.copy(state, copy, stmt.node),
            StmtKind::Launch(launch) => self.launch_kernel(state, launch, stmt.node),
            StmtKind::Order(order) => state.order(*order),
            StmtKind::New(v, length) => self.new_array(state, *v, length, stmt.node),
            StmtKind::NewObject(v) => self.new_object(state, *v, stmt.node),
            StmtKind::Par(par) => self.par(state, &[par], stmt.node),
            StmtKind::Together(block) => self.together(state, block, stmt.node),
            StmtKind::Send(send) => self.send(state, send, stmt.node),
            StmtKind::Receive(label) => self.receive(state, *label, stmt.node),
            StmtKind::Synchronise(step) => self.synchronise(state, step, stmt.node),
        }
    }

    fn assign(&mut self, state: &mut State, v: VarId, e: &Expr) {
        let value = self.eval(state, e);
        let (_, ty) = self.cx.variable(self.vars, v);
        self.has_type(state, e, ty, &value);
        state.write(v, value);
    }

    /// Handles a value that is assigned, stored or passed to a place with a declared type. The type checker ensures
    /// that the value has this type, so its range is assumed if it is a machine integer. Atoms and literals need no
    /// such assumption: their ranges are known anyway. An expression of another type is a fault of the front end.
    pub(super) fn has_type(&mut self, state: &mut State, e: &Expr, declared: Type, value: &Term) {
        if !e.ty.is_within(declared) {
            self.cx.faults.note(Missing::Value);
        }
        let is_simple = value.as_int().is_some() || value.as_app().is_some() || matches!(value.op(), Op::Select);
        if let Some(width) = declared.width().filter(|_| !is_simple) {
            state.assume(ranges::fits(width, value), Some(e.node));
        }
    }

    fn store(&mut self, state: &mut State, place: &Place, e: &Expr) {
        let index: Vec<_> = place.index.iter().map(|i| self.eval(state, i)).collect();
        let value = self.eval(state, e);
        if let Some(ty) = self.cx.element(place.heap) {
            self.has_type(state, e, ty, &value);
        }
        let hyps = self.hyps(state);
        let need = Need::Location { heap: place.heap, index: index.clone(), moment: None };
        let requirement = Requirement { under: vec![], need, node: place.node, at: Index::of(place) };
        let bounds = self.bounds(hyps.clone(), Some(state), What::Store, &requirement, place.heap, &index);
        self.free(state, What::Store, place.node, place.heap, Access::Write);
        if is_shared(&place.heap) {
            self.may_write(state, hyps, &requirement, bounds, place, &index);
        }
        let apart = Self::at_most_whole(&state.held, &requirement.need);
        apart.into_iter().for_each(|fact| state.assume(fact, Some(place.node)));
        if let Some(memory) = state.memory.get(&place.heap) {
            let updated = term::store(memory, &index, value);
            self.cx.note(&updated, Subject::Heap(place.heap), Event::Store, place.node, true);
            let _ = state.memory.insert(place.heap, updated);
        } else {
            self.cx.faults.note(Missing::Heap(place.heap));
        }
    }

    /// Claims that the thread may write the location.
    fn may_write(
        &mut self,
        state: &State,
        hyps: Hyps,
        requirement: &Requirement,
        bounds: ObligationId,
        place: &Place,
        index: &[Term],
    ) {
        let goal = match self.is_stepping(place.heap) {
            true => state.held.may_step(place.heap, index),
            false => state.held.at_least(place.heap, index, &term::one()),
        };
        let advice = self.no_permission(requirement, place.heap, &state.held, Access::Write);
        let mut check = self.advised(What::Store, Why::InsufficientPermission, requirement, goal, advice);
        check.help = self.step_help(place.heap).or(check.help);
        check.after.push(bounds);
        check.shown = self.indices(requirement, index);
        let source = Source::Location(place.node);
        let (amount, guard) = (Amount::Exact(term::one()), term::bool(true));
        let missing = MissingPermission { heap: place.heap, index, amount, guard, source };
        check.suspects = if self.stepping.is_some() { vec![] } else { self.suspects(Some(state), &missing) };
        self.claim_unheld(hyps, Some(state), check, place.heap, &state.held);
    }

    fn assert(&mut self, state: &mut State, e: &Expr) {
        let env = state.env(&self.old);
        let assertion = reader::read(&mut self.cx, self.vars, &env, [e]);
        let (hyps, held) = (self.hyps(state), state.held.clone());
        let first = self.out.len();
        self.well_formed(&hyps, Some(state), &held, &assertion);
        // Nobody knows the values of an array while an operation of a stream writes it.
        let in_use = |o: &&Obligation| o.code.why == Why::InUse;
        let unknown: Vec<ObligationId> = self.out.iter().skip(first).filter(in_use).map(|o| o.id).collect();
        let claimed = self.out.len();
        self.consume(state, &assertion, What::Assert, When::Here);
        self.out.iter_mut().skip(claimed).for_each(|o| o.consequence_of.extend(&unknown));
        for fact in &assertion.facts {
            state.assume(fact.term.clone(), Some(fact.node));
        }
    }

    fn assume(&mut self, state: &mut State, e: &Expr, stmt: &Stmt) {
        let env = state.env(&self.old);
        let assertion = reader::read(&mut self.cx, self.vars, &env, [e]);
        let held =
            Held { given: state.held.given.iter().chain(&assertion.chunks).cloned().collect(), ..state.held.clone() };
        let hyps = self.hyps(state);
        self.well_formed(&hyps, Some(state), &held, &assertion);
        self.trusted.push(Trusted { what: Trust::Assume, node: stmt.node });
        if !assertion.chunks.is_empty() {
            // An assumed permission could exist besides a whole permission of another thread. Then permissions would no
            // longer show that threads do not interfere.
            self.unsupported(What::Assert, e.node, Facts::AssumedPermission);
        }
        for fact in &assertion.facts {
            state.assume(fact.term.clone(), Some(fact.node));
        }
    }
}

/// Executes `label L;`: records the state.
fn mark(state: &mut State, label: LabelId) {
    let (store, written) = (state.store.clone(), state.written.clone());
    let (memory, held, pending) = (state.memory.clone(), state.held.clone(), state.pending.clone());
    let then = Snapshot { store, written, memory, held, pending };
    let _ = state.marks.insert(label, Arc::new(then));
}
