//! Mathematical collections as values.
//!
//! In: an operation and its arguments. Out: the collection or the part of it that the operation gives, computed element
//! by element; or why there is none.

use ir::{CollectionKind, CollectionOp, Type};
use std::collections::BTreeSet;

use crate::int::Int;
use crate::rng::Rng;
use crate::stop::{Cause, Limit};
use crate::value::{Collection, Value};

/// The greatest number of elements of a collection.
const MOST: usize = 1 << 16;

/// A random collection of a type, of at most four elements; `None` if the type has no collections.
pub fn random(ty: Type, rng: &mut Rng) -> Option<Value> {
    let (kind, parts) = ty.as_collection()?;
    let collection = match (kind, parts) {
        (CollectionKind::Seq, [part]) => {
            let many = rng.below(5);
            Collection::Seq((0..many).map(|_| element(*part, rng)).collect::<Option<Vec<Value>>>()?)
        }
        (CollectionKind::Set, [part]) => {
            let many = rng.below(5);
            Collection::Set((0..many).map(|_| element(*part, rng)).collect::<Option<BTreeSet<Value>>>()?)
        }
        (CollectionKind::Option, [part]) => Collection::Option(match rng.below(3) {
            0 => None,
            _ => Some(element(*part, rng)?),
        }),
        (CollectionKind::Tuple, [a, b]) => Collection::Tuple([element(*a, rng)?, element(*b, rng)?]),
        (CollectionKind::Either, [a, b]) => match rng.below(2) {
            0 => Collection::Left(element(*a, rng)?),
            _ => Collection::Right(element(*b, rng)?),
        },
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
        (CollectionOp::Size, [c]) => {
            sequence(c).map(<[Value]>::len).or_else(|| set(c).map(BTreeSet::len)).map(|n| Value::Int(count(n)))
        }
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
        (CollectionOp::Get, [c]) => match option(c) {
            Some(held) => Some(held.cloned().ok_or(Cause::NoSuchPart(NO_VALUE))?),
            None => None,
        },
        (CollectionOp::GetOrElse, [c, other]) => option(c).map(|held| held.unwrap_or(other).clone()),
        (CollectionOp::Left, [x]) => Some(Value::from(Collection::Left(x.clone()))),
        (CollectionOp::Right, [x]) => Some(Value::from(Collection::Right(x.clone()))),
        (CollectionOp::IsLeft, [c]) => sides(c).map(|(left, _)| Value::Bool(left.is_some())),
        (CollectionOp::GetLeft, [c]) => match sides(c) {
            Some((left, _)) => Some(left.cloned().ok_or(Cause::NoSuchPart(NO_LEFT))?),
            None => None,
        },
        (CollectionOp::GetRight, [c]) => match sides(c) {
            Some((_, right)) => Some(right.cloned().ok_or(Cause::NoSuchPart(NO_RIGHT))?),
            None => None,
        },
        (CollectionOp::First, [c]) => tuple(c).map(|[first, _]| first.clone()),
        (CollectionOp::Second, [c]) => tuple(c).map(|[_, second]| second.clone()),
        (CollectionOp::Contains, [x, c]) => {
            sequence(c).map(|s| s.contains(x)).or_else(|| set(c).map(|s| s.contains(x))).map(Value::Bool)
        }
        (CollectionOp::Union, [a, b]) => match of_two_sets(a, b, |a, b| a.union(b).cloned().collect()) {
            Some(Collection::Set(all)) if all.len() > MOST => return Err(Cause::Limit(Limit::Memory)),
            made => made.map(Value::from),
        },
        (CollectionOp::Common, [a, b]) => {
            of_two_sets(a, b, |a, b| a.intersection(b).cloned().collect()).map(Value::from)
        }
        (CollectionOp::Without, [a, b]) => {
            of_two_sets(a, b, |a, b| a.difference(b).cloned().collect()).map(Value::from)
        }
        (CollectionOp::Subset, [a, b]) => match (set(a), set(b)) {
            (Some(a), Some(b)) => Some(Value::Bool(a.is_subset(b))),
            (None, _) | (_, None) => None,
        },
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
        Collection::Set(_)
        | Collection::Option(_)
        | Collection::Tuple(_)
        | Collection::Left(_)
        | Collection::Right(_) => None,
    }
}

/// The elements of a set.
fn set(value: &Value) -> Option<&BTreeSet<Value>> {
    match value.as_collection()? {
        Collection::Set(elements) => Some(elements),
        Collection::Seq(_)
        | Collection::Option(_)
        | Collection::Tuple(_)
        | Collection::Left(_)
        | Collection::Right(_) => None,
    }
}

/// A set that is made from two others.
fn of_two_sets(
    a: &Value,
    b: &Value,
    made: impl Fn(&BTreeSet<Value>, &BTreeSet<Value>) -> BTreeSet<Value>,
) -> Option<Collection> {
    Some(Collection::Set(made(set(a)?, set(b)?)))
}

/// The value of an option, if the option has one; the outer `None` if this is no option.
#[allow(clippy::option_option)]
fn option(value: &Value) -> Option<Option<&Value>> {
    match value.as_collection()? {
        Collection::Option(held) => Some(held.as_ref()),
        Collection::Seq(_) | Collection::Set(_) | Collection::Tuple(_) | Collection::Left(_) | Collection::Right(_) => {
            None
        }
    }
}

/// The parts of a tuple.
fn tuple(value: &Value) -> Option<&[Value; 2]> {
    match value.as_collection()? {
        Collection::Tuple(parts) => Some(parts),
        Collection::Seq(_)
        | Collection::Set(_)
        | Collection::Option(_)
        | Collection::Left(_)
        | Collection::Right(_) => None,
    }
}

/// The value of a `Left(x)`, and that of a `Right(x)`.
fn sides(value: &Value) -> Option<(Option<&Value>, Option<&Value>)> {
    match value.as_collection()? {
        Collection::Left(x) => Some((Some(x), None)),
        Collection::Right(x) => Some((None, Some(x))),
        Collection::Seq(_) | Collection::Set(_) | Collection::Option(_) | Collection::Tuple(_) => None,
    }
}

fn literal(elements: &[Value], ty: Type) -> Option<Value> {
    Some(Value::from(match (ty.as_collection()?.0, elements) {
        (CollectionKind::Seq, _) => Collection::Seq(elements.to_vec()),
        (CollectionKind::Set, _) => Collection::Set(elements.iter().cloned().collect()),
        (CollectionKind::Option, []) => Collection::Option(None),
        (CollectionKind::Option, [x]) => Collection::Option(Some(x.clone())),
        (CollectionKind::Tuple, [x, y]) => Collection::Tuple([x.clone(), y.clone()]),
        _ => return None,
    }))
}

fn beyond(index: &Int, length: usize) -> Cause {
    Cause::OutsideSequence { index: index.clone(), length: count(length) }
}

/// The sentences about parts that a value does not have.
const NO_LEFT: &str = "the value is a `Right(…)`, which has no `.left`";
const NO_RIGHT: &str = "the value is a `Left(…)`, which has no `.right`";
const NO_VALUE: &str = "the option is `None`, which has no value";

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
