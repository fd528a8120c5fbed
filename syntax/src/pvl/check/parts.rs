//! Which types the parts of collections have.
//!
//! In: a type. Out: whether there are such collections; if not, a diagnostic.

use super::env::{Env, ExprContext};
use super::types::{class_named, show};
use crate::pvl::ast::{self, TypeKind};
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, CollectionKind, Expr, Span, Type};

/// The diagnostic for a type of collections that is not supported; `None` for other types.
pub fn unsupported(ty: Type, span: Span) -> Option<Diagnostic> {
    if let Type::Array(element) = ty {
        let element = unsupported(*element, span).is_some() || may_be_collection(*element);
        let help = "a sequence may have collections as elements: `seq<seq<int>>`";
        let error = Diagnostic::new("type.collection", span, "there are no arrays of collections");
        return element.then(|| error.label("an array").help(help));
    }
    let (kind, parts) = ty.as_collection()?;
    if parts.len() != kind.parameters() {
        let message = format!("`{}` has another number of types between `<` and `>`", show(ty));
        let help = "write `seq<int>`, `set<int>`, `bag<int>`, `option<int>`, `map<int, bool>`, `tuple<int, bool>` or \
            `either<int, bool>`";
        return Some(Diagnostic::new("type.collection", span, message).label("wrong number of types").help(help));
    }
    let inside = parts.iter().find_map(|part| unsupported(*part, span));
    inside.or_else(|| parts.iter().find(|part| !may_be_part(**part)).map(|part| no_part(*part, span)))
}

/// Whether the type, or the type of elements of such an array, is one of collections.
fn may_be_collection(ty: Type) -> bool {
    match ty {
        Type::Array(element) => may_be_collection(*element),
        _ => ty.as_collection().is_some(),
    }
}

/// The diagnostic for a collection with parts of a type that is not supported.
pub fn no_part(part: Type, span: Span) -> Diagnostic {
    let message = format!("a collection cannot have elements of type `{}`", show(part));
    let help = "elements are of type `int` or `bool`, constants of an enumeration, or collections; of floats and \
        objects, collect the indices";
    Diagnostic::new("type.collection", span, message).label("not supported").help(help)
}

/// Whether values of the type may be elements of a collection: whether `==` says of them that they are the same.
pub fn may_be_part(ty: Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Enum(_) | Type::Data(_) => true,
        Type::Collection(_, parts) => parts.iter().all(|part| may_be_part(*part)),
        Type::Machine(_) | Type::Float(_) | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => false,
    }
}

/// What to write instead of a part with the name that other languages have.
fn instead(ty: Type, name: &str) -> Option<&'static str> {
    let (kind, _) = ty.as_collection()?;
    Some(match (kind, name) {
        (CollectionKind::Set, "add" | "insert" | "put") => "with one more element, a set is `s + {x}`",
        (CollectionKind::Set, "remove" | "delete") => "without an element, a set is `s - {x}`",
        (CollectionKind::Bag, "add" | "insert" | "put") => "with one more element, a bag is `b + b{x}`",
        (CollectionKind::Bag, "remove" | "delete") => "with an element taken out, a bag is `b - b{x}`",
        (CollectionKind::Bag, "contains") => "whether a bag has an element is `b.count(x) > 0`",
        (CollectionKind::Map, "contains" | "containsKey" | "has") => "whether a map has a key is `k \\in m`",
        (CollectionKind::Map, "put" | "insert" | "set") => "with another value for a key, a map is `m[k -> v]`",
        (CollectionKind::Seq, "add" | "append" | "push") => "with one more element, a sequence is `s ++ [x]`",
        (CollectionKind::Seq, "length") => "the number of elements is `|s|`",
        _ => return None,
    })
}

/// Whether an expression is written `k -> v`.
fn is_entry(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Binary(BinaryOp::Implies, sign, ..) if sign.0.len() == "->".len())
}

impl Env<'_> {
    /// Reports a part that collections of this type do not have; `parts` are the parts that there are.
    pub fn no_such_part(&mut self, name: &ast::Name, ty: Type, parts: &str) -> Option<Expr> {
        let (part, shown) = (&name.text, self.shown(ty));
        let (message, label) = if parts.contains(&format!("`.{part}`")) {
            (format!("`.{part}` of `{shown}` takes no arguments"), "written without `()`")
        } else if parts.contains(&format!("`.{part}(")) {
            (format!("`.{part}` of `{shown}` takes other arguments"), "wrong arguments")
        } else {
            (format!("`{shown}` has no `.{part}`"), "not known")
        };
        let help = instead(ty, part).map_or_else(|| parts.to_owned(), |instead| format!("{instead}; {parts}"));
        self.diagnostics.push(Diagnostic::new("type.collection", name.at.0, message).label(label).help(help));
        None
    }

    /// Reports the elements of a set in braces where something else is expected.
    pub fn no_set(&mut self, elements: &[ast::Expr], expected: Option<Type>, span: Span) -> Option<()> {
        let entries = elements.iter().any(is_entry);
        let help = match expected.map(|ty| (ty, ty.as_collection())) {
            Some((ty, Some((CollectionKind::Map, _)))) => format!("write the type in front: `{} {{k -> v}}`", show(ty)),
            _ if entries => "a map is written with its type, as in `map<int, bool> {1 -> true}`".to_owned(),
            Some((_, Some((CollectionKind::Bag, _)))) => "a bag is written `b{a, b}`".to_owned(),
            Some((_, Some((CollectionKind::Seq, _)))) => "a sequence is written `[a, b]`".to_owned(),
            Some((Type::Array(_), _)) => "elements of arrays are assigned one by one".to_owned(),
            _ => return Some(()),
        };
        let message = if entries { "these are entries of a map, and braces make a set" } else { "braces make a set" };
        self.diagnostics.push(Diagnostic::new("type.mismatch", span, message).label("a set").help(help));
        None
    }

    /// Reports a type of collections that is not supported.
    pub fn collection_name(&mut self, ty: ast::TypeName) -> Option<()> {
        if let Some(name) = self.unknown_part(ty.kind) {
            self.unknown_class(name, ty.at.0);
            return None;
        }
        let error = unsupported(self.of_name(ty), ty.at.0);
        let fits = error.is_none();
        self.diagnostics.extend(error);
        fits.then_some(())
    }

    /// A name among the parts of a type that no class has.
    fn unknown_part(&self, kind: TypeKind) -> Option<&'static str> {
        match kind {
            TypeKind::Class(name) => Some(name).filter(|name| class_named(self.classes, name).is_none()),
            TypeKind::Collection(_, parts) => parts.iter().find_map(|part| self.unknown_part(*part)),
            TypeKind::Int | TypeKind::Bool | TypeKind::Float | TypeKind::Double => None,
            TypeKind::Frac(_) | TypeKind::Enum(_) | TypeKind::Data(_) | TypeKind::Generic(..) => None,
        }
    }

    /// Reports a variable of the code of a kernel that is a collection or a fraction.
    pub fn collection_variable(&mut self, ty: ast::TypeName) {
        self.fraction_variable(ty);
        if matches!(ty.kind, TypeKind::Collection(..)) {
            let _ = self.at(ExprContext::Code, |env| env.collection_in_code(ty.at.0));
        }
    }
}
