//! Samples of launches: whether conditions leave more than trivial launches.
//!
//! In: conditions of a launch, and the conditions under which an access happens. Out: whether some launch of many
//! threads with small sizes satisfies all of them in some thread. A condition that no such launch satisfies would
//! hide what goes wrong in all others.

use crate::key::Key;
use ir::{Axis, BinaryOp, Bits, Expr, ExprKind, Intrinsic, Kernel, LaunchVar, ScalarId, Type, UnaryOp, VarId};
use std::collections::BTreeMap;

/// How many launches are tried.
const TRIED: u64 = 1500;
/// How many threads a launch has that is not trivial.
const THREADS: i128 = 64;
/// The values that sizes of a launch have.
const SIZES: [i128; 7] = [1, 2, 3, 4, 8, 16, 32];
/// The values of scalars in samples. A scalar may also have one of `SIZES`.
const SCALARS: [i128; 13] = [0, 1, 2, 3, 5, 8, 16, 33, 64, 100, 1000, -1, -7];

/// A launch and a thread.
struct Sample {
    launch: BTreeMap<(LaunchVar, Axis), i128>,
    scalars: BTreeMap<ScalarId, i128>,
    seed: u64,
}

/// A number that looks random: the next one of a linear congruence.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn one_of<T: Copy>(seed: &mut u64, values: &[T], otherwise: T) -> T {
    let at = usize::try_from(next(seed) % values.len().max(1) as u64).unwrap_or(0);
    values.get(at).copied().unwrap_or(otherwise)
}

impl Sample {
    fn new(kernel: &Kernel, number: u64) -> Self {
        let mut seed = number.wrapping_mul(977).wrapping_add(1);
        let (mut launch, mut scalars) = (BTreeMap::new(), BTreeMap::new());
        for axis in kernel.dims().axes() {
            let (gsize, ngroups) = (one_of(&mut seed, &SIZES, 1), one_of(&mut seed, &SIZES, 1));
            // Many kernels do something in the first thread alone.
            let below = |seed: &mut u64, n: i128| match next(seed).is_multiple_of(2) {
                true => 0,
                false => i128::from(next(seed)) % n,
            };
            let (lid, gid) = (below(&mut seed, gsize), below(&mut seed, ngroups));
            for (var, value) in [
                (LaunchVar::Gsize, gsize),
                (LaunchVar::Ngroups, ngroups),
                (LaunchVar::Lid, lid),
                (LaunchVar::Gid, gid),
                (LaunchVar::Tid, gid * gsize + lid),
                (LaunchVar::Tcount, gsize * ngroups),
            ] {
                let _ = launch.insert((var, *axis), value);
            }
        }
        for (n, scalar) in (0u32..).zip(&kernel.scalars) {
            // Arrays are as long as they have to be.
            let value = match scalar.name.name.ends_with(".length") {
                true => 1 << 40,
                false if next(&mut seed).is_multiple_of(2) => one_of(&mut seed, &SIZES, 1),
                false => one_of(&mut seed, &SCALARS, 1),
            };
            let _ = scalars.insert(ScalarId(n), value);
        }
        Self { launch, scalars, seed }
    }

    fn of(&self, var: LaunchVar, axis: Axis) -> i128 {
        let otherwise = i128::from(matches!(var, LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount));
        self.launch.get(&(var, axis)).copied().unwrap_or(otherwise)
    }

    /// A variable of an iteration has some small value, which is the same wherever the variable stands.
    fn variable(&self, v: VarId) -> i128 {
        let mut seed = self.seed ^ u64::from(v.0);
        one_of(&mut seed, &SCALARS, 0)
    }

    fn truth(&self, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::Bool(b) => Some(*b),
            ExprKind::Unary(UnaryOp::Not, a) => Some(!self.truth(a)?),
            ExprKind::Binary(BinaryOp::And, a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                (None, _) | (_, None) => None,
            },
            ExprKind::Binary(BinaryOp::Or, a, b) => match (self.truth(a), self.truth(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                (None, _) | (_, None) => None,
            },
            ExprKind::Binary(BinaryOp::Implies, a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                (None, _) | (_, None) => None,
            },
            ExprKind::Binary(op, a, b) if a.ty != Type::Bool => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                match op {
                    BinaryOp::Eq => Some(a == b),
                    BinaryOp::Ne => Some(a != b),
                    BinaryOp::Lt => Some(a < b),
                    BinaryOp::Le => Some(a <= b),
                    BinaryOp::Gt => Some(a > b),
                    BinaryOp::Ge => Some(a >= b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn int(&self, e: &Expr) -> Option<i128> {
        match &e.kind {
            ExprKind::Int(n) => i128::try_from(n.clone()).ok(),
            ExprKind::Var(v) => Some(self.variable(*v)),
            ExprKind::Scalar(id) => self.scalars.get(id).copied(),
            ExprKind::Launch(var, axis) => Some(self.of(*var, *axis)),
            ExprKind::Unary(UnaryOp::Neg, a) => self.int(a)?.checked_neg(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Div => a.checked_div_euclid(b),
                    BinaryOp::Mod => a.checked_rem_euclid(b),
                    _ => None,
                }
            }
            ExprKind::Cond(c, a, b) => match self.truth(c)? {
                true => self.int(a),
                false => self.int(b),
            },
            ExprKind::Intrinsic(op, args) => {
                let of = |n: usize| args.get(n).and_then(|arg| self.int(arg));
                match op {
                    Intrinsic::Checked(_) => of(0),
                    Intrinsic::Quot => of(0)?.checked_div(of(1)?),
                    Intrinsic::Rem => of(0)?.checked_rem(of(1)?),
                    Intrinsic::Wrap(width) => {
                        let values = i128::try_from(width.values()).ok()?;
                        let low = of(0)?.rem_euclid(values);
                        let greatest = i128::try_from(width.greatest()).ok()?;
                        Some(if low > greatest { low - values } else { low })
                    }
                    Intrinsic::Bits(Bits::And, _) => Some(of(0)? & of(1)?),
                    Intrinsic::Bits(Bits::Or, _) => Some(of(0)? | of(1)?),
                    Intrinsic::Bits(Bits::Xor, _) => Some(of(0)? ^ of(1)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Launches that are not trivial.
pub struct Samples(Vec<Sample>);

impl Samples {
    /// Samples of launches of a kernel.
    pub fn of(kernel: &Kernel) -> Self {
        let threads = |sample: &Sample| -> i128 {
            kernel.dims().axes().iter().map(|axis| sample.of(LaunchVar::Tcount, *axis)).product()
        };
        Self((0..TRIED).map(|n| Sample::new(kernel, n)).filter(|sample| threads(sample) >= THREADS).collect())
    }

    /// Whether some launch may satisfy all conditions in some thread.
    pub fn satisfy(&self, conditions: &[Expr]) -> bool {
        self.0.iter().any(|sample| conditions.iter().all(|e| sample.truth(e) != Some(false)))
    }
}

/// For each sample, whether it satisfies something.
type Column = Vec<bool>;

/// Whether each sample satisfies all conditions. A condition that cannot be computed counts as true.
fn column<'e>(samples: &[Sample], conditions: impl Iterator<Item = &'e Expr>) -> Column {
    let conditions: Vec<&Expr> = conditions.collect();
    samples.iter().map(|sample| conditions.iter().all(|e| sample.truth(e) != Some(false))).collect()
}

/// Whether a sample satisfies all of some columns.
fn meet<'c>(columns: impl Iterator<Item = &'c Column>) -> bool {
    let columns: Vec<&Column> = columns.collect();
    let length = columns.first().map_or(0, |column| column.len());
    (0..length).any(|n| columns.iter().all(|column| column.get(n) == Some(&true)))
}

/// The conditions in `needed`, without the conditions that leave only trivial launches. Each condition in `needed` was
/// made for one access, and stands with the conditions under which that access happens. A person has written the
/// conditions in `given`.
pub fn without_trivial(kernel: &Kernel, given: &[Expr], needed: Vec<(Expr, Vec<Expr>)>) -> Vec<Expr> {
    let Samples(samples) = Samples::of(kernel);
    // Each condition once, and each path once.
    let mut conditions: Vec<(Key, Expr, Column)> = Vec::new();
    let mut paths: BTreeMap<Vec<Key>, Column> = BTreeMap::new();
    for (e, guards) in needed {
        let key = Key::of(&e);
        if !conditions.iter().any(|(known, ..)| *known == key) {
            let column = column(&samples, std::iter::once(&e));
            conditions.push((key, e, column));
        }
        let path: Vec<Key> = guards.iter().map(Key::of).collect();
        let _ = paths.entry(path).or_insert_with(|| column(&samples, given.iter().chain(&guards)));
    }
    for path in paths.values() {
        // What no sample reaches anyway says nothing.
        if !meet(std::iter::once(path)) {
            continue;
        }
        // Conditions that exclude the path by themselves.
        conditions.retain(|(.., column)| meet([path, column].into_iter()));
        // And the last ones, until the others leave a launch.
        while !meet(std::iter::once(path).chain(conditions.iter().map(|(.., column)| column))) {
            let without = |n: usize| {
                let others = conditions.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, (.., column))| column);
                meet(std::iter::once(path).chain(others))
            };
            let wrong = (0..conditions.len()).find(|n| without(*n)).or(conditions.len().checked_sub(1));
            let Some(wrong) = wrong else { break };
            let _ = conditions.remove(wrong);
        }
    }
    conditions.into_iter().map(|(_, e, _)| e).collect()
}
