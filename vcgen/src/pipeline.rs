//! Shim until the pipeline is written: typed program → outcomes.

use std::time::Duration;

use crate::outcome::ItemOutcome;
use syntax::typed::Program;

/// How to verify.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock limit for one obligation, the backstop behind `rlimit`.
    pub timeout: Duration,
    /// Z3's resource limit for one obligation.
    pub rlimit: u32,
    /// Worker threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Only kernels and functions whose name contains this.
    pub filter: Option<String>,
    /// Whether the normaliser runs before the solver.
    pub use_egg: bool,
    /// Fill `Outcome::smt2`.
    pub emit_smt2: bool,
    /// Fill `Outcome::explanation`.
    pub explain: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            rlimit: 20_000_000,
            threads: 0,
            filter: None,
            use_egg: true,
            emit_smt2: false,
            explain: false,
        }
    }
}

/// Verifies every item that `options.filter` selects.
pub fn verify(_program: &Program, _options: &Options) -> Vec<ItemOutcome> {
    Vec::new()
}
