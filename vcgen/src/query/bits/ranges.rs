//! Ranges of the integer terms of a query.
//!
//! In: facts. Out: for each integer term a [`Range`] that contains its value in every state in which the facts are
//! true. The conclusion of an implication is used once its premise is known to be true. A comparison says that a sum is
//! not negative, and that gives a bound for each summand. These steps are repeated, up to a limit.

use super::range::Range;
use dashu::base::DivEuclid;
use dashu::integer::IBig;
use ir::{Float, FloatFormat, Rounding};
use logic::normalise::linear::Poly;
use logic::term::{self, FloatOp, Op, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many times the facts are searched for further bounds.
const ROUNDS: usize = 6;
/// Sums of more summands than this are not searched for bounds.
const SUMMANDS: usize = 16;
/// Only the first facts without a condition, up to this number, are searched for bounds.
const FACTS: usize = 400;
/// If a float is made from an integer that may need more bits than this, its range is that of all finite floats.
const LARGE: usize = 120;

/// Ranges of terms.
#[derive(Default)]
pub struct Ranges {
    /// Facts that are known to be true without a condition.
    units: Vec<Term>,
    /// The same facts as `units`, to be looked up.
    known_units: FxHashSet<Term>,
    /// The parts of disjunctions, without parts that are known to be false.
    open: Vec<Vec<Term>>,
    /// Sums that are not negative: pairs of a factor and a summand, and a constant that is added.
    sums: Vec<(Vec<(IBig, Term)>, IBig)>,
    /// The bounds that were found for terms.
    bounds: FxHashMap<Term, Range>,
    /// The ranges that were computed since bounds were last found.
    memo: FxHashMap<Term, Range>,
    /// Whether some term has an empty range. Then no state satisfies the facts.
    contradiction: bool,
}

impl Ranges {
    /// The ranges that follow from the facts.
    pub fn of(facts: &[Term]) -> Self {
        let mut ranges = Self::default();
        facts.iter().for_each(|f| ranges.assume(f));
        for _ in 0..ROUNDS {
            let changed = ranges.propagate();
            if !(ranges.settle() | changed) {
                break;
            }
            ranges.memo.clear();
        }
        ranges.memo.clear();
        ranges
    }

    /// The range of an integer term.
    pub fn get(&mut self, t: &Term) -> Range {
        if let Some(n) = t.as_int() {
            return Range::one(n);
        }
        if let Some(done) = self.memo.get(t) {
            return done.clone();
        }
        let mut range = self.computed(t);
        if let Some(known) = self.bounds.get(t) {
            range = range.meet(known);
        }
        let _ = self.memo.insert(t.clone(), range.clone());
        range
    }

    /// Whether the ranges show that the facts contradict each other.
    pub fn contradict(&self) -> bool {
        self.contradiction
    }

    /// The range of a term that follows from the ranges of its operands alone.
    pub fn computed(&mut self, t: &Term) -> Range {
        match (t.op(), t.args()) {
            (Op::Add, args) => args.iter().fold(Range::new(0, 0), |sum, a| sum.add(&self.get(a))),
            (Op::Sub, [a, b]) => self.get(a).add(&self.get(b).neg()),
            (Op::Neg, [a]) => self.get(a).neg(),
            (Op::Mul, args) => args.iter().fold(Range::new(1, 1), |product, a| product.mul(&self.get(a))),
            (Op::Div, [a, b]) => {
                let (a, b) = (self.get(a), self.get(b));
                match b.hi.as_ref().is_some_and(|hi| *hi < IBig::ZERO) {
                    true => a.div(&b.neg()).neg(),
                    false => a.div(&b),
                }
            }
            (Op::Mod, [a, b]) => {
                let (a, b) = (self.get(a), self.get(b));
                match b.hi.as_ref().is_some_and(|hi| *hi < IBig::ZERO) {
                    true => a.modulo(&b.neg()),
                    false => a.modulo(&b),
                }
            }
            (Op::Ite, [_, a, b]) => self.get(a).join(&self.get(b)),
            (Op::Bits(op), [a, b]) => {
                let (a, b) = (self.get(a), self.get(b));
                a.bits(*op, &b)
            }
            (Op::FloatOp(FloatOp::ToInt(_)), [x]) => self.of_float(x),
            _ => Range::ALL,
        }
    }

    /// The integers to which a float can be converted, and 0, which stands for the conversion of a float that is not
    /// finite.
    fn of_float(&mut self, x: &Term) -> Range {
        let Some(format) = x.sort().as_float() else { return Range::ALL };
        let all = match format {
            FloatFormat::Single => IBig::ONE << 128,
            FloatFormat::Double => IBig::ONE << 1024,
        };
        let all = Range::new(-&all, all);
        let (Op::FloatOp(FloatOp::FromInt(..)), [n]) = (x.op(), x.args()) else { return all };
        let range = self.get(n);
        let Some((lo, hi)) = range.bounds().filter(|_| range.width().is_some_and(|w| w <= LARGE)) else { return all };
        let rounded = |n: &IBig, r| Float::from_int(format, n, r).to_int(Rounding::Zero);
        match (rounded(lo, Rounding::Down), rounded(hi, Rounding::Up)) {
            (Some(lo), Some(hi)) => Range::new(lo, hi).join(&Range::new(0, 0)),
            _ => all,
        }
    }

    /// Splits a fact into units and disjunctions.
    fn assume(&mut self, t: &Term) {
        match (t.op(), t.args()) {
            (Op::And, args) => args.iter().for_each(|a| self.assume(a)),
            (Op::Not, [inner]) => match (inner.op(), inner.args()) {
                (Op::Or, args) => args.iter().for_each(|a| self.assume(&term::not(a.clone()))),
                (Op::Implies, [a, b]) => {
                    self.assume(a);
                    self.assume(&term::not(b.clone()));
                }
                (Op::And, args) => self.open.push(args.iter().cloned().map(term::not).collect()),
                _ => self.unit(t),
            },
            (Op::Or, args) => self.open.push(args.to_vec()),
            (Op::Implies, [a, b]) => {
                let premises = if *a.op() == Op::And { a.args() } else { std::slice::from_ref(a) };
                self.open.push(premises.iter().cloned().map(term::not).chain([b.clone()]).collect());
            }
            _ => self.unit(t),
        }
    }

    /// Adds a fact that is true without a condition, and the sums that it says are not negative.
    fn unit(&mut self, t: &Term) {
        if self.units.len() >= FACTS || !self.known_units.insert(t.clone()) {
            return;
        }
        self.units.push(t.clone());
        let (positive, inner) = match (t.op(), t.args()) {
            (Op::Not, [inner]) => (false, inner),
            _ => (true, t),
        };
        let [a, b] = inner.args() else { return };
        if a.sort() != Sort::INT {
            return;
        }
        match (inner.op(), positive) {
            (Op::Le, true) => self.sum(b, a, 0),
            (Op::Lt, true) => self.sum(b, a, 1),
            (Op::Le, false) => self.sum(a, b, 1),
            (Op::Lt, false) => self.sum(a, b, 0),
            (Op::Eq, true) => {
                self.sum(a, b, 0);
                self.sum(b, a, 0);
            }
            _ => {}
        }
    }

    /// Adds the sum `larger - smaller - apart`, which is not negative.
    fn sum(&mut self, larger: &Term, smaller: &Term, apart: i32) {
        let poly = Poly::difference(larger, smaller);
        if poly.len() > SUMMANDS {
            return;
        }
        let (mut summands, mut constant) = (Vec::new(), IBig::from(-apart));
        for (atoms, c) in poly.monomials() {
            let Some(c) = c.denominator().is_one().then(|| c.numerator().clone()) else { return };
            match atoms.split_first() {
                None => constant += c,
                Some((first, rest)) => {
                    let product = rest.iter().fold(first.0.clone(), |all, a| term::mul(all, a.0.clone()));
                    summands.push((c, product));
                }
            }
        }
        self.sums.push((summands, constant));
    }

    /// Computes a bound of each summand from each sum. Returns whether a bound is new.
    fn propagate(&mut self) -> bool {
        let mut changed = false;
        let sums = std::mem::take(&mut self.sums);
        for (summands, constant) in &sums {
            let most: Vec<Option<IBig>> = summands.iter().map(|(c, t)| Range::one(c).mul(&self.get(t)).hi).collect();
            for (n, (c, t)) in summands.iter().enumerate() {
                let mut others = most.iter().enumerate().filter(|(m, _)| *m != n);
                let Some(rest) = others.try_fold(constant.clone(), |sum, (_, hi)| Some(sum + hi.as_ref()?)) else {
                    continue;
                };
                // c·t ≥ −rest
                let bound = match *c > IBig::ZERO {
                    true => Range { lo: Some(-rest.div_euclid(c)), hi: None },
                    false => Range { lo: None, hi: Some(rest.div_euclid(-c)) },
                };
                let before = self.get(t);
                let after = before.meet(&bound);
                if after != before {
                    changed = true;
                    self.contradiction |= after.bounds().is_some_and(|(lo, hi)| lo > hi);
                    let slot = self.bounds.entry(t.clone()).or_default();
                    *slot = slot.meet(&bound);
                    let _ = self.memo.insert(t.clone(), after);
                }
            }
        }
        self.sums = sums;
        changed
    }

    /// Assumes the last part of each disjunction whose other parts are known to be false. Returns whether there was
    /// such a disjunction.
    fn settle(&mut self) -> bool {
        let mut changed = false;
        for parts in std::mem::take(&mut self.open) {
            let left: Vec<Term> = parts.into_iter().filter(|p| self.truth(p) != Some(false)).collect();
            match left.as_slice() {
                [only] => {
                    self.assume(only);
                    changed = true;
                }
                _ => self.open.push(left),
            }
        }
        changed
    }

    /// Whether a condition holds, if that is known.
    fn truth(&mut self, t: &Term) -> Option<bool> {
        if let Some(literal) = t.as_bool() {
            return Some(literal);
        }
        if self.known_units.contains(t) {
            return Some(true);
        }
        if self.known_units.contains(&term::not(t.clone())) {
            return Some(false);
        }
        match (t.op(), t.args()) {
            (Op::Not, [a]) => self.truth(a).map(|b| !b),
            (Op::And, args) => {
                let all: Vec<Option<bool>> = args.iter().map(|a| self.truth(a)).collect();
                let no = all.contains(&Some(false)).then_some(false);
                no.or_else(|| all.iter().all(|a| *a == Some(true)).then_some(true))
            }
            (Op::Or, args) => {
                let all: Vec<Option<bool>> = args.iter().map(|a| self.truth(a)).collect();
                let yes = all.contains(&Some(true)).then_some(true);
                yes.or_else(|| all.iter().all(|a| *a == Some(false)).then_some(false))
            }
            (Op::Le | Op::Lt, [a, b]) if a.sort() == Sort::INT => {
                let apart = self.get(b).add(&self.get(a).neg());
                let least = IBig::from(i32::from(*t.op() == Op::Lt));
                match (apart.lo, apart.hi) {
                    (Some(lo), _) if lo >= least => Some(true),
                    (_, Some(hi)) if hi < least => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
