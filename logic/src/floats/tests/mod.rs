//! Random terms and conditions are compared with their values for random floats.

mod decided;
mod up_to;

use super::{Known, Range};
use crate::term::{self, FloatOp, Names, Op, Role, Sort, Symbol, Term};
use dashu::integer::IBig;
use ir::{Float, FloatArith, FloatFormat, Rounding};
use std::collections::BTreeMap;

/// A xorshift generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn rounding(&mut self) -> Rounding {
        Rounding::ALL[self.below(4)].1
    }

    /// Floats where operations and comparisons are special, and their neighbours.
    fn float(&mut self, format: FloatFormat) -> Float {
        let special: [f64; 14] =
            [0.0, 1.0, 1.5, 2.0, 3.0, 1e-45, 1e-38, 3.4e38, 1e300, 5e-324, 16_777_217.0, 0.1, f64::INFINITY, f64::NAN];
        let value = special[self.below(special.len())];
        let bits = match format {
            FloatFormat::Single => u64::from((value as f32).to_bits()),
            FloatFormat::Double => value.to_bits(),
        };
        let near =
            if value.is_nan() { bits } else { (bits + self.below(3) as u64).saturating_sub(self.below(3) as u64) };
        let x = Float::from_bits(format, near);
        if self.below(2) == 0 {
            x.negated()
        } else {
            x
        }
    }
}

const FORMATS: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];

fn range(random: &mut Random, format: FloatFormat) -> Range {
    let ends = Range::one(random.float(format)).join(Range::one(random.float(format)));
    if random.below(3) == 0 {
        ends.join(Range::not_a_number(format))
    } else {
        ends.without_nan()
    }
}

fn contains(range: Range, x: Float) -> bool {
    range.meet(Range::one(x)).only() == Some(x)
}

/// The value of an operation on floats, as `ir` computes it.
fn apply(op: FloatOp, args: &[Float]) -> Float {
    match (op, args) {
        (FloatOp::Arith(arith, r), [a, b]) => a.arith(arith, *b, r).unwrap(),
        (FloatOp::Neg, [a]) => a.negated(),
        (FloatOp::Fma(r), [a, b, c]) => a.mul_add(*b, *c, r).unwrap(),
        (FloatOp::Sqrt(r), [a]) => a.sqrt(r),
        (FloatOp::Convert(format, r), [a]) => a.converted(format, r),
        _ => unreachable!("not generated"),
    }
}

fn operation(random: &mut Random, format: FloatFormat) -> FloatOp {
    let r = random.rounding();
    let other = if format == FloatFormat::Single { FloatFormat::Double } else { FloatFormat::Single };
    match random.below(8) {
        0 => FloatOp::Arith(FloatArith::Add, r),
        1 => FloatOp::Arith(FloatArith::Sub, r),
        2 | 3 => FloatOp::Arith(FloatArith::Mul, r),
        4 => FloatOp::Arith(FloatArith::Div, r),
        5 => FloatOp::Fma(r),
        6 => FloatOp::Sqrt(r),
        _ => FloatOp::Convert(other, r),
    }
}

#[test]
fn results_are_in_the_range_of_results() {
    let mut random = Random(0x5EED_1234_5678_9ABC);
    let (mut checked, mut narrow) = (0, 0);
    for _ in 0..200_000 {
        let format = FORMATS[random.below(2)];
        let op = operation(&mut random, format);
        let ranges: Vec<Range> = (0..op.arity()).map(|_| range(&mut random, format)).collect();
        let result = Range::of(op, &ranges).unwrap();
        for _ in 0..4 {
            let args: Vec<Float> = (0..op.arity()).map(|_| random.float(format)).collect();
            if !args.iter().zip(&ranges).all(|(x, range)| contains(*range, *x)) {
                continue;
            }
            let value = apply(op, &args);
            assert!(contains(result, value), "{op:?} of {args:?} in {ranges:?} is {value}, not in {result:?}");
            checked += 1;
            narrow += usize::from(!contains(result, value.negated()));
        }
    }
    assert!(checked > 60_000 && narrow > 20_000, "{checked} results were compared, {narrow} of them in half a range");
}

#[test]
fn the_order_of_places_is_the_order_of_values() {
    let mut random = Random(77);
    for _ in 0..50_000 {
        let format = FORMATS[random.below(2)];
        let (x, y) = (random.float(format), random.float(format));
        let compared = Range::one(x).compared(Range::one(y));
        let expected = match x.compare(y) {
            Some(ordering) => [ordering.is_lt(), ordering.is_eq(), ordering.is_gt()],
            None => [false; 3],
        };
        assert_eq!(compared, expected, "{x} {y}");
        for strict in [false, true] {
            if y.is_nan() || x.is_nan() {
                continue;
            }
            let (most, least) = (
                Range::numbers(format).at_most(Range::one(y), strict),
                Range::numbers(format).at_least(Range::one(y), strict),
            );
            let holds = |lower: Float, upper: Float| {
                lower.compare(upper).unwrap().is_lt() || !strict && lower.compare(upper).unwrap().is_eq()
            };
            assert_eq!(contains(most, x), holds(x, y), "{x} below {y}, {strict}");
            assert_eq!(contains(least, x), holds(y, x), "{x} above {y}, {strict}");
        }
    }
}

/// What terms mean for given values of the symbols. Conversions of floats that are not finite are left out.
struct Values<'v> {
    floats: &'v BTreeMap<u32, Float>,
    ints: &'v BTreeMap<u32, IBig>,
}

impl Values<'_> {
    fn float(&self, t: &Term) -> Option<Float> {
        match (t.op(), t.args()) {
            (Op::Float(format, bits), _) => Some(Float::from_bits(*format, *bits)),
            (Op::App(symbol), []) => self.floats.get(&symbol.id()).copied(),
            (Op::FloatOp(FloatOp::FromInt(format, r)), [n]) => Some(Float::from_int(*format, &self.int(n)?, *r)),
            (Op::FloatOp(op), args) => {
                Some(apply(*op, &args.iter().map(|a| self.float(a)).collect::<Option<Vec<_>>>()?))
            }
            (Op::Ite, [c, a, b]) => {
                if self.truth(c)? {
                    self.float(a)
                } else {
                    self.float(b)
                }
            }
            _ => None,
        }
    }

    fn int(&self, t: &Term) -> Option<IBig> {
        match (t.op(), t.args()) {
            (Op::Int(n), _) => Some(n.clone()),
            (Op::App(symbol), []) => self.ints.get(&symbol.id()).cloned(),
            (Op::FloatOp(FloatOp::ToInt(r)), [x]) => self.float(x)?.to_int(*r),
            _ => None,
        }
    }

    fn truth(&self, t: &Term) -> Option<bool> {
        match (t.op(), t.args()) {
            (Op::Bool(value), _) => Some(*value),
            (Op::Not, [a]) => self.truth(a).map(|value| !value),
            (Op::FloatOp(FloatOp::Eq), [a, b]) => {
                Some(self.float(a)?.compare(self.float(b)?) == Some(std::cmp::Ordering::Equal))
            }
            (Op::FloatOp(FloatOp::Lt), [a, b]) => {
                Some(self.float(a)?.compare(self.float(b)?).is_some_and(std::cmp::Ordering::is_lt))
            }
            (Op::FloatOp(FloatOp::Le), [a, b]) => {
                Some(self.float(a)?.compare(self.float(b)?).is_some_and(std::cmp::Ordering::is_le))
            }
            (Op::Eq, [a, b]) if a.sort() == Sort::INT => Some(self.int(a)? == self.int(b)?),
            (Op::Eq, [a, b]) => Some(self.float(a)? == self.float(b)?),
            (Op::Le, [a, b]) => Some(self.int(a)? <= self.int(b)?),
            (Op::Lt, [a, b]) => Some(self.int(a)? < self.int(b)?),
            _ => None,
        }
    }
}

/// Random terms over two floats and two integers.
struct Make {
    random: Random,
    floats: Vec<Symbol>,
    ints: Vec<Symbol>,
    format: FloatFormat,
}

impl Make {
    fn int_literal(&mut self) -> Term {
        let n = [0_i64, 1, 2, 100, (1 << 24) - 1, 1 << 24, (1 << 24) + 1, 1 << 53][self.random.below(8)];
        term::int(if self.random.below(2) == 0 { -n } else { n })
    }

    fn int(&mut self, depth: usize) -> Term {
        match self.random.below(if depth == 0 { 3 } else { 5 }) {
            0 => self.int_literal(),
            1 | 2 => term::constant(&self.ints[self.random.below(2)]),
            _ => {
                let r = self.random.rounding();
                let x = self.float(depth - 1);
                term::float_op(FloatOp::ToInt(r), vec![x])
            }
        }
    }

    fn float(&mut self, depth: usize) -> Term {
        let format = self.format;
        match self.random.below(if depth == 0 { 3 } else { 7 }) {
            0 => {
                let x = self.random.float(format);
                term::float(format, x.bits())
            }
            1 | 2 => term::constant(&self.floats[self.random.below(2)]),
            3 => {
                let (r, n) = (self.random.rounding(), self.int(0));
                term::float_op(FloatOp::FromInt(format, r), vec![n])
            }
            4 => {
                let (c, a, b) = (self.condition(0), self.float(depth - 1), self.float(depth - 1));
                term::ite(c, a, b)
            }
            _ => {
                let op = operation(&mut self.random, format);
                if matches!(op, FloatOp::Convert(..)) {
                    let x = self.float(depth - 1);
                    return term::float_op(FloatOp::Neg, vec![x]);
                }
                let args = (0..op.arity()).map(|_| self.float(depth - 1)).collect();
                term::float_op(op, args)
            }
        }
    }

    fn condition(&mut self, depth: usize) -> Term {
        let condition = match self.random.below(6) {
            0 => term::float_op(FloatOp::Eq, vec![self.float(depth), self.float(depth)]),
            1 => term::float_op(FloatOp::Lt, vec![self.float(depth), self.float(depth)]),
            2 => term::float_op(FloatOp::Le, vec![self.float(depth), self.float(depth)]),
            3 => term::eq(self.float(depth), self.float(depth)),
            4 => term::le(self.int(depth), self.int(depth)),
            _ => term::eq(self.int(depth), self.int(depth)),
        };
        if self.random.below(3) == 0 {
            term::not(condition)
        } else {
            condition
        }
    }
}

/// Whatever is decided from conditions agrees with every assignment of values that satisfies them; and it is decided
/// from those conditions alone that it is said to rest on.
#[test]
fn decided_conditions_are_true() {
    let mut names = Names::default();
    let mut symbol = |name: &str, sort| names.fresh(name, vec![], sort, Role::Scalar);
    let (mut decided, mut judged) = (0, 0);
    for (seed, format) in [(3, FloatFormat::Single), (5, FloatFormat::Double)] {
        let floats = ["x", "y"].map(|name| symbol(name, Sort::float(format))).to_vec();
        let ints = ["n", "m"].map(|name| symbol(name, Sort::INT)).to_vec();
        let mut make = Make { random: Random(0x9E37_79B9_7F4A_7C15 ^ seed), floats, ints, format };
        for _ in 0..40_000 {
            let premises: Vec<Term> = (0..make.random.below(5)).map(|_| make.condition(1)).collect();
            let goal = make.condition(2);
            let Some((value, uses)) = Known::of(premises.iter()).truth(&goal) else { continue };
            decided += 1;
            let used: Vec<&Term> =
                premises.iter().enumerate().filter(|(n, _)| uses >> n & 1 == 1).map(|(_, p)| p).collect();
            assert_eq!(
                Known::of(used.iter().copied()).truth(&goal).map(|(value, _)| value),
                Some(value),
                "{premises:?} {goal:?}"
            );
            for _ in 0..12 {
                let floats = make.floats.clone().iter().map(|s| (s.id(), make.random.float(format))).collect();
                let ints =
                    make.ints.clone().iter().map(|s| (s.id(), make.int_literal().as_int().unwrap().clone())).collect();
                let values = Values { floats: &floats, ints: &ints };
                if used.iter().all(|p| values.truth(p) == Some(true)) {
                    if let Some(truth) = values.truth(&goal) {
                        assert_eq!(truth, value, "{used:?} decide {goal:?}, for {floats:?} {ints:?}");
                        judged += 1;
                    }
                }
            }
        }
    }
    assert!(decided > 8_000 && judged > 60_000, "{decided} were decided, {judged} judged");
}
