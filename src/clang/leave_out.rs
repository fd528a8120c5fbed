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
}

impl LeaveOut {
    /// What is not checked.
    pub fn given(self, overflow: Overflow) -> Unchecked {
        Unchecked {
            all_but_divergence: self.only_divergence,
            other_groups: self.only_intra_group,
            overflow: self.math_int || overflow == Overflow::Ignore,
            wrapping: self.math_int,
        }
    }

    /// What either of the two leaves out.
    pub fn or(self, other: Self) -> Self {
        Self {
            only_divergence: self.only_divergence || other.only_divergence,
            only_intra_group: self.only_intra_group || other.only_intra_group,
            math_int: self.math_int || other.math_int,
        }
    }
}
