//! Every rule of the table fires on an instance of its own left side.

use super::checked::checked;
use crate::normalise::facts::Facts;
use crate::normalise::pattern::{instantiate, parse, Bindings, FloatLiteral, Pattern, SortPattern};
use crate::normalise::prove::with;
use crate::normalise::rules::{named, rules, Rule, GOALS, GRAPH_RULES, LAWS, LEMMAS, RULES, STEPS, SUMS};
use crate::normalise::simplify;
use crate::normalise::simplify::apply;
use crate::proof::Recorder;
use crate::term::{self, constant, int, modulo, mul, Names, Op, Role, Sort, Term};
use ir::{FloatFormat, Rounding};

fn sort(over: SortPattern) -> Sort {
    match over {
        SortPattern::Sort(sort) => sort,
        SortPattern::Float => Sort::float(FloatFormat::Single),
        SortPattern::Array => Sort::int_array(1, Sort::INT),
        SortPattern::Any => Sort::INT,
    }
}

/// Gives a fresh constant as value to each variable of the pattern that has none.
fn bind(pattern: &Pattern, names: &mut Names, bindings: &mut Bindings) {
    match pattern {
        Pattern::Var(v) if bindings.get(v.name).is_none() => {
            let symbol = names.fresh(v.name.to_string(), vec![], sort(v.sorts), Role::Skolem);
            bindings.set(v.name, constant(&symbol));
        }
        Pattern::Node(_, args) => args.iter().for_each(|a| bind(a, names, bindings)),
        Pattern::Var(_) | Pattern::Float(_) | Pattern::Literal(_) => {}
    }
}

/// The left side, built without the smart constructors, which would simplify some left sides.
fn literally(pattern: &Pattern, bindings: &Bindings) -> Term {
    match pattern {
        Pattern::Float(f) => float(*f),
        Pattern::Node(op, args) => {
            let args: Vec<Term> = args.iter().map(|a| literally(a, bindings)).collect();
            let sort = match op {
                Op::Ite => args[1].sort(),
                Op::Bits(_) => Sort::INT,
                Op::Div | Op::Mod | Op::Add | Op::Mul | Op::Store => args[0].sort(),
                Op::Select => args[0].sort().element(),
                Op::FloatOp(f) => term::float_op(*f, args.clone()).sort(),
                _ => Sort::BOOL,
            };
            Term::raw(op.clone(), args, sort)
        }
        Pattern::Var(_) | Pattern::Literal(_) => instantiate(pattern, bindings).unwrap(),
    }
}

fn float(f: FloatLiteral) -> Term {
    term::float(FloatFormat::Single, f.bits(FloatFormat::Single))
}

#[test]
fn all_rules_are_read() {
    let count = |rules: &[Rule]| rules.iter().map(|r| r.roundings.len()).sum::<usize>();
    assert_eq!(rules().len(), count(RULES));
    assert_eq!(crate::normalise::rules::graph_rules().count(), count(RULES) + count(GRAPH_RULES));
    assert_eq!(crate::normalise::rules::lemmas().len(), LEMMAS.len());
    for r in SUMS.iter().chain(GOALS).chain(LAWS) {
        assert!([r.lhs, r.rhs].iter().all(|side| parse(side, Rounding::NearestEven).is_some()));
    }
    for (table, is_fact) in [(RULES, false), (SUMS, false), (GRAPH_RULES, false), (LEMMAS, true), (LAWS, true)] {
        for (rule, rounding) in table.iter().flat_map(|r| r.roundings.iter().map(move |rounding| (r, *rounding))) {
            let found = named(rule.name, rounding).map(|r| (r.name, r.rounding, r.is_fact));
            assert_eq!(found, Some((rule.name, rounding, is_fact)));
        }
    }
    assert!(GOALS.iter().all(|r| named(r.name, Rounding::NearestEven).is_none()));
}

/// The format of a float literal in a rule is that of the variables: all of them are floats of one format.
#[test]
fn float_literals_have_the_format_of_the_variables() {
    fn look(pattern: &Pattern, literal: &mut bool, others: &mut bool) {
        match pattern {
            Pattern::Var(v) => *others |= v.sorts != SortPattern::Float,
            Pattern::Node(_, args) => args.iter().for_each(|a| look(a, literal, others)),
            Pattern::Float(_) => *literal = true,
            Pattern::Literal(_) => {}
        }
    }
    let mut found = 0;
    for table in [RULES, SUMS, GRAPH_RULES, LEMMAS, LAWS] {
        for (rule, rounding) in table.iter().flat_map(|r| r.roundings.iter().map(move |rounding| (r, *rounding))) {
            let rule = named(rule.name, rounding).unwrap();
            let (mut literal, mut others) = (false, false);
            [&rule.lhs, &rule.rhs].into_iter().chain(&rule.guards).for_each(|p| look(p, &mut literal, &mut others));
            assert!(!literal || !others, "{}", rule.name);
            found += usize::from(literal);
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn every_rule_fires_where_its_guards_are_known_and_only_there() {
    for rule in rules() {
        let (mut names, mut bindings) = (Names::default(), Bindings::default());
        bind(&rule.lhs, &mut names, &mut bindings);
        let lhs = literally(&rule.lhs, &bindings);
        let rhs = instantiate(&rule.rhs, &bindings).unwrap();
        let mut facts = Facts::new(Recorder::OFF);
        if !rule.guards.is_empty() {
            assert!(apply(rule, &lhs, &facts).is_none(), "{} fires without its guards", rule.name);
        }
        for guard in &rule.guards {
            facts = with(&facts, &instantiate(guard, &bindings).unwrap());
        }
        assert_eq!(apply(rule, &lhs, &facts).map(|(result, _)| result), Some(rhs), "{} does not fire", rule.name);
    }
}

#[test]
fn simplification_names_its_rules() {
    let mut names = Names::default();
    let f = constant(&names.fresh("f", vec![], Sort::float(FloatFormat::Double), Role::Skolem));
    let neg = |t: Term| term::float_op(term::FloatOp::Neg, vec![t]);
    assert_eq!(simplify(&neg(neg(f.clone()))), (f, vec!["float-neg-neg"]));
}

#[test]
fn rules_on_sums_fire() {
    let mut names = Names::default();
    let mut int_constant = |s: &str| constant(&names.fresh(s, vec![], Sort::INT, Role::Skolem));
    let (i, j, n) = (int_constant("i"), int_constant("j"), int_constant("n"));
    let positive = term::lt(int(0), n.clone());
    let offset = term::add([mul(n.clone(), j.clone()), i.clone()]);
    let range = term::within(int(0), i.clone(), n.clone());
    let by = |goal: Term, hyps: &[Term], rule: &str| {
        let outcome = checked(&goal, hyps);
        assert!(outcome.discharged, "{}", term::show(&goal));
        assert!(outcome.rules.contains(&rule), "{rule} is not among {:?}", outcome.rules);
        assert!(!checked(&goal, &[]).discharged, "{}", term::show(&goal));
    };
    let both = [positive.clone(), range];
    by(term::eq(term::div(offset.clone(), n.clone()), j.clone()), &both, "div-of-multiple");
    by(term::eq(modulo(offset, n.clone()), i.clone()), &both, "mod-of-multiple");
    let turned = modulo(term::add([modulo(i.clone(), n.clone()), j.clone()]), n.clone());
    let direct = modulo(term::add([j.clone(), i.clone()]), n.clone());
    by(term::eq(turned, direct), std::slice::from_ref(&positive), "mod-of-inner-mod");
    let size = mul(n.clone(), j.clone());
    let inside = [positive.clone(), term::lt(i.clone(), size.clone())];
    by(term::lt(term::div(i.clone(), n.clone()), j.clone()), &inside, "div-at-most");
    let above = [positive.clone(), term::le(size, i.clone())];
    by(term::le(j.clone(), term::div(i.clone(), n.clone())), &above, "div-at-least");
    let whole = term::add([mul(term::div(i.clone(), n.clone()), n.clone()), modulo(i.clone(), n.clone())]);
    by(term::eq(whole, i.clone()), std::slice::from_ref(&positive), "div-mod-whole");
    let (k, l, m) = (int_constant("k"), int_constant("l"), int_constant("m"));
    let number = term::add([mul(n.clone(), k.clone()), i.clone()]);
    let scaled = |low: &Term, high: &Term| term::add([mul(n.clone(), high.clone()), mul(m.clone(), low.clone())]);
    let small = |t: &Term| term::within(int(0), mul(m.clone(), t.clone()), n.clone());
    let equal = [term::eq(scaled(&i, &k), scaled(&l, &j)), small(&i), small(&l), term::lt(int(0), m.clone())];
    by(term::eq(k.clone(), j.clone()), &equal, "digits");
    by(term::eq(i.clone(), l), &equal, "digits");
    let below = [term::le(int(0), i), term::lt(number, mul(n.clone(), j.clone())), positive];
    by(term::lt(k.clone(), j), &below, "cut");
}

/// Each name of a step in the code is in one of the tables, which the solver proves.
#[test]
fn every_name_in_the_code_is_in_a_table() {
    let sources = [
        include_str!("../mod.rs"),
        include_str!("../prove.rs"),
        include_str!("../arithmetic.rs"),
        include_str!("../simplify.rs"),
        include_str!("../hypotheses.rs"),
        include_str!("../sums.rs"),
        include_str!("../comparisons.rs"),
        include_str!("../graph/mod.rs"),
    ];
    let tables = [RULES, SUMS, GRAPH_RULES, LEMMAS, LAWS, GOALS];
    let known = |name: &str| STEPS.contains(&name) || tables.iter().any(|t| t.iter().any(|r| r.name == name));
    let mut found = 0;
    for source in sources {
        let uses = ["put(\"", "put_in_graph(\"", "truth, \""];
        for (at, _) in uses.iter().flat_map(|used| source.match_indices(used)) {
            let name = source[at..].split('"').nth(1).unwrap();
            assert!(known(name), "{name} is in no table");
            found += 1;
        }
    }
    assert!(found > 15, "{found}");
}
