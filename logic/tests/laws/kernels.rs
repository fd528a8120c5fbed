//! Random contracts, which can be printed for the verifier and evaluated by the oracle.
//!
//! The oracle uses no term of the verifier: it adds up the amounts that the clauses of each thread give, location by
//! location.

use crate::random::Random;
use crate::value::{quotient, remainder, Q};
use std::collections::BTreeMap;

/// One number for each dimension; positions are 0 and sizes 1 in dimensions that a launch does not have.
pub type Tuple = [i64; 3];

/// A launch, and one thread of it.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub gsize: Tuple,
    pub ngroups: Tuple,
    /// The scalar `n`.
    pub n: i64,
    pub gid: Tuple,
    pub lid: Tuple,
    /// The values of the bound variables `j` and `k`.
    pub bound: [i64; 2],
}

impl Point {
    /// The first thread of a launch.
    pub fn new(gsize: Tuple, ngroups: Tuple, n: i64) -> Self {
        Self { gsize, ngroups, n, gid: [0; 3], lid: [0; 3], bound: [0; 2] }
    }

    /// The first thread of a launch of one dimension.
    pub fn line(gsize: i64, ngroups: i64, n: i64) -> Self {
        Self::new([gsize, 1, 1], [ngroups, 1, 1], n)
    }

    pub fn tcount(&self, d: usize) -> i64 {
        self.gsize[d] * self.ngroups[d]
    }

    /// The last thread of the last group.
    pub fn last(&self) -> Self {
        Self { gid: self.ngroups.map(|n| n - 1), lid: self.gsize.map(|n| n - 1), ..*self }
    }

    /// Each group, by one thread.
    pub fn groups(&self) -> Vec<Self> {
        tuples(self.ngroups).into_iter().map(|gid| Self { gid, ..*self }).collect()
    }

    /// The threads of the group.
    pub fn group(&self) -> Vec<Self> {
        tuples(self.gsize).into_iter().map(|lid| Self { lid, ..*self }).collect()
    }

    /// All threads.
    pub fn threads(&self) -> Vec<Self> {
        self.groups().iter().flat_map(Self::group).collect()
    }
}

/// All tuples below these sizes.
fn tuples(below: Tuple) -> Vec<Tuple> {
    let mut out = Vec::new();
    for z in 0..below[2] {
        for y in 0..below[1] {
            out.extend((0..below[0]).map(|x| [x, y, z]));
        }
    }
    out
}

/// An integer expression. The number in a launch variable is its dimension, from 0; that in `Bound` is 0 for `j` and 1
/// for `k`.
#[derive(Clone, Debug)]
pub enum E {
    Lit(i64),
    Tid(usize),
    Lid(usize),
    Gid(usize),
    Gsize(usize),
    Ngroups(usize),
    Tcount(usize),
    N,
    Bound(usize),
    Add(Box<E>, Box<E>),
    Sub(Box<E>, Box<E>),
    Mul(Box<E>, Box<E>),
    Div(Box<E>, Box<E>),
    Mod(Box<E>, Box<E>),
}
use E::{Bound, Gid, Gsize, Lid, Lit, Ngroups, Tcount, Tid, N};

pub fn add(a: E, b: E) -> E {
    E::Add(Box::new(a), Box::new(b))
}
pub fn sub(a: E, b: E) -> E {
    E::Sub(Box::new(a), Box::new(b))
}
pub fn mul(a: E, b: E) -> E {
    E::Mul(Box::new(a), Box::new(b))
}
pub fn div(a: E, b: E) -> E {
    E::Div(Box::new(a), Box::new(b))
}
pub fn modulo(a: E, b: E) -> E {
    E::Mod(Box::new(a), Box::new(b))
}

impl E {
    /// The expression as text.
    pub fn show(&self) -> String {
        let infix = |a: &E, sign: &str, b: &E| format!("({} {sign} {})", a.show(), b.show());
        match self {
            Lit(n) if *n < 0 => format!("(0 - {})", -n),
            Lit(n) => n.to_string(),
            Tid(d) => crate::axes::name("tid", *d),
            Lid(d) => crate::axes::name("lid", *d),
            Gid(d) => crate::axes::name("gid", *d),
            Gsize(d) => crate::axes::name("gsize", *d),
            Ngroups(d) => crate::axes::name("ngroups", *d),
            Tcount(d) => crate::axes::name("tcount", *d),
            N => "n".into(),
            Bound(b) => ["j", "k"][*b].into(),
            E::Add(a, b) => infix(a, "+", b),
            E::Sub(a, b) => infix(a, "-", b),
            E::Mul(a, b) => infix(a, "*", b),
            E::Div(a, b) => infix(a, "/", b),
            E::Mod(a, b) => infix(a, "%", b),
        }
    }

    /// The value for a thread and values of bound variables.
    pub fn at(&self, p: &Point) -> i64 {
        match self {
            Lit(n) => *n,
            Tid(d) => p.gid[*d] * p.gsize[*d] + p.lid[*d],
            Lid(d) => p.lid[*d],
            Gid(d) => p.gid[*d],
            Gsize(d) => p.gsize[*d],
            Ngroups(d) => p.ngroups[*d],
            Tcount(d) => p.tcount(*d),
            N => p.n,
            Bound(b) => p.bound[*b],
            E::Add(a, b) => a.at(p) + b.at(p),
            E::Sub(a, b) => a.at(p) - b.at(p),
            E::Mul(a, b) => a.at(p) * b.at(p),
            E::Div(a, b) => quotient(a.at(p), b.at(p)),
            E::Mod(a, b) => remainder(a.at(p), b.at(p)),
        }
    }
}

/// A condition.
#[derive(Clone, Debug)]
pub enum C {
    Eq(E, E),
    Lt(E, E),
}

impl C {
    pub fn show(&self) -> String {
        match self {
            C::Eq(a, b) => format!("{} == {}", a.show(), b.show()),
            C::Lt(a, b) => format!("{} < {}", a.show(), b.show()),
        }
    }
    pub fn at(&self, p: &Point) -> bool {
        match self {
            C::Eq(a, b) => a.at(p) == b.at(p),
            C::Lt(a, b) => a.at(p) < b.at(p),
        }
    }
}

/// The amount of a permission.
#[derive(Clone, Debug)]
pub enum Share {
    Write,
    Read,
    Nothing,
    /// A numerator and a denominator.
    Of(i64, E),
}

/// `(\forall* int j; 0 <= j && j < range; guard ==> Perm(a[index], share))`, with as many binders as ranges.
#[derive(Clone, Debug)]
pub struct Clause {
    pub array: &'static str,
    pub ranges: Vec<(i64, E)>,
    pub guard: Vec<C>,
    /// One for each dimension of the array.
    pub index: Vec<E>,
    pub share: Share,
}

impl Clause {
    pub fn show(&self) -> String {
        let share = match &self.share {
            Share::Write => "write".to_owned(),
            Share::Read => "read".to_owned(),
            Share::Nothing => "none".to_owned(),
            Share::Of(a, b) => format!("{a} \\ {}", b.show()),
        };
        let guard: String = self.guard.iter().map(|c| format!("{} ==> ", c.show())).collect();
        let index: String = self.index.iter().map(|e| format!("[{}]", e.show())).collect();
        let body = format!("{guard}Perm({}{index}, {share})", self.array);
        if self.ranges.is_empty() {
            return body;
        }
        let names: Vec<String> = (0..self.ranges.len()).map(|n| format!("int {}", Bound(n).show())).collect();
        let ranges: Vec<String> = (self.ranges.iter().enumerate())
            .map(|(n, (lo, hi))| format!("{lo} <= {0} && {0} < {1}", Bound(n).show(), hi.show()))
            .collect();
        format!("(\\forall* {}; {}; {body})", names.join(", "), ranges.join(" && "))
    }

    /// The members of the clause, each as its location and its amount, which is `None` for `read`.
    pub fn members(&self, p: &Point) -> Vec<(Vec<i64>, Option<Q>)> {
        let mut points = vec![*p];
        for (n, (lo, hi)) in self.ranges.iter().enumerate() {
            let inner = |q: &Point| {
                (*lo..hi.at(q))
                    .map(|v| {
                        let mut q = *q;
                        q.bound[n] = v;
                        q
                    })
                    .collect::<Vec<_>>()
            };
            points = points.iter().flat_map(inner).collect();
        }
        points.retain(|q| self.guard.iter().all(|c| c.at(q)));
        let share = |q: &Point| match &self.share {
            Share::Write => Some(Q::ONE),
            Share::Read => None,
            Share::Nothing => Some(Q::ZERO),
            Share::Of(a, b) => Some(Q::int(*a).div(Q::int(b.at(q)))),
        };
        points.iter().map(|q| (self.index.iter().map(|e| e.at(q)).collect(), share(q))).collect()
    }
}

/// The amounts of each location: the sum of exact amounts, and the number of `read` permissions besides.
#[derive(Clone, Debug, Default)]
pub struct Given(pub BTreeMap<Vec<i64>, (Q0, usize)>);

/// A sum that starts at 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Q0(pub Q);
impl Default for Q0 {
    fn default() -> Self {
        Self(Q::ZERO)
    }
}

impl Given {
    /// Adds what these clauses of one thread give for an array.
    pub fn put(&mut self, clauses: &[Clause], array: &str, p: &Point) {
        for c in clauses.iter().filter(|c| c.array == array) {
            for (x, share) in c.members(p) {
                let slot = self.0.entry(x).or_default();
                match share {
                    Some(q) => slot.0 .0 = slot.0 .0.add(q),
                    None => slot.1 += 1,
                }
            }
        }
    }

    /// The sum of exact amounts and the number of `read` permissions at a location.
    pub fn at(&self, x: &[i64]) -> (Q, usize) {
        self.0.get(x).map_or((Q::ZERO, 0), |(q, r)| (q.0, *r))
    }

    /// Whether `supply` has enough for these amounts, if each `read` is some positive amount.
    pub fn fits(&self, supply: &Given) -> bool {
        self.0.keys().all(|x| {
            let ((demanded, readers), (available, spare)) = (self.at(x), supply.at(x));
            if readers > 0 {
                demanded < available || (demanded == available && spare > 0)
            } else {
                demanded <= available
            }
        })
    }

    /// Whether the whole permission of each location is enough for these amounts.
    pub fn fits_whole(&self) -> bool {
        self.0.keys().all(|x| {
            let (demanded, readers) = self.at(x);
            if readers > 0 {
                demanded < Q::ONE
            } else {
                demanded <= Q::ONE
            }
        })
    }
}

/// A random index over the position `who` and `bound` bound variables, of shapes that kernels use, and of others.
pub fn index(r: &mut Random, who: &E, bound: usize) -> E {
    let c = Lit(r.between(0, 3));
    let w = if r.one_in(4) { N } else { Lit(r.between(1, 3)) };
    let size = size_of(who);
    let me = || who.clone();
    let base = match r.below(14) {
        0 => c,
        1 | 2 => me(),
        3 => add(me(), c),
        4 => sub(sub(size, Lit(1)), me()),
        5 => mul(w, me()),
        6 => add(mul(w, me()), c),
        7 => modulo(add(me(), c), size),
        8 => modulo(me(), w),
        9 => div(me(), w),
        10 => div(add(me(), c), w),
        11 => mul(me(), me()),
        12 => modulo(mul(w, me()), size),
        _ => add(mul(div(me(), Lit(2)), Lit(2)), modulo(add(me(), Lit(1)), Lit(2))),
    };
    match (bound, r.below(5)) {
        (0, _) => base,
        (1, 0) => Bound(0),
        (1, 1) => add(base, Bound(0)),
        (1, 2) => add(mul(Lit(2), me()), Bound(0)),
        (1, 3) => add(mul(N, me()), Bound(0)),
        (1, _) => add(me(), mul(size_of(who), Bound(0))),
        (_, 0) => add(mul(add(mul(Lit(2), me()), Bound(0)), Lit(2)), Bound(1)),
        (_, 1) => add(mul(Lit(2), Bound(0)), Bound(1)),
        (_, 2) => add(mul(me(), Bound(0)), Bound(1)),
        (_, _) => add(base, add(mul(Lit(2), Bound(0)), Bound(1))),
    }
}

/// The size that belongs to the position `who`: `gsize` for `lid`, `ngroups` for `gid`, `tcount` for `tid`.
pub fn size_of(who: &E) -> E {
    match who {
        Lid(d) => Gsize(*d),
        Gid(d) => Ngroups(*d),
        Tid(d) => Tcount(*d),
        _ => Tcount(0),
    }
}

/// A random clause of a thread about an array, over one of the positions `whos`.
pub fn clause(r: &mut Random, array: &'static str, whos: &[E]) -> Clause {
    let who = r.pick(whos).clone();
    let bound = [0, 0, 0, 1, 1, 2][r.below(6)];
    let ranges: Vec<(i64, E)> = (0..bound)
        .map(|n| match r.below(5) {
            0 if n == 0 => (0, N),
            1 => (1, Lit(3)),
            2 if n == 1 => (0, add(Bound(0), Lit(1))),
            _ => (0, Lit(2)),
        })
        .collect();
    let ranges = if bound == 1 && r.one_in(5) { vec![(0, size_of(&who))] } else { ranges };
    let mut guard = Vec::new();
    if r.one_in(3) {
        let me = who.clone();
        guard.push(match r.below(6) {
            0 => C::Eq(me, Lit(r.between(0, 2))),
            1 => C::Lt(me, Lit(r.between(1, 3))),
            2 => C::Eq(modulo(me, Lit(2)), Lit(r.between(0, 1))),
            3 => C::Lt(Lit(0), me),
            4 => C::Lt(Lit(1), Gsize(0)),
            _ => C::Lt(me, N),
        });
    }
    let mut index = index(r, &who, bound);
    if bound == 1 && r.one_in(4) {
        // The binder is tied to the thread by the guard.
        guard.push(C::Eq(Bound(0), who.clone()));
        index = Bound(0);
    } else if bound == 1 && r.one_in(4) {
        // A window around the thread, which overlaps with those of its neighbours.
        guard.push(C::Lt(Bound(0), add(who.clone(), Lit(r.between(1, 3)))));
        guard.push(C::Lt(who.clone(), add(Bound(0), Lit(r.between(1, 3)))));
        index = Bound(0);
    }
    let share = match r.below(9) {
        0..=2 => Share::Write,
        3 => Share::Read,
        4 => Share::Of(1, Lit(2)),
        5 => Share::Of(1, Gsize(0)),
        6 => Share::Of(1, size_of(&who)),
        7 => Share::Of(1, Lit(r.between(3, 4))),
        _ => [Share::Nothing, Share::Of(1, add(who, Lit(1))), Share::Read][r.below(3)].clone(),
    };
    Clause { array, ranges, guard, index: vec![index], share }
}

/// A random clause of the kernel, or of a group (with `gid`).
pub fn supply(r: &mut Random, array: &'static str, of_group: bool) -> Clause {
    let j = || Bound(0);
    let range = match r.below(4) {
        0 => Lit(r.between(1, 12)),
        1 if of_group => mul(N, Gsize(0)),
        2 => mul(Lit(2), Tcount(0)),
        _ => {
            if of_group {
                Gsize(0)
            } else {
                Tcount(0)
            }
        }
    };
    let index = match r.below(6) {
        0 if of_group => add(Gid(0), j()),
        1 if of_group => add(mul(N, add(mul(Gid(0), Gsize(0)), Lit(0))), j()),
        2 | 3 if of_group => add(mul(Gid(0), Gsize(0)), j()),
        4 => add(mul(Lit(2), j()), Lit(r.between(0, 1))),
        5 => add(j(), Lit(r.between(0, 1))),
        _ => j(),
    };
    let share = match r.below(6) {
        0..=2 => Share::Write,
        3 => Share::Read,
        4 => Share::Of(1, Lit(2)),
        _ => Share::Of(1, Ngroups(0)),
    };
    Clause { array, ranges: vec![(0, range)], guard: vec![], index: vec![index], share }
}
