//! Quantifiers.
//!
//! ```text
//! (\forall x; r; b)    true if no x with r makes b false
//! (\exists x; r; b)    true if some x with r makes b true
//! (\forall* x; r; R)   gives R for each x with r
//! ```
//!
//! The values to look at come from `r`. If `r` does not bound a variable, they come from the truth value of `b` that is
//! looked for: for example, a body `c ==> d` can be false only where `c` is true. Variables are tried one after
//! another, so that the range of one may depend on the value of another.

use super::range::{Constraint, Linear};
use super::state::{Evaluator, Seek};
use crate::env::Env;
use crate::int::Int;
use crate::stop::{Cause, Stop};
use crate::value::Value;
use dashu::integer::IBig;
use ir::Node;
use ir::{BinaryOp, CollectionOp, Expr, ExprKind, Quant, QuantKind, Type, UnaryOp, VarId};
use std::ops::ControlFlow;

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    pub(super) fn forall(&mut self, q: &'p Quant, node: Node) -> Result<bool, Stop> {
        let end = self.instances(q, Seek::Truth(false), node, &mut |ev| {
            Ok(if ev.condition(&q.body)? { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(end.is_continue())
    }

    pub(super) fn exists(&mut self, q: &'p Quant, node: Node) -> Result<bool, Stop> {
        let end = self.instances(q, Seek::Truth(true), node, &mut |ev| {
            Ok(if ev.condition(&q.body)? { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(end.is_break())
    }

    /// Binds the variables of a quantifier to each combination of values in its range for which the body can have the
    /// truth value that is looked for, and calls `visit`.
    pub fn instances(
        &mut self,
        q: &'p Quant,
        seek: Seek,
        node: Node,
        visit: &mut dyn FnMut(&mut Self) -> Result<ControlFlow<()>, Stop>,
    ) -> Result<ControlFlow<()>, Stop> {
        self.bind(q, seek, node, &q.binders, visit)
    }

    /// Values for the variables of `open`, which have none yet.
    fn bind(
        &mut self,
        q: &'p Quant,
        seek: Seek,
        node: Node,
        open: &[VarId],
        visit: &mut dyn FnMut(&mut Self) -> Result<ControlFlow<()>, Stop>,
    ) -> Result<ControlFlow<()>, Stop> {
        if open.is_empty() {
            self.env.tick(node)?;
            let inside = match &q.range {
                Some(range) => self.truth(range)?,
                None => true,
            };
            return if inside { visit(self) } else { Ok(ControlFlow::Continue(())) };
        }
        let Some((chosen, low, high)) = self.choose(q, seek, node, open)? else {
            return Ok(ControlFlow::Continue(()));
        };
        let Some(variable) = open.get(chosen).copied() else { return Ok(ControlFlow::Continue(())) };
        let rest: Vec<VarId> = open.iter().copied().filter(|v| *v != variable).collect();
        let (mut at, high, one) = (Int::from(low), Int::from(high), Int::from(1));
        while at <= high {
            self.env.tick(node)?;
            self.push_bound(variable, Value::Int(at.clone()));
            let found = self.bind(q, seek, node, &rest, visit);
            self.pop_bound();
            if found?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            at = at.add(&one);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A variable with a finite range; `None` if there are no values at all.
    fn choose(
        &mut self,
        q: &'p Quant,
        seek: Seek,
        node: Node,
        open: &[VarId],
    ) -> Result<Option<(usize, IBig, IBig)>, Stop> {
        let range = match &q.range {
            Some(range) => self.condition_on(range, true, open)?,
            None => Constraint::Nothing,
        };
        for look_at_body in [false, true] {
            let constraint = if look_at_body {
                let body = match seek {
                    Seek::Truth(truth) => self.condition_on(&q.body, truth, open)?,
                    Seek::Resource => self.resource_on(&q.body, open)?,
                };
                Constraint::All(vec![range.clone(), body])
            } else {
                range.clone()
            };
            let Some(intervals) = constraint.intervals(open.len()) else { return Ok(None) };
            let finite = intervals.iter().enumerate().find_map(|(n, i)| i.finite().map(|ends| (n, ends)));
            if let Some((n, (low, high))) = finite {
                return Ok(Some((n, low.clone(), high.clone())));
            }
        }
        Err(Stop::new(Cause::NotComputable("no finite range of the bound variable is known".into()), node))
    }

    /// The constraint on the variables of `open` that holds if a condition has this truth value.
    #[allow(clippy::wildcard_enum_match_arm)] // what is not understood narrows nothing
    fn condition_on(&mut self, e: &'p Expr, truth: bool, open: &[VarId]) -> Result<Constraint, Stop> {
        if !mentions(e, open) {
            return Ok(match self.attempt(|ev| ev.truth(e))? {
                Some(value) if value != truth => Constraint::Never,
                Some(_) | None => Constraint::Nothing,
            });
        }
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.condition_on(a, !truth, open),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) => self.both((a, true), (b, true), truth, open),
            ExprKind::Binary(BinaryOp::Or, a, b) => self.both((a, false), (b, false), !truth, open),
            ExprKind::Binary(BinaryOp::Implies, a, b) => self.both((a, true), (b, false), !truth, open),
            ExprKind::Binary(op, a, b) if a.ty.is_int() => self.comparison(*op, a, b, truth, open),
            ExprKind::Collection(CollectionOp::Contains, args) => match (truth, args.as_slice()) {
                (true, [x, whole]) => self.element_of(x, whole, open),
                _ => Ok(Constraint::Nothing),
            },
            ExprKind::Cond(c, a, b) => {
                let yes = self.both((c, true), (a, truth), true, open)?;
                let no = self.both((c, false), (b, truth), true, open)?;
                Ok(Constraint::Any(vec![yes, no]))
            }
            ExprKind::Quant(inner) => match (inner.kind, truth) {
                (QuantKind::Forall, false) | (QuantKind::Exists, true) => {
                    self.inner_on(inner, Seek::Truth(truth), open)
                }
                (QuantKind::Forall | QuantKind::Exists | QuantKind::Star, _) => Ok(Constraint::Nothing),
            },
            _ => Ok(Constraint::Nothing),
        }
    }

    /// The constraint on the variables of `open` that holds if an inner quantifier has an instance of the kind that is
    /// looked for.
    fn inner_on(&mut self, inner: &'p Quant, seek: Seek, open: &[VarId]) -> Result<Constraint, Stop> {
        let mut all = open.to_vec();
        all.extend(&inner.binders);
        let range = match &inner.range {
            Some(range) => self.condition_on(range, true, &all)?,
            None => Constraint::Nothing,
        };
        let body = match seek {
            Seek::Truth(truth) => self.condition_on(&inner.body, truth, &all)?,
            Seek::Resource => self.resource_on(&inner.body, &all)?,
        };
        Ok(Constraint::All(vec![range, body]).only(open.len(), all.len()))
    }

    /// The constraint that two conditions have the given truth values; if not `joint`, the constraint that at least one
    /// of them does not.
    fn both(
        &mut self,
        a: (&'p Expr, bool),
        b: (&'p Expr, bool),
        joint: bool,
        open: &[VarId],
    ) -> Result<Constraint, Stop> {
        let first = self.condition_on(a.0, a.1 == joint, open)?;
        // What stands behind a false condition is not looked at: it may have no value.
        if joint && first == Constraint::Never {
            return Ok(first);
        }
        let second = self.condition_on(b.0, b.1 == joint, open)?;
        Ok(if joint { Constraint::All(vec![first, second]) } else { Constraint::Any(vec![first, second]) })
    }

    fn comparison(
        &mut self,
        op: BinaryOp,
        a: &'p Expr,
        b: &'p Expr,
        truth: bool,
        open: &[VarId],
    ) -> Result<Constraint, Stop> {
        for sides in [Some((a, op, b)), turned(op).map(|op| (b, op, a))].into_iter().flatten() {
            if let Some(constraint) = self.often(sides, truth, open)? {
                return Ok(constraint);
            }
        }
        let (Some(a), Some(b)) = (self.linear(a, open)?, self.linear(b, open)?) else {
            return Ok(Constraint::Nothing);
        };
        let less = |x: &Linear, y: &Linear, by: i64| {
            let mut form = x.clone().plus(y, &IBig::NEG_ONE);
            form.constant += IBig::from(by);
            Constraint::AtMostZero(form)
        };
        Ok(match (op, truth) {
            (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => less(&a, &b, 1),
            (BinaryOp::Le, true) | (BinaryOp::Gt, false) => less(&a, &b, 0),
            (BinaryOp::Gt, true) | (BinaryOp::Le, false) => less(&b, &a, 1),
            (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => less(&b, &a, 0),
            (BinaryOp::Eq | BinaryOp::Same, true) | (BinaryOp::Ne, false) => {
                Constraint::All(vec![less(&a, &b, 0), less(&b, &a, 0)])
            }
            _ => Constraint::Nothing,
        })
    }

    /// An integer expression as a linear form in the variables of `open`, which are numbered by their place there.
    #[allow(clippy::wildcard_enum_match_arm)] // what is not understood is not linear
    pub(super) fn linear(&mut self, e: &'p Expr, open: &[VarId]) -> Result<Option<Linear>, Stop> {
        if !mentions(e, open) {
            let value = self.attempt(|ev| ev.driven(|ev| ev.int(e)))?;
            return Ok(value.map(|n| Linear::constant(n.to_big())));
        }
        Ok(match &e.kind {
            ExprKind::Var(v) => open.iter().position(|o| o == v).map(Linear::variable),
            ExprKind::Unary(UnaryOp::Neg, a) => {
                self.linear(a, open)?.map(|a| Linear::default().plus(&a, &IBig::NEG_ONE))
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let factor = if *op == BinaryOp::Add { IBig::ONE } else { IBig::NEG_ONE };
                self.linear(a, open)?.zip(self.linear(b, open)?).map(|(a, b)| a.plus(&b, &factor))
            }
            ExprKind::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (self.linear(a, open)?, self.linear(b, open)?);
                match (a, b) {
                    (Some(a), Some(b)) if a.terms.is_empty() => Some(Linear::default().plus(&b, &a.constant)),
                    (Some(a), Some(b)) if b.terms.is_empty() => Some(Linear::default().plus(&a, &b.constant)),
                    (_, _) => None,
                }
            }
            _ => None,
        })
    }

    /// Where a resource gives or says something at all.
    #[allow(clippy::wildcard_enum_match_arm)] // what is not understood narrows nothing
    fn resource_on(&mut self, e: &'p Expr, open: &[VarId]) -> Result<Constraint, Stop> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Implies, c, r) => {
                let (c, r) = (self.condition_on(c, true, open)?, self.resource_on(r, open)?);
                Ok(Constraint::All(vec![c, r]))
            }
            ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) if e.ty == Type::Resource => {
                Ok(Constraint::Any(vec![self.resource_on(a, open)?, self.resource_on(b, open)?]))
            }
            ExprKind::Cond(c, a, b) => {
                let yes = vec![self.condition_on(c, true, open)?, self.resource_on(a, open)?];
                let no = vec![self.condition_on(c, false, open)?, self.resource_on(b, open)?];
                Ok(Constraint::Any(vec![Constraint::All(yes), Constraint::All(no)]))
            }
            ExprKind::Quant(inner) => self.inner_on(inner, Seek::Resource, open),
            _ => Ok(Constraint::Nothing),
        }
    }

    /// The value, or `None` if it has none; a limit is passed on.
    pub(super) fn attempt<T>(
        &mut self,
        evaluate: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let when = self.when;
        match evaluate(self) {
            Ok(value) => Ok(Some(value)),
            Err(stop) if matches!(stop.cause, Cause::Limit(_)) => Err(stop),
            Err(_) => {
                self.when = when;
                Ok(None)
            }
        }
    }

    pub(super) fn push_bound(&mut self, variable: VarId, value: Value) {
        if let Some(frame) = self.frame() {
            frame.bound.push((variable, value));
        }
    }

    pub(super) fn pop_bound(&mut self) {
        if let Some(frame) = self.frame() {
            let _ = frame.bound.pop();
        }
    }
}

/// The comparison with its sides exchanged.
pub(crate) fn turned(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Same => op,
        _ => return None,
    })
}

/// Whether the expression mentions one of these variables.
pub(crate) fn mentions(e: &Expr, vars: &[VarId]) -> bool {
    let mut found = false;
    e.each(&mut |e| found |= matches!(&e.kind, ExprKind::Var(v) if vars.contains(v)));
    found
}

/// The parts of a conjunction, in the order of the text.
pub(crate) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) = &e.kind {
            todo.extend([&**b, &**a]);
        } else {
            out.push(e);
        }
    }
    out
}
