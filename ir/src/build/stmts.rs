//! Builders for statements.
//!
//! In: the parts of a statement, and a place of the source ([`At`]). Out: the statement, with that place.

use super::at::At;
use crate::{Block, Call, Expr, LabelId, Launch, Place, Stmt, StmtKind, Transfer, VarId};

impl At {
    /// A statement.
    pub fn stmt(self, kind: StmtKind) -> Stmt {
        Stmt { kind, node: self.0 }
    }

    /// A declaration. Without value, the variable has an arbitrary value.
    pub fn declare(self, v: VarId, value: Option<Expr>) -> Stmt {
        self.stmt(StmtKind::Declare(v, value))
    }

    /// An assignment to a variable.
    pub fn assign(self, v: VarId, value: Expr) -> Stmt {
        self.stmt(StmtKind::Assign(v, value))
    }

    /// An assignment to a location.
    pub fn store(self, place: Place, value: Expr) -> Stmt {
        self.stmt(StmtKind::Store(place, value))
    }

    /// A call.
    pub fn call(self, call: Call) -> Stmt {
        self.stmt(StmtKind::Call(call))
    }

    /// A copy between arrays.
    pub fn copy(self, copy: Transfer) -> Stmt {
        self.stmt(StmtKind::Copy(copy))
    }

    /// A launch of a kernel.
    pub fn launch(self, launch: Launch) -> Stmt {
        self.stmt(StmtKind::Launch(launch))
    }

    /// `if`
    pub fn branch(self, condition: Expr, then: Block, otherwise: Block) -> Stmt {
        self.stmt(StmtKind::If(condition, then, otherwise))
    }

    /// A block as a statement.
    pub fn block(self, block: Block) -> Stmt {
        self.stmt(StmtKind::Block(block))
    }

    /// `assert`
    pub fn assert(self, e: Expr) -> Stmt {
        self.stmt(StmtKind::Assert(e))
    }

    /// An exit, which continues behind the scope of the label.
    pub fn exit(self, label: LabelId) -> Stmt {
        self.stmt(StmtKind::Exit(label))
    }

    /// A mark of the moment to which `\old` with this label refers.
    pub fn mark(self, label: LabelId) -> Stmt {
        self.stmt(StmtKind::Mark(label))
    }
}
