//! A token that stops a verification, for example when the text in an editor has changed.
//!
//! In: a call of [`Cancel::cancel`], from any thread. Out: running checks stop soon, and no further check begins.
//! Obligations that are not decided by then are unknown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A token that stops work. Its clones are the same token. The default token can never be used.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Option<Arc<Shared>>);

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    /// A lock that guards no data; waiting for the bell needs a lock.
    lock: Mutex<()>,
    /// Rings when the token is used, and when a watched check has ended.
    bell: Condvar,
}

/// The time between two interrupts of a check that does not stop at once.
const AGAIN: Duration = Duration::from_millis(10);

impl Cancel {
    /// A token that can be used.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Stops the work that has this token.
    pub fn cancel(&self) {
        if let Some(shared) = &self.0 {
            shared.cancelled.store(true, Ordering::SeqCst);
            shared.ring();
        }
    }

    /// Whether the work should stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.cancelled.load(Ordering::SeqCst))
    }

    /// Whether the token can be used. If not, checks need not be watched.
    pub fn is_possible(&self) -> bool {
        self.0.is_some()
    }

    /// Waits until the token is used, and then calls `interrupt` again and again until `ended` is true. Returns once
    /// `ended` is true; [`Self::wake`] makes this function look at `ended`.
    pub fn watch(&self, ended: &AtomicBool, interrupt: impl Fn()) {
        let Some(shared) = &self.0 else { return };
        let mut guard = shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !ended.load(Ordering::SeqCst) {
            if !shared.cancelled.load(Ordering::SeqCst) {
                guard = shared.bell.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            interrupt();
            guard = shared.bell.wait_timeout(guard, AGAIN).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells those that watch to look whether their check has ended.
    pub fn wake(&self) {
        if let Some(shared) = &self.0 {
            shared.ring();
        }
    }
}

impl Shared {
    fn ring(&self) {
        // The lock ensures that a thread which has just found nothing already waits when the bell rings.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.bell.notify_all();
    }
}
