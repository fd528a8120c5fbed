//! Threads: the only file that makes any.
//!
//! In: work that is independent. Out: its results, in order, whatever the threads do. Without the feature `system` the
//! caller's thread does all of it.

#[cfg(feature = "system")]
use crate::solving::Cancel;
#[cfg(feature = "system")]
use rayon::prelude::*;
#[cfg(feature = "system")]
use std::sync::atomic::{AtomicBool, Ordering};

/// Stack of a worker: terms nest as deep as straight-line code is long.
#[cfg(feature = "system")]
const STACK: usize = 256 << 20;

/// Calls `work`, in which [`map`] and [`join`] use that many threads; 0 for as many as there are cores.
#[cfg(feature = "system")]
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        // The caller verifies several files on its own pool; a second one would only contend with it.
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        // No further thread can be had: this one does it.
        Err(_) => work(),
    }
}

/// Calls `work`.
#[cfg(not(feature = "system"))]
pub fn in_pool<T: Send>(_threads: usize, work: impl FnOnce() -> T + Send) -> T {
    work()
}

/// The results of two functions, which may run at the same time.
#[cfg(feature = "system")]
pub fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(first, second)
}

/// The results of two functions.
#[cfg(not(feature = "system"))]
pub fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    (first(), second())
}

/// What `f` makes of each item, in the order of the items.
#[cfg(feature = "system")]
pub fn map<I: Send, O: Send>(items: Vec<I>, f: impl Fn(I) -> O + Send + Sync) -> Vec<O> {
    items.into_par_iter().map(f).collect()
}

/// What `f` makes of each item, in the order of the items.
#[cfg(not(feature = "system"))]
pub fn map<I: Send, O: Send>(items: Vec<I>, f: impl Fn(I) -> O + Send + Sync) -> Vec<O> {
    items.into_iter().map(f).collect()
}

/// Calls `work`; from when `cancel` is used until `work` ends, another thread calls `interrupt` again and again.
#[cfg(feature = "system")]
pub fn interruptible<T>(cancel: &Cancel, interrupt: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    /// Lets the other thread go, even if `work` panics.
    struct Ended<'a>(&'a AtomicBool, &'a Cancel);
    impl Drop for Ended<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
            self.1.wake();
        }
    }
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = std::thread::Builder::new().spawn_scoped(scope, || cancel.watch(&ended, interrupt));
        // Without a thread the work runs to its own limits.
        drop(watcher);
        let _ended = Ended(&ended, cancel);
        work()
    })
}
