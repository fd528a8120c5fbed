//! Calls of pure functions: their values, the depth and the cost of recursion, and their preconditions.

use crate::world::TestLaunch;
use interp::{Cause, Limit};

/// Whether a condition with calls of these functions is true.
fn holds(functions: &str, condition: &str) -> Result<bool, Cause> {
    TestLaunch::new(&format!("{functions} kernel k {{ void main() {{ assert {condition}; }} }}"), 1, 1).holds()
}

const TRIANGLE: &str = "requires n >= 0; decreases n; pure int triangle(int n) = n == 0 ? 0 : triangle(n - 1) + n;";

#[test]
fn recursion() {
    assert_eq!(holds(TRIANGLE, "triangle(0) == 0 && triangle(4) == 10"), Ok(true));
}

#[test]
fn deep_recursion_needs_no_deep_stack() {
    assert_eq!(holds(TRIANGLE, "triangle(100000) == 5000050000"), Ok(true));
    let mutual = "requires n >= 0; decreases n; pure bool even(int n) = n == 0 ? true : odd(n - 1);
                  requires n >= 0; decreases n; pure bool odd(int n) = n == 0 ? false : even(n - 1);";
    assert_eq!(holds(mutual, "even(30000) && !odd(30000)"), Ok(true));
}

#[test]
fn deep_recursion_inside_a_quantifier() {
    let condition = "(\\forall int i; 4000 <= i && i < 4010; 2 * triangle(i) == i * (i + 1))";
    assert_eq!(holds(TRIANGLE, condition), Ok(true));
    let bounded = "(\\forall int i; triangle(1000) <= i && i < triangle(1000) + 3; i > 500000)";
    assert_eq!(holds(TRIANGLE, bounded), Ok(true));
}

#[test]
fn two_branches_cost_as_much_as_one() {
    let choose = "requires n >= 0 && k >= 0; decreases n;
                  pure int choose(int n, int k) = k == 0 ? 1 : n == 0 ? 0 : choose(n - 1, k - 1) + choose(n - 1, k);";
    assert_eq!(holds(choose, "choose(5, 2) == 10"), Ok(true));
    assert_eq!(holds(choose, "choose(60, 30) == 118264581564861424"), Ok(true));
    let fib = "decreases n; pure int fib(int n) = n < 2 ? n : fib(n - 1) + fib(n - 2);";
    assert_eq!(holds(fib, "fib(300) == 222232244629420445529739893461909967206666939096499764990979600"), Ok(true));
    assert_eq!(holds(fib, "fib(90) == 2880067194370816120"), Ok(true));
}

#[test]
fn recursion_without_end_stops() {
    let same = "decreases 0; pure int f(int n) = f(n);";
    assert!(matches!(holds(same, "f(1) == 1"), Err(Cause::Measure(_))));
    let up = "decreases n; pure int f(int n) = f(n + 1);";
    assert!(matches!(holds(up, "f(1) == 1"), Err(Cause::Limit(Limit::Depth | Limit::Work))));
    let circle = "decreases n; pure int f(int n) = 1 + f((n + 1) % 1000);";
    assert!(matches!(holds(circle, "f(1) == 1"), Err(Cause::Measure(_))));
}

#[test]
fn a_call_provides_what_is_required() {
    assert!(matches!(holds(TRIANGLE, "triangle(-1) == 0"), Err(Cause::CallPrecondition { permission: false, .. })));
    assert_eq!(holds(TRIANGLE, "(\\forall int i; -3 <= i && i < 3; i >= 0 ==> triangle(i) >= i)"), Ok(true));
}

#[test]
fn a_function_without_body_has_no_value() {
    assert!(matches!(holds("pure int f(int n);", "f(1) == f(1)"), Err(Cause::NotComputable(_))));
}

#[test]
fn functions_read_memory_now_and_before() {
    let source = "kernel k {
        global int n; global int[4] a;
        requires 0 <= i && i <= a.length ** (\\forall* int j; 0 <= j && j < a.length; Perm(a[j], read));
        decreases i;
        pure int sum(int i) = i == 0 ? 0 : sum(i - 1) + a[i - 1] + n;
        void main() { assert sum(4) == 23 + 4 && \\old(sum(4)) == 10 + 4 && sum(0) == 0; }
    }";
    let mut world = TestLaunch::new(source, 1, 1);
    world.set("a", &[1, 2, 3, 4]);
    world.scalar("n", 1);
    world.write("a", 0, 2, 16);
    assert_eq!(world.holds(), Ok(true));
}

#[test]
fn variables_of_a_function_and_of_its_caller_are_kept_apart() {
    let two = "pure int twice(int x) = x + x;
               pure bool all(int n) = (\\forall int i; 0 <= i && i < n; twice(i) == 2 * i);";
    assert_eq!(holds(two, "(\\forall int i; 0 <= i && i < 5; all(twice(i)) && twice(twice(i)) == 4 * i)"), Ok(true));
}
