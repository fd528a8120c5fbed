//! The loops of a body of code, and what stands inside them.
//!
//! In: the body of a kernel or a procedure. Out: its loops, each with the statements in it at which values change their
//! meaning.

use ir::{Block, Node, StmtKind, VarId};
use std::collections::BTreeSet;

/// A loop.
pub struct Loop {
    /// Its condition.
    pub guard: Node,
    /// Its invariants.
    pub invariants: Vec<Node>,
    /// Whether there is a barrier in its body.
    pub waits: bool,
    /// The barriers, loops and calls in its body.
    pub inside: BTreeSet<Node>,
    /// The variables and private arrays that its body declares. Each iteration declares them again.
    pub declared: BTreeSet<VarId>,
}

/// What is in a block.
#[derive(Default)]
struct Inside {
    places: BTreeSet<Node>,
    declared: BTreeSet<VarId>,
    waits: bool,
}

impl Inside {
    fn add(&mut self, other: Self) {
        self.places.extend(other.places);
        self.declared.extend(other.declared);
        self.waits |= other.waits;
    }
}

fn collect(block: &Block, out: &mut Vec<Loop>) -> Inside {
    let mut all = Inside::default();
    for s in &block.stmts {
        match &s.kind {
            StmtKind::If(_, a, b) => {
                all.add(collect(a, out));
                all.add(collect(b, out));
            }
            StmtKind::Block(inner)
            | StmtKind::Together(inner)
            | StmtKind::Atomic { body: inner, .. }
            | StmtKind::Share { body: inner, .. }
            | StmtKind::Scope(_, inner) => {
                all.add(collect(inner, out));
            }
            StmtKind::While { guard, body, invariants } => {
                let inside = collect(body, out);
                out.push(Loop {
                    guard: guard.node,
                    invariants: ir::invariants(invariants).map(|c| c.node).collect(),
                    waits: inside.waits,
                    inside: inside.places.clone(),
                    declared: inside.declared.clone(),
                });
                all.add(inside);
                let _ = all.places.insert(guard.node);
            }
            StmtKind::Barrier(_) => {
                all.waits = true;
                let _ = all.places.insert(s.node);
            }
            StmtKind::Call(_) => drop(all.places.insert(s.node)),
            StmtKind::Declare(v, _) => drop(all.declared.insert(*v)),
            StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Send(_)
            | StmtKind::Receive(_)
            | StmtKind::Synchronise(_)
            | StmtKind::Refute(_)
            | StmtKind::Pairwise(_)
            | StmtKind::Exit(_)
            | StmtKind::Mark(_)
            | StmtKind::Gather(_)
            | StmtKind::Fence(_)
            | StmtKind::Copy(_)
            | StmtKind::Launch(_)
            | StmtKind::Order(_)
            | StmtKind::New(..)
            | StmtKind::NewObject(_)
            | StmtKind::Par(_) => {}
        }
    }
    all
}

/// The loops of a body.
pub fn loops(body: &Block) -> Vec<Loop> {
    let mut all = Vec::new();
    let _ = collect(body, &mut all);
    all
}
