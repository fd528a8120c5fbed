//! The conditions on which threads that wait for each other must agree because of `break`, `continue` and `return`.
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
//! agree     =  the conditions of the branches and loops between an e ∈ U and its scope
//! ```
//!
//! Where only the threads of a tile wait for each other, these threads must agree. Of several statements that an exit
//! skips, the one counts at which most threads wait.
//!
//! In: the body of a kernel or a procedure. Out: the set `agree`, with the threads that must agree on each condition.

use ir::{Among, Block, Inside, LabelId, Labelled, NodeId, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// One exit of the body.
struct Exit {
    /// The statement: a `break`, a `continue` or a `return`.
    id: NodeId,
    /// The conditions of the branches and loops between the exit and its scope.
    conditions: Vec<NodeId>,
    /// The threads that wait for each other in the code that this exit skips.
    among: Option<Among>,
    /// Other exits in the code that this one skips.
    skips: Vec<NodeId>,
}

/// One construct around a statement. The constructs around a statement are listed from the outermost to the innermost.
enum Around<'b> {
    /// A block, with those of its statements that stand behind the statement.
    Before(&'b [Stmt]),
    /// A branch on this condition.
    Branch(NodeId),
    /// A loop with this condition and this body.
    Loop(NodeId, &'b Block),
    /// The scope that ends at this label.
    Scope(LabelId),
}

/// The conditions on which threads must agree, by the identities of their expressions, and the threads that must agree.
pub fn must_agree(body: &Block) -> BTreeMap<NodeId, Among> {
    let mut exits = Vec::new();
    collect(body, &mut Vec::new(), &mut exits);
    // The set U of the module's documentation.
    let mut together: BTreeMap<NodeId, Among> = exits.iter().filter_map(|e| Some((e.id, e.among?))).collect();
    loop {
        let mut all = together.clone();
        for exit in &exits {
            let skipped = exit.skips.iter().filter_map(|id| together.get(id).copied());
            if let Some(among) = skipped.chain(together.get(&exit.id).copied()).max() {
                let _ = all.insert(exit.id, among);
            }
        }
        if all == together {
            break;
        }
        together = all;
    }
    let mut out = BTreeMap::new();
    for exit in exits {
        let Some(among) = together.get(&exit.id) else { continue };
        for condition in exit.conditions {
            let most = out.entry(condition).or_insert(*among);
            *most = (*most).max(*among);
        }
    }
    out
}

/// Whether the block has an exit that leaves the block.
pub fn leave(block: &Block) -> bool {
    let (mut inside, mut exits) = (BTreeSet::new(), BTreeSet::new());
    block.each(&mut |s| match s.outline().label {
        Some(Labelled::Scope(label)) => drop(inside.insert(*label)),
        Some(Labelled::Exit(label)) => drop(exits.insert(*label)),
        Some(Labelled::Moment(_) | Labelled::Shared(_) | Labelled::Message(_)) | None => {}
    });
    !exits.is_subset(&inside)
}

/// Appends the exits of a block to `out`. `around` are the constructs around the block.
fn collect<'b>(block: &'b Block, around: &mut Vec<Around<'b>>, out: &mut Vec<Exit>) {
    for (n, stmt) in block.stmts.iter().enumerate() {
        around.push(Around::Before(block.stmts.get(n + 1..).unwrap_or(&[])));
        let depth = around.len();
        let outline = stmt.outline();
        match outline.label {
            Some(Labelled::Exit(label)) => out.push(exit(stmt.node.id, *label, around)),
            Some(Labelled::Scope(label)) => around.push(Around::Scope(*label)),
            Some(Labelled::Moment(_) | Labelled::Shared(_) | Labelled::Message(_)) | None => {}
        }
        match outline.inside {
            Some(Inside::Branch(c, ..)) => around.push(Around::Branch(c.node.id)),
            Some(Inside::Loop(guard, body)) => around.push(Around::Loop(guard.node.id, body)),
            Some(Inside::Once(_) | Inside::Step(_) | Inside::Members(_)) | None => {}
        }
        stmt.blocks(&mut |inner| collect(inner, around, out));
        around.truncate(depth - 1);
    }
}

/// The exit with this identity to the end of the scope `label`.
fn exit(id: NodeId, label: LabelId, around: &[Around<'_>]) -> Exit {
    let mut exit = Exit { id, conditions: vec![], among: None, skips: vec![] };
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
    /// Records that the exit skips this statement and all statements inside. The barriers and exits in a parallel block
    /// are those of its iterations, and no exit leaves it.
    fn skip(&mut self, stmt: &Stmt) {
        let outline = stmt.outline();
        if matches!(outline.inside, Some(Inside::Members(_))) {
            return;
        }
        self.among = self.among.max(outline.waits);
        self.skips.extend(is_exit(stmt).then_some(stmt.node.id));
        stmt.blocks(&mut |inner| inner.stmts.iter().for_each(|s| self.skip(s)));
    }
}

fn is_exit(stmt: &Stmt) -> bool {
    matches!(stmt.outline().label, Some(Labelled::Exit(_)))
}
