//! The members of structures of C++: functions, constructors and constants.
//!
//! In: the nodes of structures. Out: their members among the declarations of a [`Unit`], and the constructor that an
//! expression names. clang prints the type of a constructor at its use, and not its identity, so a structure must not
//! have two constructors of one type.

use super::kernels::{callee, Unit};
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

/// The constructor that creates a value.
pub enum Creator<'n> {
    /// A constructor of the structure.
    Known(&'n Node),
    /// None that the structure declares.
    None,
    /// One of several with the same type.
    Several,
}

impl<'n> Unit<'n> {
    /// The constructor of a structure with this name that a node calls.
    pub fn creator(&self, node: &Node, name: &str) -> Creator<'n> {
        let Some([record]) = self.records.get(name).map(Vec::as_slice) else { return Creator::None };
        let same = |part: &&Node| part.kind == "CXXConstructorDecl" && part.ty.qual_type == node.ctor_type.qual_type;
        let found: Vec<&'n Node> = record.inner.iter().filter(same).collect();
        match found.as_slice() {
            [] => Creator::None,
            [one] => Creator::Known(self.function(&one.id).unwrap_or(one)),
            [_, _, ..] => Creator::Several,
        }
    }

    /// The functions that a node calls, by their identities, and constructors.
    pub fn called(&self, node: &'n Node) -> Option<&'n Node> {
        match node.kind.as_str() {
            "DeclRefExpr" => node.refers_to().and_then(|id| self.function(id)),
            "MemberExpr" => self.function(&node.referenced_member_decl),
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => match self.type_of(node) {
                super::types::CType::Struct(record) => match self.creator(node, &record.name) {
                    Creator::Known(creator) => Some(creator),
                    Creator::None | Creator::Several => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

/// The object of a call of a member function: `o` in `o.f(x)`, with whether an arrow stands behind it.
pub fn object(call: &Node) -> Option<(&Node, bool)> {
    let member = callee(call.part(0)?);
    (member.kind == "MemberExpr").then_some((member.part(0)?, member.is_arrow))
}
