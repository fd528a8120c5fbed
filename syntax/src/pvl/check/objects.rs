//! Checks objects: `this`, and fields.
//!
//! In: expressions as written, in procedures and functions of the top level and of classes. Out: their typed form. A
//! field of an object is a location of [`Heap::Field`]. A method is a procedure or a function whose first parameter is
//! `this`.

use super::env::{Env, ExprContext, FieldSignature, Named};
use super::home::Role;
use super::names::ident;
use super::types::class_named;
use crate::pvl::ast::{self, TypeKind};
use crate::pvl::print;
use crate::pvl::similar::nearest;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{
    BinaryOp, By, ClassId, Clause, ClauseKind, Expr, ExprKind, Heap, Ident, KernelId, Place, Span, Stmt, StmtKind,
    Type, VarId,
};

const FIELD: &str = "resolve.unknown-field";
const THIS: &str = "resolve.this";

impl Env<'_> {
    /// Whether an item with this class belongs to the class of the current item.
    pub fn is_own(&self, class: Option<(ClassId, Role)>) -> bool {
        self.class.is_some_and(|(own, _)| class.is_some_and(|(class, _)| class == own))
    }

    /// Whether an item can be named here without its class.
    pub fn is_visible(&self, kernel: Option<KernelId>, class: Option<(ClassId, Role)>) -> bool {
        (kernel.is_none() || kernel == self.kernel) && (class.is_none() || self.is_own(class))
    }

    /// The name of an item in the typed program, with the name of its class.
    pub fn item_name(&self, name: &ast::Name) -> Ident {
        let known = ident(name);
        match self.class {
            None => known,
            Some((class, Role::Constructor)) => Ident { name: self.class_name(class).to_owned(), ..known },
            Some((class, _)) => Ident { name: format!("{}.{}", self.class_name(class), name.text), ..known },
        }
    }

    /// Declares `this` as the first parameter of a method. The clause says that it is not `null`.
    pub fn receiver(&mut self, at: At) -> Option<Clause> {
        let (class, _) = self.class.filter(|(_, role)| *role == Role::Method)?;
        let this = self.hidden(at.scalar("this", Type::Object(class)));
        self.scope.push(("this".to_owned(), this));
        Some(self.exists(this, ClauseKind::Requires, at))
    }

    /// Declares the object that a constructor creates. It has no name yet.
    pub fn constructed(&mut self, at: At) -> Option<VarId> {
        let (class, _) = self.class.filter(|(_, role)| *role == Role::Constructor)?;
        Some(self.hidden(at.scalar("this", Type::Object(class))))
    }

    /// Runs `inside` where this variable, if there is one, has the name `this`.
    pub fn with_this<T>(&mut self, this: Option<VarId>, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scoped(|env| {
            env.scope.extend(this.map(|this| ("this".to_owned(), this)));
            inside(env)
        })
    }

    /// The statements that create the object of a constructor.
    pub fn creation(&self, this: VarId, at: At) -> [Stmt; 2] {
        [at.declare(this, None), at.stmt(StmtKind::NewObject(this))]
    }

    /// The statement at the end of a constructor that makes the lock of the object free, if it has one.
    pub fn committed(&mut self, this: VarId, span: Span) -> Option<Stmt> {
        let Type::Object(class) = self.type_of(this) else { return None };
        self.commit(class, this, span)
    }

    /// The clause that `this` is not `null`.
    pub fn exists(&self, this: VarId, kind: ClauseKind, at: At) -> Clause {
        let ty = self.type_of(this);
        let known = at.binary(BinaryOp::Ne, at.var(this, ty), at.expr(ExprKind::Null, ty));
        Clause { by: By::Generated, ..at.clause(kind, known) }
    }

    /// `this`, written or meant at a place; `None` where there is no such object.
    pub fn this(&self, span: Span) -> Option<Expr> {
        let (class, _) = self.class?;
        let var = self.variable("this")?;
        Some(At::new(span).var(var, Type::Object(class)))
    }

    /// Reports something that needs `this` where there is no such object.
    pub(super) fn without_this(&mut self, name: &str, span: Span) {
        let (message, help) = match self.class {
            Some((_, Role::Constructor)) => (
                format!("`{name}` needs the object, which does not exist in front of its constructor"),
                "a `requires` of a constructor is about its parameters; what holds of the new object stands in \
                `ensures`",
            ),
            _ => (
                format!("`{name}` needs an object, and a static method has none"),
                "leave out `static`, or give the method a parameter for the object",
            ),
        };
        self.diagnostics.push(Diagnostic::new(THIS, span, message).label("there is no `this` here").help(help));
    }

    /// Reports an assignment to `this`.
    pub fn assigned_this(&mut self, span: Span) {
        self.diagnostics.push(
            Diagnostic::new(THIS, span, "`this` cannot be assigned")
                .label("always the same object")
                .help("declare a variable for another object: `C o = this;`"),
        );
    }

    /// Reports the name of a class that does not exist.
    pub fn class_type(&mut self, ty: ast::TypeName) {
        let TypeKind::Class(name) = ty.kind else { return };
        if class_named(self.classes, name).is_none() {
            self.unknown_class(name, ty.at.0);
        } else if self.kernel.is_some() {
            self.diagnostics.push(
                Diagnostic::new("type.reference", ty.at.0, format!("`{name}` is a class, and a kernel has no objects"))
                    .label("a class")
                    .help("data of a kernel are scalars and arrays, `global int n;` and `global int[n] a;`"),
            );
        }
    }

    /// Reports the name of a class that does not exist, once.
    pub(super) fn unknown_class(&mut self, name: &str, span: Span) {
        if self.poisoned.contains(name) || !self.reported.insert(name.to_owned()) {
            return;
        }
        let known = self.classes.iter().map(|class| class.name.name.as_str());
        let known = known.chain(self.enums.iter().map(|(of, _)| of.name.as_str()));
        let help = match nearest(name, known) {
            _ if self.with_types(name).is_some() => self.with_types(name).unwrap_or_default(),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `class {name} {{ … }}`"),
        };
        let message = format!("there is no {} `{name}` here", Named::Class.word());
        self.diagnostics.push(Diagnostic::new("resolve.unknown-name", span, message).label("unknown").help(help));
    }

    /// The field of the own class with this name.
    pub fn own_field(&self, name: &str) -> Option<&FieldSignature> {
        let (class, _) = self.class?;
        self.classes.get(class.0 as usize)?.fields.iter().find(|field| field.name.name == name)
    }

    /// The location of `x`, where `x` is a field of the own class and no variable; `Some(None)` if an error was
    /// reported.
    #[allow(clippy::option_option)]
    pub fn bare_field(&mut self, name: &str, span: Span) -> Option<Option<(Place, Type)>> {
        if self.variable(name).is_some() {
            return None;
        }
        let (id, ty) = self.own_field(name).map(|field| (field.id, field.ty))?;
        if self.context == ExprContext::Length {
            return Some(self.in_length(span, "a field"));
        }
        let Some(this) = self.this(span) else {
            self.without_this(name, span);
            return Some(None);
        };
        Some(Some((At::new(span).place(Heap::Field(id), vec![this]), ty)))
    }

    /// Whether a name is that of an object, so that `o.x` is a field of it.
    pub fn is_object(&self, name: &ast::Name) -> bool {
        // A missing `this` is reported where the field is looked up.
        if name.text == "this" && self.class.is_some() {
            return true;
        }
        let ty = match self.variable(&name.text) {
            Some(var) => Some(self.type_of(var)).filter(|_| self.private_dims(var).is_none()),
            None => self.own_field(&name.text).map(|field| field.ty),
        };
        matches!(ty, Some(Type::Object(_)))
    }

    /// The location `o.x`, or `o.a[e]`; `None` for expressions of other kinds, and `Some(None)` if an error was
    /// reported.
    #[allow(clippy::option_option)]
    #[inline(never)]
    pub fn path(&mut self, expr: &ast::Expr) -> Option<Option<(Place, Type)>> {
        let span = expr.at.0;
        match &expr.kind {
            ast::ExprKind::Name(name) => self.bare_field(name, span),
            ast::ExprKind::Field(object, name) => Some(self.field(object, name, span)),
            ast::ExprKind::Along(object, axis) if self.is_object(object) => {
                let end = span.end as usize;
                let axis = ast::Name { text: axis.name().to_owned(), at: ast::At(Span::new(end - 1, end)) };
                let object = ast::Expr { kind: ast::ExprKind::Name(object.text.clone()), at: object.at };
                Some(self.field(&object, &axis, span))
            }
            ast::ExprKind::ElementOf(array, index) => {
                if self.context == ExprContext::Length {
                    return Some(self.in_length(span, "an array"));
                }
                let array = self.expr(array, None);
                Some(array.and_then(|array| self.element(array, index, span)))
            }
            _ => None,
        }
    }

    /// The location that an assignment writes.
    pub fn located(&mut self, expr: &ast::Expr) -> Option<(Place, Type)> {
        match self.path(expr) {
            Some(found) => found,
            None => {
                let message = format!("`{}` is no location", print::expr(expr));
                self.diagnostics.push(
                    Diagnostic::new("type.location", expr.at.0, message)
                        .label("cannot be assigned to")
                        .help("a location is a field of an object or an element of an array: `o.x`, `o.a[i]`"),
                );
                None
            }
        }
    }

    /// The value of a location that is written as a path.
    #[inline(never)]
    pub fn read_path(&mut self, expr: &ast::Expr) -> Option<(ExprKind, Type)> {
        let (place, ty) = self.path(expr)??;
        Some((ExprKind::Read(place), self.read_as(ty)))
    }

    /// The location `object.name`.
    fn field(&mut self, object: &ast::Expr, name: &ast::Name, span: Span) -> Option<(Place, Type)> {
        if self.context == ExprContext::Length {
            return self.in_length(span, "a field");
        }
        if let ast::ExprKind::Name(first) = &object.kind {
            if first == "this" && self.variable("this").is_none() && self.class.is_some() {
                self.without_this("this", object.at.0);
                return None;
            }
        }
        let object = self.expr(object, None)?;
        let Type::Object(class) = object.ty else {
            self.no_object(&object);
            return None;
        };
        let class = self.classes.get(class.0 as usize)?;
        let Some(field) = class.fields.iter().find(|field| field.name.name == name.text) else {
            if self.poisoned.contains(&name.text) {
                return None;
            }
            let known = class.fields.iter().map(|field| field.name.name.as_str());
            let help = match nearest(&name.text, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare it in the class: `int {};`", name.text),
            };
            let class = &class.name;
            self.diagnostics.push(
                Diagnostic::new(FIELD, name.at.0, format!("`{}` has no field `{}`", class.name, name.text))
                    .label("unknown")
                    .related(class.node.span, "the class")
                    .help(help),
            );
            return None;
        };
        Some((At::new(span).place(Heap::Field(field.id), vec![object]), field.ty))
    }

    /// Reports an expression that is used as an object and is none.
    pub(super) fn no_object(&mut self, found: &Expr) {
        let message = format!("this is of type `{}`, and has no fields and no methods", self.shown(found.ty));
        let help = match found.ty.as_collection() {
            None if matches!(found.ty, Type::Data(_)) => {
                "a function of an abstract data type is written with the name of the type: `Name.f(x)`"
            }
            Some(_) => "a collection is a value: no part of it changes, and its variable can be given a new one",
            None => "objects are created by `new C(…)`, where `class C { … }` declares the fields and methods",
        };
        self.diagnostics
            .push(Diagnostic::new("type.method-call", found.node.span, message).label("not an object").help(help));
    }
}
