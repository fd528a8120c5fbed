//! Sizes of a launch that a kernel asks for by number.
//!
//! In: a kernel. Out: the sizes that its preconditions fix, such as `gsize == 256`, launches with these sizes, and the
//! constants that have one value only. A search for a launch that the contract allows tries tiny launches first, and
//! would not find one with such a size otherwise.

use std::collections::BTreeMap;

use ir::{Axis, BinaryOp, Expr, ExprKind, Heap, Kernel, LaunchVar, ScalarId, UnaryOp};

use crate::int::Int;

use crate::eval::conjuncts;
use crate::launch::Launch;

/// The greatest number of threads of a group, and of groups, that is run. Devices have this limit for the threads of a
/// group.
const LARGEST: u32 = 1024;

/// Sizes that the preconditions of a kernel fix, in x, y and z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequiredSizes {
    /// Groups.
    pub grid: [Option<u32>; 3],
    /// Threads of a group.
    pub block: [Option<u32>; 3],
    /// What the numbers of threads of a group are multiples of.
    pub block_of: [Option<u32>; 3],
}

impl RequiredSizes {
    /// The sizes that conjuncts of the preconditions of `kernel` set equal to a literal, and those whose remainder by a
    /// literal they set equal to 0. If they ask for more than 1,024 groups, or threads of a group, no size counts as
    /// required.
    pub fn of(kernel: &Kernel) -> Self {
        let mut out = Self::default();
        for part in kernel.contracts().flat_map(|c| c.pre()).flat_map(|clause| conjuncts(&clause.expr)) {
            let ExprKind::Binary(BinaryOp::Eq, a, b) = &part.kind else { continue };
            if let Some((var, axis, n)) = size(a, b).or_else(|| size(b, a)) {
                out.note(var, axis, n);
            }
            if let Some((LaunchVar::Gsize, axis, n)) = multiple(a, b).or_else(|| multiple(b, a)) {
                let _ = of_axis(&mut out.block_of, axis).get_or_insert(n);
            }
        }
        let small = |sizes: [Option<u32>; 3]| {
            let all = sizes.into_iter().flatten().try_fold(1_u32, u32::checked_mul);
            all.is_some_and(|all| all <= LARGEST)
        };
        if small(out.grid) && small(out.block) && small(out.block_of) {
            out
        } else {
            Self::default()
        }
    }

    /// The launch with each required size in the place of its own, and with the next multiple where one is required.
    #[must_use]
    pub fn fit(&self, launch: &Launch) -> Launch {
        let (own, mut block) = (launch.along()[1], self.block);
        for ((size, own), of) in block.iter_mut().zip(own).zip(self.block_of) {
            let next = of.and_then(|of| own.checked_next_multiple_of(of)).filter(|next| *next <= LARGEST);
            *size = size.or(next);
        }
        launch.with_sizes(self.grid, block)
    }

    fn note(&mut self, var: LaunchVar, axis: Axis, n: u32) {
        let sizes = match var {
            LaunchVar::Gsize => &mut self.block,
            LaunchVar::Ngroups => &mut self.grid,
            LaunchVar::Tcount | LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid => return,
        };
        let _ = of_axis(sizes, axis).get_or_insert(n);
    }
}

/// The size in a dimension.
fn of_axis(sizes: &mut [Option<u32>; 3], axis: Axis) -> &mut Option<u32> {
    let [x, y, z] = sizes;
    match axis {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    }
}

/// The constants that conjuncts of the preconditions of `kernel` set equal to a literal, with the first such literal.
pub fn required_scalars(kernel: &Kernel) -> BTreeMap<ScalarId, Int> {
    let mut out = BTreeMap::new();
    for part in kernel.contracts().flat_map(|c| c.pre()).flat_map(|clause| conjuncts(&clause.expr)) {
        let ExprKind::Binary(BinaryOp::Eq, a, b) = &part.kind else { continue };
        for sides in [(a, b), (b, a)] {
            if let (Some(scalar), Some(n)) = (scalar(kernel, sides.0), literal(sides.1)) {
                let _ = out.entry(scalar).or_insert(n);
            }
        }
    }
    out
}

/// The constant that an expression is: named, or as the length of an array.
fn scalar(kernel: &Kernel, e: &Expr) -> Option<ScalarId> {
    match &e.kind {
        ExprKind::Scalar(scalar) => Some(*scalar),
        ExprKind::Length(Heap::Array(array), dim) => {
            scalar(kernel, kernel.arrays.get(array.0 as usize)?.dims.get(*dim)?)
        }
        _ => None,
    }
}

/// The integer that a literal is.
fn literal(e: &Expr) -> Option<Int> {
    match &e.kind {
        ExprKind::Int(n) => Some(Int::from(n.clone())),
        ExprKind::Unary(UnaryOp::Neg, inner) => literal(inner).map(|n| n.neg()),
        _ => None,
    }
}

/// A name of the launch, and the number that it equals.
fn size(name: &Expr, number: &Expr) -> Option<(LaunchVar, Axis, u32)> {
    let (ExprKind::Launch(var, axis), ExprKind::Int(n)) = (&name.kind, &number.kind) else { return None };
    let n = u32::try_from(n.clone()).ok().filter(|n| *n > 0)?;
    Some((*var, *axis, n))
}

/// A name of the launch, and the number whose remainder is 0.
fn multiple(remainder: &Expr, zero: &Expr) -> Option<(LaunchVar, Axis, u32)> {
    let ExprKind::Binary(BinaryOp::Mod, name, number) = &remainder.kind else { return None };
    size(name, number).filter(|_| literal(zero) == Some(Int::from(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(requires: &str) -> RequiredSizes {
        let text = format!("kernel k {{ global int n; {requires} void main() {{ }} }}");
        let program = syntax::parse_program(&text).program.expect("it parses");
        RequiredSizes::of(&program.kernels[0])
    }

    #[test]
    fn conjuncts_of_preconditions_ask() {
        let none = RequiredSizes::default();
        let both = RequiredSizes { grid: [Some(2), None, None], block: [Some(256), None, None], ..none };
        assert_eq!(asked("requires n > 0 && gsize == 256; context 2 == ngroups;"), both);
        let first = RequiredSizes { block: [Some(4), None, None], ..RequiredSizes::default() };
        assert_eq!(asked("requires gsize == 4 && gsize == 5;"), first);
    }

    #[test]
    fn a_remainder_asks_for_multiples() {
        let asked = asked("requires gsize % 4 == 0 && 0 == ngroups % 2;");
        assert_eq!(asked, RequiredSizes { block_of: [Some(4), None, None], ..RequiredSizes::default() });
        let launch = |threads| Launch::shaped(ir::Dims::One, [1, 1, 1], [threads, 1, 1]);
        assert_eq!([1, 4, 5].map(|threads| asked.fit(&launch(threads))), [4, 4, 8].map(launch));
    }

    #[test]
    fn constants_with_one_value_are_known() {
        let text =
            "kernel k { global int n, m; requires n == 8 && 0 < m; kernel requires -3 == m || n > 0; void main() { } }";
        let program = syntax::parse_program(text).program.expect("it parses");
        let expected = BTreeMap::from([(ScalarId(0), Int::from(8))]);
        assert_eq!(required_scalars(&program.kernels[0]), expected);
    }

    #[test]
    fn what_may_be_otherwise_does_not() {
        for text in [
            "",
            "requires gsize == n;",
            "requires gsize == 4 || n == 1;",
            "requires gsize <= 4;",
            "ensures gsize == 4;",
        ] {
            assert_eq!(asked(text), RequiredSizes::default(), "{text}");
        }
        assert_eq!(asked("requires gsize == 0 && tid == 1;"), RequiredSizes::default());
        assert_eq!(asked("requires ngroups == 4096;"), RequiredSizes::default());
        assert_eq!(asked("requires gsize.x == 64 && gsize.y == 64;"), RequiredSizes::default());
    }

    #[test]
    fn each_dimension_has_its_own() {
        let asked = asked("requires gsize.x == 16 && gsize.y == 4;");
        let launch = Launch::shaped(ir::Dims::Two, [2, 3, 1], [1, 1, 1]).with_warp(8);
        let fitted = Launch::shaped(ir::Dims::Two, [2, 3, 1], [16, 4, 1]).with_warp(8);
        assert_eq!(asked.fit(&launch), fitted);
    }
}
