//! The values of a counterexample: the terms for which a model must give values, and the values that are printed.
//!
//! In: an obligation and a model in which it fails. Out: labels with values, without those that do not exist in the
//! model: a location outside of its array, a branch that is not taken.

use dashu::integer::IBig;
use ir::{Program, ValueOf};
use logic::obligation::{Inputs, Obligation};
use logic::term::{self, is_collection, Term};
use rustc_hash::FxHashSet;

use crate::collected;
use crate::outcome::ShownValue;
use crate::referred;
use crate::report::pvl::Words;
use crate::solving::{Model, ModelValue};

/// The terms that a model must give values for.
pub fn observed(o: &Obligation, words: Words<'_>) -> Vec<Term> {
    let parts = words.parts(o).into_iter().flat_map(|p| [p.term, p.when]);
    o.shown.iter().map(|s| s.term.clone()).chain(parts).flat_map(|t| collected::terms(&t)).collect()
}

/// The values of a model that are shown, each label once.
pub fn of(o: &Obligation, words: Words<'_>, model: &Model) -> Vec<ShownValue> {
    let exists = |when: &Term| when.is_true() || model.bool(when).unwrap_or(false);
    let mut seen = FxHashSet::default();
    words
        .values(o)
        .into_iter()
        .filter(|s| exists(&s.when))
        .filter_map(|s| {
            let value = match model.value(&s.term) {
                _ if is_collection(s.term.sort()) => collected::value(&s.term, model, &collected::scalar)?.to_string(),
                Some(ModelValue::Int(n)) if s.reference => reference(&n),
                Some(other) => value(&other)?,
                None => return None,
            };
            Some(ShownValue { of: s.of, term: Some(s.term), label: s.label, value, thread: s.thread })
        })
        .filter(|v| v.label != v.value)
        .filter(|v| seen.insert((v.label.clone(), v.thread)))
        .collect()
}

/// Whether the values of a counterexample, or of a run, show that a measure is negative.
pub fn shows_negative_measure(values: &[ShownValue]) -> bool {
    let negative = |v: &ShownValue| v.value.parse::<IBig>().is_ok_and(|n| n < IBig::ZERO);
    values.iter().any(|v| v.of == ValueOf::Measure && negative(v))
}

/// The text of a value in the source language. `None` for a float without bits: the model only says which other floats
/// it is equal to.
fn value(v: &ModelValue) -> Option<String> {
    Some(match v {
        ModelValue::Bool(b) => b.to_string(),
        ModelValue::Int(n) => n.to_string(),
        ModelValue::Real(r) => term::show(&term::real(r.clone())),
        ModelValue::Float(format, bits) => term::show(&term::float(*format, *bits)),
        ModelValue::Enum(of, number) => of.constant(*number),
        ModelValue::Opaque(..) => return None,
    })
}

/// The text of a reference: references with one number are equal.
fn reference(number: &IBig) -> String {
    if *number == IBig::ZERO {
        "null".to_owned()
    } else {
        format!("reference {number}")
    }
}

/// Elements of an array in each dimension for which a model is asked: enough for small worlds, where sizes are at most
/// 4 and lengths are products of two sizes.
const ELEMENTS: [i32; 3] = [17, 6, 4];

/// The terms whose values are the start of a run: the sizes of the launch, the scalars, and the first elements of
/// arrays, also of those to which references lead.
pub fn of_start(program: &Program, inputs: &Inputs) -> Vec<Term> {
    let launch = inputs.launch.iter().flat_map(|(gsize, ngroups)| [gsize.clone(), ngroups.clone()]);
    let scalars = inputs.scalars.iter().flat_map(|(_, t)| collected::terms(t));
    let elements = inputs.arrays.iter().flat_map(|(_, array)| {
        let indices = indices(dims(array));
        indices.into_iter().map(|i| term::select(array, &i))
    });
    let referred = inputs.referred.iter().flat_map(|referred| referred::terms(program, referred));
    launch.chain(inputs.thread.iter().cloned()).chain(scalars).chain(elements).chain(referred).collect()
}

fn dims(array: &Term) -> usize {
    array.sort().as_array().map_or(0, |(keys, _)| keys.len())
}

/// All indices of an array with that many dimensions for which a model is asked.
fn indices(dims: usize) -> Vec<Vec<Term>> {
    let Some(extent) = dims.checked_sub(1).and_then(|d| ELEMENTS.get(d)) else { return vec![] };
    (0..dims).fold(vec![vec![]], |all: Vec<Vec<Term>>, _| {
        let longer = |i: &Vec<Term>, n: i32| i.iter().cloned().chain([term::int(n)]).collect::<Vec<_>>();
        all.iter().flat_map(|i| (0..*extent).map(|n| longer(i, n)).collect::<Vec<_>>()).collect()
    })
}
