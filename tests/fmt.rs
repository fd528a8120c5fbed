//! `sepal fmt` as a user meets it: files in place, `--check`, standard input, and files with errors.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn sepal(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.arg("fmt").args(arguments).current_dir(support::root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    running.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    running.wait_with_output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const UGLY: &str = "kernel k{void main(){assert 1+1==2;}}";
const NICE: &str = "kernel k {\n  void main() { assert 1 + 1 == 2; }\n}\n";

#[test]
fn examples_are_formatted() {
    assert_eq!(said(&sepal(&["--check", "examples"], "")), (Some(0), String::new()));
}

#[test]
fn files_are_formatted_in_place_and_checked_without_being_changed() {
    let folder = support::folder("fmt");
    let path = folder.join("k.pvl");
    let name = path.to_string_lossy().into_owned();
    fs::write(&path, UGLY).unwrap();
    let (status, text) = said(&sepal(&["--check", &name], ""));
    assert_eq!((status, fs::read_to_string(&path).unwrap().as_str()), (Some(1), UGLY));
    assert!(text.contains("k.pvl: line 1 would change"), "{text}");
    assert_eq!(said(&sepal(&[&name], "")), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&path).unwrap(), NICE);
    assert_eq!(said(&sepal(&["--check", &name], "")), (Some(0), String::new()));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left in the folder");
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let output = sepal(&["-"], UGLY);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(0), NICE));
    let output = sepal(&["--check", "-"], UGLY);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

#[test]
fn a_file_with_errors_is_reported_and_left_alone() {
    let path = support::folder("fmt-errors").join("k.pvl");
    let wrong = "kernel k{void main(){assert ;}}";
    fs::write(&path, wrong).unwrap();
    let (status, text) = said(&sepal(&[&path.to_string_lossy()], ""));
    assert_eq!((status, fs::read_to_string(&path).unwrap().as_str()), (Some(2), wrong));
    assert!(text.contains("parse.") && text.contains("assert"), "{text}");
    assert_eq!(sepal(&["no-such-file.pvl"], "").status.code(), Some(2));
}
