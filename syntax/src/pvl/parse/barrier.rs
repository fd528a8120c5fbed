//! Parses `barrier(…)`, with its contract.
//!
//! In: the tokens from the keyword `barrier` on. Out: the statement.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::{Parser, Range};
use crate::pvl::ast::{At, Clause, Stmt, StmtKind};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Reads `barrier(…);`, or `barrier(…) { … }` with a contract.
    pub(super) fn barrier(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let Some((inside, next)) = self.parenthesised(range) else {
            return (None, self.recover(range));
        };
        let at = At(self.span(range.from).to(self.span(next - 1)));
        if self.pars > 0 {
            if let Some(name) = self.barrier_of(inside) {
                return self.barrier_of_par(range, name, (inside, next));
            }
        }
        let fences = if inside.from >= inside.to {
            let help = if self.pars > 0 {
                "write the name of the parallel block: `barrier(p)` in `par p (…) { … }`"
            } else {
                "write `barrier(global)`, `barrier(local)` or `barrier(both)`, or `barrier(none)` to fence nothing"
            };
            let error = Diagnostic::new("parse.barrier-fences", at.0, "this barrier does not say what it fences");
            self.diagnostics.push(error.label("fences nothing").help(help));
            None
        } else {
            self.fences(Range { from: range.from, to: next })
        };
        let notes = self.notes(at.0);
        let (contract, end) = self.barrier_contract(Range { from: next, to: range.to });
        let kind =
            fences.map(|(global, local)| StmtKind::Barrier { global, local, of: None, opens: Vec::new(), contract });
        (kind.map(|kind| Stmt { kind, at, notes }), end)
    }

    /// Reads what stands behind the parentheses of a barrier: `;`, or a contract in braces. Returns the contract, and
    /// the index behind it.
    pub(super) fn barrier_contract(&mut self, range: Range) -> (Vec<Clause>, usize) {
        let next = range.from;
        let mut contract = Vec::new();
        let mut end = next;
        if next < range.to && self.text(next) == ";" {
            end = next + 1;
        } else if next < range.to && self.text(next) == "{" {
            let close = self.partner(next).filter(|close| *close < range.to).unwrap_or(range.to);
            if self.is_annotated(next) {
                self.specification(Range { from: next, to: (close + 1).min(range.to) });
            }
            let (read, stop) = self.clauses(Range { from: next + 1, to: close });
            contract = self.contract(read, "the contract of a barrier");
            if stop < close {
                self.expected(stop, "`requires`, `ensures`, `context` or `}`");
            }
            end = (close + 1).min(range.to);
        } else {
            self.expected(next, "`;` or `{`");
        }
        (contract, end)
    }

    /// Whether a barrier fences global memory, and whether it fences local memory.
    fn fences(&mut self, head: Range) -> Option<(bool, bool)> {
        let (pair, _) = self.piece(Rule::barrier_piece, head, "`;` or `{`", false)?;
        let list = pair.into_inner().find(|part| part.as_rule() == Rule::fences)?;
        let mut out = (false, false);
        for fence in flags(list) {
            match fence.as_str().trim() {
                "global" => out.0 = true,
                "local" => out.1 = true,
                "both" => out = (true, true),
                _ => {}
            }
        }
        Some(out)
    }
}

/// The words `global`, `local`, … between the parentheses of a barrier. The older form `barrier(1, {local})` has them
/// in braces, behind a number that has no meaning.
fn flags(list: Pair<'_, Rule>) -> Vec<Pair<'_, Rule>> {
    let mut out = Vec::new();
    for part in list.into_inner() {
        match part.as_rule() {
            Rule::fence => out.push(part),
            Rule::numbered_fences => out.extend(part.into_inner().filter(|p| p.as_rule() == Rule::fence)),
            _ => {}
        }
    }
    out
}
