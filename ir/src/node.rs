//! Identities of the parts of a program: each expression, statement, clause and item is a node with a number of its
//! own.
//!
//! In: nothing. Out: [`Node`], and when one stands inside another one. A program gives numbers to its nodes
//! ([`crate::Program::number`]).

use crate::Span;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Identity of an expression, a statement, a clause or an item; unique in a program. 0 is nothing's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A part of a program: which one it is, and where a person finds it. Two are equal if they are the same part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// Which part.
    pub id: NodeId,
    /// The last part inside it; itself if there is none.
    pub last: NodeId,
    /// Where it is written, or, of what a front end adds, where that is written for whose sake it was added.
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

/// A part at a place that is not numbered yet.
impl From<Span> for Node {
    fn from(span: Span) -> Self {
        Self { span, ..Self::default() }
    }
}

/// The place of a part.
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
