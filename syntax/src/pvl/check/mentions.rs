//! What the text of a kernel says about its launch.
//!
//! In: launch variables as they are met. Out: whether the kernel speaks about groups, and how many dimensions it has.

use ir::{Dims, LaunchVar, Span};

/// What the text of a kernel says about its launch.
#[derive(Clone, Debug)]
pub struct Mentions {
    /// Whether it speaks about groups.
    pub groups: bool,
    /// Its dimensions: up to the last axis that is mentioned.
    pub dims: Dims,
    /// Names without axis, as they stand in the text.
    pub(super) bare: Vec<(LaunchVar, Span)>,
}

impl Default for Mentions {
    fn default() -> Self {
        Self { groups: false, dims: Dims::One, bare: Vec::new() }
    }
}

impl Mentions {
    /// Remembers whether a name speaks about groups.
    pub fn note(&mut self, var: LaunchVar) {
        self.groups |= matches!(var, LaunchVar::Gid | LaunchVar::Lid | LaunchVar::Ngroups | LaunchVar::Tcount);
    }

    /// Adds what another part of the kernel says.
    pub fn extend(&mut self, other: Self) {
        self.groups |= other.groups;
        self.dims = self.dims.max(other.dims);
        self.bare.extend(other.bare);
    }
}
