//! From a model of the solver to the start of a run.
//!
//! In: the terms of a task's inputs, and a model that gives them values. Out: a launch, arguments and memory by name.
//! Elements that the model says nothing about are 0; whether the contract allows that start, the run finds out.

use dashu::integer::IBig;
use interp::{Input, Int, Launch, Member, Shape, ThreadId, Value};
use ir::{Axis, Dims, Float, LaunchVar, Program, Type, ValueOf};
use logic::obligation::Inputs;
use logic::term::{self, Term};

use super::attempt::Start;
use crate::collected;
use crate::outcome::ShownValue;
use crate::referred;
use crate::solving::{Model, ModelValue};

/// The start that a model describes; `None` if its sizes are too large for a run, or if it has no value for a size.
pub fn start(program: &Program, item: &str, inputs: &Inputs, model: &Model) -> Option<Start> {
    within(MOST, program, item, inputs, model)
}

/// The start that a model describes, also if its launch is larger than those of [`start`].
pub fn large_start(program: &Program, item: &str, inputs: &Inputs, model: &Model) -> Option<Start> {
    let start = within(LARGEST, program, item, inputs, model)?;
    let threads = start.launch.threads().checked_mul(start.launch.groups())?;
    (threads <= LARGEST).then_some(start)
}

/// The start that a model describes, if it has at most so many threads in a group, and at most so many groups.
fn within(most: u32, program: &Program, item: &str, inputs: &Inputs, model: &Model) -> Option<Start> {
    let size = |t: &Term| u32::try_from(model.int(t)?).ok().filter(|n| (1..=most).contains(n));
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
    if launch.groups() > most || launch.threads() > most {
        return None;
    }
    let mut input = Input::default();
    for (name, term) in &inputs.scalars {
        let _ = input.scalars.insert(name.clone(), collected::value(term, model, &value)?);
    }
    if let Some(referred) = &inputs.referred {
        let of_term = |t: &Term| model.value(t).and_then(|v| value(&v));
        let (references, objects) = referred::of_model(program, referred, model, &of_term)?;
        for (name, term) in &inputs.scalars {
            let known = references.iter().find(|(reference, _)| reference == term);
            known.into_iter().for_each(|(_, reference)| drop(input.scalars.insert(name.clone(), reference.clone())));
        }
        return Some(Start { objects, ..Start::new(launch, input) });
    }
    if inputs.launch.is_empty() {
        return Some(Start::new(launch, input));
    }
    // There is a shape for each array of the kernel, in the order of their declarations.
    for (n, shape) in interp::shapes(program, item, &launch, &input).ok()?.into_iter().enumerate() {
        let Some((_, array)) = inputs.arrays.iter().find(|(array, _)| array.0 as usize == n) else { continue };
        let len = shape.len()?;
        if !shape.initial.is_empty() {
            let _ = input.arrays.insert(shape.name.clone(), shape.initial.to_vec());
            continue;
        }
        if len > LONGEST {
            if most < LARGEST || len > 2 * LARGEST as usize {
                return None;
            }
            let _ = input.arrays.insert(shape.name.clone(), long(&shape, len, array, model)?);
            continue;
        }
        let element = |at: usize| {
            let index: Vec<Term> = index(&shape.dims, at).into_iter().map(|i| term::int(IBig::from(i))).collect();
            let known = model.value(&term::select(array, &index)).and_then(|v| value(&v));
            known.or_else(|| Value::zero(shape.elem)).or_else(|| Value::zero(Type::Int))
        };
        let _ = input.arrays.insert(shape.name.clone(), (0..len).map(element).collect::<Option<_>>()?);
    }
    Some(Start::new(launch, input))
}

/// The elements of a long array: zeros, except for those whose values the model has.
fn long(shape: &Shape, len: usize, array: &Term, model: &Model) -> Option<Vec<Value>> {
    let zero = Value::zero(shape.elem).or_else(|| Value::zero(Type::Int))?;
    let mut out = vec![zero; len];
    for (index, known) in model.elements(array) {
        let inside = |(n, dim): (&IBig, &i64)| i64::try_from(n).ok().filter(|n| (0..*dim).contains(n));
        let index: Option<Vec<i64>> = index.iter().zip(&shape.dims).map(inside).collect();
        let at = index.map(|index| index.iter().zip(&shape.dims).fold(0, |at, (n, dim)| at * dim + n));
        let place = at.and_then(|at| out.get_mut(usize::try_from(at).ok()?));
        if let (Some(place), Some(value)) = (place, value(known)) {
            *place = value;
        }
    }
    Some(out)
}

/// The threads that a counterexample names.
pub fn named(values: &[ShownValue], launch: &Launch) -> Vec<ThreadId> {
    let mut out: Vec<ThreadId> = [1, 2].into_iter().filter_map(|thread| named_thread(values, launch, thread)).collect();
    out.dedup();
    out
}

/// The thread of which the values with this number are.
fn named_thread(values: &[ShownValue], launch: &Launch, thread: u8) -> Option<ThreadId> {
    let shown = |var: LaunchVar, axis: Axis| {
        let mut all = values.iter().filter(|v| v.thread == thread && v.of == ValueOf::Launch(var, axis));
        all.find_map(|v| v.value.parse::<u32>().ok())
    };
    // Positions are counted in x, then in y, then in z.
    let (mut group, mut lid) = (0_u32, 0_u32);
    for axis in launch.axes().iter().rev() {
        let size = |var| launch.value(var, *axis, Member::LAUNCH).and_then(|n| u32::try_from(n).ok());
        let (gsize, ngroups) = (size(LaunchVar::Gsize)?, size(LaunchVar::Ngroups)?);
        let tid = shown(LaunchVar::Tid, *axis);
        let own_group = shown(LaunchVar::Gid, *axis).or_else(|| tid?.checked_div(gsize));
        let own_lid = shown(LaunchVar::Lid, *axis).or_else(|| tid?.checked_rem(gsize))?;
        group = group.checked_mul(ngroups)?.checked_add(own_group.or((ngroups == 1).then_some(0))?)?;
        lid = lid.checked_mul(gsize)?.checked_add(own_lid)?;
    }
    Some(ThreadId { group, lid }).filter(|t| t.group < launch.groups() && t.lid < launch.threads())
}

/// Largest number of threads in a group, and largest number of groups, of a launch that is run in several ways.
const MOST: u32 = 1024;
/// Largest number of threads of a launch that is run once, with the threads first that a counterexample names.
const LARGEST: u32 = 1 << 20;
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
        ModelValue::Enum(of, number) => Some(Value::Enum(of, *number)),
        ModelValue::Real(fraction) => Some(Value::from(fraction.clone())),
        // The model only says which other floats this one is equal to, so it has no bits.
        ModelValue::Opaque(..) => None,
    }
}
