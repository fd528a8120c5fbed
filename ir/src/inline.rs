//! Procedures that come to a barrier stand where they are called: what a barrier asks and gives is decided for all
//! threads of a group at one place of the kernel, and a contract of one thread cannot say it.
//!
//! In: a program without errors. Out: the same without such procedures: at each call the parameters are variables with
//! the values of the arguments, what the contract requires is asserted, then comes the code, then what the contract
//! ensures is asserted. So nothing that was written is lost. Or, where that cannot be done, diagnostics.

use crate::build::{label, At};
use crate::diagnostic::Diagnostic;
use crate::rename::Renaming;
use crate::{
    Block, Call, Clause, Expr, ExprKind, Kernel, Moment, ProcId, Procedure, Program, Stmt, StmtKind, Type, VarId,
};
use std::collections::BTreeSet;

/// Most calls that are replaced in one kernel.
const MOST: usize = 1_000;
const CODE: &str = "type.inlined-barrier";

impl Program {
    /// What comes last when a program is made: the code of procedures with a barrier takes the place of their calls,
    /// and all parts get their numbers ([`crate::build`]).
    pub fn finish(&mut self) -> Vec<Diagnostic> {
        let wrong = self.inline_barriers();
        self.number();
        wrong
    }

    /// Puts the code of procedures with a barrier in the place of their calls. Numbers are given anew afterwards.
    fn inline_barriers(&mut self) -> Vec<Diagnostic> {
        let waits = waiting(&self.procedures);
        if waits.is_empty() {
            return Vec::new();
        }
        let mut wrong: Vec<Diagnostic> = waits.iter().filter_map(|p| self.in_the_way(*p)).collect();
        if !wrong.is_empty() {
            return wrong;
        }
        let procedures = std::mem::take(&mut self.procedures);
        let mut called = BTreeSet::new();
        for kernel in &mut self.kernels {
            wrong.extend(inline(kernel, &procedures, &waits, &mut called));
        }
        wrong.extend(waits.difference(&called).filter_map(|p| Some(uncalled(procedures.get(p.0 as usize)?))));
        self.keep(procedures, &waits);
        wrong
    }

    /// What is wrong with a procedure that has a barrier.
    fn in_the_way(&self, id: ProcId) -> Option<Diagnostic> {
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

    /// The procedures that are left, under their new numbers.
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

fn calls_in(block: &Block) -> BTreeSet<ProcId> {
    let mut out = BTreeSet::new();
    block.each(&mut |stmt| {
        out.extend(stmt.outline().callee);
    });
    out
}

fn calls(procedure: &Procedure) -> BTreeSet<ProcId> {
    procedure.body.as_ref().map(calls_in).unwrap_or_default()
}

/// All that is called from some procedures, themselves included.
fn reach(procedures: &[Procedure], from: BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let mut todo: Vec<ProcId> = from.iter().copied().collect();
    let mut out = from;
    while let Some(id) = todo.pop() {
        let more = procedures.get(id.0 as usize).map(calls).unwrap_or_default();
        todo.extend(more.into_iter().filter(|callee| out.insert(*callee)));
    }
    out
}

/// The procedures that come to a barrier, themselves or through calls.
fn waiting(procedures: &[Procedure]) -> BTreeSet<ProcId> {
    let barrier =
        |p: &Procedure| p.body.as_ref().is_some_and(|body| body.first(&|stmt| stmt.outline().waits).is_some());
    let own: BTreeSet<ProcId> =
        (0u32..).map(ProcId).zip(procedures).filter(|(_, p)| barrier(p)).map(|(id, _)| id).collect();
    let waits = |id: &ProcId| !reach(procedures, BTreeSet::from([*id])).is_disjoint(&own);
    (0..procedures.len() as u32).map(ProcId).filter(waits).collect()
}

/// The first `\old(e)` whose `e` mentions a private variable that is no parameter. Its value at the call may be another
/// one than now, which is what the start means.
fn stale(procedure: &Procedure) -> Option<&Expr> {
    let mut exprs: Vec<&Expr> = procedure.contract.clauses.iter().map(|c| &c.expr).collect();
    procedure.body.iter().for_each(|body| body.each_expr(&mut |e| exprs.push(e)));
    let (mut bound, mut starts) = (BTreeSet::new(), Vec::new());
    for e in exprs {
        e.each(&mut |part| {
            if let ExprKind::Quant(q) = &part.kind {
                bound.extend(q.binders.iter().copied());
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

fn uncalled(procedure: &Procedure) -> Diagnostic {
    let message = format!("`{}` has a barrier, and no kernel calls it", procedure.name.name);
    Diagnostic::new(CODE, procedure.name.node.span, message)
        .label("never verified")
        .help("code with a barrier is verified where it is called: call it in a kernel, or leave it out")
}

fn inline(
    kernel: &mut Kernel,
    procedures: &[Procedure],
    waits: &BTreeSet<ProcId>,
    called: &mut BTreeSet<ProcId>,
) -> Option<Diagnostic> {
    let mut body = std::mem::take(&mut kernel.body);
    let (mut left, mut wrong) = (MOST, None);
    body.each_mut(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else { return };
        let Some(procedure) = procedures.get(call.callee.0 as usize).filter(|_| waits.contains(&call.callee)) else {
            return;
        };
        let _ = called.insert(call.callee);
        if left == 0 {
            let message = format!(
                "more than {MOST} calls of procedures with a barrier stand in this kernel, counted through each other"
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
        *stmt = at.block(instance(kernel, procedure, call, at));
    });
    kernel.body = body;
    wrong
}

/// The code of one call.
fn instance(kernel: &mut Kernel, procedure: &Procedure, call: &Call, at: At) -> Block {
    let (vars, labels) = (kernel.vars.len() as u32, kernel.labels.len() as u32);
    kernel.vars.extend(procedure.vars.iter().cloned());
    kernel.labels.extend(procedure.labels.iter().cloned());
    let start = label(&mut kernel.labels, at.name(&procedure.name.name));
    let by = Renaming { vars, labels, start };
    let params = (0u32..).map(|n| by.var(VarId(n)));
    let mut stmts: Vec<Stmt> = params.zip(&call.args).map(|(v, arg)| at.declare(v, Some(arg.clone()))).collect();
    stmts.extend(procedure.result.map(|v| at.declare(by.var(v), None)));
    stmts.push(at.mark(start));
    stmts.extend(asserted(procedure.contract.pre(), by));
    let mut body = procedure.body.clone().unwrap_or_default();
    by.block(&mut body);
    stmts.extend(body.stmts);
    stmts.extend(asserted(procedure.contract.post(), by));
    if let (Some(to), Some(result)) = (call.result, procedure.result) {
        let ty = procedure.vars.get(result.0 as usize).map_or(Type::Int, |decl| decl.ty);
        stmts.push(at.assign(to, at.var(by.var(result), ty)));
    }
    Block { stmts }
}

/// Clauses together, as one assertion: their permissions add up.
fn asserted<'c>(clauses: impl Iterator<Item = &'c Clause>, by: Renaming) -> Option<Stmt> {
    let mut all = clauses.map(|clause| clause.expr.clone()).reduce(|a, b| At::new(a.node).both(a, b))?;
    by.expr(&mut all);
    Some(At::new(all.node).assert(all))
}
