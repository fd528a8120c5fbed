//! Parses parallel blocks: `par name (int i = lo .. hi, …) contract { … }`, their barriers, `parallel { … }` and
//! `sequential { … }`.
//!
//! In: a range of tokens that starts with such a statement. Out: the statement.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::{Parser, Range};
use crate::pvl::ast::{At, Bounds, Name, Par, Stmt, StmtKind, TypeName};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;

/// The words that say which memory a barrier fences.
const FENCES: [&str; 4] = ["global", "local", "both", "none"];

impl Parser<'_> {
    /// Whether a parallel block starts here, and not a statement that uses `par` as a name.
    pub(super) fn is_par(&self, range: Range) -> bool {
        let next = range.from + 1;
        let head = next < range.to && (self.is_word(next) || matches!(self.text(next), "(" | "{"));
        head && !self.declared.contains("par")
    }

    /// Whether `parallel {` or `sequential {` starts here.
    pub(super) fn is_composition(&self, range: Range) -> bool {
        range.from + 1 < range.to && self.text(range.from + 1) == "{"
    }

    /// Reads `par name (int i = lo .. hi, …) contract { … }`.
    pub(super) fn par(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let open = range.from + 1 + usize::from(self.is_word(range.from + 1));
        let close = self.partner(open).filter(|close| self.text(open) == "(" && *close < range.to);
        let Some(close) = close else {
            self.expected(open, "`(`: a parallel block has iterators, as in `par (int i = 0 .. n) { … }`");
            return (None, self.behind_block(range));
        };
        let at = At(self.span(range.from).to(self.span(close)));
        let head = self.piece(Rule::par_piece, Range { from: range.from, to: close + 1 }, "a contract or `{`", false);
        let head = head.map(|(pair, mut builder)| {
            let (mut name, mut iterators): (_, Vec<(TypeName, Name, Bounds)>) = (None, Vec::new());
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::ident => name = Some(builder.name(&part)),
                    Rule::iterator => {
                        let same = iterators.last().map(|(ty, ..)| *ty);
                        iterators.extend(builder.binder(part, same));
                    }
                    _ => {}
                }
            }
            self.absorb(builder);
            (name, iterators)
        });
        let notes = self.notes(at.0);
        let (read, body) = self.clauses(Range { from: close + 1, to: range.to });
        let contract = self.contract(read, "the contract of a parallel block");
        if body >= range.to || self.text(body) != "{" {
            self.expected(body, "`{`: a parallel block is written `par (int i = 0 .. n) { … }`");
            return (None, body);
        }
        self.pars += 1;
        let (body, next) = self.block(Range { from: body, to: range.to });
        self.pars -= 1;
        let kind = head.map(|(name, iterators)| StmtKind::Par(Par { name, looped: None, iterators, contract, body }));
        (kind.map(|kind| Stmt { kind, at, notes }), next)
    }

    /// The index behind the block of a statement whose head could not be read.
    pub(super) fn behind_block(&mut self, range: Range) -> usize {
        let next = self.recover(range);
        if next < range.to && self.text(next) == "{" {
            let end = self.skip(next).min(range.to);
            self.poison(Range { from: next, to: end });
            end
        } else {
            next
        }
    }

    /// Reads `sequential { … }`, which is a block, and `parallel { … }`.
    pub(super) fn composition(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let at = At(self.span(range.from));
        let notes = self.notes(at.0);
        let parallel = self.text(range.from) == "parallel";
        let (block, next) = self.block(Range { from: range.from + 1, to: range.to });
        let kind = if parallel { StmtKind::Parallel(block) } else { StmtKind::Block(block) };
        (Some(Stmt { kind, at, notes }), next)
    }

    /// The name between the parentheses of a barrier in a parallel block, if a name stands there.
    pub(super) fn barrier_of(&self, inside: Range) -> Option<Name> {
        let text = self.text(inside.from);
        let alone = inside.from + 1 == inside.to || self.text(inside.from + 1) == ";";
        let name = alone && inside.from < inside.to && self.is_any_word(inside.from) && !FENCES.contains(&text);
        name.then(|| Name { text: text.to_owned(), at: At(self.span(inside.from)) })
    }

    /// Reads a barrier of a parallel block, from its contract on: `barrier(name) { contract }`, or `barrier(name)
    /// contract { }`. The tokens between the parentheses, and the index behind them, are given.
    pub(super) fn barrier_of_par(
        &mut self,
        range: Range,
        name: Name,
        (inside, next): (Range, usize),
    ) -> (Option<Stmt>, usize) {
        let at = At(self.span(range.from).to(self.span(next - 1)));
        let notes = self.notes(at.0);
        let opens = if inside.from + 1 < inside.to { self.names_of_opened(inside.from + 1, inside.to) } else { vec![] };
        let (read, start) = self.clauses(Range { from: next, to: range.to });
        let behind = !read.is_empty();
        let mut contract = self.contract(read, "the contract of a barrier");
        let hint = behind && self.text(start) == "{" && start < range.to;
        if hint && self.text(start + 1) != "}" && self.clause_keyword(start + 1).is_none() {
            let message = "Sepal does not read a proof behind the contract of a barrier";
            self.diagnostics.push(
                Diagnostic::new("parse.unsupported", self.span(start + 1), message).label("not supported").help(
                    "leave it out: write `{ }` behind the contract, and `assert` in front of the barrier what the \
                           proof needs",
                ),
            );
            return (None, self.skip(start).min(range.to));
        }
        let (more, end) = self.barrier_contract(Range { from: start, to: range.to });
        contract.extend(more);
        let kind = StmtKind::Barrier { global: true, local: true, of: Some(name), opens, contract };
        (Some(Stmt { kind, at, notes }), end)
    }
}
