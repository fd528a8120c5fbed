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

use super::assertion::{self, Assertion, Fact, Framing, Past, Permission};
use super::distribute::{distribute, meets, Supply};
use super::finding::{Checks, Excluded, Finding};
use super::footprint::Footprint;
use super::holdings::{falsehood, Life};
use super::levels::{Levels, Said};
use super::span::Span;
use super::state::{Execution, Ghost};
use super::written::{around_threads, has_permissions, reads_memory_of, Side};
use crate::location::Object;
use crate::member::Member;
use ir::finding::What;
use ir::{Depth, Expr, Space};

/// Why a condition on memory that comes to be with a member is false when the member begins.
const NO_VALUE: &str = "since local memory has no initial value";

impl<'p> Ghost<'p> {
    /// Reads the preconditions of all levels in the first state, and checks them; threads get what theirs give.
    pub fn start(run: &mut dyn Execution<'p>) -> (Self, Checks) {
        let mut ghost = Self::new(run);
        let excluded = |excluded| Checks { excluded: Some(excluded), ..Checks::default() };
        // The implicit `kernel requires ngroups == 1`.
        let of_one = !ghost.kernel.mentions_groups() && ghost.launch.groups() != 1;
        let of_one = of_one.then_some(Excluded { node: ghost.kernel.name.node, who: Member::LAUNCH });
        let checks = match ghost.preconditions(run) {
            Ok(levels) => {
                let checks = ghost.check_start(&levels, run);
                ghost.give(levels, run);
                of_one.map_or(checks, excluded)
            }
            Err(false_clause) => excluded(of_one.unwrap_or(false_clause)),
        };
        (ghost, checks)
    }

    /// The depth of the nearest level around that is written, and so promises what this level requires.
    pub(super) fn giver(&self, depth: Depth) -> Option<Depth> {
        around_threads(self.kernel).rev().find(|around| *around < depth && self.is_written(*around, Side::Pre))
    }

    /// The clause of a member that excludes this start, if the caller of the launch provides the level of the member.
    pub(super) fn excluding(&self, member: Member, said: &Assertion<'p>) -> Option<Excluded> {
        // Nobody can provide a value of memory that is not there yet.
        let is_out = |f: &&Fact<'p>| f.truth == Some(false) && self.reads_memory_of(f.expr).is_none();
        said.facts.iter().find(is_out).map(|fact| Excluded { node: fact.node, who: member })
    }

    fn check_start(&mut self, levels: &Levels<'p>, run: &mut dyn Execution<'p>) -> Checks {
        let mut checks = Checks::default();
        // A level that no other level promises is provided by the caller of the launch.
        for (depth, _) in self.kernel.levels().filter(|(depth, _)| self.giver(*depth).is_none()) {
            for (member, said) in levels.at(depth).iter().filter_map(|said| Some((said.who, said.wrong()?))) {
                checks.unknown.extend(said.unknowns(What::pre(Depth::LAUNCH), member));
                checks.excluded = checks.excluded.or_else(|| self.excluding(member, said));
            }
        }
        if checks.excluded.is_some() {
            return checks;
        }
        for (depth, _) in self.kernel.levels() {
            let giver = self.giver(depth);
            for (member, said) in levels.at(depth).iter().filter_map(|said| Some((said.who, said.wrong()?))) {
                self.check_level(levels, giver, member, said, &mut checks);
            }
        }
        self.check_resources(levels, run, &mut checks);
        self.check_sharing(levels, run, &mut checks);
        self.check_shared(levels, run, &mut checks);
        checks
    }

    /// The precondition of a member for which something is wrong: it follows from that of the member around it at the
    /// depth `giver`, if there is one.
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
        let is_false = |around: &Said<'p>| around.wrong().is_some_and(|said| said.first_false().is_some());
        if !around.into_iter().flatten().any(is_false) {
            checks.findings.extend(falsehood(What::pre(giver), member, said, hint));
        }
    }

    /// The permissions of each member cover those of the members inside of it, together.
    fn check_resources(&mut self, levels: &Levels<'p>, run: &mut dyn Execution<'p>, checks: &mut Checks) {
        let mut out = Vec::new();
        for owner in around_threads(self.kernel).rev() {
            out.extend(self.distributed(levels, run, owner));
        }
        let global = |object: Object| object.owner == Member::LAUNCH;
        let launch = (Member::LAUNCH, Depth::LAUNCH);
        out.extend(self.fit((levels, run), Depth::LAUNCH, (launch, None), Supply::Whole, &global));
        for finding in out {
            if !checks.findings.iter().any(|f| f.code == finding.code && f.node == finding.node) {
                checks.findings.push(finding);
            }
        }
    }

    /// Memory that each member at the depth `owner` owns suffices for all members inside: level by level, where the
    /// levels say what they have.
    fn distributed(&mut self, levels: &Levels<'p>, run: &mut dyn Execution<'p>, owner: Depth) -> Vec<Finding> {
        if owner != Depth::LAUNCH && self.kernel.arrays.iter().all(|array| array.space == Space::Global) {
            return Vec::new();
        }
        let owned = |object: Object| object.owner.depth() == owner;
        let mut out = Vec::new();
        let mut inside = self.kernel.innermost();
        for around in around_threads(self.kernel).rev().filter(|around| *around >= owner) {
            let has = has_permissions(self.contract(around), Side::Pre);
            if around == owner && (around != Depth::LAUNCH || !has) {
                // All of the memory is there, whatever the owner's contract says. Each location names its owner, so
                // that one sum over all of them keeps them apart.
                let shared = self.shared_at(run, around);
                let all = (Member::LAUNCH, inside);
                out.extend(self.fit((levels, run), around, (all, shared.as_ref()), Supply::Whole, &owned));
            } else if has {
                for said in levels.at(around) {
                    let shared = self.shared_footprint(run, said.who);
                    let rest = said.given().zip(shared).map(|(given, shared)| given.without(&shared));
                    let supply = rest.as_ref().map_or(Supply::Whole, Supply::Footprint);
                    out.extend(self.fit((levels, run), around, ((said.who, inside), None), supply, &owned));
                }
                inside = around;
            }
        }
        out
    }

    /// What all members at a depth share, together; `None` if that is not known.
    fn shared_at(&mut self, run: &mut dyn Execution<'p>, depth: Depth) -> Option<Footprint> {
        let mut parts = Vec::new();
        for member in self.launch.members(Member::LAUNCH, depth) {
            parts.push(self.shared_footprint(run, member)?);
        }
        Some(Footprint::sum(parts.iter()))
    }

    /// Where the permissions of the members at a depth inside of a member, with those of invariants that it shares,
    /// exceed those of the member, at the depth `around`. The permissions are read again, since only their sums are
    /// kept.
    fn fit(
        &mut self,
        (levels, run): (&Levels<'p>, &mut dyn Execution<'p>),
        around: Depth,
        ((member, inside), shared): ((Member, Depth), Option<&Footprint>),
        supply: Supply<'_>,
        counts: &dyn Fn(Object) -> bool,
    ) -> Vec<Finding> {
        let demands = levels.inside(member, inside);
        let mut total = levels.sum(member, inside);
        if let Some(shared) = shared.filter(|shared| !shared.is_empty()) {
            total = Footprint::sum([&total, shared].into_iter());
        }
        let mut of = |beyond: &[Span]| {
            let some = |said: &&Said<'p>| said.footprint.spans().any(|(span, _)| meets(beyond, span));
            let demands = demands.iter().filter(some).map(|said| (said.who, self.permissions(run, said.who)));
            demands.collect()
        };
        distribute(What::resources(around), total, supply, counts, &mut of)
    }

    /// The permissions that the precondition of a member gives, one by one.
    pub(super) fn permissions(&mut self, run: &mut dyn Execution<'p>, who: Member) -> Vec<Permission> {
        let clauses = assertion::expressions(self.contract(who.depth()).pre());
        let all = Framing::All;
        self.read_for(run, who, &clauses, all, Past::start(all)).permissions
    }

    /// Threads get what their preconditions give, the members around them what may be redistributed.
    fn give(&mut self, levels: Levels<'p>, run: &mut dyn Execution<'p>) {
        let threads = self.kernel.innermost();
        let has_barriers = self.has_barriers();
        for depth in around_threads(self.kernel) {
            let has = has_permissions(self.contract(depth), Side::Pre);
            // The sum of what all threads have is as large as all of them, and is kept only if something needs it.
            if !has && !has_barriers && self.contract(depth).post().next().is_none() {
                self.given.push(Vec::new());
                continue;
            }
            let mut all = Vec::new();
            for said in levels.at(depth) {
                let given = if has { said.given().cloned() } else { self.generated(&levels, run, said.who, threads) };
                all.push(given.map(|given| given.retain(|object| object.is_before(depth))));
            }
            self.given.push(all);
        }
        let of = |said: Said<'p>| {
            let complete = said.is_complete();
            Life::Fresh(said.footprint, complete)
        };
        self.threads = levels.into_innermost().into_iter().map(of).collect();
    }

    fn reads_memory_of(&self, e: &Expr) -> Option<Depth> {
        reads_memory_of(self.kernel, e)
    }
}
