//! Procedures whose preconditions give permissions for families of locations that could overlap.
//!
//! At most the whole permission of a location exists. So a precondition with two families of whole permissions that
//! meet in a location contradicts itself, as one with `a[0 .. 2]` and `a[1 .. 3]` does. The hypotheses of the claim
//! that the precondition can hold say so for the first location of each family only. A model of the solver may break
//! the law at other locations, and is no evidence then.
//!
//! In: a procedure. Out: whether two families of its precondition could meet.

use ir::{ExprKind, Heap, Procedure, QuantKind};

/// Whether the precondition of a procedure has two families of permissions for the elements of arrays of one type, or
/// for one field.
pub fn may_overlap(procedure: &Procedure) -> bool {
    let mut heaps: Vec<Heap> = Vec::new();
    for clause in procedure.contract.pre() {
        clause.expr.each(&mut |e| {
            let ExprKind::Quant(quant) = &e.kind else { return };
            if quant.kind == QuantKind::Star {
                quant.body.each(&mut |inner| {
                    if let ExprKind::Perm(place, _) | ExprKind::PointsTo(place, _, _) = &inner.kind {
                        heaps.push(place.heap);
                    }
                });
            }
        });
    }
    heaps.retain(|heap| matches!(heap, Heap::Elements(_) | Heap::Field(_)));
    let count = heaps.len();
    heaps.sort();
    heaps.dedup();
    heaps.len() < count
}
