//! The triggers of a quantifier that solvers accept.
//!
//! In: a quantifier. Out: those of its trigger sets that mention every binder, and whose terms are applications or
//! reads without connectives, comparisons and quantifiers inside. Other sets are left out, because Z3's bindings panic
//! on them. If no set is left, the solver chooses triggers.

use super::dag::{Dag, Id, Node};
use logic::term::Op;
use rustc_hash::FxHashSet;

/// The trigger sets of a quantifier that solvers accept.
pub fn usable<'a>(dag: &'a Dag, node: &'a Node) -> Vec<&'a [Id]> {
    let Op::Quant(binding) = &node.op else { return Vec::new() };
    let binders: FxHashSet<u32> = binding.binders.iter().map(|b| b.id()).collect();
    let usable = |set: &&Vec<Id>| {
        let mut seen = FxHashSet::default();
        let good = set.iter().all(|t| {
            let before = seen.len();
            pattern(dag, *t, &binders, &mut seen) && (seen.len() > before || mentions(dag, *t, &binders))
        });
        good && !set.is_empty() && seen.len() == binders.len()
    };
    node.triggers.iter().filter(usable).map(Vec::as_slice).collect()
}

/// Whether the term may be a pattern. The binders that occur in it are added to `seen`.
fn pattern(dag: &Dag, root: Id, binders: &FxHashSet<u32>, seen: &mut FxHashSet<u32>) -> bool {
    let root_fits =
        dag.node(root).is_some_and(|n| matches!(n.op, Op::App(_) | Op::FloatOp(_) | Op::Select) && !n.args.is_empty());
    root_fits
        && walk(dag, root, &mut |node| {
            if let Op::App(symbol) = &node.op {
                if binders.contains(&symbol.id()) {
                    let _ = seen.insert(symbol.id());
                }
            }
            let connective =
                matches!(node.op, Op::Bool(_) | Op::Not | Op::And | Op::Or | Op::Implies | Op::Ite | Op::Quant(_));
            let comparison = matches!(node.op, Op::Eq | Op::Lt | Op::Le);
            !connective && !comparison
        })
}

/// Whether one of the binders occurs in the term.
fn mentions(dag: &Dag, root: Id, binders: &FxHashSet<u32>) -> bool {
    let mut found = false;
    let _ = walk(dag, root, &mut |node| {
        found |= matches!(&node.op, Op::App(s) if binders.contains(&s.id()));
        true
    });
    found
}

/// Visits each node below the root once, until the visitor returns `false`.
fn walk(dag: &Dag, root: Id, visit: &mut impl FnMut(&Node) -> bool) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        let Some(node) = dag.node(at) else { return false };
        if !visit(node) {
            return false;
        }
        stack.extend(node.args.iter().copied());
    }
    true
}
