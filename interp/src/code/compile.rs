//! Code of a kernel and of the procedures that it may call.
//!
//! In: a kernel. Out: its [`Codes`]: first the code of its body, then of each procedure, once.

use std::collections::BTreeMap;

use ir::{
    Among, Block, Clause, Dims, Expr, Heap, Kernel, LabelId, LoopKeeps, Moment, Node, Place, ProcId, Program, StmtKind,
    VarDecl, VarId,
};

use super::compiled::{Around, Code, Codes, OwnArray, Unset};
use super::op::{Op, Reg, Special};
use super::registers::launch_registers;
use crate::callees::{callees, reaches};
use crate::input::BadInput;
use crate::options::Options;

/// A function that computes the lengths of a private array in the launch; `None` if one of them has no value.
pub(crate) type Lengths<'a, 'p> = &'a mut dyn FnMut(&'p VarDecl) -> Result<Option<Vec<i64>>, BadInput>;

/// Compiles a kernel. The options decide whether the code has operations for contracts (invariants, asserts), for the
/// record of the run, and for warps in lockstep (where their lanes meet).
pub(crate) fn compile<'p>(
    program: &'p Program,
    kernel: &'p Kernel,
    options: &Options,
    lengths: Lengths<'_, 'p>,
) -> Result<Codes<'p>, BadInput> {
    let first_scalar = launch_registers(kernel.dims());
    let first_var = first_scalar + count(kernel.scalars.len());
    let called = callees(program, &kernel.body);
    let with_code = called.iter().filter(|id| procedure(program, **id).is_some_and(|p| p.body.is_some()));
    let mut compiler = Compiler {
        program,
        codes: Codes { first_scalar, first_var, ..Codes::default() },
        code: empty(None, &kernel.vars),
        numbers: with_code.copied().zip(1..).collect(),
        dims: kernel.dims(),
        contracts: options.contracts,
        trace: options.trace,
        meets: options.schedule.in_lockstep(),
        side: 0,
        counters: Vec::new(),
        loops: 0,
        scopes: Vec::new(),
        exits: Vec::new(),
        temporaries: Vec::new(),
        used: 0,
        ifs: 0,
    };
    compiler.codes.remembers = remembers(program, kernel, options.contracts);
    compiler.body(&kernel.body, lengths)?;
    compiler.emit(Op::Special(Special::End), kernel.node);
    compiler.finish();
    for id in called {
        let Some(procedure) = procedure(program, id) else { continue };
        let Some(body) = &procedure.body else { continue };
        compiler.code = empty(Some(procedure), &procedure.vars);
        compiler.code.entry = compiler.here();
        compiler.body(body, lengths)?;
        compiler.emit(Op::Special(Special::Return), procedure.node);
        compiler.finish();
    }
    Ok(compiler.codes)
}

fn procedure(program: &Program, id: ProcId) -> Option<&ir::Procedure> {
    program.procedures.get(id.0 as usize)
}

fn empty<'p>(procedure: Option<&'p ir::Procedure>, vars: &'p [VarDecl]) -> Code<'p> {
    Code { procedure, vars, entry: 0, registers: 0, constants: Vec::new(), unset: Vec::new(), arrays: Vec::new() }
}

/// Whether code or, if they are checked, contracts of procedures ask for a past state other than the one before the
/// kernel.
fn remembers(program: &Program, kernel: &Kernel, contracts: bool) -> bool {
    let marks = reaches(program, &kernel.body, &|stmt| matches!(stmt.kind, StmtKind::Mark(_)));
    let mut old = false;
    for id in callees(program, &kernel.body) {
        let Some(procedure) = procedure(program, id) else { continue };
        let mut look = |e: &ir::Expr| {
            e.each(&mut |e| old |= matches!(e.kind, ir::ExprKind::At(Moment::Start, _)));
        };
        if contracts {
            procedure.contract.clauses.iter().for_each(|clause| look(&clause.expr));
        }
        procedure.body.iter().for_each(|body| body.each_expr(&mut look));
    }
    marks || old
}

pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A scope that is being compiled.
pub(super) struct Open {
    pub label: LabelId,
    /// How many loops are around it.
    pub loops: usize,
    /// The branch or loop that it stands in.
    pub side: u32,
    /// Whether the code ends behind it.
    pub is_last: bool,
    /// Jumps that leave it.
    pub jumps: Vec<usize>,
}

pub(super) struct Compiler<'p> {
    pub(super) program: &'p Program,
    pub(super) codes: Codes<'p>,
    /// The code that is being compiled.
    pub(super) code: Code<'p>,
    /// The number of the code of each procedure that has one.
    pub(super) numbers: BTreeMap<ProcId, u32>,
    /// Dimensions of the launch.
    pub(super) dims: Dims,
    pub(super) contracts: bool,
    pub(super) trace: bool,
    /// Whether the lanes of a warp wait for each other behind each round of a loop.
    pub(super) meets: bool,
    /// Which branch or loop is being compiled.
    pub(super) side: u32,
    /// Counters of the loops around this place that have a barrier in their body.
    pub(super) counters: Vec<Reg>,
    /// How many loops are around this place.
    pub(super) loops: usize,
    /// The scopes around this place.
    pub(super) scopes: Vec<Open>,
    /// For each exit so far the number of its scope among those around it, and the side of the `if` that it stands on.
    pub(super) exits: Vec<(usize, Around)>,
    /// Registers for intermediate values; each statement uses them again.
    pub(super) temporaries: Vec<Reg>,
    /// How many of them are in use.
    pub(super) used: usize,
    /// How many `if`s there were.
    pub(super) ifs: u32,
}

impl<'p> Compiler<'p> {
    /// The code of a body, up to the operation that ends it.
    fn body(&mut self, body: &'p Block, lengths: Lengths<'_, 'p>) -> Result<(), BadInput> {
        self.code.registers = self.codes.first_var + count(self.code.vars.len());
        (self.side, self.loops, self.used) = (0, 0, 0);
        self.temporaries.clear();
        self.counters.clear();
        self.scopes.clear();
        self.exits.clear();
        let vars = self.code.vars;
        for (n, decl) in vars.iter().enumerate() {
            if !decl.dims.is_empty() {
                self.private_array(VarId(count(n)), decl, lengths(decl)?)?;
            }
        }
        self.find_unset(body);
        self.block(body, true);
        Ok(())
    }

    /// Adds the code that was compiled to the list.
    fn finish(&mut self) {
        let code = std::mem::replace(&mut self.code, empty(None, &[]));
        self.codes.all.push(code);
    }

    fn private_array(&mut self, var: VarId, decl: &VarDecl, dims: Option<Vec<i64>>) -> Result<(), BadInput> {
        // An array with a length that is negative or has no value has no elements: its declaration fails if it is
        // executed.
        let (has_value, dims) = (dims.is_some(), dims.unwrap_or_else(|| vec![0; decl.dims.len()]));
        let sizes = dims.iter().map(|dim| u32::try_from((*dim).max(0)).ok());
        let len = sizes.into_iter().try_fold(1_u32, |n, size| n.checked_mul(size?));
        // Each element takes two registers: its value, and whether it has one.
        let len = len.filter(|len| *len < 1 << 28 && self.code.registers < 1 << 28);
        let large = || BadInput::TooLarge { array: Some((decl.name.name.clone(), None)), limit: 1 << 28 };
        let len = len.ok_or_else(large)?;
        let first = self.code.registers;
        let flags = first + len;
        self.code.registers = flags + len;
        self.code.arrays.push(OwnArray { var, elem: decl.ty, dims, has_value, len, first, flags });
        Ok(())
    }

    pub(super) fn emit(&mut self, op: Op, node: Node) {
        self.codes.ops.push(op);
        self.codes.nodes.push(node);
        self.codes.sides.push(self.side);
    }

    pub(super) fn special(&mut self, op: Special, node: Node) {
        self.emit(Op::Special(op), node);
    }

    /// The number of the next operation.
    pub(super) fn here(&self) -> u32 {
        count(self.codes.ops.len())
    }

    /// Emits a jump that does not know its target yet.
    pub(super) fn jump(&mut self, op: Op, node: Node) -> usize {
        let at = self.codes.ops.len();
        self.emit(op, node);
        at
    }

    /// Sets the target of a jump to the next operation.
    pub(super) fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(Op::Jump(to) | Op::JumpIf(_, to) | Op::JumpUnless(_, to)) = self.codes.ops.get_mut(at) {
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
        self.codes.first_var + var.0
    }

    /// The number of a variable in the list of variables that may have no value.
    pub(super) fn unset(&self, var: VarId) -> Option<u32> {
        self.code.unset.iter().position(|u| u.var == var).map(count)
    }

    /// The number of a private array.
    pub(super) fn own(&self, var: VarId) -> Option<u32> {
        self.code.arrays.iter().position(|a| a.var == var).map(count)
    }

    /// The operation that reads a place.
    pub(super) fn load(&self, dst: Reg, place: &Place, index: Reg) -> Op {
        match (place.heap, place.index.len()) {
            (Heap::Array(array), 1) => Op::Load(dst, array.0, index),
            (Heap::Array(array), _) => Op::LoadMany(dst, array.0, index),
            // No thread has references: `own` has no such array.
            (Heap::Elements(_) | Heap::Field(_), _) => Op::LoadOwn(dst, u32::MAX, index),
            (Heap::Private(var), _) => Op::LoadOwn(dst, self.own(var).unwrap_or(u32::MAX), index),
        }
    }

    /// The operation that writes a place.
    pub(super) fn store(&self, place: &Place, index: Reg, value: Reg) -> Op {
        match (place.heap, place.index.len()) {
            (Heap::Array(array), 1) => Op::Store(array.0, index, value),
            (Heap::Array(array), _) => Op::StoreMany(array.0, index, value),
            (Heap::Elements(_) | Heap::Field(_), _) => Op::StoreOwn(u32::MAX, index, value),
            (Heap::Private(var), _) => Op::StoreOwn(self.own(var).unwrap_or(u32::MAX), index, value),
        }
    }

    /// Finds the variables that may have no value: those that are declared without one, and a result.
    fn find_unset(&mut self, block: &'p Block) {
        for result in self.code.procedure.into_iter().flat_map(|procedure| &procedure.results) {
            self.may_be_unset(*result);
        }
        block.each(&mut |stmt| {
            if let StmtKind::Declare(var, None) = stmt.kind {
                self.may_be_unset(var);
            }
        });
    }

    fn may_be_unset(&mut self, var: VarId) {
        if self.own(var).is_none() && self.unset(var).is_none() {
            let flag = self.new_register();
            self.code.unset.push(Unset { var, flag });
        }
    }

    /// The threads that wait for each other in a block, or in a procedure that it may call.
    pub(super) fn waits(&self, block: &Block) -> Option<Among> {
        let group = reaches(self.program, block, &|stmt| stmt.outline().waits == Some(Among::Group));
        let some = group || reaches(self.program, block, &|stmt| stmt.outline().waits.is_some());
        some.then_some(if group { Among::Group } else { Among::Tile(ir::WARP) })
    }

    /// What a loop keeps although its invariants do not name it.
    pub(super) fn keeps(&self, of: &[Clause], guard: &Expr, body: &Block) -> LoopKeeps {
        LoopKeeps::new(of, guard, body, self.code.vars, self.program)
    }

    /// Whether a procedure may reach a barrier, or another statement where threads wait for each other.
    pub(super) fn procedure_waits(&self, id: ProcId) -> bool {
        let body = procedure(self.program, id).and_then(|p| p.body.as_ref());
        body.is_some_and(|body| self.waits(body).is_some())
    }

    pub(super) fn enter(&mut self, parent: u32, around: Around) {
        self.codes.parts.push((parent, around));
        self.side = count(self.codes.parts.len());
    }
}
