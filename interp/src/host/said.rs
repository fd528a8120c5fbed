//! What contracts and assertions of host code say: conditions that are true, and permissions that are held, at some
//! point of the run.
//!
//! In: conditions. Out: the failures of what is false and of permissions that are missing. A condition that cannot be
//! evaluated is noted, and nothing is known of it.

use ir::finding::What;
use ir::{Clause, Expr, LoopKeeps, Node};

use super::memory::Memory;
use super::state::{Done, State};
use super::view::HOST;
use crate::eval::Seen;
use crate::ghost::{self, expressions, Assertion, Checks, Footprint, Framing, Holdings};
use crate::int::Int;
use crate::measure;
use crate::member::Member;
use crate::report::{Failure, Outcome, Shown};
use crate::stop::{Cause, Stop};

/// What an assertion may read.
#[derive(Clone, Copy)]
pub(super) enum Reads<'k> {
    /// Locations for which it gives permission itself.
    Own,
    /// Locations for which it gives permission itself, and those that a loop keeps besides.
    OwnAndKept(&'k LoopKeeps),
    /// Locations for which the procedure or iteration holds permission.
    Held,
}

impl<'p> State<'p, '_> {
    /// Reads clauses in the present state; the variables of the procedure are those of `then`, if it is given.
    pub fn said(&mut self, clauses: &[&'p Expr], reads: Reads<'_>, then: Option<&Memory>) -> Done<Assertion<'p>> {
        let said = self.view(then, |view, memo| {
            let holdings = &view.frame.holdings;
            let kept = match reads {
                Reads::OwnAndKept(keeps) => holdings.kept(|heap| keeps.keeps(heap)),
                Reads::Own | Reads::Held => Footprint::default(),
            };
            let framing = match reads {
                Reads::Own => Framing::Own,
                Reads::OwnAndKept(_) => holdings.framing_with(&kept),
                Reads::Held => holdings.framing(),
            };
            ghost::read(view, memo, Member::LAUNCH, clauses, framing, holdings.past())
        })?;
        let read = std::mem::take(&mut self.read);
        self.have_read(read, What::WellFormed)?;
        Ok(said)
    }

    /// Reads the clauses of a contract, which give permission for what they read.
    pub fn contract(&mut self, clauses: impl IntoIterator<Item = &'p Clause>) -> Done<Assertion<'p>> {
        self.said(&expressions(clauses), Reads::Own, None)
    }

    /// Checks that what is said is true, and that its permissions are held.
    pub fn consume(&mut self, what: What, said: &Assertion<'p>, hint: &str) -> Done<()> {
        let checks = self.frame()?.holdings.consume(what, Member::LAUNCH, said, hint);
        self.note(checks)
    }

    /// Reports the findings of checks, and notes what could not be evaluated.
    pub fn note(&mut self, checks: Checks) -> Done<()> {
        for finding in &checks.findings {
            self.found(self.told(finding))?;
        }
        checks.unknown.into_iter().try_for_each(|unknown| self.unevaluated(unknown.what.id(), unknown.stop))
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

    /// `assert`. It is executed in a run without contracts, too.
    pub fn assert(&mut self, condition: &'p Expr) -> Done<()> {
        let said = self.said(&[condition], Reads::Held, None)?;
        self.consume(What::Assert, &said, "here")
    }

    /// `assume`.
    pub fn assume(&mut self, condition: &'p Expr) -> Done<()> {
        let said = self.said(&[condition], Reads::Held, None)?;
        if let Some(fact) = said.first_false() {
            return Err(Outcome::OutsideAssumption { node: fact.node, thread: HOST });
        }
        let (findings, unknown) = (said.wrong, said.unknown);
        self.note(Checks { findings, ..Checks::default() })?;
        unknown.into_iter().try_for_each(|stop| self.unevaluated("assume", stop))
    }

    /// `inhale`.
    pub fn inhale(&mut self, gained: &'p Expr) -> Done<()> {
        let said = self.said(&[gained], Reads::Own, None)?;
        self.frame_mut()?.holdings.inhale(&said.footprint, said.complete);
        let all: Vec<_> = self.frames.iter().flat_map(|frame| frame.holdings.all()).collect();
        if !self.frame()?.holdings.blind && ghost::too_much(&all) {
            return Err(Outcome::OutsideAssumption { node: gained.node, thread: HOST });
        }
        self.assume(gained)
    }

    /// `exhale`.
    pub fn exhale(&mut self, given: &'p Expr) -> Done<()> {
        let said = self.said(&[given], Reads::Held, None)?;
        self.consume(What::Exhale, &said, "here")?;
        self.frame_mut()?.holdings.lend(&said.footprint);
        Ok(())
    }

    /// Checks the precondition of the procedure that is run, and gives the procedure its permissions. If it is false,
    /// or if it gives more than the whole of a location, nothing is claimed of the run.
    pub fn start(&mut self, clauses: impl Iterator<Item = &'p Clause>) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        let said = self.contract(clauses)?;
        let shown = |s: &Seen| Shown { of: s.of, label: s.label.clone(), value: s.value.clone(), thread: 0 };
        let too_much = said.footprint.spans().find(|(_, amount)| amount.is_too_much()).map(|(span, _)| span.start());
        let given_twice = said.permissions.iter().find(|p| too_much.is_some_and(|location| p.span.contains(location)));
        let outside = match said.first_false() {
            Some(fact) => Some((fact.node, fact.seen.iter().map(shown).collect())),
            None => given_twice.map(|permission| (permission.node, Vec::new())),
        };
        if let Some((node, values)) = outside {
            return Err(Outcome::OutsideContract { node, thread: None, values });
        }
        self.note(ghost::judged(What::KernelPre, Member::LAUNCH, &said, ""))?;
        self.taken_at_first(&said);
        self.frame_mut()?.holdings = Holdings::of(said.footprint, said.complete);
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
