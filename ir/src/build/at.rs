//! Builders for expressions, locations, clauses and names.
//!
//! In: the parts, and a place of the source ([`At`]). Out: the whole, with its type and that place.

use crate::{
    BinaryOp, By, Clause, ClauseKind, Expr, ExprKind, Heap, Ident, Node, Place, Span, Type, UnaryOp, VarDecl, VarId,
};
use dashu::integer::IBig;

/// A place of the source. Its methods make parts of a program that have this place. Their own parts keep their places.
#[derive(Clone, Copy, Debug)]
pub struct At(pub(super) Node);

impl At {
    /// The builders for this place.
    pub fn new(place: impl Into<Span>) -> Self {
        Self(place.into().into())
    }

    /// A name.
    pub fn name(self, name: impl Into<String>) -> Ident {
        Ident { name: name.into(), node: self.0 }
    }

    /// The declaration of a variable that is not an array.
    pub fn scalar(self, name: impl Into<String>, ty: Type) -> VarDecl {
        VarDecl { name: self.name(name), ty, dims: Vec::new(), device: false }
    }

    /// A location.
    pub fn place(self, heap: Heap, index: Vec<Expr>) -> Place {
        Place { heap, index, node: self.0 }
    }

    /// An expression of a type.
    pub fn expr(self, kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty, node: self.0 }
    }

    /// An integer.
    pub fn int(self, n: impl Into<IBig>) -> Expr {
        self.expr(ExprKind::Int(n.into()), Type::Int)
    }

    /// `true` or `false`.
    pub fn truth(self, value: bool) -> Expr {
        self.expr(ExprKind::Bool(value), Type::Bool)
    }

    /// The value of a variable, which has this type.
    pub fn var(self, v: VarId, ty: Type) -> Expr {
        self.expr(ExprKind::Var(v), ty)
    }

    /// A prefix operator.
    pub fn unary(self, op: UnaryOp, a: Expr) -> Expr {
        let ty = match op {
            UnaryOp::Not | UnaryOp::Neg => a.ty,
            UnaryOp::IntToFrac => Type::Frac,
        };
        self.expr(ExprKind::Unary(op, Box::new(a)), ty)
    }

    /// An infix operator.
    pub fn binary(self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let ty = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => a.ty,
            BinaryOp::Frac => Type::Frac,
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Same
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or => Type::Bool,
            BinaryOp::Implies => b.ty,
            BinaryOp::Star => Type::Resource,
        };
        self.expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
    }

    /// The separating conjunction of two assertions, or their conjunction if neither has permissions.
    pub fn both(self, a: Expr, b: Expr) -> Expr {
        let resource = [&a, &b].iter().any(|e| e.ty == Type::Resource);
        self.binary(if resource { BinaryOp::Star } else { BinaryOp::And }, a, b)
    }

    /// `a ** b`, which is a resource also if it has no permission.
    pub fn both_resource(self, a: Expr, b: Expr) -> Expr {
        self.binary(BinaryOp::Star, a, b)
    }

    /// `c ? a : b`, of two expressions of one type, or of two assertions. It is a resource if one of them is.
    pub fn cond(self, c: Expr, a: Expr, b: Expr) -> Expr {
        let ty = if a.ty == Type::Resource { a.ty } else { b.ty };
        self.expr(ExprKind::Cond(Box::new(c), Box::new(a), Box::new(b)), ty)
    }

    /// A clause that a person wrote.
    pub fn clause(self, kind: ClauseKind, expr: Expr) -> Clause {
        Clause { kind, expr, by: By::Written, node: self.0 }
    }
}
