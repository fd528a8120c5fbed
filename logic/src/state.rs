//! The symbolic state of the generic thread.

use crate::assertion::Assertion;
use crate::chunk::{Chunk, Held};
use crate::need::Env;
use crate::obligation::Hyp;
use crate::permission_loss::Taker;
use crate::snapshot::Snapshot;
use crate::term::{self, Term};
use imbl::{OrdMap, Vector};
use ir::{Heap, LabelId, Node, VarId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where a thread could have written since memory was last fenced (DESIGN 3.3).
#[derive(Clone, Debug, Default)]
pub struct Dirty {
    /// Arrays of which nothing is known.
    pub anywhere: BTreeSet<Heap>,
    /// Otherwise: locations of which one of these sets of chunks gives `write`.
    pub writable: Vec<Vec<Chunk>>,
}

/// What is known of the generic thread at one point.
#[derive(Clone, Debug)]
pub struct State {
    /// Values of private variables.
    pub store: OrdMap<VarId, Term>,
    /// Values of arrays, as far as the thread holds them.
    pub memory: OrdMap<Heap, Term>,
    /// Permissions.
    pub held: Held,
    /// Facts, each guarded by the branches in which it was learnt.
    pub path: Vector<Hyp>,
    /// Conditions under which control is at this point: those of the branches around it, and that no exit was taken
    /// before it.
    pub guard: Vec<Term>,
    /// The moments that were marked on every way to this point.
    pub marks: OrdMap<LabelId, Arc<Snapshot>>,
    /// What the thread was given when the current barrier interval began.
    pub interval: Vec<Chunk>,
    /// Writes that may not have been fenced, before the current interval.
    pub dirty: Dirty,
    /// The loops and barriers that took what the thread held, in order.
    pub takers: Vector<Taker>,
}

/// A state in which control leaves a scope.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The scope.
    pub label: LabelId,
    /// The state there; its guard is the condition under which control comes to this exit.
    pub state: State,
}

impl State {
    /// Learns a fact.
    pub fn assume(&mut self, fact: Term, node: Option<Node>) {
        let term = term::implies(term::and(self.guard.iter().cloned()), fact);
        if !term.is_true() {
            self.path.push_back(Hyp { term, node });
        }
    }

    /// Learns what an assertion says and holds what it gives, in addition.
    pub fn produce(&mut self, assertion: &Assertion) {
        for chunk in &assertion.chunks {
            if let Some(axiom) = chunk.axiom() {
                self.assume(axiom, Some(chunk.node));
            }
            self.held.given.push(chunk.clone());
        }
        for fact in &assertion.facts {
            self.assume(fact.term.clone(), Some(fact.node));
        }
    }

    /// The names and memory of this state.
    pub fn env(&self, old: &OrdMap<Heap, Term>) -> Env {
        Env {
            store: self.store.clone(),
            memory: self.memory.clone(),
            old: old.clone(),
            marks: self.marks.clone(),
            result: None,
        }
    }

    /// Control does not come to this point.
    pub fn kill(&mut self) {
        self.guard.push(term::bool(false));
    }

    /// Whether control is known not to come to this point.
    pub fn is_dead(&self) -> bool {
        self.guard.iter().any(Term::is_false)
    }

    /// The condition under which control is here, if it was at `base`.
    pub fn since(&self, base: &State) -> Term {
        term::and(self.guard.iter().skip(base.guard.len()).cloned())
    }

    /// One state for both ends of a branch on `condition`. If one of them is dead, the other one is what control goes
    /// on with, and what was learnt on both ways stays known, each under its condition.
    pub fn join(condition: &Term, base: &State, then: State, otherwise: State) -> State {
        let alive = alive(condition, base, &then, &otherwise);
        let mut joined = if then.is_dead() != otherwise.is_dead() {
            Self::one_way(base, then, otherwise)
        } else {
            Self::both_ways(condition, base, then, otherwise)
        };
        joined.guard.clone_from(&base.guard);
        joined.guard.extend(Some(alive).filter(|alive| !alive.is_true()));
        joined
    }

    /// One state for two in which control leaves a scope, the first under `condition`. What both learnt on a common
    /// part of their ways is there once.
    pub fn join_ends(condition: &Term, base: &State, first: State, second: State) -> State {
        let mut path = base.path.clone();
        let mut known: FxHashSet<usize> = FxHashSet::default();
        let behind = |s: &State| s.path.iter().skip(base.path.len()).cloned().collect::<Vec<_>>();
        for hyp in behind(&first).into_iter().chain(behind(&second)) {
            if known.insert(hyp.term.address()) {
                path.push_back(hyp);
            }
        }
        let mut joined = Self::both_ways(condition, base, first, second);
        joined.path = path;
        joined
    }

    fn one_way(base: &State, then: State, otherwise: State) -> State {
        let first: Vec<Hyp> = then.path.iter().skip(base.path.len()).cloned().collect();
        let second: Vec<Hyp> = otherwise.path.iter().skip(base.path.len()).cloned().collect();
        let mut live = if then.is_dead() { otherwise } else { then };
        live.path.clone_from(&base.path);
        live.path.extend(first.into_iter().chain(second));
        live.marks.clone_from(&base.marks);
        live
    }

    fn both_ways(condition: &Term, base: &State, then: State, otherwise: State) -> State {
        let mut joined = base.clone();
        for (v, a) in &then.store {
            if let Some(b) = otherwise.store.get(v) {
                let _ = joined.store.insert(*v, term::ite(condition.clone(), a.clone(), b.clone()));
            }
        }
        for (array, a) in &then.memory {
            if let Some(b) = otherwise.memory.get(array) {
                let _ = joined.memory.insert(*array, term::ite(condition.clone(), a.clone(), b.clone()));
            }
        }
        joined.path.extend(then.path.iter().skip(base.path.len()).cloned());
        joined.path.extend(otherwise.path.iter().skip(base.path.len()).cloned());
        joined.held = Held {
            given: either(condition, &then.held.given, &otherwise.held.given),
            lent: either(condition, &then.held.lent, &otherwise.held.lent),
            partial: then.held.partial,
        };
        joined.interval = either(condition, &then.interval, &otherwise.interval);
        joined.dirty.anywhere = then.dirty.anywhere.union(&otherwise.dirty.anywhere).copied().collect();
        joined.takers = if then.takers.len() < otherwise.takers.len() { otherwise.takers } else { then.takers };
        joined.dirty.writable = then.dirty.writable;
        for set in otherwise.dirty.writable {
            if !joined.dirty.writable.contains(&set) {
                joined.dirty.writable.push(set);
            }
        }
        joined
    }
}

/// That control left neither of two branches by an exit.
fn alive(condition: &Term, base: &State, then: &State, otherwise: &State) -> Term {
    // The first condition behind those of the base is that of the branch itself.
    let since = |side: &State| term::and(side.guard.iter().skip(base.guard.len() + 1).cloned());
    let on = term::implies(condition.clone(), since(then));
    let off = term::implies(term::not(condition.clone()), since(otherwise));
    term::and([on, off])
}

/// Chunks that are held on one of two branches, guarded by its condition.
fn either(condition: &Term, then: &[Chunk], otherwise: &[Chunk]) -> Vec<Chunk> {
    if then == otherwise {
        return then.to_vec();
    }
    let guarded = |c: &Chunk, on: Term| Chunk { guard: term::and([on, c.guard.clone()]), ..c.clone() };
    let on = then.iter().map(|c| guarded(c, condition.clone()));
    let off = otherwise.iter().map(|c| guarded(c, term::not(condition.clone())));
    on.chain(off).collect()
}
