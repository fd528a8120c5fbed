//! The constants of enumerations.
//!
//! In: the node of an enumeration. Out: its constants with their values, as clang has computed them.

use super::tree::Node;

/// The constants of an enumeration, each with its value if that is known.
pub fn values(node: &Node) -> Vec<(&Node, Option<i128>)> {
    let (mut out, mut next) = (Vec::new(), Some(0_i128));
    for constant in node.inner.iter().filter(|part| part.kind == "EnumConstantDecl") {
        let value = match constant.proper().next() {
            Some(written) => computed(written),
            None => next,
        };
        out.push((constant, value));
        next = value.and_then(|value| value.checked_add(1));
    }
    out
}

/// The value of a constant expression, as clang has computed it.
fn computed(node: &Node) -> Option<i128> {
    match (node.kind.as_str(), node.value.as_str()) {
        ("ConstantExpr", Some(value)) => value.parse().ok(),
        ("ImplicitCastExpr", _) if node.cast_kind == "IntegralCast" => node.proper().next().and_then(computed),
        _ => None,
    }
}
