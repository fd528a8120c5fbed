//! A bounded search for runs that go wrong, in tiny launches and with values that often show mistakes.
//!
//! In: a kernel. Out: the runs, and their failures, each once, from the smallest launch that shows it. Most starts
//! violate the contract; a run notices that before its first step, so many starts can be tried.

use interp::{Bounds, Fill, Input, Int, Launch, Options, Outcome, Rng, Schedule, Shape, Value};
use ir::{Expr, ExprKind, FloatFormat, Kernel, Language, Program, ScalarDecl, ScalarId, Space, Type};

use super::attempt::{self, may_begin, once, options, Runs, Stage, Start};
use super::begun;
use super::call::fraction;
use super::integers;
use super::launches::{launches, sizes};

/// Largest number of starts that are tried in a launch.
const TRIED: u32 = 150;
/// Largest number of starts in a launch that the contract allows and that are run.
const ALLOWED: u32 = 12;
/// The same where runs check no contract but the preconditions: nobody says what the kernel is for, so that many of
/// these starts do nothing.
const ALLOWED_BARE: u32 = 24;
/// The length of the arrays of files of C in every second start: longer than what a tiny launch needs.
const ROOMY: i64 = 64;
/// The number of the first start in which all elements of an array of integers are equal: to the first number of
/// `integers` in this start, to the second in the next one, and so on.
const SAME: u32 = 16;
/// The number of the first start in which arrays of machine integers have the limits of their type as elements. Scalars
/// have these limits one start later.
const LIMITS: u32 = 5;
/// The number of the first start in which a scalar may be any of `integers`, and not only a size of the launch.
pub const FREE: u32 = 8;
/// No further run is started once all runs together have this many steps.
const STEPS: u64 = 400_000;
/// No further run is started once all runs together have evaluated this many nodes of contracts and functions.
const WORK: u64 = 8_000_000;
/// Largest number of nodes that one more run may evaluate if contracts about long arrays stopped all other runs.
const PATIENT: u64 = 4_000_000;
/// Launches of at most this many threads are run in every order of their threads.
const FEW: u32 = 3;
/// Largest number of starts of such a launch that are run in every order.
const EXPLORED: u32 = 2;
/// Largest number of orders for each of these starts.
const ORDERS: u64 = 300;
/// Largest number of steps of one run. A run of a tiny launch that takes longer probably never ends.
const SHORT: u64 = 4_000;
/// The same if the preconditions leave one launch only. A run of that launch is what a person has asked for.
const ONLY: u64 = 1_000_000;

/// Runs of tiny launches.
pub fn runs(stage: Stage<'_>) -> Runs {
    let Stage { program, kernel, .. } = stage;
    let mut out = Runs::default();
    let integers = integers::worth_trying(program, kernel);
    // Atomics share memory that no contract describes, so the order of the threads decides what goes wrong.
    let explores = kernel.body.has_atomic();
    let (mut spent, mut worked, mut cut) = (0, 0, None);
    let launches: Vec<Launch> = launches(kernel, &integers).collect();
    let only = launches.len() == 1;
    let (short, steps) = if only { (ONLY, 2 * ONLY) } else { (SHORT, STEPS) };
    'all: for launch in launches {
        let mut rng = Rng::new(u64::from(launch.threads()) << 8 | u64::from(launch.groups()));
        let mut allowed = 0;
        for attempt in 0..TRIED {
            let Some(input) = input(program, kernel, &launch, &integers, attempt, &mut rng) else { continue };
            let start = Start::new(launch, input);
            if !may_begin(stage, &start, attempt::LIMITS) {
                if no_choice(kernel) {
                    break;
                }
                continue;
            }
            // No obligation says which inputs matter here, and bare runs do not look at preconditions.
            if explores && stage.bare && !begun::allows(stage, &start) {
                continue;
            }
            let mut go = |schedule, seed| {
                let mut options = options(schedule, seed);
                options.limits.steps = short;
                let effort = once(stage, &start, options, &mut out);
                spent += effort.steps.unwrap_or(0);
                worked += effort.work;
                if effort.cut && effort.steps.is_some_and(|steps| steps < short) {
                    let _ = cut.get_or_insert_with(|| start.clone());
                }
                effort.steps.is_some()
            };
            if go(Schedule::Canonical, u64::from(attempt)) {
                allowed += 1;
                let _ = go(Schedule::Reversed, 7);
                let _ = go(Schedule::Random(u64::from(attempt)), 8);
                if explores && launch.threads() * launch.groups() <= FEW && allowed <= EXPLORED {
                    spent += every_order(stage, &start, &mut out);
                }
            }
            if spent > steps || worked > WORK {
                break 'all;
            }
            if allowed == if stage.bare { ALLOWED_BARE } else { ALLOWED } || no_choice(kernel) {
                break;
            }
        }
    }
    if let Some(start) = cut {
        let mut options = options(Schedule::Canonical, 0);
        (options.limits.steps, options.limits.work) = (short, PATIENT);
        let _ = once(stage, &start, options, &mut out);
    }
    out
}

/// Runs one start in every order of its threads, as far as the bounds allow. Returns the approximate number of steps.
fn every_order(stage: Stage<'_>, start: &Start, out: &mut Runs) -> u64 {
    let Stage { program, kernel, .. } = stage;
    let mut options = options(Schedule::Canonical, 9);
    (options.keep_going, options.contracts) = (false, !stage.bare);
    options.limits.steps = SHORT;
    let bounds = Bounds { runs: ORDERS, length: 200 };
    let found = interp::explore(program, &kernel.name.name, &start.launch, &start.input, &options, &bounds);
    let Ok(found) = found else { return 0 };
    // Interleavings that an `assume` excludes do not count. Failures in the other interleavings do.
    let assumed = |o: &Outcome| matches!(o, Outcome::OutsideAssumption { .. });
    if !found.unknown.is_empty() || !found.others.iter().all(assumed) {
        return 0;
    }
    for (failure, schedule) in found.failures.iter().filter(|(failure, _)| !stage.is_between_groups(failure)) {
        out.note(vec![failure], start, &Options { schedule: schedule.clone(), ..options.clone() });
    }
    (found.runs + found.covered) * 20
}

/// Whether a launch has only one start: the kernel has no constants and no global memory.
fn no_choice(kernel: &Kernel) -> bool {
    kernel.scalars.is_empty() && !kernel.arrays.iter().any(|a| a.space == Space::Global)
}

/// The scalars and the memory of the start with this number. Simple values come first.
pub fn input(
    program: &Program,
    kernel: &Kernel,
    launch: &Launch,
    integers: &[i64],
    attempt: u32,
    rng: &mut Rng,
) -> Option<Input> {
    let mut input = Input::default();
    let (sizes, required) = (sizes(launch), interp::required_scalars(kernel));
    for (id, s) in (0..).map(ScalarId).zip(&kernel.scalars) {
        // Without arrays, no number need be the length of one.
        let free = kernel.arrays.is_empty() || attempt >= FREE;
        let value = match required.get(&id) {
            Some(only) => Value::Int(only.clone()),
            None if attempt % 2 == 1 && is_length(program, kernel, id) => Value::from(ROOMY),
            None => scalar(s, &sizes, integers, (attempt, free), rng)?,
        };
        let _ = input.scalars.insert(s.name.name.clone(), value);
    }
    let shapes = interp::shapes(program, &kernel.name.name, launch, &input).ok()?;
    for (n, shape) in shapes.iter().enumerate() {
        if kernel.arrays.get(n).is_some_and(|a| a.space == Space::Global) {
            let values = match shape.initial.is_empty() {
                true => array(shape, integers, attempt, rng)?,
                false => shape.initial.to_vec(),
            };
            let _ = input.arrays.insert(shape.name.clone(), values);
        }
    }
    Some(input)
}

/// Whether a constant of a kernel of C is the length of an array to which a parameter points.
fn is_length(program: &Program, kernel: &Kernel, id: ScalarId) -> bool {
    let is_first =
        |dims: &[Expr]| dims.first().is_some_and(|first| matches!(first.kind, ExprKind::Scalar(s) if s == id));
    program.language != Language::Pvl && kernel.arrays.iter().any(|array| is_first(&array.dims))
}

/// The value of a scalar: a size of the launch; or, if it is `free`, perhaps any of `integers`.
pub fn scalar(
    s: &ScalarDecl,
    sizes: &[i64],
    integers: &[i64],
    (attempt, free): (u32, bool),
    rng: &mut Rng,
) -> Option<Value> {
    let pick = |from: &[i64], rng: &mut Rng| from.get(rng.below(from.len())).copied().unwrap_or(0);
    if let Some(limit) = at_limit(s.ty, attempt.wrapping_sub(LIMITS + 1)) {
        return Some(limit);
    }
    let number = if !free || rng.below(2) == 0 { pick(sizes, rng) } else { pick(integers, rng) };
    Some(match s.ty {
        Type::Int | Type::Machine(_) => Value::from(number),
        Type::Bool => Value::from(rng.below(2) == 1),
        Type::Float(_) => special_or(Value::zero(s.ty)?, s.ty, rng),
        Type::Collection(..) => return interp::random_collection(s.ty, rng),
        Type::Enum(of) => Value::Enum(of, rng.below(of.constants.len()) as u32),
        Type::Frac => fraction(number),
        Type::Resource | Type::Array(_) | Type::Object(_) | Type::Data(_) => return None,
    })
}

/// The elements of an array, which depend on the number of the start: 0, 1, 2 and so on (as an injective index); zeros;
/// indices of the array; a permutation; small numbers. From [`SAME`] on, all elements are one number, because a
/// contract may require that.
pub fn array(shape: &Shape, integers: &[i64], attempt: u32, rng: &mut Rng) -> Option<Vec<Value>> {
    let len = shape.len().filter(|n| *n <= 1 << 12)?;
    if let Some(limit) = at_limit(shape.elem, attempt.wrapping_sub(LIMITS)) {
        return Some(vec![limit; len]);
    }
    let ints = shape.elem.is_int();
    let same = attempt.checked_sub(SAME).and_then(|n| integers.get(n as usize));
    if let (Some(number), true) = (same, ints) {
        return Some(vec![Value::from(*number); len]);
    }
    Some(match if attempt < 5 { attempt } else { rng.below(5) as u32 } {
        0 => Fill::Iota.values(shape)?,
        1 => Fill::Zero.values(shape)?,
        2 if ints => (0..len).map(|_| Value::from(rng.below(len.max(1)) as i64)).collect(),
        3 if ints => shuffled(len, rng),
        2 | 3 => {
            let mut values = Fill::Random(rng.bits()).values(shape)?;
            for v in &mut values {
                *v = special_or(v.clone(), shape.elem, rng);
            }
            values
        }
        _ => Fill::Random(rng.bits()).values(shape)?,
    })
}

/// The limits of a machine integer, which often show an overflow: the greatest value in the first of these starts, and
/// the least value in the second.
fn at_limit(ty: Type, start: u32) -> Option<Value> {
    let limit = match start {
        0 => ty.width()?.greatest(),
        1 => ty.width()?.least(),
        _ => return None,
    };
    Some(Value::Int(Int::from(limit)))
}

fn shuffled(len: usize, rng: &mut Rng) -> Vec<Value> {
    let mut out: Vec<Value> = (0..len).map(|n| Value::from(n as i64)).collect();
    for n in (1..len).rev() {
        out.swap(n, rng.below(n + 1));
    }
    out
}

/// The value, or sometimes NaN, infinity or negative zero, for which many laws about numbers are false.
fn special_or(value: Value, ty: Type, rng: &mut Rng) -> Value {
    let special = [f64::NAN, f64::INFINITY, -0.0, 1.0, -1.5];
    match (special.get(rng.below(12)), ty) {
        (Some(x), Type::Float(FloatFormat::Double)) => Value::from(*x),
        (Some(x), Type::Float(FloatFormat::Single)) => Value::from(*x as f32),
        _ => value,
    }
}
