//! Prenex forms, and instances by matching.

use super::random::Random;
use super::value::{Model, Value};
use super::*;
use crate::query::derive::Reasons;
use crate::query::matching::{Made, Matched, Terms};
use crate::query::{prenex, Universal};
use logic::proof::{check, Recorder};
use logic::term::{self, Op};
use std::rc::Rc;

/// A random closed formula over two constants and the variables in scope. Each quantifier binds a fresh symbol.
fn formula(r: &mut Random, names: &mut Names, scope: &mut Vec<Symbol>, depth: usize, quants: &mut usize) -> Term {
    if depth == 0 {
        let (a, b) = (term::constant(r.pick(scope)), term::constant(r.pick(scope)));
        return match r.below(3) {
            0 => term::eq(a, b),
            1 => term::lt(a, b),
            _ => term::eq(a, term::int(1)),
        };
    }
    match r.below(9) {
        0 => term::not(formula(r, names, scope, depth - 1, quants)),
        1 => {
            let a = formula(r, names, scope, depth - 1, quants);
            term::and([a, formula(r, names, scope, depth - 1, quants)])
        }
        2 => {
            let a = formula(r, names, scope, depth - 1, quants);
            term::or([a, formula(r, names, scope, depth - 1, quants)])
        }
        3 => {
            let a = formula(r, names, scope, depth - 1, quants);
            term::implies(a, formula(r, names, scope, depth - 1, quants))
        }
        4 => {
            let a = formula(r, names, scope, depth - 1, quants);
            term::eq(a, formula(r, names, scope, depth - 1, quants))
        }
        5 => {
            let c = formula(r, names, scope, 0, quants);
            let a = formula(r, names, scope, depth - 1, quants);
            term::ite(c, a, formula(r, names, scope, depth - 1, quants))
        }
        _ if *quants == 0 => formula(r, names, scope, depth - 1, quants),
        n => {
            *quants -= 1;
            let b = int(names, "v", Role::Bound);
            scope.push(b.clone());
            let body = formula(r, names, scope, depth - 1, quants);
            let _ = scope.pop();
            term::quant(n == 6, vec![b], vec![], body)
        }
    }
}

/// Whether some values of the witnesses in `{0, 1}` satisfy `holds`.
fn some_meaning(m: &mut Model, witnesses: &[Symbol], holds: &mut impl FnMut(&Model) -> bool) -> bool {
    let Some((first, rest)) = witnesses.split_first() else { return holds(m) };
    let rows = 1usize << first.params().len();
    for table in 0..1usize << rows {
        let value = move |args: &[Value]| {
            let row = args.iter().fold(0, |n, a| 2 * n + a.num().as_int() as usize);
            Value::int((table >> row & 1) as i64)
        };
        if first.params().is_empty() {
            put(m, first, value(&[]));
        } else {
            let _ = m.functions.insert(first.id(), Rc::new(move |_: &Model, args: &[Value]| value(args)));
        }
        if some_meaning(m, rest, holds) {
            return true;
        }
    }
    false
}

#[test]
fn prenex_forms_are_equisatisfiable() {
    let (mut quantified, mut truths) = (0, 0);
    for seed in 1..600 {
        let r = &mut Random::new(seed);
        let mut names = Names::default();
        let constants = vec![int(&mut names, "a", Role::Skolem), int(&mut names, "b", Role::Skolem)];
        let source = formula(r, &mut names, &mut constants.clone(), 4, &mut 3);
        let form = prenex([source.clone()], &mut names);
        let parts: Vec<Term> = form.facts.iter().cloned().chain(form.universals.iter().map(Universal::term)).collect();
        let mut witnesses: Vec<Symbol> =
            parts.iter().flat_map(term::free_symbols).filter(|s| !constants.contains(s)).collect();
        witnesses.sort_by_key(Symbol::id);
        witnesses.dedup();
        if witnesses.iter().map(|w| 1 << w.params().len()).sum::<usize>() > 10 {
            continue;
        }
        quantified += usize::from(!form.universals.is_empty() || !witnesses.is_empty());
        for values in tuples(2, 0, 1) {
            let mut m = Model { domain: vec![0, 1], ..Model::default() };
            constants.iter().zip(values).for_each(|(s, v)| put(&mut m, s, Value::int(v)));
            let before = m.eval(&source).truth();
            let after = some_meaning(&mut m, &witnesses, &mut |m| parts.iter().all(|p| m.eval(p).truth()));
            assert_eq!(
                before,
                after,
                "seed {seed}: {} becomes {:?}",
                term::show(&source),
                parts.iter().map(term::show).collect::<Vec<_>>()
            );
            truths += usize::from(before);
        }
    }
    assert!(quantified > 150 && truths > 300, "{quantified} {truths}");
}

/// Instances of `∀ u. 0 ≤ u < 4 ⇒ p(array[index(u)])`, selected by ground reads of the array, follow from it.
#[test]
fn an_instance_follows_from_its_universal() {
    let (mut made, mut useful) = (0, 0);
    for seed in 1..200 {
        let r = &mut Random::new(seed);
        let mut names = Names::default();
        let (a, k, u) = (ints(&mut names, "a"), int(&mut names, "k", Role::Skolem), int(&mut names, "u", Role::Bound));
        let (array_, me) = (term::constant(&a), term::constant(&u));
        let c = term::int(r.between(0, 2));
        let index = match r.below(6) {
            0 => me.clone(),
            1 => term::add([me.clone(), c]),
            2 => term::sub(term::int(3), me.clone()),
            3 => term::add([term::mul(term::int(2), me.clone()), c]),
            4 => term::modulo(term::add([me.clone(), c]), term::int(4)),
            _ => term::mul(me.clone(), me.clone()),
        };
        let range = term::within(term::int(0), me.clone(), term::int(4));
        let read = term::select(&array_, &[index]);
        let said = if r.one_in(2) { term::eq(read, me) } else { term::lt(read, term::add([me, term::int(2)])) };
        let universal = universal(u, term::implies(range, said));
        let ground = [
            term::eq(term::select(&array_, &[term::constant(&k)]), term::int(0)),
            term::lt(term::int(0), term::select(&array_, &[term::int(2)])),
        ];
        let mut done = Made::default();
        let found = Matched::new(universal.clone()).instances(&terms(&ground), &mut done);
        let again = Matched::new(universal.clone()).instances(&terms(&ground), &mut done);
        assert!(again.is_empty(), "the same instances again");
        let mut reasons = Reasons::new(Recorder::ON, &[], false);
        reasons.assume(&universal.term());
        for (instance, values) in &found {
            let why = reasons.instance(&universal, values, instance);
            let proof = why.proof().expect("a proof");
            assert!(check(proof, &[universal.term()], instance).is_ok(), "{}", term::show(instance));
        }
        let found: Vec<Term> = found.into_iter().map(|(instance, _)| instance).collect();
        made += found.len();
        for cells in tuples(5, 0, 2) {
            let mut m = Model { domain: (-1..=5).collect(), ..Model::default() };
            put(&mut m, &a, array(&cells));
            if !m.eval(&universal.term()).truth() {
                continue;
            }
            for at in -2..6 {
                put(&mut m, &k, Value::int(at));
                for i in &found {
                    assert!(m.eval(i).truth(), "seed {seed}: {} from {}", term::show(i), term::show(&universal.term()));
                    useful += 1;
                }
            }
        }
    }
    assert!(made > 150 && useful > 1_000, "{made} {useful}");
}

fn universal(u: Symbol, body: Term) -> Universal {
    let source = term::forall(vec![u.clone()], body.clone());
    Universal { source, pulled: vec![u.clone()], binders: vec![u], triggers: vec![], body }
}

/// The relevant instance is found in cases in which a syntactic trigger has no match.
#[test]
fn an_index_is_matched_by_its_inverse() {
    let mut names = Names::default();
    let (a, k, u) = (ints(&mut names, "a"), int(&mut names, "k", Role::Skolem), int(&mut names, "u", Role::Bound));
    let (array_, me) = (term::constant(&a), term::constant(&u));
    let index = term::add([term::mul(term::int(2), me.clone()), term::int(1)]);
    let body = term::implies(
        term::within(term::int(0), me.clone(), term::int(4)),
        term::eq(term::select(&array_, &[index]), me),
    );
    let universal = universal(u, body);
    let ground = [term::lt(term::select(&array_, &[term::constant(&k)]), term::int(0))];
    let found = Matched::new(universal.clone()).instances(&terms(&ground), &mut Made::default());
    let [(instance, _)] = found.as_slice() else { panic!("one instance, not {}", found.len()) };
    // For k = 5, `a[k]` is the element of the instance u = 2.
    for (value, holds) in [(2, true), (3, false)] {
        let mut m = Model::default();
        put(&mut m, &k, Value::int(5));
        put(&mut m, &a, array(&[9, 9, 9, 9, 9, value]));
        assert_eq!(m.eval(instance).truth(), holds, "{}", term::show(instance));
    }
    assert!(!term::any_subterm(instance, |t| matches!(t.op(), Op::Quant(_))));
}

/// The terms that are tried are counted within a round, and what is missing then is told: a small world without it is
/// no evidence.
#[test]
fn a_limit_of_instances_is_told() {
    let mut names = Names::default();
    let (a, u) = (ints(&mut names, "a"), int(&mut names, "u", Role::Bound));
    let element = term::select(&term::constant(&a), &[term::constant(&u)]);
    let universal = universal(u, term::within(term::int(0), element, term::int(256)));
    let read = |n: i32| term::eq(term::select(&term::constant(&a), &[term::int(n)]), term::int(1));
    let ground: Vec<Term> = (0..7_000).map(read).collect();
    let mut made = Made::default();
    let found = Matched::new(universal).instances(&terms(&ground), &mut made);
    assert!(made.cut && found.len() < ground.len());
}

/// However many elements are read, the range of each of them is stated. Else a small world would have states in which
/// an element of an array of `u8` is 300.
#[test]
fn a_single_key_is_matched_by_every_term() {
    let mut names = Names::default();
    let (a, u) = (ints(&mut names, "a"), int(&mut names, "u", Role::Bound));
    let element = term::select(&term::constant(&a), &[term::constant(&u)]);
    let universal = universal(u, term::within(term::int(0), element, term::int(256)));
    let read = |n: i32| term::eq(term::select(&term::constant(&a), &[term::int(n)]), term::int(1));
    let ground: Vec<Term> = (0..2_000).map(read).collect();
    let found = Matched::new(universal).instances(&terms(&ground), &mut Made::default());
    assert_eq!(found.len(), ground.len());
}

fn terms(facts: &[Term]) -> Terms {
    let mut terms = Terms::default();
    terms.extend(facts);
    terms
}
