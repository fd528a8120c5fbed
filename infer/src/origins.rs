//! Which accesses of the code each inferred clause permits.
//!
//! In: a kernel before and after it got clauses. Out: for each inferred clause, the accesses, by their identities in
//! the program that is numbered again.

use ir::{By, Clause, Gets, Kernel, Node, NodeId};
use std::collections::BTreeMap;

/// For each clause that is made, the accesses that it permits. Until the program is numbered, the identity of a clause
/// is its position in this list.
#[derive(Debug, Default)]
pub struct Origins(Vec<Vec<NodeId>>);

impl Origins {
    /// The node of a new clause that permits these accesses.
    pub fn node(&mut self, of: &[Node], place: Node) -> Node {
        let id = NodeId(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(of.iter().map(|node| node.id).collect());
        Node { id, last: id, span: place.span }
    }

    /// The accesses of each inferred clause, in the order of the clauses.
    pub fn in_order(&self, kernel: &Kernel) -> Vec<Vec<NodeId>> {
        let of = |node: &Node| self.0.get(node.id.0 as usize).cloned().unwrap_or_default();
        inferred(kernel).iter().map(of).collect()
    }
}

/// The inferred clauses of a kernel, each with the accesses that it permits. `before` is the kernel without them, with
/// the identities that `origins` mention.
pub fn permitted(before: &Kernel, after: &Kernel, origins: Vec<Vec<NodeId>>) -> Vec<(Node, Vec<Node>)> {
    let ids = accesses(before).into_iter().map(|node| node.id);
    let now: BTreeMap<NodeId, Node> = ids.zip(accesses(after)).collect();
    let current = |ids: Vec<NodeId>| ids.iter().filter_map(|id| now.get(id).copied()).collect();
    inferred(after).into_iter().zip(origins.into_iter().map(current)).collect()
}

/// The inferred clauses, in the order of the text.
fn inferred(kernel: &Kernel) -> Vec<Node> {
    let mut out = Vec::new();
    let mut add = |clause: &Clause| out.extend((clause.by == By::Inferred).then_some(clause.node));
    kernel.contracts().flat_map(|contract| &contract.clauses).for_each(&mut add);
    kernel.body.each(&mut |stmt| stmt.clauses().iter().for_each(&mut add));
    out
}

/// The locations that the code reads and writes, in the order of the text.
fn accesses(kernel: &Kernel) -> Vec<Node> {
    let mut out = Vec::new();
    kernel.body.each(&mut |stmt| {
        out.extend(stmt.outline().gets.and_then(Gets::location).map(|place| place.node));
        stmt.exprs(&mut |whole| whole.each(&mut |e| out.extend(e.place().map(|place| place.node))));
    });
    out
}
