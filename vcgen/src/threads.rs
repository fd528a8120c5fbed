//! Threads: the only file that makes any.
//!
//! In: independent pieces of work. Out: their results, in the order of the pieces, whatever the threads do. Without the
//! feature `system`, the thread of the caller does all work.

#[cfg(feature = "system")]
use crate::solving::Cancel;
#[cfg(feature = "system")]
use rayon::prelude::*;
#[cfg(feature = "system")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Stack size of a worker, in bytes. Terms of long straight-line code are nested deeply.
#[cfg(feature = "system")]
const STACK: usize = 256 << 20;

/// Calls `work`. In it, [`map`] and [`join`] use `threads` threads; 0 means one for each core.
#[cfg(feature = "system")]
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        // The caller verifies several files on its own pool; a second one would only contend with it.
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        // If no thread can be started, this thread does the work.
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

/// Calls `work` while no other thread is in a call of this function: for work that takes much memory.
pub fn one_at_a_time<T>(work: impl FnOnce() -> T) -> T {
    static LARGE: Mutex<()> = Mutex::new(());
    let _one = LARGE.lock().unwrap_or_else(PoisonError::into_inner);
    work()
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

/// Calls `work`. If `cancel` is used before `work` ends, another thread calls `interrupt` again and again until `work`
/// ends.
#[cfg(feature = "system")]
pub fn interruptible<T>(cancel: &Cancel, interrupt: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    /// Ends the other thread, even if `work` panics.
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
        // If no thread can be started, the work cannot be interrupted, and runs to its own limits.
        drop(watcher);
        let _ended = Ended(&ended, cancel);
        work()
    })
}
