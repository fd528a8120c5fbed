//! The contracts of `stdlib-specs/math.pvl` that nobody proves are true of the values of Rust's functions, and of all
//! values within the error that the standards allow.
//!
//! In: the text of that file. Out: an assertion in a run for each function, each argument and each allowed result.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use interp::{Input, Launch, Options, Rng, Value};
use ir::{Float, FloatFormat};
use syntax::specs::built_in;

/// A function without body: its name, the type and the names of its parameters, and its clauses.
struct Trusted {
    name: String,
    ty: &'static str,
    params: Vec<String>,
    clauses: Vec<String>,
}

fn trusted() -> Vec<Trusted> {
    let (_, text) = built_in().find(|(path, _)| path.ends_with("math.pvl")).expect("the file");
    let (mut out, mut clauses) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some(clause) = line.strip_prefix("ensures ") {
            clauses.push(clause.trim_end_matches(';').to_owned());
        } else if let Some(rest) = line.strip_prefix("pure ") {
            let clauses = std::mem::take(&mut clauses);
            let (head, behind) = rest.split_once(')').expect("a parameter list");
            let (before, params) = head.split_once('(').expect("a parameter list");
            let (ty, name) = before.split_once(' ').expect("a type and a name");
            let ty = if ty == "float" { "float" } else { "double" };
            let params = params.split(", ").map(|param| param.trim_start_matches(ty).trim().to_owned()).collect();
            if behind == ";" {
                out.push(Trusted { name: name.to_owned(), ty, params, clauses });
            }
        } else {
            assert!(line.is_empty() || line.starts_with("//"), "a line that this test does not read: {line}");
        }
    }
    out
}

/// A float of either format, as the tests compute with it.
trait Number: Copy + 'static {
    const FORMAT: FloatFormat;
    fn bits(self) -> u64;
    fn of(value: f64) -> Self;
    fn wide(self) -> f64;
    fn random(rng: &mut Rng) -> Self;
    fn special() -> Vec<Self>;
    fn up(self) -> Self;
    fn down(self) -> Self;
}

macro_rules! number {
    ($ty:ident, $format:expr) => {
        #[allow(clippy::unnecessary_cast, clippy::useless_conversion)]
        impl Number for $ty {
            const FORMAT: FloatFormat = $format;
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn of(value: f64) -> Self {
                value as $ty
            }
            fn wide(self) -> f64 {
                self.into()
            }
            fn random(rng: &mut Rng) -> Self {
                let any = $ty::from_bits(rng.bits() as _);
                // Most bits are those of very large and very small numbers.
                let unit = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
                let scale = [1.0, 4.0, 100.0, 1000.0, 1e6][rng.below(5) as usize];
                if rng.below(3) == 0 {
                    any
                } else {
                    ((unit - 0.5) * 2.0 * scale) as $ty
                }
            }
            fn special() -> Vec<Self> {
                let one: $ty = 1.0;
                let wide = [
                    0.0,
                    1e-10,
                    0.5,
                    1.5,
                    2.0,
                    2.5,
                    3.0,
                    7.0,
                    16.0,
                    86.0,
                    87.0,
                    88.0,
                    89.0,
                    104.0,
                    255.0,
                    256.5,
                    1000.0,
                    8388607.5,
                    8388608.0,
                    16777216.0,
                    4503599627370495.5,
                    1e30,
                    f64::INFINITY,
                ];
                let ends = [$ty::from_bits(1), $ty::MIN_POSITIVE.next_down(), $ty::MIN_POSITIVE, $ty::MAX.next_down()];
                let near = [Self::of(0.5).next_down(), Self::of(0.5).next_up(), one.next_down(), one, one.next_up()];
                let positive: Vec<$ty> =
                    wide.into_iter().map(Self::of).chain(ends).chain(near).chain([$ty::MAX]).collect();
                positive.iter().copied().chain(positive.iter().map(|x| -x)).chain([$ty::NAN]).collect()
            }
            fn up(self) -> Self {
                self.next_up()
            }
            fn down(self) -> Self {
                self.next_down()
            }
        }
    };
}
number!(f32, FloatFormat::Single);
number!(f64, FloatFormat::Double);

/// The value of a function of one or two arguments, and by how many places in the last digit a device may miss it. The
/// value of a function for `float` is computed for `f64`, so that the error of Rust's functions does not matter there.
fn value(name: &str, args: &[f64]) -> (f64, u32) {
    let x = args[0];
    let y = args.get(1).copied().unwrap_or_default();
    match name {
        "copysign" => (x.copysign(y), 0),
        "fmin" => (x.min(y), 0),
        "fmax" => (x.max(y), 0),
        "floor" => (x.floor(), 0),
        "ceil" => (x.ceil(), 0),
        "trunc" => (x.trunc(), 0),
        "rint" => (x.round_ties_even(), 0),
        "round" => (x.round(), 0),
        "fmod" => (x % y, 0),
        // Exact at 0, at infinities and for NaN, as the standards say.
        "sqrt" if x == 0.0 || !x.is_finite() || x < 0.0 => (x.sqrt(), 0),
        "sqrt" => (x.sqrt(), 3),
        "rsqrt" if !x.is_finite() || x <= 0.0 => (1.0 / x.sqrt(), 0),
        "rsqrt" => (1.0 / x.sqrt(), 3),
        "sin" | "cos" | "tanh" | "atan" | "exp" if x == 0.0 || !x.is_finite() => (rust(name, x), 0),
        "sin" | "cos" => (rust(name, x), 5),
        "tanh" | "atan" => (rust(name, x), 6),
        "exp" => (rust(name, x), 4),
        "log" if x <= 0.0 || x == 1.0 || !x.is_finite() => (rust(name, x), 0),
        "log" => (rust(name, x), 4),
        _ => panic!("no value of `{name}` is known here: write it, with the error that the standards allow"),
    }
}

fn rust(name: &str, x: f64) -> f64 {
    match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tanh" => x.tanh(),
        "atan" => x.atan(),
        "exp" => x.exp(),
        "log" => x.ln(),
        _ => panic!("no value of `{name}` is known here"),
    }
}

/// The arguments and the allowed results at them.
fn instances<N: Number>(name: &str, params: usize) -> Vec<(Vec<N>, N)> {
    let (mut rng, special, mut all) = (Rng::new(7), N::special(), Vec::new());
    if params == 1 {
        all.extend(special.iter().map(|x| vec![*x]));
    } else {
        all.extend(special.iter().flat_map(|x| special.iter().map(|y| vec![*x, *y])));
    }
    all.extend((0..1000).map(|_| (0..params).map(|_| N::random(&mut rng)).collect::<Vec<N>>()));
    let plain = if N::FORMAT == FloatFormat::Single { name.strip_suffix('f').unwrap_or(name) } else { name };
    let mut out = Vec::new();
    for args in all {
        let wide: Vec<f64> = args.iter().map(|arg| arg.wide()).collect();
        let (exact, places) = value(plain, &wide);
        let (mut below, mut above) = (N::of(exact), N::of(exact));
        out.push((args.clone(), below));
        for _ in 0..places {
            (below, above) = (below.down(), above.up());
            // An error does not make a value infinite that is not near the greatest number.
            out.extend([below, above].into_iter().filter(|r| r.wide().is_finite()).map(|r| (args.clone(), r)));
        }
        // The standards leave open which of two zeros is the lesser, and whether a NaN signals.
        if matches!(plain, "fmin" | "fmax") && args[0].wide() == 0.0 && args[1].wide() == 0.0 {
            out.extend(args.iter().map(|arg| (args.clone(), *arg)));
        }
        if matches!(plain, "fmin" | "fmax") && wide.iter().any(|arg| arg.is_nan()) {
            out.push((args.clone(), N::of(f64::NAN)));
        }
    }
    out
}

fn float<N: Number>(value: N) -> Value {
    Value::Float(Float::from_bits(N::FORMAT, value.bits()))
}

/// The first failure of the clauses of a function in a run with a thread for each instance.
fn failure<N: Number>(function: &Trusted, clauses: &[String]) -> Option<String> {
    let instances = instances::<N>(&function.name, function.params.len());
    let (ty, count) = (function.ty, instances.len());
    let named = |n: usize| format!("of_{}", function.params[n]);
    let arrays: Vec<String> = (0..function.params.len()).map(named).chain(["of_result".to_owned()]).collect();
    let variables = function.params.iter().map(String::as_str).chain(["the_result"]);
    let declared: String =
        variables.zip(&arrays).map(|(name, array)| format!("{ty} {name} := {array}[tid];\n")).collect();
    let claims: String =
        clauses.iter().map(|clause| format!("assert {};\n", clause.replace("\\result", "the_result"))).collect();
    let held: String = arrays.iter().map(|array| format!("requires Perm({array}[tid], read);\n")).collect();
    let source = format!(
        "kernel k {{ global {ty}[{count}] {};\n{held}void main() {{\n{declared}{claims}}} }}",
        arrays.join(", ")
    );
    let parsed = syntax::parse_program(&source);
    let program = parsed.program.unwrap_or_else(|| panic!("{}: {:?}\n{source}", function.name, parsed.diagnostics));
    let mut input = Input::default();
    for (n, array) in arrays.iter().enumerate() {
        let at = |(args, result): &(Vec<N>, N)| float(args.get(n).copied().unwrap_or(*result));
        let _ = input.arrays.insert(array.clone(), instances.iter().map(at).collect());
    }
    let run = interp::run(&program, "k", &Launch::new(1, count as u32), &input, &Options::default()).unwrap();
    match &run.outcome {
        interp::Outcome::Finished => None,
        other => Some(format!("{}: {other:?}", function.name)),
    }
}

#[test]
fn trusted_contracts_are_true_of_all_allowed_values() {
    let functions = trusted();
    assert!(functions.len() >= 32, "only {} functions were found", functions.len());
    for function in &functions {
        let failed = match function.ty {
            "float" => failure::<f32>(function, &function.clauses),
            _ => failure::<f64>(function, &function.clauses),
        };
        assert_eq!(failed, None, "a clause of `{}` is false", function.name);
    }
}

#[test]
fn clauses_that_promise_too_much_are_found() {
    let functions = trusted();
    // What one may think of these functions, and no standard says.
    for (name, clause) in [
        ("sinf", "x == x ==> \\result <= 1.0f"),
        ("expf", "x == x ==> \\result >= 0.0f"),
        ("floorf", "\\result <= x"),
        ("floorf", "x == x ==> x - \\result < 1.0f"),
        ("fminf", "\\result <= y"),
        ("fminf", "x != x ==> \\result == y"),
        ("fmaxf", "x >= y ==> \\result === x"),
        ("sqrtf", "\\result >= 0.0f"),
        ("fmodf", "x == x && y == y ==> \\result <= y"),
    ] {
        let function = functions.iter().find(|f| f.name == name).expect("the function");
        assert!(failure::<f32>(function, &[clause.to_owned()]).is_some(), "{name}: {clause}");
    }
}

#[test]
fn runs_compute_what_the_standards_define() {
    let exact = ir::Exact::ALL.map(|(name, exact)| (name, exact));
    for (name, exact) in exact {
        let params = if matches!(name, "fmin" | "fmax") { 2 } else { 1 };
        for (args, result) in instances::<f32>(&format!("{name}f"), params) {
            let floats: Vec<Float> = args.iter().map(|arg| Float::from_bits(FloatFormat::Single, arg.bits())).collect();
            let expected = Float::from_bits(FloatFormat::Single, result.bits());
            let is_open = params == 2 && (args[0] == args[1] || args[0].is_nan() || args[1].is_nan());
            match exact.value(&floats) {
                Some(value) if !is_open => assert_eq!(value, expected, "{name}({args:?})"),
                Some(value) => assert!(floats.contains(&value), "{name}({args:?})"),
                None => assert!(is_open, "{name}({args:?})"),
            }
        }
    }
}
