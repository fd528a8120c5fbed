//! Parses `while` and `for` loops with their clauses.
//!
//! In: a range of tokens that starts with a clause of a loop, or with a loop. Out: the statement.

use super::clauses::Read;
use super::iteration::Head;
use super::{Parser, Range};
use crate::pvl::ast::{At, Clause, Measure, Stmt, StmtKind};
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, Span};

impl Parser<'_> {
    /// Reads a `while` or `for` loop with its invariants, which may stand in front of it or in front of its body.
    /// Behind invariants there may also be a `do` loop. A loop that is ghost code may have its clauses in front of the
    /// word `ghost`.
    pub(super) fn looping(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (read, start) = self.clauses(range);
        if start + 1 < range.to && self.text(start) == "ghost" && matches!(self.text(start + 1), "while" | "for" | "do")
        {
            let (stmt, next) = self.loop_behind(read, Range { from: start + 1, to: range.to });
            return self.as_ghost(stmt, Range { from: start, to: next });
        }
        self.loop_behind(read, Range { from: start, to: range.to })
    }

    /// Reads a loop, whose clauses in front of it are read already.
    fn loop_behind(&mut self, read: Vec<Read>, range: Range) -> (Option<Stmt>, usize) {
        let start = range.from;
        let word = self.text(start);
        let (mut contract, read) = self.iteration_contract(read, word);
        let invariants = self.invariants(read);
        if start < range.to && word == "do" {
            return self.do_behind(invariants, Range { from: start, to: range.to });
        }
        if start >= range.to || !matches!(word, "while" | "for") {
            self.expected(start, "`while` or `for` behind the clauses of a loop");
            return (None, start);
        }
        let Some((inside, next)) = self.parenthesised(Range { from: start, to: range.to }) else {
            return (None, self.recover(Range { from: start, to: range.to }));
        };
        let at = At(self.span(start).to(self.span(next - 1)));
        let head = if word == "while" {
            self.expression(inside, "`)`", false).map(|guard| (None, guard, None))
        } else {
            self.for_head(inside)
        };
        let notes = self.notes(at.0);
        // Invariants may also stand between the head of a loop and its body.
        let (read, start) = self.clauses(Range { from: next, to: range.to });
        let (more, read) = self.iteration_contract(read, word);
        contract.extend(more);
        let mut all = invariants;
        all.extend(self.invariants(read));
        let (body, next) = self.body(Range { from: start, to: range.to });
        let kind = head.and_then(|(init, guard, update)| {
            if word == "while" {
                Some(StmtKind::While { invariants: all, guard, body })
            } else if contract.is_empty() {
                Some(StmtKind::For { invariants: all, init, guard, update, body })
            } else {
                self.iterations((init, guard, update), contract, &all, body, at.0)
            }
        });
        (kind.map(|kind| Stmt { kind, at, notes }), next)
    }

    /// The loop invariants among clauses that were read. Other clauses are reported.
    pub(super) fn invariants(&mut self, read: Vec<Read>) -> Vec<Clause> {
        let mut out = Vec::new();
        for clause in read {
            match clause {
                Read::Clause(clause) if clause.kind == ClauseKind::Invariant => out.push(clause),
                Read::Ghost(clause) => self.not_an_invariant(clause.at.0, "write it in the contract of the procedure"),
                Read::Clause(clause) => self.not_an_invariant(
                    clause.at.0,
                    "write `invariant …;`: it holds each time before the guard is evaluated",
                ),
                Read::Decreases(Measure { exprs, at, notes }) => {
                    let mut more = exprs.into_iter();
                    let Some(expr) = more.next() else { continue };
                    let more = more.collect();
                    out.push(Clause { kind: ClauseKind::Decreases, expr, more, everywhere: false, at, notes });
                }
            }
        }
        out
    }

    /// Reports a clause in front of a loop that is not an invariant.
    fn not_an_invariant(&mut self, span: Span, help: &str) {
        self.diagnostics.push(
            Diagnostic::new("parse.stray-clause", span, "a loop has invariants, but no contract")
                .label("does not belong to a loop")
                .help(help),
        );
    }

    /// Reads the three parts between the parentheses of a `for`: initialisation, guard, and update. The first and the
    /// third may be empty.
    fn for_head(&mut self, inside: Range) -> Option<Head> {
        let (first, closed) = self.piece_end(inside, &[]);
        let (second, closed_too) = self.piece_end(Range { from: first + 1, to: inside.to }, &[]);
        if !closed || !closed_too {
            self.expected(
                if closed { second } else { first },
                "`;`: a `for` has three parts, as in `for (int i := 0; i < n; i++)`",
            );
            return None;
        }
        let part = |parser: &mut Self, range: Range, end| {
            (range.from < range.to).then(|| parser.simple_piece(range, end)).flatten().map(Box::new)
        };
        let init = part(self, Range { from: inside.from, to: first }, "`;`");
        let guard = self.expression(Range { from: first + 1, to: second }, "`;`", false);
        let update = part(self, Range { from: second + 1, to: inside.to }, "`)`");
        Some((init, guard?, update))
    }
}
