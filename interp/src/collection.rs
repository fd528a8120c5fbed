//! Mathematical collections as values.
//!
//! In: an operation and its arguments. Out: the collection or the part of it that the operation gives, computed element
//! by element; or why there is none.

use ir::{CollectionKind, CollectionOp, Type};

use crate::int::Int;
use crate::rng::Rng;
use crate::stop::{Cause, Limit};
use crate::value::{Collection, Value};

/// The greatest number of elements of a collection.
const MOST: usize = 1 << 16;

/// A random collection of a type, of at most four elements; `None` if the type has no collections.
pub fn random(ty: Type, rng: &mut Rng) -> Option<Value> {
    let (kind, parts) = ty.as_collection()?;
    let mut elements = |ty: Type| {
        let many = rng.below(5);
        (0..many).map(|_| element(ty, rng)).collect::<Option<Vec<Value>>>()
    };
    let collection = match (kind, parts) {
        (CollectionKind::Seq, [element]) => Collection::Seq(elements(*element)?),
        _ => return None,
    };
    Some(Value::from(collection))
}

/// A random element of a collection. Few values are different, so that some are equal.
fn element(ty: Type, rng: &mut Rng) -> Option<Value> {
    match ty {
        Type::Int => Some(Value::from(rng.below(7) as i64 - 2)),
        Type::Bool => Some(Value::from(rng.below(2) == 0)),
        Type::Collection(..) => random(ty, rng),
        Type::Machine(_) | Type::Float(_) | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => None,
    }
}

/// The value of an operation, of this type.
pub(crate) fn compute(op: CollectionOp, args: &[Value], ty: Type) -> Result<Value, Cause> {
    let value = match (op, args) {
        (CollectionOp::Literal, elements) => literal(elements, ty),
        (CollectionOp::Size, [c]) => sequence(c).map(|s| Value::Int(count(s.len()))),
        (CollectionOp::At, [c, i]) => match sequence(c) {
            Some(s) => Some(s.get(index(s, i)?).cloned().ok_or_else(lost)?),
            None => None,
        },
        (CollectionOp::Head, [c]) => match sequence(c) {
            Some(s) => Some(s.first().cloned().ok_or_else(|| beyond(&Int::ZERO, 0))?),
            None => None,
        },
        (CollectionOp::Tail, [c]) => match sequence(c) {
            Some([]) => return Err(beyond(&Int::ZERO, 0)),
            Some([_, rest @ ..]) => Some(Value::from(Collection::Seq(rest.to_vec()))),
            None => None,
        },
        (CollectionOp::Concat, [a, b]) => match (sequence(a), sequence(b)) {
            (Some(a), Some(b)) => Some(joined([a, b])?),
            (None, _) | (_, None) => None,
        },
        (CollectionOp::Take, [c, n]) => match sequence(c) {
            Some(s) => Some(part(s, &Int::ZERO, n.as_int().ok_or_else(lost)?)?),
            None => None,
        },
        (CollectionOp::Drop, [c, n]) => match sequence(c) {
            Some(s) => Some(part(s, n.as_int().ok_or_else(lost)?, &count(s.len()))?),
            None => None,
        },
        (CollectionOp::Slice, [c, lo, hi]) => match (sequence(c), lo.as_int(), hi.as_int()) {
            (Some(s), Some(lo), Some(hi)) => Some(part(s, lo, hi)?),
            _ => None,
        },
        (CollectionOp::Update, [c, i, v]) => match sequence(c) {
            Some(s) => {
                let mut new = s.to_vec();
                *new.get_mut(index(s, i)?).ok_or_else(lost)? = v.clone();
                Some(Value::from(Collection::Seq(new)))
            }
            None => None,
        },
        (CollectionOp::RemoveAt, [c, i]) => match sequence(c) {
            Some(s) => {
                let mut new = s.to_vec();
                let _ = new.remove(index(s, i)?);
                Some(Value::from(Collection::Seq(new)))
            }
            None => None,
        },
        (CollectionOp::Contains, [x, c]) => sequence(c).map(|s| Value::Bool(s.contains(x))),
        _ => None,
    };
    value.ok_or_else(lost)
}

fn lost() -> Cause {
    Cause::IllTyped("an operation on values that are no such collections".into())
}

fn count(n: usize) -> Int {
    Int::from(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The elements of a sequence.
fn sequence(value: &Value) -> Option<&[Value]> {
    match value.as_collection()? {
        Collection::Seq(elements) => Some(elements),
    }
}

fn literal(elements: &[Value], ty: Type) -> Option<Value> {
    match ty.as_collection()? {
        (CollectionKind::Seq, _) => Some(Value::from(Collection::Seq(elements.to_vec()))),
        _ => None,
    }
}

fn beyond(index: &Int, length: usize) -> Cause {
    Cause::OutsideSequence { index: index.clone(), length: count(length) }
}

/// The sentence about an index that does not exist in a sequence.
pub(crate) fn outside(index: &Int, length: &Int) -> String {
    format!("the index {index} does not exist in a sequence of length {length}")
}

/// The position of an element at an index that exists.
fn index(s: &[Value], i: &Value) -> Result<usize, Cause> {
    let i = i.as_int().ok_or_else(lost)?;
    let at = i.to_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < s.len());
    at.ok_or_else(|| beyond(i, s.len()))
}

/// The elements from `lo` to below `hi`.
fn part(s: &[Value], lo: &Int, hi: &Int) -> Result<Value, Cause> {
    let end = |n: &Int| n.to_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= s.len());
    let (Some(from), Some(to)) = (end(lo), end(hi)) else {
        return Err(beyond(if end(lo).is_none() { lo } else { hi }, s.len()));
    };
    let elements = s.get(from..to).ok_or_else(|| beyond(lo, s.len()))?;
    Ok(Value::from(Collection::Seq(elements.to_vec())))
}

fn joined(parts: [&[Value]; 2]) -> Result<Value, Cause> {
    if parts.iter().map(|p| p.len()).sum::<usize>() > MOST {
        return Err(Cause::Limit(Limit::Memory));
    }
    Ok(Value::from(Collection::Seq(parts.concat())))
}
