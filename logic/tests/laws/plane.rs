//! Random clauses over launches of two and three dimensions, and the launches in which they are tried.

use crate::kernels::{add, index, mul, size_of, Clause, Point, Share, C, E, E::Bound, E::Lit};
use crate::random::Random;
use ir::Dims;

/// The number of dimensions.
pub fn count(dims: Dims) -> usize {
    dims.axes().len()
}

/// Small launches of these dimensions, each given by its first thread. If `groups`, some have several groups.
pub fn launches(dims: Dims, groups: bool) -> Vec<Point> {
    let sizes: &[[i64; 3]] = match dims {
        Dims::One => &[[1, 1, 1], [2, 1, 1], [3, 1, 1], [4, 1, 1]],
        Dims::Two => &[[1, 1, 1], [2, 1, 1], [1, 2, 1], [2, 2, 1], [3, 2, 1]],
        Dims::Three => &[[1, 1, 1], [2, 1, 2], [1, 2, 2], [2, 2, 2]],
    };
    let one = [1, 1, 1];
    let mut out: Vec<Point> = sizes.iter().map(|s| Point::new(*s, one, 2)).collect();
    if groups {
        out.extend([
            Point::new(one, [2, 1, 1], 1),
            Point::new([2, 1, 1], [1, 2, 1], 1),
            Point::new([1, 2, 1], [2, 1, 1], 2),
            Point::new([2, 1, 1], [2, 2, 1], 1),
        ]);
    }
    if groups && dims == Dims::Three {
        out.extend([Point::new([1, 1, 2], [1, 2, 1], 1), Point::new([1, 2, 1], [1, 1, 2], 2)]);
    }
    out.retain(|p| (count(dims)..3).all(|d| p.tcount(d) == 1));
    out
}

/// A position of the generic thread or group in one dimension.
fn position(r: &mut Random, d: usize, groups: bool) -> E {
    match r.below(if groups { 5 } else { 1 }) {
        3 => E::Lid(d),
        4 => E::Gid(d),
        _ => E::Tid(d),
    }
}

/// A random row-major index `q * width + p`.
fn row_major(r: &mut Random, q: E, p: &E) -> E {
    let width = [size_of(p), size_of(p), size_of(p), Lit(3), E::N][r.below(5)].clone();
    add(mul(q, width), p.clone())
}

/// A random clause of a thread about `a`, which has one dimension, or `m`, which has two.
pub fn clause(r: &mut Random, dims: Dims, groups: bool) -> Clause {
    let n = count(dims);
    let (d, e) = (r.below(n), r.below(n));
    let (p, q) = (position(r, d, groups), position(r, e, groups));
    let bound = r.below(3) / 2;
    let mut ranges: Vec<(i64, E)> = (0..bound).map(|_| (0, [Lit(2), E::N, size_of(&p)][r.below(3)].clone())).collect();
    let (array, at) = match r.below(8) {
        0 => ("a", vec![index(r, &p, bound)]),
        1 | 2 => ("a", vec![row_major(r, q.clone(), &p)]),
        3 => {
            let inner = row_major(r, q.clone(), &p);
            let (o, width) = (position(r, n - 1, groups), mul(size_of(&q), size_of(&p)));
            ("a", vec![add(mul(o, width), inner)])
        }
        4 => ("m", vec![index(r, &q, 0), index(r, &p, bound)]),
        5 if bound == 1 => ("m", vec![q.clone(), add(mul(Lit(2), p.clone()), Bound(0))]),
        6 if n == 3 => ("m", vec![position(r, 2, groups), row_major(r, q.clone(), &p)]),
        _ => ("m", vec![q.clone(), p.clone()]),
    };
    if !at.iter().any(|e| e.show().contains('j')) {
        ranges.clear();
    }
    let mut guard = Vec::new();
    if r.one_in(3) {
        let o = position(r, n - 1, groups);
        let me = r.pick(&[p.clone(), q.clone(), o]).clone();
        guard.push(
            [C::Eq(me.clone(), Lit(0)), C::Eq(me.clone(), Lit(1)), C::Lt(me.clone(), Lit(1)), C::Lt(me, E::N)]
                [r.below(4)]
            .clone(),
        );
    }
    let all = (0..n).fold(Lit(1), |all, d| mul(all, E::Gsize(d)));
    let share = match r.below(8) {
        0..=2 => Share::Write,
        3 => Share::Read,
        4 => Share::Of(1, Lit(2)),
        5 => Share::Of(1, size_of(&q)),
        6 => Share::Of(1, all),
        _ => Share::Of(1, E::Gsize(d)),
    };
    Clause { array, ranges, guard, index: at, share }
}

/// A random clause of the kernel, or of a group.
pub fn supply(r: &mut Random, of_group: bool) -> Clause {
    let share = if r.one_in(3) { Share::Read } else { Share::Write };
    if r.one_in(3) && !of_group {
        let ranges = vec![(0, mul(E::Tcount(0), E::Tcount(1)))];
        return Clause { array: "a", ranges, guard: vec![], index: vec![Bound(0)], share };
    }
    let (rows, columns) = if of_group { (E::Gsize(1), E::Gsize(0)) } else { (E::Tcount(1), E::Tcount(0)) };
    let base = |d: usize, b: E| if of_group { add(mul(E::Gid(d), E::Gsize(d)), b) } else { b };
    let index = vec![base(1, Bound(0)), base(0, Bound(1))];
    Clause { array: "m", ranges: vec![(0, rows), (0, columns)], guard: vec![], index, share }
}
