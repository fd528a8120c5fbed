//! Collections: what their operations need, and the terms of their values.
//!
//! In: a random condition about sequences, sets, options and tuples. The interpreter computes it, element by element.
//! Its term is evaluated by the definitions of the operations, after the equations of the constructors have changed it.

use crate::closed::exec;
use crate::harness::{Claim, Instances, Tally, Variant};
use interp::{Collection, Value};
use ir::finding::What;
use ir::{FnId, Program};
use logic::eval::Evaluator;
use logic::function::generic;
use logic::need::{Need, Requirement};
use logic::term::{self, operation, CollectionFn, Op, Symbol, Term};
use std::collections::BTreeSet;
use trials::random::Random;

/// A value of a term. `Nothing` is what sequences have at indices that do not exist.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Int(i64),
    Bool(bool),
    Seq(Vec<Part>),
    /// A set of integers.
    Set(BTreeSet<i64>),
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
    fn elements(&self) -> Option<&[Self]> {
        if let Self::Seq(elements) = self {
            Some(elements)
        } else {
            None
        }
    }
}

fn part(value: &Value) -> Part {
    match value {
        Value::Int(n) => Part::Int(n.to_i64().expect("a small integer")),
        Value::Bool(b) => Part::Bool(*b),
        Value::Collection(collection) => match &**collection {
            Collection::Seq(elements) => Part::Seq(elements.iter().map(part).collect()),
            Collection::Set(elements) => {
                let int = |x: &Value| x.as_int().and_then(interp::Int::to_i64).expect("a small integer");
                Part::Set(elements.iter().map(int).collect())
            }
            Collection::Option(held) => Part::Option(held.as_ref().map(|held| Box::new(part(held)))),
            Collection::Left(x) => Part::Side(true, Box::new(part(x))),
            Collection::Right(x) => Part::Side(false, Box::new(part(x))),
            Collection::Tuple([a, b]) => Part::Pair(Box::new((part(a), part(b)))),
        },
        Value::Float(_) | Value::Reference(_) | Value::Fraction(_) => {
            unreachable!("the conditions are about integers")
        }
    }
}

type World = Vec<(Symbol, Part)>;

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

/// A text, and the text in which the parts of each `++` and of each difference have changed places.
type Texts = (String, String);

fn both(one: impl Into<String>) -> Texts {
    let one = one.into();
    (one.clone(), one)
}

fn map(parts: &[&Texts], with: impl Fn(&[&str]) -> String) -> Texts {
    let first: Vec<&str> = parts.iter().map(|p| p.0.as_str()).collect();
    let second: Vec<&str> = parts.iter().map(|p| p.1.as_str()).collect();
    (with(&first), with(&second))
}

fn random_int(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(30) {
        return both(*r.pick(&["0", "1", "2", "i", "j", "x", "i - 1"]).unwrap());
    }
    let (s, i) = (random_seq(r, depth - 1), random_int(r, depth - 1));
    match r.below(12) {
        9 => both("e.left"),
        10 | 11 => map(&[&random_set(r, depth - 1)], |p| format!("|{}|", p[0])),
        6 => map(&[&random_option(r, depth - 1)], |p| format!("({}).get", p[0])),
        7 => map(&[&random_option(r, depth - 1), &i], |p| format!("({}).getOrElse({})", p[0], p[1])),
        8 => {
            let part = if r.chance(50) { "fst" } else { "snd" };
            map(&[&random_tuple(r, depth - 1)], |p| format!("({}).{part}", p[0]))
        }
        0 | 1 => map(&[&s], |p| format!("|{}|", p[0])),
        2 => map(&[&s], |p| format!("({}).head", p[0])),
        3 => map(&[&i, &s], |p| format!("(|{}| - {})", p[1], p[0])),
        _ => map(&[&s, &i], |p| format!("({})[{}]", p[0], p[1])),
    }
}

fn random_seq(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(15) {
        return both(*r.pick(&["s", "t", "[t: int]", "[x]", "[1, i]", "[0, 1, x]"]).unwrap());
    }
    let (s, t) = (random_seq(r, depth - 1), random_seq(r, depth - 1));
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    match r.below(11) {
        0 => map(&[&i, &s], |p| format!("({} :: {})", p[0], p[1])),
        1 => map(&[&s], |p| format!("({}).tail", p[0])),
        2 => map(&[&s, &i], |p| format!("({})[.. {}]", p[0], p[1])),
        3 => map(&[&s, &i], |p| format!("({})[{} ..]", p[0], p[1])),
        4 => map(&[&s, &i, &j], |p| format!("({})[{} .. {}]", p[0], p[1], p[2])),
        5 => map(&[&s, &i, &j], |p| format!("({})[{} -> {}]", p[0], p[1], p[2])),
        6 => map(&[&s, &i], |p| format!("({}).removeAt({})", p[0], p[1])),
        7 => map(&[&s, &t, &i, &j], |p| format!("({} < {} ? {} : {})", p[2], p[3], p[0], p[1])),
        _ => (format!("({} ++ {})", s.0, t.0), format!("({} ++ {})", t.1, s.1)),
    }
}

/// In the second text, the operands of each difference have changed places.
fn random_set(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(20) {
        return both(
            *r.pick(&["a", "b", "set<int> {}", "set<int> {x}", "set<int> {1, i}", "set<int> {0, 1, x}"]).unwrap(),
        );
    }
    let (s, t, i) = (random_set(r, depth - 1), random_set(r, depth - 1), random_int(r, depth - 1));
    match r.below(5) {
        0 => map(&[&s, &t], |p| format!("({} + {})", p[0], p[1])),
        1 => map(&[&s, &t], |p| format!("({} * {})", p[0], p[1])),
        2 => map(&[&s, &i], |p| format!("({} + set<int> {{{}}})", p[0], p[1])),
        3 => map(&[&s, &t, &i], |p| format!("({} < 2 ? {} : {})", p[2], p[0], p[1])),
        _ => (format!("({} - {})", s.0, t.0), format!("({} - {})", t.1, s.1)),
    }
}

fn random_option(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(30) {
        return both(*r.pick(&["o", "p", "Some(x)"]).unwrap());
    }
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    let (o, p) = (random_option(r, depth - 1), random_option(r, depth - 1));
    match r.below(3) {
        0 => map(&[&i], |p| format!("Some({})", p[0])),
        1 => map(&[&i, &j, &o], |p| format!("({} < {} ? {} : None)", p[0], p[1], p[2])),
        _ => map(&[&i, &j, &o, &p], |p| format!("({} < {} ? {} : {})", p[0], p[1], p[2], p[3])),
    }
}

fn random_tuple(r: &mut Random, depth: usize) -> Texts {
    if depth == 0 || r.chance(30) {
        return both("u");
    }
    let (i, j) = (random_int(r, depth - 1), random_int(r, depth - 1));
    map(&[&i, &j], |p| format!("tuple<int, int> {{{}, {}}}", p[0], p[1]))
}

fn random_condition(r: &mut Random) -> Texts {
    let (s, t) = (random_seq(r, 2), random_seq(r, 2));
    let (i, j) = (random_int(r, 2), random_int(r, 2));
    let (o, q, u) = (random_option(r, 2), random_option(r, 2), random_tuple(r, 2));
    let (a, b) = (random_set(r, 2), random_set(r, 2));
    match r.below(16) {
        12 => map(&[&a, &b], |p| format!("{} == {}", p[0], p[1])),
        13 => map(&[&a, &b], |p| format!("{} <= {}", p[0], p[1])),
        14 => map(&[&i, &a], |p| format!("{} \\in {}", p[0], p[1])),
        15 => map(&[&a, &b], |p| format!("{} < {} || |{}| == |{}|", p[0], p[1], p[1], p[0])),
        10 => map(&[&i, &j], |p| format!("e == ({} < {} ? Left({}) : Right({} < 2))", p[0], p[1], p[1], p[0])),
        11 => map(&[&i, &j], |p| format!("e.isRight && {} < {} ==> !e.right || e == Right(true)", p[0], p[1])),
        6 => map(&[&o, &q], |p| format!("{} == {}", p[0], p[1])),
        7 => map(&[&o, &i], |p| format!("{} != None ==> ({}).get == {}", p[0], p[0], p[1])),
        8 => map(&[&o, &i], |p| format!("None == {} || {} < 2", p[0], p[1])),
        9 => map(&[&u, &i, &j], |p| format!("{} == tuple<int, int> {{{}, {}}}", p[0], p[1], p[2])),
        0 | 1 => map(&[&s, &t], |p| format!("{} == {}", p[0], p[1])),
        2 => map(&[&i, &s], |p| format!("{} \\in {}", p[0], p[1])),
        3 => map(&[&s, &i, &j], |p| format!("|{}| > {} ==> {} == {}", p[0], p[1], p[1], p[2])),
        4 => map(&[&s, &i, &t], |p| format!("|{}| > 1 && 0 <= {} ==> {} == {}", p[0], p[1], p[0], p[2])),
        _ => map(&[&i, &j], |p| format!("{} <= {}", p[0], p[1])),
    }
}

fn program(text: &str) -> Program {
    let text = format!(
        "kernel K {{ void main() {{ }} }}\nensures \\result;\npure bool f(seq<int> s, seq<int> t, int i, int j, int x, \
        option<int> o, option<int> p, tuple<int, int> u, either<int, bool> e, set<int> a, set<int> b) = {text};\n"
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
        "term/collection.rs",
        "term/collection_fn.rs",
        "term/collection_symbol.rs",
        "term/optional.rs",
        "term/set.rs",
        "term/with_args.rs",
    ],
    covers: &[],
    mutants: &["the requirements are ignored", "the parts of `++` and of differences change places"],
    least: 300,
    instances: Instances::Seeds(900, value_instance),
}];
