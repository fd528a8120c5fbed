//! Witnesses: values of constants under which hypotheses hold, so that the hypotheses do not contradict each other.
//!
//! In: the values, formulas for the elements of arrays, and a proof of the hypotheses, with these formulas in place of
//! elements, from the equations of the constants with their values. Out: nothing, if the proof is right and the
//! equations hold in some state; otherwise what is wrong.

use super::check::check;
use super::claims::{Cause, Fault};
use super::fill::{filled, Fill};
use super::known::unless;
use super::step::Proof;
use crate::term::{self, for_each_subterm, Op, Role, Symbol, Term};

/// Values under which hypotheses hold, with a proof of that.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Formulas for the elements of arrays, for each array at most one.
    pub fills: Vec<Fill>,
    /// Constants, each once, with their values, which are literals. Other symbols may have any value.
    pub values: Vec<(Symbol, Term)>,
    /// The proof of [`Witness::claim`] from [`Witness::equations`].
    pub proof: Proof,
}

impl Witness {
    /// The equations of the constants with their values.
    pub fn equations(&self) -> Vec<Term> {
        self.values.iter().map(|(symbol, value)| term::eq(term::constant(symbol), value.clone())).collect()
    }

    /// The conjunction of the hypotheses, with the formulas in place of elements.
    pub fn claim(&self, hypotheses: &[Term]) -> Term {
        term::and(hypotheses.iter().map(|h| filled(h, &self.fills)))
    }

    /// Checks that all hypotheses hold in some state.
    pub fn check(&self, hypotheses: &[Term]) -> Result<(), Fault> {
        let wrong = |cause| Fault { step: self.proof.clone(), cause };
        for (n, fill) in self.fills.iter().enumerate() {
            let twice = self.fills.iter().skip(n + 1).any(|other| other.array == fill.array);
            unless(twice || !fill.is_definition(), || Cause::Value(fill.array.clone())).map_err(wrong)?;
        }
        for (n, (symbol, value)) in self.values.iter().enumerate() {
            // Different constants can have any values, one each.
            let twice = self.values.iter().skip(n + 1).any(|(other, _)| other == symbol);
            let literal = matches!(value.op(), Op::Int(_) | Op::Bool(_) | Op::Real(_) | Op::Float(..) | Op::Enum(..));
            let fits = literal && symbol.params().is_empty() && symbol.sort() == value.sort();
            unless(twice || !fits, || Cause::Value(symbol.clone())).map_err(wrong)?;
        }
        // The definition of a function could contradict what a hypothesis says of the function.
        let mut function = None;
        let mut look = |t: &Term| {
            let defined = |s: &&Symbol| {
                !s.params().is_empty()
                    || matches!(s.role(), Role::Function(_) | Role::Reduction | Role::Description | Role::Collection(_))
            };
            function = function.take().or_else(|| t.as_app().filter(defined).cloned());
        };
        hypotheses.iter().for_each(|h| for_each_subterm(h, &mut look));
        function.map_or(Ok(()), |f| Err(wrong(Cause::Value(f))))?;
        check(&self.proof, &self.equations(), &self.claim(hypotheses))
    }
}
