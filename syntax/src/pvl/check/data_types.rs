//! Checks abstract data types: `adt Name { pure T f(…); axiom e; }`.
//!
//! The functions have no body. The axioms say what they are, and nobody proves the axioms. So each function has all
//! axioms of its type as postconditions, which are known wherever one of the functions is applied.
//!
//! In: the functions and axioms as written. Out: the postconditions of the functions, or diagnostics.

use super::env::{Env, ExprContext};
use super::home::Role;
use crate::pvl::ast::{self, Axiom, Class, ClassPartKind};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ClassId, Clause, ClauseKind, DataType, Type};

/// What to do instead of using operators on values of an abstract data type.
pub const NO_OPERATORS: &str =
    "values of an abstract data type are compared by `==` and `!=`; everything else is a function of the type";

/// The axioms of a class, if it is an abstract data type.
pub fn axioms(class: &Class) -> Vec<&Axiom> {
    let mut out = Vec::new();
    for part in &class.parts {
        match &part.kind {
            ClassPartKind::Axiom(axiom) => out.push(axiom),
            ClassPartKind::Fields(_)
            | ClassPartKind::Function(_)
            | ClassPartKind::Procedure(_)
            | ClassPartKind::Constructor(_)
            | ClassPartKind::Resource(_) => {}
        }
    }
    out
}

impl Env<'_> {
    /// The abstract data type that the current item belongs to.
    pub fn data_type(&self) -> Option<DataType> {
        let (class, _) = self.class?;
        let declared = self.declared.get(class.0 as usize).filter(|class| class.is_data)?;
        Some(DataType::named(&declared.name.text))
    }

    /// What to write for a function of an abstract data type whose name stands alone.
    pub fn with_type(&self, name: &str) -> Option<String> {
        let of_data = |s: &&super::env::Signature| s.class.is_some_and(|(class, _)| self.is_data(class));
        let found = self.signatures.iter().filter(of_data).find(|s| s.name.name == name)?;
        let (class, _) = found.class?;
        let data = self.class_name(class);
        Some(format!("a function of an abstract data type is written with the name of the type: `{data}.{name}(…)`"))
    }

    /// What to write for the name of an abstract data type with parameters that stands alone.
    pub fn with_types(&self, name: &str) -> Option<String> {
        let made = |shown: &str| shown.strip_prefix(name).is_some_and(|rest| rest.starts_with('<'));
        let found = self.declared.iter().map(|class| class.name.text.as_str()).find(|shown| made(shown))?;
        Some(format!("write types for its parameters, as in `{found}`"))
    }

    /// Whether a class is an abstract data type.
    pub fn is_data(&self, class: ClassId) -> bool {
        self.declared.get(class.0 as usize).is_some_and(|class| class.is_data)
    }

    /// The axioms of the type of a function, as postconditions. Errors in them are reported at the first function.
    pub fn axioms_of(&mut self, function: &ast::Function) -> Vec<Clause> {
        let Some((class, Role::Static)) = self.class.filter(|(class, _)| self.is_data(*class)) else { return vec![] };
        if let Some(body) = &function.body {
            let message = format!("the function `{}` of an abstract data type has a body", function.name.text);
            self.diagnostics.push(Diagnostic::new("parse.unsupported", body.at.0, message).label("a body").help(
                format!(
                    "say by an axiom what the function is, `axiom (\\forall …; {}(…) == …);`, or declare the \
                         function outside of the type",
                    function.name.text
                ),
            ));
        }
        let of_class = |s: &&super::env::Signature| s.class.is_some_and(|(c, _)| c == class);
        let first = self.signatures.iter().find(of_class).is_some_and(|s| s.name.name == function.name.text);
        let Some(declared) = self.declared.get(class.0 as usize) else { return vec![] };
        // The axioms mention no parameter of the function.
        let scope = std::mem::take(&mut self.scope);
        let known = self.diagnostics.len();
        let mut out = Vec::new();
        for axiom in axioms(declared) {
            let typed = self.at(ExprContext::Ensures, |env| env.value(&axiom.expr, Type::Bool));
            out.extend(typed.map(|e| At::new(axiom.at.0).clause(ClauseKind::Ensures, e)));
        }
        if !first {
            self.diagnostics.truncate(known);
        }
        self.scope = scope;
        out
    }
}
