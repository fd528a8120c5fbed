//! Builds the trees of paths: names with indices, fields and calls of methods behind them, such as `o.next.a[i]`.
//!
//! In: the pairs of a path. Out: its tree.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::{axis, suffixed, Builder};
use crate::pvl::ast::{At, Expr, ExprKind, Name, Target};
use crate::pvl::grammar::Rule;
use ir::Span;
use pest::iterators::{Pair, Pairs};

/// The left of an assignment.
pub enum Written {
    /// A variable, or an element of a named array.
    Target(Target),
    /// Another location.
    Place(Expr),
}

impl Builder {
    /// The left of an assignment: a variable, an element of a named array, or another location.
    pub fn target(&mut self, pair: Pair<'_, Rule>) -> Option<Written> {
        let at = At(self.span(&pair));
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        if parts.clone().any(|part| part.as_rule() == Rule::member) {
            let (index, _, span) = self.indices(parts.clone(), name.at.0);
            let first = if index.is_empty() { ExprKind::Name(name.text) } else { ExprKind::Index(name, index) };
            return Some(Written::Place(self.members(Expr { kind: first, at: At(span) }, parts)));
        }
        Some(Written::Target(Target { name, index: self.exprs(parts), at }))
    }

    /// A name with members behind it: `o.x`, `a[i].m(e)[j].length`; or a call whose result is an array: `f(e)[i]`.
    pub(super) fn chain(&mut self, name: Name, mut parts: Pairs<'_, Rule>) -> Option<ExprKind> {
        let call = parts.peek().filter(|part| part.as_rule() == Rule::arguments);
        let start = name.at.0;
        let (base, start) = match call {
            Some(args) => {
                let _ = parts.next();
                let span = start.to(self.span(&args));
                (Some(Expr { kind: ExprKind::Call(name.clone(), self.exprs(args.into_inner())), at: At(span) }), span)
            }
            None => (None, start),
        };
        let (index, suffix, span) = self.indices(parts.clone(), start);
        let first = match (base, index.is_empty()) {
            (Some(base), true) => base,
            (Some(base), false) => Self::indexed(base, index, At(span)),
            (None, true) => Expr { kind: ExprKind::Name(name.text), at: name.at },
            (None, false) => Expr { kind: Self::index(name, index, At(span)), at: At(span) },
        };
        let whole = self.members(first, parts);
        Some(suffixed(whole, suffix))
    }

    /// An expression with the members behind it, from the left to the right.
    pub(super) fn members(&mut self, first: Expr, parts: Pairs<'_, Rule>) -> Expr {
        let mut whole = first;
        for member in parts.filter(|part| part.as_rule() == Rule::member) {
            let mut inner = member.into_inner();
            let Some(name) = inner.next().map(|name| self.name(&name)) else { continue };
            let start = whole.at.0;
            let mut kind = match inner.peek().filter(|part| part.as_rule() == Rule::arguments) {
                Some(args) => {
                    let _ = inner.next();
                    let at = At(start.to(self.span(&args)));
                    let args = self.exprs(args.into_inner());
                    Expr { kind: ExprKind::Method(Box::new(whole), name, args), at }
                }
                None => {
                    let at = At(start.to(name.at.0));
                    // A name with the name of an axis behind it is read in one way, whatever the name means.
                    let kind = match (whole.kind, axis(&name.text)) {
                        (ExprKind::Name(text), Some(axis)) => ExprKind::Along(Name { text, at: whole.at }, axis),
                        (kind, _) => ExprKind::Field(Box::new(Expr { kind, at: whole.at }), name),
                    };
                    Expr { kind, at }
                }
            };
            let own = kind.at.0;
            let (index, _, span) = self.indices(inner, own);
            if !index.is_empty() {
                kind = Self::indexed(kind, index, At(span));
            }
            whole = kind;
        }
        whole
    }

    /// The indices of `a[e]…`, the suffix `.length` or `[*]` behind them if there is one, and the place of the whole
    /// without the suffix. `start` is the place of `a`.
    pub(super) fn indices(&mut self, parts: Pairs<'_, Rule>, start: Span) -> (Vec<Expr>, Option<Rule>, Span) {
        let (mut index, mut suffix, mut span) = (Vec::new(), None, start);
        for part in parts {
            match part.as_rule() {
                Rule::dimension => {
                    span = span.to(self.span(&part));
                    index.extend(self.exprs(part.into_inner()));
                }
                Rule::member => {}
                rule => suffix = Some(rule),
            }
        }
        (index, suffix, span)
    }
}
