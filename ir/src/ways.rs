//! Ways through code, as far as its statements alone tell: conditions are taken to be true or false.
//!
//! In: a statement or a block. Out: whether control can come to what stands behind it.

use crate::{Block, Expr, ExprKind, Inside, LabelId, Labelled, Stmt};

impl Stmt {
    /// Whether some way leads from the start of the statement to behind it. A loop is taken to end.
    pub fn goes_on(&self) -> bool {
        passes(self, &|_| true)
    }

    /// Whether it is an exit to this label, or has one inside it.
    pub fn leads_to(&self, label: LabelId) -> bool {
        let outline = self.outline();
        let itself = matches!(outline.label, Some(Labelled::Exit(l)) if *l == label);
        itself || outline.inside.into_iter().flat_map(Inside::blocks).any(|block| block.leads_to(label))
    }
}

impl Block {
    /// Whether an exit to this label stands in it, at any depth.
    pub fn leads_to(&self, label: LabelId) -> bool {
        self.stmts.iter().any(|stmt| stmt.leads_to(label))
    }

    /// Whether control may come to the end of the block: [`Stmt::goes_on`], but `while (true)` is left by exits alone.
    pub fn comes_to_end(&self) -> bool {
        let ends = |guard: &Expr| !matches!(guard.kind, ExprKind::Bool(true));
        self.stmts.iter().all(|stmt| passes(stmt, &ends))
    }
}

/// Whether some way leads from the start of the statement to behind it, if a loop with a guard may end as `ends` says.
fn passes(stmt: &Stmt, ends: &dyn Fn(&Expr) -> bool) -> bool {
    let all = |block: &Block| block.stmts.iter().all(|stmt| passes(stmt, ends));
    let outline = stmt.outline();
    let behind = match outline.inside {
        Some(Inside::Branch(_, then, other)) => all(then) || all(other),
        Some(Inside::Once(inner)) => all(inner),
        Some(Inside::Loop(guard, _)) => ends(guard),
        Some(Inside::Step(_)) | None => true,
    };
    match outline.label {
        Some(Labelled::Exit(_)) => false,
        Some(Labelled::Scope(label)) => {
            behind || outline.inside.into_iter().flat_map(Inside::blocks).any(|inner| inner.leads_to(*label))
        }
        Some(Labelled::Moment(_)) | None => behind,
    }
}
