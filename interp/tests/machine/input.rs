//! Inputs that do not fit a kernel are refused with a sentence.

use std::collections::BTreeMap;

use interp::{run, BadInput, Input, Launch, Options, Value};

use crate::support::program;

fn refused(change: impl Fn(&mut Input, &mut Launch)) -> BadInput {
    let program = program("kernel k { global int n; global int[n] a; global bool[2] c; void main() { } }");
    let ints = |n: i64| (0..n).map(Value::from).collect::<Vec<_>>();
    let mut input = Input {
        scalars: BTreeMap::from([("n".to_owned(), Value::from(3))]),
        arrays: BTreeMap::from([("a".to_owned(), ints(3)), ("c".to_owned(), vec![Value::from(true); 2])]),
    };
    let mut launch = Launch::new(1, 2);
    assert!(run(&program, "k", &launch, &input, &Options::default()).is_ok());
    change(&mut input, &mut launch);
    run(&program, "k", &launch, &input, &Options::default()).expect_err("it does not fit")
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
    assert_eq!(refused(|i, _| drop(i.scalars.insert(n(), Value::from(1 << 40)))), BadInput::TooLarge);
    assert_eq!(refused(|i, _| drop(i.arrays.remove("a"))), BadInput::NoArray(a()));
    assert_eq!(refused(|i, _| drop(i.arrays.insert("q".into(), vec![]))), BadInput::Stranger("q".into()));
    assert_eq!(refused(|i, _| drop(i.arrays.insert(a(), vec![Value::from(true); 3]))), BadInput::Type(a()));
    assert_eq!(refused(|_, l| l.groups = 0), BadInput::Size);
    assert_eq!(refused(|_, l| l.threads = 0), BadInput::Size);
    assert_eq!(refused(|_, l| l.warp = 0), BadInput::Size);
    assert_eq!(refused(|_, l| *l = Launch::new(1 << 20, 1 << 20)), BadInput::Size);
}

#[test]
fn as_many_groups_as_can_be_counted_are_too_many() {
    assert_eq!(refused(|_, l| *l = Launch::new(i32::MAX as u32, 1)), BadInput::TooLarge);
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
