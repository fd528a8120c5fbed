//! Inputs that do not fit a kernel are refused with a sentence.

use std::collections::BTreeMap;

use interp::{run, BadInput, Fill, Input, Launch, Options, Rule, Value};

use crate::support::program;

/// The reason for which an input and a launch are refused that `change` makes unfit.
fn refused(change: impl Fn(&mut Input, &mut Launch)) -> BadInput {
    let program = program("kernel k { global int n; global int[n] a; global bool[2] c; void main() { } }");
    let ints = |n: i64| (0..n).map(Value::from).collect::<Vec<_>>();
    let mut input = Input {
        scalars: BTreeMap::from([("n".to_owned(), Value::from(3))]),
        arrays: BTreeMap::from([("a".to_owned(), ints(3)), ("c".to_owned(), vec![Value::from(true); 2])]),
        ..Input::default()
    };
    let mut launch = Launch::new(1, 2);
    assert!(run(&program, "k", &launch, &input, &Options::default()).is_ok());
    change(&mut input, &mut launch);
    run(&program, "k", &launch, &input, &Options::default()).expect_err("it does not fit")
}

fn large(array: Option<(String, Option<usize>)>) -> BadInput {
    BadInput::TooLarge { array, limit: interp::Limits::default().memory }
}

#[test]
fn refused_inputs() {
    let n = || "n".to_owned();
    let a = || "a".to_owned();
    assert_eq!(refused(|i, _| i.scalars.clear()), BadInput::NoScalar(n()));
    assert_eq!(refused(|i, _| drop(i.scalars.insert(n(), Value::from(true)))), BadInput::Type(n()));
    assert_eq!(refused(|i, _| drop(i.scalars.insert("q".into(), Value::from(1)))), BadInput::Stranger("q".into()));
    assert_eq!(refused(|i, _| drop(i.scalars.insert(n(), Value::from(-1)))), BadInput::Shape(a()));
    assert_eq!(refused(|i, _| drop(i.scalars.insert(n(), Value::from(4)))), BadInput::Length(a(), 4, 3));
    assert_eq!(refused(|i, _| drop(i.scalars.insert(n(), Value::from(1 << 40)))), large(Some((a(), Some(1 << 40)))));
    assert_eq!(refused(|i, _| drop(i.arrays.remove("a"))), BadInput::NoArray(a()));
    assert_eq!(refused(|i, _| drop(i.arrays.insert("q".into(), vec![]))), BadInput::Stranger("q".into()));
    assert_eq!(refused(|i, _| drop(i.arrays.insert(a(), vec![Value::from(true); 3]))), BadInput::Type(a()));
    assert_eq!(refused(|_, l| *l = Launch::new(0, 1)), BadInput::Size);
    assert_eq!(refused(|_, l| *l = Launch::new(1, 0)), BadInput::Size);
    assert_eq!(refused(|_, l| l.warp = 0), BadInput::Size);
    assert_eq!(refused(|_, l| *l = Launch::new(1 << 20, 1 << 20)), BadInput::Size);
}

#[test]
fn as_many_groups_as_can_be_counted_are_too_many() {
    assert_eq!(refused(|_, l| *l = Launch::new(i32::MAX as u32, 1)), large(None));
}

/// A random mix of reads and writes gives the same memory, whether elements are given or computed when they are looked
/// at.
#[test]
fn elements_that_are_computed_are_those_that_are_given() {
    let source = "kernel k { global int[n] a; global float[n] f; global double[n] d; global bool[n] b; global int n;
       void main() { a[(7 * tid) % n] := a[tid] + 1; f[tid] := f[(tid + 1) % n]; b[tid] := !b[(3 * tid) % n];
         assert d[tid] === \\old(d[tid]) && (a[tid] === \\old(a[tid]) || a[tid] == \\old(a[(tid * 3) % n]) + 1); } }";
    let program = program(source);
    let scalars = BTreeMap::from([("n".to_owned(), Value::from(10))]);
    let options = Options { contracts: false, races: false, ..Options::default() };
    let launch = Launch::new(2, 3);
    for fill in [Fill::Zero, Fill::Iota, Fill::Random(1), Fill::Random(u64::MAX)] {
        let mut given = Input { scalars: scalars.clone(), ..Input::default() };
        let mut ruled = given.clone();
        for shape in interp::shapes(&program, "k", &launch, &given).unwrap() {
            drop(given.arrays.insert(shape.name.clone(), fill.values(&shape).unwrap()));
            drop(ruled.rules.insert(shape.name.clone(), Rule::Fill(fill)));
        }
        let [given, ruled] = [given, ruled].map(|input| run(&program, "k", &launch, &input, &options).unwrap());
        assert_eq!(given, ruled);
    }
}

#[test]
fn a_large_array_costs_what_is_touched() {
    let source = "kernel k { global int[30000000] a; void main() { a[tid * 9000000] := a[tid]; } }";
    let program = program(source);
    let options = Options { contracts: false, ..Options::default() };
    let rules = BTreeMap::from([("a".to_owned(), Rule::Same(Value::from(7)))]);
    let seen =
        interp::observe(&program, "k", &Launch::new(1, 4), &Input { rules, ..Input::default() }, &options).unwrap();
    assert_eq!((seen.outcome, seen.after.changed("a")), (interp::Outcome::Finished, false));
    let rules = BTreeMap::from([("a".to_owned(), Rule::Fill(Fill::Iota))]);
    let seen =
        interp::observe(&program, "k", &Launch::new(1, 4), &Input { rules, ..Input::default() }, &options).unwrap();
    assert!(seen.after.changed("a"));
    assert_eq!(seen.after.elements("a").nth(27_000_000), Some(Value::from(3)));
    assert_eq!(seen.after.before("a").nth(27_000_000), Some(Value::from(27_000_000)));
}

#[test]
fn an_unknown_kernel() {
    let program = program("kernel k { void main() { } }");
    let found = run(&program, "other", &Launch::new(1, 1), &Input::default(), &Options::default());
    assert_eq!(found.unwrap_err().to_string(), "there is no kernel `other`");
}

#[test]
fn a_large_group_meets_the_limit_of_memory() {
    let program = program("kernel k { global int n; local int[n] s; void main() { } }");
    let input = Input { scalars: BTreeMap::from([("n".to_owned(), Value::from(1 << 30))]), ..Input::default() };
    let found = run(&program, "k", &Launch::new(1, 1), &input, &Options::default());
    assert!(found.is_err() || matches!(found.unwrap().outcome, interp::Outcome::Limit(_)));
}
