//! The launch variables that the text of a kernel mentions.
//!
//! In: launch variables, in the order in which they are found. Out: whether the kernel mentions groups, and how many
//! dimensions its launch has.

use ir::{Dims, LaunchVar, Span};

/// The properties of a launch that the text of its kernel tells.
#[derive(Clone, Debug)]
pub struct Mentions {
    /// Whether the text mentions groups.
    pub groups: bool,
    /// The number of dimensions: up to the last axis that the text mentions.
    pub dims: Dims,
    /// Launch variables that are written without axis, with their positions.
    pub(super) bare: Vec<(LaunchVar, Span)>,
}

impl Default for Mentions {
    fn default() -> Self {
        Self { groups: false, dims: Dims::One, bare: Vec::new() }
    }
}

impl Mentions {
    /// Records that the text mentions a launch variable.
    pub fn record(&mut self, var: LaunchVar) {
        self.groups |= matches!(var, LaunchVar::Gid | LaunchVar::Lid | LaunchVar::Ngroups | LaunchVar::Tcount);
    }

    /// Adds the launch variables that another part of the kernel mentions.
    pub fn extend(&mut self, other: Self) {
        self.groups |= other.groups;
        self.dims = self.dims.max(other.dims);
        self.bare.extend(other.bare);
    }
}
