//! Makes contracts of what a kernel accesses.
//!
//! In: the walk through a kernel. Out: the kernel with clauses in its contract, at its barriers and at its loops.
//!
//! ```text
//! array that is never written          context (\forall* int i; 0 <= i && i < length; Perm(a[i], read));
//! global array                         context Perm(a[e], write);    for each location of the kernel
//! local array                          at the start, at barriers and at loops: what is needed up to the next barrier
//! local array that is only read there  (\forall* int i; 0 <= i && i < length; Perm(s[i], read))
//! global array, in a launch of one     as for local arrays; for the group, at its start:
//! group, whose elements move           requires (\forall* int i; 0 <= i && i < length; Perm(a[i], write))
//! array with atomic steps              (\forall* int i; 0 <= i && i < length; Perm(a[i], atomic))
//! conditions                           requires e <= a.length;
//! conditions on data                   requires (\forall int i; 0 <= i && i < a.length; 0 <= a[i] && a[i] < b.length);
//! ```

use crate::accesses::{Access, Moved};
use crate::conditions::conditions;
use crate::data::{array, conditions_on_data};
use crate::each_thread::ranges;
use crate::element::{on_element, OfData};
use crate::fixed::Fixed;
use crate::footprint::{needs, Need, When};
use crate::key::same;
use crate::one_group::{moves, of_one_group};
use crate::origins::Origins;
use crate::overlaps::separated;
use crate::paths::{with_values, From};
use crate::state::{Needed, Walk};
use crate::strides::rows;
use crate::trivial::{without_trivial, Ways};
use crate::value::{Value, Values};
use ir::build::At;
use ir::{
    BinaryOp, Block, By, Clause, ClauseKind, Expr, ExprKind, Heap, Kernel, Node, NodeId, Program, Quant, QuantKind,
    Space, Span, StmtKind, Type, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Why nothing was inferred: a place, and what stands there.
pub type Failure = (Span, &'static str);

/// What is proposed for a kernel.
#[derive(Debug)]
pub struct Proposal {
    /// The kernel with inferred clauses.
    pub kernel: Kernel,
    /// Why they do not cover all arrays, if so.
    pub missing: Option<Failure>,
    /// The accesses that each inferred clause permits, in the order of the clauses.
    pub origins: Vec<Vec<NodeId>>,
}

/// What is proposed for a kernel; `None` if its code accesses no array that threads share.
pub fn proposal(program: &Program, kernel: &Kernel) -> Result<Option<Proposal>, Failure> {
    let stored = kernel.body.stores(program);
    let arrays = (0u32..).map(|n| Heap::Array(ir::ArrayId(n))).zip(&kernel.arrays);
    let fixed: BTreeSet<Heap> = arrays
        .filter(|(heap, array)| array.space == Space::Global && !stored.contains(heap))
        .map(|(heap, _)| heap)
        .collect();
    let given: Vec<Expr> =
        kernel.contracts().flat_map(|contract| contract.pre()).map(|clause| clause.expr.clone()).collect();
    let handed = of_one_group(kernel, &Fixed::by(&given));
    let mut walk = Walk::new(kernel, &fixed, &handed);
    if walk.touched.is_empty() && walk.failed.is_none() {
        return Ok(None);
    }
    if let Some(failure) = walk.failed {
        return Err(failure);
    }
    let lost: BTreeSet<Heap> = walk.lost.keys().copied().collect();
    let space = |heap: Heap| space(kernel, heap);
    let free = |heap: &Heap| !fixed.contains(heap) && !lost.contains(heap);
    // Conditions on data, and what a person writes about a thread, would have to be said of the group, too.
    let of_data = !walk.of_data.is_empty() || !kernel.of_thread().clauses.is_empty();
    let hands = |heap: &Heap| !of_data && free(heap) && moves(*heap, &walk.segments);
    let handed: BTreeSet<Heap> = handed.iter().copied().filter(hands).collect();
    let global = walk
        .of_kernel(&|heap| space(heap) == Space::Global && free(&heap) && !handed.contains(&heap))
        .ok_or((kernel.node.span, "a loop with a barrier whose variables are not counters"))?;
    let (steps, global) = steps(global);
    let rows = rows(kernel, &global);
    walk.needed.extend(rows);
    if program.unchecked.all_but_divergence {
        // The verdict is about runs in which nothing else goes wrong.
        walk.needed.clear();
        walk.ranged.clear();
        walk.of_data.clear();
    }
    if program.unchecked.overflow {
        walk.needed.retain(|demand| !matches!(demand.needed, Needed::Fits(..)));
    }
    let is_local = |heap: Heap| (space(heap) == Space::Local || handed.contains(&heap)) && !lost.contains(&heap);
    let start = walk.local(From::Segment(0), &Moved::new(), &[], &is_local)?;
    let mut behind: Vec<(NodeId, Vec<Access>)> = Vec::new();
    for n in 0..walk.segments.len() {
        let Some(segment) = walk.segments.get(n) else { continue };
        let Some(barrier) = segment.barrier else { continue };
        let (moved, known) = (segment.moved.clone(), segment.known.clone());
        behind.push((barrier, walk.local(From::Segment(n), &moved, &known, &is_local)?));
    }
    let mut at_heads: Vec<(NodeId, Vec<Expr>, Vec<Access>)> = Vec::new();
    for n in 0..walk.heads.len() {
        let Some(head) = walk.heads.get(n).cloned() else { continue };
        at_heads.push((head.node, head.invariants, walk.local(From::Head(n), &head.moved, &head.known, &is_local)?));
    }

    let mut maker = Maker { kernel, vars: walk.vars.clone(), origins: Origins::default() };
    let ways = Ways { places: &walk.places, outcomes: &walk.outcomes };
    let conditions = conditions(kernel, &walk.needed, &ways);
    // What is said of each thread cannot be said of the launch.
    let facts: Vec<Expr> = given.iter().chain(&conditions).cloned().collect();
    let ranges = match handed.is_empty() {
        true => without_trivial(kernel, &facts, &ranges(kernel, &walk.ranged, &given, &conditions), &ways),
        false => Vec::new(),
    };
    let on_data = conditions_on_data(kernel, &given, &conditions, &walk.of_data, &ways);
    let mut contract = maker.requires(conditions);
    // What the group gets is said of the group, and then what a thread may assume of the launch follows from what is
    // said of the launch.
    let of_launch = if handed.is_empty() { Vec::new() } else { std::mem::take(&mut contract) };
    contract.extend(maker.requires(ranges));
    for (heap, node) in walk.touched.iter().filter(|(heap, _)| fixed.contains(heap)) {
        let whole = maker.whole(*heap, ExprKind::ReadAmount, &[*node]);
        contract.push(maker.clause(ClauseKind::Context, whole));
    }
    for (heap, nodes) in steps {
        let whole = maker.whole(heap, ExprKind::AtomicAmount, &nodes);
        contract.push(maker.clause(ClauseKind::Context, whole));
    }
    // Elements can be mentioned behind the permissions to read them.
    let on_data = on_data.iter().filter_map(|(heap, node, all)| maker.on_data(*heap, *node, all)).collect();
    contract.extend(maker.requires(on_data));
    for need in separated(kernel, needs(&global)) {
        contract.extend(maker.clauses(&need).into_iter().map(|permit| maker.clause(ClauseKind::Context, permit)));
    }
    contract.extend(maker.local(&start, ClauseKind::Requires));
    let (mut at_barriers, mut at_loops): (BTreeMap<NodeId, Vec<Clause>>, BTreeMap<NodeId, Vec<Clause>>) =
        Default::default();
    for (barrier, accesses) in behind {
        at_barriers.insert(barrier, maker.local(&accesses, ClauseKind::Ensures));
    }
    for (node, invariants, accesses) in at_heads {
        let mut clauses = maker.facts(invariants);
        clauses.extend(maker.local(&accesses, ClauseKind::Invariant));
        at_loops.insert(node, clauses);
    }
    for (node, invariants) in std::mem::take(&mut walk.invariants) {
        at_loops.entry(node).or_default().extend(maker.facts(invariants));
    }

    let all = walk.touched.iter().filter(|(heap, _)| !handed.is_empty() && space(**heap) == Space::Global);
    let of_group: Vec<Clause> = all
        .map(|(heap, node)| {
            let amount = if fixed.contains(heap) { ExprKind::ReadAmount } else { ExprKind::Write };
            let whole = maker.whole(*heap, amount, &[*node]);
            maker.clause(ClauseKind::Requires, whole)
        })
        .collect();

    let mut out = kernel.clone();
    out.vars.extend(maker.vars);
    out.contract.clauses.extend(of_launch);
    if let Some(groups) = out.teams.first_mut() {
        groups.contract.clauses.extend(of_group);
    }
    if let Some(threads) = out.teams.last_mut() {
        // Clauses that a person wrote may read the arrays. What inferred clauses need may follow from the others.
        let written = std::mem::take(&mut threads.contract.clauses);
        let reads = |clause: &Clause| clause.expr.any(&|part| matches!(part.kind, ExprKind::Read(_)));
        let (readers, mut clauses): (Vec<Clause>, Vec<Clause>) = written.into_iter().partition(reads);
        clauses.extend(contract);
        clauses.extend(readers);
        threads.contract.clauses = clauses;
    }
    add(&mut out.body, &mut at_barriers, &mut at_loops);
    let origins = maker.origins.in_order(&out);
    let missing = walk.lost.values().next().map(|span| (*span, "an index that depends on data"));
    Ok(Some(Proposal { kernel: out, missing, origins }))
}

impl Walk<'_> {
    /// The accesses to some arrays up to the next barriers, in terms of the current values of the variables of loops,
    /// at a place where the conditions `known` hold.
    fn local(
        &mut self,
        start: From,
        moved: &Moved,
        known: &[Expr],
        wanted: &dyn Fn(Heap) -> bool,
    ) -> Result<Vec<Access>, Failure> {
        let failed = (self.kernel.node.span, "a loop in which a barrier is not always reached");
        let all = self.accesses_from(start, wanted).ok_or(failed)?;
        let now: Values = moved.iter().filter_map(|(v, before)| Some((*v, Value::Int(before.clone()?)))).collect();
        let unknown = |e: &Expr| {
            e.any(&|part| matches!(&part.kind, ExprKind::Var(v) if moved.get(v).is_some_and(Option::is_none)))
        };
        let mut out = Vec::new();
        for mut access in all {
            access.guards.retain(|guard| !unknown(guard) && !known.iter().any(|known| same(known, guard)));
            let at = At::new(access.node);
            if access.index.iter().any(|index| unknown(&index.expr(at))) {
                return Err((access.node.span, "a variable that changes between the head of a loop and a barrier"));
            }
            out.extend(with_values(&access, &now));
        }
        Ok(out)
    }
}

fn space(kernel: &Kernel, heap: Heap) -> Space {
    match heap {
        Heap::Array(id) => kernel.arrays.get(id.0 as usize).map_or(Space::Global, |array| array.space),
        Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => Space::Global,
    }
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
            StmtKind::Barrier(barrier) => {
                // Clauses that a person wrote may read what the permissions are for.
                let mut clauses = at_barriers.remove(&id).unwrap_or_default();
                clauses.append(&mut barrier.contract.clauses);
                barrier.contract.clauses = clauses;
            }
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

/// The arrays on which threads do atomic steps, with their steps, and the accesses to other arrays. Other
/// accesses to an array with steps are left out, because no thread may have another permission for it then.
fn steps(all: Vec<Access>) -> (BTreeMap<Heap, Vec<Node>>, Vec<Access>) {
    let mut steps: BTreeMap<Heap, Vec<Node>> = BTreeMap::new();
    for access in all.iter().filter(|access| access.step) {
        steps.entry(access.heap).or_default().push(access.node);
    }
    let others = all.into_iter().filter(|access| !steps.contains_key(&access.heap)).collect();
    (steps, others)
}

/// Makes clauses of a kernel.
struct Maker<'k> {
    kernel: &'k Kernel,
    /// The new variables of the kernel.
    vars: Vec<ir::VarDecl>,
    origins: Origins,
}

/// A permission for accesses.
struct Permit {
    expr: Expr,
    of: Vec<Node>,
}

impl Maker<'_> {
    /// An inferred clause.
    fn clause(&mut self, kind: ClauseKind, Permit { expr, of }: Permit) -> Clause {
        let node = self.origins.node(&of, expr.node);
        Clause { kind, expr, by: By::Inferred, node }
    }

    /// Preconditions that permit nothing.
    fn requires(&mut self, all: Vec<Expr>) -> Vec<Clause> {
        all.into_iter().map(|expr| self.clause(ClauseKind::Requires, Permit { expr, of: Vec::new() })).collect()
    }

    /// A condition on all elements of an array.
    fn on_data(&mut self, heap: Heap, node: Node, all: &[OfData]) -> Option<Expr> {
        let at = At::new(node);
        let (binders, index, range) = self.elements(heap, at);
        let element = at.expr(ExprKind::Read(at.place(heap, index)), Type::Int);
        let body = on_element(all, &element)?;
        let quant = Quant { kind: QuantKind::Forall, binders, triggers: Vec::new(), range, body };
        Some(at.expr(ExprKind::Quant(Box::new(quant)), Type::Bool))
    }

    /// Invariants that permit nothing.
    fn facts(&mut self, all: Vec<Expr>) -> Vec<Clause> {
        all.into_iter().map(|expr| self.clause(ClauseKind::Invariant, Permit { expr, of: Vec::new() })).collect()
    }

    /// The permissions for local memory that these accesses need.
    fn local(&mut self, accesses: &[Access], kind: ClauseKind) -> Vec<Clause> {
        let heaps: BTreeSet<Heap> = accesses.iter().map(|access| access.heap).collect();
        let mut out = Vec::new();
        for heap in heaps {
            let own: Vec<Access> = accesses.iter().filter(|access| access.heap == heap).cloned().collect();
            // A barrier may give all elements to be read. At the head of a loop, a thread has what it needs.
            let any = own.iter().any(|access| access.index.is_empty());
            let steps: Vec<Node> = own.iter().filter(|access| access.step).map(|access| access.node).collect();
            let permits = if !steps.is_empty() {
                vec![self.whole(heap, ExprKind::AtomicAmount, &steps)]
            } else if own.iter().any(|access| access.write) || kind == ClauseKind::Invariant && !any {
                let own: Vec<Access> = own.into_iter().filter(|access| !access.index.is_empty()).collect();
                separated(self.kernel, needs(&own)).iter().flat_map(|need| self.clauses(need)).collect()
            } else {
                let nodes: Vec<Node> = own.iter().map(|access| access.node).collect();
                vec![self.whole(heap, ExprKind::ReadAmount, &nodes)]
            };
            out.extend(permits.into_iter().map(|permit| self.clause(kind, permit)));
        }
        out
    }

    /// The permissions for a family of locations.
    fn clauses(&self, need: &Need) -> Vec<Permit> {
        let at = At::new(need.nodes.first().copied().unwrap_or_default());
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
            let expr = match (need.binders.is_empty(), guard) {
                (true, None) => perm,
                (true, Some(guard)) => at.binary(BinaryOp::Implies, guard, perm),
                (false, guard) => all_of(at, need.binders.clone(), guard, perm),
            };
            out.push(Permit { expr, of: need.nodes.clone() });
        }
        out
    }

    /// The permission with this amount for all elements of an array, for these accesses.
    fn whole(&mut self, heap: Heap, amount: ExprKind, of: &[Node]) -> Permit {
        let at = At::new(of.first().copied().unwrap_or_default());
        let (binders, index, range) = self.elements(heap, at);
        let amount = at.expr(amount, Type::Frac);
        let perm = at.expr(ExprKind::Perm(at.place(heap, index), Box::new(amount)), Type::Resource);
        Permit { expr: all_of(at, binders, range, perm), of: of.to_vec() }
    }

    /// Variables for an element of an array, the index of the element, and the condition that there is such an element.
    fn elements(&mut self, heap: Heap, at: At) -> (Vec<VarId>, Vec<Expr>, Option<Expr>) {
        let dims = array(self.kernel, heap).map(|array| array.dims.clone()).unwrap_or_default();
        let (mut binders, mut index, mut range) = (Vec::new(), Vec::new(), None);
        for (length, name) in dims.iter().zip(free_names(self.kernel)) {
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
        (binders, index, range)
    }
}

/// Names for variables of clauses that nothing in the kernel has: `i`, `j`, …, and then `i1`, `j1`, …
fn free_names(kernel: &Kernel) -> impl Iterator<Item = String> + '_ {
    let names = (0_usize..).flat_map(|round| {
        ["i", "j", "k", "l", "m", "n"].map(|name| if round == 0 { name.to_owned() } else { format!("{name}{round}") })
    });
    let scalars = kernel.scalars.iter().map(|one| &one.name);
    let arrays = kernel.arrays.iter().map(|one| &one.name);
    let vars = kernel.vars.iter().map(|one| &one.name);
    let taken: BTreeSet<&str> = scalars.chain(arrays).chain(vars).map(|name| name.name.as_str()).collect();
    names.filter(move |name| !taken.contains(name.as_str()))
}

/// A permission for all values of variables in a range.
fn all_of(at: At, binders: Vec<VarId>, range: Option<Expr>, body: Expr) -> Expr {
    let quant = Quant { kind: QuantKind::Star, binders, triggers: Vec::new(), range, body };
    at.expr(ExprKind::Quant(Box::new(quant)), Type::Resource)
}
