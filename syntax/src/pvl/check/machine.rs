//! What `int` is: a mathematical integer, or a machine integer of some width.
//!
//! With a width, `int` of the code is that type: what is declared holds its values, and what an operation gives is
//! checked or wrapped around ([`Expr::into_machine`]). Specifications stay mathematical: what they read of the program
//! has the value that it has, and what they compute from it has no limits. So are the operands of an operation that
//! names a type itself, as `\wrap(u32, e)` does.
//!
//! In: an expression that was checked as if `int` had no limits. Out: the expression as it is meant where it stands.

use super::env::{Env, ExprContext};
use super::types::of_name;
use crate::pvl::ast;
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{Expr, ExprKind, Type, Width};

impl Env<'_> {
    /// The type of what is declared in memory or in the code.
    pub fn declared(&self, name: ast::TypeName) -> Type {
        of_declaration(name, self.int)
    }

    /// The width of integers at this place; none where they are mathematical.
    pub fn width(&self) -> Option<Width> {
        self.int.width().filter(|_| self.context == ExprContext::Code && !self.unbounded)
    }

    /// The type that something of a type has where it is read.
    pub fn read_as(&self, ty: Type) -> Type {
        if self.width().is_some() {
            ty
        } else {
            ty.unbounded()
        }
    }

    /// Checks what an operation takes that names a type itself: there are no limits in it.
    pub fn without_limits<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.unbounded, true);
        let out = inside(self);
        self.unbounded = before;
        out
    }

    /// An expression as it is meant at this place.
    pub fn meant(&self, expr: Expr) -> Expr {
        match self.width() {
            Some(width) if expr.ty == Type::Int => expr.into_machine(width),
            _ => expr,
        }
    }

    /// A literal, which must be one of the values that it can have at this place. A minus sign in front of it belongs
    /// to it, and in front of an unsigned one it is an operation.
    pub fn int_literal(&mut self, value: &IBig, negative: bool, span: Span) -> Option<Expr> {
        let signed = if negative { -value.clone() } else { value.clone() };
        if let Some(width) = self.width() {
            let (least, greatest) = (width.least(), width.greatest());
            let wraps = negative && !width.signed && *value <= greatest;
            if !wraps && (signed < least || signed > greatest) {
                let name = width.name();
                self.diagnostics.push(
                    Diagnostic::new(
                        "type.literal-range",
                        span,
                        format!("{signed} is no value of `int`, which is `{name}`"),
                    )
                    .label("does not fit")
                    .help(format!(
                        "`{name}` holds the integers from {least} to {greatest}; `--int` names another type"
                    )),
                );
                return None;
            }
        }
        Some(self.meant(Expr::new(ExprKind::Int(signed), Type::Int, span)))
    }
}

/// The type of what is declared in memory or in the code, where `int` is that type.
pub fn of_declaration(name: ast::TypeName, int: Type) -> Type {
    match of_name(name) {
        Type::Int => int,
        other => other,
    }
}
