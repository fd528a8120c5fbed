//! Parses abstract data types: `adt Name { pure T f(…); axiom e; }`.
//!
//! In: the tokens from the word `adt` on. Out: the type, with its functions and axioms.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::{Parser, Range};
use crate::pvl::ast::{At, Axiom, Class, ClassPart, ClassPartKind, Item, Name};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Whether `adt Name {` starts here.
    pub(super) fn is_data_type(&self, at: usize) -> bool {
        self.text(at) == "adt" && self.is_word(at + 1) && self.text(at + 2) == "{"
    }

    /// Reports `adt Name<T> {`; whether it starts here.
    pub(super) fn generic_data_type(&mut self, at: usize) -> bool {
        let starts = self.is_word(at + 1) && self.text(at + 2) == "<";
        if starts {
            let name = self.text(at + 1);
            let message = format!("Sepal does not read types as parameters of an abstract data type (`{name}<`)");
            self.diagnostics.push(
                Diagnostic::new("parse.unsupported", self.span(at + 2), message).label("not supported").help(
                    "declare a type for each use, such as `adt IntList { … }`, with `int` in place of the parameter",
                ),
            );
        }
        starts
    }

    /// Reads `adt Name { … }`.
    pub(super) fn data_type(&mut self, range: Range) -> (Option<Item>, usize) {
        let at = At(self.span(range.from).to(self.span(range.from + 1)));
        let name = Name { text: self.text(range.from + 1).to_owned(), at: At(self.span(range.from + 1)) };
        let open = range.from + 2;
        let notes = self.notes(at.0.to(self.span(open)));
        let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
        let (mut parts, mut next) = (Vec::new(), open + 1);
        while next < close {
            let (part, behind) = self.part_of_data_type(Range { from: next, to: close });
            parts.extend(part);
            next = behind.max(next + 1);
        }
        let tail = self.tail(self.span(close).start);
        let class = Class { is_data: true, name, parts, at, notes, tail };
        (Some(Item::Class(class)), (close + 1).min(range.to))
    }

    /// Reads a function or an axiom.
    fn part_of_data_type(&mut self, range: Range) -> (Option<ClassPart>, usize) {
        match self.text(range.from) {
            ";" => self.nothing(range.from),
            "pure" => {
                let (function, next) = self.function_behind(Vec::new(), range.from, range);
                let part = |f| ClassPart { fixed: true, kind: ClassPartKind::Function(f) };
                (function.map(part), next)
            }
            "axiom" => {
                let (axiom, next) = self.axiom(range);
                (axiom.map(|axiom| ClassPart { fixed: true, kind: ClassPartKind::Axiom(axiom) }), next)
            }
            _ => (None, self.resynchronise(range, "`pure` or `axiom`", &["pure", "axiom"])),
        }
    }

    /// Reads `axiom e;`.
    fn axiom(&mut self, range: Range) -> (Option<Axiom>, usize) {
        let (end, closed) = self.piece_end(Range { from: range.from + 1, to: range.to }, &["pure", "axiom"]);
        let read = self.piece(Rule::expr_piece, Range { from: range.from + 1, to: end }, "`;`", true);
        if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        self.specification(Range { from: range.from, to: next });
        let at = At(self.span(range.from).to(self.span(next.max(range.from + 1) - 1)));
        let notes = self.notes(at.0);
        let axiom = read.and_then(|(pair, mut builder)| {
            let expr = pair.into_inner().find(|part| part.as_rule() == Rule::expr).and_then(|e| builder.expr(e));
            self.absorb(builder);
            Some(Axiom { expr: expr?, at, notes })
        });
        (axiom, next)
    }
}
