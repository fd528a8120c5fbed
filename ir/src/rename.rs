//! Code of one item inside another one: its variables and labels under the numbers that they have there.
//!
//! In: a part of a program. Out: the same, with every variable and label moved up by as many as there were before.

use crate::{Block, Expr, ExprKind, Heap, LabelId, Moment, Stmt, StmtKind, VarId};

/// How numbers change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renaming {
    /// What is added to the number of a variable.
    pub vars: u32,
    /// What is added to the number of a label.
    pub labels: u32,
    /// The moment that the start of the item becomes.
    pub start: LabelId,
}

impl Renaming {
    /// A variable.
    pub fn var(self, v: VarId) -> VarId {
        VarId(self.vars + v.0)
    }

    fn label(self, l: LabelId) -> LabelId {
        LabelId(self.labels + l.0)
    }

    fn heap(self, heap: &mut Heap) {
        if let Heap::Private(v) = heap {
            *v = self.var(*v);
        }
    }

    /// An expression with all inside it.
    pub fn expr(self, e: &mut Expr) {
        e.each_mut(&mut |part| match &mut part.kind {
            ExprKind::Var(v) => *v = self.var(*v),
            ExprKind::Read(place) | ExprKind::Perm(place, _) | ExprKind::PointsTo(place, ..) => {
                self.heap(&mut place.heap);
            }
            ExprKind::Length(heap, _) => self.heap(heap),
            ExprKind::Quant(q) => q.binders.iter_mut().for_each(|v| *v = self.var(*v)),
            ExprKind::At(moment @ Moment::Start, _) => *moment = Moment::Label(self.start),
            ExprKind::At(Moment::Label(l), _) => *l = self.label(*l),
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Float(_)
            | ExprKind::Write
            | ExprKind::NoAmount
            | ExprKind::ReadAmount
            | ExprKind::Scalar(_)
            | ExprKind::Launch(..)
            | ExprKind::Result
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cond(..)
            | ExprKind::Call(..)
            | ExprKind::Intrinsic(..) => {}
        });
    }

    /// A block with all inside it.
    pub fn block(self, block: &mut Block) {
        block.each_mut(&mut |stmt| self.stmt(stmt));
        block.each_expr_mut(&mut |e| self.expr(e));
    }

    fn stmt(self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Declare(v, _) | StmtKind::Assign(v, _) => *v = self.var(*v),
            StmtKind::Store(place, _) => self.heap(&mut place.heap),
            StmtKind::Scope(l, _) | StmtKind::Exit(l) | StmtKind::Mark(l) => *l = self.label(*l),
            StmtKind::Call(call) => call.result.iter_mut().for_each(|v| *v = self.var(*v)),
            StmtKind::If(..)
            | StmtKind::While { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Block(_)
            | StmtKind::Atomic { .. } => {}
        }
    }
}
