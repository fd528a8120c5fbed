//! `--cross-check`: that cvc5 reads every file that we write and agrees with us, and what is said where it does not.
//!
//! Where there is no cvc5, the first test says so and is over; `.ci/run` installs one into `.cvc5/`. The other tests
//! put a program of their own in its place.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use support::sample::are_all_tried;
use support::{files, folder, name};

const GOOD: &str = "kernel good { global int[tcount] a; requires Perm(a[tid], write); void main() { a[tid] := tid; } }";
const RACE: &str = "kernel race { global int[gsize] a; void main() { a[0] := tid; } }";

fn sepal(path: &OsString, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root()).stdin(Stdio::null());
    command.env("PATH", path).env_remove("PYTHON").output().expect("the command runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(path: &OsString, arguments: &[&str]) -> (Option<i32>, Value) {
    let output = sepal(path, &[&["verify", "--json", "--cross-check", "cvc5"], arguments].concat());
    let document = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)));
    (output.status.code(), document)
}

/// The search path with the folder that `.ci/run` makes.
fn real() -> OsString {
    let mut folders = vec![support::root().join(".cvc5/bin")];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    std::env::join_paths(folders).expect("a search path")
}

/// The examples outside of folders.
fn numbered() -> Vec<String> {
    let all: Vec<String> = files("examples", "pvl").iter().map(|path| name(path)).collect();
    all.into_iter().filter(|name| name.matches('/').count() == 1).collect()
}

fn obligations(document: &Value) -> Vec<&Value> {
    let files = document["files"].as_array().expect("files").iter();
    let items = files.flat_map(|file| file["items"].as_array().expect("items"));
    items.flat_map(|item| item["obligations"].as_array().expect("obligations")).collect()
}

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file for the test");
    path.to_string_lossy().into_owned()
}

/// A folder with a program `cvc5` that always prints the same.
fn saying(test: &str, answer: &str) -> (PathBuf, OsString) {
    let folder = folder(test);
    let script = format!("#!/bin/sh\n[ \"$1\" = --version ] && echo 'This is cvc5 version 0.0' || echo '{answer}'\n");
    let program = write(&folder, "cvc5", &script);
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("an executable file");
    let path = OsString::from(format!("{}:/usr/bin:/bin", folder.display()));
    (folder, path)
}

#[test]
fn cvc5_reads_every_file_of_the_examples_and_agrees() {
    let path = real();
    let doctor = sepal(&path, &["doctor"]);
    if String::from_utf8_lossy(&doctor.stdout).contains("cvc5  not found") {
        // Not `eprintln!`, which a passing test keeps to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no cvc5, so the examples were not cross-checked");
        return;
    }
    // The flagship proofs take cvc5 many minutes.
    let folders = if are_all_tried() { vec!["examples".to_owned()] } else { numbered() };
    let (status, document) = json(&path, &folders.iter().map(String::as_str).collect::<Vec<_>>());
    let all = obligations(&document);
    let of = |opinion: &str| all.iter().filter(|o| o["second_opinion"] == opinion).collect::<Vec<_>>();
    assert!(of("refuses").is_empty(), "not standard SMT-LIB: {:#?}", of("refuses"));
    assert!(of("disagrees").is_empty(), "{:#?}", of("disagrees"));
    assert!(50 * of("no-answer").len() <= all.len(), "{} of {} without answer", of("no-answer").len(), all.len());
    assert_eq!(of("agrees").len() + of("no-answer").len(), all.len(), "an obligation was not asked about");
    assert_eq!(status, Some(0));
}

#[test]
fn without_cvc5_the_message_says_how_to_get_it() {
    let nowhere = OsString::from(folder("cross-check-nowhere"));
    let output = sepal(&nowhere, &["verify", "examples/01-figure-5.8.pvl", "--cross-check", "cvc5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("pip install cvc5"), "{}", stderr(&output));
    let doctor = sepal(&nowhere, &["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "cvc5 is optional");
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("cvc5  not found"));
}

#[test]
fn a_model_of_what_is_proved_is_an_alarm() {
    let (folder, path) = saying("cross-check-sat", "sat");
    let good = write(&folder, "good.pvl", GOOD);
    let (status, document) = json(&path, &[&good]);
    assert_eq!(status, Some(1), "{document:#}");
    assert_eq!(document["verdict"], "unknown", "what the solvers disagree about is not proved");
    assert_eq!(document["second_solver"], "cvc5 0.0");
    assert!(obligations(&document).iter().any(|o| o["second_opinion"] == "disagrees" && o["verdict"] == "unknown"));
    let output = sepal(&path, &["verify", &good, "--cross-check", "cvc5"]);
    assert!(stderr(&output).contains("DISAGREES") && stderr(&output).contains("report it"), "{}", stderr(&output));
}

#[test]
fn a_proof_of_what_is_refuted_is_an_alarm() {
    let (folder, path) = saying("cross-check-unsat", "unsat");
    let race = write(&folder, "race.pvl", RACE);
    let (status, document) = json(&path, &[&race]);
    assert_eq!(status, Some(1), "{document:#}");
    let store = obligations(&document).into_iter().find(|o| o["code"] == "store:insufficient-permission");
    let store = store.expect("the store of the race");
    assert_eq!((&store["verdict"], &store["second_opinion"]), (&"unknown".into(), &"disagrees".into()));
}

#[test]
fn no_answer_changes_no_verdict() {
    let (folder, path) = saying("cross-check-unknown", "unknown");
    let good = write(&folder, "good.pvl", GOOD);
    let (status, document) = json(&path, &[&good]);
    assert_eq!((status, &document["verdict"]), (Some(0), &"proved".into()));
    assert!(obligations(&document).iter().all(|o| o["second_opinion"] == "no-answer"));
}

#[test]
fn a_file_that_is_refused_is_reported() {
    let (folder, path) = saying("cross-check-error", "(error \"Parse Error\")");
    let good = write(&folder, "good.pvl", GOOD);
    let output = sepal(&path, &["verify", &good, "--cross-check", "cvc5"]);
    assert_eq!(output.status.code(), Some(0), "the proof by Z3 stands");
    assert!(stderr(&output).contains("refuses") && stderr(&output).contains("report it"), "{}", stderr(&output));
}
