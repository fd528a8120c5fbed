//! `--assume`: verdicts that rest on assumptions about floats say so, in text, in JSON and in proofs.
//!
//! In: the files of `tests/assume/`. The first line of each names assumptions, and a comment `// NAME: VERDICT` above
//! an item says what is printed for the item.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use support::{files, folder, name, root, text};

/// A limit for searches that fail: nothing here is proved by a long one.
const LITTLE: &str = "500000";

fn sepal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null()).output().expect("the command runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The files, with the value of `--assume` and the items with their verdicts.
fn cases() -> Vec<(String, String, Vec<String>)> {
    let case = |path: PathBuf| {
        let source = text(&path);
        let (first, rest) = source.split_once('\n').expect("lines");
        let granted = first.strip_prefix("// assume: ").expect("assumptions").replace(' ', "");
        let verdicts = rest.lines().filter_map(|line| line.strip_prefix("// "));
        let verdicts = verdicts.filter(|line| line.contains(": proved")).map(str::to_owned);
        let mut verdicts: Vec<String> = verdicts.collect();
        verdicts.sort();
        (name(&path), granted, verdicts)
    };
    files("tests/assume", "pvl").into_iter().map(case).collect()
}

/// The items of an output with their verdicts, without the launches that the verdicts are about.
fn items(output: &Output, path: &str) -> Vec<String> {
    let said = stderr(output);
    let items = said.lines().filter_map(|line| line.strip_prefix(&format!("{path}: ")));
    let items =
        items.filter_map(|line| line.split_once(" (")).map(|(item, _)| item.replace(" for launches of one group", ""));
    let mut items: Vec<String> = items.collect();
    items.sort();
    items
}

#[test]
fn verdicts_name_the_assumptions_that_they_rest_on() {
    let cases = cases();
    assert!(cases.len() >= 4);
    for (path, granted, verdicts) in cases {
        let output = sepal(&["verify", "--check-proofs", "--assume", &granted, &path]);
        assert_eq!(items(&output, &path), verdicts, "{}", stderr(&output));
        assert!(stderr(&output).contains("under assumptions about floats"), "{}", stderr(&output));
        // Without the option, nothing rests on an assumption, and what needs one is not proved.
        let output = sepal(&["verify", "--timeout", "60", "--rlimit", LITTLE, &path]);
        let exact = items(&output, &path);
        assert_eq!(exact.len(), verdicts.len());
        for (item, verdict) in exact.iter().zip(&verdicts) {
            assert!(!item.contains("assuming"), "{item}");
            let (name, _) = verdict.split_once(':').unwrap();
            let own = name != "caller" && name != "twice";
            // A caller of a procedure that is not proved may itself be proved under that condition.
            assert!(!verdict.contains("assuming") || !own || !item.ends_with(": proved"), "{item}");
        }
    }
}

const KERNEL: &str = "kernel k {
  global float a, b, c;
  void main() {
    assert (a + b) + c === a + (b + c);
    assert a + b === b + a;
  }
}
";

fn document(arguments: &[&str]) -> Value {
    let output = sepal(&[&["verify", "--json"], arguments].concat());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn json_names_them_too() {
    let folder = folder("float-laws-json");
    let path = folder.join("k.pvl");
    fs::write(&path, KERNEL).unwrap();
    let path = path.to_string_lossy().into_owned();
    let with = document(&["--assume", "float-finite,float-reassociation", &path]);
    assert_eq!(with["assume"], serde_json::json!(["float-reassociation", "float-finite"]));
    let item = &with["files"][0]["items"][0];
    assert_eq!(item["verdict"], "proved");
    assert_eq!(item["assuming"], serde_json::json!([{ "name": "float-reassociation", "obligations": 1 }]));
    let named = item["obligations"].as_array().unwrap().iter().filter(|o| o.get("assuming").is_some());
    let named: Vec<&Value> = named.map(|o| &o["assuming"]).collect();
    assert_eq!(named, [&serde_json::json!(["float-reassociation"])]);
    let without = document(&[&path]);
    assert_eq!(without["files"][0]["items"][0]["verdict"], "refuted");
    assert!(!without.to_string().contains("\"assum"), "{without}");
    let output = sepal(&["verify", "-v", "--assume", "float-reassociation", &path]);
    let line = "float-reassociation), assuming float reassociation, ";
    assert!(stderr(&output).contains(line), "{}", stderr(&output));
    let output = sepal(&["verify", "--explain", "--assume", "float-reassociation", &path]);
    assert!(stderr(&output).contains("(assuming float reassociation)"), "{}", stderr(&output));
}

#[test]
fn a_proof_rests_on_what_its_text_says() {
    let folder = folder("float-laws-proof");
    let path = folder.join("k.pvl");
    fs::write(&path, KERNEL).unwrap();
    let proofs = folder.join("proofs");
    let _ = fs::remove_dir_all(&proofs);
    let (path, out) = (path.to_string_lossy().into_owned(), proofs.to_string_lossy().into_owned());
    let output = sepal(&["verify", "--assume", "float-reassociation,float-finite", "--proof", &out, &path]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let written: Vec<PathBuf> = fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path()).collect();
    let named: Vec<&PathBuf> =
        written.iter().filter(|p| text(p).contains("(assuming float-reassociation)\n")).collect();
    let [proof] = named.as_slice() else { panic!("{written:?}") };
    let path = proof.to_string_lossy().into_owned();
    let checked = sepal(&["check-proof", &path]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
    assert!(
        stderr(&checked).contains("follows from no hypothesis, assuming float reassociation"),
        "{}",
        stderr(&checked)
    );
    let kept = text(proof);
    fs::write(&path, kept.replace("(assuming float-reassociation)\n", "")).unwrap();
    let checked = sepal(&["check-proof", &path]);
    assert_eq!(checked.status.code(), Some(1), "{}", stderr(&checked));
    assert!(stderr(&checked).contains("it assumes `float-reassociation`"), "{}", stderr(&checked));
}

const BEHIND: &str = "kernel k {
  global float a, b, c;
  void main() {
    int n := (a + b) + c == a + (b + c) ? 0 : 1000;
    assert (a + b) + c == a + (b + c);
    assert n == 0;
    assert 1 / (tid + 1) >= 0;
  }
}
";

/// What follows from a clause that is proved up to an assumption is decided again without this clause. The texts are
/// about the new decision.
#[test]
fn texts_of_what_is_decided_again_are_about_the_new_decision() {
    let folder = folder("float-laws-again");
    let path = folder.join("k.pvl");
    fs::write(&path, BEHIND).unwrap();
    let (proofs, queries) = (folder.join("proofs"), folder.join("queries"));
    [&proofs, &queries].into_iter().for_each(|folder| drop(fs::remove_dir_all(folder)));
    let [path, out, smt2] = [&path, &proofs, &queries].map(|p| p.to_string_lossy().into_owned());
    let laws = ["verify", "--assume", "float-reassociation,float-finite"];
    let output = sepal(&[&laws[..], &["--proof", &out, "--emit-smt2", &smt2, &path]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // The claim `n == 0` has no proof without the equation before it, and its file has no such hypothesis.
    let json = document(&["--assume", "float-reassociation,float-finite", &path]);
    let obligations = json["files"][0]["items"][0]["obligations"].as_array().unwrap().clone();
    let on_line = |line: u64| obligations.iter().filter(move |o| o["line"] == line);
    let claim = on_line(6).next().expect("the claim");
    assert_eq!(claim["assuming"], serde_json::json!(["float-reassociation", "float-finite"]), "{claim}");
    let name = claim["name"].as_str().unwrap();
    let of = |folder: &PathBuf| -> Vec<String> {
        let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        all.filter(|p| p.to_string_lossy().contains(name)).map(|p| text(&p)).collect()
    };
    assert_eq!(of(&proofs), Vec::<String>::new());
    let [query] = <[String; 1]>::try_from(of(&queries)).expect("one file");
    assert!(query.contains("; Sepal claims nothing\n"), "{query}");
    let output = sepal(&[&laws[..], &["--explain=6", &path]].concat());
    let says = "some of which are only proved assuming float reassociation and finite floats";
    assert!(stderr(&output).contains(says), "{}", stderr(&output));
}

/// The failures of a file, each as the name of its obligation with the advice that is printed.
fn advised(path: &str) -> Vec<(String, String)> {
    let json = document(&["--timeout", "60", "--rlimit", LITTLE, path]);
    let items = json["files"][0]["items"].as_array().expect("items").clone();
    let failures = items.iter().flat_map(|item| item["diagnostics"].as_array().expect("findings"));
    let advised = failures.filter_map(|failure| {
        let advice = failure["advice"].as_str()?.to_owned();
        Some((failure["obligation"].as_str()?.to_owned(), advice))
    });
    advised.collect()
}

/// Whoever follows the advice of a failure to grant assumptions has a proof.
#[test]
fn advice_to_assume_something_works() {
    let folders = ["tests/assume", "tests/assume-refused"];
    let paths = folders.iter().flat_map(|folder| files(folder, "pvl")).map(|path| name(&path));
    let mut followed = 0;
    for path in paths {
        // The obligations for which the same assumptions are advised are verified together.
        let mut granted: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (obligation, advice) in advised(&path) {
            let Some((_, rest)) = advice.split_once("`--assume ") else { continue };
            let (names, _) = rest.split_once('`').expect("a quote that ends");
            granted.entry(names.to_owned()).or_default().push(obligation);
        }
        for (names, advised) in granted {
            let json = document(&["--timeout", "60", "--rlimit", LITTLE, "--assume", &names, &path]);
            let items = json["files"][0]["items"].as_array().expect("items").clone();
            let all = items.iter().flat_map(|item| item["obligations"].as_array().expect("obligations"));
            let assuming = all.filter(|o| o.get("assuming").is_some());
            let proved: Vec<&str> = assuming.map(|o| o["name"].as_str().expect("a name")).collect();
            let missing: Vec<&String> = advised.iter().filter(|name| !proved.contains(&name.as_str())).collect();
            assert!(missing.is_empty(), "{path}: not proved with `--assume {names}`: {missing:?}");
            followed += advised.len();
        }
    }
    assert!(followed >= 20, "only {followed} failures have such advice");
}

/// A sum of this many floats, one after the other, is nested too deep for the search for laws.
#[test]
fn a_limit_that_keeps_laws_from_being_tried_is_told() {
    let folder = folder("float-laws-limit");
    let of = |n: usize| {
        let sum = |name: &str, order: Vec<usize>| {
            let steps = order.iter().skip(1).map(|i| format!("    {name} := {name} + x{i};\n"));
            format!("    float {name} := x{};\n{}", order[0], steps.collect::<String>())
        };
        let declared: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
        let (one, other) = (sum("s", (0..n).collect()), sum("t", (0..n).rev().collect()));
        let program = format!(
            "kernel k {{\n  global float {};\n  void main() {{\n{one}{other}    assert s === t;\n  }}\n}}\n",
            declared.join(", ")
        );
        let path = folder.join(format!("k{n}.pvl"));
        fs::write(&path, program).unwrap();
        stderr(&sepal(&["verify", "--assume", "float-reassociation", &path.to_string_lossy()]))
    };
    let untried = "no law of the assumptions about floats was tried";
    let (small, large) = (of(20), of(310));
    assert!(small.contains("assuming float reassociation"), "{small}");
    assert!(large.contains(untried), "{large}");
}

#[test]
fn an_assumption_must_be_known() {
    let output = sepal(&["verify", "--assume", "float-distributivity", "examples/03-saxpy.pvl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("float-reassociation"), "{}", stderr(&output));
}

/// No kernel of `tests/assume-refused/` is proved, whatever is assumed.
#[test]
fn laws_show_equations_only_and_nothing_that_makes_a_run_safe() {
    let all = "float-reassociation,float-no-signed-zeros,float-finite";
    let paths = files("tests/assume-refused", "pvl");
    assert!(paths.len() >= 6);
    for path in paths {
        let output = sepal(&["verify", "--check-proofs", "--rlimit", LITTLE, "--assume", all, &name(&path)]);
        let source = text(&path);
        let is_kernel = |item: &String| {
            let (item, _) = item.split_once(':').expect("a name and a verdict");
            source.contains(&format!("kernel {item} {{"))
        };
        let kernels: Vec<String> = items(&output, &name(&path)).into_iter().filter(is_kernel).collect();
        assert_eq!(kernels.len(), source.matches("\nkernel ").count(), "{}", stderr(&output));
        let proved: Vec<&String> = kernels.iter().filter(|item| item.contains(": proved")).collect();
        assert!(proved.is_empty(), "{proved:?}");
        assert!(!output.status.success());
    }
}
