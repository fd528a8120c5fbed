//! Launches of several dimensions: contracts that are right, and contracts that are wrong because they forget a
//! dimension, so that two threads are not told apart.
//!
//! Each test takes a contract and the code of one of its obligations. It evaluates the obligation in small launches,
//! and states in which of them the obligation must hold and in which it must not.

use crate::axes;
use crate::kernels::{Point, Tuple};
use crate::plane::launches;
use crate::valid::{axioms, counterexample, Small};
use ir::Dims::{self, Three, Two};
use logic::obligation::Task;

/// The task of a kernel with these clauses and this body.
fn task(clauses: &str, body: &str, dims: Dims) -> Task {
    let source = format!(
        "kernel K {{\n  global int n;\n{}  global int[10] a;\n  global int[10][10] m;\n  local int[10][10] s;\n  \
        {clauses}\n  void main() {{ {body} }}\n}}\n",
        axes::declarations()
    );
    logic::tasks(&axes::program(&source, dims)).pop().expect("one kernel")
}

/// A counterexample to one of the obligations with this code in this launch; `None` if all of them hold.
fn refused(task: &Task, code: &str, p: Point) -> Option<String> {
    let small = Small { launches: vec![p], axioms: axioms(task), locations: (-1..9).collect() };
    let mut about = task.obligations.iter().filter(|o| o.code.to_string() == code).peekable();
    assert!(about.peek().is_some(), "no obligation {code}");
    about.find_map(|o| counterexample(o, &small))
}

/// Asserts that the obligations with this code hold in all small launches, with several groups if `groups`.
fn holds(task: &Task, code: &str, dims: Dims, groups: bool) {
    for p in launches(dims, groups) {
        let found = refused(task, code, p);
        assert!(found.is_none(), "{code} is refused: {}", found.unwrap_or_default());
    }
}

/// Asserts that an obligation with this code does not hold in a launch of one group of this size, and that all of them
/// hold if the size in dimension `d` is 1.
fn needs(task: &Task, code: &str, gsize: Tuple, d: usize) {
    assert!(refused(task, code, Point::new(gsize, [1; 3], 2)).is_some(), "{code} holds in {gsize:?}");
    let mut flat = gsize;
    flat[d] = 1;
    let found = refused(task, code, Point::new(flat, [1; 3], 2));
    assert!(found.is_none(), "{code} is refused in {flat:?}: {}", found.unwrap_or_default());
}

const RACE: &str = "kernel.resources:two-writers";
const MUCH: &str = "kernel.resources:exceeds-available";

#[test]
fn a_location_for_each_position_belongs_to_one_thread() {
    for index in ["[tid_y][tid]", "[tid][tid_y]", "[tid_y + 1][2 * tid]", "[tcount_y - tid_y][(tid + 1) % tcount]"] {
        let t = task(&format!("requires Perm(m{index}, write);"), "", Two);
        holds(&t, RACE, Two, true);
        holds(&t, MUCH, Two, true);
    }
    // Locations that are digits in a mixed radix. For these, the claim that two threads differ is implied by the law of
    // the inverse, so only the sum is checked.
    let t = task("requires Perm(m[tid_z * tcount_y + tid_y][tid], write);", "", Three);
    holds(&t, MUCH, Three, true);
    let t = task("requires Perm(m[lid_y * gsize + lid][gid_y * ngroups + gid], write);", "", Two);
    holds(&t, MUCH, Two, true);
}

#[test]
fn a_dimension_that_the_location_forgets_is_a_race() {
    for (index, d) in [("m[tid][tid]", 1), ("m[tid_y][tid_y]", 0), ("m[tid_y][tid / 2]", 0), ("a[tid]", 1)] {
        let t = task(&format!("requires Perm({index}, write);"), "", Two);
        needs(&t, RACE, [2, 2, 1], d);
        needs(&t, MUCH, [2, 2, 1], d);
    }
    let t = task("requires Perm(m[tid_y][tid], write);", "", Three);
    needs(&t, RACE, [1, 1, 2], 2);
    let t = task("requires tid_z == 0 ==> Perm(m[tid_y][tid], write);", "", Three);
    holds(&t, RACE, Three, false);
    // Different positions can have the same sum.
    let t = task("requires Perm(a[tid_y + tid], write);", "", Two);
    needs(&t, RACE, [2, 2, 1], 1);
    needs(&t, RACE, [2, 2, 1], 0);
}

#[test]
fn two_groups_differ_in_some_dimension() {
    let t = task("requires lid == 0 && lid_y == 0 ==> Perm(m[gid_y][gid], write);", "", Two);
    holds(&t, RACE, Two, true);
    holds(&t, MUCH, Two, true);
    let groups = |clause: &str| task(&format!("group requires {clause}; requires Perm(m[tid_y][tid], read);"), "", Two);
    let t = groups("Perm(m[gid_y][gid], write)");
    holds(&t, RACE, Two, true);
    let t = groups("Perm(m[gid][gid], write)");
    assert!(refused(&t, RACE, Point::new([1; 3], [1, 2, 1], 1)).is_some());
    assert!(refused(&t, RACE, Point::new([1; 3], [2, 1, 1], 1)).is_none());
}

#[test]
fn shares_of_a_dimension_are_counted_in_it() {
    for (share, index) in
        [("1 \\ gsize", "m[tid_y][0]"), ("1 \\ gsize_y", "m[0][tid]"), ("1 \\ (gsize * gsize_y)", "m[0][0]")]
    {
        let t = task(&format!("requires Perm({index}, {share});"), "", Two);
        holds(&t, MUCH, Two, false);
    }
    // Two threads of each row share an element.
    const LOCAL: &str = "group.resources:exceeds-available";
    let t = task("requires Perm(s[lid_y][lid / 2], 1 \\ 2);", "", Two);
    holds(&t, LOCAL, Two, true);
    let t = task("requires Perm(s[lid / 2][lid_y / 3], 1 \\ 6);", "", Two);
    holds(&t, LOCAL, Two, true);
    let t = task("requires Perm(s[0][lid / 2], 1 \\ 2);", "", Two);
    needs(&t, LOCAL, [2, 2, 1], 1);
    let t = task("requires Perm(m[tid_y][0], 1 \\ gsize_y);", "", Two);
    needs(&t, MUCH, [3, 2, 1], 0);
    let t = task("requires Perm(a[0], 1 \\ (gsize * gsize_y));", "", Three);
    needs(&t, MUCH, [1, 1, 2], 2);
}

#[test]
fn all_threads_of_the_group_decide_alike_at_a_barrier() {
    const DIVERGES: &str = "barrier.divergence:non-uniform";
    let t = task("", "if (tid_y == 0) { barrier(local); }", Two);
    needs(&t, DIVERGES, [1, 2, 1], 1);
    let t = task("", "if (tid == 0) { barrier(local); }", Two);
    needs(&t, DIVERGES, [2, 1, 1], 0);
    let t = task("", "if (gid_y == gid) { barrier(local); }", Two);
    holds(&t, DIVERGES, Two, true);
}

#[test]
fn what_another_row_may_have_written_is_fenced() {
    const UNFENCED: &str = "barrier.redistribution:unfenced";
    let body =
        |fence: &str, index: &str| format!("s[tid_y][tid] := 1; barrier({fence}) {{ ensures Perm(s{index}, write); }}");
    let own = "requires Perm(s[tid_y][tid], write);";
    let t = task(own, &body("global", "[(tid_y + 1) % gsize_y][tid]"), Two);
    needs(&t, UNFENCED, [1, 2, 1], 1);
    let t = task(own, &body("global", "[tid_y][tid]"), Two);
    holds(&t, UNFENCED, Two, false);
}
