//! `cargo bench --bench speed`: how long verdicts take, as ratios to targets and to a peer. It never fails for being
//! slow.
//!
//! `SEPAL_RUNS`: repetitions (default 21). `SEPAL_PEER`: see `peer.rs`; without it, the peer is left out.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A bench starts processes and reads the clock.

mod measure;
mod peer;
mod share;

use std::path::{Path, PathBuf};
use std::time::Duration;

use measure::{instructions, repeat};

const SEPAL: &str = env!("CARGO_BIN_EXE_sepal");

/// A name, what is verified, and how long that may take, in milliseconds.
const TARGETS: [(&str, &str, f64); 5] = [
    ("Figure 5.8", "examples/01-figure-5.8.pvl", 50.0),
    ("Figure 5.9", "examples/10-figure-5.9.pvl", 100.0),
    ("scan, 20 barriers", "benches/kernels/scan1024.pvl", 200.0),
    ("examples/*.pvl", "examples/*.pvl", 3000.0),
    ("examples/flagship", "examples/flagship", 20_000.0),
];
/// Peak memory that none of them should exceed, in bytes.
const MEMORY: f64 = 200e6;

/// A name, a kernel that is run with and without its contracts, a launch of a million threads, and its input.
type Executed = (&'static str, &'static str, &'static str, &'static [&'static str]);
const RUNS: [Executed; 6] = [
    ("one group", "benches/kernels/fill.pvl", "groups=1,threads=1048576", &["--arg", "n=1048576", "--array", "a=zero"]),
    (
        "contract of launch",
        "benches/kernels/fill-levels.pvl",
        "groups=4096,threads=256",
        &["--arg", "n=1048576", "--array", "a=zero"],
    ),
    ("stencil, barrier", "examples/06-stencil.pvl", "groups=4096,threads=256", &[]),
    ("tiles, barrier", "examples/08-transpose.pvl", "groups=4096,threads=256", &["--arg", "h=64", "--arg", "w=64"]),
    ("reversal, barrier", "examples/05-reverse.pvl", "groups=4096,threads=256", &[]),
    ("two dimensions", "examples/13-transpose-in-two-dimensions.pvl", "groups=64x64,threads=16x16", &[]),
];
/// Runs with contracts count what these evaluate, and a million threads may need more than the usual limit.
const STEPS: &str = "1000000000";
/// How many times as long a run with contracts may take.
const WITH_CONTRACTS: f64 = 10.0;

/// Kernels of ours and the peer's encoding of a like one.
const PAIRS: [(&str, &str, &str); 4] = [
    ("vector addition", "examples/02-vector-addition.pvl", "t1_vadd.vpr"),
    ("reversal, one barrier", "examples/05-reverse.pvl", "t2_reverse_barrier.vpr"),
    ("Figure 5.9", "examples/10-figure-5.9.pvl", "t3_pascal.vpr"),
    ("scan, 20 barriers", "benches/kernels/scan1024.pvl", "t6_scan1024.vpr"),
];

fn main() {
    // Cargo starts benches in the root of the package.
    let runs = std::env::var("SEPAL_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(21);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("{runs} runs each, process start to exit; load at the start {}", load.split(' ').next().unwrap_or("?"));
    let result = targets(runs).and_then(|()| executions(runs)).and_then(|()| corpus()).and_then(|()| {
        match std::env::var_os("SEPAL_PEER") {
            Some(folder) => peers(&PathBuf::from(folder), runs),
            None => {
                println!("\nno peer: SEPAL_PEER is not set");
                Ok(())
            }
        }
    });
    if let Err(error) = result {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

/// The verification of a file, of a folder or, with `*.pvl` behind a folder, of the files in it alone. No proofs of
/// earlier runs are used.
fn ours(path: &str) -> std::process::Command {
    let mut command = std::process::Command::new(SEPAL);
    let _ = command.args(["verify", "--no-cache"]).args(paths(path));
    command
}

fn paths(path: &str) -> Vec<PathBuf> {
    let Some(folder) = path.strip_suffix("/*.pvl") else { return vec![path.into()] };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "pvl")).collect();
    paths.sort();
    paths
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn targets(runs: usize) -> Result<(), String> {
    println!("\n{:18} {:>9} {:>7} {:>7} {:>8} {:>6} {:>13}", "", "wall ms", "min", "CPU", "target", "of it", "memory");
    for (name, path, target) in TARGETS {
        let all = repeat(runs, || ours(path))?;
        let wall = ms(all.wall());
        let memory = all.memory as f64;
        println!(
            "{name:18} {wall:9.1} {:7.1} {:7.1} {target:8.0} {:6.2} {:5.0} MB {:.2}",
            ms(all.fastest()),
            ms(all.cpu()),
            wall / target,
            memory / 1e6,
            memory / MEMORY
        );
    }
    println!();
    for (name, path, _) in TARGETS {
        match instructions(ours(path).arg("-j1")) {
            Some(count) => println!("{name:18} {:7.1} million instructions on one thread", count as f64 / 1e6),
            None => {
                println!("instructions are not counted: valgrind is not installed");
                break;
            }
        }
    }
    Ok(())
}

/// Runs of kernels, with and without contracts.
fn executions(runs: usize) -> Result<(), String> {
    println!("\na million threads    contracts      without   times  target  memory");
    for (name, path, launch, input) in RUNS {
        let with = |options: &[&str]| {
            repeat(runs, || {
                let mut command = std::process::Command::new(SEPAL);
                let _ = command.args(["run", path, "--launch", launch, "--steps", STEPS]).args(input).args(options);
                command
            })
        };
        let (all, plain) = (with(&[])?, with(&["--no-contracts"])?);
        println!(
            "{name:18} {:8.0} ms {:9.0} ms {:7.1} {WITH_CONTRACTS:7.0} {:4.0} MB",
            ms(all.wall()),
            ms(plain.wall()),
            ms(all.cpu()) / ms(plain.cpu()),
            all.memory as f64 / 1e6
        );
    }
    Ok(())
}

fn corpus() -> Result<(), String> {
    println!();
    for (name, folders) in [("examples", &["examples"][..]), ("whole corpus", &["examples", "benches", "tests"][..])] {
        let s = share::shares(SEPAL, folders)?;
        let percent = |part: f64, whole: f64| 100.0 * part / whole.max(f64::MIN_POSITIVE);
        let all = s.obligations as f64;
        println!(
            "{name}: {} obligations: {:.0} % without a query, {:.0} % by a quantifier-free query; \
             {:.0} % of {:.0} ms outside the solver",
            s.obligations,
            percent(s.without_solver as f64, all),
            percent(s.quantifier_free as f64, all),
            percent(s.milliseconds - s.solver_milliseconds, s.milliseconds),
            s.milliseconds
        );
    }
    Ok(())
}

fn peers(folder: &Path, runs: usize) -> Result<(), String> {
    println!("\nSilicon on encodings by hand (seconds), and how many times Sepal's wall time, from cold, that is");
    println!("{:22} {:>8} {:>8} {:>8} {:>8} {:>8}", "", "Sepal", "cold", "ratio", "warm", "ratio");
    let server = peer::Server::start(folder)?;
    for (name, path, encoding) in PAIRS {
        let file = folder.join("vpr").join(encoding);
        let sepal = repeat(runs, || ours(path))?.wall().as_secs_f64();
        let warm = server.warm(&file, runs.min(10))?.as_secs_f64();
        let cold = peer::cold(folder, &file, runs.min(3))?.as_secs_f64();
        println!("{name:22} {sepal:8.3} {cold:8.2} {:7.0}x {warm:8.3} {:7.1}x", cold / sepal, warm / sepal);
    }
    Ok(())
}
