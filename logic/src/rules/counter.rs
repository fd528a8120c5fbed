//! Counters: integers that an iteration of a loop changes at most once, and always in the same way.
//!
//! ```text
//! i := i + c     i₀ ≤ i,  c divides i − i₀                                                          (c > 0)
//!                i₀ ≤ e + c − 1 ⇒ i ≤ e + c − 1,  e + c − 1 < i₀ ⇒ i = i₀       guard i < e, e does not change
//! i := i + d     0 ≤ d ⇒ i₀ ≤ i,  d ≤ 0 ⇒ i ≤ i₀,  d ≠ 0 ⇒ d divides i − i₀                      d does not change
//! i := i * c     0 ≤ i₀ ⇒ i₀ ≤ i                                                                    (c > 1)
//! i := i / c     0 ≤ i₀ ⇒ 0 ≤ i ≤ i₀                                                                (c > 1)
//! ```
//!
//! These facts hold at the head of the loop, for the value `i₀` that `i` has in front of the loop. Each follows by
//! induction over the iterations: an iteration that changes `i` starts with the value that it changes, and `i < e`
//! holds of that value. So nobody has to write them, and nothing is claimed for them. Counting down is the mirror
//! image.
//!
//! A guard bounds a counter also as `!(e <= i)`, and as a part of `a && b` or of `!(a || b)`.
//!
//! Two counters that each iteration changes exactly once, by `c` and by `d`, have changed by the same number of steps:
//! `d · (i − i₀) = c · (j − j₀)`.
//!
//! In: a loop, the state in front of it, and the state at its head. Out: facts about the state at the head.

use super::measure::has_no_value;
use crate::eval::Evaluator;
use crate::exec::Exec;
use crate::state::State;
use crate::term::{self, Term};
use dashu::integer::IBig;
use ir::{
    BinaryOp, Block, Expr, ExprKind, Gets, Inside, Intrinsic, LabelId, Labelled, Stmt, StmtKind, Type, UnaryOp, VarId,
    Width,
};
use std::collections::BTreeMap;

/// How an iteration changes a counter.
#[derive(Clone, Debug)]
enum Change<'e> {
    /// It adds a number, which is not 0.
    Add(IBig),
    /// It adds the value of an expression.
    AddValue(&'e Expr),
    /// It multiplies with a number greater than 1.
    Multiply,
    /// It divides by a number greater than 1.
    Divide,
}

/// The only statement of a loop that changes a variable.
#[derive(Clone, Debug)]
struct Counter<'e> {
    change: Change<'e>,
    /// Whether each iteration that goes on to the next one executes the statement exactly once.
    always: bool,
    /// The type in which the new value wraps around if it does not fit.
    wraps: Option<Width>,
}

/// A bound that the guard states of a counter.
struct Bound {
    /// The relation that the guard demands between the counter and the other side.
    relation: Relation,
    /// The other side, which does not change.
    end: Term,
    /// The type of the other side.
    ty: Type,
}

/// A relation between a counter, on the left, and a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Different,
}

impl Exec<'_> {
    /// Assumes at the head of a loop what is known of its counters. `before` is the state in front of the loop.
    pub(super) fn count(&mut self, head: &mut State, before: &State, guard: &Expr, body: &Block) {
        let mut always: Option<(Term, IBig)> = None;
        for (v, counter) in counters(body) {
            let (Some(start), Some(now)) = (before.store.get(&v).cloned(), head.store.get(&v).cloned()) else {
                continue;
            };
            let Some(ty) = self.vars.get(v.0 as usize).map(|decl| decl.ty).filter(|ty| ty.is_int()) else { continue };
            let bounds = self.bounds_by(v, before, head, (guard, true));
            if counter.wraps.is_some_and(|width| !stays(&counter.change, (ty, width), &bounds)) {
                continue;
            }
            let mut facts = match &counter.change {
                Change::AddValue(step) => {
                    self.constant(before, head, step).map_or(vec![], |step| strides(&step, &start, &now))
                }
                change => ranges(change, &start, &now),
            };
            if let Change::Add(step) = &counter.change {
                facts.extend(bounds.iter().flat_map(|bound| ends(bound, step, &start, &now)));
                let moved = term::sub(now, start);
                if counter.always {
                    match &always {
                        None => always = Some((moved, step.clone())),
                        Some((first, by)) => facts.push(term::eq(
                            term::mul(term::int(step.clone()), first.clone()),
                            term::mul(term::int(by.clone()), moved),
                        )),
                    }
                }
            }
            facts.into_iter().for_each(|fact| head.assume(fact, None));
        }
    }

    /// What a condition demands of a variable: relations to values that do not change. `holds` is false if the
    /// condition is demanded to be false, as inside of `!`.
    fn bounds_by(&mut self, v: VarId, before: &State, head: &State, (guard, holds): (&Expr, bool)) -> Vec<Bound> {
        match (&guard.kind, holds) {
            (ExprKind::Unary(UnaryOp::Not, inner), _) => return self.bounds_by(v, before, head, (inner, !holds)),
            (ExprKind::Binary(BinaryOp::And, a, b), true) | (ExprKind::Binary(BinaryOp::Or, a, b), false) => {
                let mut out = self.bounds_by(v, before, head, (a, holds));
                out.extend(self.bounds_by(v, before, head, (b, holds)));
                return out;
            }
            _ => {}
        }
        let Some((relation, end)) = relation(v, guard, holds) else { return vec![] };
        let ty = end.ty;
        self.constant(before, head, end).map(|end| Bound { relation, end, ty }).into_iter().collect()
    }

    /// The value of an expression that is the same in front of the loop and at its head. At the head, all that an
    /// iteration may change has arbitrary values. So the expression depends on nothing that an iteration changes.
    fn constant(&mut self, before: &State, head: &State, e: &Expr) -> Option<Term> {
        if has_no_value(before, e) {
            return None;
        }
        let mut value = |state: &State| Evaluator::new(&mut self.cx, self.vars, state.env(&self.old)).eval(e);
        let (then, now) = (value(before), value(head));
        (then == now).then_some(now)
    }
}

/// Whether a counter never wraps around: it goes in steps of one, and each iteration that changes it starts with a
/// value that is not the last one of its type, since the guard says that another value of the type is beyond.
fn stays(change: &Change<'_>, (ty, width): (Type, Width), bounds: &[Bound]) -> bool {
    let beyond = match change {
        Change::Add(step) if *step == IBig::ONE => Relation::Less,
        Change::Add(step) if *step == -IBig::ONE => Relation::Greater,
        Change::Add(_) | Change::AddValue(_) | Change::Multiply | Change::Divide => return false,
    };
    let of_type = Type::Machine(width);
    ty == of_type && bounds.iter().any(|bound| bound.relation == beyond && bound.ty == of_type)
}

/// The relation between a variable and the expression on the other side of a comparison, if the comparison `holds`, and
/// otherwise if it is false.
fn relation(v: VarId, condition: &Expr, holds: bool) -> Option<(Relation, &Expr)> {
    use Relation::{AtLeast, AtMost, Different, Greater, Less};
    let ExprKind::Binary(op, a, b) = &condition.kind else { return None };
    let (on_left, on_right) = match (op, holds) {
        (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => (Less, Greater),
        (BinaryOp::Le, true) | (BinaryOp::Gt, false) => (AtMost, AtLeast),
        (BinaryOp::Gt, true) | (BinaryOp::Le, false) => (Greater, Less),
        (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => (AtLeast, AtMost),
        (BinaryOp::Ne, true) | (BinaryOp::Eq, false) => (Different, Different),
        _ => return None,
    };
    let is_counter = |e: &Expr| matches!(e.kind, ExprKind::Var(x) if x == v);
    match (is_counter(a), is_counter(b)) {
        (true, false) => Some((on_left, b)),
        (false, true) => Some((on_right, a)),
        (true, true) | (false, false) => None,
    }
}

/// What is known of a counter without the guard.
fn ranges(change: &Change<'_>, start: &Term, now: &Term) -> Vec<Term> {
    let not_negative = term::le(term::int(0), start.clone());
    let up = term::le(start.clone(), now.clone());
    let down = term::le(now.clone(), start.clone());
    match change {
        Change::Add(step) => {
            let direction = if *step > IBig::ZERO { up } else { down };
            let moved = term::sub(now.clone(), start.clone());
            let steps = term::eq(term::modulo(moved, term::int(magnitude(step))), term::int(0));
            if magnitude(step) == IBig::ONE {
                vec![direction]
            } else {
                vec![direction, steps]
            }
        }
        Change::AddValue(_) => vec![],
        Change::Multiply => vec![term::implies(not_negative, up)],
        Change::Divide => {
            vec![term::implies(not_negative, term::and([term::le(term::int(0), now.clone()), down]))]
        }
    }
}

/// What is known of a counter to which each iteration that changes it adds the same value.
fn strides(step: &Term, start: &Term, now: &Term) -> Vec<Term> {
    let zero = term::int(0);
    let moved = term::sub(now.clone(), start.clone());
    vec![
        term::implies(term::le(zero.clone(), step.clone()), term::le(start.clone(), now.clone())),
        term::implies(term::le(step.clone(), zero.clone()), term::le(now.clone(), start.clone())),
        term::implies(term::ne(step.clone(), zero.clone()), term::eq(term::modulo(moved, step.clone()), zero)),
    ]
}

/// What is known of a counter because each iteration that changes it starts within the bound.
fn ends(bound: &Bound, step: &IBig, start: &Term, now: &Term) -> Vec<Term> {
    let up = *step > IBig::ZERO;
    // The last value that the counter can get from a value within the bound.
    let last = |beyond: i32| {
        let slack = magnitude(step) - IBig::from(beyond);
        let slack = if up { slack } else { -slack };
        term::add([bound.end.clone(), term::int(slack)])
    };
    let within = |a: &Term, last: &Term| {
        if up {
            term::le(a.clone(), last.clone())
        } else {
            term::le(last.clone(), a.clone())
        }
    };
    let last = match (bound.relation, up) {
        (Relation::Less, true) | (Relation::Greater, false) => last(1),
        (Relation::AtMost, true) | (Relation::AtLeast, false) => last(0),
        (Relation::Different, _) if magnitude(step) == IBig::ONE => {
            // A counter that starts on this side of the value stops at the value.
            return vec![term::implies(within(start, &bound.end), within(now, &bound.end))];
        }
        _ => return vec![],
    };
    let starts_within = within(start, &last);
    vec![
        term::implies(starts_within.clone(), within(now, &last)),
        term::implies(term::not(starts_within), term::eq(now.clone(), start.clone())),
    ]
}

/// The absolute value of a step.
fn magnitude(step: &IBig) -> IBig {
    if *step < IBig::ZERO {
        -step
    } else {
        step.clone()
    }
}

/// The variables that the body of a loop changes by one statement, which an iteration executes at most once.
fn counters(body: &Block) -> BTreeMap<VarId, Counter<'_>> {
    let mut found = BTreeMap::new();
    changes(body, Place { once: true, always: true }, &mut found);
    found.into_iter().filter_map(|(v, counter)| Some((v, counter?))).collect()
}

/// How often an iteration comes to a place.
#[derive(Clone, Copy)]
struct Place {
    /// At most once.
    once: bool,
    /// At least once, if the iteration goes on to the next one.
    always: bool,
}

/// Notes for each variable that the block changes its only change, or `None` if there are others.
fn changes<'e>(block: &'e Block, at: Place, found: &mut BTreeMap<VarId, Option<Counter<'e>>>) {
    for stmt in &block.stmts {
        let outline = stmt.outline();
        let changed: &[VarId] = match outline.gets {
            Some(Gets::Declared(v) | Gets::Assigned(v)) => std::slice::from_ref(v),
            Some(Gets::Results(vars) | Gets::Iterators(vars)) => vars,
            Some(Gets::Location(_) | Gets::Anywhere(_)) | None => &[],
        };
        for v in changed {
            let change = change_of(*v, stmt).filter(|_| at.once);
            let counter = change.map(|(change, wraps)| Counter { change, always: at.always, wraps });
            let _ = found.entry(*v).and_modify(|known| *known = None).or_insert(counter);
        }
        let inside = match outline.inside {
            Some(Inside::Once(inner)) => {
                let scope = outline.label.and_then(|label| match label {
                    Labelled::Scope(label) => Some(*label),
                    Labelled::Exit(_) | Labelled::Moment(_) | Labelled::Shared(_) | Labelled::Message(_) => None,
                });
                let skips = scope.is_some_and(|label| leaves(inner, label));
                changes(inner, Place { always: at.always && !skips, ..at }, found);
                continue;
            }
            Some(Inside::Step(_)) => at,
            Some(Inside::Branch(..)) => Place { always: false, ..at },
            Some(Inside::Loop(..) | Inside::Members(_)) => Place { once: false, always: false },
            None => continue,
        };
        outline.inside.into_iter().flat_map(Inside::blocks).for_each(|inner| changes(inner, inside, found));
    }
}

/// Whether an exit in the block goes on behind the scope with this label.
fn leaves(block: &Block, label: LabelId) -> bool {
    let exit = |stmt: &Stmt| matches!(stmt.outline().label, Some(Labelled::Exit(to)) if *to == label);
    block.first(&exit).is_some()
}

/// How a statement changes a variable, if it is the change of a counter, and the type in which the result wraps around.
fn change_of(v: VarId, stmt: &Stmt) -> Option<(Change<'_>, Option<Width>)> {
    let StmtKind::Assign(_, value) = &stmt.kind else { return None };
    let (value, wraps) = match &value.kind {
        // A result that does not fit is an error, and is claimed not to be there.
        ExprKind::Intrinsic(Intrinsic::Checked(_), args) => (args.first()?, None),
        ExprKind::Intrinsic(Intrinsic::Wrap(width), args) => (args.first()?, Some(*width)),
        _ => (value, None),
    };
    let ExprKind::Binary(op, a, b) = &value.kind else { return None };
    let number = |a: &Expr, b: &Expr| match (&a.kind, &b.kind) {
        (ExprKind::Var(x), ExprKind::Int(n)) if *x == v => Some(n.clone()),
        _ => None,
    };
    let (left, right) = (number(a, b), number(b, a));
    let is_counter = |e: &Expr| matches!(e.kind, ExprKind::Var(x) if x == v);
    let change = match op {
        BinaryOp::Add if left.is_none() && right.is_none() => match (is_counter(a), is_counter(b)) {
            (true, false) => Some(Change::AddValue(b)),
            (false, true) => Some(Change::AddValue(a)),
            (true, true) | (false, false) => None,
        },
        BinaryOp::Add => left.or(right).filter(|n| *n != IBig::ZERO).map(Change::Add),
        BinaryOp::Sub => left.filter(|n| *n != IBig::ZERO).map(|n| Change::Add(-n)),
        BinaryOp::Mul => left.or(right).filter(|n| *n > IBig::ONE).map(|_| Change::Multiply),
        BinaryOp::Div => left.filter(|n| *n > IBig::ONE).map(|_| Change::Divide),
        _ => None,
    };
    Some((change?, wraps))
}
