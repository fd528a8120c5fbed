//! A question to a solver, and how much the answer may cost.

use super::sorts::unknown_sort;
use logic::term::{any_subterm, bool, for_each_subterm_of, Op, Sort, Term};

/// How the solver treats floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Floats {
    /// Operations are unknown functions, commutative where IEEE's are; literals are distinct values. A proof holds
    /// for IEEE floats; a model may not.
    #[default]
    Uninterpreted,
    /// IEEE 754 bit by bit; multiplication can take seconds.
    BitPrecise,
}

/// How the solver treats integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Integers. Operations on the bits of unknown ones are unknown functions.
    #[default]
    Exact,
    /// Signed bit vectors with this number of bits. The caller has made sure that no operation wraps. The query has no
    /// quantifiers and no memory, its floats are bit-precise, and a model of it has the values of its constants alone.
    Bits(u32),
}

/// Do the hypotheses imply the goal?
#[derive(Clone, Debug)]
pub struct Query {
    /// The hypotheses.
    pub hyps: Vec<Term>,
    /// The goal, which must follow from the hypotheses.
    pub goal: Term,
    /// Further terms that a model must give values for.
    pub observe: Vec<Term>,
    /// Conditions that make a model easier to read: a model that satisfies the first of them is preferred, then one
    /// that satisfies the second, and so on. An answer without a model does not depend on these conditions.
    pub prefer: Vec<Term>,
    /// How floats are treated.
    pub floats: Floats,
    /// How integers are treated.
    pub integers: Integers,
    /// Whether floats and bits are turned into truth values before the search, which is many times faster. The query
    /// has no quantifiers, floats are constants of it, and it has no model unless integers are bits, too.
    pub blast: bool,
}

impl Query {
    /// Asks whether the hypotheses imply the goal.
    pub fn prove(hyps: Vec<Term>, goal: Term) -> Self {
        Self {
            hyps,
            goal,
            observe: Vec::new(),
            prefer: Vec::new(),
            floats: Floats::default(),
            integers: Integers::default(),
            blast: false,
        }
    }

    /// Asks whether the hypotheses contradict each other: [`super::Answer::Unsat`] if so.
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
            found = found.or_else(|| unknown_sort(t));
        });
        found
    }

    fn any(&self, test: impl Fn(&Term) -> bool) -> bool {
        self.hyps.iter().chain([&self.goal]).any(|t| any_subterm(t, &test))
    }
}

/// How much the answer to a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The solver's own measure of work, the same on every machine; 0 is no limit.
    pub rlimit: u32,
    /// Wall time in milliseconds, behind `rlimit`; 0 is no limit.
    pub timeout_ms: u32,
    /// Whether quantifiers are instantiated from models. Off: a false quantified goal stays unknown, quickly.
    /// On: it may get a model.
    pub mbqi: bool,
    /// Whether equations are combined in all ways that the solver knows: to integer cuts by Hermite normal forms, and
    /// to Gröbner bases where there are products. Both decide a few long searches. They take a third or half of the
    /// time of short ones, and count little in `rlimit`.
    pub thorough: bool,
    /// The solver's choices where it is free, and the order in which it meets the hypotheses and what they declare: as
    /// the solver and the query have them for 0, otherwise pseudo-random, and the same for the same number.
    pub seed: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rlimit: 20_000_000, timeout_ms: 10_000, mbqi: false, thorough: true, seed: 0 }
    }
}
