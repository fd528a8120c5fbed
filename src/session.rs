//! A run: files in, outcomes out, in the order of the files whatever the threads do.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use vcgen::check::check;
use vcgen::outcome::FileOutcome;
use vcgen::pipeline::Options;

use crate::files::Input;
use crate::output;

/// Stack of a worker; see the one in `main`.
const STACK: usize = 256 << 20;

/// Verifies every input on `options.threads` threads (0: one for each core).
pub fn run(inputs: Vec<Input>, options: &Options) -> Result<Vec<FileOutcome>, String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .stack_size(STACK)
        .thread_name(|i| format!("sepal-{i}"))
        .build()
        .map_err(|error| format!("cannot start the threads: {error}"))?;
    let total = inputs.len();
    let done = AtomicUsize::new(0);
    let outcomes = pool.install(|| {
        inputs
            .into_par_iter()
            .map(|input| {
                output::progress(&format!("{}/{total} {}", done.load(Ordering::Relaxed), input.path));
                let outcome = one(input, options);
                done.fetch_add(1, Ordering::Relaxed);
                outcome
            })
            .collect()
    });
    output::progress("");
    Ok(outcomes)
}

fn one(input: Input, options: &Options) -> FileOutcome {
    match input.text {
        Ok(text) => check(&input.path, &text, options),
        Err(diagnostic) => FileOutcome { path: input.path, diagnostics: vec![diagnostic], ..FileOutcome::default() },
    }
}
