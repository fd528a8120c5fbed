//! The name of the law by which a step shows its claim.

use super::step::Step;

impl Step {
    /// The name of the law: of a rule of the tables, or of the step itself.
    pub fn law(&self) -> &'static str {
        match self {
            Self::Assume(_) => "assume",
            Self::Congruence { .. } => "congruence",
            Self::Replace { .. } => "replace",
            Self::Chain(_) => "chain",
            Self::Flip(_) => "flip",
            Self::Rule { name, .. } => name,
            Self::Commute(_) => "commute",
            Self::Lift { .. } => "lift",
            Self::Sums { .. } => "sums",
            Self::IsTrue(_) => "is-true",
            Self::IsFalse(_) => "is-false",
            Self::Equation(_) => "equation",
            Self::Rewritten(..) => "rewritten",
            Self::FromTrue(_) => "from-true",
            Self::Evaluate { .. } => "evaluate",
            Self::Floats { .. } => "floats",
            Self::UpTo { .. } => "up-to",
            Self::Linear { .. } => "linear",
            Self::Product(_) => "product",
            Self::Discharge { .. } => "discharge",
            Self::Cases { .. } => "cases",
            Self::Disjunction { .. } => "disjunction",
            Self::Generalise { .. } => "generalise",
            Self::Instance { .. } => "instance",
        }
    }
}
