//! The conditions of a launch.
//!
//! In: what the code needs, with the place that needs it and the conditions of the path. Out: the conditions `a <= b`,
//! without those that leave only trivial launches, and without those that follow from others.

use crate::bounds::Bounds;
use crate::fixed::Fixed;
use crate::key::Key;
use crate::poly::{Atom, Poly};
use crate::quotients::quotient;
use crate::sample::{conjuncts, lengths};
use crate::samples::{is_of_thread, scalars_of};
use crate::state::{Demand, Needed};
use crate::trivial::{without_trivial, Ways};
use crate::value::poly_of;
use dashu::base::Gcd;
use dashu::integer::IBig;
use ir::build::At;
use ir::{Axis, BinaryOp, Expr, ExprKind, Heap, Kernel, LaunchVar, Stmt, StmtKind, Type};
use std::collections::BTreeSet;

/// The conditions of the launch, each once, which leave the `ways` of the code possible.
pub fn conditions(kernel: &Kernel, demands: &[Demand], ways: &Ways<'_>) -> Vec<Expr> {
    let made: Vec<(Expr, Vec<Expr>)> =
        demands.iter().filter_map(|demand| Some((condition(demand)?, demand.guards.clone()))).collect();
    let given: Vec<Expr> =
        kernel.contracts().flat_map(|contract| contract.pre()).map(|clause| clause.expr.clone()).collect();
    let mut out: Vec<Known> = Vec::new();
    let kept = without_trivial(kernel, &given, &made, ways);
    let under_guards = under_guards(kernel, &given, (&made, &kept), ways);
    for expr in kept {
        let ExprKind::Binary(_, small, limit) = &expr.kind else { continue };
        let Some(small) = poly_of(small) else { continue };
        // All numbers are limits of one kind.
        let number = poly_of(limit).and_then(|limit| limit.as_number());
        let (limit, key) = (number.is_none().then(|| Key::of(limit)), Key::of(&expr));
        let number = number.unwrap_or(IBig::ZERO);
        // A condition is needed under the conditions of each path that needs it.
        let paths: Vec<&Vec<Expr>> = made.iter().filter(|(e, _)| Key::of(e) == key).map(|(_, guards)| guards).collect();
        let bounds = paths.into_iter().map(|guards| Bounds::new(kernel, guards.iter())).collect();
        out.push(Known { small, limit, number, expr, bounds });
    }
    // What the other conditions say about scalars holds on every path.
    let signs: Vec<Expr> =
        out.iter().filter(|known| known.small.as_number().is_some()).map(|known| known.expr.clone()).collect();
    out.iter_mut().for_each(|known| known.bounds.iter_mut().for_each(|bounds| bounds.add(&signs)));
    let mut n = 0;
    while let Some(one) = out.get(n) {
        let others = out.iter().enumerate().filter(|(m, other)| *m != n && other.limit == one.limit);
        let follows = others.into_iter().any(|(_, other)| {
            let same = |bounds: &Bounds<'_>| is_at_most(one, other, bounds);
            !one.bounds.is_empty() && one.bounds.iter().all(same)
        });
        match follows {
            true => drop(out.remove(n)),
            false => n += 1,
        }
    }
    let fixed = Fixed::by(&given);
    let at = At::new(kernel.node);
    // What a person says of a group decides how many threads a group has.
    let free = thin(kernel).filter(|axis| fixed.size(LaunchVar::Gsize, *axis).is_none());
    let one_thread = free.map(|axis| {
        let size = at.expr(ExprKind::Launch(LaunchVar::Gsize, axis), Type::Int);
        at.binary(BinaryOp::Le, size, at.int(1))
    });
    let all = one_thread.chain(out.into_iter().map(|known| known.expr)).chain(under_guards);
    let within = all.filter_map(|condition| fixed.within(condition));
    let mut seen = BTreeSet::new();
    within.filter(|condition| seen.insert(Key::of(condition))).collect()
}

/// Conditions that would hide something if they were demanded of every launch: they are demanded of launches that come
/// to the place which needs them, as `which != -1 ==> 0 <= which`.
fn under_guards(
    kernel: &Kernel,
    given: &[Expr],
    (made, kept): (&[(Expr, Vec<Expr>)], &[Expr]),
    ways: &Ways<'_>,
) -> Vec<Expr> {
    let known: BTreeSet<Key> = kept.iter().map(Key::of).collect();
    let lengths = lengths(kernel);
    let guarded = |(e, guards): &(Expr, Vec<Expr>)| {
        let mut parts = Vec::new();
        guards.iter().for_each(|guard| conjuncts(guard, &mut parts));
        let of_launch = |part: &&Expr| !is_of_thread(part) && !scalars_of(part, &lengths).is_empty();
        let at = At::new(e.node.span);
        let guard = parts.into_iter().filter(of_launch).cloned().reduce(|a, b| at.binary(BinaryOp::And, a, b))?;
        Some((at.binary(BinaryOp::Implies, guard, e.clone()), guards.clone()))
    };
    let dropped = made.iter().filter(|(e, _)| !known.contains(&Key::of(e)));
    let mut all: Vec<(Expr, Vec<Expr>)> = dropped.filter_map(guarded).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let is_new: BTreeSet<Key> = all.iter().map(|(e, _)| Key::of(e)).collect();
    all.extend(made.iter().filter(|(e, _)| known.contains(&Key::of(e))).cloned());
    without_trivial(kernel, given, &all, ways).into_iter().filter(|e| is_new.contains(&Key::of(e))).collect()
}

/// A condition `small <= limit`.
struct Known<'k> {
    small: Poly,
    /// The limit, or nothing if it is a number.
    limit: Option<Key>,
    /// The number that the limit is.
    number: IBig,
    expr: Expr,
    /// What is known on the paths that need the condition.
    bounds: Vec<Bounds<'k>>,
}

/// Whether the first condition follows from the second one: `small` is at least as much smaller than the limit. The
/// factors that all terms of `small` have are positive, since it is 0 otherwise, and no limit is negative.
fn is_at_most(one: &Known<'_>, other: &Known<'_>, bounds: &Bounds<'_>) -> bool {
    let mut terms = one.small.terms().map(|(product, _)| product.to_vec());
    let mut common: Vec<Atom> = terms.next().unwrap_or_default();
    terms.for_each(|product| common.retain(|atom| product.contains(atom)));
    let mut least = IBig::ZERO;
    // A quotient is at most its dividend.
    let whole = one.small.replaced(&|e| poly_of(quotient(e)?.0));
    let grows = one.small.terms().all(|(_, n)| *n > IBig::ZERO);
    let small = if grows { &whole } else { &one.small };
    let distance = other.small.minus(small).plus(&Poly::number(&one.number - &other.number));
    for (product, n) in distance.terms() {
        let positive = |atom: &Atom| match &atom.expr.kind {
            ExprKind::Launch(LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount, _) => true,
            ExprKind::Scalar(id) => bounds.is_positive(*id) || common.contains(atom) && bounds.is_natural(*id),
            _ => false,
        };
        let natural = |atom: &Atom| match &atom.expr.kind {
            ExprKind::Launch(..) | ExprKind::Length(..) => true,
            ExprKind::Scalar(id) => bounds.is_natural(*id),
            _ => false,
        };
        if product.is_empty() || *n > IBig::ZERO && product.iter().all(positive) {
            least += n;
        } else if *n < IBig::ZERO || !product.iter().all(natural) {
            return false;
        }
    }
    least >= IBig::ZERO
}

/// The dimensions in which the code tells groups apart and not the threads of a group, if threads store anything
/// without an atomic step: a group has one thread there.
fn thin(kernel: &Kernel) -> impl Iterator<Item = Axis> + '_ {
    let (mut of_groups, mut of_threads) = (Vec::new(), Vec::new());
    kernel.body.each(&mut |stmt| {
        stmt.exprs(&mut |whole| {
            whole.each(&mut |e| match &e.kind {
                ExprKind::Launch(LaunchVar::Gid, axis) => of_groups.push(*axis),
                ExprKind::Launch(LaunchVar::Lid | LaunchVar::Tid | LaunchVar::Gsize | LaunchVar::Tcount, axis) => {
                    of_threads.push(*axis);
                }
                _ => {}
            });
        });
    });
    let axes = [Axis::Y, Axis::Z].into_iter().filter(|_| stores_plainly(kernel));
    axes.filter(move |axis| of_groups.contains(axis) && !of_threads.contains(axis))
}

/// Whether the code stores to memory that threads share, outside of atomic steps.
fn stores_plainly(kernel: &Kernel) -> bool {
    let shared = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Store(place, _) => usize::from(!matches!(place.heap, Heap::Private(_))),
        _ => 0,
    };
    let (mut stores, mut in_steps) = (0, 0);
    kernel.body.each(&mut |stmt| {
        stores += shared(stmt);
        if let StmtKind::Atomic { body, .. } = &stmt.kind {
            body.each(&mut |stmt| in_steps += shared(stmt));
        }
    });
    stores > in_steps
}

/// A demand as a condition `a <= b`; nothing if all launches satisfy it, or none.
fn condition(demand: &Demand) -> Option<Expr> {
    let at = At::new(demand.span);
    let (small, limit) = match &demand.needed {
        Needed::NotNegative(lower) => reduced(lower, at),
        Needed::Natural(scalar) => (Poly::number(0), at.expr(ExprKind::Scalar(*scalar), Type::Int)),
        Needed::Positive(scalar) => (Poly::number(1), at.expr(ExprKind::Scalar(*scalar), Type::Int)),
        Needed::Length(upper, length) => (upper.clone(), Expr { ty: Type::Int, ..length.clone() }),
        Needed::Fits(upper, width) => (upper.clone(), at.int(width.greatest())),
    };
    let left = poly_of(&limit).map(|limit| limit.minus(&small));
    let decided = left.is_some_and(|left| left.is_natural() || left.as_number().is_some());
    (!decided && !is_narrow(demand)).then(|| at.binary(BinaryOp::Le, small.expr(at), limit))
}

/// Whether the number of all threads had to fit a type with few values. A larger launch is usual, and the value wraps
/// around there.
fn is_narrow(demand: &Demand) -> bool {
    let Needed::Fits(upper, width) = &demand.needed else { return false };
    let of_all =
        |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Launch(LaunchVar::Tcount | LaunchVar::Ngroups, _)));
    width.bits < 32 && upper.terms().any(|(product, _)| product.iter().any(|atom| of_all(&atom.expr)))
}

/// `0 <= lower` as `number <= rest` or `rest <= number`, without common factors: `0 <= 4 * n - 8` is `2 <= n`.
fn reduced(lower: &Poly, at: At) -> (Poly, Expr) {
    let others = || lower.terms().filter(|(product, _)| !product.is_empty());
    let size = |n: &IBig| if *n < IBig::ZERO { -n.clone() } else { n.clone() };
    let by = others().map(|(_, n)| size(n)).reduce(|a, b| IBig::from(a.gcd(&b))).unwrap_or(IBig::ONE);
    let number = lower.terms().find(|(product, _)| product.is_empty()).map_or(IBig::ZERO, |(_, n)| n.clone());
    let mut rest = Poly::default();
    for (product, n) in others() {
        let term = Poly::number(n / &by);
        rest = rest.plus(&product.iter().fold(term, |all, atom| all.times(&Poly::atom(atom.expr.clone()))));
    }
    // by * rest + number >= 0
    let least = -number;
    let (whole, left) = (&least / &by, &least % &by);
    let least = if left > IBig::ZERO { whole + IBig::ONE } else { whole };
    let falls = rest.terms().all(|(_, n)| *n < IBig::ZERO);
    match falls {
        true => (rest.times(&Poly::number(-1)), at.int(-least)),
        false => (Poly::number(least), rest.expr(at)),
    }
}
