//! Checks `\matrix(m, r, c)`: `m` is an array of `r` different rows of length `c`, which may be read.
//!
//! ```text
//! \array(m, r) ** (\forall* int i = 0 .. r; Perm(m[i], read)) ** (\forall int i = 0 .. r; \array(m[i], c))
//!     ** (\forall int i = 0 .. r, int j = 0 .. r; m[i] == m[j] ==> i == j)
//! ```
//!
//! It gives no permission for the elements of rows. Since rows differ, no location has two names `m[i][j]`.
//!
//! In: the arguments as written. Out: this assertion, or a diagnostic.

use super::env::Env;
use super::references::long;
use super::resources::{between, Permissions};
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, ExprKind, Heap, Place, Quant, QuantKind, Span, Type, VarId};

impl Env<'_> {
    /// Checks `\matrix(m, r, c)`.
    pub fn matrix(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        self.resources_allowed(span, Permissions::Written)?;
        let [matrix, rows, columns] = args else {
            self.diagnostics.push(
                Diagnostic::new("type.arguments", span, "`\\matrix` does not take these arguments")
                    .label("wrong arguments")
                    .help("write `\\matrix(m, r, c)`, for `r` rows of length `c`"),
            );
            return None;
        };
        let (rows, columns) = (self.value(rows, Type::Int), self.value(columns, Type::Int));
        let (matrix, rows, columns) = (self.expr(matrix, None)?, rows?, columns?);
        let Some(row) = matrix.ty.element().filter(|row| row.element().is_some()) else {
            self.diagnostics.push(
                Diagnostic::new("type.dimensions", matrix.node.span, "this is no array of arrays")
                    .label("no array of arrays")
                    .help(
                        "`\\matrix` is about a reference of a type such as `int[][]`; for one array write \
                        `\\array(a, n)`",
                    ),
            );
            return None;
        };
        let at = At::new(span);
        let place = |i: VarId| -> Place { at.place(Heap::Elements(row), vec![matrix.clone(), at.var(i, Type::Int)]) };
        let read = |i: VarId| at.expr(ExprKind::Read(place(i)), row);
        let inside = |i: VarId| between(at.int(0), at.var(i, Type::Int), rows.clone());
        let over = |kind: QuantKind, binders: Vec<VarId>, body: Expr| {
            let range = binders.iter().map(|i| inside(*i)).reduce(|a, b| at.binary(BinaryOp::And, a, b));
            let ty = if kind == QuantKind::Star { Type::Resource } else { Type::Bool };
            at.expr(ExprKind::Quant(Box::new(Quant { kind, binders, triggers: Vec::new(), range, body })), ty)
        };
        let [held, each, first, second] = ["i", "i", "i", "j"].map(|name| {
            let var = self.hidden(at.scalar(name, Type::Int));
            let _ = self.bound.insert(var);
            var
        });
        let amount = at.expr(ExprKind::ReadAmount, Type::Frac);
        let permission = at.expr(ExprKind::Perm(place(held), Box::new(amount)), Type::Resource);
        let permissions = over(QuantKind::Star, vec![held], permission);
        let lengths = over(QuantKind::Forall, vec![each], long(at, read(each), columns));
        let equal = at.binary(BinaryOp::Eq, read(first), read(second));
        let same = at.binary(BinaryOp::Eq, at.var(first, Type::Int), at.var(second, Type::Int));
        let differ = over(QuantKind::Forall, vec![first, second], at.binary(BinaryOp::Implies, equal, same));
        let whole = long(at, matrix.clone(), rows.clone());
        let facts = at.binary(BinaryOp::And, lengths, differ);
        Some(at.both_resource(whole, at.both_resource(permissions, facts)))
    }
}
