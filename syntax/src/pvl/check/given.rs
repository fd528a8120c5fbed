//! Checks ghost parameters (`given`), ghost results (`yields`), and the arguments of calls for them.
//!
//! They obey the laws of ghost code ([`super::ghost`]): the program reads no ghost parameter, a ghost argument is an
//! expression of ghost code, and a ghost result is assigned by ghost code and stored in a ghost variable. So calls do
//! the same without them.
//!
//! In: the contract of a procedure, or a call as written. Out: further parameters and results of the typed procedure,
//! or further arguments and results of the typed call, or diagnostics.

use super::around::GhostArguments;
use super::env::{Env, ProcedureSignature};
use super::names::ident;
use super::statements::Written;
use super::types::of_name_as;
use crate::pvl::ast::{self, Name, TypeName};
use crate::pvl::similar::nearest;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, Contract, Expr, Ident, ProcId, Span, Stmt, Type, VarId};

const CODE: &str = "type.ghost";

/// The ghost parameters of a procedure as written, or its ghost results.
pub fn named(procedure: &ast::Procedure, yields: bool) -> impl Iterator<Item = &(TypeName, Name)> {
    procedure.ghosts.iter().filter(move |clause| clause.yields == yields).flat_map(|clause| &clause.names)
}

/// The types of the ghost parameters of a procedure, or of its ghost results. Single integers have no limits.
pub fn types(
    procedure: &ast::Procedure,
    yields: bool,
    int: Type,
    classes: &[super::env::ClassSignature],
) -> Vec<(Ident, Type)> {
    let of = |ty: TypeName| of_name_as(ty, if ty.brackets == 0 { Type::Int } else { int }, classes);
    named(procedure, yields).map(|(ty, name)| (ident(name), of(*ty))).collect()
}

impl Env<'_> {
    /// Declares the ghost parameters of a procedure, or its ghost results.
    /// Their ranges become clauses of the contract.
    pub fn ghost_names(
        &mut self,
        procedure: &ast::Procedure,
        yields: bool,
        contract: &mut Contract,
    ) -> Vec<(VarId, Type)> {
        let kind = if yields { ClauseKind::Ensures } else { ClauseKind::Requires };
        self.ghostly(|env| {
            let declare = |(ty, name): &(TypeName, Name)| {
                env.reference_type(*ty);
                env.ghost_roles.push((name.text.clone(), yields));
                let typed = env.declared(*ty);
                let var = env.declare(name, typed, false);
                contract.clauses.extend(env.of_parameter(var, *ty, kind));
                (var, typed)
            };
            named(procedure, yields).map(declare).collect()
        })
    }

    /// Runs `inside` for a part that is about a moment before the ghost results of the procedure have values.
    pub fn before_results<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.no_results, self.ghost_results.iter().copied().collect());
        let out = inside(self);
        self.no_results = around;
        out
    }

    /// Runs `inside` as for ghost code.
    fn ghostly<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outside = (self.in_ghost, self.unbounded);
        (self.in_ghost, self.unbounded) = (true, true);
        let out = inside(self);
        (self.in_ghost, self.unbounded) = outside;
        out
    }

    /// Whether a visible ghost variable with this name is a ghost result (`true`) or a ghost parameter (`false`).
    pub fn ghost_role(&self, name: &str) -> Option<bool> {
        self.ghost_roles.iter().find(|(other, _)| other == name).map(|(_, yields)| *yields)
    }

    /// Reports a ghost result where it has no value yet.
    pub fn no_result_yet(&mut self, var: VarId, span: Span) {
        let name = self.vars.get(var.0 as usize).map_or("", |decl| &decl.name.name).to_owned();
        let message = format!("the ghost result `{name}` has no value before the procedure ends");
        self.diagnostics.push(Diagnostic::new(CODE, span, message).label("no value yet").help(
            "mention it in `ensures`; for a value that the caller gives, declare a ghost parameter with `given`",
        ));
    }

    /// Checks a call with ghost arguments, which is a statement at `span`.
    pub fn call_with_ghosts(&mut self, call: &ast::Stmt, ghosts: GhostArguments, span: Span, out: &mut Vec<Stmt>) {
        let reported = self.diagnostics.len();
        if matches!(&call.kind, ast::StmtKind::Declare(_, names) if names.len() > 1) {
            let error =
                Diagnostic::new(CODE, span, "ghost arguments belong to one call, and this declares several names")
                    .label("several names")
                    .help("write a declaration for each name");
            return self.diagnostics.push(error);
        }
        self.ghost_arguments = Some(ghosts);
        let typed = ast::Stmt { kind: call.kind.clone(), at: ast::At(span), notes: ast::Notes::default() };
        self.statement(&typed, out);
        if self.ghost_arguments.take().is_some() && self.diagnostics.len() == reported {
            let error = Diagnostic::new(CODE, span, "only a call of a procedure has ghost arguments")
                .label("no call of a procedure")
                .help("leave `given {…}` and `yields {…}` out, or call a procedure");
            self.diagnostics.push(error);
        }
    }

    /// The ghost arguments of a call, and the variables that get its results. `result` is the variable that gets the
    /// value of the call.
    pub fn ghosts_of_call(
        &mut self,
        callee: ProcId,
        result: Option<VarId>,
        name: &str,
        span: Span,
    ) -> Option<(Vec<Expr>, Vec<VarId>)> {
        let procedures = self.procedures;
        let signature = procedures.get(callee.0 as usize)?;
        let written = self.ghost_arguments.take().unwrap_or_default();
        let given = self.given(signature, &written.given, name, span);
        let taken = self.taken(signature, &written.yields, result, name);
        let (given, taken) = (given?, taken?);
        if result.is_none() && written.yields.is_empty() {
            return Some((given, Vec::new()));
        }
        let at = At::new(span);
        let value = signature.gives().map(|ty| result.unwrap_or_else(|| self.unused(at, name, ty)));
        let mut results: Vec<VarId> = value.into_iter().collect();
        for ((yielded, ty), target) in signature.yields.iter().zip(taken) {
            results.push(target.unwrap_or_else(|| self.unused(at, &yielded.name, *ty)));
        }
        Some((given, results))
    }

    /// A variable for a result that the caller does not use. It is declared in front of the statement.
    fn unused(&mut self, at: At, name: &str, ty: Type) -> VarId {
        let var = self.hidden(at.scalar(format!("{name}(…)"), ty));
        self.in_front.push(at.declare(var, None));
        var
    }

    /// The values of the ghost parameters, in the order of their declarations.
    fn given(
        &mut self,
        signature: &ProcedureSignature,
        written: &[(Name, ast::Expr)],
        name: &str,
        span: Span,
    ) -> Option<Vec<Expr>> {
        let names: Vec<&Name> = written.iter().map(|(name, _)| name).collect();
        let known = self.known_once(&names, &signature.given, "ghost parameter", name);
        let (mut out, mut missing) = (Some(Vec::new()), Vec::new());
        for (param, ty) in &signature.given {
            let value = match written.iter().find(|(name, _)| name.text == param.name) {
                Some((_, value)) => self.ghostly(|env| env.value(value, *ty)),
                None => {
                    missing.push(param);
                    None
                }
            };
            out = out.zip(value).map(|(mut values, value)| {
                values.push(value);
                values
            });
        }
        if let [first, ..] = missing.as_slice() {
            let all = |each: &dyn Fn(&str) -> String| missing.iter().map(|param| each(&param.name)).collect::<Vec<_>>();
            let names = all(&|name| format!("`{name}`")).join(" and ");
            let of = format!("the ghost parameter{} {names}", if missing.len() == 1 { "" } else { "s" });
            self.diagnostics.push(
                Diagnostic::new(CODE, span, format!("this call of `{name}` gives no value for {of}"))
                    .label("not given")
                    .related(first.node.span, "declared here")
                    .help(format!(
                        "write `given {{{}}}` behind the call",
                        all(&|name| format!("{name} = …")).join(", ")
                    )),
            );
        }
        out.filter(|_| known)
    }

    /// For each ghost result the variable that gets it, if one does.
    fn taken(
        &mut self,
        signature: &ProcedureSignature,
        written: &[(Name, Name)],
        value: Option<VarId>,
        name: &str,
    ) -> Option<Vec<Option<VarId>>> {
        let names: Vec<&Name> = written.iter().map(|(_, result)| result).collect();
        let mut good = self.known_once(&names, &signature.yields, "ghost result", name);
        let mut targets: Vec<(VarId, &Name)> = Vec::new();
        for (target, result) in written {
            let place = ast::Target { name: target.clone(), index: Vec::new(), at: target.at };
            let Some(Written::Variable(var, ty)) = self.ghostly(|env| env.target(&place)) else {
                good = false;
                continue;
            };
            if let Some((_, first)) = targets.iter().find(|(other, _)| *other == var) {
                let message = format!("`{}` cannot get two results", target.text);
                self.diagnostics.push(
                    Diagnostic::new(CODE, target.at.0, message)
                        .label("gets a second result")
                        .related(first.at.0, "gets a result here")
                        .help("declare another ghost variable for it"),
                );
                good = false;
            }
            if value == Some(var) {
                let message = format!("`{}` cannot get two results", target.text);
                self.diagnostics.push(
                    Diagnostic::new(CODE, target.at.0, message)
                        .label("gets the value of the call, too")
                        .help("declare another ghost variable for it"),
                );
                good = false;
            }
            targets.push((var, result));
            let declared = signature.yields.iter().find(|(yielded, _)| yielded.name == result.text);
            if let Some((_, found)) = declared.filter(|(_, found)| *found != ty) {
                self.mismatch(result.at.0, *found, ty);
                good = false;
            }
        }
        let of = |(yielded, _): &(Ident, Type)| {
            targets.iter().find(|(_, result)| result.text == yielded.name).map(|(var, _)| *var)
        };
        good.then(|| signature.yields.iter().map(of).collect())
    }

    /// Whether each of the names is declared, and stands there once. What is wrong is reported.
    fn known_once(&mut self, names: &[&Name], declared: &[(Ident, Type)], what: &str, procedure: &str) -> bool {
        let before = self.diagnostics.len();
        for (n, name) in names.iter().enumerate() {
            let of = |(ident, _): &&(Ident, Type)| ident.name == name.text;
            if declared.iter().find(of).is_none() {
                let message = format!("`{procedure}` has no {what} `{}`", name.text);
                let all = declared.iter().map(|(ident, _)| ident.name.as_str());
                let help = match nearest(&name.text, all.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if declared.is_empty() => format!("`{procedure}` has no {what}s: leave it out"),
                    None => format!("its {what}s are {}", all.map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")),
                };
                self.diagnostics.push(Diagnostic::new(CODE, name.at.0, message).label("not declared").help(help));
            } else if let Some(first) = names.iter().take(n).find(|first| first.text == name.text) {
                let message = format!("the {what} `{}` stands here twice", name.text);
                self.diagnostics.push(
                    Diagnostic::new(CODE, name.at.0, message)
                        .label("a second time")
                        .related(first.at.0, "it stands here, too")
                        .help("leave one of them out"),
                );
            }
        }
        self.diagnostics.len() == before
    }
}
