//! Operations with a name, such as `\wrap` and `\fma`, in the code and in the contracts of kernels: their values are
//! compared with those of Rust's operations, and with exact ones.

use interp::{Int, Launch, Options, Rng, Value};
use ir::{Float, FloatFormat};

use crate::support::{input, plain, program, word};

const ONE: Launch = Launch::new(1, 1).with_warp(1);

/// A kernel whose code stores the values of expressions, and whose postcondition says that the expressions have these
/// values.
struct Kernel {
    program: ir::Program,
    /// The number of expressions.
    count: usize,
}

fn kernel(ty: &str, constants: &str, exprs: &[String]) -> Kernel {
    let stores: String = exprs.iter().enumerate().map(|(n, e)| format!("out[{n}] := {e}; ")).collect();
    let claims: String = exprs.iter().enumerate().map(|(n, e)| format!("ensures out[{n}] === {e}; ")).collect();
    let count = exprs.len();
    let all = format!("(\\forall* int i = 0 .. {count}; Perm(out[i], write))");
    let source = format!(
        "kernel k {{ {constants} global {ty}[{count}] out; context {all}; {claims} void main() {{ {stores} }} }}"
    );
    Kernel { program: program(&source), count }
}

impl Kernel {
    /// The values, which are the same in code and in the contract.
    fn run(&self, scalars: &[(&str, Value)]) -> Vec<Value> {
        let input = input(&self.program, &ONE, scalars, interp::Fill::Zero);
        let run = interp::run(&self.program, "k", &ONE, &input, &Options::default()).unwrap();
        assert_eq!(word(&run), "finished", "{:?}", run.outcome);
        assert_eq!(run.memory["out"].len(), self.count);
        run.memory["out"].clone()
    }
}

fn int(value: i128) -> Value {
    Value::Int(Int::from(dashu::integer::IBig::from(value)))
}

fn any_bits(rng: &mut Rng) -> u64 {
    match rng.below(3) {
        0 => (rng.below(7) as u64).wrapping_sub(3),
        1 => (1_u64 << rng.below(64)).wrapping_sub(rng.below(2) as u64),
        _ => rng.bits(),
    }
}

macro_rules! agrees {
    ($($name:ident: $ty:ty;)*) => {$(
        #[test]
        fn $name() {
            let ty = stringify!($ty);
            let exprs = ["\\wrap(T, n + m)", "\\wrap(T, n - m)", "\\wrap(T, n * m)", "\\and(T, n, m)", "\\or(T, n, m)",
                "\\xor(T, n, m)", "\\not(T, n)", "\\shl(T, n, p)", "\\shr(T, n, p)", "\\wrap(T, \\quot(n, d))",
                "\\rem(n, d)", "\\checked(T, n)", "(\\fits(T, n + m) ? 1 : 0)"];
            let exprs: Vec<String> = exprs.iter().map(|e| e.replace('T', ty)).collect();
            let kernel = kernel("int", "global int n, m, p, d;", &exprs);
            let mut rng = Rng::new(7);
            for _ in 0..300 {
                let (a, b) = (any_bits(&mut rng) as $ty, any_bits(&mut rng) as $ty);
                let (places, divisor) = (rng.below(<$ty>::BITS as usize) as u32, if b == 0 { 1 } else { b });
                let found = kernel.run(&[("n", int(a.into())), ("m", int(b.into())),
                    ("p", int(places.into())), ("d", int(divisor.into()))]);
                let expected = [a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b), a & b, a | b, a ^ b, !a,
                    a << places, a >> places, a.wrapping_div(divisor), a.wrapping_rem(divisor), a];
                let fits = int(a.checked_add(b).is_some().into());
                let expected: Vec<Value> = expected.iter().map(|v| int((*v).into())).chain([fits]).collect();
                assert_eq!(found, expected, "{a} {b} {places} {divisor}");
            }
        }
    )*};
}

agrees! { u8s: u8; u16s: u16; u32s: u32; u64s: u64; i8s: i8; i16s: i16; i32s: i32; i64s: i64; }

#[test]
fn a_result_that_does_not_fit_its_type_fails_where_it_stands() {
    let ends = |expr: &str, contracts: bool| {
        let source =
            format!("kernel k {{ global int n, zero; global float x; void main() {{ int v := 0; v := {expr}; }} }}");
        let program = program(&source);
        let scalars = [("n", int(300)), ("zero", int(0)), ("x", Value::from(f32::INFINITY))];
        let input = input(&program, &ONE, &scalars, interp::Fill::Zero);
        let run = interp::run(&program, "k", &ONE, &input, &Options { contracts, ..plain() }).unwrap();
        let failure = run.outcome.failure().expect("a failure");
        (failure.code.to_string(), failure.node.span.text(&source).to_owned(), failure.message.to_string())
    };
    for contracts in [false, true] {
        for (expr, place, message) in [
            ("1 + \\checked(u8, n)", "\\checked(u8, n)", "300 is no value of `u8`"),
            ("\\checked(u64, -n)", "\\checked(u64, -n)", "-300 is no value of `u64`"),
            ("\\and(i8, n, 1)", "\\and(i8, n, 1)", "300 is no value of `i8`"),
            ("\\xor(u8, 1, n)", "\\xor(u8, 1, n)", "300 is no value of `u8`"),
            ("\\shl(u32, 1, 32)", "\\shl(u32, 1, 32)", "the shift is by 32 places, and a `u32` has 32"),
            ("\\shr(i16, -1, -1)", "\\shr(i16, -1, -1)", "the shift is by -1 places, and a `i16` has 16"),
            ("\\int(x)", "\\int(x)", "inf is no integer"),
        ] {
            let code = "expression:overflow".to_owned();
            assert_eq!(ends(expr, contracts), (code, place.to_owned(), message.to_owned()));
        }
        for expr in ["\\quot(n, zero)", "\\rem(n, zero)"] {
            let (code, place, _) = ends(expr, contracts);
            assert_eq!((code.as_str(), place.as_str()), ("expression:division-by-zero", "zero"), "{expr}");
        }
    }
}

#[test]
fn a_contract_whose_value_does_not_fit_is_not_well_defined() {
    let source = "kernel k { global int n; ensures \\checked(u8, n) >= 0; void main() { } }";
    let program = program(source);
    let input = input(&program, &ONE, &[("n", int(256))], interp::Fill::Zero);
    let run = interp::run(&program, "k", &ONE, &input, &Options::default()).unwrap();
    assert_eq!(word(&run), "contract.well-formed:overflow");
}

fn singles(rng: &mut Rng) -> f32 {
    match rng.below(4) {
        0 => [0.0, -0.0, 1.0, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN][rng.below(7)],
        _ => f32::from_bits(rng.bits() as u32),
    }
}

#[test]
fn fma_rounds_once_and_directions_bound_the_exact_result() {
    let names = ["add", "sub", "mul", "div"];
    let mut exprs: Vec<String> = vec!["\\fma(x, y, z)".into(), "\\fma(rn, x, y, z)".into()];
    for name in names {
        exprs.extend(["rn", "rd", "ru", "rz"].map(|r| format!("\\{name}({r}, x, y)")));
    }
    exprs.extend(["rd", "ru"].map(|r| format!("\\fma({r}, x, y, z)")));
    let kernel = kernel("float", "global float x, y, z;", &exprs);
    let mut rng = Rng::new(9);
    let of = |v: &Value| f32::from_bits(v.as_float().unwrap().bits() as u32);
    let mut rounded = 0;
    for _ in 0..2_000 {
        let (x, y, z) = (singles(&mut rng), singles(&mut rng), singles(&mut rng));
        let found = kernel.run(&[("x", Value::from(x)), ("y", Value::from(y)), ("z", Value::from(z))]);
        // Rust's `mul_add` is exactly rounded.
        assert_eq!(found[0], Value::from(x.mul_add(y, z)), "{x} {y} {z}");
        assert_eq!(found[1], found[0]);
        let nearest = [x + y, x - y, x * y, x / y];
        for (n, exact) in nearest.into_iter().enumerate() {
            let [near, down, up, zero] = [0, 1, 2, 3].map(|m| of(&found[2 + 4 * n + m]));
            assert_eq!(Value::from(near), Value::from(exact));
            if near.is_nan() {
                assert!(down.is_nan() && up.is_nan() && zero.is_nan());
                continue;
            }
            // The nearest is one of the two neighbours of the exact result.
            assert!(down <= up && (near == down || near == up), "{x} {y}: {down} {near} {up}");
            assert!(down == up || down.next_up() == up, "{x} {y}: {down} {up}");
            assert_eq!(zero, if up > 0.0 && down >= 0.0 { down } else { up }, "{x} {y}");
            rounded += u32::from(down != up);
        }
        let (down, up) = (of(&found[18]), of(&found[19]));
        assert!(down.is_nan() || down <= x.mul_add(y, z) && x.mul_add(y, z) <= up);
    }
    assert!(rounded > 1_000, "{rounded}");
}

#[test]
fn integers_become_floats_as_rust_converts_them() {
    let exprs = ["\\float(n)", "\\float(rd, n)", "\\float(ru, n)", "\\float(rz, n)"].map(String::from);
    let single = kernel("float", "global int n;", &exprs);
    let exprs = ["\\double(n)", "\\double(rd, n)", "\\double(ru, n)", "\\double(rz, n)"].map(String::from);
    let double = kernel("double", "global int n;", &exprs);
    let mut rng = Rng::new(21);
    for _ in 0..1_000 {
        let wide = i128::from(rng.bits() as i64) << rng.below(60);
        let value = [i128::from(any_bits(&mut rng) as i64), wide][rng.below(2)];
        let [near, down, up, zero] = [0, 1, 2, 3].map(|n| double.run(&[("n", int(value))])[n].clone());
        assert_eq!(near, Value::from(value as f64), "{value}");
        let exact = |v: &Value| f64::from_bits(v.as_float().unwrap().bits()) as i128;
        assert!(exact(&down) <= value && value <= exact(&up), "{value}");
        assert_eq!(zero, if value < 0 { up } else { down });
        assert_eq!(single.run(&[("n", int(value))])[0], Value::from(value as f32), "{value}");
    }
    // Larger than any float: infinity, or the largest one.
    let huge = Value::Int(Int::from(-(dashu::integer::IBig::ONE << 5_000)));
    let found = double.run(&[("n", huge)]);
    let expected = [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::MIN, f64::MIN];
    assert_eq!(found, expected.map(Value::from).to_vec());
}

#[test]
fn floats_become_integers_and_other_floats_as_rust_converts_them() {
    let exprs = ["\\int(x)", "\\int(rn, x)", "\\int(rd, x)", "\\int(ru, x)"].map(String::from);
    let ints = kernel("int", "global double x;", &exprs);
    let floats = kernel("float", "global double x;", &["\\float(x)".into(), "\\float(rd, x)".into()]);
    let back = kernel("double", "global float x;", &["\\double(x)".into(), "\\double(rz, x)".into()]);
    let mut rng = Rng::new(5);
    for _ in 0..1_500 {
        let near = (rng.below(400) as f64 - 200.0) / 8.0;
        let x = [near, near * 1e-300, f64::from_bits(rng.bits()), near * 1e9][rng.below(4)];
        if x.abs() < 1e30 {
            let whole = |x: f64| int(x as i128);
            let expected = [x.trunc(), x.round_ties_even(), x.floor(), x.ceil()].map(whole).to_vec();
            assert_eq!(ints.run(&[("x", Value::from(x))]), expected, "{x}");
        }
        let found = floats.run(&[("x", Value::from(x))]);
        assert_eq!(found[0], Value::from(x as f32), "{x}");
        let down = f32::from_bits(found[1].as_float().unwrap().bits() as u32);
        assert!(x.is_nan() || f64::from(down) <= x && f64::from(down.next_up()) >= x, "{x} {down}");
        let single = singles(&mut rng);
        assert_eq!(back.run(&[("x", Value::from(single))]), vec![Value::from(f64::from(single)); 2]);
    }
    // The least positive number, and a number beyond 2^127.
    assert_eq!(Float::from_bits(FloatFormat::Double, 1).to_int(ir::Rounding::Up), Some(1.into()));
    let large = ints.run(&[("x", Value::from(1e300))]);
    assert_eq!(large[0].as_int().unwrap().bits(), 997);
}
