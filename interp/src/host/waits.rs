//! What a thread of the host waits for, and what it says if nobody can go on.
//!
//! In: what is waited for. Out: whether the thread can go on; or the failure of a deadlock.

use ir::finding::{What, Why};
use ir::{Node, StmtKind, SyncOp};

use super::state::{Done, State};
use super::work::{Cause, Wait};
use crate::report::{Failure, Outcome};

impl<'p> State<'p, '_> {
    /// What the code must wait for in front of this statement, if it has to.
    pub fn waits(&mut self, stmt: &'p StmtKind, node: Node) -> Done<Option<Wait>> {
        let StmtKind::Synchronise(step) = stmt else { return Ok(None) };
        if !step.op.waits() {
            return Ok(None);
        }
        let object = step.object().map(|object| self.value(object)).transpose()?;
        let Some(object) = object.and_then(|object| object.as_reference()) else { return Ok(None) };
        let cause = match step.op {
            SyncOp::Join => Cause::Thread(object),
            SyncOp::Wake => Cause::Notify(object, self.frame()?.ticket),
            SyncOp::Lock
            | SyncOp::Unlock
            | SyncOp::Commit
            | SyncOp::Wait
            | SyncOp::Notify
            | SyncOp::Fork
            | SyncOp::Forked
            | SyncOp::Joined => Cause::Lock(object),
        };
        let wait = Wait { cause, node };
        Ok((!self.can_go_on(&wait)).then_some(wait))
    }

    /// Whether what is waited for is there.
    pub fn can_go_on(&self, wait: &Wait) -> bool {
        match wait.cause {
            Cause::Lock(object) => self.locks.is_free(object, self.input.objects.len()),
            Cause::Notify(object, ticket) => {
                self.locks.is_notified(object, ticket) && self.locks.is_free(object, self.input.objects.len())
            }
            Cause::Thread(object) => self.threads.has_ended(object),
        }
    }

    /// The failure of threads that wait for each other.
    pub fn deadlock(&self, waits: &[Wait]) -> Outcome {
        let Some(first) = waits.first() else {
            return super::state::not_computable("nobody can go on", Node::default());
        };
        let told = |wait: &Wait| match wait.cause {
            Cause::Lock(_) => "the lock that this waits for is taken, and nobody can give it back",
            Cause::Notify(..) => "nobody can `notify` what waits here",
            Cause::Thread(_) => "the thread that this waits for cannot come to its end",
        };
        let what = match first.cause {
            Cause::Thread(_) => What::Thread,
            Cause::Lock(_) | Cause::Notify(..) => What::Lock,
        };
        let mut failure = Failure::new(what, Why::Deadlock, first.node, told(first).to_owned());
        for other in waits.iter().skip(1).filter(|other| other.node != first.node).take(3) {
            failure = failure.related(other.node, told(other).to_owned());
        }
        if let Cause::Lock(object) = first.cause {
            if let Some(taken) = self.locks.taken_at(object) {
                failure = failure.related(taken, "it was taken here".to_owned());
            }
        }
        failure.into()
    }
}
