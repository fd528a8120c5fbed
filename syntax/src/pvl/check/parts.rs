//! Which types the parts of collections have.
//!
//! In: a type. Out: whether there are such collections; if not, a diagnostic.

use super::env::{Env, ExprContext};
use super::types::show;
use crate::pvl::ast;
use ir::diagnostic::Diagnostic;
use ir::{Span, Type};

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
    let help = "elements are of type `int` or `bool`, or collections; of floats and objects, collect the indices";
    Diagnostic::new("type.collection", span, message).label("not supported").help(help)
}

/// Whether values of the type may be elements of a collection: whether `==` says of them that they are the same.
pub fn may_be_part(ty: Type) -> bool {
    match ty {
        Type::Int | Type::Bool => true,
        Type::Collection(_, parts) => parts.iter().all(|part| may_be_part(*part)),
        Type::Machine(_) | Type::Float(_) | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_) => false,
    }
}

impl Env<'_> {
    /// Reports a type of collections that is not supported.
    pub fn collection_name(&mut self, ty: ast::TypeName) -> Option<()> {
        let error = unsupported(self.of_name(ty), ty.at.0);
        let fits = error.is_none();
        self.diagnostics.extend(error);
        fits.then_some(())
    }

    /// Reports a variable of the code of a kernel that is a collection or a fraction.
    pub fn collection_variable(&mut self, ty: ast::TypeName) {
        self.fraction_variable(ty);
        if matches!(ty.kind, ast::TypeKind::Collection(..)) {
            let _ = self.at(ExprContext::Code, |env| env.collection_in_code(ty.at.0));
        }
    }
}
