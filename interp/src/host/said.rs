//! What contracts and assertions of host code say: conditions that must be true at some point of the run.
//!
//! In: conditions. Out: the failure of the first part that is false, or nothing. A condition that cannot be evaluated
//! is noted, and nothing is known of it.

use ir::finding::What;
use ir::{BinaryOp, Clause, Expr, ExprKind, Node, Type};

use super::fail::{falsehood, told};
use super::state::{Done, State};
use super::view::{View, HOST};
use crate::eval::{Evaluator, Seen};
use crate::ghost::{conjuncts, ill_formed};
use crate::int::Int;
use crate::measure;
use crate::member::Member;
use crate::report::{Failure, Outcome, Shown};
use crate::stop::{Cause, Stop};

/// What is known of a condition.
pub(super) enum Truth<'p> {
    /// It is true, or nothing is known of a part of it, which is noted.
    NotFalse,
    /// This part of it is false, with the values that show why.
    False(&'p Expr, Vec<Seen>),
    /// It is not well defined.
    IllFormed(Failure),
}

impl<'p> State<'p, '_> {
    /// The truth of a condition. `name` stands in the list of what could not be evaluated.
    pub fn truth(&mut self, name: &'static str, condition: &'p Expr) -> Done<Truth<'p>> {
        for part in conjuncts(condition) {
            let found = self.look(|ev| match fact(ev, part) {
                Ok(true) => Ok(None),
                Ok(false) => Ok(Some(ev.why_false(part))),
                Err(stop) => Err(stop),
            })?;
            match found {
                Ok(None) => {}
                Ok(Some(seen)) => return Ok(Truth::False(part, seen)),
                Err(stop) => match ill_formed(&stop, Member::LAUNCH) {
                    Some(finding) => return Ok(Truth::IllFormed(told(&finding))),
                    None => self.unevaluated(name, stop)?,
                },
            }
        }
        Ok(Truth::NotFalse)
    }

    /// Notes a condition that could not be evaluated; a limit ends the run.
    pub fn unevaluated(&mut self, name: &'static str, stop: Stop) -> Done<()> {
        if let Cause::Limit(limit) = stop.cause {
            return Err(Outcome::Limit(limit));
        }
        let noted = (name, stop);
        if !self.unknown.contains(&noted) {
            self.unknown.push(noted);
        }
        Ok(())
    }

    /// Checks clauses, if contracts are checked. `hint` says when they hold.
    pub fn clauses(&mut self, what: What, clauses: impl Iterator<Item = &'p Clause>, hint: &str) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        for clause in clauses {
            match self.truth(what.id(), &clause.expr)? {
                Truth::NotFalse => {}
                Truth::False(part, seen) => return self.found(falsehood(what, part, hint, &seen)),
                Truth::IllFormed(failure) => return self.found(failure),
            }
        }
        Ok(())
    }

    /// `assert`. It is executed in a run without contracts, too.
    pub fn assert(&mut self, condition: &'p Expr) -> Done<()> {
        match self.truth(What::Assert.id(), condition)? {
            Truth::NotFalse => Ok(()),
            Truth::False(part, seen) => self.found(falsehood(What::Assert, part, "here", &seen)),
            Truth::IllFormed(failure) => self.found(failure),
        }
    }

    /// `assume`.
    pub fn assume(&mut self, condition: &'p Expr) -> Done<()> {
        match self.truth("assume", condition)? {
            Truth::NotFalse => Ok(()),
            Truth::False(part, _) => Err(Outcome::OutsideAssumption { node: part.node, thread: HOST }),
            Truth::IllFormed(failure) => self.found(failure),
        }
    }

    /// Checks the precondition of the procedure that is run. If it is false, nothing is claimed of the run.
    pub fn start(&mut self, clauses: impl Iterator<Item = &'p Clause>) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        for clause in clauses {
            match self.truth(What::KernelPre.id(), &clause.expr)? {
                Truth::NotFalse => {}
                Truth::False(part, seen) => {
                    let shown = |s: Seen| Shown { of: s.of, label: s.label, value: s.value, thread: 0 };
                    let values = seen.into_iter().map(shown).collect();
                    return Err(Outcome::OutsideContract { node: part.node, thread: None, values });
                }
                Truth::IllFormed(failure) => self.found(failure)?,
            }
        }
        Ok(())
    }

    /// The value of a measure, if there is a measure, it has a value, and contracts are checked.
    pub fn measure(&mut self, written: impl IntoIterator<Item = &'p Expr>) -> Done<Option<Vec<Int>>> {
        let mut out = Vec::new();
        for e in written.into_iter().filter(|_| self.options.contracts).collect::<Vec<_>>() {
            let value = self.look(|ev| ev.value(e))?.ok();
            let Some(value) = value.and_then(|value| value.as_int().cloned()) else { return Ok(None) };
            out.push(value);
        }
        Ok((!out.is_empty()).then_some(out))
    }
}

/// The truth of what a part of a condition says besides its permissions, which are not counted.
#[allow(clippy::wildcard_enum_match_arm)] // Other parts are conditions, or state permissions only.
fn fact<'p>(ev: &mut Evaluator<'_, 'p, View<'_, 'p>>, part: &'p Expr) -> Result<bool, Stop> {
    if part.ty != Type::Resource {
        return ev.truth(part);
    }
    let mut todo = vec![part];
    while let Some(e) = todo.pop() {
        match &e.kind {
            ExprKind::PointsTo(place, _, value) => {
                if ev.load(place)? != ev.value(value)? {
                    return Ok(false);
                }
            }
            ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) => todo.extend([&**b, &**a]),
            ExprKind::Binary(BinaryOp::Implies, condition, inner) => {
                if ev.truth(condition)? {
                    todo.push(inner);
                }
            }
            ExprKind::Cond(condition, a, b) => todo.push(if ev.truth(condition)? { a } else { b }),
            _ if e.ty == Type::Resource => {}
            _ => {
                if !ev.truth(e)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The texts of a measure before and after, if it does not decrease, or is negative before.
pub(super) fn grows(before: Option<&[Int]>, after: Option<&[Int]>) -> Option<(String, String)> {
    let (before, after) = (before?, after?);
    (!measure::below(after, before)).then(|| (measure::text(before), measure::text(after)))
}

/// The failure for a loop whose measure does not decrease.
pub(super) fn loop_grows(before: &str, after: &str, node: Node) -> Failure {
    let message = format!("the measure is {before} before an iteration of the loop, and {after} after it");
    Failure::new(What::LoopTermination, ir::finding::Why::MeasureNotDecreasing, node, message)
}
