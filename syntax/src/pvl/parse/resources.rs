//! Parses resources: their declarations, `fold` and `unfold`, `[p]P(e)`, and `\unfolding P(e) \in e`.
//!
//! In: a range of tokens, or a pair of the grammar. Out: the declaration, statement or expression.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::Builder;
use super::{Parser, Range};
use crate::pvl::ast::{At, Expr, ExprKind, Member, MemberKind, Resource, StmtKind};
use crate::pvl::grammar::Rule;
use ir::Span;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Whether the declaration of a resource starts here: `resource P`, with `inline` in front or not.
    pub(super) fn is_resource(&self, at: usize) -> bool {
        let word = at + usize::from(self.text(at) == "inline");
        self.text(word) == "resource" && self.is_any_word(word + 1)
    }

    /// Reads `resource P(int i) = e;`.
    pub(super) fn resource(&mut self, range: Range) -> (Option<Resource>, usize) {
        let (end, closed) = self.piece_end(Range { from: range.from + 1, to: range.to }, &STOPS);
        let read = self.piece(Rule::resource_piece, Range { from: range.from, to: end }, "`;`", true);
        let mut next = if closed { end + 1 } else { end };
        if self.text(next) == "{" && !closed {
            if read.is_some() {
                self.expected(next, "`=` or `;`");
            }
            next = self.skip(next);
        } else if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        self.specification(Range { from: range.from, to: next });
        let at = At(self.span(range.from).to(self.span(next.max(range.from + 1) - 1)));
        let notes = self.notes(at.0);
        let resource = read.and_then(|(pair, mut builder)| {
            let (mut inline, mut name, mut params, mut body) = (false, None, Vec::new(), None);
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::kw_inline => inline = true,
                    Rule::ident => name = Some(builder.name(&part)),
                    Rule::parameters | Rule::object_parameters => params = builder.parameters(part),
                    Rule::expr => body = builder.expr(part),
                    _ => {}
                }
            }
            self.absorb(builder);
            Some(Resource { inline, lock: false, name: name?, params, body, at, notes })
        });
        (resource, next)
    }

    /// Reads the declaration of a resource in a kernel.
    pub(super) fn resource_of_kernel(&mut self, range: Range) -> (Option<Member>, usize) {
        let (resource, next) = self.resource(range);
        let member = resource.map(|mut resource| {
            let notes = std::mem::take(&mut resource.notes);
            Member { at: resource.at, notes, kind: MemberKind::Resource(resource) }
        });
        (member, next)
    }

    /// Whether `fold P(e);` or `unfold [p]P(e);` starts here.
    pub(super) fn is_fold(&self, range: Range) -> bool {
        let next = range.from + 1;
        let behind = if self.text(next) == "[" { self.skip(next) } else { next };
        behind < range.to && self.is_any_word(behind)
    }
}

/// Words that end a declaration that could not be read completely.
const STOPS: [&str; 11] =
    ["kernel", "requires", "ensures", "context", "decreases", "global", "local", "pure", "void", "resource", "class"];

impl Builder {
    /// `fold P(e)`, without its semicolon.
    pub fn fold(&mut self, pair: Pair<'_, Rule>) -> Option<StmtKind> {
        let (mut back, mut instance) = (false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_unfold => back = true,
                Rule::instance => instance = self.instance(part),
                _ => {}
            }
        }
        Some(StmtKind::Fold { back, instance: instance? })
    }

    /// A use of a resource, with or without an amount in front of it.
    pub fn instance(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let part = pair.into_inner().next()?;
        let at = At(self.span(&part));
        let kind = if part.as_rule() == Rule::scaled { self.scaled(part)? } else { self.used(part)? };
        Some(Expr { kind, at })
    }

    /// `[p]P(e)`.
    pub fn scaled(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let (mut amount, mut instance) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => amount = self.expr(part),
                Rule::used => {
                    let at = At(self.span(&part));
                    instance = self.used(part).map(|kind| Expr { kind, at });
                }
                _ => {}
            }
        }
        Some(ExprKind::Scaled(Box::new(amount?), Box::new(instance?)))
    }

    /// `P(e)` or `o.P(e)`, which is a call.
    fn used(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut parts: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
        let args = self.exprs(parts.pop()?.into_inner());
        let name = self.name(&parts.pop()?);
        let mut object: Option<Expr> = None;
        for part in &parts {
            let step = self.name(part);
            object = Some(match object {
                None => Expr { at: step.at, kind: ExprKind::Name(step.text) },
                Some(object) => {
                    let at = At(Span::new(object.at.0.start as usize, step.at.0.end as usize));
                    Expr { at, kind: ExprKind::Field(Box::new(object), step) }
                }
            });
        }
        Some(match object {
            None => ExprKind::Call(name, args),
            Some(object) => ExprKind::Method(Box::new(object), name, args),
        })
    }

    /// `\unfolding P(e) \in e`.
    pub fn unfolding(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let (mut instance, mut inner) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::instance => instance = self.instance(part),
                Rule::expr => inner = self.expr(part),
                _ => {}
            }
        }
        Some(ExprKind::Unfolding(Box::new(instance?), Box::new(inner?)))
    }
}
