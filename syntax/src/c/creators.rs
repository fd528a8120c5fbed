//! Constructors, and the functions that an expression calls.
//!
//! In: a node. Out: what it calls. clang prints the type of a constructor at its use, and not its identity, so a
//! structure must not have two constructors of one type.

use super::kernels::Unit;
use super::tree::Node;
use super::types::CType;

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
                CType::Struct(record) => match self.creator(node, &record.name) {
                    Creator::Known(creator) => Some(creator),
                    Creator::None | Creator::Several => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
