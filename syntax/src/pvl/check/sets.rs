//! Checks expressions about sets and bags.
//!
//! ```text
//! set<T> { a, b }   {a, b}   {t: T}     literals; {a .. b} is the set of the integers of a range
//! bag<T> { a, b }   b{a, b}  b{t: T}    literals
//! |s|   s.size   s.isEmpty              how many elements
//! e \in s   s.contains(e)               whether a set has an element
//! e \in b   b.count(e)                  how often a bag has it
//! s + t   s * t   s - t                 union, intersection, difference
//! s <= t   s < t   s >= t   s > t       whether one has all elements of the other (and more)
//! ```
//!
//! The operators have names, too: `s.union(t)`, `s.intersect(t)`, `s.difference(t)`, `s.subsetOf(t)` and
//! `s.strictSubsetOf(t)` of sets, `b.sum(c)`, `b.intersect(c)`, `b.difference(c)`, `b.subbagOf(c)` and
//! `b.strictSubbagOf(c)` of bags.
//!
//! In: expressions as written. Out: their typed form, or a diagnostic.

use super::env::Env;
use crate::pvl::ast;
use crate::pvl::signs::symbol;
use ir::build::At;
use ir::{BinaryOp, CollectionKind, CollectionOp, Expr, Span, Type};

/// The parts of a set that are written behind a dot.
const OF_SET: &str = "a set has `.size`, `.isEmpty`, `.contains(e)`, `.union(t)`, `.intersect(t)`, `.difference(t)`, \
    `.subsetOf(t)` and `.strictSubsetOf(t)`";
/// The parts of a bag that are written behind a dot.
const OF_BAG: &str = "a bag has `.size`, `.isEmpty`, `.count(e)`, `.sum(c)`, `.intersect(c)`, `.difference(c)`, \
    `.subbagOf(c)` and `.strictSubbagOf(c)`";

/// The type of the elements of a set.
pub fn element_of_set(ty: Type) -> Option<Type> {
    match ty.as_collection()? {
        (CollectionKind::Set, [element]) => Some(*element),
        _ => None,
    }
}

/// The type of the elements of a bag.
pub fn element_of_bag(ty: Type) -> Option<Type> {
    match ty.as_collection()? {
        (CollectionKind::Bag, [element]) => Some(*element),
        _ => None,
    }
}

/// The type of the elements of a set or a bag.
pub fn unordered(ty: Type) -> Option<Type> {
    element_of_set(ty).or_else(|| element_of_bag(ty))
}

/// The comparison that `.subsetOf` and its like stand for.
fn comparison(name: &str) -> Option<BinaryOp> {
    match name {
        "subsetOf" | "subbagOf" => Some(BinaryOp::Le),
        "strictSubsetOf" | "strictSubbagOf" => Some(BinaryOp::Lt),
        _ => None,
    }
}

impl Env<'_> {
    /// Whether an expression is a set or a bag, judged by its form and by the types of names.
    pub fn is_unordered(&self, e: &ast::Expr) -> bool {
        self.collection_type(e).is_some_and(|ty| unordered(ty).is_some())
    }

    /// Checks `s + t`, `s * t` and `s - t` of sets or bags.
    pub fn of_unordered(
        &mut self,
        op: BinaryOp,
        sign: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        let (first, second) = self.operands(left, right, hint.filter(|ty| unordered(*ty).is_some()));
        let (first, second) = self.unify(first?, second?)?;
        let ty = first.ty;
        let made = match op {
            BinaryOp::Add => CollectionOp::Union,
            BinaryOp::Mul => CollectionOp::Common,
            BinaryOp::Sub => CollectionOp::Without,
            _ => {
                let what = if element_of_bag(ty).is_some() { "bags have a sum" } else { "sets have a union" };
                self.not_applicable(symbol(op), sign, ty, &format!("{what} `s + t`, `s * t` and `s - t`"));
                return None;
            }
        };
        self.made(made, vec![first, second], ty, span)
    }

    /// `s <= t` and the like, of two typed sets or bags.
    pub fn subset(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let turned = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
        let proper = matches!(op, BinaryOp::Gt | BinaryOp::Lt);
        let at = At::new(span);
        let other = proper.then(|| at.binary(BinaryOp::Ne, left.clone(), right.clone()));
        let (small, large) = if turned { (right, left) } else { (left, right) };
        let within = self.made(CollectionOp::Subset, vec![small, large], Type::Bool, span)?;
        Some(match other {
            Some(other) => at.binary(BinaryOp::And, within, other),
            None => within,
        })
    }

    /// What stands behind the dot of a set or a bag.
    pub fn part_of_set(&mut self, set: Expr, name: &ast::Name, args: Option<&[ast::Expr]>, span: Span) -> Option<Expr> {
        let ty = set.ty;
        let of_bag = element_of_bag(ty).is_some();
        match (name.text.as_str(), args) {
            ("size", None) => self.made(CollectionOp::Size, vec![set], Type::Int, span),
            ("isEmpty", None) => {
                let at = At::new(span);
                let size = self.made(CollectionOp::Size, vec![set], Type::Int, span)?;
                Some(at.binary(BinaryOp::Eq, size, at.int(0)))
            }
            ("contains", Some([part])) if !of_bag => self.contained(part, set, span),
            ("count", Some([part])) if of_bag => self.contained(part, set, span),
            ("subsetOf" | "strictSubsetOf", Some([other])) if !of_bag => self.within(set, name, other, span),
            ("subbagOf" | "strictSubbagOf", Some([other])) if of_bag => self.within(set, name, other, span),
            ("union", Some([other])) if !of_bag => self.joined(CollectionOp::Union, set, other, span),
            ("sum", Some([other])) if of_bag => self.joined(CollectionOp::Union, set, other, span),
            ("intersect", Some([other])) => self.joined(CollectionOp::Common, set, other, span),
            ("difference", Some([other])) => self.joined(CollectionOp::Without, set, other, span),
            _ => self.no_such_part(name, ty, if of_bag { OF_BAG } else { OF_SET }),
        }
    }

    fn joined(&mut self, op: CollectionOp, set: Expr, other: &ast::Expr, span: Span) -> Option<Expr> {
        let ty = set.ty;
        let other = self.value(other, ty)?;
        self.made(op, vec![set, other], ty, span)
    }

    fn within(&mut self, set: Expr, name: &ast::Name, other: &ast::Expr, span: Span) -> Option<Expr> {
        let other = self.value(other, set.ty)?;
        self.subset(comparison(&name.text)?, set, other, span)
    }
}
