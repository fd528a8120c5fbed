//! Data races in kernels with atomics, by happens-before.
//!
//! In: each access to a location, each atomic, each fence and each barrier, in the order of the run. Out: an earlier
//! access that conflicts with the present one and that nothing orders before it.
//!
//! Vector clocks in the manner of DJIT+ (Pozniansky and Schuster 2003), for three orders, as in [`crate::race`]: what
//! fences of global memory order, what fences of local memory order, and what all barriers order. An earlier write is
//! ordered by the clock of its memory; an earlier read by that of all barriers, with strict fences by that of its
//! memory, too.
//!
//! Two atomics do not race if the scope of each includes the thread of the other. A synchronising atomic orders all
//! memory: what its thread did before comes before what another thread does after a synchronising atomic that *reads
//! what it wrote*, directly or through atomics that read and wrote in between (C++20's release sequence), if both
//! scopes include both threads. An atomic that wrote without reading, or a plain write, ends such a sequence. An atomic
//! is one: it takes what all of its reads give before its own accesses are judged, and what it wrote gives what it
//! took.
//!
//! A relaxed atomic orders nothing by itself. Behind a fence, its write gives what its thread did before the fence.
//! What its read could take, a later fence takes. The scopes of the two atomics and of the two fences must include both
//! threads. A fence in front of a barrier counts for the atomics of all threads of the group behind the barrier, and a
//! fence behind a barrier takes what the atomics of all threads in front of it could take. The memory models of C and
//! of PTX speak of one thread there, but programs rely on it, and what is ordered here is no finding. A fence orders
//! all memory.
//!
//! Steps that open one invariant are critical sections of it: what comes before one of them comes before each
//! later one, whatever they read and write.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use imbl::OrdMap;
use ir::{AtomicOrder, AtomicScope, LabelId, Space};

use crate::code::AtomicInfo;
use crate::launch::Launch;
use crate::location::Location;
use crate::race::{Conflict, Epoch};

/// The present access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accessed {
    pub location: Location,
    pub space: Space,
    pub op: u32,
    pub writes: bool,
}

/// A race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raced {
    pub location: Location,
    /// Number of the thread that is there now, and its operation.
    pub thread: u32,
    pub op: u32,
    pub writes: bool,
    pub conflict: Conflict,
}

/// For each other thread the time up to which everything that it did is ordered before.
type Clock = OrdMap<u32, u32>;

/// One clock for each order: fences of global memory, of local memory, all barriers.
#[derive(Clone, Debug, Default)]
struct Clocks([Clock; 3]);

const ALL: usize = 2;

fn of_space(space: Space) -> usize {
    match space {
        Space::Global => 0,
        Space::Local => 1,
    }
}

fn join(into: &mut Clock, other: &Clock) {
    if into.ptr_eq(other) || other.is_empty() {
        return;
    }
    let (mut large, small) = if into.len() < other.len() { (other.clone(), &*into) } else { (into.clone(), other) };
    for (thread, time) in small {
        if large.get(thread).is_none_or(|known| known < time) {
            let _ = large.insert(*thread, *time);
        }
    }
    *into = large;
}

impl Clocks {
    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| join(a, b));
    }
}

/// What is ordered before the next access of a thread.
#[derive(Clone, Debug)]
struct Known {
    /// Its own time, from 1: it advances when other threads are ordered behind it.
    time: u32,
    clocks: Clocks,
    /// What was ordered before its fences, and before those of its group in front of a barrier.
    fenced: OfFences,
    /// What its next fence takes.
    waiting: OfFences,
}

/// Clocks of fences.
#[derive(Clone, Debug, Default)]
struct OfFences {
    /// Of those of the launch.
    launch: Clocks,
    /// Of those of the launch or of a group.
    any: Clocks,
}

impl OfFences {
    fn join(&mut self, other: &Self) {
        self.launch.join(&other.launch);
        self.any.join(&other.any);
    }
}

impl Default for Known {
    fn default() -> Self {
        Self { time: 1, clocks: Clocks::default(), fenced: OfFences::default(), waiting: OfFences::default() }
    }
}

impl Known {
    /// The clocks, with the present time of the thread itself.
    fn said(&self, thread: u32) -> Clocks {
        let mut said = self.clocks.clone();
        for clock in &mut said.0 {
            let _ = clock.insert(thread, self.time);
        }
        said
    }
}

/// The last access of a thread of one kind: its time and its operation.
type Marks = BTreeMap<u32, (u32, u32)>;

/// The accesses to one location that are remembered. Behind a plain write, only this write is remembered, because all
/// conflicting accesses are ordered before it.
#[derive(Clone, Debug, Default)]
struct Remembered {
    write: Marks,
    reads: Marks,
    /// Writes and reads in atomics of the launch, and of a group.
    atomic_writes: [Marks; 2],
    atomic_reads: [Marks; 2],
    /// The clocks that an atomic of the launch takes over when it reads the present value.
    to_launch: Clocks,
    /// For each group the clocks that an atomic of that group takes over when it reads the present value.
    to_group: BTreeMap<u32, Clocks>,
}

/// An invariant: its label, and the group whose threads share it, or `None` if all threads do.
pub(crate) type Invariant = (LabelId, Option<u32>);

/// The atomic that is being done.
#[derive(Clone, Debug)]
struct Open {
    /// The invariants that it opens.
    invariants: Vec<Invariant>,
    order: AtomicOrder,
    scope: AtomicScope,
    accesses: Vec<Accessed>,
}

/// The happens-before order of a run, and the accesses that may still race.
#[derive(Clone, Debug)]
pub(crate) struct Happens {
    launch: Launch,
    strict: bool,
    threads: BTreeMap<u32, Known>,
    places: BTreeMap<Location, Remembered>,
    open: Option<Open>,
    /// For each invariant the clocks that a step takes over which opens it.
    steps: BTreeMap<Invariant, Clocks>,
}

impl Happens {
    pub fn new(launch: Launch, strict: bool) -> Self {
        Self { launch, strict, threads: BTreeMap::new(), places: BTreeMap::new(), open: None, steps: BTreeMap::new() }
    }

    /// Notes an access. What an atomic accesses is judged at its end.
    pub fn access(&mut self, thread: u32, access: Accessed) -> Option<Raced> {
        if let Some(open) = &mut self.open {
            open.accesses.push(access);
            return None;
        }
        let raced = self.judge(thread, access, None);
        if raced.is_none() {
            self.keep(thread, access, None);
        }
        raced
    }

    /// An atomic begins, which opens these invariants.
    pub fn begin(&mut self, atomic: AtomicInfo, invariants: Vec<Invariant>) {
        self.open = Some(Open { invariants, order: atomic.order, scope: atomic.scope, accesses: Vec::new() });
    }

    /// The atomic ends.
    pub fn end(&mut self, thread: u32) -> Option<Raced> {
        let Open { invariants, order, scope, accesses } = self.open.take()?;
        let synchronises = order == AtomicOrder::Synchronising;
        let group = self.group(thread);
        // Of each location whether it is read before it is written here, and whether it is written.
        let mut places: BTreeMap<Location, (bool, bool)> = BTreeMap::new();
        for access in &accesses {
            let (_, written) = places.entry(access.location).or_insert((!access.writes, false));
            *written |= access.writes;
        }
        let known = self.threads.entry(thread).or_default();
        for clocks in invariants.iter().filter(|_| synchronises).filter_map(|one| self.steps.get(one)) {
            known.clocks.join(clocks);
        }
        for place in places.iter().filter(|(_, (read, _))| *read).filter_map(|(l, _)| self.places.get(l)) {
            let Known { clocks, waiting, .. } = &mut *known;
            if let Some(own) = place.to_group.get(&group) {
                (if synchronises { &mut *clocks } else { &mut waiting.any }).join(own);
            }
            if scope == AtomicScope::Launch {
                (if synchronises { clocks } else { &mut waiting.launch }).join(&place.to_launch);
            }
        }
        for access in &accesses {
            if let Some(raced) = self.judge(thread, *access, Some(scope)) {
                return Some(raced);
            }
        }
        for access in accesses {
            self.keep(thread, access, Some(scope));
        }
        let known = self.threads.entry(thread).or_default();
        let said = known.said(thread);
        let (for_launch, for_group) = match order {
            AtomicOrder::Synchronising => (&said, &said),
            AtomicOrder::Relaxed => (&known.fenced.launch, &known.fenced.any),
        };
        let mut released = false;
        for invariant in invariants.into_iter().filter(|_| synchronises) {
            released = true;
            self.steps.entry(invariant).or_default().join(&said);
        }
        for (location, (read, _)) in places.iter().filter(|(_, (_, written))| *written) {
            let Some(place) = self.places.get_mut(location) else { continue };
            if !read {
                place.to_launch = Clocks::default();
                place.to_group.clear();
            }
            released |= synchronises;
            place.to_group.entry(group).or_default().join(for_group);
            if scope == AtomicScope::Launch {
                place.to_launch.join(for_launch);
            }
        }
        known.time += u32::from(released);
        None
    }

    /// A thread executes a fence.
    pub fn fence(&mut self, thread: u32, scope: AtomicScope) {
        let known = self.threads.entry(thread).or_default();
        known.clocks.join(&known.waiting.any);
        if scope == AtomicScope::Launch {
            known.clocks.join(&known.waiting.launch);
        }
        let said = known.said(thread);
        known.fenced.any.join(&said);
        if scope == AtomicScope::Launch {
            known.fenced.launch.join(&said);
        }
        known.time += 1;
    }

    /// All threads of a group meet.
    pub fn barrier(&mut self, group: u32, fences_global: bool, fences_local: bool) {
        let members: Vec<u32> = (group * self.launch.threads()..(group + 1) * self.launch.threads()).collect();
        self.meet(&members, [fences_global, fences_local, true]);
    }

    /// Threads have waited for each other, so what each of them did before comes before what all of them do behind, in
    /// the orders that `fences` names.
    pub fn meet(&mut self, members: &[u32], fences: [bool; 3]) {
        let mut all = Clocks::default();
        let (mut fenced, mut waiting) = (OfFences::default(), OfFences::default());
        for thread in members {
            let known = self.threads.entry(*thread).or_default();
            all.join(&known.clocks);
            fenced.join(&known.fenced);
            waiting.join(&known.waiting);
        }
        for thread in members.iter().copied() {
            let time = self.threads.get(&thread).map_or(1, |known| known.time);
            for clock in &mut all.0 {
                let _ = clock.insert(thread, time);
            }
        }
        for thread in members {
            let known = self.threads.entry(*thread).or_default();
            known.time += 1;
            let orders = known.clocks.0.iter_mut().zip(&all.0).zip(fences);
            orders.filter(|(_, fences)| *fences).for_each(|((clock, all), _)| clock.clone_from(all));
            (known.fenced, known.waiting) = (fenced.clone(), waiting.clone());
        }
    }

    /// A group has ended, so its memory is not accessed any more.
    pub fn finish(&mut self, group: u32) {
        let first = group * self.launch.threads();
        (first..first + self.launch.threads()).for_each(|thread| drop(self.threads.remove(&thread)));
    }

    fn group(&self, thread: u32) -> u32 {
        thread / self.launch.threads().max(1)
    }

    /// An earlier access that conflicts with this one and is not ordered before it. `scope`: of the atomic that it is
    /// in.
    fn judge(&self, thread: u32, now: Accessed, scope: Option<AtomicScope>) -> Option<Raced> {
        let place = self.places.get(&now.location)?;
        let fresh = Known::default();
        let known = self.threads.get(&thread).unwrap_or(&fresh);
        let Clocks(clocks) = &known.clocks;
        let space = of_space(now.space);
        let of_reads = if self.strict { space } else { ALL };
        let group = self.group(thread);
        let unordered = |marks: &Marks, order: usize, apart: Apart| {
            let mut marks = marks.iter().filter(|(other, _)| match apart {
                Apart::Threads => **other != thread,
                Apart::Groups => self.group(**other) != group,
            });
            let clock = clocks.get(order);
            let found =
                marks.find(|(other, (time, _))| clock.and_then(|c| c.get(*other)).is_none_or(|seen| seen < time));
            found.map(|(other, (time, op))| Epoch { thread: *other, phase: *time, op: *op })
        };
        let race = |writes: bool, found: Option<Epoch>| {
            let conflict = Conflict { earlier: found?, earlier_writes: writes };
            Some(Raced { location: now.location, thread, op: now.op, writes: now.writes, conflict })
        };
        // Which atomics of the launch, and of a group, are none to this access.
        let apart: [Option<Apart>; 2] = match scope {
            None => [Some(Apart::Threads), Some(Apart::Threads)],
            Some(AtomicScope::Group) => [Some(Apart::Groups), Some(Apart::Groups)],
            Some(AtomicScope::Launch) => [None, Some(Apart::Groups)],
        };
        let atomics = |marks: &[Marks; 2], order| {
            marks.iter().zip(apart).find_map(|(marks, apart)| unordered(marks, order, apart?))
        };
        race(true, unordered(&place.write, space, Apart::Threads))
            .or_else(|| race(true, atomics(&place.atomic_writes, space)))
            .or_else(|| race(false, now.writes.then(|| unordered(&place.reads, of_reads, Apart::Threads))?))
            .or_else(|| race(false, now.writes.then(|| atomics(&place.atomic_reads, of_reads))?))
    }

    /// Remembers an access.
    fn keep(&mut self, thread: u32, access: Accessed, scope: Option<AtomicScope>) {
        let mark = (self.threads.entry(thread).or_default().time, access.op);
        let place = self.places.entry(access.location).or_default();
        let marks = match (scope, access.writes) {
            (None, true) => {
                *place = Remembered::default();
                &mut place.write
            }
            (None, false) => &mut place.reads,
            (Some(scope), writes) => {
                let [of_launch, of_group] = if writes { &mut place.atomic_writes } else { &mut place.atomic_reads };
                match scope {
                    AtomicScope::Launch => of_launch,
                    AtomicScope::Group => of_group,
                }
            }
        };
        let _ = marks.insert(thread, mark);
    }
}

/// The threads with whose accesses an access has to be ordered.
#[derive(Clone, Copy)]
enum Apart {
    /// All other threads.
    Threads,
    /// Threads of other groups.
    Groups,
}
