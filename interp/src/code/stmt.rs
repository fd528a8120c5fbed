//! Statements to operations.
//!
//! In: statements of a body. Out: their operations, behind those that stand before them.

use ir::{Among, Block, Expr, ExprKind, Heap, Node, Stmt, StmtKind, Type};

use std::sync::Arc;

use super::compile::{count, Compiler};
use super::compiled::{Around, AtomicInfo, BarrierInfo, CallInfo, GatherInfo, LoopInfo};
use super::op::{Op, Reg, Special};

impl<'p> Compiler<'p> {
    /// The statements of a block. `is_last`: the code ends behind it.
    pub(super) fn block(&mut self, block: &'p Block, is_last: bool) {
        let outside = self.side;
        for (n, stmt) in block.stmts.iter().enumerate() {
            self.used = 0;
            let before = self.exits.len();
            self.statement(stmt, is_last && n + 1 == block.stmts.len());
            self.behind(before);
        }
        self.side = outside;
    }

    fn statement(&mut self, stmt: &'p Stmt, is_last: bool) {
        let node = stmt.node;
        match &stmt.kind {
            StmtKind::Declare(var, None) => {
                if let Some(own) = self.own(*var) {
                    self.declare_array(*var, own, node);
                } else if let Some(unset) = self.unset(*var) {
                    self.emit(Op::Forget(unset), node);
                }
            }
            StmtKind::Declare(var, Some(value)) | StmtKind::Assign(var, value) => {
                self.emit(Op::Step, node);
                let register = self.var(*var);
                self.into(register, value);
                self.assigned(*var, node);
            }
            StmtKind::Store(place, value) => {
                self.emit(Op::Step, node);
                let index = self.indices(place);
                let value = self.expr(value);
                self.emit(self.store(place, index, value), place.node);
                if let (Heap::Private(var), true) = (place.heap, self.trace) {
                    self.special(Special::AssignedOwn(self.own(var).unwrap_or(u32::MAX), index), place.node);
                }
            }
            StmtKind::If(condition, then, otherwise) => self.branch(condition, then, otherwise, node),
            StmtKind::While { invariants, guard, body } => {
                let waits = self.waits(body) == Some(Among::Group);
                let counter = self.waits(body).map(|_| self.new_register());
                let keeps = Arc::new(self.keeps(invariants, guard, body));
                self.codes.loops.push(LoopInfo { invariants, keeps, waits, counter });
                self.repeat(count(self.codes.loops.len() - 1), counter, guard, body, node);
            }
            StmtKind::Barrier(barrier) => {
                self.emit(Op::Step, node);
                let number = count(self.codes.barriers.len());
                self.codes.barriers.push(BarrierInfo { barrier, counters: self.counters.clone() });
                self.special(Special::Barrier(number), node);
            }
            StmtKind::Gather(gather) => {
                self.emit(Op::Step, node);
                let args = self.consecutive(&gather.args);
                let result = gather.result.map(|var| self.var(var));
                let number = count(self.codes.gathers.len());
                let counters = self.counters.clone();
                self.codes.gathers.push(GatherInfo { gather, args, result, counters });
                self.special(Special::Gather(number), node);
                gather.result.into_iter().for_each(|var| self.assigned(var, node));
            }
            StmtKind::Assert(expr) => self.said(Special::Assert, expr, node),
            StmtKind::Assume(expr) => self.said(Special::Assume, expr, node),
            StmtKind::Inhale(expr) => self.said(Special::Inhale, expr, node),
            StmtKind::Exhale(expr) => self.said(Special::Exhale, expr, node),
            // That a condition is true in a run proves nothing.
            StmtKind::Refute(_) => {}
            // One thread of a run does not say what another one had at the same point.
            StmtKind::Pairwise(_) => {}
            StmtKind::Fence(scope) => {
                self.emit(Op::Step, node);
                self.special(Special::Fence(*scope), node);
            }
            StmtKind::Block(block) => self.block(block, is_last),
            StmtKind::Scope(label, block) => self.scope(*label, block, is_last),
            StmtKind::Exit(label) => self.exit(*label, node),
            StmtKind::Mark(label) => self.special(Special::Mark(label.0), node),
            StmtKind::Call(call) => {
                self.emit(Op::Step, node);
                let args = self.consecutive(&call.args);
                let counters = if self.procedure_waits(call.callee) { self.counters.clone() } else { Vec::new() };
                let (callee, results) = (call.callee, call.results.iter().map(|var| self.var(*var)).collect());
                let code = self.numbers.get(&callee).copied();
                let number = count(self.codes.calls.len());
                self.codes.calls.push(CallInfo { code, callee, args, results, counters });
                self.special(Special::Call(number), node);
                for var in &call.results {
                    self.assigned(*var, node);
                }
            }
            // No thread executes host code: `host` runs it.
            StmtKind::Copy(_)
            | StmtKind::Launch(_)
            | StmtKind::Order(_)
            | StmtKind::New(..)
            | StmtKind::NewObject(_)
            | StmtKind::Par(_)
            | StmtKind::Together(_)
            | StmtKind::Send(_)
            | StmtKind::Receive(_)
            | StmtKind::Synchronise(_)
            | StmtKind::Share { .. } => self.special(Special::Lost, node),
            StmtKind::Atomic { order, scope, opens, body } => {
                self.emit(Op::Step, node);
                let (number, first) = (self.codes.atomics.len(), self.here());
                self.codes.atomics.push(AtomicInfo { order: *order, scope: *scope, ops: (first, first) });
                self.codes.opens.push(opens);
                self.special(Special::AtomicBegin(count(number)), node);
                self.block(body, false);
                self.special(Special::AtomicEnd, node);
                let behind = self.here();
                if let Some(atomic) = self.codes.atomics.get_mut(number) {
                    atomic.ops.1 = behind;
                }
            }
        }
    }

    /// A private array is declared. The lengths were computed before the first step, and are evaluated here once more:
    /// if one of them has no value, the run goes wrong at this place, and only if it comes here.
    fn declare_array(&mut self, var: ir::VarId, own: u32, node: Node) {
        let vars = self.code.vars;
        for length in vars.get(var.0 as usize).into_iter().flat_map(|decl| &decl.dims) {
            let _ = self.expr(length);
        }
        let array = self.code.arrays.get(own as usize);
        if array.is_some_and(|array| !array.has_value || array.dims.iter().any(|dim| *dim < 0)) {
            self.special(Special::NoLength(own), node);
        }
        self.emit(Op::ForgetOwn(own), node);
    }

    /// Notes that a private variable has a value from here on.
    fn assigned(&mut self, var: ir::VarId, node: Node) {
        if let Some(unset) = self.unset(var) {
            self.emit(Op::Known(unset), node);
        }
        if self.trace {
            self.special(Special::Assigned(var.0), node);
        }
    }

    /// `assert` and `assume` are executed in a plain run, too, unless they speak of permissions.
    fn said(&mut self, op: fn(u32) -> Special, expr: &'p Expr, node: Node) {
        if self.contracts || expr.ty != Type::Resource {
            self.emit(Op::Step, node);
            let number = self.expression(expr);
            self.special(op(number), node);
        }
    }

    fn branch(&mut self, condition: &'p Expr, then: &'p Block, otherwise: &'p Block, node: Node) {
        self.emit(Op::Step, node);
        let to_else = self.decide(condition);
        self.ifs += 1;
        let (outside, number) = (self.side, self.ifs);
        self.enter(outside, Around::Side { number, then: true });
        self.block(then, false);
        if otherwise.stmts.is_empty() {
            self.land(to_else);
        } else {
            let to_end = self.jump(Op::Jump(0), node);
            self.land(to_else);
            self.enter(outside, Around::Side { number, then: false });
            self.block(otherwise, false);
            self.land(to_end);
        }
        self.side = outside;
    }

    fn repeat(&mut self, number: u32, counter: Option<Reg>, guard: &'p Expr, body: &'p Block, node: Node) {
        let checked = self.contracts || counter.is_some();
        if checked {
            self.special(Special::LoopEnter(number), node);
        }
        let outside = self.side;
        self.enter(outside, Around::Loop { guard: guard.node });
        let head = self.here();
        self.emit(Op::Step, guard.node);
        let to_exit = self.decide(guard);
        self.counters.extend(counter);
        self.loops += 1;
        self.block(body, false);
        self.loops -= 1;
        if counter.is_some() {
            let _ = self.counters.pop();
        }
        if checked {
            self.special(Special::LoopAgain(number), node);
        }
        if self.meets {
            self.emit(Op::Meet, node);
        }
        self.emit(Op::Jump(head), node);
        self.land(to_exit);
        self.side = outside;
        if self.contracts {
            self.special(Special::LoopExit, node);
        }
    }

    /// Compiles a condition and a jump that is taken if it is false; the number of the jump, whose target is set later.
    fn decide(&mut self, condition: &'p Expr) -> usize {
        let register = self.expr(condition);
        if self.trace {
            let constant = matches!(condition.kind, ExprKind::Bool(_));
            self.special(Special::Branch(register, constant), condition.node);
        }
        self.jump(Op::JumpUnless(register, 0), condition.node)
    }
}
