//! The values of a counterexample that a person reads.
//!
//! In: an obligation and a model in which it fails. Out: labels with values, without those that do not exist in the
//! model: a location outside of its array, a branch that is not taken.

use logic::obligation::Obligation;
use logic::term::{self, Term};
use rustc_hash::FxHashSet;

use crate::outcome::Value;
use crate::report::pvl::Words;
use crate::solver::{self, Model};

/// The terms that a model must give values for.
pub fn observed(o: &Obligation, words: Words<'_>) -> Vec<Term> {
    let parts = words.parts(o).into_iter().flat_map(|p| [p.term, p.when]);
    o.shown.iter().map(|s| s.term.clone()).chain(parts).collect()
}

/// What is shown of the model: each label once.
pub fn of(o: &Obligation, words: Words<'_>, model: &Model) -> Vec<Value> {
    let exists = |when: &Term| when.is_true() || model.bool(when).unwrap_or(false);
    let mut seen = FxHashSet::default();
    words
        .values(o)
        .into_iter()
        .filter(|s| exists(&s.when))
        .filter_map(|s| {
            let value = value(&model.value(&s.term)?)?;
            Some(Value { of: s.of, term: Some(s.term), label: s.label, value, thread: s.thread })
        })
        .filter(|v| v.label != v.value)
        .filter(|v| seen.insert((v.label.clone(), v.thread)))
        .collect()
}

/// A value in the source language; none for a float of which only equality matters.
fn value(v: &solver::Value) -> Option<String> {
    Some(match v {
        solver::Value::Bool(b) => b.to_string(),
        solver::Value::Int(n) => n.to_string(),
        solver::Value::Real(r) => term::show(&term::real(r.clone())),
        solver::Value::Float(format, bits) => term::show(&term::float(*format, *bits)),
        solver::Value::Opaque(..) => return None,
    })
}
