//! The words of `sepal run`'s options.
//!
//! In: text. Out: launch, constants, arrays and options, or one sentence on what would be understood.

use std::collections::BTreeMap;
use std::path::Path;

use interp::{Fill, Float, Int, Launch, Options, Schedule, Shape, Uninitialised, Value};
use syntax::typed::{FloatFormat, Kernel, Program, Space, Type};

use super::npy;
use crate::args::Run as Arguments;

/// The kernel to run: the one named, or the only one.
pub fn kernel(program: &Program, name: Option<&str>) -> Result<String, String> {
    let names: Vec<&str> = program.kernels.iter().map(|k| k.name.name.as_str()).collect();
    match (name, names.as_slice()) {
        (Some(name), names) if names.contains(&name) => Ok(name.to_owned()),
        (Some(name), names) => Err(format!("there is no kernel `{name}`; the file has: {}", names.join(", "))),
        (None, [only]) => Ok((*only).to_owned()),
        (None, []) => Err("the file has no kernel".to_owned()),
        (None, names) => Err(format!("say which kernel with `--kernel`: {}", names.join(", "))),
    }
}

/// `groups=2,threads=4,warp=32`, in any order; what is missing is 1, and 32 for the warp.
pub fn launch(text: &str) -> Result<Launch, String> {
    let mut launch = Launch::new(1, 1);
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let wrong = || {
            format!("`{part}` is no part of a launch; write `--launch groups=2,threads=4`, and `warp=32` if it matters")
        };
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        let number = number.parse().map_err(|_| wrong())?;
        match name {
            "groups" => launch.groups = number,
            "threads" => launch.threads = number,
            "warp" => launch.warp = number,
            _ => return Err(wrong()),
        }
    }
    Ok(launch)
}

fn pair<'t>(option: &str, text: &'t str) -> Result<(&'t str, &'t str), String> {
    text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; write `{option} NAME=VALUE`"))
}

/// The constants, each of the type that the kernel declares.
pub fn scalars(program: &Program, kernel: &str, given: &[String]) -> Result<BTreeMap<String, Value>, String> {
    let kernel: Option<&Kernel> = program.kernels.iter().find(|k| k.name.name == kernel);
    let declared = kernel.map_or(&[][..], |k| &k.scalars);
    let mut out = BTreeMap::new();
    for text in given {
        let (name, value) = pair("--arg", text)?;
        let ty = declared.iter().find(|s| s.name.name == name).map(|s| s.ty);
        let ty = ty.ok_or_else(|| format!("the kernel has no constant `{name}`"))?;
        let value = self::value(value, ty).ok_or_else(|| format!("`{value}` is no value for `{name}`"))?;
        let _ = out.insert(name.to_owned(), value);
    }
    match declared.iter().find(|s| !out.contains_key(&s.name.name)) {
        Some(missing) => Err(format!("`{0}` has no value; give it with `--arg {0}=…`", missing.name.name)),
        None => Ok(out),
    }
}

/// A value as it is written in the language.
fn value(text: &str, ty: Type) -> Option<Value> {
    let number = text.trim_end_matches('f');
    match ty {
        Type::Int => text.parse().ok().map(|big: dashu::integer::IBig| Value::Int(Int::from(big))),
        Type::Bool => text.parse().ok().map(|truth: bool| Value::Bool(truth)),
        Type::Float(format @ FloatFormat::Single) => {
            let single: f32 = number.parse().ok()?;
            Some(Value::Float(Float::from_bits(format, u64::from(single.to_bits()))))
        }
        Type::Float(format @ FloatFormat::Double) => {
            let double: f64 = number.parse().ok()?;
            Some(Value::Float(Float::from_bits(format, double.to_bits())))
        }
        Type::Frac | Type::Resource => None,
    }
}

/// The global arrays; one that is not named is random.
pub fn arrays(shapes: &[Shape], given: &[String]) -> Result<BTreeMap<String, Vec<Value>>, String> {
    let global = || shapes.iter().filter(|s| s.space == Space::Global);
    let mut manners: BTreeMap<&str, &str> = BTreeMap::new();
    for text in given {
        let (name, manner) = pair("--array", text)?;
        if !global().any(|s| s.name == name) {
            return Err(format!("the kernel has no global array `{name}`"));
        }
        let _ = manners.insert(name, manner);
    }
    let mut out = BTreeMap::new();
    for shape in global() {
        let manner = manners.get(shape.name.as_str()).copied().unwrap_or("random");
        let _ = out.insert(shape.name.clone(), array(shape, manner)?);
    }
    Ok(out)
}

fn array(shape: &Shape, manner: &str) -> Result<Vec<Value>, String> {
    let name = &shape.name;
    let fill = match manner.split_once(':') {
        None if manner == "zero" => Some(Fill::Zero),
        None if manner == "iota" => Some(Fill::Iota),
        // Another array, other values.
        None if manner == "random" => Some(Fill::Random(name.bytes().fold(0, |h, b| h * 31 + u64::from(b)))),
        Some(("random", seed)) => Some(Fill::Random(seed.parse().map_err(|_| format!("`{seed}` is no seed"))?)),
        None | Some(_) => None,
    };
    match fill {
        // A launch that is too large is refused before anything is filled.
        Some(_) if shape.len().is_none_or(|len| len > interp::Limits::default().memory) => Err(format!("`{name}` is too large to fill")),
        Some(fill) => fill.values(shape).ok_or_else(|| format!("`{name}` is too large to fill")),
        None if manner.ends_with(".npy") => npy::read(Path::new(manner), shape),
        None => Err(format!(
            "`{manner}` does not say how to fill `{name}`; write zero, iota, random, random:SEED or a file that ends in .npy"
        )),
    }
}

/// Everything else.
pub fn options(arguments: &Arguments) -> Result<Options, String> {
    let schedule = if arguments.schedule == "all" { Schedule::Canonical } else { arguments.schedule.parse()? };
    let defaults = Options::default();
    Ok(Options {
        schedule,
        races: !arguments.no_races,
        strict_fences: arguments.strict_fences,
        contracts: !arguments.no_contracts,
        keep_going: arguments.keep_going,
        uninitialised: arguments.uninitialised.map_or(Uninitialised::Fails, Uninitialised::Arbitrary),
        trace: arguments.trace,
        limits: interp::Limits { steps: arguments.steps.unwrap_or(defaults.limits.steps), ..defaults.limits },
    })
}
