//! Atomic steps that open no invariant, and the permission for them.
//!
//! ```text
//!   S accesses shared memory only where the thread has `atomic`, or a permission that allows the access anyway
//! ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   {R, P}  atomic S  {R, P'}        in S, a location has any value, unless the thread has a fraction of it
//! ```
//!
//! Any number of threads may have `Perm(x, atomic)`. While one has it, no thread has a fraction of `x`, so all accesses
//! to `x` are atomic, and do not race. Other threads may change `x` between two steps of this thread, so nothing that a
//! step finds or leaves at `x` is known later; what a step copies to a private variable is known. The rule needs no
//! order between steps. So it holds for relaxed atomics, too.
//!
//! Permissions for steps are divided by two further claims. For threads `t` and `u`, which may be one thread:
//!
//! ```text
//! ¬(t gets `atomic` for x  ∧  u gets a fraction of x)          t gets `atomic` for x ⇒ G(x) = 1 ∨ G has `atomic` for x
//! ```
//!
//! `G` is the supply, as in [`super::distribute`]. A group has `atomic` for what one of its threads started with, since
//! its threads cannot change global memory from one kind of access to the other while other groups go on. A step in the
//! scope of a group may access memory of the group with this permission, and not memory of the launch.
//!
//! In: a state and an atomic step; or what is handed out. Out: the state behind the step; the claims above.

use super::inhale::framed;
use super::pairs::reads;
use super::supply::{Distribution, Supply};
use crate::chunk::{self, Amount, Chunk};
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help, Label, Related, Shown};
use crate::hyps::Hyps;
use crate::iterators::is_one_member;
use crate::obligation::{Hyp, Mode, ObligationId, What, Why};
use crate::origin::Event;
use crate::state::State;
use crate::term::{self, Substitution, Term};
use ir::{AtomicScope, Block, Depth, Heap, Space, Stmt};
use std::collections::BTreeSet;

impl Exec<'_> {
    /// Executes `atomic { … }`.
    pub(super) fn step(&mut self, state: &mut State, scope: AtomicScope, body: &Block, stmt: &Stmt) {
        let nested = self.stepping.is_some() || !self.opened.is_empty();
        if nested || !self.cx.kernel.is_some_and(ir::Kernel::has_atomic_amounts) {
            let _ = self.atomic(stmt);
            return;
        }
        let atomic = state.held.given.iter().filter(|chunk| chunk.is_atomic()).map(|chunk| chunk.heap);
        let heaps: BTreeSet<Heap> = atomic.filter(|heap| self.cx.written.contains(heap)).collect();
        for heap in heaps {
            let (held, around) = (state.held.clone(), self.frames.clone());
            let keeps = |x: &[Term]| term::or([held.positive(heap, x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Step, stmt.node), keeps);
        }
        self.stepping = Some(scope);
        self.block(state, body);
        self.stepping = None;
    }

    /// Whether code accesses the heap in an atomic step whose scope has all threads that may access the heap.
    pub(crate) fn is_stepping(&self, heap: Heap) -> bool {
        match self.stepping {
            Some(AtomicScope::Launch) => true,
            Some(AtomicScope::Group) => self.cx.space(heap) == Space::Local,
            None => false,
        }
    }

    /// The advice for an access in an atomic step that the permissions of the thread do not allow.
    pub(crate) fn step_help(&self, heap: Heap) -> Option<Help> {
        let scope = self.stepping?;
        Some(match scope {
            AtomicScope::Group if !self.is_stepping(heap) => Help::WiderScope,
            AtomicScope::Group | AtomicScope::Launch => Help::StepNeedsAtomic,
        })
    }

    /// Claims the two conditions on the permissions for atomic steps in the demand for one array. Returns the claims
    /// about pairs of clauses.
    pub(super) fn distribute_steps(&mut self, d: &Distribution<'_>, demand: &[Chunk]) -> Vec<ObligationId> {
        let mut out = Vec::new();
        let (atomic, fractions): (Vec<&Chunk>, Vec<&Chunk>) = demand.iter().partition(|chunk| chunk.is_atomic());
        for a in &atomic {
            for b in &fractions {
                out.push(self.one_thread(d, a, b));
                if !is_one_member(&self.cx.teams, d.over) {
                    let two = self.two_members(d);
                    out.push(self.two_threads(d, two, (a, b)));
                }
            }
        }
        for a in &atomic {
            self.all_for_steps(d, a, &out);
        }
        out
    }

    /// What is known of the generic member that gets permissions.
    fn about_member(&self, d: &Distribution<'_>) -> Hyps {
        let mut hyps = d.hyps.clone();
        let positions = (1..=d.over.inner.0).flat_map(|depth| self.cx.teams.facts(Depth(depth)));
        hyps.extend(positions.map(|term| Hyp { term, node: None }));
        hyps.append(d.each);
        hyps
    }

    /// Claims that no thread gets `atomic` and a fraction of one location.
    fn one_thread(&mut self, d: &Distribution<'_>, a: &Chunk, b: &Chunk) -> ObligationId {
        let mut instance = Substitution::new();
        for binder in &b.binders {
            let fresh = self.cx.names.fresh(format!("{}'", binder.shown()), vec![], binder.sort(), term::Role::Skolem);
            instance.insert(binder, term::constant(&fresh));
        }
        let other = b.substitute(&instance);
        let meet = a.index.iter().zip(&other.index).map(|(x, y)| term::eq(x.clone(), y.clone()));
        let positive = match &other.amount {
            Amount::Exact(p) => term::lt(term::zero(), p.clone()),
            Amount::Read | Amount::Atomic => term::bool(true),
        };
        let both = [a.guard.clone(), other.guard.clone(), positive].into_iter().chain(meet);
        let goal = term::not(term::and(both.collect::<Vec<_>>()));
        let hyps = self.about_member(d);
        let mut check = Check::new(d.what, Why::TwoWriters, a.node, goal, d.both_kinds(a.heap));
        check.permissions = d.permissions();
        check.related.push((b.node, Related::AlsoHandedOut));
        check.help = Some(Help::StepsApart);
        check.shown = located(a);
        self.claim(hyps, None, check)
    }

    /// Claims that the supply has all of a location that a thread gets for atomic steps, or has it for atomic steps.
    fn all_for_steps(&mut self, d: &Distribution<'_>, a: &Chunk, earlier: &[ObligationId]) {
        let (heap, x) = (a.heap, &a.index);
        let goal = match &d.supply {
            Supply::Whole(less) => {
                let lent = chunk::reader(less, heap, x);
                term::and([term::not(lent), term::le(term::one(), d.supply.exact(heap, x))])
            }
            Supply::Held(held) => {
                let own = if d.what == What::BarrierRedistribution { self.initial.given.as_slice() } else { &[] };
                let has = held.given.iter().chain(own).filter(|chunk| chunk.heap == heap && chunk.is_atomic());
                term::or(has.map(|chunk| reads(chunk, a, x)).chain([held.at_least(heap, x, &term::one())]))
            }
        };
        let goal = term::implies(a.guard.clone(), goal);
        let hyps = self.about_member(d);
        let facts = Facts::NotAllForSteps { giver: d.giver, heap };
        let mut check = Check::new(d.what, Why::InsufficientPermission, a.node, goal, facts);
        check.permissions = d.permissions();
        check.after = earlier.to_vec();
        check.shown = located(a);
        let id = self.claim(hyps, None, check);
        if d.is_partial(heap) {
            self.set_mode(id, Mode::Lemma);
        }
    }
}

impl Distribution<'_> {
    /// What the report says if one location is given for atomic steps and for other accesses.
    pub(super) fn both_kinds(&self, heap: Heap) -> Facts {
        Facts::AtomicAndPlain { giver: self.giver, heap }
    }
}

/// The index of a member of the chunk, to show in a counterexample.
fn located(chunk: &Chunk) -> Vec<Shown> {
    chunk.index.iter().map(|i| Shown { label: Label::IndexOf(chunk.heap), term: i.clone(), thread: 0 }).collect()
}

/// The permissions that a launch needs for the atomic steps of its threads, and that it has back when all threads have
/// ended: all of each location, once. Other permissions stay what they are.
///
/// ```text
/// ⊛ t. Perm(x(t), atomic)   →   Perm(x, write) for each x that is some x(t)
/// ```
pub(crate) fn gathered(chunks: Vec<Chunk>) -> Vec<Chunk> {
    let mut atomic: Vec<Chunk> = Vec::new();
    let mut out = Vec::new();
    for chunk in chunks {
        if !chunk.is_atomic() {
            out.push(chunk);
            continue;
        }
        // Two clauses may be about one location, which must not count twice.
        let earlier = atomic.iter().filter(|one| one.heap == chunk.heap);
        let again = earlier.map(|one| one.covers(&chunk.index));
        let guard = term::and([chunk.guard.clone(), term::not(term::or(again.collect::<Vec<_>>()))]);
        atomic.push(chunk.clone());
        out.push(Chunk { guard, amount: Amount::Exact(term::one()), ..chunk });
    }
    out
}
