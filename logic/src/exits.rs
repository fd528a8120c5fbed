//! The conditions on which all threads of a group must agree because of `break`, `continue` and `return`.
//!
//! A thread that takes an exit skips the rest of the scope that it leaves, and, if it leaves a loop, further iterations
//! of that loop's body, which other threads may still execute. If the skipped code has a barrier, then either all
//! threads of the group must take the exit or none. So each condition between such an exit and its scope must be
//! uniform. An exit that all threads must take together is in turn like a barrier: another exit that skips it must be
//! uniform, too.
//!
//! ```text
//! skips(e)  =  what stands behind e in its scope  ∪  the bodies of the loops that e leaves
//! U         =  the least set with   skips(e) has a barrier, or an exit in U   ⇒   e ∈ U
//! agree     =  conditions of the branches and loops between an e ∈ U and its scope
//! ```
//!
//! In: the body of a kernel or a procedure. Out: the set `agree`.

use crate::syntactic::has_barrier;
use ir::{Block, LabelId, NodeId, Stmt, StmtKind};
use std::collections::BTreeSet;

/// One exit of the body.
struct Exit {
    id: NodeId,
    /// The conditions between the exit and its scope.
    conditions: Vec<NodeId>,
    skips_barrier: bool,
    /// Other exits in the code that this one skips.
    skips: Vec<NodeId>,
}

/// One construct around a statement. The constructs around a statement are listed from the outermost to the innermost.
enum Around<'b> {
    /// The statements behind it in its block.
    Before(&'b [Stmt]),
    /// A branch on this condition.
    Branch(NodeId),
    /// A loop with this condition and this body.
    Loop(NodeId, &'b Block),
    /// The scope that ends at this label.
    Scope(LabelId),
}

/// The conditions on which all threads of a group must agree, by the identities of their expressions.
pub fn must_agree(body: &Block) -> BTreeSet<NodeId> {
    let mut exits = Vec::new();
    collect(body, &mut Vec::new(), &mut exits);
    let mut together: BTreeSet<NodeId> = exits.iter().filter(|e| e.skips_barrier).map(|e| e.id).collect();
    loop {
        let more = exits.iter().filter(|e| e.skips.iter().any(|id| together.contains(id))).map(|e| e.id);
        let all: BTreeSet<NodeId> = together.iter().copied().chain(more).collect();
        if all.len() == together.len() {
            break;
        }
        together = all;
    }
    exits.into_iter().filter(|e| together.contains(&e.id)).flat_map(|e| e.conditions).collect()
}

fn collect<'b>(block: &'b Block, around: &mut Vec<Around<'b>>, out: &mut Vec<Exit>) {
    for (n, stmt) in block.stmts.iter().enumerate() {
        around.push(Around::Before(block.stmts.get(n + 1..).unwrap_or(&[])));
        let depth = around.len();
        match &stmt.kind {
            StmtKind::Exit(label) => out.push(exit(stmt.node.id, *label, around)),
            StmtKind::If(c, ..) => around.push(Around::Branch(c.node.id)),
            StmtKind::While { guard, body, .. } => around.push(Around::Loop(guard.node.id, body)),
            StmtKind::Scope(label, _) => around.push(Around::Scope(*label)),
            StmtKind::Declare(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Barrier(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Block(_)
            | StmtKind::Atomic { .. }
            | StmtKind::Mark(_)
            | StmtKind::Call(_) => {}
        }
        stmt.blocks(&mut |inner| collect(inner, around, out));
        around.truncate(depth - 1);
    }
}

fn exit(id: NodeId, label: LabelId, around: &[Around<'_>]) -> Exit {
    let mut exit = Exit { id, conditions: vec![], skips_barrier: false, skips: vec![] };
    let between = around.iter().rev().take_while(|a| !matches!(a, Around::Scope(l) if *l == label));
    for part in between {
        match part {
            Around::Before(stmts) => stmts.iter().for_each(|s| exit.skip(s)),
            Around::Branch(condition) => exit.conditions.push(*condition),
            Around::Loop(condition, body) => {
                exit.conditions.push(*condition);
                body.stmts.iter().for_each(|s| exit.skip(s));
            }
            Around::Scope(_) => {}
        }
    }
    exit
}

impl Exit {
    fn skip(&mut self, stmt: &Stmt) {
        self.skips_barrier |= matches!(stmt.kind, StmtKind::Barrier(_));
        if matches!(stmt.kind, StmtKind::Exit(_)) {
            self.skips.push(stmt.node.id);
        }
        stmt.blocks(&mut |inner| {
            self.skips_barrier |= has_barrier(inner);
            inner.each(&mut |s| self.skips.extend(matches!(s.kind, StmtKind::Exit(_)).then_some(s.node.id)));
        });
    }
}
