//! Equality of floats up to laws that IEEE 754 does not have.
//!
//! In: two terms of floats and a set of assumptions. Out: whether both become the same by the laws that the assumptions
//! permit, together with some theorems of IEEE 754. The operations of these laws round to the nearest value.
//!
//! | assumption | laws |
//! |---|---|
//! | reassociation | `(x + y) + z = x + (y + z)`, `(x * y) * z = x * (y * z)` |
//! | no signed zeros | `-0.0 = 0.0`, `x + 0.0 = x`; with reassociation `-(x + y) = -x + -y` |
//! | no signed zeros and finite | `x * 0.0 = 0.0` |
//! | none | `x + y = y + x`, `x * y = y * x`, `x - y = x + -y`, `-(-x) = x`, `-x * y = -(x * y)`, `x * 1.0 = x` |
//!
//! Sums and products are multisets of their operands, so no law is applied over and over. The laws contradict the
//! operations on literals: `(1e30 - 1e30) + 1.0` is 1, and `1e30 + (-1e30 + 1.0)` is 0. So nothing here computes with
//! literals except with 0, 1 and -1, and the checker of proofs admits this equality as the last step of a goal only.

use super::{Assumption, Assumptions, Known, Range};
use crate::term::{self, FloatOp, Op, Term};
use ir::{Float, FloatFormat};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The greatest number of different operands of a sum or product. A greater one stays as it is written.
const MAX_OPERANDS: usize = 4096;

/// Whether the condition says that two floats are the same, or equal in the sense of IEEE 754.
pub fn is_equation(condition: &Term) -> bool {
    match (condition.op(), condition.args()) {
        (Op::Eq, [a, _]) => a.sort().as_float().is_some(),
        (Op::FloatOp(op), _) => *op == FloatOp::Eq,
        _ => false,
    }
}

/// Whether no execution can satisfy the assumptions, whatever the values of the constants in both terms are: a term is
/// never finite, or always -0.0 where signs of zeros do not matter. Then no law of the assumptions applies.
pub fn is_excluded(a: &Term, b: &Term, assumed: Assumptions, known: &mut Known) -> bool {
    let mut range = |t: &Term| known.range(t).0;
    let never_finite = |range: Range| !range.has_finite();
    let is_minus_zero = |range: Range| range.only().is_some_and(|x| x == Float::zero(x.format()).negated());
    let sides = [range(a), range(b)];
    let signs = assumed.has(Assumption::NoSignedZeros) && sides.into_iter().any(is_minus_zero);
    if signs || !assumed.is_empty() && sides.into_iter().any(never_finite) {
        return true;
    }
    let mut excluded = false;
    if assumed.has(Assumption::Finite) {
        for side in [a, b] {
            term::for_each_subterm(side, &mut |t| {
                excluded = excluded || t.sort().as_float().is_some() && never_finite(range(t));
            });
        }
    }
    excluded
}

/// Whether both terms are floats of one format that are equal up to the laws of the assumptions.
pub fn same(a: &Term, b: &Term, assumed: Assumptions) -> bool {
    if a.sort() != b.sort() || a.sort().as_float().is_none() {
        return false;
    }
    let mut forms = Forms::new(assumed);
    forms.of(a) == forms.of(b)
}

/// A smallest set of assumptions among those granted by which both terms are the same.
pub fn needed(a: &Term, b: &Term, granted: Assumptions) -> Option<Assumptions> {
    granted.subsets().into_iter().find(|assumed| same(a, b, *assumed))
}

/// The number of a form. Terms that are equal up to the laws have forms with the same number.
type Id = usize;

/// Forms with how often each occurs, in the order of their numbers.
type Multiset = Vec<(Id, u64)>;

/// What a term is up to the laws.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// A literal or a term without laws.
    Leaf(Term),
    Sum(Multiset),
    Product(Multiset),
    Neg(Id),
    /// Another operation on floats, with its result in this format.
    Other(FloatOp, FloatFormat, Vec<Id>),
    /// A conditional of floats, with its condition.
    Ite(Term, Id, Id),
}

/// Whether a multiset is a sum or a product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sum,
    Product,
}

/// The forms of terms, each once.
struct Forms {
    assumed: Assumptions,
    forms: Vec<Form>,
    numbers: FxHashMap<Form, Id>,
    memo: FxHashMap<Term, Id>,
}

impl Forms {
    fn new(assumed: Assumptions) -> Self {
        Self { assumed, forms: vec![], numbers: FxHashMap::default(), memo: FxHashMap::default() }
    }

    fn has(&self, one: Assumption) -> bool {
        self.assumed.has(one)
    }

    /// The number of the form of a term of floats.
    fn of(&mut self, t: &Term) -> Id {
        if let Some(known) = self.memo.get(t) {
            return *known;
        }
        let format = t.sort().as_float();
        let id = match (t.op(), t.args(), format) {
            (Op::Float(format, bits), _, _) => self.literal(Float::from_bits(*format, *bits)),
            (Op::FloatOp(op), [a, b], Some(format)) if *op == FloatOp::ADD => {
                let all = [self.of(a), self.of(b)];
                self.sum(format, &all)
            }
            (Op::FloatOp(op), [a, b], Some(format)) if *op == FloatOp::SUB => {
                let (a, b) = (self.of(a), self.of(b));
                let all = [a, self.negated(b)];
                self.sum(format, &all)
            }
            (Op::FloatOp(op), [a, b], Some(format)) if *op == FloatOp::MUL => {
                let all = [self.of(a), self.of(b)];
                self.product(format, &all)
            }
            (Op::FloatOp(FloatOp::Neg), [a], _) => {
                let a = self.of(a);
                self.negated(a)
            }
            (Op::FloatOp(op), args, Some(format)) if args.iter().all(|a| a.sort().as_float().is_some()) => {
                let args = args.iter().map(|a| self.of(a)).collect();
                self.put(Form::Other(*op, format, args))
            }
            (Op::Ite, [c, a, b], Some(_)) => {
                let (a, b) = (self.of(a), self.of(b));
                self.put(Form::Ite(c.clone(), a, b))
            }
            _ => self.put(Form::Leaf(t.clone())),
        };
        let _ = self.memo.insert(t.clone(), id);
        id
    }

    fn put(&mut self, form: Form) -> Id {
        let next = self.forms.len();
        let id = *self.numbers.entry(form.clone()).or_insert(next);
        if id == next {
            self.forms.push(form);
        }
        id
    }

    fn form(&self, id: Id) -> Option<&Form> {
        self.forms.get(id)
    }

    /// The literal; a positive zero if signs of zeros do not matter.
    fn literal(&mut self, x: Float) -> Id {
        let x = if self.has(Assumption::NoSignedZeros) && is_zero(x) { Float::zero(x.format()) } else { x };
        self.put(Form::Leaf(term::float(x.format(), x.bits())))
    }

    /// The value of a literal.
    fn value(&self, id: Id) -> Option<Float> {
        match self.form(id)? {
            Form::Leaf(t) => match t.op() {
                Op::Float(format, bits) => Some(Float::from_bits(*format, *bits)),
                _ => None,
            },
            Form::Sum(_) | Form::Product(_) | Form::Neg(_) | Form::Other(..) | Form::Ite(..) => None,
        }
    }

    fn negated(&mut self, id: Id) -> Id {
        if let Some(x) = self.value(id) {
            return self.literal(x.negated());
        }
        match self.form(id).cloned() {
            Some(Form::Neg(inner)) => inner,
            Some(Form::Sum(all)) if self.has(Assumption::Reassociation) && self.has(Assumption::NoSignedZeros) => {
                let mut negated: Multiset = all.into_iter().map(|(id, n)| (self.negated(id), n)).collect();
                negated.sort_unstable();
                self.put(Form::Sum(negated))
            }
            _ => self.put(Form::Neg(id)),
        }
    }

    fn sum(&mut self, format: FloatFormat, all: &[Id]) -> Id {
        let mut summands = self.flat(Kind::Sum, all);
        if self.has(Assumption::NoSignedZeros) {
            summands.retain(|(id, _)| !self.value(*id).is_some_and(is_zero));
        }
        match summands.as_slice() {
            [] => self.literal(Float::zero(format)),
            [(one, 1)] => *one,
            _ => self.put(Form::Sum(summands)),
        }
    }

    fn product(&mut self, format: FloatFormat, all: &[Id]) -> Id {
        let one = Float::from_int(format, &1.into(), ir::Rounding::NearestEven);
        let mut negative = false;
        let mut positive = Vec::new();
        for id in all {
            match (self.form(*id), self.value(*id)) {
                (Some(Form::Neg(inner)), _) => {
                    negative = !negative;
                    positive.push(*inner);
                }
                (_, Some(x)) if x == one => {}
                (_, Some(x)) if x.negated() == one => negative = !negative,
                _ => positive.push(*id),
            }
        }
        let factors = self.flat(Kind::Product, &positive);
        let vanishes = self.has(Assumption::NoSignedZeros) && self.has(Assumption::Finite);
        let id = match factors.as_slice() {
            [] => self.literal(one),
            [(one, 1)] => *one,
            all if vanishes && all.iter().any(|(id, _)| self.value(*id).is_some_and(is_zero)) => {
                self.literal(Float::zero(format))
            }
            _ => self.put(Form::Product(factors)),
        };
        if negative {
            self.negated(id)
        } else {
            id
        }
    }

    /// The operands of a sum or product. With reassociation, sums in sums and products in products are taken apart.
    fn flat(&self, kind: Kind, all: &[Id]) -> Multiset {
        let mut nested = Vec::new();
        let mut own = Vec::new();
        for id in all {
            match self.form(*id) {
                Some(Form::Sum(inner)) if kind == Kind::Sum && self.has(Assumption::Reassociation) => {
                    nested.extend(inner.iter().copied());
                }
                Some(Form::Product(inner)) if kind == Kind::Product && self.has(Assumption::Reassociation) => {
                    nested.extend(inner.iter().copied());
                }
                _ => nested.push((*id, 1)),
            }
            own.push((*id, 1));
        }
        let flat = merged(nested).filter(|all| all.len() <= MAX_OPERANDS);
        flat.or_else(|| merged(own)).unwrap_or_default()
    }
}

fn is_zero(x: Float) -> bool {
    x.compare(Float::zero(x.format())) == Some(Ordering::Equal)
}

/// The multiset with each form once; `None` if one of them occurs too often to be counted.
fn merged(mut all: Multiset) -> Option<Multiset> {
    all.sort_unstable();
    let mut out: Multiset = Vec::with_capacity(all.len());
    for (id, n) in all {
        match out.last_mut() {
            Some((last, count)) if *last == id => *count = count.checked_add(n)?,
            _ => out.push((id, n)),
        }
    }
    Some(out)
}
