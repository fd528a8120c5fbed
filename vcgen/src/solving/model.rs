//! Models as plain values, which outlive whatever found them.
//!
//! In: values of terms. Out: a lookup of the value of a term. A literal is its own value.

use dashu::{integer::IBig, rational::RBig};
use ir::{Enumeration, FloatFormat};
use logic::term::{Op, Term};
use rustc_hash::FxHashMap;

/// A value of scalar sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ModelValue {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// An exact rational.
    Real(RBig),
    /// A float by its IEEE bits.
    Float(FloatFormat, u64),
    /// The constant of an enumeration with this number.
    Enum(&'static Enumeration, u32),
    /// Some float that is none of the query's literals: operations were unknown functions. Equal numbers are
    /// equal values.
    Opaque(FloatFormat, u64),
}

/// Values of terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: FxHashMap<Term, ModelValue>,
}

impl Model {
    /// The model with these values.
    pub fn new(values: FxHashMap<Term, ModelValue>) -> Self {
        Self { values }
    }

    /// The model with further values.
    #[must_use]
    pub fn with(mut self, values: FxHashMap<Term, ModelValue>) -> Self {
        self.values.extend(values);
        self
    }

    /// The value of a ground scalar term that occurs in the query or was observed. Literals have theirs always.
    pub fn value(&self, term: &Term) -> Option<ModelValue> {
        match term.op() {
            Op::Bool(b) => Some(ModelValue::Bool(*b)),
            Op::Int(n) => Some(ModelValue::Int(n.clone())),
            Op::Real(r) => Some(ModelValue::Real(r.clone())),
            Op::Float(format, bits) => Some(ModelValue::Float(*format, *bits)),
            Op::Enum(of, number) => Some(ModelValue::Enum(of, *number)),
            Op::App(_)
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Implies
            | Op::Ite
            | Op::Eq
            | Op::Lt
            | Op::Le
            | Op::Add
            | Op::Sub
            | Op::Neg
            | Op::Mul
            | Op::Div
            | Op::Mod
            | Op::Bits(_)
            | Op::ToReal
            | Op::RealDiv
            | Op::Select
            | Op::Store
            | Op::FloatOp(_)
            | Op::Quant(_) => self.values.get(term).cloned(),
        }
    }

    /// The integer value, if it has one.
    pub fn int(&self, term: &Term) -> Option<IBig> {
        if let Some(ModelValue::Int(n)) = self.value(term) {
            Some(n)
        } else {
            None
        }
    }

    /// The truth value, if it has one.
    pub fn bool(&self, term: &Term) -> Option<bool> {
        if let Some(ModelValue::Bool(b)) = self.value(term) {
            Some(b)
        } else {
            None
        }
    }

    /// The elements of an array that have a value, by their indices, in the order of the indices.
    pub fn elements(&self, array: &Term) -> Vec<(Vec<IBig>, &ModelValue)> {
        let of = |term: &Term| matches!(term.op(), Op::Select) && term.args().first() == Some(array);
        let index = |term: &Term| term.args().iter().skip(1).map(|i| self.int(i)).collect::<Option<Vec<IBig>>>();
        let known = self.values.iter().filter(|(term, _)| of(term));
        let mut out: Vec<_> = known.filter_map(|(term, value)| Some((index(term)?, value))).collect();
        out.sort_by(|(a, _), (b, _)| a.cmp(b));
        out.dedup_by(|(a, _), (b, _)| a == b);
        out
    }

    /// How many terms have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no term has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
