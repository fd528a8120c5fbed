//! The intervals of variables that follow from linear constraints: no value that satisfies the constraints lies outside
//! of them. The tests try all small values.

use dashu::integer::IBig;
use interp::eval::range::{Constraint, Linear};

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below((high - low + 1) as u64)).unwrap()
    }
}

const VARIABLES: usize = 3;

/// A random linear form.
fn linear(numbers: &mut Numbers) -> Linear {
    let mut out = Linear::constant(IBig::from(numbers.between(-6, 6)));
    for _ in 0..2 {
        let (v, factor) = (numbers.below(VARIABLES as u64) as usize, numbers.between(-2, 2));
        out = out.plus(&Linear::variable(v), &IBig::from(factor));
    }
    out
}

/// A random constraint.
fn constraint(numbers: &mut Numbers, depth: u32) -> Constraint {
    let parts = |numbers: &mut Numbers| (0..2).map(|_| constraint(numbers, depth - 1)).collect();
    match if depth == 0 { 0 } else { numbers.below(5) } {
        1 => Constraint::All(parts(numbers)),
        2 => Constraint::Any(parts(numbers)),
        3 => Constraint::Nothing,
        _ => Constraint::AtMostZero(linear(numbers)),
    }
}

/// Whether the variables satisfy the constraint if they have these values.
fn holds(constraint: &Constraint, at: &[i64]) -> bool {
    match constraint {
        Constraint::Nothing => true,
        Constraint::Never => false,
        Constraint::AtMostZero(form) => {
            let sum = form
                .terms
                .iter()
                .map(|(v, factor)| factor * IBig::from(at[*v]))
                .fold(form.constant.clone(), |a, b| a + b);
            sum <= IBig::ZERO
        }
        Constraint::All(parts) => parts.iter().all(|p| holds(p, at)),
        Constraint::Any(parts) => parts.iter().any(|p| holds(p, at)),
    }
}

#[test]
fn no_value_is_lost() {
    let mut numbers = Numbers(7);
    let (mut bounded, mut empty) = (0, 0);
    for _ in 0..3000 {
        let constraint = Constraint::All((0..4).map(|_| constraint(&mut numbers, 2)).collect());
        let intervals = constraint.intervals(VARIABLES);
        for a in -5..=5 {
            for b in -5..=5 {
                for c in -5..=5 {
                    let at = [a, b, c];
                    if !holds(&constraint, &at) {
                        continue;
                    }
                    let intervals = intervals.as_ref().unwrap_or_else(|| panic!("{constraint:?} at {at:?}"));
                    for (value, interval) in at.iter().zip(intervals) {
                        let value = IBig::from(*value);
                        let inside = interval.low.as_ref().is_none_or(|l| *l <= value)
                            && interval.high.as_ref().is_none_or(|h| value <= *h);
                        assert!(inside, "{constraint:?} at {at:?} gave {intervals:?}");
                    }
                }
            }
        }
        empty += u32::from(intervals.is_none());
        bounded += u32::from(intervals.is_some_and(|all| all.iter().any(|i| i.finite().is_some())));
    }
    // The test would say nothing if every interval were infinite.
    assert!(bounded > 50 && empty > 50, "{bounded} bounded, {empty} empty");
}

#[test]
fn bounds_pass_through_comparisons() {
    // 0 ≤ x, x < y, y < z, z ≤ 4.
    let less = |a: usize, b: usize| {
        let mut form = Linear::variable(a).plus(&Linear::variable(b), &IBig::NEG_ONE);
        form.constant += IBig::ONE;
        Constraint::AtMostZero(form)
    };
    let low = Constraint::AtMostZero(Linear::default().plus(&Linear::variable(0), &IBig::NEG_ONE));
    let high = Constraint::AtMostZero(Linear::constant(IBig::from(-4)).plus(&Linear::variable(2), &IBig::ONE));
    let all = Constraint::All(vec![less(1, 2), less(0, 1), high, low]).intervals(3).unwrap();
    let ends: Vec<_> = all.iter().map(|i| (i.low.clone().unwrap(), i.high.clone().unwrap())).collect();
    let pair = |a: i64, b: i64| (IBig::from(a), IBig::from(b));
    assert_eq!(ends, [pair(0, 2), pair(1, 3), pair(2, 4)]);
}
