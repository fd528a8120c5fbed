//! What one thread holds.
//!
//! In: what contracts give it. Out: [`Holdings`]: whether it may read or write a location, and findings where it has to
//! provide more than it holds or what it says is false.

use super::assertion::{Assertion, Framing, Past};
use super::distribute::exceeds;
use super::finding::{Checks, Finding};
use super::footprint::Footprint;
use crate::int::Int;
use crate::location::Location;
use crate::member::Member;
use ir::finding::{What, Why};
use ir::{LabelId, ProcId};
use std::collections::BTreeSet;

/// The permissions of one thread.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// What it holds and may use.
    pub held: Footprint,
    /// What it held before the kernel, or when it came into the procedure that it is in: it frames `\old`.
    pub initial: Footprint,
    /// Whether `initial` is all that it was given.
    pub knows_initial: bool,
    /// Whether `held` may be too small, since a contract that gave it had no value. Then no access is found wrong.
    pub blind: bool,
    /// For each loop that it is in, what it set aside.
    pub(super) aside: Vec<Aside>,
    /// What it held when it last passed each label of what it executes; `None` if that is not known.
    pub(super) labels: Vec<(LabelId, Option<Footprint>)>,
    /// Of each procedure that it is in, what its caller is to get back.
    pub(super) callers: Vec<Caller>,
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

/// A procedure that a thread is in, and what its caller keeps while it runs.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    /// The procedure.
    pub callee: ProcId,
    /// Its measure at the call, if it has one.
    pub measure: Option<Int>,
    /// What the procedure does not ask for, and what the caller had.
    pub aside: Aside,
    /// [`Holdings::initial`] of the caller, and so the rest.
    pub initial: Footprint,
    pub knows_initial: bool,
    pub blind: bool,
    pub loops: Vec<Aside>,
    pub labels: Vec<(LabelId, Option<Footprint>)>,
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

    /// What its contracts may read of past states.
    pub(super) fn past(&self) -> Past<'_> {
        let start = if self.knows_initial { Framing::Held(&self.initial) } else { Framing::All };
        Past { start, labels: &self.labels }
    }

    /// Findings of an assertion that the thread has to provide: permissions that it does not hold, facts that are
    /// false.
    pub(super) fn consume(&self, what: What, who: Member, said: &Assertion<'_>, hint: &str) -> Checks {
        let mut findings = said.wrong.clone();
        if !self.blind {
            findings.extend(exceeds(what, who, said, &self.held, hint));
        }
        findings.extend(falsehood(what, who, said, hint));
        Checks { findings, unknown: said.unknowns(what, who), excluded: None }
    }
}

/// The first fact that is false, as a finding.
pub(super) fn falsehood(what: What, who: Member, said: &Assertion<'_>, hint: &str) -> Option<Finding> {
    let fact = said.first_false()?;
    let finding = Finding::new(what, Why::False, fact.node, vec![who], format!("this is false {hint}"));
    Some(Finding { seen: fact.seen.clone(), ..finding })
}
