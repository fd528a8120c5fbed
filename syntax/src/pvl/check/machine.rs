//! The meaning of `int`: mathematical integers, or machine integers of some width.
//!
//! If `int` is a machine type, variables and elements that the code declares as `int` have that type, and the result of
//! each operation in the code is checked or wrapped around ([`Expr::into_machine`]). Specifications compute with
//! mathematical integers, also from the values of the code. So do the operands of an operation that names a type
//! itself, such as `\wrap(u32, e)`.
//!
//! In: an expression that was checked as if `int` were mathematical. Out: the expression with the meaning that `int`
//! has at its position.

use super::env::{Env, ExprContext};
use super::types::of_name_as;
use crate::pvl::ast;
use dashu::integer::IBig;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{Expr, Type, Width};

impl Env<'_> {
    /// The type of a variable or of elements that are declared in memory or in the code.
    pub fn declared(&self, name: ast::TypeName) -> Type {
        // Ghost code has no machine.
        let mathematical = self.in_ghost && name.brackets == 0;
        of_name_as(name, if mathematical { Type::Int } else { self.int }, self.classes)
    }

    /// The width of integers at the current position; `None` where they are mathematical.
    pub fn width(&self) -> Option<Width> {
        self.int.width().filter(|_| self.context == ExprContext::Code && !self.unbounded)
    }

    /// The type that a variable or element of a type has in an expression at the current position.
    pub fn read_as(&self, ty: Type) -> Type {
        if self.width().is_some() {
            ty
        } else {
            ty.unbounded()
        }
    }

    /// Runs `inside` for the operands of an operation that names a type itself, in which integers are mathematical.
    pub fn mathematical<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.unbounded, true);
        let out = inside(self);
        self.unbounded = before;
        out
    }

    /// The expression as a machine integer, if `int` is a machine type at the current position.
    pub fn bounded(&self, expr: Expr) -> Expr {
        match self.width() {
            Some(width) if expr.ty == Type::Int => expr.into_machine(width),
            _ => expr,
        }
    }

    /// An integer literal. `negative` says that a minus sign stands in front of it. The sign is part of a literal of a
    /// signed type, so that the least value can be written, and an operation in front of an unsigned one. The literal
    /// must be in the range of `int` at the current position.
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
                        format!("{signed} is out of the range of `int`, which is `{name}`"),
                    )
                    .label("out of range")
                    .help(format!(
                        "`{name}` holds the integers from {least} to {greatest}; `--int` names another type"
                    )),
                );
                return None;
            }
        }
        Some(self.bounded(At::new(span).int(signed)))
    }
}

/// The type of a declaration in the memory of a kernel. `int` is the type that is given.
pub fn of_declaration(name: ast::TypeName, int: Type) -> Type {
    of_name_as(name, int, &[])
}
