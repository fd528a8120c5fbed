//! The symbolic state of the generic thread at one point of the code.
//!
//! In: assertions that are produced, and states of the branches that meet. Out: states, from which the rules make
//! hypotheses.

use crate::assertion::Assertion;
use crate::chunk::{Chunk, Held};
use crate::hyps::Hyps;
use crate::need::Env;
use crate::obligation::Hyp;
use crate::pending::Pending;
use crate::permission_loss::Taker;
use crate::snapshot::Snapshot;
use crate::term::{self, Term};
use imbl::{OrdMap, Vector};
use ir::{Heap, LabelId, Node, VarId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Locations that the thread could have written since their memory was last fenced. A barrier that does not fence such
/// memory must not give these locations to other threads.
#[derive(Clone, Debug, Default)]
pub struct Dirty {
    /// Arrays that may have been written at any location.
    pub anywhere: BTreeSet<Heap>,
    /// Sets of chunks. In other arrays, a location may have been written if the chunks of one set together give the
    /// whole permission for it.
    pub writable: Vec<Vec<Chunk>>,
}

/// What is known about the generic thread at one point of the code.
#[derive(Clone, Debug)]
pub struct State {
    /// Values of private variables.
    pub store: OrdMap<VarId, Term>,
    /// For private variables that may not have been written since they were declared: the condition under which they
    /// have been. All other variables have been written.
    pub written: OrdMap<VarId, Term>,
    /// Values of arrays, at the locations that the thread holds.
    pub memory: OrdMap<Heap, Term>,
    /// Permissions.
    pub held: Held,
    /// The path condition: facts, each as an implication from the conditions under which it was learnt.
    pub path: Vector<Hyp>,
    /// Conditions under which control reaches this point: the conditions of the branches around it, and that no exit
    /// was taken before.
    pub guard: Vec<Term>,
    /// The states at labels that every path to this point has passed.
    pub marks: OrdMap<LabelId, Arc<Snapshot>>,
    /// The permissions that the thread was given when the current barrier interval began.
    pub interval: Vec<Chunk>,
    /// Locations that may have been written before the current barrier interval, and not fenced since.
    pub dirty: Dirty,
    /// The loops, barriers and calls that took permissions of the thread, the first one first.
    pub takers: Vector<Taker>,
    /// The operations of streams that may still run.
    pub pending: Pending,
}

/// The state at an exit (`break`, `continue` or `return`), which leaves a scope.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The label of the scope.
    pub label: LabelId,
    /// The state at the exit. Its guard is the condition under which control reaches the exit.
    pub state: State,
}

impl State {
    /// The state where code starts, with these values of variables and of arrays, and after its precondition was
    /// produced.
    pub fn new(store: OrdMap<VarId, Term>, memory: OrdMap<Heap, Term>, pre: &Assertion) -> Self {
        let mut state = Self {
            store,
            written: OrdMap::new(),
            memory,
            held: Held::default(),
            path: Vector::new(),
            guard: vec![],
            marks: OrdMap::new(),
            interval: pre.chunks.clone(),
            dirty: Dirty::default(),
            takers: Vector::new(),
            pending: Pending::default(),
        };
        state.produce(pre);
        state
    }

    /// Gives a variable a value.
    pub fn write(&mut self, v: VarId, value: Term) {
        let _ = self.store.insert(v, value);
        let _ = self.written.remove(&v);
    }

    /// Adds a fact, under the guard of this state.
    pub fn assume(&mut self, fact: Term, node: Option<Node>) {
        let term = term::implies(term::and(self.guard.iter().cloned()), fact);
        if !term.is_true() {
            self.path.push_back(Hyp { term, node });
        }
    }

    /// Produces an assertion: adds its permissions to those held, and its facts to those known.
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

    /// The meaning of names and memory in this state.
    pub fn env(&self, old: &OrdMap<Heap, Term>) -> Env {
        Env {
            store: self.store.clone(),
            written: self.written.clone(),
            memory: self.memory.clone(),
            old: old.clone(),
            marks: self.marks.clone(),
            result: None,
        }
    }

    /// Records that control does not reach this point.
    pub fn kill(&mut self) {
        self.guard.push(term::bool(false));
    }

    /// What is known of the thread at this point: the facts on the path, and the conditions under which control comes
    /// here.
    pub fn hyps(&self) -> Hyps {
        let mut all = Hyps::shared(&self.path);
        all.extend(self.guard.iter().map(|g| Hyp { term: g.clone(), node: None }));
        all
    }

    /// Whether control is known not to reach this point.
    pub fn is_dead(&self) -> bool {
        self.guard.iter().any(Term::is_false)
    }

    /// The condition under which control reaches this point, if it reached `base`.
    pub fn since(&self, base: &State) -> Term {
        term::and(self.guard.iter().skip(base.guard.len()).cloned())
    }

    /// The state behind a branch on `condition`, from the states at the ends of its two sides. If control reaches only
    /// one of the ends, values and permissions are those of that end. The facts that were learnt on both sides stay
    /// known, each under its condition.
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

    /// One state for two exits of the same scope. The first exit is taken under `condition`, the second otherwise.
    /// Facts that both learnt before their paths parted are kept once.
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

    /// The joined state if control reaches the end of one side only: that side, with the facts of both.
    fn one_way(base: &State, then: State, otherwise: State) -> State {
        let first: Vec<Hyp> = then.path.iter().skip(base.path.len()).cloned().collect();
        let second: Vec<Hyp> = otherwise.path.iter().skip(base.path.len()).cloned().collect();
        let mut live = if then.is_dead() { otherwise } else { then };
        live.path.clone_from(&base.path);
        live.path.extend(first.into_iter().chain(second));
        live.marks.clone_from(&base.marks);
        live
    }

    /// The joined state if control may reach the ends of both sides: values are `condition ? then : otherwise`, and the
    /// permissions of each side are guarded by its condition.
    fn both_ways(condition: &Term, base: &State, then: State, otherwise: State) -> State {
        let mut joined = base.clone();
        for (v, a) in &then.store {
            if let Some(b) = otherwise.store.get(v) {
                let _ = joined.store.insert(*v, term::ite(condition.clone(), a.clone(), b.clone()));
            }
        }
        joined.written = written(condition, &then, &otherwise);
        for (array, a) in &then.memory {
            if let Some(b) = otherwise.memory.get(array) {
                let _ = joined.memory.insert(*array, term::ite(condition.clone(), a.clone(), b.clone()));
            }
        }
        joined.pending = Pending::join(condition, &then.pending, &otherwise.pending);
        joined.path.extend(then.path.iter().skip(base.path.len()).cloned());
        joined.path.extend(otherwise.path.iter().skip(base.path.len()).cloned());
        joined.held = Held {
            given: either(condition, &then.held.given, &otherwise.held.given),
            lent: either(condition, &then.held.lent, &otherwise.held.lent),
            partial: then.held.partial.into_iter().chain(otherwise.held.partial).collect(),
        };
        joined.interval = either(condition, &then.interval, &otherwise.interval);
        joined.dirty.anywhere = then.dirty.anywhere.union(&otherwise.dirty.anywhere).copied().collect();
        joined.takers = then.takers;
        // The order is that of the code, so what both ends passed is not listed again behind what one of them passed.
        let passed: Vec<Node> = joined.takers.iter().map(|t| t.node).collect();
        let further = otherwise.takers.iter().skip(base.takers.len()).filter(|t| !passed.contains(&t.node));
        joined.takers.extend(further.cloned());
        joined.dirty.writable = then.dirty.writable;
        for set in otherwise.dirty.writable {
            if !joined.dirty.writable.contains(&set) {
                joined.dirty.writable.push(set);
            }
        }
        joined
    }
}

/// The condition that control left neither side of the branch by an exit.
fn alive(condition: &Term, base: &State, then: &State, otherwise: &State) -> Term {
    // The first condition behind those of `base` is the branch condition itself.
    let since = |side: &State| term::and(side.guard.iter().skip(base.guard.len() + 1).cloned());
    let on = term::implies(condition.clone(), since(then));
    let off = term::implies(term::not(condition.clone()), since(otherwise));
    term::and([on, off])
}

/// The conditions under which variables have been written, if control may come to the ends of both sides.
fn written(condition: &Term, then: &State, otherwise: &State) -> OrdMap<VarId, Term> {
    let of = |side: &State, v: &VarId| side.written.get(v).cloned().unwrap_or_else(|| term::bool(true));
    let variables: BTreeSet<VarId> = then.written.keys().chain(otherwise.written.keys()).copied().collect();
    let joined = variables.into_iter().map(|v| {
        let on = term::implies(condition.clone(), of(then, &v));
        let off = term::implies(term::not(condition.clone()), of(otherwise, &v));
        (v, term::and([on, off]))
    });
    joined.filter(|(_, written)| !written.is_true()).collect()
}

/// The chunks of both sides of a branch, each guarded by the condition of its side.
fn either(condition: &Term, then: &[Chunk], otherwise: &[Chunk]) -> Vec<Chunk> {
    if then == otherwise {
        return then.to_vec();
    }
    let guarded = |c: &Chunk, on: Term| Chunk { guard: term::and([on, c.guard.clone()]), ..c.clone() };
    let on = then.iter().map(|c| guarded(c, condition.clone()));
    let off = otherwise.iter().map(|c| guarded(c, term::not(condition.clone())));
    on.chain(off).collect()
}
