//! Parses `atomic { … }`, with the words `relaxed` and `group` in front of its block; and `fence;`, `fence group;`.
//!
//! In: the tokens from the keyword on. Out: the statement. The invariants that it opens may stand behind the
//! keyword: `atomic(inv) { … }`.

use super::{Parser, Range};
use crate::pvl::ast::{At, Stmt, StmtKind};
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{AtomicOrder, AtomicScope};

impl Parser<'_> {
    /// Reads `atomic relaxed group { … }`, where each of the two words may be missing, and returns the statement and
    /// the index of the token behind it. Without `relaxed`, the atomic synchronises; without `group`, it is atomic for
    /// all threads of the launch.
    pub(super) fn atomic(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (mut order, mut scope) = (AtomicOrder::Synchronising, AtomicScope::Launch);
        let (opens, mut at) = self.opened(range.from, range.to);
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
        (Some(Stmt { kind: StmtKind::Atomic { order, scope, opens, body }, at: head, notes }), next)
    }

    /// Whether `fence;` or `fence group;` stands there. Elsewhere, `fence` is a name like any other.
    pub(super) fn is_fence(&self, range: Range) -> bool {
        let next = |n: usize| if range.from + n < range.to { self.text(range.from + n) } else { "" };
        next(1) == ";" || next(1) == "group" && next(2) == ";"
    }

    /// Reads `fence;` or `fence group;`, and returns the statement and the index of the token behind it.
    pub(super) fn fence(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (scope, end) = match self.text(range.from + 1) {
            "group" => (AtomicScope::Group, range.from + 2),
            _ => (AtomicScope::Launch, range.from + 1),
        };
        let at = At(self.span(range.from).to(self.span(end)));
        let notes = self.notes(at.0);
        (Some(Stmt { kind: StmtKind::Fence(scope), at, notes }), end + 1)
    }

    /// Reports a token that cannot stand between `atomic` and its block.
    fn not_atomic(&mut self, found: &str, span: Span) {
        let make = |message: String| Diagnostic::new("parse.atomic", span, message).label("not understood");
        let words = "between `atomic` and its block, `relaxed` and `group` may each be written once: a `relaxed` \
            atomic does not order other accesses, and a `group` atomic is atomic only for the threads of one group";
        self.diagnostics.push(match found {
            "relaxed" | "group" => make(format!("`{found}` is written a second time")).help(words),
            _ => make(format!("`{found}` cannot stand between `atomic` and its block")).help(words),
        });
    }
}
