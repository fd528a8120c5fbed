//! Floats in both formats: the processor's arithmetic compared with software, directions of rounding, and fused
//! multiply-add.

use std::cmp::Ordering;

use interp::{Launch, Rng, Value};
use ir::{Float, FloatArith, FloatFormat, Rounding};

use crate::support::{plain, run_source};

const ARITH: [FloatArith; 4] = [FloatArith::Add, FloatArith::Sub, FloatArith::Mul, FloatArith::Div];
const FORMATS: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];

/// Bits that are often special: zeros, infinities, NaN, the least and the greatest, neighbours of powers of two.
fn bits(rng: &mut Rng, format: FloatFormat) -> u64 {
    let (width, mantissa) = if format == FloatFormat::Single { (32, 23) } else { (64, 52) };
    let all = u64::MAX >> (64 - width);
    match rng.below(4) {
        0 => rng.bits() & all,
        1 => (rng.bits() >> (64 - width) >> mantissa << mantissa).wrapping_add(rng.below(3) as u64) & all,
        2 => rng.below(8) as u64 | (rng.below(2) as u64) << (width - 1),
        // Exponents close to each other, so that sums round.
        _ => {
            let bias = if format == FloatFormat::Single { 127 } else { 1023 };
            let exponent = bias - 4 + rng.below(8) as u64;
            (exponent << mantissa | rng.bits() & ((1 << mantissa) - 1)) & all
        }
    }
}

#[test]
fn native_arithmetic_is_ieee() {
    let mut rng = Rng::new(11);
    for format in FORMATS {
        for _ in 0..20_000 {
            let (a, b) =
                (Float::from_bits(format, bits(&mut rng, format)), Float::from_bits(format, bits(&mut rng, format)));
            for arith in ARITH {
                let native = a.arith(arith, b, Rounding::NearestEven).unwrap();
                // The software computes the fused operations `b · 1 + a` and `a · b + 0`, whose results are those of
                // the operators. Quotients have no such form; the test below checks that they lie between bounds.
                let one = a.arith(FloatArith::Div, a, Rounding::Zero).unwrap();
                let software = match arith {
                    FloatArith::Add if !one.is_nan() => b.mul_add(one, a, Rounding::NearestEven),
                    FloatArith::Sub if !one.is_nan() => b.negated().mul_add(one, a, Rounding::NearestEven),
                    FloatArith::Mul => {
                        let sign = (a.bits() ^ b.bits()) >> (if format == FloatFormat::Single { 31 } else { 63 }) & 1;
                        let zero = if sign == 1 { Float::zero(format).negated() } else { Float::zero(format) };
                        a.mul_add(b, zero, Rounding::NearestEven)
                    }
                    FloatArith::Add | FloatArith::Sub | FloatArith::Div => None,
                };
                if let Some(software) = software {
                    assert_eq!(native, software, "{a} {arith:?} {b}");
                }
            }
        }
    }
}

#[test]
fn the_nearest_lies_between_down_and_up() {
    let mut rng = Rng::new(12);
    for format in FORMATS {
        for _ in 0..20_000 {
            let (a, b) =
                (Float::from_bits(format, bits(&mut rng, format)), Float::from_bits(format, bits(&mut rng, format)));
            for arith in ARITH {
                let [near, up, down, zero] = Rounding::ALL.map(|(_, rounding)| a.arith(arith, b, rounding).unwrap());
                if near.is_nan() {
                    assert!(up.is_nan() && down.is_nan() && zero.is_nan(), "{a} {arith:?} {b}");
                    continue;
                }
                assert!(down.compare(near).unwrap().is_le() && near.compare(up).unwrap().is_le(), "{a} {arith:?} {b}");
                assert!(near == down || near == up || near.compare(up).unwrap().is_eq(), "{a} {arith:?} {b}");
                // Towards zero is down for what is positive, and up for what is negative.
                let is = |other: Float| zero.compare(other).unwrap().is_eq();
                match zero.compare(Float::zero(format)).unwrap() {
                    Ordering::Less => assert!(is(up), "{a} {arith:?} {b}"),
                    Ordering::Greater => assert!(is(down), "{a} {arith:?} {b}"),
                    Ordering::Equal => assert!(is(up) || is(down), "{a} {arith:?} {b}"),
                }
            }
        }
    }
}

#[test]
fn fused_multiply_add_rounds_once() {
    let of = |x: f64| Value::from(x).as_float().unwrap();
    let e = 2.0_f64.powi(-30);
    let (a, b, c) = (of(1.0 + e), of(1.0 - e), of(-1.0));
    assert_eq!(a.mul_add(b, c, Rounding::NearestEven), Some(of(-(e * e))));
    let product = a.arith(FloatArith::Mul, b, Rounding::NearestEven).unwrap();
    assert_eq!(product.arith(FloatArith::Add, c, Rounding::NearestEven), Some(of(0.0)));
}

#[test]
fn identity_and_equality() {
    let of = |x: f32| Value::from(x).as_float().unwrap();
    let nan = of(f32::NAN);
    assert_eq!(nan, Float::from_bits(FloatFormat::Single, 0xffc0_1234), "one NaN");
    assert_eq!(nan.compare(nan), None);
    assert_ne!(of(0.0), of(-0.0));
    assert!(of(0.0).compare(of(-0.0)).unwrap().is_eq());
    assert_eq!(of(1.5).to_string(), "1.5f");
    assert_eq!(Value::from(0.1_f64).to_string(), "0.1");
}

#[test]
fn floats_in_kernels() {
    let source = "kernel k { global float[4] x; global double[4] y; global bool[4] b;
       void main() { x[tid] := x[tid] / 3.0f; y[tid] := y[tid] * 0.1 - 1.0; \
        b[tid] := x[tid] / 0.0f == x[tid] / 0.0f; } }";
    let run = run_source(source, Launch::new(1, 4), &[], &plain());
    let expected: Vec<Value> = (0..4).map(|i| Value::from(i as f32 / 3.0)).collect();
    assert_eq!(run.memory["x"], expected);
    let expected: Vec<Value> = (0..4).map(|i| Value::from(f64::from(i) * 0.1 - 1.0)).collect();
    assert_eq!(run.memory["y"], expected);
    // 0 / 0 is NaN, and NaN is not equal to itself; infinity is.
    assert_eq!(run.memory["b"], [false, true, true, true].map(Value::from));
}
