//! Collections: what their operations need, and the terms of their values.
//!
//! In: a random condition about sequences, sets, bags, maps, options and tuples. The interpreter computes it, element
//! by element.
//! Its term is evaluated by the definitions of the operations, after the equations of the constructors have changed it.

use crate::closed::exec;
use crate::collection_texts::random_condition;
use crate::harness::{Claim, Instances, Tally, Variant};
use interp::{Collection, Value};
use ir::finding::What;
use ir::{FnId, Program};
use logic::eval::Evaluator;
use logic::function::generic;
use logic::need::{Need, Requirement};
use logic::term::{self, operation, CollectionFn, Op, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};
use trials::random::Random;

/// A value of a term. `Nothing` is what sequences have at indices that do not exist.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Int(i64),
    Bool(bool),
    Seq(Vec<Part>),
    /// A set of integers.
    Set(BTreeSet<i64>),
    /// A set of pairs of integers.
    Pairs(BTreeSet<(i64, i64)>),
    /// A bag of integers; each is there at least once.
    Bag(BTreeMap<i64, i64>),
    /// A map between integers.
    Map(BTreeMap<i64, i64>),
    Option(Option<Box<Part>>),
    Pair(Box<(Part, Part)>),
    Side(bool, Box<Part>),
    Nothing,
}

impl Part {
    fn int(&self) -> Option<i64> {
        if let Self::Int(n) = self {
            Some(*n)
        } else {
            None
        }
    }
    fn truth(&self) -> Option<bool> {
        if let Self::Bool(b) = self {
            Some(*b)
        } else {
            None
        }
    }
    fn is_none(&self) -> Option<bool> {
        if let Self::Option(held) = self {
            Some(held.is_none())
        } else {
            None
        }
    }
    fn pair(&self) -> Option<&(Self, Self)> {
        if let Self::Pair(parts) = self {
            Some(parts)
        } else {
            None
        }
    }
    fn set(&self) -> Option<&BTreeSet<i64>> {
        if let Self::Set(elements) = self {
            Some(elements)
        } else {
            None
        }
    }
    fn bag(&self) -> Option<&BTreeMap<i64, i64>> {
        if let Self::Bag(elements) = self {
            Some(elements)
        } else {
            None
        }
    }
    fn map(&self) -> Option<&BTreeMap<i64, i64>> {
        if let Self::Map(entries) = self {
            Some(entries)
        } else {
            None
        }
    }
    fn elements(&self) -> Option<&[Self]> {
        if let Self::Seq(elements) = self {
            Some(elements)
        } else {
            None
        }
    }
}

fn small(value: &Value) -> i64 {
    value.as_int().and_then(interp::Int::to_i64).expect("a small integer")
}

fn part(value: &Value) -> Part {
    match value {
        Value::Int(n) => Part::Int(n.to_i64().expect("a small integer")),
        Value::Bool(b) => Part::Bool(*b),
        Value::Collection(collection) => match &**collection {
            Collection::Seq(elements) => Part::Seq(elements.iter().map(part).collect()),
            Collection::Set(elements) => Part::Set(elements.iter().map(small).collect()),
            Collection::Bag(elements) => Part::Bag(
                elements.iter().map(|(x, n)| (small(x), i64::try_from(*n).expect("a small number"))).collect(),
            ),
            Collection::Map(entries) => Part::Map(entries.iter().map(|(k, v)| (small(k), small(v))).collect()),
            Collection::Option(held) => Part::Option(held.as_ref().map(|held| Box::new(part(held)))),
            Collection::Left(x) => Part::Side(true, Box::new(part(x))),
            Collection::Right(x) => Part::Side(false, Box::new(part(x))),
            Collection::Tuple([a, b]) => Part::Pair(Box::new((part(a), part(b)))),
        },
        Value::Float(_) | Value::Reference(_) | Value::Fraction(_) | Value::Enum(..) => {
            unreachable!("the conditions are about integers")
        }
    }
}

type World = Vec<(Symbol, Part)>;

/// A bag that has each element as often as `made` says of how often two bags have it.
fn of_two_bags(a: &Part, b: &Part, made: impl Fn(i64, i64) -> i64) -> Option<Part> {
    let (a, b) = (a.bag()?, b.bag()?);
    let often = |bag: &BTreeMap<i64, i64>, x: i64| bag.get(&x).copied().unwrap_or(0);
    let all: BTreeSet<i64> = a.keys().chain(b.keys()).copied().collect();
    let all = all.into_iter().map(|x| (x, made(often(a, x), often(b, x))));
    Some(Part::Bag(all.filter(|(_, n)| *n > 0).collect()))
}

fn at(s: &[Part], i: i64) -> Part {
    usize::try_from(i).ok().and_then(|i| s.get(i)).cloned().unwrap_or(Part::Nothing)
}

/// The value of a term, by the definitions of its operators.
fn value(t: &Term, w: &World) -> Option<Part> {
    let args: Vec<Part> = t.args().iter().map(|a| value(a, w)).collect::<Option<_>>()?;
    let ints = || args.iter().map(Part::int).collect::<Option<Vec<i64>>>();
    let truths = || args.iter().map(Part::truth).collect::<Option<Vec<bool>>>();
    Some(match (t.op(), args.as_slice()) {
        (Op::Int(n), _) => Part::Int(i64::try_from(n).ok()?),
        (Op::Bool(b), _) => Part::Bool(*b),
        (Op::Not, [a]) => Part::Bool(!a.truth()?),
        (Op::And, _) => Part::Bool(truths()?.into_iter().all(|b| b)),
        (Op::Or, _) => Part::Bool(truths()?.into_iter().any(|b| b)),
        (Op::Implies, [a, b]) => Part::Bool(!a.truth()? || b.truth()?),
        (Op::Ite, [c, a, b]) => {
            if c.truth()? {
                a.clone()
            } else {
                b.clone()
            }
        }
        (Op::Eq, [a, b]) => Part::Bool(a == b),
        // `⊥` is some integer; conditions that need to know which one have no value here.
        (Op::Lt, _) => Part::Bool(ints()?.windows(2).all(|p| p[0] < p[1])),
        (Op::Le, _) => Part::Bool(ints()?.windows(2).all(|p| p[0] <= p[1])),
        (Op::Add, _) => Part::Int(ints()?.into_iter().sum()),
        (Op::Sub, _) => ints()?.into_iter().reduce(|a, b| a - b).map(Part::Int)?,
        (Op::Neg, [a]) => Part::Int(-a.int()?),
        (Op::Mul, _) => Part::Int(ints()?.into_iter().product()),
        (Op::App(symbol), args) => match (operation(t), args) {
            (None, []) => w.iter().find(|(known, _)| known == symbol)?.1.clone(),
            (Some(CollectionFn::Nothing), []) => Part::Nothing,
            (Some(CollectionFn::Empty), []) => Part::Seq(vec![]),
            (Some(CollectionFn::Unit), [x]) => Part::Seq(vec![x.clone()]),
            (Some(CollectionFn::Length), [s]) => Part::Int(s.elements()?.len() as i64),
            (Some(CollectionFn::At), [s, i]) => at(s.elements()?, i.int()?),
            (Some(CollectionFn::Concat), [a, b]) => Part::Seq([a.elements()?, b.elements()?].concat()),
            (Some(CollectionFn::Slice), [s, lo, hi]) => {
                Part::Seq((lo.int()?..hi.int()?).map(|i| s.elements().map(|s| at(s, i))).collect::<Option<_>>()?)
            }
            (Some(CollectionFn::Update), [s, k, v]) => {
                let mut new = s.elements()?.to_vec();
                if let Some(old) = usize::try_from(k.int()?).ok().and_then(|k| new.get_mut(k)) {
                    *old = v.clone();
                }
                Part::Seq(new)
            }
            (Some(CollectionFn::EmptySet), []) => Part::Set(BTreeSet::new()),
            (Some(CollectionFn::Single), [x]) => Part::Set([x.int()?].into()),
            (Some(CollectionFn::Union), [a, b]) => Part::Set(a.set()? | b.set()?),
            (Some(CollectionFn::Common), [a, b]) => Part::Set(a.set()? & b.set()?),
            (Some(CollectionFn::Without), [a, b]) => Part::Set(a.set()? - b.set()?),
            (Some(CollectionFn::Member), [s, x]) => Part::Bool(s.set()?.contains(&x.int()?)),
            (Some(CollectionFn::Cardinality), [s]) => Part::Int(s.set()?.len() as i64),
            (Some(CollectionFn::Range), [lo, hi]) => Part::Seq((lo.int()?..hi.int()?).map(Part::Int).collect()),
            (Some(CollectionFn::RangeSet), [lo, hi]) => Part::Set((lo.int()?..hi.int()?).collect()),
            (Some(CollectionFn::EmptyBag), []) => Part::Bag(BTreeMap::new()),
            (Some(CollectionFn::Once), [x]) => Part::Bag([(x.int()?, 1)].into()),
            (Some(CollectionFn::BagSum), [a, b]) => of_two_bags(a, b, |n, m| n + m)?,
            (Some(CollectionFn::BagCommon), [a, b]) => of_two_bags(a, b, i64::min)?,
            (Some(CollectionFn::BagWithout), [a, b]) => of_two_bags(a, b, |n, m| n - m)?,
            (Some(CollectionFn::Count), [b, x]) => Part::Int(b.bag()?.get(&x.int()?).copied().unwrap_or(0)),
            (Some(CollectionFn::BagSize), [b]) => Part::Int(b.bag()?.values().sum()),
            (Some(CollectionFn::EmptyMap), []) => Part::Map(BTreeMap::new()),
            (Some(CollectionFn::Put), [m, k, v]) => {
                let mut new = m.map()?.clone();
                let _ = new.insert(k.int()?, v.int()?);
                Part::Map(new)
            }
            (Some(CollectionFn::RemoveKey), [m, k]) => {
                let mut new = m.map()?.clone();
                let _ = new.remove(&k.int()?);
                Part::Map(new)
            }
            (Some(CollectionFn::Keys), [m]) => Part::Set(m.map()?.keys().copied().collect()),
            (Some(CollectionFn::Values), [m]) => Part::Set(m.map()?.values().copied().collect()),
            // The empty set is one value, whatever its elements would be.
            (Some(CollectionFn::Items), [m]) if m.map()?.is_empty() => Part::Set(BTreeSet::new()),
            (Some(CollectionFn::Items), [m]) => Part::Pairs(m.map()?.iter().map(|(k, v)| (*k, *v)).collect()),
            (Some(CollectionFn::Lookup), [m, k]) => m.map()?.get(&k.int()?).map_or(Part::Nothing, |v| Part::Int(*v)),
            (Some(CollectionFn::None), []) => Part::Option(None),
            (Some(CollectionFn::Some), [x]) => Part::Option(Some(Box::new(x.clone()))),
            (Some(CollectionFn::Get), [o]) if o.is_none()? => Part::Nothing,
            (Some(CollectionFn::Get), [Part::Option(Some(held))]) => (**held).clone(),
            (Some(CollectionFn::Left), [x]) => Part::Side(true, Box::new(x.clone())),
            (Some(CollectionFn::Right), [x]) => Part::Side(false, Box::new(x.clone())),
            (Some(CollectionFn::IsLeft), [Part::Side(left, _)]) => Part::Bool(*left),
            (Some(CollectionFn::GetLeft), [Part::Side(left, x)]) => {
                if *left {
                    (**x).clone()
                } else {
                    Part::Nothing
                }
            }
            (Some(CollectionFn::GetRight), [Part::Side(left, x)]) => {
                if *left {
                    Part::Nothing
                } else {
                    (**x).clone()
                }
            }
            (Some(CollectionFn::Pair), [a, b]) => Part::Pair(Box::new((a.clone(), b.clone()))),
            (Some(CollectionFn::First), [t]) => t.pair()?.0.clone(),
            (Some(CollectionFn::Second), [t]) => t.pair()?.1.clone(),
            (Some(CollectionFn::Contains), [s, x]) => Part::Bool(s.elements()?.contains(x)),
            (_, _) => return None,
        },
        (_, _) => return None,
    })
}

fn program(text: &str) -> Program {
    let text = format!(
        "kernel K {{ void main() {{ }} }}\nensures \\result;\npure bool f(seq<int> s, seq<int> t, int i, int j, int x, \
        option<int> o, option<int> p, tuple<int, int> u, either<int, bool> e, set<int> a, set<int> b, bag<int> g, \
        bag<int> h, \
        map<int, int> m, map<int, int> n) = {text};\n"
    );
    let parsed = syntax::parse_program(&text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// The condition that an expression needs to have a value.
fn needed(w: &Requirement) -> Option<Term> {
    let Need::InSequence { goal, .. } = &w.need else { return None };
    Some(term::implies(term::and(w.under.iter().cloned()), goal.clone()))
}

/// What the interpreter computes is what the term says.
fn value_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let (text, other) = random_condition(r);
    let (run, read) = (program(&text), program(if variant.is(1) { &other } else { &text }));
    let function = &read.functions[0];
    let mut exec = exec(&read);
    let generic = generic(&mut exec.cx, FnId(0), function);
    let mut evaluator = Evaluator::new(&mut exec.cx, &function.vars, generic.env.clone());
    let condition = evaluator.eval(function.body.as_ref().expect("a body"));
    let requirements: Vec<Term> = evaluator.requirements.iter().map(|w| needed(w).expect("an index")).collect();
    for _ in 0..6 {
        let mut rng = interp::Rng::new(r.bits());
        let args = function.vars.iter().take(function.params).map(|v| match v.ty {
            ir::Type::Int => Value::from(rng.below(6) as i64 - 1),
            ty => interp::random_collection(ty, &mut rng).expect("a sequence"),
        });
        let args: Vec<Value> = args.collect();
        let world: World = generic.params.iter().cloned().zip(args.iter().map(part)).collect();
        let found = interp::call(&run, FnId(0), args.clone(), 100_000).checks;
        let happens = match found.findings.first() {
            None if found.unknown.is_empty() => Some(true),
            Some(finding) if finding.code.what == What::FunctionPost => Some(false),
            _ => None,
        };
        let holds = |t: &Term| value(t, &world).and_then(|v| v.truth());
        let premise: Option<Vec<bool>> = requirements.iter().map(holds).collect();
        let premise = if variant.is(0) { Some(true) } else { premise.map(|all| all.iter().all(|b| *b)) };
        let claimed = holds(&condition);
        tally.put(
            premise,
            || Some(happens == Some(claimed?)),
            || format!("{text}, {args:?}: {happens:?}, term {claimed:?}: {}", term::show(&condition)),
        );
    }
}

pub static CLAIMS: &[Claim] = &[Claim {
    name: "collection-value",
    law: "if all elements exist that a condition about collections asks for, it has a value, and its term has the same",
    files: &[
        "collections.rs",
        "eval.rs",
        "term/bag.rs",
        "term/collection.rs",
        "term/collection_fn.rs",
        "term/collection_symbol.rs",
        "term/elements.rs",
        "term/map.rs",
        "term/optional.rs",
        "term/set.rs",
        "term/with_args.rs",
        "term/zero.rs",
    ],
    covers: &[],
    mutants: &["the requirements are ignored", "the parts of `++` and of differences change places"],
    least: 300,
    instances: Instances::Seeds(1400, value_instance),
}];
