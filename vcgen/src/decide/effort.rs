//! How long the solver searches.
//!
//! In: an open decision. Out: after a short search, its outcome or the decision; after a long one, or where a long one
//! is no help, its outcome.

use logic::obligation::{Mode, What, Why};

use super::{Decided, Decision, Step};
use crate::clock::Stopwatch;
use crate::outcome::{DischargedBy, Verdict};

impl<'o> Decision<'o> {
    /// Decides it by the solver, if that finds a proof with little effort.
    pub fn search(mut self: Box<Self>) -> Step<'o> {
        self.started = Stopwatch::start();
        let found = match self.obligation.mode {
            Mode::Satisfiable => Ok(self.satisfiable()),
            Mode::Prove | Mode::Lemma | Mode::Refute | Mode::Unsupported => self.prove().map(|proof| (proof, vec![])),
        };
        self.time += self.started.elapsed();
        match found {
            Ok((proof, places)) => Step::Decided(Box::new(self.of_goal(proof, places))),
            Err(unfinished) => {
                self.unfinished = Some(unfinished);
                Step::Open(self)
            }
        }
    }

    /// Decides it by the solver, with all effort that the options grant.
    pub fn persist(mut self: Box<Self>) -> Decided {
        let Some(mut unfinished) = self.unfinished.take() else { return self.give_up(false) };
        self.started = Stopwatch::start();
        let proof = self.prove_further(&mut unfinished).unwrap_or_else(|| self.prove_at_length(&unfinished));
        self.time += self.started.elapsed();
        self.of_goal(proof, vec![])
    }

    /// Decides it by the solver, unless that takes a long search for a proof.
    pub fn go_on(mut self: Box<Self>) -> Decided {
        let Some(mut unfinished) = self.unfinished.take() else { return self.give_up(false) };
        self.started = Stopwatch::start();
        let proof = self.prove_further(&mut unfinished).unwrap_or((Verdict::Unknown, DischargedBy::Z3, vec![]));
        self.time += self.started.elapsed();
        self.of_goal(proof, vec![])
    }

    /// Leaves it undecided, unless the smallest world has a counterexample. That is looked for if a look is granted, or
    /// if the look is cheap.
    pub fn give_up(mut self: Box<Self>, look: bool) -> Decided {
        let undecided = (Verdict::Unknown, DischargedBy::Z3, vec![]);
        self.started = Stopwatch::start();
        let proof = self
            .unfinished
            .take()
            .filter(|unfinished| look || unfinished.is_cheap())
            .and_then(|unfinished| self.glance(&unfinished));
        let proof = proof.unwrap_or(undecided);
        self.time += self.started.elapsed();
        self.of_goal(proof, vec![])
    }

    /// Whether it is a claim about what clauses give to all threads together, or about the places that they name.
    pub fn is_about_permissions(&self) -> bool {
        let code = self.obligation.code;
        match code.why {
            Why::TwoWriters | Why::TooMuch | Why::NotInjective => true,
            Why::OutOfBounds => code.what == What::WellFormed,
            _ => false,
        }
    }

    /// Leaves it undecided, and says that nothing was searched.
    pub fn unsearched(mut self: Box<Self>) -> Decided {
        self.of_goal((Verdict::Unknown, DischargedBy::Unsearched, vec![]), vec![])
    }
}
