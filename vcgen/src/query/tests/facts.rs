//! Unfolded definitions, queries about small launches, and the selection of hypotheses.

use super::value::{Model, Value};
use super::*;
use crate::query::cover::{cover, Cover};
use crate::query::derive::Reasons;
use crate::query::unfold::{Unfolding, DEEP};
use crate::query::{small_world, LaunchBound, Universal};
use crate::relevance::{relevant, Marks};
use logic::proof::{check, Recorder};
use logic::term;
use std::rc::Rc;

const SUM: &str = "kernel K {
  global int[8] a;
  requires 0 <= n && n <= 8 ** (\\forall* int j; 0 <= j && j < n; Perm(a[j], read));
  ensures n == 0 ==> \\result == 0;
  decreases n;
  pure int total(int n) = n == 0 ? 0 : total(n - 1) + a[n - 1];
  requires (\\forall* int j; 0 <= j && j < 8; Perm(a[j], read));
  void main() { assert total(2) == a[0] + a[1]; }
}";

/// The value of the function.
#[allow(clippy::only_used_in_recursion)] // every interpretation has the model
fn total(m: &Model, args: &[Value]) -> Value {
    let n = args[0].num().as_int();
    let Value::Array(a) = &args[1] else { panic!("an array") };
    if n <= 0 {
        // Outside of its precondition the function has arbitrary values.
        return Value::int(if n == 0 { 0 } else { 1000 - n });
    }
    let before = total(m, &[Value::int(n - 1), args[1].clone()]).num().as_int();
    Value::int(before + a.cells.get(&vec![n - 1]).unwrap_or(&a.default).num().as_int())
}

#[test]
fn unfolded_facts_follow_from_the_definition() {
    let program = syntax::parse_program(SUM).program.expect("a program");
    let task = logic::tasks(&program).pop().expect("a kernel");
    let definition = &task.definitions[0];
    let mut names = Names::starting_at(5000);
    let (k, x, y) = (int(&mut names, "k", Role::Skolem), ints(&mut names, "x"), ints(&mut names, "y"));
    let (tk, tx, ty) = (term::constant(&k), term::constant(&x), term::constant(&y));
    let call = |n: Term, a: &Term| term::app(&definition.symbol, vec![n, a.clone()]);
    let start = [
        term::eq(call(tk.clone(), &tx), call(tk.clone(), &ty)),
        term::lt(call(term::add([tk, term::int(-1)]), &tx), call(term::int(3), &ty)),
    ];
    for fuel in [1, 2, DEEP] {
        let mut unfolding = Unfolding::new(&task.obligations[0], &task.definitions, fuel);
        let mut facts: Vec<Term> = start.to_vec();
        let mut new = Vec::new();
        for _ in 0..3 {
            let more = unfolding.step(&facts, &mut names);
            facts.extend(more.iter().cloned());
            new.extend(more);
        }
        assert!(new.len() > 5, "fuel {fuel}: {} facts", new.len());
        assert!(unfolding.cut() || fuel == DEEP, "{fuel} unfoldings of total(k) leave something open");
        for n in -2..=8 {
            for other in 0..6i64 {
                let cells: Vec<i64> = (0..8).map(|c| c * c % 5).collect();
                let mut changed = cells.clone();
                changed[other as usize] += 1;
                let mut m = Model::default();
                put(&mut m, &k, Value::int(n));
                put(&mut m, &x, array(&cells));
                put(&mut m, &y, array(if other == 5 { &cells } else { &changed }));
                let _ = m.functions.insert(definition.symbol.id(), Rc::new(total));
                for f in &new {
                    let witnesses: Vec<Symbol> =
                        term::free_symbols(f).into_iter().filter(|s| s.shown() == "differs").collect();
                    let holds = (-1..9).any(|w| {
                        witnesses.iter().for_each(|s| put(&mut m, s, Value::int(w)));
                        m.eval(f).truth()
                    });
                    assert!(holds, "fuel {fuel}, k = {n}, changed at {other}: {}", term::show(f));
                }
            }
        }
    }
}

/// Each unfolded fact has a proof that starts with what is known of the function where its precondition holds; where a
/// function is shown to end, only below the measure.
#[test]
fn unfolded_facts_are_proved_from_the_definition() {
    let program = syntax::parse_program(SUM).program.expect("a program");
    let task = logic::tasks(&program).into_iter().find(|task| task.obligations.iter().any(|o| o.partial));
    let task = task.expect("the function is shown to end");
    let d = &task.definitions[0];
    let mut names = Names::starting_at(5000);
    let (k, x) = (int(&mut names, "k", Role::Skolem), ints(&mut names, "x"));
    let application = term::app(&d.symbol, d.params.iter().map(term::constant).collect());
    let (body, smaller) = (d.body.clone().expect("a body"), d.smaller.clone().expect("a measure"));
    for partial in [false, true] {
        let known = if partial { term::and([smaller.clone(), d.requires.clone()]) } else { d.requires.clone() };
        let equation = term::implies(known, term::eq(application.clone(), body.clone()));
        let promised = d.ensures.iter().map(|e| term::implies(d.requires.clone(), e.clone()));
        let laws: Vec<Term> =
            std::iter::once(equation).chain(promised).map(|law| term::forall(d.params.clone(), law)).collect();
        let obligation = Obligation { partial, ..task.obligations[0].clone() };
        let mut unfolding = Unfolding::new(&obligation, &task.definitions, 2);
        let call = term::app(&d.symbol, vec![term::constant(&k), term::constant(&x)]);
        let facts = unfolding.step(&[term::eq(call, term::int(3))], &mut names);
        assert!(facts.len() > 1, "{} facts", facts.len());
        let mut reasons = Reasons::new(Recorder::ON, &task.definitions, partial);
        for fact in &facts {
            let why = reasons.definition(fact, unfolding.applications());
            let proof = why.proof().unwrap_or_else(|| panic!("no proof: {}", term::show(fact)));
            assert!(check(proof, &laws, fact).is_ok(), "{}", term::show(fact));
        }
    }
}

/// Every model of a query about a small launch is a counterexample of the obligation, also if universals range over
/// many more numbers.
#[test]
fn models_of_a_small_world_are_counterexamples() {
    let mut names = Names::default();
    let (n, k, a) = (int(&mut names, "n", Role::Scalar), int(&mut names, "k", Role::Skolem), ints(&mut names, "a"));
    let (tn, tk, ta) = (term::constant(&n), term::constant(&k), term::constant(&a));
    let (i, j) = (int(&mut names, "i", Role::Bound), int(&mut names, "j", Role::Bound));
    let mut all = |lo: Term, hi: Term, body: &dyn Fn(Term) -> Term, universal: bool| {
        let i = int(&mut names, "i", Role::Bound);
        let range = term::within(lo, term::constant(&i), hi);
        let body = body(term::constant(&i));
        let body = if universal { term::implies(range, body) } else { term::and([range, body]) };
        term::quant(universal, vec![i], vec![], body)
    };
    let at = |i: Term| term::select(&ta, &[i]);
    let zero = term::int(0);
    let (ti, tj) = (term::constant(&i), term::constant(&j));
    let pairs = |premises: &[Term], body: Term| {
        let body = term::implies(term::and(premises.iter().cloned()), body);
        term::quant(true, vec![i.clone(), j.clone()], vec![], body)
    };
    let twice = |t: &Term| term::mul(term::int(2), t.clone());
    let not_negative = term::le(term::int(0), ti.clone());
    // Each has one end of a variable bounded by the other variable.
    let triangle = [not_negative.clone(), term::lt(ti.clone(), tj.clone()), term::lt(tj.clone(), tn.clone())];
    let triangle = pairs(&triangle, term::lt(at(ti.clone()), at(tj.clone())));
    let below_twice = [
        not_negative.clone(),
        term::lt(ti.clone(), tn.clone()),
        term::le(ti.clone(), tj.clone()),
        term::lt(tj.clone(), twice(&ti)),
    ];
    let below_twice = pairs(&below_twice, term::lt(at(zero.clone()), at(tj.clone())));
    // Nothing bounds the first variable.
    let open = [not_negative, term::le(ti.clone(), tj.clone()), term::lt(tj.clone(), twice(&ti))];
    let product = term::mul(ti.clone(), tj.clone());
    let open = pairs(&open, term::ne(product, term::int(30)));
    let same = all(zero.clone(), tn.clone(), &|i| term::eq(at(i.clone()), i), true);
    let rising = all(zero.clone(), tn.clone(), &|i| term::lt(at(i.clone()), at(term::add([i, term::int(1)]))), true);
    let shifted = all(tk.clone(), term::add([tk.clone(), term::int(2)]), &|i| term::lt(zero.clone(), at(i)), true);
    let somewhere = all(zero.clone(), tn.clone(), &|i| term::eq(at(i), term::int(2)), false);
    let inside = term::within(zero.clone(), tk.clone(), tn.clone());
    let cases = [
        (vec![same.clone()], term::eq(at(tk.clone()), tk.clone())),
        (vec![same.clone(), inside.clone()], term::lt(tk.clone(), term::int(1))),
        (vec![rising, inside], term::lt(at(zero.clone()), at(tk.clone()))),
        (vec![shifted], term::lt(term::int(1), at(tk.clone()))),
        (vec![same], somewhere.clone()),
        (vec![triangle.clone()], term::lt(at(tk.clone()), term::int(2))),
        (vec![triangle], term::lt(tn.clone(), term::int(2))),
        (vec![below_twice], term::lt(tn.clone(), term::int(3))),
        (vec![open.clone()], term::lt(tn.clone(), term::int(3))),
        (vec![somewhere], term::eq(at(zero), term::int(2))),
    ];
    let mut models = 0;
    for (hyps, goal) in cases {
        let is_open = hyps.contains(&open);
        let o = obligation(hyps, goal);
        for size in [1, 2, 4] {
            let world = small_world(&o, &[], LaunchBound { size }, std::slice::from_ref(&tn));
            assert_eq!(world.is_none(), is_open, "world {size} of {}", term::show(&o.goal));
            let Some(world) = world else { continue };
            if world.cut {
                continue;
            }
            let mut witnesses: Vec<Symbol> =
                world.facts.iter().flat_map(term::free_symbols).filter(|s| ![&n, &k, &a].contains(&s)).collect();
            witnesses.sort_by_key(Symbol::id);
            witnesses.dedup();
            for values in tuples(2, -2, 5) {
                for cells in tuples(4, 0, 3).into_iter().step_by(3) {
                    let mut m = Model { domain: (-8..=12).collect(), ..Model::default() };
                    put(&mut m, &n, Value::int(values[0]));
                    put(&mut m, &k, Value::int(values[1]));
                    put(&mut m, &a, array(&cells));
                    let found = tuples(witnesses.len(), -1, 5).into_iter().any(|w| {
                        witnesses.iter().zip(w).for_each(|(s, v)| put(&mut m, s, Value::int(v)));
                        world.facts.iter().all(|f| m.eval(f).truth())
                    });
                    if found {
                        models += 1;
                        let real = o.hyps.iter().all(|h| m.eval(&h.term).truth()) && !m.eval(&o.goal).truth();
                        assert!(
                            real,
                            "world {size}: n, k = {values:?}, a = {cells:?} is no counterexample to {}",
                            term::show(&o.goal)
                        );
                    }
                }
            }
        }
    }
    assert!(models > 200, "{models}");
}

/// A fact of the logic about each element of a memory needs instances at the elements that are read only; but then all
/// reads must be seen. What a program states with a trigger needs instances at all numbers.
#[test]
fn facts_about_elements_need_no_bounds() {
    let mut names = Names::default();
    let (old, new) = (ints(&mut names, "old"), ints(&mut names, "new"));
    let k = int(&mut names, "k", Role::Skolem);
    let (told, tnew, tk) = (term::constant(&old), term::constant(&new), term::constant(&k));
    let kept = |x: Symbol| {
        let (before, after) = (term::select(&told, &[term::constant(&x)]), term::select(&tnew, &[term::constant(&x)]));
        let far = term::lt(term::int(50), term::constant(&x));
        let same = term::implies(far, term::eq(after.clone(), before));
        term::quant(true, vec![x], vec![vec![after]], same)
    };
    let (marked, stated) = (kept(names.element("x", Sort::INT)), kept(int(&mut names, "x", Role::Bound)));
    let goal = term::eq(term::select(&tnew, std::slice::from_ref(&tk)), term::select(&told, std::slice::from_ref(&tk)));
    let world = |hyps: Vec<Term>, goal: &Term| {
        small_world(&obligation(hyps, goal.clone()), &[], LaunchBound { size: 2 }, std::slice::from_ref(&tk))
    };
    assert!(world(vec![stated], &goal).is_none(), "a trigger of the program says nothing about bounds");
    let seen = world(vec![marked.clone()], &goal).expect("a world");
    assert!(!seen.cut);
    let instance = |f: &Term| term::any_subterm(f, |t| *t == term::lt(term::int(50), tk.clone()));
    assert!(seen.facts.iter().any(instance), "the instance at the element that is read");
    // The array itself is compared, and so all of its elements.
    let whole = world(vec![marked.clone()], &term::eq(tnew.clone(), told.clone())).expect("a world");
    assert!(whole.cut);
    // A quantifier that stays where it is reads further elements.
    let y = int(&mut names, "y", Role::Bound);
    let at = term::select(&tnew, &[term::constant(&y)]);
    let range = term::within(term::int(0), term::constant(&y), term::int(99));
    let zero = term::quant(true, vec![y], vec![], term::implies(range, term::eq(at, term::int(0))));
    let choice = term::ite(zero, term::int(1), term::int(2));
    let inside = world(vec![marked], &term::eq(choice, tk.clone())).expect("a world");
    assert!(inside.cut);
}

/// The selection of hypotheses by relevance only leaves hypotheses out.
#[test]
fn relevant_hypotheses_are_a_subset() {
    let mut names = Names::default();
    let symbols: Vec<Symbol> = (0..40).map(|n| int(&mut names, &format!("v{n}"), Role::Private)).collect();
    let below = |n: usize, m: usize| term::lt(term::constant(&symbols[n]), term::constant(&symbols[m]));
    let chain: Vec<Term> = (0..39).map(|n| below(n, n + 1)).collect();
    let o = obligation(chain.clone(), below(0, 2));
    let mut last = 0;
    for distance in 0..5 {
        let kept = relevant(&o, &Marks::of(std::slice::from_ref(&o)), distance).expect("far facts are left out");
        assert_eq!(kept.goal, o.goal);
        let mut rest = o.hyps.iter();
        assert!(kept.hyps.iter().all(|h| rest.any(|all| all.term == h.term)), "in the order of the obligation");
        assert!(kept.hyps.size() >= last && kept.hyps.size() < o.hyps.size(), "{}", kept.hyps.size());
        last = kept.hyps.size();
    }
    // The hypothesis that the goal needs has distance 1.
    let one = relevant(&o, &Marks::of(std::slice::from_ref(&o)), 1).expect("a choice");
    assert!(one.hyps.iter().any(|h| h.term == chain[0]) && one.hyps.iter().any(|h| h.term == chain[1]));
    // If there are few hypotheses, all are used; so are those that differ only in what they say about the same term.
    let few = obligation(chain[..10].to_vec(), below(0, 2));
    assert!(relevant(&few, &Marks::of(std::slice::from_ref(&few)), 1).is_none());
    let of_one: Vec<Term> = (0..30).map(|n| term::lt(term::int(n), term::constant(&symbols[0]))).collect();
    let of_one = obligation(of_one, below(0, 2));
    assert!(relevant(&of_one, &Marks::of(std::slice::from_ref(&of_one)), 1).is_none());
}

/// A bound that another variable gives needs to be inside only for the values of that variable that matter.
#[test]
fn bounds_by_other_variables_are_computed() {
    let mut names = Names::default();
    let [i, j] = ["i", "j"].map(|n| int(&mut names, n, Role::Bound));
    let [ti, tj] = [&i, &j].map(term::constant);
    let twice = term::mul(term::int(2), ti.clone());
    for (most, inside) in [(3, true), (5, false)] {
        let range = term::and([
            term::within(term::int(0), ti.clone(), term::int(most)),
            term::within(term::int(0), tj.clone(), twice.clone()),
        ]);
        let body = term::implies(range, term::eq(ti.clone(), tj.clone()));
        let binders = vec![i.clone(), j.clone()];
        let source = term::forall(binders.clone(), body.clone());
        let universal = Universal { source, pulled: binders.clone(), binders, triggers: vec![], body };
        let Some(Cover::Small(conditions)) = cover(&universal, LaunchBound { size: 4 }) else { panic!("no bounds") };
        let m = Model::default();
        assert_eq!(conditions.iter().all(|c| m.eval(c).truth()), inside, "i < {most}");
    }
}

/// The conditions under which definitions are used completely hold exactly where the evaluation of the functions ends
/// within the steps that were unfolded. The last number of each row is the greatest argument for which it does.
#[test]
fn definitions_are_complete_where_evaluation_ends() {
    let bodies = [
        ("int", "n == 0 ? 0 : f(n - 1)", 1),
        ("int", "n != 0 ? f(n - 1) : 0", 1),
        ("int", "n != 0 ? (n != 1 ? f(n - 2) : 0) : 0", 3),
        ("int", "n == 0 ? 0 : (n == 1 ? 0 : f(n - 2))", 3),
        ("int", "n > 0 ? f(n - 1) + 1 : 0", 1),
        ("bool", "n > 0 && f(n - 1)", 1),
        ("bool", "n > 0 && (n > 1 ==> f(n - 1))", 2),
        ("bool", "n > 0 ==> f(n - 1)", 1),
        ("bool", "n <= 0 || f(n - 1)", 1),
        ("bool", "n > 0 ==> (n <= 1 || f(n - 1))", 2),
        ("bool", "n <= 0 || (n > 1 && f(n - 1))", 2),
    ];
    for (result, body, last) in bodies {
        let claim = if result == "int" { "f(0) == 0" } else { "f(0)" };
        let function = format!("requires 0 <= n; decreases n; pure {result} f(int n) = {body};");
        let source = format!("{function} kernel k {{ void main() {{ assert {claim}; }} }}");
        let program = syntax::parse_program(&source).program.unwrap_or_else(|| panic!("{source}"));
        let task = logic::tasks(&program).pop().expect("a kernel");
        let symbol = &task.definitions[0].symbol;
        let mut names = Names::starting_at(5000);
        let k = int(&mut names, "k", Role::Skolem);
        let call = term::app(symbol, vec![term::constant(&k)]);
        let start = if result == "int" { term::eq(call, term::int(0)) } else { call };
        let mut unfolding = Unfolding::new(&task.obligations[0], &task.definitions, 2);
        let mut facts = vec![start];
        for _ in 0..4 {
            let more = unfolding.step(&facts, &mut names);
            facts.extend(more);
        }
        unfolding.end(&facts);
        let conditions = unfolding.shallow(&mut names);
        assert!(!conditions.is_empty(), "{body} is cut off");
        let mut reached: Vec<Symbol> = conditions.iter().flat_map(term::free_symbols).filter(|s| *s != k).collect();
        reached.sort_by_key(Symbol::id);
        reached.dedup();
        for n in 0..=6 {
            let mut m = Model::default();
            put(&mut m, &k, Value::int(n));
            let complete = (0..1usize << reached.len()).any(|bits| {
                let value = |at: usize| Value::Bool(bits >> at & 1 == 1);
                reached.iter().enumerate().for_each(|(at, s)| put(&mut m, s, value(at)));
                conditions.iter().all(|c| m.eval(c).truth())
            });
            assert_eq!(complete, n <= last, "{body} at {n}");
        }
    }
}
