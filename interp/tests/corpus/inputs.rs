//! Small launches and inputs of a kernel, in a fixed order.

use dashu::base::RemEuclid;
use dashu::integer::IBig;
use interp::Member;
use interp::{shapes, BadInput, Fill, Input, Int, Launch, RequiredSizes, Rng, Value};
use ir::{Dims, FloatFormat, Kernel, LaunchVar, Program, Space, Type, Width};
use syntax::Reading;

/// Sizes of launches: groups, threads.
const SIZES: &[(u32, u32)] =
    &[(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4), (3, 2), (2, 3), (1, 5), (2, 4), (1, 8), (1, 12)];

/// Sizes of launches in several dimensions: groups, threads.
const SOLIDS: &[([u32; 3], [u32; 3])] = &[
    ([1, 1, 1], [1, 1, 1]),
    ([1, 1, 1], [2, 1, 1]),
    ([1, 1, 1], [1, 2, 2]),
    ([2, 1, 1], [1, 1, 1]),
    ([1, 2, 1], [2, 1, 1]),
    ([1, 1, 1], [3, 2, 1]),
    ([1, 1, 1], [2, 3, 2]),
    ([1, 1, 2], [2, 2, 1]),
    ([2, 2, 1], [2, 2, 1]),
    ([1, 1, 1], [4, 4, 1]),
    ([2, 1, 1], [2, 3, 1]),
];

/// Inputs with more elements than this in an array are not tried.
const LARGEST: usize = 1 << 13;

/// One way to start a kernel.
pub struct Start {
    pub launch: Launch,
    pub input: Input,
}

/// The ways to start a kernel: `rounds` inputs for each launch. Launches with several groups are only for kernels that
/// mention groups. If the kernel requires a size, such as `gsize == 256`, all launches have it.
pub fn starts(program: &Program, kernel: &Kernel, source: &str, rounds: u64) -> Vec<Start> {
    let literals = literals(kernel.node.span.text(source));
    let mut out = Vec::new();
    let lines = SIZES.iter().map(|(groups, threads)| Launch::new(*groups, *threads));
    let solids = SOLIDS.iter().map(|(grid, block)| Launch::shaped(kernel.dims(), *grid, *block));
    let all: Vec<Launch> = if kernel.dims() == Dims::One { lines.collect() } else { solids.collect() };
    let asked = RequiredSizes::of(kernel);
    let mut fitted: Vec<Launch> = Vec::new();
    for launch in all.iter().map(|launch| asked.fit(launch)) {
        if !fitted.contains(&launch) {
            fitted.push(launch);
        }
    }
    // If few launches fit, each of them gets more inputs, so that there are about equally many starts for each kernel.
    let rounds = rounds * (all.len() / fitted.len()) as u64;
    for launch in fitted {
        if launch.groups() > 1 && !kernel.mentions_groups() {
            continue;
        }
        for round in 0..rounds {
            if let Some(input) = input(program, kernel, launch, round, &literals) {
                out.push(Start { launch, input });
            }
        }
    }
    out
}

/// An input, unless its arrays cannot exist.
fn input(program: &Program, kernel: &Kernel, launch: Launch, round: u64, literals: &[i64]) -> Option<Input> {
    let mut rng = Rng::new(round * 7919 + u64::from(launch.groups()) * 64 + u64::from(launch.threads()));
    let mut input = Input::default();
    let count = i64::from(launch.groups() * launch.threads());
    for scalar in &kernel.scalars {
        let mut near =
            vec![count, i64::from(launch.threads()), i64::from(launch.groups()), count - 1, count + 1, 2 * count];
        if kernel.dims() != Dims::One {
            near = [LaunchVar::Tcount, LaunchVar::Gsize].map(|var| launch.values(var, Member::LAUNCH)).concat();
        }
        let n = if rng.below(3) == 0 { near[rng.below(near.len())] } else { rng.below(7) as i64 - 1 };
        let n = if rng.below(4) == 0 && !literals.is_empty() { literals[rng.below(literals.len())] } else { n };
        let n = if round == 0 { count } else { n };
        let sizes = [1, i64::from(launch.groups()), i64::from(launch.threads()), count];
        let n = if round >= 8 && rng.below(2) == 0 { sizes[rng.below(4)] } else { n };
        let value = if round % 2 == 1 && matches!(scalar.ty, Type::Float(_)) {
            special(scalar.ty, &mut rng)
        } else {
            of(scalar.ty, n)
        };
        let _ = input.scalars.insert(scalar.name.name.clone(), value);
    }
    let shapes = match shapes(program, &kernel.name.name, &launch, &input) {
        Ok(shapes) => shapes,
        Err(BadInput::Shape(_)) => return None,
        Err(other) => panic!("{other}"),
    };
    for shape in shapes.iter().filter(|s| s.space == Space::Global) {
        let len = shape.len().filter(|len| *len <= LARGEST)?;
        let values = match (round + rng.below(2) as u64) % 6 {
            0 => Fill::Iota.values(shape)?,
            1 => Fill::Zero.values(shape)?,
            // Like indices: a permutation, and any elements of the array.
            2 | 3 if shape.elem.is_int() => {
                let mut all: Vec<i64> = (0..len as i64).collect();
                (1..len).rev().for_each(|i| all.swap(i, rng.below(i + 1)));
                all.into_iter().map(|n| of(shape.elem, n)).collect()
            }
            2 | 4 if !literals.is_empty() && rng.below(2) == 0 => {
                let one = literals[rng.below(literals.len())];
                (0..len).map(|_| of(shape.elem, if rng.below(9) == 0 { one + 1 } else { one })).collect()
            }
            4 => (0..len).map(|_| of(shape.elem, rng.below(3) as i64 - 1)).collect(),
            _ => (0..len).map(|_| special(shape.elem, &mut rng)).collect(),
        };
        let _ = input.arrays.insert(shape.name.clone(), values);
    }
    Some(input)
}

/// A value of the type that stands for a number.
fn of(ty: Type, n: i64) -> Value {
    match ty {
        Type::Float(FloatFormat::Single) => Value::from(n as f32),
        Type::Float(FloatFormat::Double) => Value::from(n as f64),
        Type::Bool => Value::from(n % 2 == 0),
        Type::Machine(width) => machine(width, n),
        Type::Int | Type::Frac | Type::Resource => Value::from(n),
        Type::Array(_) | Type::Object(_) | Type::Data(_) => Value::Reference(0),
        Type::Enum(of) => Value::Enum(of, n.rem_euclid(i64::from(of.count())) as u32),
        Type::Collection(..) => interp::random_collection(ty, &mut Rng::new(n.unsigned_abs())).expect("a collection"),
    }
}

/// The number, wrapped around to the values of a machine type.
fn machine(width: Width, n: i64) -> Value {
    let least = width.least();
    Value::Int(Int::from((IBig::from(n) - &least).rem_euclid(width.values()) + least))
}

/// How a case is read: a comment at its top, such as `// int: i32`, says which type `int` is in its code.
pub fn reading(source: &str) -> Reading {
    let mut top = source.lines().take_while(|line| line.starts_with("//"));
    let name = top.find_map(|line| line.strip_prefix("// int: "));
    Reading { int: name.map(|name| Width::named(name).expect("a type")) }
}

/// A random value of the type; special floats and the ends of machine types are frequent.
fn special(ty: Type, rng: &mut Rng) -> Value {
    const ODD: [f64; 8] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, 1e300, 1e-320, 0.1];
    let odd = ODD[rng.below(8)];
    match ty {
        Type::Float(FloatFormat::Single) => Value::from(odd as f32),
        Type::Float(FloatFormat::Double) => Value::from(odd),
        Type::Bool => Value::from(rng.below(2) == 0),
        Type::Machine(width) => match rng.below(4) {
            0 => Value::Int(Int::from(width.greatest())),
            1 => Value::Int(Int::from(width.least())),
            _ => machine(width, rng.below(2001) as i64 - 1000),
        },
        Type::Int | Type::Frac | Type::Resource => Value::from(rng.below(2001) as i64 - 1000),
        Type::Array(_) | Type::Object(_) | Type::Data(_) => Value::Reference(0),
        Type::Enum(of) => Value::Enum(of, rng.below(of.constants.len()) as u32),
        Type::Collection(..) => interp::random_collection(ty, rng).expect("a collection"),
    }
}

/// The integers below 1000 in a text. Inputs use them, because the conditions of a kernel compare with them.
fn literals(text: &str) -> Vec<i64> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let mut out: Vec<i64> = words.filter_map(|w| w.parse().ok()).filter(|n| *n < 1000).collect();
    out.sort_unstable();
    out.dedup();
    out
}
