//! Checks references to arrays: their types, `null`, `new`, elements, lengths, `a[*]` and `\array(a, n)`.
//!
//! In: types and expressions as written, in procedures and functions of the top level. Out: their typed form, in which
//! an element of an array that a reference refers to is a location of [`Heap::Elements`]. Elsewhere there are no
//! references, which is reported.

use super::env::{Env, ExprContext};
use super::host::HostCode;
use super::resources::between;
use super::types::show;
use crate::pvl::ast;
use crate::pvl::print;
use dashu::integer::IBig;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, ExprKind, Heap, Place, Quant, QuantKind, Span, Type};

const REFERENCE: &str = "type.reference";

/// Whether an expression is written `null`.
pub fn is_null(expr: &ast::Expr) -> bool {
    matches!(&expr.kind, ast::ExprKind::Name(name) if name == "null")
}

impl Env<'_> {
    /// Reports a type of references in a kernel, where there are none, and the name of a class that does not exist.
    pub fn reference_type(&mut self, ty: ast::TypeName) {
        self.class_type(ty);
        if matches!(ty.kind, ast::TypeKind::Collection(..)) {
            let _ = self.collection_name(ty);
            return;
        }
        self.fraction_array(ty);
        if ty.brackets == 0 || self.kernel.is_none() {
            return;
        }
        let shown = print::type_name(ty);
        let element = print::type_name(ast::TypeName { brackets: 0, ..ty });
        let message = format!("`{shown}` is a type of references, and a kernel has none");
        let help = format!(
            "name the arrays of the kernel where they are needed; an array of a thread has a length, as in \
            `{element}[4] q;`, and a global one is declared in front of the contract: `global {element}[n] a;`"
        );
        self.diagnostics.push(Diagnostic::new(REFERENCE, ty.at.0, message).label("a reference").help(help));
    }

    /// The value of a name, if it is `null` or the name of an array where a reference is expected (`hint`).
    /// `Some(None)` if an error was reported.
    #[allow(clippy::option_option)]
    #[inline(never)]
    pub fn of_reference(&mut self, name: &str, hint: Option<Type>, span: Span) -> Option<Option<(ExprKind, Type)>> {
        if name == "null" && self.visible(name).is_none() && !self.poisoned.contains(name) {
            return Some(self.null(hint, span));
        }
        let element = hint.and_then(Type::element)?;
        let var = self.variable(name).filter(|var| self.private_dims(*var).is_some())?;
        let related = self.vars.get(var.0 as usize).map(|decl| decl.name.node.span)?;
        let element = show(element);
        self.diagnostics.push(
            Diagnostic::new(REFERENCE, span, format!("`{name}` is an array, and a reference to one was expected"))
                .label("not a reference")
                .related(related, "declared here, as an array that belongs to this procedure")
                .help(format!(
                    "create it with `new`, so that `{name}` is a reference: `{element}[] {name} = new {element}[n];`"
                )),
        );
        Some(None)
    }

    /// `null`, of the type that its context requires.
    fn null(&mut self, hint: Option<Type>, span: Span) -> Option<(ExprKind, Type)> {
        let (message, help) = match hint {
            _ if self.kernel.is_some() => (
                "`null` is a reference, and there are none here".to_owned(),
                "references exist in procedures and functions of the top level: data of a kernel are scalars and \
                arrays, `global int n;` and `global int[n] a;`, and arrays exist always"
                    .to_owned(),
            ),
            Some(ty @ (Type::Array(_) | Type::Object(_))) => return Some((ExprKind::Null, ty)),
            Some(Type::Enum(of)) => (
                format!("`{}` is an enumeration, and no value of it is `null`", of.name),
                format!(
                    "leave the comparison out: a value is one of the constants, such as `{}`; `option<{}>` has `None`, \
                    too",
                    of.constant(0),
                    of.name
                ),
            ),
            Some(ty) => (
                format!("`null` is a reference to no array, and `{}` was expected", show(ty)),
                "compare a reference with it, as in `a == null`, or assign it to one: `int[] a = null;`".to_owned(),
            ),
            None => (
                "it is not known of which type this `null` is".to_owned(),
                "compare a reference with it, as in `a == null`, or assign it to one: `int[] a = null;`".to_owned(),
            ),
        };
        self.diagnostics.push(Diagnostic::new(REFERENCE, span, message).label("a reference").help(help));
        None
    }

    /// Checks two operands of which one is written `null`.
    pub fn with_null(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<Type>,
    ) -> (Option<Expr>, Option<Expr>) {
        let first = is_null(left);
        let other = self.expr(if first { right } else { left }, hint);
        let Some(other) = other else { return (None, None) };
        let null = self.expr(if first { left } else { right }, Some(other.ty));
        if first {
            (null, Some(other))
        } else {
            (Some(other), null)
        }
    }

    /// The reference that is the value of a variable or a field with this name.
    pub fn reference(&mut self, name: &ast::Name) -> Option<Expr> {
        let Some(var) = self.variable(&name.text) else {
            let at = At::new(name.at.0);
            let (place, ty) = self
                .own_field(&name.text)
                .zip(self.this(name.at.0))
                .map(|(field, this)| (at.place(Heap::Field(field.id), vec![this]), field.ty))?;
            return ty.element().map(|_| at.expr(ExprKind::Read(place), ty));
        };
        let ty = self.type_of(var);
        let single = self.private_dims(var).is_none();
        if single && ty.element().is_some() {
            self.ghost_value(var, name.at.0);
        }
        ty.element().filter(|_| single).map(|_| At::new(name.at.0).var(var, ty))
    }

    /// The location `array[e]…`, and the type of the element.
    pub fn element(&mut self, array: Expr, index: &[ast::Expr], span: Span) -> Option<(Place, Type)> {
        let typed: Vec<Option<Expr>> = index.iter().map(|expr| self.value(expr, Type::Int)).collect();
        let typed = typed.into_iter().collect::<Option<Vec<Expr>>>()?;
        let start = array.node.span.start as usize;
        let (last, mut base) = (typed.len().saturating_sub(1), array);
        for (n, position) in typed.into_iter().enumerate() {
            let Some(ty) = base.ty.element() else {
                self.not_a_reference(&base, base.node.span);
                return None;
            };
            // The place of `m[i]` in `m[i][j]` ends with the bracket behind the index.
            let read = Span::new(start, position.node.span.end as usize + 1);
            let at = At::new(if n == last { span } else { read });
            let place = at.place(Heap::Elements(ty), vec![base, position]);
            if n == last {
                return Some((place, ty));
            }
            base = at.expr(ExprKind::Read(place), ty);
        }
        None
    }

    /// Reports an expression that is used as a reference and is none.
    fn not_a_reference(&mut self, found: &Expr, span: Span) {
        let message = format!("this is of type `{}`, and has no elements and no length", self.shown(found.ty));
        self.diagnostics.push(
            Diagnostic::new("type.dimensions", span, message)
                .label("not an array")
                .help("the elements of `int[] a` are integers, and those of `int[][] m` are references to arrays"),
        );
    }

    /// The location `\result[e]…`.
    #[inline(never)]
    pub fn location_in_result(&mut self, index: &[ast::Expr], span: Span) -> Option<(Place, Type)> {
        let (kind, ty) = self.result_value(span)?;
        let word = Span::new(span.start as usize, span.start as usize + "\\result".len());
        self.element(At::new(word).expr(kind, ty), index, span)
    }

    /// Checks `m[e].length` and `\result.length`.
    #[inline(never)]
    pub fn length_of(&mut self, array: &ast::Expr, span: Span) -> Option<(ExprKind, Type)> {
        let array = self.expr(array, None)?;
        self.length_of_reference(array, None, span)
    }

    /// Checks `a.length`, where `a` is a reference.
    pub fn length_of_reference(&mut self, array: Expr, dim: Option<&IBig>, span: Span) -> Option<(ExprKind, Type)> {
        if array.ty.element().is_none() {
            self.not_a_reference(&array, array.node.span);
            return None;
        }
        if dim.is_some() {
            self.diagnostics.push(
                Diagnostic::new("type.dimensions", span, "the array of a reference has one dimension")
                    .label("no such dimension")
                    .help("write `a.length`, and for the arrays in an array of references `m[i].length`"),
            );
            return None;
        }
        Some((ExprKind::LengthOf(Box::new(array)), Type::Int))
    }

    /// Checks `\array(a, n)`, which means `a != null && a.length == n`.
    pub fn array_of_length(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if self.context == ExprContext::Code {
            self.specification_only(span, "`\\array`", "write `a != null && a.length == n`");
            return None;
        }
        let [array, length] = args else {
            self.diagnostics.push(
                Diagnostic::new("type.arguments", span, "`\\array` does not take these arguments")
                    .label("wrong arguments")
                    .help("write `\\array(a, n)`, which means `a != null && a.length == n`"),
            );
            return None;
        };
        let (array, length) = (self.expr(array, None), self.value(length, Type::Int));
        let (array, length) = (array?, length?);
        if array.ty.element().is_none() {
            self.not_a_reference(&array, array.node.span);
            return None;
        }
        Some(long(At::new(span), array, length))
    }

    /// A permission for each element of `array`, which `array[*]` stands for: `(\forall* int k = 0 .. array.length;
    /// …)`.
    pub fn each_element(
        &mut self,
        array: &ast::Expr,
        span: Span,
        permission: impl FnOnce(&mut Self, Place, Type) -> Option<Expr>,
    ) -> Option<Expr> {
        let reference = match &array.kind {
            ast::ExprKind::Name(name) => self.reference(&ast::Name { text: name.clone(), at: array.at }).is_some(),
            _ => true,
        };
        if !reference {
            let name = print::expr(array);
            self.diagnostics.push(
                Diagnostic::new("type.location", array.at.0, format!("`{name}[*]` is for references to arrays"))
                    .label("not a reference")
                    .help(format!(
                        "name the elements: `(\\forall* int i = 0 .. {name}.length; Perm({name}[i], write))`"
                    )),
            );
            return None;
        }
        let array = self.expr(array, None)?;
        let Some(element) = array.ty.element() else {
            self.not_a_reference(&array, array.node.span);
            return None;
        };
        let at = At::new(span);
        let var = self.hidden(at.scalar("k", Type::Int));
        let _ = self.bound.insert(var);
        let position = || at.var(var, Type::Int);
        let length = at.expr(ExprKind::LengthOf(Box::new(array.clone())), Type::Int);
        let place = at.place(Heap::Elements(element), vec![array, position()]);
        let body = permission(self, place, element)?;
        let range = Some(between(at.int(0), position(), length));
        let quant = Quant { kind: QuantKind::Star, binders: vec![var], triggers: Vec::new(), range, body };
        Some(at.expr(ExprKind::Quant(Box::new(quant)), Type::Resource))
    }

    /// Reports `a[*]` outside of a permission.
    #[inline(never)]
    pub fn elements_as_value(&mut self, expr: &ast::Expr) {
        let shown = print::expr(expr);
        self.diagnostics.push(
            Diagnostic::new("type.location", expr.at.0, format!("`{shown}` stands for all elements, and has no value"))
                .label("only in permissions")
                .help(format!("write `Perm({shown}, write)` for a permission for all elements, or name one element")),
        );
    }

    /// Checks `new T[e]`, and returns the length.
    pub fn new_length(&mut self, element: ast::TypeName, lengths: &[ast::Expr], span: Span) -> Option<Expr> {
        let here = self.is_host_code(HostCode::New, span);
        let typed: Vec<Option<Expr>> = lengths.iter().map(|length| self.value(length, Type::Int)).collect();
        if lengths.len() > 1 {
            let ty = self.shown(self.of_name(element));
            self.diagnostics.push(
                Diagnostic::new("type.creation", span, "`new` creates one array, and there are several lengths")
                    .label("more than one length")
                    .help(format!(
                        "create the array of references, and the arrays in it one by one: `m = new {ty}[r][];`, and \
                        in a loop `m[i] = new {ty}[c];`"
                    )),
            );
            return None;
        }
        typed.into_iter().next().flatten().filter(|_| here)
    }

    /// Reports `new T[e]` inside of an expression.
    #[inline(never)]
    pub fn new_in_expression(&mut self, expr: &ast::Expr) {
        let (element, what) = match &expr.kind {
            ast::ExprKind::New(element, _) => (format!("{}[]", print::type_name(*element)), "creates an array"),
            ast::ExprKind::NewObject(class, _) => (class.text.clone(), "creates an object"),
            _ => return,
        };
        let shown = print::expr(expr);
        self.diagnostics.push(
            Diagnostic::new("type.creation", expr.at.0, "`new` stands in a statement of its own")
                .label(what)
                .help(format!("write `{element} t = {shown};` in front, and `t` here")),
        );
    }
}

/// `array != null && array.length == length`.
pub(super) fn long(at: At, array: Expr, length: Expr) -> Expr {
    let null = at.expr(ExprKind::Null, array.ty);
    let known = at.binary(BinaryOp::Ne, array.clone(), null);
    let found = at.expr(ExprKind::LengthOf(Box::new(array)), Type::Int);
    at.binary(BinaryOp::And, known, at.binary(BinaryOp::Eq, found, length))
}
