//! Calls of pure functions.
//!
//! A call checks what the function `requires`, then evaluates its body with the parameters bound. Values are remembered
//! by arguments: in [`Memo`] where they cannot depend on memory, in the evaluator where they can. So recursion like
//! that of binomial coefficients takes as many steps as there are different calls.
//!
//! Deep recursion does not need a deep stack of this process. When the stack has reached its limit, the evaluation
//! notes the call whose value it needs, and is given up. The noted call is evaluated on its own. Then the evaluation
//! starts again, and finds the value of the call remembered.

use super::state::{Bindings, Call, Evaluator, Memo, Seek, Watch};
use crate::env::Env;
use crate::int::Int;
use crate::measure::below;
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;
use ir::Node;
use ir::{BinaryOp, Expr, ExprKind, FnId, Function, Program, QuantKind, Type};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How deep expressions may be nested on the stack before a call is put off.
const STACK: usize = 128;
/// How many calls may be put off at one time.
const MAX_PUT_OFF: usize = 10_000;

/// A part of a precondition that does not hold.
struct Missing {
    conjunct: Node,
    permission: bool,
}

impl Memo {
    fn depends_on_memory(&mut self, program: &Program, f: FnId) -> bool {
        if self.reads.len() != program.functions.len() {
            self.reads = reading(program);
        }
        self.reads.get(f.0 as usize).copied().unwrap_or(true)
    }
}

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// Evaluates an expression, and evaluates calls that are put off in between. If this is part of another evaluation,
    /// that other one evaluates them.
    pub(super) fn driven<T>(&mut self, mut evaluate: impl FnMut(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.depth > 0 {
            return evaluate(self);
        }
        loop {
            let result = evaluate(self);
            match self.pending.take() {
                Some((call, node)) => self.resolve(call, node)?,
                None => return result,
            }
        }
    }

    /// Evaluates calls that were put off, and the calls that these put off in turn.
    fn resolve(&mut self, call: Call, node: Node) -> Result<(), Stop> {
        let mut seen: FxHashSet<Call> = std::iter::once(call.clone()).collect();
        let mut todo = vec![(call, node)];
        while let Some((call, node)) = todo.last().cloned() {
            let outer = std::mem::replace(&mut self.when, call.when);
            let watch = self.watch.take();
            let result = self.apply(call, node);
            self.when = outer;
            self.watch = watch;
            match (self.pending.take(), result) {
                (Some((next, node)), _) => {
                    if !seen.insert(next.clone()) {
                        return Err(Stop::new(Cause::Measure(next.function), node));
                    }
                    if todo.len() >= MAX_PUT_OFF {
                        return Err(Stop::new(Cause::Limit(Limit::Depth), node));
                    }
                    todo.push((next, node));
                }
                (None, Ok(_)) => drop(todo.pop()),
                (None, Err(stop)) => return Err(stop),
            }
        }
        Ok(())
    }

    /// From now on calls of these functions, outside of other calls, need a smaller measure than this.
    pub fn watch(&mut self, component: BTreeSet<FnId>, measure: Vec<Int>) {
        self.watch = Some(Watch { component, measure });
    }

    /// Ends [`Self::watch`].
    pub fn unwatch(&mut self) {
        self.watch = None;
    }

    /// Sets the value of `\result`.
    pub fn set_result(&mut self, value: Value) {
        if let Some(frame) = self.frame() {
            frame.result = Some(value);
        }
    }

    pub(super) fn call(&mut self, function: FnId, args: Vec<Value>, node: Node) -> Result<Value, Stop> {
        self.decreases(function, &args, node)?;
        let call = Call { function, args, when: self.when };
        if let Some(value) = self.remembered(&call) {
            return Ok(value);
        }
        if self.depth > STACK {
            self.pending = Some((call, node));
            return Err(Stop::new(Cause::Limit(Limit::Depth), node));
        }
        self.apply(call, node)
    }

    fn remembered(&mut self, call: &Call) -> Option<Value> {
        if self.memo.depends_on_memory(self.env.program(), call.function) {
            return self.known.get(call).cloned();
        }
        // One look-up by a pair that is not copied would need a borrowed form of the key; calls are short.
        self.memo.values.get(&(call.function, call.args.clone())).cloned()
    }

    fn apply(&mut self, call: Call, node: Node) -> Result<Value, Stop> {
        let program = self.env.program();
        let function = program.functions.get(call.function.0 as usize);
        let function = function.ok_or_else(|| Stop::ill_typed("an unknown function", node))?;
        if !self.open.insert(call.clone()) {
            return Err(Stop::new(Cause::Measure(call.function), node));
        }
        self.frames.push(Bindings { arguments: Some(call.args.clone()), ..Bindings::default() });
        let watch = self.watch.take();
        let value = self.required(function, call.function, node).and_then(|()| match &function.body {
            Some(body) => self.expr(body),
            None => self.without_body(function, call.function, &call.args, node),
        });
        self.watch = watch;
        drop(self.frames.pop());
        let _ = self.open.remove(&call);
        let value = value?;
        if self.memo.depends_on_memory(program, call.function) {
            let _ = self.known.insert(call, value.clone());
        } else {
            let _ = self.memo.values.insert((call.function, call.args), value.clone());
        }
        Ok(value)
    }

    /// The value of a function without body for the arguments of the innermost frame, if IEEE 754 defines it. What its
    /// contract promises of the value must be true.
    fn without_body(&mut self, function: &'p Function, id: FnId, args: &[Value], node: Node) -> Result<Value, Stop> {
        let floats: Option<Vec<ir::Float>> = args.iter().map(Value::as_float).collect();
        let value = function.exact.and_then(|exact| exact.value(&floats?));
        let Some(value) = value.map(Value::Float) else {
            let why = format!("`{}` has no body", function.name.name);
            return Err(Stop::new(Cause::NotComputable(why), node));
        };
        self.set_result(value.clone());
        for clause in function.contract.post() {
            if !self.condition(&clause.expr)? {
                let cause = Cause::FunctionPostcondition { function: id, clause: clause.node };
                return Err(Stop::new(cause, node));
            }
        }
        Ok(value)
    }

    /// The function's `requires` holds for the arguments of the innermost frame.
    fn required(&mut self, function: &'p Function, id: FnId, node: Node) -> Result<(), Stop> {
        for clause in function.contract.pre() {
            if let Some(missing) = self.missing(&clause.expr)? {
                let cause =
                    Cause::CallPrecondition { function: id, clause: missing.conjunct, permission: missing.permission };
                return Err(Stop::new(cause, node));
            }
        }
        Ok(())
    }

    /// The first conjunct that does not hold.
    #[allow(clippy::wildcard_enum_match_arm)] // whatever is no resource is a condition
    fn missing(&mut self, e: &'p Expr) -> Result<Option<Missing>, Stop> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) => match self.missing(a)? {
                Some(missing) => Ok(Some(missing)),
                None => self.missing(b),
            },
            ExprKind::Binary(BinaryOp::Implies, c, r) if e.ty == Type::Resource => {
                if self.condition(c)? {
                    self.missing(r)
                } else {
                    Ok(None)
                }
            }
            ExprKind::Cond(c, a, b) if e.ty == Type::Resource => {
                let taken = if self.condition(c)? { a } else { b };
                self.missing(taken)
            }
            ExprKind::Quant(q) if q.kind == QuantKind::Star => {
                let mut found = None;
                let _ = self.instances(q, Seek::Resource, e.node, &mut |ev| {
                    found = ev.missing(&q.body)?;
                    Ok(if found.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
                })?;
                Ok(found)
            }
            ExprKind::Perm(place, _) => Ok(self.readable(place)?.err()),
            ExprKind::PointsTo(place, _, value) => match self.readable(place)? {
                Err(missing) => Ok(Some(missing)),
                Ok(None) => Err(Stop::new(Cause::NotComputable("the location has no value".into()), place.node)),
                Ok(Some(current)) => {
                    let same = current == self.expr(value)?;
                    Ok((!same).then_some(Missing { conjunct: e.node, permission: false }))
                }
            },
            _ => Ok((!self.condition(e)?).then_some(Missing { conjunct: e.node, permission: false })),
        }
    }

    /// The value at a place, if it has one, or that permission for it is missing.
    #[allow(clippy::wildcard_enum_match_arm)] // whatever else stops it is passed on
    fn readable(&mut self, place: &'p ir::Place) -> Result<Result<Option<Value>, Missing>, Stop> {
        let location = self.place(place)?;
        match self.env.load(location, self.when, place.node) {
            Ok(value) => Ok(Ok(Some(value))),
            Err(stop) => match stop.cause {
                Cause::NoPermission(_) => Ok(Err(Missing { conjunct: place.node, permission: true })),
                Cause::UninitialisedLocation(_) => Ok(Ok(None)),
                _ => Err(stop),
            },
        }
    }

    /// The measure of a called function is below that of the function that is checked.
    fn decreases(&mut self, callee: FnId, args: &[Value], node: Node) -> Result<(), Stop> {
        let Some(watch) = self.watch.clone() else { return Ok(()) };
        if !watch.component.contains(&callee) {
            return Ok(());
        }
        let program = self.env.program();
        let theirs = program.functions.get(callee.0 as usize).map_or(&[][..], |f| &f.decreases);
        if theirs.is_empty() {
            return Ok(());
        }
        self.frames.push(Bindings { arguments: Some(args.to_vec()), ..Bindings::default() });
        let outer = self.watch.take();
        let theirs: Result<Vec<Int>, Stop> = theirs.iter().map(|m| self.int(m)).collect();
        self.watch = outer;
        drop(self.frames.pop());
        if below(&theirs?, &watch.measure) {
            Ok(())
        } else {
            Err(Stop::new(Cause::Measure(callee), node))
        }
    }
}

/// For each function whether it names memory, itself or through those that it calls.
#[allow(clippy::wildcard_enum_match_arm)] // only what names memory or calls matters
fn reading(program: &Program) -> Vec<bool> {
    let mut out: Vec<bool> = Vec::new();
    let mut calls: Vec<BTreeSet<FnId>> = Vec::new();
    for f in &program.functions {
        let (mut reads, mut callees) = (false, BTreeSet::new());
        for e in f.contract.clauses.iter().map(|c| &c.expr).chain(&f.decreases).chain(&f.body) {
            e.each(&mut |e| match &e.kind {
                ExprKind::Read(_) | ExprKind::Perm(..) | ExprKind::PointsTo(..) => reads = true,
                ExprKind::Call(g, _) => drop(callees.insert(*g)),
                _ => {}
            });
        }
        out.push(reads);
        calls.push(callees);
    }
    loop {
        let before = out.clone();
        for (own, callees) in out.iter_mut().zip(&calls) {
            *own |= callees.iter().any(|g| before.get(g.0 as usize).copied().unwrap_or(true));
        }
        if out == before {
            return out;
        }
    }
}

/// Functions that `f` calls and that call it back, directly or through others; contains `f` if it is recursive.
pub fn component(program: &Program, f: FnId) -> BTreeSet<FnId> {
    let direct = |f: FnId| {
        let mut out = BTreeSet::new();
        let function = program.functions.get(f.0 as usize);
        for e in
            function.iter().flat_map(|f| f.contract.clauses.iter().map(|c| &c.expr).chain(&f.decreases).chain(&f.body))
        {
            e.each(&mut |e| {
                if let ExprKind::Call(g, _) = &e.kind {
                    let _ = out.insert(*g);
                }
            });
        }
        out
    };
    let reach = |from: FnId| {
        let mut out = BTreeSet::new();
        let mut todo: Vec<FnId> = direct(from).into_iter().collect();
        while let Some(g) = todo.pop() {
            if out.insert(g) {
                todo.extend(direct(g));
            }
        }
        out
    };
    reach(f).into_iter().filter(|g| reach(*g).contains(&f)).collect()
}
