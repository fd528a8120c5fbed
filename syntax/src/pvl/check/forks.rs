//! Checks threads: `fork e;` and `join e;`.
//!
//! In: a statement as written. Out: [`ir::Synchronise`], in which the contract of the method `run` is about the object.
//! The contract becomes two resources of the class, which have names that no code can write.

use super::classes::run_of;
use super::env::Env;
use super::locks::wrong;
use crate::pvl::ast::{
    At as Place, Class, ClassPart, ClassPartKind, Clause, Expr as Written, ExprKind, File, Item, Name, Notes, Resource,
    StmtKind as WrittenKind, SyncWord,
};
use ir::build::At;
use ir::{BinaryOp, ClauseKind, Span, Stmt, StmtKind, SyncOp, Synchronise, Token};

/// The resource with what `run` requires.
const REQUIRES: &str = "run requires";
/// The resource with what `run` ensures.
const ENSURES: &str = "run ensures";

impl Env<'_> {
    /// Checks `fork e;` or `join e;`. Without `span`, an error of the place was reported.
    pub(super) fn fork_or_join(&mut self, forks: bool, object: &Written, span: Option<Span>, out: &mut Vec<Stmt>) {
        let Some((class, object)) = self.object_of(object, out) else { return };
        let Some(span) = span else { return };
        let at = At::new(span);
        let mut token = |runs| self.token_of(Token::Thread, runs, object.clone(), class, span);
        // Where the class has no thread, that is said once.
        let Some(idle) = token(false) else { return };
        let Some(running) = token(true) else { return };
        let name = if forks { REQUIRES } else { ENSURES };
        let Some(contract) = self.resource_of(class, name) else {
            let message = "what this thread ensures speaks of an earlier moment by `\\old`";
            let help =
                "keep the value in a field of the object, and write the field in the contract of `run`: whoever \
                joins the thread need not have seen its start";
            self.diagnostics.push(wrong(span, message, "not known here", help));
            return;
        };
        let Some(contract) = self.of_object(contract, object.clone(), span) else { return };
        let contract = at.both_resource(idle, contract);
        let steps = match forks {
            true => [(SyncOp::Fork, contract), (SyncOp::Forked, running)],
            false => [(SyncOp::Join, running), (SyncOp::Joined, contract)],
        };
        for (op, resource) in steps {
            let parts = vec![object.clone(), resource];
            out.push(at.stmt(StmtKind::Synchronise(Synchronise { op, parts })));
        }
    }
}

/// The file with the contract of each `run` as resources of the class, if the file starts threads.
pub fn with_contracts(file: &File) -> Option<File> {
    let mut found = false;
    let mut bodies = Vec::new();
    for item in &file.items {
        match item {
            Item::Procedure(procedure) => bodies.extend(&procedure.body),
            Item::Class(class) => class.parts.iter().for_each(|part| match &part.kind {
                ClassPartKind::Procedure(procedure) | ClassPartKind::Constructor(procedure) => {
                    bodies.extend(&procedure.body);
                }
                ClassPartKind::Fields(_)
                | ClassPartKind::Function(_)
                | ClassPartKind::Resource(_)
                | ClassPartKind::Axiom(_) => {}
            }),
            Item::Kernel(_) | Item::Function(_) | Item::Resource(_) | Item::Enum(_) => {}
        }
    }
    for body in bodies {
        body.each(&mut |stmt| found |= matches!(stmt.kind, WrittenKind::Sync(SyncWord::Fork | SyncWord::Join, _)));
    }
    let mut whole = found.then(|| file.clone())?;
    for item in &mut whole.items {
        if let Item::Class(class) = item {
            let contracts = contracts(class);
            class.parts.extend(contracts);
        }
    }
    Some(whole)
}

/// The contract of `run` as resources.
fn contracts(class: &Class) -> Vec<ClassPart> {
    let Some(run) = run_of(class) else { return Vec::new() };
    let of = |kind: ClauseKind| {
        let clauses =
            run.contract.iter().filter(move |clause| clause.kind == kind || clause.kind == ClauseKind::Context);
        clauses.collect::<Vec<&Clause>>()
    };
    let part = |text: &str, clauses: &[&Clause]| {
        let name = Name { text: text.to_owned(), at: run.name.at };
        let body = Some(all(clauses, run.name.at));
        let resource =
            Resource { inline: false, lock: false, name, params: vec![], body, at: run.at, notes: Notes::default() };
        ClassPart { fixed: false, kind: ClassPartKind::Resource(resource) }
    };
    let (pre, post) = (of(ClauseKind::Requires), of(ClauseKind::Ensures));
    let mut out = vec![part(REQUIRES, &pre)];
    if !post.iter().any(|clause| has_old(&clause.expr)) {
        out.push(part(ENSURES, &post));
    }
    out
}

/// The clauses as one expression.
fn all(clauses: &[&Clause], at: Place) -> Written {
    let both = |a: Written, b: Written| {
        let place = Place(b.at.0);
        Written { kind: ExprKind::Binary(BinaryOp::Star, place, Box::new(a), Box::new(b)), at: place }
    };
    let truth = Written { kind: ExprKind::Bool(true), at };
    clauses.iter().map(|clause| clause.expr.clone()).reduce(both).unwrap_or(truth)
}

/// Whether `\old` occurs in an expression.
fn has_old(e: &Written) -> bool {
    let mut found = matches!(e.kind, ExprKind::Old(..));
    e.parts(&mut |part| found |= has_old(part));
    found
}
