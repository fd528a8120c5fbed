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
//! [`super::optional`] checks what options and tuples have, and [`super::sets`] what sets have.
//!
//! In: expressions as written. Out: their typed form, or a diagnostic.

use super::env::{Env, ExprContext};
use super::optional::part_type;
use super::parts::{may_be_part, no_part, unsupported};
use super::sets::element_of_set;
use crate::pvl::ast::{self, Collected, ExprKind as Written, Join};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, CollectionKind, CollectionOp, Expr, ExprKind, Span, Type};

const SEQ: CollectionKind = CollectionKind::Seq;
/// The parts of a collection that are written behind a dot, without and with arguments.
const PARTS: &str = "a sequence has `.head`, `.tail`, `.size`, `.isEmpty`, `.take(n)`, `.drop(n)`, `.slice(i, j)`, \
    `.update(i, e)`, `.removeAt(i)` and `.contains(e)`";

/// The type of the elements of a sequence.
fn element(ty: Type) -> Option<Type> {
    match ty.as_collection()? {
        (SEQ, [element]) => Some(*element),
        _ => None,
    }
}

impl Env<'_> {
    /// The type of an expression that is a collection, judged by its form and by the types of names.
    pub fn collection_type(&self, e: &ast::Expr) -> Option<Type> {
        let after = |ty: Type, index: &[ast::Expr]| index.iter().try_fold(ty, |ty, _| element(ty));
        let of_name = |name: &str| match self.variable(name) {
            Some(var) if self.private_dims(var).is_none() => Some(self.type_of(var)),
            Some(_) => None,
            None => self.own_field(name).map(|field| field.ty),
        };
        let ty = match &e.kind {
            Written::Name(name) => of_name(name).or_else(|| self.option_type(e)),
            Written::Result => self.result.as_ref().map(|(_, ty)| *ty),
            Written::Index(name, index) => of_name(&name.text).and_then(|ty| after(ty, index)),
            Written::ResultIndex(index) => self.result.as_ref().and_then(|(_, ty)| after(*ty, index)),
            Written::ElementOf(base, index) => self.collection_type(base).and_then(|ty| after(ty, index)),
            Written::Call(name, _) => {
                let signature = self.function(&name.text).and_then(|f| self.signatures.get(f.0 as usize));
                let inline = || self.resource(&name.text).and_then(|r| r.tree.ret).map(|ret| self.of_name(ret));
                signature.map(|signature| signature.ret).or_else(inline).or_else(|| self.option_type(e))
            }
            Written::Field(base, name) => match (self.collection_type(base), name.text.as_str()) {
                (Some(ty), "tail") => Some(ty),
                (Some(ty), "head") => element(ty),
                (Some(ty), part) => part_type(ty, part),
                (None, field) => self.type_of_field(base, field),
            },
            Written::Method(base, name, _) => {
                let kept = matches!(name.text.as_str(), "take" | "drop" | "slice" | "update" | "removeAt");
                let ty = self.collection_type(base)?;
                if kept {
                    Some(ty)
                } else {
                    part_type(ty, &name.text)
                }
            }
            Written::Old(_, inner)
            | Written::Unfolding(_, inner)
            | Written::Reveal(inner)
            | Written::Cond(_, inner, _) => self.collection_type(inner),
            Written::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _, a, _) => self.collection_type(a),
            Written::Collection(Collected::Literal(ty, _)) => Some(self.of_name(*ty)),
            // Only that it is a sequence matters.
            Written::Collection(Collected::Listed(_)) => Some(Type::collection(SEQ, &[Type::Int])),
            Written::Collection(Collected::Slice(a, ..) | Collected::Updated(a, ..)) => self.collection_type(a),
            Written::Collection(Collected::Joined(Join::Concat, _, a, _)) => self.collection_type(a),
            Written::Collection(Collected::Joined(Join::Cons, _, _, b)) => self.collection_type(b),
            _ => None,
        };
        ty.filter(|ty| ty.as_collection().is_some())
    }

    /// The type of a field of the object that a variable refers to.
    fn type_of_field(&self, object: &ast::Expr, field: &str) -> Option<Type> {
        let Written::Name(name) = &object.kind else { return None };
        let Type::Object(class) = self.type_of(self.variable(name)?) else { return None };
        let class = self.classes.get(class.0 as usize)?;
        class.fields.iter().find(|known| known.name.name == field).map(|known| known.ty)
    }

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
            Collected::Listed(parts) => {
                let ty = match hint.and_then(element) {
                    Some(element) => Type::collection(SEQ, &[element]),
                    None => {
                        let known = parts.iter().position(|part| !self.needs_type(part)).unwrap_or(0);
                        let first = self.expr(parts.get(known)?, None)?;
                        return self.listed((known, first), parts, span);
                    }
                };
                if let Some(part) = element(ty).filter(|part| !may_be_part(*part)) {
                    self.diagnostics.push(no_part(part, span));
                    return None;
                }
                self.literal(ty, parts, span)
            }
            Collected::Size(inner) => {
                let inner = self.sequence_or_set(inner)?;
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
                let inner = self.sequence(inner, hint)?;
                self.updated(inner, index, value, span)
            }
            Collected::Joined(Join::Concat, _, a, b) => self.concatenated(a, b, hint, span),
            Collected::Joined(Join::Cons, _, a, b) => {
                let rest = self.sequence(b, hint)?;
                let (ty, part) = (rest.ty, element(rest.ty)?);
                let first = self.value(a, part)?;
                let first = self.made(CollectionOp::Literal, vec![first], ty, a.at.0)?;
                self.made(CollectionOp::Concat, vec![first, rest], ty, span)
            }
            Collected::Joined(Join::In, _, a, b) => {
                let inner = self.sequence_or_set(b)?;
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
        let part = self.value(part, element(inner.ty).or_else(|| element_of_set(inner.ty))?)?;
        self.made(CollectionOp::Contains, vec![part, inner], Type::Bool, span)
    }

    fn updated(&mut self, inner: Expr, index: &ast::Expr, value: &ast::Expr, span: Span) -> Option<Expr> {
        let (ty, part) = (inner.ty, element(inner.ty)?);
        let (index, value) = (self.value(index, Type::Int), self.value(value, part));
        self.made(CollectionOp::Update, vec![inner, index?, value?], ty, span)
    }

    fn literal(&mut self, ty: Type, parts: &[ast::Expr], span: Span) -> Option<Expr> {
        let held = element(ty).or_else(|| element_of_set(ty));
        let Some(part) = held else { return self.tuple(ty, parts, span) };
        let parts: Vec<Option<Expr>> = parts.iter().map(|e| self.value(e, part)).collect();
        self.made(CollectionOp::Literal, parts.into_iter().collect::<Option<_>>()?, ty, span)
    }

    /// `[x, y]`. One element is checked already, and its type is that of the other elements, too.
    fn listed(&mut self, (known, found): (usize, Expr), parts: &[ast::Expr], span: Span) -> Option<Expr> {
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
        self.made(CollectionOp::Literal, all, Type::collection(SEQ, &[part]), span)
    }

    /// `s[i]…`
    fn indexed(&mut self, base: &ast::Expr, index: &[ast::Expr], span: Span) -> Option<Expr> {
        let mut whole = self.sequence(base, None)?;
        for i in index {
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
        if element_of_set(inner.ty).is_some() {
            return self.part_of_set(inner, name, None, span);
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
        if element_of_set(inner.ty).is_some() {
            return self.part_of_set(inner, name, Some(args), span);
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
            _ => {
                let args: Vec<Option<Expr>> = args.iter().map(|e| self.value(e, Type::Int)).collect();
                let args = std::iter::once(Some(inner)).chain(args).collect::<Option<Vec<Expr>>>()?;
                self.made(op, args, ty, span)
            }
        }
    }

    /// A typed sequence or set; another type is reported.
    fn sequence_or_set(&mut self, e: &ast::Expr) -> Option<Expr> {
        let found = self.expr(e, None)?;
        if element_of_set(found.ty).is_some() {
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

    /// Reports a part that collections of this type do not have; `parts` are the parts that there are.
    pub fn no_such_part(&mut self, name: &ast::Name, ty: Type, parts: &str) -> Option<Expr> {
        let message = format!("`{}` has no `.{}`", self.shown(ty), name.text);
        let error = Diagnostic::new("type.collection", name.at.0, message);
        self.diagnostics.push(error.label("not known").help(parts));
        None
    }

    /// Reports a type of collections that is not supported.
    pub fn collection_name(&mut self, ty: ast::TypeName) -> Option<()> {
        let error = unsupported(self.of_name(ty), ty.at.0);
        let fits = error.is_none();
        self.diagnostics.extend(error);
        fits.then_some(())
    }

    /// Reports a variable of the code of a kernel that is a collection or a fraction.
    pub fn collection_variable(&mut self, ty: ast::TypeName) {
        self.fraction_variable(ty);
        if matches!(ty.kind, ast::TypeKind::Collection(..)) {
            let _ = self.at(ExprContext::Code, |env| env.collection_in_code(ty.at.0));
        }
    }
}
