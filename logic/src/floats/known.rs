//! What conditions say of floats.
//!
//! In: conditions that hold. Out: for terms of floats a set that contains their value, for pairs of terms the outcomes
//! of their comparison, and the truth of further conditions, each with the conditions that it rests on.

use super::outcomes::Outcomes;
use super::range::Range;
use crate::term::{FloatOp, Op, Sort, Term};
use dashu::integer::IBig;
use ir::{Float, FloatFormat, Rounding};
use rustc_hash::FxHashMap;

/// How many times all conditions are read. A condition about two terms says more when more is known of one of them.
const ROUNDS: usize = 3;
/// The greatest number of conditions that are used.
pub const MAX_CONDITIONS: usize = 128;
/// Terms that are deeper than this can have any value.
const MAX_DEPTH: usize = 200;

/// The conditions that a conclusion rests on: bit `n` is set if it is the one at position `n`.
pub type Uses = u128;

/// The least and the greatest value of an integer, as far as they are known.
type Bounds = [Option<IBig>; 2];

/// What conditions say of floats.
#[derive(Debug, Default)]
pub struct Known {
    ranges: FxHashMap<Term, (Range, Uses)>,
    /// The outcomes of comparisons of two terms. Each pair is kept in both orders.
    outcomes: FxHashMap<(Term, Term), (Outcomes, Uses)>,
    /// Integers that may be converted to floats, with their bounds.
    bounds: FxHashMap<Term, (Bounds, Uses)>,
    /// Conditions `a <= b` of integers.
    ordered: FxHashMap<(Term, Term), Uses>,
    /// The ranges that were computed for terms, by their addresses, since something new was known. The terms are kept,
    /// so that no other term gets the same address.
    memo: FxHashMap<usize, (Term, Range, Uses)>,
}

/// Whether [`Known`] can use or decide the condition: whether it compares floats, or says that they are identical.
pub fn is_about_floats(condition: &Term) -> bool {
    match (condition.op(), condition.args()) {
        (Op::Not, [inner]) => is_about_floats(inner),
        (Op::FloatOp(op), _) => Outcomes::of(*op).is_some(),
        (Op::Eq, [a, _]) => a.sort().as_float().is_some(),
        _ => false,
    }
}

impl Known {
    /// What the conditions say; those behind the first [`MAX_CONDITIONS`] are not used.
    pub fn of<'c>(conditions: impl Iterator<Item = &'c Term> + Clone) -> Self {
        let mut known = Self::default();
        for _ in 0..ROUNDS {
            for (n, condition) in conditions.clone().take(MAX_CONDITIONS).enumerate() {
                known.assume(condition, true, 1 << n);
            }
            known.memo.clear();
        }
        known
    }

    /// Whether the condition holds, if that is known.
    pub fn truth(&mut self, condition: &Term) -> Option<(bool, Uses)> {
        match (condition.op(), condition.args()) {
            (Op::Not, [inner]) => self.truth(inner).map(|(value, uses)| (!value, uses)),
            (Op::FloatOp(op), [a, b]) => {
                let meant = Outcomes::of(*op)?;
                let (possible, uses) = self.outcomes(a, b);
                decided(possible.is_within(meant), !possible.has(meant), uses)
            }
            (Op::Eq, [a, b]) if a.sort().as_float().is_some() => {
                if let Some(uses) = self.represented(a, b) {
                    return Some((true, uses));
                }
                let ((x, first), (y, second)) = (self.range(a), self.range(b));
                let same = x.only().is_some() && x.only() == y.only();
                let common = x.meet(y);
                let ranges = decided(same, !common.has_nan() && !common.has_number(), first | second);
                ranges.or_else(|| {
                    let (possible, uses) = self.outcomes(a, b);
                    let same = Outcomes::EQUAL.or(Outcomes::UNORDERED);
                    decided(false, !possible.has(same), uses)
                })
            }
            (Op::Le | Op::Lt | Op::Eq, [a, b]) if a.sort() == Sort::INT => self.compared(condition.op(), a, b),
            _ => None,
        }
    }

    /// The value of a term that is the same for all values of its parts that are possible.
    pub fn value(&mut self, t: &Term) -> Option<Float> {
        self.range(t).0.only()
    }

    /// The least and the greatest integer that a float may be converted to.
    pub fn ints(&mut self, t: &Term) -> Option<[IBig; 2]> {
        let (Op::FloatOp(FloatOp::ToInt(r)), [x]) = (t.op(), t.args()) else { return None };
        self.range(x).0.as_ints(*r)
    }

    /// The truth of a comparison of integers, by what is known of floats that are converted to integers.
    fn compared(&mut self, op: &Op, a: &Term, b: &Term) -> Option<(bool, Uses)> {
        let exact = self.exact(a, b).or_else(|| self.exact(b, a));
        if let Some(uses) = exact {
            return Some((*op != Op::Lt, uses));
        }
        if let (Op::FloatOp(FloatOp::ToInt(q)), [x], Op::FloatOp(FloatOp::ToInt(r)), [y]) =
            (a.op(), a.args(), b.op(), b.args())
        {
            let (range, uses) = self.range(x);
            if x == y && *op == Op::Le && in_order(*q, *r) && range.is_finite() {
                return Some((true, uses));
            }
        }
        let (([a1, a2], first), ([b1, b2], second)) = (self.int(a), self.int(b));
        let uses = first | second;
        let all = |x: &Option<IBig>, y: &Option<IBig>, strict| {
            x.as_ref().zip(y.as_ref()).is_some_and(|(x, y)| if strict { x < y } else { x <= y })
        };
        match op {
            Op::Le => decided(all(&a2, &b1, false), all(&b2, &a1, true), uses),
            Op::Lt => decided(all(&a2, &b1, true), all(&b2, &a1, false), uses),
            _ => {
                let same = a1.is_some() && [&a1, &a2, &b2].into_iter().all(|end| *end == b1);
                decided(same, all(&a2, &b1, true) || all(&b2, &a1, true), uses)
            }
        }
    }

    /// The conditions by which `a` is the integer `b`, converted to a float that represents it, and back.
    fn exact(&self, a: &Term, b: &Term) -> Option<Uses> {
        let (Op::FloatOp(FloatOp::ToInt(_)), [x]) = (a.op(), a.args()) else { return None };
        let (Op::FloatOp(FloatOp::FromInt(format, _)), [n]) = (x.op(), x.args()) else { return None };
        (n == b).then(|| self.representable(*format, n)).flatten()
    }

    /// The bounds of an integer: a literal, one that was bounded, or a converted float.
    fn int(&mut self, t: &Term) -> (Bounds, Uses) {
        if let (Op::FloatOp(FloatOp::ToInt(r)), [x]) = (t.op(), t.args()) {
            let (range, uses) = self.range(x);
            if let Some([least, greatest]) = range.as_ints(*r) {
                return ([Some(least), Some(greatest)], uses);
            }
        }
        self.int_bounds(t)
    }

    fn int_bounds(&self, t: &Term) -> (Bounds, Uses) {
        match t.as_int() {
            Some(n) => ([Some(n.clone()), Some(n.clone())], 0),
            None => self.bounds.get(t).cloned().unwrap_or_default(),
        }
    }

    /// A set that contains the value of a term of floats, and the conditions that this rests on.
    pub fn range(&mut self, t: &Term) -> (Range, Uses) {
        self.range_at(t, MAX_DEPTH)
    }

    fn range_at(&mut self, t: &Term, depth: usize) -> (Range, Uses) {
        let format = t.sort().as_float().unwrap_or(FloatFormat::Double);
        if let Op::Float(format, bits) = t.op() {
            return (Range::one(Float::from_bits(*format, *bits)), 0);
        }
        if let Some((_, range, uses)) = self.memo.get(&t.address()) {
            return (*range, *uses);
        }
        let (mut range, mut uses) = self.computed(t, depth).unwrap_or((Range::all(format), 0));
        if let Some((known, more)) = self.ranges.get(t) {
            (range, uses) = (range.meet(*known), uses | more);
        }
        let _ = self.memo.insert(t.address(), (t.clone(), range, uses));
        (range, uses)
    }

    /// A set that contains the value of a term, by the sets that contain its arguments.
    fn computed(&mut self, t: &Term, depth: usize) -> Option<(Range, Uses)> {
        let depth = depth.checked_sub(1)?;
        match (t.op(), t.args()) {
            (Op::Ite, [_, a, b]) => {
                let ((x, first), (y, second)) = (self.range_at(a, depth), self.range_at(b, depth));
                Some((x.join(y), first | second))
            }
            (Op::FloatOp(FloatOp::FromInt(format, r)), [n]) => {
                let ([least, greatest], uses) = self.int_bounds(n);
                Some((Range::of_int(*format, *r, least.as_ref(), greatest.as_ref()), uses))
            }
            (Op::FloatOp(op), args) if t.sort().as_float().is_some() => {
                let known: Vec<(Range, Uses)> = args.iter().map(|a| self.range_at(a, depth)).collect();
                let ranges: Vec<Range> = known.iter().map(|(range, _)| *range).collect();
                Some((Range::of(*op, &ranges)?, known.iter().fold(0, |all, (_, uses)| all | uses)))
            }
            _ => None,
        }
    }

    /// The possible outcomes of the comparison of two terms, and the conditions that this rests on.
    fn outcomes(&mut self, a: &Term, b: &Term) -> (Outcomes, Uses) {
        let ((x, first), (y, second)) = (self.range(a), self.range(b));
        let [less, equal, greater] = x.compared(y);
        let parts = [
            (less, Outcomes::LESS),
            (equal, Outcomes::EQUAL),
            (greater, Outcomes::GREATER),
            (x.has_nan() || y.has_nan(), Outcomes::UNORDERED),
        ];
        let none = Outcomes::ALL.complement();
        let mut possible = parts.iter().filter(|(is, _)| *is).fold(none, |all, (_, one)| all.or(*one));
        let mut uses = first | second;
        if a == b {
            possible = possible.and(Outcomes::EQUAL.or(Outcomes::UNORDERED));
        } else if let Some((known, more)) = self.outcomes.get(&(a.clone(), b.clone())) {
            (possible, uses) = (possible.and(*known), uses | more);
        }
        for (from, to, meant) in [(a, b, Outcomes::LESS), (b, a, Outcomes::GREATER)] {
            if let Some(more) = self.monotone(from, to) {
                let meant = meant.or(Outcomes::EQUAL).or(Outcomes::UNORDERED);
                (possible, uses) = (possible.and(meant), uses | more);
            }
        }
        (possible, uses)
    }

    /// The conditions by which `a <= b` unless one of them is NaN: both are the result of one operation on the same
    /// operands, rounded in two directions, or both are integers in this order that were converted to floats.
    fn monotone(&self, a: &Term, b: &Term) -> Option<Uses> {
        let (Op::FloatOp(one), Op::FloatOp(other)) = (a.op(), b.op()) else { return None };
        let (q, r) = (one.rounding()?, other.rounding()?);
        if one.rounded(r) != *other || !in_order(q, r) {
            return None;
        }
        if a.args() == b.args() {
            return Some(0);
        }
        match (one, a.args(), b.args()) {
            (FloatOp::FromInt(..), [n], [m]) => self.ordered.get(&(n.clone(), m.clone())).copied(),
            _ => None,
        }
    }

    /// The conditions by which an integer is the same float in all directions of rounding, where `a` and `b` are two of
    /// these floats.
    fn represented(&self, a: &Term, b: &Term) -> Option<Uses> {
        let (Op::FloatOp(FloatOp::FromInt(f, _)), [n]) = (a.op(), a.args()) else { return None };
        let (Op::FloatOp(FloatOp::FromInt(g, _)), [m]) = (b.op(), b.args()) else { return None };
        (f == g && n == m).then(|| self.representable(*f, n)).flatten()
    }

    /// The conditions by which the format represents the integer.
    fn representable(&self, format: FloatFormat, n: &Term) -> Option<Uses> {
        // The format has this many bits of precision.
        let precision = match format {
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
        };
        let most = IBig::ONE << precision;
        match self.int_bounds(n) {
            ([Some(least), Some(greatest)], uses) if -&most <= least && greatest <= most => Some(uses),
            _ => None,
        }
    }

    /// Learns from a condition, which holds (if `value`) or does not.
    fn assume(&mut self, condition: &Term, value: bool, uses: Uses) {
        match (condition.op(), condition.args()) {
            (Op::Not, [inner]) => self.assume(inner, !value, uses),
            (Op::FloatOp(op), [a, b]) => {
                let Some(meant) = Outcomes::of(*op) else { return };
                let meant = if value { meant } else { meant.complement() };
                self.learn_outcomes(a, b, meant, uses);
                self.learn_outcomes(b, a, meant.exchanged(), uses);
                self.compare(a, b);
                self.compare(b, a);
            }
            (Op::Eq, [a, b]) if a.sort().as_float().is_some() => {
                for (t, other) in [(a, b), (b, a)] {
                    let ((range, first), (known, second)) = (self.range(t), self.range(other));
                    let range = match (value, known.only()) {
                        (true, _) => range.meet(known),
                        (false, Some(only)) => range.without(only),
                        (false, None) => continue,
                    };
                    self.learn(t, range, first | second | uses);
                }
            }
            (Op::Le | Op::Lt | Op::Eq, [a, b]) if a.sort() == Sort::INT => {
                self.bound(condition.op(), [a, b], value, uses)
            }
            _ => {}
        }
    }

    /// Learns the order of two integers, and bounds of one by the other if that is a literal.
    fn bound(&mut self, op: &Op, [a, b]: [&Term; 2], value: bool, uses: Uses) {
        let (low, high, strict) = match (op, value) {
            (Op::Eq, false) => return,
            (Op::Eq, true) => {
                self.bound(&Op::Le, [a, b], true, uses);
                (b, a, 0)
            }
            (Op::Lt, true) => (a, b, 1),
            (_, true) => (a, b, 0),
            (Op::Lt, false) => (b, a, 0),
            (_, false) => (b, a, 1),
        };
        let _ = self.ordered.entry((low.clone(), high.clone())).or_insert(uses);
        if let Some(n) = low.as_int() {
            let ([least, _], all) = self.bounds.entry(high.clone()).or_default();
            let n = n + IBig::from(strict);
            if least.as_ref().is_none_or(|known| *known < n) {
                (*least, *all) = (Some(n), *all | uses);
            }
        }
        if let Some(n) = high.as_int() {
            let ([_, greatest], all) = self.bounds.entry(low.clone()).or_default();
            let n = n - IBig::from(strict);
            if greatest.as_ref().is_none_or(|known| n < *known) {
                (*greatest, *all) = (Some(n), *all | uses);
            }
        }
    }

    /// The value of the term is in the set.
    fn learn(&mut self, t: &Term, range: Range, uses: Uses) {
        let (known, all) = self.ranges.entry(t.clone()).or_insert((Range::all(range.format()), 0));
        let met = known.meet(range);
        if met != *known {
            (*known, *all) = (met, *all | uses);
            self.memo.clear();
        }
    }

    fn learn_outcomes(&mut self, a: &Term, b: &Term, meant: Outcomes, uses: Uses) {
        let (known, all) = self.outcomes.entry((a.clone(), b.clone())).or_insert((Outcomes::ALL, 0));
        let met = known.and(meant);
        if met != *known {
            (*known, *all) = (met, *all | uses);
        }
    }

    /// Learns what the possible outcomes of the comparison of `a` with `b` say of the value of `a`.
    fn compare(&mut self, a: &Term, b: &Term) {
        let (possible, uses) = self.outcomes(a, b);
        let ((mut range, _), (other, _)) = (self.range(a), self.range(b));
        let ordered = !possible.has(Outcomes::UNORDERED);
        if ordered {
            range = range.without_nan();
        }
        // If `b` can be NaN, `a` can be any number.
        if (ordered || !other.has_nan()) && other.has_number() {
            let equal = possible.has(Outcomes::EQUAL);
            if !possible.has(Outcomes::GREATER) {
                range = range.at_most(other, !equal);
            }
            if !possible.has(Outcomes::LESS) {
                range = range.at_least(other, !equal);
            }
        }
        self.learn(a, range, uses);
    }
}

/// The truth that is known, if one is, and what that rests on.
fn decided(holds: bool, fails: bool, uses: Uses) -> Option<(bool, Uses)> {
    (holds || fails).then_some((holds, uses))
}

/// Whether a number that is rounded in the first direction is at most the same number rounded in the second one.
fn in_order(first: Rounding, second: Rounding) -> bool {
    first == second || first == Rounding::Down || second == Rounding::Up
}
