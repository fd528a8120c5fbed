//! The variables of the launch, in the words of OpenCL and CUDA.
//!
//! In: a call such as `get_global_id(0)`, or a member such as `threadIdx.x`. Out: the launch variable. Groups are those
//! of PVL: work-groups of OpenCL, blocks of CUDA. The offset of an OpenCL launch is 0, and all groups have one size.

use super::convert::wrapped;
use super::state::{Lower, LAUNCH};
use crate::c::tree::Node;
use ir::{Axis, Dims, Expr, ExprKind, LaunchVar, Type};

/// The functions of OpenCL about one dimension.
const FUNCTIONS: [(&str, LaunchVar); 7] = [
    ("get_global_id", LaunchVar::Tid),
    ("get_group_id", LaunchVar::Gid),
    ("get_local_id", LaunchVar::Lid),
    ("get_global_size", LaunchVar::Tcount),
    ("get_local_size", LaunchVar::Gsize),
    ("get_enqueued_local_size", LaunchVar::Gsize),
    ("get_num_groups", LaunchVar::Ngroups),
];

/// The variables of CUDA.
const VARIABLES: [(&str, LaunchVar); 4] = [
    ("threadIdx", LaunchVar::Lid),
    ("blockIdx", LaunchVar::Gid),
    ("blockDim", LaunchVar::Gsize),
    ("gridDim", LaunchVar::Ngroups),
];

/// The launch variable that a function of OpenCL gives.
pub fn of_function(name: &str) -> Option<LaunchVar> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, var)| *var)
}

/// The launch variable that a variable of CUDA is.
pub fn of_variable(name: &str) -> Option<LaunchVar> {
    VARIABLES.iter().find(|(known, _)| *known == name).map(|(_, var)| *var)
}

/// Whether a variable outside of functions is one of the launch.
pub fn is_launch_variable(name: &str) -> bool {
    of_variable(name).is_some() || name == "warpSize"
}

/// The dimension with this number or name.
pub fn axis(name: &str) -> Option<Axis> {
    Some(match name {
        "0" | "x" => Axis::X,
        "1" | "y" => Axis::Y,
        "2" | "z" => Axis::Z,
        _ => return None,
    })
}

impl Lower<'_, '_, '_> {
    /// A launch variable in one dimension.
    pub fn launch(&mut self, var: LaunchVar, axis: Axis, node: &Node) -> Expr {
        self.env.mentions.record(var);
        self.env.mentions.dims = self.env.mentions.dims.max(Dims::up_to(axis));
        self.at(node).expr(ExprKind::Launch(var, axis), Type::Machine(LAUNCH))
    }
}

/// A launch variable as a value of the type that C gives to it: all its values are in range of every type with at least
/// 31 bits.
pub fn of_launch(expr: Expr, ty: Type) -> Expr {
    match ty {
        Type::Machine(width) if width.greatest() >= LAUNCH.greatest() => Expr { ty, ..expr },
        Type::Machine(width) => wrapped(expr, width),
        _ => expr,
    }
}
