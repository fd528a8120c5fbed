//! The start of a launch: the levels of its contract against each other.
//!
//! ```text
//! member_res ⊒ ⊛ inside. inside_res        member_pre ⇒ inside_pre
//! ```
//!
//! for a member of a team (or the launch) and the members of the team inside of it: `K_res ⊒ ⊛ G_res`,
//! `G_res ⊒ ⊛ T_res`, `K_pre ⇒ G_pre`, `G_pre ⇒ T_pre`.
//!
//! In: the preconditions of all members. Out: findings, and what each member has from here on. The caller of a
//! launch provides the outermost level that is written: a start where it is false is no start of this kernel
//! ([`Checks::excluded`]).

use super::assertion::Assertion;
use super::distribute::{distribute, Supply};
use super::finding::{Checks, Excluded, Finding};
use super::holdings::{falsehood, Holdings};
use super::levels::Levels;
use super::state::{Execution, Ghost};
use super::written::{around_threads, has_permissions, reads_memory_of, Side};
use crate::location::Location;
use crate::member::Member;
use ir::finding::What;
use ir::{Depth, Expr, Space};

/// Why a condition on memory that comes to be with a member is false when the member begins.
const NO_VALUE: &str = "since local memory has no initial value";

impl<'p> Ghost<'p> {
    /// Reads the preconditions of all levels in the first state, and checks them; threads get what theirs give.
    pub fn start(run: &mut dyn Execution<'p>) -> (Self, Checks) {
        let mut ghost = Self::new(run);
        let levels = ghost.preconditions(run);
        let mut checks = ghost.check_start(&levels);
        if !ghost.kernel.mentions_groups() && ghost.launch.groups() != 1 {
            // The implicit `kernel requires ngroups == 1`.
            let excluded = Some(Excluded { node: ghost.kernel.name.node, who: Member::LAUNCH });
            checks = Checks { excluded, ..Checks::default() };
        }
        ghost.give(levels);
        (ghost, checks)
    }

    /// The depth of the nearest level around that is written, and so promises what this level requires.
    fn giver(&self, depth: Depth) -> Option<Depth> {
        around_threads(self.kernel).rev().find(|around| *around < depth && self.is_written(*around, Side::Pre))
    }

    fn check_start(&self, levels: &Levels<'p>) -> Checks {
        let mut checks = Checks::default();
        // A level that no other level promises is provided by the caller of the launch.
        for (depth, _) in self.kernel.levels().filter(|(depth, _)| self.giver(*depth).is_none()) {
            for (member, said) in levels.at(depth) {
                checks.unknown.extend(said.unknowns(What::pre(Depth::LAUNCH), *member));
                // Nobody can provide a value of memory that is not there yet.
                let out = said.facts.iter().find(|f| f.truth == Some(false) && self.reads_memory_of(f.expr).is_none());
                if let (Some(fact), None) = (out, &checks.excluded) {
                    checks.excluded = Some(Excluded { node: fact.node, who: *member });
                }
            }
        }
        if checks.excluded.is_some() {
            return checks;
        }
        for (depth, _) in self.kernel.levels() {
            let giver = self.giver(depth);
            for (member, said) in levels.at(depth) {
                self.check_level(levels, giver, *member, said, &mut checks);
            }
        }
        self.check_resources(levels, &mut checks);
        self.check_shared(levels, &mut checks);
        checks
    }

    /// The precondition of a member: it follows from that of the member around it at the depth `giver`, if there is
    /// one.
    fn check_level(
        &self,
        levels: &Levels<'p>,
        giver: Option<Depth>,
        member: Member,
        said: &Assertion<'p>,
        checks: &mut Checks,
    ) {
        checks.findings.extend(said.wrong.iter().cloned());
        if let Some(giver) = giver {
            checks.unknown.extend(said.unknowns(What::pre(giver), member));
        }
        if let Some(owner) = said.first_false().and_then(|fact| self.reads_memory_of(fact.expr)) {
            checks.findings.extend(falsehood(What::pre(owner), member, said, NO_VALUE));
            return;
        }
        // What the caller of the launch provides is true, since this start is not excluded.
        let Some(giver) = giver else { return };
        let hint = match giver {
            Depth::LAUNCH => "although the kernel's precondition holds",
            _ => "although the group's precondition holds",
        };
        // Where the giver's precondition is false already, nothing is claimed of those inside.
        let around = member.around(giver).map(|around| levels.inside(around, giver));
        if around.into_iter().flatten().all(|(_, around)| around.first_false().is_none()) {
            checks.findings.extend(falsehood(What::pre(giver), member, said, hint));
        }
    }

    /// The permissions of each member cover those of the members inside of it, together.
    fn check_resources(&self, levels: &Levels<'p>, checks: &mut Checks) {
        let mut out = Vec::new();
        for owner in around_threads(self.kernel).rev() {
            out.extend(self.distributed(levels, owner));
        }
        let global = |location: Location| self.space(location) == Space::Global;
        let launch = levels.demands(Member::LAUNCH, Depth::LAUNCH);
        out.extend(distribute(What::resources(Depth::LAUNCH), &launch, Supply::Whole, &global));
        for finding in out {
            if !checks.findings.iter().any(|f| f.code == finding.code && f.node == finding.node) {
                checks.findings.push(finding);
            }
        }
    }

    /// Memory that each member at the depth `owner` owns suffices for all members inside: level by level, where the
    /// levels say what they have.
    fn distributed(&self, levels: &Levels<'p>, owner: Depth) -> Vec<Finding> {
        let owned = |location: Location| location.object.owner.depth() == owner;
        let mut out = Vec::new();
        let mut inside = self.kernel.innermost();
        for around in around_threads(self.kernel).rev().filter(|around| *around >= owner) {
            let has = has_permissions(self.contract(around), Side::Pre);
            let what = What::resources(around);
            if around == owner && (around != Depth::LAUNCH || !has) {
                // All of the memory is there, whatever the owner's contract says. Each location names its owner, so
                // that one sum over all of them keeps them apart.
                out.extend(distribute(what, &levels.demands(Member::LAUNCH, inside), Supply::Whole, &owned));
            } else if has {
                for (member, said) in levels.at(around) {
                    let supply = if said.complete { Supply::Footprint(&said.footprint) } else { Supply::Whole };
                    out.extend(distribute(what, &levels.demands(*member, inside), supply, &owned));
                }
                inside = around;
            }
        }
        out
    }

    /// Threads get what their preconditions give, the members around them what may be redistributed.
    fn give(&mut self, levels: Levels<'p>) {
        let threads = self.kernel.innermost();
        for depth in around_threads(self.kernel) {
            let has = has_permissions(self.contract(depth), Side::Pre);
            let given = levels.at(depth).iter().map(|(member, said)| {
                let given = match has {
                    true => said.complete.then(|| said.footprint.clone()),
                    false => levels.sum(*member, threads),
                };
                given.map(|given| given.retain(|location| location.is_before(depth)))
            });
            self.given.push(given.collect());
        }
        for (_, said) in levels.into_innermost() {
            let could_write = self.writable(&said.footprint).into_iter().collect();
            self.threads.push(Holdings {
                held: said.footprint.clone(),
                initial: said.footprint,
                knows_initial: said.complete,
                blind: self.passes || !said.complete,
                could_write,
                ..Holdings::default()
            });
            self.callers.push(Vec::new());
        }
    }

    fn reads_memory_of(&self, e: &Expr) -> Option<Depth> {
        reads_memory_of(self.kernel, e)
    }
}
