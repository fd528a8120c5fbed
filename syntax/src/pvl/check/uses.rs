//! Uses of resources and inline functions as they are written, and the declarations that they are about.
//!
//! In: a use such as `P(e)`, `o.P(e)` or `[p]P(e)`. Out: its declaration and its typed arguments, or a diagnostic.

use super::declared::Declared;
use super::env::{Env, Named};
use crate::pvl::ast;
use ir::diagnostic::Diagnostic;
use ir::{ClassId, Expr, Span, Type};

/// A use of a resource, without an amount in front of it.
pub struct Use<'e> {
    /// What stands in front of the dot in `o.P(e)` or `C.P(e)`: an object, or a class (`Some(None)`).
    pub object: Option<Option<Expr>>,
    /// The name of the resource.
    pub name: &'e ast::Name,
    /// The arguments.
    pub args: &'e [ast::Expr],
}

impl<'a> Env<'a> {
    /// The resource or inline function with this name.
    pub fn resource(&self, name: &str) -> Option<&'a Declared<'a>> {
        let named = |r: &&Declared<'_>| {
            r.tree.name.text == name && self.is_visible(r.home.kernel, r.home.class) && r.home.origin >= self.origin
        };
        let own = |r: &&Declared<'_>| self.is_own(r.home.class);
        let visible = || self.resources.all.iter().filter(named);
        visible().find(own).or_else(|| visible().next())
    }

    /// The resource or inline function with this name in a class.
    pub fn resource_of(&self, class: ClassId, name: &str) -> Option<&'a Declared<'a>> {
        let of = |r: &&Declared<'_>| r.home.class.is_some_and(|(of, _)| of == class);
        self.resources.all.iter().filter(of).find(|r| r.tree.name.text == name)
    }

    /// Checks the arguments of a use, and the amount in front of it.
    pub(super) fn arguments_of_resource(
        &mut self,
        declared: &Declared<'a>,
        scale: Option<&ast::Expr>,
        used: &Use<'_>,
        span: Span,
    ) -> Option<(Vec<Expr>, Option<Expr>)> {
        let name = used.name;
        let types: Vec<Type> = declared.tree.params.iter().map(|(ty, _)| self.read_as(self.declared(*ty))).collect();
        let args = self.arguments(name, &types, declared.tree.name.at.0, used.args, span);
        let args = match &used.object {
            Some(object) => self.with_object(declared.home.class, name, object.clone(), args),
            None => self.with_receiver(declared.home.class, name, args),
        };
        let scale = scale.map(|amount| self.amount(amount));
        Some((args?, scale.map_or(Some(None), |scale| scale.map(Some))?))
    }

    /// Checks `\unfolding P(e) \in e`, which means `e`: whether `e` may read what it reads follows from the permissions
    /// that are held, as everywhere. The use is checked and has no effect.
    #[inline(never)]
    pub fn unfolding(&mut self, instance: &ast::Expr, inner: &ast::Expr, hint: Option<Type>) -> Option<Expr> {
        let (scale, used) = match &instance.kind {
            ast::ExprKind::Scaled(scale, used) => (Some(&**scale), &**used),
            _ => (None, instance),
        };
        let (declared, used) = self.resource_used(used)?;
        let known = self.arguments_of_resource(declared, scale, &used, instance.at.0);
        let inner = self.expr(inner, hint);
        known.and(inner)
    }

    /// Checks `[p]P(e, …)`.
    #[inline(never)]
    pub fn scaled(&mut self, scale: &ast::Expr, used: &ast::Expr, span: Span) -> Option<Expr> {
        let (declared, used) = self.resource_used(used)?;
        self.used(declared, Some(scale), &used, span)
    }

    /// The resource that a use as written is about; an error is reported if there is none.
    fn resource_used<'e>(&mut self, used: &'e ast::Expr) -> Option<(&'a Declared<'a>, Use<'e>)> {
        match &used.kind {
            ast::ExprKind::Call(name, args) => {
                Some((self.resource_named(name, args)?, Use { object: None, name, args }))
            }
            ast::ExprKind::Method(object, name, args) => {
                let (class, object) = self.before_dot(object)?;
                let declared = self.resource_of(class, &name.text).filter(|r| r.tree.ret.is_none());
                let Some(declared) = declared else {
                    self.no_method(class, name);
                    return None;
                };
                Some((declared, Use { object: Some(object), name, args }))
            }
            _ => None,
        }
    }

    /// The resource with this name; an error is reported if there is none.
    pub fn resource_named(&mut self, name: &ast::Name, args: &[ast::Expr]) -> Option<&'a Declared<'a>> {
        let found = self.resource(&name.text).filter(|r| r.tree.ret.is_none());
        if found.is_none() {
            for arg in args {
                let _ = self.expr(arg, None);
            }
            let function = self.function(&name.text).is_some() || self.resource(&name.text).is_some();
            if function || self.procedure(&name.text).is_some() {
                let message = format!("`{}` is not a resource", name.text);
                let error = Diagnostic::new("type.resource-position", name.at.0, message).label("not a resource").help(
                    format!(
                        "leave out what stands in front: only a resource has an amount in front or is folded, as \
                        declared by `resource {}(…) = …;`",
                        name.text
                    ),
                );
                self.diagnostics.push(error);
            } else {
                self.unknown(&name.text, name.at.0, Named::Resource, None);
            }
        }
        found
    }
}
