//! Paths through code. The analysis is syntactic: each condition may be true and may be false.
//!
//! In: a statement or a block. Out: whether some path leads to its end, and whether it contains an exit to a label.

use crate::{Block, Expr, ExprKind, Inside, LabelId, Labelled, Stmt};

impl Stmt {
    /// Whether some path leads from the start of the statement to the next statement. Each loop is assumed to end.
    pub fn goes_on(&self) -> bool {
        passes(self, &|_| true)
    }

    /// Whether the statement is an exit to this label, or contains one.
    pub fn leads_to(&self, label: LabelId) -> bool {
        let outline = self.outline();
        let itself = matches!(outline.label, Some(Labelled::Exit(l)) if *l == label);
        itself || outline.inside.into_iter().flat_map(Inside::blocks).any(|block| block.leads_to(label))
    }
}

impl Block {
    /// Whether the block contains an exit to this label, at any depth.
    pub fn leads_to(&self, label: LabelId) -> bool {
        self.stmts.iter().any(|stmt| stmt.leads_to(label))
    }

    /// Whether control may come to the end of the block. Each loop is assumed to end, except `while (true)`, which only
    /// exits leave.
    pub fn comes_to_end(&self) -> bool {
        let ends = |guard: &Expr| !matches!(guard.kind, ExprKind::Bool(true));
        self.stmts.iter().all(|stmt| passes(stmt, &ends))
    }
}

/// Whether some path leads from the start of the statement to the next statement. `ends` says whether a loop with a
/// guard may end because the guard is false.
fn passes(stmt: &Stmt, ends: &dyn Fn(&Expr) -> bool) -> bool {
    let all = |block: &Block| block.stmts.iter().all(|stmt| passes(stmt, ends));
    let outline = stmt.outline();
    let behind = match outline.inside {
        Some(Inside::Branch(_, then, other)) => all(then) || all(other),
        Some(Inside::Once(inner)) => all(inner),
        Some(Inside::Loop(guard, _)) => ends(guard),
        Some(Inside::Step(_) | Inside::Members(_)) | None => true,
    };
    match outline.label {
        Some(Labelled::Exit(_)) => false,
        Some(Labelled::Scope(label)) => {
            behind || outline.inside.into_iter().flat_map(Inside::blocks).any(|inner| inner.leads_to(*label))
        }
        Some(Labelled::Moment(_) | Labelled::Shared(_) | Labelled::Message(_)) | None => behind,
    }
}
