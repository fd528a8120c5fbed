//! Identities of the parts of a program: each expression, statement, clause and item is a node with its own number.
//!
//! In: nothing. Out: [`Node`], with a test whether one node is inside another one. [`crate::Program::number`] gives the
//! nodes of a program their numbers.

use crate::Span;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Identity of an expression, a statement, a clause or an item; unique in a program. No part has the number 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A part of a program: its identity, and its place in the source. Two nodes are equal if they have the same identity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The identity of the part.
    pub id: NodeId,
    /// The identity of the last part inside this one; that of this part if there is none.
    pub last: NodeId,
    /// The place of the part in the source. For a part that a front end has added, the place of the text that made it
    /// necessary.
    pub span: Span,
}

impl Node {
    /// Whether this part is the other one, or stands inside it.
    pub fn is_inside(&self, outer: &Node) -> bool {
        outer.id <= self.id && self.id <= outer.last
    }

    /// Whether one of the two stands inside the other, or they are the same.
    pub fn meets(&self, other: &Node) -> bool {
        self.is_inside(other) || other.is_inside(self)
    }
}

/// A part at a place of the source, which has no identity yet.
impl From<Span> for Node {
    fn from(span: Span) -> Self {
        Self { span, ..Self::default() }
    }
}

/// The place of a part in the source.
impl From<Node> for Span {
    fn from(node: Node) -> Self {
        node.span
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
impl Eq for Node {}
impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}
impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}
