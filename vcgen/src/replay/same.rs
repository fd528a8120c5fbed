//! When a failure of a run is the failure of an obligation, and which obligations a run can show at all.
//!
//! In: an obligation and a failure. Out: whether they are about the same.

use interp::Failure;
use ir::Node;
use ir::{Block, Kernel, Stmt, StmtKind};
use logic::obligation::{Code, Obligation, What, Why};

/// What it takes to show that a claim is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A run from a start that the contract allows.
    Run,
    /// Any state: the claim is that one specification implies another, whether or not a run comes to such a state.
    Specification,
}

/// What it takes to refute an obligation.
pub fn shows(code: Code) -> Shows {
    match code.what {
        // One level implies the next; contracts are well defined; what all threads of a barrier promise implies what each
        // is told; what a function says of its value.
        What::WellFormed
        | What::Vacuous
        | What::KernelResources
        | What::GroupResources
        | What::KernelPre
        | What::GroupPre
        | What::KernelPost
        | What::GroupPost
        | What::BarrierTransfer
        | What::FunctionPost
        | What::Termination => Shows::Specification,
        What::Post
        | What::ProcedurePost
        | What::Load
        | What::Store
        | What::Expr
        | What::BarrierPre
        | What::BarrierRedistribution
        | What::BarrierUniform
        | What::InvariantEntry
        | What::InvariantPreserved
        | What::Assert
        | What::Atomic
        | What::CallPre => Shows::Run,
    }
}

/// Whether runs are tried at all: no run shows that there is none, or that something cannot be expressed.
pub fn may_run(code: Code) -> bool {
    !matches!((code.what, code.why), (What::Vacuous, _) | (_, Why::Unsupported | Why::NoMeasure))
}

/// Whether a run fails where and how the obligation says.
pub fn same(obligation: &Obligation, failure: &Failure, kernel: Option<&Kernel>) -> bool {
    let (claim, seen) = (obligation.code, failure.code);
    let one_thing = claim.what == seen.what || access(claim) && access(seen);
    let places = || failure.related.iter().map(|(s, _)| *s).chain([failure.node]);
    // The claim is about a condition, the run ends at a barrier that the condition decides about.
    let decided = match (claim.what, kernel) {
        (What::BarrierUniform, Some(kernel)) => barriers_under(&kernel.body, obligation.node),
        _ => vec![],
    };
    let here = places().any(|s| s.meets(&obligation.node) || decided.iter().any(|b| s.meets(b)));
    one_thing && here && reason(claim.why, seen.why)
}

/// The barriers inside the branch or loop with this condition.
fn barriers_under(block: &Block, condition: Node) -> Vec<Node> {
    let mut out = Vec::new();
    block.each(&mut |stmt| {
        let mut decides = false;
        stmt.exprs(&mut |e| decides |= e.node == condition);
        if decides {
            stmt.blocks(&mut |inner| inner.each(&mut |s| out.extend(barrier(s))));
        }
    });
    out
}

fn barrier(stmt: &Stmt) -> Option<Node> {
    matches!(stmt.kind, StmtKind::Barrier(_)).then_some(stmt.node)
}

fn access(code: Code) -> bool {
    matches!(code.what, What::Load | What::Store)
}

/// Why a claim fails has several faces: shares that are too much for one location are more than the group holds, or belong
/// to two writers; an access without permission is a data race if someone else touches the location.
fn reason(claimed: Why, seen: Why) -> bool {
    let permission = |why: Why| {
        matches!(why, Why::InsufficientPermission | Why::TwoWriters | Why::TooMuch | Why::DataRace | Why::NotInjective)
    };
    claimed == seen || permission(claimed) && permission(seen)
}
