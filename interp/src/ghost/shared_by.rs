//! Invariants that the threads of a launch share, or those of a group, and the atomic steps that open them.
//!
//! ```text
//! start:   member_res ⊒ R_res ** ⊛ inside. inside_res        R
//! step:    the thread gets R_res when the step begins; when it ends, R holds, and the thread gives R_res back
//! end:     R_res belongs to the member again
//! ```
//!
//! In: the invariants of a kernel, and the states of a run. Out: findings, and what the thread holds inside of a step
//! and behind it.

use super::assertion::{self, Assertion, Framing, Past};
use super::distribute::exceeds;
use super::finding::Checks;
use super::footprint::Footprint;
use super::holdings::falsehood;
use super::levels::Levels;
use super::state::{Execution, Ghost};
use super::written::{has_permissions, Side};
use crate::location::Object;
use crate::member::{Member, ThreadId};
use ir::finding::What;
use ir::{Depth, Expr, LabelId, SharedInvariant};

impl<'p> Ghost<'p> {
    /// Whether threads share invariants, so that a barrier hands out only what the threads bring to it.
    pub(super) fn barriers_list(&self) -> bool {
        !self.kernel.invariants.is_empty()
    }

    /// What the invariants at the depth of a member say in the present state, together.
    pub(super) fn shared_by(&mut self, run: &mut dyn Execution<'p>, member: Member) -> Assertion<'p> {
        let kernel = self.kernel;
        let clauses: Vec<&'p Expr> = kernel.shared_at(member.depth()).flat_map(expressions).collect();
        if clauses.is_empty() {
            return Assertion { complete: true, ..Assertion::default() };
        }
        self.read_for(run, member, &clauses, Framing::Own, Past::start(Framing::All))
    }

    /// The permissions that a member shares, if they are known.
    pub(super) fn shared_footprint(&mut self, run: &mut dyn Execution<'p>, member: Member) -> Option<Footprint> {
        let said = self.shared_by(run, member);
        said.complete.then_some(said.footprint)
    }

    /// At the start, each member that shares invariants has their permissions, and their facts hold. Whether the rest
    /// suffices for the members inside is checked with the resources of the level.
    pub(super) fn check_sharing(&mut self, levels: &Levels<'p>, run: &mut dyn Execution<'p>, checks: &mut Checks) {
        let depths: Vec<Depth> = self.kernel.invariants.iter().map(|shared| shared.depth).collect();
        for depth in (0..self.kernel.innermost().0).map(Depth).filter(|depth| depths.contains(depth)) {
            let states = has_permissions(self.contract(depth), Side::Pre);
            for member in self.launch.members(Member::LAUNCH, depth) {
                let said = self.shared_by(run, member);
                checks.findings.extend(said.wrong.iter().cloned());
                checks.unknown.extend(said.unknowns(What::Sharing, member));
                checks.findings.extend(falsehood(What::Sharing, member, &said, "at the start"));
                // Memory that comes to be with the member is all there, and so is global memory where the launch states
                // no permissions.
                let own = |object: Object| object.owner.depth() == depth;
                let is_whole = |object: Object| own(object) && (depth != Depth::LAUNCH || !states);
                let demanded = Assertion { footprint: said.footprint.retain(|object| !is_whole(object)), ..said };
                let held = levels.inside(member, depth).first().and_then(|said| said.given());
                if let Some(held) = held {
                    checks.findings.extend(exceeds(What::Sharing, member, &demanded, held, "at the start"));
                }
            }
        }
    }

    /// An atomic step of a thread begins: the thread gets what the opened invariants share.
    pub fn open(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, opens: &[LabelId]) -> Checks {
        let who = Member::thread(thread);
        for shared in self.opened(opens) {
            let Some(member) = who.around(shared.depth) else { return self.stranger(who) };
            let clauses: Vec<&'p Expr> = expressions(shared).collect();
            let said = self.read_for(run, member, &clauses, Framing::Own, Past::start(Framing::All));
            let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
            holdings.gain(&said.footprint, said.complete);
            holdings.could_write.extend(self.writable(&holdings.held));
            self.put(thread, holdings);
        }
        Checks::default()
    }

    /// An atomic step of a thread ends: the opened invariants hold again, and the thread gives their permissions back.
    pub fn close(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, opens: &[LabelId]) -> Checks {
        let who = Member::thread(thread);
        let mut checks = Checks::default();
        for shared in self.opened(opens) {
            let Some(member) = who.around(shared.depth) else { return self.stranger(who) };
            let clauses: Vec<&'p Expr> = expressions(shared).collect();
            let said = self.read_for(run, member, &clauses, Framing::Own, Past::start(Framing::All));
            let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
            checks.extend(holdings.consume(What::Atomic, who, &said, "at the end of the atomic step"));
            holdings.lend(&said.footprint);
            holdings.blind |= !said.complete;
            self.put(thread, holdings);
        }
        checks
    }

    /// The invariants with these labels, in the order of the labels.
    fn opened(&self, opens: &[LabelId]) -> Vec<&'p SharedInvariant> {
        let kernel = self.kernel;
        opens.iter().filter_map(|label| kernel.invariants.iter().find(|shared| shared.label == *label)).collect()
    }
}

fn expressions(shared: &SharedInvariant) -> impl Iterator<Item = &Expr> {
    assertion::expressions(&shared.clauses).into_iter()
}
