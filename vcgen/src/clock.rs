//! Wall time: the only file that reads a clock.
//!
//! In: nothing. Out: durations. Without the feature `system` there is no clock, and all durations are 0.

use std::time::Duration;
#[cfg(feature = "system")]
use std::time::Instant;

/// A stopwatch, which measures the time since its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    #[cfg(feature = "system")]
    started: Instant,
}

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start() -> Self {
        Self {
            #[cfg(feature = "system")]
            started: Instant::now(),
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        #[cfg(feature = "system")]
        return self.started.elapsed();
        #[cfg(not(feature = "system"))]
        return Duration::ZERO;
    }
}
