//! The mutants of a list: of statements, of a contract's clauses, or of a kernel's members.
//!
//! In: the list. Out: lists that may take its place, each with the index at which it changed.

use super::build::binary;
use super::operator::{Change, Operator};
use ir::{AtomicOrder, AtomicScope, BinaryOp, ClauseKind};
use syntax::pvl::ast::{Block, Clause, Exit, Expr, ExprKind, Member, MemberKind, Stmt, StmtKind, Target};
use syntax::pvl::StmtPart;

/// A mutant of a list: the operator, the index of the change, the new list.
pub type ListMutation<T> = (Operator, usize, Vec<T>);

fn without<T: Clone>(list: &[T], index: usize) -> Vec<T> {
    list.iter().enumerate().filter(|(n, _)| *n != index).map(|(_, item)| item.clone()).collect()
}

fn with<T: Clone>(list: &[T], index: usize, new: T) -> Vec<T> {
    list.iter().enumerate().map(|(n, item)| if n == index { new.clone() } else { item.clone() }).collect()
}

/// Mutants of a block.
pub fn of_block(stmts: &[Stmt]) -> Vec<ListMutation<Stmt>> {
    let mut out = Vec::new();
    for (n, stmt) in stmts.iter().enumerate() {
        let put = |kind: StmtKind| with(stmts, n, Stmt { kind, ..stmt.clone() });
        match &stmt.kind {
            StmtKind::Declare(ty, names) => {
                let bare = names.iter().map(|(name, _)| (name.clone(), None)).collect();
                out.push((Operator::DeleteStatement, n, put(StmtKind::Declare(*ty, bare))));
            }
            StmtKind::Assign(target, value) => {
                out.push((Operator::DeleteStatement, n, without(stmts, n)));
                let assigned = assignments(target, value).into_iter();
                out.extend(assigned.map(|v| (Operator::Assignment, n, put(StmtKind::Assign(target.clone(), v)))));
            }
            StmtKind::Store(place, value) => {
                out.push((Operator::DeleteStatement, n, without(stmts, n)));
                let assigned = of_place(place, value).into_iter();
                out.extend(assigned.map(|v| (Operator::Assignment, n, put(StmtKind::Store(place.clone(), v)))));
            }
            StmtKind::If(guard, then, other) => {
                out.push((Operator::DeleteStatement, n, without(stmts, n)));
                out.push((Operator::DropCondition, n, put(StmtKind::Block(then.clone()))));
                let other = other.clone().unwrap_or_default();
                let swapped = StmtKind::If(guard.clone(), other.clone(), Some(then.clone()));
                out.push((Operator::SwapBranches, n, put(swapped)));
                if !other.stmts.is_empty() {
                    out.push((Operator::DropCondition, n, put(StmtKind::Block(other))));
                }
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                out.push((Operator::DeleteStatement, n, without(stmts, n)));
            }
            StmtKind::Barrier { global, local, of, opens, contract } => {
                out.push((Operator::DeleteBarrier, n, without(stmts, n)));
                for (g, l) in [(false, false), (false, true), (true, false), (true, true)] {
                    if (g, l) != (*global, *local) {
                        let other = StmtKind::Barrier {
                            global: g,
                            local: l,
                            of: of.clone(),
                            opens: opens.clone(),
                            contract: contract.clone(),
                        };
                        out.push((Operator::Fence, n, put(other)));
                    }
                }
            }
            StmtKind::Assert(_) | StmtKind::Fold { .. } => out.push((Operator::DeleteAssert, n, without(stmts, n))),
            StmtKind::Atomic { order, scope, opens, body } => {
                out.push((Operator::DropAtomic, n, put(StmtKind::Block(body.clone()))));
                let with = |order, scope| StmtKind::Atomic { order, scope, opens: opens.clone(), body: body.clone() };
                if *order == AtomicOrder::Synchronising {
                    out.push((Operator::AtomicOrder, n, put(with(AtomicOrder::Relaxed, *scope))));
                }
                if *scope == AtomicScope::Launch {
                    out.push((Operator::AtomicScope, n, put(with(*order, AtomicScope::Group))));
                }
            }
            StmtKind::Call(..) | StmtKind::Invoke(_) | StmtKind::Given { .. } => {
                out.push((Operator::DeleteCall, n, without(stmts, n)));
            }
            StmtKind::Exit(exit) => {
                out.push((Operator::DeleteExit, n, without(stmts, n)));
                let other = match exit {
                    Exit::Break => Some(Exit::Continue),
                    Exit::Continue => Some(Exit::Break),
                    Exit::Return(_) => None,
                };
                out.extend(other.map(|other| (Operator::OtherExit, n, put(StmtKind::Exit(other)))));
            }
            StmtKind::DeclareArray(..) | StmtKind::DeclareDevice(..) | StmtKind::Label(_) => {}
            // Nothing is proved with a fence, so a mutant without it would be equivalent.
            StmtKind::Fence(_) => {}
            StmtKind::Streams(_) | StmtKind::Event(..) => {}
            StmtKind::Par(_) | StmtKind::Parallel(_) | StmtKind::Launch { .. } | StmtKind::CopyIn(..) => {
                out.push((Operator::DeleteCall, n, without(stmts, n)))
            }
            StmtKind::Send(_) | StmtKind::Receive(..) => {}
            StmtKind::Sync(..) => out.push((Operator::DeleteCall, n, without(stmts, n))),
            StmtKind::Synchronized(_, body) => {
                out.push((Operator::DropAtomic, n, put(StmtKind::Block(body.clone()))));
            }
            StmtKind::Assume(_) | StmtKind::Inhale(_) | StmtKind::Exhale(_) | StmtKind::Refute(_) => {}
            StmtKind::Ghost { .. } => {}
            StmtKind::Block(Block { .. }) | StmtKind::Share { .. } => {}
        }
        // Moving an `assert` changes a hint, and not the program.
        let movable = |s: &&Stmt| !matches!(s.kind, StmtKind::Assert(_) | StmtKind::Refute(_) | StmtKind::Fold { .. });
        if let Some(next) = stmts.get(n + 1).filter(movable).filter(|_| movable(&stmt)) {
            out.push((Operator::SwapStatements, n, with(&with(stmts, n, next.clone()), n + 1, stmt.clone())));
        }
    }
    out
}

/// For `x op= e` the right side `x op e`: once without the operator, and once with it added.
fn assignments(target: &Target, value: &Expr) -> Vec<Expr> {
    let kind = if target.index.is_empty() {
        ExprKind::Name(target.name.text.clone())
    } else {
        ExprKind::Index(target.name.clone(), target.index.clone())
    };
    of_place(&Expr { kind, at: target.at }, value)
}

/// The same for a location.
fn of_place(own: &Expr, value: &Expr) -> Vec<Expr> {
    match &value.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod, _, l, r)
            if **l == *own =>
        {
            vec![r.as_ref().clone()]
        }
        _ => [BinaryOp::Add, BinaryOp::Sub].into_iter().map(|op| binary(op, own, value)).collect(),
    }
}

/// The mutants of a contract, with how its claim changed: [`Change::Weaker`] if less is claimed.
pub fn of_contract(clauses: &[Clause]) -> Vec<(ListMutation<Clause>, Change)> {
    let mut out = Vec::new();
    for (n, clause) in clauses.iter().enumerate() {
        out.push(((Operator::DropClause, n, without(clauses, n)), dropped(clause.kind)));
        for (to, change) in kinds(clause.kind) {
            let other = Clause { kind: to, ..clause.clone() };
            out.push(((Operator::ClauseKind, n, with(clauses, n, other)), change));
        }
    }
    out
}

/// The mutants of a kernel's members: of its clauses of the group and the kernel.
pub fn of_members(members: &[Member]) -> Vec<(ListMutation<Member>, Change)> {
    let mut out = Vec::new();
    for (n, member) in members.iter().enumerate() {
        let MemberKind::Clause(level, clause) = &member.kind else { continue };
        out.push(((Operator::DropClause, n, without(members, n)), dropped(clause.kind)));
        for (to, change) in kinds(clause.kind) {
            let kind = MemberKind::Clause(*level, Clause { kind: to, ..clause.clone() });
            out.push(((Operator::ClauseKind, n, with(members, n, Member { kind, ..member.clone() })), change));
        }
    }
    out
}

fn dropped(kind: ClauseKind) -> Change {
    match kind {
        ClauseKind::Ensures => Change::Weaker,
        ClauseKind::Requires | ClauseKind::Context | ClauseKind::Invariant | ClauseKind::Decreases => Change::Other,
    }
}

fn kinds(kind: ClauseKind) -> Vec<(ClauseKind, Change)> {
    match kind {
        ClauseKind::Requires => vec![(ClauseKind::Ensures, Change::Other), (ClauseKind::Context, Change::Stronger)],
        ClauseKind::Ensures => vec![(ClauseKind::Requires, Change::Weaker), (ClauseKind::Context, Change::Weaker)],
        ClauseKind::Context => vec![(ClauseKind::Requires, Change::Weaker), (ClauseKind::Ensures, Change::Other)],
        ClauseKind::Invariant | ClauseKind::Decreases => vec![],
    }
}

/// Whether two neighbouring statements may be swapped, by their syntax: neither is a barrier, and neither writes a
/// variable that the other mentions.
pub fn are_independent(a: &Stmt, b: &Stmt) -> bool {
    let (Some(a), Some(b)) = (touched(a), touched(b)) else { return false };
    let apart = |writes: &[String], all: &[String]| !writes.iter().any(|name| all.contains(name));
    apart(&a.0, &b.0) && apart(&a.0, &b.1) && apart(&b.0, &a.1)
}

/// The names that a statement writes, and those that it reads; `None` if it is no assignment.
fn touched(stmt: &Stmt) -> Option<(Vec<String>, Vec<String>)> {
    if !matches!(stmt.kind, StmtKind::Declare(..) | StmtKind::Assign(..)) {
        return None;
    }
    let (mut written, mut read) = (Vec::new(), Vec::new());
    stmt.each_part(&mut |part| {
        if let StmtPart::Declares(name) | StmtPart::Writes(name) = part {
            written.push(name.text.clone());
        }
    });
    stmt.exprs(&mut |e| names_in(e, &mut read));
    Some((written, read))
}

fn names_in(e: &Expr, out: &mut Vec<String>) {
    match &e.kind {
        ExprKind::Name(text) => out.push(text.clone()),
        ExprKind::Index(name, index) => {
            out.push(name.text.clone());
            index.iter().for_each(|i| names_in(i, out));
        }
        _ => crate::tree::parts(e).into_iter().for_each(|part| names_in(part, out)),
    }
}
