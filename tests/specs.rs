//! `--specs DIR`: contracts that a user gives for functions which files call and do not define.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use support::folder;

fn sepal(arguments: &[&str], within: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    let cache = CACHE.get_or_init(|| folder("specs-cache"));
    command.args(arguments).env("SEPAL_CACHE", cache).current_dir(within);
    command.stdin(Stdio::null()).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("a status")
}

/// A kernel that calls a function of a library, whose code is elsewhere.
const CALLER: &str = "__device__ int slot(int key, int size);\n\
                      //@ requires tid < a.length && 0 < size && size <= table.length;\n\
                      //@ requires Perm(a[tid], write);\n\
                      //@ requires (\\forall* int i; 0 <= i && i < table.length; Perm(table[i], read));\n\
                      __global__ void k(int *a, const int *table, int size) {\n\
                      int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                      a[i] = table[slot(a[i], size)];\n}\n";

/// A folder with a file of specifications, and with these files beside it.
fn project(name: &str, spec: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = folder(name);
    fs::create_dir_all(root.join("own")).unwrap();
    fs::write(root.join("own/table.pvl"), spec).unwrap();
    for (path, text) in files {
        fs::write(root.join(path), text).unwrap();
    }
    root
}

const TRUSTED: &str = "// Of the library.\nrequires size > 0;\nensures 0 <= \\result && \\result < size;\n\
                       pure int slot(int key, int size);\n";

#[test]
fn a_kernel_is_proved_with_the_contract_and_the_verdict_says_so() {
    let root = project("specs-proved", TRUSTED, &[("k.cu", CALLER)]);
    let without = sepal(&["verify", "k.cu"], &root);
    assert!(code(&without) == 2 && said(&without).contains("`slot`"), "{}", said(&without));
    let with = sepal(&["verify", "k.cu", "--specs", "own"], &root);
    assert!(code(&with) == 0 && said(&with).contains("slot"), "{}", said(&with));
    assert_eq!(code(&sepal(&["verify", "k.cu", "--specs", "own", "--strict"], &root)), 1);
    let audit = said(&sepal(&["audit", "k.cu", "--specs", "own"], &root));
    assert!(audit.contains("the function `slot` without body") && audit.contains("own/table.pvl"), "{audit}");
    let json = sepal(&["verify", "k.cu", "--specs", "own", "--json"], &root);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let text = json.to_string();
    assert!(text.contains("abstract-function"), "{text}");
}

#[test]
fn what_the_contract_does_not_say_is_not_known_and_what_it_requires_is_demanded() {
    let wider = TRUSTED.replace("\\result < size", "\\result <= size");
    let root = project("specs-wider", &wider, &[("k.cu", CALLER)]);
    let output = sepal(&["verify", "k.cu", "--specs", "own"], &root);
    assert!([1, 3].contains(&code(&output)), "{}", said(&output));
    let root = project("specs-required", TRUSTED, &[("k.cu", &CALLER.replace("0 < size && ", ""))]);
    let output = sepal(&["verify", "k.cu", "--specs", "own"], &root);
    assert!([1, 3].contains(&code(&output)), "{}", said(&output));
    assert!(said(&output).contains("call.precondition") && said(&output).contains("k.cu:7"), "{}", said(&output));
}

#[test]
fn a_body_proves_its_contract_or_nothing_is_proved() {
    let right = TRUSTED.replace("int size);", "int size) = key % size;");
    let root = project("specs-body", &right, &[("k.cu", CALLER)]);
    let output = sepal(&["verify", "k.cu", "--specs", "own", "--strict"], &root);
    assert!(said(&output).contains("`slot` computes what the file of specifications says"), "{}", said(&output));
    assert_eq!(code(&output), 1);
    assert_eq!(code(&sepal(&["verify", "k.cu", "--specs", "own"], &root)), 0);
    let wrong = TRUSTED.replace("int size);", "int size) = key % size + 1;");
    let root = project("specs-wrong", &wrong, &[("k.cu", CALLER)]);
    let output = sepal(&["verify", "k.cu", "--specs", "own"], &root);
    assert!(code(&output) == 1 && said(&output).contains("function.postcondition"), "{}", said(&output));
    assert!(said(&output).contains("own/table.pvl"), "{}", said(&output));
    // The kernel itself is proved only if the function is.
    let json: Value =
        serde_json::from_slice(&sepal(&["verify", "k.cu", "--specs", "own", "--json"], &root).stdout).expect("JSON");
    let items = json["files"][0]["items"].as_array().expect("items");
    let kernel = items.iter().find(|item| item["name"].as_str().is_some_and(|name| name.contains('k')));
    assert!(kernel.is_some_and(|kernel| kernel.to_string().contains("slot")), "{json}");
}

#[test]
fn a_contract_that_contradicts_itself_is_found_or_listed() {
    let never = TRUSTED.replace("\\result < size", "\\result < 0");
    let root = project("specs-never", &never, &[("k.cu", CALLER)]);
    let output = sepal(&["verify", "k.cu", "--specs", "own"], &root);
    assert!(code(&output) != 0 || said(&output).contains("trusting the function `slot`"), "{}", said(&output));
    assert_eq!(code(&sepal(&["verify", "k.cu", "--specs", "own", "--strict"], &root)), 1);
}

#[test]
fn other_types_are_an_error_at_the_call() {
    for (n, spec) in [
        "pure float slot(int key, int size);",
        "pure int slot(int key);",
        "pure int slot(float key, int size);",
        "pure bool slot(int key, int size);",
    ]
    .iter()
    .enumerate()
    {
        let root = project(&format!("specs-types-{n}"), spec, &[("k.cu", CALLER)]);
        let output = sepal(&["verify", "k.cu", "--specs", "own"], &root);
        assert!(code(&output) == 2 && said(&output).contains("other types"), "{spec}: {}", said(&output));
    }
    // A function with a reference may change its argument, and one with a pointer what that points to.
    for (n, (other, call)) in [("int &key, int size", "i, size"), ("int *key, int size", "a, size")].iter().enumerate()
    {
        let caller = CALLER.replace("int key, int size", other).replace("a[i], size", call);
        let root = project(&format!("specs-reference-{n}"), TRUSTED, &[("k.cu", &caller)]);
        let output = sepal(&["verify", "k.cu", "--specs", "own"], &root);
        assert!(code(&output) == 2 && said(&output).contains("other types"), "{other}: {}", said(&output));
    }
}

#[test]
fn a_folder_of_the_user_comes_before_the_files_of_sepal() {
    let kernel = "kernel k { global int[tcount] a; context Perm(a[tid], write); ensures a[tid] == min(tid, 3);\n\
                  void main() { a[tid] := tid < 3 ? tid : 3; } }";
    let other = "pure int min(int a, int b) = a + b;";
    let root = project("specs-first", other, &[("k.pvl", kernel)]);
    assert_eq!(code(&sepal(&["verify", "k.pvl"], &root)), 0);
    assert_eq!(code(&sepal(&["verify", "k.pvl", "--specs", "own"], &root)), 1);
    // Functions of Sepal do not mean it: `max` still is what Sepal says, also if it were to call `min`.
    let own = "pure int min(int a, int b) = 0;\nensures \\result == a; pure int low(int a, int b) = a < b ? a : a;";
    let kernel = "kernel k { global int[tcount] a; pure int min(int p, int q) = 7;\n\
                  context Perm(a[tid], write); ensures a[tid] == max(tid, 3);\n\
                  void main() { assert min(1, 2) == 7 && low(tid, 2) == tid; a[tid] := tid > 3 ? tid : 3; } }";
    let root = project("specs-own", own, &[("k.pvl", kernel)]);
    let output = sepal(&["verify", "k.pvl", "--specs", "own"], &root);
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn a_folder_that_cannot_be_used_is_an_error_with_its_place() {
    let kernel = "kernel k { void main() { } }";
    for (n, (spec, words)) in [
        ("pure int f(int a) = b;", "line 1"),
        ("// One line.\npure int f(int a) = 1.5f;", "line 2"),
        ("\nkernel other { void main() { } }", "a kernel in a file of specifications"),
        ("int f(int a) { return a; }", "a procedure in a file of specifications"),
        ("inline pure int f(int a) = a;", "an inline function in a file of specifications"),
        ("pure int f(int a) = a;\npure int f(int a) = a;", "declared twice"),
        ("pure int tid(int a) = a;", "tid"),
        ("pure int f(int a = ;", "line 1"),
    ]
    .into_iter()
    .enumerate()
    {
        let root = project(&format!("specs-error-{n}"), spec, &[("k.pvl", kernel)]);
        for verb in ["verify", "audit"] {
            let output = sepal(&[verb, "k.pvl", "--specs", "own"], &root);
            assert!(code(&output) == 2 && said(&output).contains(words), "{spec}: {}", said(&output));
            assert!(said(&output).contains("own/table.pvl"), "{spec}: {}", said(&output));
        }
    }
    let root = project("specs-missing", TRUSTED, &[("k.pvl", kernel)]);
    for missing in ["elsewhere", "k.pvl"] {
        let output = sepal(&["verify", "k.pvl", "--specs", missing], &root);
        assert!(code(&output) == 2 && said(&output).contains(missing), "{}", said(&output));
    }
}

#[test]
fn a_run_computes_functions_with_bodies_and_those_that_the_standards_define() {
    let kernel = "kernel k { global int[tcount] a; requires Perm(a[tid], write);\n\
                  void main() { a[tid] := f(tid) + \\int(floor(2.5f)) + \\int(fmax(1.0f, 3.0f)); } }";
    let root = project("specs-run", "pure int f(int n) = n * n;", &[("k.pvl", kernel)]);
    let output = sepal(&["run", "k.pvl", "--specs", "own", "--launch", "threads=4"], &root);
    assert!(code(&output) == 0 && said(&output).contains("5 6 9 14"), "{}", said(&output));
    // A function without value is no mistake of the kernel.
    let root = project("specs-run-not", "pure int f(int n);", &[("k.pvl", kernel)]);
    let output = sepal(&["run", "k.pvl", "--specs", "own", "--launch", "threads=4"], &root);
    assert!(code(&output) != 0 && said(&output).contains("`f` has no body"), "{}", said(&output));
}

#[test]
fn the_functions_of_sepal_are_proved_where_they_have_bodies() {
    for (path, text) in syntax::specs::built_in() {
        let outcome = vcgen::check::check(path, text, &vcgen::options::Options::default());
        assert!(outcome.diagnostics.is_empty(), "{path}: {:?}", outcome.diagnostics);
        let failed: Vec<&str> = outcome
            .items
            .iter()
            .filter(|item| item.verdict() != vcgen::outcome::Verdict::Proved)
            .map(|item| item.item.as_str())
            .collect();
        assert!(failed.is_empty(), "{path}: not proved: {failed:?}");
    }
}
