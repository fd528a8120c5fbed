//! Whole kernels of two and three dimensions, proved and rejected with the solver.
//!
//! The kernel language has no words for these launches yet: a test writes `lid_y` for the second dimension of `lid`.
#![allow(missing_docs, clippy::panic, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../../logic/tests/laws/axes.rs"]
mod axes;

use ir::Dims::{self, Three, Two};
use vcgen::options::Options;
use vcgen::outcome::Verdict;
use vcgen::pipeline::verify;

/// Codes of what is not proved, with the verdict.
fn findings(members: &str, dims: Dims) -> Vec<String> {
    let source = format!("kernel K {{\n{}{members}\n}}\n", axes::declarations());
    let items = verify(&axes::program(&source, dims), &Options::default());
    let open = items.iter().flat_map(|i| &i.obligations).filter(|o| o.verdict != Verdict::Proved);
    open.map(|o| format!("{:?} {}", o.verdict, o.code)).collect()
}

fn proved(members: &str, dims: Dims) {
    assert_eq!(findings(members, dims), Vec::<String>::new(), "{members}");
}

fn rejected(members: &str, dims: Dims, code: &str) {
    let found = findings(members, dims);
    assert!(found.contains(&format!("Refuted {code}")), "{found:?}\n{members}");
}

#[test]
fn each_thread_writes_its_own_element() {
    let kernel = |index: &str| {
        format!(
            "global int[tcount_y][tcount] m;
             kernel requires tcount == tcount_y;
             context Perm(m{index}, write);
             ensures m{index} == tid_y * 7 + tid;
             void main() {{ m{index} := tid_y * 7 + tid; }}"
        )
    };
    proved(&kernel("[tid_y][tid]"), Two);
    proved(&kernel("[tid][tid_y]"), Two);
    rejected(&kernel("[tid][tid]"), Two, "kernel.resources:two-writers");
    rejected(&kernel("[tid_y][tid]"), Three, "kernel.resources:two-writers");
}

#[test]
fn what_each_thread_ensures_the_kernel_ensures() {
    let kernel = |value: &str, said: &str| {
        format!(
            "global int[tcount_y][tcount] m;
             kernel requires (\\forall* int i, int j; 0 <= i && i < tcount_y && 0 <= j && j < tcount; \
             Perm(m[i][j], write));
             kernel ensures (\\forall* int i, int j; 0 <= i && i < tcount_y && 0 <= j && j < tcount; \
             Perm(m[i][j], write));
             kernel ensures (\\forall int i, int j; 0 <= i && i < tcount_y && 0 <= j && j < tcount; m[i][j] == {said});
             context Perm(m[tid_y][tid], write);
             ensures m[tid_y][tid] == {value};
             void main() {{ m[tid_y][tid] := {value}; }}"
        )
    };
    proved(&kernel("tid_y - tid", "i - j"), Two);
    rejected(&kernel("tid_y - tid", "j - i"), Two, "kernel.postcondition:condition-false");
}

#[test]
fn a_tile_is_transposed_through_local_memory() {
    let kernel = |fence: &str, read: &str| {
        format!(
            "global int[gsize_y][gsize] from, into;
             local int[gsize_y][gsize] tile;
             kernel requires gsize == gsize_y && ngroups == 1 && ngroups_y == 1;
             context Perm(from[lid_y][lid], read);
             context Perm(into[lid_y][lid], write);
             requires Perm(tile[lid_y][lid], write);
             ensures into[lid_y][lid] == lid * 3 + lid_y;
             void main() {{
               tile[lid_y][lid] := lid_y * 3 + lid;
               barrier({fence}) {{
                 requires Perm(tile[lid_y][lid], write) ** tile[lid_y][lid] == lid_y * 3 + lid;
                 ensures Perm(tile[lid][lid_y], write) ** tile[lid][lid_y] == lid * 3 + lid_y;
                 ensures Perm(from[lid_y][lid], read) ** Perm(into[lid_y][lid], write);
               }}
               into[lid_y][lid] := tile{read};
             }}"
        )
    };
    proved(&kernel("local", "[lid][lid_y]"), Two);
    rejected(&kernel("global", "[lid][lid_y]"), Two, "barrier.redistribution:unfenced");
    rejected(&kernel("local", "[lid_y][lid]"), Two, "load:insufficient-permission");
}

/// In a barrier contract `k` of one thread is not `k` of another, however many dimensions tell them apart.
#[test]
fn a_private_variable_is_a_function_of_the_thread() {
    let kernel = |mine: &str, requires: &str, ensures: &str| {
        format!(
            "global int n;
             kernel requires gsize > 1 && gsize_y > 1 && gsize_z > 1;
             void main() {{
               int k := {mine};
               int i := 0;
               invariant k == {mine};
               while (i < n) {{ k := {mine}; i := i + 1; }}
               barrier(local) {{ requires {requires}; ensures {ensures}; }}
             }}"
        )
    };
    for mine in ["lid", "lid_y", "lid_z"] {
        let shared = kernel(mine, &format!("k == {mine}"), "false");
        rejected(&shared, Three, "barrier.transfer:condition-false");
    }
    rejected(
        &kernel("lid_y", "k == lid_y", "false").replace("gsize_z > 1", "true"),
        Two,
        "barrier.transfer:condition-false",
    );
    proved(&kernel("lid_y", "k == lid_y", "k < gsize_y"), Three);
    proved(&kernel("n", "k == n", "k == n"), Three);
}

/// What one row promises is known of that row only.
#[test]
fn a_promise_of_some_threads_is_no_promise_of_all() {
    let kernel = |promise: &str| {
        format!(
            "local int[gsize_y][gsize] s;
             requires Perm(s[lid_y][lid], write);
             void main() {{
               s[lid_y][lid] := lid_y;
               barrier(local) {{
                 requires Perm(s[lid_y][lid], write) ** ({promise} ==> s[lid_y][lid] <= lid_y);
                 ensures Perm(s[(lid_y + 1) % gsize_y][lid], write) ** s[(lid_y + 1) % gsize_y][lid] < gsize_y;
               }}
             }}"
        )
    };
    proved(&kernel("true"), Two);
    rejected(&kernel("lid_y == 0"), Two, "barrier.transfer:condition-false");
    rejected(&kernel("lid == 0"), Two, "barrier.transfer:condition-false");
}
