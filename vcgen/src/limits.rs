//! Whether machine integers could make a difference.
//!
//! In: an item. Out: whether its code computes with integers that have no limits, as no machine does.

use ir::{BinaryOp, Block, Expr, ExprKind, ItemId, Program, Type, UnaryOp};

/// Whether the code of an item gives integers that could be too large for a machine.
pub fn are_missing(program: &Program, id: ItemId) -> bool {
    match id {
        ItemId::Kernel(id) => program.kernel(id).is_some_and(|k| k.launch == Type::Int && computes(&k.body)),
        ItemId::Procedure(id) => program.procedure(id).is_some_and(|p| {
            let code = p.body.as_ref().is_some_and(computes);
            code && !p.vars.iter().any(|decl| decl.ty.width().is_some())
        }),
        // What pure functions compute belongs to specifications.
        ItemId::Function(_) => false,
    }
}

fn computes(body: &Block) -> bool {
    let mut found = false;
    body.each(&mut |stmt| {
        // What an `assert` says is no code.
        let code = !matches!(stmt.kind, ir::StmtKind::Assert(_) | ir::StmtKind::Assume(_));
        stmt.exprs(&mut |e| found |= code && e.any(&may_grow));
    });
    found
}

fn may_grow(e: &Expr) -> bool {
    let grows = |op: &BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
    let operation = matches!(&e.kind, ExprKind::Binary(op, ..) if grows(op));
    e.ty == Type::Int && (operation || matches!(e.kind, ExprKind::Unary(UnaryOp::Neg, _)))
}
