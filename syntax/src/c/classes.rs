//! The members of structures of C++: functions, constructors and constants.
//!
//! In: the nodes of structures. Out: their names, and their members.

use super::tree::Node;

/// The functions and variables that a structure declares, and the functions of its friends.
pub fn members(record: &Node) -> Vec<&Node> {
    let mut out = Vec::new();
    for part in &record.inner {
        match part.kind.as_str() {
            "CXXMethodDecl" | "CXXConstructorDecl" | "CXXConversionDecl" | "VarDecl" => out.push(part),
            "FriendDecl" => out.extend(part.inner.iter().filter(|friend| friend.kind == "FunctionDecl")),
            _ => {}
        }
    }
    out
}

/// The name of a structure. An instance of a template has the arguments of the template in its name: `pair<int, 4>`.
pub fn name(record: &Node) -> String {
    let arguments: Vec<String> = record.inner.iter().filter(|p| p.kind == "TemplateArgument").map(argument).collect();
    match arguments.is_empty() {
        true => record.name.clone(),
        false => format!("{}<{}>", record.name, arguments.join(", ")),
    }
}

/// An argument of a template, as types spell it.
pub fn argument(node: &Node) -> String {
    match &node.value {
        serde_json::Value::Null => node.ty.qual_type.clone(),
        value => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    }
}

/// Whether the compiler has made a member function by itself, or because the program asked for it.
pub fn is_made(function: &Node) -> bool {
    function.is_implicit || function.explicitly_defaulted == "default"
}

/// The object of a call of a member function: `o` in `o.f(x)`, with whether an arrow stands behind it.
pub fn object(call: &Node) -> Option<(&Node, bool)> {
    let mut member = call.part(0)?.bare();
    while member.kind == "ImplicitCastExpr" {
        member = member.part(0)?.bare();
    }
    (member.kind == "MemberExpr").then_some((member.part(0)?, member.is_arrow))
}
