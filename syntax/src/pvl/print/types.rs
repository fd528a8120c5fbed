//! Prints types and parameters.
//!
//! In: a type as written. Out: its text.

use crate::pvl::ast::{Name, TypeKind, TypeName};

/// The spelling of a type.
pub fn type_name(ty: TypeName) -> String {
    format!("{}{}", type_kind(ty.kind), "[]".repeat(ty.brackets))
}

/// The spelling of a type without brackets.
pub(crate) fn type_kind(kind: TypeKind) -> String {
    let word = match kind {
        TypeKind::Int => "int",
        TypeKind::Bool => "bool",
        TypeKind::Float => "float",
        TypeKind::Double => "double",
        TypeKind::Frac(frac) => frac.name(),
        TypeKind::Class(name) => name,
        TypeKind::Enum(of) => &of.name,
        TypeKind::Data(data) => data.name(),
        TypeKind::Collection(kind, parts) => return with_parts(kind.name(), parts),
        TypeKind::Generic(name, parts) => return with_parts(name, parts),
    };
    word.to_owned()
}

/// The spelling of a type with others between angle brackets.
fn with_parts(name: &str, parts: &[TypeKind]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| type_kind(*part)).collect();
    format!("{name}<{}>", parts.join(", "))
}

/// Parameters with their types.
pub(crate) fn parameters(params: &[(TypeName, Name)]) -> String {
    let params: Vec<String> = params.iter().map(|(ty, name)| format!("{} {}", type_name(*ty), name.text)).collect();
    params.join(", ")
}
