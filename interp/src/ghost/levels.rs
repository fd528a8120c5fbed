//! What the contracts of a launch say at its start, of each member of each team.
//!
//! In: the first state of a launch. Out: [`Levels`], which [`super::start`] checks.
//!
//! A level is written if it speaks of memory, and is then checked against the level inside; one that is not written is
//! the sum of the level inside.

use super::assertion::{self, Assertion, Framing, Past};
use super::footprint::Footprint;
use super::state::{Execution, Ghost};
use super::written::{has_permissions, is_written, Side};
use crate::launch::Launch;
use crate::member::Member;
use ir::{Contract, Depth};

/// What all members say in one state.
pub(super) struct Levels<'p> {
    launch: Launch,
    /// For each depth its members in the order of their numbers, each with what its contract says of it.
    levels: Vec<Vec<Said<'p>>>,
}

/// What the contract of a member says. There may be a million members: where nothing is wrong, only the footprint of
/// the member is kept.
pub(super) struct Said<'p> {
    /// The member.
    pub who: Member,
    /// The permissions.
    pub footprint: Footprint,
    /// Facts that are not true, faults, and what could not be evaluated, if there is any of these.
    wrong: Option<Box<Assertion<'p>>>,
}

impl<'p> Said<'p> {
    fn new(who: Member, mut said: Assertion<'p>) -> Self {
        said.facts.retain(|fact| fact.truth != Some(true));
        let is_fine = said.complete && said.facts.is_empty() && said.wrong.is_empty() && said.unknown.is_empty();
        let footprint = std::mem::take(&mut said.footprint);
        Self { who, footprint, wrong: (!is_fine).then(|| Box::new(said)) }
    }

    /// A member whose precondition is well defined, with facts that are all true.
    fn fine(who: Member, footprint: Footprint) -> Self {
        Self { who, footprint, wrong: None }
    }

    /// Whether the footprint has all permissions.
    pub fn is_complete(&self) -> bool {
        self.wrong.as_ref().is_none_or(|said| said.complete)
    }

    /// What is known of the member besides its permissions, if something is wrong.
    pub fn wrong(&self) -> Option<&Assertion<'p>> {
        self.wrong.as_deref()
    }

    /// The footprint, if it has all permissions.
    pub fn given(&self) -> Option<&Footprint> {
        self.is_complete().then_some(&self.footprint)
    }
}

impl<'p> Levels<'p> {
    /// The members at a depth and what each says.
    pub fn at(&self, depth: Depth) -> &[Said<'p>] {
        self.inside(Member::LAUNCH, depth)
    }

    /// The members at a depth inside of a member, and what each says.
    pub fn inside(&self, around: Member, depth: Depth) -> &[Said<'p>] {
        let level = self.levels.get(depth.0);
        level.and_then(|level| level.get(self.launch.numbers(around, depth))).unwrap_or_default()
    }

    /// The members at the innermost depth and what each says.
    pub fn into_innermost(self) -> Vec<Said<'p>> {
        self.levels.into_iter().next_back().unwrap_or_default()
    }

    /// What the members at a depth inside of a member give together; `None` if that of one is not known.
    pub fn sum(&self, around: Member, depth: Depth) -> Option<Footprint> {
        let parts = self.inside(around, depth);
        parts.iter().all(Said::is_complete).then(|| Footprint::sum(parts.iter().map(|said| &said.footprint)))
    }
}

impl<'p> Ghost<'p> {
    /// Reads the preconditions, those of threads first, since they frame what a level around does not.
    pub(super) fn preconditions(&mut self, run: &mut dyn Execution<'p>) -> Levels<'p> {
        let (kernel, threads) = (self.kernel, self.kernel.innermost());
        let levels = (0..=threads.0).map(|_| Vec::new()).collect();
        let mut out = Levels { launch: self.launch, levels };
        for (depth, contract) in kernel.levels().rev() {
            let clauses = assertion::expressions(contract.pre());
            let mut level = Vec::with_capacity(self.launch.numbers(Member::LAUNCH, depth).len());
            for member in self.launch.members(Member::LAUNCH, depth) {
                // Around threads, a level without permissions may read what the threads inside may.
                let sums = depth < threads && self.reads_inside(depth, Side::Pre);
                let inside = if sums { self.generated(&out, run, member, threads) } else { None };
                let frame = match depth < threads {
                    true => self.frame(depth, Side::Pre, inside.as_ref()),
                    false => self.own(),
                };
                let past = Past::start(frame);
                let quick = self.quick.footprint(run.sight(member), &clauses, (frame, past), None);
                level.push(match quick {
                    Some((footprint, nodes)) => {
                        run.count(nodes);
                        Said::fine(member, footprint)
                    }
                    None => Said::new(member, self.read_for(run, member, &clauses, frame, past)),
                });
            }
            if let Some(place) = out.levels.get_mut(depth.0) {
                *place = level;
            }
        }
        out
    }

    /// The permissions of a member that states none: those of all threads inside, and of what it shares.
    pub(super) fn generated(
        &mut self,
        levels: &Levels<'p>,
        run: &mut dyn Execution<'p>,
        member: Member,
        threads: Depth,
    ) -> Option<Footprint> {
        let inside = levels.sum(member, threads)?;
        let shared = self.shared_footprint(run, member)?;
        if shared.is_empty() {
            return Some(inside);
        }
        Some(Footprint::sum([&inside, &shared].into_iter()))
    }

    /// What frames the contract of a member around threads: its own permissions, or, where it has none, what the
    /// members inside have together.
    pub(super) fn frame<'f>(&self, depth: Depth, side: Side, inside: Option<&'f Footprint>) -> Framing<'f> {
        if self.silent {
            Framing::All
        } else if self.reads_inside(depth, side) {
            inside.map_or(Framing::All, Framing::Held)
        } else {
            self.own()
        }
    }

    /// Whether the contract at a depth around threads speaks of memory, and has no permissions of its own.
    fn reads_inside(&self, depth: Depth, side: Side) -> bool {
        self.is_written(depth, side) && !has_permissions(self.kernel.contract_at(depth), side)
    }

    /// Whether the contract at a depth is written: a clause of it is about memory.
    pub(super) fn is_written(&self, depth: Depth, side: Side) -> bool {
        is_written(self.program, self.kernel, depth, side)
    }

    /// The contract at a depth.
    pub(super) fn contract(&self, depth: Depth) -> &'p Contract {
        self.kernel.contract_at(depth)
    }
}
