//! The parts of expressions and statements, listed once for all who walk over programs.
//!
//! In: a part of a program. Out: the parts directly inside it, shared or mutable, in the order of the text; or all
//! parts, outer ones first.

use crate::{
    ArrayDecl, Barrier, Block, Clause, Contract, Expr, ExprKind, Function, Ident, Kernel, Node, Place, Procedure, Stmt,
    StmtKind, VarDecl,
};

/// Writes the walk twice: over shared parts, and over mutable ones.
macro_rules! parts {
    ($exprs:ident, $head:ident, $clauses:ident, $blocks:ident $(, $m:tt)?) => {
        impl Expr {
            /// Calls `visit` for each expression directly inside this one.
            pub fn $exprs<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                match &$($m)? self.kind {
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
                    | ExprKind::Length(..) => {}
                    ExprKind::Read(place) => (&$($m)? place.index).into_iter().for_each(visit),
                    ExprKind::Unary(_, a) | ExprKind::At(_, a) => visit(a),
                    ExprKind::Binary(_, a, b) => {
                        visit(a);
                        visit(b);
                    }
                    ExprKind::Cond(a, b, c) => {
                        visit(a);
                        visit(b);
                        visit(c);
                    }
                    ExprKind::Call(_, args) | ExprKind::Intrinsic(_, args) => args.into_iter().for_each(visit),
                    ExprKind::Perm(place, amount) => {
                        (&$($m)? place.index).into_iter().for_each(&mut *visit);
                        visit(amount);
                    }
                    ExprKind::PointsTo(place, amount, value) => {
                        (&$($m)? place.index).into_iter().for_each(&mut *visit);
                        visit(amount);
                        visit(value);
                    }
                    ExprKind::Quant(q) => {
                        let q = &$($m)? **q;
                        (&$($m)? q.triggers).into_iter().flatten().for_each(&mut *visit);
                        (&$($m)? q.range).into_iter().for_each(&mut *visit);
                        visit(&$($m)? q.body);
                    }
                }
            }
        }

        impl Stmt {
            /// Calls `visit` for each expression of the statement itself: not of its clauses, nor of statements inside
            /// it.
            pub fn $head<'e>(&'e $($m)? self, visit: &mut impl FnMut(&'e $($m)? Expr)) {
                match &$($m)? self.kind {
                    StmtKind::Declare(_, value) => value.into_iter().for_each(visit),
                    StmtKind::Assign(_, e)
                    | StmtKind::Assert(e)
                    | StmtKind::Assume(e)
                    | StmtKind::If(e, ..)
                    | StmtKind::While { guard: e, .. } => visit(e),
                    StmtKind::Store(place, value) => {
                        (&$($m)? place.index).into_iter().for_each(&mut *visit);
                        visit(value);
                    }
                    StmtKind::Call(call) => (&$($m)? call.args).into_iter().for_each(visit),
                    StmtKind::Barrier(_)
                    | StmtKind::Block(_)
                    | StmtKind::Atomic { .. }
                    | StmtKind::Scope(..)
                    | StmtKind::Exit(_)
                    | StmtKind::Mark(_) => {}
                }
            }

            /// The clauses of the statement itself: of a loop or a barrier.
            pub fn $clauses(&$($m)? self) -> &$($m)? [Clause] {
                match &$($m)? self.kind {
                    StmtKind::While { invariants, .. } => invariants,
                    StmtKind::Barrier(barrier) => &$($m)? barrier.contract.clauses,
                    StmtKind::Declare(..)
                    | StmtKind::Assign(..)
                    | StmtKind::Store(..)
                    | StmtKind::If(..)
                    | StmtKind::Assert(_)
                    | StmtKind::Assume(_)
                    | StmtKind::Block(_)
                    | StmtKind::Atomic { .. }
                    | StmtKind::Scope(..)
                    | StmtKind::Exit(_)
                    | StmtKind::Mark(_)
                    | StmtKind::Call(_) => &$($m)? [],
                }
            }

            /// Calls `visit` for each block directly inside the statement.
            pub fn $blocks<'b>(&'b $($m)? self, visit: &mut impl FnMut(&'b $($m)? Block)) {
                match &$($m)? self.kind {
                    StmtKind::If(_, a, b) => {
                        visit(a);
                        visit(b);
                    }
                    StmtKind::While { body, .. }
                    | StmtKind::Block(body)
                    | StmtKind::Atomic { body, .. }
                    | StmtKind::Scope(_, body) => visit(body),
                    StmtKind::Exit(_)
                    | StmtKind::Mark(_)
                    | StmtKind::Call(_)
                    | StmtKind::Declare(..)
                    | StmtKind::Assign(..)
                    | StmtKind::Store(..)
                    | StmtKind::Barrier(_)
                    | StmtKind::Assert(_)
                    | StmtKind::Assume(_) => {}
                }
            }
        }
    };
}
parts!(parts, exprs, clauses, blocks);
parts!(parts_mut, exprs_mut, clauses_mut, blocks_mut, mut);

impl Expr {
    /// Calls `visit` for this expression and all inside it, outer ones first.
    pub fn each<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        fn go<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
            visit(e);
            e.parts(&mut |part| go(part, visit));
        }
        go(self, visit);
    }

    /// The same, mutable: what `visit` puts in place of an expression is walked over in its stead.
    pub fn each_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        fn go(e: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
            visit(e);
            e.parts_mut(&mut |part| go(part, visit));
        }
        go(self, visit);
    }

    /// The location that the expression itself reads or gives permission for.
    pub fn place(&self) -> Option<&Place> {
        match &self.kind {
            ExprKind::Read(place) | ExprKind::Perm(place, _) | ExprKind::PointsTo(place, ..) => Some(place),
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
            | ExprKind::Length(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cond(..)
            | ExprKind::Quant(_)
            | ExprKind::At(..)
            | ExprKind::Call(..)
            | ExprKind::Intrinsic(..) => None,
        }
    }
}

impl Block {
    /// Calls `visit` for each statement, those inside others included, outer ones first.
    pub fn each<'b>(&'b self, visit: &mut impl FnMut(&'b Stmt)) {
        fn go<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Stmt)) {
            for stmt in &block.stmts {
                visit(stmt);
                stmt.blocks(&mut |inner| go(inner, visit));
            }
        }
        go(self, visit);
    }

    /// Calls `visit` for each expression of each statement and of their clauses, outermost expressions only.
    pub fn each_expr<'b>(&'b self, visit: &mut impl FnMut(&'b Expr)) {
        self.each(&mut |stmt| {
            stmt.exprs(visit);
            stmt.clauses().iter().for_each(|c| visit(&c.expr));
        });
    }
}

impl Block {
    /// [`Block::each`], mutable: what `visit` puts in place of a statement is walked over in its stead.
    pub fn each_mut(&mut self, visit: &mut impl FnMut(&mut Stmt)) {
        fn go(block: &mut Block, visit: &mut dyn FnMut(&mut Stmt)) {
            for stmt in &mut block.stmts {
                visit(stmt);
                stmt.blocks_mut(&mut |inner| go(inner, visit));
            }
        }
        go(self, visit);
    }

    /// [`Block::each_expr`], mutable.
    pub fn each_expr_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        self.each_mut(&mut |stmt| {
            stmt.exprs_mut(visit);
            stmt.clauses_mut().iter_mut().for_each(|c| visit(&mut c.expr));
        });
    }
}

/// What is numbered: see [`crate::Program::number`].
pub(crate) trait Numbered {
    /// Gives numbers from `next` on to itself and all inside it.
    fn number(&mut self, next: &mut u32);
}

/// Gives the next number to a node, and those after it to what `inside` numbers.
fn enter(node: &mut Node, next: &mut u32) {
    *next += 1;
    node.id.0 = *next;
}

fn leave(node: &mut Node, next: &u32) {
    node.last.0 = *next;
}

impl Numbered for Place {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.index.iter_mut().for_each(|e| e.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Expr {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        match &mut self.kind {
            ExprKind::Read(place) => place.number(next),
            ExprKind::Perm(place, amount) => {
                place.number(next);
                amount.number(next);
            }
            ExprKind::PointsTo(place, amount, value) => {
                place.number(next);
                amount.number(next);
                value.number(next);
            }
            _ => self.parts_mut(&mut |e| e.number(next)),
        }
        leave(&mut self.node, next);
    }
}

impl Numbered for Clause {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.expr.number(next);
        leave(&mut self.node, next);
    }
}

impl Numbered for Contract {
    fn number(&mut self, next: &mut u32) {
        self.clauses.iter_mut().for_each(|c| c.number(next));
    }
}

impl Numbered for Barrier {
    fn number(&mut self, next: &mut u32) {
        self.contract.number(next);
    }
}

impl Numbered for Block {
    fn number(&mut self, next: &mut u32) {
        self.stmts.iter_mut().for_each(|s| s.number(next));
    }
}

impl Numbered for Stmt {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.clauses_mut().iter_mut().for_each(|c| c.number(next));
        if let StmtKind::Store(place, value) = &mut self.kind {
            place.number(next);
            value.number(next);
        } else {
            self.exprs_mut(&mut |e| e.number(next));
        }
        self.blocks_mut(&mut |b| b.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Ident {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        leave(&mut self.node, next);
    }
}

impl Numbered for ArrayDecl {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.dims.iter_mut().for_each(|e| e.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Function {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.vars.iter_mut().for_each(|v| v.number(next));
        self.contract.number(next);
        self.decreases.iter_mut().chain(&mut self.body).for_each(|e| e.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for VarDecl {
    fn number(&mut self, next: &mut u32) {
        self.name.number(next);
        self.dims.iter_mut().for_each(|e| e.number(next));
    }
}

impl Numbered for Procedure {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.vars.iter_mut().for_each(|v| v.number(next));
        self.labels.iter_mut().for_each(|l| l.number(next));
        self.contract.number(next);
        self.decreases.iter_mut().for_each(|e| e.number(next));
        self.body.iter_mut().for_each(|b| b.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Kernel {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.scalars.iter_mut().for_each(|s| s.name.number(next));
        self.vars.iter_mut().for_each(|v| v.number(next));
        self.labels.iter_mut().for_each(|l| l.number(next));
        self.arrays.iter_mut().for_each(|a| a.number(next));
        for contract in [&mut self.kernel_contract, &mut self.group_contract, &mut self.thread_contract] {
            contract.number(next);
        }
        self.body.number(next);
        leave(&mut self.node, next);
    }
}
