//! Checks expressions about maps.
//!
//! ```text
//! map<K, V> { k -> v, … }                     a literal
//! |m|   m.size   m.isEmpty                    how many keys
//! m[k]   m.get(k)                             the value for a key
//! m[k -> v]   m.add(k, v)   m ++ (k, v)       another value for a key
//! m.remove(k)                                 without a key
//! m.keys   m.values   m.items                 sets: the keys, the values, the pairs of a key and its value
//! k \in m                                     whether there is a key
//! m.equals(n)   m.disjoint(n)                 whether two maps are equal, and whether they have no key in common
//! ```
//!
//! In: expressions as written. Out: their typed form, or a diagnostic.

use super::env::Env;
use crate::pvl::ast::{self, Collected, ExprKind as Written};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, CollectionKind, CollectionOp, Expr, Span, Type};

/// The parts of a map that are written behind a dot.
const PARTS: &str = "a map has `.keys`, `.values`, `.items`, `.size`, `.isEmpty`, `.get(k)`, `.add(k, v)`, \
    `.remove(k)`, `.equals(m)` and `.disjoint(m)`";

/// The types of the keys and of the values of a map.
pub fn parts_of_map(ty: Type) -> Option<(Type, Type)> {
    match ty.as_collection()? {
        (CollectionKind::Map, [key, value]) => Some((*key, *value)),
        _ => None,
    }
}

fn set_of(part: Type) -> Type {
    Type::collection(CollectionKind::Set, &[part])
}

/// The type of what stands behind the dot of a map, if this is a part of maps.
pub fn part_of_map_type(ty: Type, name: &str) -> Option<Type> {
    let (key, value) = parts_of_map(ty)?;
    Some(match name {
        "keys" => set_of(key),
        "values" => set_of(value),
        "items" => set_of(Type::collection(CollectionKind::Tuple, &[key, value])),
        "get" => value,
        "add" | "remove" => ty,
        _ => return None,
    })
}

impl Env<'_> {
    /// The literal of these entries, each of them written `k -> v`.
    pub fn map_literal(&mut self, ty: Type, entries: &[ast::Expr], span: Span) -> Option<Expr> {
        let (key, value) = parts_of_map(ty)?;
        let mut parts = Vec::new();
        for entry in entries {
            let Written::Collection(Collected::Pair(k, v)) = &entry.kind else {
                let error = Diagnostic::new("type.collection", entry.at.0, "an entry of a map has a key and a value");
                let help = "write `k -> v`, as in `map<int, bool> {1 -> true}`";
                self.diagnostics.push(error.label("no `->` between a key and a value").help(help));
                return None;
            };
            let (k, v) = (self.value(k, key), self.value(v, value));
            parts.extend([k?, v?]);
        }
        self.made(CollectionOp::Literal, parts, ty, span)
    }

    /// `m[k]`
    pub fn looked_up(&mut self, map: Expr, key: &ast::Expr, span: Span) -> Option<Expr> {
        let (key_type, value) = parts_of_map(map.ty)?;
        let key = self.value(key, key_type)?;
        self.made(CollectionOp::At, vec![map, key], value, span)
    }

    /// `m[k -> v]`
    pub fn with_entry(&mut self, map: Expr, key: &ast::Expr, value: &ast::Expr, span: Span) -> Option<Expr> {
        let ty = map.ty;
        let (key_type, value_type) = parts_of_map(ty)?;
        let (key, value) = (self.value(key, key_type), self.value(value, value_type));
        self.made(CollectionOp::Update, vec![map, key?, value?], ty, span)
    }

    /// What stands behind the dot of a map.
    pub fn part_of_map(&mut self, map: Expr, name: &ast::Name, args: Option<&[ast::Expr]>, span: Span) -> Option<Expr> {
        let (ty, at) = (map.ty, At::new(span));
        let part = part_of_map_type(ty, &name.text);
        match (name.text.as_str(), args) {
            ("keys", None) => self.made(CollectionOp::Keys, vec![map], part?, span),
            ("values", None) => self.made(CollectionOp::Values, vec![map], part?, span),
            ("items", None) => self.made(CollectionOp::Items, vec![map], part?, span),
            ("size", None) => self.made(CollectionOp::Size, vec![map], Type::Int, span),
            ("isEmpty", None) => {
                let size = self.made(CollectionOp::Size, vec![map], Type::Int, span)?;
                Some(at.binary(BinaryOp::Eq, size, at.int(0)))
            }
            ("get", Some([key])) => self.looked_up(map, key, span),
            ("add", Some([key, value])) => self.with_entry(map, key, value, span),
            ("remove", Some([key])) => {
                let key = self.value(key, parts_of_map(ty)?.0)?;
                self.made(CollectionOp::RemoveKey, vec![map, key], ty, span)
            }
            ("equals", Some([other])) => {
                let other = self.value(other, ty)?;
                Some(at.binary(BinaryOp::Eq, map, other))
            }
            ("disjoint", Some([other])) => {
                let other = self.value(other, ty)?;
                let keys = set_of(parts_of_map(ty)?.0);
                let mut of = |map: Expr| self.made(CollectionOp::Keys, vec![map], keys, span);
                let (first, second) = (of(map)?, of(other)?);
                let common = self.made(CollectionOp::Common, vec![first, second], keys, span)?;
                let none = self.made(CollectionOp::Literal, vec![], keys, span)?;
                Some(at.binary(BinaryOp::Eq, common, none))
            }
            _ => self.no_such_part(name, ty, PARTS),
        }
    }
}
