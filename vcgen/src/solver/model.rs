//! Models as plain values.
//!
//! In: a Z3 model and the table of its query. Out: the value of every ground scalar subterm, which outlives the context.

use super::dag::{Dag, Id};
use super::encode::Encoded;
use super::{parse, Floats};
use dashu::{integer::IBig, rational::RBig};
use ir::FloatFormat;
use logic::term::{Op, Sort, SortKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Bool, Dynamic, Int};

/// Integers of more bits are not read.
const LONGEST: usize = 4096;

/// A value of scalar sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// An exact rational.
    Real(RBig),
    /// A float by its IEEE bits.
    Float(FloatFormat, u64),
    /// Some float that is none of the query's literals: operations were unknown functions. Equal numbers are
    /// equal values.
    Opaque(FloatFormat, u64),
}

/// Values of terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: FxHashMap<Term, Value>,
}

impl Model {
    /// The value of a ground scalar term that occurs in the query or was observed. Literals have theirs always.
    pub fn value(&self, term: &Term) -> Option<Value> {
        match term.op() {
            Op::Bool(b) => Some(Value::Bool(*b)),
            Op::Int(n) => Some(Value::Int(n.clone())),
            Op::Real(r) => Some(Value::Real(r.clone())),
            Op::Float(format, bits) => Some(Value::Float(*format, *bits)),
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
        if let Some(Value::Int(n)) = self.value(term) {
            Some(n)
        } else {
            None
        }
    }

    /// The truth value, if it has one.
    pub fn bool(&self, term: &Term) -> Option<bool> {
        if let Some(Value::Bool(b)) = self.value(term) {
            Some(b)
        } else {
            None
        }
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

/// Evaluates all ground scalar nodes, and the observed ones.
pub fn read(dag: &Dag, observed: &[Id], encoded: &Encoded, model: &z3::Model, floats: Floats) -> Model {
    let literals = literals(dag, encoded, model, floats);
    let observed: FxHashSet<Id> = observed.iter().copied().collect();
    let mut values = FxHashMap::default();
    for (at, node) in dag.nodes().iter().enumerate() {
        if node.sort.is_array() || (!node.ground && !observed.contains(&at)) {
            continue;
        }
        let value = encoded.term(at).ok().and_then(|term| model.eval(term, true));
        if let Some(value) = value.and_then(|v| plain(&v, node.sort, &literals)) {
            let _ = values.insert(node.term.clone(), value);
        }
    }
    Model { values }
}

/// Names of universe elements that stand for literals.
type Literals = FxHashMap<String, u64>;

fn literals(dag: &Dag, encoded: &Encoded, model: &z3::Model, floats: Floats) -> Literals {
    let mut found = Literals::default();
    if floats == Floats::BitPrecise {
        return found;
    }
    for (at, node) in dag.nodes().iter().enumerate() {
        let Op::Float(_, bits) = node.op else { continue };
        if let Some(value) = encoded.term(at).ok().and_then(|term| model.eval(term, true)) {
            let _ = found.insert(value.to_string(), bits);
        }
    }
    found
}

fn plain(value: &Dynamic, sort: Sort, literals: &Literals) -> Option<Value> {
    match sort.kind() {
        SortKind::Bool => value.as_bool()?.as_bool().map(Value::Bool),
        SortKind::Int => {
            let int = value.as_int()?;
            int.as_i64().map(IBig::from).or_else(|| long(&int)).map(Value::Int)
        }
        SortKind::Real => parse::rational(&value.to_string()).map(Value::Real),
        SortKind::Float(format) => float(value, format, literals),
        SortKind::Array(_)
        | SortKind::Ref(_)
        | SortKind::Seq(_)
        | SortKind::Set(_)
        | SortKind::Bag(_)
        | SortKind::Map(_)
        | SortKind::Tuple(_)
        | SortKind::Option(_)
        | SortKind::Data(..) => None,
    }
}

/// An integer of more than 64 bits; `None` if it has so many that nobody can read it, and that writing it takes long.
fn long(int: &Int) -> Option<IBig> {
    use z3::ast::Ast;
    let most = (IBig::ONE << LONGEST).to_string();
    let (most, least) = (most.parse::<Int>().ok()?, format!("-{most}").parse::<Int>().ok()?);
    let short = Bool::and(&[int.le(&most), int.ge(&least)]).simplify().as_bool();
    (short == Some(true)).then(|| parse::integer(&int.to_string())).flatten()
}

fn float(value: &Dynamic, format: FloatFormat, literals: &Literals) -> Option<Value> {
    use z3::ast::Ast;
    if let Some(float) = value.as_float() {
        // The bits of NaN are unspecified in Z3; any will do.
        if float.is_nan().simplify().as_bool() == Some(true) {
            return Some(Value::Float(format, nan(format)));
        }
        return float.to_ieee_bv().simplify().as_u64().map(|bits| Value::Float(format, bits));
    }
    let name = value.to_string();
    if let Some(bits) = literals.get(&name) {
        return Some(Value::Float(format, *bits));
    }
    // Elements of an uninterpreted sort are called `IEEE.single!val!3`.
    let (_, number) = name.rsplit_once('!')?;
    number.trim_end_matches('|').parse().ok().map(|n| Value::Opaque(format, n))
}

fn nan(format: FloatFormat) -> u64 {
    match format {
        FloatFormat::Single => 0x7fc0_0000,
        FloatFormat::Double => 0x7ff8_0000_0000_0000,
    }
}
