//! One command, many times: a command line in, wall time, CPU time and peak memory out.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// What repeated runs took, from before the process starts until it has ended.
pub struct Runs {
    wall: Vec<Duration>,
    cpu: Vec<Duration>,
    /// The largest peak of resident memory, in bytes.
    pub memory: u64,
}

impl Runs {
    /// The middle one.
    pub fn wall(&self) -> Duration {
        median(&self.wall)
    }
    /// The shortest.
    pub fn fastest(&self) -> Duration {
        self.wall.iter().min().copied().unwrap_or_default()
    }
    /// User and system time of all threads, the middle one.
    pub fn cpu(&self) -> Duration {
        median(&self.cpu)
    }
}

/// The middle of some times.
pub fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// Runs a command `n` times, after once for the page cache; each time it must succeed.
pub fn repeat(n: usize, command: impl Fn() -> Command) -> Result<Runs, String> {
    let mut runs = Runs { wall: Vec::new(), cpu: Vec::new(), memory: 0 };
    for turn in 0..=n {
        let mut command = command();
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let end = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
        let wall = start.elapsed();
        if !end.status.success() {
            return Err(format!("{command:?}: {}", end.status));
        }
        if turn > 0 {
            runs.wall.push(wall);
            runs.cpu.push(end.rusage.utime + end.rusage.stime);
        }
        runs.memory = runs.memory.max(end.rusage.maxrss);
    }
    Ok(runs)
}

/// Instructions of a run on one thread, libraries included, as callgrind counts them; none without valgrind.
pub fn instructions(run: &Command) -> Option<u64> {
    let mut command = Command::new("valgrind");
    let _ = command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let _ = command.arg(run.get_program()).args(run.get_args());
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.parse().ok()
}
