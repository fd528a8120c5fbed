//! Checks expressions: resolves names, and gives every expression its type.
//!
//! In: an expression as written, and the type that its context requires, as a hint for literals. Out: the typed
//! expression; `None` if an error was reported.

use super::atomic_amounts;
use super::data_types::NO_OPERATORS;
use super::enums::NO_NUMBER;
use super::env::{Env, ExprContext, Named};
use super::floats::float;
use super::names::Known;
use super::uses::Use;
use crate::pvl::ast;
use dashu::integer::IBig;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{Axis, Dims, Expr, ExprKind, Span, Type, UnaryOp};

impl<'a> Env<'a> {
    /// Checks an expression. `hint` is the type that a literal gets if it could have several types.
    pub fn expr(&mut self, expr: &ast::Expr, hint: Option<Type>) -> Option<Expr> {
        let checked = self.expr_of_unbounded(expr, hint);
        if checked.is_none() {
            let _ = self.lost.get_or_insert(expr.at.0);
        }
        Some(self.bounded(checked?))
    }

    /// Checks an expression whose own operation computes with mathematical integers. Its operands may already be
    /// machine integers.
    ///
    /// The stack holds a frame of this function for each level of a tree. Therefore the functions that it calls are not
    /// inlined: the frame would have room for the variables of all of them.
    fn expr_of_unbounded(&mut self, expr: &ast::Expr, hint: Option<Type>) -> Option<Expr> {
        let span = expr.at.0;
        if let Some(found) = self.of_collection(expr) {
            return found;
        }
        let (kind, ty) = match &expr.kind {
            ast::ExprKind::Int(value) => match hint {
                Some(Type::Float(format)) => (float(&value.to_string(), format), Type::Float(format)),
                _ => return self.int_literal(value, false, span),
            },
            ast::ExprKind::Float(text, suffix) => self.float_literal(text, *suffix, hint, span)?,
            ast::ExprKind::Bool(value) => (ExprKind::Bool(*value), Type::Bool),
            ast::ExprKind::Write => (ExprKind::Write, Type::Frac),
            ast::ExprKind::NoAmount => (ExprKind::NoAmount, Type::Frac),
            ast::ExprKind::Read => {
                self.misplaced_read(span);
                return None;
            }
            ast::ExprKind::AtomicAmount => {
                self.diagnostics.push(atomic_amounts::no_number(span));
                return None;
            }
            ast::ExprKind::Name(name) if self.is_word(name, "None") => return self.none(hint, span),
            ast::ExprKind::Name(name) => match self.of_reference(name, hint, span) {
                Some(found) => found?,
                None => self.name(name, span)?,
            },
            ast::ExprKind::Qualified(_) => {
                self.unknown_class(&crate::pvl::print::expr(expr), span);
                return None;
            }
            ast::ExprKind::Result => self.result_value(span)?,
            ast::ExprKind::Index(name, index) => {
                let (place, ty) = self.location(name, index, span)?;
                self.on_device(&place, name, span, "read")?;
                (ExprKind::Read(place), self.read_as(ty))
            }
            ast::ExprKind::ResultIndex(index) => {
                let (place, ty) = self.location_in_result(index, span)?;
                (ExprKind::Read(place), self.read_as(ty))
            }
            ast::ExprKind::Along(..) | ast::ExprKind::Field(..) if self.names_constant(expr) => self.constant(expr)?,
            ast::ExprKind::Along(name, _) if self.is_object(name) => self.read_path(expr)?,
            ast::ExprKind::Field(..) | ast::ExprKind::ElementOf(..) => self.read_path(expr)?,
            ast::ExprKind::Method(object, name, args) => return self.method(object, name, args, span),
            ast::ExprKind::Elements(_) => {
                self.elements_as_value(expr);
                return None;
            }
            ast::ExprKind::LengthOf(array) => self.length_of(array, span)?,
            ast::ExprKind::New(..) | ast::ExprKind::NewObject(..) => {
                self.new_in_expression(expr);
                return None;
            }
            ast::ExprKind::Along(name, axis) => self.along(name, *axis, span)?,
            ast::ExprKind::Length(name, dim) => self.length(name, dim.as_ref(), span)?,
            ast::ExprKind::Unary(op, operand) => return self.unary(*op, operand, hint, span),
            ast::ExprKind::Binary(op, at, left, right) => return self.binary(*op, at.0, left, right, hint, span),
            ast::ExprKind::Cond(guard, then, other) => return self.conditional(guard, then, other, hint, span),
            ast::ExprKind::Quant { kind, binders, range, body } => {
                return self.quantified(*kind, binders, range.as_deref(), body, span);
            }
            ast::ExprKind::Reduce { kind, binders, range, body } => {
                return self.reduction(*kind, binders, range.as_deref(), body, span);
            }
            ast::ExprKind::Let(ty, name, value, body) => return self.definition((*ty, name), value, body, hint),
            ast::ExprKind::Collection(collected) => return self.collected(collected, hint, span),
            ast::ExprKind::Trigger(exprs) => return self.trigger(exprs, hint, span),
            ast::ExprKind::Old(label, inner) => return self.old(label.as_ref(), inner, hint, span),
            ast::ExprKind::Call(name, args) if self.is_word(&name.text, "Some") => return self.some(args, hint, span),
            ast::ExprKind::Call(name, args) if self.is_side(&name.text) => {
                return self.side(&name.text, args, hint, span);
            }
            ast::ExprKind::Call(name, args) => return self.call(name, args, span),
            ast::ExprKind::Scaled(scale, used) => return self.scaled(scale, used, span),
            ast::ExprKind::Reveal(inner) => return self.reveal(inner, hint, span),
            ast::ExprKind::Unfolding(instance, inner) => return self.unfolding(instance, inner, hint),
            ast::ExprKind::Intrinsic { name, word, args } => {
                return self.intrinsic(name, word.as_ref(), args, hint, span);
            }
            ast::ExprKind::Perm(place, amount) => return self.perm(place, amount, false, span),
            ast::ExprKind::Percent(place, amount) => return self.perm(place, amount, true, span),
            ast::ExprKind::PointsTo(place, amount, value) => return self.points_to(place, amount, value, span),
        };
        Some(At::new(span).expr(kind, ty))
    }

    /// The meaning of `\result`.
    #[inline(never)]
    pub(super) fn result_value(&mut self, span: Span) -> Option<(ExprKind, Type)> {
        if self.result.is_none() {
            let help = match &self.void {
                Some(name) => format!(
                    "`{name}` is `void`: name the type of its result, as in `int {name}(…)`, and end its code with \
                    `return e;`"
                ),
                None => {
                    "`\\result` is the value of a pure function or of a procedure, in its `ensures` clauses".to_owned()
                }
            };
            self.diagnostics.push(
                Diagnostic::new("resolve.result-outside", span, "`\\result` has no meaning here")
                    .label("no meaning here")
                    .help(help),
            );
        }
        self.result.clone().map(|(kind, ty)| (kind, self.read_as(ty)))
    }

    /// Checks `a[e]…` as a location; returns the location and the type of the element.
    pub fn location(&mut self, name: &ast::Name, index: &[ast::Expr], span: Span) -> Option<(ir::Place, Type)> {
        if self.context == ExprContext::Length {
            return self.in_length(span, "an array");
        }
        if let Some(reference) = self.reference(name) {
            return self.element(reference, index, span);
        }
        let known = self.array_named(name);
        let typed: Vec<Option<Expr>> = index.iter().map(|expr| self.value(expr, Type::Int)).collect();
        let Known { heap, dims, elem: ty } = known?;
        if dims != index.len() {
            let shown = format!("{}{}", name.text, "[…]".repeat(dims));
            self.diagnostics.push(
                Diagnostic::new(
                    "type.dimensions",
                    span,
                    format!(
                        "`{}` has {dims} dimension{}, found {} ind{}",
                        name.text,
                        if dims == 1 { "" } else { "s" },
                        index.len(),
                        if index.len() == 1 { "ex" } else { "ices" }
                    ),
                )
                .label("wrong number of indices")
                .help(format!("write `{shown}`")),
            );
            return None;
        }
        let index = typed.into_iter().collect::<Option<Vec<Expr>>>()?;
        Some((At::new(span).place(heap, index), ty))
    }

    /// Checks `a.length` and `a.length(d)`.
    #[inline(never)]
    fn length(&mut self, name: &ast::Name, dim: Option<&IBig>, span: Span) -> Option<(ExprKind, Type)> {
        if self.context == ExprContext::Length {
            return self.in_length(span, "an array");
        }
        if let Some(reference) = self.reference(name) {
            return self.length_of_reference(reference, dim, span);
        }
        let Known { heap, dims, .. } = self.array_with_length(name)?;
        let dim = dim.map_or(Some(0), |dim| usize::try_from(dim).ok());
        match dim.filter(|dim| *dim < dims) {
            Some(dim) => Some((ExprKind::Length(heap, dim), Type::Int)),
            None => {
                self.diagnostics.push(
                    Diagnostic::new(
                        "type.dimensions",
                        span,
                        format!("`{}` has {dims} dimension{}", name.text, if dims == 1 { "" } else { "s" }),
                    )
                    .label("no such dimension")
                    .help("dimensions are counted from 0"),
                );
                None
            }
        }
    }

    /// Checks a prefix operator.
    #[inline(never)]
    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, hint: Option<Type>, span: Span) -> Option<Expr> {
        if let (UnaryOp::Neg, ast::ExprKind::Int(value), Some(_)) = (op, &operand.kind, self.width()) {
            if !matches!(hint, Some(Type::Float(_))) {
                return self.int_literal(value, true, span);
            }
        }
        let typed = match op {
            UnaryOp::Not => self.value(operand, Type::Bool)?,
            UnaryOp::Neg | UnaryOp::IntToFrac => self.expr(operand, hint)?,
        };
        let ty = typed.ty;
        match (op, ty) {
            (UnaryOp::Neg | UnaryOp::IntToFrac, Type::Bool) => {
                self.not_applicable("-", span, ty, "`!` negates a condition");
                return None;
            }
            (UnaryOp::Neg | UnaryOp::IntToFrac, Type::Resource) => {
                self.misplaced_resource(typed.node.span);
                return None;
            }
            (UnaryOp::Neg | UnaryOp::IntToFrac, Type::Array(_) | Type::Object(_)) => {
                self.not_applicable("-", span, ty, "an element is written `a[i]`");
                return None;
            }
            (UnaryOp::Neg | UnaryOp::IntToFrac, Type::Enum(_)) => {
                self.not_applicable("-", span, ty, NO_NUMBER);
                return None;
            }
            (UnaryOp::Neg | UnaryOp::IntToFrac, Type::Data(_)) => {
                self.not_applicable("-", span, ty, NO_OPERATORS);
                return None;
            }
            (UnaryOp::Neg | UnaryOp::IntToFrac, Type::Collection(..)) => {
                self.not_applicable("-", span, ty, "an element of a sequence is written `s[i]`");
                return None;
            }
            (UnaryOp::Not, _) | (_, Type::Int | Type::Machine(_) | Type::Float(_) | Type::Frac) => {}
        }
        // The result of an operation on machine integers is made a machine integer by `Env::bounded`.
        Some(Expr { ty: ty.unbounded(), ..At::new(span).unary(op, typed) })
    }

    /// Checks `c ? a : b`.
    #[inline(never)]
    fn conditional(
        &mut self,
        guard: &ast::Expr,
        then: &ast::Expr,
        other: &ast::Expr,
        hint: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        let guard = self.value(guard, Type::Bool);
        let (then, other) = self.operands(then, other, hint);
        let (guard, (then, other)) = (guard?, self.unify(then?, other?)?);
        Some(At::new(span).cond(guard, then, other))
    }

    /// Checks a call of a pure function.
    #[inline(never)]
    pub(super) fn call(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if self.context == ExprContext::Length {
            return self.in_length(span, "a function");
        }
        if let Some(resource) = self.resource(&name.text) {
            return self.used(resource, None, &Use { object: None, name, args }, span);
        }
        if let Some(callee) = self.procedure(&name.text) {
            self.call_in_expression(callee, name, args, span);
            return None;
        }
        let Some(function) = self.function(&name.text) else {
            if name.text == "reveal" {
                self.revealed_in_parentheses(name);
                return None;
            }
            if let Some(token) = self.token(name, args, span) {
                return token;
            }
            if let ("Value", [place]) = (name.text.as_str(), args) {
                // A share of unknown size, so that the location may be read. Its amount has no text of its own.
                let behind = Span { start: name.at.0.end, end: name.at.0.end, ..span };
                let read = ast::Expr { kind: ast::ExprKind::Read, at: ast::At(behind) };
                return self.perm(place, &read, false, span);
            }
            for arg in args {
                self.expr(arg, None);
            }
            if self.variable(&name.text).is_some()
                || self.array(&name.text).is_some()
                || self.scalar(&name.text).is_some()
            {
                self.diagnostics.push(
                    Diagnostic::new("type.arguments", name.at.0, format!("`{}` is not a function", name.text))
                        .label("not a function")
                        .help("an element of an array is written `a[e]`"),
                );
            } else {
                self.unknown(&name.text, name.at.0, Named::Function, axis_of(args));
            }
            return None;
        };
        let signatures = self.signatures;
        if let Some(either) = self.formats(function, name, args) {
            return self.call_of_either(either, args, span);
        }
        let signature = signatures.get(function.0 as usize)?;
        let args = self.arguments(name, &signature.params, signature.name.node.span, args, span);
        let args = self.with_receiver(signature.class, name, args)?;
        Some(At::new(span).expr(ExprKind::Call(function, args), signature.ret))
    }

    /// Reports something that the length of an array must not mention.
    pub fn in_length<T>(&mut self, span: Span, what: &str) -> Option<T> {
        let help = match self.kernel {
            Some(_) => {
                "a length is known before the code runs: write a number, or compute it from scalars, `gsize`, \
                `ngroups` and `tcount`"
            }
            None => {
                "a length is known before the procedure runs: compute it from numbers and the procedure's parameters; \
                for a value that is computed here, write a procedure with a parameter for it, which declares the \
                array, and call that"
            }
        };
        self.diagnostics.push(
            Diagnostic::new("type.array-length", span, format!("the length of an array cannot depend on {what}"))
                .label("not allowed in a length")
                .help(help),
        );
        None
    }
}

/// The dimension that an OpenCL function such as `get_global_id(1)` asks for.
fn axis_of(args: &[ast::Expr]) -> Option<Axis> {
    let [ast::Expr { kind: ast::ExprKind::Int(number), .. }] = args else { return None };
    Dims::Three.axes().get(usize::try_from(number).ok()?).copied()
}
