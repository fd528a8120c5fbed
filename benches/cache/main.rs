//! `cargo bench --bench cache`: how long a file of 1,000 lines takes from nothing, with the proofs of an earlier run,
//! and after an edit of one line. It never fails for being slow.
//!
//! `SEPAL_RUNS`: repetitions (default 9).
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A bench starts processes and reads the clock.

#[path = "../speed/measure.rs"]
#[allow(dead_code)] // The speed of examples needs more.
mod measure;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use measure::{repeat, Runs};

const SEPAL: &str = env!("CARGO_BIN_EXE_sepal");

/// A kernel of `examples/`, and the names at the top level of its file, which get a number in each copy.
const FILES: [(&str, [&str; 2]); 2] = [
    ("examples/10-figure-5.9.pvl", ["kernel binomial", "binom("]),
    ("examples/11-reduction.pvl", ["kernel reduction", "pow2("]),
];
/// Copies of each.
const COPIES: usize = 7;
/// The statement that is edited, in the last copy.
const STATEMENT: &str = "l := l + 1;";

fn main() {
    if let Err(error) = table() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn table() -> Result<(), String> {
    let runs = std::env::var("SEPAL_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(9);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-cache");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (file, cache) = (folder.join("long.pvl"), folder.join("cache"));
    let text = long()?;
    let write = |text: &str| fs::write(&file, text).map_err(|error| error.to_string());
    let command = |cached: bool| {
        let mut command = Command::new(SEPAL);
        command.args(["verify", "-q", "-j", "1"]).arg(&file);
        let _ = if cached { command.arg("--cache").arg(&cache) } else { command.arg("--no-cache") };
        command
    };
    println!("{runs} runs each, {} lines, one thread", text.lines().count());
    println!("| | wall time | CPU time | cold : this |\n|---|---|---|---|");
    write(&text)?;
    let cold = repeat(runs, || command(false))?;
    row("without cache", &cold, &cold);
    row("nothing changed", &repeat(runs, || command(true))?, &cold);
    // Each run sees another edit of the same line.
    static EDITS: AtomicUsize = AtomicUsize::new(2);
    let edited = repeat(runs, || {
        let number = EDITS.fetch_add(1, Ordering::Relaxed);
        let at = text.rfind(STATEMENT).unwrap_or_default();
        let edit = format!("{STATEMENT} assert l >= -{number};");
        let rest = text.get(at + STATEMENT.len()..).unwrap_or_default();
        drop(write(&format!("{}{edit}{rest}", text.get(..at).unwrap_or_default())));
        command(true)
    })?;
    row("one line changed", &edited, &cold);
    Ok(())
}

/// The copies, one behind the other.
fn long() -> Result<String, String> {
    let mut out = String::new();
    for (path, names) in FILES {
        let source = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        for n in 0..COPIES {
            let numbered = |text: String, name: &&str| {
                let numbered = name.strip_suffix('(').map_or(format!("{name}{n}"), |name| format!("{name}{n}("));
                text.replace(name, &numbered)
            };
            out.push_str(&names.iter().fold(source.clone(), numbered));
        }
    }
    Ok(out)
}

fn row(name: &str, runs: &Runs, cold: &Runs) {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (wall, cpu) = (ms(runs.wall()), ms(runs.cpu()));
    println!("| {name} | {wall:.1} ms | {cpu:.1} ms | {:.1} |", ms(cold.cpu()) / cpu);
}
