//! Names of obligations do not change when other parts of the file are edited, and each obligation knows the clauses
//! that it uses.

use crate::tasks;
use ir::NodeId;
use logic::provenance::Clauses;
use std::collections::BTreeSet;

const KERNEL: &str = "kernel k { global int n; global int[gsize] a, b;
    context Perm(a[tid], write) ** Perm(b[tid], read);
    requires b[tid] == 1; requires n == 7;
    ensures a[tid] == 2; ensures b[tid] == 1;
    void main() { int i := 0; a[tid] := 1; a[tid] := b[tid] + a[tid];
      loop_invariant 0 <= i;
      while (i < 3) { i := i + 1; }
      barrier(global) { context Perm(a[tid], write) ** a[tid] == 2; context Perm(b[tid], read); }
      assert i >= 0; } }";

fn names(source: &str) -> BTreeSet<String> {
    tasks(source).iter().flat_map(|t| &t.obligations).map(|o| o.name.clone()).collect()
}

#[test]
fn names_are_unique_and_survive_edits_elsewhere() {
    let before = names(KERNEL);
    let count = tasks(KERNEL).iter().map(|t| t.obligations.len()).sum::<usize>();
    assert_eq!(before.len(), count);
    let edits = [
        ("int i := 0;", "int other := 5; int i := 0; assert other == 5;"),
        ("assert i >= 0;", "assert i >= 0; assert n == n + 0;"),
        ("kernel k {", "pure int f(int m) = m; kernel k {"),
        ("requires n == 7;", "requires n == 7; requires n >= 0;"),
    ];
    for (from, to) in edits {
        let edited = KERNEL.replace(from, to);
        assert_ne!(edited, KERNEL);
        let after = names(&edited);
        let lost: Vec<&String> = before.iter().filter(|name| !after.contains(*name)).collect();
        // The claim that all preconditions together are satisfiable is named after the first of them.
        assert!(lost.is_empty(), "{to}: {lost:?}");
    }
}

#[test]
fn an_obligation_uses_every_clause_that_gives_it_something() {
    let program = syntax::parse_program(KERNEL).program.expect("a program");
    let clauses = Clauses::of(&program);
    let text = |node: ir::Node| program.quote(node);
    let task = logic::tasks(&program).pop().expect("a task");
    for o in &task.obligations {
        let used: BTreeSet<NodeId> = clauses.used(o).iter().map(|c| c.id).collect();
        for part in o.hyps.iter().filter_map(|h| h.node) {
            if let Some(clause) = clauses.around(part) {
                assert!(used.contains(&clause.id), "{} does not use {}", o.name, text(clause));
            }
        }
    }
    let store = task.obligations.iter().find(|o| o.name.starts_with("store.insufficient-permission")).expect("a store");
    let used: Vec<String> = clauses.used(store).into_iter().map(text).collect();
    assert!(used.iter().any(|c| c.contains("Perm(a[tid], write)")), "{used:?}");
    let post = task.obligations.iter().rfind(|o| o.name.starts_with("thread.postcondition.condition-false"));
    let claimed = clauses.claimed(post.expect("a postcondition")).map(text);
    assert_eq!(claimed.as_deref(), Some("ensures b[tid] == 1;"));
    assert!(clauses.by(clauses.claimed(store).unwrap_or_default()).is_none(), "a statement is no clause");
}
