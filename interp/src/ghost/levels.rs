//! The levels of a contract at the start and at the end of a launch.
//!
//! ```text
//! start:  K_res ⊒ ⊛ G_res ⊒ ⊛ T_res        K_pre ⇒ G_pre ⇒ T_pre
//! end:    K_res ⊑ ⊛ G_res ⊑ ⊛ T_res        K_post ⇐ G_post ⇐ T_post
//! ```
//!
//! In: the first or the last state of a launch. Out: findings. A level that speaks of memory is written, and is checked
//! against the level below; one that does not is the sum of the level below. The uppermost level that is written is
//! what whoever launches the kernel provides: a start where it is false is no start of this kernel
//! ([`Checks::excluded`]).

use super::assertion::{self, Assertion, Framing, Past};
use super::distribute::{distribute, exceeds, Supply};
use super::finding::{Checks, Excluded};
use super::footprint::Footprint;
use super::holdings::{falsehood, Holdings};
use super::state::{Execution, Ghost};
use crate::launch::{ThreadId, Who};
use crate::location::Location;
use ir::finding::What;
use ir::{Contract, Depth, Expr, ExprKind, Heap, Kernel, Program, Space};

/// What all levels say in one state.
pub(super) struct Levels<'p> {
    pub threads: Vec<(Who, Assertion<'p>)>,
    pub groups: Vec<(Who, Assertion<'p>)>,
    pub kernel: Assertion<'p>,
}

impl<'p> Ghost<'p> {
    /// Reads the preconditions of all levels in the first state, and checks them; threads get what theirs give.
    pub fn start(run: &mut dyn Execution<'p>) -> (Self, Checks) {
        let mut ghost = Self::new(run);
        let levels = ghost.preconditions(run);
        let mut checks = ghost.check_start(&levels);
        if !ghost.kernel.mentions_groups() && ghost.ngroups != 1 {
            // The implicit `kernel requires ngroups == 1`.
            let excluded = Some(Excluded { node: ghost.kernel.name.node, who: Who::Launch });
            checks = Checks { excluded, ..Checks::default() };
        }
        ghost.give(levels);
        (ghost, checks)
    }

    fn preconditions(&mut self, run: &mut dyn Execution<'p>) -> Levels<'p> {
        let kernel = self.kernel;
        let clauses = assertion::expressions(kernel.of_thread().pre());
        let mut threads = Vec::new();
        for gid in 0..self.ngroups {
            for lid in 0..self.gsize {
                let who = Who::Thread(ThreadId { group: gid, lid });
                threads.push((who, self.read_for(run, who, &clauses, Framing::Own, Past::start(Framing::Own))));
            }
        }
        let clauses = assertion::expressions(kernel.contract_at(Depth::GROUP).pre());
        let mut groups = Vec::new();
        for gid in 0..self.ngroups {
            let who = Who::Group(gid);
            let below = total(of_group(&threads, gid));
            let frame = self.frame(kernel.contract_at(Depth::GROUP), true, below.as_ref());
            groups.push((who, self.read_for(run, who, &clauses, frame, Past::start(frame))));
        }
        let clauses = assertion::expressions(kernel.contract.pre());
        let below = total(threads.iter().map(|(_, said)| said));
        let frame = self.frame(&kernel.contract, true, below.as_ref());
        let kernel = self.read_for(run, Who::Launch, &clauses, frame, Past::start(frame));
        Levels { threads, groups, kernel }
    }

    /// What frames the contract of an upper level: its own permissions, or those of the threads where it has none.
    fn frame<'f>(&self, contract: &Contract, pre: bool, below: Option<&'f Footprint>) -> Framing<'f> {
        if !self.is_written(contract, pre) || has_permissions(contract, pre) {
            Framing::Own
        } else {
            below.map_or(Framing::All, Framing::Held)
        }
    }

    pub(super) fn is_written(&self, contract: &Contract, pre: bool) -> bool {
        clauses(contract, pre).any(|e| speaks_of_memory(e, self.program))
    }

    fn check_start(&self, levels: &Levels<'p>) -> Checks {
        let kernel_written = self.is_written(&self.kernel.contract, true);
        let group_written = self.is_written(self.kernel.contract_at(Depth::GROUP), true);
        let mut checks = Checks::default();
        // What whoever launches the kernel has to provide.
        let mut provided: Vec<(What, Who, &Assertion<'p>)> = vec![(What::KernelPre, Who::Launch, &levels.kernel)];
        let mut implied: Vec<(What, Who, &Assertion<'p>)> = Vec::new();
        let target = if kernel_written { &mut implied } else { &mut provided };
        target.extend(levels.groups.iter().map(|(who, said)| (What::KernelPre, *who, said)));
        let target = if kernel_written || group_written { &mut implied } else { &mut provided };
        let what = if group_written { What::GroupPre } else { What::KernelPre };
        target.extend(levels.threads.iter().map(|(who, said)| (what, *who, said)));
        for (what, who, said) in &provided {
            checks.unknown.extend(said.unknowns(*what, *who));
            // Local memory has no initial value, so nobody can provide one.
            let out = said.facts.iter().find(|f| f.truth == Some(false) && !self.reads_local(f.expr));
            if let (Some(fact), None) = (out, &checks.excluded) {
                checks.excluded = Some(Excluded { node: fact.node, who: *who });
            }
        }
        if checks.excluded.is_some() {
            return checks;
        }
        for (what, who, said) in &provided {
            checks.findings.extend(said.wrong.iter().cloned());
            checks.findings.extend(falsehood(What::GroupPre, *who, said, "since local memory has no initial value"));
            let _ = what;
        }
        for (what, who, said) in &implied {
            checks.unknown.extend(said.unknowns(*what, *who));
            checks.findings.extend(said.wrong.iter().cloned());
            let local = said.first_false().is_some_and(|fact| self.reads_local(fact.expr));
            let (what, hint) = match (local, what) {
                (true, _) => (What::GroupPre, "since local memory has no initial value"),
                (false, What::GroupPre) => (What::GroupPre, "although the group's precondition holds"),
                (false, _) => (What::KernelPre, "although the kernel's precondition holds"),
            };
            // Where the group's precondition is false already, nothing is claimed of its threads.
            let of_group = levels.groups.iter().find(|(group, _)| is_of(*who, *group)).map(|(_, said)| said);
            if what != What::GroupPre || local || of_group.is_none_or(|said| said.first_false().is_none()) {
                checks.findings.extend(falsehood(what, *who, said, hint));
            }
        }
        self.check_resources(levels, &mut checks);
        checks
    }

    /// `K_res ⊒ ⊛ G_res ⊒ ⊛ T_res`.
    fn check_resources(&self, levels: &Levels<'p>, checks: &mut Checks) {
        let global = |location: Location| self.space(location) == Space::Global;
        let local = |location: Location| self.space(location) == Space::Local;
        let threads: Vec<(Who, &Assertion<'p>)> = levels.threads.iter().map(|(who, said)| (*who, said)).collect();
        let groups: Vec<(Who, &Assertion<'p>)> = levels.groups.iter().map(|(who, said)| (*who, said)).collect();
        let kernel_has = has_permissions(&self.kernel.contract, true);
        let group_has = has_permissions(self.kernel.contract_at(Depth::GROUP), true);
        let of_kernel = match (kernel_has, levels.kernel.complete) {
            (true, true) => Supply::Footprint(&levels.kernel.footprint),
            (true, false) | (false, _) => Supply::Whole,
        };
        let mut out = distribute(What::GroupResources, &threads, Supply::Whole, &local);
        if group_has {
            for (gid, (_, group)) in (0..).zip(&levels.groups) {
                let of_group: Vec<_> = threads.iter().filter(|(who, _)| in_group(*who, gid)).copied().collect();
                let supply = if group.complete { Supply::Footprint(&group.footprint) } else { Supply::Whole };
                out.extend(distribute(What::GroupResources, &of_group, supply, &global));
            }
            out.extend(distribute(What::KernelResources, &groups, of_kernel, &global));
        } else {
            out.extend(distribute(What::KernelResources, &threads, of_kernel, &global));
        }
        let whole = [(Who::Launch, &levels.kernel)];
        out.extend(distribute(What::KernelResources, &whole, Supply::Whole, &global));
        for finding in out {
            if !checks.findings.iter().any(|f| f.code == finding.code && f.node == finding.node) {
                checks.findings.push(finding);
            }
        }
    }

    /// Threads get what their preconditions give, groups what may be redistributed.
    fn give(&mut self, levels: Levels<'p>) {
        let group_has = has_permissions(self.kernel.contract_at(Depth::GROUP), true);
        for (gid, (_, group)) in (0..).zip(&levels.groups) {
            let held = match group_has {
                true => group.complete.then(|| group.footprint.clone()),
                false => total(of_group(&levels.threads, gid)),
            };
            let space = |location: Location| self.space(location) == Space::Global;
            let held = held.map(|held| held.retain(space));
            self.groups.push(held);
        }
        self.kernel_start = levels.kernel.complete.then_some(levels.kernel.footprint);
        for (_, said) in levels.threads {
            let could_write = self.writable(&said.footprint).into_iter().collect();
            self.threads.push(Holdings {
                held: said.footprint.clone(),
                initial: said.footprint,
                knows_initial: said.complete,
                blind: self.passes || !said.complete,
                could_write,
                ..Holdings::default()
            });
        }
    }

    /// All threads have ended: the postconditions of groups and kernel follow.
    pub fn finish(&mut self, run: &mut dyn Execution<'p>) -> Checks {
        let mut checks = Checks::default();
        let kernel = self.kernel;
        let global =
            |ghost: &Self, footprint: Footprint| footprint.retain(|location| ghost.space(location) == Space::Global);
        let returned = |ghost: &Self, gid: Option<u32>| {
            let threads = (0..ghost.ngroups).filter(|g| gid.is_none_or(|gid| gid == *g));
            let all = threads.flat_map(|group| (0..ghost.gsize).map(move |lid| ThreadId { group, lid }));
            let parts = all.map(|thread| ghost.holdings(thread).and_then(|h| h.returned.as_ref()));
            parts.collect::<Option<Vec<_>>>().map(|parts| global(ghost, Footprint::sum(parts)))
        };
        let group_written = self.is_written(kernel.contract_at(Depth::GROUP), false);
        let mut of_groups: Option<Footprint> = Some(Footprint::default());
        for gid in 0..self.ngroups {
            let there = returned(self, Some(gid));
            let start = self.groups.get(gid as usize).cloned().flatten();
            let level =
                Level { contract: kernel.contract_at(Depth::GROUP), what: What::GroupPost, who: Who::Group(gid) };
            let given = self.check_end(run, &level, there.as_ref(), start.as_ref(), &mut checks);
            of_groups = of_groups.zip(given).map(|(mut sum, given)| {
                sum.add(&given);
                sum
            });
        }
        let there = if group_written { of_groups } else { returned(self, None) };
        let start = match has_permissions(&kernel.contract, true) {
            true => self.kernel_start.clone(),
            false => {
                let parts: Option<Vec<&Footprint>> =
                    self.threads.iter().map(|h| h.knows_initial.then_some(&h.initial)).collect();
                parts.map(Footprint::sum)
            }
        };
        // Where a group does not keep what it promised, nothing is claimed of the kernel.
        if group_written && checks.findings.iter().any(|f| f.code.what == What::GroupPost) {
            return checks;
        }
        let level = Level { contract: &kernel.contract, what: What::KernelPost, who: Who::Launch };
        let _ = self.check_end(run, &level, there.as_ref(), start.as_ref(), &mut checks);
        checks
    }

    /// One level at the end; what it gives back, if that is known.
    fn check_end(
        &mut self,
        run: &mut dyn Execution<'p>,
        level: &Level<'p>,
        there: Option<&Footprint>,
        start: Option<&Footprint>,
        checks: &mut Checks,
    ) -> Option<Footprint> {
        let clauses = assertion::expressions(level.contract.post());
        let frame = self.frame(level.contract, false, there);
        let past = Past::start(start.map_or(Framing::All, Framing::Held));
        let said = self.read_for(run, level.who, &clauses, frame, past);
        checks.findings.extend(said.wrong.iter().cloned());
        if let Some(there) = there {
            checks.findings.extend(exceeds(level.what, level.who, &said, there, "at the end"));
        }
        checks.findings.extend(falsehood(level.what, level.who, &said, "at the end"));
        checks.unknown.extend(said.unknowns(level.what, level.who));
        said.complete.then_some(said.footprint)
    }

    fn reads_local(&self, e: &Expr) -> bool {
        reads_local(self.kernel, e)
    }
}

/// Whether an expression reads local memory, which functions do not.
pub(super) fn reads_local(kernel: &Kernel, e: &Expr) -> bool {
    let mut found = false;
    e.each(&mut |e| {
        if let ExprKind::Read(place) | ExprKind::PointsTo(place, ..) = &e.kind {
            let Heap::Array(array) = place.heap else { return };
            found |= kernel.arrays.get(array.0 as usize).is_some_and(|a| a.space == Space::Local);
        }
    });
    found
}

/// A level at the end of a launch.
struct Level<'p> {
    contract: &'p Contract,
    what: What,
    who: Who,
}

fn is_of(who: Who, group: Who) -> bool {
    matches!(group, Who::Group(group) if in_group(who, group))
}

fn in_group(who: Who, group: u32) -> bool {
    matches!(who, Who::Thread(thread) if thread.group == group)
}

fn of_group<'a, 'p>(threads: &'a [(Who, Assertion<'p>)], group: u32) -> impl Iterator<Item = &'a Assertion<'p>> {
    threads.iter().filter(move |(who, _)| in_group(*who, group)).map(|(_, said)| said)
}

/// The sum, if every part of it is known.
fn total<'a, 'p: 'a>(parts: impl Iterator<Item = &'a Assertion<'p>>) -> Option<Footprint> {
    let parts: Option<Vec<&Footprint>> = parts.map(|said| said.complete.then_some(&said.footprint)).collect();
    parts.map(Footprint::sum)
}

fn clauses(contract: &Contract, pre: bool) -> impl Iterator<Item = &Expr> {
    let before = contract.pre().filter(move |_| pre);
    before.chain(contract.post().filter(move |_| !pre)).map(|clause| &clause.expr)
}

fn has_permissions(contract: &Contract, pre: bool) -> bool {
    let mut found = false;
    for e in clauses(contract, pre) {
        e.each(&mut |e| found |= matches!(e.kind, ExprKind::Perm(..) | ExprKind::PointsTo(..)));
    }
    found
}

/// Whether an expression reads memory or names a location, itself or through functions.
#[allow(clippy::wildcard_enum_match_arm)] // only what names memory or calls matters
pub(super) fn speaks_of_memory(e: &Expr, program: &Program) -> bool {
    let mut found = false;
    let mut seen = std::collections::BTreeSet::new();
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        e.each(&mut |e| match &e.kind {
            ExprKind::Read(_) | ExprKind::Perm(..) | ExprKind::PointsTo(..) => found = true,
            ExprKind::Call(f, _) if seen.insert(*f) => {
                if let Some(f) = program.functions.get(f.0 as usize) {
                    todo.extend(f.contract.clauses.iter().map(|c| &c.expr).chain(&f.body));
                }
            }
            _ => {}
        });
    }
    found
}
