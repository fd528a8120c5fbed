//! A condition on each element of an array.
//!
//! In: nothing; [`crate::data`] makes these. Out: the condition on one element.

use crate::poly::Poly;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Heap, Node, VarId};

/// The variable that stands for an element of the array until a clause is made.
pub const ELEMENT: VarId = VarId(u32::MAX - 128);
/// What must hold of each element of an array: the polynomial, in terms of [`ELEMENT`], is not negative, or below a
/// length.
#[derive(Clone, Debug)]
pub struct OfData {
    /// The array.
    pub heap: Heap,
    /// The polynomial.
    pub small: Poly,
    /// The length; without one, the polynomial is not negative.
    pub below: Option<Expr>,
    /// The access that needs the condition.
    pub node: Node,
}

impl OfData {
    /// The condition on this element.
    pub fn condition(&self, element: &Poly) -> Expr {
        let at = At::new(self.node);
        let small =
            self.small.replaced(&|e| matches!(e.kind, ExprKind::Var(v) if v == ELEMENT).then(|| element.clone()));
        match &self.below {
            Some(length) => {
                let length = Expr { ty: ir::Type::Int, ..length.clone() };
                at.binary(BinaryOp::Lt, small.expr(at), length)
            }
            None => at.binary(BinaryOp::Le, at.int(0), small.expr(at)),
        }
    }
}
