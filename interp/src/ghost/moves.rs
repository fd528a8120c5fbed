//! `inhale` and `exhale` in a run.
//!
//! In: the assertion of the statement. Out: what is held behind it. An `exhale` is checked as an `assert` is. An
//! `inhale` is an assumption: nothing is claimed of a run in which it is false, or in which more than the whole of a
//! location would be held.

use super::assertion::Framing;
use super::finding::{Checks, Excluded};
use super::footprint::Footprint;
use super::holdings::Holdings;
use super::{Execution, Ghost};
use crate::member::{Member, ThreadId};
use ir::finding::What;
use ir::Expr;

impl Holdings {
    /// Gets permissions from outside. A loop around the code does not end with less for that.
    pub(crate) fn inhale(&mut self, gained: &Footprint, complete: bool) {
        self.gain(gained, complete);
        for aside in &mut self.aside {
            aside.most = Footprint::sum([&aside.most, gained].into_iter());
        }
    }

    /// What is held, and what was set aside for loops and callers.
    pub(crate) fn all(&self) -> Vec<&Footprint> {
        let callers = self.callers.iter().flat_map(|c| c.loops.iter().chain([&c.aside]));
        std::iter::once(&self.held).chain(self.aside.iter().chain(callers).map(|aside| &aside.rest)).collect()
    }
}

/// Whether these permissions are more than the whole of some location.
pub(crate) fn too_much(all: &[&Footprint]) -> bool {
    Footprint::sum(all.iter().copied()).spans().any(|(_, amount)| amount.is_too_much())
}

impl<'p> Ghost<'p> {
    /// `exhale e;`: checks `e`, and takes its permissions.
    pub fn exhale(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, e: &'p Expr) -> Checks {
        let who = Member::thread(thread);
        let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
        let said = self.read_for(run, who, &[e], holdings.framing(), holdings.past());
        let checks = holdings.consume(What::Exhale, who, &said, "here");
        holdings.lend(&said.footprint);
        self.put(thread, holdings);
        checks
    }

    /// `inhale e;`: [`Checks::excluded`] is set if `e` is false, or if its permissions cannot exist.
    pub fn inhale(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, e: &'p Expr) -> Checks {
        let who = Member::thread(thread);
        let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
        let gained = self.read_for(run, who, &[e], Framing::All, holdings.past());
        holdings.inhale(&gained.footprint, gained.complete);
        // The rest of a location makes a share of it the whole.
        holdings.could_write.extend(self.writable(&holdings.held));
        let said = self.read_for(run, who, &[e], holdings.framing(), holdings.past());
        let impossible = !holdings.blind && too_much(&holdings.all());
        self.put(thread, holdings);
        let false_one = said.first_false().map(|fact| fact.node).or(impossible.then_some(e.node));
        let excluded = false_one.map(|node| Excluded { node, who });
        Checks { findings: said.wrong.clone(), unknown: said.unknowns(What::Inhale, who), excluded }
    }
}
