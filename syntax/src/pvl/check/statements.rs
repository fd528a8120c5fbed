//! Statements.
//!
//! In: statements as written. Out: typed ones; a `for` is a block with a `while`, one declaration declares one name.

use super::atomic;
use super::env::{Env, Place};
use super::types::of_name;
use crate::pvl::ast;
use ir::diagnostic::Diagnostic;
use ir::{Barrier, Block, By, Clause, Contract, Expr, ExprKind, Place as Location, Stmt, StmtKind, Type, VarId};

/// What an assignment writes.
enum Written {
    Variable(VarId, Type),
    Element(Location, Type),
}

impl Env<'_> {
    /// The statements of a block, in a scope of their own.
    pub fn block(&mut self, block: &ast::Block) -> Block {
        self.scoped(|env| {
            let mut stmts = Vec::new();
            for stmt in &block.stmts {
                env.statement(stmt, &mut stmts);
            }
            Block { stmts }
        })
    }

    fn statement(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.at.0;
        let kind = match &stmt.kind {
            ast::StmtKind::Declare(ty, names) => {
                let ty = of_name(*ty);
                for (name, value) in names {
                    // The value does not see the name that it is given.
                    let value = value.as_ref().map(|value| self.value(value, ty));
                    let var = self.declare(name, ty, false);
                    if let Some(value) = value.map_or(Some(None), |value| value.map(Some)) {
                        out.push(Stmt { kind: StmtKind::Declare(var, value), node: span.into() });
                    }
                }
                return;
            }
            ast::StmtKind::Assign(target, value) => self.assign(target, value),
            ast::StmtKind::If(guard, then, other) => {
                let guard = self.value(guard, Type::Bool);
                let then = self.block(then);
                let other = other.as_ref().map(|other| self.block(other)).unwrap_or_default();
                guard.map(|guard| StmtKind::If(guard, then, other))
            }
            ast::StmtKind::While { invariants, guard, body } => {
                let invariants = self.clauses(invariants, Place::Assertion);
                let guard = self.value(guard, Type::Bool);
                let body = self.block(body);
                guard.map(|guard| StmtKind::While { invariants, guard, body })
            }
            ast::StmtKind::For { invariants, init, guard, update, body } => {
                Some(self.scoped(|env| env.for_loop(invariants, init.as_deref(), guard, update.as_deref(), body, span)))
            }
            ast::StmtKind::Barrier { global, local, contract } => {
                let clauses = self.clauses(contract, Place::Assertion);
                let contract = Contract { clauses };
                Some(StmtKind::Barrier(Barrier { fences_global: *global, fences_local: *local, contract }))
            }
            ast::StmtKind::Assert(expr) => self.at(Place::Assertion, |env| env.assertion(expr)).map(StmtKind::Assert),
            ast::StmtKind::Assume(expr) => self.at(Place::Assertion, |env| env.assertion(expr)).map(StmtKind::Assume),
            ast::StmtKind::Block(block) => Some(StmtKind::Block(self.block(block))),
            ast::StmtKind::Atomic { order, scope, body } => {
                self.diagnostics.extend(atomic::strangers(body, span));
                Some(StmtKind::Atomic { order: *order, scope: *scope, body: self.block(body) })
            }
        };
        out.extend(kind.map(|kind| Stmt { kind, node: span.into() }));
    }

    /// `for (init; guard; update) body` as `{ init; while (guard) { body; update } }`.
    fn for_loop(
        &mut self,
        invariants: &[ast::Clause],
        init: Option<&ast::Stmt>,
        guard: &ast::Expr,
        update: Option<&ast::Stmt>,
        body: &ast::Block,
        span: ir::Span,
    ) -> StmtKind {
        let mut stmts = Vec::new();
        if let Some(init) = init {
            if let ast::StmtKind::Declare(..) | ast::StmtKind::Assign(..) = init.kind {
                self.statement(init, &mut stmts);
            } else {
                self.not_in_for(init, "the first part of a `for` declares or assigns", "write `int i := 0`");
            }
        }
        let invariants = self.clauses(invariants, Place::Assertion);
        let guard = self.value(guard, Type::Bool);
        let inner = self.block(body);
        // The body keeps its own scope: what it declares is not visible in the update.
        let mut body = vec![Stmt { kind: StmtKind::Block(inner), node: span.into() }];
        if let Some(update) = update {
            if let ast::StmtKind::Assign(..) = update.kind {
                self.statement(update, &mut body);
            } else {
                self.not_in_for(
                    update,
                    "the last part of a `for` assigns",
                    "write an assignment such as `i := i + 1` or `i++`",
                );
            }
        }
        if let Some(guard) = guard {
            let body = Block { stmts: body };
            stmts.push(Stmt { kind: StmtKind::While { invariants, guard, body }, node: span.into() });
        }
        StmtKind::Block(Block { stmts })
    }

    fn not_in_for(&mut self, stmt: &ast::Stmt, message: &str, help: &str) {
        let error = Diagnostic::new("type.for-head", stmt.at.0, message).label("another statement").help(help);
        self.diagnostics.push(error);
    }

    fn assign(&mut self, target: &ast::Target, value: &ast::Expr) -> Option<StmtKind> {
        let written = self.target(target);
        let hint = match &written {
            Some(Written::Variable(_, ty) | Written::Element(_, ty)) => *ty,
            None => {
                self.expr(value, None);
                return None;
            }
        };
        let value = self.value(value, hint)?;
        Some(match written? {
            Written::Variable(var, _) => StmtKind::Assign(var, value),
            Written::Element(place, _) => StmtKind::Store(place, value),
        })
    }

    fn target(&mut self, target: &ast::Target) -> Option<Written> {
        let name = &target.name.text;
        if !target.index.is_empty() {
            let (place, ty) = self.location(&target.name, &target.index, target.at.0)?;
            return Some(Written::Element(place, ty));
        }
        if self.variable(name).is_none() && (self.scalar(name).is_some() || super::launch::launch(name).is_some()) {
            self.diagnostics.push(
                Diagnostic::new("type.assign-constant", target.at.0, format!("`{name}` is a constant of the launch"))
                    .label("cannot be assigned to")
                    .help("assign to a private variable: `int x := 0;`"),
            );
            return None;
        }
        match self.name(name, target.at.0)? {
            (ExprKind::Var(var), ty) => Some(Written::Variable(var, ty)),
            _ => None,
        }
    }

    /// Clauses at a place.
    pub fn clauses(&mut self, clauses: &[ast::Clause], place: Place) -> Vec<Clause> {
        self.at(place, |env| {
            let typed = |clause: &ast::Clause| {
                let expr: Expr = env.scoped(|env| env.assertion(&clause.expr))?;
                Some(Clause { kind: clause.kind, expr, by: By::Written, node: clause.at.0.into() })
            };
            clauses.iter().filter_map(typed).collect()
        })
    }
}

/// Names that the code of a kernel declares.
pub fn declared(block: &ast::Block, out: &mut std::collections::BTreeSet<String>) {
    for stmt in &block.stmts {
        match &stmt.kind {
            ast::StmtKind::Declare(_, names) => out.extend(names.iter().map(|(name, _)| name.text.clone())),
            ast::StmtKind::If(_, then, other) => {
                declared(then, out);
                if let Some(other) = other {
                    declared(other, out);
                }
            }
            ast::StmtKind::While { body, .. } | ast::StmtKind::Block(body) | ast::StmtKind::Atomic { body, .. } => {
                declared(body, out);
            }
            ast::StmtKind::For { init, body, .. } => {
                if let Some(ast::StmtKind::Declare(_, names)) = init.as_deref().map(|init| &init.kind) {
                    out.extend(names.iter().map(|(name, _)| name.text.clone()));
                }
                declared(body, out);
            }
            ast::StmtKind::Assign(..)
            | ast::StmtKind::Barrier { .. }
            | ast::StmtKind::Assert(_)
            | ast::StmtKind::Assume(_) => {}
        }
    }
}
