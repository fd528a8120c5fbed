//! Inlining of procedures that contain a barrier. A barrier concerns all threads of a group at one place of a kernel,
//! which the contract of a procedure, for one thread, cannot express.
//!
//! In: a program without errors. Out: the same program without such procedures, or diagnostics if they cannot be
//! inlined. A call is replaced by variables for the parameters, with the values of the arguments; an assertion of the
//! procedure's precondition; its code; and an assertion of its postcondition. So the contract is still checked.

use crate::build::{label, At};
use crate::diagnostic::Diagnostic;
use crate::rename::Renaming;
use crate::{
    Block, Call, Clause, Expr, ExprKind, Inlined, Kernel, KernelId, LabelId, Moment, ProcId, Procedure, Program, Stmt,
    StmtKind, Type, VarId,
};
use std::collections::BTreeSet;

/// The greatest number of calls that are replaced in one kernel.
const MAX_CALLS: usize = 1_000;
const CODE: &str = "type.inlined-barrier";

impl Program {
    /// Completes a program that a front end has made: inlines procedures with a barrier, and numbers all parts
    /// ([`crate::build`]).
    pub fn finish(&mut self) -> Vec<Diagnostic> {
        let wrong = self.inline_barriers();
        self.number();
        wrong
    }

    /// Inlines procedures with a barrier. The program must be numbered afterwards.
    fn inline_barriers(&mut self) -> Vec<Diagnostic> {
        let waits = waiting(&self.procedures);
        if waits.is_empty() {
            return Vec::new();
        }
        let mut wrong: Vec<Diagnostic> = waits.iter().filter_map(|p| self.not_inlinable(*p)).collect();
        if !wrong.is_empty() {
            return wrong;
        }
        let host: BTreeSet<ProcId> = self.host_procedures().into_keys().collect();
        let procedures = std::mem::take(&mut self.procedures);
        let mut called = BTreeSet::new();
        for (id, kernel) in (0u32..).map(KernelId).zip(&mut self.kernels) {
            let mut replaced = Vec::new();
            wrong.extend(inline(kernel, &procedures, &waits, &mut replaced));
            called.extend(replaced.iter().map(|(callee, _)| *callee));
            self.inlined.extend(replaced.into_iter().filter_map(|(callee, start)| {
                let procedure = procedures.get(callee.0 as usize)?;
                let contract = &procedure.contract;
                let asserts = (contract.pre().next().is_some(), contract.post().next().is_some());
                Some(Inlined { kernel: id, procedure: procedure.name.name.clone(), start, asserts })
            }));
        }
        // Beyond the limit calls are not replaced, so it is not known what is called.
        if wrong.is_empty() {
            let uncalled = |p: &ProcId| Some(uncalled(procedures.get(p.0 as usize)?, host.contains(p)));
            wrong.extend(waits.difference(&called).filter_map(uncalled));
        }
        self.keep(procedures, &waits);
        wrong
    }

    /// The reason why a procedure with a barrier cannot be inlined, if there is one.
    fn not_inlinable(&self, id: ProcId) -> Option<Diagnostic> {
        let procedure = self.procedure(id)?;
        let name = &procedure.name.name;
        if reach(&self.procedures, calls(procedure)).contains(&id) {
            let message = format!("`{name}` has a barrier and calls itself");
            return Some(
                Diagnostic::new(CODE, procedure.name.node.span, message).label("recursive, with a barrier").help(
                    "put the barrier into the code of the kernel, or write a loop: all threads of a group must \
                        come to the same barrier equally often",
                ),
            );
        }
        let e = stale(procedure)?;
        let message = format!("`\\old` of a private variable in `{name}`, which has a barrier");
        Some(Diagnostic::new(CODE, e.node.span, message).label("what it was at the call is not known").help(
            "the code stands where it is called: inside `\\old` use parameters and memory alone, or name a \
                    moment, `label L;` and `\\old[L](…)`",
        ))
    }

    /// Keeps all procedures except those in `without`, and gives the calls of the others their new identities.
    fn keep(&mut self, procedures: Vec<Procedure>, without: &BTreeSet<ProcId>) {
        let before = |id: ProcId| without.iter().filter(|gone| **gone < id).count() as u32;
        let renumber = |body: &mut Block| {
            body.each_mut(&mut |stmt| {
                if let Some(callee) = stmt.outline_mut().callee {
                    *callee = ProcId(callee.0 - before(*callee));
                }
            });
        };
        let all = (0u32..).map(ProcId).zip(procedures);
        self.procedures = all.filter(|(id, _)| !without.contains(id)).map(|(_, procedure)| procedure).collect();
        self.procedures.iter_mut().filter_map(|p| p.body.as_mut()).for_each(renumber);
        self.kernels.iter_mut().for_each(|kernel| renumber(&mut kernel.body));
    }
}

/// The procedures that the block calls directly.
fn calls_in(block: &Block) -> BTreeSet<ProcId> {
    let mut out = BTreeSet::new();
    block.each(&mut |stmt| {
        out.extend(stmt.outline().callee);
    });
    out
}

/// The procedures that the procedure calls directly.
fn calls(procedure: &Procedure) -> BTreeSet<ProcId> {
    procedure.body.as_ref().map(calls_in).unwrap_or_default()
}

/// These procedures, and all that they call, directly or through others.
fn reach(procedures: &[Procedure], from: BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let mut todo: Vec<ProcId> = from.iter().copied().collect();
    let mut out = from;
    while let Some(id) = todo.pop() {
        let more = procedures.get(id.0 as usize).map(calls).unwrap_or_default();
        todo.extend(more.into_iter().filter(|callee| out.insert(*callee)));
    }
    out
}

/// The procedures where threads wait for each other, directly or through calls.
fn waiting(procedures: &[Procedure]) -> BTreeSet<ProcId> {
    let barrier = |p: &Procedure| p.body.as_ref().is_some_and(|body| body.waits().is_some());
    let own: BTreeSet<ProcId> =
        (0u32..).map(ProcId).zip(procedures).filter(|(_, p)| barrier(p)).map(|(id, _)| id).collect();
    let waits = |id: &ProcId| !reach(procedures, BTreeSet::from([*id])).is_disjoint(&own);
    (0..procedures.len() as u32).map(ProcId).filter(waits).collect()
}

/// The argument `e` of the first `\old(e)` that mentions a private variable other than a parameter. In the procedure,
/// the variable has its current value there. After inlining, `\old` becomes `\old[L]` with a label at the call, where
/// the variable may have another value.
fn stale(procedure: &Procedure) -> Option<&Expr> {
    let mut exprs: Vec<&Expr> = procedure.contract.clauses.iter().map(|c| &c.expr).collect();
    procedure.body.iter().for_each(|body| body.each_expr(&mut |e| exprs.push(e)));
    let (mut bound, mut starts) = (BTreeSet::new(), Vec::new());
    for e in exprs {
        e.each(&mut |part| {
            if let ExprKind::Quant(q) = &part.kind {
                bound.extend(q.binders.iter().copied());
            }
            if let ExprKind::Reduce(r) = &part.kind {
                let _ = bound.insert(r.binder);
            }
            if let ExprKind::Describe(d) = &part.kind {
                bound.extend(d.generators.iter().map(|generator| generator.binder));
            }
            if let ExprKind::At(Moment::Start, inner) = &part.kind {
                starts.push(&**inner);
            }
        });
    }
    let private = |v: &VarId| v.0 as usize >= procedure.params && !bound.contains(v);
    starts.into_iter().find(|e| {
        let mut found = false;
        e.each(&mut |part| found |= matches!(&part.kind, ExprKind::Var(v) if private(v)));
        found
    })
}

/// The error for a procedure with a barrier that no kernel calls, so that it would not be verified. `host` says whether
/// it is a host procedure, which kernels cannot call.
fn uncalled(procedure: &Procedure, host: bool) -> Diagnostic {
    let name = &procedure.name.name;
    if host {
        let message = format!("the host procedure `{name}` has a barrier, or calls a procedure with a barrier");
        return Diagnostic::new(CODE, procedure.name.node.span, message).label("with a barrier").help(
            "a barrier is for the threads of a group, and the host has none: leave it out; a `launch` ends when all \
            its threads have ended",
        );
    }
    let message = format!("`{name}` has a barrier, and no kernel calls it");
    Diagnostic::new(CODE, procedure.name.node.span, message)
        .label("never verified")
        .help("code with a barrier is verified where it is called: call it in a kernel, or leave it out")
}

/// Replaces the calls of the procedures `waits` in a kernel, also those in code that was inlined, and adds the callees
/// and the label at the start of the code to `replaced`.
fn inline(
    kernel: &mut Kernel,
    procedures: &[Procedure],
    waits: &BTreeSet<ProcId>,
    replaced: &mut Vec<(ProcId, LabelId)>,
) -> Option<Diagnostic> {
    let mut body = std::mem::take(&mut kernel.body);
    let (mut left, mut wrong) = (MAX_CALLS, None);
    body.each_mut(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else { return };
        let Some(procedure) = procedures.get(call.callee.0 as usize).filter(|_| waits.contains(&call.callee)) else {
            return;
        };
        if left == 0 {
            let message = format!(
                "this kernel has more than {MAX_CALLS} calls of procedures with a barrier, with those inside of them"
            );
            wrong.get_or_insert_with(|| {
                Diagnostic::new(CODE, stmt.node.span, message)
                    .label("one of them")
                    .help("call fewer of them, or write a loop")
            });
            return;
        }
        left -= 1;
        let at = At::new(stmt.node);
        let (code, start) = instance(kernel, procedure, call, at);
        replaced.push((call.callee, start));
        *stmt = at.block(code);
    });
    kernel.body = body;
    wrong
}

/// The code that replaces one call, and the label at its start.
fn instance(kernel: &mut Kernel, procedure: &Procedure, call: &Call, at: At) -> (Block, LabelId) {
    let (vars, labels) = (kernel.vars.len() as u32, kernel.labels.len() as u32);
    kernel.vars.extend(procedure.vars.iter().cloned());
    kernel.labels.extend(procedure.labels.iter().cloned());
    let start = label(&mut kernel.labels, at.name(&procedure.name.name));
    let by = Renaming { vars, labels, start };
    let params = (0u32..).map(|n| by.var(VarId(n)));
    let mut stmts: Vec<Stmt> = params.zip(&call.args).map(|(v, arg)| at.declare(v, Some(arg.clone()))).collect();
    stmts.extend(procedure.results.iter().map(|v| at.declare(by.var(*v), None)));
    stmts.push(at.mark(start));
    stmts.extend(asserted(procedure.contract.pre(), by));
    let mut body = procedure.body.clone().unwrap_or_default();
    by.block(&mut body);
    stmts.extend(body.stmts);
    stmts.extend(asserted(procedure.contract.post(), by));
    for (to, result) in call.results.iter().zip(&procedure.results) {
        let ty = procedure.vars.get(result.0 as usize).map_or(Type::Int, |decl| decl.ty);
        stmts.push(at.assign(*to, at.var(by.var(*result), ty)));
    }
    (Block { stmts }, start)
}

/// The assertion of all clauses together, so that their permissions are added up.
fn asserted<'c>(clauses: impl Iterator<Item = &'c Clause>, by: Renaming) -> Option<Stmt> {
    let mut all = clauses.map(|clause| clause.expr.clone()).reduce(|a, b| At::new(a.node).both(a, b))?;
    by.expr(&mut all);
    Some(At::new(all.node).assert(all))
}
