//! How to verify: what the user chooses.

use std::time::Duration;

use syntax::Reading;

/// How to verify.
#[derive(Clone, Debug)]
pub struct Options {
    /// What files do not say about themselves.
    pub reading: Reading,
    /// Wall-clock limit for one obligation, the backstop behind `rlimit`.
    pub timeout: Duration,
    /// The solver's resource limit for one obligation, in a measure of its own that is the same on every machine.
    pub rlimit: u32,
    /// Worker threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Only kernels and functions whose name contains this.
    pub filter: Option<String>,
    /// Whether counterexamples are searched. Without, what is not proved is unknown.
    pub refute: bool,
    /// Whether the normaliser runs before the solver.
    pub use_egg: bool,
    /// Fill [`Outcome::smt2`](crate::outcome::Outcome::smt2).
    pub emit_smt2: bool,
    /// Fill [`Outcome::explanation`](crate::outcome::Outcome::explanation).
    pub explain: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            timeout: Duration::from_secs(10),
            rlimit: 3_000_000,
            threads: 0,
            filter: None,
            refute: true,
            use_egg: true,
            emit_smt2: false,
            explain: false,
        }
    }
}

impl Options {
    /// Whether `filter` selects an item of that name.
    pub fn selects(&self, item: &str) -> bool {
        self.filter.as_ref().is_none_or(|part| item.contains(part.as_str()))
    }
}
