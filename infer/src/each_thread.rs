//! Conditions of each thread: the range that a value must have, said of the value itself.
//!
//! In: values with the ranges that the code needs, and the conditions of the launch that were found. Out: for the
//! values that these conditions do not keep in their ranges, the range as a condition.
//!
//! ```text
//! a[w * (i - gid) + k] for k in lo .. hi     (\forall int k; lo <= k && k < hi; 0 <= w * (i - gid) + k
//!                                                                            && w * (i - gid) + k < a.length)
//! ```
//!
//! A bound that is the same for all threads ([`crate::bounds`]) is shorter, and so it comes first. There is none for a
//! product of numbers that vary with a factor that may be negative, and a bound may be too weak. Launches are tried
//! that satisfy the conditions: if one of them has a value outside of its range, the value needs the condition. The
//! condition is the weakest one: launches that violate it go wrong at this place.

use crate::key::Key;
use crate::point::{Point, Thread};
use crate::poly::Poly;
use crate::reach::{threads, Place};
use crate::sample::{conjuncts, lengths, next, one_of, place, Sample};
use crate::samples::{is_of_thread, Samples};
use crate::value::{is_too_large, negated};
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Intrinsic, Kernel, Quant, QuantKind, ScalarId, Span, Type, VarId};
use std::collections::BTreeSet;

/// The greatest number of such conditions of a kernel.
const MOST: usize = 32;
/// The greatest number of launches that are tried.
const LAUNCHES: usize = 160;
/// How often each sample is tried with other arguments and sizes.
const VARIANTS: u64 = 6;
/// Arguments for which products do not fit their types.
const LARGE: [i128; 8] = [1 << 10, 1 << 15, 46_341, 1 << 16, 1_000_000, 1 << 24, 1 << 30, (1 << 31) - 1];
/// Numbers of groups of large launches.
const GROUPS: [i128; 4] = [1 << 10, 65_535, 1 << 20, (1 << 31) - 1];

/// A value with its range, at a place of the code.
#[derive(Clone, Debug)]
pub struct Ranged {
    /// The value.
    pub value: Poly,
    /// The least number of the range; `None` if the form of the value shows that it is not less.
    pub least: Option<IBig>,
    /// The end of the range.
    pub end: End,
    /// The place.
    pub span: Span,
    /// The conditions under which control comes to the place.
    pub guards: Vec<Expr>,
}

/// The end of a range.
#[derive(Clone, Debug)]
pub enum End {
    /// The value is at most this number.
    Last(IBig),
    /// The value is less than this length.
    Below(Expr),
}

/// The values that launches take out of their ranges although they satisfy what is `given` and the `conditions`: the
/// ranges of these values as conditions, each with the conditions under which control comes to the place.
pub fn ranges(kernel: &Kernel, all: &[Ranged], given: &[Expr], conditions: &[Expr]) -> Vec<(Expr, Vec<Expr>)> {
    let mut known = BTreeSet::new();
    let candidates: Vec<(Expr, Vec<Expr>)> = all
        .iter()
        .filter_map(|one| one.condition(kernel))
        .filter(|(condition, _)| known.insert(Key::of(condition)) && known.len() <= 4 * MOST)
        .collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let facts: Vec<Expr> = given.iter().chain(conditions).cloned().collect();
    let launches = launches(kernel, &facts, &candidates);
    let fails = |(condition, _): &(Expr, Vec<Expr>)| {
        launches.iter().any(|(sample, threads)| !holds_for_all(kernel, sample, threads, condition))
    };
    candidates.into_iter().filter(fails).take(MOST).collect()
}

/// Whether a condition holds for all these threads. Where the condition is about all values of variables, some values
/// are tried.
pub fn holds_for_all(kernel: &Kernel, sample: &Sample, threads: &[Thread], condition: &Expr) -> bool {
    let (range, body) = match &condition.kind {
        ExprKind::Quant(quant) => (quant.range.clone(), &quant.body),
        ExprKind::Binary(BinaryOp::Implies, range, body) => (Some((**range).clone()), &**body),
        _ => (None, condition),
    };
    let violated: Vec<Expr> = range.into_iter().chain([negated(body.clone())]).collect();
    !Place::new(kernel, &violated, &lengths(kernel), 0).is_reached(sample, threads)
}

impl Ranged {
    /// The range as a condition, with the conditions under which control comes to the place. `None` if the condition
    /// could not be said in front of the kernel, or if nothing says how many iterations there are.
    fn condition(&self, kernel: &Kernel) -> Option<(Expr, Vec<Expr>)> {
        let at = At::new(self.span);
        let of_data = |e: &Expr| {
            e.any(&|part| {
                matches!(part.kind, ExprKind::Read(_) | ExprKind::Quant(_) | ExprKind::Intrinsic(Intrinsic::Wrap(_), _))
            })
        };
        let value = Expr { ty: Type::Int, ..self.value.expr(at) };
        // What depends on numbers and arguments alone must be right for all of them.
        let varies = value.any(&|part| matches!(part.kind, ExprKind::Launch(..) | ExprKind::Var(_)));
        if of_data(&value) || is_too_large(&value) || !varies {
            return None;
        }
        let least = self.least.clone().map(|least| at.binary(BinaryOp::Le, at.int(least), value.clone()));
        let below = match &self.end {
            End::Last(last) => at.binary(BinaryOp::Le, value, at.int(last.clone())),
            End::Below(length) => at.binary(BinaryOp::Lt, value, Expr { ty: Type::Int, ..length.clone() }),
        };
        let body = match least {
            Some(least) => at.binary(BinaryOp::And, least, below),
            None => below,
        };
        let guards: Vec<Expr> = self.guards.iter().filter(|guard| !of_data(guard)).cloned().collect();
        let range = guards.iter().cloned().reduce(|a, b| at.binary(BinaryOp::And, a, b));
        let mut binders: Vec<VarId> = Vec::new();
        range.iter().chain([&body]).for_each(|e| {
            e.each(&mut |part| match part.kind {
                ExprKind::Var(v) if !binders.contains(&v) => binders.push(v),
                _ => {}
            });
        });
        let mut parts = Vec::new();
        guards.iter().for_each(|guard| conjuncts(guard, &mut parts));
        let mentions = |e: &Expr, v: VarId| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if x == v));
        // An iteration of a loop without barrier, with a first one and a last one.
        let is_iteration =
            |v: &VarId| v.0 as usize >= kernel.vars.len() && parts.iter().filter(|part| mentions(part, *v)).count() > 1;
        if !binders.iter().all(is_iteration) {
            return None;
        }
        let condition = match (binders.is_empty(), range) {
            (true, None) => body,
            (true, Some(range)) => at.binary(BinaryOp::Implies, range, body),
            (false, range) => {
                let quant = Quant { kind: QuantKind::Forall, binders, triggers: Vec::new(), range, body };
                at.expr(ExprKind::Quant(Box::new(quant)), Type::Bool)
            }
        };
        (!is_too_large(&condition)).then_some((condition, guards))
    }
}

/// Launches that satisfy all `facts`, with some of their threads: those of [`Samples`], with large arguments and sizes
/// among others. Arrays are as short as the facts allow.
fn launches(kernel: &Kernel, facts: &[Expr], about: &[(Expr, Vec<Expr>)]) -> Vec<(Sample, Vec<Thread>)> {
    let samples = Samples::of(kernel, &[], facts.iter().chain(about.iter().map(|(e, _)| e)));
    let lengths = lengths(kernel);
    let allowed = |sample: &Sample| {
        let point = Point::new(kernel, sample, [(0, 0); 3]);
        facts.iter().all(|fact| is_of_thread(fact) || point.truth(fact) != Some(false))
    };
    let mut out = Vec::new();
    let variants = (0..VARIANTS).flat_map(|n| samples.all.iter().map(move |sample| (n, sample)));
    for (n, sample) in variants {
        let mut variant = varied(kernel, sample, n, &lengths);
        shorten(kernel, &mut variant, facts, &lengths);
        if allowed(&variant) {
            let threads = threads(kernel, &variant);
            out.push((variant, threads));
        }
        if out.len() >= LAUNCHES {
            break;
        }
    }
    out
}

/// A sample with other arguments and sizes, some of them large. The first variant is the sample itself.
fn varied(kernel: &Kernel, sample: &Sample, number: u64, lengths: &BTreeSet<ScalarId>) -> Sample {
    let mut out = sample.clone();
    if number == 0 {
        return out;
    }
    let mut seed = sample.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9));
    for axis in kernel.dims().axes() {
        if next(&mut seed).is_multiple_of(6) {
            let groups = one_of(&mut seed, &GROUPS, 1);
            out.sizes.get_mut(place(*axis)).into_iter().for_each(|size| size.1 = groups);
        }
    }
    for (n, scalar) in (0u32..).zip(&mut out.scalars) {
        if !lengths.contains(&ScalarId(n)) && next(&mut seed).is_multiple_of(3) {
            let ty = kernel.scalars.get(n as usize).map_or(Type::Int, |decl| decl.ty);
            *scalar = crate::sample::in_type(one_of(&mut seed, &LARGE, 1), ty);
        }
    }
    out
}

/// Makes the lengths of arrays as small as the facts `small <= length` allow.
fn shorten(kernel: &Kernel, sample: &mut Sample, facts: &[Expr], lengths: &BTreeSet<ScalarId>) {
    for length in lengths {
        let least = facts.iter().filter_map(|fact| match &fact.kind {
            ExprKind::Binary(BinaryOp::Le, small, limit) if is_length(kernel, limit, *length) => {
                Point::new(kernel, sample, [(0, 0); 3]).int(small)
            }
            _ => None,
        });
        let least = least.max().unwrap_or(0).max(0);
        sample.scalars.get_mut(length.0 as usize).into_iter().for_each(|own| *own = least);
    }
}

/// Whether an expression is the scalar that is the length of an array.
fn is_length(kernel: &Kernel, e: &Expr, length: ScalarId) -> bool {
    match &e.kind {
        ExprKind::Scalar(id) => *id == length,
        ExprKind::Length(ir::Heap::Array(id), dimension) => {
            let dims = kernel.arrays.get(id.0 as usize).and_then(|array| array.dims.get(*dimension));
            dims.is_some_and(|e| matches!(e.kind, ExprKind::Scalar(id) if id == length))
        }
        _ => false,
    }
}
