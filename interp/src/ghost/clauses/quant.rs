//! Quantifiers to loops.
//!
//! In: a quantifier. Out: a loop for each of its variables, in their order, with bounds from comparisons in the range.
//! The variables get the same values in the same order as where the quantifier is evaluated ([`crate::eval`]): the
//! bounds of each are known before those of the next one.

use ir::{BinaryOp, Expr, ExprKind, Quant, QuantKind, VarId};

use super::compile::Compiler;
use super::op::{Op, Reg};
use crate::eval::{conjuncts, mentions, turned};

impl<'p> Compiler<'_, 'p> {
    /// The range and the conclusion of a `\forall` whose range is the premise of its body.
    pub(super) fn implication(&self, q: &'p Quant) -> Option<(&'p Expr, &'p Expr)> {
        match &q.body.kind {
            ExprKind::Binary(BinaryOp::Implies, c, d) if q.range.is_none() && q.kind == QuantKind::Forall => {
                Some((c, d))
            }
            _ => None,
        }
    }

    /// What is done for each instance of a quantifier.
    pub(super) fn instances(&mut self, q: &'p Quant, body: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let range = q.range.as_ref().or(self.implication(q).map(|(range, _)| range))?;
        let conditions = conjuncts(range);
        self.close();
        self.nest(&q.binders, &conditions, body)?;
        self.close();
        Some(())
    }

    /// A loop for the first of the variables, around those of the others. `conditions` are the parts of the range that
    /// are no bounds yet.
    fn nest(
        &mut self,
        binders: &[VarId],
        conditions: &[&'p Expr],
        body: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let Some((binder, others)) = binders.split_first() else { return self.filter(conditions, body) };
        let (mut low, mut high, mut rest) = (None, None, Vec::new());
        for condition in conditions {
            match bound(condition, binders) {
                Some((op, side)) => self.narrow((op, side), &mut low, &mut high)?,
                None => rest.push(*condition),
            }
        }
        let (low, high) = (low?, high?);
        let variable = self.fresh(None)?;
        let begin = self.jump(Op::Begin(variable, low, high, 0));
        let first = u32::try_from(self.out.ops.len()).ok()?;
        let mark = self.known.len();
        self.bound.push((*binder, variable));
        self.nest(others, &rest, body)?;
        let _ = self.bound.pop();
        self.close();
        self.known.truncate(mark);
        self.out.ops.push(Op::Again(variable, high, first));
        self.land(begin)
    }

    /// The parts of a range that are no bounds. They read no memory: whether a part is evaluated that stands behind a
    /// false one could then be seen.
    fn filter(&mut self, conditions: &[&'p Expr], body: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let Some((condition, others)) = conditions.split_first() else { return body(self) };
        let mut reads = false;
        condition.each(&mut |e| reads |= matches!(e.kind, ExprKind::Read(_)));
        if reads {
            return None;
        }
        self.when(condition, &mut |s| s.filter(others, body))
    }

    /// Adds the bound `variable op side`.
    fn narrow(
        &mut self,
        (op, side): (BinaryOp, &'p Expr),
        low: &mut Option<Reg>,
        high: &mut Option<Reg>,
    ) -> Option<()> {
        let side = self.expr(side)?;
        let one = self.constant(1)?;
        if matches!(op, BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq) {
            let least = if op == BinaryOp::Gt { self.value(|d| Op::Add(d, side, one))? } else { side };
            *low = Some(match *low {
                Some(other) => self.value(|d| Op::Max(d, other, least))?,
                None => least,
            });
        }
        if matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq) {
            let greatest = if op == BinaryOp::Lt { self.value(|d| Op::Sub(d, side, one))? } else { side };
            *high = Some(match *high {
                Some(other) => self.value(|d| Op::Min(d, other, greatest))?,
                None => greatest,
            });
        }
        Some(())
    }

    /// The truth of a `\forall` or an `\exists`: of the first instance that decides it.
    pub(super) fn quantified(&mut self, q: &'p Quant) -> Option<Reg> {
        let truth = self.fresh(None)?;
        let (all, nothing) = (q.kind == QuantKind::Forall, self.constant(i64::from(q.kind == QuantKind::Forall))?);
        self.out.ops.push(Op::Copy(truth, nothing));
        let outer = std::mem::take(&mut self.breaks);
        let body = self.implication(q).map_or(&q.body, |(_, body)| body);
        self.instances(q, &mut |s| {
            let instance = s.condition(body)?;
            s.out.ops.push(Op::Copy(truth, instance));
            let goes_on = if all { instance } else { s.value(|d| Op::Not(d, instance))? };
            let jump = s.jump(Op::JumpUnless(goes_on, 0));
            s.breaks.push(jump);
            Some(())
        })?;
        let breaks = std::mem::replace(&mut self.breaks, outer);
        breaks.into_iter().try_for_each(|jump| self.land(jump))?;
        Some(truth)
    }
}

/// The condition as a bound of the first of these variables that mentions none of them.
fn bound<'p>(e: &'p Expr, binders: &[VarId]) -> Option<(BinaryOp, &'p Expr)> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return None };
    let is_first = |e: &Expr| matches!((&e.kind, binders.first()), (ExprKind::Var(v), Some(first)) if v == first);
    let (op, side) = match (is_first(a), is_first(b)) {
        (true, false) => (*op, b),
        (false, true) => (turned(*op)?, a),
        _ => return None,
    };
    let compares = matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq);
    (compares && !mentions(side, binders) && side.ty.is_int()).then_some((op, side))
}
