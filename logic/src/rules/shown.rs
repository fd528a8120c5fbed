//! The values that explain a failed claim about all threads or all groups.
//!
//! In: emitted claims. Out: the values of a location to show, and claims without the values of the generic thread,
//! which plays no part in a sum over all threads.

use crate::exec::Exec;
use crate::finding::{Label, Shown};
use crate::iterators::TeamRange;
use crate::obligation::ObligationId;
use crate::sum::Lifted;
use crate::term::{self, Meaning, Symbol, Term};
use ir::Heap;

impl Exec<'_> {
    /// Removes the values of the generic thread from a claim about a sum over all threads.
    pub(super) fn about_no_thread(&mut self, id: ObligationId) {
        let teams = &self.cx.teams;
        if let Some(o) = self.out.get_mut(id.0 as usize) {
            o.shown.retain(|s| !teams.is_position(&s.term));
        }
    }

    /// Removes the positions of the generic members from the obligations from number `from` on, which are about all
    /// members that `over` ranges over. Positions of members around those stay. No value belongs to a thread any more.
    pub(crate) fn about_level(&mut self, from: usize, over: TeamRange) {
        let teams = &self.cx.teams;
        for o in self.out.iter_mut().skip(from) {
            o.shown.retain(|s| !teams.is_position(&s.term) || teams.is_around(over, &s.term));
            o.shown.iter_mut().chain(o.parts.iter_mut().map(|p| &mut p.shown)).for_each(|s| s.thread = 0);
        }
    }
}

/// The positions of the threads to which the first two clauses give location `x`.
pub(super) fn members(lifted: &[Lifted], x: &[Term]) -> Vec<Shown> {
    let mut out = Vec::new();
    for (n, l) in lifted.iter().enumerate().take(2) {
        if l.counted || l.chunk.uninterpreted {
            continue;
        }
        let at = l.chunk.member_at(x);
        for b in &l.chunk.binders {
            let Meaning::Position(var, axis) = b.meaning() else { continue };
            let label = Label::Launch(var, axis);
            out.extend(at.get(b).map(|term| Shown { label, term: term.clone(), thread: n as u8 + 1 }));
        }
    }
    out
}

/// The values of a location, of the amount handed out of it, and of the amount that is available.
pub(super) fn of_location(heap: Heap, location: &[Symbol], handed_out: Term, available: Term) -> Vec<Shown> {
    let show = |label: Label, term: Term| Shown { label, term, thread: 0 };
    let index = |(dimension, s): (usize, &Symbol)| show(Label::Location { heap, dimension }, term::constant(s));
    let sums = [show(Label::HandedOut, handed_out), show(Label::Available, available)];
    location.iter().enumerate().map(index).chain(sums).collect()
}
