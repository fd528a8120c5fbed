//! Values of expressions at a point: a launch with arguments, a thread, and the iterations of loops.
//!
//! In: a point and an expression. Out: the value; nothing if the value is not known or does not exist. Elements of
//! arrays have values that look random, some of them numbers of the code, and are the same wherever the element stands.

use crate::sample::{fits, in_type, next, one_of, place, Sample, SCALARS, SIZES};
use ir::{
    ArrayDecl, Axis, BinaryOp, Bits, Expr, ExprKind, Heap, Intrinsic, Kernel, LaunchVar, Type, UnaryOp, VarId, Width,
};
use std::collections::BTreeMap;

/// The number of a thread in its group and the number of the group, in each dimension.
pub type Thread = [(i128, i128); 3];

/// A point of a launch.
pub struct Point<'s> {
    /// The kernel.
    pub kernel: &'s Kernel,
    /// The launch.
    pub sample: &'s Sample,
    /// The thread.
    pub thread: Thread,
    /// The iterations of loops. Others have some small value.
    pub vars: BTreeMap<VarId, i128>,
}

impl<'s> Point<'s> {
    /// The point of a thread.
    pub fn new(kernel: &'s Kernel, sample: &'s Sample, thread: Thread) -> Self {
        Self { kernel, sample, thread, vars: BTreeMap::new() }
    }

    fn launch(&self, var: LaunchVar, axis: Axis) -> i128 {
        let (gsize, ngroups) = self.sample.size(axis);
        let (lid, gid) = self.thread.get(place(axis)).copied().unwrap_or_default();
        match var {
            LaunchVar::Gsize => gsize,
            LaunchVar::Ngroups => ngroups,
            LaunchVar::Tcount => gsize * ngroups,
            LaunchVar::Lid => lid,
            LaunchVar::Gid => gid,
            LaunchVar::Tid => gid * gsize + lid,
        }
    }

    /// The value of a condition.
    pub fn truth(&self, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::Bool(b) => Some(*b),
            ExprKind::Scalar(id) => Some(self.sample.scalar(*id)? & 1 == 1),
            ExprKind::Read(place) => Some(self.element(place.heap, &place.index)? & 1 == 1),
            ExprKind::Unary(UnaryOp::Not, a) => Some(!self.truth(a)?),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                let a = if *op == BinaryOp::Implies { a.map(|a| !a) } else { a };
                // The value that decides alone.
                let strong = *op != BinaryOp::And;
                match (a == Some(strong) || b == Some(strong), a.is_some() && b.is_some()) {
                    (true, _) => Some(strong),
                    (false, true) => Some(!strong),
                    (false, false) => None,
                }
            }
            ExprKind::Binary(op, a, b) if a.ty == Type::Bool && b.ty == Type::Bool => {
                compared(*op, i128::from(self.truth(a)?), i128::from(self.truth(b)?))
            }
            ExprKind::Binary(op, a, b) => compared(*op, self.int(a)?, self.int(b)?),
            ExprKind::Cond(c, a, b) => self.truth(if self.truth(c)? { a } else { b }),
            ExprKind::Intrinsic(Intrinsic::Fits(width), args) => Some(fits(self.int(args.first()?)?, *width)),
            _ => None,
        }
    }

    /// The value of an integer.
    pub fn int(&self, e: &Expr) -> Option<i128> {
        match &e.kind {
            ExprKind::Int(n) => i128::try_from(n.clone()).ok(),
            ExprKind::Var(v) => Some(self.vars.get(v).copied().unwrap_or_else(|| self.some(u64::from(v.0)))),
            ExprKind::Scalar(id) => self.sample.scalar(*id),
            ExprKind::Launch(var, axis) => Some(self.launch(*var, *axis)),
            ExprKind::Length(heap, dimension) => self.int(self.array(*heap)?.dims.get(*dimension)?),
            ExprKind::Read(place) => self.element(place.heap, &place.index),
            ExprKind::Unary(UnaryOp::Neg, a) => self.int(a)?.checked_neg(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Div => a.checked_div_euclid(b),
                    BinaryOp::Mod => a.checked_rem_euclid(b),
                    _ => None,
                }
            }
            ExprKind::Cond(c, a, b) => self.int(if self.truth(c)? { a } else { b }),
            ExprKind::Intrinsic(op, args) => {
                let of = |n: usize| args.get(n).and_then(|arg| self.int(arg));
                computed(*op, of(0)?, of(1))
            }
            _ => None,
        }
    }

    fn array(&self, heap: Heap) -> Option<&ArrayDecl> {
        match heap {
            Heap::Array(id) => self.kernel.arrays.get(id.0 as usize),
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
        }
    }

    fn element(&self, heap: Heap, index: &[Expr]) -> Option<i128> {
        let Heap::Array(id) = heap else { return None };
        let mut which = u64::from(id.0).wrapping_mul(7919).wrapping_add(1);
        for index in index {
            let low = u64::try_from(self.int(index)?.rem_euclid(1 << 40)).unwrap_or(0);
            which = which.wrapping_mul(1_000_003).wrapping_add(low);
        }
        Some(in_type(self.some(which), self.array(heap)?.elem))
    }

    /// A value that depends on the sample and on this number alone.
    fn some(&self, which: u64) -> i128 {
        let mut seed = self.sample.seed ^ which.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        match next(&mut seed) % 8 {
            0 | 1 => self.sample.frequent,
            2 => one_of(&mut seed, &self.sample.numbers, 1),
            3 | 4 => one_of(&mut seed, &SIZES, 1),
            _ => one_of(&mut seed, &SCALARS, 0),
        }
    }
}

fn compared(op: BinaryOp, a: i128, b: i128) -> Option<bool> {
    match op {
        BinaryOp::Eq => Some(a == b),
        BinaryOp::Ne => Some(a != b),
        BinaryOp::Lt => Some(a < b),
        BinaryOp::Le => Some(a <= b),
        BinaryOp::Gt => Some(a > b),
        BinaryOp::Ge => Some(a >= b),
        _ => None,
    }
}

fn computed(op: Intrinsic, a: i128, b: Option<i128>) -> Option<i128> {
    match op {
        Intrinsic::Checked(width) => fits(a, width).then_some(a),
        Intrinsic::Wrap(width) => wrapped(a, width),
        Intrinsic::Not(width) => wrapped(!a, width),
        Intrinsic::Quot => a.checked_div(b?),
        Intrinsic::Rem => a.checked_rem(b?),
        Intrinsic::Bits(Bits::And, _) => Some(a & b?),
        Intrinsic::Bits(Bits::Or, _) => Some(a | b?),
        Intrinsic::Bits(Bits::Xor, _) => Some(a ^ b?),
        Intrinsic::Bits(Bits::Shl, width) => {
            let by = u32::try_from(b?).ok().filter(|by| *by < u32::from(width.bits))?;
            wrapped(a.checked_mul(1_i128 << by)?, width)
        }
        Intrinsic::Bits(Bits::Shr, width) => {
            Some(a >> u32::try_from(b?).ok().filter(|by| *by < u32::from(width.bits))?)
        }
        Intrinsic::Fits(_)
        | Intrinsic::Arith(..)
        | Intrinsic::Fma(_)
        | Intrinsic::Sqrt(_)
        | Intrinsic::ToFloat(..)
        | Intrinsic::ToInt(_) => None,
    }
}

fn wrapped(a: i128, width: Width) -> Option<i128> {
    let (values, greatest) = (i128::try_from(width.values()).ok()?, i128::try_from(width.greatest()).ok()?);
    let low = a.rem_euclid(values);
    Some(if low > greatest { low - values } else { low })
}
