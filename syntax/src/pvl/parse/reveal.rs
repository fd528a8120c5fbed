//! Parses the statement `reveal f(e);`, which says that the call has the value that the body gives to it.
//!
//! In: a range of tokens that starts with the word `reveal`. Out: the statement: `assert reveal f(e) === f(e);`.

use super::{Parser, Range};
use crate::pvl::ast::{At, Expr, ExprKind, Stmt, StmtKind};
use ir::BinaryOp;

impl Parser<'_> {
    /// Reads `reveal f(e);`.
    pub(super) fn revealing(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (end, closed) = self.piece_end(range, &[]);
        let read = self.expression(Range { from: range.from, to: end }, "`;`", true);
        if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        self.specification(Range { from: range.from, to: next });
        let at = At(self.span(range.from).to(self.span(end.max(range.from + 1) - 1)));
        let notes = self.notes(at.0);
        let stmt = read.map(|revealed| {
            let call = match &revealed.kind {
                ExprKind::Reveal(call) => (**call).clone(),
                _ => revealed.clone(),
            };
            let same = ExprKind::Binary(BinaryOp::Same, at, Box::new(revealed), Box::new(call));
            Stmt { kind: StmtKind::Assert(Expr { kind: same, at }), at, notes }
        });
        (stmt, next)
    }
}
