//! Launches and inputs for runs of generated programs.
//!
//! In: a program, what is likely to satisfy its preconditions, and random numbers. Out: a launch with an input. Some
//! values are far from zero.

use super::Annotated;
use crate::differ::inputs::{launch, scalars, with_arrays};
use crate::random::Random;
use interp::{Input, Launch, Value};
use ir::{Kernel, Program, Type};

/// Values that programs seldom expect.
const EXTREME: [i64; 6] = [-1_000_003, -17, 97, 65_536, i64::MAX - 1, i64::MIN + 1];

/// A launch with an input; `None` if the launch cannot exist with these constants.
pub fn start(a: &Annotated, program: &Program, kernel: &Kernel, rng: &mut Random) -> Option<(Launch, Input)> {
    let launch = launch(kernel, rng);
    let mut constants = scalars(program, kernel, &launch, rng);
    for (name, value) in &mut constants {
        let likely = a.scalars.get(name).map_or(&[][..], Vec::as_slice);
        match (rng.pick(likely), rng.below(20)) {
            (Some(likely), 0..=15) => *value = Value::from(*likely),
            (_, 19) => *value = extreme(rng),
            (_, _) => {}
        }
    }
    let mut input = with_arrays(program, kernel, &launch, constants, rng)?;
    for array in kernel.arrays.iter().filter(|array| array.elem == Type::Int) {
        let Some(values) = input.arrays.get_mut(&array.name.name) else { continue };
        let likely = a.elements.get(&array.name.name).map_or(&[][..], Vec::as_slice);
        if let (Some(likely), 0..=15) = (rng.pick(likely), rng.below(20)) {
            values.iter_mut().for_each(|value| *value = Value::from(*likely));
        } else if rng.chance(15) {
            let at = rng.below(values.len());
            values.iter_mut().skip(at).take(1).for_each(|value| *value = extreme(rng));
        }
    }
    Some((launch, input))
}

fn extreme(rng: &mut Random) -> Value {
    Value::from(rng.pick(&EXTREME).copied().unwrap_or(0))
}
