//! What a barrier checks in a run: what it requires of its threads, the permissions that it gives to them, what it
//! fences, and what it tells them.

use crate::session::{said, thread, threads, Session};
use crate::world::TestLaunch;

/// A kernel with a global array `a` and a local array `s`. At the start, each thread may write its own element of both.
/// The code writes these elements, and then reaches the barriers.
fn source(barriers: &str) -> String {
    format!(
        "kernel k {{ global int[gsize] a; local int[gsize] s; context Perm(a[lid], write) ** Perm(s[lid], write);
           void main() {{ a[lid] := lid; s[lid] := lid; {barriers} }} }}"
    )
}

/// The kernel's launch with one group, in which each element has the number of its thread.
fn session(source: &str, threads: u32) -> Session {
    let mut world = TestLaunch::new(source, 1, threads);
    let values: Vec<i64> = (0..i64::from(threads)).collect();
    world.set("a", &values);
    world.set("s", &values);
    Session::fine(world)
}

/// The findings at the first barrier, in one group of so many threads.
fn first(barrier: &str, threads: u32) -> Vec<String> {
    let source = source(barrier);
    let mut session = session(&source, threads);
    said(&source, &session.barrier(0, 0))
}

const NONE: [&str; 0] = [];

#[test]
fn preconditions_of_barriers() {
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
fn a_barrier_gives_no_more_than_its_threads_had() {
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
fn a_barrier_gives_no_permission_of_another_group() {
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
fn a_barrier_gives_out_what_an_earlier_one_took() {
    let source = source(
        "barrier(both) { ensures gsize < 0 ==> Perm(a[lid], write); } barrier(both) { ensures Perm(a[lid], write); }",
    );
    let mut session = session(&source, 2);
    assert!(session.barrier(0, 0).passed());
    assert!(!session.may_read(thread(0, 1), "a", 1));
    assert!(session.barrier(0, 1).passed());
    assert!(session.may_write(thread(0, 1), "a", 1));
}

#[test]
fn postconditions_of_barriers() {
    let all = "(\\forall* int i = 0 .. gsize; Perm(a[i], read))";
    let holds = format!(
        "barrier(both) {{ requires a[lid] == lid; ensures {all} ** (\\forall int i = 0 .. gsize; a[i] == i); }}"
    );
    assert_eq!(first(&holds, 3), NONE);
    let fails = format!("barrier(both) {{ ensures {all} ** a[0] == 1; }}");
    assert_eq!(first(&fails, 3), ["barrier.transfer:condition-false a[0] == 1"]);
    // A barrier that names no permission may read what the thread keeps.
    assert_eq!(first("barrier(both) { ensures a[lid] == lid; }", 3), NONE);
    let named = "barrier(both) { ensures gsize < 0 ==> Perm(a[lid], write); ensures a[lid] == lid; }";
    assert_eq!(first(named, 3), ["contract.well-formed:unframed a[lid]"]);
    // No thread promises this condition, so the verifier does not prove it. It is true in this run, so the run reports
    // nothing.
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
fn a_fence_counts_until_a_thread_may_write_again() {
    let shares = "(\\forall* int i = 0 .. gsize; Perm(a[i], 1\\gsize))";
    let one = "(lid == 0 ==> (\\forall* int i = 0 .. gsize; Perm(a[i], 1\\2)))";
    // The first barrier fences the array and gives out shares of it, so nobody can have written it since.
    let clean =
        source(&format!("barrier(global) {{ ensures {shares}; }} barrier(none); barrier(none) {{ ensures {one}; }}"));
    let mut session = session(&clean, 2);
    assert!(session.barrier(0, 0).passed());
    assert!(session.barrier(0, 1).passed());
    assert!(session.barrier(0, 2).passed());
    // The first barrier gives out its elements for writing, so the last one gives shares to a thread although another
    // thread could have written these elements since the fence.
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
