//! What is printed with a verdict: restrictions of the launches that the proof is about, and notes on what may
//! surprise.
//!
//! In: a kernel and its preconditions. Out: the restrictions and the notes.

use crate::assertion::Fact;
use crate::exec::Exec;
use crate::finding::{Note, Restriction};
use crate::levels::{Levels, Side};
use crate::term::{self, Role, Term};
use dashu::integer::IBig;
use ir::{BinaryOp, Clause, Contract, Depth, Expr, ExprKind, Inlined, Kernel, Node, Type, UnaryOp};

/// The notes of a kernel.
pub(crate) fn notes(exec: &Exec<'_>, kernel: &Kernel) -> Vec<Note> {
    let mut out = Vec::new();
    out.extend(kernel.launch.width().map(Note::MachineInt));
    out.extend(shares(kernel));
    out.extend(inlined(exec, kernel));
    out
}

/// The restrictions that Sepal adds to the launches of a kernel.
pub(crate) fn restrictions(exec: &Exec<'_>, kernel: &Kernel, levels: &Levels<'_>) -> Vec<Restriction> {
    let one_group = (!kernel.mentions_groups()).then_some(Restriction::OneGroup(kernel.name.node));
    one_group.into_iter().chain(conditions(exec, kernel, levels)).collect()
}

/// The notes about procedures with a barrier, whose code stands in the kernel: each procedure once.
fn inlined(exec: &Exec<'_>, kernel: &Kernel) -> Vec<Note> {
    let program = exec.cx.program;
    let here = |call: &&Inlined| program.kernel(call.kernel).is_some_and(|of| of.node == kernel.node);
    let mut out = Vec::new();
    for call in program.inlined.iter().filter(here) {
        let note = Note::Inlined(call.procedure.clone());
        if !out.contains(&note) {
            out.push(note);
        }
    }
    out
}

/// The preconditions of threads and groups that are about sizes and scalars only, and those on data that were inferred.
/// If no level around has a written precondition that must promise them, they restrict the launches for which the
/// kernel is verified. Conditions that the kernel states as well are no restrictions.
fn conditions(exec: &Exec<'_>, kernel: &Kernel, levels: &Levels<'_>) -> Option<Restriction> {
    let promised = |depth: &Depth| (0..depth.0).any(|around| levels.is_written(exec, Depth(around), Side::Pre));
    let of_memory = |t: &Term| term::any_subterm(t, |s| s.as_app().is_some_and(|a| a.role() == Role::Memory));
    // What a clause of a group says is known, too, and no clause of the launch promises it.
    let teams = || (1..kernel.innermost().0).map(|depth| kernel.contract_at(Depth(depth)));
    let of_team = |node: Node| teams().flat_map(Contract::pre).any(|clause| node.is_inside(&clause.expr.node));
    let stated = |t: &Term| exec.base.iter().any(|h| h.term == *t && !h.node.is_some_and(of_team));
    let inferred = |node: Node| {
        let mut clauses = exec.cx.program.inferred.values().flat_map(|one| &one.permitted);
        clauses.any(|(clause, _)| node.is_inside(clause))
    };
    let restricts = |f: &&Fact| !f.term.is_true() && (!of_memory(&f.term) || inferred(f.node));
    let below_the_launch = (1..=kernel.innermost().0).rev().map(Depth).filter(|depth| !promised(depth));
    let facts = below_the_launch.flat_map(|depth| &levels.pre(depth).facts).filter(restricts);
    let mut listed: Vec<&Fact> = Vec::new();
    for fact in facts.filter(|f| !stated(&f.term)) {
        if listed.iter().all(|other| other.term != fact.term) {
            listed.push(fact);
        }
    }
    let conditions: Vec<Node> = listed.into_iter().map(|f| f.node).collect();
    (!conditions.is_empty()).then_some(Restriction::Conditions(conditions))
}

/// Notes about amounts of permissions that contain an integer division. Such a division yields a whole number, which is
/// rarely meant.
fn shares(kernel: &Kernel) -> Vec<Note> {
    let mut found: Vec<Node> = Vec::new();
    let mut look = |c: &Clause| {
        c.expr.each(&mut |e| {
            if let ExprKind::Perm(_, amount) | ExprKind::PointsTo(_, amount, _) = &e.kind {
                quotients(amount, &mut found);
            }
        });
    };
    kernel.contracts().flat_map(|c| &c.clauses).for_each(&mut look);
    crate::syntactic::clauses(&kernel.body).into_iter().for_each(&mut look);
    found.into_iter().map(Note::WholeAmount).collect()
}

/// Collects the integer divisions in an amount, except percentages, which are whole numbers on purpose.
fn quotients(amount: &Expr, found: &mut Vec<Node>) {
    if is_percentage(amount) {
        return;
    }
    if is_integer_quotient(amount) && !found.contains(&amount.node) {
        found.push(amount.node);
    }
    amount.parts(&mut |part| quotients(part, found));
}

/// Whether the expression is a percentage: a fraction with the denominator 100, to which the type checker translates
/// `perm(n)`.
fn is_percentage(amount: &Expr) -> bool {
    let ExprKind::Binary(BinaryOp::Frac, _, parts) = &amount.kind else { return false };
    let ExprKind::Unary(UnaryOp::IntToFrac, parts) = &parts.kind else { return false };
    matches!(&parts.kind, ExprKind::Int(n) if *n == IBig::from(100))
}

fn is_integer_quotient(e: &Expr) -> bool {
    e.ty == Type::Int && matches!(e.kind, ExprKind::Binary(BinaryOp::Div, ..))
}
