//! Parses abstract data types: `adt Name { pure T f(…); axiom e; }`, and `adt Name<S, T> { … }` with parameters.
//!
//! In: the tokens from the word `adt` on. Out: the type, with its functions and axioms.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::{Parser, Range};
use crate::pvl::ast::{At, Axiom, Class, ClassPart, ClassPartKind, Item, Name};
use crate::pvl::grammar::Rule;

impl Parser<'_> {
    /// Whether `adt Name {` or `adt Name<S, T> {` starts here.
    pub(super) fn is_data_type(&self, at: usize) -> bool {
        let named = self.text(at) == "adt" && self.is_word(at + 1);
        named && matches!(self.text(at + 2), "{" | "<") && self.text(self.brace_of_data_type(at)) == "{"
    }

    /// The index of the brace of the data type that starts at a token.
    fn brace_of_data_type(&self, at: usize) -> usize {
        if self.text(at + 2) == "<" {
            self.behind_angles(at + 2)
        } else {
            at + 2
        }
    }

    /// Whether a data type with parameters, such as `pair<int, bool>`, starts at a token.
    pub(super) fn is_generic_type(&self, at: usize) -> bool {
        self.text(at + 1) == "<" && self.classes.contains(self.text(at))
    }

    /// Reads `adt Name { … }` or `adt Name<S, T> { … }`. Between the braces, the parameters are names of types.
    pub(super) fn data_type(&mut self, range: Range) -> (Option<Item>, usize) {
        let at = At(self.span(range.from).to(self.span(range.from + 1)));
        let name = Name { text: self.text(range.from + 1).to_owned(), at: At(self.span(range.from + 1)) };
        let open = self.brace_of_data_type(range.from);
        let notes = self.notes(at.0.to(self.span(open)));
        let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
        let types = self.parameters_of_data_type(Range { from: range.from + 2, to: open });
        let own: Vec<&str> =
            (range.from + 3..open).map(|at| self.text(at)).filter(|name| !self.classes.contains(name)).collect();
        self.classes.extend(&own);
        let outside = std::mem::take(&mut self.instances);
        let (mut parts, mut next) = (Vec::new(), open + 1);
        while next < close {
            let (part, behind) = self.part_of_data_type(Range { from: next, to: close });
            parts.extend(part);
            next = behind.max(next + 1);
        }
        self.classes.retain(|name| !own.contains(name));
        let mut instances = std::mem::replace(&mut self.instances, outside);
        if types.is_empty() {
            self.instances.append(&mut instances);
        }
        let tail = self.tail(self.span(close).start);
        let class = Class { is_data: true, name, types, instances, parts, at, notes, tail };
        (Some(Item::Class(class)), (close + 1).min(range.to))
    }

    /// Reads the parameters in a range that starts with `<` and ends behind `>`; none in an empty range.
    fn parameters_of_data_type(&mut self, range: Range) -> Vec<Name> {
        let (mut types, mut at) = (Vec::new(), range.from + 1);
        while at < range.to {
            if !self.is_word(at) {
                self.expected(at, "the name of a parameter");
                break;
            }
            types.push(Name { text: self.text(at).to_owned(), at: At(self.span(at)) });
            at += 1;
            if !matches!(self.text(at), "," | ">") {
                self.expected(at, "`,` or `>`");
                break;
            }
            at += 1;
        }
        types
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
