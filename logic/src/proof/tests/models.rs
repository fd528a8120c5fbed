//! Values of terms in small models: the judge of what random proofs show.
//!
//! Numbers are exact, quantifiers range over truth values, and what is unspecified (a quotient by 0) has a value that
//! differs from model to model.

use super::*;
use crate::term::free_symbols;
use dashu::base::{DivEuclid, RemEuclid};
use dashu::integer::IBig;
use ir::Bits;
use rustc_hash::FxHashMap;

/// Random numbers.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n.max(1)
    }

    pub fn one<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        let n = self.below(all.len());
        &all[n]
    }
}

/// A truth value, or a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Truth(bool),
    Number(RBig),
}

/// Values of constants.
#[derive(Clone, Debug)]
pub struct Model {
    values: FxHashMap<u32, Value>,
    seed: u32,
}

impl Model {
    /// Random values for all constants of the terms.
    pub fn random(terms: &[&Term], dice: &mut Dice) -> Self {
        let mut values = FxHashMap::default();
        for symbol in terms.iter().flat_map(|t| {
            let mut all = free_symbols(t);
            term::for_each_subterm(t, &mut |t| all.extend(t.as_app().cloned()));
            all
        }) {
            let number = RBig::from(dice.below(7) as i32 - 3);
            let value = match symbol.sort() {
                Sort::BOOL => Value::Truth(dice.below(2) == 0),
                Sort::REAL => Value::Number(number / RBig::from(1 + dice.below(2) as i32)),
                _ => Value::Number(number),
            };
            let _ = values.insert(symbol.id(), value);
        }
        Self { values, seed: dice.below(1000) as u32 }
    }

    pub fn holds(&self, t: &Term) -> bool {
        match self.value(t) {
            Value::Truth(truth) => truth,
            Value::Number(_) => panic!("{t:?}"),
        }
    }

    fn number(&self, t: &Term) -> RBig {
        match self.value(t) {
            Value::Number(number) => number,
            Value::Truth(_) => panic!("{t:?}"),
        }
    }

    /// Some integer, which depends on the model and on these numbers.
    fn unspecified(&self, a: &RBig) -> RBig {
        let n: i64 = a.numerator().clone().try_into().unwrap_or(0);
        RBig::from((n.rem_euclid(5) * 7 + i64::from(self.seed)) % 9 - 4)
    }

    pub fn value(&self, t: &Term) -> Value {
        let whole = |a: &RBig| a.numerator().clone();
        let number = |n: IBig| Value::Number(RBig::from(n));
        match (t.op(), t.args()) {
            (Op::Int(n), _) => number(n.clone()),
            (Op::Real(r), _) => Value::Number(r.clone()),
            (Op::Bool(b), _) => Value::Truth(*b),
            (Op::App(symbol), []) => self.values[&symbol.id()].clone(),
            (Op::Not, [a]) => Value::Truth(!self.holds(a)),
            (Op::And, all) => Value::Truth(all.iter().all(|a| self.holds(a))),
            (Op::Or, all) => Value::Truth(all.iter().any(|a| self.holds(a))),
            (Op::Implies, [a, b]) => Value::Truth(!self.holds(a) || self.holds(b)),
            (Op::Ite, [c, a, b]) => self.value(if self.holds(c) { a } else { b }),
            (Op::Eq, [a, b]) => Value::Truth(self.value(a) == self.value(b)),
            (Op::Lt, [a, b]) => Value::Truth(self.number(a) < self.number(b)),
            (Op::Le, [a, b]) => Value::Truth(self.number(a) <= self.number(b)),
            (Op::Add, all) => Value::Number(all.iter().map(|a| self.number(a)).fold(RBig::ZERO, |a, b| a + b)),
            (Op::Mul, all) => Value::Number(all.iter().map(|a| self.number(a)).fold(RBig::ONE, |a, b| a * b)),
            (Op::Sub, [a, b]) => Value::Number(self.number(a) - self.number(b)),
            (Op::Neg, [a]) => Value::Number(-self.number(a)),
            (Op::ToReal, [a]) => self.value(a),
            (Op::Div | Op::Mod | Op::RealDiv, [a, b]) => {
                let (a, b) = (self.number(a), self.number(b));
                match t.op() {
                    _ if b.is_zero() => Value::Number(self.unspecified(&a)),
                    Op::Div => number(whole(&a).div_euclid(whole(&b))),
                    Op::Mod => number(IBig::from(whole(&a).rem_euclid(whole(&b)))),
                    _ => Value::Number(a / b),
                }
            }
            (Op::Bits(op), [a, b]) => {
                let (a, b) = (self.number(a), self.number(b));
                let (x, y) = (whole(&a), whole(&b));
                let places = usize::try_from(y.clone());
                match (op, places) {
                    (Bits::And, _) => number(x & y),
                    (Bits::Or, _) => number(x | y),
                    (Bits::Xor, _) => number(x ^ y),
                    (Bits::Shl, Ok(places)) => number(x << places),
                    (Bits::Shr, Ok(places)) => number(x.div_euclid(IBig::ONE << places)),
                    (Bits::Shl | Bits::Shr, Err(_)) => Value::Number(self.unspecified(&a)),
                }
            }
            (Op::Quant(binding), [body]) => {
                let mut models = vec![self.clone()];
                for x in &binding.binders {
                    assert_eq!(x.sort(), Sort::BOOL);
                    models = models.iter().flat_map(|m| [false, true].map(|b| m.with(x, b))).collect();
                }
                let mut truths = models.iter().map(|m| m.holds(body));
                Value::Truth(if binding.universal { truths.all(|b| b) } else { truths.any(|b| b) })
            }
            _ => panic!("{t:?}"),
        }
    }

    fn with(&self, x: &Symbol, truth: bool) -> Self {
        let mut more = self.clone();
        let _ = more.values.insert(x.id(), Value::Truth(truth));
        more
    }
}
