//! One thread between its start and its end: assertions, assumptions, loops.

use crate::session::{asserts, codes, said, thread, Session};
use crate::world::TestLaunch;
use interp::ThreadId;

const ME: ThreadId = ThreadId { group: 0, lid: 0 };

fn session(source: &str, a: &[i64]) -> Session {
    let mut world = TestLaunch::new(source, 1, 1);
    world.set("a", a);
    Session::fine(world)
}

/// The findings at an assertion of a thread that may write `a[0]` and read `a[1]`. The array was 1, 2, 3, 4 at the
/// start, and `a[0]` is 9 now.
fn asserted(condition: &str) -> Vec<String> {
    let source = format!(
        "kernel k {{ global int[4] a; context Perm(a[0], write) ** Perm(a[1], 1\\2); \
        void main() {{ a[0] := 9; assert {condition}; }} }}"
    );
    let mut session = session(&source, &[1, 2, 3, 4]);
    session.world.write("a", 0, 0, 9);
    said(&source, &session.assert(ME, 0))
}

#[test]
fn assertions() {
    for (condition, expected) in [
        ("a[0] == 9 && a[1] == 2", &[][..]),
        ("a[0] == \\old(a[0])", &["assert:condition-false a[0] == \\old(a[0])"]),
        ("\\old(a[0]) == 1", &[]),
        ("a[2] == 3", &["contract.well-formed:unframed a[2]"]),
        ("\\old(a[2]) == 3", &["contract.well-formed:unframed a[2]"]),
        ("a[4] == 3", &["contract.well-formed:out-of-bounds a[4]"]),
        ("Perm(a[0], write) ** Perm(a[1], read)", &[]),
        ("Perm(a[1], write)", &["assert:insufficient-permission Perm(a[1], write)"]),
        ("Perm(a[1], 1\\4) ** Perm(a[1], 1\\4)", &[]),
        ("Perm(a[1], 1\\4) ** Perm(a[1], 1\\3)", &["assert:insufficient-permission Perm(a[1], 1\\4)"]),
        ("Perm(a[1], 1\\2) ** Perm(a[1], read)", &["assert:insufficient-permission Perm(a[1], 1\\2)"]),
        ("PointsTo(a[0], write, 9)", &[]),
        ("PointsTo(a[0], write, 8)", &["assert:condition-false PointsTo(a[0], write, 8)"]),
        ("a[0] == 8 && a[2] == 3", &["assert:condition-false a[0] == 8"]),
        ("a[0] == 8 && a[1] == 3", &["assert:condition-false a[0] == 8"]),
        ("10 / (a[0] - 9) == 1", &["contract.well-formed:division-by-zero (a[0] - 9)"]),
    ] {
        assert_eq!(asserted(condition), expected, "{condition}");
    }
}

#[test]
fn calls_in_assertions() {
    let source = "kernel k { global int[4] a;
        requires 0 <= i && i < 4 ** Perm(a[i], read); pure int at(int i) = a[i];
        context Perm(a[0], write) ** Perm(a[1], 1\\2);
        void main() { assert at(0) == 1; assert at(2) == 3; assert at(-1) == 0; assert at(1) == at(0); } }";
    let mut session = session(source, &[1, 2, 3, 4]);
    let found: Vec<Vec<String>> = (0..4).map(|n| codes(&session.assert(ME, n))).collect();
    let expected = [
        vec![],
        vec!["call.precondition:insufficient-permission"],
        vec!["call.precondition:condition-false"],
        vec!["assert:condition-false"],
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_false_assumption_ends_what_is_claimed() {
    let source =
        "kernel k { global int[2] a; context Perm(a[0], write); void main() { assume a[0] == 1; assume a[0] == 2; } }";
    let mut session = session(source, &[1, 2]);
    let assumed = asserts(&session.world.kernel().body);
    assert!(session.ghost.assume(&mut session.world, ME, assumed[0]).passed());
    let second = session.ghost.assume(&mut session.world, ME, assumed[1]);
    assert!(second.excluded.is_some() && second.findings.is_empty());
}

/// A loop over `i` whose invariants are given, of a thread that holds all of `a`.
fn looping(invariants: &str) -> String {
    format!(
        "kernel k {{ global int[4] a; context (\\forall* int j = 0 .. 4; Perm(a[j], write));
              void main() {{ int i := 0; {invariants} while (i < 4) {{ \
              a[i] := i; i := i + 1; }} assert a[3] == 3; }} }}"
    )
}

#[test]
fn a_loop_uses_what_its_invariant_lists_and_keeps_the_rest() {
    let source = looping("loop_invariant 0 <= i && i <= 4; loop_invariant i < 4 ==> Perm(a[i], write);");
    let mut session = session(&source, &[0; 4]);
    session.world.private(0, 0, "i", 0);
    assert!(session.enter(ME, 0, false).passed());
    assert!(session.may_write(ME, "a", 0) && !session.may_read(ME, "a", 1));
    // The invariant asks for a[1] after the iteration, which the iteration does not hold.
    session.world.private(0, 0, "i", 1);
    let again = session.again(ME, 0);
    assert_eq!(said(&source, &again), ["invariant.preserved:insufficient-permission Perm(a[i], write)"]);
}

#[test]
fn what_a_loop_set_aside_is_back_behind_it() {
    let source = looping("loop_invariant Perm(a[3], 1\\2) ** Perm(a[2], read);");
    let mut session = session(&source, &[0; 4]);
    let may = |s: &Session, n| (s.may_read(ME, "a", n), s.may_write(ME, "a", n));
    assert!(session.enter(ME, 0, false).passed());
    assert_eq!([0, 1, 2, 3].map(|n| may(&session, n)), [(false, false), (false, false), (true, false), (true, false)]);
    assert!(session.again(ME, 0).passed());
    session.ghost.exit_loop(ME);
    assert_eq!([0, 1, 2, 3].map(|n| may(&session, n)), [(true, true); 4]);
    let source = looping("loop_invariant i < 4 ==> Perm(a[3], 1\\2) ** Perm(a[2], read);");
    let mut session = session_at(&source, 0);
    assert!(session.enter(ME, 0, false).passed());
    session.world.private(0, 0, "i", 4);
    assert!(session.again(ME, 0).passed());
    session.ghost.exit_loop(ME);
    // What the loop got and the invariant does not state at the end is lost.
    assert_eq!([0, 1, 2, 3].map(|n| may(&session, n)), [(true, true), (true, true), (true, false), (true, false)]);
}

/// A launch in which all elements are 0 and the variable `i` has this value.
fn session_at(source: &str, i: i64) -> Session {
    let mut session = session(source, &[0; 4]);
    session.world.private(0, 0, "i", i);
    session
}

#[test]
fn loops_in_loops() {
    let source = "kernel k { global int[3] a; context (\\forall* int j = 0 .. 3; Perm(a[j], write));
        void main() { loop_invariant Perm(a[0], write) ** Perm(a[1], write); \
        while (false) { loop_invariant Perm(a[1], write); while (false) { } } } }";
    let mut session = session(source, &[0; 3]);
    let mine = |s: &Session| [0, 1, 2].map(|n| s.may_write(ME, "a", n));
    assert!(session.enter(ME, 0, false).passed());
    assert!(session.enter(ME, 1, false).passed());
    assert_eq!(mine(&session), [false, true, false]);
    session.ghost.exit_loop(ME);
    assert_eq!(mine(&session), [true, true, false]);
    assert!(session.again(ME, 0).passed());
    session.ghost.exit_loop(ME);
    assert_eq!(mine(&session), [true, true, true]);
}

#[test]
fn invariants_that_fail() {
    for (invariants, entry, again) in [
        ("loop_invariant i == 0;", &[][..], &["invariant.preserved:condition-false i == 0"][..]),
        ("loop_invariant i > 0;", &["invariant.entry:condition-false i > 0"], &[]),
        (
            "loop_invariant Perm(a[0], write) ** Perm(a[0], read);",
            &["invariant.entry:insufficient-permission Perm(a[0], write)"],
            &[],
        ),
        // The loop keeps what the invariant does not name, and the invariant may read that.
        ("loop_invariant a[0] == 0;", &[], &[]),
        (
            "loop_invariant i < 0 ==> Perm(a[0], read); loop_invariant a[0] == 0;",
            &["contract.well-formed:unframed a[0]"],
            &["contract.well-formed:unframed a[0]"],
        ),
        ("loop_invariant Perm(a[4 * i], read);", &[], &["contract.well-formed:out-of-bounds a[4 * i]"]),
    ] {
        let source = looping(invariants);
        let mut session = session_at(&source, 0);
        assert_eq!(said(&source, &session.enter(ME, 0, false)), entry, "{invariants}");
        session.world.private(0, 0, "i", 1);
        assert_eq!(said(&source, &session.again(ME, 0)), again, "{invariants}");
    }
}

#[test]
fn a_loop_with_a_barrier_loses_the_rest() {
    let source = "kernel k { global int[2] a; context Perm(a[0], write) ** Perm(a[1], write);
        void main() { loop_invariant Perm(a[0], write); while (false) { barrier(global) { \
        context Perm(a[0], write); } } } }";
    let mut session = session(source, &[0; 2]);
    assert!(session.enter(ME, 0, true).passed());
    assert!(session.barrier(0, 0).passed());
    assert!(session.again(ME, 0).passed());
    session.ghost.exit_loop(ME);
    assert_eq!([0, 1].map(|n| session.may_write(ME, "a", n)), [true, false]);
    assert_eq!(session.ghost.holdings(thread(0, 0)).map(|h| h.blind), Some(false));
}
