//! Reads the values of `sepal run`'s options.
//!
//! In: text of the command line. Out: the launch, constants, arrays and options; or a sentence that says what would be
//! accepted.

use std::collections::BTreeMap;
use std::path::Path;

use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use interp::host::{executable, HostInput};
use interp::{
    BadInput, Fill, Input, Int, Launch, Limits, Options, Progress, Rule, Schedule, Shape, Uninitialised, Value, Watch,
};
use ir::{Dims, Float, FloatFormat, Kernel, Procedure, Program, Space, Type};

use super::npy;
use crate::args::Run as Arguments;
use crate::output;

/// The kernel to run: the one with this name, or the only one of the file.
pub fn kernel<'p>(program: &'p Program, name: Option<&str>) -> Result<&'p Kernel, String> {
    let host = executable(program).filter_map(|id| Some(program.procedure(id)?.name.name.as_str()));
    let kernels = program.kernels.iter().map(|k| k.name.name.as_str());
    let known: Vec<&str> = kernels.clone().chain(host).collect();
    let names = || if known.is_empty() { "nothing to run".to_owned() } else { known.join(", ") };
    match (name, program.kernels.as_slice()) {
        (Some(name), kernels) => {
            let named = kernels.iter().find(|k| k.name.name == name);
            named.ok_or_else(|| format!("there is no kernel and no procedure `{name}`; the file has: {}", names()))
        }
        (None, [only]) => Ok(only),
        (None, []) if known.is_empty() => {
            Err("the file has nothing to run: no kernel, and no procedure with a body".into())
        }
        (None, []) => Err(format!("say which procedure with `--kernel`: {}", names())),
        (None, _) => Err(format!("say which kernel with `--kernel`: {}", kernels.collect::<Vec<_>>().join(", "))),
    }
}

/// Reads a launch such as `groups=2,threads=4,warp=32`, in any order. A number that is missing is 1, and 32 for the
/// warp. In several dimensions it is `groups=2x2,threads=8x4`, with x first.
pub fn launch(text: &str, dims: Dims) -> Result<Launch, String> {
    let (mut grid, mut block, mut warp) = ([1; 3], [1; 3], 32);
    let mut said: Vec<&str> = vec![];
    for part in text.split(',') {
        let wrong = || {
            let example = match dims {
                Dims::One => "groups=2,threads=4",
                Dims::Two => "groups=2x2,threads=8x4",
                Dims::Three => "groups=2x2x1,threads=8x4x2",
            };
            format!("`{part}` is no part of a launch; write `--launch {example}`, and `warp=32` if it matters")
        };
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        match name {
            "groups" => grid = sizes(number).ok_or_else(wrong)?,
            "threads" => block = sizes(number).ok_or_else(wrong)?,
            "warp" => warp = number.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        }
        if said.contains(&name) {
            return Err(format!("`--launch {text}` says `{name}` twice"));
        }
        said.push(name);
    }
    let launch = Launch::shaped(Dims::Three, grid, block).with_warp(warp).of(dims);
    launch.ok_or_else(|| BadInput::Dimensions(dims).to_string())
}

/// Reads sizes such as `4`, `4x4` or `4x4x2`.
fn sizes(text: &str) -> Option<[u32; 3]> {
    let numbers: Vec<u32> = text.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    match *numbers.as_slice() {
        [x] => Some([x, 1, 1]),
        [x, y] => Some([x, y, 1]),
        [x, y, z] => Some([x, y, z]),
        _ => None,
    }
}

/// The name and the value of `NAME=VALUE`.
pub fn pair<'t>(option: &str, text: &'t str) -> Result<(&'t str, &'t str), String> {
    text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; write `{option} NAME=VALUE`"))
}

/// The sentence about an option that is given twice for one name.
pub fn twice(option: &str, name: &str) -> String {
    format!("`{option} {name}=…` is given twice")
}

/// The values of the kernel's constants, each of its declared type.
pub fn scalars(kernel: &Kernel, given: &[String]) -> Result<BTreeMap<String, Value>, String> {
    let declared: Vec<_> = kernel.scalars.iter().map(|s| (s.name.name.as_str(), s.ty)).collect();
    values(&declared, "kernel has no constant", given)
}

/// The values of declared names. `unknown` are the words about a name that is not declared.
pub fn values(declared: &[(&str, Type)], unknown: &str, given: &[String]) -> Result<BTreeMap<String, Value>, String> {
    if let Some((name, _)) = declared.iter().find(|(_, ty)| ty.is_reference()) {
        return Err(format!(
            "`{name}` is a reference, and has no value; give its elements with `--arg {name}=[1,2,3]`, or \
            `--arg {name}=null`"
        ));
    }
    let mut out = BTreeMap::new();
    for text in given {
        let (name, value) = pair("--arg", text)?;
        let ty = declared.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty);
        let ty = ty.ok_or_else(|| format!("the {unknown} `{name}`"))?;
        let value = self::value(value, ty).ok_or_else(|| format!("`{value}` is no value for `{name}`"))?;
        if out.insert(name.to_owned(), value).is_some() {
            return Err(twice("--arg", name));
        }
    }
    match declared.iter().find(|(name, _)| !out.contains_key(*name)) {
        Some((missing, _)) => Err(format!("`{missing}` has no value; give it with `--arg {missing}=…`")),
        None => Ok(out),
    }
}

/// Reads a value as the language writes it, or a float by its bits: `bits:7fc00001`.
pub fn value(text: &str, ty: Type) -> Option<Value> {
    if let (Some(bits), Type::Float(format)) = (text.strip_prefix("bits:"), ty) {
        let bits = u64::from_str_radix(bits, 16).ok()?;
        let fits = format == FloatFormat::Double || u32::try_from(bits).is_ok();
        return fits.then(|| Value::Float(Float::from_bits(format, bits)));
    }
    // `1.5f` is one and a half, but the `f` of `inf` is part of the word.
    let number = text.strip_suffix('f').filter(|number| number.ends_with(|c: char| c.is_ascii_digit() || c == '.'));
    let number = number.unwrap_or(text);
    match ty {
        Type::Int | Type::Machine(_) => text.parse().ok().map(|big: dashu::integer::IBig| Value::Int(Int::from(big))),
        Type::Bool => text.parse().ok().map(|truth: bool| Value::Bool(truth)),
        Type::Float(format @ FloatFormat::Single) => {
            let single: f32 = number.parse().ok()?;
            Some(Value::Float(Float::from_bits(format, u64::from(single.to_bits()))))
        }
        Type::Float(format @ FloatFormat::Double) => {
            let double: f64 = number.parse().ok()?;
            Some(Value::Float(Float::from_bits(format, double.to_bits())))
        }
        Type::Frac => fraction(text).map(Value::from),
        Type::Enum(of) => of.number_of(text).map(|number| Value::Enum(of, number)),
        Type::Resource | Type::Array(_) | Type::Object(_) | Type::Collection(..) | Type::Data(_) => None,
    }
}

/// Reads a fraction: `1\2`, `1/2` or an integer.
fn fraction(text: &str) -> Option<RBig> {
    let (above, below) = text.split_once(['\\', '/']).unwrap_or((text, "1"));
    let (above, below): (IBig, UBig) = (above.trim().parse().ok()?, below.trim().parse().ok()?);
    (below != UBig::ZERO).then(|| RBig::from_parts(above, below))
}

/// Fills the global arrays. An array that the command line does not name is random.
pub fn arrays(shapes: &[Shape], given: &[String], input: &mut Input) -> Result<(), String> {
    let global = || shapes.iter().filter(|s| s.space == Space::Global);
    let mut manners: BTreeMap<&str, &str> = BTreeMap::new();
    for text in given {
        let (name, manner) = pair("--array", text)?;
        if !global().any(|s| s.name == name) {
            return Err(format!("the kernel has no global array `{name}`"));
        }
        if manners.insert(name, manner).is_some() {
            return Err(twice("--array", name));
        }
    }
    for shape in global() {
        let name = &shape.name;
        if !shape.initial.is_empty() {
            if manners.contains_key(name.as_str()) {
                return Err(format!("`{name}` is a constant, whose elements are those in the file"));
            }
            let _ = input.arrays.insert(name.clone(), shape.initial.to_vec());
            continue;
        }
        let manner = manners.get(name.as_str()).copied().unwrap_or("random");
        if manner.ends_with(".npy") {
            let _ = input.arrays.insert(name.clone(), npy::read(Path::new(manner), shape)?);
        } else {
            let _ = input.rules.insert(name.clone(), rule(shape, manner)?);
        }
    }
    Ok(())
}

/// Fills the arrays of a host procedure, where they are declared.
pub fn contents(procedure: &Procedure, given: &[String], input: &mut HostInput) -> Result<(), String> {
    for text in given {
        let (name, manner) = pair("--array", text)?;
        let declared = procedure.vars.iter().find(|v| v.name.name == name && !v.dims.is_empty());
        let decl = declared.ok_or_else(|| format!("the procedure has no array `{name}`"))?;
        if manner.ends_with(".npy") {
            return Err(format!(
                "`{name}` is declared by the procedure, so its length is known only when it runs; \
                write zero, iota, random, random:SEED or const:VALUE"
            ));
        }
        let shape =
            Shape { name: name.to_owned(), space: Space::Global, elem: decl.ty, dims: vec![], initial: [].into() };
        let rule = rule(&shape, manner)?;
        if !matches!(&rule, Rule::Same(value) if !value.is_of(decl.ty)) {
            if input.contents.insert(name.to_owned(), rule).is_some() {
                return Err(twice("--array", name));
            }
        } else {
            return Err(format!("`{manner}` is no value for an element of `{name}`"));
        }
    }
    Ok(())
}

pub fn rule(shape: &Shape, manner: &str) -> Result<Rule, String> {
    let name = &shape.name;
    match manner.split_once(':') {
        None if manner == "zero" => Ok(Rule::Fill(Fill::Zero)),
        None if manner == "iota" => Ok(Rule::Fill(Fill::Iota)),
        // Arrays get different random values.
        None if manner == "random" => {
            let seed = name.bytes().fold(0_u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
            Ok(Rule::Fill(Fill::Random(seed)))
        }
        Some(("random", seed)) => seed
            .parse()
            .map(|seed| Rule::Fill(Fill::Random(seed)))
            .map_err(|_| format!("`{seed}` is no seed; write a number from 0 to {}", u64::MAX)),
        Some(("const", text)) => value(text, shape.elem)
            .map(Rule::Same)
            .ok_or_else(|| format!("`{text}` is no value for an element of `{name}`")),
        None | Some(_) => Err(format!(
            "`{manner}` does not say how to fill `{name}`; write zero, iota, random, random:SEED, const:VALUE or a \
            file that ends in .npy"
        )),
    }
}

/// All other options.
pub fn options(arguments: &Arguments, launch: Option<&Launch>) -> Result<Options, String> {
    let all = arguments.schedule == "all";
    let one_run = |option: &str, does: &str| {
        format!(
            "`{option}` {does} one run, and `--schedule all` does many; it prints a `replay:…` schedule for each \
            failure"
        )
    };
    if all && arguments.out.is_some() {
        return Err(one_run("--out", "writes the arrays of"));
    }
    if all && arguments.trace {
        return Err(one_run("--trace", "tells"));
    }
    let schedule: Schedule = if all { Schedule::Canonical } else { arguments.schedule.parse()? };
    launch.map_or(Ok(()), |launch| schedule.fits(launch))?;
    let defaults = Limits::default();
    let steps = arguments.steps.unwrap_or(defaults.steps);
    let watch = if output::watched() { Watch(Some(progress)) } else { Watch::default() };
    Ok(Options {
        schedule,
        races: !arguments.no_races,
        strict_fences: arguments.strict_fences,
        contracts: !arguments.no_contracts,
        keep_going: arguments.keep_going,
        uninitialised: arguments.uninitialised.map_or(Uninitialised::Fails, Uninitialised::Arbitrary),
        trace: arguments.trace,
        limits: Limits {
            steps,
            // Evaluating contracts is part of the cost of a step.
            work: defaults.work.max(steps.saturating_mul(10)),
            memory: arguments.memory.unwrap_or(defaults.memory),
        },
        watch,
    })
}

fn progress(so_far: Progress) {
    let before = if so_far.runs > 0 { format!("{} interleavings, ", so_far.runs) } else { String::new() };
    output::progress(&format!("{before}{} steps", so_far.steps));
}
