//! Checks descriptions of sets.
//!
//! ```text
//! set<T> { e | U x <- s, V y <- t; c }      the values of e for each x of s and each y of t for which c is true
//! set<T> { e | int x; lo <= x && x < hi }   x comes from {lo .. hi}
//! ```
//!
//! A set is finite, so each variable comes from a collection or from a range. That of a variable may depend on the
//! variables in front of it.
//!
//! In: a description as written. Out: its typed form, in which each variable has a source; or a diagnostic.

use super::env::Env;
use super::reductions::{conjuncts, high, low, take};
use super::sets::element_of_set;
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, CollectionKind, CollectionOp, Description, Expr, ExprKind, Generator, Span, Type, VarId};

/// A bound variable, its place and its source, if one is written.
struct From {
    binder: VarId,
    name: ast::Name,
    ty: Type,
    source: Option<Expr>,
}

impl Env<'_> {
    /// Checks `set<T> { e | U x <- s; c }`.
    #[inline(never)]
    pub fn described(&mut self, ty: ast::TypeName, described: &ast::Described, span: Span) -> Option<Expr> {
        self.collection_name(ty)?;
        let set = self.of_name(ty);
        let Some(element) = element_of_set(set) else {
            let message = format!("only sets are described so, and this is a `{}`", self.shown(set));
            let help = "write `set<T> {e | T x <- s; c}`; a sequence has an order, which no description gives";
            self.diagnostics.push(Diagnostic::new("type.collection", ty.at.0, message).label("no set").help(help));
            return None;
        };
        self.collection_in_code(span)?;
        // A trigger around the description cannot mention a variable of the description.
        let triggers = std::mem::take(&mut self.triggers);
        let checked = self.scoped(|env| env.described_in_scope(described, element, span));
        self.triggers = triggers;
        Some(At::new(span).expr(ExprKind::Describe(Box::new(checked?)), set))
    }

    /// Checks a description in the scope of its variables.
    fn described_in_scope(&mut self, described: &ast::Described, element: Type, span: Span) -> Option<Description> {
        let mut all: Vec<From> = Vec::new();
        let mut sound = true;
        for (ty, name, source) in &described.generators {
            let of = self.of_name(*ty);
            let source = source.as_ref().map(|source| self.source(source, of));
            sound &= !matches!(source, Some(None));
            let binder = self.declare(name, of, true);
            all.push(From { binder, name: name.clone(), ty: of, source: source.flatten() });
        }
        let condition = described.condition.as_ref().map(|condition| self.value(condition, Type::Bool));
        let value = self.value(&described.value, element);
        if !sound {
            return None;
        }
        let mut conditions = match condition {
            Some(condition) => conjuncts(condition?),
            None => vec![],
        };
        let variables: Vec<VarId> = all.iter().map(|from| from.binder).collect();
        let mut generators = Vec::new();
        for (n, from) in all.into_iter().enumerate() {
            let later = variables.get(n..).unwrap_or_default();
            let source = from.source.or_else(|| {
                let lo = take(&mut conditions, |c| low(c, from.binder, later));
                let hi = take(&mut conditions, |c| high(c, from.binder, later));
                let range = vec![lo?, hi?];
                let ints = Type::collection(CollectionKind::Set, &[Type::Int]);
                Some(At::new(from.name.at.0).expr(ExprKind::Collection(CollectionOp::Range, range), ints))
            });
            match source {
                Some(source) => generators.push(Generator { binder: from.binder, source }),
                None => {
                    self.without_source(&from.name, from.ty);
                    sound = false;
                }
            }
        }
        let condition = conditions.into_iter().reduce(|all, next| {
            let span = all.node.span.to(next.node.span);
            At::new(span).binary(BinaryOp::And, all, next)
        });
        let condition = condition.unwrap_or_else(|| At::new(span).truth(true));
        sound.then_some(Description { generators, condition, value: value? })
    }

    /// Checks where a variable of this type comes from: a sequence or a set of such elements.
    fn source(&mut self, source: &ast::Expr, element: Type) -> Option<Expr> {
        let set = Type::collection(CollectionKind::Set, &[element]);
        let found = self.expr(source, Some(set))?;
        match found.ty.as_collection() {
            Some((CollectionKind::Seq | CollectionKind::Set, [known])) if *known == element => Some(found),
            Some((CollectionKind::Seq | CollectionKind::Set, [known])) => {
                self.mismatch(found.node.span, *known, element);
                None
            }
            _ => {
                let message =
                    format!("elements come from a sequence or a set, and not from a `{}`", self.shown(found.ty));
                let error = Diagnostic::new("type.collection", found.node.span, message).label("no source");
                self.diagnostics.push(error.help("write `x <- s`, `x <- {lo .. hi}`, or `x <- m.keys` for a map `m`"));
                None
            }
        }
    }

    /// Reports a variable that nothing bounds.
    fn without_source(&mut self, name: &ast::Name, ty: Type) {
        let (name, span, shown) = (&name.text, name.at.0, self.shown(ty));
        let message = format!("nothing bounds the variable `{name}` of this description of a set");
        let help = match ty {
            Type::Int => format!(
                "say which elements there are: `int {name} <- s` for a sequence or a set `s`, `int {name} <- \
                {{lo .. hi}}`, or `lo <= {name} && {name} < hi` behind the semicolon"
            ),
            _ => format!("say which elements there are: `{shown} {name} <- s`, where `s` is a sequence or a set"),
        };
        self.diagnostics.push(Diagnostic::new("type.reduction-range", span, message).label("from where?").help(help));
    }
}
