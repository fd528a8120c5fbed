//! What a precondition that is false looked at.
//!
//! In: the place of its part that is false, and for whom. Out: the names and elements in it with their values.

use ir::{Expr, ExprKind, Heap, Node, Place};

use super::Machine;
use crate::env::Env;
use crate::eval::eval;
use crate::ghost::Who;
use crate::report::Shown;
use crate::value::Value;

/// How many values are shown.
const MOST: usize = 12;

/// The expressions of which an expression is made.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Float(_)
        | ExprKind::Write
        | ExprKind::NoAmount
        | ExprKind::ReadAmount
        | ExprKind::Var(_)
        | ExprKind::Scalar(_)
        | ExprKind::Launch(..)
        | ExprKind::Result
        | ExprKind::Length(..) => Vec::new(),
        ExprKind::Read(place) => place.index.iter().collect(),
        ExprKind::Unary(_, a) | ExprKind::Old(a) => vec![&**a],
        ExprKind::Binary(_, a, b) => vec![&**a, &**b],
        ExprKind::Cond(a, b, c) => vec![&**a, &**b, &**c],
        ExprKind::Quant(quant) => quant.range.iter().chain([&quant.body]).collect(),
        ExprKind::Call(_, args) | ExprKind::Intrinsic(_, args) => args.iter().collect(),
        ExprKind::Perm(place, amount) => place.index.iter().chain([&**amount]).collect(),
        ExprKind::PointsTo(place, amount, value) => place.index.iter().chain([&**amount, &**value]).collect(),
    }
}

/// The expression at a place.
fn at(expr: &Expr, node: Node) -> Option<&Expr> {
    if expr.node == node {
        return Some(expr);
    }
    children(expr).into_iter().find_map(|child| at(child, node))
}

impl<'p> Machine<'p> {
    /// The values that the false part of a precondition looked at, in the order of the text.
    pub(super) fn looked_at(&self, node: Node, who: Who) -> Vec<Shown> {
        let kernel = self.fixed.kernel;
        let contracts = [&kernel.kernel_contract, &kernel.group_contract, &kernel.thread_contract];
        let mut clauses = contracts.into_iter().flat_map(|contract| &contract.clauses);
        let Some(expr) = clauses.find_map(|clause| at(&clause.expr, node)) else { return Vec::new() };
        let mut out = Vec::new();
        self.leaves(expr, who, &mut out);
        out
    }

    fn leaves(&self, expr: &'p Expr, who: Who, out: &mut Vec<Shown>) {
        let label = match &expr.kind {
            ExprKind::Scalar(scalar) => {
                self.fixed.kernel.scalars.get(scalar.0 as usize).map(|scalar| scalar.name.name.clone())
            }
            ExprKind::Launch(var, axis) => Some(self.fixed.launch.name(*var, *axis)),
            ExprKind::Length(array, _) => self.fixed.arrays.get(array.0 as usize).map(|a| format!("{}.length", a.name)),
            ExprKind::Read(place) => self.named(place, who),
            _ => None,
        };
        // A quantified one has no value here.
        if let (Some(label), Ok(value)) = (label, eval(expr, &mut self.view(who))) {
            if out.len() < MOST && !out.iter().any(|shown| shown.label == label) {
                out.push(Shown { label, value: value.to_string(), thread: 0 });
            }
        }
        children(expr).into_iter().for_each(|child| self.leaves(child, who, out));
    }

    /// An element with its indices.
    fn named(&self, place: &'p Place, who: Who) -> Option<String> {
        let mut view = self.view(who);
        let index = place.index.iter().map(|index| eval(index, &mut view).ok()).collect::<Option<Vec<Value>>>()?;
        let index: Option<Vec<_>> = index.iter().map(|value| value.as_int().cloned()).collect();
        let Heap::Array(array) = place.heap;
        let location = view.locate(array, &index?, place.node).ok()?;
        Some(self.show(location))
    }
}
