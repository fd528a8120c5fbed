//! How a run is done.
//!
//! In: nothing. Out: [`Options`].

use crate::schedule::Schedule;

/// How a run is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which thread runs when.
    pub schedule: Schedule,
    /// Whether conflicting accesses that nothing orders are failures.
    pub races: bool,
    /// Whether a barrier orders an earlier read only if it fences the memory that was read, as OpenCL's memory model
    /// says.
    pub strict_fences: bool,
    /// Whether contracts and permissions are checked.
    pub contracts: bool,
    /// Whether a run goes on when a contract fails, and all that fail are reported. Races, bounds and the like end it.
    pub keep_going: bool,
    /// What a read of a location or variable that was never written finds.
    pub uninitialised: Uninitialised,
    /// Whether the steps are recorded.
    pub trace: bool,
    /// How many steps, how much work and how much memory a run may use.
    pub limits: Limits,
    /// A function that is called now and then with the progress of the run.
    pub watch: Watch,
}

/// A function that is called with the progress of a run. It does not change the run, so all are equal for a comparison
/// of options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch(pub Option<fn(Progress)>);

impl PartialEq for Watch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// How far a run or an exploration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many steps this run has done.
    pub steps: u64,
    /// How many interleavings were run before this one.
    pub runs: u64,
}

impl Eq for Watch {}

impl Default for Options {
    fn default() -> Self {
        Self {
            schedule: Schedule::Canonical,
            races: true,
            strict_fences: false,
            contracts: true,
            keep_going: false,
            uninitialised: Uninitialised::Fails,
            trace: false,
            limits: Limits::default(),
            watch: Watch::default(),
        }
    }
}

/// What a read finds that comes before every write: of a private variable without initial value, of an element of a
/// private array, or of local memory. Private arrays count as memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uninitialised {
    /// The read is a failure.
    Fails,
    /// A read of a variable is a failure. Memory has values that this seed determines, and a proof holds for all.
    OfMemory(u64),
    /// Variables and memory have values that this seed determines.
    Arbitrary(u64),
}

impl Uninitialised {
    /// The seed for variables; `None` if a read of one is a failure.
    pub(crate) fn of_variables(self) -> Option<u64> {
        match self {
            Self::Fails | Self::OfMemory(_) => None,
            Self::Arbitrary(seed) => Some(seed),
        }
    }

    /// The seed for memory; `None` if a read is a failure.
    pub(crate) fn of_memory(self) -> Option<u64> {
        match self {
            Self::Fails => None,
            Self::OfMemory(seed) | Self::Arbitrary(seed) => Some(seed),
        }
    }
}

/// What a run may use. A run that meets a limit ends with [`crate::Outcome::Limit`] and says nothing about the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Steps of threads: statements and decisions of loops.
    pub steps: u64,
    /// Evaluated nodes of expressions in contracts and pure functions.
    pub work: u64,
    /// Elements of arrays and registers at any time, and words of 64 bits in large integers. An element takes 9 bytes,
    /// and 36 more where races are looked for, as soon as a page of memory around it is touched.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 10_000_000, work: 100_000_000, memory: 1 << 25 }
    }
}
