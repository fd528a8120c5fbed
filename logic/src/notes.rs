//! What is printed with the verdict, because the proof rests on it or because it surprises.
//!
//! In: a kernel and its preconditions. Out: notes.

use crate::levels::Levels;
use crate::term::{self, Role, Term};
use ir::Node;
use ir::{BinaryOp, Clause, Expr, ExprKind, Kernel, Program, Type};

/// How many conditions one note lists.
const LISTED: usize = 4;

/// The notes of a kernel.
pub fn notes(program: &Program, kernel: &Kernel, levels: &Levels<'_>) -> Vec<String> {
    let mut out = Vec::new();
    if !kernel.mentions_groups {
        out.push("kernel requires ngroups == 1 (implicit: the kernel does not mention groups)".to_owned());
    }
    out.extend(launches(program, levels));
    out.extend(shares(program, kernel));
    out
}

/// Conditions of the thread on sizes and scalars are conditions on the launch, where no level above promises them.
fn launches(program: &Program, levels: &Levels<'_>) -> Option<String> {
    if levels.promises(program) {
        return None;
    }
    let of_memory = |t: &Term| term::any_subterm(t, |s| s.as_app().is_some_and(|a| a.role() == Role::Memory));
    let conditions = levels.thread_pre.facts.iter().filter(|f| !f.term.is_true() && !of_memory(&f.term));
    let mut said: Vec<String> = Vec::new();
    for f in conditions {
        let text = format!("`{}` (line {})", program.quote(f.node), program.line(f.node));
        if !said.contains(&text) {
            said.push(text);
        }
    }
    let more = said.len().saturating_sub(LISTED);
    said.truncate(LISTED);
    if more > 0 {
        said.push(format!("{more} more conditions"));
    }
    let last = said.pop()?;
    let all = if said.is_empty() { last } else { format!("{} and {last}", said.join(", ")) };
    Some(format!("only for launches in which every thread has {all}: this is a condition on the launch, since no `kernel` or `group` clause promises it"))
}

/// Integer division in an amount whose value depends on the launch.
fn shares(program: &Program, kernel: &Kernel) -> Vec<String> {
    let mut found: Vec<Node> = Vec::new();
    let contracts = [&kernel.kernel_contract, &kernel.group_contract, &kernel.thread_contract];
    let mut look = |c: &Clause| {
        c.expr.each(&mut |e| {
            // A percentage is a whole number.
            let percent = program.quote(e.node).starts_with("perm");
            if let (false, ExprKind::Perm(_, amount) | ExprKind::PointsTo(_, amount, _)) = (percent, &e.kind) {
                amount.each(&mut |q| {
                    if is_integer_quotient(q) && !found.contains(&q.node) {
                        found.push(q.node);
                    }
                });
            }
        });
    };
    contracts.iter().flat_map(|c| &c.clauses).for_each(&mut look);
    crate::syntactic::clauses(&kernel.body).into_iter().for_each(&mut look);
    let note = |s: &Node| {
        let text = program.quote(*s);
        format!(
            "line {}: the amount `{text}` is integer division, and so 0 or a whole number; a share is written with a backslash, `{}`",
            program.line(*s),
            text.replace('/', "\\")
        )
    };
    found.iter().map(note).collect()
}

fn is_integer_quotient(e: &Expr) -> bool {
    e.ty == Type::Int && matches!(e.kind, ExprKind::Binary(BinaryOp::Div, ..))
}
