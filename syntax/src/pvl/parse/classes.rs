//! Parses classes, which group methods.
//!
//! In: the tokens from the keyword `class` on. Out: the class. Each field, constructor and other part that is no method
//! gets a diagnostic.

use super::clauses::PROCEDURE;
use super::words::TYPES;
use super::{Parser, Range};
use crate::pvl::ast::{At, Class, Item, Method, MethodKind, Name};
use ir::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Whether `class C {` starts here.
    pub(super) fn is_class(&self, at: usize) -> bool {
        self.is_word(at + 1) && self.text(at + 2) == "{"
    }

    /// Reads `class C { … }`.
    pub(super) fn class(&mut self, range: Range) -> (Option<Item>, usize) {
        let at = At(self.span(range.from).to(self.span(range.from + 1)));
        let name = Name { text: self.text(range.from + 1).to_owned(), at: At(self.span(range.from + 1)) };
        let open = range.from + 2;
        let notes = self.notes(at.0.to(self.span(open)));
        let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
        let mut methods = Vec::new();
        let mut next = open + 1;
        while next < close {
            let (method, behind) = self.method(Range { from: next, to: close }, &name.text);
            methods.extend(method);
            next = behind.max(next + 1);
        }
        let tail = self.tail(self.span(close).start);
        (Some(Item::Class(Class { name, methods, at, notes, tail })), (close + 1).min(range.to))
    }

    /// Reads a method of the class with this name. The word `static` may stand in front of its contract or behind it.
    fn method(&mut self, range: Range, class: &str) -> (Option<Method>, usize) {
        let is_static = |parser: &Self, at: usize| at < range.to && parser.text(at) == "static";
        if self.text(range.from) == ";" {
            return self.nothing(range.from);
        }
        let before = is_static(self, range.from);
        let start = range.from + usize::from(before);
        let contract = self.behind_clauses(Range { from: start, to: range.to });
        let behind = is_static(self, contract);
        let (head, fixed) = (contract + usize::from(behind), before || behind);
        if contract == start && self.is_resource(head) {
            let (resource, next) = self.resource(Range { from: head, to: range.to });
            return (resource.map(|r| Method { fixed, kind: MethodKind::Resource(r) }), next);
        }
        if head < range.to && (self.text(head) == "pure" || self.is_procedure(head)) {
            let (read, _) = self.clauses(Range { from: start, to: range.to });
            if self.text(head) == "pure" {
                let (function, next) = self.function_behind(read, head, Range { from: start, to: range.to });
                return (function.map(|f| Method { fixed, kind: MethodKind::Function(f) }), next);
            }
            let (procedure, next) = self.procedure(read, Range { from: head, to: range.to });
            return (procedure.map(|p| Method { fixed, kind: MethodKind::Procedure(p) }), next);
        }
        if contract > start {
            let (read, next) = self.clauses(Range { from: start, to: range.to });
            let _ = self.contract_and_measures(read, PROCEDURE);
            if next >= range.to {
                self.expected(next, "a method behind this contract");
            }
            return (None, next);
        }
        (None, self.no_method(Range { from: head.max(range.from), to: range.to }, class))
    }

    /// Reports a part of a class that is no method, and skips it.
    fn no_method(&mut self, range: Range, class: &str) -> usize {
        let name = if TYPES.contains(&self.text(range.from)) { self.behind_type(range.from) } else { range.from + 1 };
        let field = self.is_word(name) && matches!(self.text(name + 1), ";" | "," | "=" | ":=");
        let known = TYPES.contains(&self.text(range.from)) || self.is_word(range.from);
        let found = if field && known && self.unread(range.from).is_none() {
            Some((
                name,
                format!("Sepal does not read fields of classes (`{}`)", self.text(name)),
                "there are no objects yet: give the methods that use it a parameter for it",
            ))
        } else if self.text(range.from) == class && self.text(range.from + 1) == "(" {
            Some((
                range.from,
                format!("Sepal does not read constructors (`{class}`)"),
                "there are no objects yet: a class groups methods; leave the constructor out",
            ))
        } else {
            None
        };
        let Some((at, message, help)) = found else {
            return self.resynchronise(range, "a method: a type or `void`, a name and parameters", &["static", "pure"]);
        };
        let error = Diagnostic::new("parse.unsupported", self.span(at), message).label("not supported").help(help);
        self.diagnostics.push(error);
        let next = self.recover(range);
        if self.text(next) == "{" && next < range.to {
            self.skip(next).min(range.to)
        } else {
            next
        }
    }
}
