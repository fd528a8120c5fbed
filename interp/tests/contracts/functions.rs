//! Pure functions at concrete arguments: whether their values satisfy their contracts, and whether their measures
//! decrease.

use crate::world::TestLaunch;
use interp::ghost::{check_function, FunctionCheck};
use interp::{Member, Value};
use ir::FnId;

/// The checks of the first function of a source at these arguments.
fn check(source: &str, args: &[i64]) -> FunctionCheck {
    let mut world = TestLaunch::new(&format!("{source} kernel k {{ void main() {{ }} }}"), 1, 1);
    world.work = 100_000;
    check_function(&mut world.at(Member::LAUNCH), FnId(0), args.iter().map(|a| Value::from(*a)).collect())
}

/// The ids of the findings of these checks.
fn codes(source: &str, args: &[i64]) -> Vec<String> {
    let found = check(source, args).checks;
    assert!(found.unknown.is_empty() && found.excluded.is_none(), "{found:#?}");
    found.findings.iter().map(|f| f.code.to_string()).collect()
}

#[test]
fn a_right_function() {
    let source = "requires n >= 0; decreases n; ensures 2 * \\result == n * (n + 1);
                  pure int triangle(int n) = n == 0 ? 0 : triangle(n - 1) + n;";
    for n in 0..20 {
        let found = check(source, &[n]);
        assert!(found.checks.passed(), "{found:#?}");
        assert_eq!(found.value, Some(Value::from(n * (n + 1) / 2)));
    }
    assert!(check(source, &[-1]).checks.excluded.is_some());
}

#[test]
fn a_wrong_postcondition() {
    let source = "ensures \\result >= 0 && \\result < 5; pure int f(int n) = n % 6;";
    assert_eq!(codes(source, &[3]), Vec::<String>::new());
    assert_eq!(codes(source, &[5]), ["function.postcondition:condition-false"]);
}

#[test]
fn a_body_that_is_not_defined() {
    assert_eq!(codes("pure int f(int n) = 10 / n;", &[0]), ["contract.well-formed:division-by-zero"]);
    assert_eq!(codes("pure int f(int n) = 10 / n;", &[1]), Vec::<String>::new());
    let source = "pure int f(int n) = g(n - 1); requires n > 0; pure int g(int n) = n;";
    assert_eq!(codes(source, &[1]), ["call.precondition:condition-false"]);
    assert_eq!(codes(source, &[2]), Vec::<String>::new());
}

#[test]
fn a_measure_that_does_not_decrease() {
    let up = "decreases n; pure int f(int n) = n > 9 ? n : f(n + 1);";
    assert_eq!(codes(up, &[3]), ["function.termination:measure-not-decreasing"]);
    assert_eq!(codes(up, &[10]), Vec::<String>::new());
    let negative = "decreases n; pure int f(int n) = n < -3 ? n : f(n - 1);";
    assert_eq!(codes(negative, &[2]), Vec::<String>::new());
    assert_eq!(codes(negative, &[-1]), ["function.termination:measure-not-decreasing"]);
    // Without a measure only a call with the same arguments shows that the recursion does not end.
    let none = "pure int f(int n) = n == 0 ? 0 : f(n - 1);";
    assert_eq!(codes(none, &[2]), Vec::<String>::new());
    let same = "pure int f(int n) = n == 0 ? 0 : f(n);";
    assert_eq!(codes(same, &[2]), ["function.termination:no-measure"]);
    // The first integer that changes decides, and it must not be negative before.
    let two = "decreases a, b; pure int f(int a, int b) = a == 3 ? 0 : f(a - 1, b + 5);";
    assert_eq!(codes(two, &[4, 0]), Vec::<String>::new());
    assert_eq!(codes(two, &[-1, 0]), ["function.termination:measure-not-decreasing"]);
    let second = "decreases a, b; pure int f(int a, int b) = b == 0 ? a : f(a, b - 1);";
    assert_eq!(codes(second, &[7, 1]), Vec::<String>::new());
    assert_eq!(codes(second, &[7, -1]), ["function.termination:measure-not-decreasing"]);
    let grows = "decreases a, b; pure int f(int a, int b) = b == 0 ? a : f(a + 1, b - 1);";
    assert_eq!(codes(grows, &[7, 1]), ["function.termination:measure-not-decreasing"]);
    let mutual = "requires n >= 0; decreases n; pure int f(int n) = n == 0 ? 0 : g(n);
                  requires n >= 0; decreases n; pure int g(int n) = f(n);";
    assert_eq!(codes(mutual, &[1]), ["function.termination:measure-not-decreasing"]);
}

#[test]
fn a_function_reads_only_what_it_requires() {
    let kernel = |requires: &str| {
        let source =
            format!("kernel k {{ global int[4] a; {requires} pure int f(int i) = a[i] + a[0]; void main() {{ }} }}");
        let mut world = TestLaunch::new(&source, 1, 1);
        world.set("a", &[1, 2, 3, 4]);
        let found = check_function(&mut world.at(Member::LAUNCH), FnId(0), vec![Value::from(2)]);
        (found.value, found.checks.findings.iter().map(|f| f.code.to_string()).collect::<Vec<_>>())
    };
    let (value, wrong) = kernel("requires 0 <= i && i < 4 ** Perm(a[i], read) ** Perm(a[0], read);");
    assert_eq!((value, wrong), (Some(Value::from(4)), vec![]));
    let (value, wrong) = kernel("requires 0 <= i && i < 4 ** Perm(a[i], read);");
    assert_eq!((value, wrong), (None, vec!["contract.well-formed:unframed".to_owned()]));
    let (_, wrong) = kernel("requires Perm(a[i + 2], read);");
    assert!(wrong.contains(&"contract.well-formed:out-of-bounds".to_owned()), "{wrong:?}");
}
