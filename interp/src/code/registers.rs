//! Registers of the launch variables: the first ones of each thread.
//!
//! In: a launch variable in one dimension. Out: its register.

use ir::{Axis, Dims, LaunchVar};

use super::op::Reg;

/// The register of a launch variable. Those of each dimension follow those of the one before, and private ones come
/// first.
pub(crate) fn launch_register(var: LaunchVar, axis: Axis) -> Reg {
    let of_axis = match axis {
        Axis::X => 0,
        Axis::Y => 6,
        Axis::Z => 12,
    };
    of_axis
        + match var {
            LaunchVar::Tid => 0,
            LaunchVar::Gid => 1,
            LaunchVar::Lid => 2,
            LaunchVar::Tcount => 3,
            LaunchVar::Gsize => 4,
            LaunchVar::Ngroups => 5,
        }
}

/// How many registers hold launch variables.
pub(crate) fn launch_registers(dims: Dims) -> Reg {
    match dims {
        Dims::One => 6,
        Dims::Two => 12,
        Dims::Three => 18,
    }
}

/// The launch variables that differ between threads.
pub(crate) fn positions(dims: Dims) -> impl Iterator<Item = (LaunchVar, Axis)> {
    let of = |axis: &'static Axis| [LaunchVar::Tid, LaunchVar::Gid, LaunchVar::Lid].map(|var| (var, *axis));
    dims.axes().iter().flat_map(of)
}
