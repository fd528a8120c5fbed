//! Where a value comes from: which loop, barrier or store gave an array or a variable its current value.
//!
//! In: what the rules note as they execute. Out: names for values that a person can tell apart, and the reason why
//! nothing is known of one. Nothing here is part of a proof.

use crate::context::Context;
use crate::term::{self, Term};
use ir::Node;

/// What happened when a value came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The thread wrote to the array.
    Store,
    /// Any number of iterations have passed.
    Loop,
    /// All threads of the group have met.
    Barrier,
    /// Two branches were joined.
    If,
    /// A variable without initial value was declared.
    Declared,
    /// All threads have ended.
    End,
}

/// One value of an array or a private variable.
#[derive(Clone, Debug)]
pub struct Version {
    /// The value.
    pub term: Term,
    /// The array or variable.
    pub name: String,
    /// What made it.
    pub event: Event,
    /// Where that is written.
    pub node: Node,
    /// Whether the loop's invariant, or the barrier's `ensures`, mentions the array or variable.
    pub mentioned: bool,
}

impl Context<'_> {
    /// Notes where a value comes from.
    pub fn note(&mut self, term: &Term, name: &str, event: Event, node: Node, mentioned: bool) {
        self.versions.push(Version { term: term.clone(), name: name.to_owned(), event, node, mentioned });
    }

    /// The values in a term of which no clause says anything, in the order in which they came to be.
    pub fn unsaid(&self, t: &Term) -> Vec<&Version> {
        let silent = self.versions.iter().filter(|v| !v.mentioned && matches!(v.event, Event::Loop | Event::Declared));
        silent.filter(|v| term::any_subterm(t, |s| *s == v.term)).collect()
    }
}
