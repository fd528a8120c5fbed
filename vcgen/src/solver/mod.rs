//! The solver room: the only one that knows Z3.
//!
//! In: a [`Query`] over `logic` terms and [`Limits`]. Out: an [`Answer`] with a model of plain values, or SMT-LIB text.
//! A query gets a context of its own, so that its answer and its cost depend on nothing else; or, where only a proof
//! will count, that of its batch.

mod check;
mod dag;
mod encode;
mod float;
mod model;
mod names;
mod parse;
mod prelude;
mod small;
mod smtlib;
mod sorting;
mod trigger;
mod unsat_core;
mod version;

pub use check::{in_batch, prepare, solve, solve_in_batch};
pub use model::{Model, Value};
pub use small::solve_small;
pub use smtlib::{write as write_smtlib, Header};
pub use unsat_core::unsat_core;
pub use version::{version, EXPECTED_VERSION};

use logic::term::{any_subterm, bool, for_each_subterm_of, Op, Sort, Term, MOST_FACTORS};

/// What floats are to the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Floats {
    /// Operations are unknown functions, commutative where IEEE's are; literals are distinct values. A proof holds
    /// for IEEE floats; a model may not.
    #[default]
    Uninterpreted,
    /// IEEE 754 bit by bit; multiplication can take seconds.
    BitPrecise,
}

/// Do the hypotheses imply the goal?
#[derive(Clone, Debug)]
pub struct Query {
    /// What may be assumed.
    pub hyps: Vec<Term>,
    /// What must follow.
    pub goal: Term,
    /// Further terms that a model must give values for.
    pub observe: Vec<Term>,
    /// What floats are.
    pub floats: Floats,
}

impl Query {
    /// Asks whether the hypotheses imply the goal.
    pub fn prove(hyps: Vec<Term>, goal: Term) -> Self {
        Self { hyps, goal, observe: Vec::new(), floats: Floats::default() }
    }

    /// Asks whether the hypotheses contradict each other: [`Answer::Unsat`] if so.
    pub fn satisfiable(hyps: Vec<Term>) -> Self {
        Self::prove(hyps, bool(false))
    }

    /// Whether no quantifier occurs.
    pub fn is_quantifier_free(&self) -> bool {
        !self.hyps.iter().chain([&self.goal]).any(Term::is_quantified)
    }

    /// Whether a model may owe its existence to floats being uninterpreted.
    pub fn abstracts_floats(&self) -> bool {
        self.floats == Floats::Uninterpreted
            && self.any(|t| matches!(t.op(), Op::FloatOp(_) | Op::Float(..)) && !t.sort().is_array())
    }

    /// A sort of the query that no solver has, if there is one: nothing is proved or refuted then.
    pub fn unknown_sort(&self) -> Option<Sort> {
        let mut found = None;
        for_each_subterm_of(self.hyps.iter().chain(&self.observe).chain([&self.goal]), &mut |t| {
            found = found.or_else(|| sorting::unknown(t));
        });
        found
    }

    fn any(&self, test: impl Fn(&Term) -> bool) -> bool {
        self.hyps.iter().chain([&self.goal]).any(|t| any_subterm(t, &test))
    }
}

/// How much a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Z3's own measure of work, the same on every machine; 0 is no limit.
    pub rlimit: u32,
    /// Wall time, behind `rlimit`; 0 is no limit.
    pub timeout_ms: u32,
    /// Whether quantifiers are instantiated from models. Off: a false quantified goal stays unknown, quickly.
    /// On: it may get a model.
    pub mbqi: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rlimit: 20_000_000, timeout_ms: 10_000, mbqi: false }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The resource limit was reached.
    ResourceLimit,
    /// The wall time was reached.
    Timeout,
    /// Quantifiers or nonlinear arithmetic: the solver stopped by itself, and says this.
    Incomplete(String),
    /// A product has more factors, or a literal more digits, than anybody multiplies out; the solver was not asked.
    TooLarge,
    /// The query speaks of values that no solver has, such as sequences; the solver was not asked.
    UnknownSort(Sort),
    /// The query is not well sorted, or the solver refused it: a defect of Sepal.
    Internal(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ResourceLimit => f.write_str("the resource limit was reached"),
            Self::TooLarge => write!(f, "a product of more than {MOST_FACTORS} factors"),
            Self::UnknownSort(sort) => write!(f, "proofs do not know values of type `{sort}`"),
            Self::Timeout => f.write_str("the time limit was reached"),
            Self::Incomplete(_) => f.write_str("the solver could not settle its quantifiers or products"),
            Self::Internal(why) => write!(f, "internal error: {why}"),
        }
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The hypotheses imply the goal.
    Unsat,
    /// Values under which the hypotheses hold and the goal does not.
    Sat(Model),
    /// Neither was found.
    Unknown(Reason),
}

impl Answer {
    /// Whether the goal is proved.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Self::Unsat)
    }
    /// The model, if there is one.
    pub fn model(&self) -> Option<&Model> {
        if let Self::Sat(model) = self {
            Some(model)
        } else {
            None
        }
    }
}

/// What a query took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Z3's measure of work; the same at every repetition.
    pub rlimit: u32,
    /// Wall time in microseconds, encoding and model included.
    pub micros: u64,
}

/// An answer and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// What it took.
    pub effort: Effort,
}

#[cfg(test)]
mod tests;
