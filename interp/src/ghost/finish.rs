//! The end of a launch: the postconditions of its levels follow from inside out.
//!
//! ```text
//! member_res ⊑ ⊛ inside. inside_res        member_post ⇐ inside_post
//! ```
//!
//! for a member of a team (or the launch) and the members of the team inside of it. The permissions of invariants that
//! a member shares are there again, too.
//!
//! In: the last state of a launch, and what each thread gave back when it ended. Out: findings.

use super::assertion::{self, Framing, Past};
use super::distribute::{enough, exceeds};
use super::finding::Checks;
use super::footprint::Footprint;
use super::holdings::{falsehood, Life};
use super::state::{Execution, Ghost};
use super::written::{around_threads, Side};
use crate::member::{Member, ThreadId};
use ir::finding::What;
use ir::Depth;
use std::ops::Range;

/// The permissions that the members at one depth gave back, in the order of the members' numbers. `None`: it is not
/// known what this member gave back.
struct GivenBack {
    depth: Depth,
    by: Vec<Option<Footprint>>,
}

impl GivenBack {
    /// What the members with these numbers gave back together, if that is known.
    fn sum(&self, numbers: Range<usize>) -> Option<Footprint> {
        match self.by.get(numbers)? {
            [one] => one.clone(),
            several => several.iter().all(Option::is_some).then(|| Footprint::sum(several.iter().flatten())),
        }
    }
}

impl<'p> Ghost<'p> {
    /// A thread has ended. If it was the last one of its group, what they gave back is added up.
    pub(super) fn gives_back(&mut self, thread: ThreadId) {
        let group = self.returned.as_mut().and_then(|returned| returned.groups.get_mut(thread.group as usize));
        let Some((ended, sum)) = group else { return };
        *ended += 1;
        if *ended < self.launch.threads() {
            return;
        }
        let numbers = self.launch.numbers(Member::group(thread.group), self.kernel.innermost());
        let lives = self.threads.get_mut(numbers).unwrap_or_default();
        let gave = lives.iter_mut().map(|life| match std::mem::replace(life, Life::Ended(None)) {
            Life::Ended(gave) => gave,
            Life::Fresh(..) | Life::Running(_) => None,
        });
        *sum = gave.collect::<Option<Vec<Footprint>>>().map(|gave| {
            self.quick.clear();
            gave.iter().for_each(|footprint| self.quick.add(footprint));
            self.quick.sum(gave.iter())
        });
    }

    /// All threads have ended: the postconditions of the levels around them follow.
    pub fn finish(&mut self, run: &mut dyn Execution<'p>) -> Checks {
        let mut checks = Checks::default();
        self.threads.clear();
        let by = self
            .returned
            .take()
            .map_or_else(Vec::new, |returned| returned.groups.into_iter().map(|(_, sum)| sum).collect());
        let mut inside = GivenBack { depth: Depth::GROUP, by };
        // What members share whose postconditions are not written.
        let mut returned: Vec<GivenBack> = Vec::new();
        for depth in around_threads(self.kernel).rev() {
            let mut by = Vec::new();
            let mut shared = GivenBack { depth, by: Vec::new() };
            for member in self.launch.members(Member::LAUNCH, depth) {
                let own = self.shared_footprint(run, member);
                // A level that does not speak of memory does not depend on what is there.
                let there = match self.is_written(depth, Side::Post) {
                    true => {
                        let parts = std::iter::once(&inside).chain(&returned);
                        let parts = parts.map(|part| part.sum(self.launch.numbers(member, part.depth)));
                        let parts: Option<Vec<Footprint>> = parts.chain([own.clone()]).collect();
                        parts.map(|parts| Footprint::sum(parts.iter()))
                    }
                    false => None,
                };
                shared.by.push(own);
                let there = there.map(|there| there.retain(|object| object.is_before(depth)));
                by.push(self.check_end(run, member, there.as_ref(), &mut checks));
            }
            if self.is_written(depth, Side::Post) {
                inside = GivenBack { depth, by };
                // Where a member does not keep what it promised, nothing is claimed of those around it.
                if checks.findings.iter().any(|f| f.code.what == What::post(depth)) {
                    break;
                }
                returned.clear();
            } else {
                returned.push(shared);
            }
        }
        checks
    }

    /// The postcondition of a member, which finds the permissions `there`; what it gives back, if that is known.
    fn check_end(
        &mut self,
        run: &mut dyn Execution<'p>,
        member: Member,
        there: Option<&Footprint>,
        checks: &mut Checks,
    ) -> Option<Footprint> {
        let (depth, what) = (member.depth(), What::post(member.depth()));
        let clauses = assertion::expressions(self.contract(depth).post());
        let frame = self.frame(depth, Side::Post, there);
        let start = self.given(member).cloned();
        let past = Past::start(start.as_ref().map_or(Framing::All, Framing::Held));
        let within = there.map(|there| (there, enough(what)));
        if let Some(nodes) = self.quick.fits(run.sight(member), &clauses, (frame, past), within) {
            run.count(nodes);
            // Nobody is around the launch who asks for it.
            return if depth == Depth::LAUNCH { None } else { self.quick.last_footprint(run.sight(member), None) };
        }
        let said = self.read_for(run, member, &clauses, frame, past);
        checks.findings.extend(said.wrong.iter().cloned());
        if let Some(there) = there {
            checks.findings.extend(exceeds(what, member, &said, there, "at the end"));
        }
        checks.findings.extend(falsehood(what, member, &said, "at the end"));
        checks.unknown.extend(said.unknowns(what, member));
        said.complete.then_some(said.footprint)
    }
}
