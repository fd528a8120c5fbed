//! Quantified conditions: how their finite ranges are found, and which conditions are not decided.

use crate::world::TestLaunch;
use interp::{Cause, Limit};

/// The truth of a condition over an array `a` of 1, 2, … 6 and a scalar `n` of 6.
fn holds(condition: &str) -> Result<bool, Cause> {
    let mut world = TestLaunch::asserting("global int n; global int[6] a;", condition);
    world.set("a", &[1, 2, 3, 4, 5, 6]);
    world.scalar("n", 6);
    world.holds()
}

fn check(cases: &[(&str, bool)]) {
    for (condition, expected) in cases {
        assert_eq!(holds(condition), Ok(*expected), "{condition}");
    }
}

#[test]
fn over_a_range() {
    check(&[
        ("(\\forall int i; 0 <= i && i < n; a[i] == i + 1)", true),
        ("(\\forall int i; 0 <= i && i < n; a[i] < 6)", false),
        ("(\\exists int i; 0 <= i && i < n; a[i] == 6)", true),
        ("(\\exists int i; 0 <= i && i < n; a[i] == 7)", false),
        ("(\\forall int i = 0 .. n; a[i] > 0)", true),
        ("(\\exists int i = 0 .. 5; a[i] == 6)", false),
        ("(\\forall int i; 2 * i + 1 <= 11 && i > -1; a[i] == i + 1)", true),
        ("(\\forall int i; n > i && 0 <= i; a[n - 1 - i] == n - i)", true),
        ("(\\forall int i; i == 3; a[i] == 4)", true),
        ("(\\forall int i; !(i < 0 || i >= n); a[i] > 0)", true),
        ("(\\forall int i; (0 <= i && i < 2) || (4 <= i && i < 6); a[i] != 3 && a[i] != 4)", true),
        ("(\\forall int i; 0 <= i && i < n && i % 2 == 0; a[i] % 2 == 1)", true),
        ("(\\forall int i; -3 * i >= -15 && 0 <= i; a[i] <= 6)", true),
        ("(\\exists int i; -3 * i >= -14 && 0 <= i; a[i] == 6)", false),
    ]);
}

#[test]
fn over_nothing() {
    check(&[
        ("(\\forall int i; 0 <= i && i < 0; false)", true),
        ("(\\exists int i; 0 <= i && i < 0; true)", false),
        ("(\\forall int i; i > 3 && i < 2; a[i] == 100)", true),
        ("(\\forall int i; n < 0 && 0 <= i; false)", true),
        ("(\\forall int i, int j; 0 <= j && j < i && i < 1; false)", true),
    ]);
}

#[test]
fn ranges_that_depend_on_each_other() {
    check(&[
        ("(\\forall int i, int j; 0 <= i && i < j && j < n; a[i] < a[j])", true),
        ("(\\forall int i, int j; 0 <= i && i <= j && j < n; a[i] < a[j])", false),
        ("(\\forall int i; 0 <= i && i < n; (\\forall int j; i < j && j < n; a[i] < a[j]))", true),
        ("(\\exists int i; 0 <= i && i < n; (\\forall int j; 0 <= j && j < n; a[j] <= a[i]))", true),
        ("(\\forall int j, int i; i < j && 0 <= i && j < n; a[i] < a[j])", true),
        ("(\\forall int i; 0 <= i && i < n; (\\forall int j; 0 <= j && j < a[i]; j <= i))", true),
        ("(\\exists int i, int j, int k; 0 < i && i < j && j < k && k < n; a[i] + a[j] == a[k])", true),
    ]);
}

#[test]
fn ranges_in_the_body() {
    check(&[
        ("(\\forall int i; 0 <= i && i < n ==> a[i] == i + 1)", true),
        ("(\\forall int i; 0 <= i ==> i < n ==> a[i] == i + 1)", true),
        ("(\\forall int i; i < 0 || i >= n || a[i] == i + 1)", true),
        ("(\\exists int i; 0 <= i && i < n && a[i] == 3)", true),
        ("(\\forall int i; (\\forall int j; 0 <= i && i < j && j < n ==> a[i] < a[j]))", true),
        ("(\\forall int i; 0 <= i; i < n ==> a[i] == i + 1)", true),
        ("(\\forall int i; i >= 0; i + 1 > 0)", true),
    ]);
}

#[test]
fn without_a_finite_range_nothing_is_said() {
    for condition in [
        "(\\forall int i; i * i >= 0)",
        "(\\exists int i; i > n; i % 7 == 3)",
        "(\\forall int i, int j; i < j && 0 <= i; i * j >= 0)",
        "(\\forall int i; i * i < 10; i < 4)",
    ] {
        assert!(matches!(holds(condition), Err(Cause::NotComputable(_))), "{condition}: {:?}", holds(condition));
    }
}

#[test]
fn a_range_too_long_is_a_limit_and_no_answer() {
    let condition = "(\\forall int i; 0 <= i && i < 1000000000000; i >= 0)";
    assert_eq!(holds(condition), Err(Cause::Limit(Limit::Work)));
}

#[test]
fn what_is_wrong_in_range_or_body_is_not_hidden() {
    assert!(matches!(holds("(\\forall int i; 0 <= i && i <= n; a[i] > 0)"), Err(Cause::OutOfBounds { .. })));
    assert_eq!(holds("(\\forall int i; 0 <= i && i < n; 10 / i >= 0)"), Err(Cause::DivisionByZero));
    // The evaluation finds an element that satisfies the condition before it comes to the one outside the array.
    check(&[("(\\exists int i; 0 <= i && i <= n; a[i] == 6)", true)]);
}

#[test]
fn reductions_combine_the_members_of_a_range() {
    for (condition, truth) in [
        ("(\\sum int i = 0 .. 4; i) == 6", true),
        ("(\\sum int i = 0 .. 4; i) == 7", false),
        ("(\\sum int i = 3 .. 1; i) == 0 && (\\product int i = 3 .. 1; i) == 1", true),
        ("(\\sum int i; 0 <= i && i <= 4 && i % 2 == 0; i) == 6", true),
        ("(\\sum int i = 0 .. 4, int j = 0 .. i; 1) == 6", true),
        ("(\\product int i = 1 .. 6; i) == 120", true),
        ("(\\count int i = 0 .. 10; i % 3 == 0) == 4", true),
        ("(\\min int i = 0 - 2 .. 3; i * i) == 0 && (\\max int i = 0 - 2 .. 3; i * i) == 4", true),
        ("(\\count int i = 0 .. 3, int j = 0 .. 3; i < j) == 3", true),
    ] {
        assert_eq!(holds(condition), Ok(truth), "{condition}");
    }
    assert_eq!(holds("(\\max int i = 3 .. 3; i) == 3"), Err(Cause::EmptyRange));
    assert_eq!(holds("(\\sum int i = 0 .. 3; 6 / i) == 9"), Err(Cause::DivisionByZero));
    // A member behind a condition that is false has no value, and needs none.
    assert_eq!(holds("(\\sum int i; 0 <= i && i < 3 && i != 0; 6 / i) == 9"), Ok(true));
}
