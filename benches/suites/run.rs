//! One call of `sepal verify`, within limits.
//!
//! In: a file with its options. Out: the JSON document, the time and the memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::Value;
use wait4::Wait4;

/// The ticks of a second in the files about processes.
const TICKS: u64 = 100;
/// The memory at which a run is ended, in bytes.
const MOST: u64 = 6 << 30;
/// The size of a page, in bytes.
const PAGE: u64 = 4096;

/// A call that has ended, or has been ended.
pub struct Run {
    pub file: PathBuf,
    pub options: Vec<String>,
    /// The document about the file; an error if the command was ended or printed none.
    pub document: Result<Value, String>,
    pub time: Duration,
    /// The time of all its threads, with that of clang.
    pub work: Duration,
    /// The peak of resident memory of the command or of clang, in bytes.
    pub memory: u64,
}

/// Where the command is, and what it may use.
pub struct Limits {
    pub sepal: PathBuf,
    /// A folder for what is precompiled, which is empty at the start.
    pub cache: PathBuf,
    /// The folder in which the documents are kept.
    pub out: PathBuf,
    /// A folder for files that the configuration of a suite writes.
    pub made: PathBuf,
    /// The time of all threads together, so that other work on the machine does not matter.
    pub work: Duration,
}

impl Limits {
    /// Verifies a file.
    pub fn verified(&self, file: &Path, options: Vec<String>, name: &str) -> Result<Run, String> {
        let out = self.out.join(format!("{name}.json"));
        let created = std::fs::File::create(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        let mut command = Command::new(&self.sepal);
        let _ = command.arg("verify").arg("--json").args(&options).arg(file).env("SEPAL_CACHE", &self.cache);
        let _ = command.stdin(Stdio::null()).stdout(created).stderr(Stdio::null());
        let start = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let (ended, wait) = channel::<()>();
        let (id, limit) = (child.id(), self.work);
        let watch = std::thread::spawn(move || loop {
            match wait.recv_timeout(Duration::from_millis(20)) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return None,
            }
            let large = resident(id) > MOST;
            if large || worked(id) > limit || start.elapsed() > limit * 10 {
                let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
                return Some(if large { "too much memory" } else { "too much time" });
            }
        });
        let end = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
        let time = start.elapsed();
        drop(ended);
        let killed = watch.join().ok().flatten();
        let text = std::fs::read_to_string(&out).unwrap_or_default();
        let document = match killed {
            Some(why) => Err(why.to_owned()),
            None => serde_json::from_str(&text).map_err(|_| format!("no document, {}", end.status)),
        };
        let work = end.rusage.utime + end.rusage.stime;
        Ok(Run { file: file.to_owned(), options, document, time, work, memory: end.rusage.maxrss })
    }
}

/// The resident memory of a process, in bytes.
fn resident(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * PAGE
}

/// The time that the threads of a process have worked.
fn worked(id: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS)
}
