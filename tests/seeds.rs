//! `sepal verify --seeds`: how many obligations have another verdict under another seed of Z3.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn sepal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root()).stdin(Stdio::null()).output().expect("the command runs")
}

fn document(arguments: &[&str]) -> (i32, Value) {
    let output = sepal(&[&["verify", "--json"], arguments].concat());
    (output.status.code().expect("no signal"), serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// At most one obligation in a hundred may flip. The book has the figure over the whole corpus.
#[test]
fn few_obligations_of_the_corpus_flip() {
    let part = |path: &std::path::PathBuf| support::name(path).bytes().map(usize::from).sum::<usize>() % 8 == 0;
    let part = support::files("tests/verify", "pvl").into_iter().filter(part).map(|path| support::name(&path));
    let arguments: Vec<String> = ["--seeds", "3"].map(str::to_owned).into_iter().chain(part).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (_, document) = document(&arguments);
    let stability = &document["stability"];
    assert_eq!(stability["seeds"], 3);
    let (all, flips) = (stability["obligations"].as_u64().unwrap(), stability["flips"].as_array().unwrap().len());
    assert!(all > 500, "{all} obligations");
    assert!(flips * 100 <= all as usize, "{flips} of {all} obligations flip: {stability:#}");
}

/// Z3 finds the proof of one claim about a padded tile with few seeds.
#[test]
fn an_obligation_that_flips_is_reported_with_its_verdicts() {
    let case = "tests/verify/index-padded-tile.pvl";
    let (status, document) = document(&["--seeds", "2", "--rlimit", "100000", case]);
    assert_eq!((status, &document["verdict"]), (3, &"proved".into()), "{:#}", document["stability"]);
    let flip = &document["stability"]["flips"][0];
    assert_eq!((&flip["path"], &flip["item"], &flip["line"]), (&case.into(), &"mirror".into(), &18.into()));
    assert_eq!(flip["verdicts"], serde_json::json!(["proved", "unknown", "unknown"]), "{flip:#}");
    let output = sepal(&["verify", "--quiet", "--seeds", "2", "--rlimit", "100000", case]);
    let text = String::from_utf8(output.stderr).unwrap();
    let line =
        format!("flips: {case}:18:15: mirror: barrier.transfer.condition-false.3d41f2:\n    proved without seed");
    assert!(text.contains(&line) && text.contains("1 of 37 obligations flips under 2 seeds"), "{text}");
}

#[test]
fn verdicts_that_do_not_depend_on_the_seed_change_no_exit_status() {
    for (case, expected) in [("examples/02-copy.pvl", 0), ("tests/reject/access-no-permission.pvl", 1)] {
        if !support::root().join(case).exists() {
            continue;
        }
        let (status, document) = document(&["--seeds", "2", case]);
        assert_eq!((status, &document["stability"]["flips"]), (expected, &serde_json::json!([])), "{case}");
    }
}
