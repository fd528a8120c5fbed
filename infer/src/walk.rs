//! Walks through the code of a kernel, and records what a thread reads and writes.
//!
//! In: the code. Out: its segments and loops ([`crate::accesses`]), and what must be small enough that no index and no
//! result is too large.
//!
//! The walk knows the values of variables in terms of what contracts can mention. A loop without barrier is walked once,
//! for an iteration with a number of its own. Of a loop with barrier, the variables keep their names.

use crate::accesses::{Access, Head, Next, Segment};
use crate::bounds::Bounds;
use crate::poly::Poly;
use crate::value::{assigned, is_never_negative, negated, same, Evaluation, Value, Values};
use ir::build::At;
use ir::{Block, Expr, ExprKind, Heap, Kernel, LabelId, NodeId, Place, Span, Stmt, StmtKind, VarDecl, VarId, Width};
use std::collections::{BTreeMap, BTreeSet};

/// A condition of the launch that the code needs.
#[derive(Clone, Debug)]
pub enum Needed {
    /// The polynomial is at most this length, of an array.
    Length(Poly, Expr),
    /// The polynomial is at most the greatest value of the type.
    Fits(Poly, Width),
}

/// The state of the walk at one point of the code.
#[derive(Clone)]
struct Path {
    values: Values,
    /// Conditions under which control is here, each with the labels behind which it need not hold.
    guards: Vec<(Expr, Vec<LabelId>)>,
    /// Whether control never comes here.
    dead: bool,
}

/// The walk through a kernel.
pub struct Walk<'k> {
    kernel: &'k Kernel,
    fixed: &'k BTreeSet<Heap>,
    path: Path,
    /// The iterations of the loops around the current statement.
    binders: Vec<VarId>,
    /// Conditions that hold at the heads of the loops with barrier around.
    facts: Vec<Expr>,
    /// The values of variables at exits that were reached.
    exits: Vec<(LabelId, Values)>,
    /// Whether nothing is recorded.
    silent: bool,
    /// The variables that are never negative.
    naturals: BTreeSet<VarId>,
    /// Variables of loops with barrier, whose names stand for their values at the head.
    named: BTreeSet<VarId>,
    /// The segments, the current one last.
    pub segments: Vec<Segment>,
    /// The loops with barrier.
    pub heads: Vec<Head>,
    /// The invariants of loops without barrier.
    pub invariants: BTreeMap<NodeId, Vec<Expr>>,
    /// The conditions that the code needs, each with the place that needs it.
    pub needed: Vec<(Needed, Span)>,
    /// Variables for iterations, behind those of the kernel.
    pub vars: Vec<VarDecl>,
    /// Why nothing can be inferred.
    pub failed: Option<(Span, &'static str)>,
}

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
            silent: false,
            naturals: BTreeSet::new(),
            named: BTreeSet::new(),
            segments: vec![first],
            heads: Vec::new(),
            invariants: BTreeMap::new(),
            needed: Vec::new(),
            vars: Vec::new(),
            failed: None,
        };
        walk.block(&kernel.body);
        walk
    }

    fn fail(&mut self, span: Span, why: &'static str) {
        if !self.silent {
            self.failed = self.failed.or(Some((span, why)));
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if self.path.dead {
                return;
            }
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
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
            StmtKind::Assert(_) | StmtKind::Refute(_) | StmtKind::Mark(_) => {}
            _ => self.fail(stmt.node.span, "a statement that changes permissions"),
        }
    }

    fn assign(&mut self, v: VarId, e: &Expr) {
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

    /// The value of an expression. What must fit so that the value is exact is needed.
    fn value(&mut self, e: &Expr) -> Option<Value> {
        let (values, fixed, naturals) = (&self.path.values, self.fixed, &self.naturals);
        let mut evaluation = Evaluation { values, fixed, naturals, fits: Vec::new() };
        let value = evaluation.value(e);
        let fits = evaluation.fits;
        // What depends on the input alone must fit for every input.
        let varies = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Launch(..) | ExprKind::Var(_)));
        for (exact, width) in fits {
            if !exact.terms().any(|(product, _)| product.iter().any(|atom| varies(&atom.expr))) {
                continue;
            }
            let bounds = self.bounds();
            if let Some(upper) = bounds.upper(&exact) {
                if bounds.greatest(&upper).is_none_or(|greatest| greatest > width.greatest()) {
                    self.need(Needed::Fits(upper, width), e.node.span);
                }
            }
        }
        value
    }

    fn int(&mut self, e: &Expr) -> Option<Poly> {
        match self.value(e)? {
            Value::Int(poly) => Some(poly),
            Value::Truth(_) => None,
        }
    }

    fn bounds(&self) -> Bounds<'k> {
        Bounds::new(self.kernel, self.path.guards.iter().map(|(guard, _)| guard).chain(&self.facts))
    }

    fn need(&mut self, needed: Needed, span: Span) {
        if !self.silent {
            self.needed.push((needed, span));
        }
    }

    /// Records what an expression reads. The right side of `&&` is read only if the left side is true.
    fn reads(&mut self, e: &Expr) {
        use ir::BinaryOp::{And, Implies, Or};
        match &e.kind {
            ExprKind::Binary(op @ (And | Or | Implies), a, b) => {
                self.reads(a);
                let holds = self.value(a).map(|a| a.expr(At::new(e.node.span)));
                self.under(holds.map(|a| if *op == Or { negated(a) } else { a }), |walk| walk.reads(b));
            }
            ExprKind::Cond(c, a, b) => {
                self.reads(c);
                let holds = self.value(c).map(|c| c.expr(At::new(e.node.span)));
                self.under(holds.clone(), |walk| walk.reads(a));
                self.under(holds.map(negated), |walk| walk.reads(b));
            }
            ExprKind::Read(place) => {
                place.index.iter().for_each(|index| self.reads(index));
                self.access(place, false);
            }
            _ => {
                e.parts(&mut |part| self.reads(part));
                // What the parts need to fit is needed also where the value is not used.
                if e.ty.is_int() {
                    let _ = self.value(e);
                }
            }
        }
    }

    fn under(&mut self, guard: Option<Expr>, inside: impl FnOnce(&mut Self)) {
        let known = self.path.guards.len();
        self.path.guards.extend(guard.map(|guard| (guard, Vec::new())));
        inside(self);
        self.path.guards.truncate(known);
    }

    fn access(&mut self, place: &Place, write: bool) {
        let Heap::Array(id) = place.heap else { return };
        let index: Option<Vec<Poly>> = place.index.iter().map(|index| self.int(index)).collect();
        let span = place.node.span;
        let Some(index) = index else {
            if !self.fixed.contains(&place.heap) {
                self.fail(span, "an index that depends on data");
            }
            return;
        };
        if self.silent {
            return;
        }
        let bounds = self.bounds();
        let dims = self.kernel.arrays.get(id.0 as usize).map(|array| array.dims.as_slice()).unwrap_or_default();
        for (index, length) in index.iter().zip(dims) {
            let upper = bounds.upper(index).map(|upper| upper.plus(&Poly::number(1)));
            // Numbers that are too large are an error in the code.
            let known = |upper: &Poly| upper.as_number().is_some() && matches!(length.kind, ExprKind::Int(_));
            if let Some(upper) = upper.filter(|upper| !known(upper)) {
                self.needed.push((Needed::Length(upper, length.clone()), span));
            }
        }
        let guards = self.path.guards.iter().map(|(guard, _)| guard.clone()).collect();
        let access = Access { heap: place.heap, index, guards, binders: self.binders.clone(), write, span };
        if let Some(segment) = self.segments.last_mut() {
            segment.accesses.push(access);
        }
    }

    fn branch(&mut self, c: &Expr, a: &Block, b: &Block, stmt: &Stmt) {
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

    fn scope(&mut self, label: LabelId, block: &Block) {
        self.block(block);
        let (here, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.exits).into_iter().partition(|(l, _)| *l == label);
        self.exits = others;
        let mut values = here.into_iter().map(|(_, values)| values).chain((!self.path.dead).then(|| self.path.values.clone()));
        if let Some(first) = values.next() {
            self.path.values = values.fold(first, |a, b| merged(None, &a, &b));
            self.path.dead = false;
        }
        self.path.guards.retain(|(_, labels)| !labels.contains(&label));
    }

    fn barrier(&mut self, stmt: &Stmt) {
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

    /// The variables of loops whose names do not stand for their current values.
    fn moved(&self) -> BTreeSet<VarId> {
        let is_itself = |v: &VarId| {
            self.path.values.get(v).is_some_and(|value| match value {
                Value::Int(poly) => *poly == symbol(*v),
                Value::Truth(_) => false,
            })
        };
        self.named.iter().copied().filter(|v| !is_itself(v)).collect()
    }

    /// Walks through the body of a loop for the changes of its variables alone, of which `named` keep their names.
    fn changes(&mut self, named: &BTreeSet<VarId>, changed: &BTreeSet<VarId>, guard: &Expr, body: &Block) -> Values {
        let (before, exits, vars) = (self.path.clone(), self.exits.len(), self.vars.len());
        let silent = std::mem::replace(&mut self.silent, true);
        // What starts at 0 or above is taken to stay there. A wrong guess proves nothing.
        let naturals = self.naturals.clone();
        let start = |v: &&VarId| match self.path.values.get(v) {
            Some(Value::Int(start)) => is_never_negative(start, &self.naturals),
            Some(Value::Truth(_)) | None => false,
        };
        let from_zero: Vec<VarId> = named.iter().filter(start).copied().collect();
        self.naturals.extend(from_zero);
        self.rename(named, changed);
        self.reads(guard);
        self.block(body);
        let after = std::mem::replace(&mut self.path, before);
        self.exits.truncate(exits);
        self.vars.truncate(vars);
        self.naturals = naturals;
        self.silent = silent;
        if after.dead {
            Values::new()
        } else {
            after.values
        }
    }

    /// Gives variables that a loop changes their values at its head: their names, or nothing that is known.
    fn rename(&mut self, named: &BTreeSet<VarId>, changed: &BTreeSet<VarId>) {
        for v in changed {
            let _ = self.path.values.remove(v);
            if named.contains(v) {
                let _ = self.path.values.insert(*v, Value::Int(symbol(*v)));
            }
        }
    }

    /// The integers among the variables that a loop changes, and that have a value in front of the loop.
    fn integers(&self, changed: &BTreeSet<VarId>) -> BTreeSet<VarId> {
        let is_int = |v: &VarId| matches!(self.path.values.get(v), Some(Value::Int(_)));
        changed.iter().copied().filter(is_int).collect()
    }

    /// A loop without barrier: one iteration, whose number is a variable.
    fn plain_loop(&mut self, guard: &Expr, body: &Block, stmt: &Stmt) {
        let at = At::new(stmt.node.span);
        let changed = assigned(body);
        let candidates = self.integers(&changed);
        let end = self.changes(&candidates, &changed, guard, body);
        let steps = steps(&candidates, &changed, &end);
        let start = |v: &VarId| match self.path.values.get(v) {
            Some(Value::Int(poly)) => poly.clone(),
            Some(Value::Truth(_)) | None => Poly::default(),
        };
        let counters: Vec<(VarId, Poly, Poly)> = steps.iter().map(|(v, step)| (*v, start(v), step.clone())).collect();
        let (before, exits, binders) = (self.path.clone(), self.exits.len(), self.binders.len());
        changed.iter().for_each(|v| {
            let _ = self.path.values.remove(v);
        });
        let in_guard = |v: VarId| guard.any(&|e| matches!(e.kind, ExprKind::Var(x) if x == v));
        if let Some(iteration) = Iteration::of(&counters, in_guard, self.kernel, self.vars.len()) {
            for (v, value) in iteration.values(&counters) {
                let _ = self.path.values.insert(v, Value::Int(value));
            }
            if let Some(invariants) = iteration.invariants(&counters, at) {
                if !self.silent {
                    self.invariants.insert(stmt.node.id, invariants);
                }
            }
            self.path.guards.push((iteration.range(at), Vec::new()));
            self.binders.push(iteration.binder);
            if iteration.first.1 && is_never_negative(&iteration.first.0, &self.naturals) {
                let _ = self.naturals.insert(iteration.binder);
            }
            self.vars.push(iteration.declaration);
        }
        self.reads(guard);
        let holds = self.value(guard).map(|guard| guard.expr(at));
        self.path.guards.extend(holds.map(|guard| (guard, Vec::new())));
        self.block(body);
        self.binders.truncate(binders);
        self.path = before;
        for v in &changed {
            let _ = self.path.values.remove(v);
            self.exits.iter_mut().skip(exits).for_each(|(_, values)| {
                let _ = values.remove(v);
            });
        }
    }

    /// A new variable for the iterations of a loop with these counters, with its range, and the values of the counters.
    pub fn iteration(&mut self, counters: &[(VarId, Poly, Poly)]) -> Option<(VarId, Expr, Values)> {
        let iteration = Iteration::of(counters, |_| true, self.kernel, self.vars.len())?;
        let range = iteration.range(At::new(iteration.declaration.name.node.span));
        let values = iteration.values(counters).into_iter().map(|(v, value)| (v, Value::Int(value))).collect();
        self.vars.push(iteration.declaration);
        Some((iteration.binder, range, values))
    }

    /// A loop with barrier.
    fn waiting_loop(&mut self, guard: &Expr, body: &Block, stmt: &Stmt) {
        let at = At::new(stmt.node.span);
        let changed = assigned(body);
        let mut named = self.integers(&changed);
        let mut end = self.changes(&named, &changed, guard, body);
        while let Some(unknown) = named.iter().copied().find(|v| !end.contains_key(v)) {
            let _ = named.remove(&unknown);
            end = self.changes(&named, &changed, guard, body);
        }
        let entry = self.path.values.clone();
        let start = |v: &VarId| match entry.get(v) {
            Some(Value::Int(poly)) => poly.clone(),
            Some(Value::Truth(_)) | None => Poly::default(),
        };
        let counters: Vec<(VarId, Poly, Poly)> =
            steps(&named, &changed, &end).into_iter().map(|(v, step)| (v, start(&v), step)).collect();
        let moved = self.moved();
        self.rename(&named, &changed);
        if self.silent {
            self.reads(guard);
            self.block(body);
            self.rename(&named, &changed);
            self.path.dead = false;
            return;
        }
        self.reads(guard);
        let condition = self.value(guard).map(|guard| guard.expr(at));
        let mut invariants = Vec::new();
        for v in &named {
            let value = symbol(*v).expr(at);
            match counters.iter().find(|(counter, ..)| counter == v).and_then(|(.., step)| step.as_number()) {
                Some(step) if step > dashu::integer::IBig::ZERO => {
                    if is_never_negative(&start(v), &self.naturals) {
                        let _ = self.naturals.insert(*v);
                    }
                    invariants.push(at.binary(ir::BinaryOp::Le, start(v).expr(at), value));
                }
                Some(_) => invariants.push(at.binary(ir::BinaryOp::Le, value, start(v).expr(at))),
                None if end.get(v).is_some_and(|end| halves(end, *v)) => {
                    let _ = self.naturals.insert(*v);
                    invariants.push(at.binary(ir::BinaryOp::Le, at.int(0), value.clone()));
                    invariants.push(at.binary(ir::BinaryOp::Le, value, start(v).expr(at)));
                }
                None => {}
            }
        }
        let (head, from) = (self.heads.len(), self.exits.len());
        if let Some(segment) = self.segments.last_mut() {
            segment.next = Next::Head(head, entry.into_iter().filter(|(v, _)| named.contains(v)).collect());
        }
        self.heads.push(Head {
            node: stmt.node.id,
            guard: condition.clone(),
            named: named.clone(),
            segments: (self.segments.len(), 0),
            counters,
            invariants: invariants.clone(),
            moved: moved.clone(),
        });
        let (facts, guards) = (self.facts.len(), self.path.guards.clone());
        self.facts.extend(invariants);
        self.named.extend(named.iter().copied());
        self.segments.push(Segment { barrier: None, accesses: Vec::new(), next: Next::Stop, moved: moved.clone() });
        self.path.guards.extend(condition.map(|guard| (guard, Vec::new())));
        self.block(body);
        if self.exits.len() > from {
            self.fail(stmt.node.span, "an exit from a loop with a barrier");
        }
        let end = std::mem::take(&mut self.path.values);
        if let Some(segment) = self.segments.last_mut() {
            segment.next = Next::Head(head, end.iter().filter(|(v, _)| named.contains(v)).map(|(v, x)| (*v, x.clone())).collect());
        }
        self.path.values = end;
        self.path.guards = guards;
        self.facts.truncate(facts);
        self.rename(&named, &changed);
        let behind = self.segments.len();
        self.segments.push(Segment { barrier: None, accesses: Vec::new(), next: Next::Stop, moved });
        if let Some(head) = self.heads.get_mut(head) {
            head.segments.1 = behind;
        }
    }
}

/// Whether code has a barrier.
fn waits(block: &Block) -> bool {
    let mut found = false;
    block.each(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Barrier(_)));
    found
}

/// A variable as a value: its name stands for the value.
pub fn symbol(v: VarId) -> Poly {
    Poly::atom(At::new(Span::default()).var(v, ir::Type::Int))
}

/// Whether a variable has half of its value at the end of an iteration.
fn halves(end: &Value, v: VarId) -> bool {
    let Value::Int(end) = end else { return false };
    let mut terms = end.terms();
    let (Some((product, n)), None) = (terms.next(), terms.next()) else { return false };
    let [atom] = product else { return false };
    let (of, by) = match &atom.expr.kind {
        ExprKind::Intrinsic(ir::Intrinsic::Quot | ir::Intrinsic::Bits(ir::Bits::Shr, _), args) => match args.as_slice() {
            [of, by] => (of, by),
            _ => return false,
        },
        ExprKind::Binary(ir::BinaryOp::Div, of, by) => (&**of, &**by),
        _ => return false,
    };
    let positive = matches!(&by.kind, ExprKind::Int(n) if *n > dashu::integer::IBig::ZERO);
    *n == dashu::integer::IBig::ONE && positive && matches!(of.kind, ExprKind::Var(x) if x == v)
}

/// The changes of variables that change by the same amount in each iteration.
fn steps(
    candidates: &BTreeSet<VarId>,
    changed: &BTreeSet<VarId>,
    end: &Values,
) -> Vec<(VarId, Poly)> {
    let mut out = Vec::new();
    for v in candidates {
        let Some(Value::Int(end)) = end.get(v) else { continue };
        let step = end.minus(&symbol(*v));
        let varies = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if changed.contains(&x)));
        let fixed = step.terms().all(|(product, _)| !product.iter().any(|atom| varies(&atom.expr)));
        if fixed && step.as_number() != Some(0.into()) {
            out.push((*v, step));
        }
    }
    out
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
        if let Some(both) = both {
            let _ = out.insert(*v, both);
        }
    }
    out
}

/// The number of an iteration, as a variable.
struct Iteration {
    binder: VarId,
    declaration: VarDecl,
    /// The counter whose values the variable has; without it, the variable counts iterations from 0.
    main: Option<VarId>,
    /// The first value of the variable, and whether its values grow.
    first: (Poly, bool),
}

impl Iteration {
    fn of(
        counters: &[(VarId, Poly, Poly)],
        in_guard: impl Fn(VarId) -> bool,
        kernel: &Kernel,
        known: usize,
    ) -> Option<Self> {
        let main = counters.iter().find(|(v, ..)| in_guard(*v)).or_else(|| counters.first())?;
        let by = main.2.as_number();
        let by_one = by.as_ref().is_some_and(|by| *by == 1.into() || *by == (-1).into());
        let binder = VarId(u32::try_from(kernel.vars.len() + known).unwrap_or(u32::MAX));
        let name = kernel.vars.get(main.0 .0 as usize).map(|decl| decl.name.clone())?;
        let at = At::new(name.node.span);
        let (name, main, first) = match by_one {
            true => (name.name, Some(main.0), (main.1.clone(), by == Some(1.into()))),
            false => (format!("{}_n", name.name), None, (Poly::number(0), true)),
        };
        Some(Self { binder, declaration: at.scalar(name, ir::Type::Int), main, first })
    }

    fn number(&self) -> Poly {
        Poly::atom(At::new(Span::default()).var(self.binder, ir::Type::Int))
    }

    /// The condition that there is such an iteration, as far as it is known without the condition of the loop.
    fn range(&self, at: At) -> Expr {
        let (first, number) = (self.first.0.expr(at), self.number().expr(at));
        let (least, greatest) = if self.first.1 { (first, number) } else { (number, first) };
        at.binary(ir::BinaryOp::Le, least, greatest)
    }

    /// The values of the counters in this iteration.
    fn values(&self, counters: &[(VarId, Poly, Poly)]) -> Vec<(VarId, Poly)> {
        let moved = self.number().minus(&self.first.0);
        let count = if self.first.1 { moved } else { Poly::number(0).minus(&moved) };
        let value = |(v, start, step): &(VarId, Poly, Poly)| match self.main == Some(*v) {
            true => (*v, self.number()),
            false => (*v, start.plus(&step.times(&count))),
        };
        counters.iter().map(value).collect()
    }

    /// What must be said about counters that do not count by a number: where they start, and that they go in steps.
    fn invariants(&self, counters: &[(VarId, Poly, Poly)], at: At) -> Option<Vec<Expr>> {
        let mut out = Vec::new();
        for (v, start, step) in counters.iter().filter(|(.., step)| step.as_number().is_none()) {
            let now = symbol(*v);
            out.push(at.binary(ir::BinaryOp::Le, start.expr(at), now.expr(at)));
            let moved = now.minus(start).expr(at);
            let rest = at.binary(ir::BinaryOp::Mod, moved, step.expr(at));
            out.push(at.binary(ir::BinaryOp::Eq, rest, at.int(0)));
        }
        (!out.is_empty()).then_some(out)
    }
}
