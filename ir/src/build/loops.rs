//! Builders for loops and scopes.
//!
//! In: guards, bodies, and the labels of exits in them. Out: statements of the typed program, in which `while` is the
//! only loop. An exit that is the last statement of what it leaves has no effect, and is removed. A scope is made only
//! if an exit that was not removed leaves it.

use super::at::At;
use crate::{Block, Clause, Expr, Inside, LabelId, Labelled, Stmt, StmtKind};

/// The labels of a loop. A label is `None` if no exit leads to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopLabels {
    /// The label behind the loop, to which `break` leads.
    pub behind: Option<LabelId>,
    /// The label at the end of the body, to which `continue` leads.
    pub again: Option<LabelId>,
}

impl At {
    /// A block, as a scope with this label if an exit leads to the label and is not removed.
    pub fn scope(self, label: Option<LabelId>, mut block: Block) -> Block {
        let Some(label) = label else { return block };
        drop_last(&mut block, label);
        if block.leads_to(label) {
            Block { stmts: vec![self.stmt(StmtKind::Scope(label, block))] }
        } else {
            block
        }
    }

    /// `while (guard) body`
    pub fn while_loop(self, invariants: Vec<Clause>, guard: Expr, body: Block, labels: LoopLabels) -> Stmt {
        let body = self.scope(labels.again, body);
        self.repeated(invariants, guard, body, labels.behind)
    }

    /// The loop of `for (…; guard; update) body`. `continue` leads to the update, in which the declarations of the body
    /// are not visible.
    pub fn for_loop(
        self,
        invariants: Vec<Clause>,
        guard: Expr,
        body: Block,
        update: Vec<Stmt>,
        labels: LoopLabels,
    ) -> Stmt {
        let mut stmts = vec![self.inner(labels.again, body)];
        stmts.extend(update);
        self.repeated(invariants, guard, Block { stmts }, labels.behind)
    }

    /// `do body while (guard);`, made as `while (true)` with an exit to `behind` at the end of the body, if the guard
    /// is false.
    pub fn do_while(
        self,
        invariants: Vec<Clause>,
        body: Block,
        guard: Expr,
        again: Option<LabelId>,
        behind: LabelId,
    ) -> Stmt {
        let leave = Block { stmts: vec![self.exit(behind)] };
        let decide = At(guard.node).branch(guard, Block::default(), leave);
        let stmts = vec![self.inner(again, body), decide];
        self.repeated(invariants, self.truth(true), Block { stmts }, Some(behind))
    }

    /// A loop, in a scope if an exit leads behind it.
    fn repeated(self, invariants: Vec<Clause>, guard: Expr, body: Block, behind: Option<LabelId>) -> Stmt {
        let all = self.stmt(StmtKind::While { invariants, guard, body });
        match behind.filter(|label| all.leads_to(*label)) {
            Some(label) => self.stmt(StmtKind::Scope(label, Block { stmts: vec![all] })),
            None => all,
        }
    }

    /// A block as a statement, as a scope with this label if an exit leads to the label and is not removed.
    fn inner(self, label: Option<LabelId>, mut block: Block) -> Stmt {
        let Some(label) = label else { return self.block(block) };
        drop_last(&mut block, label);
        if block.leads_to(label) {
            self.stmt(StmtKind::Scope(label, block))
        } else {
            self.block(block)
        }
    }
}

/// Removes the exits to this label that are the last statements of the block or of blocks at its end.
fn drop_last(block: &mut Block, label: LabelId) {
    let leads = |last: &Stmt| matches!(last.outline().label, Some(Labelled::Exit(l)) if *l == label);
    while block.stmts.last().is_some_and(leads) {
        let _ = block.stmts.pop();
    }
    let inside = block.stmts.last_mut().and_then(|last| last.outline_mut().inside);
    match inside {
        Some(Inside::Once(block)) => drop_last(block, label),
        Some(Inside::Branch(_, then, other)) => {
            drop_last(then, label);
            drop_last(other, label);
        }
        Some(Inside::Step(_) | Inside::Loop(..) | Inside::Members(_)) | None => {}
    }
}
