//! What the contracts of a launch say at its start, of each member of each team.
//!
//! In: the first state of a launch. Out: [`Levels`], which [`super::start`] checks.
//!
//! A level is written if it speaks of memory, and is then checked against the level inside; one that is not written is
//! the sum of the level inside.

use super::assertion::{self, Assertion, Framing, Past};
use super::finding::Excluded;
use super::footprint::Footprint;
use super::state::{Execution, Ghost};
use super::thread::look;
use super::written::{has_permissions, is_written, Side};
use crate::launch::Launch;
use crate::member::Member;
use ir::{Contract, Depth, Expr};

/// What all members say in one state.
pub(super) struct Levels<'p> {
    launch: Launch,
    /// For each depth its members in the order of their numbers, each with what its contract says of it.
    levels: Vec<Vec<Said<'p>>>,
    /// For each depth the sums of what the members give that lie in the same member around them, in the order of the
    /// numbers of those, and whether that is known of all these members.
    sums: Vec<Vec<(Footprint, bool)>>,
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

    fn sums(&self, around: Member, depth: Depth) -> &[(Footprint, bool)] {
        let sums = self.sums.get(depth.0).and_then(|sums| sums.get(self.launch.numbers(around, outer(depth))));
        sums.unwrap_or_default()
    }

    /// What the members at a depth inside of a member give together, as far as that is known.
    pub fn sum(&self, around: Member, depth: Depth) -> Footprint {
        match self.sums(around, depth) {
            [(one, _)] => one.clone(),
            several => Footprint::sum(several.iter().map(|(sum, _)| sum)),
        }
    }

    /// The same; `None` if what one of them gives is not known.
    pub fn known_sum(&self, around: Member, depth: Depth) -> Option<Footprint> {
        self.sums(around, depth).iter().all(|(_, known)| *known).then(|| self.sum(around, depth))
    }
}

/// The depth of the members around those at a depth. The launch counts as around itself.
fn outer(depth: Depth) -> Depth {
    Depth(depth.0.saturating_sub(1))
}

impl<'p> Ghost<'p> {
    /// Reads the preconditions, those of threads first, since they frame what a level around does not. If the kernel is
    /// silent, nothing needs a frame, and the first clause that excludes this start ends the reading: most of the
    /// starts that a search for counterexamples tries are excluded.
    pub(super) fn preconditions(&mut self, run: &mut dyn Execution<'p>) -> Result<Levels<'p>, Excluded> {
        let (kernel, threads) = (self.kernel, self.kernel.innermost());
        let (levels, sums) = (0..=threads.0).map(|_| (Vec::new(), Vec::new())).unzip();
        let mut out = Levels { launch: self.launch, levels, sums };
        let mut order: Vec<(Depth, &'p Contract)> = kernel.levels().collect();
        if !self.silent {
            order.reverse();
        }
        for (depth, contract) in order {
            let ends = self.silent && self.giver(depth).is_none();
            let clauses = assertion::expressions(contract.pre());
            let mut level = Vec::with_capacity(self.launch.numbers(Member::LAUNCH, depth).len());
            let mut sums = Vec::new();
            for around in self.launch.members(Member::LAUNCH, outer(depth)) {
                let first = level.len();
                for member in self.launch.members(around, depth) {
                    level.push(self.precondition(&out, run, member, &clauses, ends)?);
                }
                let inside = level.get(first..).unwrap_or_default();
                let sum = self.quick.sum(inside.iter().map(|said: &Said<'p>| &said.footprint));
                sums.push((sum, inside.iter().all(Said::is_complete)));
            }
            if let (Some(place), Some(of)) = (out.levels.get_mut(depth.0), out.sums.get_mut(depth.0)) {
                (*place, *of) = (level, sums);
            }
        }
        Ok(out)
    }

    /// Reads the precondition of a member, and adds what it gives to the sum. If `ends` is set, a clause that excludes
    /// the start is the result.
    fn precondition(
        &mut self,
        levels: &Levels<'p>,
        run: &mut dyn Execution<'p>,
        member: Member,
        clauses: &[&'p Expr],
        ends: bool,
    ) -> Result<Said<'p>, Excluded> {
        let (depth, threads) = (member.depth(), self.kernel.innermost());
        // Around threads, a level without permissions may read what the threads inside may.
        let sums = !self.silent && depth < threads && self.reads_inside(depth, Side::Pre);
        let inside = if sums { self.generated(levels, run, member, threads) } else { None };
        let frame = match depth < threads {
            true => self.frame(depth, Side::Pre, inside.as_ref()),
            false => self.own(),
        };
        let past = Past::start(frame);
        if let Some((footprint, nodes)) = self.quick.added(run.sight(member), clauses, (frame, past), None) {
            run.count(nodes);
            return Ok(Said::fine(member, footprint));
        }
        let said = match ends {
            true => self.read_to_the_first_false(run, member, clauses, (frame, past))?,
            false => self.read_for(run, member, clauses, frame, past),
        };
        let said = Said::new(member, said);
        self.quick.add(&said.footprint);
        Ok(said)
    }

    /// Reads clauses without permissions one by one, up to one that excludes the start.
    fn read_to_the_first_false(
        &mut self,
        run: &mut dyn Execution<'p>,
        member: Member,
        clauses: &[&'p Expr],
        (frame, past): (Framing<'_>, Past<'_>),
    ) -> Result<Assertion<'p>, Excluded> {
        let mut all = Assertion { complete: true, ..Assertion::default() };
        for clause in clauses {
            let said = look(run, &mut self.memo, member, &[clause], frame, past);
            if let Some(excluded) = self.excluding(member, &said) {
                return Err(excluded);
            }
            debug_assert!(said.permissions.is_empty(), "no clause of a silent kernel gives a permission");
            all.complete &= said.complete;
            all.facts.extend(said.facts);
            all.wrong.extend(said.wrong);
            all.unknown.extend(said.unknown);
        }
        Ok(all)
    }

    /// The permissions of a member that states none: those of all threads inside, and of what it shares.
    pub(super) fn generated(
        &mut self,
        levels: &Levels<'p>,
        run: &mut dyn Execution<'p>,
        member: Member,
        threads: Depth,
    ) -> Option<Footprint> {
        let inside = levels.known_sum(member, threads)?;
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
