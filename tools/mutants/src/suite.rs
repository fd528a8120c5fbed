//! The other judges of mutants: unit tests, claims, generated programs, files that clang reads.
//!
//! In: the copy of the workspace. Out: the first test program that fails with a mutant.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, io};

use crate::finder::Mutant;
use crate::process::{run, End};
use crate::workspace::Workspace;

/// A name, and what cargo builds. The cheapest come first.
const JUDGES: &[(&str, &[&str])] = &[
    ("laws", &["-p", "sepal-logic", "--test", "laws"]),
    ("rules", &["-p", "sepal-logic", "--test", "rules"]),
    ("unit", &["-p", "sepal-logic", "--lib"]),
    ("queries", &["-p", "sepal-vcgen", "--lib"]),
    ("rewrites", &["-p", "sepal-vcgen", "--test", "rewrites"]),
    ("claims", &["-p", "sepal-trials", "--test", "claims"]),
    ("generator", &["-p", "sepal-trials", "--test", "differential"]),
    ("clang", &["-p", "sepal", "--test", "clang"]),
];

pub struct Suite {
    judges: Vec<Judge>,
}

struct Judge {
    name: &'static str,
    program: PathBuf,
    filter: String,
    /// The package's folder: tests find their files from there.
    folder: PathBuf,
    limit: Duration,
    /// The clang that the build of the repository has fetched. Its copy cannot be run.
    clang: Option<PathBuf>,
    /// Tests that fail without a mutant, too.
    skipped: Vec<String>,
}

/// Builds one test program of the copy.
pub fn executable(workspace: &Workspace, target: &[&str]) -> io::Result<PathBuf> {
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--no-run", "--message-format=json-render-diagnostics"]).args(target);
    let output = cargo.stderr(std::process::Stdio::inherit()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    // The command is built, too, since tests start it. Its target may be tested, and its profile is not that of tests.
    let profile =
        |line: &&str| line.split_once("\"profile\":").is_some_and(|(_, rest)| rest.contains("\"test\":true}"));
    let tests = said.lines().filter(profile);
    let paths = tests.filter_map(|line| Some(line.split_once("\"executable\":\"")?.1.split('"').next()?));
    match paths.last().filter(|_| output.status.success()) {
        Some(path) => Ok(PathBuf::from(path)),
        None => Err(io::Error::other(format!("cargo test {} built nothing", target.join(" ")))),
    }
}

impl Suite {
    /// Builds the judges with these names, or all of them, and runs each once without a mutant. Only tests whose names
    /// contain `filter` are run.
    pub fn build(workspace: &Workspace, names: &[String], filter: &str) -> io::Result<Self> {
        let mut judges = Vec::new();
        let fetched = workspace.root.join(".clang/bin/zig");
        let clang = Some(fetched).filter(|path| path.exists() && env::var_os("SEPAL_CLANG").is_none());
        for (name, target) in JUDGES {
            if !names.is_empty() && !names.iter().any(|n| n == name) {
                continue;
            }
            let program = executable(workspace, target)?;
            let package = target.get(1).and_then(|p| p.strip_prefix("sepal-")).unwrap_or_default();
            let folder = workspace.copy.join(package);
            let mut judge = Judge {
                name,
                program,
                filter: filter.to_owned(),
                folder,
                limit: Duration::from_secs(900),
                clang: clang.clone(),
                skipped: vec![],
            };
            let start = Instant::now();
            let (_, failed) = judge.run(None)?;
            judge.limit = start.elapsed() * 4 + Duration::from_secs(10);
            eprintln!("{name}: {:.1} s; fail without a mutant: {failed:?}", start.elapsed().as_secs_f64());
            judge.skipped = failed;
            judges.push(judge);
        }
        Ok(Self { judges })
    }

    /// The judge that notices this mutant, and how.
    pub fn notices(&self, mutant: &Mutant) -> io::Result<Option<String>> {
        for judge in self.judges.iter().filter(|judge| judge.reaches(mutant)) {
            let (end, failed) = judge.run(Some(mutant.number))?;
            let test = failed.first().map_or("", String::as_str);
            match end {
                End::TimeOut => return Ok(Some(format!("time\t{}", judge.name))),
                End::Done(true) => {}
                End::Done(false) | End::Stopped => return Ok(Some(format!("{}\t{test}", judge.name))),
            }
        }
        Ok(None)
    }
}

impl Judge {
    /// Whether the program contains the mutant: tests of `logic` contain nothing of `vcgen`.
    fn reaches(&self, mutant: &Mutant) -> bool {
        !self.folder.ends_with("logic") || mutant.file.starts_with("logic/")
    }

    /// How the program ends, and the tests that fail.
    fn run(&self, mutant: Option<u32>) -> io::Result<(End, Vec<String>)> {
        let mut command = Command::new(&self.program);
        command
            .current_dir(&self.folder)
            .args(Some(&self.filter).filter(|word| !word.is_empty()))
            .envs(self.clang.as_ref().map(|path| ("SEPAL_CLANG", path)))
            .env("INSTA_UPDATE", "no")
            .env("INSTA_WORKSPACE_ROOT", "..");
        self.skipped.iter().for_each(|test| {
            let _ = command.args(["--skip", test]);
        });
        if let Some(mutant) = mutant {
            command.env("MUTANT", mutant.to_string());
        }
        let mut failed = Vec::new();
        let end = run(command, String::new(), self.limit, |line| {
            let test = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
            failed.extend(test.map(|test| test.trim_end().to_owned()));
            test.is_some() && mutant.is_some()
        })?;
        Ok((end, failed))
    }
}
