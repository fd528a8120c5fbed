//! Checks `parallel { par … par … }`, whose parallel blocks run at the same time.
//!
//! In: the statement as written. Out: the typed blocks, or a diagnostic for a statement that is no parallel block.

use super::env::Env;
use super::host::HostCode;
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{Block, Span, Stmt, StmtKind};

impl Env<'_> {
    /// Checks `parallel { … }`, with its head at `span`.
    pub fn parallel(&mut self, block: &ast::Block, span: Span) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Par, span);
        let mut stmts = Vec::new();
        for stmt in &block.stmts {
            let at = stmt.at.0;
            match &stmt.kind {
                ast::StmtKind::Par(par) => stmts.push(self.par(par, at).map(|kind| At::new(at).stmt(kind))),
                _ => self.no_parallel_block(at),
            }
        }
        let stmts = stmts.into_iter().collect::<Option<Vec<Stmt>>>()?;
        here.then_some(StmtKind::Together(Block { stmts }))
    }

    /// Reports a statement of `parallel { … }` that is no parallel block.
    fn no_parallel_block(&mut self, span: Span) {
        let message = "the statements of `parallel { … }` are parallel blocks, which run at the same time";
        self.diagnostics.push(
            Diagnostic::new("parse.unsupported", span, message)
                .label("no parallel block")
                .help("write the statement in a block with one iteration, `par (int i = 0 .. 1) { … }`"),
        );
    }
}
