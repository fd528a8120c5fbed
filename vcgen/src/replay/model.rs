//! From a model of the solver to the start of a run.
//!
//! In: the terms of a task's inputs, and a model that gives them values. Out: a launch, arguments and memory by name.
//! Elements that the model says nothing about are 0; whether the contract allows that start, the run finds out.

use dashu::integer::IBig;
use interp::{Input, Int, Launch, Value};
use ir::{Dims, Float, Program, Type};
use logic::obligation::Inputs;
use logic::term::{self, Term};

use super::attempt::Start;
use crate::solving::{Model, ModelValue};

/// The start that a model describes; `None` if its sizes are too large for a run, or if it has no value for a size.
pub fn start(program: &Program, item: &str, inputs: &Inputs, model: &Model) -> Option<Start> {
    let size = |t: &Term| u32::try_from(model.int(t)?).ok().filter(|n| (1..=MOST).contains(n));
    let sizes = |of: fn(&(Term, Term)) -> &Term| {
        let mut out = [1; 3];
        for (out, axis) in out.iter_mut().zip(&inputs.launch) {
            *out = size(of(axis))?;
        }
        Some(out)
    };
    let (block, grid) = (sizes(|(gsize, _)| gsize)?, sizes(|(_, ngroups)| ngroups)?);
    let dims = match inputs.launch.as_slice() {
        [] | [_] => Dims::One,
        [_, _] => Dims::Two,
        _ => Dims::Three,
    };
    let launch = Launch::shaped(dims, grid, block);
    if launch.groups() > MOST || launch.threads() > MOST {
        return None;
    }
    let mut input = Input::default();
    for (name, term) in &inputs.scalars {
        let _ = input.scalars.insert(name.clone(), value(&model.value(term)?)?);
    }
    if inputs.launch.is_empty() {
        return Some(Start { launch, input });
    }
    // There is a shape for each array of the kernel, in the order of their declarations.
    for (n, shape) in interp::shapes(program, item, &launch, &input).ok()?.into_iter().enumerate() {
        let Some((_, array)) = inputs.arrays.iter().find(|(array, _)| array.0 as usize == n) else { continue };
        let len = shape.len().filter(|n| *n <= LONGEST)?;
        let element = |at: usize| {
            let index: Vec<Term> = index(&shape.dims, at).into_iter().map(|i| term::int(IBig::from(i))).collect();
            let known = model.value(&term::select(array, &index)).and_then(|v| value(&v));
            known.or_else(|| Value::zero(shape.elem)).or_else(|| Value::zero(Type::Int))
        };
        let _ = input.arrays.insert(shape.name.clone(), (0..len).map(element).collect::<Option<_>>()?);
    }
    Some(Start { launch, input })
}

/// Largest number of threads in a group, and largest number of groups, of a launch that is run.
const MOST: u32 = 1024;
/// Largest number of elements of an array of a run.
const LONGEST: usize = 1 << 14;

/// The index of an element by its row-major position.
fn index(dims: &[i64], at: usize) -> Vec<i64> {
    let mut rest = i64::try_from(at).unwrap_or(0);
    let mut out = Vec::new();
    for n in dims.iter().rev() {
        out.push(rest.rem_euclid((*n).max(1)));
        rest = rest.div_euclid((*n).max(1));
    }
    out.reverse();
    out
}

fn value(v: &ModelValue) -> Option<Value> {
    match v {
        ModelValue::Bool(b) => Some(Value::from(*b)),
        ModelValue::Int(n) => Some(Value::from(Int::from(n.clone()))),
        ModelValue::Float(format, bits) => Some(Value::Float(Float::from_bits(*format, *bits))),
        // The model only says which other floats this one is equal to, so it has no bits.
        ModelValue::Real(_) | ModelValue::Opaque(..) => None,
    }
}
