//! Launches and inputs for runs of a kernel.
//!
//! In: a kernel and random numbers. Out: a launch that is small, or has the size that the kernel requires; constants
//! that are close to those in the kernel's comparisons; arrays of small values, many of which contracts allow.

use crate::random::Random;
use dashu::integer::IBig;
use interp::{shapes, Input, Int, Launch, RequiredSizes, Shape, Value};
use ir::{Dims, FloatFormat, Kernel, Program, Space, Type};
use std::collections::BTreeMap;
use vcgen::replay::integers;

/// Most elements of one array of an input.
const LARGEST: usize = 4096;

/// A launch with an input; `None` if the launch cannot exist with these constants.
pub fn input(program: &Program, kernel: &Kernel, rng: &mut Random) -> Option<(Launch, Input)> {
    let launch = launch(kernel, rng);
    let scalars = scalars(program, kernel, &launch, rng);
    let input = with_arrays(program, kernel, &launch, scalars, rng)?;
    Some((launch, input))
}

/// Values of the kernel's constants. Many of these values are sizes of the launch.
pub fn scalars(program: &Program, kernel: &Kernel, launch: &Launch, rng: &mut Random) -> BTreeMap<String, Value> {
    let (groups, threads) = (i64::from(launch.groups()), i64::from(launch.threads()));
    let integers = integers::worth_trying(program, kernel);
    let mut scalars = BTreeMap::new();
    for scalar in &kernel.scalars {
        // Constants are often sizes, so their values are often sizes of the launch.
        let value = match (scalar.ty.unbounded(), rng.below(6)) {
            (Type::Int, 0) => Value::from(groups * threads),
            (Type::Int, 1) => Value::from(threads),
            (Type::Int, 2) => Value::from(if rng.chance(50) { groups } else { 1 }),
            (Type::Int, 3) => Value::from(rng.pick(&integers).copied().unwrap_or(0)),
            (ty, _) => value(ty, rng),
        };
        scalars.insert(scalar.name.name.clone(), fitted(value, scalar.ty, rng));
    }
    scalars
}

/// An input with these constants and random arrays; `None` if the launch cannot exist with these constants.
pub fn with_arrays(
    program: &Program,
    kernel: &Kernel,
    launch: &Launch,
    scalars: BTreeMap<String, Value>,
    rng: &mut Random,
) -> Option<Input> {
    let integers = integers::worth_trying(program, kernel);
    let mut input = Input { scalars, ..Input::default() };
    let shapes = shapes(program, &kernel.name.name, launch, &input).ok()?;
    for shape in shapes.iter().filter(|shape| shape.space == Space::Global) {
        input.arrays.insert(shape.name.clone(), contents(shape, &integers, rng)?);
    }
    Some(input)
}

/// A small launch in the dimensions of the kernel, with the sizes that the kernel requires.
pub fn launch(kernel: &Kernel, rng: &mut Random) -> Launch {
    let launch = if kernel.dims() == Dims::One {
        let threads = rng.weighted((15, 1), &[(25, 2), (25, 3), (25, 4), (10, 5)]);
        let groups = if kernel.mentions_groups() { rng.weighted((25, 1), &[(45, 2), (30, 3)]) } else { 1 };
        Launch::new(groups, threads)
    } else {
        let block = [0; 3].map(|_| rng.weighted((30, 1), &[(45, 2), (25, 3)]));
        let grid = [0; 3].map(|_| if kernel.mentions_groups() { rng.weighted((60, 1), &[(40, 2)]) } else { 1 });
        Launch::shaped(kernel.dims(), grid, block)
    };
    RequiredSizes::of(kernel).fit(&launch).with_warp(if rng.chance(50) { 2 } else { 32 })
}

/// A small value.
fn value(ty: Type, rng: &mut Random) -> Value {
    let small = rng.below(8) as i64 - 2;
    match ty {
        Type::Int | Type::Machine(_) => Value::from(small),
        Type::Bool | Type::Frac | Type::Resource => Value::from(small % 2 == 0),
        Type::Array(_) | Type::Object(_) => Value::NULL,
        Type::Collection(..) | Type::Enum(_) | Type::Data(_) => Value::zero(ty).unwrap_or(Value::NULL),
        Type::Float(format) => {
            let special = [f64::NAN, f64::INFINITY, -0.0, 0.0, 1e-40];
            let float = if rng.chance(25) { rng.pick(&special).copied().unwrap_or(0.0) } else { small as f64 * 0.75 };
            match format {
                FloatFormat::Single => Value::from(float as f32),
                FloatFormat::Double => Value::from(float),
            }
        }
    }
}

fn contents(shape: &Shape, integers: &[i64], rng: &mut Random) -> Option<Vec<Value>> {
    let length = shape.len().filter(|length| *length <= LARGEST)?;
    let manner = rng.below(5);
    let same = rng.pick(integers).copied().unwrap_or(0);
    let element = |n: usize, rng: &mut Random| match (manner, shape.elem.unbounded()) {
        // Either a permutation that is its own inverse, for arrays of indices; or zeros; or values that a contract may
        // demand; or anything.
        (0, Type::Int) => Value::from(n as i64),
        (1, ty) => Value::zero(ty).unwrap_or_else(|| Value::from(false)),
        (2, Type::Int) => Value::from(same),
        (_, ty) => value(ty, rng),
    };
    let all = (0..length).map(|n| {
        let value = element(n, rng);
        fitted(value, shape.elem, rng)
    });
    Some(all.collect())
}

/// A value of the type: the one that is given, or one near a limit of a machine integer, where arithmetic goes wrong.
fn fitted(value: Value, ty: Type, rng: &mut Random) -> Value {
    let Some(width) = ty.width() else { return value };
    if value.is_of(ty) && !rng.chance(15) {
        return value;
    }
    let near = IBig::from(rng.below(3));
    let limit = if rng.chance(50) { width.greatest() - near } else { width.least() + near };
    Value::Int(Int::from(limit))
}
