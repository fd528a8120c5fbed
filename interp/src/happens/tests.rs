//! Vector clocks beside the definition, a graph of what happens before what, and beside the phases of [`crate::race`].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};

use ir::{ArrayId, AtomicOrder, AtomicScope, Space};

use super::{Accessed, Happens};
use crate::code::AtomicInfo;
use crate::launch::Launch;
use crate::location::Location;
use crate::race::{self, Now, UNTOUCHED};
use crate::rng::Rng;

#[derive(Clone, Debug)]
enum Event {
    Plain(u32, Accessed),
    Atomic(u32, AtomicOrder, AtomicScope, Vec<Accessed>),
    Barrier { group: u32, global: bool, local: bool },
    Fence(u32, AtomicScope),
}

/// What one thread does at once.
struct Node {
    thread: u32,
    /// Scope and order of an atomic.
    atomic: Option<(AtomicOrder, AtomicScope)>,
    /// The scope of a fence.
    fence: Option<AtomicScope>,
    accesses: Vec<Accessed>,
    /// Whose value an atomic read first, by location.
    read_from: BTreeMap<Location, Option<usize>>,
    /// What happens before it, in each order; itself included. The last order is that of the threads themselves and of
    /// all barriers, without atomics.
    before: [BTreeSet<usize>; 4],
}

/// The definition.
struct Graph {
    launch: Launch,
    strict: bool,
    nodes: Vec<Node>,
    /// The last node of each thread.
    last: BTreeMap<u32, usize>,
    /// Who wrote the value of a location.
    writer: BTreeMap<Location, usize>,
}

impl Graph {
    fn group(&self, thread: u32) -> u32 {
        thread / self.launch.threads()
    }

    fn of_last(&self, thread: u32, order: usize) -> BTreeSet<usize> {
        self.last.get(&thread).map(|n| self.nodes[*n].before[order].clone()).unwrap_or_default()
    }

    fn add(&mut self, mut node: Node) {
        let n = self.nodes.len();
        node.before.iter_mut().for_each(|before| before.extend([n]));
        let _ = self.last.insert(node.thread, n);
        for access in node.accesses.iter().filter(|access| access.writes) {
            let _ = self.writer.insert(access.location, n);
        }
        self.nodes.push(node);
    }

    fn node(&self, thread: u32, atomic: Option<(AtomicOrder, AtomicScope)>, accesses: Vec<Accessed>) -> Node {
        let mut before = [0, 1, 2, 3].map(|order| self.of_last(thread, order));
        let mut read_from = BTreeMap::new();
        let mut written = BTreeSet::new();
        for access in &accesses {
            if atomic.is_some() && !access.writes && !written.contains(&access.location) {
                let _ = read_from.insert(access.location, self.writer.get(&access.location).copied());
            }
            if access.writes {
                let _ = written.insert(access.location);
            }
        }
        if let Some((AtomicOrder::Synchronising, scope)) = atomic {
            for (location, from) in &read_from {
                let taken = self.taken(thread, scope, (*location, *from));
                before.iter_mut().zip(taken).for_each(|(own, more)| own.extend(more));
            }
        }
        Node { thread, atomic, fence: None, accesses, read_from, before }
    }

    /// What comes before a read of a location, in the three orders, if the value comes from a node, and the read and
    /// what it synchronises have this scope.
    fn taken(
        &self,
        thread: u32,
        scope: AtomicScope,
        (location, mut from): (Location, Option<usize>),
    ) -> [BTreeSet<usize>; 3] {
        let mut out: [BTreeSet<usize>; 3] = Default::default();
        // Back along the atomics that read and wrote.
        while let Some(n) = from {
            let other = &self.nodes[n];
            let Some((order, theirs)) = other.atomic else { break };
            let mut add = |n: usize| out.iter_mut().zip(&self.nodes[n].before).for_each(|(own, more)| own.extend(more));
            if self.inclusive(thread, scope, other.thread, theirs) {
                match order {
                    AtomicOrder::Synchronising => add(n),
                    // The fences in front of it.
                    AtomicOrder::Relaxed => other.before[3].iter().copied().for_each(|m| {
                        let fence = self.nodes[m].fence;
                        if fence.is_some_and(|of| self.inclusive(thread, scope, self.nodes[m].thread, of)) {
                            add(m);
                        }
                    }),
                }
            }
            from = other.read_from.get(&location).copied().flatten();
        }
        out
    }

    fn fence(&mut self, thread: u32, scope: AtomicScope) {
        let mut before = [0, 1, 2, 3].map(|order| self.of_last(thread, order));
        for n in before[3].clone() {
            let read = &self.nodes[n];
            let Some((AtomicOrder::Relaxed, own)) = read.atomic else { continue };
            let both = if scope == AtomicScope::Group { scope } else { own };
            for (location, from) in &read.read_from {
                let taken = self.taken(thread, both, (*location, *from));
                before.iter_mut().zip(taken).for_each(|(own, more)| own.extend(more));
            }
        }
        let (accesses, read_from) = (Vec::new(), BTreeMap::new());
        self.add(Node { thread, atomic: None, fence: Some(scope), accesses, read_from, before });
    }

    fn inclusive(&self, a: u32, of_a: AtomicScope, b: u32, of_b: AtomicScope) -> bool {
        let one = self.group(a) == self.group(b);
        one || of_a == AtomicScope::Launch && of_b == AtomicScope::Launch
    }

    /// For the first access of a node that races: it, and the operations with which it does.
    fn races(&self, node: &Node) -> Option<(Accessed, BTreeSet<u32>)> {
        node.accesses.iter().find_map(|now| {
            let mut with = BTreeSet::new();
            for (n, other) in self.nodes.iter().enumerate().filter(|(_, other)| other.thread != node.thread) {
                for then in other.accesses.iter().filter(|then| then.location == now.location) {
                    let atomics = node.atomic.zip(other.atomic);
                    let none = atomics.is_some_and(|((_, a), (_, b))| self.inclusive(node.thread, a, other.thread, b));
                    let order = if then.writes || self.strict { usize::from(now.space == Space::Local) } else { 2 };
                    if (now.writes || then.writes) && !none && !node.before[order].contains(&n) {
                        let _ = with.insert(then.op);
                    }
                }
            }
            (!with.is_empty()).then_some((*now, with))
        })
    }

    fn barrier(&mut self, group: u32, fences: [bool; 3]) {
        let members = group * self.launch.threads()..(group + 1) * self.launch.threads();
        let leave = |thread: u32| {
            let before = [0, 1, 2, 3].map(|order| match order == 3 || fences[order] {
                true => members.clone().flat_map(|t| self.of_last(t, order)).collect(),
                false => self.of_last(thread, order),
            });
            Node { thread, atomic: None, fence: None, accesses: Vec::new(), read_from: BTreeMap::new(), before }
        };
        let nodes: Vec<Node> = members.clone().map(leave).collect();
        nodes.into_iter().for_each(|node| self.add(node));
    }
}

fn access(rng: &mut Rng, launch: &Launch, thread: u32, op: u32) -> Accessed {
    let (space, array, group) = match rng.below(3) {
        0 => (Space::Local, 1, thread / launch.threads()),
        _ => (Space::Global, 0, 0),
    };
    let location = Location::shared(ArrayId(array), space, group, rng.below(2) as u32);
    Accessed { location, space, op, writes: rng.below(2) == 0 }
}

fn event(rng: &mut Rng, launch: &Launch, op: u32, atomics: bool) -> Event {
    let thread = rng.below((launch.groups() * launch.threads()) as usize) as u32;
    match rng.below(if atomics { 9 } else { 8 }) {
        0 => Event::Barrier { group: thread / launch.threads(), global: rng.below(2) == 0, local: rng.below(2) == 0 },
        1 if atomics => Event::Fence(thread, [AtomicScope::Launch, AtomicScope::Group][rng.below(3) / 2]),
        2..=6 if atomics => {
            let order = [AtomicOrder::Synchronising, AtomicOrder::Relaxed][rng.below(2)];
            let scope = [AtomicScope::Launch, AtomicScope::Group][rng.below(3) / 2];
            let one = access(rng, launch, thread, op);
            let accesses = match rng.below(4) {
                0 => vec![one],
                // Read and write, as most atomics do.
                1 | 2 => vec![Accessed { writes: false, ..one }, Accessed { writes: true, ..one }],
                _ => (0..3).map(|_| access(rng, launch, thread, op)).collect(),
            };
            Event::Atomic(thread, order, scope, accesses)
        }
        _ => Event::Plain(thread, access(rng, launch, thread, op)),
    }
}

/// The phases of [`crate::race`], for programs without atomics.
struct Phases {
    launch: Launch,
    strict: bool,
    of_group: BTreeMap<u32, [u32; 3]>,
    shadows: BTreeMap<Location, race::Shadow>,
}

impl Phases {
    fn access(&mut self, thread: u32, access: Accessed) -> bool {
        let [global, local, all] = *self.of_group.entry(thread / self.launch.threads()).or_insert([1; 3]);
        let fenced = if access.space == Space::Global { global } else { local };
        let now = Now { thread, op: access.op, fenced, passed: if self.strict { fenced } else { all } };
        let shadow = self.shadows.entry(access.location).or_insert(UNTOUCHED);
        let found = if access.writes { race::write } else { race::read };
        found(shadow, now, &self.launch).is_some()
    }
}

/// One random history; how many accesses were in it, and how many of them raced.
fn history(rng: &mut Rng, atomics: bool) -> (usize, usize) {
    let (groups, threads) = [(1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (2, 3)][rng.below(6)];
    let launch = Launch::new(groups, threads).with_warp(2);
    let strict = rng.below(3) == 0;
    let mut clocks = Happens::new(launch, strict);
    let mut graph = Graph { launch, strict, nodes: vec![], last: BTreeMap::new(), writer: BTreeMap::new() };
    let mut phases = Phases { launch, strict, of_group: BTreeMap::new(), shadows: BTreeMap::new() };
    let (mut done, mut events) = (0, Vec::new());
    for op in 0..40 {
        let next = event(rng, &launch, op, atomics);
        let (thread, atomic, accesses) = match next.clone() {
            Event::Barrier { group, global, local } => {
                graph.barrier(group, [global, local, true]);
                clocks.barrier(group, global, local);
                let [g, l, all] = phases.of_group.entry(group).or_insert([1; 3]);
                (*g, *l, *all) = (*g + u32::from(global), *l + u32::from(local), *all + 1);
                events.push(next);
                continue;
            }
            Event::Fence(thread, scope) => {
                graph.fence(thread, scope);
                clocks.fence(thread, scope);
                events.push(next);
                continue;
            }
            Event::Plain(thread, access) => (thread, None, vec![access]),
            Event::Atomic(thread, order, scope, accesses) => (thread, Some((order, scope)), accesses),
        };
        let node = graph.node(thread, atomic, accesses.clone());
        let expected = graph.races(&node);
        // Most histories should go on for long.
        if expected.is_some() && rng.below(5) > 0 {
            continue;
        }
        events.push(next);
        let found = match atomic {
            None => clocks.access(thread, accesses[0]),
            Some((order, scope)) => {
                clocks.begin(AtomicInfo { order, scope, ops: (0, 0) }, Vec::new());
                accesses.iter().for_each(|access| assert!(clocks.access(thread, *access).is_none()));
                clocks.end(thread)
            }
        };
        match (&found, &expected) {
            (None, None) => {}
            (Some(raced), Some((now, with))) => {
                assert_eq!((raced.location, raced.thread, raced.writes), (now.location, thread, now.writes));
                assert!(with.contains(&raced.conflict.earlier.op), "{raced:?} {with:?}\n{launch:?} {events:#?}");
            }
            (Some(_), None) | (None, Some(_)) => panic!("{found:?} {expected:?}\n{launch:?} {strict} {events:#?}"),
        }
        if !atomics {
            assert_eq!(phases.access(thread, accesses[0]), found.is_some(), "{launch:?} {strict} {events:#?}");
        }
        done += accesses.len();
        if found.is_some() {
            return (done, 1);
        }
        graph.add(node);
    }
    (done, 0)
}

fn histories(seed: u64, atomics: bool) -> (usize, usize) {
    let mut rng = Rng::new(seed);
    let all = (0..4_000).map(|_| history(&mut rng, atomics));
    all.fold((0, 0), |(done, raced), (more, race)| (done + more, raced + race))
}

#[test]
fn clocks_say_what_the_graph_says() {
    let (accesses, raced) = histories(1, true);
    assert!(accesses > 80_000 && raced > 1_000, "{accesses} {raced}");
}

#[test]
fn without_atomics_clocks_and_phases_and_the_graph_say_the_same() {
    let (accesses, raced) = histories(2, false);
    assert!(accesses > 20_000 && raced > 1_000, "{accesses} {raced}");
}

/// The last block to finish reads what all blocks have written: group 0 writes, and counts; group 1 counts, and reads.
/// Whether the read races, with a fence of these scopes in front of the atomic and behind it.
fn last_block(before: Option<AtomicScope>, behind: Option<AtomicScope>, of: (AtomicOrder, AtomicScope)) -> bool {
    let mut clocks = Happens::new(Launch::new(2, 1), false);
    let at = |array| Location::shared(ArrayId(array), Space::Global, 0, 0);
    let access = |array, writes| Accessed { location: at(array), space: Space::Global, op: array, writes };
    let count = |clocks: &mut Happens, thread| {
        clocks.begin(AtomicInfo { order: of.0, scope: of.1, ops: (0, 0) }, Vec::new());
        assert!(clocks.access(thread, access(1, false)).is_none() && clocks.access(thread, access(1, true)).is_none());
        clocks.end(thread)
    };
    assert!(clocks.access(0, access(0, true)).is_none());
    before.into_iter().for_each(|scope| clocks.fence(0, scope));
    let first = count(&mut clocks, 0).is_some();
    let second = count(&mut clocks, 1).is_some();
    behind.into_iter().for_each(|scope| clocks.fence(1, scope));
    first || second || clocks.access(1, access(0, false)).is_some()
}

#[test]
fn two_fences_around_relaxed_atomics_order_what_is_before_and_behind() {
    use {AtomicOrder::*, AtomicScope::*};
    assert!(!last_block(Some(Launch), Some(Launch), (Relaxed, Launch)));
    for (before, behind) in [(None, None), (Some(Launch), None), (None, Some(Launch))] {
        assert!(last_block(before, behind, (Relaxed, Launch)), "{before:?} {behind:?}");
    }
    // A fence of a group says nothing to another group, and an atomic of a group is none for another one.
    for (before, behind) in [(Some(Group), Some(Launch)), (Some(Launch), Some(Group)), (Some(Group), Some(Group))] {
        assert!(last_block(before, behind, (Relaxed, Launch)), "{before:?} {behind:?}");
    }
    assert!(last_block(Some(Launch), Some(Launch), (Relaxed, Group)));
    assert!(!last_block(None, None, (Synchronising, Launch)));
}
