//! Compares the type that an expression has with the type that its context requires.
//!
//! In: a typed expression, and a type. Out: the expression, converted where the language converts (`int` to `frac`), or
//! a diagnostic.

use super::env::{ClassSignature, Env, ExprContext};
use crate::pvl::ast::{self, TypeKind};
use crate::pvl::print;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{ClassId, CollectionKind, DataType, Expr, ExprKind, FloatFormat, Intrinsic, Type, UnaryOp};

/// The type that a type name stands for where no class can be named.
pub fn of_name(name: ast::TypeName) -> Type {
    of_name_as(name, Type::Int, &[])
}

/// The type that a type name stands for, where `int` stands for the given type. A class that does not exist is reported
/// where the type is written.
pub fn of_name_as(name: ast::TypeName, int: Type, classes: &[ClassSignature]) -> Type {
    let first = match name.kind {
        TypeKind::Int => int,
        TypeKind::Bool => Type::Bool,
        TypeKind::Float => Type::Float(FloatFormat::Single),
        TypeKind::Double => Type::Float(FloatFormat::Double),
        TypeKind::Frac(_) => Type::Frac,
        TypeKind::Enum(of) => Type::Enum(of),
        TypeKind::Data(data) => Type::Data(data),
        TypeKind::Generic(..) => Type::Data(DataType::named(&print::type_kind(name.kind))),
        TypeKind::Class(name) => Type::Object(class_named(classes, name).unwrap_or(ClassId(u32::MAX))),
        TypeKind::Collection(kind, parts) => {
            // The integers in collections have no limits.
            let of_part =
                |kind: &TypeKind| of_name_as(ast::TypeName { kind: *kind, brackets: 0, ..name }, Type::Int, classes);
            let parts: Vec<Type> = parts.iter().map(of_part).collect();
            Type::collection(kind, &parts)
        }
    };
    (0..name.brackets).fold(first, |ty, _| ty.array())
}

/// The class with this name.
pub fn class_named(classes: &[ClassSignature], name: &str) -> Option<ClassId> {
    let position = classes.iter().position(|class| class.name.name == name)?;
    u32::try_from(position).ok().map(ClassId)
}

/// The name of a type in messages that no class occurs in.
pub fn show(ty: Type) -> String {
    let word = match ty {
        Type::Int | Type::Machine(_) => "int",
        Type::Bool => "bool",
        Type::Float(FloatFormat::Single) => "float",
        Type::Float(FloatFormat::Double) => "double",
        Type::Frac => "frac",
        Type::Resource => "resource",
        Type::Object(_) => "object",
        Type::Enum(of) => &of.name,
        Type::Data(data) => data.name(),
        Type::Array(element) => return format!("{}[]", show(*element)),
        Type::Collection(kind, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| show(*part)).collect();
            return format!("{}<{}>", kind.name(), parts.join(", "));
        }
    };
    word.to_owned()
}

/// Converts an `int` to a `frac`.
pub fn to_frac(expr: Expr) -> Expr {
    At::new(expr.node.span).unary(UnaryOp::IntToFrac, expr)
}

impl Env<'_> {
    /// The name of a type in messages.
    pub fn shown(&self, ty: Type) -> String {
        match ty {
            Type::Object(class) => self.class_name(class).to_owned(),
            Type::Array(element) => format!("{}[]", self.shown(*element)),
            Type::Int | Type::Machine(_) | Type::Bool | Type::Float(_) | Type::Frac | Type::Resource => show(ty),
            Type::Collection(..) | Type::Enum(_) | Type::Data(_) => show(ty),
        }
    }

    /// The name of a class.
    pub fn class_name(&self, class: ClassId) -> &str {
        self.classes.get(class.0 as usize).map_or("object", |class| &class.name.name)
    }

    /// The type that a type name stands for in a specification, where integers are mathematical.
    pub fn of_name(&self, name: ast::TypeName) -> Type {
        of_name_as(name, Type::Int, self.classes)
    }

    /// Checks an expression whose context requires the type `expected`.
    pub fn value(&mut self, expr: &ast::Expr, expected: Type) -> Option<Expr> {
        let found = self.expr(expr, Some(expected))?;
        self.coerce(found, expected)
    }

    /// Converts an expression to a type, or reports that it has another type.
    pub fn coerce(&mut self, expr: Expr, expected: Type) -> Option<Expr> {
        match (expr.ty, expected) {
            (found, expected) if found.is_within(expected) => Some(expr),
            (Type::Int, Type::Frac) => Some(to_frac(expr)),
            // Integers of ghost code have no limits, and those of a procedure that it calls do: it must fit.
            (Type::Int, Type::Machine(width)) if self.in_ghost => {
                let at = At::new(expr.node.span);
                Some(at.expr(ExprKind::Intrinsic(Intrinsic::Checked(width), vec![expr]), expected))
            }
            (Type::Bool, Type::Resource) => Some(expr),
            (Type::Resource, _) => {
                self.misplaced_resource(expr.node.span);
                None
            }
            (found, expected) => {
                self.mismatch(expr.node.span, found, expected);
                None
            }
        }
    }

    /// Checks an assertion: a condition, or a resource where permissions may be written.
    pub fn assertion(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let found = self.expr(expr, None)?;
        self.assertable(found)
    }

    /// Checks the condition of a `refute`, which has no permissions.
    pub fn refuted(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let found = self.at(ExprContext::Assertion, |env| env.assertion(expr))?;
        if found.ty != Type::Resource {
            return Some(found);
        }
        self.diagnostics.push(
            Diagnostic::new(
                "type.resource-position",
                found.node.span,
                "`refute` is about a condition, not a permission",
            )
            .label("this contains a permission")
            .help("leave the permission out, and write the condition: `refute x == 0;`"),
        );
        None
    }

    /// Checks that a typed expression is an assertion; see [`Self::assertion`].
    pub fn assertable(&mut self, found: Expr) -> Option<Expr> {
        match found.ty {
            Type::Bool | Type::Resource => Some(found),
            Type::Int
            | Type::Machine(_)
            | Type::Float(_)
            | Type::Frac
            | Type::Array(_)
            | Type::Object(_)
            | Type::Enum(_)
            | Type::Data(_)
            | Type::Collection(..) => {
                self.mismatch(found.node.span, found.ty, Type::Bool);
                None
            }
        }
    }

    /// Reports that an expression has another type than its context requires.
    pub fn mismatch(&mut self, span: Span, found: Type, expected: Type) {
        let error = Diagnostic::new(
            "type.mismatch",
            span,
            format!("found `{}`, expected `{}`", self.shown(found), self.shown(expected)),
        )
        .label(format!("this is of type `{}`", self.shown(found)));
        let help = match (found.unbounded(), expected.unbounded()) {
            (value, Type::Collection(CollectionKind::Option, [held])) if value == *held => {
                Some("an option with this value is written `Some(e)`")
            }
            (Type::Collection(CollectionKind::Option, [held]), value) if value == *held => Some(
                "the value of an option that is not `None` is `o.get`, and `o.getOrElse(d)` has another one for `None`",
            ),
            (Type::Int, Type::Bool) => Some("compare it, as in `x != 0`"),
            (Type::Int, Type::Float(_)) => Some(
                "`\\float(e)` or `\\double(e)` converts an integer; only integer literals become floats by themselves",
            ),
            (Type::Float(_), Type::Int) => {
                Some("`\\int(e)` rounds a float towards zero, and `\\int(rn, e)` to the nearest integer")
            }
            (Type::Float(_), Type::Float(_)) => {
                Some("`float` and `double` do not mix; a literal can be written `2.0f` or `2.0d`")
            }
            (Type::Float(_), Type::Frac) => Some("an amount is exact: `1\\2`, `write`, `read`, `none`"),
            (Type::Bool, Type::Int) => Some("write `(c ? 1 : 0)`, where `c` is this condition"),
            (Type::Array(_), Type::Bool) => Some("compare it, as in `a != null`"),
            (Type::Array(_), Type::Array(_)) => {
                Some("references refer to arrays with the type of elements that they name")
            }
            (Type::Enum(_), Type::Bool) => Some("compare it with a constant, as in `c == Colour.Red`"),
            (Type::Enum(_), Type::Int) | (Type::Int, Type::Enum(_)) => {
                Some("constants of an enumeration are no numbers: give each its number by a `pure` function")
            }
            (Type::Enum(_), Type::Enum(_)) => {
                Some("enumerations are different types, also if their constants have equal names")
            }
            (Type::Object(_), Type::Bool) => Some("compare it, as in `o != null`"),
            (Type::Object(_), Type::Object(_)) => Some("classes are different types, also if their fields are equal"),
            (Type::Object(_), _) => Some("a field of an object is written `o.x`"),
            (Type::Array(_), _) => Some("an element is written `a[i]`, and the length `a.length`"),
            (Type::Frac, _) => Some(
                "a fraction is the amount of a permission, and no number of the code; `/` divides integers and floats",
            ),
            _ => None,
        };
        self.diagnostics.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }

    /// Reports a resource where a value or a condition is required.
    pub fn misplaced_resource(&mut self, span: Span) {
        let used = self.resources.at(span);
        let (message, label) = match used {
            Some(_) => ("a resource cannot be used as a value", "this is a resource"),
            None => ("a permission cannot be used as a value", "this contains a permission"),
        };
        self.diagnostics.push(
            Diagnostic::new("type.resource-position", used.unwrap_or(span), message).label(label).help(
                "permissions may stand under `**`, right of `==>`, in both branches of `c ? a : b` and in the \
                    body of `\\forall*`; put parentheses around a condition that follows `**`",
            ),
        );
    }

    /// Converts two operands to the same type: `int` becomes `frac` if the other operand is a `frac`.
    pub fn unify(&mut self, left: Expr, right: Expr) -> Option<(Expr, Expr)> {
        match (left.ty, right.ty) {
            (a, b) if a == b => Some((left, right)),
            (Type::Int, Type::Frac) => Some((to_frac(left), right)),
            (Type::Frac, Type::Int) => Some((left, to_frac(right))),
            (Type::Bool, Type::Resource) | (Type::Resource, Type::Bool) => Some((left, right)),
            (_, found) => {
                self.mismatch(right.node.span, found, left.ty);
                None
            }
        }
    }
}
