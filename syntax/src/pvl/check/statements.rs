//! Checks statements.
//!
//! In: the syntax trees of statements. Out: typed statements, in which `while` is the only loop, and each declaration
//! declares one name.

use super::around::GhostArguments;
use super::atomic;
use super::env::{Env, ExprContext};
use super::host::HostCode;
use super::labels::Part;
use super::measure::{measure_of, second_measure};
use crate::pvl::ast;
use crate::pvl::walk::StmtPart;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{
    Barrier, Block, Clause, ClauseKind, Contract, Expr, ExprKind, Launch, Place as Location, Span, Stmt, StmtKind,
    Type, VarId,
};

/// The target of an assignment, with the type of its values.
pub(super) enum Written {
    /// A private variable.
    Variable(VarId, Type),
    /// An element of an array.
    Element(Location, Type),
}

impl Env<'_> {
    /// Checks the statements of a block, in a scope of their own.
    pub fn block(&mut self, block: &ast::Block) -> Block {
        self.scoped(|env| {
            let mut stmts: Vec<Stmt> = Vec::new();
            let mut reported = false;
            for stmt in &block.stmts {
                if !reported && stmts.last().is_some_and(|last| !last.goes_on()) {
                    reported = true;
                    env.never_run(stmt, stmts.last());
                }
                env.statement(stmt, &mut stmts);
            }
            Block { stmts }
        })
    }

    /// Checks a statement, and adds the typed statements that it becomes to `out`.
    pub(crate) fn statement(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let first = out.len();
        self.one_statement(stmt, out);
        let ranges = self.in_range(out.get(first..).unwrap_or_default());
        out.extend(ranges);
        out.splice(first..first, std::mem::take(&mut self.in_front));
    }

    fn one_statement(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.at.0;
        let kind = match &stmt.kind {
            ast::StmtKind::Declare(ty, names) => {
                self.reference_type(*ty);
                self.collection_variable(*ty);
                let (written, ty) = (*ty, self.declared(*ty));
                for (name, value) in names {
                    // The value of a declaration must not mention the declared name.
                    if let Some(called) = value.as_ref().and_then(|value| self.called(value)) {
                        let var = self.declare(name, ty, false);
                        self.declares(var, written);
                        out.push(At::new(span).declare(var, None));
                        let call = self.call_into(called, Some((var, ty)));
                        out.extend(call.map(|kind| At::new(span).stmt(kind)));
                        continue;
                    }
                    if value.is_none() {
                        self.fraction_without_value(written, name);
                    }
                    let value = value.as_ref().map(|value| self.value(value, ty));
                    let var = self.declare(name, ty, false);
                    self.declares(var, written);
                    if let Some(value) = value.map_or(Some(None), |value| value.map(Some)) {
                        out.push(At::new(span).declare(var, value));
                    }
                }
                return;
            }
            ast::StmtKind::DeclareArray(ty, dims, names) => {
                self.declare_arrays(self.declared(*ty), dims, names, span, out);
                return;
            }
            ast::StmtKind::DeclareDevice(ty, dims, names) => {
                let here = self.is_host_code(HostCode::Device, span);
                let first = self.vars.len();
                self.declare_arrays(self.declared(*ty), dims, names, span, out);
                self.vars.iter_mut().skip(first).filter(|decl| !decl.dims.is_empty()).for_each(|v| v.device = here);
                return;
            }
            ast::StmtKind::Launch { kernel, groups, threads, stream, args } => {
                let stream = stream.as_ref().map(|stream| self.stream(stream));
                let launch = self.launch(kernel, (groups, threads), args, span);
                let in_stream = |stream| launch.map(|launch| StmtKind::Launch(Launch { stream, ..launch }));
                stream.map_or(Some(None), |stream| stream.map(Some)).and_then(in_stream)
            }
            ast::StmtKind::CopyIn(name, args, stream) => self.copy_in(name, args, stream, span),
            ast::StmtKind::Streams(names) => {
                let streams: Vec<_> = names.iter().filter_map(|name| self.stream_declared(name, span)).collect();
                out.extend(streams.into_iter().map(|kind| At::new(span).stmt(kind)));
                return;
            }
            ast::StmtKind::Event(event, stream) => self.event(event, stream, span),
            ast::StmtKind::Assign(target, value) => {
                let written = self.target(target);
                self.assign(written, value, span, out);
                return;
            }
            ast::StmtKind::Store(place, value) => {
                let written = self.located(place).map(|(place, ty)| Written::Element(place, ty));
                self.assign(written, value, span, out);
                return;
            }
            ast::StmtKind::Call(name, args) => self.call_alone(name, args, span),
            ast::StmtKind::Invoke(call) => self.invoke(call),
            ast::StmtKind::Given { call, given, yields } => {
                let ghosts = GhostArguments { given: given.clone(), yields: yields.clone() };
                self.call_with_ghosts(call, ghosts, span, out);
                return;
            }
            ast::StmtKind::Exit(exit) => {
                self.exit(exit, span, out);
                return;
            }
            ast::StmtKind::Label(name) => Some(self.mark(name)),
            ast::StmtKind::If(guard, then, other) => {
                let guard = self.value(guard, Type::Bool);
                let then = self.block(then);
                let other = other.as_ref().map(|other| self.block(other)).unwrap_or_default();
                guard.map(|guard| StmtKind::If(guard, then, other))
            }
            ast::StmtKind::While { invariants, guard, body } => {
                let invariants = self.clauses_of_loop(invariants);
                let guard = self.part(Part::Head, |env| env.value(guard, Type::Bool));
                let (body, around) = self.looped(|env| env.block(body));
                guard.map(|guard| At::new(span).while_loop(invariants, guard, body, around).kind)
            }
            ast::StmtKind::DoWhile { invariants, body, guard } => self.do_while(invariants, body, guard, span),
            ast::StmtKind::For { invariants, init, guard, update, body } => {
                Some(self.scoped(|env| env.for_loop(invariants, init.as_deref(), guard, update.as_deref(), body, span)))
            }
            ast::StmtKind::Par(par) => self.par(par, span),
            ast::StmtKind::Parallel(block) => self.parallel(block, span),
            ast::StmtKind::Barrier { global, local, of, opens, contract } => {
                self.barrier_in_par(of.as_ref(), span);
                let opens = self.opened(opens);
                let clauses = self.clauses(contract, ExprContext::Assertion);
                let contract = Contract { clauses };
                Some(StmtKind::Barrier(Barrier { fences_global: *global, fences_local: *local, opens, contract }))
            }
            ast::StmtKind::Assert(expr) | ast::StmtKind::Fold { back: _, instance: expr } => {
                self.at(ExprContext::Assertion, |env| env.assertion(expr)).map(StmtKind::Assert)
            }
            ast::StmtKind::Assume(expr) => {
                self.at(ExprContext::Assertion, |env| env.assertion(expr)).map(StmtKind::Assume)
            }
            ast::StmtKind::Inhale(expr) => {
                self.at(ExprContext::Assertion, |env| env.assertion(expr)).map(StmtKind::Inhale)
            }
            ast::StmtKind::Exhale(expr) => {
                self.at(ExprContext::Assertion, |env| env.assertion(expr)).map(StmtKind::Exhale)
            }
            ast::StmtKind::Send(send) => self.send(send, span),
            ast::StmtKind::Receive(label, said) => {
                let kind = self.receive(label, said.as_ref().map(|(_, distance)| distance), span);
                out.extend(kind.map(|kind| At::new(span).stmt(kind)));
                let said = said.as_ref().map(|(said, _)| self.at(ExprContext::Assertion, |env| env.assertion(said)));
                said.flatten().map(StmtKind::Assert)
            }
            ast::StmtKind::Sync(word, object) => {
                self.synchronise(*word, object, span, out);
                return;
            }
            ast::StmtKind::Synchronized(object, body) => self.synchronized(object, body, span),
            ast::StmtKind::Refute(expr) => self.refuted(expr).map(StmtKind::Refute),
            ast::StmtKind::Ghost { braces, body } => {
                self.ghost(*braces, body, span, out);
                return;
            }
            ast::StmtKind::Block(block) => Some(StmtKind::Block(self.block(block))),
            ast::StmtKind::Fence(scope) => Some(StmtKind::Fence(*scope)),
            ast::StmtKind::Share { name, invariant, body } => self.share(name, invariant, body, span),
            ast::StmtKind::Atomic { order, scope, opens, body } => {
                self.atomic_in_par(opens, span);
                self.synchronises(*order, *scope, opens, span);
                let opens = self.opened(opens);
                self.diagnostics
                    .extend(atomic::misplaced(body, span, &|name| self.is_copy(name) || self.is_order(name)));
                let outside = std::mem::replace(&mut self.in_atomic, true);
                let body = self.block(body);
                self.in_atomic = outside;
                Some(StmtKind::Atomic { order: *order, scope: *scope, opens, body })
            }
        };
        out.extend(kind.map(|kind| At::new(span).stmt(kind)));
    }

    /// Checks `for (init; guard; update) body`, which becomes `{ init; while (guard) { body; update } }`.
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
            if let ast::StmtKind::Declare(..) | ast::StmtKind::Assign(..) | ast::StmtKind::Store(..) = init.kind {
                self.statement(init, &mut stmts);
            } else {
                self.not_in_for(init, "the first part of a `for` declares or assigns", "write `int i := 0`");
            }
        }
        let invariants = self.clauses_of_loop(invariants);
        let guard = self.part(Part::Head, |env| env.value(guard, Type::Bool));
        let (body, around) = self.looped(|env| env.block(body));
        let mut next = Vec::new();
        if let Some(update) = update {
            if let ast::StmtKind::Assign(..) | ast::StmtKind::Store(..) = update.kind {
                self.part(Part::Update, |env| env.statement(update, &mut next));
            } else {
                self.not_in_for(
                    update,
                    "the last part of a `for` assigns",
                    "write an assignment such as `i := i + 1` or `i++`",
                );
            }
        }
        if let Some(guard) = guard {
            stmts.push(At::new(span).for_loop(invariants, guard, body, next, around));
        }
        StmtKind::Block(Block { stmts })
    }

    /// Reports a statement that cannot stand in the head of a `for`.
    fn not_in_for(&mut self, stmt: &ast::Stmt, message: &str, help: &str) {
        let error = Diagnostic::new("type.for-head", stmt.at.0, message).label("another statement").help(help);
        self.diagnostics.push(error);
    }

    /// Checks an assignment.
    fn assign(&mut self, written: Option<Written>, value: &ast::Expr, span: Span, out: &mut Vec<Stmt>) {
        match written {
            None => {
                if self.called(value).is_none() {
                    drop(self.expr(value, None));
                }
            }
            Some(Written::Variable(var, ty)) => self.assign_to(var, ty, value, span, out),
            Some(Written::Element(place, ty)) => {
                let value = match self.called(value) {
                    Some(called) => {
                        let var = self.result_of(&called, ty, out);
                        let call = self.call_into(called, Some((var, ty)));
                        out.extend(call.map(|kind| At::new(span).stmt(kind)));
                        Some(At::new(value.at.0).var(var, ty))
                    }
                    None => self.value(value, ty),
                };
                out.extend(value.map(|value| At::new(span).store(place, value)));
            }
        }
    }

    /// Checks `T[e]… q, r;`.
    fn declare_arrays(&mut self, ty: Type, dims: &[ast::Expr], names: &[ast::Name], span: Span, out: &mut Vec<Stmt>) {
        // The name is an array also if an error in a length was reported.
        let lengths: Vec<Expr> = self.at(ExprContext::Length, |env| {
            let length = |d: &ast::Expr| env.value(d, Type::Int).unwrap_or_else(|| At::new(d.at.0).int(1));
            dims.iter().map(length).collect()
        });
        for name in names {
            let var = self.declare(name, ty, false);
            if let Some(decl) = self.vars.get_mut(var.0 as usize) {
                decl.dims.clone_from(&lengths);
            }
            out.push(At::new(span).declare(var, None));
        }
    }

    /// Runs `inside` for an expression in another part of a statement.
    fn part<T>(&mut self, part: Part, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.exits.part, part);
        let out = inside(self);
        self.exits.part = before;
        out
    }

    /// Checks `do { … } while (c);`, which becomes `while (true)` with an exit that is taken if the condition is false.
    fn do_while(
        &mut self,
        invariants: &[ast::Clause],
        body: &ast::Block,
        guard: &ast::Expr,
        span: Span,
    ) -> Option<StmtKind> {
        let invariants = self.clauses_of_loop(invariants);
        let (body, around) = self.looped(|env| env.block(body));
        let guard = self.part(Part::Foot, |env| env.value(guard, Type::Bool))?;
        let behind = self.exits.behind(around, span);
        Some(At::new(span).do_while(invariants, body, guard, around.again, behind).kind)
    }

    /// Checks the target of an assignment.
    pub(super) fn target(&mut self, target: &ast::Target) -> Option<Written> {
        let name = &target.name.text;
        self.ghost_target(target)?;
        if !target.index.is_empty() {
            let (place, ty) = self.location(&target.name, &target.index, target.at.0)?;
            self.on_device(&place, &target.name, target.at.0, "written")?;
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
        if self.variable(name).is_none() {
            if let Some(field) = self.bare_field(name, target.at.0) {
                return field.map(|(place, ty)| Written::Element(place, ty));
            }
        }
        match self.name(name, target.at.0)? {
            (ExprKind::Var(_), _) if self.class.is_some() && name == "this" => {
                self.assigned_this(target.at.0);
                None
            }
            (ExprKind::Var(var), ty) => {
                self.writable_in_par(var, target.at.0)?;
                Some(Written::Variable(var, ty))
            }
            _ => None,
        }
    }

    /// Checks the clauses of a loop: its invariants, and its measure. Further measures are reported.
    pub(crate) fn clauses_of_loop(&mut self, clauses: &[ast::Clause]) -> Vec<Clause> {
        let is_measure = |c: &&ast::Clause| c.kind == ClauseKind::Decreases;
        let mut out = self.everywhere.clone();
        out.extend(self.ranges_in_loop());
        if let Some(second) = clauses.iter().filter(is_measure).nth(1) {
            second_measure(self, "this loop", second.expr.at.0);
        }
        for clause in clauses {
            match clause.kind {
                ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::Context | ClauseKind::Invariant => {
                    out.extend(self.clauses(std::slice::from_ref(clause), ExprContext::Assertion));
                }
                ClauseKind::Decreases => {
                    let exprs = std::iter::once(&clause.expr).chain(&clause.more);
                    for expr in exprs {
                        let typed = measure_of(self, expr, ExprContext::Assertion);
                        out.extend(typed.map(|expr| At::new(clause.at.0).clause(clause.kind, expr)));
                    }
                }
            }
        }
        out
    }

    /// Checks clauses at a position.
    pub fn clauses(&mut self, clauses: &[ast::Clause], context: ExprContext) -> Vec<Clause> {
        self.at(context, |env| {
            let typed = |clause: &ast::Clause| {
                env.clause = Some(clause.kind);
                let expr: Option<Expr> = env.scoped(|env| env.assertion(&clause.expr));
                env.clause = None;
                Some(At::new(clause.at.0).clause(clause.kind, expr?))
            };
            clauses.iter().filter_map(typed).collect()
        })
    }
}

/// Collects the names that the code of a kernel declares.
pub fn declared(block: &ast::Block, out: &mut std::collections::BTreeSet<String>) {
    block.each(&mut |stmt| {
        stmt.each_part(&mut |part| {
            if let StmtPart::Declares(name) = part {
                let _ = out.insert(name.text.clone());
            }
        });
    });
}
