//! Builds descriptions of sets: `set<T> { e | T x <- s, U y <- t; c }`.
//!
//! In: the pair of a description. Out: its tree.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::Builder;
use super::collections::is_type;
use crate::pvl::ast::{Collected, Described, Expr, ExprKind, Name, TypeName};
use crate::pvl::grammar::Rule;
use ir::diagnostic::Diagnostic;
use pest::iterators::Pair;

impl Builder {
    /// `set<T> { e | T x <- s; c }`
    pub(super) fn described(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let (mut ty, mut value, mut condition) = (None, None, None);
        let mut generators: Vec<(TypeName, Name, Option<Expr>)> = Vec::new();
        let (outer, inner): (Vec<_>, Vec<_>) = pair.into_inner().partition(|part| part.as_rule() != Rule::description);
        for part in outer.into_iter().chain(inner.into_iter().flat_map(Pair::into_inner)) {
            match part.as_rule() {
                Rule::collection_type => ty = self.part_type(&part),
                Rule::expr => value = self.expr(part),
                Rule::generator => {
                    let same = generators.last().map(|(ty, ..)| *ty);
                    generators.push(self.generator(part, same)?);
                }
                Rule::filter => condition = self.exprs(part.into_inner()).pop(),
                _ => {}
            }
        }
        let described = Described { value: value?, generators, condition };
        Some(ExprKind::Collection(Collected::Described(ty?, Box::new(described))))
    }

    /// `T x <- s`. In `T x <- s, y <- t` the variable `y` has the type of `x`.
    fn generator(&mut self, pair: Pair<'_, Rule>, same: Option<TypeName>) -> Option<(TypeName, Name, Option<Expr>)> {
        let (mut ty, mut name, mut source, span) = (same, None, None, self.span(&pair));
        for part in pair.into_inner() {
            match part.as_rule() {
                rule if is_type(rule) => ty = self.part_type(&part),
                Rule::ident => name = Some(self.name(&part)),
                Rule::expr => source = self.expr(part),
                _ => {}
            }
        }
        if ty.is_none() {
            self.diagnostics.push(
                Diagnostic::new("parse.expected", span, "a bound variable needs its type")
                    .label("without a type")
                    .help("write `int` in front, as in `set<int> {x | int x <- s; x > 0}`"),
            );
        }
        Some((ty?, name?, source))
    }
}
