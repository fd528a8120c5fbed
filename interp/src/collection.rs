//! Mathematical collections as values.
//!
//! In: an operation and its arguments. Out: the collection or the part of it that the operation gives, computed element
//! by element; or why there is none.

use ir::{CollectionKind, CollectionOp, Type};
use std::collections::{BTreeMap, BTreeSet};

use crate::int::Int;
use crate::rng::Rng;
use crate::stop::{Cause, Limit};
use crate::value::{Collection, Value};

/// The greatest number of elements of a collection.
pub(crate) const MOST: usize = 1 << 16;

/// A random collection of a type, mostly of at most four elements, and never of more than six; `None` if the type has
/// no collections.
pub fn random(ty: Type, rng: &mut Rng) -> Option<Value> {
    let (kind, parts) = ty.as_collection()?;
    let collection = match (kind, parts) {
        // One in four consists of numbers that follow each other, since contracts often ask for many different ones.
        (CollectionKind::Seq | CollectionKind::Set | CollectionKind::Bag, [Type::Int]) if rng.below(4) == 0 => {
            let (first, many) = (rng.below(3) as i64, rng.below(7) as i64);
            let elements: Vec<Value> = (first..first + many).map(Value::from).collect();
            return literal(&elements, ty);
        }
        (CollectionKind::Seq, [part]) => {
            let many = rng.below(5);
            Collection::Seq((0..many).map(|_| element(*part, rng)).collect::<Option<Vec<Value>>>()?)
        }
        (CollectionKind::Set, [part]) => {
            let many = rng.below(5);
            Collection::Set((0..many).map(|_| element(*part, rng)).collect::<Option<BTreeSet<Value>>>()?)
        }
        (CollectionKind::Bag, [part]) => {
            let many = rng.below(5);
            bag_of((0..many).map(|_| element(*part, rng)).collect::<Option<Vec<Value>>>()?)
        }
        (CollectionKind::Map, [Type::Int, Type::Int]) if rng.below(4) == 0 => {
            let (first, many) = (rng.below(3) as i64, rng.below(5) as i64);
            Collection::Map((first..first + many).map(|k| (Value::from(k), Value::from(k))).collect())
        }
        (CollectionKind::Map, [key, value]) => {
            let many = rng.below(4);
            let mut entry = || Some((element(*key, rng)?, element(*value, rng)?));
            Collection::Map((0..many).map(|_| entry()).collect::<Option<_>>()?)
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
        Type::Enum(of) => Some(Value::Enum(of, rng.below(of.constants.len()) as u32)),
        Type::Collection(..) => random(ty, rng),
        Type::Machine(_) | Type::Float(_) | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => None,
        Type::Data(_) => None,
    }
}

/// The value of an operation, of this type.
pub(crate) fn compute(op: CollectionOp, args: &[Value], ty: Type) -> Result<Value, Cause> {
    let value = match (op, args) {
        (CollectionOp::Literal, elements) => literal(elements, ty),
        (CollectionOp::Size, [c]) => size(c).map(Value::Int),
        (CollectionOp::Range, [lo, hi]) => range(lo, hi, ty)?,
        (CollectionOp::At, [c, i]) => match (sequence(c), map(c)) {
            (Some(s), _) => Some(s.get(index(s, i)?).cloned().ok_or_else(lost)?),
            (_, Some(m)) => Some(m.get(i).cloned().ok_or(Cause::NoSuchPart(NO_KEY))?),
            (None, None) => None,
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
        (CollectionOp::Update, [c, i, v]) => match (sequence(c), map(c)) {
            (Some(s), _) => {
                let mut new = s.to_vec();
                *new.get_mut(index(s, i)?).ok_or_else(lost)? = v.clone();
                Some(Value::from(Collection::Seq(new)))
            }
            (_, Some(m)) => {
                let mut new = m.clone();
                let _ = new.insert(i.clone(), v.clone());
                Some(Value::from(Collection::Map(new)))
            }
            (None, None) => None,
        },
        (CollectionOp::RemoveKey, [c, k]) => map(c).map(|m| {
            let mut new = m.clone();
            let _ = new.remove(k);
            Value::from(Collection::Map(new))
        }),
        (CollectionOp::Keys, [c]) => map(c).map(|m| Value::from(Collection::Set(m.keys().cloned().collect()))),
        (CollectionOp::Values, [c]) => map(c).map(|m| Value::from(Collection::Set(m.values().cloned().collect()))),
        (CollectionOp::Items, [c]) => map(c).map(|m| {
            let pair = |(k, v): (&Value, &Value)| Value::from(Collection::Tuple([k.clone(), v.clone()]));
            Value::from(Collection::Set(m.iter().map(pair).collect()))
        }),
        (CollectionOp::Count, [x, c]) => bag(c).map(|b| Value::Int(times(b, x))),
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
            let in_set = || set(c).map(|s| s.contains(x)).or_else(|| map(c).map(|m| m.contains_key(x)));
            sequence(c).map(|s| s.contains(x)).or_else(in_set).map(Value::Bool)
        }
        (CollectionOp::Union, [a, b]) if bag(a).is_some() => match of_two_bags(a, b, u64::saturating_add) {
            Some(all) if size(&all).is_none_or(|n| n > count(MOST)) => return Err(Cause::Limit(Limit::Memory)),
            made => made,
        },
        (CollectionOp::Common, [a, b]) if bag(a).is_some() => of_two_bags(a, b, u64::min),
        (CollectionOp::Without, [a, b]) if bag(a).is_some() => of_two_bags(a, b, u64::saturating_sub),
        (CollectionOp::Subset, [a, b]) if bag(a).is_some() => match (bag(a), bag(b)) {
            (Some(a), Some(b)) => Some(Value::Bool(a.iter().all(|(x, n)| b.get(x).is_some_and(|m| n <= m)))),
            (None, _) | (_, None) => None,
        },
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

fn whole(n: u64) -> Int {
    Int::from(dashu::integer::IBig::from(n))
}

/// The elements of a sequence.
fn sequence(value: &Value) -> Option<&[Value]> {
    if let Collection::Seq(elements) = value.as_collection()? {
        Some(elements)
    } else {
        None
    }
}

/// The elements of a set.
fn set(value: &Value) -> Option<&BTreeSet<Value>> {
    if let Collection::Set(elements) = value.as_collection()? {
        Some(elements)
    } else {
        None
    }
}

/// The elements of a bag, with how often the bag has each.
fn bag(value: &Value) -> Option<&BTreeMap<Value, u64>> {
    if let Collection::Bag(elements) = value.as_collection()? {
        Some(elements)
    } else {
        None
    }
}

/// The keys of a map, with their values.
fn map(value: &Value) -> Option<&BTreeMap<Value, Value>> {
    if let Collection::Map(entries) = value.as_collection()? {
        Some(entries)
    } else {
        None
    }
}

/// How many elements a collection has; of a map, how many keys.
fn size(value: &Value) -> Option<Int> {
    match value.as_collection()? {
        Collection::Seq(elements) => Some(count(elements.len())),
        Collection::Set(elements) => Some(count(elements.len())),
        Collection::Map(entries) => Some(count(entries.len())),
        Collection::Bag(elements) => Some(elements.values().fold(Int::ZERO, |sum, n| sum.add(&whole(*n)))),
        Collection::Option(_) | Collection::Tuple(_) | Collection::Left(_) | Collection::Right(_) => None,
    }
}

/// The elements of a collection of integers, or the keys of a map; `None` if they are no integers.
pub(crate) fn integers(value: &Value) -> Option<Vec<Int>> {
    let all = |parts: &mut dyn Iterator<Item = &Value>| parts.map(|x| x.as_int().cloned()).collect();
    match value.as_collection()? {
        Collection::Seq(elements) => all(&mut elements.iter()),
        Collection::Set(elements) => all(&mut elements.iter()),
        Collection::Bag(elements) => all(&mut elements.keys()),
        Collection::Map(entries) => all(&mut entries.keys()),
        Collection::Option(_) | Collection::Tuple(_) | Collection::Left(_) | Collection::Right(_) => None,
    }
}

/// The bag of these elements.
fn bag_of(elements: Vec<Value>) -> Collection {
    let mut bag = BTreeMap::new();
    for x in elements {
        *bag.entry(x).or_insert(0) += 1;
    }
    Collection::Bag(bag)
}

/// How often a bag has an element.
fn times(bag: &BTreeMap<Value, u64>, x: &Value) -> Int {
    whole(bag.get(x).copied().unwrap_or(0))
}

/// A set that is made from two others.
fn of_two_sets(
    a: &Value,
    b: &Value,
    made: impl Fn(&BTreeSet<Value>, &BTreeSet<Value>) -> BTreeSet<Value>,
) -> Option<Collection> {
    Some(Collection::Set(made(set(a)?, set(b)?)))
}

/// A bag that has each element as often as `made` says of how often the two bags have it.
fn of_two_bags(a: &Value, b: &Value, made: impl Fn(u64, u64) -> u64) -> Option<Value> {
    let (a, b) = (bag(a)?, bag(b)?);
    let often = |bag: &BTreeMap<Value, u64>, x: &Value| bag.get(x).copied().unwrap_or(0);
    let all = a.keys().chain(b.keys()).map(|x| (x.clone(), made(often(a, x), often(b, x))));
    Some(Value::from(Collection::Bag(all.filter(|(_, n)| *n > 0).collect())))
}

/// The integers from `lo` to below `hi`, as a sequence or a set.
fn range(lo: &Value, hi: &Value, ty: Type) -> Result<Option<Value>, Cause> {
    let (Some(lo), Some(hi)) = (lo.as_int(), hi.as_int()) else { return Ok(None) };
    let mut elements = Vec::new();
    let mut next = lo.clone();
    while next < *hi {
        if elements.len() >= MOST {
            return Err(Cause::Limit(Limit::Memory));
        }
        elements.push(Value::Int(next.clone()));
        next = next.add(&Int::from(1));
    }
    Ok(match ty.as_collection() {
        Some((CollectionKind::Seq, _)) => Some(Value::from(Collection::Seq(elements))),
        Some((CollectionKind::Set, _)) => Some(Value::from(Collection::Set(elements.into_iter().collect()))),
        _ => None,
    })
}

/// The value of an option, if the option has one; the outer `None` if this is no option.
#[allow(clippy::option_option)]
fn option(value: &Value) -> Option<Option<&Value>> {
    if let Collection::Option(held) = value.as_collection()? {
        Some(held.as_ref())
    } else {
        None
    }
}

/// The parts of a tuple.
fn tuple(value: &Value) -> Option<&[Value; 2]> {
    if let Collection::Tuple(parts) = value.as_collection()? {
        Some(parts)
    } else {
        None
    }
}

/// The value of a `Left(x)`, and that of a `Right(x)`.
fn sides(value: &Value) -> Option<(Option<&Value>, Option<&Value>)> {
    match value.as_collection()? {
        Collection::Left(x) => Some((Some(x), None)),
        Collection::Right(x) => Some((None, Some(x))),
        Collection::Seq(_) | Collection::Set(_) | Collection::Bag(_) | Collection::Map(_) => None,
        Collection::Option(_) | Collection::Tuple(_) => None,
    }
}

fn literal(elements: &[Value], ty: Type) -> Option<Value> {
    Some(Value::from(match (ty.as_collection()?.0, elements) {
        (CollectionKind::Seq, _) => Collection::Seq(elements.to_vec()),
        (CollectionKind::Set, _) => Collection::Set(elements.iter().cloned().collect()),
        (CollectionKind::Bag, _) => bag_of(elements.to_vec()),
        (CollectionKind::Map, _) => Collection::Map(
            elements.chunks_exact(2).filter_map(|pair| Some((pair.first()?.clone(), pair.get(1)?.clone()))).collect(),
        ),
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
const NO_KEY: &str = "the map does not have this key";
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
