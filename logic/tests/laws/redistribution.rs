//! Redistribution is sound: if every obligation of a contract holds at some sizes, then at these sizes no more of any
//! location is handed out than is available, counted thread by thread.
//!
//! These tests do not check that the obligations can be proved; they check that the obligations imply enough.

use crate::axes;
use crate::kernels::{clause, mul, supply, Clause, Given, Point, Share, C, E, E::Lit};
use crate::plane;
use crate::random::Random;
use crate::valid::{axioms, counterexample, is_axiom, Small};
use ir::Dims;
use logic::obligation::{Task, Why};
use std::collections::BTreeSet;

/// A random contract.
#[derive(Debug)]
struct Case {
    dims: Dims,
    /// Whether launches may have several groups.
    groups: bool,
    kernel: Vec<Clause>,
    group: Vec<Clause>,
    thread: Vec<Clause>,
    barrier: Option<Vec<Clause>>,
    /// Conditions that the thread requires.
    facts: Vec<C>,
    /// The condition of the branch in which the barrier stands.
    branch: Option<C>,
}

impl Case {
    fn random(r: &mut Random) -> Self {
        let groups = r.one_in(2);
        let whos: &[E] = if groups { &[E::Tid(0), E::Tid(0), E::Lid(0), E::Gid(0)] } else { &[E::Tid(0)] };
        let style = r.below(4);
        let clauses = |r: &mut Random, array, most| {
            let count = 1 + r.below(most);
            let mut list: Vec<Clause> = (0..count).map(|_| clause(r, array, whos)).collect();
            for c in &mut list {
                // In most styles, the amounts are so small that they often add up to at most 1.
                c.share = match (style, r.below(3)) {
                    (0, 0) => Share::Read,
                    (0 | 1, _) => Share::Of(1, mul(Lit(2 * count as i64), E::Gsize(0))),
                    (2, _) => Share::Of(1, Lit(2 * count as i64)),
                    (_, _) => c.share.clone(),
                };
            }
            list
        };
        let mut case = Self {
            dims: Dims::One,
            groups,
            kernel: vec![],
            group: vec![],
            thread: clauses(r, "a", 3),
            barrier: None,
            facts: vec![],
            branch: None,
        };
        if r.one_in(3) {
            case.kernel = (0..1 + r.below(2)).map(|_| supply(r, "a", false)).collect();
        }
        if groups && r.one_in(3) {
            case.group = (0..1 + r.below(2)).map(|_| supply(r, "a", true)).collect();
        }
        if groups && r.one_in(4) {
            case.thread.extend(clauses(r, "s", 2));
        }
        if r.one_in(2) {
            // Often the threads hold the whole array, so that the barrier can be right.
            if r.one_in(2) {
                case.thread = vec![Clause {
                    array: "a",
                    ranges: vec![],
                    guard: vec![],
                    index: vec![E::Tid(0)],
                    share: Share::Write,
                }];
            }
            let array = if groups && r.one_in(4) { "s" } else { "a" };
            case.barrier = Some(clauses(r, array, 3));
        }
        if r.one_in(3) {
            let me = r.pick(whos).clone();
            case.facts.push(match r.below(4) {
                0 => C::Lt(me, E::N),
                1 => C::Lt(E::Gsize(0), Lit(3)),
                2 => C::Eq(E::N, E::Gsize(0)),
                _ => C::Lt(me, Lit(2)),
            });
        }
        if r.one_in(4) {
            let me = r.pick(whos).clone();
            case.branch = Some(
                [C::Eq(E::N, Lit(2)), C::Lt(Lit(1), E::Gsize(0)), C::Lt(me.clone(), E::N), C::Eq(me, Lit(0))]
                    [r.below(4)]
                .clone(),
            );
        }
        case.groups = case.names_groups();
        case
    }

    /// A random contract of several dimensions.
    fn plane(r: &mut Random, dims: Dims) -> Self {
        let groups = r.one_in(2);
        let clauses = |r: &mut Random, most| -> Vec<Clause> {
            (0..1 + r.below(most)).map(|_| plane::clause(r, dims, groups)).collect()
        };
        let mut case = Self {
            dims,
            groups,
            kernel: vec![],
            group: vec![],
            thread: clauses(r, 2),
            barrier: None,
            facts: vec![],
            branch: None,
        };
        if r.one_in(2) {
            let own = |d| if groups { E::Lid(d) } else { E::Tid(d) };
            if r.one_in(2) {
                let index = vec![E::Tid(1), E::Tid(0)];
                case.thread = vec![Clause { array: "m", ranges: vec![], guard: vec![], index, share: Share::Write }];
            }
            case.barrier = Some(clauses(r, 2));
            if r.one_in(3) {
                case.branch = Some([C::Lt(own(1), E::N), C::Lt(Lit(1), E::Gsize(1))][r.below(2)].clone());
            }
        }
        if r.one_in(4) {
            case.kernel = vec![plane::supply(r, false)];
        }
        if groups && r.one_in(4) {
            case.group = vec![plane::supply(r, true)];
        }
        if r.one_in(4) {
            case.facts.push(
                [C::Lt(E::Tid(1), E::N), C::Lt(E::Gsize(0), Lit(3)), C::Eq(E::Gsize(0), E::Gsize(1))][r.below(3)]
                    .clone(),
            );
        }
        case.groups = case.names_groups();
        case
    }

    /// Whether the contracts or the code of the kernel mention groups. Declarations of scalars do not count.
    fn names_groups(&self) -> bool {
        let text = self.text();
        let clauses = text.split_once("requires").map_or("", |(_, clauses)| clauses);
        ["gid", "lid", "ngroups", "tcount"].iter().any(|w| clauses.contains(w))
    }

    /// The kernel as text.
    fn text(&self) -> String {
        let lines = |word: &str, list: &[Clause]| -> String {
            list.iter().map(|c| format!("  {word} {};\n", c.show())).collect()
        };
        let barrier = self
            .barrier
            .as_ref()
            .map_or(String::new(), |b| format!("    barrier(both) {{\n{}    }}\n", lines("    ensures", b)));
        let barrier = match &self.branch {
            Some(c) => format!("    if ({}) {{\n{barrier}    }}\n", c.show()),
            None => barrier,
        };
        let facts: String = self.facts.iter().map(|c| format!("  requires {};\n", c.show())).collect();
        let main = facts + &lines("requires", &self.thread);
        let levels = lines("kernel requires", &self.kernel) + &lines("group requires", &self.group);
        format!(
            "kernel K {{\n  global int n;\n{}  global int[1000] a;\n  global int[1000][1000] m;\n  local int[1000] \
            s;\n  kernel requires n >= 1;\n{levels}{main}  void main() {{\n{barrier}  }}\n}}\n",
            axes::declarations()
        )
    }

    /// Small launches in which the conditions that threads require hold.
    fn launches(&self) -> Vec<Point> {
        let mut out = if self.dims == Dims::One { self.lines() } else { plane::launches(self.dims, self.groups) };
        // The conditions must hold for every thread.
        out.retain(|p| p.threads().iter().all(|p| self.facts.iter().all(|c| c.at(p))));
        out
    }

    fn lines(&self) -> Vec<Point> {
        let most_groups = if self.groups { 3 } else { 1 };
        let mut out = Vec::new();
        for ngroups in 1..=most_groups {
            for gsize in 1..=[4, 4, 2][ngroups as usize - 1] {
                out.extend((1..=2).map(|n| Point::line(gsize, ngroups, n)));
            }
        }
        out
    }

    /// Adds what the clauses give to all threads of a group.
    fn of_group(clauses: &[Clause], array: &str, p: &Point, into: &mut Given) {
        p.group().iter().for_each(|p| into.put(clauses, array, p));
    }

    /// Checks by counting that everything that the contract hands out is available. The error says what is not.
    fn counted(&self, p: &Point) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{what} at {p:?}"));
        for p in p.groups() {
            // If threads of a group decide differently about the barrier, the kernel is wrong for another reason, and
            // must be refused, too.
            let reached: Vec<bool> = p.group().iter().map(|p| self.branch.as_ref().is_none_or(|c| c.at(p))).collect();
            if self.barrier.is_some() && reached.iter().any(|r| *r != reached[0]) {
                return wrong("a barrier that not all threads reach");
            }
            let (mut local, mut behind) = (Given::default(), Given::default());
            Self::of_group(&self.thread, "s", &p, &mut local);
            if let Some(after) = self.barrier.as_ref().filter(|_| reached[0]) {
                Self::of_group(after, "s", &p, &mut behind);
            }
            if !local.fits_whole() || !behind.fits_whole() {
                return wrong("local memory");
            }
        }
        for array in ["a", "m"] {
            self.counted_in(array, p)?;
        }
        Ok(())
    }

    /// The part of [`Case::counted`] that is about one global array.
    fn counted_in(&self, array: &str, p: &Point) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{what} of `{array}` at {p:?}"));
        let (mut all, mut kernel) = (Given::default(), Given::default());
        kernel.put(&self.kernel, array, p);
        for p in p.groups() {
            let (mut threads, mut group) = (Given::default(), Given::default());
            Self::of_group(&self.thread, array, &p, &mut threads);
            group.put(&self.group, array, &p);
            if !self.group.is_empty() && !threads.fits(&group) {
                return wrong("threads of the group");
            }
            if self.group.is_empty() {
                Self::of_group(&self.thread, array, &p, &mut all);
            } else {
                all.put(&self.group, array, &p);
            }
            let reached = self.branch.as_ref().is_none_or(|c| c.at(&p));
            if let Some(after) = self.barrier.as_ref().filter(|_| reached) {
                let mut global = Given::default();
                Self::of_group(after, array, &p, &mut global);
                let there = if self.group.is_empty() { &threads } else { &group };
                if !global.fits(there) {
                    return wrong("global memory behind the barrier");
                }
            }
        }
        let fits = if self.kernel.is_empty() { all.fits_whole() } else { all.fits(&kernel) && kernel.fits_whole() };
        if fits {
            Ok(())
        } else {
            wrong("the launch")
        }
    }

    /// The indices that the clauses name in these launches, and some around 0.
    fn locations(&self, launches: &[Point]) -> Vec<i64> {
        let mut out: BTreeSet<i64> = (-1..3).collect();
        let clauses = || self.thread.iter().chain(&self.kernel).chain(&self.group).chain(self.barrier.iter().flatten());
        for p in launches.iter().flat_map(Point::threads) {
            out.extend(clauses().flat_map(|c| c.members(&p)).flat_map(|(x, _)| x));
        }
        out.into_iter().collect()
    }
}

fn task(source: &str, dims: Dims) -> Task {
    logic::tasks(&axes::program(source, dims)).pop().expect("one kernel")
}

/// Whether all obligations hold at a launch. Obligations about bounds of arrays are left out, since they are not about
/// amounts.
fn accepted(task: &Task, small: &Small) -> bool {
    let mut relevant: Vec<_> = task.obligations.iter().filter(|o| o.code.why != Why::OutOfBounds).collect();
    // Cheap ones first: most contracts that are wrong are refused by them.
    relevant.sort_by_key(|o| o.hyps.iter().any(|h| is_axiom(&h.term)));
    relevant.into_iter().all(|o| counterexample(o, small).is_none())
}

/// How many contracts had each outcome, counted once for each launch.
#[derive(Default, Debug)]
struct Tally {
    /// Right, and all obligations hold.
    accepted: usize,
    /// Wrong, and some obligation does not hold.
    wrong: usize,
    /// Right, but some obligation does not hold.
    cautious: usize,
}

/// Compares the obligations of random contracts with counting, at every small launch.
fn run(seeds: std::ops::Range<u64>, random: impl Fn(&mut Random) -> Case) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let case = random(&mut Random::new(seed));
        let task = task(&case.text(), case.dims);
        for p in case.launches() {
            let counted = case.counted(&p);
            let small = Small { launches: vec![p], axioms: axioms(&task), locations: case.locations(&[p]) };
            match (counted, accepted(&task, &small)) {
                (Ok(()), true) => tally.accepted += 1,
                (Ok(()), false) => tally.cautious += 1,
                (Err(_), false) => tally.wrong += 1,
                (Err(why), true) => {
                    panic!("seed {seed}: all obligations hold, but there is too little: {why}\n{}", case.text())
                }
            }
        }
    }
    tally
}

#[test]
fn what_is_handed_out_is_there() {
    let tally = run(1..200, Case::random);
    // The test covers both outcomes: many contracts are accepted, many are refused, and most refusals are right.
    assert!(tally.accepted > 300 && tally.wrong > 300 && tally.cautious < tally.accepted, "{tally:?}");
}

#[test]
fn what_is_handed_out_in_several_dimensions_is_there() {
    let tally = run(1..60, |r| Case::plane(r, Dims::Two));
    assert!(tally.accepted > 100 && tally.wrong > 50 && tally.cautious < tally.accepted, "{tally:?}");
    let tally = run(1..30, |r| Case::plane(r, Dims::Three));
    assert!(tally.accepted > 30 && tally.wrong > 20 && tally.cautious < tally.accepted, "{tally:?}");
}
