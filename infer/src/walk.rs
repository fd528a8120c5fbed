//! Walks through the code of a kernel, and records what a thread reads and writes.
//!
//! In: the code. Out: its segments and loops ([`crate::accesses`]), and what must be small enough that no index and no
//! result is too large.
//!
//! The walk knows the values of variables in terms of what contracts can mention. A loop without barrier is walked
//! once, for an iteration with a number of its own. Of a loop with barrier, the variables keep their names.

use crate::accesses::Segment;
use crate::data::unsigned;
use crate::key::same as same_expr;
use crate::poly::Poly;
use crate::state::{Exit, Path, Walk};
use crate::value::{is_too_large, negated, same, Naturals, Value, Values};
use ir::build::At;
use ir::{BinaryOp, Block, Expr, ExprKind, Gets, Heap, Kernel, LabelId, Stmt, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The arrays that assertions mention, and no other statement.
fn asserted(kernel: &Kernel) -> BTreeSet<Heap> {
    let (mut asserted, mut accessed) = (BTreeSet::new(), BTreeSet::new());
    kernel.body.each(&mut |stmt| {
        let of = if matches!(stmt.kind, StmtKind::Assert(_) | StmtKind::Pairwise(_)) {
            &mut asserted
        } else {
            &mut accessed
        };
        stmt.exprs(&mut |e| of.extend(e.heaps()));
        accessed.extend(stmt.outline().gets.and_then(Gets::location).map(|place| place.heap));
    });
    asserted.retain(|heap| !accessed.contains(heap));
    asserted
}

impl<'k> Walk<'k> {
    /// Walks through a kernel that never writes the arrays `fixed`, and whose barriers may hand on elements of the
    /// global arrays `handed`.
    pub fn new(kernel: &'k Kernel, fixed: &'k BTreeSet<Heap>, handed: &'k BTreeSet<Heap>) -> Self {
        let path = Path { values: Values::new(), guards: Vec::new(), dead: false, vague: false };
        let mut walk = Self {
            kernel,
            fixed,
            handed,
            asserted: asserted(kernel),
            path,
            binders: Vec::new(),
            facts: Vec::new(),
            exits: Vec::new(),
            indexing: false,
            stepping: false,
            silent: false,
            naturals: Naturals { may_assume: true, heaps: unsigned(kernel), ..Naturals::default() },
            named: BTreeSet::new(),
            segments: vec![Segment::default()],
            current: 0,
            heads: Vec::new(),
            invariants: BTreeMap::new(),
            needed: Vec::new(),
            ranged: Vec::new(),
            of_data: Vec::new(),
            places: Vec::new(),
            outcomes: Vec::new(),
            vars: Vec::new(),
            touched: BTreeMap::new(),
            lost: BTreeMap::new(),
            failed: None,
        };
        walk.block(&kernel.body);
        walk
    }

    pub(crate) fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if self.path.dead {
                return;
            }
            self.statement(stmt);
        }
    }

    pub(crate) fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(v, value) => match value {
                Some(e) => self.assign(*v, e),
                None => {
                    let _ = self.path.values.remove(v);
                }
            },
            StmtKind::Assign(v, e) => self.assign(*v, e),
            StmtKind::Store(place, e) => {
                self.reads(e);
                place.index.iter().for_each(|index| self.reads(index));
                self.access(place, true);
            }
            StmtKind::If(c, a, b) => self.branch(c, a, b),
            StmtKind::While { guard, body, .. } if waits(body) => self.waiting_loop(guard, body, stmt),
            StmtKind::While { guard, body, .. } => self.plain_loop(guard, body, stmt),
            StmtKind::Barrier(barrier) => {
                self.comes_here();
                // What a person says of memory is read in front of the barrier and behind it.
                barrier.contract.pre().for_each(|clause| self.said(&clause.expr));
                self.barrier(stmt);
                barrier.contract.post().for_each(|clause| self.said(&clause.expr));
            }
            // Votes and shuffles give values that no contract can mention.
            StmtKind::Gather(gather) => {
                self.comes_here();
                gather.args.iter().for_each(|arg| self.reads(arg));
                gather.result.iter().for_each(|v| drop(self.path.values.remove(v)));
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Scope(label, block) => self.scope(*label, block),
            StmtKind::Atomic { opens, body, .. } if opens.is_empty() => {
                self.stepping = true;
                self.block(body);
                self.stepping = false;
            }
            StmtKind::Exit(label) => {
                let (values, guards) = (self.path.values.clone(), self.guards());
                let vague = self.path.vague;
                self.exits.push(Exit { label: *label, values, segment: self.current, guards, vague });
                self.path.dead = true;
            }
            // Specifications need no permission of their own, unless they alone speak of an array.
            StmtKind::Assert(e) => {
                self.comes_here();
                if e.heaps().iter().any(|heap| self.asserted.contains(heap)) {
                    self.reads(e);
                }
            }
            StmtKind::Pairwise(claim) => {
                self.comes_here();
                let asserted = |e: &&Expr| e.heaps().iter().any(|heap| self.asserted.contains(heap));
                let read: Vec<&Expr> = claim.exprs.iter().filter(asserted).collect();
                read.into_iter().for_each(|e| self.reads(e));
                claim.theirs.iter().for_each(|v| drop(self.path.values.remove(v)));
            }
            StmtKind::Assume(_) | StmtKind::Refute(_) | StmtKind::Mark(_) | StmtKind::Fence(_) => {}
            _ => self.fail(stmt.node.span, "a statement that changes permissions"),
        }
    }

    pub(crate) fn assign(&mut self, v: VarId, e: &Expr) {
        self.reads(e);
        match self.value(e) {
            Some(value) => {
                let _ = self.path.values.insert(v, value);
            }
            None => {
                let _ = self.path.values.remove(&v);
            }
        }
    }

    pub(crate) fn branch(&mut self, c: &Expr, a: &Block, b: &Block) {
        self.reads(c);
        let condition = self.value(c).map(|value| value.expr(At::new(c.node)));
        // Of parts of a condition, [`Self::reads`] has recorded both outcomes.
        let parted = matches!(c.kind, ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, ..));
        if !parted {
            self.decides(c);
        }
        // Barriers in a branch separate what stands in front of the branch from what stands behind.
        let apart = !self.silent && (waits(a) || waits(b));
        let (before, start) = (self.path.clone(), self.current);
        let then = self.way(a, condition.clone(), apart);
        (self.path, self.current) = (before.clone(), start);
        let other = self.way(b, condition.clone().map(negated), apart);
        self.path = before;
        let ways: Vec<(usize, Vec<Expr>)> = [&then, &other].into_iter().filter_map(|way| way.end.clone()).collect();
        let (kept, values, dead) = match (then.path.dead, other.path.dead) {
            (true, true) => (None, Values::new(), true),
            (true, false) => (condition.map(|c| (negated(c), then.exits)), other.path.values, false),
            (false, true) => (condition.map(|c| (c, other.exits)), then.path.values, false),
            (false, false) => (None, merged(condition.as_ref(), &then.path.values, &other.path.values), false),
        };
        self.path.guards.extend(kept);
        self.path.values = values;
        self.path.dead = dead;
        if apart && !dead {
            self.open(None);
            ways.into_iter().for_each(|(segment, guards)| self.come_from(segment, guards));
        }
    }

    /// Walks through one branch under a condition, in a segment of its own if it stands `apart`.
    fn way(&mut self, block: &Block, condition: Option<Expr>, apart: bool) -> Way {
        let (from, start) = (self.exits.len(), self.current);
        self.path.vague |= condition.is_none();
        self.path.guards.extend(condition.map(|c| (c, Vec::new())));
        if apart {
            self.open(None);
            self.come_from(start, self.guards());
        }
        self.block(block);
        let exits = self.exits.iter().skip(from).map(|exit| exit.label).collect();
        let end = (!self.path.dead).then(|| (self.current, self.guards()));
        Way { path: self.path.clone(), end, exits }
    }

    pub(crate) fn scope(&mut self, label: LabelId, block: &Block) {
        let (outside, from) = (self.guards(), self.exits.len());
        let vague = std::mem::take(&mut self.path.vague);
        self.block(block);
        self.path.vague = vague;
        let (here, others): (Vec<Exit>, Vec<Exit>) =
            std::mem::take(&mut self.exits).into_iter().partition(|exit| exit.label == label);
        self.exits = others;
        self.exits.iter_mut().skip(from).for_each(|exit| exit.vague |= vague);
        let mut ends: Vec<(usize, Vec<Expr>)> = here.iter().map(|exit| (exit.segment, exit.guards.clone())).collect();
        ends.extend((!self.path.dead).then(|| (self.current, self.guards())));
        // The last way to the end is the one on which no other exit was taken.
        let taken = |exit: &Exit| {
            let own = exit.guards.iter().filter(|guard| !outside.iter().any(|known| same_expr(known, guard)));
            let own = own.cloned().reduce(|a, b| At::new(a.node).binary(BinaryOp::And, a, b));
            own.filter(|_| !exit.vague)
        };
        let mut ways = here.into_iter().map(|exit| (taken(&exit), exit.values)).rev();
        let last =
            (!self.path.dead).then(|| self.path.values.clone()).or_else(|| ways.next().map(|(_, values)| values));
        if let Some(last) = last {
            self.path.values = ways.fold(last, |rest, (taken, values)| merged(taken.as_ref(), &values, &rest));
            self.path.dead = false;
        }
        self.path.guards.retain(|(_, labels)| !labels.contains(&label));
        if ends.iter().any(|(segment, _)| *segment != self.current) {
            self.open(None);
            ends.into_iter().for_each(|(segment, guards)| self.come_from(segment, guards));
        }
    }

    /// Records what a clause reads. Elements that it names for all numbers of a range need permissions that a person
    /// has to write.
    fn said(&mut self, e: &Expr) {
        if !e.any(&|part| matches!(part.kind, ExprKind::Quant(_) | ExprKind::At(..))) {
            self.reads(e);
        }
    }

    pub(crate) fn barrier(&mut self, stmt: &Stmt) {
        if !self.binders.is_empty() {
            self.fail(stmt.node.span, "a barrier in this loop");
        }
        self.open(Some(stmt.node.id));
    }
}

/// What is known at the end of a branch.
struct Way {
    path: Path,
    /// The segment and the conditions at the end, if control comes there.
    end: Option<(usize, Vec<Expr>)>,
    /// The exits that were reached.
    exits: Vec<LabelId>,
}

/// Whether code has a barrier.
fn waits(block: &Block) -> bool {
    let mut found = false;
    block.each(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Barrier(_)));
    found
}

/// The values at a point where two paths meet.
fn merged(condition: Option<&Expr>, a: &Values, b: &Values) -> Values {
    let mut out = Values::new();
    for (v, value) in a {
        let Some(other) = b.get(v) else { continue };
        let both = match (value, other, condition) {
            (value, other, _) if same(value, other) => Some(value.clone()),
            (Value::Int(x), Value::Int(y), Some(c)) => {
                let at = At::new(c.node.span);
                Some(Value::Int(Poly::atom(at.cond(c.clone(), x.expr(at), y.expr(at)))))
            }
            (Value::Truth(x), Value::Truth(y), Some(c)) => {
                Some(Value::Truth(At::new(c.node.span).cond(c.clone(), x.clone(), y.clone())))
            }
            _ => None,
        };
        let too_large = |value: &Value| match value {
            Value::Int(poly) => poly.is_too_large(),
            Value::Truth(e) => is_too_large(e),
        };
        if let Some(both) = both.filter(|both| !too_large(both)) {
            let _ = out.insert(*v, both);
        }
    }
    out
}
