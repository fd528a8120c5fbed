//! Builds the trees of collections: their types, literals, and what stands behind an expression, such as `s[i .. j]`.
//!
//! In: pairs of pest. Out: their trees.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::Builder;
use super::words::TYPES;
use super::Parser;
use crate::pvl::ast::{At, Collected, Expr, ExprKind, Name, TypeKind, TypeName};
use crate::pvl::grammar::Rule;
use crate::pvl::type_name::FracKind;
use ir::{BinaryOp, CollectionKind};
use pest::iterators::{Pair, Pairs};

/// The words of the types of collections that are read.
const READ: [&str; 7] = ["seq", "set", "bag", "map", "option", "tuple", "either"];

impl Parser<'_> {
    /// Whether a type of collections, such as `seq<int>`, starts at a token.
    pub(super) fn is_collection_type(&self, at: usize) -> bool {
        let starts = READ.contains(&self.text(at)) && self.text(at + 1) == "<";
        let inside = self.text(at + 2);
        let fraction = FracKind::named(inside).is_some();
        let declared = self.classes.contains(inside);
        starts && (declared || fraction || TYPES.contains(&inside) || CollectionKind::named(inside).is_some())
    }

    /// The index behind the angle brackets that open at a token. Only words, commas and angle brackets stand in them.
    pub(super) fn behind_angles(&self, open: usize) -> usize {
        let (mut depth, mut at) = (0_usize, open);
        loop {
            match self.text(at) {
                "<" => depth += 1,
                ">" if depth <= 1 => return at + 1,
                ">" => depth -= 1,
                "," => {}
                _ if self.is_any_word(at) => {}
                _ => return at,
            }
            at += 1;
        }
    }

    /// Whether the brace at a token opens the elements of a literal, such as `seq<int> { 1 }`, `{1}` or `b{1}`.
    pub(super) fn is_literal(&self, brace: usize, from: usize) -> bool {
        if self.text(brace) != "{" {
            return false;
        }
        let bag = brace.checked_sub(1).filter(|b| self.text(*b) == "b" && self.touches(*b));
        let before = bag.unwrap_or(brace).checked_sub(1);
        if before.is_some_and(|before| IN_FRONT.contains(&self.text(before))) {
            return true;
        }
        let Some(close) = brace.checked_sub(1).filter(|close| self.text(brace) == "{" && self.text(*close) == ">")
        else {
            return false;
        };
        let mut at = close;
        while at > from {
            at -= 1;
            if self.is_collection_type(at) && self.behind_angles(at + 1) == brace {
                return true;
            }
            if !self.is_any_word(at) && !matches!(self.text(at), "<" | ">" | ",") {
                return false;
            }
        }
        false
    }
}

/// What may stand in front of an expression, and not in front of a block.
const IN_FRONT: [&str; 41] = [
    "=",
    ":=",
    "==",
    "!=",
    "===",
    "<",
    "<=",
    ">=",
    "==>",
    "->",
    "&&",
    "||",
    "**",
    "!",
    "?",
    ":",
    "+",
    "-",
    "*",
    "/",
    "%",
    "++",
    "::",
    "|",
    ",",
    "in",
    "\\in",
    "\\",
    "return",
    "assert",
    "assume",
    "refute",
    "inhale",
    "exhale",
    "requires",
    "ensures",
    "context",
    "context_everywhere",
    "loop_invariant",
    "decreases",
    "invariant",
];

impl Builder {
    /// `seq<T>`, `pair<S, T>`, or a type without parameters.
    pub(super) fn part_type(&mut self, pair: &Pair<'_, Rule>) -> Option<TypeName> {
        let generic = pair.as_rule() == Rule::generic_type;
        if !generic && pair.as_rule() != Rule::collection_type {
            return Some(self.type_name(pair));
        }
        let mut parts = pair.clone().into_inner();
        let word = parts.next()?.as_str().trim();
        let types = parts.filter(|part| is_type(part.as_rule()));
        let types: Vec<TypeKind> = types.filter_map(|part| Some(self.part_type(&part)?.kind)).collect();
        let kind = match generic {
            true => TypeKind::generic(word, &types),
            false => TypeKind::collection(CollectionKind::named(word)?, &types),
        };
        let ty = TypeName { kind, brackets: 0, at: At(self.span(pair)) };
        if generic {
            self.instances.push(ty);
        }
        Some(ty)
    }

    /// `seq<T> { a, b }`, `[a, b]`, `{a, b}`, `b{a, b}`, `[a .. b]`, `[t: T]`, `(k, v)` or `|s|`.
    pub(super) fn collection(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let rule = pair.as_rule();
        if pair.clone().into_inner().any(|part| part.as_rule() == Rule::description) {
            return self.described(pair);
        }
        let typed = pair.clone().into_inner().find(|part| is_type(part.as_rule()));
        let typed = typed.and_then(|part| self.part_type(&part));
        let at = At(self.span(&pair));
        let kind = match pair.as_str().chars().next() {
            Some('{') => CollectionKind::Set,
            Some('b') => CollectionKind::Bag,
            _ => CollectionKind::Seq,
        };
        let mut parts = self.exprs(pair.into_inner());
        Some(ExprKind::Collection(match rule {
            Rule::literal => {
                let ty = typed?;
                let entries = matches!(ty.kind, TypeKind::Collection(CollectionKind::Map, _));
                Collected::Literal(ty, if entries { parts.into_iter().map(entry).collect() } else { parts })
            }
            Rule::typed_empty => {
                let element = typed?;
                let kind = TypeKind::collection(kind, &[element.kind]);
                Collected::Literal(TypeName { kind, brackets: 0, at }, vec![])
            }
            Rule::listed | Rule::listed_set | Rule::listed_bag => Collected::Listed(kind, parts),
            Rule::range | Rule::pair => {
                let (second, first) = (parts.pop()?, parts.pop()?);
                match rule {
                    Rule::pair => Collected::Pair(Box::new(first), Box::new(second)),
                    _ => Collected::Range(kind, Box::new(first), Box::new(second)),
                }
            }
            _ => Collected::Size(Box::new(parts.pop()?)),
        }))
    }

    /// An expression with what stands behind it: `[i]`, `[i .. j]`, `[i -> e]`, `.x`.
    pub(super) fn suffixes(&mut self, first: Expr, parts: Pairs<'_, Rule>) -> Option<Expr> {
        let mut whole = first;
        for part in parts {
            let at = At(whole.at.0.to(self.span(&part)));
            whole = match part.as_rule() {
                Rule::suffix_index => {
                    let index = self.exprs(part.into_inner());
                    Self::indexed(Expr { at: whole.at, ..whole }, index, at)
                }
                Rule::slice => {
                    let (mut low, mut high) = (None, None);
                    for end in part.into_inner() {
                        match end.as_rule() {
                            Rule::low => low = self.exprs(end.into_inner()).pop().map(Box::new),
                            Rule::high => high = self.exprs(end.into_inner()).pop().map(Box::new),
                            _ => {}
                        }
                    }
                    Expr { kind: ExprKind::Collection(Collected::Slice(Box::new(whole), low, high)), at }
                }
                Rule::suffix_member => {
                    let member = part.into_inner();
                    self.members(whole, member)
                }
                _ => whole,
            };
        }
        Some(whole)
    }

    /// `e[i]…`: elements, or a sequence with another element where an index is `i -> v`.
    pub(super) fn indexed(first: Expr, index: Vec<Expr>, at: At) -> Expr {
        let mut whole = first;
        let mut plain = Vec::new();
        for part in index {
            let arrow = is_arrow(&part);
            match part.kind {
                ExprKind::Binary(_, _, key, value) if arrow => {
                    whole = elements(whole, std::mem::take(&mut plain), at);
                    let updated = Collected::Updated(Box::new(whole), key, value);
                    whole = Expr { kind: ExprKind::Collection(updated), at };
                }
                kind => plain.push(Expr { kind, at: part.at }),
            }
        }
        elements(whole, plain, at)
    }

    /// `a[i]…`, where `a` is a name.
    pub(super) fn index(name: Name, index: Vec<Expr>, at: At) -> ExprKind {
        if index.iter().any(is_arrow) {
            let base = Expr { kind: ExprKind::Name(name.text.clone()), at: name.at };
            return Self::indexed(base, index, at).kind;
        }
        ExprKind::Index(name, index)
    }
}

/// Whether a rule is a part of a type of collections that is a type itself.
pub(super) fn is_type(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::collection_type | Rule::generic_type | Rule::type_name | Rule::fraction_type | Rule::class_name
    )
}

/// Elements of what an expression stands for.
fn elements(base: Expr, index: Vec<Expr>, at: At) -> Expr {
    if index.is_empty() {
        return base;
    }
    match base.kind {
        ExprKind::Name(text) => Expr { kind: ExprKind::Index(Name { text, at: base.at }, index), at },
        ExprKind::Index(name, mut first) => {
            first.extend(index);
            Expr { kind: ExprKind::Index(name, first), at }
        }
        kind => Expr { kind: ExprKind::ElementOf(Box::new(Expr { kind, at: base.at }), index), at },
    }
}

/// `k -> v` as a pair; other expressions as they are.
fn entry(e: Expr) -> Expr {
    let (arrow, at) = (is_arrow(&e), e.at);
    match e.kind {
        ExprKind::Binary(_, _, key, value) if arrow => {
            Expr { kind: ExprKind::Collection(Collected::Pair(key, value)), at }
        }
        kind => Expr { kind, at },
    }
}

/// Whether an expression is written `a -> b`. Elsewhere this arrow is an implication.
fn is_arrow(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Binary(BinaryOp::Implies, sign, _, _) if sign.0.len() == "->".len())
}
