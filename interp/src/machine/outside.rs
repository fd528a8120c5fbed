//! The values that a false precondition reads, for the report.
//!
//! In: the node of the part that is false, and the member for which it is false. Out: the names and elements in it with
//! their values.

use ir::{Expr, ExprKind, Node, Place, ValueOf};

use super::state::Machine;
use crate::env::Env;
use crate::eval::eval;
use crate::member::Member;
use crate::report::Shown;
use crate::value::Value;

/// How many values are shown at most.
const MOST: usize = 12;

/// The part of an expression that is this node.
fn part(expr: &Expr, node: Node) -> Option<&Expr> {
    let mut found = None;
    expr.each(&mut |part| {
        if part.node == node {
            found = found.or(Some(part));
        }
    });
    found
}

impl<'p> Machine<'p> {
    /// The values that the false part of a precondition looked at, in the order of the text.
    pub(super) fn looked_at(&self, node: Node, who: Member) -> Vec<Shown> {
        let kernel = self.fixed.kernel;
        let mut clauses = kernel.contracts().flat_map(|contract| &contract.clauses);
        let Some(expr) = clauses.find_map(|clause| part(&clause.expr, node)) else { return Vec::new() };
        let mut out = Vec::new();
        self.leaves(expr, who, &mut out);
        out
    }

    fn leaves(&self, expr: &'p Expr, who: Member, out: &mut Vec<Shown>) {
        expr.each(&mut |part| {
            let label = match &part.kind {
                ExprKind::Scalar(scalar) => {
                    self.fixed.kernel.scalars.get(scalar.0 as usize).map(|scalar| scalar.name.name.clone())
                }
                ExprKind::Launch(var, axis) => Some(self.fixed.launch.name(*var, *axis)),
                ExprKind::Length(array, _) => self.declared(*array, None).map(|(name, _)| format!("{name}.length")),
                ExprKind::Read(place) => self.named(place, who),
                _ => None,
            };
            // A part that mentions a bound variable has no value here.
            if let (Some(label), Ok(value)) = (label, eval(part, &mut self.view(who))) {
                if out.len() < MOST && !out.iter().any(|shown| shown.label == label) {
                    out.push(Shown { of: ValueOf::the(part), label, value: value.to_string(), thread: 0 });
                }
            }
        });
    }

    /// An element with its indices.
    fn named(&self, place: &'p Place, who: Member) -> Option<String> {
        let mut view = self.view(who);
        let index = place.index.iter().map(|index| eval(index, &mut view).ok()).collect::<Option<Vec<Value>>>()?;
        let index: Option<Vec<_>> = index.iter().map(|value| value.as_int().cloned()).collect();
        let location = view.locate(place.heap, &index?, place.node).ok()?;
        Some(self.show(location))
    }
}
