//! Checks permissions and quantifiers.
//!
//! In: `Perm`, `perm`, `PointsTo`, `\forall`, `\exists`, `\forall*` and triggers as written. Out: their typed form, in
//! which percentages are fractions, and bounds of binders are conditions of the range.

use super::env::{Env, ExprContext};

use super::types::{of_name, show, to_frac};
use crate::pvl::ast::{self, Bounds};
use dashu::integer::IBig;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{BinaryOp, Expr, ExprKind, Heap, Quant, QuantKind, Type};

/// What an assertion has permissions from.
#[derive(Clone, Copy, Debug)]
pub enum Permissions {
    /// They are written, as in `Perm(a[e], p)`.
    Written,
    /// A resource may have them.
    Named,
}

impl Env<'_> {
    /// Checks `Perm(a[e], p)`, or `perm(a[e], percent)`.
    #[inline(never)]
    pub fn perm(&mut self, place: &ast::Expr, amount: &ast::Expr, percent: bool, span: Span) -> Option<Expr> {
        self.resources_allowed(span, Permissions::Written)?;
        let share = |env: &mut Self| if percent { env.percentage(amount) } else { env.amount(amount) };
        if let ast::ExprKind::Elements(array) = &place.kind {
            return self.each_element(array, span, |env, place, _| {
                let kind = ExprKind::Perm(place, Box::new(share(env)?));
                Some(At::new(span).expr(kind, Type::Resource))
            });
        }
        let place = self.owned(place);
        let amount = share(self);
        let kind = ExprKind::Perm(place?.0, Box::new(amount?));
        Some(At::new(span).expr(kind, Type::Resource))
    }

    /// Checks `PointsTo(a[e], p, v)`.
    #[inline(never)]
    pub fn points_to(&mut self, place: &ast::Expr, amount: &ast::Expr, value: &ast::Expr, span: Span) -> Option<Expr> {
        self.resources_allowed(span, Permissions::Written)?;
        if let ast::ExprKind::Elements(array) = &place.kind {
            return self.each_element(array, span, |env, place, ty| {
                let (amount, value) = (env.amount(amount), env.value(value, env.read_as(ty)));
                let kind = ExprKind::PointsTo(place, Box::new(amount?), Box::new(value?));
                Some(At::new(span).expr(kind, Type::Resource))
            });
        }
        let place = self.owned(place);
        let amount = self.amount(amount);
        let value = match &place {
            Some((_, ty)) => self.value(value, self.read_as(*ty)),
            None => None,
        };
        let kind = ExprKind::PointsTo(place?.0, Box::new(amount?), Box::new(value?));
        Some(At::new(span).expr(kind, Type::Resource))
    }

    /// Reports a permission outside of contracts and assertions.
    pub(super) fn resources_allowed(&mut self, span: Span, what: Permissions) -> Option<()> {
        let what = match what {
            Permissions::Written => "a permission",
            Permissions::Named => "a resource",
        };
        let help = match self.context {
            ExprContext::Assertion
            | ExprContext::Thread
            | ExprContext::Group
            | ExprContext::Kernel
            | ExprContext::Requires => return Some(()),
            ExprContext::Code => {
                self.specification_only(span, what, "permissions are stated in contracts, invariants and `assert`");
                return None;
            }
            ExprContext::Length => return self.in_length(span, what),
            ExprContext::Ensures => {
                "a pure function changes nothing: its `requires` states the permissions that it reads with"
            }
            ExprContext::Body => {
                "a pure function computes a value: its `requires` states the permissions that it reads with"
            }
        };
        self.diagnostics.push(
            Diagnostic::new("type.resource-position", span, format!("{what} cannot be used here"))
                .label(what)
                .help(help),
        );
        None
    }

    /// The location that a permission is about.
    fn owned(&mut self, expr: &ast::Expr) -> Option<(ir::Place, Type)> {
        if let ast::ExprKind::ResultIndex(index) = &expr.kind {
            return self.location_in_result(index, expr.at.0);
        }
        if let ast::ExprKind::Index(name, index) = &expr.kind {
            let (place, ty) = self.location(name, index, expr.at.0)?;
            if matches!(place.heap, Heap::Private(_)) {
                self.diagnostics.push(
                    Diagnostic::new(
                        "type.private-permission",
                        expr.at.0,
                        format!("`{}` belongs to its thread alone, so there is no permission for it", name.text),
                    )
                    .label("a private array")
                    .help(
                        "leave the permission out: the array is the thread's own; invariants and `assert` may read it",
                    ),
                );
                return None;
            }
            return Some((place, ty));
        }
        if let Some(found) = self.path(expr) {
            return found;
        }
        let help = match &expr.kind {
            ast::ExprKind::Name(name) if self.own_field(name).is_some() => {
                format!("`{name}` is a variable here: write `this.{name}` for the field")
            }
            _ => "write an element of an array or a field, as in `Perm(a[tid], write)`, `Perm(o.x, write)`".to_owned(),
        };
        let error =
            Diagnostic::new("type.location", expr.at.0, "a permission is about an element of an array or a field")
                .label("not a location")
                .help(help);
        self.diagnostics.push(error);
        None
    }

    /// Checks the amount of `perm`, and makes a fraction of it.
    fn percentage(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let span = expr.at.0;
        if let ast::ExprKind::Int(value) = &expr.kind {
            let kind = if *value == IBig::ZERO {
                ExprKind::NoAmount
            } else if *value == IBig::from(100) {
                ExprKind::Write
            } else if *value < IBig::from(100) {
                return Some(hundredths(At::new(span).int(value.clone())));
            } else {
                return self.bad_percentage(span, &format!("{value} percent is more than the whole permission"));
            };
            return Some(At::new(span).expr(kind, Type::Frac));
        }
        if matches!(expr.kind, ast::ExprKind::Read) {
            return self.bad_percentage(span, "`perm` takes a percentage");
        }
        let found = self.expr(expr, None)?;
        if found.ty == Type::Int {
            return Some(hundredths(found));
        }
        self.bad_percentage(span, &format!("`perm` takes a percentage, found `{}`", show(found.ty)))
    }

    /// Reports an amount that is not a percentage.
    fn bad_percentage(&mut self, span: Span, message: &str) -> Option<Expr> {
        self.diagnostics.push(
            Diagnostic::new("type.percentage", span, message).label("not a percentage from 0 to 100").help(
                "write `perm(a[e], 100)`, or `Perm(a[e], p)` with `write`, `read`, `none` or a fraction such as `1\\2`",
            ),
        );
        None
    }

    /// Whether an expression over many values, called `what`, may stand here: neither in code nor in a length.
    pub(super) fn may_quantify(&mut self, what: &str, span: Span) -> Option<()> {
        match self.context {
            ExprContext::Code => {
                self.specification_only(span, what, "compute it with a loop, or state it in an `assert`");
                None
            }
            ExprContext::Length => self.in_length(span, what),
            ExprContext::Assertion
            | ExprContext::Thread
            | ExprContext::Group
            | ExprContext::Kernel
            | ExprContext::Requires
            | ExprContext::Ensures
            | ExprContext::Body => Some(()),
        }
    }

    /// Checks a quantifier, such as `(\forall int i; range; body)`.
    #[inline(never)]
    pub fn quantified(
        &mut self,
        kind: QuantKind,
        binders: &[(ast::TypeName, ast::Name, Bounds)],
        range: Option<&ast::Expr>,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        self.may_quantify("a quantifier", span)?;
        if kind == QuantKind::Star {
            self.resources_allowed(span, Permissions::Written)?;
        }
        self.scoped(|env| env.quantified_in_scope(kind, binders, range, body, span))
    }

    /// Checks a quantifier in the scope of its variables.
    fn quantified_in_scope(
        &mut self,
        kind: QuantKind,
        binders: &[(ast::TypeName, ast::Name, Bounds)],
        range: Option<&ast::Expr>,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let mut vars = Vec::new();
        let mut ranges = Vec::new();
        for (ty, name, bounds) in binders {
            let over = of_name(*ty);
            let unordered = over == Type::Bool || over.enumeration().is_some() || over.data_type().is_some();
            // A parameter of a data type may stand for a collection.
            let of_axiom = self.data_type().is_some() && over.as_collection().is_some();
            if over != Type::Int && (bounds.is_some() || !unordered && !of_axiom) {
                self.diagnostics.push(
                    Diagnostic::new(
                        "type.binder",
                        ty.at.0,
                        match unordered {
                            true => format!("the values of `{}` have no order, and so no ranges", show(over)),
                            false => format!("a quantifier ranges over `int`, not over `{}`", show(over)),
                        },
                    )
                    .label("not `int`")
                    .help(match unordered {
                        true => "leave the range out, and write a condition on the variable",
                        false => "quantify over the index that leads to the value",
                    }),
                );
            }
            // The bounds of a variable must not mention the variable.
            let bounds = bounds.as_ref().map(|(lo, hi)| (self.value(lo, Type::Int), self.value(hi, Type::Int)));
            let var = self.declare(name, over, true);
            vars.push(var);
            if let Some((lo, hi)) = bounds {
                let bound = At::new(name.at.0).var(var, Type::Int);
                ranges.push(lo.zip(hi).map(|(lo, hi)| between(lo, bound, hi)));
            }
        }
        if let Some(range) = range {
            ranges.push(self.value(range, Type::Bool));
        }
        self.triggers.push(Vec::new());
        let body = self.assertion(body);
        let triggers = self.triggers.pop().unwrap_or_default();
        let body = body?;
        let ranges = ranges.into_iter().collect::<Option<Vec<Expr>>>()?;
        if body.ty == Type::Resource && kind != QuantKind::Star {
            let (word, help) = match kind {
                QuantKind::Exists => ("\\exists", "name the witness with a variable"),
                QuantKind::Forall | QuantKind::Star => {
                    ("\\forall", "write `\\forall*`, which gives a permission for each value")
                }
            };
            self.diagnostics.push(
                Diagnostic::new("type.forall-resource", span, format!("the body of `{word}` contains a permission"))
                    .label(format!("`{word}` quantifies conditions only"))
                    .related(body.node.span, "the permission")
                    .help(help),
            );
            return None;
        }
        let range = ranges.into_iter().reduce(|all, next| {
            let span = all.node.span.to(next.node.span);
            At::new(span).binary(BinaryOp::And, all, next)
        });
        let ty = if kind == QuantKind::Star { Type::Resource } else { Type::Bool };
        let quant = Quant { kind, binders: vars, triggers, range, body };
        self.instances(quant, ty, span)
    }

    /// Checks `{: e, f :}`, which adds a trigger to the innermost quantifier, and whose value is its first expression.
    #[inline(never)]
    pub fn trigger(&mut self, exprs: &[ast::Expr], hint: Option<Type>, span: Span) -> Option<Expr> {
        if self.triggers.is_empty() {
            self.diagnostics.push(
                Diagnostic::new("resolve.trigger-outside", span, "a trigger belongs into the body of a quantifier")
                    .label("no quantifier around it")
                    .help("write `(\\forall int i; …; {: f(i) :} > 0)`"),
            );
            return None;
        }
        let typed: Vec<Option<Expr>> =
            exprs.iter().enumerate().map(|(i, expr)| self.expr(expr, if i == 0 { hint } else { None })).collect();
        let typed = typed.into_iter().collect::<Option<Vec<Expr>>>()?;
        if let Some(resource) = typed.iter().find(|expr| expr.ty == Type::Resource) {
            self.misplaced_resource(resource.node.span);
            return None;
        }
        let first = typed.first().cloned()?;
        if let Some(sets) = self.triggers.last_mut() {
            sets.push(typed);
        }
        Some(first)
    }
}

/// `lo <= var && var < hi`.
pub(super) fn between(lo: Expr, var: Expr, hi: Expr) -> Expr {
    let (low, high) = (lo.node.span, hi.node.span);
    let above = At::new(low).binary(BinaryOp::Le, lo, var.clone());
    let below = At::new(high).binary(BinaryOp::Lt, var, hi);
    At::new(low.to(high)).binary(BinaryOp::And, above, below)
}

/// A percentage as a fraction.
fn hundredths(percent: Expr) -> Expr {
    let at = At::new(percent.node.span);
    at.binary(BinaryOp::Frac, to_frac(percent), to_frac(at.int(100)))
}
