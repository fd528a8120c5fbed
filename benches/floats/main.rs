//! `cargo bench --bench floats`: how long it takes to say whether two sums and products of floats are equal, for Sepal,
//! Z3 and Bitwuzla. It never fails for being slow.
//!
//! For each number of terms there are random trees of `+` and `*`. Each tree is compared with a copy in which operands
//! have changed places, which is equal, and with such a copy in which one term is another one, which is not.
//!
//! `SEPAL_RUNS`: the number of trees (default 9). `SEPAL_Z3`: the program (default `.z3/bin/z3`). `SEPAL_PYTHON`: a
//! Python that may have the package `bitwuzla` (default `python3`).
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A bench starts processes and reads the clock.

mod peers;
mod tree;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tree::{Random, Tree};

const SEPAL: &str = env!("CARGO_BIN_EXE_sepal");
/// Numbers of terms.
const SIZES: [usize; 6] = [8, 16, 32, 64, 128, 256];
/// Sepal's aims, in milliseconds: the number of terms, whether the answer is "yes", whether the time is that of the
/// obligation with its explanation, and the time.
const AIMS: [(usize, bool, bool, f64); 2] = [(256, false, false, 50.0), (64, true, true, 5.0)];

/// The times of one question, in milliseconds.
struct Times {
    sepal: f64,
    /// Whether Sepal gave an answer. A wrong answer is an error.
    answered: bool,
    /// The part of a run with `--explain` that is spent on the obligation.
    obligation: f64,
    z3: Option<f64>,
    bitwuzla: Option<f64>,
}

fn main() {
    let runs = std::env::var("SEPAL_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(9);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("{runs} trees for each number of terms; load at the start {}", load.split(' ').next().unwrap_or("?"));
    let peers = peers::Peers::find();
    peers.missing().iter().for_each(|name| println!("{name} is not installed, and is left out"));
    if let Err(error) = table(runs, &peers) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn table(runs: u64, peers: &peers::Peers) -> Result<(), String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("floats");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("\nmedians in ms; in parentheses the longest; \"obligation\" is the part of Sepal's time with --explain");
    println!("{:>5} {:4} {:>16} {:>16} {:>18} {:>20}", "terms", "", "Sepal", "obligation", "Z3", "Bitwuzla");
    for n in SIZES {
        for equal in [true, false] {
            let all = (0..runs).map(|seed| times(n, equal, seed, &folder, peers)).collect::<Result<Vec<_>, _>>()?;
            let column = |of: fn(&Times) -> Option<f64>| summary(all.iter().filter_map(of).collect());
            let answer = if equal { "yes" } else { "no" };
            println!(
                "{n:5} {answer:4} {:>16} {:>16} {:>18} {:>20}",
                column(|t| Some(t.sepal)),
                column(|t| Some(t.obligation)),
                column(|t| t.z3),
                column(|t| t.bitwuzla)
            );
            let unknown = all.iter().filter(|t| !t.answered).count();
            if unknown > 0 {
                println!("           Sepal says \"unknown\" of {unknown} of {runs}");
            }
            for (_, _, inside, aim) in AIMS.iter().filter(|aim| (aim.0, aim.1) == (n, equal)) {
                let of = |t: &Times| if *inside { t.obligation } else { t.sepal };
                let reached = median(all.iter().map(of).collect());
                println!("           aim {aim} ms: {:.2} of it", reached / aim);
            }
        }
    }
    Ok(())
}

/// The times for one pair of trees.
fn times(n: usize, equal: bool, seed: u64, folder: &Path, peers: &peers::Peers) -> Result<Times, String> {
    let mut random = Random::new(seed * 1000 + n as u64);
    let one = Tree::random(n, &mut random);
    let mut other = one.commuted(&mut random);
    if !equal {
        other.change(random.below(n));
    }
    let file = folder.join("floats.pvl");
    let write = |path: &Path, text: String| std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    write(&file, tree::kernel(&one, &other, n))?;
    let (right, wrong) = if equal { ("proved", "refuted") } else { ("refuted", "proved") };
    let (sepal, plain) = ours(&file, &[])?;
    let (_, document) = ours(&file, &["--explain"])?;
    let verdict = plain.get("verdict").and_then(serde_json::Value::as_str).unwrap_or_default();
    if verdict != right && verdict != "unknown" {
        return Err(format!("Sepal says {verdict} of {}, which must not be {wrong}", file.display()));
    }
    Ok(Times {
        sepal,
        answered: verdict == right,
        obligation: obligation(&document).ok_or("Sepal's document has no obligation")?,
        z3: peers.z3(&tree::script(&one, &other, n, false), equal, folder)?,
        bitwuzla: peers.bitwuzla(&tree::script(&one, &other, n, true), equal, folder)?,
    })
}

/// Sepal's time from the start of the process, and its JSON document.
fn ours(file: &Path, options: &[&str]) -> Result<(f64, serde_json::Value), String> {
    let mut command = Command::new(SEPAL);
    let _ = command.args(["verify", "--no-cache", "--json"]).args(options).arg(file);
    let (time, output) = timed(&mut command)?;
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok((time, document))
}

/// The time of the assertion in a document.
fn obligation(document: &serde_json::Value) -> Option<f64> {
    let all = document.get("files")?.get(0)?.get("items")?.get(0)?.get("obligations")?.as_array()?;
    let own = all.iter().filter(|o| o.get("code").is_some_and(|code| code == "assert:condition-false"));
    own.map(|o| o.get("milliseconds")?.as_f64()).sum()
}

/// Runs a command three times, and returns the shortest time from the start of the process in milliseconds, and the
/// output of that run. The first run after a pause is often longer, because a virtual machine gives unused memory
/// back.
pub fn timed(command: &mut Command) -> Result<(f64, Output), String> {
    let once = |_| {
        let start = Instant::now();
        let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
        Ok::<_, String>((ms(start.elapsed()), output))
    };
    let runs = (0..3).map(once).collect::<Result<Vec<_>, _>>()?;
    runs.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).ok_or_else(String::new)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `4.2 (5.0)`; a dash for a solver that is left out, or that gave no answer.
fn summary(times: Vec<f64>) -> String {
    let longest = times.iter().copied().fold(0.0, f64::max);
    if times.is_empty() {
        return "—".to_owned();
    }
    format!("{:.1} ({longest:.1})", median(times))
}
