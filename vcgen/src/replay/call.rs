//! Functions at arguments: those of the model, and small ones.
//!
//! In: the task of a function of the top level. Out: what goes wrong at some arguments, each failure once.

use interp::{Failure, Input, Launch, Options, Rng, Schedule, Value};
use logic::obligation::Task;
use syntax::typed::{FnId, Function, Program, Type};

use super::attempt::{options, Found, Start, LIMITS};

/// Tuples of arguments that are tried.
const TRIED: usize = 400;

/// The failures of a function; none if it belongs to a kernel.
pub fn failures(program: &Program, task: &Task, model: Option<&Start>) -> Vec<Found> {
    let named = |f: &&Function| f.name.name == task.item && f.name.span == task.span && f.kernel.is_none();
    let Some(at) = program.functions.iter().position(|f| named(&f)) else { return vec![] };
    let Some(function) = program.functions.get(at) else { return vec![] };
    let params = || function.vars.iter().take(function.params);
    let mut out: Vec<Found> = Vec::new();
    let mut rng = Rng::new(1);
    let from_model = model.map(|m| params().map(|p| m.input.scalars.get(&p.name.name).cloned()).collect());
    let small = (0..TRIED).map(|n| params().map(|p| argument(p.ty, n, &mut rng)).collect());
    let tried: Vec<Option<Vec<Value>>> = from_model.into_iter().chain(small).collect();
    for args in tried.into_iter().flatten() {
        let found = interp::call(program, FnId(at as u32), args.clone(), LIMITS.work);
        // What could not be evaluated may be a precondition that excludes these arguments.
        if found.checks.excluded.is_some() || !found.checks.unknown.is_empty() {
            continue;
        }
        let names = params().map(|p| p.name.name.clone());
        for finding in found.checks.findings {
            let seen = |f: &Found| f.failure.code == finding.code && f.failure.span == finding.span;
            if out.iter().any(seen) {
                continue;
            }
            let mut failure = Failure::new(finding.code.what, finding.code.why, finding.span, finding.message);
            failure.related = finding.related;
            let scalars = names.clone().zip(args.clone()).collect();
            let start = Start { launch: Launch::new(1, 1), input: Input { scalars, ..Input::default() } };
            let options: Options = options(Schedule::Canonical, 0);
            // An expression has no state that what went wrong could have spoiled.
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
        Type::Int => Some(Value::from(number)),
        Type::Bool => Some(Value::from(number % 2 == 0)),
        Type::Float(_) => {
            let special = [f64::NAN, f64::INFINITY, -0.0, 0.0];
            let x = special.get(rng.below(8)).copied().unwrap_or(number as f64 / 2.0);
            Some(match ty {
                Type::Float(syntax::typed::FloatFormat::Single) => Value::from(x as f32),
                _ => Value::from(x),
            })
        }
        Type::Frac | Type::Resource => None,
    }
}
