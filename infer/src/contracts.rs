//! Makes contracts of what a kernel accesses.
//!
//! In: the walk through a kernel. Out: the kernel with clauses in its contract, at its barriers and at its loops.
//!
//! ```text
//! array that is never written          context (\forall* int i; 0 <= i && i < length; Perm(a[i], read));
//! global array                         context Perm(a[e], write);    for each location of the kernel
//! local array                          at the start, at barriers and at loops: what is needed up to the next barrier
//! local array that is only read there  (\forall* int i; 0 <= i && i < length; Perm(s[i], read))
//! array with atomic steps              (\forall* int i; 0 <= i && i < length; Perm(a[i], atomic))
//! conditions                           requires e <= a.length;
//! ```

use crate::accesses::Access;
use crate::footprint::{needs, Need, When, HEADS};
use crate::poly::Poly;
use crate::print::key;
use crate::samples::without_trivial;
use crate::state::{Demand, Needed, Walk};
use crate::value::poly_of;
use ir::build::At;
use ir::{
    BinaryOp, Block, By, Clause, ClauseKind, Expr, ExprKind, Heap, Kernel, NodeId, Program, Quant, QuantKind, Space,
    Span, StmtKind, Type, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Why nothing was inferred: a place, and what stands there.
pub type Failure = (Span, &'static str);

/// The kernel with inferred clauses, and why they do not cover all arrays; `None` if its code accesses no array that
/// threads share.
pub fn with_clauses(program: &Program, kernel: &Kernel) -> Result<Option<(Kernel, Option<Failure>)>, Failure> {
    let stored = kernel.body.stores(program);
    let arrays = (0u32..).map(|n| Heap::Array(ir::ArrayId(n))).zip(&kernel.arrays);
    let fixed: BTreeSet<Heap> = arrays
        .filter(|(heap, array)| array.space == Space::Global && !stored.contains(heap))
        .map(|(heap, _)| heap)
        .collect();
    let mut walk = Walk::new(kernel, &fixed);
    if walk.touched.is_empty() && walk.failed.is_none() {
        return Ok(None);
    }
    if let Some(failure) = walk.failed {
        return Err(failure);
    }
    let lost: BTreeSet<Heap> = walk.lost.keys().copied().collect();
    let mut maker = Maker { kernel, lost: lost.clone(), vars: walk.vars.clone() };
    let global = walk
        .of_kernel(&|heap| maker.space(heap) == Space::Global && !fixed.contains(&heap) && !lost.contains(&heap))
        .ok_or((kernel.node.span, "a loop with a barrier whose variables are not counters"))?;
    maker.vars.clone_from(&walk.vars);

    let mut contract: Vec<Clause> = maker.conditions(&walk.needed);
    for (heap, span) in walk.touched.iter().filter(|(heap, _)| fixed.contains(heap)) {
        contract.push(inferred(ClauseKind::Context, maker.whole(*heap, ExprKind::ReadAmount, *span)));
    }
    let (steps, global): (BTreeMap<Heap, Span>, Vec<Access>) = steps(global);
    for (heap, span) in steps {
        contract.push(inferred(ClauseKind::Context, maker.whole(heap, ExprKind::AtomicAmount, span)));
    }
    for need in needs(&global) {
        contract.extend(maker.clauses(&need).into_iter().map(|expr| inferred(ClauseKind::Context, expr)));
    }

    let start =
        walk.of_segment(0, HEADS).ok_or((kernel.node.span, "a loop in which a barrier is not always reached"))?;
    contract.extend(maker.local(&start).into_iter().map(|expr| inferred(ClauseKind::Requires, expr)));
    let (mut at_barriers, mut at_loops): (BTreeMap<NodeId, Vec<Clause>>, BTreeMap<NodeId, Vec<Clause>>) =
        Default::default();
    for (n, segment) in walk.segments.iter().enumerate() {
        let Some(barrier) = segment.barrier else { continue };
        let behind =
            walk.of_segment(n, HEADS).ok_or((kernel.node.span, "a loop in which a barrier is not always reached"))?;
        let clauses = maker.local(&behind);
        unmoved(&clauses, &segment.moved)?;
        at_barriers.insert(barrier, clauses.into_iter().map(|expr| inferred(ClauseKind::Ensures, expr)).collect());
    }
    for (n, head) in walk.heads.iter().enumerate() {
        let at_head =
            walk.of_head(n, HEADS).ok_or((kernel.node.span, "a loop in which a barrier is not always reached"))?;
        let clauses: Vec<Expr> = head.invariants.iter().cloned().chain(maker.local(&at_head)).collect();
        unmoved(&clauses, &head.moved)?;
        at_loops.insert(head.node, clauses.into_iter().map(|expr| inferred(ClauseKind::Invariant, expr)).collect());
    }
    for (node, invariants) in std::mem::take(&mut walk.invariants) {
        let clauses = invariants.into_iter().map(|expr| inferred(ClauseKind::Invariant, expr));
        at_loops.entry(node).or_default().extend(clauses);
    }

    let mut out = kernel.clone();
    out.vars.extend(maker.vars);
    if let Some(threads) = out.teams.last_mut() {
        // Clauses that a person wrote may read the arrays.
        contract.append(&mut threads.contract.clauses);
        threads.contract.clauses = contract;
    }
    add(&mut out.body, &mut at_barriers, &mut at_loops);
    Ok(Some((out, walk.lost.values().next().map(|span| (*span, "an index that depends on data")))))
}

/// Adds clauses to the barriers and the loops of a block.
fn add(
    block: &mut Block,
    at_barriers: &mut BTreeMap<NodeId, Vec<Clause>>,
    at_loops: &mut BTreeMap<NodeId, Vec<Clause>>,
) {
    for stmt in &mut block.stmts {
        let id = stmt.node.id;
        match &mut stmt.kind {
            StmtKind::Barrier(barrier) => barrier.contract.clauses.extend(at_barriers.remove(&id).unwrap_or_default()),
            StmtKind::While { invariants, .. } => {
                let mut clauses = at_loops.remove(&id).unwrap_or_default();
                clauses.append(invariants);
                *invariants = clauses;
            }
            _ => {}
        }
        stmt.blocks_mut(&mut |inner| add(inner, at_barriers, at_loops));
    }
}

/// The arrays on which threads do atomic steps, each with the place of one, and the accesses to other arrays. Other
/// accesses to an array with steps are left out, because no thread may have another permission for it then.
fn steps(all: Vec<Access>) -> (BTreeMap<Heap, Span>, Vec<Access>) {
    let mut steps = BTreeMap::new();
    for access in all.iter().filter(|access| access.step) {
        let _ = steps.entry(access.heap).or_insert(access.span);
    }
    let others = all.into_iter().filter(|access| !steps.contains_key(&access.heap)).collect();
    (steps, others)
}

/// A clause that is inferred.
fn inferred(kind: ClauseKind, expr: Expr) -> Clause {
    let node = expr.node;
    Clause { kind, expr, by: By::Inferred, node }
}

/// Demands that clauses mention no variable whose name stands for another value.
fn unmoved(clauses: &[Expr], moved: &BTreeSet<VarId>) -> Result<(), Failure> {
    let wrong = |e: &&Expr| e.any(&|part| matches!(&part.kind, ExprKind::Var(v) if moved.contains(v)));
    match clauses.iter().find(wrong) {
        Some(clause) => Err((clause.node.span, "a variable that changes between the head of a loop and a barrier")),
        None => Ok(()),
    }
}

/// Makes clauses of a kernel.
struct Maker<'k> {
    kernel: &'k Kernel,
    /// The arrays for which nothing is inferred.
    lost: BTreeSet<Heap>,
    /// The new variables of the kernel.
    vars: Vec<ir::VarDecl>,
}

impl Maker<'_> {
    fn space(&self, heap: Heap) -> Space {
        match heap {
            Heap::Array(id) => self.kernel.arrays.get(id.0 as usize).map_or(Space::Global, |array| array.space),
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => Space::Global,
        }
    }

    /// The permissions for local memory that these accesses need.
    fn local(&mut self, accesses: &[Access]) -> Vec<Expr> {
        let wanted = |heap: Heap| self.space(heap) == Space::Local && !self.lost.contains(&heap);
        let local: Vec<Access> = accesses.iter().filter(|access| wanted(access.heap)).cloned().collect();
        let heaps: BTreeSet<Heap> = local.iter().map(|access| access.heap).collect();
        let mut out = Vec::new();
        for heap in heaps {
            let own: Vec<Access> = local.iter().filter(|access| access.heap == heap).cloned().collect();
            if let Some(step) = own.iter().find(|access| access.step) {
                out.push(self.whole(heap, ExprKind::AtomicAmount, step.span));
            } else if own.iter().any(|access| access.write) {
                needs(&own).iter().for_each(|need| out.extend(self.clauses(need)));
            } else {
                let span = own.first().map(|access| access.span).unwrap_or_default();
                out.push(self.whole(heap, ExprKind::ReadAmount, span));
            }
        }
        out
    }

    /// The permissions for a family of locations.
    fn clauses(&self, need: &Need) -> Vec<Expr> {
        let at = At::new(need.span);
        let amount = |kind| at.expr(kind, Type::Frac);
        let mut out = Vec::new();
        for (when, kind) in [(need.writes.clone(), ExprKind::Write), (need.only_reads(), ExprKind::ReadAmount)] {
            let index = need.index.iter().map(|index| index.expr(at)).collect();
            let perm = at.expr(ExprKind::Perm(at.place(need.heap, index), Box::new(amount(kind))), Type::Resource);
            let guard = match when {
                When::Never => continue,
                When::Always => None,
                When::If(guard) => Some(guard),
            };
            out.push(match (need.binders.is_empty(), guard) {
                (true, None) => perm,
                (true, Some(guard)) => at.binary(BinaryOp::Implies, guard, perm),
                (false, guard) => all_of(at, need.binders.clone(), guard, perm),
            });
        }
        out
    }

    /// The permission with this amount for all elements of an array.
    fn whole(&mut self, heap: Heap, amount: ExprKind, span: Span) -> Expr {
        let at = At::new(span);
        let dims = match heap {
            Heap::Array(id) => {
                self.kernel.arrays.get(id.0 as usize).map(|array| array.dims.clone()).unwrap_or_default()
            }
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => Vec::new(),
        };
        let (mut binders, mut index, mut range) = (Vec::new(), Vec::new(), None);
        for (length, name) in dims.iter().zip(["i", "j", "k", "l", "m", "n"]) {
            let binder = VarId(u32::try_from(self.kernel.vars.len() + self.vars.len()).unwrap_or(u32::MAX));
            self.vars.push(at.scalar(name, Type::Int));
            let element = at.var(binder, Type::Int);
            let length = Expr { ty: Type::Int, ..length.clone() };
            let least = at.binary(BinaryOp::Le, at.int(0), element.clone());
            let inside = at.binary(BinaryOp::And, least, at.binary(BinaryOp::Lt, element.clone(), length));
            range = Some(match range {
                Some(range) => at.binary(BinaryOp::And, range, inside),
                None => inside,
            });
            binders.push(binder);
            index.push(element);
        }
        let amount = at.expr(amount, Type::Frac);
        let perm = at.expr(ExprKind::Perm(at.place(heap, index), Box::new(amount)), Type::Resource);
        all_of(at, binders, range, perm)
    }

    /// The conditions of the launch, each once, without those that follow from another one, and without those that
    /// leave only trivial launches.
    fn conditions(&self, demands: &[Demand]) -> Vec<Clause> {
        let all: Vec<(Expr, Vec<Expr>)> =
            demands.iter().filter_map(|demand| Some((condition(demand)?, demand.guards.clone()))).collect();
        let given: Vec<Expr> =
            self.kernel.contracts().flat_map(|contract| contract.pre()).map(|clause| clause.expr.clone()).collect();
        let mut out: Vec<(String, Poly, Expr)> = Vec::new();
        for expr in without_trivial(self.kernel, &given, all) {
            let ExprKind::Binary(_, small, limit) = &expr.kind else { continue };
            let Some(small) = poly_of(small) else { continue };
            let name = key(limit);
            let less = |a: &Poly, b: &Poly| b.minus(a).is_natural();
            if out.iter().any(|(known, upper, _)| *known == name && less(&small, upper)) {
                continue;
            }
            out.retain(|(known, upper, _)| *known != name || !less(upper, &small));
            out.push((name, small, expr));
        }
        out.into_iter().map(|(_, _, expr)| inferred(ClauseKind::Requires, expr)).collect()
    }
}

/// A demand as a condition `a <= b`; nothing if all launches satisfy it.
fn condition(demand: &Demand) -> Option<Expr> {
    let at = At::new(demand.span);
    let (small, limit) = match &demand.needed {
        Needed::NotNegative(lower) => (Poly::number(0), lower.expr(at)),
        Needed::Natural(scalar) => (Poly::number(0), at.expr(ExprKind::Scalar(*scalar), Type::Int)),
        Needed::Positive(scalar) => (Poly::number(1), at.expr(ExprKind::Scalar(*scalar), Type::Int)),
        Needed::Length(upper, length) => (upper.clone(), Expr { ty: Type::Int, ..length.clone() }),
        Needed::Fits(upper, width) => (upper.clone(), at.int(width.greatest())),
    };
    let always = poly_of(&limit).is_some_and(|limit| limit.minus(&small).is_natural());
    (!always).then(|| at.binary(BinaryOp::Le, small.expr(at), limit))
}

/// A permission for all values of variables in a range.
fn all_of(at: At, binders: Vec<VarId>, range: Option<Expr>, body: Expr) -> Expr {
    let quant = Quant { kind: QuantKind::Star, binders, triggers: Vec::new(), range, body };
    at.expr(ExprKind::Quant(Box::new(quant)), Type::Resource)
}
