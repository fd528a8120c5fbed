//! Checks variables for fractions: `frac`, `zfrac` and `rational`.
//!
//! ```text
//! frac p          0 < p && p <= 1
//! zfrac p         0 <= p && p <= 1
//! rational p      any quotient of two integers
//! ```
//!
//! The range of a parameter is part of the precondition, the range of a result part of the postcondition, and an
//! assignment to a variable asserts its range. Fractions are values of specifications, ghost code and procedures; no
//! array and no field holds them.
//!
//! In: declarations as written. Out: clauses and assertions of the range, or diagnostics.

use super::env::Env;
use crate::pvl::ast::{self, TypeKind};
use crate::pvl::type_name::FracKind;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{fraction_in_range, By, Clause, ClauseKind, Expr, Span, Stmt, StmtKind, Type, VarId};

const CODE: &str = "type.fraction";

impl Env<'_> {
    /// Reports a type of arrays of fractions.
    pub fn fraction_array(&mut self, ty: ast::TypeName) {
        if matches!(ty.kind, TypeKind::Frac(_)) && ty.brackets > 0 {
            let error = no_fractions(ty.at.0, "an array", "pass fractions as parameters: `given frac p;`");
            self.diagnostics.push(error);
        }
    }

    /// Reports a variable of the code of a kernel that is a fraction.
    pub fn fraction_variable(&mut self, ty: ast::TypeName) {
        let of_kernel = self.kernel.is_some() && !self.in_ghost;
        if matches!(ty.kind, TypeKind::Frac(_)) && of_kernel {
            let help =
                "declare the variable in ghost code, `ghost frac p = 1\\2;`, or the parameter with `given frac p;`";
            self.diagnostics.push(no_fractions(ty.at.0, "the code of a kernel", help));
        }
    }

    /// Notes that a variable is declared with this type. A local variable needs its first value here, because the zero
    /// that others start with is no `frac`.
    pub fn declares(&mut self, var: VarId, ty: ast::TypeName) {
        if let TypeKind::Frac(kind) = ty.kind {
            let _ = self.fractions.insert(var, kind);
        }
    }

    /// Reports the declaration of a local fraction without a value.
    pub fn fraction_without_value(&mut self, ty: ast::TypeName, name: &ast::Name) {
        if matches!(ty.kind, TypeKind::Frac(_)) {
            let message = format!("the fraction `{}` has no value", name.text);
            self.diagnostics.push(
                Diagnostic::new(CODE, name.at.0, message)
                    .label("declared without a value")
                    .help(format!("write its first value here, as in `{} = 1\\2`", name.text)),
            );
        }
    }

    /// The clause that says the range of a value of this type; `None` for types without a range.
    pub fn range_clause(&self, value: &Expr, ty: ast::TypeName, kind: ClauseKind) -> Option<Clause> {
        let TypeKind::Frac(frac) = ty.kind else { return None };
        let at = At::new(value.node.span);
        Some(Clause { by: By::Generated, ..at.clause(kind, range(value, frac, at)?) })
    }

    /// The assertions that the variables which these statements assign are in their ranges.
    pub fn in_range(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            let assigned: Vec<VarId> = match &stmt.kind {
                StmtKind::Declare(var, Some(_)) | StmtKind::Assign(var, _) => vec![*var],
                StmtKind::Call(call) => call.results.clone(),
                _ => vec![],
            };
            for var in assigned {
                let Some(kind) = self.fractions.get(&var) else { continue };
                let at = At::new(stmt.node.span);
                let known = range(&at.var(var, Type::Frac), *kind, at);
                out.extend(known.map(|known| at.stmt(StmtKind::Assert(known))));
            }
        }
        out
    }

    /// Declares that a parameter or a result has this type, and returns the clause that says its range.
    pub fn of_parameter(&mut self, var: VarId, ty: ast::TypeName, kind: ClauseKind) -> Option<Clause> {
        self.declares(var, ty);
        let name = self.vars.get(var.0 as usize).map_or(ty.at.0, |decl| decl.name.node.span);
        let value = At::new(ty.at.0.to(name)).var(var, Type::Frac);
        self.range_clause(&value, ty, kind)
    }

    /// Declares that a variable has the range of another one.
    pub fn same_range(&mut self, var: VarId, of: VarId) {
        if let Some(kind) = self.fractions.get(&of).copied() {
            let _ = self.fractions.insert(var, kind);
        }
    }

    /// The ranges of the visible variables, which hold throughout a loop: each assignment asserts them.
    pub fn ranges_in_loop(&self) -> Vec<Clause> {
        // Ghost results have no value before ghost code assigns them.
        let has_value = |var: &VarId| !self.ghost_results.contains(var);
        let in_scope = self.scope.iter().map(|(_, var)| *var).filter(has_value);
        let visible = in_scope.filter_map(|var| Some((var, *self.fractions.get(&var)?)));
        let clause = |(var, kind): (VarId, FracKind)| {
            let at = At::new(self.vars.get(var.0 as usize)?.name.node.span);
            let known = range(&at.var(var, Type::Frac), kind, at)?;
            Some(Clause { by: By::Generated, ..at.clause(ClauseKind::Invariant, known) })
        };
        visible.filter_map(clause).collect()
    }
}

/// Reports that something holds no fractions.
pub fn no_fractions(span: Span, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(CODE, span, format!("{what} holds no fractions")).label("a fraction").help(help)
}

/// What is known of a value of this type.
fn range(value: &Expr, kind: FracKind, at: At) -> Option<Expr> {
    match kind {
        FracKind::Positive => Some(fraction_in_range(at, value, false)),
        FracKind::NotNegative => Some(fraction_in_range(at, value, true)),
        FracKind::Any => None,
    }
}
