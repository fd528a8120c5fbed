//! Parses `atomic` with the words behind it.
//!
//! In: the tokens from the keyword on. Out: the statement. The syntax `atomic(inv) { … }`, PVL's atomic under an
//! invariant, is reserved and not part of the language yet.

use super::{Parser, Range};
use crate::pvl::ast::{At, Stmt, StmtKind};
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{AtomicOrder, AtomicScope};

impl Parser<'_> {
    pub(super) fn atomic(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (mut order, mut scope) = (AtomicOrder::Synchronising, AtomicScope::Launch);
        let mut at = range.from + 1;
        while at < range.to && self.text(at) != "{" {
            match self.text(at) {
                "relaxed" if order == AtomicOrder::Synchronising => order = AtomicOrder::Relaxed,
                "group" if scope == AtomicScope::Launch => scope = AtomicScope::Group,
                found => {
                    let found = found.to_owned();
                    self.not_atomic(&found, self.span(at));
                    return (None, self.recover(range));
                }
            }
            at += 1;
        }
        if at >= range.to {
            self.expected(at, "`{`: an `atomic` is a block, as in `atomic { a[i] := a[i] + 1; }`");
            return (None, range.to);
        }
        let head = At(self.span(range.from).to(self.span(at - 1)));
        let notes = self.notes(head.0);
        let (body, next) = self.block(Range { from: at, to: range.to });
        (Some(Stmt { kind: StmtKind::Atomic { order, scope, body }, at: head, notes }), next)
    }

    fn not_atomic(&mut self, found: &str, span: Span) {
        let make = |message: String| Diagnostic::new("parse.atomic", span, message).label("not understood");
        let words = "behind `atomic` may stand `relaxed`, which orders nothing else, and `group`, which is atomic \
            among the threads of a group alone, each once; then a block";
        self.diagnostics.push(match found {
            "(" => make("an `atomic` under an invariant is not supported yet".into())
                .help("leave the parentheses out: `atomic { … }` is one indivisible step, which `sepal run` executes"),
            _ => make(format!("`{found}` is no word of an `atomic`, or stands here a second time")).help(words),
        });
    }
}
