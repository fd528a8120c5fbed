//! Instances of rules.

use super::super::Claim;
use super::*;

fn rule(name: &'static str, rounding: Rounding, bindings: &[(char, &Term)], guards: Vec<Proof>) -> Proof {
    let bindings = bindings.iter().map(|(v, t)| (*v, (*t).clone())).collect();
    p(Step::Rule { name, rounding, bindings, guards })
}

const NEAREST: Rounding = Rounding::NearestEven;

#[test]
fn rules_need_their_guards() {
    let [i, j, n] = Make::default().ints(["i", "j", "n"]);
    let hyps = [term::le(int(0), i.clone()), term::lt(i.clone(), n.clone())];
    let (of, to) = (term::modulo(i.clone(), n.clone()), i.clone());
    let guards = || hyps.iter().map(assume).collect::<Vec<_>>();
    let bound = [('i', &i), ('n', &n)];
    equates(&rule("mod-small", NEAREST, &bound, guards()), &hyps, &of, &to);
    let never = |proof: &Proof| never_equates(proof, &hyps, &of, &to);
    assert_eq!(never(&rule("mod-small", NEAREST, &bound, vec![])), Cause::Missing);
    assert_eq!(never(&rule("mod-small", NEAREST, &bound, guards()[..1].to_vec())), Cause::Missing);
    never(&rule("mod-small", NEAREST, &bound, guards().into_iter().rev().collect()));
    never(&rule("mod-small", NEAREST, &bound, vec![assume(&hyps[0]), assume(&hyps[0])]));
    assert_eq!(never(&rule("mod-small", NEAREST, &bound, [guards(), guards()].concat())), Cause::Missing);
    never(&rule("mod-small", NEAREST, &[('i', &j), ('n', &n)], guards()));
    never(&rule("div-small", NEAREST, &bound, guards()));
    // Guards that nothing shows.
    let open = never_equates(&rule("mod-small", NEAREST, &bound, guards()), &hyps[..1], &of, &to);
    assert_eq!(open, Cause::Assumption(hyps[1].clone()));
}

#[test]
fn variables_are_bound_once() {
    let [i, n, k] = Make::default().ints(["i", "n", "k"]);
    let hyps = [term::ne(n.clone(), int(0))];
    let guard = || vec![assume(&hyps[0])];
    let of = term::modulo(n.clone(), n.clone());
    equates(&rule("mod-self", NEAREST, &[('n', &n)], guard()), &hyps, &of, &int(0));
    let never =
        |bound: &[(char, &Term)]| never_equates(&rule("mod-self", NEAREST, bound, guard()), &hyps, &of, &int(0));
    assert_eq!(never(&[]), Cause::Binding('n'));
    assert_eq!(never(&[('n', &n), ('n', &n)]), Cause::Binding('n'));
    assert_eq!(never(&[('n', &n), ('i', &i)]), Cause::Binding('i'));
    assert_eq!(never(&[('k', &k)]), Cause::Binding('k'));
}

#[test]
fn values_have_the_declared_sorts() {
    let mut make = Make::default();
    let [b] = make.bools(["b"]);
    let [x, y] = make.ints(["x", "y"]);
    let [r] = make.reals(["r"]);
    let [f] = make.constants(["f"], Sort::float(FloatFormat::Single));
    let [g] = make.constants(["g"], Sort::float(FloatFormat::Double));
    let [a] = make.constants(["a"], Sort::int_array(1, Sort::REAL));
    let [flat] = make.constants(["flat"], Sort::int_array(2, Sort::INT));
    let refused = |proof: Proof, v: char| {
        assert_eq!(never_equates(&proof, &[], &x, &y), Cause::Binding(v));
    };
    refused(rule("le-refl-int", NEAREST, &[('i', &r)], vec![]), 'i');
    refused(rule("le-refl-real", NEAREST, &[('p', &x)], vec![]), 'p');
    refused(rule("and-self", NEAREST, &[('b', &x)], vec![]), 'b');
    refused(rule("compare-conditional", NEAREST, &[('p', &x), ('b', &b), ('q', &x)], vec![]), 'p');
    refused(rule("float-neg-neg", NEAREST, &[('f', &x)], vec![]), 'f');
    // Both float variables have one format, and all other free variables one sort.
    refused(rule("float-add-comm", NEAREST, &[('f', &f), ('g', &g)], vec![]), 'g');
    refused(rule("ite-not", NEAREST, &[('b', &b), ('s', &x), ('t', &r)], vec![]), 't');
    refused(rule("eq-comm", NEAREST, &[('s', &x), ('t', &b)], vec![]), 't');
    refused(rule("select-store", NEAREST, &[('a', &a), ('i', &x), ('s', &y)], vec![]), 's');
    refused(rule("select-store", NEAREST, &[('s', &y), ('i', &x), ('a', &a)], vec![]), 'a');
    refused(rule("store-select", NEAREST, &[('a', &flat), ('i', &x)], vec![]), 'a');
    let eq = |a: &Term, b: &Term| term::eq(a.clone(), b.clone());
    equates(&rule("eq-comm", NEAREST, &[('s', &x), ('t', &y)], vec![]), &[], &eq(&x, &y), &eq(&y, &x));
    let conditional = |b: Term| term::ite(b, x.clone(), y.clone());
    let negated = rule("ite-not", NEAREST, &[('b', &b), ('s', &x), ('t', &y)], vec![]);
    let swapped = term::ite(b.clone(), y.clone(), x.clone());
    equates(&negated, &[], &conditional(term::not(b.clone())), &swapped);
    never_equates(&negated, &[], &conditional(b), &swapped);
}

#[test]
fn floats_round_in_the_named_direction() {
    let mut make = Make::default();
    let [f, g] = make.constants(["f", "g"], Sort::float(FloatFormat::Double));
    let mul = |r, a: &Term, b: &Term| term::float_op(FloatOp::Arith(FloatArith::Mul, r), vec![a.clone(), b.clone()]);
    let neg = |a: &Term| term::float_op(FloatOp::Neg, vec![a.clone()]);
    let of = |r| mul(r, &neg(&f), &g);
    let to = |r| neg(&mul(r, &f, &g));
    let step = |r| rule("float-neg-mul", r, &[('f', &f), ('g', &g)], vec![]);
    for r in [Rounding::NearestEven, Rounding::Zero] {
        equates(&step(r), &[], &of(r), &to(r));
        never_equates(&step(r), &[], &of(Rounding::Up), &to(Rounding::Up));
    }
    // Negation does not commute with rounding up or down.
    for r in [Rounding::Up, Rounding::Down] {
        assert_eq!(never_equates(&step(r), &[], &of(r), &to(r)), Cause::Rule);
    }
    // Literals in rules have the format of the variables.
    let one = |format| term::float(format, if format == FloatFormat::Double { 1.0f64.to_bits() } else { 0x3f80_0000 });
    let times = rule("float-mul-one", Rounding::Up, &[('f', &f)], vec![]);
    equates(&times, &[], &mul(Rounding::Up, &f, &one(FloatFormat::Double)), &f);
    never_equates(&times, &[], &mul(Rounding::Up, &f, &one(FloatFormat::Single)), &f);
    let minus_zero = rule("float-add-minus-zero", Rounding::Down, &[('f', &f)], vec![]);
    assert_eq!(never_equates(&minus_zero, &[], &f, &f), Cause::Rule);
}

/// Rules that take goals apart are no steps, facts are no equations, and other names are nothing.
#[test]
fn each_table_has_its_use() {
    let mut make = Make::default();
    let [b, c] = make.bools(["b", "c"]);
    let [i, n] = make.ints(["i", "n"]);
    let unknown = |name, bindings: &[(char, &Term)], guards| {
        assert_eq!(never_equates(&rule(name, NEAREST, bindings, guards), &[], &b, &c), Cause::Rule, "{name}");
    };
    unknown("prove-negation", &[('b', &b)], vec![]);
    unknown("case-split", &[('b', &b), ('c', &c)], vec![]);
    unknown("", &[], vec![]);
    unknown("bounds", &[], vec![]);

    let hyps = [term::lt(int(0), n.clone())];
    let below = term::lt(term::modulo(i.clone(), n.clone()), n.clone());
    let lemma = |name: &'static str, guards| rule(name, NEAREST, &[('i', &i), ('n', &n)], guards);
    accepts(&lemma("mod-below", vec![assume(&hyps[0])]), &hyps, &below);
    rejects(&lemma("mod-below", vec![]), &hyps, &below);
    rejects(&lemma("mod-at-least-zero", vec![assume(&hyps[0])]), &hyps, &below);
    // An equation of two numbers shows no condition, and a fact shows no equation.
    let guards = [term::le(int(0), i.clone()), term::lt(i.clone(), n.clone())];
    let small = lemma("mod-small", guards.iter().map(assume).collect());
    assert!(matches!(rejects(&small, &guards, &below), Cause::Goal(Claim::Equal(..))));
    let fact = lemma("mod-below", vec![assume(&hyps[0])]);
    assert_eq!(never_equates(&fact, &hyps, &below, &term::bool(true)), Cause::NoEquation(below));
}
