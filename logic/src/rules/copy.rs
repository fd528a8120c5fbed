//! Copies between two arrays of host code.
//!
//! ```text
//! {0 <= n, n <= a.length, n <= b.length}   copy(a, b, n);   {a[i] = i < n ? b[i] : \old(a[i])  for all i}
//! ```
//!
//! Arrays of several dimensions have the same lengths in all dimensions but the first, and `i` is the first index. If
//! `n` is the length of `a`, all of `a` is overwritten, so `a` has the values of `b`. Host code owns its arrays, so a
//! copy needs no permission, but no operation of a stream may use them ([`super::streams`]).
//!
//! In: a state and a copy. Out: the state behind it, and the claims that both arrays are long enough.

use super::streams::Uses;
use crate::exec::{Check, Exec};
use crate::fault::Missing;
use crate::finding::{Access, HostFacts, Running, Subject};
use crate::obligation::{Hyp, What, Why};
use crate::origin::Event;
use crate::state::State;
use crate::term::{self, Term};
use ir::{ExprKind, Heap, Node, Transfer};

impl Exec<'_> {
    /// Executes `copy(a, b, n);`.
    pub(super) fn copy(&mut self, state: &mut State, copy: &Transfer, node: Node) {
        let count = self.eval(state, &copy.count);
        // The host computes the count, also of a copy in a stream.
        for heap in [copy.to, copy.from] {
            self.copies_inside(state, copy, heap, &count, node);
        }
        let Some(stream) = copy.stream else {
            self.free(state, What::Copy, node, copy.to, Access::Write);
            self.free(state, What::Copy, node, copy.from, Access::Read);
            return self.copy_elements(state, copy, &count, node);
        };
        let by = Running { node, kernel: None, stream: Some(stream) };
        let uses = Uses { reads: [copy.from].into(), writes: [copy.to].into() };
        self.in_stream(state, (stream, What::Copy, by), uses, |exec, start| {
            exec.copy_elements(start, copy, &count, node);
        });
    }

    /// The copy itself.
    fn copy_elements(&mut self, state: &mut State, copy: &Transfer, count: &Term, node: Node) {
        let (Some(old), Some(from)) = (state.memory.get(&copy.to), state.memory.get(&copy.from)) else {
            return self.cx.faults.note(Missing::Heap(copy.to));
        };
        let (old, from) = (old.clone(), from.clone());
        let new = if self.cx.lengths_of(copy.to).first() == Some(count) {
            from
        } else {
            let new = self.cx.fresh_memory(copy.to, self.cx.teams.innermost);
            self.copied(state, copy.to, (&new, &old, &from), count);
            new
        };
        self.cx.note(&new, Subject::Heap(copy.to), Event::Copy, node, true);
        let _ = state.memory.insert(copy.to, new);
    }

    /// Claims that the elements that are copied are inside one of the two arrays, and assumes that from there on.
    fn copies_inside(&mut self, state: &mut State, copy: &Transfer, heap: Heap, count: &Term, node: Node) {
        let (mine, theirs) = (self.cx.lengths_of(heap).to_vec(), self.cx.lengths_of(copy.from).to_vec());
        if mine.is_empty() || mine.len() != theirs.len() {
            return self.cx.faults.note(Missing::Heap(heap));
        }
        let room = mine.first().map(|length| term::le(count.clone(), length.clone()));
        let shape = mine.iter().zip(&theirs).skip(1).map(|(a, b)| term::eq(a.clone(), b.clone()));
        let goal = term::and([term::le(term::int(0), count.clone())].into_iter().chain(room).chain(shape));
        let all = matches!(copy.count.kind, ExprKind::Length(of, 0) if of == copy.from);
        let mut check = Check::new(
            What::Copy,
            Why::OutOfBounds,
            node,
            goal.clone(),
            HostFacts::CopyTooLong { heap, from: copy.from, count: (!all).then_some(copy.count.node) }.into(),
        );
        check.parts = self.values_of(&goal, Some(state));
        let hyps = self.hyps(state);
        let _ = self.claim(hyps, Some(state), check);
        state.assume(goal, Some(node));
    }

    /// Assumes that an array has new values with a first index below `count`, and its old values elsewhere.
    fn copied(&mut self, state: &mut State, heap: Heap, (new, old, from): (&Term, &Term, &Term), count: &Term) {
        let symbols: Vec<_> =
            (self.cx.fresh_location(heap).iter()).map(|s| self.cx.names.element(s.shown(), s.sort())).collect();
        let x: Vec<Term> = symbols.iter().map(term::constant).collect();
        let Some(first) = x.first() else { return };
        let moved = term::within(term::int(0), first.clone(), count.clone());
        let value = term::ite(moved, term::select(from, &x), term::select(old, &x));
        let trigger = vec![vec![term::select(new, &x)]];
        let fact = term::quant(true, symbols, trigger, term::eq(term::select(new, &x), value));
        state.path.push_back(Hyp { term: term::implies(term::and(state.guard.iter().cloned()), fact), node: None });
    }
}
