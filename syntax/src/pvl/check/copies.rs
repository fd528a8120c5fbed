//! Checks copies between arrays of a procedure, `copy(to, from);` and `copy(to, from, count);`.
//!
//! In: the arguments as written. Out: a typed copy, with the guarantees of [`Transfer`].

use super::env::{Env, Named as Wanted};
use super::host::HostCode;
use super::launch::launch;
use super::types::show;
use crate::pvl::ast;
use crate::pvl::print;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ExprKind, Heap, Span, StmtKind, Transfer, Type, VarId};

const COPY: &str = "type.copy-argument";

/// An array of a procedure that is named as an argument.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The array.
    pub var: VarId,
    /// Number of dimensions.
    pub dims: usize,
    /// Type of an element.
    pub elem: Type,
    /// Whether it is in device memory.
    pub device: bool,
}

impl Env<'_> {
    /// Whether a call of this name is a copy between arrays: if it is `copy`, and no procedure or function is.
    pub fn is_copy(&self, name: &ast::Name) -> bool {
        let text = name.text.as_str();
        text == "copy"
            && self.procedure(text).is_none()
            && self.function(text).is_none()
            && !self.poisoned.contains(text)
    }

    /// Checks `copy(to, from);` and `copy(to, from, count);`.
    pub fn copy(&mut self, args: &[ast::Expr], span: Span) -> Option<StmtKind> {
        self.transfer(args, span).map(StmtKind::Copy)
    }

    fn transfer(&mut self, args: &[ast::Expr], span: Span) -> Option<Transfer> {
        if !self.is_host_code(HostCode::Copy, span) {
            return None;
        }
        let (to_arg, from_arg, count) = match args {
            [to, from] => (to, from, None),
            [to, from, count] => (to, from, Some(count)),
            _ => {
                self.diagnostics.push(
                    Diagnostic::new(COPY, span, format!("`copy` takes 2 or 3 arguments, found {}", args.len()))
                        .label("wrong number of arguments")
                        .help(
                            "write `copy(to, from);`, or `copy(to, from, count);` for the elements whose first index \
                            is less than `count`",
                        ),
                );
                return None;
            }
        };
        let (to, from) = (self.array_argument(to_arg), self.array_argument(from_arg));
        let count = count.map(|count| self.value(count, Type::Int));
        let (to, from) = (to?, from?);
        let wrong = if to.var == from.var {
            Some(("an array cannot be copied to itself".to_owned(), "leave this out, or name another array"))
        } else if to.elem != from.elem {
            let (to, from) = (show(to.elem), show(from.elem));
            Some((
                format!("an array of `{from}` cannot be copied to an array of `{to}`"),
                "declare both arrays with one type; elements of host memory can be converted one by one, in a loop",
            ))
        } else if to.dims != from.dims {
            Some((
                format!(
                    "an array of {} cannot be copied to an array of {}",
                    dimensions(from.dims),
                    dimensions(to.dims)
                ),
                "declare both arrays with as many lengths",
            ))
        } else {
            None
        };
        if let Some((message, help)) = wrong {
            let error = Diagnostic::new(COPY, span, message).label("does not fit").help(help);
            let error = [to, from].into_iter().fold(error, |error, array| match self.vars.get(array.var.0 as usize) {
                Some(decl) if to.var != from.var => error.related(decl.name.node.span, "declared here"),
                Some(_) | None => error,
            });
            self.diagnostics.push(error);
            return None;
        }
        let (to, from) = (Heap::Private(to.var), Heap::Private(from.var));
        let all = || Some(At::new(span).expr(ExprKind::Length(from, 0), Type::Int));
        Some(Transfer { to, from, count: count.unwrap_or_else(all)?, stream: None })
    }

    /// Checks `copy(to, from, stream = s);` and `copy(to, from, count, stream = s);`.
    pub fn copy_in(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        stream: &ast::Name,
        span: Span,
    ) -> Option<StmtKind> {
        if !self.is_copy(name) {
            let declared = self.visible(&name.text);
            let error = Diagnostic::new(COPY, span, "a procedure or function `copy` of this file takes no stream");
            let error = error.label("not a copy of arrays").help("choose another name for the procedure or function");
            let error = declared.into_iter().fold(error, |error, span| error.related(span, "declared here"));
            self.diagnostics.push(error);
            return None;
        }
        let stream = self.stream(stream);
        let transfer = self.transfer(args, span)?;
        Some(StmtKind::Copy(Transfer { stream: Some(stream?), ..transfer }))
    }

    /// The array that an argument names, if it does.
    pub fn named(&self, arg: &ast::Expr) -> Option<Named> {
        let ast::ExprKind::Name(name) = &arg.kind else { return None };
        let var = self.variable(name)?;
        let device = self.vars.get(var.0 as usize).is_some_and(|decl| decl.device);
        Some(Named { var, dims: self.private_dims(var)?, elem: self.type_of(var), device })
    }

    /// The array that an argument must name. Otherwise an error is reported.
    fn array_argument(&mut self, arg: &ast::Expr) -> Option<Named> {
        if let Some(named) = self.named(arg) {
            return Some(named);
        }
        let found = match &arg.kind {
            ast::ExprKind::Name(name) if self.visible(name).is_none() && launch(name).is_none() => {
                self.unknown(name, arg.at.0, Wanted::Array, None);
                return None;
            }
            _ => print::expr(arg),
        };
        let error = Diagnostic::new(COPY, arg.at.0, format!("`{found}` is not an array, and an array was expected"));
        self.diagnostics.push(error.label("not an array").help(
            "name an array that this procedure declares, without an index: `int[n] h;`, or `device int[n] d;` in \
            device memory",
        ));
        None
    }
}

/// `1 dimension`, `2 dimensions`.
pub fn dimensions(dims: usize) -> String {
    format!("{dims} dimension{}", if dims == 1 { "" } else { "s" })
}
