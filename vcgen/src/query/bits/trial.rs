//! Facts in which some parts are replaced by proposed values.
//!
//! A model of facts over bit vectors is not yet a counterexample to the facts themselves. If the values of the model
//! replace the operands of operations on bits, these operations can be computed. What remains is a query about integers
//! without operations on bits, whose model is a counterexample.
//!
//! In: ground facts, and values for parts of them. Out: the facts with these values, and equations that the parts have
//! them. Proposals are left out if a fact is then false, or if an operation on bits is left that cannot be computed.

use super::super::floats::fold;
use crate::solving::{Model, ModelValue};
use logic::term::{self, Op, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// The facts with values of a model over bit vectors in the place of terms, at most twice: with values for the terms on
/// which operations on bits depend, and with values for all `leaves`, the terms that constants replace in the model.
pub fn pinned(facts: &[Term], leaves: &[(Term, Term)], model: &Model) -> Vec<Vec<Term>> {
    let values = leaves.iter().filter_map(|(leaf, constant)| Some((leaf.clone(), literal(&model.value(constant)?)?)));
    let all: Vec<(Term, Term)> = values.collect();
    let mut needed: FxHashSet<Term> = FxHashSet::default();
    for operation in operations(facts) {
        term::for_each_subterm(&operation, &mut |t| {
            let _ = needed.insert(t.clone());
        });
    }
    let some = all.iter().filter(|(leaf, _)| needed.contains(leaf)).cloned().collect();
    [some, all].into_iter().filter_map(|values| with(facts, values)).collect()
}

/// The operations on bits in the facts, and the conversions.
fn operations(facts: &[Term]) -> Vec<Term> {
    let mut out = Vec::new();
    term::for_each_subterm_of(facts.iter().filter(|f| f.has_bits()), &mut |t| {
        if matches!(t.op(), Op::Bits(_) | Op::FloatOp(_)) && t.has_bits() {
            out.push(t.clone());
        }
    });
    out
}

/// The facts with the values that a model gives to the integers on which operations on bits depend.
pub fn computed(facts: &[Term], model: &Model) -> Option<Vec<Term>> {
    let mut values: Vec<(Term, Term)> = Vec::new();
    term::for_each_subterm_of(operations(facts).iter(), &mut |t| {
        let leaf = matches!(t.op(), Op::App(_) | Op::Select);
        if let (true, Some(ModelValue::Int(n))) = (leaf, model.value(t)) {
            values.push((t.clone(), term::int(n)));
        }
    });
    with(facts, values)
}

/// The facts with these values in the place of terms; `None` if they cannot be the start of a counterexample.
fn with(facts: &[Term], values: Vec<(Term, Term)>) -> Option<Vec<Term>> {
    let mut memo: FxHashMap<Term, Term> = values.iter().cloned().collect();
    let folded: Vec<Term> = facts.iter().map(|f| fold(f, &mut memo)).filter(|f| !f.is_true()).collect();
    let same = values.into_iter().map(|(leaf, value)| term::eq(leaf, value));
    let all: Vec<Term> = folded.into_iter().chain(same).collect();
    // Where an operation on bits could not be computed, the solver would choose its value freely, and would show a
    // state that does not exist.
    let exact = all.iter().all(|f| !f.is_false() && !f.has_bits());
    exact.then_some(all)
}

/// A value of a model as a term.
fn literal(value: &ModelValue) -> Option<Term> {
    Some(match value {
        ModelValue::Bool(b) => term::bool(*b),
        ModelValue::Int(n) => term::int(n.clone()),
        ModelValue::Float(format, bits) => term::float(*format, *bits),
        ModelValue::Enum(of, number) => term::enum_constant(of, *number),
        ModelValue::Real(_) | ModelValue::Opaque(..) => return None,
    })
}
