//! Walks through the code of a kernel, and records what a thread reads and writes.
//!
//! In: the code. Out: its segments and loops ([`crate::accesses`]), and what must be small enough that no index and no
//! result is too large.
//!
//! The walk knows the values of variables in terms of what contracts can mention. A loop without barrier is walked
//! once, for an iteration with a number of its own. Of a loop with barrier, the variables keep their names.

use crate::accesses::{Next, Segment};
use crate::poly::Poly;
use crate::state::{Path, Walk};
use crate::value::{is_too_large, negated, same, Naturals, Value, Values};
use ir::build::At;
use ir::{Block, Expr, Heap, Kernel, LabelId, Stmt, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

impl<'k> Walk<'k> {
    /// Walks through a kernel that never writes the arrays `fixed`.
    pub fn new(kernel: &'k Kernel, fixed: &'k BTreeSet<Heap>) -> Self {
        let path = Path { values: Values::new(), guards: Vec::new(), dead: false };
        let first = Segment { barrier: None, accesses: Vec::new(), next: Next::Stop, moved: BTreeSet::new() };
        let mut walk = Self {
            kernel,
            fixed,
            path,
            binders: Vec::new(),
            facts: Vec::new(),
            exits: Vec::new(),
            indexing: false,
            silent: false,
            naturals: Naturals { may_assume: true, ..Naturals::default() },
            named: BTreeSet::new(),
            segments: vec![first],
            heads: Vec::new(),
            invariants: BTreeMap::new(),
            needed: Vec::new(),
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
            StmtKind::If(c, a, b) => self.branch(c, a, b, stmt),
            StmtKind::While { guard, body, .. } if waits(body) => self.waiting_loop(guard, body, stmt),
            StmtKind::While { guard, body, .. } => self.plain_loop(guard, body, stmt),
            StmtKind::Barrier(_) => self.barrier(stmt),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Scope(label, block) => self.scope(*label, block),
            StmtKind::Exit(label) => {
                self.exits.push((*label, self.path.values.clone()));
                self.path.dead = true;
            }
            // Specifications need no permission of their own.
            StmtKind::Assert(_) | StmtKind::Refute(_) | StmtKind::Mark(_) | StmtKind::Fence(_) => {}
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

    pub(crate) fn branch(&mut self, c: &Expr, a: &Block, b: &Block, stmt: &Stmt) {
        self.reads(c);
        if waits(a) || waits(b) {
            self.fail(stmt.node.span, "a barrier under a condition");
        }
        let condition = self.value(c).map(|c| c.expr(At::new(stmt.node.span)));
        let before = self.path.clone();
        let from = self.exits.len();
        self.path.guards.extend(condition.clone().map(|c| (c, Vec::new())));
        self.block(a);
        let left: Vec<LabelId> = self.exits.iter().skip(from).map(|(label, _)| *label).collect();
        let then = std::mem::replace(&mut self.path, before.clone());
        let from = self.exits.len();
        self.path.guards.extend(condition.clone().map(|c| (negated(c), Vec::new())));
        self.block(b);
        let right: Vec<LabelId> = self.exits.iter().skip(from).map(|(label, _)| *label).collect();
        let other = std::mem::replace(&mut self.path, before);
        let (kept, values, dead) = match (then.dead, other.dead) {
            (true, true) => (None, Values::new(), true),
            (true, false) => (condition.map(|c| (negated(c), left)), other.values, false),
            (false, true) => (condition.map(|c| (c, right)), then.values, false),
            (false, false) => (None, merged(condition.as_ref(), &then.values, &other.values), false),
        };
        self.path.guards.extend(kept);
        self.path.values = values;
        self.path.dead = dead;
    }

    pub(crate) fn scope(&mut self, label: LabelId, block: &Block) {
        self.block(block);
        let (here, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.exits).into_iter().partition(|(l, _)| *l == label);
        self.exits = others;
        let mut values =
            here.into_iter().map(|(_, values)| values).chain((!self.path.dead).then(|| self.path.values.clone()));
        if let Some(first) = values.next() {
            self.path.values = values.fold(first, |a, b| merged(None, &a, &b));
            self.path.dead = false;
        }
        self.path.guards.retain(|(_, labels)| !labels.contains(&label));
    }

    pub(crate) fn barrier(&mut self, stmt: &Stmt) {
        if self.silent {
            return;
        }
        if !self.binders.is_empty() {
            self.fail(stmt.node.span, "a barrier in this loop");
        }
        let moved = self.moved();
        let segment = Segment { barrier: Some(stmt.node.id), accesses: Vec::new(), next: Next::Stop, moved };
        self.segments.push(segment);
    }
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
