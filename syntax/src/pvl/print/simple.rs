//! Prints statements without a block.
//!
//! In: a statement. Out: the text of the line, without the semicolon.

use super::clauses::{ghost_arguments, in_stream};
use super::expr::expr;
use super::types::type_name;
use crate::pvl::ast::{Exit, Expr, Name, Send, Stmt, StmtKind, Target, TypeName};
use ir::AtomicScope;

/// The text of a declaration of arrays.
fn arrays(ty: TypeName, dims: &[Expr], names: &[Name]) -> String {
    let dims: String = dims.iter().map(|dim| format!("[{}]", expr(dim))).collect();
    let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    format!("{}{dims} {}", type_name(ty), names.join(", "))
}

/// The text of expressions with commas between them.
fn list(exprs: &[Expr]) -> String {
    exprs.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// The text of the sizes of a launch: one number, or a list in parentheses.
fn sizes(exprs: &[Expr]) -> String {
    match exprs {
        [one] => expr(one),
        several => format!("({})", list(several)),
    }
}

/// The text of a statement without a block, and without its semicolon; empty for statements with a block.
pub fn simple(stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Declare(ty, names) => {
            let names: Vec<String> = names
                .iter()
                .map(|(name, value)| match value {
                    Some(value) => format!("{} := {}", name.text, expr(value)),
                    None => name.text.clone(),
                })
                .collect();
            format!("{} {}", type_name(*ty), names.join(", "))
        }
        StmtKind::Assign(Target { name, index, .. }, value) => {
            let index: String = index.iter().map(|index| format!("[{}]", expr(index))).collect();
            format!("{}{index} := {}", name.text, expr(value))
        }
        StmtKind::DeclareArray(ty, dims, names) => arrays(*ty, dims, names),
        StmtKind::DeclareDevice(ty, dims, names) => format!("device {}", arrays(*ty, dims, names)),
        StmtKind::Store(place, value) => format!("{} := {}", expr(place), expr(value)),
        StmtKind::Call(name, args) => format!("{}({})", name.text, list(args)),
        StmtKind::Invoke(call) => expr(call),
        StmtKind::Given { call, given, yields } => format!("{}{}", simple(call), ghost_arguments(given, yields)),
        StmtKind::Launch { kernel, groups, threads, stream, args } => {
            let (groups, threads, stream) = (sizes(groups), sizes(threads), in_stream(stream.as_ref()));
            format!("launch {}(groups = {groups}, threads = {threads}{stream})({})", kernel.text, list(args))
        }
        StmtKind::CopyIn(name, args, stream) => format!("{}({}{})", name.text, list(args), in_stream(Some(stream))),
        StmtKind::Streams(streams) => {
            let streams: Vec<&str> = streams.iter().map(|name| name.text.as_str()).collect();
            format!("stream {}", streams.join(", "))
        }
        StmtKind::Event(event, stream) => format!("event {} = record({})", event.text, stream.text),
        StmtKind::Exit(Exit::Break) => "break".into(),
        StmtKind::Exit(Exit::Continue) => "continue".into(),
        StmtKind::Exit(Exit::Return(None)) => "return".into(),
        StmtKind::Exit(Exit::Return(Some(value))) => format!("return {}", expr(value)),
        StmtKind::Fence(AtomicScope::Launch) => "fence".into(),
        StmtKind::Fence(AtomicScope::Group) => "fence group".into(),
        StmtKind::Label(name) => format!("label {}", name.text),
        StmtKind::Assert(inner) => format!("assert {}", expr(inner)),
        StmtKind::Assume(inner) => format!("assume {}", expr(inner)),
        StmtKind::Inhale(inner) => format!("inhale {}", expr(inner)),
        StmtKind::Exhale(inner) => format!("exhale {}", expr(inner)),
        StmtKind::Send(Send { label, distance, resource, to: false }) => {
            format!("send {}, {}: {}", label.text, distance.value, expr(resource))
        }
        StmtKind::Send(Send { label, distance, resource, to: true }) => {
            format!("send {} to {}, {}", expr(resource), label.text, distance.value)
        }
        StmtKind::Sync(word, object) => format!("{} {}", word.text(), expr(object)),
        StmtKind::Receive(label, None) => format!("recv {}", label.text),
        StmtKind::Receive(label, Some((said, distance))) => {
            format!("recv {} from {}, {}", expr(said), label.text, distance.value)
        }
        StmtKind::Refute(inner) => format!("refute {}", expr(inner)),
        StmtKind::Fold { back, instance } => format!("{} {}", if *back { "unfold" } else { "fold" }, expr(instance)),
        StmtKind::If(..)
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Barrier { .. }
        | StmtKind::Par(_)
        | StmtKind::Share { .. }
        | StmtKind::Synchronized(..)
        | StmtKind::Atomic { .. }
        | StmtKind::Ghost { .. }
        | StmtKind::Parallel(_)
        | StmtKind::Block(_) => String::new(),
    }
}
