//! Ground lemmas about operations on bits: equations and bounds that use only sums, products and quotients.
//!
//! ```text
//! or(a, b) = a + b − and(a, b)      xor(a, b) = a + b − 2 · and(a, b)      a = other(xor(a, b), b)
//! 0 ≤ b  or  a < 0   ⇒   and(a, b) ≤ b            0 ≤ a  or  0 ≤ b   ⇒   0 ≤ and(a, b)
//! 0 ≤ a, b < 2^n     ⇒   0 ≤ and(a, b), or(a, b), xor(a, b) < 2^n
//! −2^n ≤ a, b < 2^n  ⇒   −2^n ≤ and(a, b), or(a, b), xor(a, b) < 2^n
//! shl(a, k) = a · 2^k,  shr(a, k) = a div 2^k   for each k
//! ```
//!
//! `other` is a function symbol that occurs nowhere else: if two applications of `xor` have equal values and one equal
//! operand, their other operands are equal. Each lemma holds for all integers. The known ranges of integers only decide
//! for which `n` and which `k` a lemma is added. Lemmas about conversions between integers and floats are in
//! `conversions.rs`.
//!
//! In: ground facts. Out: lemmas; none if no operation on the bits of unknown integers occurs.

use super::conversions::conversions;
use super::ranges::Ranges;
use dashu::integer::IBig;
use ir::Bits;
use logic::term::{self, FloatOp, Names, Op, Role, Sort, Symbol, Term};
use rustc_hash::FxHashSet;

/// Only the first operations in the facts, up to this number, get lemmas.
const OPERATIONS: usize = 60;
/// Shifts whose distance may be larger than this get no lemma for each distance.
const PLACES: usize = 64;

/// Lemmas for the operations in the facts.
pub fn lemmas(facts: &[Term]) -> Vec<Term> {
    if !facts.iter().any(Term::has_bits) {
        return vec![];
    }
    let found = operations(facts);
    let mut ranges = Ranges::of(facts);
    // The function that gives the second operand of `xor` from its value and its first operand.
    let other = Names::starting_at(Names::LATER + (1 << 29)).fresh("xor", vec![Sort::INT; 2], Sort::INT, Role::Skolem);
    let mut out = Vec::new();
    for t in &found {
        if let (Op::Bits(op), [a, b]) = (t.op(), t.args()) {
            match op {
                Bits::And | Bits::Or | Bits::Xor => bitwise(*op, (a, b), &other, &mut ranges, &mut out),
                Bits::Shl | Bits::Shr => shift(*op, a, b, &mut ranges, &mut out),
            }
        }
    }
    conversions(&found, &mut out);
    out.retain(|l| !l.is_true());
    out
}

/// Lemmas only for the conversions in the facts.
pub fn of_conversions(facts: &[Term], out: &mut Vec<Term>) {
    conversions(&operations(facts), out);
}

/// Operations on bits and conversions, each once.
fn operations(facts: &[Term]) -> Vec<Term> {
    let (mut found, mut seen): (Vec<Term>, FxHashSet<Term>) = Default::default();
    term::for_each_subterm_of(facts.iter().filter(|f| f.has_bits() && !f.is_quantified()), &mut |t| {
        let operation = matches!(t.op(), Op::Bits(_) | Op::FloatOp(FloatOp::FromInt(..) | FloatOp::ToInt(_)));
        if operation && seen.insert(t.clone()) {
            found.push(t.clone());
        }
    });
    found.truncate(OPERATIONS);
    found
}

/// The condition that an integer is not negative.
fn natural(t: &Term) -> Term {
    term::le(term::int(0), t.clone())
}

/// Adds the lemmas for `and(a, b)`, `or(a, b)` or `xor(a, b)`.
fn bitwise(op: Bits, (a, b): (&Term, &Term), other: &Symbol, ranges: &mut Ranges, out: &mut Vec<Term>) {
    let make = |op, x: &Term, y: &Term| term::bits(op, x.clone(), y.clone());
    let (value, common) = (make(op, a, b), make(Bits::And, a, b));
    let sum = || term::add([a.clone(), b.clone()]);
    match op {
        Bits::Or => out.push(term::eq(value.clone(), term::sub(sum(), common.clone()))),
        Bits::Xor => {
            let twice = term::mul(term::int(2), common.clone());
            out.push(term::eq(value.clone(), term::sub(sum(), twice)));
            // If two applications of `xor` have equal values and one equal operand, their other operands are equal.
            for (x, y) in [(a, b), (b, a)] {
                out.push(term::eq(Term::clone(x), term::app(other, vec![value.clone(), Term::clone(y)])));
            }
        }
        Bits::And | Bits::Shl | Bits::Shr => {}
    }
    for (x, y) in [(a, b), (b, a)] {
        // The bits that `y` has and `x` has not make up `y - and(x, y)`. It is not negative if `y` is not negative, or
        // if `x` is negative and so has the sign bit of `y`.
        let apart = term::or([natural(y), term::not(natural(x))]);
        out.push(term::implies(apart, term::le(common.clone(), y.clone())));
        out.push(term::implies(natural(x), natural(&common)));
    }
    out.push(term::eq(common.clone(), make(Bits::And, b, a)));
    // All values that have as many bits as the longer operand.
    let all = ranges.get(a).join(&ranges.get(b));
    let Some(width) = all.width() else { return };
    let power = IBig::ONE << (width - 1);
    let least = if all.is_natural() { IBig::ZERO } else { -&power };
    let within = |t: &Term| term::within(term::int(least.clone()), t.clone(), term::int(power.clone()));
    out.push(term::implies(term::and([within(a), within(b)]), within(&value)));
}

/// Adds the lemmas for the shift of `a` by `k` bits.
fn shift(op: Bits, a: &Term, k: &Term, ranges: &mut Ranges, out: &mut Vec<Term>) {
    let value = term::bits(op, a.clone(), k.clone());
    let bound = match op {
        Bits::Shl => term::le(a.clone(), value.clone()),
        Bits::Shr | Bits::And | Bits::Or | Bits::Xor => term::le(value.clone(), a.clone()),
    };
    let both = term::and([natural(a), natural(k)]);
    out.push(term::implies(both, term::and([natural(&value), bound])));
    let range = ranges.get(k);
    let Some((lo, hi)) = range.bounds().and_then(|(k, l)| Some((usize::try_from(k).ok()?, usize::try_from(l).ok()?)))
    else {
        return;
    };
    if hi > PLACES {
        return;
    }
    for places in lo..=hi {
        let here = term::eq(k.clone(), term::int(places));
        out.push(term::implies(here, term::eq(value.clone(), term::bits(op, a.clone(), term::int(places)))));
    }
}
