//! The folder with the proofs of earlier runs: runs at the same time, files that are torn or changed, and whether any
//! case of the corpus is judged otherwise with the proofs of all the others at hand.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use serde_json::Value;
use support::run::{options_of, Configuration};
use support::sample::is_sampled;
use vcgen::cache::{Cache, Key, Note};
use vcgen::check::check_with;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::solver::Z3;
use vcgen::tools::Tools;

const KERNEL: &str = "kernel k {
  global int[gsize] a;
  global int n;
  requires n > 3;
  requires Perm(a[tid], write);
  ensures Perm(a[tid], write) ** n * n >= 9;
  void main() { a[tid] := tid; }
}
";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.arg("verify").args(arguments).current_dir(support::root()).stdin(Stdio::null());
    command
}

fn sepal(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the command runs")
}

/// A new folder with a file `k.pvl`, the paths of the file and of a cache, and that of the pack after a first run.
fn proved(test: &str) -> (String, String, PathBuf) {
    let folder = support::folder(test);
    let (file, cache) = (folder.join("k.pvl"), folder.join("cache"));
    fs::write(&file, KERNEL).unwrap();
    let (file, cache) = (file.to_string_lossy().into_owned(), cache.to_string_lossy().into_owned());
    assert_eq!(cached(&file, &cache), 0);
    let packs: Vec<PathBuf> = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(packs.len(), 1, "{packs:?}");
    (file, cache, packs[0].clone())
}

/// How many obligations of a file are proved by earlier runs. All of its obligations must be proved.
fn cached(file: &str, cache: &str) -> usize {
    let output = sepal(&["--json", "--cache", cache, file]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let obligations = document["files"][0]["items"][0]["obligations"].as_array().unwrap().clone();
    obligations.iter().filter(|o| o["cached"] == true).count()
}

#[test]
fn proofs_are_kept_from_run_to_run_unless_they_are_not_wanted() {
    let (file, cache, pack) = proved("cache-kept");
    assert!(cached(&file, &cache) > 3);
    let text = fs::read_to_string(&pack).unwrap();
    assert!(cached(&file, &cache) > 3);
    assert_eq!(text, fs::read_to_string(&pack).unwrap(), "nothing new");
    let output = sepal(&["-v", "--cache", &cache, &file]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(", cached, ") && said.contains(" of them proved by earlier runs, "), "{said}");
    fs::remove_file(&pack).unwrap();
    for option in ["--no-cache", "--explain", "--seeds=1"] {
        let output = command(&[option, &file]).env("SEPAL_CACHE", &cache).output().unwrap();
        assert!(output.status.success() && !pack.exists(), "{option}");
    }
    let output = command(&[&file]).env("SEPAL_CACHE", &cache).output().unwrap();
    assert!(output.status.success() && pack.exists(), "the environment names the folder");
}

#[test]
fn a_pack_that_is_not_as_it_was_written_is_not_used() {
    let (file, cache, pack) = proved("cache-torn");
    let whole = fs::read_to_string(&pack).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let key = |n: usize| lines[n].split_once(' ').unwrap().0;
    // A line that claims a proof of something else.
    let forged = format!(
        "{}\n{} 0 z3\n{}\n",
        lines[..lines.len() - 1].join("\n"),
        key(2).replace('a', "b"),
        lines[lines.len() - 1]
    );
    let versions = whole.replace("z3 5", "z3 4");
    let broken: Vec<String> = vec![
        String::new(),
        "\n".to_owned(),
        whole[..whole.len() / 2].to_owned(),
        whole[..whole.len() - 1].to_owned(),
        whole.replacen(key(3), &flipped(key(3)), 1),
        format!("{whole}\n"),
        format!("{whole}{whole}"),
        forged,
        versions,
        whole.replacen(" 0 ", " 1 ", 1),
    ];
    for text in broken {
        fs::write(&pack, &text).unwrap();
        assert_eq!(cached(&file, &cache), 0, "{text}");
        assert_eq!(fs::read_to_string(&pack).unwrap(), whole, "the pack is written again");
    }
    fs::write(&pack, [0xff; 100]).unwrap();
    assert_eq!(cached(&file, &cache), 0);
    fs::remove_file(&pack).unwrap();
    fs::create_dir(&pack).unwrap();
    assert_eq!(cached(&file, &cache), 0, "a pack that cannot be written");
    let left: Vec<_> = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left, [pack], "nothing else is left");
}

/// The key with another first digit.
fn flipped(key: &str) -> String {
    let first = if key.starts_with('0') { "1" } else { "0" };
    format!("{first}{}", &key[1..])
}

#[test]
fn runs_at_the_same_time_leave_a_whole_pack() {
    let (file, cache, pack) = proved("cache-concurrent");
    let other = KERNEL.replace("n > 3", "n > 4");
    for round in 0..4 {
        fs::remove_file(&pack).unwrap();
        fs::write(&file, if round % 2 == 0 { KERNEL } else { &other }).unwrap();
        let running: Vec<_> = (0..6).map(|_| command(&["-q", "--cache", &cache, &file]).spawn().unwrap()).collect();
        for mut run in running {
            assert!(run.wait().unwrap().success());
        }
        assert!(cached(&file, &cache) > 3);
        let left: Vec<_> = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, std::slice::from_ref(&pack));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_to_which_others_may_write_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let (file, cache, _) = proved("cache-open");
    assert_eq!(fs::metadata(&cache).unwrap().permissions().mode() & 0o777, 0o700);
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o770)).unwrap();
    let output = sepal(&["--cache", &cache, &file]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("others may write to it") && said.contains("--no-cache"), "{said}");
    // The folder of the environment is just not used.
    let output = command(&["-v", &file]).env("SEPAL_CACHE", &cache).output().unwrap();
    assert!(output.status.success() && !String::from_utf8_lossy(&output.stderr).contains("cached"));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_if_it_was_named() {
    let (file, _, pack) = proved("cache-no-folder");
    let below = pack.join("cache").to_string_lossy().into_owned();
    assert_eq!(sepal(&["--cache", &below, &file]).status.code(), Some(2));
    assert_eq!(sepal(&["--cache", &below, "--no-cache", &file]).status.code(), Some(2), "contradictory options");
    assert_eq!(command(&[&file]).env("SEPAL_CACHE", &below).output().unwrap().status.code(), Some(0));
}

/// One cache for all files. A command has one for each.
#[derive(Default)]
struct Shared(Mutex<BTreeMap<Key, Note>>);

impl Cache for Shared {
    fn versions(&self) -> &str {
        "these"
    }

    fn find(&self, key: &Key) -> Option<Note> {
        self.0.lock().unwrap().get(key).cloned()
    }

    fn is_empty(&self) -> bool {
        false
    }

    fn note(&self, key: Key, note: &Note) {
        let _ = self.0.lock().unwrap().insert(key, note.clone());
    }
}

/// About one in twelve cases of the corpus is verified without a cache, and then with the proofs of all such cases
/// before it.
#[test]
fn no_verdict_of_the_corpus_changes_with_the_proofs_of_all_other_cases() {
    let (cache, mut known, mut counted) = (Shared::default(), 0, 0);
    let folders = ["tests/verify", "tests/reject"];
    let cases = folders.iter().flat_map(|folder| support::files(folder, "pvl"));
    for path in cases.filter(|path| is_sampled("cache", &support::name(path), 12)) {
        let source = support::text(&path);
        let options = options_of(&source, Configuration::Default);
        let cold = check_with("k", &source, &options, &Tools::new(&Z3));
        let with = || check_with("k", &source, &options, &Tools { cache: Some(&cache), ..Tools::new(&Z3) });
        // Once with the proofs of others, and once more with its own.
        for warm in [with(), with()] {
            assert_eq!(verdicts(&cold), verdicts(&warm), "{}", path.display());
            known += warm.items.iter().flat_map(|item| &item.obligations).filter(|o| o.cached).count();
        }
        counted += verdicts(&cold).len();
    }
    assert!(known > counted, "{known} of {counted} obligations are known");
}

fn verdicts(file: &FileOutcome) -> Vec<(String, Verdict)> {
    let all = file.items.iter().flat_map(|item| item.obligations.iter().map(move |o| (item, o)));
    all.map(|(item, o)| (format!("{} {}", item.item, o.name), o.verdict)).collect()
}

/// A pack has a path that does not depend on how the file is named.
#[test]
fn a_file_has_one_pack_whatever_path_names_it() {
    let (file, cache, _) = proved("cache-path");
    let folder = Path::new(&file).parent().unwrap();
    let round = folder.join("..").join(folder.file_name().unwrap()).join("k.pvl");
    assert!(cached(&round.to_string_lossy(), &cache) > 3);
}
