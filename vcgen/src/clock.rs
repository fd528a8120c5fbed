//! Wall time: the only file that reads a clock.
//!
//! In: nothing. Out: how long something took. Without the feature `system` there is no clock, and everything takes no
//! time.

use std::time::Duration;
#[cfg(feature = "system")]
use std::time::Instant;

/// Measures from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    #[cfg(feature = "system")]
    started: Instant,
}

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Self {
        Self {
            #[cfg(feature = "system")]
            started: Instant::now(),
        }
    }

    /// How long it has run.
    pub fn elapsed(&self) -> Duration {
        #[cfg(feature = "system")]
        return self.started.elapsed();
        #[cfg(not(feature = "system"))]
        return Duration::ZERO;
    }
}
