//! The names of the rules that a proof used.
//!
//! In: names, recorded when a rule is applied. Out: each name once, in the order of first use, and the parts of the
//! normaliser that applied them.

use super::prover::{prover, Prover};

/// A list of names of rules, each once; twice if both the e-graph and another part of the normaliser used it.
#[derive(Clone, Debug, Default)]
pub struct Log(Vec<(&'static str, Place)>);

/// Where a rule was used. The e-graph uses rules that the simplifier uses, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    EGraph,
    Elsewhere,
}

impl Log {
    /// Records the use of a rule outside of the e-graph.
    pub fn put(&mut self, rule: &'static str) {
        self.record(rule, Place::Elsewhere);
    }
    /// Records the use of a rule in the e-graph.
    pub fn put_in_graph(&mut self, rule: &'static str) {
        self.record(rule, Place::EGraph);
    }
    fn record(&mut self, rule: &'static str, place: Place) {
        if !self.0.contains(&(rule, place)) {
            self.0.push((rule, place));
        }
    }
    /// Records all uses that another log has recorded.
    pub fn extend(&mut self, other: &Self) {
        other.0.iter().for_each(|(rule, place)| self.record(rule, *place));
    }
    /// The parts of the normaliser that applied the rules, each once, in the order of their first use.
    pub fn provers(&self) -> Vec<Prover> {
        let of = |(rule, place): &(&str, Place)| match place {
            Place::EGraph => Some(Prover::EGraph),
            Place::Elsewhere => prover(rule),
        };
        once(self.0.iter().filter_map(of))
    }
    /// The names, in the order of their first use.
    pub fn into_names(self) -> Vec<&'static str> {
        once(self.0.into_iter().map(|(rule, _)| rule))
    }
}

/// Each of some values once, in the order of their first occurrences.
fn once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for one in all {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen
}
