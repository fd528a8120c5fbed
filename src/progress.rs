//! A line on the terminal that says how far a verification is.
//!
//! In: what an observer of the verification is told. Out: one line on standard error, which is rewritten, and is gone
//! at the end. The line appears if the verification takes longer than a second.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use logic::obligation::{Obligation, Task};
use vcgen::outcome::Verdict;
use vcgen::tools::Observer;

use crate::output;

/// How long a verification takes before the line appears.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the line stays the same.
const TICK: Duration = Duration::from_millis(200);

/// How far a verification is.
pub struct Progress {
    /// Number of files.
    files: usize,
    /// Number of files that are done.
    files_done: AtomicUsize,
    /// Number of obligations of the files that were read so far.
    obligations: AtomicUsize,
    /// Number of obligations that are done.
    done: AtomicUsize,
    /// The name of the item whose obligation was started last.
    item: Mutex<String>,
}

impl Progress {
    /// Nothing is done yet of this number of files.
    pub fn new(files: usize) -> Self {
        Self {
            files,
            files_done: AtomicUsize::new(0),
            obligations: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            item: Mutex::default(),
        }
    }

    /// All obligations of a file are done.
    pub fn file_ended(&self) {
        let _ = self.files_done.fetch_add(1, Ordering::Relaxed);
    }

    /// A line such as `3/12 files, 140/207 obligations: scan`, of at most `width` characters.
    fn line(&self, width: usize) -> String {
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        let files =
            if self.files > 1 { format!("{}/{} files, ", count(&self.files_done), self.files) } else { String::new() };
        let item = self.item.lock().unwrap_or_else(PoisonError::into_inner);
        // What is found to be needed later, such as the measure of a loop, was not planned.
        let done = count(&self.done);
        let line = format!("{files}{done}/{} obligations: {item}", count(&self.obligations).max(done));
        line.chars().take(width).collect()
    }
}

impl Observer for Progress {
    fn planned(&self, task: &Task) {
        let _ = self.obligations.fetch_add(task.obligations.len(), Ordering::Relaxed);
    }

    fn started(&self, task: &Task, _: &Obligation) {
        let mut item = self.item.lock().unwrap_or_else(PoisonError::into_inner);
        if *item != task.item {
            item.clone_from(&task.item);
        }
    }

    fn ended(&self, _: &Task, _: &Obligation, _: Verdict) {
        let _ = self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Does the work. Meanwhile the line is shown if a person watches the terminal, and `watched` says that they want it.
pub fn shown<T: Send>(progress: &Progress, watched: bool, work: impl FnOnce() -> T) -> T {
    if !watched || !output::watched() {
        return work();
    }
    std::thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        scope.spawn(move || {
            let mut patience = PATIENCE;
            let mut visible = false;
            while wait.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                output::progress(&progress.line(output::width().saturating_sub(1)));
                (patience, visible) = (TICK, true);
            }
            if visible {
                output::progress("");
            }
        });
        let out = work();
        drop(done);
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_fits_and_counts() {
        let progress = Progress::new(12);
        progress.file_ended();
        let _ = progress.obligations.fetch_add(207, Ordering::Relaxed);
        "scan".clone_into(&mut progress.item.lock().unwrap_or_else(PoisonError::into_inner));
        assert_eq!(progress.line(80), "1/12 files, 0/207 obligations: scan");
        assert_eq!(progress.line(10), "1/12 files");
        assert_eq!(Progress::new(1).line(80), "0/0 obligations: ");
    }
}
