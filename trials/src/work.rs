//! Many trials at once.
//!
//! In: items and what to do with each. Out: the results, in the order of the items, whatever thread did them.

use crate::judge::STACK;
use rayon::prelude::*;

/// Maps `items` on `threads` threads (0: as many as there are cores) with stacks as the verifier needs.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(|| items.par_iter().map(&work).collect()),
        // No further thread can be had: this one does it.
        Err(_) => items.iter().map(work).collect(),
    }
}
