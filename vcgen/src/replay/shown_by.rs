//! When a run shows that an obligation is false.
//!
//! In: an obligation, and a failure in a run. Out: whether the failure shows that the obligation is false; and, for
//! each kind of obligation, what refutes it.

use interp::Failure;
use ir::{ArrayId, Block, Clause, ExprKind, FnId, Function, ItemId, Language, Node, Origin, Program, Stmt, StmtKind};
use logic::exits::must_agree;
use logic::obligation::{Code, Definition, Obligation, Task, What, Why};
use logic::origin::{Event, Version};
use logic::term::{self, Op, Role, Term};

/// The kind of evidence that refutes an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefutedBy {
    /// A run that goes wrong, from a start that satisfies the contract.
    Run,
    /// Any state in which the obligation is false, whether or not a run reaches the state: the obligation says that one
    /// specification implies another.
    AnyState,
}

/// The evidence that refutes an obligation with this id, of this task, at this place. What a statement or a
/// postcondition reads is known from the code in front of it, so only a run shows that it is not well defined there.
pub fn refuted_by(program: &Program, task: &Task, (code, at): (Code, Node)) -> RefutedBy {
    // The solver makes up the values of an abstract data type, and knows only some instances of the axioms. That
    // conditions contradict each other is no such state, but a proof.
    let is_proof = matches!(code.what, What::Vacuous | What::Refute);
    let of_data = |o: &Obligation| o.code == code && o.node == at && o.is_about_data();
    if !is_proof && (task.definitions.iter().any(|d| is_of_data(program, d)) || task.obligations.iter().any(of_data)) {
        return RefutedBy::Run;
    }
    let is_it = |o: &&Obligation| o.code == code && o.node == at;
    if !is_proof && task.obligations.iter().filter(is_it).any(|o| has_other_values(program, task, o)) {
        return RefutedBy::Run;
    }
    let Some(stands) = behind_code(program, task.id, at).filter(|_| code.what == What::WellFormed) else {
        return usually_refuted_by(code, task.id);
    };
    let here = task.obligations.iter().filter(|o| o.code == code && o.node == at);
    match here.into_iter().any(|o| is_about_made(task, o, stands)) {
        true => RefutedBy::Run,
        false => usually_refuted_by(code, task.id),
    }
}

/// Whether a definition is that of a function of an abstract data type, or of one that an axiom mentions.
fn is_of_data(program: &Program, definition: &Definition) -> bool {
    let Role::Function(f) = definition.symbol.role() else { return false };
    let calls = |clause: &Clause| clause.expr.any(&|e| matches!(e.kind, ExprKind::Call(callee, _) if callee == f));
    let of_types = || program.functions.iter().filter(|f| f.data.is_some());
    program.function(f).is_some_and(|f| f.data.is_some()) || of_types().flat_map(|f| &f.contract.clauses).any(calls)
}

/// Whether an obligation mentions values that the code has fixed, and that a counterexample of the solver makes up:
/// those of a constant array with initial values, and those of a function of the language of C, or of a file of
/// specifications.
fn has_other_values(program: &Program, task: &Task, o: &Obligation) -> bool {
    let kernel = if let ItemId::Kernel(id) = task.id { program.kernel(id) } else { None };
    let has_values =
        |id: ArrayId| kernel.and_then(|k| k.arrays.get(id.0 as usize)).is_some_and(|a| !a.initial.is_empty());
    let initial = Vec::from_iter(task.inputs.arrays.iter().filter(|(id, _)| has_values(*id)).map(|(_, values)| values));
    let is_foreign = |f: &Function| program.language != Language::Pvl || f.origin != Origin::File;
    let of_language = |f: FnId| program.function(f).is_some_and(|f| f.body.is_none() && is_foreign(f));
    let is_made_up = |t: &Term| match t.op() {
        Op::App(symbol) => match symbol.role() {
            Role::Function(f) => of_language(f),
            _ => initial.iter().any(|values| values.as_app() == Some(symbol)),
        },
        _ => false,
    };
    o.hyps.terms().chain([o.goal.clone()]).any(|t| term::any_subterm(&t, is_made_up))
}

/// Whether an obligation mentions a value that a loop, a barrier or a call has made. Of such a value, a proof knows
/// only what annotations say. If no such value is mentioned, the obligation is false in each run that comes to its
/// place. A clause of a loop or a barrier is judged for all values that this very loop or barrier makes.
fn is_about_made(task: &Task, obligation: &Obligation, stands: Stands) -> bool {
    let computed = |v: &Version| matches!(v.event, Event::Store | Event::If | Event::End | Event::Copy);
    let own = |v: &Version| stands == Stands::ClauseOf(v.node);
    let mut made = task.versions.iter().filter(|v| !computed(v) && !own(v));
    made.any(|v| obligation.goal.contains(&v.term) || obligation.hyps.iter().any(|h| h.term.contains(&v.term)))
}

/// Where a part of a program stands that is judged in a state that code has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// In a clause of the loop with this condition, or of this barrier or block.
    ClauseOf(Node),
    /// In a statement, or only in a postcondition.
    Elsewhere,
}

/// The evidence that refutes an obligation with this id, of this item, wherever it stands. The call of a procedure
/// stands in code, behind loops and other calls, so only a run shows that its measure does not decrease there.
pub fn usually_refuted_by(code: Code, item: ItemId) -> RefutedBy {
    match code.what {
        What::Termination if matches!(item, ItemId::Procedure(_)) => RefutedBy::Run,
        // No annotation says that a loop has written a variable, so a state may be one that the code never reaches.
        What::WellFormed if code.why == Why::Uninitialised => RefutedBy::Run,
        // Nor which operations of streams may still run.
        What::WellFormed if code.why == Why::InUse => RefutedBy::Run,
        // One level implies the next; contracts are well defined; what all threads promise at a barrier implies what
        // each of them is told there; a function returns what its `ensures` say.
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
        | What::Refute
        | What::Termination => RefutedBy::AnyState,
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
        | What::LoopTermination
        | What::Assert
        | What::Inhale
        | What::Exhale
        | What::Send
        | What::Lock
        | What::Thread
        | What::Atomic
        | What::Copy
        | What::LaunchPre
        | What::LaunchResources
        | What::Lifetime
        | What::Sharing
        | What::ParPre
        | What::ParResources
        | What::ParPost
        | What::CallPre => RefutedBy::Run,
    }
}

/// Where a place stands, if it is judged in a state that code has made.
fn behind_code(program: &Program, item: ItemId, at: Node) -> Option<Stands> {
    let (contract, body) = match item {
        ItemId::Kernel(id) => program.kernel(id).map(|k| (k.of_thread(), Some(&k.body)))?,
        ItemId::Procedure(id) => program.procedure(id).map(|p| (&p.contract, p.body.as_ref()))?,
        ItemId::Function(_) => return None,
    };
    let states = |clause: &Clause| at.is_inside(&clause.expr.node);
    let mut found = (contract.post().any(states) && !contract.pre().any(states)).then_some(Stands::Elsewhere);
    body.into_iter().for_each(|body| {
        body.each(&mut |stmt| {
            if stmt.clauses().iter().any(states) {
                let head = match &stmt.kind {
                    StmtKind::While { guard, .. } => guard.node,
                    _ => stmt.node,
                };
                found = Some(Stands::ClauseOf(head));
            } else {
                stmt.exprs(&mut |e| found = found.or(at.is_inside(&e.node).then_some(Stands::Elsewhere)));
            }
        });
    });
    found
}

/// Whether a run can refute an obligation with this id. If preconditions contradict each other, there is no run; and no
/// run shows that the logic cannot express something, or that something is proved.
pub fn may_run(code: Code) -> bool {
    !matches!((code.what, code.why), (What::Vacuous | What::Refute, _) | (_, Why::Unsupported | Why::NoMeasure))
}

/// Whether a failure of a run is at the place and of the kind that the obligation excludes.
/// `body` is the code of the kernel or the host procedure that runs execute.
pub fn is_shown_by(obligation: &Obligation, failure: &Failure, body: Option<&Block>) -> bool {
    let (claim, seen) = (obligation.code, failure.code);
    let same_check = claim.what == seen.what || is_access(claim) && is_access(seen);
    let places = || failure.related.iter().map(|(s, _)| *s).chain([failure.node]);
    // The obligation is about the condition of a branch or loop, and the run fails at a barrier inside of it.
    let decided = match (claim.what, body) {
        // If the condition decides about an exit, the barrier may be any one that the exit skips.
        (What::BarrierUniform, Some(body)) if must_agree(body).contains_key(&obligation.node.id) => all_barriers(body),
        (What::BarrierUniform, Some(body)) => barriers_under(body, obligation.node),
        _ => vec![],
    };
    let here = places().any(|s| s.meets(&obligation.node) || decided.iter().any(|b| s.meets(b)));
    same_check && here && is_same_clause(obligation, failure) && is_same_reason(claim.why, seen.why)
}

/// Whether both are about the same clause of what a call requires. A call has a claim for each clause.
fn is_same_clause(obligation: &Obligation, failure: &Failure) -> bool {
    match (obligation.code.what, obligation.related.first(), failure.related.first()) {
        (What::CallPre, Some((claimed, _)), Some((seen, _))) => claimed.meets(seen),
        (_, _, _) => true,
    }
}

/// Whether a failure is at the very place of another obligation of this kind. A location may stand in the index of
/// another one, as in `a[b[k]]`, and a division in a divisor. A failure of one of them shows nothing about the other.
pub fn is_of_another(obligation: &Obligation, failure: &Failure, all: &[Obligation]) -> bool {
    let is_value = |code: Code| code.what == What::Expr;
    let same_kind = |a: Code, b: Code| is_access(a) && is_access(b) || is_value(a) && is_value(b);
    let is_it = |o: &&Obligation| {
        o.node == failure.node && same_kind(o.code, failure.code) && is_same_reason(o.code.why, failure.code.why)
    };
    same_kind(obligation.code, failure.code) && obligation.node != failure.node && all.iter().any(|o| is_it(&o))
}

fn all_barriers(block: &Block) -> Vec<Node> {
    let mut out = Vec::new();
    block.each(&mut |stmt| out.extend(barrier(stmt)));
    out
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
    stmt.outline().waits.map(|_| stmt.node)
}

fn is_access(code: Code) -> bool {
    matches!(code.what, What::Load | What::Store)
}

/// Whether a proof and a run may give these two reasons for the same failure. They name a lack of permission
/// differently: shares that add up to more than 1 are also more than the group holds, or belong to two writers; and an
/// access without permission is a data race if another thread accesses the location.
fn is_same_reason(claimed: Why, seen: Why) -> bool {
    let is_about_permission = |why: Why| {
        matches!(why, Why::InsufficientPermission | Why::TwoWriters | Why::TooMuch | Why::DataRace | Why::NotInjective)
    };
    claimed == seen || is_about_permission(claimed) && is_about_permission(seen)
}
