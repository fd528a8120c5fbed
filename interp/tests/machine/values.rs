//! Integers are mathematical: compiled code against the same arithmetic on big integers.

use dashu::base::{DivEuclid, RemEuclid};
use dashu::integer::IBig;
use interp::{Int, Launch, Rng, Value};

use crate::support::{plain, run_source, word};

/// Integers around the borders at which representations change.
fn edge(rng: &mut Rng) -> IBig {
    let power = [0, 1, 31, 32, 61, 62, 63, 64, 65, 127][rng.below(10)];
    let base = IBig::from(1) << power;
    let value = base + IBig::from(rng.below(5) as i64 - 2);
    if rng.below(2) == 0 {
        -value
    } else {
        value
    }
}

#[test]
fn int_is_exact_and_canonical() {
    let mut rng = Rng::new(21);
    for _ in 0..20_000 {
        let (a, b) = (edge(&mut rng), edge(&mut rng));
        let (x, y) = (Int::from(a.clone()), Int::from(b.clone()));
        assert_eq!(x.add(&y), Int::from(&a + &b));
        assert_eq!(x.sub(&y), Int::from(&a - &b));
        assert_eq!(x.mul(&y), Int::from(&a * &b));
        assert_eq!(x.neg(), Int::from(-&a));
        assert_eq!(x.cmp(&y), a.cmp(&b));
        assert_eq!(x == y, a == b);
        if b == IBig::ZERO {
            assert_eq!((x.div_euclid(&y), x.rem_euclid(&y)), (None, None));
        } else {
            assert_eq!(x.div_euclid(&y), Some(Int::from((&a).div_euclid(&b))));
            assert_eq!(x.rem_euclid(&y), Some(Int::from(IBig::from((&a).rem_euclid(&b)))));
        }
        assert_eq!(x.to_string(), a.to_string());
    }
}

#[test]
fn compiled_arithmetic_is_exact() {
    let mut rng = Rng::new(22);
    let source = "kernel k { global int x, y; global int[6] a; global bool[4] b;
       void main() {
         a[0] := x + y; a[1] := x - y; a[2] := x * y; a[3] := 0 - x;
         if (y != 0) { a[4] := x / y; a[5] := x % y; }
         b[0] := x == y; b[1] := x < y; b[2] := x <= y; b[3] := x != y;
       } }";
    for _ in 0..400 {
        let (a, b) = (edge(&mut rng), edge(&mut rng));
        let (x, y) = (Int::from(a), Int::from(b));
        let scalars = [("x", Value::from(x.clone())), ("y", Value::from(y.clone()))];
        let run = run_source(source, Launch::new(1, 1), &scalars, &plain());
        assert_eq!(word(&run), "finished");
        let quotient = x.div_euclid(&y).unwrap_or(Int::from(4));
        let rest = x.rem_euclid(&y).unwrap_or(Int::from(5));
        let expected = [x.add(&y), x.sub(&y), x.mul(&y), x.neg(), quotient, rest].map(Value::from);
        assert_eq!(run.memory["a"], expected, "{x} and {y}");
        assert_eq!(run.memory["b"], [x == y, x < y, x <= y, x != y].map(Value::from), "{x} and {y}");
    }
}

#[test]
fn division_is_euclidean() {
    let source = "kernel k { global int[8] a; void main() {
       a[0] := 7 / 2; a[1] := 7 % 2; a[2] := -7 / 2; a[3] := -7 % 2;
       a[4] := 7 / (0 - 2); a[5] := 7 % (0 - 2); a[6] := -7 / (0 - 2); a[7] := -7 % (0 - 2); } }";
    let run = run_source(source, Launch::new(1, 1), &[], &plain());
    assert_eq!(run.memory["a"], [3, 1, -4, 1, -3, 1, 4, 1].map(Value::from));
}

#[test]
fn operators_look_at_their_right_side_only_if_needed() {
    let source = "kernel k { global bool[4] b; global int zero; void main() {
       b[0] := zero != 0 && 1 / zero == 1;
       b[1] := zero == 0 || 1 / zero == 1;
       b[2] := zero == 0 ? true : 1 / zero == 1;
       bool x := true; x := x && !x; b[3] := x;
     } }";
    let run = run_source(source, Launch::new(1, 1), &[("zero", Value::from(0))], &plain());
    assert_eq!(
        (word(&run).as_str(), &run.memory["b"]),
        ("finished", &[false, true, true, false].map(Value::from).to_vec())
    );
}
