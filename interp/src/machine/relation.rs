//! Whether the threads of a race are in one warp, in one group, or in two groups.
//!
//! In: a race; the record of the run, if there is one. Out: a [`Relation`], and in words why nothing orders the two.
//!
//! Two accesses of one warp come to the same instruction where they are one operation, in the same round of each loop
//! around it. They are diverged where they stand on two sides of a branch, in the same round of each loop around that.
//! Lockstep would order all other accesses of one warp. A run does not count rounds of loops; if they matter, they are
//! taken from the record.

use ir::Node;

use super::state::Machine;
use crate::code::Apart;
use crate::happens::Raced;
use crate::member::ThreadId;
use crate::race::Relation;
use crate::trace::{Event, Step};

impl Machine<'_> {
    /// The relation, and whether it depends on rounds of a loop that were not counted.
    pub(super) fn relation(&self, raced: &Raced) -> (Relation, bool) {
        let launch = self.fixed.launch;
        let (thread, other) = (launch.thread(raced.thread), launch.thread(raced.conflict.earlier.thread));
        let warp = launch.warp.max(1);
        if thread.group != other.group {
            return (Relation::InterGroup, false);
        }
        if thread.lid / warp != other.lid / warp {
            return (Relation::InterWarp, false);
        }
        let (op, earlier) = (raced.op, raced.conflict.earlier.op);
        let (apart, loops) = self.fixed.codes.apart(op, earlier);
        let in_one_round = match apart {
            Apart::Sides => Relation::IntraWarpDiverged,
            Apart::Path if op == earlier => Relation::IntraWarpSame,
            Apart::Path => return (Relation::IntraWarpLockstep, false),
        };
        if loops.is_empty() {
            return (in_one_round, false);
        }
        let Some(trace) = self.trace.as_ref().filter(|trace| !trace.truncated) else { return (in_one_round, true) };
        let now = trace.of(&[thread]).fold(Rounds::new(&loops), Rounds::after);
        // Any of its accesses there since its last barrier may be in the same round.
        let (node, writes) = (self.fixed.codes.node(earlier), raced.conflict.earlier_writes);
        let mut then = Rounds::new(&loops);
        let mut together = false;
        for step in trace.of(&[other]) {
            let there = match &step.what {
                Event::Leave => {
                    together = false;
                    false
                }
                Event::Read(location, _) => !writes && *location == raced.location,
                Event::Write(location, _) => writes && *location == raced.location,
                Event::Assign { .. }
                | Event::Branch { .. }
                | Event::Enter { .. }
                | Event::Return
                | Event::Arrive
                | Event::End => false,
            };
            together |= there && step.node == node && then == now;
            then = then.after(step);
        }
        (if together { in_one_round } else { Relation::IntraWarpLockstep }, false)
    }

    /// Which warps or groups two racing threads are in, and why nothing orders them.
    pub(super) fn why(&self, relation: Relation, thread: ThreadId, other: ThreadId, unsure: bool) -> String {
        let warp = |t: ThreadId| t.lid / self.fixed.launch.warp.max(1);
        let one = || format!("both are in warp {} of group {}", warp(thread), thread.group);
        let place = match relation {
            Relation::IntraWarpSame => format!("{}, at the same instruction", one()),
            Relation::IntraWarpDiverged => format!("{}, on two sides of a branch", one()),
            Relation::IntraWarpLockstep => format!("{}, on one path", one()),
            Relation::InterWarp => {
                format!("they are in warps {} and {} of group {}", warp(other), warp(thread), thread.group)
            }
            Relation::InterGroup => format!("they are in groups {} and {}", other.group, thread.group),
        };
        let rounds = if unsure { "; in two rounds of the loop only lockstep would order them" } else { "" };
        format!("{place}: {}{rounds}", relation.why())
    }
}

/// How often a thread has entered each of some loops, from the outermost on, since it last entered the one around it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rounds(Vec<(Node, u64)>);

impl Rounds {
    fn new(guards: &[Node]) -> Self {
        Self(guards.iter().map(|guard| (*guard, 0)).collect())
    }

    fn after(mut self, step: &Step) -> Self {
        if let Event::Branch { taken: true, .. } = step.what {
            let mut of = self.0.iter_mut().skip_while(|(guard, _)| *guard != step.node);
            if let Some((_, rounds)) = of.next() {
                *rounds += 1;
                of.for_each(|(_, rounds)| *rounds = 0);
            }
        }
        self
    }
}
