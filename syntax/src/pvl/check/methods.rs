//! Checks calls of methods, and `new C(e)`.
//!
//! In: a call as written, with an object or a class in front of the dot, or with none. Out: the call of the procedure
//! or the function, whose first argument is the object.

use super::calls::Called;
use super::env::{Env, ExprContext, ProcedureSignature, Signature};
use super::home::Role;
use super::host::HostCode;
use super::types::class_named;
use super::uses::Use;
use crate::pvl::ast;
use crate::pvl::print;
use crate::pvl::similar::nearest;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ClassId, Expr, ExprKind, FnId, ProcId, Span, Type};

const METHOD: &str = "type.method-call";

impl Env<'_> {
    /// The class that an expression names, as in `C.m(e)`.
    fn named_class(&self, expr: &ast::Expr) -> Option<ClassId> {
        if let ast::ExprKind::Qualified(ty) = expr.kind {
            return class_named(self.classes, &print::type_kind(ty));
        }
        let ast::ExprKind::Name(name) = &expr.kind else { return None };
        let hidden = self.variable(name).is_some() || self.own_field(name).is_some();
        class_named(self.classes, name).filter(|_| !hidden)
    }

    /// The procedure of a class with this name, constructors excepted.
    fn procedure_of(&self, class: ClassId, name: &str) -> Option<(ProcId, &ProcedureSignature)> {
        let of = |p: &&ProcedureSignature| p.class.is_some_and(|(c, _)| c == class) && !p.is_constructor();
        (0..).map(ProcId).zip(self.procedures).find(|(_, p)| p.name.name == name && of(p))
    }

    /// The function of a class with this name.
    fn function_of(&self, class: ClassId, name: &str) -> Option<(FnId, &Signature)> {
        let of = |f: &Signature| f.class.is_some_and(|(c, _)| c == class);
        (0..).map(FnId).zip(self.signatures).find(|(_, f)| f.name.name == name && of(f))
    }

    /// The object or the class in front of `.m(e)`: the class, and the object if it is one.
    pub(super) fn before_dot(&mut self, object: &ast::Expr) -> Option<(ClassId, Option<Expr>)> {
        if let Some(class) = self.named_class(object) {
            return Some((class, None));
        }
        if let ast::ExprKind::Qualified(_) = object.kind {
            self.unknown_class(&print::expr(object), object.at.0);
            return None;
        }
        if print::expr(object) == "this" && self.variable("this").is_none() && self.class.is_some() {
            self.without_this("this", object.at.0);
            return None;
        }
        let object = self.expr(object, None)?;
        match object.ty {
            Type::Object(class) => Some((class, Some(object))),
            _ => {
                self.no_object(&object);
                None
            }
        }
    }

    /// The call `object.name(args)` of a procedure; `None` if it is a call of a function.
    pub fn invoked(&mut self, object: &ast::Expr, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Called> {
        let Some((class, object)) = self.before_dot(object) else { return Some(Self::wrong_call(span)) };
        let found =
            self.procedure_of(class, &name.text).map(|(id, p)| (id, p.class, p.params.clone(), p.name.node.span));
        let Some((callee, of, params, declared)) = found else {
            let inline = self.resource_of(class, &name.text).filter(|r| r.tree.ret.is_some());
            if self.function_of(class, &name.text).is_none() && inline.is_none() {
                self.no_method(class, name);
                return Some(Self::wrong_call(span));
            }
            return None;
        };
        self.ghost_call(callee, span);
        let args = self.arguments(name, &params, declared, args, span);
        let args = self.with_object(of, name, object, args);
        Some(self.call_with(callee, args, name.text.clone(), span))
    }

    /// Checks the call `object.name(args)` of a pure function.
    #[inline(never)]
    pub fn method(&mut self, object: &ast::Expr, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if self.context == ExprContext::Length {
            return self.in_length(span, "a function");
        }
        let (class, object) = self.before_dot(object)?;
        if let Some(resource) = self.resource_of(class, &name.text) {
            return self.used(resource, None, &Use { object: Some(object), name, args }, span);
        }
        if let Some(callee) = self.procedure_of(class, &name.text).map(|(id, _)| id) {
            self.call_in_expression(callee, name, args, span);
            return None;
        }
        let found = self.function_of(class, &name.text);
        let Some((callee, of, params, declared, ret)) =
            found.map(|(id, f)| (id, f.class, f.params.clone(), f.name.node.span, f.ret))
        else {
            self.no_method(class, name);
            return None;
        };
        let args = self.arguments(name, &params, declared, args, span);
        let args = self.with_object(of, name, object, args)?;
        Some(At::new(span).expr(ExprKind::Call(callee, args), ret))
    }

    /// The arguments of a call that names no object, with `this` in front of them if a method is called.
    pub fn with_receiver(
        &mut self,
        callee: Option<(ClassId, Role)>,
        name: &ast::Name,
        args: Option<Vec<Expr>>,
    ) -> Option<Vec<Expr>> {
        let Some((_, Role::Method)) = callee else { return args };
        let Some(this) = self.this(name.at.0) else {
            self.without_this(&name.text, name.at.0);
            return None;
        };
        let mut args = args?;
        args.insert(0, this);
        Some(args)
    }

    /// The arguments of a call with this object in front of the dot, or with a class there (`None`).
    pub(super) fn with_object(
        &mut self,
        callee: Option<(ClassId, Role)>,
        name: &ast::Name,
        object: Option<Expr>,
        args: Option<Vec<Expr>>,
    ) -> Option<Vec<Expr>> {
        let (class, role) = callee?;
        let class = self.class_name(class).to_owned();
        let (message, help) = match (role, object) {
            (Role::Method, Some(object)) => {
                let mut args = args?;
                args.insert(0, object);
                return Some(args);
            }
            (Role::Method, None) => (
                format!("`{}` is a method of the objects of `{class}`", name.text),
                format!("call it for an object: `o.{}(…)`; or declare it `static`", name.text),
            ),
            (_, Some(_)) => (
                format!("`{}` is a static method, and is not called for an object", name.text),
                format!("write `{class}.{}(…)`", name.text),
            ),
            (_, None) => return args,
        };
        self.diagnostics.push(Diagnostic::new(METHOD, name.at.0, message).label("not called so").help(help));
        None
    }

    /// Reports a method that a class does not have.
    pub(super) fn no_method(&mut self, class: ClassId, name: &ast::Name) {
        if self.poisoned.contains(&name.text) {
            return;
        }
        let of =
            |known: Option<(ClassId, Role)>| known.is_some_and(|(c, role)| c == class && role != Role::Constructor);
        let procedures = self.procedures.iter().filter(|p| of(p.class)).map(|p| p.name.name.as_str());
        let functions = self.signatures.iter().filter(|f| of(f.class)).map(|f| f.name.name.as_str());
        let resources = self.resources.all.iter().filter(|r| of(r.home.class)).map(|r| r.tree.name.text.as_str());
        let help = match nearest(&name.text, procedures.chain(functions).chain(resources)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.is_data(class) => format!("declare it in the data type: `pure int {}(…);`", name.text),
            None => format!("declare it in the class: `void {}(…) {{ … }}`", name.text),
        };
        let message = format!("`{}` has no method `{}`", self.class_name(class), name.text);
        self.diagnostics
            .push(Diagnostic::new("resolve.unknown-function", name.at.0, message).label("unknown").help(help));
    }

    /// Checks `new C(e, …)`.
    pub fn new_object(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Called {
        let here = self.is_host_code(HostCode::New, span);
        let Some(class) = class_named(self.classes, &name.text) else {
            self.unknown_class(&name.text, name.at.0);
            args.iter().for_each(|arg| drop(self.expr(arg, None)));
            return Self::wrong_call(span);
        };
        if self.is_data(class) {
            let message = format!("`{}` is an abstract data type, and has no objects", name.text);
            self.diagnostics.push(
                Diagnostic::new("type.creation", name.at.0, message)
                    .label("not a class")
                    .help(format!("its values are those of its functions: `{}.f(…)`", name.text)),
            );
            return Self::wrong_call(span);
        }
        if !here {
            return Self::wrong_call(span);
        }
        let signature = self.classes.get(class.0 as usize);
        let constructor = signature.and_then(|class| class.constructor);
        let declared = constructor.and_then(|id| self.procedures.get(id.0 as usize));
        let (params, at) = match (declared, signature) {
            (Some(constructor), _) => (constructor.params.as_slice(), constructor.name.node.span),
            (None, Some(class)) => (&[][..], class.name.node.span),
            (None, None) => return Self::wrong_call(span),
        };
        let shown = format!("new {}", name.text);
        let named = ast::Name { text: shown.clone(), at: name.at };
        let args = self.arguments(&named, params, at, args, span);
        match (constructor, args) {
            (Some(callee), args) => self.call_with(callee, args, shown, span),
            (None, Some(_)) => Self::call_of_new(Type::Object(class), shown, span),
            (None, None) => Self::wrong_call(span),
        }
    }
}
