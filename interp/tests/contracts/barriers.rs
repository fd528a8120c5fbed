//! Barriers: what is required, redistributed, fenced and said.

use crate::session::{said, thread, threads, Session};
use crate::world::TestLaunch;

/// A kernel with arrays `a` (global) and `s` (local), both written, each element with its thread at the start.
fn source(barriers: &str) -> String {
    format!(
        "kernel k {{ global int[gsize] a; local int[gsize] s; context Perm(a[lid], write) ** Perm(s[lid], write);
           void main() {{ a[lid] := lid; s[lid] := lid; {barriers} }} }}"
    )
}

fn session(source: &str, threads: u32) -> Session {
    let mut world = TestLaunch::new(source, 1, threads);
    let values: Vec<i64> = (0..i64::from(threads)).collect();
    world.set("a", &values);
    world.set("s", &values);
    Session::fine(world)
}

fn first(barrier: &str, threads: u32) -> Vec<String> {
    let source = source(barrier);
    let mut session = session(&source, threads);
    said(&source, &session.barrier(0, 0))
}

const NONE: [&str; 0] = [];

#[test]
fn what_is_required() {
    assert_eq!(first("barrier(both) { requires a[lid] == lid ** Perm(a[lid], 1\\2); }", 3), NONE);
    assert_eq!(
        first("barrier(both) { requires a[lid] == 1; }", 3),
        ["barrier.precondition:condition-false a[lid] == 1"]
    );
    assert_eq!(first("barrier(both) { requires a[0] == 0; }", 3), ["contract.well-formed:unframed a[0]"]);
    let all = "Perm(a[0], read)";
    assert_eq!(
        first(&format!("barrier(both) {{ requires {all}; }}"), 3),
        [format!("barrier.precondition:insufficient-permission {all}")]
    );
}

#[test]
fn what_is_handed_out_is_there() {
    assert_eq!(first("barrier(both) { ensures Perm(a[(lid + 1) % gsize], write); }", 3), NONE);
    assert_eq!(first("barrier(both) { ensures (\\forall* int i = 0 .. gsize; Perm(a[i], 1\\gsize)); }", 3), NONE);
    assert_eq!(first("barrier(both) { ensures (\\forall* int i = 0 .. gsize; Perm(a[i], read)); }", 3), NONE);
    assert_eq!(
        first("barrier(both) { ensures lid == 0 ==> (\\forall* int i = 0 .. gsize; Perm(a[i], write)); }", 3),
        NONE
    );
    assert_eq!(
        first("barrier(both) { ensures Perm(a[lid / 2], write); }", 3),
        ["barrier.redistribution:two-writers Perm(a[lid / 2], write)"]
    );
    assert_eq!(
        first("barrier(both) { ensures Perm(a[0], 1\\2); }", 3),
        ["barrier.redistribution:insufficient-permission Perm(a[0], 1\\2)"]
    );
    assert_eq!(
        first("barrier(both) { ensures Perm(s[0], 1\\2); }", 3),
        ["barrier.redistribution:exceeds-available Perm(s[0], 1\\2)"]
    );
    assert_eq!(
        first("barrier(both) { ensures Perm(a[lid], write) ** Perm(a[0], read); }", 1),
        ["barrier.redistribution:insufficient-permission Perm(a[0], read)"]
    );
}

#[test]
fn a_group_hands_out_nothing_of_another() {
    let source = "kernel k { global int[tcount] a; context Perm(a[tid], write);
                  void main() { a[tid] := 0; barrier(global) { ensures Perm(a[(tid + 1) % tcount], write); } } }";
    let mut world = TestLaunch::new(source, 2, 2);
    world.set("a", &[0; 4]);
    let mut session = Session::fine(world);
    let found = session.barrier(0, 0);
    assert_eq!(
        said(source, &found),
        ["barrier.redistribution:insufficient-permission Perm(a[(tid + 1) % tcount], write)"]
    );
    assert_eq!(threads(&found), [(0, 1)]);
}

#[test]
fn what_was_lost_can_be_handed_out_again() {
    let source = source("barrier(both); barrier(both) { ensures Perm(a[lid], write); }");
    let mut session = session(&source, 2);
    assert!(session.barrier(0, 0).passed());
    assert!(!session.may_read(thread(0, 1), "a", 1));
    assert!(session.barrier(0, 1).passed());
    assert!(session.may_write(thread(0, 1), "a", 1));
}

#[test]
fn what_is_said_behind_it() {
    let all = "(\\forall* int i = 0 .. gsize; Perm(a[i], read))";
    let holds = format!(
        "barrier(both) {{ requires a[lid] == lid; ensures {all} ** (\\forall int i = 0 .. gsize; a[i] == i); }}"
    );
    assert_eq!(first(&holds, 3), NONE);
    let fails = format!("barrier(both) {{ ensures {all} ** a[0] == 1; }}");
    assert_eq!(first(&fails, 3), ["barrier.transfer:condition-false a[0] == 1"]);
    assert_eq!(first("barrier(both) { ensures a[lid] == lid; }", 3), ["contract.well-formed:unframed a[lid]"]);
    // True in this run, though no thread promised it: a run does not see that.
    assert_eq!(first(&format!("barrier(both) {{ ensures {all} ** a[0] == 0; }}"), 3), NONE);
}

#[test]
fn private_variables_belong_to_their_thread() {
    let source = source("int k := lid; barrier(both) { requires k == lid; ensures k == 0; }");
    let mut session = session(&source, 2);
    session.world.private(0, 0, "k", 0);
    session.world.private(0, 1, "k", 1);
    let found = session.barrier(0, 0);
    assert_eq!(said(&source, &found), ["barrier.transfer:condition-false k == 0"]);
    assert_eq!(threads(&found), [(0, 1)]);
}

#[test]
fn unfenced_memory_stays_with_its_writer() {
    let rotate = "ensures Perm(a[(lid + 1) % gsize], write)";
    for (barrier, unfenced) in
        [("barrier(global)", false), ("barrier(both)", false), ("barrier(local)", true), ("barrier(none)", true)]
    {
        let found = first(&format!("{barrier} {{ {rotate}; }}"), 2);
        let expected: &[&str] =
            if unfenced { &["barrier.redistribution:unfenced Perm(a[(lid + 1) % gsize], write)"] } else { &[] };
        assert_eq!(found, expected, "{barrier}");
    }
    assert_eq!(first("barrier(local) { ensures Perm(s[(lid + 1) % gsize], read); }", 2), NONE);
    assert_eq!(
        first("barrier(global) { ensures Perm(s[(lid + 1) % gsize], read); }", 2),
        ["barrier.redistribution:unfenced Perm(s[(lid + 1) % gsize], read)"]
    );
    assert_eq!(first("barrier(none) { ensures Perm(a[lid], 1\\2); }", 2), NONE);
}

#[test]
fn a_fence_cleans_until_the_next_write_permission() {
    let shares = "(\\forall* int i = 0 .. gsize; Perm(a[i], 1\\gsize))";
    let one = "(lid == 0 ==> (\\forall* int i = 0 .. gsize; Perm(a[i], 1\\2)))";
    // Fenced and handed out as shares: nobody can have written since.
    let clean =
        source(&format!("barrier(global) {{ ensures {shares}; }} barrier(none); barrier(none) {{ ensures {one}; }}"));
    let mut session = session(&clean, 2);
    assert!(session.barrier(0, 0).passed());
    assert!(session.barrier(0, 1).passed());
    assert!(session.barrier(0, 2).passed());
    // Handed out for writing: the same step moves what the other could have written.
    let dirty = source(&format!(
        "barrier(global) {{ ensures Perm(a[lid], write); }} barrier(none); barrier(none) {{ ensures {one}; }}"
    ));
    let mut session = self::session(&dirty, 2);
    assert!(session.barrier(0, 0).passed());
    assert!(session.barrier(0, 1).passed());
    let found = session.barrier(0, 2);
    assert_eq!(said(&dirty, &found), ["barrier.redistribution:unfenced Perm(a[i], 1\\2)"]);
    assert_eq!(threads(&found), [(0, 0), (0, 1)]);
}

#[test]
fn memory_that_the_kernel_never_writes_needs_no_fence() {
    let source = "kernel k { global int[gsize] c; context Perm(c[lid], write);
                  void main() { barrier(none) { ensures Perm(c[(lid + 1) % gsize], read); } } }";
    let mut world = TestLaunch::new(source, 1, 2);
    world.set("c", &[0, 0]);
    assert!(Session::fine(world).barrier(0, 0).passed());
}

#[test]
fn unfenced_after_two_barriers() {
    let clauses = "barrier(none) { ensures lid == 0 ==> Perm(a[0], write); } \
        barrier(none) { ensures lid == 1 ==> Perm(a[0], read); }";
    let source = source(clauses);
    let mut session = session(&source, 2);
    assert!(session.barrier(0, 0).passed());
    assert_eq!(said(&source, &session.barrier(0, 1)), ["barrier.redistribution:unfenced Perm(a[0], read)"]);
}
