//! The parts of the normaliser, as they are named when a proof is reported.
//!
//! In: the name of a rule or of a step. Out: the part of the normaliser that a proof owes to it.

use super::rules::{GOALS, GRAPH_RULES, LEMMAS, RULES, SUMS};

/// A part of the normaliser that took part in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Prover {
    /// Rules that replace a term by an equal one, and steps that take a goal apart: cases, implications, instances.
    Rewriting,
    /// Computation with numbers: polynomials, sums and products of inequalities, quotients, remainders and digits.
    Arithmetic,
    /// Congruence and rules in the e-graph.
    EGraph,
}

impl Prover {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rewriting, Self::Arithmetic, Self::EGraph];

    /// The word that is printed and written to JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rewriting => "rewriting",
            Self::Arithmetic => "arithmetic",
            Self::EGraph => "e-graph",
        }
    }
}

/// The part of the normaliser that applies a rule or takes a step outside of the e-graph. `None` if no part of it is
/// needed, since a hypothesis is used as it is.
///
/// Rules with guards belong to arithmetic, because guards compare numbers and are decided by adding up inequalities. A
/// contradiction among hypotheses is found among their inequalities.
pub fn prover(name: &str) -> Option<Prover> {
    let tables = [RULES, SUMS, GRAPH_RULES, LEMMAS, GOALS];
    if let Some(rule) = tables.into_iter().flatten().find(|rule| rule.name == name) {
        return Some(if rule.guards.is_empty() { Prover::Rewriting } else { Prover::Arithmetic });
    }
    match name {
        "hypothesis" => None,
        "polynomials" | "bounds" | "products" | "hypotheses-contradict" | "witness" | "float-ranges" => {
            Some(Prover::Arithmetic)
        }
        "congruence" | "true-equation" => Some(Prover::EGraph),
        _ => Some(Prover::Rewriting),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::rules::STEPS;

    #[test]
    fn guards_compare_numbers() {
        let tables = [RULES, SUMS, GRAPH_RULES, LEMMAS, GOALS];
        for rule in tables.into_iter().flatten() {
            for guard in rule.guards {
                let mut variables = guard.split('?').skip(1).filter_map(|after| after.chars().next());
                assert!(variables.all(|v| "ijkmnpqfg".contains(v)), "{}: {guard}", rule.name);
            }
        }
    }

    #[test]
    fn each_step_has_a_part() {
        let none: Vec<&str> = STEPS.iter().copied().filter(|step| prover(step).is_none()).collect();
        assert_eq!(none, ["hypothesis"]);
        let of = |names: &[&str]| names.iter().filter_map(|name| prover(name)).collect::<Vec<_>>();
        assert_eq!(of(&["select-store", "case-split", "float-add-comm"]), [Prover::Rewriting; 3]);
        assert_eq!(of(&["mod-small", "digits", "mod-below", "bounds"]), [Prover::Arithmetic; 4]);
        assert_eq!(of(&["congruence"]), [Prover::EGraph]);
    }
}
