//! A sample of launches, with arguments.
//!
//! In: a kernel, what a person requires of it, and numbers that matter. Out: a launch of many threads with small sizes,
//! whose arguments are small numbers and those that matter.

use ir::{Axis, BinaryOp, Expr, ExprKind, Kernel, ScalarId, Type, Width};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many threads a launch has that is not trivial.
const THREADS: i128 = 64;
/// The values that sizes of a launch have.
pub const SIZES: [i128; 7] = [1, 2, 3, 4, 8, 16, 32];
/// The values of scalars in samples. A scalar may also have one of `SIZES`.
pub const SCALARS: [i128; 14] = [0, 1, 2, 3, 5, 8, 16, 33, 64, 100, 1000, -1, -2, -7];
/// The greatest number of numbers of expressions that are tried.
const NUMBERS: usize = 128;
/// The greatest number of an expression that is tried: no type of the languages has a greater one.
const LITERAL: i128 = 1 << 64;
/// The length of arrays in samples.
pub const GREATEST: i128 = 1 << 40;

/// A launch with arguments.
#[derive(Clone)]
pub struct Sample {
    /// The number of threads in a group and the number of groups, in each dimension.
    pub sizes: [(i128, i128); 3],
    /// The values of the scalars.
    pub scalars: Vec<i128>,
    /// Numbers of the code, which elements of arrays may have as well.
    pub numbers: Rc<[i128]>,
    /// The one of these numbers that many elements have, so that many threads come to a place that asks for the number.
    pub frequent: i128,
    /// What decides about values that the launch does not determine.
    pub seed: u64,
}

/// A number that looks random: the next one of a linear congruence.
pub fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// One of some values.
pub fn one_of<T: Copy>(seed: &mut u64, values: &[T], otherwise: T) -> T {
    let at = usize::try_from(next(seed) % values.len().max(1) as u64).unwrap_or(0);
    values.get(at).copied().unwrap_or(otherwise)
}

impl Sample {
    /// The number of threads in a group and the number of groups.
    pub fn size(&self, axis: Axis) -> (i128, i128) {
        self.sizes.get(place(axis)).copied().unwrap_or((1, 1))
    }

    /// The value of an argument.
    pub fn scalar(&self, id: ScalarId) -> Option<i128> {
        self.scalars.get(id.0 as usize).copied()
    }

    /// Whether the launch has many threads.
    pub fn is_large(&self) -> bool {
        self.sizes.iter().map(|(gsize, ngroups)| gsize * ngroups).product::<i128>() >= THREADS
    }
}

/// The scalars that are the length of an array that a parameter points to.
pub fn lengths(kernel: &Kernel) -> BTreeSet<ScalarId> {
    let dims = kernel.arrays.iter().flat_map(|array| &array.dims);
    dims.filter_map(|length| match &length.kind {
        ExprKind::Scalar(id) => Some(*id),
        _ => None,
    })
    .collect()
}

/// The numbers in expressions, and those next to them. If there are too many, those that are written come first.
pub fn numbers<'e>(all: impl Iterator<Item = &'e Expr>) -> Vec<i128> {
    let mut written = BTreeSet::new();
    for e in all {
        e.each(&mut |part| {
            let ExprKind::Int(n) = &part.kind else { return };
            written.extend(i128::try_from(n.clone()).ok().filter(|n| n.abs() <= LITERAL));
        });
    }
    let near = [0, 1, -1].map(|by| written.iter().map(move |n| n + by).collect::<Vec<i128>>());
    let [same, above, below] = &near;
    let mut out: Vec<i128> = Vec::new();
    let each = same.iter().chain(above).chain(below);
    for n in each.clone().copied().chain(each.map(|n| -n)) {
        // The smallest ones are tried anyway.
        if n.abs() > 2 && !out.contains(&n) && out.len() < NUMBERS {
            out.push(n);
        }
    }
    out
}

/// The parts of a conjunction.
pub fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// The position of a dimension.
pub fn place(axis: Axis) -> usize {
    match axis {
        Axis::X => 0,
        Axis::Y => 1,
        Axis::Z => 2,
    }
}

/// The number, or its size if the type has no such number.
pub fn in_type(n: i128, ty: Type) -> i128 {
    match ty.width() {
        Some(width) if !fits(n, width) => n.checked_abs().filter(|n| fits(*n, width)).unwrap_or(0),
        Some(_) | None => n,
    }
}

/// Whether a type has the number.
pub fn fits(n: i128, width: Width) -> bool {
    let (least, greatest) = (i128::try_from(width.least()), i128::try_from(width.greatest()));
    matches!((least, greatest), (Ok(least), Ok(greatest)) if least <= n && n <= greatest)
}
