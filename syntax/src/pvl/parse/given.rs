//! Parses ghost parameters and ghost results: `given int x;` and `yields int y;` in contracts of procedures, and
//! `given {x = e} yields {y = z}` behind calls.
//!
//! In: a range of tokens. Out: the clause, or the call with its ghost arguments.

use super::clauses::{Keyword, Read};
use super::words::{STARTS, TYPES};
use super::{Parser, Range};
use crate::pvl::ast::{At, Expr, GhostClause, Name, Stmt, StmtKind};
use crate::pvl::grammar::Rule;
use crate::pvl::parse::exits::one_line;
use ir::diagnostic::Diagnostic;

/// The code of all errors about the form of ghost arguments.
const CODE: &str = "parse.expected";

/// What stands in the braces behind `given` and `yields`.
#[derive(Default)]
struct Arguments {
    given: Vec<(Name, Expr)>,
    yields: Vec<(Name, Name)>,
}

impl Parser<'_> {
    /// Reads `given T x, T y;` or `yields T x;`, whose keyword is at `keyword`.
    pub(super) fn ghost_clause(&mut self, range: Range, keyword: usize, yields: bool) -> (Option<Read>, usize) {
        let inside = Range { from: keyword + 1, to: range.to };
        let (end, closed) = self.clause_end(keyword, range.to);
        let piece = self.piece(Rule::ghosts_piece, Range { from: inside.from, to: end }, "`;`", false);
        if !closed && piece.is_some() {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        self.specification(Range { from: range.from, to: next });
        let span = self.span(range.from).to(self.span(next.max(keyword + 1) - 1));
        let notes = self.notes(span);
        let read = piece.and_then(|(pair, mut builder)| {
            let list = pair.into_inner().next()?;
            let names = builder.parameters(list);
            self.absorb(builder);
            Some(Read::Ghost(GhostClause { yields, names, at: At(span), notes }))
        });
        (read, next)
    }

    /// The index behind the last token of the clause whose keyword is at `keyword`, and whether a `;` stands there.
    pub(super) fn clause_end(&self, keyword: usize, to: usize) -> (usize, bool) {
        let inside = Range { from: keyword + 1, to };
        if !matches!(self.clause_keyword(keyword), Some(Keyword::Given | Keyword::Yields)) {
            return self.piece_end(inside, &STARTS);
        }
        // The types in a list of parameters start no statement.
        let stops: Vec<&str> = STARTS.into_iter().filter(|word| !TYPES.contains(word)).collect();
        self.piece_end(inside, &stops)
    }

    /// The index of `given` or `yields` behind a call, if the statement at the start of the range has one.
    pub(super) fn ghost_arguments(&self, range: Range) -> Option<usize> {
        let mut at = range.from + 1;
        while at < range.to {
            match self.text(at) {
                ";" | "{" | "}" => return None,
                "given" | "yields" if self.text(at - 1) == ")" && self.text(at + 1) == "{" => return Some(at),
                _ => at = self.skip(at),
            }
        }
        None
    }

    /// Reads a call, and `given {…}` and `yields {…}` behind it.
    pub(super) fn call_with_ghosts(&mut self, range: Range) -> (Option<Stmt>, usize) {
        let Some(first) = self.ghost_arguments(range) else { return (None, self.recover(range)) };
        let head = Range { from: range.from, to: first };
        let at = At(self.span(range.from).to(self.span(first - 1)));
        let rule = if self.behind_call(head) == Some(first) {
            Some(Rule::call_piece)
        } else if self.behind_invocation(head) == Some(first) {
            Some(Rule::invocation_piece)
        } else {
            None
        };
        let call = match rule {
            None => self.simple_piece(head, "`given` or `yields`"),
            Some(rule) => self.piece(rule, head, "`given` or `yields`", false).and_then(|(pair, mut builder)| {
                let kind = one_line(&mut builder, rule, pair);
                self.absorb(builder);
                Some(Stmt { kind: kind?, at, notes: Default::default() })
            }),
        };
        let (mut arguments, mut next, mut good) = (Arguments::default(), first, true);
        while next < range.to && matches!(self.text(next), "given" | "yields") && self.text(next + 1) == "{" {
            let close = self.partner(next + 1).filter(|close| *close < range.to).unwrap_or(range.to);
            good &= self.arguments_in(next, Range { from: next + 2, to: close }, &mut arguments).is_some();
            next = (close + 1).min(range.to);
        }
        self.specification(Range { from: first, to: next });
        let closed = next < range.to && self.text(next) == ";";
        if !closed && good {
            self.missing_semicolon(next);
        }
        let notes = self.notes(self.span(range.from).to(self.span(if closed { next } else { next - 1 })));
        let whole = At(self.span(range.from).to(self.span(next - 1)));
        let Arguments { given, yields } = arguments;
        let stmt = call.filter(|_| good).map(|call| {
            let call = Box::new(call);
            Stmt { kind: StmtKind::Given { call, given, yields }, at: whole, notes }
        });
        (stmt, if closed { next + 1 } else { next })
    }

    /// Reads `x = e, y = e` between the braces behind the word at `keyword`; `None` if an error was reported.
    fn arguments_in(&mut self, keyword: usize, inside: Range, out: &mut Arguments) -> Option<()> {
        let yields = self.text(keyword) == "yields";
        if inside.from >= inside.to {
            return Some(());
        }
        let mut good = Some(());
        for part in self.between_commas(inside) {
            let equals = part.from + 1;
            let named = part.from < part.to && self.is_word(part.from) && matches!(self.text(equals), "=" | ":=");
            if !named || equals >= part.to {
                let at = self.span(part.from.min(part.to.max(1)));
                let (message, help) = if yields {
                    ("a ghost result is taken by `y = z`", "write the ghost variable, `=`, and the name of the result")
                } else {
                    (
                        "a ghost argument is given by `x = e`",
                        "write the name of the ghost parameter, `=`, and its value",
                    )
                };
                self.diagnostics.push(Diagnostic::new(CODE, at, message).label("not of this form").help(help));
                good = None;
                continue;
            }
            let name = self.name_at(part.from);
            let value = Range { from: equals + 1, to: part.to };
            if !yields {
                match self.expression(value, "`,` or `}`", false) {
                    Some(value) => out.given.push((name, value)),
                    None => good = None,
                }
            } else if value.from + 1 == value.to && self.is_word(value.from) {
                let result = self.name_at(value.from);
                out.yields.push((name, result));
            } else {
                let at = self.span(value.from.min(part.to));
                let error = Diagnostic::new(CODE, at, "behind `=` stands the name of a ghost result")
                    .label("not a name")
                    .help("write `yields {y = z}`, where `y` is a ghost variable here and `z` a ghost result");
                self.diagnostics.push(error);
                good = None;
            }
        }
        good
    }

    /// The word at this index, as a name.
    fn name_at(&self, at: usize) -> Name {
        Name { text: self.text(at).to_owned(), at: At(self.span(at)) }
    }
}
