//! Models as plain values.
//!
//! In: a Z3 model and the table of its query. Out: the value of every ground scalar subterm, as a value that outlives
//! the Z3 context.

use super::dag::{Dag, Id};
use super::encoded::Encoded;
use super::enums::Enums;
use super::{enums, names, parse, sorts};
use crate::solving::{Floats, Model, ModelValue};
use dashu::integer::IBig;
use ir::FloatFormat;
use logic::term::{Op, Sort, SortKind};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Bool, Dynamic, Int};

/// Integers with more bits than this are not read from the model, since their text would be too long.
const LONGEST: usize = 4096;
/// Nearly all integers of models have at most this number of bits.
const USUAL: usize = 192;

/// The values of all ground scalar nodes and of the observed nodes.
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
    Model::new(values)
}

/// The values of the constants of a query whose integers are bit vectors of this width.
pub fn read_constants(dag: &Dag, width: u32, model: &z3::Model) -> Model {
    let mut values = FxHashMap::default();
    for node in dag.nodes() {
        let (Op::App(symbol), []) = (&node.op, node.args.as_slice()) else { continue };
        let sort = match node.sort.kind() {
            SortKind::Int => Ok(z3::Sort::bitvector(width)),
            _ => sorts::of(node.sort, Floats::BitPrecise, &Enums::default()),
        };
        let Ok(sort) = sort else { continue };
        let value = model.eval(&Dynamic::new_const(names::symbol(symbol), &sort), true);
        let read = value.and_then(|v| match v.as_bv() {
            Some(bits) => parse::bits(&bits.to_string(), width).map(ModelValue::Int),
            None => plain(&v, node.sort, &Literals::default()),
        });
        if let Some(read) = read {
            let _ = values.insert(node.term.clone(), read);
        }
    }
    Model::new(values)
}

/// Names of elements of Z3's universe that stand for float literals, with the bits of the literals.
type Literals = FxHashMap<String, u64>;

/// The elements of Z3's universe that the float literals of a query have in a model, if floats are uninterpreted.
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

/// The value that a Z3 term of this sort stands for; `None` if the sort has no plain values.
fn plain(value: &Dynamic, sort: Sort, literals: &Literals) -> Option<ModelValue> {
    match sort.kind() {
        SortKind::Bool => value.as_bool()?.as_bool().map(ModelValue::Bool),
        SortKind::Int => {
            let int = value.as_int()?;
            int.as_i64().map(IBig::from).or_else(|| long(&int)).map(ModelValue::Int)
        }
        SortKind::Real => parse::rational(&value.to_string()).map(ModelValue::Real),
        SortKind::Float(format) => float(value, format, literals),
        SortKind::Enum(of) => enums::number(&value.to_string(), of).map(|number| ModelValue::Enum(of, number)),
        SortKind::Array(_)
        | SortKind::Ref(_)
        | SortKind::Seq(_)
        | SortKind::Set(_)
        | SortKind::Bag(_)
        | SortKind::Map(_)
        | SortKind::Tuple(_)
        | SortKind::Option(_)
        | SortKind::Either(_)
        | SortKind::Data(..) => None,
    }
}

/// An integer of more than 64 bits; `None` if it is too long to be printed.
fn long(int: &Int) -> Option<IBig> {
    // To read the bound for long integers takes longer than all else, and most integers are not that long.
    let short = has_at_most(int, USUAL) || has_at_most(int, LONGEST);
    short.then(|| parse::integer(&int.to_string())).flatten()
}

/// Whether an integer has at most this number of bits.
fn has_at_most(int: &Int, bits: usize) -> bool {
    use z3::ast::Ast;
    let most = (IBig::ONE << bits).to_string();
    let (Ok(most), Ok(least)) = (most.parse::<Int>(), format!("-{most}").parse::<Int>()) else { return false };
    Bool::and(&[int.le(&most), int.ge(&least)]).simplify().as_bool() == Some(true)
}

fn float(value: &Dynamic, format: FloatFormat, literals: &Literals) -> Option<ModelValue> {
    use z3::ast::Ast;
    if let Some(float) = value.as_float() {
        // The bits of NaN are unspecified in Z3, so any NaN will do.
        if float.is_nan().simplify().as_bool() == Some(true) {
            return Some(ModelValue::Float(format, nan(format)));
        }
        return float.to_ieee_bv().simplify().as_u64().map(|bits| ModelValue::Float(format, bits));
    }
    let name = value.to_string();
    if let Some(bits) = literals.get(&name) {
        return Some(ModelValue::Float(format, *bits));
    }
    // Z3 calls the elements of an uninterpreted sort `IEEE.single!val!3`.
    let (_, number) = name.rsplit_once('!')?;
    number.trim_end_matches('|').parse().ok().map(|n| ModelValue::Opaque(format, n))
}

/// The bits of one NaN of the format.
fn nan(format: FloatFormat) -> u64 {
    match format {
        FloatFormat::Single => 0x7fc0_0000,
        FloatFormat::Double => 0x7ff8_0000_0000_0000,
    }
}
