//! Parses locks and threads: `lock_invariant R;`, `lock e;`, `fork e;` and their relatives, `synchronized (e) { … }`,
//! and `run { … }`.
//!
//! In: a range of tokens that starts with one of these. Out: the statement, or the part of a class.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::{Parser, Range};
use crate::pvl::ast::{At, ClassPart, ClassPartKind, Item, Name, Resource, Stmt, StmtKind, SyncWord};
use crate::pvl::grammar::Rule;

impl Parser<'_> {
    /// Whether `lock e;` or one of its relatives starts here, and not a statement that uses the word as a name.
    pub(super) fn is_sync(&self, range: Range) -> bool {
        let next = range.from + 1;
        if SyncWord::named(self.text(range.from)).is_none() || next >= range.to {
            return false;
        }
        if self.text(next) != "(" {
            return self.is_any_word(next) && !self.classes.contains(self.text(range.from));
        }
        let ends = self.partner(next).is_some_and(|close| self.text(close + 1) == ";");
        ends && !self.is_declared(range.from)
    }

    /// Whether `synchronized (e) {` starts here.
    pub(super) fn is_synchronized(&self, range: Range) -> bool {
        let close = self.partner(range.from + 1).filter(|_| self.text(range.from + 1) == "(");
        close.is_some_and(|close| close < range.to && self.text(close + 1) == "{")
    }

    /// Reads `synchronized (e) { … }`.
    pub(super) fn synchronized(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let Some((inside, next)) = self.parenthesised(range) else { return (None, self.recover(range)) };
        let object = self.expression(inside, "`)`", false);
        let at = At(self.span(range.from).to(self.span(next - 1)));
        let notes = self.notes(at.0);
        let (body, next) = self.block(Range { from: next, to: range.to });
        (object.map(|object| Stmt { kind: StmtKind::Synchronized(object, body), at, notes }), next)
    }

    /// Whether `lock_invariant R;` starts here.
    pub(super) fn is_lock_invariant(&self, at: usize) -> bool {
        self.text(at) == "lock_invariant" && !matches!(self.text(at + 1), ";" | "," | "=" | ":=")
    }

    /// Reads `lock_invariant R;`.
    pub(super) fn lock_invariant(&mut self, range: Range) -> (Option<Resource>, usize) {
        let (end, closed) = self.piece_end(range, &super::words::STARTS);
        let read = self.piece(Rule::lock_piece, Range { from: range.from, to: end }, "`;`", true);
        if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        self.specification(Range { from: range.from, to: next });
        let at = At(self.span(range.from).to(self.span(next.max(range.from + 1) - 1)));
        let notes = self.notes(at.0);
        let name = Name { text: "lock_invariant".to_owned(), at: At(self.span(range.from)) };
        let resource = read.and_then(|(pair, mut builder)| {
            let body = pair.into_inner().find(|part| part.as_rule() == Rule::expr);
            let body = body.and_then(|body| builder.expr(body));
            self.absorb(builder);
            Some(Resource { inline: false, lock: true, name, params: Vec::new(), body: Some(body?), at, notes })
        });
        (resource, next)
    }

    /// The index of the class, if lock invariants stand in front of one here.
    fn class_behind(&self, range: Range) -> Option<usize> {
        let mut at = range.from;
        while at < range.to && self.is_lock_invariant(at) {
            let (end, closed) = self.piece_end(Range { from: at, to: range.to }, &super::words::STARTS);
            at = if closed { end + 1 } else { end };
        }
        (at > range.from && self.text(at) == "class" && self.is_class(at)).then_some(at)
    }

    /// Whether a class with lock invariants in front of it starts here.
    pub(super) fn is_lock_of_class(&self, range: Range) -> bool {
        self.class_behind(range).is_some()
    }

    /// Reads `lock_invariant R; class C { … }`.
    pub(super) fn locked_class(&mut self, range: Range) -> (Option<Item>, usize) {
        let Some(head) = self.class_behind(range) else { return (None, range.from + 1) };
        let (mut parts, mut at) = (Vec::new(), range.from);
        while at < head {
            let (resource, next) = self.lock_invariant(Range { from: at, to: head });
            parts.extend(resource.map(|r| ClassPart { fixed: false, kind: ClassPartKind::Resource(r) }));
            at = next.max(at + 1);
        }
        let (item, next) = self.class(Range { from: head, to: range.to });
        let item = match item {
            Some(Item::Class(mut class)) => {
                class.parts.splice(0..0, parts);
                Some(Item::Class(class))
            }
            other => other,
        };
        (item, next)
    }

    /// Whether `run { … }` or `run;` starts here, the code of the thread of an object.
    pub(super) fn is_run(&self, at: usize) -> bool {
        self.text(at) == "run" && matches!(self.text(at + 1), "{" | ";")
    }
}
