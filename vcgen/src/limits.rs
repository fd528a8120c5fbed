//! Finds code that could overflow if `int` were a type of machine integers.
//!
//! In: a kernel, procedure or function. Out: whether its code computes mathematical integers that may be larger than
//! what it computes them from, also through the pure functions that it calls, or mentions an integer that does not fit
//! into 32 bits. For such an item, a proof says nothing about overflow, and the command says so.

use std::collections::BTreeSet;

use ir::{BinaryOp, Bits, Block, Expr, ExprKind, FnId, Intrinsic, ItemId, Program, Says, Type, UnaryOp, VarDecl};
use logic::syntactic;

/// Whether the code of an item computes with mathematical integers, which have no limits.
pub fn are_missing(program: &Program, id: ItemId) -> bool {
    let machine = program.kernel_of(id).is_some_and(|k| k.launch.width().is_some());
    match id {
        ItemId::Kernel(id) => program.kernel(id).is_some_and(|k| !machine && computes(program, &k.vars, &k.body)),
        ItemId::Procedure(id) => program.procedure(id).is_some_and(|p| {
            let machine = machine || p.vars.iter().any(|decl| decl.ty.width().is_some());
            !machine && p.body.as_ref().is_some_and(|body| computes(program, &p.vars, body))
        }),
        // Pure functions belong to specifications, which compute with mathematical integers anyway. Where code calls
        // one, the code is asked.
        ItemId::Function(_) => false,
    }
}

/// Whether some expression of the code, or a length of its private arrays, is an integer that may exceed every limit.
fn computes(program: &Program, vars: &[VarDecl], body: &Block) -> bool {
    let mut called = BTreeSet::new();
    let mut found = vars.iter().flat_map(|v| &v.dims).any(|e| grows(program, e, &mut called));
    body.each(&mut |stmt| {
        // The expression of an `assert` is a specification.
        let code = matches!(stmt.outline().says, None | Some(Says::Computes(_)));
        stmt.exprs(&mut |e| found = found || code && grows(program, e, &mut called));
    });
    found
}

/// Whether the value of the expression, or of one inside it, may exceed every limit. `called` has the functions that
/// were looked at before.
fn grows(program: &Program, e: &Expr, called: &mut BTreeSet<FnId>) -> bool {
    let functions: Vec<FnId> = syntactic::calls(e).into_iter().filter(|f| called.insert(*f)).collect();
    let of_function = |f: FnId, called: &mut BTreeSet<FnId>| {
        // Nothing is known of the values of a function without body.
        let Some(function) = program.function(f) else { return true };
        function.body.as_ref().map_or(function.ret == Type::Int, |body| grows(program, body, called))
    };
    e.any(&may_grow) || functions.into_iter().any(|f| of_function(f, called))
}

/// Whether the value of an operation may be further from 0 than its operands are, or may need more than 32 bits where
/// they do not.
fn may_grow(e: &Expr) -> bool {
    let positive = |e: &Expr| matches!(&e.kind, ExprKind::Int(n) if *n > dashu::integer::IBig::ZERO);
    let grows = match &e.kind {
        ExprKind::Int(n) => i32::try_from(n).is_err(),
        ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => true,
        // The least integer of a type divided by -1 is no value of the type.
        ExprKind::Binary(BinaryOp::Div, _, by) => !positive(by),
        ExprKind::Intrinsic(Intrinsic::Quot, args) => !args.get(1).is_some_and(positive),
        ExprKind::Intrinsic(Intrinsic::ToInt(_) | Intrinsic::Bits(Bits::Shl, _) | Intrinsic::Not(_), _) => true,
        ExprKind::Intrinsic(Intrinsic::Wrap(width) | Intrinsic::Checked(width), _) => {
            i32::try_from(&width.least()).is_err() || i32::try_from(&width.greatest()).is_err()
        }
        _ => false,
    };
    e.ty == Type::Int && grows
}
