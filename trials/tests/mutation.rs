//! Mutants of the examples: a sample of them is verified, and every written reason for an accepted mutant is needed.
//! `cargo run -p sepal-trials -- mutate examples` verifies all mutants.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use ir::Program;
use std::path::{Path, PathBuf};
use syntax::parse_program;
use trials::judge::{proved, Judgement, Limits};
use trials::mutate::accepted::{read, Entry};
use trials::mutate::table::{accepted, judged, Judged};
use trials::mutate::{mutants, ClaimChange, Mutant, Mutants, Operator};
use trials::work::in_parallel;

/// Every how many mutants one is verified.
const EVERY: usize = 60;

struct Example {
    path: String,
    program: Program,
    mutants: Mutants,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn examples() -> Vec<Example> {
    let entries = std::fs::read_dir(root().join("examples")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let kernels = paths.iter().filter(|p| p.extension().is_some_and(|e| e == "pvl"));
    kernels
        .map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let program = parse_program(&text).program.unwrap();
            Example { path: format!("examples/{name}"), program, mutants: mutants(&text) }
        })
        .collect()
}

fn reasons() -> Vec<Entry> {
    let text = std::fs::read_to_string(root().join("trials/data/accepted.txt")).unwrap();
    read(&text).unwrap_or_else(|line| panic!("accepted.txt:{line}: expected `id: reason`"))
}

fn judge_all(list: &[Entry], chosen: &[(&Example, &Mutant)]) -> Vec<Judged> {
    let say = |text: &str| proved(text, Limits::FAIR, &[]);
    in_parallel(chosen, 0, |(example, mutant)| judged(&example.path, &example.program, mutant, list, &say))
}

#[test]
fn no_mutant_of_the_sample_is_accepted_without_reason() {
    let (list, examples) = (reasons(), examples());
    let all = examples.iter().flat_map(|e| e.mutants.mutants.iter().map(move |m| (e, m)));
    let chosen: Vec<_> = all.step_by(EVERY).collect();
    assert!(chosen.len() > 50, "{} mutants are few", chosen.len());
    let judged = judge_all(&list, &chosen);
    let alarms: Vec<Judged> = judged.iter().filter(|j| j.is_alarm()).cloned().collect();
    assert!(alarms.is_empty(), "{}", accepted(&alarms));
    let rejected = judged.iter().filter(|j| j.judgement == Judgement::Unknown).count();
    assert!(rejected * 10 > judged.len() * 8, "{rejected} of {} are rejected", judged.len());
}

#[test]
fn every_reason_is_needed() {
    let (list, examples) = (reasons(), examples());
    let find = |entry: &Entry| {
        let example = examples.iter().find(|e| e.path == entry.path)?;
        let mutant = example.mutants.mutants.iter().find(|m| m.id == entry.id)?;
        Some((example, mutant))
    };
    let mut chosen = Vec::new();
    for entry in &list {
        let Some(found) = find(entry) else { panic!("there is no mutant {} of {}", entry.id, entry.path) };
        assert!(found.1.claim == ClaimChange::Other, "{} of {} needs no reason", entry.id, entry.path);
        chosen.push(found);
    }
    let twice =
        list.iter().enumerate().find(|(n, e)| list.iter().take(*n).any(|d| (&d.path, &d.id) == (&e.path, &e.id)));
    assert!(twice.is_none(), "{twice:?} stands twice");
    // Whether they are still accepted, and do not go wrong when they run.
    for judged in judge_all(&list, &chosen.into_iter().step_by(8).collect::<Vec<_>>()) {
        let id = format!("{} of {}", judged.mutant.id, judged.path);
        assert!(judged.judgement == Judgement::Proved, "{id} is {} now", judged.judgement.word());
        assert!(!judged.is_alarm(), "{}", accepted(&[judged]));
    }
}

#[test]
fn mutants_are_files_that_differ_in_one_place() {
    let source =
        "kernel k {\n  global int[gsize] a;\n  context Perm(a[tid], write);\n  ensures a[tid] == tid;\n  void \
        main() {\n    a[tid] := tid;\n  }\n}\n";
    let found = mutants(source);
    let of = |id: &str| &found.mutants.iter().find(|m| m.id == id).unwrap_or_else(|| panic!("no {id}")).line;
    let line = |before: &str, after: &str| (before.to_owned(), after.to_owned());
    assert_eq!(*of("index@6:7#1"), line("a[tid] := tid;", "a[tid + 1] := tid;"));
    assert_eq!(*of("write-to-read@3:11#1"), line("context Perm(a[tid], write);", "context Perm(a[tid], read);"));
    assert_eq!(*of("drop-clause@4:3#1"), line("ensures a[tid] == tid;", "void main() {"));
    assert_eq!(*of("clause-kind@3:3#1"), line("context Perm(a[tid], write);", "requires Perm(a[tid], write);"));
    assert!(found.mutants.iter().all(|m| parse_program(&m.text).program.is_some()));
    let weaker = found.mutants.iter().find(|m| m.id == "drop-clause@4:3#1").map(|m| m.claim);
    assert_eq!(weaker, Some(ClaimChange::Weaker));
    let stronger = found.mutants.iter().find(|m| m.id == "relational@4:11#1").map(|m| m.claim);
    assert_eq!(stronger, Some(ClaimChange::Other));
}

#[test]
fn an_atomic_is_dropped_and_weakened() {
    let source = |word: &str| {
        format!(
            "kernel k {{\n  global int[1] a;\n  void main() {{\n    {word} {{\n      a[0] := 1;\n    }}\n  }}\n}}\n"
        )
    };
    let of = |word: &str| -> Vec<(Operator, String)> {
        let all = mutants(&source(word)).mutants.into_iter();
        let atomic = [Operator::DropAtomic, Operator::AtomicOrder, Operator::AtomicScope];
        all.filter(|m| atomic.contains(&m.operator)).map(|m| (m.operator, m.text)).collect()
    };
    let text = |word: &str| source(word).replace("     {", "    {");
    assert_eq!(
        of("atomic"),
        [
            (Operator::DropAtomic, text("")),
            (Operator::AtomicOrder, text("atomic relaxed")),
            (Operator::AtomicScope, text("atomic group")),
        ]
    );
    assert_eq!(of("atomic relaxed group"), [(Operator::DropAtomic, text(""))]);
}

/// A kernel with this body, with a procedure that it may call.
fn with_body(body: &str) -> String {
    let procedure =
        "  context Perm(a[tid], write);\n  ensures a[tid] == v;\n  void put(int v) {\n    a[tid] := v;\n  }\n";
    let contract = "  context Perm(a[tid], write);\n  ensures a[tid] == 3;\n";
    format!("kernel k {{\n  global int[gsize] a;\n{procedure}{contract}  void main() {{\n{body}  }}\n}}\n")
}

/// The mutants that an operator makes of a kernel with this body: what stands in place of the body.
fn bodies(operator: Operator, body: &str) -> Vec<String> {
    let (head, foot) = with_body("|").split_once('|').map(|(h, f)| (h.to_owned(), f.to_owned())).unwrap();
    let all = mutants(&with_body(body)).mutants.into_iter().filter(|m| m.operator == operator);
    all.map(|m| m.text.strip_prefix(&head).unwrap().strip_suffix(&foot).unwrap().to_owned()).collect()
}

#[test]
fn exits_and_calls_are_deleted_and_exchanged() {
    let exit = |word: &str, further: &str| {
        format!("    while (true) {{\n      if (tid == 3) {{\n{word}      }}\n{further}    }}\n")
    };
    let (leave, again) = ("        break;\n", "        continue;\n");
    let both = exit(leave, again.trim_start_matches("  ").replacen("  ", "      ", 1).as_str());
    // Each exit is deleted by itself, in the order of the text.
    assert_eq!(bodies(Operator::DeleteExit, &exit(leave, "")), [exit("", "")]);
    assert_eq!(bodies(Operator::DeleteExit, &exit("        return;\n", "")), [exit("", "")]);
    assert_eq!(bodies(Operator::DeleteExit, &both).len(), 2);
    assert_eq!(bodies(Operator::OtherExit, &exit(leave, "")), [exit(again, "")]);
    assert_eq!(bodies(Operator::OtherExit, &exit(again, "")), [exit(leave, "")]);
    // Nothing is exchanged with a `return`.
    assert_eq!(bodies(Operator::OtherExit, &exit("        return;\n", "")), Vec::<String>::new());
    let calls = "    put(1);\n    put(3);\n";
    assert_eq!(bodies(Operator::DeleteCall, calls), ["    put(3);\n", "    put(1);\n"]);
}

#[test]
fn mutants_of_exits_and_calls_are_found() {
    let judge = |text: &str| proved(text, Limits::FAIR, &[]);
    let of = |operator: Operator, body: &str| -> Vec<Judgement> {
        assert_eq!(judge(&with_body(body)), Judgement::Proved, "{body}");
        let found = mutants(&with_body(body)).mutants.into_iter().filter(|m| m.operator == operator);
        found.map(|m| judge(&m.text)).collect()
    };
    // Without the return the call is reached, which stores the same value again.
    let returns = "    a[tid] := 3;\n    if (tid == 1) {\n      return;\n    }\n    put(3);\n";
    assert_eq!(of(Operator::DeleteExit, returns), [Judgement::Proved]);
    // Without the return the last store is reached, which stores another value.
    let returns = "    if (tid == 1) {\n      put(3);\n      return;\n    }\n    a[tid] := tid == 1 ? 0 : 3;\n";
    assert_eq!(of(Operator::DeleteExit, returns), [Judgement::Unknown]);
    assert_eq!(of(Operator::DeleteCall, returns), [Judgement::Unknown]);
    assert_eq!(of(Operator::DeleteCall, "    put(1);\n    put(3);\n"), [Judgement::Proved, Judgement::Unknown]);
    let head = "    int i := 0;\n    a[tid] := 0;\n    loop_invariant 0 <= i && i <= 3 && Perm(a[tid], write);\n    \
                loop_invariant a[tid] == i;\n";
    let step = "      i := i + 1;\n      a[tid] := i;\n";
    let rounds = format!("{head}    while (true) {{\n      if (i == 3) {{\n        break;\n      }}\n{step}    }}\n");
    // The loop goes on with `i == 4`. Where a `continue` stands for the `break`, it never ends, so all is proved.
    assert_eq!(of(Operator::DeleteExit, &rounds), [Judgement::Unknown]);
    assert_eq!(of(Operator::OtherExit, &rounds), [Judgement::Proved]);
    let skip = "      if (i == 1) {\n        continue;\n      }\n";
    let skips = format!("{head}    while (i < 3) {{\n{step}{skip}    }}\n");
    // The `continue` changes nothing where nothing is behind it. A `break` in its place leaves the loop too early.
    assert_eq!(of(Operator::DeleteExit, &skips), [Judgement::Proved]);
    assert_eq!(of(Operator::OtherExit, &skips), [Judgement::Unknown]);
}
