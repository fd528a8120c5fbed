//! Parses `do … while`, and statements of one line: exits (`break`, `continue`, `return`), labels, calls of procedures,
//! launches, and declarations of private arrays and device arrays.
//!
//! In: a range of tokens that starts with such a statement. Out: the statement.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::Builder;
use super::host::{copy_in, launch, names};
use super::messages::{receive, send};
use super::words::{is_keyword, STARTS};
use super::{Parser, Range};
use crate::pvl::ast::{At, Clause, Exit, Expr, Name, Stmt, StmtKind, SyncWord};
use crate::pvl::grammar::Rule;
use crate::pvl::tokens::Kind;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Whether a token is a word that may be a name.
    pub(super) fn is_word(&self, at: usize) -> bool {
        self.is_any_word(at) && !is_keyword(self.text(at))
    }

    /// Whether a token is a word, a reserved one included.
    pub(super) fn is_any_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word)
    }

    /// Whether a statement is a call of a procedure: a name, arguments in parentheses, and a semicolon.
    pub(super) fn is_call(&self, range: Range) -> bool {
        self.behind_call(range).is_some_and(|behind| behind <= range.to && self.text(behind) == ";")
    }

    /// The index behind a name with arguments in parentheses.
    pub(super) fn behind_call(&self, range: Range) -> Option<usize> {
        let close = self.partner(range.from + 1).filter(|_| self.text(range.from + 1) == "(");
        close.map(|close| close + 1).filter(|_| self.is_word(range.from))
    }

    /// Whether a statement is a call of a method of an object, and a semicolon.
    pub(super) fn is_invocation(&self, range: Range) -> bool {
        self.behind_invocation(range).is_some_and(|behind| self.text(behind) == ";")
    }

    /// The index behind the call of a method of an object: a name with members behind it, the last with arguments.
    pub(super) fn behind_invocation(&self, range: Range) -> Option<usize> {
        let (mut at, mut member, mut call) = (range.from + 1, false, false);
        while at < range.to {
            match self.text(at) {
                "." if self.is_word(at + 1) => {
                    at += 2;
                    (member, call) = (true, false);
                }
                "[" | "(" => {
                    call = self.text(at) == "(";
                    at = self.skip(at);
                }
                _ => break,
            }
        }
        (self.is_word(range.from) && member && call).then_some(at)
    }

    /// Reads a statement without a block, which `rule` of the grammar matches up to its semicolon.
    pub(super) fn one_line(&mut self, range: Range, rule: Rule) -> (Option<Stmt>, usize) {
        // The type behind `device` starts no other statement.
        let head = usize::from(rule == Rule::device_piece);
        let (end, closed) = self.piece_end(Range { from: range.from + head, to: range.to }, &STARTS);
        let piece = Range { from: range.from, to: end };
        let read = self.piece(rule, piece, "`;`", false);
        if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        if matches!(rule, Rule::label_piece | Rule::fold_piece | Rule::send_piece | Rule::recv_piece) {
            self.specification(Range { from: range.from, to: next });
        }
        let whole = self.span(range.from).to(self.span(next.max(range.from + 1) - 1));
        let at = At(self.span(range.from).to(self.span(end.max(range.from + 1) - 1)));
        let notes = self.notes(whole);
        let kind = read.and_then(|(pair, mut builder)| {
            let kind = one_line(&mut builder, rule, pair);
            self.absorb(builder);
            kind
        });
        (kind.map(|kind| Stmt { kind, at, notes }), next)
    }

    /// Reads `do { … } while (c);`.
    pub(super) fn do_while(&mut self, range: Range) -> (Option<Stmt>, usize) {
        self.do_behind(Vec::new(), range)
    }

    /// Reads a `do` loop whose `invariants` were written in front of it and are read already. More invariants may stand
    /// behind the word `do`.
    pub(super) fn do_behind(&mut self, mut invariants: Vec<Clause>, range: Range) -> (Option<Stmt>, usize) {
        let at = At(self.span(range.from));
        let notes = self.notes(at.0);
        let (read, start) = self.clauses(Range { from: range.from + 1, to: range.to });
        invariants.extend(self.invariants(read));
        let (body, next) = self.body(Range { from: start, to: range.to });
        if next >= range.to || self.text(next) != "while" {
            self.expected(next, "`while`: a `do` is written `do { … } while (c);`");
            return (None, next);
        }
        let Some((inside, next)) = self.parenthesised(Range { from: next, to: range.to }) else {
            return (None, self.recover(Range { from: next, to: range.to }));
        };
        let guard: Option<Expr> = self.expression(inside, "`)`", false);
        let closed = next < range.to && self.text(next) == ";";
        if !closed {
            self.missing_semicolon(next);
        }
        let stmt = guard.map(|guard| Stmt { kind: StmtKind::DoWhile { invariants, body, guard }, at, notes });
        (stmt, if closed { next + 1 } else { next })
    }
}

/// The statement that a pair of `rule` stands for; see [`Parser::one_line`].
pub(super) fn one_line(builder: &mut Builder, rule: Rule, pair: Pair<'_, Rule>) -> Option<StmtKind> {
    if rule == Rule::fold_piece {
        return builder.fold(pair);
    }
    let mut parts = pair.into_inner().filter(|part| part.as_rule() != Rule::EOI);
    let first = parts.next()?;
    Some(match rule {
        Rule::exit_piece => StmtKind::Exit(match first.as_rule() {
            Rule::kw_break => Exit::Break,
            Rule::kw_continue => Exit::Continue,
            _ => Exit::Return(match parts.next() {
                Some(value) if value.as_rule() == Rule::creation => Some(builder.creation(value)?),
                Some(value) => Some(builder.expr(value)?),
                None => None,
            }),
        }),
        Rule::sync_piece => StmtKind::Sync(SyncWord::named(first.as_str())?, builder.expr(parts.next()?)?),
        Rule::send_piece => send(builder, parts)?,
        Rule::recv_piece => receive(builder, parts)?,
        Rule::label_piece => StmtKind::Label(builder.name(&parts.next()?)),
        Rule::call_piece => StmtKind::Call(builder.name(&first), builder.exprs(parts.next()?.into_inner())),
        Rule::invocation_piece => StmtKind::Invoke(builder.primary(first)?),
        Rule::launch_piece => launch(builder, parts)?,
        Rule::copy_piece => copy_in(builder, &first, parts)?,
        Rule::stream_piece => StmtKind::Streams(names(builder, parts)),
        Rule::event_piece => {
            let [event, stream] = <[_; 2]>::try_from(names(builder, parts)).ok()?;
            StmtKind::Event(event, stream)
        }
        Rule::device_piece => {
            let ty = builder.type_name(&parts.next()?);
            let (dims, names) = arrays(builder, parts);
            StmtKind::DeclareDevice(ty, dims, names)
        }
        _ => {
            let ty = builder.type_name(&first);
            let (dims, names) = arrays(builder, parts);
            StmtKind::DeclareArray(ty, dims, names)
        }
    })
}

/// The lengths and the names of arrays that are declared.
fn arrays<'p>(builder: &mut Builder, parts: impl Iterator<Item = Pair<'p, Rule>>) -> (Vec<Expr>, Vec<Name>) {
    let (mut dims, mut names) = (Vec::new(), Vec::new());
    for part in parts {
        match part.as_rule() {
            Rule::dimension => dims.extend(builder.exprs(part.into_inner())),
            Rule::ident => names.push(builder.name(&part)),
            _ => {}
        }
    }
    (dims, names)
}
