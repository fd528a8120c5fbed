//! What one thread holds.
//!
//! In: what contracts give it. Out: [`Holdings`]: whether it may read or write a location, and findings where it has to provide
//! more than it holds or what it says is false.

use super::assertion::{Assertion, Framing};
use super::distribute::exceeds;
use super::finding::{Checks, Finding};
use super::footprint::Footprint;
use crate::launch::Who;
use crate::location::Location;
use ir::finding::{What, Why};
use std::collections::BTreeSet;

/// The permissions of one thread.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// What it holds and may use.
    pub held: Footprint,
    /// What it held before the kernel: it frames `\old`.
    pub initial: Footprint,
    /// Whether `initial` is all that it was given.
    pub knows_initial: bool,
    /// Whether `held` may be too small, since a contract that gave it had no value. Then no access is found wrong.
    pub blind: bool,
    /// For each loop that it is in, what it set aside.
    pub(super) aside: Vec<Aside>,
    /// Locations that it could have written since that memory was last fenced.
    pub(super) could_write: BTreeSet<Location>,
    /// What its postcondition gave back when it ended.
    pub(super) returned: Option<Footprint>,
}

/// What a loop without barrier leaves untouched.
#[derive(Clone, Debug, Default)]
pub(super) struct Aside {
    /// What was held before, less what the invariant took.
    pub rest: Footprint,
    /// What was held before: a thread alone gains nothing.
    pub most: Footprint,
}

impl Holdings {
    /// Whether the thread may read a location in its code: it holds some of it.
    pub fn may_read(&self, location: Location) -> bool {
        self.blind || self.held.reads(location)
    }

    /// Whether the thread may write a location: it holds all of it.
    pub fn may_write(&self, location: Location) -> bool {
        self.blind || self.held.writes(location)
    }

    /// What contracts of the thread may read.
    pub(super) fn framing(&self) -> Framing<'_> {
        if self.blind {
            Framing::All
        } else {
            Framing::Held(&self.held)
        }
    }

    /// What `\old` may read.
    pub(super) fn old(&self) -> Framing<'_> {
        if self.knows_initial {
            Framing::Held(&self.initial)
        } else {
            Framing::All
        }
    }

    /// Findings of an assertion that the thread has to provide: permissions that it does not hold, facts that are false.
    pub(super) fn consume(&self, what: What, who: Who, said: &Assertion<'_>, hint: &str) -> Checks {
        let mut findings = said.wrong.clone();
        if !self.blind {
            findings.extend(exceeds(what, who, said, &self.held, hint));
        }
        findings.extend(falsehood(what, who, said, hint));
        Checks { findings, unknown: said.unknowns(what, who), excluded: None }
    }
}

/// The first fact that is false, as a finding.
pub(super) fn falsehood(what: What, who: Who, said: &Assertion<'_>, hint: &str) -> Option<Finding> {
    let fact = said.first_false()?;
    let finding = Finding::new(what, Why::False, fact.node, vec![who], format!("this is false {hint}"));
    Some(Finding { seen: fact.seen.clone(), ..finding })
}
