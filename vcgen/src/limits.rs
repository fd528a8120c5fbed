//! Finds code that could overflow if `int` were a type of machine integers.
//!
//! In: a kernel, procedure or function. Out: whether its code computes sums, differences or products of mathematical
//! integers. For such an item, a proof says nothing about overflow, and the command says so.

use ir::{BinaryOp, Block, Expr, ExprKind, ItemId, Program, Type, UnaryOp};

/// Whether the code of an item computes with mathematical integers, which have no limits.
pub fn are_missing(program: &Program, id: ItemId) -> bool {
    match id {
        ItemId::Kernel(id) => program.kernel(id).is_some_and(|k| k.launch == Type::Int && computes(&k.body)),
        ItemId::Procedure(id) => program.procedure(id).is_some_and(|p| {
            let kernel = p.kernel.and_then(|id| program.kernel(id)).is_some_and(|k| k.launch.width().is_some());
            let machine = kernel || p.vars.iter().any(|decl| decl.ty.width().is_some());
            !machine && p.body.as_ref().is_some_and(computes)
        }),
        // Pure functions belong to specifications, which compute with mathematical integers anyway.
        ItemId::Function(_) => false,
    }
}

/// Whether some expression of the code computes an integer that may exceed every limit.
fn computes(body: &Block) -> bool {
    let mut found = false;
    body.each(&mut |stmt| {
        // The expression of an `assert` is a specification.
        let code = !matches!(stmt.kind, ir::StmtKind::Assert(_) | ir::StmtKind::Assume(_));
        stmt.exprs(&mut |e| found |= code && e.any(&may_grow));
    });
    found
}

/// Whether the value of an operation may be further from 0 than its operands are.
fn may_grow(e: &Expr) -> bool {
    let grows = |op: &BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
    let operation = matches!(&e.kind, ExprKind::Binary(op, ..) if grows(op));
    e.ty == Type::Int && (operation || matches!(e.kind, ExprKind::Unary(UnaryOp::Neg, _)))
}
