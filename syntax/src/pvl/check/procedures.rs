//! Checks procedures.
//!
//! In: the syntax tree of a procedure, a method or a constructor. Out: its typed form. In contracts, a parameter has
//! the value of the argument. So if the body assigns a parameter, the typed body uses a copy of it. The lengths of
//! arrays mean the parameter. The first parameter of a method is `this`, which is not `null`. A constructor has no such
//! parameter: its body starts with a new object, which is `this` and the result.

use super::env::{Env, ExprContext};
use super::given;
use super::names::ident;
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{Block, By, Clause, ClauseKind, Contract, ExprKind, Procedure, Type, VarDecl, VarId};
use std::collections::BTreeSet;

/// Checks a procedure. If an error in its measure is reported, the result has no measure.
pub fn procedure(env: &mut Env<'_>, procedure: &ast::Procedure) -> Procedure {
    let at = At::new(procedure.name.at.0);
    let mut contract = Contract { clauses: Vec::from_iter(env.receiver(at)) };
    let params: Vec<(VarId, Type)> = procedure
        .params
        .iter()
        .map(|(ty, name)| {
            env.reference_type(*ty);
            env.collection_variable(*ty);
            let typed = env.declared(*ty);
            let var = env.declare(name, typed, false);
            contract.clauses.extend(env.of_parameter(var, *ty, ClauseKind::Requires));
            (var, typed)
        })
        .collect();
    let params: Vec<(VarId, Type)> =
        params.into_iter().chain(env.ghost_names(procedure, false, &mut contract)).collect();
    let count = env.vars.len();
    let result = procedure.ret.map(|ret| {
        env.reference_type(ret);
        env.collection_variable(ret);
        let ty = env.declared(ret);
        let var = env.hidden(At::new(ret.at.0).scalar("\\result", ty));
        contract.clauses.extend(env.of_parameter(var, ret, ClauseKind::Ensures));
        (var, ty)
    });
    let yields: Vec<VarId> = env.ghost_names(procedure, true, &mut contract).into_iter().map(|(var, _)| var).collect();
    env.ghost_results.clone_from(&yields);
    let new = env.constructed(at);
    for clause in &procedure.contract {
        let value = result.map(|(var, ty)| (ExprKind::Var(var), ty));
        env.result = value.filter(|_| clause.kind == ClauseKind::Ensures);
        let without = result.is_none() && clause.kind == ClauseKind::Ensures;
        env.void = without.then(|| procedure.name.text.clone());
        let behind = new.filter(|_| clause.kind == ClauseKind::Ensures);
        let check = |env: &mut Env<'_>| {
            env.with_this(behind, |env| env.clauses(std::slice::from_ref(clause), ExprContext::Thread))
        };
        let typed = if clause.kind == ClauseKind::Ensures { check(env) } else { env.before_results(check) };
        if clause.everywhere {
            let invariant = |c: &Clause| Clause { kind: ClauseKind::Invariant, by: By::Generated, ..c.clone() };
            env.everywhere.extend(typed.iter().map(invariant));
        }
        contract.clauses.extend(typed);
        (env.result, env.void) = (None, None);
    }
    let decreases = env
        .before_results(|env| super::measure::measure(env, &procedure.name, &procedure.decreases, ExprContext::Thread));
    contract.clauses.extend(new.map(|this| env.exists(this, ClauseKind::Ensures, at)));
    let body = procedure.body.as_ref().map(|body| {
        let mut block = env.with_this(new, |env| code(env, procedure, body, &params, result));
        block.stmts.splice(0..0, new.into_iter().flat_map(|this| env.creation(this, at)));
        block.stmts.extend(new.filter(|_| !commits(body)).and_then(|this| env.committed(this, procedure.name.at.0)));
        block
    });
    Procedure {
        name: env.item_name(&procedure.name),
        kernel: env.kernel,
        vars: std::mem::take(&mut env.vars),
        params: count,
        labels: std::mem::take(&mut env.exits.labels),
        points: std::mem::take(&mut env.points.all),
        results: result.map(|(var, _)| var).or(new).into_iter().chain(yields).collect(),
        contract,
        decreases,
        body,
        node: procedure.at.0.into(),
    }
}

/// Checks the code of a procedure.
fn code(
    env: &mut Env<'_>,
    procedure: &ast::Procedure,
    body: &ast::Block,
    params: &[(VarId, Type)],
    result: Option<(VarId, Type)>,
) -> Block {
    let mut assigned = BTreeSet::new();
    written(body, &mut assigned);
    let mut stmts = Vec::new();
    if env.kernel.is_none() {
        env.parameters = params.iter().map(|(param, _)| (*param, *param)).collect();
    }
    let names = procedure.params.iter().chain(given::named(procedure, false));
    for ((_, name), (param, ty)) in names.zip(params) {
        if assigned.contains(name.text.as_str()) {
            let copy = env.hidden(VarDecl { name: ident(name), ty: *ty, dims: Vec::new(), device: false });
            env.same_range(copy, *param);
            if env.ghosts.contains(param) {
                let _ = env.ghosts.insert(copy);
            }
            env.scope.push((name.text.clone(), copy));
            if env.kernel.is_none() {
                env.parameters.push((copy, *param));
            }
            let at = At::new(name.at.0);
            stmts.push(at.declare(copy, Some(at.var(*param, *ty))));
        }
    }
    env.exits.result = result;
    let block = env.at(ExprContext::Code, |env| env.block(body));
    if result.is_some() && block.comes_to_end() {
        env.diagnostics.push(
            Diagnostic::new(
                "type.missing-return",
                procedure.name.at.0,
                format!("`{}` can end without a result", procedure.name.text),
            )
            .label("has a result")
            .help("end every path through its code with `return e;`"),
        );
    }
    stmts.extend(At::new(procedure.at.0).scope(env.exits.end.take(), block).stmts);
    Block { stmts }
}

/// Whether the code of a constructor says itself where the lock of the object becomes free.
fn commits(body: &ast::Block) -> bool {
    let mut found = false;
    body.each(&mut |stmt| found |= matches!(stmt.kind, ast::StmtKind::Sync(ast::SyncWord::Commit, _)));
    found
}

/// Collects the names that the code assigns.
fn written<'b>(block: &'b ast::Block, out: &mut BTreeSet<&'b str>) {
    block.each(&mut |stmt| {
        if let ast::StmtKind::Given { yields, .. } = &stmt.kind {
            out.extend(yields.iter().map(|(target, _)| target.text.as_str()));
        }
        if let ast::StmtKind::Assign(target, _) = &stmt.kind {
            // `a[i] := e;` assigns no variable.
            if !target.index.is_empty() {
                return;
            }
            let _ = out.insert(target.name.text.as_str());
        }
    });
}
