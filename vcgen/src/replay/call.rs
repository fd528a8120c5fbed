//! Pure functions at concrete arguments: those of the solver's model, and small ones.
//!
//! In: the task of a function that does not belong to a kernel. Out: the failures at some arguments, each once.

use dashu::rational::RBig;
use interp::{Failure, Input, Launch, Options, Rng, Schedule, Value};
use ir::{Function, ItemId, Program, Type, VarDecl};
use logic::obligation::Task;

use super::attempt::{options, Found, Start, LIMITS};

/// Largest number of tuples of arguments that are tried.
const TRIED: usize = 400;
/// No more tuples are tried after this many at which the function has no value within the limits: its recursion
/// probably never ends.
const OPEN: usize = 40;

/// The failures of a function at the arguments of a model.
pub fn from_model(program: &Program, task: &Task, model: &Start) -> Vec<Found> {
    failures(program, task, |f| vec![arguments(f, model)])
}

/// The arguments of a function in a model.
pub fn arguments(function: &Function, model: &Start) -> Option<Vec<Value>> {
    let value = |p: &VarDecl| model.input.scalars.get(&p.name.name).cloned();
    function.vars.iter().take(function.params).map(value).collect()
}

/// The failures of a function at small arguments.
pub fn search(program: &Program, task: &Task) -> Vec<Found> {
    failures(program, task, |f| small_arguments(f).into_iter().map(Some).collect())
}

/// Small arguments of a function, each tuple once, the smallest first.
pub fn small_arguments(function: &Function) -> Vec<Vec<Value>> {
    let mut rng = Rng::new(1);
    let mut out: Vec<Vec<Value>> = Vec::new();
    for n in 0..TRIED {
        let args: Option<Vec<Value>> =
            function.vars.iter().take(function.params).map(|p| argument(p.ty, n, &mut rng)).collect();
        out.extend(args.filter(|args| !out.contains(args)));
    }
    out
}

/// The failures at the arguments that `tried` proposes; none if the function belongs to a kernel.
fn failures(program: &Program, task: &Task, tried: impl Fn(&Function) -> Vec<Option<Vec<Value>>>) -> Vec<Found> {
    let ItemId::Function(id) = task.id else { return vec![] };
    let Some(function) = program.function(id).filter(|f| f.kernel.is_none()) else { return vec![] };
    let params = || function.vars.iter().take(function.params);
    let mut out: Vec<Found> = Vec::new();
    let mut open = 0;
    for args in tried(function).into_iter().flatten() {
        let found = interp::call(program, id, args.clone(), LIMITS.work);
        // A clause that could not be evaluated may be a precondition that excludes these arguments.
        if found.checks.excluded.is_some() || !found.checks.unknown.is_empty() {
            open += usize::from(found.checks.excluded.is_none());
            if open >= OPEN {
                break;
            }
            continue;
        }
        let names = params().map(|p| p.name.name.clone());
        for finding in found.checks.findings {
            let seen = |f: &Found| f.failure.code == finding.code && f.failure.node == finding.node;
            if out.iter().any(seen) {
                continue;
            }
            let mut failure = Failure::new(finding.code.what, finding.code.why, finding.node, finding.message);
            failure.related = finding.related;
            let scalars = names.clone().zip(args.clone()).collect();
            let start = Start::new(Launch::new(1, 1), Input { scalars, ..Input::default() });
            let options: Options = options(Schedule::Canonical, 0);
            // An expression has no state, so an earlier failure cannot be the cause of this one.
            out.push(Found { failure, start, options, first: true });
        }
    }
    out
}

/// Small values first, then ones that are less small.
fn argument(ty: Type, attempt: usize, rng: &mut Rng) -> Option<Value> {
    let reach = 2 + attempt / 20;
    let number = rng.below(2 * reach + 1) as i64 - reach as i64;
    match ty {
        Type::Int | Type::Machine(_) => Some(Value::from(number)),
        Type::Bool => Some(Value::from(number % 2 == 0)),
        Type::Float(_) => {
            let special = [f64::NAN, f64::INFINITY, -0.0, 0.0];
            let x = special.get(rng.below(8)).copied().unwrap_or(number as f64 / 2.0);
            Some(match ty {
                Type::Float(ir::FloatFormat::Single) => Value::from(x as f32),
                _ => Value::from(x),
            })
        }
        Type::Collection(..) => interp::random_collection(ty, rng),
        Type::Enum(of) => Some(Value::Enum(of, rng.below(of.constants.len()) as u32)),
        Type::Frac => Some(fraction(number)),
        Type::Resource | Type::Array(_) | Type::Object(_) | Type::Data(_) => None,
    }
}

/// A fraction that a small integer stands for: `1`, and with larger integers smaller amounts; the others are outside of
/// the range of most amounts.
pub(super) fn fraction(number: i64) -> Value {
    let fraction = match number {
        0 => RBig::ONE,
        1.. => RBig::from_parts(1.into(), (number.unsigned_abs() + 1).into()),
        _ => RBig::from(number + 1),
    };
    Value::from(fraction)
}
