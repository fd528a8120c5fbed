//! Options with which less is checked, by the names that users of race checkers know.
//!
//! In: arguments, through clap. Out: what is not checked, which each verdict says.

use super::Overflow;
use ir::Unchecked;

/// Options with which less is checked. The comments of fields are the text of `--help`.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct LeaveOut {
    /// For files of OpenCL and CUDA: check only that the threads of a group reach the same barriers, in runs in which
    /// nothing else goes wrong before. The verdict says so
    #[arg(long)]
    pub only_divergence: bool,
    /// For files of OpenCL and CUDA: look at each group as if it were alone, and not for races of different groups. The
    /// verdict says so
    #[arg(long)]
    pub only_intra_group: bool,
    /// For files of OpenCL and CUDA: compute with mathematical integers, also where types are unsigned, and do not
    /// check that results fit. The verdict says so
    #[arg(long)]
    pub math_int: bool,
    /// For files of OpenCL and CUDA: where nothing else is proved, take races for harmless in which all threads write
    /// the same value. The languages leave them undefined. The verdict says so
    #[arg(long)]
    pub benign_tolerance: bool,
    /// For files of OpenCL and CUDA: no race is harmless, which is the default; in the first line of a file, this
    /// counts more than --benign-tolerance
    #[arg(long, conflicts_with = "benign_tolerance")]
    pub no_benign_tolerance: bool,
    /// For files of OpenCL and CUDA: do not use annotations, neither those in comments nor those that are calls. The
    /// verdict says so
    #[arg(long)]
    pub no_annotations: bool,
    /// For files of OpenCL and CUDA: use preconditions only, and no other annotations; those with permissions are not
    /// used either. The verdict says so
    #[arg(long)]
    pub only_requires: bool,
}

impl LeaveOut {
    /// What is not checked.
    pub fn given(self, overflow: Overflow) -> Unchecked {
        Unchecked {
            all_but_divergence: self.only_divergence,
            other_groups: self.only_intra_group,
            overflow: self.math_int || overflow == Overflow::Ignore,
            wrapping: self.math_int,
            equal_writes: self.benign_tolerance && !self.no_benign_tolerance,
            annotations: self.no_annotations,
            all_but_requires: self.only_requires && !self.no_annotations,
        }
    }

    /// What either of the two leaves out.
    pub fn or(self, other: Self) -> Self {
        Self {
            only_divergence: self.only_divergence || other.only_divergence,
            only_intra_group: self.only_intra_group || other.only_intra_group,
            math_int: self.math_int || other.math_int,
            benign_tolerance: self.benign_tolerance || other.benign_tolerance,
            no_benign_tolerance: self.no_benign_tolerance || other.no_benign_tolerance,
            no_annotations: self.no_annotations || other.no_annotations,
            only_requires: self.only_requires || other.only_requires,
        }
    }
}
