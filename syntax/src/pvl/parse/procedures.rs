//! Parses procedures.
//!
//! In: a range of tokens from the contract on. Out: the procedure.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::clauses::Read;
use super::words::STARTS;
use super::{Parser, Range};
use crate::pvl::ast::{At, Block, Procedure};
use crate::pvl::grammar::Rule;

impl Parser<'_> {
    /// Whether the head of a procedure starts here: a type or `void`, a name that is not `main`, and a parenthesis.
    pub(super) fn is_procedure(&self, at: usize) -> bool {
        let starts = self.text(at) == "void" || self.is_type(at);
        let name = self.behind_type(at);
        starts && self.is_word(name) && self.text(name) != "main" && self.text(name + 1) == "("
    }

    /// The index behind the type at `at`, with all `[]` that belong to it.
    pub(super) fn behind_type(&self, at: usize) -> usize {
        let angles = self.is_collection_type(at) || self.is_generic_type(at);
        let mut behind = if angles { self.behind_angles(at + 1) } else { at + 1 };
        while self.text(behind) == "[" && self.text(behind + 1) == "]" {
            behind += 2;
        }
        behind
    }

    /// Reads a procedure from its head on. Its clauses were read already, and are in `read`.
    pub(super) fn procedure(&mut self, read: Vec<Read>, range: Range) -> (Option<Procedure>, usize) {
        self.headed(read, Rule::procedure_piece, range)
    }

    /// Reads a procedure or a constructor, whose head `rule` matches.
    pub(super) fn headed(&mut self, read: Vec<Read>, rule: Rule, range: Range) -> (Option<Procedure>, usize) {
        let (ghosts, contract, decreases) = self.contract_of_procedure(read);
        let (open, closed) = self.piece_end(Range { from: range.from + 1, to: range.to }, &STARTS);
        let head = self.piece(rule, Range { from: range.from, to: open }, "`{` or `;`", false);
        let at = At(self.span(range.from).to(self.span(open.max(range.from + 1) - 1)));
        let notes = self.notes(self.span(range.from).to(self.span(open)));
        let (body, next) = if closed {
            (None, open + 1)
        } else if open < range.to && self.text(open) == "{" {
            let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
            let stmts = self.statements(Range { from: open + 1, to: close });
            let tail = self.tail(self.span(close).start);
            (Some(Block { stmts, tail }), (close + 1).min(range.to))
        } else {
            if head.is_some() {
                self.expected(open, "`{` or `;`");
            }
            return (None, open);
        };
        let procedure = head.and_then(|(pair, mut builder)| {
            let (mut ret, mut name, mut params) = (None, None, Vec::new());
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::full_type | Rule::class_type => ret = builder.full_type(part),
                    Rule::ident => name = Some(builder.name(&part)),
                    Rule::parameters | Rule::object_parameters => params = builder.parameters(part),
                    _ => {}
                }
            }
            self.absorb(builder);
            Some(Procedure { ghosts, contract, decreases, ret, name: name?, params, body, at, notes })
        });
        (procedure, next)
    }
}
