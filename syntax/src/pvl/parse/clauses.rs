//! Parses contracts, loop invariants and single expressions.
//!
//! In: a range of tokens. Out: its clauses. An error in one clause does not affect the others.

use super::advice::MEASURE;
use super::words::STARTS;
use super::{Parser, Range};
use crate::pvl::ast::{At, Clause, Expr, GhostClause, Measure};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, Span};

/// The contract of a procedure, in messages.
pub const PROCEDURE: &str = "the contract of a procedure";

/// A clause that was read: a clause of a contract or of a loop, or the measure that proves a function to terminate.
pub enum Read {
    /// `requires`, `ensures`, `context`, `invariant`.
    Clause(Clause),
    /// `decreases a, b;`
    Decreases(Measure),
    /// `given T x;`, `yields T y;`
    Ghost(GhostClause),
}

/// What the first word of a clause says of the clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// The clause is a condition that holds at this moment.
    Of(ClauseKind),
    /// The clause is a measure.
    Decreases,
    /// The clause declares ghost parameters.
    Given,
    /// The clause declares ghost results.
    Yields,
}

impl Parser<'_> {
    /// The keyword of the clause that starts here; `None` if no clause does.
    pub(super) fn clause_keyword(&self, at: usize) -> Option<Keyword> {
        Some(match self.text(at) {
            "requires" => Keyword::Of(ClauseKind::Requires),
            "ensures" => Keyword::Of(ClauseKind::Ensures),
            "context" => Keyword::Of(ClauseKind::Context),
            "context_everywhere" => Keyword::Of(ClauseKind::Context),
            "invariant" | "loop_invariant" => Keyword::Of(ClauseKind::Invariant),
            "decreases" => Keyword::Decreases,
            // These words are not reserved: they may be names.
            "given" if self.is_any_word(at + 1) => Keyword::Given,
            "yields" if self.is_any_word(at + 1) => Keyword::Yields,
            _ => return None,
        })
    }

    /// Reads the clauses at the start of a range, and returns the index behind them.
    pub(super) fn clauses(&mut self, range: Range) -> (Vec<Read>, usize) {
        let mut out = Vec::new();
        let mut at = range.from;
        while at < range.to {
            let Some(word) = self.clause_keyword(at) else { break };
            let (read, next) = self.clause(Range { from: at, to: range.to }, at, word);
            out.extend(read);
            at = next;
        }
        (out, at)
    }

    /// Reads one clause with its keyword at `keyword`. The range may start earlier, with `group` or `kernel`.
    pub(super) fn clause(&mut self, range: Range, keyword: usize, word: Keyword) -> (Option<Read>, usize) {
        let kind = match word {
            Keyword::Of(kind) => Some(kind),
            Keyword::Decreases => None,
            Keyword::Given | Keyword::Yields => return self.ghost_clause(range, keyword, word == Keyword::Yields),
        };
        let (end, closed) = self.piece_end(Range { from: keyword + 1, to: range.to }, &STARTS);
        let before = self.diagnostics.len();
        let whole = Range { from: keyword + 1, to: end };
        let ranges = if kind.is_none() { self.between_commas(whole) } else { vec![whole] };
        let exprs: Vec<Option<Expr>> = ranges.into_iter().map(|range| self.expression(range, "`;`", true)).collect();
        let exprs: Option<Vec<Expr>> = exprs.into_iter().collect();
        if !closed && self.diagnostics.len() == before {
            self.missing_semicolon(end);
        }
        if let (None, Some(error)) = (kind, self.diagnostics.get_mut(before)) {
            let _ = error.help.get_or_insert_with(|| MEASURE.to_owned());
        }
        let next = if closed { end + 1 } else { end };
        self.specification(Range { from: range.from, to: next });
        let span = self.span(range.from).to(self.span(next.max(keyword + 1) - 1));
        let notes = self.notes(span);
        let read = exprs.and_then(|mut exprs| match kind {
            Some(kind) => {
                let everywhere = self.text(keyword) == "context_everywhere";
                exprs
                    .pop()
                    .map(|expr| Read::Clause(Clause { kind, expr, more: vec![], everywhere, at: At(span), notes }))
            }
            None => Some(Read::Decreases(Measure { exprs, at: At(span), notes })),
        });
        (read, next)
    }

    /// The parts of a range between commas that stand inside of no brackets.
    pub(super) fn between_commas(&self, range: Range) -> Vec<Range> {
        let mut out = Vec::new();
        let (mut from, mut at) = (range.from, range.from);
        while at < range.to {
            if self.text(at) == "," {
                out.push(Range { from, to: at });
                from = at + 1;
            }
            at = self.partner(at).unwrap_or(at) + 1;
        }
        out.push(Range { from, to: range.to });
        out
    }

    /// The clauses that may stand in a contract. Measures and invariants among those that were read are reported;
    /// `place` says whose contract it is, as in “the contract of a barrier”.
    pub(super) fn contract(&mut self, read: Vec<Read>, place: &str) -> Vec<Clause> {
        let mut out = Vec::new();
        for clause in read {
            let (at, word) = match clause {
                Read::Clause(clause) if clause.kind != ClauseKind::Invariant => {
                    if clause.everywhere && place != PROCEDURE {
                        self.not_everywhere(clause.at.0, place);
                    }
                    out.push(clause);
                    continue;
                }
                Read::Clause(clause) => (clause.at.0, "loop invariant"),
                Read::Decreases(measure) => (measure.first(), "measure"),
                Read::Ghost(clause) if clause.yields => (clause.at.0, "ghost result"),
                Read::Ghost(clause) => (clause.at.0, "ghost parameter"),
            };
            self.diagnostics.push(
                Diagnostic::new("parse.stray-clause", at, format!("a {word} does not belong to {place}"))
                    .label("does not belong here")
                    .help(
                        "`invariant` goes in front of a loop, `decreases` in front of a loop, a pure function or a \
                        procedure, and `given` and `yields` in front of a procedure",
                    ),
            );
        }
        out
    }

    /// Reports `context_everywhere` in a contract that is not that of a procedure.
    fn not_everywhere(&mut self, clause: Span, place: &str) {
        let word = Span::new(clause.start as usize, clause.start as usize + "context_everywhere".len());
        let message =
            format!("Sepal does not read clauses for all contracts at once (`context_everywhere`) in {place}");
        self.diagnostics.push(Diagnostic::new("parse.unsupported", word, message).label("not supported").help(
            "write `context e;` in this contract, and `e` in each loop invariant and barrier contract that needs it; a \
             procedure may have `context_everywhere e;`",
        ));
    }

    /// The clauses and the measures among those that were read. Invariants are reported, as by [`Self::contract`].
    pub(super) fn contract_and_measures(&mut self, read: Vec<Read>, place: &str) -> (Vec<Clause>, Vec<Measure>) {
        let (mut contract, mut measures) = (Vec::new(), Vec::new());
        for clause in read {
            match clause {
                Read::Decreases(measure) => measures.push(measure),
                other => contract.push(other),
            }
        }
        (self.contract(contract, place), measures)
    }

    /// The ghost parameters and results, the clauses and the measures of a procedure. Invariants are reported.
    pub(super) fn contract_of_procedure(&mut self, read: Vec<Read>) -> (Vec<GhostClause>, Vec<Clause>, Vec<Measure>) {
        let (mut ghosts, mut others) = (Vec::new(), Vec::new());
        for clause in read {
            match clause {
                Read::Ghost(clause) => ghosts.push(clause),
                other => others.push(other),
            }
        }
        let (contract, measures) = self.contract_and_measures(others, PROCEDURE);
        (ghosts, contract, measures)
    }

    /// Reads the tokens of a range as one expression. `end` names what stands behind the expression, for messages, and
    /// `assertion` says whether `=` means equality.
    pub(super) fn expression(&mut self, range: Range, end: &str, assertion: bool) -> Option<Expr> {
        let (pair, mut builder) = self.piece(Rule::expr_piece, range, end, assertion)?;
        let expr = builder.exprs(pair.into_inner()).pop();
        self.absorb(builder);
        expr
    }
}
