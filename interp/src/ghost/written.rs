//! What the contract of a level speaks about.
//!
//! In: a contract, or one expression. Out: whether it is about memory, gives permissions, or reads memory that comes to
//! be with members of a team.

use ir::{Clause, Contract, Depth, Expr, ExprKind, Heap, Kernel, Program};

/// The precondition or the postcondition of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The precondition.
    Pre,
    /// The postcondition.
    Post,
}

/// The clauses of one side.
pub(super) fn clauses(contract: &Contract, side: Side) -> impl Iterator<Item = &Clause> {
    let pre = contract.pre().filter(move |_| side == Side::Pre);
    pre.chain(contract.post().filter(move |_| side == Side::Post))
}

/// Whether the contract at a depth is written: a clause of it is about memory. A level that is not written is the sum
/// of the level inside.
pub(super) fn is_written(program: &Program, kernel: &Kernel, depth: Depth, side: Side) -> bool {
    clauses(kernel.contract_at(depth), side).any(|clause| speaks_of_memory(&clause.expr, program))
}

/// The depths of the members around threads, outermost first: the launch, its groups.
pub(super) fn around_threads(kernel: &Kernel) -> impl DoubleEndedIterator<Item = Depth> {
    (0..kernel.innermost().0).map(Depth)
}

/// Whether one side of a contract gives permissions.
pub(super) fn has_permissions(contract: &Contract, side: Side) -> bool {
    let mut found = false;
    for clause in clauses(contract, side) {
        clause.expr.each(&mut |e| found |= matches!(e.kind, ExprKind::Perm(..) | ExprKind::PointsTo(..)));
    }
    found
}

/// Whether an expression reads memory or names a location, itself or through functions.
#[allow(clippy::wildcard_enum_match_arm)] // only what names memory or calls matters
pub(super) fn speaks_of_memory(e: &Expr, program: &Program) -> bool {
    let mut found = false;
    let mut seen = std::collections::BTreeSet::new();
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        e.each(&mut |e| match &e.kind {
            ExprKind::Read(_) | ExprKind::Perm(..) | ExprKind::PointsTo(..) => found = true,
            ExprKind::Call(f, _) if seen.insert(*f) => {
                if let Some(f) = program.functions.get(f.0 as usize) {
                    todo.extend(f.contract.clauses.iter().map(|c| &c.expr).chain(&f.body));
                }
            }
            _ => {}
        });
    }
    found
}

/// The depth of the members with which memory comes to be that an expression reads, if it is not there before the
/// launch: 1 for local memory, of groups. Functions do not read such memory.
pub(super) fn reads_memory_of(kernel: &Kernel, e: &Expr) -> Option<Depth> {
    let mut found = None;
    e.each(&mut |e| {
        if let ExprKind::Read(place) | ExprKind::PointsTo(place, ..) = &e.kind {
            let Heap::Array(array) = place.heap else { return };
            found = found.max(Some(kernel.depth_of(array)).filter(|depth| *depth != Depth::LAUNCH));
        }
    });
    found
}
