//! Parses shared invariants: `invariant inv(e) { … }`, and `kernel invariant inv(e);` in kernels.
//!
//! In: a range of tokens that starts with such a statement. Out: the statement.

use super::{Parser, Range};
use crate::pvl::ast::{At, Level, Member, MemberKind, Name, Stmt, StmtKind};

impl Parser<'_> {
    /// Whether `invariant inv(e) { … }` starts here, which is no invariant of a loop.
    pub(super) fn is_invariant_block(&self, at: usize) -> bool {
        let close = self.partner(at + 2).filter(|_| self.is_word(at + 1) && self.text(at + 2) == "(");
        close.is_some_and(|close| self.text(close + 1) == "{")
    }

    /// Reads `invariant inv(e) { … }`.
    pub(super) fn share(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let (named, open) = (range.from + 1, range.from + 2);
        let Some(close) = self.partner(open).filter(|close| *close < range.to) else {
            return (None, self.recover(range));
        };
        let at = At(self.span(range.from).to(self.span(close)));
        let notes = self.notes(at.0);
        let name = Name { text: self.text(named).to_owned(), at: At(self.span(named)) };
        let invariant = self.expression(Range { from: open + 1, to: close }, "`)`", true);
        let (body, next) = self.block(Range { from: close + 1, to: range.to });
        let kind = invariant.map(|invariant| StmtKind::Share { name, invariant, body });
        (kind.map(|kind| Stmt { kind, at, notes }), next)
    }

    /// Whether `kernel invariant` or `group invariant` starts here.
    pub(super) fn is_invariant_of_level(&self, at: usize) -> bool {
        self.text(at + 1) == "invariant"
    }

    /// Reads `kernel invariant inv(e);` or `group invariant inv(e);`.
    pub(super) fn invariant_of_level(&mut self, range: Range, level: Level) -> (Option<Member>, usize) {
        let (named, open) = (range.from + 2, range.from + 3);
        if !self.is_word(named) || self.text(open) != "(" {
            let level = self.text(range.from).to_owned();
            let expected = format!(
                "a name and what the threads share, as in `{level} invariant inv(Perm(a[0], write));`; the invariant \
                of a loop stands in front of the loop, without `{level}`"
            );
            self.expected(named, &expected);
            return (None, self.recover(range));
        }
        let Some(close) = self.partner(open).filter(|close| *close < range.to) else {
            return (None, self.recover(range));
        };
        let closed = close + 1 < range.to && self.text(close + 1) == ";";
        if !closed {
            self.missing_semicolon(close + 1);
        }
        let next = if closed { close + 2 } else { close + 1 };
        self.specification(Range { from: range.from, to: next });
        let at = At(self.span(range.from).to(self.span(next - 1)));
        let notes = self.notes(at.0);
        let name = Name { text: self.text(named).to_owned(), at: At(self.span(named)) };
        let invariant = self.expression(Range { from: open + 1, to: close }, "`)`", true);
        let kind = invariant.map(|invariant| MemberKind::Invariant(level, name, invariant));
        (kind.map(|kind| Member { kind, at, notes }), next)
    }

    /// Reads the names between the parentheses of `atomic(inv, …)`, if they stand behind the keyword, and returns the
    /// index behind them.
    pub(super) fn opened(&mut self, keyword: usize, to: usize) -> (Vec<Name>, usize) {
        let open = keyword + 1;
        let close = self.partner(open).filter(|close| self.text(open) == "(" && *close < to);
        let Some(close) = close else { return (Vec::new(), open) };
        (self.names_of_opened(open, close), close + 1)
    }

    /// Reads the names of invariants between a token and a closing parenthesis.
    pub(super) fn names_of_opened(&mut self, open: usize, close: usize) -> Vec<Name> {
        let mut names = Vec::new();
        let form = if self.text(open) == ";" { "`barrier(p; inv) { … }`" } else { "`atomic(inv) { … }`" };
        for at in open + 1..close {
            let is_name = (at - open) % 2 == 1;
            if is_name && self.is_word(at) {
                names.push(Name { text: self.text(at).to_owned(), at: At(self.span(at)) });
            } else if is_name || self.text(at) != "," {
                self.expected(at, &format!("the names of invariants, as in {form}"));
                break;
            }
        }
        if close == open + 1 {
            self.expected(close, &format!("the name of an invariant, as in {form}"));
        }
        names
    }
}
