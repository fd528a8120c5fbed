//! Checks calls of procedures, which are statements of their own.
//!
//! In: a call as written, alone or as an assigned value. Out: a call in the typed program; its result is stored in a
//! variable.

use super::env::Named;
use super::env::{Env, ExprContext, ProcedureSignature};
use crate::pvl::ast;
use crate::pvl::print;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{Block, Call, Expr, ProcId, Span, Stmt, StmtKind, Type, VarId};

/// What is called, with its arguments checked; `None` for arguments with an error that was reported.
enum Callee {
    /// A procedure.
    Procedure(ProcId, Option<Vec<Expr>>),
    /// `new`, with the length of the array.
    New(Option<Expr>),
    /// `new` for an object whose class has no constructor.
    NewObject,
    /// An error was reported.
    Wrong,
}

/// A call of a procedure or `new T[e]`, with its arguments checked. Both give a value that only a statement can store.
pub struct Called {
    callee: Callee,
    /// The type of the result, if the procedure has one.
    ret: Option<Type>,
    name: String,
    span: Span,
}

impl Env<'_> {
    /// The procedure with this name.
    pub fn procedure(&self, name: &str) -> Option<ProcId> {
        let named = |p: &ProcedureSignature| p.name.name == name && !p.is_constructor();
        let own = |p: &ProcedureSignature| named(p) && self.is_own(p.class);
        // A file of specifications calls no procedures of the file that uses it.
        let visible =
            |p: &ProcedureSignature| named(p) && self.is_visible(p.kernel, p.class) && self.origin == ir::Origin::File;
        let found = self.procedures.iter().position(own).or_else(|| self.procedures.iter().position(visible));
        u32::try_from(found?).ok().map(ProcId)
    }

    /// If the expression is a call of a procedure or `new T[e]`: that call, with checked arguments.
    #[allow(clippy::wildcard_enum_match_arm)] // Expressions that are added later are no calls.
    pub fn called(&mut self, value: &ast::Expr) -> Option<Called> {
        match &value.kind {
            ast::ExprKind::Call(name, args) => self.call_of(name, args, value.at.0),
            ast::ExprKind::Method(object, ..) if self.collection_type(object).is_some() => None,
            ast::ExprKind::Method(object, name, args) => self.invoked(object, name, args, value.at.0),
            ast::ExprKind::NewObject(class, args) => Some(self.new_object(class, args, value.at.0)),
            ast::ExprKind::New(element, lengths) => {
                let length = self.new_length(*element, lengths, value.at.0);
                let ret = Some(self.declared(*element).array());
                let name = format!("new {}", print::type_name(*element));
                Some(Called { callee: Callee::New(length), ret, name, span: value.at.0 })
            }
            _ => None,
        }
    }

    /// The call of the procedure with this name, with checked arguments; `None` if there is no such procedure.
    fn call_of(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Called> {
        let callee = self.procedure(&name.text)?;
        self.ghost_call(callee, span);
        let procedures = self.procedures;
        let signature = procedures.get(callee.0 as usize)?;
        let args = self.arguments(name, &signature.params, signature.name.node.span, args, span);
        let args = self.with_receiver(signature.class, name, args);
        Some(Called { callee: Callee::Procedure(callee, args), ret: signature.ret, name: name.text.clone(), span })
    }

    /// The call of a procedure with these arguments, `this` included; `None` for arguments with an error.
    pub fn call_with(&self, callee: ProcId, args: Option<Vec<Expr>>, name: String, span: Span) -> Called {
        let signature = self.procedures.get(callee.0 as usize);
        let ret = signature.and_then(ProcedureSignature::gives);
        Called { callee: Callee::Procedure(callee, args), ret, name, span }
    }

    /// `new C()`, if the class has no constructor.
    pub fn call_of_new(ret: Type, name: String, span: Span) -> Called {
        Called { callee: Callee::NewObject, ret: Some(ret), name, span }
    }

    /// A call with an error that was reported.
    pub fn wrong_call(span: Span) -> Called {
        Called { callee: Callee::Wrong, ret: None, name: String::new(), span }
    }

    /// The statement of a call. Its result, if it has one, is stored in a variable of the given type.
    pub fn call_into(&mut self, called: Called, result: Option<(VarId, Type)>) -> Option<StmtKind> {
        match (result, called.ret) {
            _ if matches!(called.callee, Callee::Wrong) => return None,
            (Some(_), None) => {
                self.diagnostics.push(
                    Diagnostic::new("type.procedure-call", called.span, format!("`{}` has no result", called.name))
                        .label("gives no value")
                        .help(format!("write `{}(…);` as a statement of its own", called.name)),
                );
                return None;
            }
            (Some((var, Type::Int)), Some(found @ Type::Machine(_))) if self.in_ghost => {
                return self.unlimited_result(called, var, found);
            }
            (Some((_, expected)), Some(found)) if expected != found => {
                if matches!(called.callee, Callee::New(None)) {
                    return None;
                }
                self.mismatch(called.span, found, expected);
                return None;
            }
            (Some(_), Some(_)) | (None, _) => {}
        }
        let result = result.map(|(var, _)| var);
        Some(match called.callee {
            Callee::Procedure(callee, args) => {
                let ghosts = self.ghosts_of_call(callee, result, &called.name, called.span);
                let (mut args, (given, results)) = (args?, ghosts?);
                args.extend(given);
                StmtKind::Call(Call { callee, args, results })
            }
            Callee::New(length) => StmtKind::New(result?, length?),
            Callee::NewObject => self.new_without_constructor(result?, called.ret, called.span),
            Callee::Wrong => return None,
        })
    }

    /// `x := new C();`, if the class has no constructor. Then the lock of the object is free, if it has one.
    fn new_without_constructor(&mut self, var: VarId, ret: Option<Type>, span: Span) -> StmtKind {
        let new = StmtKind::NewObject(var);
        let Some(Type::Object(class)) = ret else { return new };
        match self.commit(class, var, span) {
            Some(commit) => StmtKind::Block(Block { stmts: vec![At::new(span).stmt(new), commit] }),
            None => new,
        }
    }

    /// `x := f(e);` in ghost code, where the result has limits and `x` has none.
    fn unlimited_result(&mut self, called: Called, var: VarId, found: Type) -> Option<StmtKind> {
        let at = At::new(called.span);
        let result = self.hidden(at.scalar(format!("{}(…)", called.name), found));
        self.in_front.push(at.declare(result, None));
        let call = self.call_into(called, Some((result, found)))?;
        let stmts = vec![at.stmt(call), at.assign(var, at.var(result, Type::Int))];
        Some(StmtKind::Block(Block { stmts }))
    }

    /// Declares a variable in `out`, for the result of a call that is not stored in a variable itself.
    pub fn result_of(&mut self, called: &Called, ty: Type, out: &mut Vec<Stmt>) -> VarId {
        let at = At::new(called.span);
        let var = self.hidden(at.scalar(format!("{}(…)", called.name), ty));
        out.push(at.declare(var, None));
        var
    }

    /// `x := e;`, where `e` may be a call.
    pub fn assign_to(&mut self, var: VarId, ty: Type, value: &ast::Expr, span: Span, out: &mut Vec<Stmt>) {
        let kind = match self.called(value) {
            Some(called) => self.call_into(called, Some((var, ty))),
            None => self.value(value, ty).map(|value| StmtKind::Assign(var, value)),
        };
        out.extend(kind.map(|kind| At::new(span).stmt(kind)));
    }

    /// Checks the statement `f(e, …);`.
    pub fn call_alone(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<StmtKind> {
        if let Some(called) = self.call_of(name, args, span) {
            return self.call_into(called, None);
        }
        if self.is_copy(name) {
            return self.copy(args, span);
        }
        if self.is_order(name) {
            return self.order(name, args, span);
        }
        if let Some(found) = self.resource(&name.text) {
            if found.tree.ret.is_some() {
                if self.call(name, args, span).is_some() {
                    self.unused_value(&name.text, span);
                }
                return None;
            }
            let message = format!("`{}` is a resource, and no statement", name.text);
            let error = Diagnostic::new("type.resource-position", span, message)
                .label("a resource")
                .help(format!("write `assert {}(…);` to check that it holds here", name.text));
            self.diagnostics.push(error);
            return None;
        }
        if self.is_kernel(name) {
            self.called_kernel(name, args, span);
            return None;
        }
        for arg in args {
            let _ = self.expr(arg, None);
        }
        if self.function(&name.text).is_some() {
            self.unused_value(&name.text, span);
        } else {
            self.unknown(&name.text, name.at.0, Named::Procedure, None);
        }
        None
    }

    /// Checks the statement `o.m(e, …);`.
    pub fn invoke(&mut self, call: &ast::Expr) -> Option<StmtKind> {
        let ast::ExprKind::Method(_, name, _) = &call.kind else {
            let _ = self.expr(call, None);
            return None;
        };
        match self.called(call) {
            Some(called) => self.call_into(called, None),
            None => {
                if self.expr(call, None).is_some() {
                    self.unused_value(&name.text, call.at.0);
                }
                None
            }
        }
    }

    /// Reports a call of a pure function as a statement.
    fn unused_value(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` is a pure function, and its value is not used");
        self.diagnostics.push(
            Diagnostic::new("type.procedure-call", span, message)
                .label("has no effect")
                .help("use its value in an expression, or leave the call out"),
        );
    }

    /// Reports a call of a procedure inside of an expression.
    pub fn call_in_expression(&mut self, callee: ProcId, name: &ast::Name, args: &[ast::Expr], span: Span) {
        for arg in args {
            let _ = self.expr(arg, None);
        }
        let name = &name.text;
        let ret = self.procedures.get(callee.0 as usize).and_then(|p| p.ret);
        let (message, help) = match (self.context, ret) {
            (ExprContext::Code, Some(ty)) => (
                format!("`{name}` is a procedure, and its call is a statement of its own"),
                self.exits.part.in_front(&self.shown(ty), name),
            ),
            (ExprContext::Code, None) => (
                format!("`{name}` has no result, so it cannot stand in an expression"),
                format!("write `{name}(…);` as a statement of its own"),
            ),
            (ExprContext::Assertion, _) => (
                format!("`{name}` is a procedure, and a specification can only call pure functions"),
                "keep its result in a variable and mention the variable here, or declare a `pure` function".to_owned(),
            ),
            (
                ExprContext::Thread
                | ExprContext::Group
                | ExprContext::Kernel
                | ExprContext::Length
                | ExprContext::Requires
                | ExprContext::Ensures
                | ExprContext::Body,
                _,
            ) => (
                format!("`{name}` is a procedure, and a specification can only call pure functions"),
                format!(
                    "declare a `pure` function with the same value, mention it here, and let `{name}` ensure that its \
                    `\\result` is that value"
                ),
            ),
        };
        self.diagnostics
            .push(Diagnostic::new("type.procedure-call", span, message).label("call of a procedure").help(help));
    }

    /// Checks the number and the types of the arguments of a call.
    pub fn arguments(
        &mut self,
        name: &ast::Name,
        params: &[Type],
        declared: Span,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        if params.len() != args.len() {
            self.diagnostics.push(
                Diagnostic::new(
                    "type.arguments",
                    span,
                    format!(
                        "`{}` takes {} argument{}, found {}",
                        name.text,
                        params.len(),
                        if params.len() == 1 { "" } else { "s" },
                        args.len()
                    ),
                )
                .label("wrong number of arguments")
                .related(declared, "declared here")
                .help(format!(
                    "call it as `{}({})`",
                    name.text,
                    params.iter().map(|ty| self.shown(*ty)).collect::<Vec<_>>().join(", ")
                )),
            );
            return None;
        }
        let typed: Vec<Option<Expr>> = args.iter().zip(params).map(|(arg, ty)| self.value(arg, *ty)).collect();
        typed.into_iter().collect()
    }
}
