//! Expressions and their operators, at values that a person computed.

use crate::world::TestLaunch;
use interp::{Cause, Limit, Member, ThreadId, Value};
use ir::{Float, FloatFormat};

/// Whether a condition is true that mentions no arrays and variables.
fn holds(condition: &str) -> Result<bool, Cause> {
    TestLaunch::asserting("", condition).holds()
}

fn all_true(conditions: &[&str]) {
    for condition in conditions {
        assert_eq!(holds(condition), Ok(true), "{condition}");
    }
}

fn all_false(conditions: &[&str]) {
    for condition in conditions {
        assert_eq!(holds(condition), Ok(false), "{condition}");
    }
}

#[test]
fn division_is_euclidean() {
    all_true(&[
        "7 / 2 == 3 && 7 % 2 == 1",
        "-7 / 2 == -4 && -7 % 2 == 1",
        "7 / -2 == -3 && 7 % -2 == 1",
        "-7 / -2 == 4 && -7 % -2 == 1",
        "-6 / 3 == -2 && -6 % 3 == 0",
        "0 / -5 == 0 && 0 % -5 == 0",
    ]);
}

#[test]
fn division_by_zero_has_no_value() {
    for condition in ["1 / (2 - 2) == 0", "1 % (2 - 2) == 0", "1\\(2 - 2) == write"] {
        assert_eq!(holds(condition), Err(Cause::DivisionByZero), "{condition}");
    }
}

#[test]
fn integers_have_no_limits() {
    all_true(&[
        "9223372036854775807 + 1 > 9223372036854775807",
        "9223372036854775807 * 9223372036854775807 == 85070591730234615847396907784232501249",
        "-9223372036854775808 - 1 < -9223372036854775808",
        "9223372036854775807 + 1 - 1 == 9223372036854775807",
        "-9223372036854775808 / -1 == 9223372036854775808",
    ]);
    all_false(&["9223372036854775807 + 1 == -9223372036854775808"]);
}

#[test]
fn operators_skip_their_right_side_if_the_left_side_decides() {
    all_false(&["false && 1 / 0 == 1"]);
    all_true(&["true || 1 / 0 == 1", "false ==> 1 / 0 == 1", "(true ? 1 : 1 / 0) == 1", "(false ? 1 / 0 : 2) == 2"]);
    assert_eq!(holds("true && 1 / 0 == 1"), Err(Cause::DivisionByZero));
    assert_eq!(holds("1 / 0 == 1 && false"), Err(Cause::DivisionByZero));
    assert_eq!(holds("false || 1 / 0 == 1"), Err(Cause::DivisionByZero));
    assert_eq!(holds("true ==> 1 / 0 == 1"), Err(Cause::DivisionByZero));
}

#[test]
fn fractions_are_exact() {
    all_true(&[
        "1\\3 + 1\\3 + 1\\3 == write",
        "1\\2 < write && none < 1\\1000000",
        "(1\\2) * (1\\3) == 1\\6",
        "write - 1\\4 == 3\\4",
        "-(1\\2) < none",
        "2\\4 == 1\\2 && 1\\2 != 1\\3 && write >= 1",
    ]);
    all_false(&["1\\3 == 33\\100", "1\\3 > 1\\2"]);
}

/// Whether a condition is true of an array `x` with these three elements.
fn floats(condition: &str, elements: &[f64]) -> Result<bool, Cause> {
    let mut world = TestLaunch::asserting("global double[3] x;", condition);
    let values: Vec<Value> = elements.iter().map(|v| Value::from(*v)).collect();
    world.set_values("x", &values);
    world.holds()
}

#[test]
fn nan_equals_nothing_and_is_the_same_as_itself() {
    let nan = [f64::NAN, f64::NAN, 1.0];
    for (condition, expected) in [
        ("x[0] == x[0]", false),
        ("x[0] != x[0]", true),
        ("x[0] === x[1]", true),
        ("x[0] < x[2]", false),
        ("x[0] >= x[2]", false),
        ("x[0] <= x[0]", false),
        ("x[2] > x[0]", false),
        ("!(x[0] > x[2]) && !(x[0] <= x[2])", true),
        ("x[0] + x[2] === x[1]", true),
        ("-x[0] === x[0]", true),
    ] {
        assert_eq!(floats(condition, &nan), Ok(expected), "{condition}");
    }
}

#[test]
fn the_two_zeros_are_equal_and_not_the_same() {
    let zeros = [0.0, -0.0, 1.0];
    for (condition, expected) in [
        ("x[0] == x[1]", true),
        ("x[0] === x[1]", false),
        ("x[0] != x[1]", false),
        ("-x[0] === x[1]", true),
        ("x[0] + x[1] === x[0]", true),
        ("x[1] + x[1] === x[1]", true),
        ("x[1] - x[0] === x[1]", true),
        ("x[2] / x[0] == x[2] / x[1]", false),
        ("x[2] / x[0] > x[2] && x[2] / x[1] < x[2]", true),
    ] {
        assert_eq!(floats(condition, &zeros), Ok(expected), "{condition}");
    }
}

#[test]
fn floats_are_rounded_to_nearest() {
    all_true(&[
        "0.1 + 0.2 != 0.3",
        "0.1f + 0.2f == 0.3f",
        "16777216.0f + 1.0f == 16777216.0f",
        "1.0 / 3.0 * 3.0 == 1.0",
    ]);
    let third = Float::from_bits(FloatFormat::Single, u64::from((1.0f32 / 3.0f32).to_bits()));
    assert_eq!(third.to_string(), "0.33333334f");
}

#[test]
fn names_and_memory() {
    let members = "global int n; global int[2][3] m; local int[gsize] s;";
    let mut world = TestLaunch::new(
        &format!(
            "kernel k {{ {members} void main() {{ int v := 0; \
            assert m[1][2] == 6 && m[0][1] == 2 && s[lid] == 40 + lid && v == 9 && n == 5 && tid == gid * gsize + lid \
            && tcount == 6 && m.length == 2 && m.length(1) == 3; }} }}"
        ),
        2,
        3,
    );
    world.set("m", &[1, 2, 3, 4, 5, 6]);
    world.set("s", &[40, 41, 42]);
    world.scalar("n", 5);
    for (group, lid) in [(0, 0), (1, 2)] {
        world.private(group, lid, "v", 9);
        let value = interp::eval::eval(world.asserted(), &mut world.at(Member::thread(ThreadId { group, lid })));
        assert_eq!(value, Ok(Value::Bool(true)), "{group} {lid}");
    }
}

#[test]
fn old_is_the_state_at_the_start() {
    let mut world = TestLaunch::asserting("global int[2] a;", "\\old(a[a[0]]) == 7 && a[0] == 0 && a[1] == 8");
    world.set("a", &[1, 7]);
    world.write("a", 0, 0, 0);
    world.write("a", 0, 1, 8);
    assert_eq!(world.holds(), Ok(true));
}

#[test]
fn elements_outside_an_array_and_unset_variables_have_no_value() {
    let mut world = TestLaunch::asserting("global int[2] a;", "a[2] == 0");
    world.set("a", &[1, 7]);
    assert!(matches!(world.holds(), Err(Cause::OutOfBounds { .. })));
    let mut world = TestLaunch::asserting("global int[2] a;", "a[a[0]] == 0");
    world.set("a", &[-1, 7]);
    assert!(matches!(world.holds(), Err(Cause::OutOfBounds { .. })));
    let world = TestLaunch::asserting("global int[2] a;", "a[0] == 0");
    assert!(matches!(world.holds(), Err(Cause::UninitialisedLocation(_))));
    let world = TestLaunch::new("kernel k { void main() { int v; assert v == 0; } }", 1, 1);
    assert!(matches!(world.holds(), Err(Cause::UninitialisedVar(_))));
}

#[test]
fn numbers_do_not_grow_without_bound() {
    let source = "decreases n; pure int square(int x, int n) = n <= 0 ? x : square(x * x, n - 1);
                  kernel k { void main() { assert square(3, 200) > 0; } }";
    assert_eq!(TestLaunch::new(source, 1, 1).holds(), Err(Cause::Limit(Limit::Integer)));
}
