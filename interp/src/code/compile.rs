//! Statements to operations.
//!
//! In: a kernel. Out: its [`Code`].

use ir::{Block, Dims, Heap, Kernel, Node, Stmt, StmtKind, VarId};

use crate::options::Options;

use super::compiled::{Around, AtomicInfo, BarrierInfo, Code, LoopInfo, Unset};
use super::op::{Op, Reg};
use super::registers::launch_registers;

/// Compiles the body of a kernel, with what the options ask for: invariants, asserts and their bookkeeping; what only a record needs;
/// where lanes in lockstep meet.
pub(crate) fn compile<'p>(kernel: &'p Kernel, options: &Options) -> Code<'p> {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let first_scalar = launch_registers(kernel.dims);
    let first_var = first_scalar + count(kernel.scalars.len());
    let code = Code {
        ops: Vec::new(),
        nodes: Vec::new(),
        sides: Vec::new(),
        parts: Vec::new(),
        registers: first_var + count(kernel.vars.len()),
        constants: Vec::new(),
        exprs: Vec::new(),
        intrinsics: Vec::new(),
        barriers: Vec::new(),
        atomics: Vec::new(),
        loops: Vec::new(),
        unset: Vec::new(),
        first_var,
        first_scalar,
    };
    let mut compiler = Compiler {
        code,
        dims: kernel.dims,
        contracts: options.contracts,
        trace: options.trace,
        meets: options.schedule.in_lockstep(),
        side: 0,
        counters: Vec::new(),
        temporaries: Vec::new(),
        used: 0,
        ifs: 0,
    };
    compiler.find_unset(&kernel.body);
    compiler.block(&kernel.body);
    compiler.emit(Op::End, kernel.node);
    compiler.code
}

pub(super) struct Compiler<'p> {
    pub(super) code: Code<'p>,
    /// Dimensions of the launch.
    pub(super) dims: Dims,
    contracts: bool,
    trace: bool,
    /// Whether the lanes of a warp wait for each other behind each round of a loop.
    meets: bool,
    /// Which branch or loop is being compiled.
    side: u32,
    /// Counters of the loops around this place that have a barrier in their body.
    counters: Vec<Reg>,
    /// Registers for intermediate values; each statement uses them again.
    pub(super) temporaries: Vec<Reg>,
    /// How many of them are in use.
    pub(super) used: usize,
    /// How many `if`s there were.
    ifs: u32,
}

impl<'p> Compiler<'p> {
    pub(super) fn emit(&mut self, op: Op, node: Node) {
        self.code.ops.push(op);
        self.code.nodes.push(node);
        self.code.sides.push(self.side);
    }

    /// The number of the next operation.
    pub(super) fn here(&self) -> u32 {
        u32::try_from(self.code.ops.len()).unwrap_or(u32::MAX)
    }

    /// Emits a jump that does not know its target yet.
    pub(super) fn jump(&mut self, op: fn(u32) -> Op, node: Node) -> usize {
        let at = self.code.ops.len();
        self.emit(op(0), node);
        at
    }

    /// Sets the target of a jump to the next operation.
    pub(super) fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(Op::Jump(to) | Op::JumpIf(_, to) | Op::JumpUnless(_, to)) = self.code.ops.get_mut(at) {
            *to = here;
        }
    }

    pub(super) fn new_register(&mut self) -> Reg {
        let register = self.code.registers;
        self.code.registers += 1;
        register
    }

    /// The register of a private variable.
    pub(super) fn var(&self, var: VarId) -> Reg {
        self.code.first_var + var.0
    }

    /// The number of a variable among those that may have no value.
    pub(super) fn unset(&self, var: VarId) -> Option<u32> {
        self.code.unset.iter().position(|u| u.var == var).and_then(|n| u32::try_from(n).ok())
    }

    fn find_unset(&mut self, block: &'p Block) {
        block.each(&mut |stmt| {
            if let StmtKind::Declare(var, None) = stmt.kind {
                let flag = self.new_register();
                self.code.unset.push(Unset { var, flag });
            }
        });
    }

    fn block(&mut self, block: &'p Block) {
        for stmt in &block.stmts {
            self.used = 0;
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'p Stmt) {
        let node = stmt.node;
        match &stmt.kind {
            StmtKind::Declare(var, None) => {
                if let Some(unset) = self.unset(*var) {
                    self.emit(Op::Forget(unset), node);
                }
            }
            StmtKind::Declare(var, Some(value)) | StmtKind::Assign(var, value) => {
                self.emit(Op::Step, node);
                let register = self.var(*var);
                self.into(register, value);
                if let Some(unset) = self.unset(*var) {
                    self.emit(Op::Known(unset), node);
                }
                if self.trace {
                    self.emit(Op::Assigned(var.0), node);
                }
            }
            StmtKind::Store(place, value) => {
                self.emit(Op::Step, node);
                let index = self.indices(place);
                let value = self.expr(value);
                let op = if place.index.len() == 1 { Op::Store } else { Op::StoreMany };
                if let Heap::Array(array) = place.heap {
                    self.emit(op(array.0, index, value), place.node);
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                self.emit(Op::Step, node);
                let c = self.expr(condition);
                self.branch(c, condition.node);
                let to_else = self.code.ops.len();
                self.emit(Op::JumpUnless(c, 0), condition.node);
                self.ifs += 1;
                let (outside, number) = (self.side, self.ifs);
                self.enter(outside, Around::Side { number, then: true });
                self.block(then);
                if otherwise.stmts.is_empty() {
                    self.land(to_else);
                } else {
                    let to_end = self.jump(Op::Jump, node);
                    self.land(to_else);
                    self.enter(outside, Around::Side { number, then: false });
                    self.block(otherwise);
                    self.land(to_end);
                }
                self.side = outside;
            }
            StmtKind::While { invariants, guard, body } => {
                let waits = has_barrier(body);
                let counter = waits.then(|| self.new_register());
                let number = u32::try_from(self.code.loops.len()).unwrap_or(u32::MAX);
                self.code.loops.push(LoopInfo { invariants, waits, counter });
                let checked = self.contracts || waits;
                if checked {
                    self.emit(Op::LoopEnter(number), node);
                }
                let outside = self.side;
                self.enter(outside, Around::Loop { guard: guard.node });
                let head = self.here();
                self.emit(Op::Step, guard.node);
                let c = self.expr(guard);
                self.branch(c, guard.node);
                let to_exit = self.code.ops.len();
                self.emit(Op::JumpUnless(c, 0), guard.node);
                self.counters.extend(counter);
                self.block(body);
                if counter.is_some() {
                    let _ = self.counters.pop();
                }
                if checked {
                    self.emit(Op::LoopAgain(number), node);
                }
                if self.meets {
                    self.emit(Op::Meet, node);
                }
                self.emit(Op::Jump(head), node);
                self.land(to_exit);
                self.side = outside;
                if self.contracts {
                    self.emit(Op::LoopExit, node);
                }
            }
            StmtKind::Barrier(barrier) => {
                self.emit(Op::Step, node);
                let number = u32::try_from(self.code.barriers.len()).unwrap_or(u32::MAX);
                self.code.barriers.push(BarrierInfo { barrier, counters: self.counters.clone() });
                self.emit(Op::Barrier(number), node);
            }
            // An `assert` is checked in a plain run, too, unless it speaks of permissions.
            StmtKind::Assert(expr) => {
                if self.contracts || !is_resource(expr) {
                    self.emit(Op::Step, node);
                    let number = self.expression(expr);
                    self.emit(Op::Assert(number), node);
                }
            }
            StmtKind::Assume(expr) => {
                if self.contracts || !is_resource(expr) {
                    self.emit(Op::Step, node);
                    let number = self.expression(expr);
                    self.emit(Op::Assume(number), node);
                }
            }
            // A kernel with one of these does not get here: `Machine::new` refuses it.
            StmtKind::Exit(_) | StmtKind::Mark(_) | StmtKind::Call(_) => {}
            StmtKind::Block(block) | StmtKind::Scope(_, block) => self.block(block),
            StmtKind::Atomic { order, scope, body } => {
                self.emit(Op::Step, node);
                let (number, first) = (self.code.atomics.len(), self.here());
                self.code.atomics.push(AtomicInfo { order: *order, scope: *scope, ops: (first, first) });
                let atomic = u32::try_from(number).unwrap_or(u32::MAX);
                self.emit(Op::AtomicBegin(atomic), node);
                self.block(body);
                self.emit(Op::AtomicEnd, node);
                let behind = self.here();
                if let Some(atomic) = self.code.atomics.get_mut(number) {
                    atomic.ops.1 = behind;
                }
            }
        }
    }

    fn branch(&mut self, condition: Reg, node: Node) {
        if self.trace {
            self.emit(Op::Branch(condition), node);
        }
    }

    fn enter(&mut self, parent: u32, around: Around) {
        self.code.parts.push((parent, around));
        self.side = u32::try_from(self.code.parts.len()).unwrap_or(0);
    }
}

fn is_resource(expr: &ir::Expr) -> bool {
    expr.ty == ir::Type::Resource
}

fn has_barrier(block: &Block) -> bool {
    let mut found = false;
    block.each(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Barrier(_)));
    found
}
