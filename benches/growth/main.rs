//! `cargo bench --bench growth`: how the time and the memory of a proof grow with the length of the kernel. It never
//! fails for being slow.
//!
//! For each kind of kernel, the table has the time of one element, that is, the time from the start of the process to
//! its end, divided by the number of elements. `ratio` is this time with 512 elements, divided by that with 32. The
//! aims are a ratio of at most 2, at most 20 ms for a barrier, and at most 500 MB of memory.
//!
//! `SEPAL_RUNS`: how often each kernel is verified (default 3). The table shows the shortest time.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A bench starts processes and reads the clock.

mod kernels;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kernels::{Kind, KINDS};
use wait4::Wait4;

const SEPAL: &str = env!("CARGO_BIN_EXE_sepal");
/// Numbers of elements.
const SIZES: [usize; 7] = [8, 16, 32, 64, 128, 256, 512];
/// The sizes whose times are compared.
const COMPARED: [usize; 2] = [32, 512];

/// One kernel, verified.
struct Verified {
    elements: usize,
    time: Duration,
    /// Peak of resident memory, in bytes.
    memory: u64,
    proved: bool,
}

impl Verified {
    /// Milliseconds for one element.
    fn of_one(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.elements as f64
    }
}

fn main() {
    let runs = std::env::var("SEPAL_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("the shortest of {runs} runs; load at the start {}", load.split(' ').next().unwrap_or("?"));
    if let Err(error) = table(runs) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn table(runs: usize) -> Result<(), String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("growth");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    print!("\nms for one element; `?` is not proved\n{:30}", "");
    SIZES.iter().for_each(|n| print!("{n:>8}"));
    println!("{:>8}{:>10}", "ratio", "memory");
    for kind in KINDS {
        let all = SIZES.iter().map(|n| verified(kind, *n, runs, &folder)).collect::<Result<Vec<_>, _>>()?;
        print!("{:30}", kind.0);
        all.iter().for_each(|v| print!("{:>8}", format!("{:.2}{}", v.of_one(), if v.proved { "" } else { "?" })));
        let at = |n| all.iter().find(|v| v.elements == n).map_or(f64::NAN, Verified::of_one);
        let memory = all.iter().map(|v| v.memory).max().unwrap_or_default();
        println!("{:>8.2}{:>7} MB", at(COMPARED[1]) / at(COMPARED[0]), memory / 1_000_000);
    }
    Ok(())
}

/// Verifies a kernel with `n` elements several times.
fn verified(kind: Kind, n: usize, runs: usize, folder: &Path) -> Result<Verified, String> {
    let path = folder.join(format!("kernel-{n}.pvl"));
    std::fs::write(&path, kind.1(n)).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut best: Option<Verified> = None;
    for _ in 0..runs.max(1) {
        let mut command = Command::new(SEPAL);
        let _ = command
            .args(["verify", "--no-cache"])
            .arg(&path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let start = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let end = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
        let time = start.elapsed();
        let proved = match end.status.code() {
            Some(0) => true,
            Some(3) => false,
            _ => return Err(format!("{command:?}: {}", end.status)),
        };
        let now = Verified { elements: n, time, memory: end.rusage.maxrss, proved };
        best = best.filter(|best| best.time <= now.time).or(Some(now));
    }
    best.ok_or_else(|| "no run".to_owned())
}
