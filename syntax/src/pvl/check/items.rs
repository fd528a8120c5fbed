//! Checks kernels and pure functions.
//!
//! In: the syntax tree of a kernel or a function. Out: its typed form.

use super::env::{ArraySignature, Env, ExprContext, Memory};
use super::launch::launch;
use super::machine::of_declaration;
use super::names::{duplicate, ident, reserved};
use super::statements::declared;
use crate::pvl::ast::{self, Level, MemberKind};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{
    ArrayDecl, Block, Clause, ClauseKind, Exact, ExprKind, Function, Kernel, Origin, ScalarDecl, Space, Team, Type,
};

/// The arrays and scalars that a kernel declares.
pub fn memory(kernel: &ast::Kernel, int: Type, out: &mut Vec<Diagnostic>) -> Memory {
    let mut memory = Memory::default();
    for member in &kernel.members {
        let MemberKind::Memory { space, ty, dims, names } = &member.kind else { continue };
        for name in names {
            if launch(&name.text).is_some() {
                out.push(reserved(name));
            }
            let arrays = memory.arrays.iter().map(|array| &array.name);
            let function = kernel.members.iter().find_map(|member| match &member.kind {
                MemberKind::Function(f) => (f.name.text == name.text).then_some(f.name.at.0),
                MemberKind::Procedure(p) => (p.name.text == name.text).then_some(p.name.at.0),
                MemberKind::Resource(r) => (r.name.text == name.text).then_some(r.name.at.0),
                MemberKind::Memory { .. }
                | MemberKind::Clause(..)
                | MemberKind::Invariant(..)
                | MemberKind::Main { .. } => None,
            });
            let first =
                arrays.chain(memory.scalars.iter().map(|scalar| &scalar.name)).find(|known| known.name == name.text);
            if let Some(first) = first.map(|first| first.node.span).or(function) {
                out.push(duplicate(name, first));
                continue;
            }
            if !dims.is_empty() {
                memory.arrays.push(ArraySignature {
                    name: ident(name),
                    space: *space,
                    elem: of_declaration(*ty, int),
                    dims: dims.len(),
                });
            } else {
                if *space == Space::Local {
                    out.push(
                        Diagnostic::new(
                            "type.local-scalar",
                            name.at.0,
                            format!("`{}` is a single value in local memory", name.text),
                        )
                        .label("not an array")
                        .help(format!("write `local int[1] {}`, or a private variable in `main`", name.text)),
                    );
                }
                memory.scalars.push(ScalarDecl { name: ident(name), ty: of_declaration(*ty, int) });
            }
        }
    }
    memory
}

/// Checks a kernel.
pub fn kernel(env: &mut Env<'_>, kernel: &ast::Kernel) -> Kernel {
    let arrays = arrays(env, kernel);
    let mains: Vec<(&Vec<ast::Clause>, &ast::Block, &ast::Member)> = kernel.members.iter().filter_map(main).collect();
    check_mains(env, kernel, &mains);
    for (_, body, _) in &mains {
        declared(body, &mut env.private);
    }
    let (contract, of_group, of_thread) = contracts(env, kernel, &mains);
    let invariants = env.shared_by_threads(kernel);
    env.private.clear();
    let body = mains.first().map_or_else(Block::default, |(_, body, member)| {
        let body = env.at(ExprContext::Code, |env| env.block(body));
        At::new(member.at.0).scope(env.exits.end.take(), body)
    });
    for (_, body, _) in mains.iter().skip(1) {
        env.block(body);
    }
    env.shared.clear();
    env.missing_axes();
    let spaces: Vec<Space> = arrays.iter().map(|array| array.space).collect();
    Kernel {
        name: ident(&kernel.name),
        arrays,
        scalars: env.memory.scalars.clone(),
        vars: std::mem::take(&mut env.vars),
        labels: std::mem::take(&mut env.exits.labels),
        contract,
        invariants,
        teams: Team::of_kernel(env.mentions.dims, env.mentions.groups, &spaces, of_group, of_thread),
        launch: env.int,
        body,
        node: kernel.at.0.into(),
    }
}

/// The contract, the code and the member, if the member is a `main`.
fn main(member: &ast::Member) -> Option<(&Vec<ast::Clause>, &ast::Block, &ast::Member)> {
    match &member.kind {
        MemberKind::Main { contract, body } => Some((contract, body, member)),
        MemberKind::Memory { .. }
        | MemberKind::Function(_)
        | MemberKind::Procedure(_)
        | MemberKind::Resource(_)
        | MemberKind::Invariant(..)
        | MemberKind::Clause(..) => None,
    }
}

/// Reports a kernel without `main`, or with several.
fn check_mains(env: &mut Env<'_>, kernel: &ast::Kernel, mains: &[(&Vec<ast::Clause>, &ast::Block, &ast::Member)]) {
    let name = &kernel.name;
    if mains.is_empty() && !kernel.damaged.0 {
        env.diagnostics.push(
            Diagnostic::new("resolve.no-main", name.at.0, format!("the kernel `{}` has no code", name.text))
                .label("no `void main()`")
                .help("write `void main() { … }` behind its contract"),
        );
    }
    if let [(.., first), rest @ ..] = mains {
        for (.., member) in rest {
            env.diagnostics.push(
                Diagnostic::new(
                    "resolve.duplicate-main",
                    member.at.0,
                    format!("the kernel `{}` has its code twice", name.text),
                )
                .label("again")
                .related(first.at.0, "the first `main`")
                .help("write two kernels"),
            );
        }
    }
}

/// The declarations of arrays in a kernel.
fn arrays(env: &mut Env<'_>, kernel: &ast::Kernel) -> Vec<ArrayDecl> {
    let mut out: Vec<ArrayDecl> = Vec::new();
    for member in &kernel.members {
        let MemberKind::Memory { space, ty, dims, names } = &member.kind else { continue };
        let lengths: Vec<_> =
            env.at(ExprContext::Length, |env| dims.iter().map(|dim| env.value(dim, Type::Int)).collect());
        let Some(lengths) = lengths.into_iter().collect::<Option<Vec<_>>>() else { continue };
        for name in names.iter().filter(|_| !dims.is_empty()) {
            out.push(ArrayDecl {
                name: ident(name),
                space: *space,
                elem: env.declared(*ty),
                dims: lengths.clone(),
                initial: Vec::new(),
                node: member.at.0.into(),
            });
        }
    }
    out
}

/// Contracts of kernel, group and thread.
type Contracts = (ir::Contract, ir::Contract, ir::Contract);

/// The contracts of a kernel.
fn contracts(
    env: &mut Env<'_>,
    kernel: &ast::Kernel,
    mains: &[(&Vec<ast::Clause>, &ast::Block, &ast::Member)],
) -> Contracts {
    let mut out = Contracts::default();
    for member in &kernel.members {
        if let MemberKind::Clause(level, clause) = &member.kind {
            let (place, contract) = match level {
                Level::Kernel => (ExprContext::Kernel, &mut out.0),
                Level::Group => (ExprContext::Group, &mut out.1),
            };
            contract.clauses.extend(env.clauses(std::slice::from_ref(clause), place));
        }
    }
    for (contract, ..) in mains {
        out.2.clauses.extend(env.clauses(contract, ExprContext::Thread));
    }
    out
}

/// Checks a function; `None` if an error in it was reported.
pub fn function(env: &mut Env<'_>, function: &ast::Function) -> Option<Function> {
    let at = At::new(function.name.at.0);
    env.opaque(function);
    let mut clauses = Vec::from_iter(env.receiver(at));
    env.reference_type(function.ret);
    let ret = env.of_name(function.ret);
    for (ty, name) in &function.params {
        env.reference_type(*ty);
        let typed = env.of_name(*ty);
        let var = match env.data_type() {
            // Nothing mentions the parameters of a function without body and contract.
            Some(_) => env.hidden(At::new(name.at.0).scalar(name.text.clone(), typed)),
            None => env.declare(name, typed, false),
        };
        clauses.extend(env.of_parameter(var, *ty, ClauseKind::Requires));
    }
    let result = At::new(function.ret.at.0).expr(ExprKind::Result, ret);
    clauses.extend(env.range_clause(&result, function.ret, ClauseKind::Ensures));
    let (params, generated) = (env.vars.len(), clauses.len());
    for clause in &function.contract {
        let place = if clause.kind == ClauseKind::Requires { ExprContext::Requires } else { ExprContext::Ensures };
        env.result = (clause.kind == ClauseKind::Ensures).then_some((ExprKind::Result, ret));
        clauses.extend(env.clauses(std::slice::from_ref(clause), place));
        env.result = None;
    }
    let complete = clauses.len() == function.contract.len() + generated;
    clauses.extend(env.axioms_of(function));
    let decreases = super::measure::measure(env, &function.name, &function.decreases, ExprContext::Ensures);
    let body = function.body.as_ref().map(|body| env.at(ExprContext::Body, |env| env.value(body, ret)));
    let clauses: Vec<Clause> = clauses;
    Some(Function {
        name: env.item_name(&function.name),
        opaque: function.opaque.is_some(),
        origin: env.origin,
        exact: Exact::named(&function.name.text).filter(|_| env.origin == Origin::BuiltIn && function.body.is_none()),
        data: env.data_type(),
        kernel: env.kernel,
        vars: std::mem::take(&mut env.vars),
        params,
        ret,
        contract: ir::Contract { clauses },
        decreases,
        body: body.map_or(Some(None), |body| body.map(Some)).filter(|_| complete)?,
        node: function.at.0.into(),
    })
}
