//! A kernel that does nothing but call one procedure, so that a run can show what is wrong with the procedure.
//!
//! A procedure is proved for all arguments and all states that its `requires` allows, whatever its callers do. So one
//! call from one such state refutes it. The driver is the kernel that makes this call:
//!
//! ```text
//! kernel requires what the procedure's kernel says of sizes and constants;
//! requires tid == t ==> P(x);        P: what the procedure requires; x: its arguments, constants of the launch
//! void main() { if (tid == t) { f(x); } }
//! ```
//!
//! In: a program, one of its procedures, and the thread that calls. Out: the program with the driver. All other parts
//! keep their numbers, so that what goes wrong in the procedure is found at the same nodes. The arrays of the driver
//! are those of the procedure's kernel, all of them global: a procedure may be called at any time, and then local
//! memory has values, too.

use super::attempt::Stage;
use ir::build::At;
use ir::{
    ArrayDecl, BinaryOp, Block, Call, Clause, ClauseKind, Contract, Dims, Expr, ExprKind, Kernel, KernelId, LaunchVar,
    ProcId, Procedure, Program, ScalarDecl, ScalarId, Space, Team, Type, VarId,
};
use logic::syntactic::mentions_memory;

/// A program with a driver.
#[derive(Debug)]
pub struct Driver {
    /// The program, with the driver among its kernels.
    program: Program,
    /// The identity of the driver.
    id: KernelId,
    /// The procedure that it calls.
    calls: ProcId,
}

impl Driver {
    /// The driver of a procedure that the thread with these numbers calls: one `tid` for each dimension of the launch,
    /// and none for a procedure outside of kernels. `None` if there is no such procedure, or if it has no code.
    pub fn new(program: &Program, id: ProcId, tid: &[i64]) -> Option<Self> {
        let procedure = program.procedure(id).filter(|p| p.body.is_some())?;
        let kernel = kernel(program, procedure, id, tid);
        let mut program = program.clone();
        let driver = match procedure.kernel {
            Some(driver) => {
                *program.kernels.get_mut(driver.0 as usize)? = kernel;
                driver
            }
            None => {
                program.kernels.push(kernel);
                KernelId(u32::try_from(program.kernels.len()).ok()?.checked_sub(1)?)
            }
        };
        Some(Self { program, id: driver, calls: id })
    }

    /// The driver, as a kernel that can be run.
    pub fn stage(&self) -> Option<Stage<'_>> {
        Some(Stage { program: &self.program, kernel: self.program.kernel(self.id)?, calls: Some(self.calls), bare: false })
    }
}

fn kernel(program: &Program, procedure: &Procedure, id: ProcId, tid: &[i64]) -> Kernel {
    let at = At::new(procedure.name.node);
    let around = procedure.kernel.and_then(|k| program.kernel(k));
    let mut scalars = around.map(|k| k.scalars.clone()).unwrap_or_default();
    let first = scalars.len();
    let params = || procedure.vars.iter().take(procedure.params);
    scalars.extend(params().map(|p| ScalarDecl { name: p.name.clone(), ty: p.ty }));
    let argument = |v: VarId| ScalarId(u32::try_from(first).unwrap_or(u32::MAX).saturating_add(v.0));
    let calls = |tid: &[i64]| {
        let axes = around.map_or(Dims::One, Kernel::dims).axes().iter().zip(tid);
        let is = axes.map(|(axis, n)| {
            let number = at.expr(ExprKind::Launch(LaunchVar::Tid, *axis), Type::Int);
            at.binary(BinaryOp::Eq, number, at.int(*n))
        });
        is.reduce(|a, b| at.both(a, b))
    };
    let requires = |clause: &Clause| {
        let mut pre = clause.expr.clone();
        pre.each_mut(&mut |e| {
            if let ExprKind::Var(v) = e.kind {
                if (v.0 as usize) < procedure.params {
                    e.kind = ExprKind::Scalar(argument(v));
                }
            }
        });
        let expr = match calls(tid) {
            Some(calls) => Expr { node: pre.node, ..at.binary(BinaryOp::Implies, calls, pre) },
            None => pre,
        };
        Clause { expr, kind: ClauseKind::Requires, ..*clause }
    };
    let contract = Contract { clauses: procedure.contract.pre().map(requires).collect() };
    let args = params().zip(0..).map(|(p, n)| at.expr(ExprKind::Scalar(argument(VarId(n))), p.ty)).collect();
    let call = at.call(Call { callee: id, args, results: procedure.results.clone() });
    let call = match calls(tid) {
        Some(calls) => at.branch(calls, Block { stmts: vec![call] }, Block::default()),
        None => call,
    };
    let vars = procedure.vars.iter().cloned().map(|v| ir::VarDecl { dims: Vec::new(), ..v }).collect();
    let teams = match around {
        Some(kernel) => teams(program, kernel, contract),
        None => Team::of_kernel(Dims::One, false, &[], Contract::default(), contract),
    };
    Kernel {
        // Runs find a kernel by its name, and no kernel that a person wrote has this one.
        name: at.name(format!("{}()", procedure.name.name)),
        arrays: around.iter().flat_map(|k| &k.arrays).map(global).collect(),
        scalars,
        vars,
        labels: Vec::new(),
        contract: around.map(|k| of_sizes(program, &k.contract)).unwrap_or_default(),
        invariants: Vec::new(),
        teams,
        launch: around.map_or(Type::Int, |k| k.launch),
        body: Block { stmts: vec![call] },
        node: procedure.node,
    }
}

/// The teams of a kernel, with this contract for threads. Of the contracts of groups, only the clauses about sizes are
/// kept.
fn teams(program: &Program, kernel: &Kernel, threads: Contract) -> Vec<Team> {
    let mut teams: Vec<Team> = kernel.teams.iter().map(|team| without_memory(program, team)).collect();
    if let Some(innermost) = teams.last_mut() {
        innermost.contract = threads;
    }
    teams
}

fn without_memory(program: &Program, team: &Team) -> Team {
    Team { axes: team.axes.clone(), contract: of_sizes(program, &team.contract), memory: Vec::new() }
}

/// The clauses of a contract that are about sizes and scalars only, so that they hold throughout a launch. The proof of
/// the procedure assumes them, too.
fn of_sizes(program: &Program, contract: &Contract) -> Contract {
    let clauses = contract.pre().filter(|c| !mentions_memory(&c.expr, program)).cloned();
    Contract { clauses: clauses.map(|c| Clause { kind: ClauseKind::Requires, ..c }).collect() }
}

fn global(array: &ArrayDecl) -> ArrayDecl {
    ArrayDecl { space: Space::Global, ..array.clone() }
}
