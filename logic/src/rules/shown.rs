//! Which values explain a claim about all threads or all groups: those of a location, and of no thread in particular.
//!
//! In: what was claimed. Out: values to show, and claims without the values of the generic thread.

use crate::exec::Exec;
use crate::finding::{Label, Shown};
use crate::iterators::Over;
use crate::obligation::ObligationId;
use crate::sum::Lifted;
use crate::term::{self, Meaning, Symbol, Term};
use ir::Heap;

impl Exec<'_> {
    /// The generic thread plays no part in a sum over all.
    pub(super) fn about_no_thread(&mut self, id: ObligationId) {
        let launch = &self.cx.launch;
        if let Some(o) = self.out.get_mut(id.0 as usize) {
            o.shown.retain(|s| !launch.is_position(&s.term));
        }
    }

    /// The same of what was claimed from `from` on, which is about all that `over` goes over: its values are those of
    /// no thread, and no position of one is shown.
    pub(crate) fn about_level(&mut self, from: usize, over: Over) {
        let launch = &self.cx.launch;
        for o in self.out.iter_mut().skip(from) {
            o.shown.retain(|s| !launch.is_position(&s.term) || (over == Over::Threads && launch.is_group(&s.term)));
            o.shown.iter_mut().chain(o.parts.iter_mut().map(|p| &mut p.shown)).for_each(|s| s.thread = 0);
        }
    }
}

/// The threads that the members at `x` are: of the first clause, and of the second.
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

/// A location, what is handed out of it, and what there is.
pub(super) fn of_location(heap: Heap, location: &[Symbol], handed_out: Term, available: Term) -> Vec<Shown> {
    let show = |label: Label, term: Term| Shown { label, term, thread: 0 };
    let index = |(dimension, s): (usize, &Symbol)| show(Label::Location { heap, dimension }, term::constant(s));
    let sums = [show(Label::HandedOut, handed_out), show(Label::Available, available)];
    location.iter().enumerate().map(index).chain(sums).collect()
}
