//! Checks reductions: `\sum`, `\product`, `\count`, `\min` and `\max`.
//!
//! ```text
//! (\sum int i = lo .. hi; e)                     the sum of e for each i with lo <= i && i < hi
//! (\sum int i; lo <= i && i < hi && c; e)        the same of those i for which c is true: c ? e : 0
//! (\sum int i = 0 .. n, int j = 0 .. i; e)       the sum of sums
//! (\count int i = 0 .. n, int j = 0 .. i; c)     the sum of counts
//! ```
//!
//! In: a reduction as written. Out: its typed form, in which each reduction has one variable with a range of its own.

use super::env::Env;
use super::types::{of_name, show};
use crate::pvl::ast::{self, Bounds};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, ExprKind, Reduce, ReduceKind, Span, Type, VarId};

/// A variable as written: its type, its name and its bounds.
type Binder = (ast::TypeName, ast::Name, Bounds);

/// A bound variable with its range.
struct Over {
    variable: VarId,
    span: Span,
    range: Option<(Expr, Expr)>,
}

impl Env<'_> {
    /// Checks a reduction, such as `(\sum int i = lo .. hi; e)`.
    #[inline(never)]
    pub fn reduction(
        &mut self,
        kind: ReduceKind,
        binders: &[Binder],
        range: Option<&ast::Expr>,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let what = format!("`\\{}`", kind.name());
        self.may_quantify(&what, span)?;
        // A trigger around the reduction cannot mention a variable of the reduction.
        let triggers = std::mem::take(&mut self.triggers);
        let checked = self.scoped(|env| env.reduction_in_scope(kind, binders, range, body, span));
        self.triggers = triggers;
        checked
    }

    /// Checks a reduction in the scope of its variables.
    fn reduction_in_scope(
        &mut self,
        kind: ReduceKind,
        binders: &[Binder],
        range: Option<&ast::Expr>,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let mut all: Vec<Over> = binders.iter().map(|binder| self.over(kind, binder)).collect::<Option<_>>()?;
        let conditions = match range {
            Some(range) => conjuncts(self.value(range, Type::Bool)?),
            None => vec![],
        };
        let body = self.combined(kind, body);
        let filter = self.ranges(kind, &mut all, conditions, span)?;
        let mut body = filtered(kind, filter, body?);
        let mut inner = kind;
        for Over { variable, range, .. } in all.into_iter().rev() {
            let (lo, hi) = range?;
            let reduce = Reduce { kind: inner, binder: variable, lo, hi, body };
            body = At::new(span).expr(ExprKind::Reduce(Box::new(reduce)), Type::Int);
            // The count of pairs is the sum of the counts of their second parts.
            inner = if kind == ReduceKind::Count { ReduceKind::Sum } else { kind };
        }
        Some(body)
    }

    /// Declares a variable of a reduction. Its bounds must not mention it.
    fn over(&mut self, kind: ReduceKind, (ty, name, bounds): &Binder) -> Option<Over> {
        if of_name(*ty) != Type::Int {
            let found = show(of_name(*ty));
            let message = format!("`\\{}` ranges over `int`, not over `{found}`", kind.name());
            let error = Diagnostic::new("type.binder", ty.at.0, message);
            let help = "let the variable be the index that leads to the value";
            self.diagnostics.push(error.label("not `int`").help(help));
        }
        let range = match bounds {
            Some((lo, hi)) => {
                let (lo, hi) = (self.value(lo, Type::Int), self.value(hi, Type::Int));
                Some((lo?, hi?))
            }
            None => None,
        };
        let variable = self.declare(name, of_name(*ty), true);
        Some(Over { variable, span: name.at.0, range })
    }

    /// Checks what is combined.
    fn combined(&mut self, kind: ReduceKind, body: &ast::Expr) -> Option<Expr> {
        if kind == ReduceKind::Count {
            return self.value(body, Type::Bool);
        }
        let found = self.expr(body, None)?;
        if !matches!(found.ty, Type::Float(_)) {
            return self.coerce(found, Type::Int);
        }
        let name = kind.name();
        let (why, help) = match kind {
            ReduceKind::Sum | ReduceKind::Product | ReduceKind::Count => (
                "the result depends on the order, because each operation rounds",
                "a recursive `pure` function says in which order: `decreases n; pure float total(int n) = n <= 0 ? \
                0.0f : total(n - 1) + f(n - 1);`",
            ),
            ReduceKind::Min | ReduceKind::Max => (
                "a NaN is neither less nor greater than another float",
                "state what you need of each element, such as `(\\forall int i = lo .. hi; a[i] <= m)`",
            ),
        };
        let message = format!("`\\{name}` combines integers, and not floats: {why}");
        let error = Diagnostic::new("type.float-reduction", found.node.span, message);
        self.diagnostics.push(error.label(format!("this is a `{}`", show(found.ty))).help(help));
        None
    }

    /// Gives a range to each variable that has none, from the conditions. Returns the conditions that are left.
    fn ranges(
        &mut self,
        kind: ReduceKind,
        all: &mut [Over],
        mut conditions: Vec<Expr>,
        span: Span,
    ) -> Option<Vec<Expr>> {
        let variables: Vec<VarId> = all.iter().map(|over| over.variable).collect();
        let mut complete = true;
        for (n, over) in all.iter_mut().enumerate().filter(|(_, over)| over.range.is_none()) {
            // A range may depend on the variables in front of its own.
            let later = variables.get(n..).unwrap_or_default();
            let lo = take(&mut conditions, |c| low(c, over.variable, later));
            let hi = take(&mut conditions, |c| high(c, over.variable, later));
            over.range = lo.zip(hi);
            if over.range.is_none() {
                complete = false;
                self.no_range(kind, over);
            }
        }
        if complete && kind.needs_member() && !conditions.is_empty() {
            let message = format!("`\\{}` ranges over all integers between two bounds", kind.name());
            let error = Diagnostic::new("type.reduction-range", span, message);
            let name = kind.name();
            let help =
                format!("write the range alone, `(\\{name} int i = lo .. hi; e)`, and choose in `e`: `c ? a : b`");
            self.diagnostics.push(error.label("a further condition").help(help));
            return None;
        }
        complete.then_some(conditions)
    }

    fn no_range(&mut self, kind: ReduceKind, over: &Over) {
        let name = self.vars.get(over.variable.0 as usize).map_or("?", |decl| &decl.name.name).to_owned();
        let word = kind.name();
        let message = format!("no range of `{name}` can be read here");
        let help = format!(
            "write `(\\{word} int {name} = lo .. hi; …)`, or both bounds between the semicolons: \
            `(\\{word} int {name}; lo <= {name} && {name} < hi; …)`"
        );
        let error = Diagnostic::new("type.reduction-range", over.span, message);
        self.diagnostics.push(error.label("from where to where?").help(help));
    }
}

/// The parts of a conjunction.
pub(super) fn conjuncts(condition: Expr) -> Vec<Expr> {
    match condition.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(*a), conjuncts(*b)].concat(),
        kind => vec![Expr { kind, ..condition }],
    }
}

/// Takes the first condition that gives a bound.
pub(super) fn take(conditions: &mut Vec<Expr>, bound: impl Fn(&Expr) -> Option<Expr>) -> Option<Expr> {
    let (n, found) = conditions.iter().enumerate().find_map(|(n, c)| Some((n, bound(c)?)))?;
    let _ = conditions.remove(n);
    Some(found)
}

/// The first value of the variable that a condition `lo <= v` allows.
pub(super) fn low(condition: &Expr, variable: VarId, later: &[VarId]) -> Option<Expr> {
    let ExprKind::Binary(op, a, b) = &condition.kind else { return None };
    let (bound, strict) = match op {
        BinaryOp::Le if is(b, variable) => (a, false),
        BinaryOp::Lt if is(b, variable) => (a, true),
        BinaryOp::Ge if is(a, variable) => (b, false),
        BinaryOp::Gt if is(a, variable) => (b, true),
        _ => return None,
    };
    free_of(bound, later).then(|| if strict { next(bound) } else { (**bound).clone() })
}

/// One more than the last value of the variable that a condition `v < hi` allows.
pub(super) fn high(condition: &Expr, variable: VarId, later: &[VarId]) -> Option<Expr> {
    let ExprKind::Binary(op, a, b) = &condition.kind else { return None };
    let (bound, strict) = match op {
        BinaryOp::Lt if is(a, variable) => (b, true),
        BinaryOp::Le if is(a, variable) => (b, false),
        BinaryOp::Gt if is(b, variable) => (a, true),
        BinaryOp::Ge if is(b, variable) => (a, false),
        _ => return None,
    };
    free_of(bound, later).then(|| if strict { (**bound).clone() } else { next(bound) })
}

fn is(e: &Expr, variable: VarId) -> bool {
    matches!(e.kind, ExprKind::Var(v) if v == variable)
}

fn free_of(e: &Expr, variables: &[VarId]) -> bool {
    e.ty.is_int() && !e.any(&|part| matches!(part.kind, ExprKind::Var(v) if variables.contains(&v)))
}

/// `e + 1`.
fn next(e: &Expr) -> Expr {
    let at = At::new(e.node.span);
    Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, e.clone(), at.int(1)) }
}

/// The body where the conditions hold, and a value that changes nothing elsewhere.
fn filtered(kind: ReduceKind, conditions: Vec<Expr>, body: Expr) -> Expr {
    let all = conditions.into_iter().reduce(|all, next| {
        let span = all.node.span.to(next.node.span);
        At::new(span).binary(BinaryOp::And, all, next)
    });
    let Some(condition) = all else { return body };
    let at = At::new(body.node.span);
    match kind {
        ReduceKind::Count => at.binary(BinaryOp::And, condition, body),
        ReduceKind::Sum => at.cond(condition, body, at.int(0)),
        ReduceKind::Product => at.cond(condition, body, at.int(1)),
        // A condition was reported for these.
        ReduceKind::Min | ReduceKind::Max => body,
    }
}
