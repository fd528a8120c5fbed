//! The private variables that have the same value for all threads of a group, or of a tile, at the head of a loop.
//!
//! CARP D6.2, section 5.2.1, calls such variables lock-step-safe: they start with equal values, and are assigned only
//! expressions over such variables, under conditions over such variables. This file decides by syntax which variables
//! these are. Where it misses one, an invariant can state the equality. The analysis proves nothing about conditions
//! around barriers: their uniformity is always an obligation.
//!
//! The analysis is the same for a group and for a tile: it is about *the threads together*, all of the one or all of
//! the other.
//!
//! In: the loop, the values of variables before it, and the threads together. Out: the variables whose value at the
//! head of the loop may be one symbol for these threads.

use crate::syntactic::assigned;
use crate::teams::Teams;
use crate::term::Term;
use imbl::OrdMap;
use ir::{Among, Block, Expr, ExprKind, LabelId, Labelled, LaunchVar, NodeId, Stmt, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The variables from before the loop that are uniform at its head: those of `before` that start with equal values and
/// that no iteration makes different. `must_agree` are the conditions that are proved uniform because of exits
/// ([`crate::exits`]); `among` are the threads together.
pub fn variables(
    must_agree: &BTreeMap<NodeId, Among>,
    before: &OrdMap<VarId, Term>,
    teams: &Teams,
    (guard, body): (&Expr, &Block),
    among: Among,
) -> BTreeSet<VarId> {
    let starts_equal = |v: &VarId| before.get(v).is_some_and(|t| teams.same_for(among, t));
    let outside: BTreeSet<VarId> = before.keys().filter(|v| starts_equal(v)).copied().collect();
    let mut uniform: BTreeSet<VarId> = outside.clone();
    // A variable that is declared inside the loop is declared again in each iteration, so its value at the head does
    // not matter.
    uniform.extend(assigned(body).into_iter().filter(|v| !before.contains_key(v)));
    loop {
        // If the threads do not wait for each other in the loop, they may execute different numbers of iterations,
        // unless the loop's condition is uniform.
        let mut spread = Spread { must_agree, among, now: &uniform, next: uniform.clone(), scopes: vec![] };
        let together = spread.is_decided_alike(guard, &[body]);
        spread.block(body, together);
        let next = spread.next;
        if next == uniform {
            break;
        }
        uniform = next;
    }
    uniform.retain(|v| before.contains_key(v));
    uniform
}

/// One round of the analysis, which computes a greatest fixed point: removes variables that the loop body makes
/// different, if at its start only those of `now` are uniform.
struct Spread<'b> {
    must_agree: &'b BTreeMap<NodeId, Among>,
    /// The threads together.
    among: Among,
    /// The variables that are uniform by the previous round.
    now: &'b BTreeSet<VarId>,
    /// The variables of `now` that no statement has made different so far.
    next: BTreeSet<VarId>,
    /// The scopes around the statement, inside the loop: label, body, and whether all threads of the group enter the
    /// scope.
    scopes: Vec<(LabelId, &'b Block, bool)>,
}

impl<'b> Spread<'b> {
    /// Removes the variables that the block may make different. `together` says that all threads of the group execute
    /// the block, equally often.
    fn block(&mut self, block: &'b Block, together: bool) {
        for stmt in &block.stmts {
            self.statement(stmt, together);
        }
    }

    fn statement(&mut self, stmt: &'b Stmt, together: bool) {
        match &stmt.kind {
            StmtKind::Declare(v, None) => drop(self.next.remove(v)),
            StmtKind::Declare(v, Some(e)) | StmtKind::Assign(v, e) => {
                if !together || !is_uniform(e, self.now) {
                    let _ = self.next.remove(v);
                }
            }
            StmtKind::If(c, a, b) => {
                // A condition around a barrier is proved uniform.
                let together = together && self.is_decided_alike(c, &[a, b]);
                self.block(a, together);
                self.block(b, together);
            }
            StmtKind::While { guard, body, .. } => {
                let together = together && self.is_decided_alike(guard, &[body]);
                self.block(body, together);
            }
            StmtKind::Block(inner) | StmtKind::Together(inner) | StmtKind::Share { body: inner, .. } => {
                self.block(inner, together)
            }
            StmtKind::Scope(label, inner) => {
                self.scopes.push((*label, inner, together));
                self.block(inner, together);
                let _ = self.scopes.pop();
            }
            StmtKind::Exit(label) if !together => self.leave(*label, &mut BTreeSet::new()),
            // The values that an atomic block reads depend on the order in which threads execute it.
            StmtKind::Atomic { body, .. } => self.forget(body),
            // The result of a procedure may differ between threads.
            StmtKind::Call(call) => self.next.retain(|v| !call.results.contains(v)),
            StmtKind::Gather(gather) => {
                let common = together && gather.among >= self.among && gather.how.is_common();
                self.next.retain(|v| common || gather.result != Some(*v));
            }
            StmtKind::New(v, _) | StmtKind::NewObject(v) => drop(self.next.remove(v)),
            StmtKind::Exit(_)
            | StmtKind::Mark(_)
            | StmtKind::Fence(_)
            | StmtKind::Store(..)
            | StmtKind::Copy(_)
            | StmtKind::Launch(_)
            | StmtKind::Par(_)
            | StmtKind::Barrier(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Refute(_)
            | StmtKind::Pairwise(_)
            | StmtKind::Send(_)
            | StmtKind::Receive(_)
            | StmtKind::Synchronise(_)
            | StmtKind::Order(_) => {}
        }
    }

    /// Whether all threads decide alike: the condition is uniform, or proved to be because of an exit, or because the
    /// threads wait for each other in `blocks`.
    fn is_decided_alike(&self, condition: &Expr, blocks: &[&Block]) -> bool {
        let waits = blocks.iter().filter_map(|b| b.waits()).chain(self.must_agree.get(&condition.node.id).copied());
        waits.max() >= Some(self.among) || is_uniform(condition, self.now)
    }

    /// Handles an exit that some threads take and others do not. Some threads assign the variables of the left scope,
    /// before the exit or behind it, more often than others, so these variables are not uniform. If the exit leaves the
    /// loop itself, none of the loop's variables are.
    ///
    /// Only threads that are still in the scope take its other exits, so those exits are handled like this one: a
    /// thread that skips a `break` by a `continue` leaves the loop in a later iteration than others, although all
    /// threads agree on the condition of the `break`.
    fn leave(&mut self, label: LabelId, left: &mut BTreeSet<LabelId>) {
        if !left.insert(label) {
            return;
        }
        match self.scopes.iter().find(|(l, ..)| *l == label).copied() {
            Some((_, body, true)) => {
                self.forget(body);
                let (mut inner, mut exits) = (BTreeSet::new(), Vec::new());
                body.each(&mut |stmt| match stmt.outline().label {
                    Some(Labelled::Scope(l)) => drop(inner.insert(*l)),
                    Some(Labelled::Exit(l)) => exits.push(*l),
                    Some(Labelled::Moment(_) | Labelled::Shared(_) | Labelled::Message(_)) | None => {}
                });
                exits.into_iter().filter(|l| !inner.contains(l)).for_each(|l| self.leave(l, left));
            }
            // Not all threads entered the scope, so the variables that it assigns are not uniform anyway.
            Some((_, _, false)) => {}
            None => self.next.clear(),
        }
    }

    /// Removes the variables that the block assigns.
    fn forget(&mut self, block: &Block) {
        let assigned = assigned(block);
        self.next.retain(|v| !assigned.contains(v));
    }
}

/// Whether the expression reads only uniform variables and constants of the launch. Memory does not count as uniform.
fn is_uniform(e: &Expr, uniform: &BTreeSet<VarId>) -> bool {
    let mut ok = true;
    e.each(&mut |e| match &e.kind {
        ExprKind::Var(v) => ok &= uniform.contains(v),
        ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid, _)
        | ExprKind::Read(_)
        | ExprKind::Quant(_)
        | ExprKind::Reduce(_)
        | ExprKind::Describe(_)
        | ExprKind::At(..)
        | ExprKind::Call(..)
        | ExprKind::Perm(..)
        | ExprKind::PointsTo(..) => ok = false,
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Float(_)
        | ExprKind::Write
        | ExprKind::NoAmount
        | ExprKind::ReadAmount
        | ExprKind::AtomicAmount
        | ExprKind::Scalar(_)
        | ExprKind::Launch(..)
        | ExprKind::Result
        | ExprKind::Length(..)
        | ExprKind::Null
        | ExprKind::EnumConstant(_)
        | ExprKind::LengthOf(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Intrinsic(..)
        | ExprKind::Collection(..)
        | ExprKind::Reveal(_)
        | ExprKind::Cond(..) => {}
    });
    ok
}
