//! Streams: launches and copies that the host does not wait for.
//!
//! ```text
//!  {P ** B, F} op {Q}        F: the facts of the operations that s waits for
//! ────────────────────────────────────────────────────────────────────────────────────────────
//!  {P} op, in s {s owes Q}         {s owes Q} synchronize(s); {Q}
//!
//!  P has all arrays that op writes, and a share of those that op reads:
//!      no pending operation that s does not wait for writes what op uses, or uses what op writes
//! ```
//!
//! Arrays of host code are owned, and each is known by one name, so it is known which operations may use an array. An
//! operation is *pending* from its statement on, until the host has waited for it. It has the arrays that it writes as
//! a whole, and of those that it only reads a share. The host, and operations in other streams, may use the rest. So
//! from the start of the operation on nobody changes what it uses, and its contract can be stated where the statement
//! stands: the values of arrays in its precondition are those there, behind all operations that the stream waits for.
//! They may be used in the order of the stream without waiting. What holds behind the operation (`Q`) is kept until the
//! host waits: it is about values that nobody on the host can have seen before, and an operation that does not end may
//! promise anything.
//!
//! Where memory ends, at the end of a block or the procedure, no pending operation may have it.
//!
//! In: a state, and a statement or the end of a block. Out: the state behind it, and the claims that no pending
//! operation uses what it uses.

use crate::exec::{Check, Exec};
use crate::finding::{Access, Before, Help, HostFacts, Related, Running};
use crate::hyps::Hyps;
use crate::obligation::{ObligationId, What, Why};
use crate::pending::{Work, WorkId};
use crate::state::State;
use crate::syntactic::assigned;
use crate::term;
use ir::{Block, Heap, Moment, Node, Order, PointId, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The arrays that an operation uses.
pub(super) struct Uses {
    /// Those that it only reads.
    pub reads: BTreeSet<Heap>,
    /// Those that it may write.
    pub writes: BTreeSet<Heap>,
}

impl Uses {
    /// Each array, with the access to it.
    fn all(&self) -> impl Iterator<Item = (Heap, Access)> + '_ {
        let reads = self.reads.iter().map(|heap| (*heap, Access::Read));
        self.writes.iter().map(|heap| (*heap, Access::Write)).chain(reads)
    }
}

impl State {
    /// Executes a statement about streams and events.
    pub(super) fn order(&mut self, order: Order) {
        // Only who comes through this statement has waited, so the facts hold under the conditions of this branch.
        for fact in self.pending.order(order) {
            self.assume(fact.term, fact.node);
        }
    }
}

impl Exec<'_> {
    /// Claims that no pending operation interferes with an access of the host to an array.
    pub(super) fn free(&mut self, state: &State, what: What, node: Node, heap: Heap, access: Access) {
        if state.pending.is_empty() {
            return;
        }
        let hyps = self.hyps(state);
        let users = state.pending.all().filter(|(_, work)| work.forbids(heap, access));
        self.none_runs(&hyps, state, what, users, |by| (node, HostFacts::InUse { heap, by }, Before::Here));
    }

    /// Claims that no operation may be writing an array that is read, in the present state or at a label.
    pub(crate) fn free_to_read(
        &mut self,
        hyps: &Hyps,
        state: &State,
        what: What,
        node: Node,
        heap: Heap,
        moment: Option<Moment>,
    ) {
        let what = if what == What::Expr { What::Load } else { what };
        let marked = match moment {
            Some(Moment::Label(label)) => state.marks.get(&label).map(|then| then.pending.clone()),
            Some(Moment::Start) | None => None,
        };
        let then = marked.is_some();
        let pending = marked.unwrap_or_else(|| state.pending.clone());
        let users = pending.all().filter(|(_, work)| work.forbids(heap, Access::Read));
        self.none_runs(hyps, state, what, users, |by| match then {
            true => (node, HostFacts::WrittenThen { heap, by }, Before::Label),
            false => (node, HostFacts::InUse { heap, by }, Before::Here),
        });
    }

    /// Starts an operation in a stream. `effect` executes it from a state in which all operations have ended that the
    /// stream waits for.
    pub(super) fn in_stream(
        &mut self,
        state: &mut State,
        (stream, what, by): (PointId, What, Running),
        uses: Uses,
        effect: impl FnOnce(&mut Self, &mut State),
    ) {
        let before = state.pending.before(stream);
        let hyps = self.hyps(state);
        for (heap, access) in uses.all() {
            let others = state.pending.all().filter(|(id, work)| !before.contains(id) && work.forbids(heap, access));
            self.none_runs(&hyps, state, what, others, |other| {
                let elsewhere = other.stream.is_some_and(|other| other != stream);
                let place = if elsewhere { Before::Stream(stream) } else { Before::Here };
                (by.node, HostFacts::InUse { heap, by: other }, place)
            });
        }
        let mut start = state.clone();
        start.path.extend(state.pending.known_in(stream));
        let known = start.path.len();
        effect(self, &mut start);
        for heap in &uses.writes {
            if let Some(values) = start.memory.get(heap) {
                let _ = state.memory.insert(*heap, values.clone());
            }
        }
        let facts = start.path.skip(known);
        let Uses { reads, writes } = uses;
        let work = Work { by, reads, writes, facts, when: term::bool(true), sure: true };
        state.pending.start(self.next_work, work, stream);
        self.next_work = WorkId(self.next_work.0 + 1);
    }

    /// Claims that no pending operation uses the arrays that a block declares, where the block ends.
    pub(super) fn end_of_block(&mut self, state: &mut State, block: &Block) {
        if state.pending.is_empty() {
            return;
        }
        let declared: BTreeSet<Heap> = assigned(block).into_iter().map(Heap::Private).collect();
        let ends = |work: &Work| work.writes.iter().chain(&work.reads).find(|heap| declared.contains(heap)).copied();
        let hyps = self.hyps(state);
        for heap in &declared {
            let users = state.pending.all().filter(|(_, work)| ends(work) == Some(*heap));
            self.none_runs(&hyps, state, What::Lifetime, users, |by| {
                (by.node, HostFacts::Outlives { heap: *heap, by }, Before::End)
            });
        }
        let users: Vec<WorkId> =
            state.pending.all().filter(|(_, work)| ends(work).is_some()).map(|(id, _)| id).collect();
        users.into_iter().for_each(|id| drop(state.pending.end(id)));
        let mut streams = BTreeSet::new();
        block.each(&mut |stmt| {
            if let StmtKind::Order(Order::Stream(stream)) = stmt.kind {
                let _ = streams.insert(stream);
            }
        });
        state.pending.forget_streams(&streams);
    }

    /// Claims that nothing is pending where a procedure ends.
    pub(crate) fn nothing_pending(&mut self, state: &State) {
        if state.pending.is_empty() {
            return;
        }
        let hyps = self.hyps(state);
        let all = state.pending.all();
        self.none_runs(&hyps, state, What::Lifetime, all, |by| (by.node, HostFacts::NotJoined(by), Before::Return));
    }

    /// Claims that the operations that an iteration of a loop has started are joined where the iteration ends.
    pub(super) fn nothing_started(&mut self, end: &State, head: &State, node: Node) {
        let hyps = self.hyps(end);
        for (id, work) in end.pending.all().filter(|(id, _)| !head.pending.has(*id)) {
            let goal = term::not(work.when.clone());
            let facts = HostFacts::LeftRunning(work.by).into();
            let mut check = Check::new(What::InvariantPreserved, Why::Unsupported, work.by.node, goal, facts);
            check.help = Some(Help::Synchronize(work.by, Before::Iteration));
            check.related.push((node, Related::InLoop));
            check.after.extend(self.joined.get(&id).copied());
            let _ = self.lemma(hyps.clone(), Some(end), check);
        }
    }

    /// Claims that none of some operations runs. `told` gives the place and the words of the finding about one, and
    /// where the host could wait for it.
    fn none_runs<'w>(
        &mut self,
        hyps: &Hyps,
        state: &State,
        what: What,
        running: impl Iterator<Item = (WorkId, &'w Work)>,
        told: impl Fn(Running) -> (Node, HostFacts, Before),
    ) {
        // To wait for the last operation of a stream is enough.
        let mut last: BTreeMap<Option<PointId>, ObligationId> = BTreeMap::new();
        let all: Vec<(WorkId, &Work)> = running.collect();
        for (id, work) in all.into_iter().rev() {
            let (node, facts, before) = told(work.by);
            let mut check = Check::new(what, Why::InUse, node, term::not(work.when.clone()), facts.into());
            check.help = Some(Help::Synchronize(work.by, before));
            if node != work.by.node {
                check.related.push((work.by.node, Related::MayRun));
            }
            // One missing wait is one mistake, however often the array is used behind it.
            check.after.extend(self.joined.get(&id).copied());
            check.after.extend(last.get(&work.by.stream).copied());
            let claimed = match work.sure {
                true => self.claim(hyps.clone(), Some(state), check),
                false => self.lemma(hyps.clone(), Some(state), check),
            };
            let _ = last.entry(work.by.stream).or_insert(claimed);
            let _ = self.joined.entry(id).or_insert(claimed);
        }
    }
}
