//! Samples of launches, with arguments.
//!
//! In: a kernel, what a person requires of it, and expressions whose numbers matter. Out: launches of many threads with
//! small sizes, whose arguments are small numbers and numbers around those of the expressions.

use crate::point::Point;
use crate::sample::{conjuncts, in_type, lengths, next, numbers, one_of, place, Sample, GREATEST, SCALARS, SIZES};
use ir::{BinaryOp, Expr, ExprKind, Kernel, LaunchVar, ScalarId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many launches are tried.
const TRIED: u64 = 1200;
/// The greatest number of groups that is tried.
const LARGEST: i128 = 1 << 16;
/// The greatest number of threads of a group that is tried.
const LARGEST_GROUP: i128 = 1024;

impl Sample {
    /// The sample with a number.
    pub fn new(
        kernel: &Kernel,
        number: u64,
        numbers: &Rc<[i128]>,
        lengths: &BTreeSet<ScalarId>,
        given: &[&Expr],
    ) -> Self {
        let mut seed = number.wrapping_mul(977).wrapping_add(1);
        let frequent = one_of(&mut number.wrapping_mul(7919), numbers, 1);
        let mut out = Self { sizes: [(1, 1); 3], scalars: Vec::new(), numbers: Rc::clone(numbers), frequent, seed: 0 };
        // A number of the code may be one of a thread, or tell groups by their size.
        let sizes: Vec<i128> = numbers.iter().copied().filter(|n| (1..=LARGEST).contains(n)).collect();
        let small: Vec<i128> = sizes.iter().copied().filter(|n| *n <= LARGEST_GROUP).collect();
        for axis in kernel.dims().axes() {
            let ngroups = match next(&mut seed).is_multiple_of(8) && !sizes.is_empty() {
                true => one_of(&mut seed, &sizes, 1),
                false => one_of(&mut seed, &SIZES, 1),
            };
            let gsize = match next(&mut seed).is_multiple_of(8) && !small.is_empty() {
                true => one_of(&mut seed, &small, 1),
                false => one_of(&mut seed, &SIZES, 1),
            };
            let size = (gsize, ngroups);
            out.sizes.get_mut(place(*axis)).into_iter().for_each(|own| *own = size);
        }
        for (n, scalar) in (0u32..).zip(&kernel.scalars) {
            let value = match (lengths.contains(&ScalarId(n)), next(&mut seed) % 4) {
                // Arrays are as long as they have to be.
                (true, _) => GREATEST,
                (false, 0) => one_of(&mut seed, &SCALARS, 1),
                (false, 1) if !numbers.is_empty() => one_of(&mut seed, numbers, 1),
                (false, _) => one_of(&mut seed, &SIZES, 1),
            };
            out.scalars.push(in_type(value, scalar.ty));
        }
        out.seed = seed;
        for equation in given {
            out.solve(kernel, equation);
        }
        out
    }

    /// Chooses a size or an argument so that an equation holds that a person requires.
    fn solve(&mut self, kernel: &Kernel, e: &Expr) {
        let ExprKind::Binary(BinaryOp::Eq, a, b) = &e.kind else { return };
        for (is, value) in [(a, b), (b, a)] {
            let Some(value) = Point::new(kernel, self, [(0, 0); 3]).int(value) else { continue };
            match &is.kind {
                ExprKind::Scalar(id) => {
                    self.scalars.get_mut(id.0 as usize).into_iter().for_each(|own| *own = value);
                    return;
                }
                ExprKind::Launch(var, axis) if value > 0 => {
                    let Some(own) = self.sizes.get_mut(place(*axis)) else { continue };
                    match var {
                        LaunchVar::Gsize => own.0 = value,
                        LaunchVar::Ngroups => own.1 = value,
                        LaunchVar::Tcount if value % own.0 == 0 => own.1 = value / own.0,
                        LaunchVar::Tcount => *own = (1, value),
                        LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid => continue,
                    }
                    return;
                }
                _ => {}
            }
        }
    }
}

/// Launches that are not trivial.
pub struct Samples<'k> {
    kernel: &'k Kernel,
    /// The launches, which satisfy what a person requires as far as that is known.
    pub all: Vec<Sample>,
}

impl<'k> Samples<'k> {
    /// Samples of launches of a kernel that satisfy what is `given`, with the numbers in `about`.
    pub fn of<'e>(kernel: &'k Kernel, given: &'e [Expr], about: impl Iterator<Item = &'e Expr>) -> Self {
        let mut facts = Vec::new();
        given.iter().for_each(|e| conjuncts(e, &mut facts));
        let (numbers, lengths): (Rc<[i128]>, _) = (numbers(about.chain(given)).into(), lengths(kernel));
        let allowed = |sample: &Sample| {
            let point = Point::new(kernel, sample, [(0, 0); 3]);
            facts.iter().all(|e| is_of_thread(e) || point.truth(e) != Some(false))
        };
        let mut all: Vec<Sample> =
            (0..TRIED).map(|n| Sample::new(kernel, n, &numbers, &lengths, &facts)).filter(allowed).collect();
        // A person may require that a launch is small.
        if all.iter().any(Sample::is_large) {
            all.retain(Sample::is_large);
        }
        Self { kernel, all }
    }

    /// Whether some launch may satisfy all conditions in some thread.
    pub fn satisfy(&self, conditions: &[Expr]) -> bool {
        self.all.iter().any(|sample| {
            let mut seed = sample.seed;
            let mut thread = [(0, 0); 3];
            for (own, (gsize, ngroups)) in thread.iter_mut().zip(&sample.sizes) {
                // Many kernels do something in the first thread alone.
                let mut below = |n: i128| match next(&mut seed).is_multiple_of(2) {
                    true => 0,
                    false => i128::from(next(&mut seed)) % n,
                };
                *own = (below(*gsize), below(*ngroups));
            }
            let point = Point::new(self.kernel, sample, thread);
            conditions.iter().all(|e| point.truth(e) != Some(false))
        })
    }
}

/// Whether the value of an expression depends on the thread, an iteration or data.
pub fn is_of_thread(e: &Expr) -> bool {
    e.any(&|part| {
        matches!(
            part.kind,
            ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _)
                | ExprKind::Var(_)
                | ExprKind::Read(_)
                | ExprKind::Quant(_)
        )
    })
}

/// The scalars in an expression that are no lengths.
pub fn scalars_of(e: &Expr, lengths: &BTreeSet<ScalarId>) -> BTreeSet<ScalarId> {
    let mut out = BTreeSet::new();
    e.each(&mut |part| match &part.kind {
        ExprKind::Scalar(id) if !lengths.contains(id) => {
            let _ = out.insert(*id);
        }
        _ => {}
    });
    out
}
