//! The limits of an exploration, and its result.
//!
//! In: nothing. Out: [`Bounds`] and [`Exploration`].

use std::collections::BTreeMap;

use crate::report::{Failure, Outcome};
use crate::schedule::Schedule;
use crate::stop::{Limit, Stop};
use crate::value::Value;

/// The limits of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How many interleavings may be run.
    pub runs: u64,
    /// How many transitions one interleaving may have.
    pub length: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { runs: 100_000, length: 10_000 }
    }
}

/// The result of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Interleavings that were run to their end.
    pub runs: u64,
    /// Interleavings that were given up because others cover them.
    pub covered: u64,
    /// The bound that was reached first, if one was: then there may be more to find. Otherwise every interleaving is
    /// covered.
    pub limit: Option<Limit>,
    /// Each failure once (by its id and place), with a schedule that leads to it.
    pub failures: Vec<(Failure, Schedule)>,
    /// Each other way to end (outside the contract, not computable) once.
    pub others: Vec<Outcome>,
    /// Each contract that could not be evaluated, once, and why.
    pub unknown: Vec<(&'static str, Stop)>,
    /// Each global memory at the end of an interleaving without failure, once.
    pub memories: Vec<BTreeMap<String, Vec<Value>>>,
}

impl Exploration {
    /// Whether every interleaving is covered.
    pub fn is_complete(&self) -> bool {
        self.limit.is_none()
    }
}
