//! Where `atomic` may stand as an amount of permission.
//!
//! In: a typed program. Out: the errors about `Perm(a[i], atomic)` in places where that means nothing.

use ir::diagnostic::Diagnostic;
use ir::{Program, Span};

/// The errors about such permissions in a program ([`Program::misplaced_atomic_amounts`]).
pub fn misplaced(program: &Program) -> Vec<Diagnostic> {
    let error = |node: ir::Node| {
        Diagnostic::new("type.atomic-amount", node.span, "a permission for atomic steps means nothing here")
            .label("`atomic` here")
            .help(
                "state such permissions in the contract of the threads, at barriers and in loop invariants of a kernel \
                that has no `kernel invariant` or `group invariant`; a launch needs `write` for the location",
            )
    };
    program.misplaced_atomic_amounts().into_iter().map(error).collect()
}

/// The error about `atomic` in a computation.
pub fn no_number(span: Span) -> Diagnostic {
    Diagnostic::new("type.atomic-amount", span, "`atomic` is no number, so nothing can be computed from it")
        .label("only as a whole amount")
        .help("write `Perm(a[e], atomic)`")
}
