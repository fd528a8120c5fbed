//! Builds the trees of expressions that bind variables: quantifiers, reductions and `\let`.
//!
//! In: pairs of pest. Out: their trees.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::Builder;
use crate::pvl::ast::{At, Bounds, ExprKind, Name, TypeKind, TypeName};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;
use ir::{QuantKind, ReduceKind};
use pest::iterators::Pair;

impl Builder {
    /// A quantifier (`\forall`, `\exists` or `\forall*`) or a reduction such as `\sum`, with its variables, its range
    /// (if it has one) and its body.
    pub(super) fn quantified(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let (mut kind, mut reduces) = (QuantKind::Forall, None);
        let mut binders: Vec<(TypeName, Name, Bounds)> = Vec::new();
        let mut exprs = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::quantifier => {
                    let word = part.as_str().trim().trim_start_matches('\\');
                    kind = match word {
                        "forall*" => QuantKind::Star,
                        "exists" => QuantKind::Exists,
                        _ => QuantKind::Forall,
                    };
                    // `\num_of` is the name of `\count` in JML.
                    let name = if word == "num_of" { "count" } else { word };
                    reduces = ReduceKind::ALL.into_iter().find(|kind| kind.name() == name);
                }
                Rule::binder => {
                    let same = binders.last().map(|(ty, ..)| *ty);
                    binders.push(self.binder(part, same)?);
                }
                Rule::expr => exprs.extend(self.expr(part)),
                _ => {}
            }
        }
        let body = Box::new(exprs.pop()?);
        let range = exprs.pop().map(Box::new);
        Some(match reduces {
            Some(kind) => ExprKind::Reduce { kind, binders, range, body },
            None => ExprKind::Quant { kind, binders, range, body },
        })
    }

    /// `(\let T x = e; body)`.
    pub(super) fn definition(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut parts = pair
            .into_inner()
            .filter(|part| matches!(part.as_rule(), Rule::full_type | Rule::class_type | Rule::ident | Rule::expr));
        let (ty, name) = (self.full_type(parts.next()?)?, self.name(&parts.next()?));
        let (value, body) = (self.expr(parts.next()?)?, self.expr(parts.next()?)?);
        Some(ExprKind::Let(ty, name, Box::new(value), Box::new(body)))
    }

    /// A bound variable. In `int i, j` the variable `j` has the type of `i`.
    pub fn binder(&mut self, pair: Pair<'_, Rule>, same: Option<TypeName>) -> Option<(TypeName, Name, Bounds)> {
        let (mut ty, mut name, span) = (None, None, self.span(&pair));
        let mut bounds = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::type_name
                | Rule::fraction_type
                | Rule::collection_type
                | Rule::generic_type
                | Rule::class_name => {
                    ty = self.part_type(&part);
                }
                Rule::ident => name = Some(self.name(&part)),
                Rule::expr => bounds.extend(self.expr(part)),
                _ => {}
            }
        }
        if ty.is_none() && same.is_none() {
            self.diagnostics.push(
                Diagnostic::new("parse.expected", span, "a bound variable needs its type")
                    .label("without a type")
                    .help("write `int` in front, as in `(\\forall int i; 0 <= i && i < n; a[i] == 0)`"),
            );
        }
        let ty = ty.or(same).unwrap_or(TypeName { kind: TypeKind::Int, brackets: 0, at: At(span) });
        let mut bounds = bounds.into_iter();
        Some((ty, name?, bounds.next().zip(bounds.next())))
    }
}
