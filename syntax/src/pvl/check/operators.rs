//! Checks infix operators.
//!
//! In: an operator and its operands as written. Out: the operation, with operands of the same type. A conjunction
//! becomes `&&` between conditions, and `**` if one of its sides is a resource.

use super::data_types::NO_OPERATORS;
use super::enums::NO_NUMBER;
use super::env::{Env, ExprContext};
use super::references::is_null;
use super::sets::unordered;
use super::types::show;
use crate::pvl::ast::{self, TypeKind};
use crate::pvl::print::expr as print;
use crate::pvl::signs::symbol;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{BinaryOp, CollectionKind, Expr, ExprKind, FloatFormat, Type};

impl Env<'_> {
    /// Checks `left op right`; `sign` is the position of the operator.
    #[inline(never)]
    pub fn binary(
        &mut self,
        op: BinaryOp,
        sign: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        match op {
            BinaryOp::And => self.and(sign, left, right, span),
            BinaryOp::Star => self.conjunction(left, right, span),
            BinaryOp::Or => {
                let (left, right) = (self.value(left, Type::Bool), self.value(right, Type::Bool));
                Some(At::new(span).binary(op, left?, right?))
            }
            BinaryOp::Implies => {
                let (left, right) = (self.value(left, Type::Bool), self.assertion(right));
                Some(At::new(span).binary(op, left?, right?))
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                self.relation(op, sign, left, right, span)
            }
            BinaryOp::Same => {
                if self.context == ExprContext::Code {
                    self.specification_only(sign, "`===`", "write `==`");
                    return None;
                }
                self.relation(op, sign, left, right, span)
            }
            BinaryOp::Frac => {
                let (left, right) = (self.value(left, Type::Frac), self.value(right, Type::Frac));
                Some(At::new(span).binary(op, left?, right?))
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => {
                self.arithmetic(op, sign, left, right, hint, span)
            }
        }
    }

    /// Checks `a ** b`.
    fn conjunction(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.assertion(left), self.assertion(right));
        Some(At::new(span).both(left?, right?))
    }

    /// Checks `a && b`, which may also be spelled `a & b`. If the operands are integers, the error proposes the
    /// operation on bits that `&` is in C.
    fn and(&mut self, sign: Span, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (a, b) = (self.expr(left, None), self.expr(right, None));
        let integer = |e: &Option<Expr>| e.as_ref().is_some_and(|e| e.ty.is_int());
        let bits = sign.len() == "&".len();
        if integer(&a) && integer(&b) {
            let (first, second) = (print::expr(left), print::expr(right));
            let operands =
                if first.len() + second.len() <= 40 { [first, second].join(", ") } else { "a, b".to_owned() };
            let help = if bits { named(&operands) } else { "compare both, as in `x != 0 && y != 0`".to_owned() };
            self.not_applicable(if bits { "&" } else { "&&" }, sign, Type::Int, &help);
            return None;
        }
        // For `a & 1 & 2`, one error is enough.
        if (a.is_none() && integer(&b)) || (b.is_none() && integer(&a)) {
            return None;
        }
        let known = self.diagnostics.len();
        let (a, b) = (a.and_then(|a| self.assertable(a)), b.and_then(|b| self.assertable(b)));
        if bits {
            self.diagnostics.iter_mut().skip(known).for_each(|error| error.help = Some(named("a, b")));
        }
        Some(At::new(span).both(a?, b?))
    }

    /// Checks a comparison.
    fn relation(&mut self, op: BinaryOp, sign: Span, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (left, right) = self.operands(left, right, None);
        let (left, right) = (self.no_resource(left?)?, self.no_resource(right?)?);
        let (left, right) = self.unify(left, right)?;
        let ordered = !matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Same);
        if ordered && left.ty.is_reference() {
            self.not_applicable(symbol(op), sign, left.ty, "references are compared with `==` and `!=`");
            return None;
        }
        if ordered && left.ty.enumeration().is_some() {
            self.not_applicable(symbol(op), sign, left.ty, NO_NUMBER);
            return None;
        }
        if ordered && left.ty.data_type().is_some() {
            self.not_applicable(symbol(op), sign, left.ty, NO_OPERATORS);
            return None;
        }
        if left.ty.as_collection().is_some() {
            self.collection_in_code(span)?;
            if ordered && unordered(left.ty).is_some() {
                return self.subset(op, left, right, span);
            }
            if ordered {
                let help = match left.ty.as_collection() {
                    Some((CollectionKind::Seq, _)) => "compare sizes, as in `|s| < |t|`, or elements",
                    Some((CollectionKind::Map, _)) => {
                        "compare the keys, as in `m.keys <= n.keys`, or values, `m[k] < n[k]`"
                    }
                    _ => "compare a part, as in `o.get < p.get` or `t.fst < u.fst`",
                };
                self.not_applicable(symbol(op), sign, left.ty, help);
                return None;
            }
        }
        if ordered && left.ty == Type::Bool {
            self.not_applicable(symbol(op), sign, Type::Bool, "compare conditions with `==`, or write `==>`");
            return None;
        }
        Some(At::new(span).binary(op, left, right))
    }

    /// Checks an arithmetic operation. On machine integers, its type is `Int`: the operation computes with mathematical
    /// integers, and its result is made a machine integer afterwards ([`Env::bounded`]).
    fn arithmetic(
        &mut self,
        op: BinaryOp,
        sign: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        if self.is_unordered(left) || self.is_unordered(right) {
            return self.of_unordered(op, sign, left, right, hint, span);
        }
        if op == BinaryOp::Add && self.collection_type(left).is_some() {
            return self.concatenated(left, right, hint, span);
        }
        let (left, right) = self.operands(left, right, hint.filter(|ty| matches!(ty, Type::Float(_))));
        let (left, right) = (self.no_resource(left?)?, self.no_resource(right?)?);
        let (left, right) = self.unify(left, right)?;
        let ty = left.ty;
        let problem = match (op, ty) {
            (_, Type::Bool | Type::Resource) => Some("conditions are combined by `&&`, `||` and `!`"),
            (_, Type::Array(_) | Type::Object(_)) => {
                Some("compute with elements, `a[i]`, and with lengths, `a.length`")
            }
            (_, Type::Enum(_)) => Some(NO_NUMBER),
            (_, Type::Data(_)) => Some(NO_OPERATORS),
            (_, Type::Collection(..)) => Some("sequences are put together by `s ++ t`, and their sizes are `|s|`"),
            (BinaryOp::Mod, Type::Float(_)) => Some("remainders are of integers only"),
            (BinaryOp::Mod, Type::Frac) => Some("remainders are of integers only"),
            (_, Type::Int | Type::Machine(_) | Type::Float(_) | Type::Frac) => None,
        };
        if let Some(help) = problem {
            self.not_applicable(symbol(op), sign, ty, help);
            return None;
        }
        // `p / 2` of a fraction is exact, as `p \ 2` is.
        let op = if (op, ty) == (BinaryOp::Div, Type::Frac) { BinaryOp::Frac } else { op };
        Some(Expr { ty: ty.unbounded(), ..At::new(span).binary(op, left, right) })
    }

    /// Checks two operands that must have the same type. A literal takes the type of the other operand.
    pub fn operands(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<Type>,
    ) -> (Option<Expr>, Option<Expr>) {
        if is_null(left) != is_null(right) {
            return self.with_null(left, right, hint);
        }
        let (only_left, unknown) = match (self.needs_type(left), self.needs_type(right)) {
            (true, right) => (!right, right),
            (false, _) => (false, false),
        };
        if (is_literal(left) && !is_literal(right)) || only_left {
            let right = self.expr(right, hint);
            let hint = right.as_ref().map(|right| right.ty).or(hint);
            return (self.expr(left, hint), right);
        }
        // In `1 + 2.5` the literal with a point decides the type.
        let both = is_literal(left) && is_literal(right);
        let hint = hint.or_else(|| if both { float_type(left).max(float_type(right)).map(|(_, ty)| ty) } else { None });
        let first = self.expr(left, hint);
        if first.is_none() && ((is_null(left) && is_null(right)) || unknown) {
            return (None, None);
        }
        let hint = first.as_ref().map(|first| first.ty).or(hint);
        (first, self.expr(right, hint))
    }

    /// Checks the amount of a permission, which may be `read` or a conditional.
    pub fn amount(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let span = expr.at.0;
        if matches!(expr.kind, ast::ExprKind::Read) {
            return Some(At::new(span).expr(ExprKind::ReadAmount, Type::Frac));
        }
        if matches!(expr.kind, ast::ExprKind::AtomicAmount) {
            return Some(At::new(span).expr(ExprKind::AtomicAmount, Type::Frac));
        }
        if let ast::ExprKind::Cond(guard, then, other) = &expr.kind {
            let (guard, then, other) = (self.value(guard, Type::Bool), self.amount(then), self.amount(other));
            return Some(At::new(span).cond(guard?, then?, other?));
        }
        let found = self.expr(expr, None)?;
        self.shares(&found);
        self.coerce(found, Type::Frac)
    }

    /// Reports `read` in a position other than the amount of a permission.
    #[inline(never)]
    pub(super) fn misplaced_read(&mut self, span: Span) {
        self.diagnostics.push(
            Diagnostic::new("type.read-amount", span, "`read` has no fixed size, so nothing can be computed from it")
                .label("only as a whole amount")
                .help("write `Perm(a[e], read)`, or a fraction such as `1\\2`"),
        );
    }

    /// The expression, unless it contains permissions, which is reported.
    fn no_resource(&mut self, expr: Expr) -> Option<Expr> {
        if expr.ty == Type::Resource {
            self.misplaced_resource(expr.node.span);
            return None;
        }
        Some(expr)
    }

    /// Reports an operator that cannot be applied to its operands.
    pub fn not_applicable(&mut self, sign: &str, span: Span, ty: Type, help: &str) {
        self.diagnostics.push(
            Diagnostic::new("type.operator", span, format!("`{sign}` cannot be applied to `{}`", show(ty)))
                .label(format!("the operands are of type `{}`", show(ty)))
                .help(help),
        );
    }

    /// Reports an expression that only specifications may contain.
    pub fn specification_only(&mut self, span: Span, what: &str, help: &str) {
        self.diagnostics.push(
            Diagnostic::new("type.specification-only", span, format!("{what} cannot be used in code"))
                .label("only in contracts, invariants, `assert` and pure functions")
                .help(help),
        );
    }
}

/// The named operation to write instead of `&` on integers.
fn named(operands: &str) -> String {
    format!("`&` joins conditions; for the bits that two integers have in common, write `\\and(u32, {operands})`")
}

/// Whether an expression consists of literals, so that its type follows that of the other operand.
#[allow(clippy::wildcard_enum_match_arm)] // Expressions that are added later do not consist of literals.
pub fn is_literal(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Int(_) | ast::ExprKind::Float(..) => true,
        ast::ExprKind::Unary(_, inner) => is_literal(inner),
        ast::ExprKind::Binary(op, _, left, right) => {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
                && is_literal(left)
                && is_literal(right)
        }
        _ => false,
    }
}

/// The float type of an expression that consists of literals, if one of them is a float. A literal with a suffix
/// decides before others.
#[allow(clippy::wildcard_enum_match_arm)] // The function is called for expressions of literals only.
fn float_type(expr: &ast::Expr) -> Option<(bool, Type)> {
    match &expr.kind {
        ast::ExprKind::Float(_, Some(TypeKind::Float)) => Some((true, Type::Float(FloatFormat::Single))),
        ast::ExprKind::Float(_, suffix) => Some((suffix.is_some(), Type::Float(FloatFormat::Double))),
        ast::ExprKind::Unary(_, inner) => float_type(inner),
        ast::ExprKind::Binary(_, _, left, right) => float_type(left).max(float_type(right)),
        _ => None,
    }
}
