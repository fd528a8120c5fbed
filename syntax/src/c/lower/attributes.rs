//! What attributes of a kernel say of the sizes of its launches.
//!
//! In: a kernel. Out: preconditions of the launch, since no other launch of the kernel begins.
//!
//! ```text
//! __attribute__((reqd_work_group_size(x, y, z)))     gsize.x == x, gsize.y == y, gsize.z == z
//! __launch_bounds__(n, …)                            gsize.x * gsize.y * gsize.z <= n
//! ```
//!
//! clang does not show the numbers of the first attribute, and shows those of the second one as they are written. So
//! the preludes of the languages turn both into annotations with the same numbers. clang shows the values of the
//! numbers in annotations.

use super::state::{Lower, LAUNCH};
use crate::c::language::Language;
use crate::c::tree::Node;
use dashu::integer::IBig;
use ir::build::At;
use ir::{Axis, BinaryOp, Clause, ClauseKind, Dims, Expr, ExprKind, LaunchVar, Type};

/// The first number of the annotations that the preludes make.
const MARK: u32 = 386_465;

/// The axes, in the order of sizes.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// The attributes of a kernel that are about the sizes of a group, each with its numbers.
fn sizes(kernel: &Node) -> impl Iterator<Item = (&Node, Vec<IBig>)> {
    let number = |node: &Node| node.value.as_str().and_then(|value| value.parse::<IBig>().ok());
    let annotations = kernel.inner.iter().filter(|part| part.kind == "AnnotateAttr");
    annotations.filter_map(move |annotation| {
        let numbers: Option<Vec<IBig>> = annotation.inner.iter().map(number).collect();
        let numbers = numbers?;
        let (mark, rest) = numbers.split_first()?;
        (*mark == IBig::from(MARK)).then(|| (annotation, rest.to_vec()))
    })
}

/// The number of dimensions in which a group of the kernel is required to have another size than 1.
pub fn dims(language: Language, kernel: &Node) -> Dims {
    let required = sizes(kernel).filter(|_| language == Language::OpenCl);
    let last = required.filter_map(|(_, sizes)| sizes.iter().rposition(|size| *size != IBig::ONE)).max();
    Dims::up_to(AXES.get(last.unwrap_or(0)).copied().unwrap_or(Axis::Z))
}

impl Lower<'_, '_, '_> {
    /// What the attributes of a kernel say of the sizes of a group.
    pub fn attributes(&mut self, kernel: &Node) -> Vec<Clause> {
        let mut out = Vec::new();
        for (annotation, numbers) in sizes(kernel) {
            let at = self.at(annotation);
            self.env.mentions.record(LaunchVar::Gsize);
            let axes: Vec<Axis> =
                AXES.into_iter().filter(|axis| Dims::up_to(*axis) <= self.env.mentions.dims).collect();
            let conditions = match self.unit.language {
                Language::OpenCl => required(at, &axes, &numbers),
                Language::Cuda => bounded(at, &axes, &numbers),
            };
            out.extend(conditions.into_iter().map(|condition| at.clause(ClauseKind::Requires, condition)));
        }
        out
    }
}

/// A size of a group.
fn size(at: At, axis: Axis) -> Expr {
    at.expr(ExprKind::Launch(LaunchVar::Gsize, axis), Type::Machine(LAUNCH))
}

/// The size of a group in each dimension.
fn required(at: At, axes: &[Axis], numbers: &[IBig]) -> Vec<Expr> {
    let number = |n: &IBig| Expr { ty: Type::Machine(LAUNCH), ..at.int(n.clone()) };
    axes.iter().zip(numbers).map(|(axis, n)| at.binary(BinaryOp::Eq, size(at, *axis), number(n))).collect()
}

/// The greatest number of threads of a group; 0 stands for no limit.
fn bounded(at: At, axes: &[Axis], numbers: &[IBig]) -> Vec<Expr> {
    let Some(most) = numbers.first().filter(|n| **n > IBig::ZERO) else { return Vec::new() };
    let product = |a, b| Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, a, b) };
    let at_most = |e| at.binary(BinaryOp::Le, e, at.int(most.clone()));
    let all = axes.iter().map(|axis| size(at, *axis)).reduce(product);
    // Each size is as small, which is easier to use than the product.
    let each = axes.iter().filter(|_| axes.len() > 1).map(|axis| size(at, *axis));
    each.chain(all).map(at_most).collect()
}
