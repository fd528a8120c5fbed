//! Conditions of the code that depend on data.
//!
//! In: the body of a kernel, and an array. Out: whether a branch or loop may depend on elements of the array in a way
//! that the conditions of paths do not say.

use ir::{Block, Expr, ExprKind, Heap, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a condition mentions a variable that has one value or another because of elements of an array: in
/// `int f = 0; if (a[i] < 0) f = 1; if (f) …`, what stands under `f` happens for some elements only.
pub fn decide_by_variables(body: &Block, heap: Heap) -> bool {
    let all = mentioned(&[body]);
    // The variables computed from elements, and those that have different values because of elements.
    let (mut of_data, mut chosen): (BTreeSet<VarId>, BTreeSet<VarId>) = Default::default();
    loop {
        let before = (of_data.len(), chosen.len());
        body.each(&mut |stmt| match &stmt.kind {
            StmtKind::Declare(v, Some(e)) | StmtKind::Assign(v, e) => {
                if depends(e, heap, &of_data) {
                    let _ = of_data.insert(*v);
                }
                let by_choice = |part: &Expr| match &part.kind {
                    ExprKind::Var(v) => chosen.contains(v),
                    ExprKind::Cond(c, ..) => depends(c, heap, &of_data),
                    _ => false,
                };
                if e.any(&by_choice) {
                    let _ = chosen.insert(*v);
                }
            }
            StmtKind::If(c, then, other) if depends(c, heap, &of_data) || depends(c, heap, &chosen) => {
                // A variable that is used in the branches only is no sign of the condition.
                let inside = mentioned(&[then, other]);
                let outside = |v: &VarId| all.get(v) > inside.get(v);
                for block in [then, other] {
                    block.each(&mut |stmt| match &stmt.kind {
                        StmtKind::Declare(v, _) | StmtKind::Assign(v, _) if outside(v) => drop(chosen.insert(*v)),
                        _ => {}
                    });
                }
            }
            _ => {}
        });
        if before == (of_data.len(), chosen.len()) {
            break;
        }
    }
    let mut found = false;
    body.each(&mut |stmt| match &stmt.kind {
        StmtKind::If(c, ..) | StmtKind::While { guard: c, .. } => {
            found |= c.any(&|part| matches!(part.kind, ExprKind::Var(v) if chosen.contains(&v)));
        }
        _ => {}
    });
    found
}

/// Whether an expression reads an element of the array, or mentions one of these variables.
fn depends(e: &Expr, heap: Heap, vars: &BTreeSet<VarId>) -> bool {
    e.any(&|part| match &part.kind {
        ExprKind::Read(place) => place.heap == heap,
        ExprKind::Var(v) => vars.contains(v),
        _ => false,
    })
}

/// How often the expressions of some blocks mention each variable.
fn mentioned(blocks: &[&Block]) -> BTreeMap<VarId, usize> {
    let mut out = BTreeMap::new();
    for block in blocks {
        block.each_expr(&mut |whole| {
            whole.each(&mut |part| {
                if let ExprKind::Var(v) = part.kind {
                    *out.entry(v).or_insert(0_usize) += 1;
                }
            });
        });
    }
    out
}
