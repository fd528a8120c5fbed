//! Models: values of subterms, observed terms, small models, cores.

use super::super::unsat_core;
use super::{solve, solve_small, Symbols};
use crate::solving::{Limits, ModelValue, Query};
use dashu::{integer::IBig, rational::RBig};
use logic::term::*;

#[test]
fn values_satisfy_the_query() {
    let mut w = Symbols::new();
    let (x, y, p) = (w.int("x"), w.int("y"), w.real("p"));
    let third = RBig::from_parts((-1).into(), 3u8.into());
    let a = w.constant("a", Sort::int_array(1, Sort::INT));
    let at = select(&a, &[add([x.clone(), int(1)])]);
    let hyps = vec![
        eq(mul(x.clone(), x.clone()), int(49)),
        lt(x.clone(), int(0)),
        eq(at.clone(), int(12)),
        eq(p.clone(), real(third.clone())),
    ];
    let mut query = Query::prove(hyps, lt(y.clone(), add([x.clone(), int(5)])));
    query.observe = vec![mul(y.clone(), int(3)), select(&a, &[int(-6)])];
    let answer = super::ask(&query);
    let model = answer.model().unwrap();
    assert_eq!(model.int(&x), Some(IBig::from(-7)));
    assert_eq!(model.int(&at), Some(IBig::from(12)));
    assert_eq!(model.value(&p), Some(ModelValue::Real(third)));
    let y = model.int(&y).unwrap();
    assert!(y >= IBig::from(-2));
    assert_eq!(model.int(&query.observe[0]), Some(y * 3));
    assert_eq!(model.int(&query.observe[1]), Some(IBig::from(12)));
    assert_eq!(model.bool(&lt(x.clone(), int(0))), Some(true));
    assert_eq!(model.int(&int(5)), Some(IBig::from(5)));
    assert_eq!(model.value(&w.int("elsewhere")), None);
}

#[test]
fn large_values_come_back() {
    let mut w = Symbols::new();
    let x = w.int("x");
    let big: IBig = "-99999999999999999999999999999999999999999999".parse().unwrap();
    let query = Query::prove(vec![eq(x.clone(), int(big.clone()))], bool(false));
    assert_eq!(super::ask(&query).model().unwrap().int(&x), Some(big));
}

#[test]
fn small_models_are_preferred() {
    let mut w = Symbols::new();
    let n = w.int("n");
    let bounds: Vec<Term> = [2, 4, 8].map(|k| le(n.clone(), int(k))).to_vec();
    for (least, within) in [(1, 2), (3, 4), (5, 8)] {
        let query = Query::prove(vec![le(int(least), n.clone())], bool(false));
        let solved = solve_small(&query, &bounds, Limits::default());
        let value = solved.answer.model().unwrap().int(&n).unwrap();
        assert!(IBig::from(least) <= value && value <= IBig::from(within), "{value}");
    }
    let query = Query::prove(vec![le(int(100), n.clone())], bool(false));
    assert!(
        solve_small(&query, &bounds, Limits::default()).answer.model().unwrap().int(&n).unwrap() >= IBig::from(100)
    );
    let query = Query::prove(vec![lt(n.clone(), int(0))], lt(n.clone(), int(0)));
    assert!(solve_small(&query, &bounds, Limits::default()).answer.is_unsat());
}

#[test]
fn cores_are_minimal() {
    let mut w = Symbols::new();
    let (x, y) = (w.int("x"), w.int("y"));
    let hyps = vec![
        le(int(0), x.clone()),
        lt(y.clone(), int(3)),
        lt(x.clone(), y.clone()),
        lt(int(5), x.clone()),
        le(y.clone(), int(10)),
    ];
    let core = unsat_core(&hyps, Limits::default()).unwrap();
    assert_eq!(core, vec![1, 2, 3]);
    for left_out in &core {
        let rest = core.iter().filter(|i| *i != left_out).map(|i| hyps[*i].clone()).collect();
        assert!(solve(&Query::satisfiable(rest), Limits::default()).answer.model().is_some());
    }
    assert_eq!(unsat_core(&hyps[..3], Limits::default()), None);
    assert_eq!(unsat_core(&[], Limits::default()), None);
}
