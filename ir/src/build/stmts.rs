//! Statements at a place of the source.
//!
//! In: their parts. Out: the statement, which is found at that place.

use super::at::At;
use crate::{Block, Call, Expr, LabelId, Place, Stmt, StmtKind, VarId};

impl At {
    /// A statement.
    pub fn stmt(self, kind: StmtKind) -> Stmt {
        Stmt { kind, node: self.0 }
    }

    /// A declaration; without value the variable is arbitrary.
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

    /// `if`
    pub fn branch(self, condition: Expr, then: Block, otherwise: Block) -> Stmt {
        self.stmt(StmtKind::If(condition, then, otherwise))
    }

    /// A block inside another one.
    pub fn block(self, block: Block) -> Stmt {
        self.stmt(StmtKind::Block(block))
    }

    /// `assert`
    pub fn assert(self, e: Expr) -> Stmt {
        self.stmt(StmtKind::Assert(e))
    }

    /// An exit to behind the scope of a label.
    pub fn exit(self, label: LabelId) -> Stmt {
        self.stmt(StmtKind::Exit(label))
    }

    /// The moment of a label.
    pub fn mark(self, label: LabelId) -> Stmt {
        self.stmt(StmtKind::Mark(label))
    }
}
