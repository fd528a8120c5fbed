//! Which procedures ghost code may call: silent ones, which end and change nothing that the program could notice.
//!
//! A procedure is silent if its code declares and assigns variables, branches, loops with a measure, asserts, returns,
//! and calls procedures that are silent, too. So it writes no memory, creates nothing, waits for nothing, and its loops
//! end by their measures, which are proved. Recursion ends, since each procedure that calls itself needs a measure. A
//! procedure without code is not silent: nobody knows what it does.
//!
//! In: the procedures of a file as written. Out: for each of them nothing, if it is silent, or what it does.

use super::home::Home;
use crate::pvl::ast::{self, Block, Exit, Expr, ExprKind, Procedure, Stmt, StmtKind};
use ir::{ClauseKind, Span};

/// Something that ghost code cannot do, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// The place.
    pub at: Span,
    /// What is done, as in “this writes memory”.
    pub what: &'static str,
}

/// For each procedure what it does that ghost code cannot do.
pub fn noises(procedures: &[(Home, &Procedure)]) -> Vec<Option<Noise>> {
    let mut noises: Vec<Option<Noise>> = procedures.iter().map(|(home, p)| of_procedure(*home, p)).collect();
    // What a called procedure does, its caller does.
    loop {
        let mut changed = false;
        for (n, (home, procedure)) in procedures.iter().enumerate() {
            if noises.get(n).is_some_and(Option::is_some) {
                continue;
            }
            let visible = |of: &Home| of.class.is_none() && (of.kernel.is_none() || of.kernel == home.kernel);
            let noisy = |name: &str| {
                let mut named = procedures.iter().zip(&noises);
                named.any(|((of, p), noise)| p.name.text == name && visible(of) && noise.is_some())
            };
            let call = procedure.body.as_ref().and_then(|body| noisy_call(body, &noisy));
            if let (Some(at), Some(noise)) = (call, noises.get_mut(n)) {
                *noise = Some(Noise { at, what: "this calls a procedure that does more" });
                changed = true;
            }
        }
        if !changed {
            return noises;
        }
    }
}

/// What the code of a procedure does itself that ghost code cannot do.
fn of_procedure(home: Home, procedure: &Procedure) -> Option<Noise> {
    let head = procedure.name.at.0;
    if home.class.is_some() {
        return Some(Noise { at: head, what: "this is a method of a class" });
    }
    let Some(body) = &procedure.body else { return Some(Noise { at: head, what: "this has no code" }) };
    let mut first = None;
    body.each(&mut |stmt| first = first.or_else(|| of_statement(stmt)));
    first
}

fn of_statement(stmt: &Stmt) -> Option<Noise> {
    let noise = |what| Some(Noise { at: stmt.at.0, what });
    let mut created = None;
    stmt.exprs(&mut |e| created = created.or_else(|| creation(e)));
    if let Some(at) = created {
        return Some(Noise { at, what: "this creates something" });
    }
    match &stmt.kind {
        StmtKind::Assign(target, _) if !target.index.is_empty() => noise("this writes memory"),
        StmtKind::Invoke(_) => noise("this calls a method"),
        StmtKind::While { invariants, .. }
        | StmtKind::DoWhile { invariants, .. }
        | StmtKind::For { invariants, .. }
            if !is_measured(invariants) =>
        {
            noise("this loop has no measure (`decreases`)")
        }
        StmtKind::Declare(..)
        | StmtKind::Assign(..)
        | StmtKind::Call(..)
        | StmtKind::Given { .. }
        | StmtKind::If(..)
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Inhale(_)
        | StmtKind::Exhale(_)
        | StmtKind::Refute(_)
        | StmtKind::Fold { .. }
        | StmtKind::Exit(Exit::Return(_) | Exit::Break | Exit::Continue)
        | StmtKind::Block(_)
        | StmtKind::Ghost { .. } => None,
        StmtKind::DeclareArray(..) | StmtKind::DeclareDevice(..) => noise("this declares an array"),
        StmtKind::Store(..) => noise("this writes memory"),
        StmtKind::CopyIn(..) => noise("this copies an array"),
        StmtKind::Streams(_) | StmtKind::Event(..) => noise("this declares a stream or an event"),
        StmtKind::Launch { .. } => noise("this launches a kernel"),
        StmtKind::Label(_) => noise("this marks a moment"),
        StmtKind::Barrier { .. } => noise("this is a barrier"),
        StmtKind::Par(_) | StmtKind::Parallel(_) => noise("this runs in parallel"),
        StmtKind::Atomic { .. } => noise("this is an atomic step"),
        StmtKind::Fence(_) => noise("this is a fence"),
        StmtKind::Share { .. } => noise("this shares permissions"),
        StmtKind::Sync(..) | StmtKind::Synchronized(..) => noise("this uses a lock or a thread"),
        StmtKind::Send(_) | StmtKind::Receive(..) => noise("this sends a message, or receives one"),
    }
}

/// A part that creates something, or calls a method, which may do so.
fn creation(e: &Expr) -> Option<Span> {
    let mut found = (creates(e) || matches!(e.kind, ExprKind::Method(..))).then_some(e.at.0);
    e.parts(&mut |part| found = found.or_else(|| creation(part)));
    found
}

/// The first call of a procedure that is noisy.
fn noisy_call(body: &Block, noisy: &dyn Fn(&str) -> bool) -> Option<Span> {
    fn in_expr(e: &Expr, noisy: &dyn Fn(&str) -> bool) -> Option<Span> {
        let mut found = matches!(&e.kind, ExprKind::Call(name, _) if noisy(&name.text)).then_some(e.at.0);
        e.parts(&mut |part| found = found.or_else(|| in_expr(part, noisy)));
        found
    }
    let mut found = None;
    body.each(&mut |stmt| {
        if let StmtKind::Call(name, _) = &stmt.kind {
            found = found.or_else(|| noisy(&name.text).then_some(stmt.at.0));
        }
        stmt.exprs(&mut |e| found = found.or_else(|| in_expr(e, noisy)));
    });
    found
}

/// Whether a loop has a measure.
pub fn is_measured(clauses: &[ast::Clause]) -> bool {
    clauses.iter().any(|clause| clause.kind == ClauseKind::Decreases)
}

/// Whether a value is `new T[e]` or `new C(e)`.
pub fn creates(value: &ast::Expr) -> bool {
    matches!(value.kind, ast::ExprKind::New(..) | ast::ExprKind::NewObject(..))
}
