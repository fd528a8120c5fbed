//! Runs trials in parallel.
//!
//! In: items, and a function. Out: the results in the order of the items, whichever thread computed them.

use crate::judge::STACK;
use rayon::prelude::*;

/// Applies `work` to the items on `threads` threads (0 means one for each core), with stacks that are large enough for
/// the verifier.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(|| items.par_iter().map(&work).collect()),
        // No thread could be started, so this thread does the work.
        Err(_) => items.iter().map(work).collect(),
    }
}
