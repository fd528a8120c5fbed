//! Why a condition is false: the values of its sides.
//!
//! In: a condition that is false in some state. Out: labels in the words of the source with their values, for the part
//! that makes it false: `h[tid]` and `cnt(tid, n)` of `h[tid] == cnt(tid, n)`, and of a `\forall` the bound variables
//! as well.

use std::ops::ControlFlow;

use ir::{BinaryOp, Expr, ExprKind, Quant, QuantKind, UnaryOp, ValueOf};

use super::state::{Evaluator, Seek, Seen};
use crate::env::Env;

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// The values that show why a condition is false; empty if there are none to show.
    pub fn why_false(&mut self, e: &'p Expr) -> Vec<Seen> {
        let mut out = Vec::new();
        self.falsifies(e, &mut out);
        out
    }

    #[allow(clippy::wildcard_enum_match_arm)] // of other conditions there is no more to say than that they are false
    fn falsifies(&mut self, e: &'p Expr, out: &mut Vec<Seen>) {
        match &e.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) => match self.truth(a) {
                Ok(true) => self.falsifies(b, out),
                Ok(false) => self.falsifies(a, out),
                Err(_) => {}
            },
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                self.falsifies(a, out);
                self.falsifies(b, out);
            }
            ExprKind::Binary(BinaryOp::Implies, _, b) => self.falsifies(b, out),
            ExprKind::Binary(
                BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Same
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge,
                a,
                b,
            ) => {
                self.show(a, out);
                self.show(b, out);
            }
            ExprKind::Cond(c, a, b) => {
                if let Ok(truth) = self.truth(c) {
                    self.falsifies(if truth { a } else { b }, out);
                }
            }
            ExprKind::Quant(q) if q.kind == QuantKind::Forall => self.instance(q, e, out),
            ExprKind::Unary(UnaryOp::Not, a) => self.show(a, out),
            _ => {}
        }
    }

    /// The first instance of a `\forall` that is false.
    fn instance(&mut self, q: &'p Quant, e: &'p Expr, out: &mut Vec<Seen>) {
        // Whatever stops this search has stopped the one for the truth value before.
        let _ = self.instances(q, Seek::Truth(false), e.node, &mut |ev| {
            if ev.truth(&q.body)? {
                return Ok(ControlFlow::Continue(()));
            }
            for binder in &q.binders {
                let name = ev.env.vars().get(binder.0 as usize).map(|v| v.name.name.clone());
                if let (Some(label), Ok(value)) = (name, ev.variable(*binder, e.node)) {
                    out.push(Seen { of: ValueOf::Expression, label, value: value.to_string() });
                }
            }
            ev.falsifies(&q.body, out);
            Ok(ControlFlow::Break(()))
        });
    }

    /// Adds a side of a comparison with its value, unless the side is a literal.
    fn show(&mut self, e: &'p Expr, out: &mut Vec<Seen>) {
        let Ok(value) = self.value(e) else { return };
        let (label, value) = (self.env.program().quote(e.node), value.to_string());
        let of = ValueOf::the(e);
        if label != value && !out.iter().any(|seen| seen.label == label) {
            out.push(Seen { of, label, value });
        }
    }
}
