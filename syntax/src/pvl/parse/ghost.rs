//! Parses ghost code: `ghost int g = 0;`, `ghost g = g + 1;`, `ghost { … }`.
//!
//! In: a range of tokens that starts with the word `ghost`. Out: the statement.

use super::{Parser, Range};
use crate::pvl::ast::{At, Block, Stmt, StmtKind};

impl Parser<'_> {
    /// Whether ghost code starts here, and no assignment to a variable of this name.
    pub(super) fn is_ghost(&self, range: Range) -> bool {
        let next = range.from + 1;
        next < range.to && (self.is_any_word(next) || self.text(next) == "{")
    }

    /// Reads `ghost` and the statement or the block behind it.
    pub(super) fn ghost(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let inside = Range { from: range.from + 1, to: range.to };
        let word = self.span(range.from);
        if self.text(inside.from) == "{" {
            let notes = self.notes(word.to(self.span(inside.from)));
            let (body, next) = self.block(inside);
            self.specification(Range { from: range.from, to: next });
            return (Some(Stmt { kind: StmtKind::Ghost { braces: true, body }, at: At(word), notes }), next);
        }
        let (stmt, next) = self.statement(inside);
        self.as_ghost(stmt, Range { from: range.from, to: next })
    }

    /// The ghost code that consists of a statement. The range starts with the word `ghost`, and ends behind the
    /// statement.
    pub(super) fn as_ghost(&mut self, stmt: Option<Stmt>, range: Range) -> (Option<Stmt>, usize) {
        let (word, next) = (self.span(range.from), range.to);
        self.specification(range);
        let ghost = stmt.map(|mut stmt| {
            let notes = std::mem::take(&mut stmt.notes);
            let (at, braces) = (At(word.to(stmt.at.0)), !is_simple(&stmt.kind));
            let body = Block { stmts: vec![stmt], ..Block::default() };
            Stmt { kind: StmtKind::Ghost { braces, body }, at, notes }
        });
        (ghost, next)
    }
}

/// Whether a statement has no block in it, so that it needs no braces.
fn is_simple(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Declare(..)
        | StmtKind::DeclareArray(..)
        | StmtKind::DeclareDevice(..)
        | StmtKind::Assign(..)
        | StmtKind::Store(..)
        | StmtKind::Call(..)
        | StmtKind::Invoke(_)
        | StmtKind::Given { .. }
        | StmtKind::Launch { .. }
        | StmtKind::CopyIn(..)
        | StmtKind::Streams(_)
        | StmtKind::Event(..)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Inhale(_)
        | StmtKind::Exhale(_)
        | StmtKind::Send(_)
        | StmtKind::Receive(..)
        | StmtKind::Sync(..)
        | StmtKind::Refute(_)
        | StmtKind::Fold { .. }
        | StmtKind::Exit(_)
        | StmtKind::Fence(_)
        | StmtKind::Label(_) => true,
        StmtKind::If(..)
        | StmtKind::Synchronized(..)
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Barrier { .. }
        | StmtKind::Par(_)
        | StmtKind::Parallel(_)
        | StmtKind::Block(_)
        | StmtKind::Ghost { .. }
        | StmtKind::Atomic { .. }
        | StmtKind::Share { .. } => false,
    }
}
