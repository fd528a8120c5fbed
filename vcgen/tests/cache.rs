//! Proofs of earlier verifications: what is not proved again, and all that must be proved again.
//!
//! Each test about a change asks how the cache could make something false proved: by a key that leaves something out on
//! which a proof depends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use ir::Width;
use logic::floats::Assumption;
use syntax::Reading;
use vcgen::cache::{keys, Cache, Key, Note};
use vcgen::check::check_with;
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, Outcome, Verdict};
use vcgen::solver::Z3;
use vcgen::tools::Tools;

/// A cache that is gone at the end.
#[derive(Default)]
struct InMemory {
    versions: String,
    notes: Mutex<BTreeMap<Key, Note>>,
}

impl Cache for InMemory {
    fn versions(&self) -> &str {
        &self.versions
    }

    fn find(&self, key: &Key) -> Option<Note> {
        self.notes.lock().unwrap().get(key).cloned()
    }

    fn is_empty(&self) -> bool {
        self.notes.lock().unwrap().is_empty()
    }

    fn note(&self, key: Key, note: &Note) {
        let _ = self.notes.lock().unwrap().insert(key, note.clone());
    }
}

fn check(source: &str, options: &Options, cache: &InMemory) -> FileOutcome {
    let outcome = check_with("k.pvl", source, options, &Tools { cache: Some(cache), ..Tools::new(&Z3) });
    assert!(outcome.diagnostics.is_empty(), "{:#?}", outcome.diagnostics);
    outcome
}

fn all(outcome: &FileOutcome) -> impl Iterator<Item = &Outcome> {
    outcome.items.iter().flat_map(|item| &item.obligations)
}

/// What is proved of a program in which `from` is replaced by `to`, after the original was proved.
fn changed(source: &str, from: &str, to: &str) -> Verdict {
    let cache = InMemory::default();
    let options = Options::default();
    assert_eq!(check(source, &options, &cache).verdict(), Some(Verdict::Proved), "{source}");
    assert!(source.contains(from), "{from}");
    check(&source.replace(from, to), &options, &cache).verdict().unwrap()
}

/// The keys of all obligations of a program.
fn keys_of(source: &str, options: &Options, versions: &str) -> BTreeSet<Key> {
    let program = syntax::parse_program_as(source, options.reading).program.expect("a program");
    logic::tasks(&program).iter().flat_map(|task| keys(task, options, versions)).flatten().collect()
}

const SUM: &str = "pure int twice(int n) = n + n;
kernel k {
  global int[gsize] a;
  global int n;
  requires n > 3;
  requires Perm(a[tid], write);
  ensures Perm(a[tid], write) ** a[tid] == twice(n) ** n * n >= 9;
  void main() {
    int i = 0;
    loop_invariant 0 <= i && i <= n;
    loop_invariant Perm(a[tid], write);
    while (i < n) { a[tid] := i; i := i + 1; }
    a[tid] := n + n;
  }
}
";

#[test]
fn what_has_not_changed_is_not_proved_again() {
    let cache = InMemory::default();
    let options = Options::default();
    let cold = check(SUM, &options, &cache);
    let warm = check(SUM, &options, &cache);
    assert!(all(&cold).all(|o| !o.cached) && all(&warm).all(|o| o.cached || !o.by.names().is_empty()), "{warm:#?}");
    assert!(all(&warm).filter(|o| o.cached).count() > 10);
    let told = |o: &Outcome| (o.name.clone(), o.verdict, o.by.clone(), o.node, o.quantifier_free, o.checked.clone());
    assert!(all(&cold).map(told).eq(all(&warm).map(told)), "only times differ");
    // Another name of the item, other places and comments change nothing.
    let moved = SUM.replace("kernel k", "// A comment.\n\nkernel other");
    assert!(all(&check(&moved, &options, &cache)).filter(|o| o.cached).count() > 10);
    // A statement at the end changes nothing about those in front of it.
    let longer = SUM.replace("    a[tid] := n + n;\n", "    a[tid] := n;\n    a[tid] := n + n;\n");
    let longer = check(&longer, &options, &cache);
    let (known, new): (Vec<_>, Vec<_>) = all(&longer).partition(|o| o.cached);
    assert!(known.len() > new.len(), "{} known, {} new", known.len(), new.len());
}

#[test]
fn a_changed_question_is_asked_again() {
    assert_eq!(changed(SUM, "a[tid] == twice(n)", "a[tid] == twice(n) + 1"), Verdict::Refuted, "the goal");
    assert_eq!(changed(SUM, "a[tid] := n + n;", "a[tid] := n + n + 1;"), Verdict::Refuted, "the code");
    assert_eq!(changed(SUM, "requires n > 3;", "requires n > -3;"), Verdict::Refuted, "a hypothesis");
    assert_eq!(changed(SUM, "(int n) = n + n;", "(int n) = n + n + n;"), Verdict::Refuted, "the body of a function");
    assert_eq!(changed(SUM, "while (i < n)", "while (i <= n)"), Verdict::Refuted, "a condition");
    assert_ne!(changed(SUM, "0 <= i && i <= n;", "0 <= i;").max(Verdict::Proved), Verdict::Refuted, "an invariant");
}

#[test]
fn variables_of_the_same_sort_are_not_mixed_up() {
    let order = "kernel k { global int x, y; requires x < y; void main() { assert x < y; } }";
    assert_eq!(changed(order, "assert x < y", "assert y < x"), Verdict::Refuted);
    assert_eq!(changed(order, "requires x < y", "requires y < x"), Verdict::Refuted);
    let nested = "kernel k { global int n; requires n == 2;
        requires (\\forall int i; 0 <= i && i < n; (\\exists int j; 0 <= j && j < n; i == j));
        void main() { assert (\\forall int i; 0 <= i && i < n; (\\exists int j; 0 <= j && j < n; i == j)); } }";
    let swapped = changed(
        nested,
        "assert (\\forall int i; 0 <= i && i < n; (\\exists int j; 0 <= j && j < n; i == j))",
        "assert (\\exists int j; 0 <= j && j < n; (\\forall int i; 0 <= i && i < n; i == j))",
    );
    assert_ne!(swapped, Verdict::Proved);
    let long = format!(
        "kernel k {{ global int x; requires x == 1{0}1; void main() {{ assert x == 1{0}1; }} }}",
        "0".repeat(60)
    );
    let other = long.replace(
        &format!("assert x == 1{}1", "0".repeat(60)),
        &format!("assert x == 1{}01", "0".repeat(29) + "2" + &"0".repeat(29)),
    );
    let cache = InMemory::default();
    assert_eq!(check(&long, &Options::default(), &cache).verdict(), Some(Verdict::Proved));
    assert_eq!(check(&other, &Options::default(), &cache).verdict(), Some(Verdict::Refuted), "digits in the middle");
}

#[test]
fn axioms_of_functions_are_a_part_of_the_key() {
    let axiom = "pure int f(int n); ensures \\result > 0;
kernel k { void main() { assert f(3) > 0; } }";
    let axiom = axiom.replace("pure int f(int n); ensures \\result > 0;", "ensures \\result > 0; pure int f(int n);");
    assert_ne!(changed(&axiom, "ensures \\result > 0;", "ensures \\result < 9;"), Verdict::Proved);
    assert_ne!(changed(&axiom, "ensures \\result > 0;", "requires n > 5; ensures \\result > 0;"), Verdict::Proved);
    assert_ne!(changed(&axiom, "ensures \\result > 0;", "requires n > 2; ensures \\result >= 0;"), Verdict::Proved);
}

#[test]
fn each_option_on_which_a_proof_depends_changes_every_key() {
    let plain = Options::default();
    let others = [
        Options { rlimit: plain.rlimit - 1, ..plain.clone() },
        Options { timeout: Duration::from_secs(11), ..plain.clone() },
        Options { seed: 1, ..plain.clone() },
        Options { normalise: false, ..plain.clone() },
        Options { check_proofs: !plain.check_proofs, ..plain.clone() },
        Options { granted: Assumption::ALL.into_iter().collect(), ..plain.clone() },
        Options { total: true, ..plain.clone() },
        Options { reading: Reading { int: Width::named("i32") }, ..plain.clone() },
    ];
    let known = keys_of(SUM, &plain, "1");
    assert!(known.len() > 10);
    for options in others {
        assert!(known.is_disjoint(&keys_of(SUM, &options, "1")), "{options:?}");
    }
    assert!(known.is_disjoint(&keys_of(SUM, &plain, "2")), "the versions");
    let same = Options { threads: 7, filter: Some("k".to_owned()), ..plain };
    assert_eq!(known, keys_of(SUM, &same, "1"), "no proof depends on threads and filters");
}

/// An equation up to an assumption about floats is no proof for a run without the assumption.
#[test]
fn what_is_proved_up_to_an_assumption_is_not_kept() {
    let sums = "kernel k { global float a, b, c; void main() { assert (a + b) + c === a + (b + c); } }";
    let cache = InMemory::default();
    let granted = Options { granted: Assumption::ALL.into_iter().collect(), ..Options::default() };
    assert_eq!(check(sums, &granted, &cache).verdict(), Some(Verdict::Proved));
    assert_ne!(check(sums, &Options::default(), &cache).verdict(), Some(Verdict::Proved));
    assert!(all(&check(sums, &granted, &cache)).any(|o| !o.assumed.is_empty() && !o.cached));
}

#[test]
fn a_failure_is_found_again_with_its_counterexample() {
    let wrong = "kernel k { global int n; void main() { assert n > 0; } }";
    let cache = InMemory::default();
    let [first, again] = [(); 2].map(|()| check(wrong, &Options::default(), &cache));
    let failure = |o: &FileOutcome| all(o).find(|o| o.verdict == Verdict::Refuted).map(|o| o.values.clone());
    assert!(failure(&first).is_some_and(|values| !values.is_empty()) && failure(&first) == failure(&again));
}
