//! What a person asks not to be checked.
//!
//! In: nothing; options of the command line say it. Out: data of the program, which decide what is claimed, and which
//! each verdict names.

use crate::finding::{Code, What, Why};

/// What is not checked of the kernels of a file. A verdict then says less, and says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unchecked {
    /// Everything but barrier divergence.
    pub all_but_divergence: bool,
    /// What threads of different groups do to the same memory: each group is looked at as if it were alone.
    pub other_groups: bool,
    /// Whether results of arithmetic of signed integers fit their types. Such results are mathematical integers then.
    pub overflow: bool,
    /// The same for unsigned integers, whose results wrap around otherwise.
    pub wrapping: bool,
    /// Races of writes that all write the same value, where nothing else is proved.
    pub equal_writes: bool,
    /// What annotations say: none is read.
    pub annotations: bool,
    /// What annotations other than preconditions say: only preconditions are read.
    pub all_but_requires: bool,
}

impl Unchecked {
    /// Both together.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            all_but_divergence: self.all_but_divergence || other.all_but_divergence,
            other_groups: self.other_groups || other.other_groups,
            overflow: self.overflow || other.overflow,
            wrapping: self.wrapping || other.wrapping,
            equal_writes: self.equal_writes || other.equal_writes,
            annotations: self.annotations || other.annotations,
            all_but_requires: self.all_but_requires || other.all_but_requires,
        }
    }

    /// Whether a claim is left out. `fits` says that the claim is that a result fits its type. What is claimed behind
    /// it holds in runs in which it holds.
    pub fn leaves_out(self, code: Code, fits: bool) -> bool {
        // Preconditions that contradict each other would prove anything.
        let of_divergence = matches!(code.what, What::BarrierUniform | What::Vacuous) || code.why == Why::Unsupported;
        self.all_but_divergence && !of_divergence || self.overflow && fits
    }
}
