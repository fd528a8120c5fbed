//! The results of checks of contracts.
//!
//! In: nothing. Out: [`Checks`]: findings with the verifier's ids, what could not be evaluated, and whether the start
//! of the run is one that the contracts speak about at all.

use crate::collection::outside;
use crate::eval::Seen;
use crate::location::Location;
use crate::member::Member;
use crate::message::Message;
use crate::stop::{Cause, Stop};
use ir::finding::{Code, What, Why};
use ir::Node;

/// A check that failed in this run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked and why it fails.
    pub code: Code,
    /// The clause, conjunct, permission or access that fails.
    pub node: Node,
    /// The members that take part, the one at which the check fails first.
    pub who: Vec<Member>,
    /// The location that it is about, if it is about one.
    pub location: Option<Location>,
    /// One sentence.
    pub message: Message,
    /// Other places that explain it.
    pub related: Vec<(Node, String)>,
    /// Values that show why a condition is false.
    pub seen: Vec<Seen>,
}

/// A check that could not be made in this run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The check.
    pub what: What,
    /// The member for which it would have been checked.
    pub who: Member,
    /// Why it has no value, and at which expression.
    pub stop: Stop,
}

/// A start, or an assumption, that does not hold: the contracts say nothing about this run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluded {
    /// The conjunct that is false.
    pub node: Node,
    /// The member for which it is false.
    pub who: Member,
}

/// The results of one or several checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The checks that failed: thread after thread, for each thread in the order of the text.
    pub findings: Vec<Finding>,
    /// The checks that could not be made.
    pub unknown: Vec<Unknown>,
    /// Set if this run is not one that the contracts speak about; then `findings` is empty.
    pub excluded: Option<Excluded>,
}

impl Checks {
    /// Adds what another check found.
    pub fn extend(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.unknown.extend(other.unknown);
        self.excluded = self.excluded.take().or(other.excluded);
    }

    /// Whether everything was evaluated, nothing failed and nothing was excluded.
    pub fn passed(&self) -> bool {
        self.findings.is_empty() && self.unknown.is_empty() && self.excluded.is_none()
    }
}

impl Finding {
    /// A finding with a message, without location, other places and values.
    pub fn new(what: What, why: Why, node: Node, who: Vec<Member>, message: impl Into<Message>) -> Self {
        let message = message.into();
        Self { code: Code { what, why }, node, who, location: None, message, related: Vec::new(), seen: Vec::new() }
    }

    /// Adds the location that the finding is about.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }
}

/// The finding for a part of a contract that has no value; `None` if the reason does not make the contract ill-formed.
pub fn ill_formed(stop: &Stop, who: Member) -> Option<Finding> {
    let (what, why, message): (_, _, Message) = match &stop.cause {
        Cause::EmptyRange => (What::WellFormed, Why::EmptyRange, "the range is empty".into()),
        Cause::DivisionByZero => (What::WellFormed, Why::DivisionByZero, "the divisor is zero".into()),
        Cause::Overflow(said) => (What::WellFormed, Why::Overflow, said.clone().into()),
        Cause::OutOfBounds { .. } => (What::WellFormed, Why::OutOfBounds, "the index is outside the array".into()),
        Cause::NoSuchPart(said) => (What::WellFormed, Why::OutOfBounds, (*said).into()),
        Cause::OutsideSequence { index, length } => (What::WellFormed, Why::OutOfBounds, outside(index, length).into()),
        Cause::Null { .. } | Cause::NullObject => (What::WellFormed, Why::Null, "this reference is `null`".into()),
        Cause::NoPermission(_) => {
            (What::WellFormed, Why::Unframed, "this reads a location for which there is no permission here".into())
        }
        Cause::CallPrecondition { permission: true, .. } => {
            (What::CallPre, Why::InsufficientPermission, "the function reads a location that is not held here".into())
        }
        Cause::CallPrecondition { permission: false, .. } => {
            (What::CallPre, Why::False, "a precondition of the function does not hold in this call".into())
        }
        Cause::FunctionPostcondition { .. } => {
            (What::FunctionPost, Why::False, "the function does not establish its postcondition".into())
        }
        Cause::Measure(_) => {
            (What::Termination, Why::MeasureNotDecreasing, "the measure does not decrease in this call".into())
        }
        Cause::UninitialisedVar(_) => {
            (What::WellFormed, Why::Uninitialised, "this variable is read before it has a value".into())
        }
        Cause::UninitialisedLocation(_) | Cause::NotComputable(_) | Cause::Limit(_) | Cause::IllTyped(_) => {
            return None
        }
    };
    let mut finding = Finding::new(what, why, stop.node, vec![who], message);
    if let Cause::NoPermission(location) = stop.cause {
        finding.location = Some(location);
    }
    if let Cause::CallPrecondition { clause, .. } | Cause::FunctionPostcondition { clause, .. } = stop.cause {
        finding.related.push((clause, "this condition".into()));
    }
    Some(finding)
}
