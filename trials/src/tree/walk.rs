//! Visits the spots of a file in their order: items, members, clauses and statements as they are written, and each
//! expression before its parts.
//!
//! In: a file, and a visitor. Out: nothing. A visitor may replace what is at a spot, which changes the file; the
//! numbers of spots behind the first replacement then mean nothing.

use super::{Array, Context, Part, Polarity, Spot, Use};
use ir::{BinaryOp, ClauseKind, QuantKind, UnaryOp};
use syntax::pvl::ast::{
    Block, ClassPartKind, Clause, Expr, ExprKind, File, Function, Item, Kernel, MemberKind, Procedure, Stmt, StmtKind,
};
use syntax::pvl::StmtPartMut;

type Visitor<'v> = dyn FnMut(Spot<'_>, &Context) + 'v;

/// Visits every spot of a file.
pub fn walk(file: &mut File, visit: &mut Visitor<'_>) {
    for item in &mut file.items {
        match item {
            Item::Kernel(k) => kernel(k, visit),
            Item::Function(f) => function(f, &context(Part::Contract, vec![]), visit),
            Item::Procedure(p) => procedure(p, &context(Part::Code, vec![]), visit),
            // Whether the body of a resource promises or demands depends on its uses.
            Item::Resource(_) => {}
            Item::Enum(_) => {}
            Item::Class(class) => class.parts.iter_mut().for_each(|part| match &mut part.kind {
                ClassPartKind::Fields(_) | ClassPartKind::Resource(_) | ClassPartKind::Axiom(_) => {}
                ClassPartKind::Function(f) => function(f, &context(Part::Contract, vec![]), visit),
                ClassPartKind::Procedure(p) | ClassPartKind::Constructor(p) => {
                    procedure(p, &context(Part::Code, vec![]), visit)
                }
            }),
        }
    }
}

fn context(part: Part, arrays: Vec<Array>) -> Context {
    Context { part, clause: None, usage: Use::Value, polarity: Polarity::Neither, in_old: false, arrays }
}

impl Context {
    fn of(&self, part: Part) -> Self {
        context(part, self.arrays.clone())
    }

    fn used(&self, usage: Use, polarity: Polarity) -> Self {
        Self { usage, polarity, ..self.clone() }
    }
}

fn kernel(kernel: &mut Kernel, visit: &mut Visitor<'_>) {
    let mut arrays: Vec<Array> = Vec::new();
    let mut stores = Vec::new();
    for member in &kernel.members {
        if let MemberKind::Memory { space, dims, names, .. } = &member.kind {
            let named = names.iter().filter(|_| !dims.is_empty());
            let (dims, space) = (dims.len(), *space);
            arrays.extend(named.map(|n| Array { name: n.text.clone(), dims, space, written: false }));
        }
        match &member.kind {
            MemberKind::Main { body, .. } | MemberKind::Procedure(Procedure { body: Some(body), .. }) => {
                written(body, &mut stores);
            }
            MemberKind::Procedure(_)
            | MemberKind::Memory { .. }
            | MemberKind::Function(_)
            | MemberKind::Resource(_)
            | MemberKind::Invariant(..)
            | MemberKind::Clause(..) => {}
        }
    }
    arrays.iter_mut().for_each(|a| a.written = stores.contains(&a.name));
    let code = context(Part::Code, arrays);
    let contract = code.of(Part::Contract);
    visit(Spot::Members(&mut kernel.members), &contract);
    for member in &mut kernel.members {
        match &mut member.kind {
            MemberKind::Memory { dims, .. } => dims.iter_mut().for_each(|dim| expr(dim, &code, visit)),
            MemberKind::Function(f) => function(f, &contract, visit),
            MemberKind::Procedure(p) => procedure(p, &code, visit),
            MemberKind::Resource(_) => {}
            MemberKind::Clause(_, c) => clause(c, &contract, visit),
            MemberKind::Invariant(_, _, e) => expr(e, &contract, visit),
            MemberKind::Main { contract: clauses, body } => {
                self::clauses(clauses, &contract, visit);
                block(body, &code, visit);
            }
        }
    }
}

/// Collects the names that the block assigns to.
fn written(block: &Block, out: &mut Vec<String>) {
    block.each(&mut |stmt| {
        if let StmtKind::Assign(target, _) = &stmt.kind {
            out.push(target.name.text.clone());
        }
    });
}

fn procedure(procedure: &mut Procedure, code: &Context, visit: &mut Visitor<'_>) {
    clauses(&mut procedure.contract, &code.of(Part::Contract), visit);
    procedure.decreases.iter_mut().flat_map(|m| &mut m.exprs).for_each(|e| expr(e, &code.of(Part::Hint), visit));
    procedure.body.iter_mut().for_each(|body| block(body, code, visit));
}

fn function(function: &mut Function, cx: &Context, visit: &mut Visitor<'_>) {
    clauses(&mut function.contract, cx, visit);
    function.decreases.iter_mut().flat_map(|m| &mut m.exprs).for_each(|e| expr(e, &cx.of(Part::Hint), visit));
    if let Some(body) = &mut function.body {
        expr(body, &cx.of(Part::Definition), visit);
    }
}

fn clauses(clauses: &mut Vec<Clause>, cx: &Context, visit: &mut Visitor<'_>) {
    visit(Spot::Clauses(clauses), cx);
    clauses.iter_mut().for_each(|c| clause(c, cx, visit));
}

fn clause(clause: &mut Clause, cx: &Context, visit: &mut Visitor<'_>) {
    let used = match clause.kind {
        ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::Context | ClauseKind::Invariant => {
            cx.used(Use::Assertion, Polarity::Positive)
        }
        ClauseKind::Decreases => cx.used(Use::Value, Polarity::Neither),
    };
    let inside = Context { clause: Some(clause.kind), ..used };
    std::iter::once(&mut clause.expr).chain(&mut clause.more).for_each(|e| expr(e, &inside, visit));
}

fn block(block: &mut Block, code: &Context, visit: &mut Visitor<'_>) {
    visit(Spot::Stmts(&mut block.stmts), code);
    block.stmts.iter_mut().for_each(|s| stmt(s, code, visit));
}

fn stmt(stmt: &mut Stmt, code: &Context, visit: &mut Visitor<'_>) {
    let hint = code.of(Part::Hint);
    let guard = code.used(Use::Guard, Polarity::Neither);
    let goes_on = code.used(Use::LoopGuard, Polarity::Neither);
    let index = code.used(Use::Index, Polarity::Neither);
    let asserted = Context { clause: Some(ClauseKind::Ensures), ..hint.used(Use::Assertion, Polarity::Positive) };
    stmt.each_part_mut(&mut |part| match part {
        StmtPartMut::Clauses(own) => clauses(own, &hint, visit),
        StmtPartMut::Says(e) => expr(e, &asserted, visit),
        StmtPartMut::Index(e) => expr(e, &index, visit),
        StmtPartMut::Value(e) => expr(e, code, visit),
        // The call itself stays a call, and the location a location.
        StmtPartMut::Place(e) | StmtPartMut::Invokes(e) => parts(e, code, visit),
        StmtPartMut::Condition(e) => expr(e, &guard, visit),
        StmtPartMut::Guard(e) => expr(e, &goes_on, visit),
        StmtPartMut::Head(head) => self::stmt(head, code, visit),
        StmtPartMut::Block(inner) => block(inner, code, visit),
        StmtPartMut::Declares(_) | StmtPartMut::Writes(_) => {}
    });
}

fn expr(e: &mut Expr, cx: &Context, visit: &mut Visitor<'_>) {
    visit(Spot::Expr(e), cx);
    parts(e, cx, visit);
}

/// Visits the parts of an expression.
fn parts(e: &mut Expr, cx: &Context, visit: &mut Visitor<'_>) {
    let value = cx.used(Use::Value, Polarity::Neither);
    let index = cx.used(Use::Index, Polarity::Neither);
    match &mut e.kind {
        ExprKind::New(_, lengths) => lengths.iter_mut().for_each(|length| expr(length, &value, visit)),
        ExprKind::LengthOf(array) => expr(array, &value, visit),
        ExprKind::NewObject(_, args) => args.iter_mut().for_each(|a| expr(a, &value, visit)),
        // What stands in front of a dot or a bracket is a reference, and no value that another one could replace.
        ExprKind::Field(object, _) => parts(object, &value, visit),
        ExprKind::Method(object, _, args) => {
            parts(object, &value, visit);
            args.iter_mut().for_each(|a| expr(a, &value, visit));
        }
        ExprKind::ElementOf(array, indices) => {
            parts(array, &value, visit);
            indices.iter_mut().for_each(|i| expr(i, &index, visit));
        }
        ExprKind::Elements(array) => expr(array, cx, visit),
        ExprKind::ResultIndex(indices) | ExprKind::Index(_, indices) => {
            indices.iter_mut().for_each(|i| expr(i, &index, visit))
        }
        ExprKind::Unary(UnaryOp::Not, inner) => expr(inner, &cx.used(Use::Assertion, cx.polarity.flipped()), visit),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::IntToFrac, inner) => expr(inner, &value, visit),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Star, _, l, r) => {
            expr(l, &cx.used(Use::Assertion, cx.polarity), visit);
            expr(r, &cx.used(Use::Assertion, cx.polarity), visit);
        }
        ExprKind::Binary(BinaryOp::Implies, _, l, r) => {
            expr(l, &cx.used(Use::Guard, cx.polarity.flipped()), visit);
            expr(r, &cx.used(Use::Assertion, cx.polarity), visit);
        }
        ExprKind::Binary(_, _, l, r) => {
            // The parts of an amount are amounts, too.
            let part = if cx.usage == Use::Amount { cx.clone() } else { value };
            expr(l, &part, visit);
            expr(r, &part, visit);
        }
        ExprKind::Cond(guard, then, other) => {
            expr(guard, &cx.used(Use::Guard, Polarity::Neither), visit);
            expr(then, cx, visit);
            expr(other, cx, visit);
        }
        ExprKind::Quant { kind, binders, range, body } => {
            let bounds = binders.iter_mut().filter_map(|(_, _, bounds)| bounds.as_mut());
            bounds.for_each(|(lo, hi)| {
                expr(lo, &value, visit);
                expr(hi, &value, visit);
            });
            let polarity = match kind {
                QuantKind::Forall | QuantKind::Star => cx.polarity.flipped(),
                QuantKind::Exists => cx.polarity,
            };
            range.iter_mut().for_each(|r| expr(r, &cx.used(Use::Assertion, polarity), visit));
            expr(body, &cx.used(Use::Assertion, cx.polarity), visit);
        }
        ExprKind::Reduce { binders, range, body, .. } => {
            let bounds = binders.iter_mut().filter_map(|(_, _, bounds)| bounds.as_mut());
            bounds.for_each(|(lo, hi)| {
                expr(lo, &value, visit);
                expr(hi, &value, visit);
            });
            range.iter_mut().for_each(|r| expr(r, &cx.used(Use::Assertion, Polarity::Neither), visit));
            expr(body, &value, visit);
        }
        ExprKind::Collection(_) => e.parts_mut(&mut |part| expr(part, &value, visit)),
        ExprKind::Trigger(inner) => inner.iter_mut().for_each(|i| expr(i, cx, visit)),
        ExprKind::Old(_, inner) => expr(inner, &Context { in_old: true, ..cx.clone() }, visit),
        ExprKind::Call(_, args) | ExprKind::Intrinsic { args, .. } => {
            args.iter_mut().for_each(|a| expr(a, &value, visit))
        }
        ExprKind::Reveal(call) => expr(call, &value, visit),
        ExprKind::Perm(place, amount) | ExprKind::Percent(place, amount) => {
            expr(place, &cx.used(Use::Place, Polarity::Neither), visit);
            expr(amount, &cx.used(Use::Amount, cx.polarity), visit);
        }
        ExprKind::PointsTo(place, amount, v) => {
            expr(place, &cx.used(Use::Place, Polarity::Neither), visit);
            expr(amount, &cx.used(Use::Amount, cx.polarity), visit);
            expr(v, &value, visit);
        }
        ExprKind::Scaled(amount, used) => {
            expr(amount, &cx.used(Use::Amount, cx.polarity), visit);
            expr(used, cx, visit);
        }
        ExprKind::Unfolding(_, inner) => expr(inner, cx, visit),
        ExprKind::Let(_, _, bound, inner) => {
            expr(bound, &value, visit);
            expr(inner, cx, visit);
        }
        ExprKind::Int(_)
        | ExprKind::Float(..)
        | ExprKind::Bool(_)
        | ExprKind::Write
        | ExprKind::Read
        | ExprKind::NoAmount
        | ExprKind::AtomicAmount
        | ExprKind::Name(_)
        | ExprKind::Result
        | ExprKind::Qualified(_)
        | ExprKind::Along(..)
        | ExprKind::Length(..) => {}
    }
}
