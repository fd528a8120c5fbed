//! Checks locks: `lock e;`, `unlock e;`, `wait e;`, `notify e;`, `commit e;`, `synchronized (e) { … }`, and the end of
//! a constructor, where the lock of the new object becomes free.
//!
//! In: a statement as written. Out: [`ir::Synchronise`], in which the invariant of the lock is about the object.

use super::declared::Declared;
use super::env::{Env, ExprContext};
use super::host::HostCode;
use super::uses::Use;
use crate::pvl::ast::{self, SyncWord};
use crate::pvl::print;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{
    BinaryOp, Block, ClassId, Expr, ExprKind, FieldId, Heap, Inside, Labelled, Program, Span, Stmt, StmtKind, SyncOp,
    Synchronise, Token, Type, VarId,
};
use std::collections::BTreeSet;

const CODE: &str = "type.lock";
/// The name of the resource that is the invariant of the lock of each object of a class.
pub const INVARIANT: &str = "lock_invariant";

/// A diagnostic about a lock.
pub(super) fn wrong(at: Span, message: impl Into<String>, label: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(CODE, at, message.into()).label(label).help(help.into())
}

impl<'a> Env<'a> {
    /// Checks a statement about the lock or the thread of an object.
    pub fn synchronise(&mut self, word: SyncWord, object: &ast::Expr, span: Span, out: &mut Vec<Stmt>) {
        let here = self.is_host_code(HostCode::Lock, span);
        let ops: &[SyncOp] = match word {
            SyncWord::Lock => &[SyncOp::Lock],
            SyncWord::Unlock => &[SyncOp::Unlock],
            SyncWord::Wait => &[SyncOp::Wait, SyncOp::Wake],
            SyncWord::Notify => &[SyncOp::Notify],
            SyncWord::Commit => &[SyncOp::Commit],
            SyncWord::Fork | SyncWord::Join => {
                self.fork_or_join(word == SyncWord::Fork, object, here.then_some(span), out);
                return;
            }
        };
        let Some((class, var)) = self.object_of(object, out) else { return };
        let stmts: Option<Vec<Stmt>> = ops.iter().map(|op| self.lock_step(*op, class, &var, span)).collect();
        out.extend(stmts.into_iter().flatten().filter(|_| here));
    }

    /// Checks `synchronized (e) { … }`, with its head at `span`.
    pub fn synchronized(&mut self, object: &ast::Expr, body: &ast::Block, span: Span) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Lock, span);
        let mut stmts = Vec::new();
        let found = self.object_of(object, &mut stmts);
        let lock = found.as_ref().and_then(|(class, var)| self.lock_step(SyncOp::Lock, *class, var, span));
        let body = self.block(body);
        self.stays_synchronized(&body);
        let ((class, var), lock) = (found?, lock?);
        let unlock = self.lock_step(SyncOp::Unlock, class, &var, span)?;
        stmts.extend([lock, At::new(span).stmt(StmtKind::Block(body)), unlock]);
        here.then_some(StmtKind::Block(Block { stmts }))
    }

    /// Reports an exit that would leave the block of a `synchronized`, and keep the lock for ever.
    fn stays_synchronized(&mut self, body: &Block) {
        let mut inside = BTreeSet::new();
        body.each(&mut |stmt| {
            if let Some(Labelled::Scope(label)) = stmt.outline().label {
                let _ = inside.insert(*label);
            }
        });
        let mut leaves = None;
        body.each(&mut |stmt| {
            if let Some(Labelled::Exit(label)) = stmt.outline().label {
                leaves = leaves.or((!inside.contains(label)).then_some(stmt.node.span));
            }
        });
        let Some(at) = leaves else { return };
        let help =
            "keep the decision in a variable, and leave behind the block; or write `lock e;` and `unlock e;`, the \
            latter in front of this, too";
        let message = "this would leave the block of a `synchronized`, and the lock would stay taken";
        self.diagnostics.push(wrong(at, message, "leaves the block", help));
    }

    /// A variable for the object of a statement, which is declared in `out`, and its class.
    pub(super) fn object_of(&mut self, object: &ast::Expr, out: &mut Vec<Stmt>) -> Option<(ClassId, Expr)> {
        let value = self.expr(object, None)?;
        let Type::Object(class) = value.ty else {
            let message =
                format!("this is of type `{}`, and only an object has a lock or a thread", self.shown(value.ty));
            let help = "write an expression for an object of a class: `lock o;`";
            self.diagnostics.push(wrong(value.node.span, message, "no object", help));
            return None;
        };
        let at = At::new(value.node.span);
        let var = self.hidden(at.scalar(print::expr(object), value.ty));
        out.push(at.declare(var, Some(value)));
        Some((class, at.var(var, Type::Object(class))))
    }

    /// A step with the lock of the object in a variable.
    fn lock_step(&mut self, op: SyncOp, class: ClassId, object: &Expr, span: Span) -> Option<Stmt> {
        let at = At::new(span);
        let held = self.token_of(Token::Lock, false, object.clone(), class, span)?;
        let resource = if op == SyncOp::Notify {
            held
        } else {
            let invariant = self.resource_of(class, INVARIANT)?;
            at.both_resource(held, self.of_object(invariant, object.clone(), span)?)
        };
        Some(at.stmt(StmtKind::Synchronise(Synchronise { op, parts: vec![object.clone(), resource] })))
    }

    /// A resource of a class, for this object.
    pub(super) fn of_object(&mut self, resource: &'a Declared<'a>, object: Expr, span: Span) -> Option<Expr> {
        let used = Use { object: Some(Some(object)), name: resource.tree.name, args: &[] };
        self.at(ExprContext::Assertion, |env| env.used(resource, None, &used, span))
    }

    /// The statement that makes the lock of a new object free, if its class has a lock.
    pub fn commit(&mut self, class: ClassId, var: VarId, span: Span) -> Option<Stmt> {
        let _ = self.token_field(class, Token::Lock)?;
        self.lock_step(SyncOp::Commit, class, &At::new(span).var(var, Type::Object(class)), span)
    }

    /// The field without name that stands for a token.
    fn token_field(&self, class: ClassId, token: Token) -> Option<FieldId> {
        let signature = self.classes.get(class.0 as usize)?;
        signature.tokens.iter().find(|(known, ..)| *known == token).map(|(_, id, _)| *id)
    }

    /// `held(o)`; or `idle(o)`, or `running(o)` if the thread `runs`. An error is reported if the class has no lock or
    /// no thread.
    pub(super) fn token_of(
        &mut self,
        token: Token,
        runs: bool,
        object: Expr,
        class: ClassId,
        span: Span,
    ) -> Option<Expr> {
        let at = At::new(span);
        let Some(field) = self.token_field(class, token) else {
            let name = self.class_name(class).to_owned();
            let known = self.classes.get(class.0 as usize).map(|class| class.name.node.span);
            let (message, label, help) = match token {
                Token::Lock => (
                    format!("the objects of `{name}` have no lock"),
                    "no lock",
                    format!(
                        "write in `class {name}` what the lock protects, such as `lock_invariant Perm(x, write);`, or \
                        `lock_invariant true;`"
                    ),
                ),
                Token::Thread => (
                    format!("the objects of `{name}` are no threads"),
                    "no thread",
                    format!("write in `class {name}` what the thread does: `void run() {{ … }}`"),
                ),
            };
            let error = wrong(span, message, label, help);
            self.diagnostics.push(known.into_iter().fold(error, |error, at| error.related(at, "the class")));
            return None;
        };
        let place = at.place(Heap::Field(field), vec![object]);
        let all = Box::new(at.expr(ExprKind::Write, Type::Frac));
        let kind = match token {
            Token::Lock => ExprKind::Perm(place, all),
            Token::Thread => ExprKind::PointsTo(place, all, Box::new(at.truth(runs))),
        };
        Some(at.expr(kind, Type::Resource))
    }

    /// Checks `held(e)`, `idle(e)`, `running(e)`, and `committed(e)`, which is `e != null`: each object can be locked,
    /// and a `lock` waits until the constructor of the object has ended. `None` if the call is none of these.
    #[allow(clippy::option_option)]
    pub fn token(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Option<Expr>> {
        let (token, runs) = match name.text.as_str() {
            "held" | "committed" => (Token::Lock, false),
            "idle" => (Token::Thread, false),
            "running" => (Token::Thread, true),
            _ => return None,
        };
        let is_token = name.text != "committed";
        let [object] = args else {
            let message = format!("`{}` is about one object, found {} arguments", name.text, args.len());
            let help = format!("write one object: `{}(o)`", name.text);
            self.diagnostics.push(wrong(span, message, "another number of arguments", help));
            return Some(None);
        };
        if is_token && self.resources_allowed(span, super::resources::Permissions::Named).is_none() {
            return Some(None);
        }
        let Some(object) = self.expr(object, None) else { return Some(None) };
        let Type::Object(class) = object.ty else {
            let message = format!("`{}` is about an object, found `{}`", name.text, self.shown(object.ty));
            self.diagnostics.push(wrong(object.node.span, message, "no object", "write an expression for an object"));
            return Some(None);
        };
        let ty = object.ty;
        let found = self.token_of(token, runs, object.clone(), class, span);
        let at = At::new(span);
        let known = |token| match is_token {
            true => token,
            false => at.binary(BinaryOp::Ne, object, at.expr(ExprKind::Null, ty)),
        };
        Some(found.map(known))
    }
}

/// Diagnostics for parallel blocks with a barrier whose iterations use locks or threads, too.
pub fn beside_barriers(program: &Program) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for body in program.procedures.iter().filter_map(|procedure| procedure.body.as_ref()) {
        body.each(&mut |stmt| {
            let Some(Inside::Members(members)) = stmt.outline().inside else { return };
            let Some(node) = members.synchronises(program).filter(|_| members.has_barrier()) else { return };
            let message = "iterations of a parallel block that wait for each other at a barrier use no locks and no \
                threads";
            let help =
                "write two blocks one behind the other in place of the barrier, or use the lock in front of the \
                parallel block or behind it";
            let error = wrong(node.span, message, "in a parallel block with a barrier", help);
            out.push(error.related(stmt.node.span, "the parallel block"));
        });
    }
    out
}
