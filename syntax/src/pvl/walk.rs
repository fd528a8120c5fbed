//! The direct parts of each node of a syntax tree, for all code that traverses trees.
//!
//! In: a part of a tree. Out: the parts directly inside of it, shared or mutable, in the order of the text.

use super::ast::{Block, Clause, Exit, Expr, ExprKind, Stmt, StmtKind};

/// Defines the traversal twice: for shared parts and for mutable parts.
macro_rules! parts {
    ($parts:ident, $exprs:ident, $clauses:ident, $heads:ident, $blocks:ident $(, $m:tt)?) => {
        impl Expr {
            /// Calls `visit` for each expression directly inside this one.
            pub fn $parts<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                match &$($m)? self.kind {
                    ExprKind::Int(_)
                    | ExprKind::Float(..)
                    | ExprKind::Bool(_)
                    | ExprKind::Write
                    | ExprKind::Read
                    | ExprKind::NoAmount
                    | ExprKind::Name(_)
                    | ExprKind::Result
                    | ExprKind::Along(..)
                    | ExprKind::Length(..) => {}
                    ExprKind::Index(_, parts)
                    | ExprKind::Trigger(parts)
                    | ExprKind::Call(_, parts)
                    | ExprKind::Intrinsic { args: parts, .. } => parts.into_iter().for_each(visit),
                    ExprKind::Unary(_, a) | ExprKind::Old(_, a) => visit(a),
                    ExprKind::Binary(_, _, a, b) | ExprKind::Perm(a, b) | ExprKind::Percent(a, b) => {
                        visit(a);
                        visit(b);
                    }
                    ExprKind::Cond(a, b, c) | ExprKind::PointsTo(a, b, c) => {
                        visit(a);
                        visit(b);
                        visit(c);
                    }
                    ExprKind::Quant { binders, range, body, .. } => {
                        for (_, _, bounds) in binders {
                            if let Some((low, high)) = bounds {
                                visit(low);
                                visit(high);
                            }
                        }
                        if let Some(range) = range {
                            visit(range);
                        }
                        visit(body);
                    }
                }
            }
        }

        impl Stmt {
            /// Calls `visit` for each expression that belongs to the statement itself, and not to its clauses or to
            /// statements inside of it.
            pub fn $exprs<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                match &$($m)? self.kind {
                    StmtKind::Declare(_, names) => {
                        for (_, value) in names {
                            value.into_iter().for_each(&mut *visit);
                        }
                    }
                    StmtKind::DeclareArray(_, parts, _) | StmtKind::Call(_, parts) => parts.into_iter().for_each(visit),
                    StmtKind::Assign(target, value) => {
                        (&$($m)? target.index).into_iter().for_each(&mut *visit);
                        visit(value);
                    }
                    StmtKind::If(e, ..)
                    | StmtKind::While { guard: e, .. }
                    | StmtKind::DoWhile { guard: e, .. }
                    | StmtKind::For { guard: e, .. }
                    | StmtKind::Assert(e)
                    | StmtKind::Assume(e)
                    | StmtKind::Exit(Exit::Return(Some(e))) => visit(e),
                    StmtKind::Exit(Exit::Break | Exit::Continue | Exit::Return(None))
                    | StmtKind::Barrier { .. }
                    | StmtKind::Block(_)
                    | StmtKind::Atomic { .. }
                    | StmtKind::Label(_) => {}
                }
            }

            /// The clauses of the statement itself, if it is a loop or a barrier.
            pub fn $clauses(&$($m)? self) -> Option<&$($m)? Vec<Clause>> {
                match &$($m)? self.kind {
                    StmtKind::While { invariants: clauses, .. }
                    | StmtKind::DoWhile { invariants: clauses, .. }
                    | StmtKind::For { invariants: clauses, .. }
                    | StmtKind::Barrier { contract: clauses, .. } => Some(clauses),
                    StmtKind::Declare(..)
                    | StmtKind::DeclareArray(..)
                    | StmtKind::Assign(..)
                    | StmtKind::Call(..)
                    | StmtKind::If(..)
                    | StmtKind::Assert(_)
                    | StmtKind::Assume(_)
                    | StmtKind::Block(_)
                    | StmtKind::Atomic { .. }
                    | StmtKind::Exit(_)
                    | StmtKind::Label(_) => None,
                }
            }

            /// Calls `visit` for the statements in the head of a `for`.
            pub fn $heads<'s>(&'s $($m)? self, visit: &mut impl FnMut(&'s $($m)? Stmt)) {
                if let StmtKind::For { init, update, .. } = &$($m)? self.kind {
                    for part in [init, update] {
                        if let Some(part) = part {
                            visit(part);
                        }
                    }
                }
            }

            /// Calls `visit` for each block directly inside the statement.
            pub fn $blocks<'b>(&'b $($m)? self, visit: &mut impl FnMut(&'b $($m)? Block)) {
                match &$($m)? self.kind {
                    StmtKind::If(_, then, other) => {
                        visit(then);
                        other.into_iter().for_each(visit);
                    }
                    StmtKind::While { body, .. }
                    | StmtKind::DoWhile { body, .. }
                    | StmtKind::For { body, .. }
                    | StmtKind::Block(body)
                    | StmtKind::Atomic { body, .. } => visit(body),
                    StmtKind::Declare(..)
                    | StmtKind::DeclareArray(..)
                    | StmtKind::Assign(..)
                    | StmtKind::Call(..)
                    | StmtKind::Barrier { .. }
                    | StmtKind::Assert(_)
                    | StmtKind::Assume(_)
                    | StmtKind::Exit(_)
                    | StmtKind::Label(_) => {}
                }
            }
        }
    };
}
parts!(parts, exprs, clauses, heads, blocks);
parts!(parts_mut, exprs_mut, clauses_mut, heads_mut, blocks_mut, mut);

impl Block {
    /// Calls `visit` for each statement of the block, including those in the heads of `for` loops and those inside of
    /// other statements, outer ones first.
    pub fn each<'b>(&'b self, visit: &mut impl FnMut(&'b Stmt)) {
        fn go<'b>(stmt: &'b Stmt, visit: &mut dyn FnMut(&'b Stmt)) {
            visit(stmt);
            stmt.heads(&mut |part| go(part, visit));
            stmt.blocks(&mut |block| block.stmts.iter().for_each(|s| go(s, visit)));
        }
        self.stmts.iter().for_each(|stmt| go(stmt, visit));
    }
}
