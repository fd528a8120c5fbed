//! What launches make possible at a place of the code.
//!
//! In: the conditions under which control comes to the place, and a sample of launches. Out: what each of them makes
//! possible there.
//!
//! Whole launches are tried. Each place is compared with and without the conditions:
//!
//! ```text
//! does any thread come here?          do many threads come here?        several of each dimension, in one launch?
//! several of a group, several groups? may each scalar be greater than 1?
//! ```
//!
//! What is possible without the conditions must be possible with all of them ([`crate::trivial`]).

use crate::point::{Point, Thread};
use crate::sample::{conjuncts, lengths, next, place, Sample};
use crate::samples::{is_of_thread, scalars_of, Samples};
use ir::{BinaryOp, Expr, ExprKind, Kernel, ScalarId, VarId};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// How many threads of a launch are tried.
const TRIED: usize = 28;
/// How many threads are many.
const MANY: usize = 8;
/// How many threads of a group, and how many groups, are several.
const SEVERAL: usize = 3;
/// How many steps may look for the iterations that a place needs.
const STEPS: usize = 24;
/// What is possible, as bits: [`REACHED`], and the bits behind it.
pub type Possible = u64;
/// Some thread comes to the place.
pub const REACHED: Possible = 1;
/// Many threads come there.
const MANY_COME: Possible = 1 << 1;
/// Threads with several numbers come there, in this dimension, and in the others behind it.
const THREADS: u32 = 2;
/// Several threads of a group.
const IN_GROUP: u32 = 5;
/// Several groups.
const GROUPS: u32 = 8;
/// All of this in one launch.
const TOGETHER: Possible = 1 << 11;
/// This scalar is greater than 1, and the others behind it.
const SCALARS: u32 = 12;

/// A place of the code.
pub struct Place<'k> {
    kernel: &'k Kernel,
    /// Conditions on the launch alone.
    of_launch: Vec<Expr>,
    /// Conditions on the thread, without iterations.
    of_thread: Vec<Expr>,
    /// Conditions on iterations, each with the variables that it mentions.
    of_iteration: Vec<(Expr, BTreeSet<VarId>)>,
    /// The iterations, the outermost one first.
    vars: Vec<VarId>,
    /// The scalars that decide whether control comes there.
    scalars: BTreeSet<ScalarId>,
    /// Whether threads or sizes decide that.
    by_launch: bool,
    /// What each sample makes possible.
    seen: Vec<OnceCell<Possible>>,
}

impl<'k> Place<'k> {
    /// The place to which control comes under these conditions.
    pub fn new(kernel: &'k Kernel, guards: &[Expr], lengths: &BTreeSet<ScalarId>, samples: usize) -> Self {
        let mut parts = Vec::new();
        guards.iter().for_each(|guard| conjuncts(guard, &mut parts));
        let mut out = Self {
            kernel,
            of_launch: Vec::new(),
            of_thread: Vec::new(),
            of_iteration: Vec::new(),
            vars: Vec::new(),
            scalars: parts.iter().flat_map(|e| scalars_of(e, lengths)).collect(),
            by_launch: parts.iter().any(|e| mentions_launch(e)),
            seen: (0..samples).map(|_| OnceCell::new()).collect(),
        };
        for e in parts {
            let mut vars = BTreeSet::new();
            e.each(&mut |part| {
                if let ExprKind::Var(v) = part.kind {
                    let _ = vars.insert(v);
                    if !out.vars.contains(&v) {
                        out.vars.push(v);
                    }
                }
            });
            match (vars.is_empty(), is_of_thread(e)) {
                (true, false) => out.of_launch.push(e.clone()),
                (true, true) => out.of_thread.push(e.clone()),
                (false, _) => out.of_iteration.push((e.clone(), vars)),
            }
        }
        out
    }

    /// The scalars that decide whether control comes here.
    pub fn scalars(&self) -> impl Iterator<Item = &ScalarId> {
        self.scalars.iter()
    }

    /// Whether threads or sizes decide that.
    pub fn by_launch(&self) -> bool {
        self.by_launch
    }

    /// What a sample makes possible.
    pub fn possible(
        &self,
        n: usize,
        (sample, threads): (&Sample, &[Thread]),
        lengths: &BTreeSet<ScalarId>,
    ) -> Possible {
        let compute = || self.computed(sample, threads, lengths);
        self.seen.get(n).map_or(0, |known| *known.get_or_init(compute))
    }

    /// Whether one of these threads comes here.
    pub fn is_reached(&self, sample: &Sample, threads: &[Thread]) -> bool {
        let any = Point::new(self.kernel, sample, [(0, 0); 3]);
        self.of_launch.iter().all(|e| any.truth(e) == Some(true)) && threads.iter().any(|one| self.comes(sample, *one))
    }

    fn computed(&self, sample: &Sample, threads: &[Thread], lengths: &BTreeSet<ScalarId>) -> Possible {
        let any = Point::new(self.kernel, sample, [(0, 0); 3]);
        if !self.of_launch.iter().all(|e| any.truth(e) == Some(true)) {
            return 0;
        }
        let come: Vec<Thread> = threads.iter().copied().filter(|thread| self.comes(sample, *thread)).collect();
        if come.is_empty() {
            return 0;
        }
        let mut out = REACHED;
        let mut together = come.len() >= MANY;
        if together {
            out |= MANY_COME;
        }
        for axis in self.kernel.dims().axes() {
            let (at, gsize) = (place(*axis), sample.size(*axis).0);
            let own = || come.iter().filter_map(|thread| thread.get(at));
            let count = |of: &dyn Fn(&(i128, i128)) -> i128| own().map(of).collect::<BTreeSet<i128>>().len();
            let shift = u32::try_from(at).unwrap_or(0);
            let numbers = count(&|(lid, gid)| gid * gsize + lid);
            out |= u64::from(numbers > 1) << (THREADS + shift);
            out |= u64::from(count(&|(lid, _)| *lid) >= SEVERAL) << (IN_GROUP + shift);
            out |= u64::from(count(&|(_, gid)| *gid) >= SEVERAL) << (GROUPS + shift);
            together &= numbers > 1;
        }
        if together {
            out |= TOGETHER;
        }
        for n in scalars(self.kernel, lengths) {
            out |= u64::from(sample.scalar(ScalarId(n)).is_some_and(|value| value > 1)) << (SCALARS + n);
        }
        out
    }

    /// Whether no launch comes to the place: a condition is false that mentions nothing but scalars that a person has
    /// fixed. All samples have the fixed values.
    pub fn is_dead(&self, fixed: &BTreeSet<ScalarId>, sample: Option<&Sample>) -> bool {
        let is_fixed = |part: &Expr| match &part.kind {
            ExprKind::Scalar(id) => fixed.contains(id),
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
            _ => false,
        };
        let is_false = |e: &Expr, sample: &Sample| {
            !e.any(&|part| !is_fixed(part)) && Point::new(self.kernel, sample, [(0, 0); 3]).truth(e) == Some(false)
        };
        sample.is_some_and(|sample| self.of_launch.iter().any(|e| is_false(e, sample)))
    }

    /// Whether a thread comes to the place in some iteration.
    fn comes(&self, sample: &Sample, thread: Thread) -> bool {
        let mut point = Point::new(self.kernel, sample, thread);
        self.of_thread.iter().all(|e| point.truth(e) == Some(true)) && self.iterates(&mut point, 0, &mut STEPS.clone())
    }

    /// Whether there are values for the iterations from this one on.
    fn iterates(&self, point: &mut Point<'_>, from: usize, steps: &mut usize) -> bool {
        let Some(v) = self.vars.get(from).copied() else { return true };
        let known: BTreeSet<VarId> = self.vars.iter().take(from + 1).copied().collect();
        let about = || self.of_iteration.iter().filter(|(_, vars)| vars.contains(&v) && vars.is_subset(&known));
        let mut values: Vec<i128> = Vec::new();
        for (e, _) in about() {
            let ExprKind::Binary(op, a, b) = &e.kind else { continue };
            if *op == BinaryOp::Or {
                continue;
            }
            for (is, other) in [(a, b), (b, a)] {
                let itself = matches!(is.kind, ExprKind::Var(x) if x == v);
                let fixed = !other.any(&|part| matches!(part.kind, ExprKind::Var(x) if x == v));
                if let Some(n) = point.int(other).filter(|_| itself && fixed) {
                    values.extend([n, n - 1, n + 1]);
                }
            }
        }
        values.extend([0, 1, 2, 5]);
        let mut tried = BTreeSet::new();
        for value in values {
            if *steps == 0 {
                break;
            }
            if !tried.insert(value) {
                continue;
            }
            *steps -= 1;
            let _ = point.vars.insert(v, value);
            if about().all(|(e, _)| point.truth(e) == Some(true)) && self.iterates(point, from + 1, steps) {
                return true;
            }
        }
        let _ = point.vars.remove(&v);
        false
    }
}

/// Some threads of a launch: in each dimension, those at the borders, while others have some number.
pub fn threads(kernel: &Kernel, sample: &Sample) -> Vec<Thread> {
    let mut seed = sample.seed;
    let mut out: Vec<Thread> = vec![[(0, 0); 3]];
    let axes = kernel.dims().axes();
    for axis in axes {
        let (gsize, ngroups) = sample.size(*axis);
        for (lid, gid) in
            [(0, 0), (1, 0), (2, 1), (gsize - 1, ngroups - 1), (gsize / 2, ngroups / 2), (3, 2), (5, 0), (0, 1)]
        {
            let mut thread = some_thread(&mut seed, kernel, sample);
            thread.get_mut(place(*axis)).into_iter().for_each(|own| *own = (lid.min(gsize - 1), gid.min(ngroups - 1)));
            out.push(thread);
        }
    }
    while out.len() < TRIED {
        out.push(some_thread(&mut seed, kernel, sample));
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn some_thread(seed: &mut u64, kernel: &Kernel, sample: &Sample) -> Thread {
    let mut out = [(0, 0); 3];
    for axis in kernel.dims().axes() {
        let (gsize, ngroups) = sample.size(*axis);
        // Most places are reached by the first threads.
        let few = next(seed).is_multiple_of(2);
        let mut below = |n: i128| i128::from(next(seed)) % if few { n.min(4) } else { n };
        let own = (below(gsize), below(ngroups));
        out.get_mut(place(*axis)).into_iter().for_each(|place| *place = own);
    }
    out
}

/// All that may be possible.
pub fn everything(kernel: &Kernel, lengths: &BTreeSet<ScalarId>) -> Possible {
    let mut out = REACHED | MANY_COME | TOGETHER;
    for axis in kernel.dims().axes() {
        for bit in [THREADS, IN_GROUP, GROUPS] {
            out |= 1 << (bit + u32::try_from(place(*axis)).unwrap_or(0));
        }
    }
    for n in scalars(kernel, lengths) {
        out |= 1 << (SCALARS + n);
    }
    out
}

/// The scalars that are tried to be large.
fn scalars(kernel: &Kernel, lengths: &BTreeSet<ScalarId>) -> Vec<u32> {
    let is_number = |n: &u32| {
        let scalar = kernel.scalars.get(*n as usize);
        scalar.is_some_and(|scalar| scalar.ty.is_int()) && !lengths.contains(&ScalarId(*n))
    };
    (0u32..50).take(kernel.scalars.len()).filter(is_number).collect()
}

/// Whether further conditions leave what samples make possible at a place, to which control comes under `guards`. Of a
/// place to which no sample is known to come, nothing is known.
pub fn leave_possible(kernel: &Kernel, samples: &Samples<'_>, guards: &[Expr], further: &[Expr]) -> bool {
    let lengths = lengths(kernel);
    let possible = |guards: &[Expr]| -> Possible {
        let place = Place::new(kernel, guards, &lengths, samples.all.len());
        samples.all.iter().fold(0, |out, sample| out | place.computed(sample, &threads(kernel, sample), &lengths))
    };
    let both: Vec<Expr> = guards.iter().chain(further).cloned().collect();
    let before = possible(guards);
    before != 0 && before & !possible(&both) == 0
}

/// Whether further conditions leave an outcome possible, to which control comes under `guards`, if any sample is known
/// to come there.
pub fn leave_outcome(kernel: &Kernel, samples: &Samples<'_>, guards: &[Expr], further: &[Expr]) -> bool {
    let lengths = lengths(kernel);
    let is_possible = |guards: &[Expr]| {
        let place = Place::new(kernel, guards, &lengths, samples.all.len());
        samples.all.iter().any(|sample| place.computed(sample, &threads(kernel, sample), &lengths) != 0)
    };
    let both: Vec<Expr> = guards.iter().chain(further).cloned().collect();
    is_possible(&both) || !is_possible(guards)
}

/// Whether a number of a thread or a group, or a size of the launch, is in an expression.
pub fn mentions_launch(e: &Expr) -> bool {
    e.any(&|part| matches!(part.kind, ExprKind::Launch(..)))
}
