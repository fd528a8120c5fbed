//! Checks expressions about collections.
//!
//! ```text
//! seq<T> { a, b }   [a, b]   [t: T]      literals
//! |s|   s.size   s.isEmpty               how many elements
//! s[i]   s.head                          an element
//! s[i .. j]   s[.. j]   s[i ..]          a part;  s.slice(i, j)   s.take(j)   s.drop(i)   s.tail
//! s[i -> e]   s.update(i, e)             another element;  s.removeAt(i)
//! s ++ t   s + t   e :: s                one behind the other
//! e \in s   s.contains(e)                whether it has an element
//! ```
//!
//! [`super::optional`] checks what options and tuples have, [`super::sets`] what sets and bags have, and
//! [`super::maps`] what maps have.
//!
//! In: expressions as written. Out: their typed form, or a diagnostic.

use super::env::{Env, ExprContext};
use super::maps::parts_of_map;
use super::parts::{may_be_part, no_part};
use super::sets::{element_of_bag, unordered};
use crate::pvl::ast::{self, Collected, ExprKind as Written, Join};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, CollectionKind, CollectionOp, Expr, ExprKind, Span, Type};

const SEQ: CollectionKind = CollectionKind::Seq;
/// The parts of a collection that are written behind a dot, without and with arguments.
const PARTS: &str = "a sequence has `.head`, `.tail`, `.size`, `.isEmpty`, `.take(n)`, `.drop(n)`, `.slice(i, j)`, \
    `.update(i, e)`, `.removeAt(i)`, `.contains(e)`, `.concat(t)` and `.prepend(e)`";

/// The type of the elements of a sequence.
pub fn element(ty: Type) -> Option<Type> {
    match ty.as_collection()? {
        (SEQ, [element]) => Some(*element),
        _ => None,
    }
}

impl Env<'_> {
    /// Checks what stands behind a collection: indices, a part such as `.head`, or `.take(n)`. `None` if the expression
    /// is none of these, and `Some(None)` if an error was reported.
    #[allow(clippy::option_option)]
    #[inline(never)]
    pub fn of_collection(&mut self, e: &ast::Expr) -> Option<Option<Expr>> {
        let span = e.at.0;
        match &e.kind {
            Written::Index(name, index) => {
                let base = ast::Expr { kind: Written::Name(name.text.clone()), at: name.at };
                self.collection_type(&base)?;
                Some(self.indexed(&base, index, span))
            }
            Written::ResultIndex(index) => {
                let base = ast::Expr { kind: Written::Result, at: e.at };
                self.collection_type(&base)?;
                Some(self.indexed(&base, index, span))
            }
            Written::ElementOf(base, index) => {
                self.collection_type(base)?;
                Some(self.indexed(base, index, span))
            }
            Written::Field(base, name) => {
                self.collection_type(base)?;
                Some(self.part_of(base, name, span))
            }
            Written::Method(base, name, args) => {
                self.collection_type(base)?;
                Some(self.with_arguments(base, name, args, span))
            }
            _ => None,
        }
    }

    /// Checks a literal, a slice, an update, a size, or an infix operator of collections.
    #[inline(never)]
    pub fn collected(&mut self, collected: &Collected, hint: Option<Type>, span: Span) -> Option<Expr> {
        match collected {
            Collected::Literal(ty, parts) => {
                self.collection_name(*ty)?;
                self.literal(self.of_name(*ty), parts, span)
            }
            Collected::Described(ty, described) => self.described(*ty, described, span),
            Collected::Listed(kind, parts) => {
                if *kind == CollectionKind::Set {
                    self.no_set(parts, hint, span)?;
                }
                let of_kind = |ty: Type| match ty.as_collection()? {
                    (known, [part]) if known == *kind => Some(*part),
                    _ => None,
                };
                let Some(part) = hint.and_then(of_kind) else {
                    let known = parts.iter().position(|part| !self.needs_type(part)).unwrap_or(0);
                    let first = self.expr(parts.get(known)?, None)?;
                    return self.listed(*kind, (known, first), parts, span);
                };
                if !may_be_part(part) {
                    self.diagnostics.push(no_part(part, span));
                    return None;
                }
                self.literal(Type::collection(*kind, &[part]), parts, span)
            }
            Collected::Range(kind, low, high) => {
                let (low, high) = (self.value(low, Type::Int), self.value(high, Type::Int));
                let ty = Type::collection(*kind, &[Type::Int]);
                self.made(CollectionOp::Range, vec![low?, high?], ty, span)
            }
            Collected::Pair(..) => {
                let error = Diagnostic::new("type.collection", span, "a pair stands behind a map and `++` only");
                let help = "a value of two parts is written with its type: `tuple<int, bool> {a, b}`";
                self.diagnostics.push(error.label("a pair").help(help));
                None
            }
            Collected::Size(inner) => {
                let inner = self.with_size(inner)?;
                self.made(CollectionOp::Size, vec![inner], Type::Int, span)
            }
            Collected::Slice(inner, low, high) => {
                let inner = self.sequence(inner, hint)?;
                let ty = inner.ty;
                let mut end = |end: &Option<Box<ast::Expr>>| end.as_ref().map(|end| self.value(end, Type::Int));
                let (low, high) = (end(low), end(high));
                let (op, mut args) = match (low, high) {
                    (Some(low), Some(high)) => (CollectionOp::Slice, vec![low?, high?]),
                    (Some(low), None) => (CollectionOp::Drop, vec![low?]),
                    (None, high) => (CollectionOp::Take, high.into_iter().collect::<Option<Vec<Expr>>>()?),
                };
                args.insert(0, inner);
                self.made(op, args, ty, span)
            }
            Collected::Updated(inner, index, value) => {
                let inner = self.expr(inner, hint)?;
                if parts_of_map(inner.ty).is_some() {
                    return self.with_entry(inner, index, value, span);
                }
                let inner = self.as_sequence(inner)?;
                self.updated(inner, index, value, span)
            }
            Collected::Joined(Join::Concat, _, a, b) => {
                if let Written::Collection(Collected::Pair(key, value)) = &b.kind {
                    let map = self.expr(a, hint)?;
                    if parts_of_map(map.ty).is_some() {
                        return self.with_entry(map, key, value, span);
                    }
                }
                self.concatenated(a, b, hint, span)
            }
            Collected::Joined(Join::Cons, _, a, b) => {
                let rest = self.sequence(b, hint)?;
                let (ty, part) = (rest.ty, element(rest.ty)?);
                let first = self.value(a, part)?;
                let first = self.made(CollectionOp::Literal, vec![first], ty, a.at.0)?;
                self.made(CollectionOp::Concat, vec![first, rest], ty, span)
            }
            Collected::Joined(Join::In, _, a, b) => {
                let inner = self.with_size(b)?;
                self.contained(a, inner, span)
            }
        }
    }

    /// Checks `a ++ b`.
    pub fn concatenated(&mut self, a: &ast::Expr, b: &ast::Expr, hint: Option<Type>, span: Span) -> Option<Expr> {
        // A literal whose elements do not say its type has that of the other operand.
        let first = self.sequence(a, hint.filter(|hint| element(*hint).is_some()))?;
        let second = self.value(b, first.ty)?;
        let ty = first.ty;
        self.made(CollectionOp::Concat, vec![first, second], ty, span)
    }

    pub(super) fn contained(&mut self, part: &ast::Expr, inner: Expr, span: Span) -> Option<Expr> {
        let key = || parts_of_map(inner.ty).map(|(key, _)| key);
        let part = self.value(part, element(inner.ty).or_else(|| unordered(inner.ty)).or_else(key)?)?;
        let (op, ty) = match element_of_bag(inner.ty) {
            Some(_) => (CollectionOp::Count, Type::Int),
            None => (CollectionOp::Contains, Type::Bool),
        };
        self.made(op, vec![part, inner], ty, span)
    }

    fn updated(&mut self, inner: Expr, index: &ast::Expr, value: &ast::Expr, span: Span) -> Option<Expr> {
        let (ty, part) = (inner.ty, element(inner.ty)?);
        let (index, value) = (self.value(index, Type::Int), self.value(value, part));
        self.made(CollectionOp::Update, vec![inner, index?, value?], ty, span)
    }

    fn literal(&mut self, ty: Type, parts: &[ast::Expr], span: Span) -> Option<Expr> {
        if parts_of_map(ty).is_some() {
            return self.map_literal(ty, parts, span);
        }
        let held = element(ty).or_else(|| unordered(ty));
        let Some(part) = held else { return self.tuple(ty, parts, span) };
        let parts: Vec<Option<Expr>> = parts.iter().map(|e| self.value(e, part)).collect();
        self.made(CollectionOp::Literal, parts.into_iter().collect::<Option<_>>()?, ty, span)
    }

    /// `[x, y]`. One element is checked already, and its type is that of the other elements, too.
    fn listed(
        &mut self,
        kind: CollectionKind,
        (known, found): (usize, Expr),
        parts: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let part = found.ty.unbounded();
        if !may_be_part(part) {
            self.diagnostics.push(no_part(part, span));
            return None;
        }
        let mut found = self.coerce(found, part);
        let all: Vec<Option<Expr>> = (parts.iter().enumerate())
            .map(|(n, e)| if n == known { found.take() } else { self.value(e, part) })
            .collect();
        let all = all.into_iter().collect::<Option<Vec<Expr>>>()?;
        self.made(CollectionOp::Literal, all, Type::collection(kind, &[part]), span)
    }

    /// `s[i]…`
    fn indexed(&mut self, base: &ast::Expr, index: &[ast::Expr], span: Span) -> Option<Expr> {
        let mut whole = self.expr(base, None)?;
        if parts_of_map(whole.ty).is_none() {
            whole = self.as_sequence(whole)?;
        }
        for i in index {
            if parts_of_map(whole.ty).is_some() {
                whole = self.looked_up(whole, i, span)?;
                continue;
            }
            let Some(part) = element(whole.ty) else {
                let message = format!("`{}` has no elements", self.shown(whole.ty));
                let help = "an element of a sequence is written `s[i]`, with one index";
                self.diagnostics
                    .push(Diagnostic::new("type.dimensions", span, message).label("too many indices").help(help));
                return None;
            };
            let i = self.value(i, Type::Int)?;
            whole = self.made(CollectionOp::At, vec![whole, i], part, span)?;
        }
        Some(whole)
    }

    /// `s.head`, `s.tail`, `s.size`, `s.isEmpty`
    fn part_of(&mut self, base: &ast::Expr, name: &ast::Name, span: Span) -> Option<Expr> {
        let inner = self.expr(base, None)?;
        if unordered(inner.ty).is_some() {
            return self.part_of_set(inner, name, None, span);
        }
        if parts_of_map(inner.ty).is_some() {
            return self.part_of_map(inner, name, None, span);
        }
        if element(inner.ty).is_none() {
            return self.part_of_optional(inner, name, None, span);
        }
        let (ty, at) = (inner.ty, At::new(span));
        match name.text.as_str() {
            "head" => self.made(CollectionOp::Head, vec![inner], element(ty)?, span),
            "tail" => self.made(CollectionOp::Tail, vec![inner], ty, span),
            "size" => self.made(CollectionOp::Size, vec![inner], Type::Int, span),
            "isEmpty" => {
                let size = self.made(CollectionOp::Size, vec![inner], Type::Int, span)?;
                Some(at.binary(BinaryOp::Eq, size, at.int(0)))
            }
            _ => self.no_such_part(name, ty, PARTS),
        }
    }

    /// `s.take(n)`, `s.drop(n)`, …
    fn with_arguments(&mut self, base: &ast::Expr, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let inner = self.expr(base, None)?;
        if unordered(inner.ty).is_some() {
            return self.part_of_set(inner, name, Some(args), span);
        }
        if parts_of_map(inner.ty).is_some() {
            return self.part_of_map(inner, name, Some(args), span);
        }
        if element(inner.ty).is_none() {
            return self.part_of_optional(inner, name, Some(args), span);
        }
        let ty = inner.ty;
        let (op, count) = match name.text.as_str() {
            "take" => (CollectionOp::Take, 1),
            "drop" => (CollectionOp::Drop, 1),
            "slice" => (CollectionOp::Slice, 2),
            "removeAt" => (CollectionOp::RemoveAt, 1),
            "update" => (CollectionOp::Update, 2),
            "contains" => (CollectionOp::Contains, 1),
            "concat" | "prepend" => (CollectionOp::Concat, 1),
            _ => return self.no_such_part(name, ty, PARTS),
        };
        if args.len() != count {
            let message = format!("`.{}` takes {count} argument{}", name.text, if count == 1 { "" } else { "s" });
            let error = Diagnostic::new("type.arguments", span, message).label(format!("{} here", args.len()));
            self.diagnostics.push(error.help(PARTS));
            return None;
        }
        match (op, args) {
            (CollectionOp::Contains, [part]) => self.contained(part, inner, span),
            (CollectionOp::Update, [index, value]) => self.updated(inner, index, value, span),
            (CollectionOp::Concat, [other]) if name.text == "concat" => {
                let other = self.value(other, ty)?;
                self.made(op, vec![inner, other], ty, span)
            }
            (CollectionOp::Concat, [first]) => {
                let first = self.value(first, element(ty)?)?;
                let first = self.made(CollectionOp::Literal, vec![first], ty, span)?;
                self.made(op, vec![first, inner], ty, span)
            }
            _ => {
                let args: Vec<Option<Expr>> = args.iter().map(|e| self.value(e, Type::Int)).collect();
                let args = std::iter::once(Some(inner)).chain(args).collect::<Option<Vec<Expr>>>()?;
                self.made(op, args, ty, span)
            }
        }
    }

    /// A typed sequence, set, bag or map; another type is reported.
    fn with_size(&mut self, e: &ast::Expr) -> Option<Expr> {
        let found = self.expr(e, None)?;
        if unordered(found.ty).is_some() || parts_of_map(found.ty).is_some() {
            return Some(found);
        }
        self.as_sequence(found)
    }

    /// A typed sequence; another type is reported.
    fn sequence(&mut self, e: &ast::Expr, hint: Option<Type>) -> Option<Expr> {
        let found = self.expr(e, hint)?;
        self.as_sequence(found)
    }

    fn as_sequence(&mut self, found: Expr) -> Option<Expr> {
        if element(found.ty).is_some() {
            return Some(found);
        }
        let shown = self.shown(found.ty);
        let message = format!("found `{shown}`, expected a sequence");
        let help = match found.ty.as_collection() {
            Some((CollectionKind::Set, _)) => {
                "the elements of a set have no order: `e \\in s` says whether a set has one"
            }
            Some((CollectionKind::Bag, _)) => {
                "the elements of a bag have no order: `b.count(e)` is how often it has one"
            }
            Some((CollectionKind::Map, _)) => {
                "`m[k]` is the value of a map for a key, and `m ++ (k, v)` a map with another value for it"
            }
            Some((CollectionKind::Option, _)) => "the value of an option that is not `None` is `o.get`",
            Some((CollectionKind::Either, _)) => "the value is `e.left` where `e.isLeft`, and else `e.right`",
            Some((CollectionKind::Tuple, _)) => "the parts of a tuple are `t.fst` and `t.snd`",
            _ => "a sequence is written `[a, b]` or `seq<int> { a, b }`, and its type `seq<int>`",
        };
        let error = Diagnostic::new("type.mismatch", found.node.span, message);
        self.diagnostics.push(error.label(format!("this is of type `{shown}`")).help(help));
        None
    }

    /// The operation, unless it stands in the code of a kernel, which is reported.
    pub fn made(&mut self, op: CollectionOp, args: Vec<Expr>, ty: Type, span: Span) -> Option<Expr> {
        self.collection_in_code(span)?;
        Some(At::new(span).expr(ExprKind::Collection(op, args), ty))
    }

    /// Reports a collection in the code of a kernel. Specifications and ghost code may have them.
    pub fn collection_in_code(&mut self, span: Span) -> Option<()> {
        let of_kernel = self.kernel.is_some() && !self.in_ghost;
        if !of_kernel || !matches!(self.context, ExprContext::Code | ExprContext::Length) {
            return Some(());
        }
        let known = self
            .diagnostics
            .iter()
            .any(|d| d.code == "type.collection" && d.span.start <= span.end && span.start <= d.span.end);
        if !known {
            self.diagnostics.push(
                Diagnostic::new("type.collection", span, "the code of a kernel cannot use collections")
                    .label("a collection")
                    .help(
                        "a thread of a GPU has scalars and arrays: use them in the code, and collections in \
                        specifications and in ghost code",
                    ),
            );
        }
        None
    }
}
