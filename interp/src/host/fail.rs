//! The failures of host code.
//!
//! In: why an evaluation has no value, and in what. Out: the end of the run, in the words and with the ids of runs of
//! kernels.

use ir::finding::{What, Why};
use ir::{Heap, Node, ValueOf};

use super::state::State;
use crate::collection::outside;
use crate::ghost::Finding;
use crate::member::Member;
use crate::message::Blank;
use crate::report::{Failure, Outcome};
use crate::stop::{Cause, Stop};

impl State<'_, '_> {
    /// The end of the run at an expression of the code that has no value. `what` says what the code does with an
    /// element that is outside its array: [`What::Load`] or [`What::Store`].
    pub fn stopped(&self, what: What, stop: Stop) -> Outcome {
        let node = stop.node;
        let fail = |what, why, message: String| Outcome::from(Failure::new(what, why, node, message));
        match stop.cause {
            Cause::EmptyRange => fail(What::WellFormed, Why::EmptyRange, "the range is empty".into()),
            Cause::DivisionByZero => fail(What::Expr, Why::DivisionByZero, "the divisor is zero".into()),
            Cause::Overflow(said) => fail(What::Expr, Why::Overflow, said),
            Cause::OutOfBounds { array, dim, index, length } => {
                if !matches!(array, Heap::Private(_)) {
                    let place = self.program.quote(node);
                    let noun = if length.to_i64() == Some(1) { "element" } else { "elements" };
                    let message =
                        format!("the index {index} in `{place}` is outside the array, which has {length} {noun}");
                    let failure = Failure::new(what, Why::OutOfBounds, node, message);
                    let failure = failure.value(ValueOf::Index, "index", index, 0);
                    return failure.value(ValueOf::Index, "length", length, 0).into();
                }
                let name = self.name(array);
                let many = if self.frame().is_ok_and(|f| f.now.arrays.values().any(|a| a.dims.len() > 1)) {
                    format!(" at index number {}", dim + 1)
                } else {
                    String::new()
                };
                let noun = if length.to_i64() == Some(1) { "element" } else { "elements" };
                let message = format!("the index {index} is outside `{name}`, which has {length} {noun}{many}");
                let failure = Failure::new(what, Why::OutOfBounds, node, message);
                let failure = failure.value(ValueOf::Index, format!("index of `{name}`"), index, 0);
                failure.value(ValueOf::Index, format!("length of `{name}`"), length, 0).into()
            }
            Cause::NoSuchPart(said) => fail(What::Expr, Why::OutOfBounds, said.to_owned()),
            Cause::OutsideSequence { index, length } => {
                let failure = Failure::new(What::Expr, Why::OutOfBounds, node, outside(&index, &length));
                failure.value(ValueOf::Index, "index", index, 0).value(ValueOf::Index, "length", length, 0).into()
            }
            Cause::Null { length: true } => {
                fail(What::Expr, Why::Null, format!("`{}` is `null`, and has no length", self.program.quote(node)))
            }
            Cause::NullObject => {
                fail(What::Expr, Why::Null, format!("`{}` is `null`, and has no methods", self.program.quote(node)))
            }
            Cause::Null { length: false } => {
                fail(what, Why::Null, format!("the reference in `{}` is `null`", self.program.quote(node)))
            }
            Cause::UninitialisedVar(var) => {
                let name = self.name(Heap::Private(var));
                fail(What::Expr, Why::Uninitialised, format!("`{name}` is read before it has a value"))
            }
            Cause::UninitialisedLocation(_) => {
                fail(What::Load, Why::Uninitialised, "this element is read, and nobody has written it".into())
            }
            Cause::NoPermission(_) => {
                fail(What::Load, Why::InsufficientPermission, "there is no permission to read this".into())
            }
            Cause::CallPrecondition { function, clause, .. } => {
                let (name, clause) = (self.function(function), self.program.quote(clause));
                fail(What::CallPre, Why::False, format!("`{clause}`, which `{name}` requires, is false in this call"))
            }
            Cause::FunctionPostcondition { function, .. } => {
                let name = self.function(function);
                fail(What::FunctionPost, Why::False, format!("a postcondition of `{name}` does not hold of this call"))
            }
            Cause::Measure(function) => {
                let name = self.function(function);
                fail(What::Termination, Why::MeasureNotDecreasing, format!("the measure of `{name}` does not decrease"))
            }
            Cause::NotComputable(reason) | Cause::IllTyped(reason) => Outcome::NotComputable { reason, node },
            Cause::Limit(limit) => Outcome::Limit(limit),
        }
    }

    /// The name of a variable or an array of the procedure that is executed.
    pub fn name(&self, heap: Heap) -> &str {
        let Heap::Private(var) = heap else { return "" };
        let decl = self.frames.last().and_then(|frame| frame.procedure.vars.get(var.0 as usize));
        decl.map_or("", |decl| decl.name.name.as_str())
    }

    /// A finding about a contract or a permission, as a failure. The parties of a finding are iterations of the
    /// innermost parallel block.
    pub fn told(&self, finding: &Finding) -> Failure {
        let iteration = |who: &Member| Some(self.teams.last()?.told(who.as_thread()?.lid as usize));
        let parties: Vec<String> = finding.who.iter().filter_map(iteration).collect();
        let message = finding.message.clone().with(|blank| match (blank, parties.as_slice()) {
            (Blank::Two, [one, other]) => Some(format!("the iterations {one} and {other}")),
            (_, _) => None,
        });
        let mut failure = Failure::new(finding.code.what, finding.code.why, finding.node, message);
        failure.related = finding.related.clone();
        let place = finding.location.and_then(|location| self.place(location));
        let failure = place.into_iter().fold(failure, |f, place| f.value(ValueOf::Location, "location", place, 0));
        finding.seen.iter().fold(failure, |failure, seen| failure.value(seen.of, &seen.label, &seen.value, 0))
    }

    fn function(&self, function: ir::FnId) -> &str {
        self.program.function(function).map_or("", |f| f.name.name.as_str())
    }

    /// A contract fails: ends the run, or notes it.
    pub fn found(&mut self, failure: Failure) -> Result<(), Outcome> {
        if self.options.keep_going {
            self.findings.push(failure);
            return Ok(());
        }
        Err(failure.into())
    }
}

/// A place of the program with a word about it.
pub(super) fn at(node: Node, label: impl Into<String>) -> (Node, String) {
    (node, label.into())
}
