//! Loops: how their variables change, and what a thread accesses in one iteration.
//!
//! ```text
//! v := v + c, once an iteration      v = v₀ + c · n in iteration n; for c = 1 and −1, v itself is the number
//! v := v / c                         0 ≤ v ≤ v₀
//! v := c − v                         v = v₀ or v = c − v₀
//! ```
//!
//! A loop without barrier is walked once, for an iteration with a number of its own. Of a loop with barrier, the
//! variables keep their names: clauses at its head and at its barriers mention them.
//!
//! In: a loop. Out: the accesses of an iteration; for a loop with barrier, its head and the segments around it.

use crate::accesses::Head;
use crate::poly::Poly;
use crate::state::{symbol, Walk};
use crate::value::{assigned, Value, Values};
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Bits, Block, Expr, ExprKind, Intrinsic, Kernel, Span, Stmt, Type, VarDecl, VarId};
use std::collections::BTreeSet;

/// How many loops without barrier may stand in each other.
const NESTED: usize = 4;

impl Walk<'_> {
    /// Finds out how one iteration of a loop changes its variables. At the start of the iteration, the value of each
    /// variable in `named` is the name of the variable.
    pub(crate) fn changes(
        &mut self,
        named: &BTreeSet<VarId>,
        changed: &BTreeSet<VarId>,
        guard: &Expr,
        body: &Block,
    ) -> Values {
        let (before, exits, vars) = (self.path.clone(), self.exits.len(), self.vars.len());
        let silent = std::mem::replace(&mut self.silent, true);
        // What starts at 0 or above is taken to stay there. A wrong guess proves nothing.
        let naturals = self.naturals.clone();
        let start = |v: &&VarId| match self.path.values.get(v) {
            Some(Value::Int(start)) => self.naturals.has(start, &mut BTreeSet::new()),
            Some(Value::Truth(_)) | None => false,
        };
        let from_zero: Vec<VarId> = named.iter().filter(start).copied().collect();
        self.naturals.vars.extend(from_zero);
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
    pub(crate) fn rename(&mut self, named: &BTreeSet<VarId>, changed: &BTreeSet<VarId>) {
        for v in changed {
            let _ = self.path.values.remove(v);
            if named.contains(v) {
                let _ = self.path.values.insert(*v, Value::Int(symbol(*v)));
            }
        }
    }

    /// The integers among the variables that a loop changes, and that have a value in front of the loop.
    pub(crate) fn integers(&self, changed: &BTreeSet<VarId>) -> BTreeSet<VarId> {
        let is_int = |v: &VarId| matches!(self.path.values.get(v), Some(Value::Int(_)));
        changed.iter().copied().filter(is_int).collect()
    }

    /// A loop without barrier: one iteration, whose number is a variable.
    pub(crate) fn plain_loop(&mut self, guard: &Expr, body: &Block, stmt: &Stmt) {
        if self.silent || self.binders.len() >= NESTED {
            // Nothing is known of what an inner loop changes.
            assigned(body).iter().for_each(|v| {
                let _ = self.path.values.remove(v);
            });
            if !self.silent {
                self.fail(stmt.node.span, "loops that nest too deeply");
            }
            return;
        }
        let at = At::new(stmt.node.span);
        self.decides(guard);
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
                self.invariants.insert(stmt.node.id, invariants);
            }
            self.path.guards.push((iteration.range(at), Vec::new()));
            self.binders.push(iteration.binder);
            let mut assumed = BTreeSet::new();
            if iteration.first.1 && self.naturals_here().has(&iteration.first.0, &mut assumed) {
                self.assume(assumed, stmt.node.span);
                let _ = self.naturals.vars.insert(iteration.binder);
            }
            self.vars.push(iteration.declaration);
        }
        self.reads(guard);
        let holds = self.value(guard).map(|guard| guard.expr(at));
        self.path.guards.extend(holds.map(|guard| (guard, Vec::new())));
        self.block(body);
        self.binders.truncate(binders);
        self.path = before;
        // In which iteration the loop was left is not known behind it.
        let known = self.path.guards.len();
        self.exits.iter_mut().skip(exits).for_each(|exit| {
            exit.guards.truncate(known);
            exit.vague = true;
        });
        for v in &changed {
            let _ = self.path.values.remove(v);
            self.exits.iter_mut().skip(exits).for_each(|exit| {
                let _ = exit.values.remove(v);
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
    pub(crate) fn waiting_loop(&mut self, guard: &Expr, body: &Block, stmt: &Stmt) {
        if self.silent {
            assigned(body).iter().for_each(|v| {
                let _ = self.path.values.remove(v);
            });
            return;
        }
        self.decides(guard);
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
        self.reads(guard);
        let condition = self.value(guard).map(|guard| guard.expr(at));
        let mut invariants = Vec::new();
        for v in &named {
            let value = symbol(*v).expr(at);
            match counters.iter().find(|(counter, ..)| counter == v).and_then(|(.., step)| step.as_number()) {
                Some(step) if step > IBig::ZERO => {
                    if self.naturals.has(&start(v), &mut BTreeSet::new()) {
                        let _ = self.naturals.vars.insert(*v);
                    }
                    invariants.push(at.binary(BinaryOp::Le, start(v).expr(at), value));
                }
                Some(_) => invariants.push(at.binary(BinaryOp::Le, value, start(v).expr(at))),
                None if end.get(v).is_some_and(|end| halves(end, *v)) => {
                    let _ = self.naturals.vars.insert(*v);
                    invariants.push(at.binary(BinaryOp::Le, at.int(0), value.clone()));
                    invariants.push(at.binary(BinaryOp::Le, value, start(v).expr(at)));
                }
                None => {
                    let Some(other) = end.get(v).and_then(|end| turned(end, *v)).map(|sum| sum.minus(&start(v))) else {
                        continue;
                    };
                    let natural = |value: &Poly| self.naturals.has(value, &mut BTreeSet::new());
                    if natural(&start(v)) && natural(&other) {
                        let _ = self.naturals.vars.insert(*v);
                    }
                    let [first, second] =
                        [start(v), other].map(|one| at.binary(BinaryOp::Eq, value.clone(), one.expr(at)));
                    invariants.push(at.binary(BinaryOp::Or, first, second));
                }
            }
        }
        let (head, exits) = (self.heads.len(), self.exits.len());
        self.go_to(head, entry.into_iter().filter(|(v, _)| named.contains(v)).collect());
        self.heads.push(Head {
            node: stmt.node.id,
            guard: condition.clone(),
            named: named.clone(),
            segments: (self.segments.len(), 0),
            counters,
            invariants: invariants.clone(),
            moved,
            known: self.guards(),
        });
        let (facts, guards) = (self.facts.len(), self.path.guards.clone());
        self.facts.extend(invariants);
        self.named.extend(named.iter().copied());
        let endless = condition.as_ref().is_some_and(|guard| matches!(guard.kind, ExprKind::Bool(true)));
        self.open(None);
        self.path.guards.extend(condition.map(|guard| (guard, Vec::new())));
        self.block(body);
        if !self.path.dead {
            let end = self.path.values.iter().filter(|(v, _)| named.contains(v));
            self.go_to(head, end.map(|(v, value)| (*v, value.clone())).collect());
        }
        self.exits.iter_mut().skip(exits).for_each(|exit| exit.vague = true);
        self.path.guards = guards;
        self.path.dead = endless;
        self.facts.truncate(facts);
        self.rename(&named, &changed);
        self.open(None);
        if let Some(head) = self.heads.get_mut(head) {
            head.segments.1 = self.current;
        }
    }
}

/// The sum of a variable's values at the head and at the end of an iteration, if it is the same for each iteration:
/// `1` for `v = 1 - v`.
fn turned(end: &Value, v: VarId) -> Option<Poly> {
    let Value::Int(end) = end else { return None };
    let sum = end.plus(&symbol(v));
    let names = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(_)));
    let changes = sum.terms().any(|(product, _)| product.iter().any(|atom| names(&atom.expr)));
    (!changes).then_some(sum)
}

/// Whether a variable has half of its value at the end of an iteration.
fn halves(end: &Value, v: VarId) -> bool {
    let Value::Int(end) = end else { return false };
    let mut terms = end.terms();
    let (Some((product, n)), None) = (terms.next(), terms.next()) else { return false };
    let [atom] = product else { return false };
    let (of, by) = match &atom.expr.kind {
        ExprKind::Intrinsic(Intrinsic::Quot | Intrinsic::Bits(Bits::Shr, _), args) => match args.as_slice() {
            [of, by] => (of, by),
            _ => return false,
        },
        ExprKind::Binary(BinaryOp::Div, of, by) => (&**of, &**by),
        _ => return false,
    };
    let positive = matches!(&by.kind, ExprKind::Int(n) if *n > IBig::ZERO);
    *n == IBig::ONE && positive && matches!(of.kind, ExprKind::Var(x) if x == v)
}

/// The changes of variables that change by the same amount in each iteration.
fn steps(candidates: &BTreeSet<VarId>, changed: &BTreeSet<VarId>, end: &Values) -> Vec<(VarId, Poly)> {
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
    pub(crate) fn of(
        counters: &[(VarId, Poly, Poly)],
        in_guard: impl Fn(VarId) -> bool,
        kernel: &Kernel,
        known: usize,
    ) -> Option<Self> {
        let main = counters.iter().find(|(v, ..)| in_guard(*v)).or_else(|| counters.first())?;
        let by = main.2.as_number();
        // `tid * chunk + n` tells threads apart by its digits, and a variable that starts at `tid * chunk` does not.
        let digits = main.1.terms().any(|(product, _)| product.len() > 1);
        let by_one = by.as_ref().is_some_and(|by| *by == 1.into() || *by == (-1).into()) && !digits;
        let binder = VarId(u32::try_from(kernel.vars.len() + known).unwrap_or(u32::MAX));
        let name = kernel.vars.get(main.0 .0 as usize).map(|decl| decl.name.clone())?;
        let at = At::new(name.node.span);
        let (name, main, first) = match by_one {
            true => (name.name, Some(main.0), (main.1.clone(), by == Some(1.into()))),
            false => (format!("{}_n", name.name), None, (Poly::number(0), true)),
        };
        Some(Self { binder, declaration: at.scalar(name, Type::Int), main, first })
    }

    pub(crate) fn number(&self) -> Poly {
        Poly::atom(At::new(Span::default()).var(self.binder, Type::Int))
    }

    /// The condition that there is such an iteration, as far as it is known without the condition of the loop.
    pub(crate) fn range(&self, at: At) -> Expr {
        let (first, number) = (self.first.0.expr(at), self.number().expr(at));
        let (least, greatest) = if self.first.1 { (first, number) } else { (number, first) };
        at.binary(BinaryOp::Le, least, greatest)
    }

    /// The values of the counters in this iteration.
    pub(crate) fn values(&self, counters: &[(VarId, Poly, Poly)]) -> Vec<(VarId, Poly)> {
        let moved = self.number().minus(&self.first.0);
        let count = if self.first.1 { moved } else { Poly::number(0).minus(&moved) };
        let value = |(v, start, step): &(VarId, Poly, Poly)| match self.main == Some(*v) {
            true => (*v, self.number()),
            false => (*v, start.plus(&step.times(&count))),
        };
        counters.iter().map(value).collect()
    }

    /// What must be said about counters that do not count by a number: where they start, and that they go in steps.
    pub(crate) fn invariants(&self, counters: &[(VarId, Poly, Poly)], at: At) -> Option<Vec<Expr>> {
        let mut out = Vec::new();
        let main = self.main.map(|main| symbol(main).minus(&self.first.0));
        for (v, start, step) in counters.iter().filter(|(.., step)| step.as_number().is_none()) {
            let now = symbol(*v);
            if let Some(moved) = &main {
                let count = if self.first.1 { moved.clone() } else { Poly::number(0).minus(moved) };
                out.push(at.binary(BinaryOp::Eq, now.expr(at), start.plus(&step.times(&count)).expr(at)));
                continue;
            }
            out.push(at.binary(BinaryOp::Le, start.expr(at), now.expr(at)));
            let moved = now.minus(start).expr(at);
            let rest = at.binary(BinaryOp::Mod, moved, step.expr(at));
            out.push(at.binary(BinaryOp::Eq, rest, at.int(0)));
        }
        (!out.is_empty()).then_some(out)
    }
}
