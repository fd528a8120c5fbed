//! What queries leave out is told, and universals are tried at the ends of their ranges.

use super::*;
use crate::query::unfold::Unfolding;
use crate::query::{at_bounds, small_world, LaunchBound, Universal};
use logic::term;

/// Two universals each of whose instances has an instance of the other one. What is missing when the rounds end is
/// told.
#[test]
fn a_world_that_grows_on_is_cut() {
    let mut names = Names::default();
    let (n, a, b) = (int(&mut names, "n", Role::Scalar), ints(&mut names, "a"), ints(&mut names, "b"));
    let tn = term::constant(&n);
    let mut rising = |from: &Symbol, to: &Symbol| {
        let i = int(&mut names, "i", Role::Bound);
        let ti = term::constant(&i);
        let (here, next) = (term::constant(from), term::constant(to));
        let next = term::select(&next, &[term::add([ti.clone(), term::int(1)])]);
        let equal = term::eq(term::select(&here, std::slice::from_ref(&ti)), next);
        term::forall(vec![i], term::implies(term::within(term::int(0), ti, tn.clone()), equal))
    };
    let (there, back) = (rising(&a, &b), rising(&b, &a));
    for (hyps, cut) in [(vec![there.clone()], false), (vec![there, back], true)] {
        let o = obligation(hyps, term::lt(tn.clone(), term::int(1)));
        let world = small_world(&o, &[], LaunchBound { size: 1 }, std::slice::from_ref(&tn)).expect("few facts");
        assert_eq!(world.cut, cut, "{} facts", world.facts.len());
    }
}

/// Nothing but facts about pairs says what a function without body is in two states. When there are too many pairs,
/// that is told.
#[test]
fn pairs_that_are_left_out_are_told() {
    let source = "kernel K {
      global int[8] a;
      requires Perm(a[0], read);
      pure int f();
      requires Perm(a[0], read);
      void main() { assert f() == a[0]; }
    }";
    let program = syntax::parse_program(source).program.expect("a program");
    let task = logic::tasks(&program).pop().expect("a kernel");
    let d = task.definitions.iter().find(|d| d.body.is_none()).expect("a function without body");
    let mut names = Names::starting_at(5000);
    let states: Vec<Term> = (0..20).map(|_| term::constant(&ints(&mut names, "x"))).collect();
    let calls: Vec<Term> = states.iter().map(|x| term::app(&d.symbol, vec![x.clone()])).collect();
    for (count, told) in [(5, false), (20, true)] {
        let facts: Vec<Term> = calls[..count].iter().map(|call| term::lt(call.clone(), term::int(9))).collect();
        let mut unfolding = Unfolding::new(&obligation(vec![], term::bool(false)), &task.definitions, 2);
        assert!(!unfolding.step(&facts, &mut names).is_empty());
        assert_eq!(unfolding.skipped(), told, "{count} states");
    }
}

/// A universal is tried at both ends of its range, whether the ends are in it or not.
#[test]
fn ends_of_ranges_are_tried() {
    let mut names = Names::default();
    let [n, m] = ["n", "m"].map(|name| term::constant(&int(&mut names, name, Role::Scalar)));
    let i = int(&mut names, "i", Role::Bound);
    let ti = term::constant(&i);
    let at =
        |t: &Term| term::select(&term::constant(&ints(&mut Names::starting_at(900), "a")), std::slice::from_ref(t));
    let bounds = [
        (term::le(m.clone(), ti.clone()), m.clone()),
        (term::lt(m.clone(), ti.clone()), term::add([m, term::int(1)])),
        (term::le(ti.clone(), n.clone()), n.clone()),
        (term::lt(ti.clone(), n.clone()), term::sub(n, term::int(1))),
    ];
    for (bound, end) in bounds {
        let body = term::implies(bound.clone(), term::eq(at(&ti), term::int(0)));
        let source = term::forall(vec![i.clone()], body.clone());
        let u = Universal { source, pulled: vec![i.clone()], binders: vec![i.clone()], triggers: vec![], body };
        let tried = at_bounds(&u);
        let instance = |t: &Term| term::any_subterm(t, |s| *s == at(&end));
        assert!(tried.iter().any(instance), "{} at {}", term::show(&bound), term::show(&end));
    }
}
