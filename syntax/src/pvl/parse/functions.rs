//! Parses pure functions.
//!
//! In: a range of tokens. Out: the function with its contract and its measure, and the index behind it.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::clauses::Read;
use super::{Parser, Range};
use crate::pvl::ast::{At, Function, Item};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Whether `pure` starts here, with `inline` or `opaque` in front or not.
    pub(super) fn is_function(&self, at: usize) -> bool {
        self.text(at + usize::from(matches!(self.text(at), "inline" | "opaque"))) == "pure"
    }

    /// Reports `opaque` in front of something that is no pure function, and returns the index behind the word.
    pub(super) fn only_functions_are_opaque(&mut self, at: usize) -> (Option<Item>, usize) {
        self.diagnostics.push(
            Diagnostic::new("type.opaque", self.span(at), "only pure functions have a body that `opaque` hides")
                .label("not in front of `pure`")
                .help("write `opaque pure int f(int x) = e;`; of a procedure, callers know only the contract anyway"),
        );
        (None, at + 1)
    }

    /// Reads `requires …; decreases …; pure int f(int x) = e;`.
    pub(super) fn function(&mut self, range: Range) -> (Option<Function>, usize) {
        let (read, start) = self.clauses(range);
        self.function_behind(read, start, range)
    }

    /// Reads a pure function, whose clauses from the start of the range to `start` are read already.
    pub(super) fn function_behind(&mut self, read: Vec<Read>, start: usize, range: Range) -> (Option<Function>, usize) {
        let (contract, decreases) = self.contract_and_measures(read, "the contract of a function");
        if start >= range.to || !self.is_function(start) {
            let is_told = self.unread(start).is_some() || self.misspelt(start).is_some() || self.is_main(start);
            if is_told && start < range.to {
                // This word is reported when it is read, and explains why nothing follows the contract.
            } else if let Some(clause) = contract.first() {
                self.diagnostics.push(
                    Diagnostic::new(
                        "parse.stray-clause",
                        clause.at.0,
                        "no function, procedure or `main` follows this contract",
                    )
                    .label("a contract")
                    .help(
                        "write it in front of `void main()`, of a procedure or of a `pure` function, or write `group` \
                        or `kernel` in front of it",
                    ),
                );
            } else if let Some(measure) = decreases.first() {
                self.diagnostics.push(
                    Diagnostic::new(
                        "parse.stray-clause",
                        measure.first(),
                        "no function, procedure or loop follows this measure",
                    )
                    .label("a measure")
                    .help("write `decreases` in front of a `pure` function, of a procedure or of a loop"),
                );
            }
            return (None, start);
        }
        let inline = self.text(start) == "inline";
        let opaque = (self.text(start) == "opaque").then(|| At(self.span(start)));
        let behind = start + 1 + usize::from(inline || opaque.is_some());
        let (end, closed) = self.piece_end(Range { from: behind, to: range.to }, &FUNCTION_STOPS);
        let read = self.piece(Rule::function_piece, Range { from: start, to: end }, "`;`", true);
        let mut next = if closed { end + 1 } else { end };
        if self.text(next) == "{" && !closed {
            if read.is_some() {
                self.expected(next, "`=` or `;`");
            }
            next = self.skip(next);
        } else if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        self.specification(Range { from: start, to: next });
        let at = At(self.span(range.from).to(self.span(next.max(start + 1) - 1)));
        let notes = self.notes(self.span(start).to(self.span(next.max(start + 1) - 1)));
        let function = read.and_then(|(pair, mut builder)| {
            let (mut ret, mut name, mut params, mut body) = (None, None, Vec::new(), None);
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::full_type | Rule::class_type => ret = builder.full_type(part),
                    Rule::ident => name = Some(builder.name(&part)),
                    Rule::parameters | Rule::object_parameters => params = builder.parameters(part),
                    Rule::expr => body = builder.expr(part),
                    _ => {}
                }
            }
            self.absorb(builder);
            Some(Function { inline, opaque, contract, decreases, ret: ret?, name: name?, params, body, at, notes })
        });
        (function, next)
    }
}

/// Words that end a function that could not be read completely.
const FUNCTION_STOPS: [&str; 9] =
    ["kernel", "requires", "ensures", "context", "decreases", "global", "local", "pure", "void"];

/// Makes an item of a function that was read.
pub(super) trait MapItem {
    /// The function as an item, and the index behind it.
    fn map_item(self) -> (Option<Item>, usize);
}

impl MapItem for (Option<Function>, usize) {
    fn map_item(self) -> (Option<Item>, usize) {
        (self.0.map(Item::Function), self.1)
    }
}
