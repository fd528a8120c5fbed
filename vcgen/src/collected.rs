//! Mathematical collections in a counterexample.
//!
//! In: a term that is a collection. Out: the terms for which a model must give values, and from a model, the value. A
//! collection of a model may have any number of elements, so only the first ones are asked for.

use interp::{Collection, Int, Value};
use logic::term::{self, SortKind, Term};

use crate::solving::{Model, ModelValue};

/// How many elements of a sequence a model is asked for, at each depth of sequences of sequences.
const ELEMENTS: [usize; 3] = [6, 4, 2];

/// The terms that a model must give values for, to know this value; for a value that is no collection, itself.
pub fn terms(t: &Term) -> Vec<Term> {
    let mut out = Vec::new();
    ask(t, 0, &mut out);
    out
}

fn ask(t: &Term, depth: usize, out: &mut Vec<Term>) {
    match t.sort().kind() {
        SortKind::Seq(_) => {
            out.push(term::length(t));
            let asked = ELEMENTS.get(depth).copied().unwrap_or(0);
            (0..asked).for_each(|i| ask(&element(t, i), depth + 1, out));
        }
        SortKind::Option(_) => {
            out.push(term::is_none(t));
            if depth < ELEMENTS.len() {
                ask(&term::get(t), depth + 1, out);
            }
        }
        SortKind::Tuple(_) => {
            ask(&term::first(t), depth, out);
            ask(&term::second(t), depth, out);
        }
        SortKind::Either(_) => {
            out.push(term::is_left(t));
            if depth < ELEMENTS.len() {
                ask(&term::left(t), depth + 1, out);
                ask(&term::right(t), depth + 1, out);
            }
        }
        _ => out.push(t.clone()),
    }
}

fn element(s: &Term, i: usize) -> Term {
    term::at(s, &term::int(i))
}

/// The value of a term; `None` if the model does not say what it is, or if it has too many elements.
pub fn value(t: &Term, model: &Model, plain: &dyn Fn(&ModelValue) -> Option<Value>) -> Option<Value> {
    of_depth(t, 0, model, plain)
}

fn of_depth(t: &Term, depth: usize, model: &Model, plain: &dyn Fn(&ModelValue) -> Option<Value>) -> Option<Value> {
    match t.sort().kind() {
        SortKind::Seq(_) => {
            let count = usize::try_from(model.int(&term::length(t))?).ok()?;
            if count > ELEMENTS.get(depth).copied().unwrap_or(0) {
                return None;
            }
            let elements = (0..count).map(|i| of_depth(&element(t, i), depth + 1, model, plain));
            elements.collect::<Option<Vec<Value>>>().map(|elements| Value::from(Collection::Seq(elements)))
        }
        SortKind::Option(_) => {
            let held = match truth(&term::is_none(t), model)? {
                true => None,
                false => Some(of_depth(&term::get(t), depth + 1, model, plain)?),
            };
            Some(Value::from(Collection::Option(held)))
        }
        SortKind::Tuple(_) => {
            let first = of_depth(&term::first(t), depth, model, plain)?;
            let second = of_depth(&term::second(t), depth, model, plain)?;
            Some(Value::from(Collection::Tuple([first, second])))
        }
        SortKind::Either(_) => Some(Value::from(match truth(&term::is_left(t), model)? {
            true => Collection::Left(of_depth(&term::left(t), depth + 1, model, plain)?),
            false => Collection::Right(of_depth(&term::right(t), depth + 1, model, plain)?),
        })),
        _ => plain(&model.value(t)?),
    }
}

fn truth(condition: &Term, model: &Model) -> Option<bool> {
    match condition.as_bool() {
        Some(known) => Some(known),
        None => model.bool(condition),
    }
}

/// The value of an element: an integer, a truth value or a constant.
pub fn scalar(value: &ModelValue) -> Option<Value> {
    match value {
        ModelValue::Bool(b) => Some(Value::from(*b)),
        ModelValue::Int(n) => Some(Value::from(Int::from(n.clone()))),
        ModelValue::Enum(of, number) => Some(Value::Enum(of, *number)),
        ModelValue::Real(_) | ModelValue::Float(..) | ModelValue::Opaque(..) => None,
    }
}
