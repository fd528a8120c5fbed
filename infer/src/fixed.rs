//! Numbers that a person has fixed.
//!
//! In: what a person requires, such as `gsize == 64` and `n == 10`. Out: conditions in which these numbers stand in
//! place of the sizes and scalars, without those that the numbers satisfy.

use crate::key::Key;
use crate::poly::Poly;
use crate::sample::conjuncts;
use crate::value::poly_of;
use dashu::integer::IBig;
use ir::build::At;
use ir::{Axis, BinaryOp, Expr, ExprKind, LaunchVar, ScalarId, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The sizes and scalars that are fixed, with their numbers.
pub struct Fixed {
    numbers: BTreeMap<Key, IBig>,
    /// The scalars among them.
    pub scalars: BTreeSet<ScalarId>,
}

impl Fixed {
    /// What the conjuncts of these conditions fix.
    pub fn by(given: &[Expr]) -> Self {
        let (mut parts, mut out) = (Vec::new(), Self { numbers: BTreeMap::new(), scalars: BTreeSet::new() });
        given.iter().for_each(|e| conjuncts(e, &mut parts));
        for part in parts {
            let ExprKind::Binary(BinaryOp::Eq, a, b) = &part.kind else { continue };
            for (one, number) in [(a, b), (b, a)] {
                let ExprKind::Int(number) = &number.kind else { continue };
                match &one.kind {
                    ExprKind::Scalar(id) => drop(out.scalars.insert(*id)),
                    ExprKind::Launch(LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount, _) => {}
                    _ => continue,
                }
                let _ = out.numbers.insert(Key::of(one), number.clone());
            }
        }
        out
    }

    /// The number of a size of the launch, if it is fixed.
    pub fn size(&self, var: LaunchVar, axis: Axis) -> Option<IBig> {
        let at = At::new(ir::Span::default());
        self.number(&at.expr(ExprKind::Launch(var, axis), Type::Int))
    }

    /// The number of a size or scalar, if it is fixed.
    fn number(&self, e: &Expr) -> Option<IBig> {
        let of_size = |var, axis| self.numbers.get(&Key::of(&Expr { kind: ExprKind::Launch(var, axis), ..e.clone() }));
        let product = match e.kind {
            ExprKind::Launch(LaunchVar::Tcount, axis) => {
                of_size(LaunchVar::Gsize, axis).zip(of_size(LaunchVar::Ngroups, axis)).map(|(a, b)| a * b)
            }
            _ => None,
        };
        self.numbers.get(&Key::of(e)).cloned().or(product)
    }

    /// A condition `a <= b` with numbers in place of what is fixed; nothing if the numbers satisfy it.
    pub fn within(&self, condition: Expr) -> Option<Expr> {
        if self.numbers.is_empty() {
            return Some(condition);
        }
        let ExprKind::Binary(BinaryOp::Le, small, limit) = &condition.kind else { return Some(condition) };
        let (Some(small), Some(limit)) = (poly_of(small), poly_of(limit)) else { return Some(condition) };
        let number = |e: &Expr| self.number(e).map(Poly::number);
        let (small, limit) = (small.replaced(&number), limit.replaced(&number));
        if limit.minus(&small).is_natural() {
            return None;
        }
        let at = At::new(condition.node);
        let whole = |poly: Poly| Expr { ty: Type::Int, ..poly.expr(at) };
        Some(Expr { ty: condition.ty, ..at.binary(BinaryOp::Le, whole(small), whole(limit)) })
    }
}
