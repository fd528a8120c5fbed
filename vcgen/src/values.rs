//! The values of a counterexample that a person reads.
//!
//! In: an obligation and a model in which it fails. Out: labels with values, without those that do not exist in the
//! model: a location outside of its array, a branch that is not taken.

use logic::obligation::Obligation;
use logic::term::{self, Term};
use rustc_hash::FxHashSet;

use crate::outcome::Value;
use crate::solver::{self, Model};

/// The terms that a model must give values for.
pub fn observed(o: &Obligation) -> Vec<Term> {
    let parts = o.parts.iter().flat_map(|p| [&p.shown.term, &p.when]);
    o.shown.iter().map(|s| &s.term).chain(parts).cloned().collect()
}

/// What is shown of the model: each label once.
pub fn of(o: &Obligation, model: &Model) -> Vec<Value> {
    let exists = |when: &Term| model.bool(when).unwrap_or(false);
    let parts = o.parts.iter().filter(|p| exists(&p.when)).map(|p| &p.shown);
    let mut seen = FxHashSet::default();
    o.shown
        .iter()
        .chain(parts)
        .filter_map(|s| {
            let value = value(&model.value(&s.term)?)?;
            Some(Value { of: s.of, term: Some(s.term.clone()), label: s.full_label(), value, thread: s.thread })
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
