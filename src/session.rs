//! One call of `sepal verify`: verifies the files on several threads.
//!
//! In: files and options. Out: one outcome for each file, in the order of the files, whatever the threads do.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use logic::obligation::{Obligation, Task};
use vcgen::check::check_with;
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::solver::Z3;
use vcgen::tools::{Observer, Tools};

use crate::files::Input;
use crate::output;

/// Stack size of a worker, in bytes; unused stack costs no memory.
const STACK: usize = 256 << 20;

/// Verifies every input on `options.threads` threads (0 means one for each core).
pub fn run(inputs: Vec<Input>, options: &Options) -> Result<Vec<FileOutcome>, String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .stack_size(STACK)
        .thread_name(|i| format!("sepal-{i}"))
        .build()
        .map_err(|error| format!("cannot start the threads: {error}"))?;
    let progress = Progress { total: inputs.len(), files: AtomicUsize::new(0), obligations: AtomicUsize::new(0) };
    let tools = Tools { observer: &progress, ..Tools::new(&Z3) };
    let outcomes = pool.install(|| {
        inputs
            .into_par_iter()
            .map(|input| {
                progress.show(&input.path);
                let outcome = one(input, options, &tools);
                progress.files.fetch_add(1, Ordering::Relaxed);
                outcome
            })
            .collect()
    });
    output::progress("");
    Ok(outcomes)
}

/// Counts what is done, for a progress line on the terminal.
struct Progress {
    /// Number of files.
    total: usize,
    /// Number of files that are done.
    files: AtomicUsize,
    /// Number of obligations that are done, in all files together.
    obligations: AtomicUsize,
}

impl Progress {
    /// Shows a line such as `3/12 files, 140 obligations: examples/scan.pvl`.
    fn show(&self, now: &str) {
        if output::watched() {
            let (files, obligations) = (self.files.load(Ordering::Relaxed), self.obligations.load(Ordering::Relaxed));
            output::progress(&format!("{files}/{} files, {obligations} obligations: {now}", self.total));
        }
    }
}

impl Observer for Progress {
    fn started(&self, task: &Task, _: &Obligation) {
        self.show(&task.item);
    }

    fn ended(&self, _: &Task, _: &Obligation, _: Verdict) {
        let _ = self.obligations.fetch_add(1, Ordering::Relaxed);
    }
}

fn one(input: Input, options: &Options, tools: &Tools<'_>) -> FileOutcome {
    match input.text {
        Ok(text) => check_with(&input.path, &text, options, tools),
        Err(diagnostic) => FileOutcome { path: input.path, diagnostics: vec![diagnostic], ..FileOutcome::default() },
    }
}
