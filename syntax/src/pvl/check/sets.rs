//! Checks expressions about sets.
//!
//! ```text
//! set<T> { a, b }                     a literal
//! |s|   s.size   s.isEmpty            how many elements
//! e \in s   s.contains(e)             whether it has an element
//! s + t   s * t   s - t               union, intersection, difference
//! s <= t   s < t   s >= t   s > t     whether one has all elements of the other (and more)
//! ```
//!
//! In: expressions as written. Out: their typed form, or a diagnostic.

use super::env::Env;
use crate::pvl::ast;
use crate::pvl::signs::symbol;
use ir::build::At;
use ir::{BinaryOp, CollectionKind, CollectionOp, Expr, Span, Type};

/// The parts of a set that are written behind a dot.
const PARTS: &str = "a set has `.size`, `.isEmpty` and `.contains(e)`";

/// The type of the elements of a set.
pub fn element_of_set(ty: Type) -> Option<Type> {
    match ty.as_collection()? {
        (CollectionKind::Set, [element]) => Some(*element),
        _ => None,
    }
}

impl Env<'_> {
    /// Whether an expression is a set, judged by its form and by the types of names.
    pub fn is_set(&self, e: &ast::Expr) -> bool {
        self.collection_type(e).is_some_and(|ty| element_of_set(ty).is_some())
    }

    /// Checks `s + t`, `s * t` and `s - t`.
    pub fn of_sets(
        &mut self,
        op: BinaryOp,
        sign: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let first = self.expr(left, None)?;
        let second = self.value(right, first.ty)?;
        let ty = first.ty;
        let made = match op {
            BinaryOp::Add => CollectionOp::Union,
            BinaryOp::Mul => CollectionOp::Common,
            BinaryOp::Sub => CollectionOp::Without,
            _ => {
                self.not_applicable(symbol(op), sign, ty, "sets have a union `s + t`, `s * t` and `s - t`");
                return None;
            }
        };
        self.made(made, vec![first, second], ty, span)
    }

    /// `s <= t` and the like, of two typed sets.
    pub fn subset(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let turned = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
        let proper = matches!(op, BinaryOp::Gt | BinaryOp::Lt);
        let at = At::new(span);
        let other = proper.then(|| at.binary(BinaryOp::Ne, left.clone(), right.clone()));
        let (small, large) = if turned { (right, left) } else { (left, right) };
        let within = self.made(CollectionOp::Subset, vec![small, large], Type::Bool, span)?;
        Some(match other {
            Some(other) => at.binary(BinaryOp::And, within, other),
            None => within,
        })
    }

    /// `s.size`, `s.isEmpty`, `s.contains(e)`
    pub fn part_of_set(&mut self, set: Expr, name: &ast::Name, args: Option<&[ast::Expr]>, span: Span) -> Option<Expr> {
        let ty = set.ty;
        match (name.text.as_str(), args) {
            ("size", None) => self.made(CollectionOp::Size, vec![set], Type::Int, span),
            ("isEmpty", None) => {
                let at = At::new(span);
                let size = self.made(CollectionOp::Size, vec![set], Type::Int, span)?;
                Some(at.binary(BinaryOp::Eq, size, at.int(0)))
            }
            ("contains", Some([part])) => self.contained(part, set, span),
            _ => self.no_such_part(name, ty, PARTS),
        }
    }
}
