//! The operations of streams that may still run at a point of host code: launches and copies for which the host has
//! not waited yet.
//!
//! In: operations as they start, and states of branches that meet. Out: which operations may run, and which of them
//! have ended when the next operation of a stream starts.
//!
//! An operation has the arrays that it uses until it is joined. What holds behind it is kept with it, and nobody knows
//! that before: an operation that never ends may promise anything.

use crate::finding::{Access, Running};
use crate::obligation::Hyp;
use crate::term::{self, Term};
use imbl::{OrdMap, OrdSet, Vector};
use ir::{Block, Heap, Order, PointId, StmtKind};
use std::collections::BTreeSet;

/// The number of an operation, in the order in which operations were executed symbolically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkId(pub u32);

/// An operation of a stream.
#[derive(Clone, Debug)]
pub struct Work {
    /// The statement.
    pub by: Running,
    /// The arrays that it reads and does not write.
    pub reads: BTreeSet<Heap>,
    /// The arrays that it may write.
    pub writes: BTreeSet<Heap>,
    /// What holds when it has ended, and all operations that it waits for.
    pub facts: Vector<Hyp>,
    /// The condition under which it may still run.
    pub when: Term,
    /// Whether it does run under this condition, unless it is so fast that it has ended. Otherwise the host may have
    /// waited for it.
    pub sure: bool,
}

impl Work {
    /// Whether an access to an array interferes with the operation.
    pub fn forbids(&self, heap: Heap, access: Access) -> bool {
        self.writes.contains(&heap) || access == Access::Write && self.reads.contains(&heap)
    }
}

/// The operations that may still run.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    work: OrdMap<WorkId, Work>,
    /// For each stream, the operations that its next operation waits for. For each event, those that it stands for. An
    /// operation is in such a set together with all operations that it waits for.
    before: OrdMap<PointId, OrdSet<WorkId>>,
}

impl Pending {
    /// The operations that may run, in the order in which they started.
    pub fn all(&self) -> impl Iterator<Item = (WorkId, &Work)> {
        self.work.iter().map(|(id, work)| (*id, work))
    }

    /// Whether nothing may run.
    pub fn is_empty(&self) -> bool {
        self.work.is_empty()
    }

    /// Whether the operation may run.
    pub fn has(&self, id: WorkId) -> bool {
        self.work.contains_key(&id)
    }

    /// The operations that the next operation of a stream waits for, or that an event stands for.
    pub fn before(&self, point: PointId) -> OrdSet<WorkId> {
        self.before.get(&point).cloned().unwrap_or_default()
    }

    /// The facts of the operations that the next operation of a stream waits for.
    pub fn known_in(&self, stream: PointId) -> Vec<Hyp> {
        let before = self.before(stream);
        self.all().filter(|(id, _)| before.contains(id)).flat_map(|(_, work)| work.facts.iter().cloned()).collect()
    }

    /// An operation starts in a stream.
    pub fn start(&mut self, id: WorkId, work: Work, stream: PointId) {
        let _ = self.work.insert(id, work);
        let _ = self.before.entry(stream).or_default().insert(id);
    }

    /// Executes a statement about streams and events. The result are facts that the host knows from now on.
    pub fn order(&mut self, order: Order) -> Vec<Hyp> {
        match order {
            Order::Stream(stream) => drop(self.before.insert(stream, OrdSet::new())),
            Order::Record { event, stream } => drop(self.before.insert(event, self.before(stream))),
            Order::Wait { stream, event } => {
                let both = self.before(stream).union(self.before(event));
                let _ = self.before.insert(stream, both);
            }
            Order::Join(point) => {
                let ended = match point {
                    Some(point) => self.before(point),
                    None => self.work.keys().copied().collect(),
                };
                return ended.into_iter().filter_map(|id| self.end(id)).flat_map(|work| work.facts).collect();
            }
        }
        Vec::new()
    }

    /// Removes an operation that has ended.
    pub fn end(&mut self, id: WorkId) -> Option<Work> {
        self.before = self.before.iter().map(|(point, set)| (*point, set.without(&id))).collect();
        self.work.remove(&id)
    }

    /// The streams that a block declares are not known behind it.
    pub fn forget_streams(&mut self, declared: &BTreeSet<PointId>) {
        let hidden = |work: &Work| work.by.stream.is_some_and(|stream| declared.contains(&stream));
        let changed: Vec<(WorkId, Work)> =
            self.all().filter(|(_, work)| hidden(work)).map(|(id, work)| (id, work.clone())).collect();
        for (id, mut work) in changed {
            work.by.stream = None;
            let _ = self.work.insert(id, work);
        }
    }

    /// What may run at the head of a loop, if this runs in front of it. If the body waits for operations, it may have
    /// waited for these in an earlier iteration.
    pub fn at_head(&mut self, body: &Block) {
        let joins = |stmt: &ir::Stmt| matches!(stmt.kind, StmtKind::Order(Order::Join(_)));
        if !self.is_empty() && body.first(&joins).is_some() {
            self.work = self.all().map(|(id, work)| (id, Work { sure: false, ..work.clone() })).collect();
        }
    }

    /// What may run behind a branch on `condition`. An operation has ended before another one starts if that is so on
    /// both sides; on a side on which it does not run, it is.
    pub fn join(condition: &Term, then: &Self, otherwise: &Self) -> Self {
        let (yes, no) = (condition.clone(), term::not(condition.clone()));
        let mut work = OrdMap::new();
        for (id, a) in then.all() {
            let (when, sure) = match otherwise.work.get(&id) {
                Some(b) if a.when == b.when => (a.when.clone(), a.sure && b.sure),
                Some(b) => (term::ite(yes.clone(), a.when.clone(), b.when.clone()), a.sure && b.sure),
                None => (term::and([yes.clone(), a.when.clone()]), a.sure),
            };
            let _ = work.insert(id, Work { when, sure, ..a.clone() });
        }
        for (id, b) in otherwise.all().filter(|(id, _)| !then.has(*id)) {
            let when = term::and([no.clone(), b.when.clone()]);
            let _ = work.insert(id, Work { when, ..b.clone() });
        }
        let ended = |side: &Self, point: &PointId, id: &WorkId| {
            !side.has(*id) || side.before.get(point).is_some_and(|set| set.contains(id))
        };
        let points = then.before.keys().filter(|point| otherwise.before.contains_key(*point));
        let before = points.map(|point| {
            let known = work.keys().filter(|id| ended(then, point, id) && ended(otherwise, point, id));
            (*point, known.copied().collect::<OrdSet<WorkId>>())
        });
        let before = before.collect();
        Self { work, before }
    }
}
