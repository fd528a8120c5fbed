//! Small runs of the procedures of a program outside of kernels, with arrays, objects and sequences for parameters.
//!
//! In: a program. Out: runs. The first arguments are small numbers and arrays of one length; later ones differ, and
//! arrays and objects may be missing or the same.

use interp::host::{run_host, HostInput, HostRun};
use interp::{Limits, Options, Rng, Schedule, Uninitialised, Value};
use ir::{ProcId, Procedure, Program, Type};

/// How many arguments are tried for each procedure.
const TRIED: u64 = 120;
/// How many arrays and objects there are before references to further objects are `null`.
const MOST_OBJECTS: usize = 5;

/// The runs of all procedures outside of kernels that have code, each with its name.
pub fn runs(program: &Program) -> Vec<(String, HostRun)> {
    let mut out = Vec::new();
    for (id, procedure) in (0..).map(ProcId).zip(&program.procedures) {
        if procedure.kernel.is_some() || procedure.body.is_none() {
            continue;
        }
        let all = (0..TRIED).filter_map(|seed| Some((seed, input(program, procedure, seed)?)));
        let name = &procedure.name.name;
        out.extend(all.map(|(seed, input)| (format!("{name}{:?}", input.args), once(program, id, &input, seed))));
    }
    out
}

fn once(program: &Program, id: ProcId, input: &HostInput, seed: u64) -> HostRun {
    let schedule = match seed % 4 {
        0 => Schedule::Canonical,
        1 => Schedule::Reversed,
        2 => Schedule::Lockstep,
        _ => Schedule::Random(seed),
    };
    let limits = Limits { steps: 20_000, work: 100_000, ..Limits::default() };
    let uninitialised = Uninitialised::OfMemory(seed);
    let options = Options { schedule, uninitialised, keep_going: true, limits, ..Options::default() };
    run_host(program, id, input, &options)
}

fn input(program: &Program, procedure: &Procedure, seed: u64) -> Option<HostInput> {
    let mut rng = Rng::new(seed + 1);
    let size = 1 + (seed % 4) as usize;
    let (mut objects, mut known) = (Vec::new(), Vec::new());
    let args = procedure.vars.iter().take(procedure.params);
    let args = args.map(|param| argument(program, param.ty, (size, seed), &mut rng, &mut objects, &mut known));
    let args = args.collect::<Option<Vec<Value>>>()?;
    Some(HostInput { objects, ..HostInput::new(args, seed) })
}

fn argument(
    program: &Program,
    ty: Type,
    (size, seed): (usize, u64),
    rng: &mut Rng,
    objects: &mut Vec<Vec<Value>>,
    known: &mut Vec<(Type, u32)>,
) -> Option<Value> {
    let odd = seed >= 40;
    Some(match ty {
        Type::Int if rng.below(3) > 0 => Value::from(size as i64),
        Type::Int => Value::from(rng.below(5) as i64 - i64::from(odd)),
        Type::Bool => Value::from(rng.below(2) == 1),
        // An object may lead to itself.
        Type::Object(_) if objects.len() >= MOST_OBJECTS => Value::NULL,
        Type::Array(_) | Type::Object(_) => {
            let same: Vec<u32> = known.iter().filter(|(other, _)| *other == ty).map(|(_, array)| *array).collect();
            match (odd, rng.below(12)) {
                (true, 0) => return Some(Value::NULL),
                (true, 1 | 2) if !same.is_empty() => return Some(Value::Reference(same[rng.below(same.len())])),
                _ => {}
            }
            if let Type::Object(class) = ty {
                let types = program.fields_of(class).map(|(_, field)| field.ty).collect::<Vec<Type>>();
                objects.push(types.iter().map(|ty| Value::zero(*ty)).collect::<Option<_>>()?);
                let number = objects.len() as u32;
                known.push((ty, number));
                for (n, ty) in types.into_iter().enumerate() {
                    let value = argument(program, ty, (size, seed), rng, objects, known)?;
                    objects[number as usize - 1][n] = value;
                }
                return Some(Value::Reference(number));
            }
            let length = if odd && rng.below(4) == 0 { rng.below(4) } else { [size, 1][rng.below(5) / 4] };
            let elem = ty.element()?;
            let elements: Option<Vec<Value>> = (0..length)
                .map(|_| match elem {
                    Type::Int => Some(Value::from(rng.below(4) as i64 * i64::from(!seed.is_multiple_of(3)))),
                    other => argument(program, other, (size, seed), rng, objects, known),
                })
                .collect();
            objects.push(elements?);
            known.push((ty, objects.len() as u32));
            Value::Reference(objects.len() as u32)
        }
        Type::Enum(of) => Value::Enum(of, rng.below(of.constants.len()) as u32),
        Type::Collection(..) => interp::random_collection(ty, rng)?,
        other => Value::zero(other)?,
    })
}
