//! Checks shared invariants, and the atomic steps that open them.
//!
//! In: `invariant inv(e) { … }` and `atomic(inv, …)` as written. Out: their typed forms, with the guarantees of
//! [`ir::StmtKind::Share`].

use super::around::Sharing;
use super::env::{Env, ExprContext};
use super::host::HostCode;
use super::names::{duplicate, ident};
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{AtomicOrder, AtomicScope, ClauseKind, Depth, Expr, Heap, LabelId, Place, SharedInvariant, Span, StmtKind};

const CODE: &str = "type.shared-invariant";

impl Env<'_> {
    /// Checks `invariant inv(e) { … }`, with its head at `span`.
    pub fn share(
        &mut self,
        name: &ast::Name,
        invariant: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Share, span);
        if let Some(first) = self.shared.iter().find(|s| s.name.text == name.text).map(|s| s.name.at.0) {
            self.diagnostics.push(duplicate(name, first));
        }
        let invariant = self.at(ExprContext::Assertion, |env| env.assertion(invariant));
        let label = self.exits.label(ident(name));
        let loops = std::mem::take(&mut self.exits.loops);
        self.shared.push(Sharing { name: name.clone(), label, head: span });
        let body = self.block(body);
        let _ = self.shared.pop();
        self.exits.loops = loops;
        let invariant = invariant?;
        self.speaks_of_shared(&invariant)?;
        let clause = At::new(invariant.node.span).clause(ClauseKind::Invariant, invariant);
        here.then_some(StmtKind::Share { label, invariant: vec![clause], body })
    }

    /// Checks `kernel invariant inv(e);` and `group invariant inv(e);`, which atomic steps of the code may open.
    pub fn shared_by_threads(&mut self, kernel: &ast::Kernel) -> Vec<SharedInvariant> {
        let mut out = Vec::new();
        for member in &kernel.members {
            let ast::MemberKind::Invariant(level, name, invariant) = &member.kind else { continue };
            if let Some(first) = self.shared.iter().find(|s| s.name.text == name.text).map(|s| s.name.at.0) {
                self.diagnostics.push(duplicate(name, first));
            }
            let (context, depth) = match level {
                ast::Level::Kernel => (ExprContext::Kernel, Depth::LAUNCH),
                ast::Level::Group => (ExprContext::Group, Depth::GROUP),
            };
            self.in_invariant = true;
            self.clause = Some(ClauseKind::Invariant);
            let invariant = self.at(context, |env| env.scoped(|env| env.assertion(invariant)));
            self.clause = None;
            self.in_invariant = false;
            let label = self.exits.label(ident(name));
            self.shared.push(Sharing { name: name.clone(), label, head: member.at.0 });
            let Some(invariant) = invariant else { continue };
            let clauses = vec![At::new(invariant.node.span).clause(ClauseKind::Invariant, invariant)];
            out.push(SharedInvariant { label, depth, clauses, node: member.at.0.into() });
        }
        out
    }

    /// Reports an invariant that reads an array of the procedure itself, which no permission is about.
    fn speaks_of_shared(&mut self, invariant: &Expr) -> Option<()> {
        let mut own = None;
        invariant.each(&mut |part| {
            if let Some(Place { heap: Heap::Private(v), .. }) = part.place() {
                own = own.or(Some((*v, part.node.span)));
            }
        });
        let Some((v, span)) = own else { return Some(()) };
        let name = self.vars.get(v.0 as usize).map_or("", |decl| &decl.name.name);
        let message = format!("an invariant cannot read `{name}`, an array of the procedure itself");
        let help =
            format!("make it an array that can be shared, `int[] {name} = new int[n];`, and share its permissions");
        self.diagnostics.push(Diagnostic::new(CODE, span, message).label("not shared").help(help));
        None
    }

    /// Reports a step that opens invariants and does not synchronise with all other steps that open them. Permissions
    /// pass from step to step, so each step must see what the steps before it wrote.
    pub fn synchronises(&mut self, order: AtomicOrder, scope: AtomicScope, opens: &[ast::Name], span: Span) {
        let word = match (order, scope) {
            _ if opens.is_empty() => return,
            (AtomicOrder::Synchronising, AtomicScope::Launch) => return,
            (AtomicOrder::Relaxed, _) => "relaxed",
            (AtomicOrder::Synchronising, AtomicScope::Group) => "group",
        };
        self.diagnostics.push(
            Diagnostic::new(CODE, span, format!("a step that opens an invariant cannot be `{word}`"))
                .label("does not synchronise with all other steps")
                .help(format!(
                    "leave out `{word}`: each step sees what the steps before it wrote, and may use their permissions"
                )),
        );
    }

    /// The invariants that an atomic step opens.
    pub fn opened(&mut self, names: &[ast::Name]) -> Vec<LabelId> {
        let mut out: Vec<LabelId> = Vec::new();
        for name in names {
            let found = self.shared.iter().find(|s| s.name.text == name.text).map(|s| s.label);
            let error = |message: String| Diagnostic::new(CODE, name.at.0, message);
            match found {
                Some(label) if out.contains(&label) => self.diagnostics.push(
                    error(format!("`{}` is opened twice by one step", name.text))
                        .label("the second time")
                        .help("a step opens each invariant once: its permissions exist once"),
                ),
                Some(label) => out.push(label),
                None => self.diagnostics.push(
                    error(format!("no invariant `{}` is shared here", name.text)).label("unknown invariant").help(
                        match self.shared.iter().map(|s| format!("`{}`", s.name.text)).collect::<Vec<_>>() {
                            known if !known.is_empty() => {
                                format!("the invariants that are shared here: {}", known.join(", "))
                            }
                            _ if self.kernel.is_some() => format!(
                                "write `kernel invariant {}(…);` in front of the contract of `main`, with what the \
                                steps need, or `atomic {{ … }}` without a name, which is run and not proved",
                                name.text
                            ),
                            _ => format!(
                                "write `invariant {}(…) {{ … }}` around the parallel block, with what the steps need",
                                name.text
                            ),
                        },
                    ),
                ),
            }
        }
        out
    }

    /// Reports an exit that would leave the block of a shared invariant; `false` if it would.
    pub fn stays_in_share(&mut self, exit: &ast::Exit, span: Span) -> bool {
        let Some(around) = self.shared.last().filter(|_| self.kernel.is_none()) else { return true };
        let word = match exit {
            ast::Exit::Break | ast::Exit::Continue if !self.exits.loops.is_empty() => return true,
            ast::Exit::Break => "break",
            ast::Exit::Continue => "continue",
            ast::Exit::Return(_) => "return",
        };
        self.diagnostics.push(
            Diagnostic::new(CODE, span, format!("this `{word}` would leave the block of `{}`", around.name.text))
                .label("leaves the block")
                .related(around.head, "the shared invariant")
                .help(format!("keep the decision in a variable, and `{word}` behind the block")),
        );
        false
    }
}
