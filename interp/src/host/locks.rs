//! Steps with the locks of objects.
//!
//! In: steps with a lock. Out: what the code holds behind them; or the failure, if the invariant is false where it is
//! given away, or if the permissions or the lock are missing.

use std::collections::BTreeMap;

use ir::finding::{What, Why};
use ir::{Expr, Heap, Node, SyncOp, Synchronise, Token};

use super::clock::Known;
use super::said::Reads;
use super::state::{not_computable, Done, State};
use crate::ghost::Assertion;
use crate::report::{Failure, Outcome};

impl<'p> State<'p, '_> {
    /// Executes a step with a lock or a thread. Nothing is to wait for.
    pub fn synchronise(&mut self, step: &'p Synchronise, node: Node) -> Done<()> {
        let lost = || not_computable("this step has no object", node);
        let (object, resource) = step.object().zip(step.resource()).ok_or_else(lost)?;
        let number = self.value(object)?.as_reference().filter(|number| *number != 0);
        let Some(number) = number else {
            let message = format!("`{}` is `null`, and has no lock and no thread", self.program.quote(object.node));
            return Err(Failure::new(What::Expr, Why::Null, object.node, message).into());
        };
        match step.op {
            SyncOp::Lock | SyncOp::Wake => self.take(number, resource, node),
            SyncOp::Unlock | SyncOp::Commit | SyncOp::Wait => self.release(number, resource, node, step.op),
            SyncOp::Notify => self.notify(number, resource, node),
            SyncOp::Fork | SyncOp::Forked | SyncOp::Join | SyncOp::Joined => {
                self.thread_step(step.op, (object, number), resource, node)
            }
        }
    }

    /// Takes a lock, and gets the invariant.
    fn take(&mut self, object: u32, resource: &'p Expr, node: Node) -> Done<()> {
        let first = !self.locks.known.contains_key(&object);
        let lock = self.locks.known.entry(object).or_default();
        lock.taken = Some(node);
        let before = lock.before.clone();
        self.comes_after(&before);
        if !self.options.contracts {
            return Ok(());
        }
        let said = self.said(&[resource], Reads::Own, None)?;
        // The invariant of an object of the input is assumed.
        if let Some(fact) = said.first_false().filter(|_| first) {
            return Err(Outcome::OutsideContract { node: fact.node, thread: None, values: Vec::new() });
        }
        self.frame_mut()?.holdings.gain(&said.footprint, said.complete);
        Ok(())
    }

    /// Gives a lock back with its invariant, and waits for a `notify` then if it is a `wait`.
    fn release(&mut self, object: u32, resource: &'p Expr, node: Node, op: SyncOp) -> Done<()> {
        let fresh = !self.locks.known.contains_key(&object);
        let free = self.locks.is_free(object, self.input.objects.len());
        if free && !(fresh && self.options.contracts) {
            let message = "this gives a lock back that nobody has taken".to_owned();
            return Err(Failure::new(What::Lock, Why::InsufficientPermission, node, message).into());
        }
        if self.options.contracts {
            let said = self.said(&[resource], Reads::Own, None)?;
            self.consume(What::Lock, &said, "where the lock is given back")?;
            self.frame_mut()?.holdings.lend(&said.footprint);
        }
        self.locks.tickets += 1;
        let ticket = self.locks.tickets;
        let before = self.comes_before();
        let lock = self.locks.known.entry(object).or_default();
        lock.taken = None;
        lock.before.extend(before);
        if op == SyncOp::Wait {
            let _ = lock.waiting.insert(ticket);
            self.frame_mut()?.ticket = ticket;
        }
        Ok(())
    }

    /// Takes the locks whose tokens the precondition of the procedure that is run gives.
    pub fn taken_at_first(&mut self, said: &Assertion) {
        let is_token = |heap: Heap| match heap {
            Heap::Field(id) => self.program.field(id).is_some_and(|field| field.token == Some(Token::Lock)),
            Heap::Array(_) | Heap::Private(_) | Heap::Elements(_) => false,
        };
        for (location, _) in said.footprint.of_heaps(is_token).iter().filter(|(_, amount)| amount.is_positive()) {
            let given = said.permissions.iter().find(|permission| permission.span.contains(location));
            self.locks.known.entry(location.object.frame).or_default().taken = given.map(|given| given.node);
        }
    }

    /// Lets the one go on that waits longest.
    fn notify(&mut self, object: u32, resource: &'p Expr, node: Node) -> Done<()> {
        if self.options.contracts {
            let said = self.said(&[resource], Reads::Held, None)?;
            self.consume(What::Lock, &said, "at the `notify`")?;
        } else if self.locks.is_free(object, self.input.objects.len()) {
            let message = "this is a `notify` without the lock: nobody has taken it".to_owned();
            return Err(Failure::new(What::Lock, Why::InsufficientPermission, node, message).into());
        }
        if let Some(lock) = self.locks.known.get_mut(&object) {
            let _ = lock.waiting.pop_first();
        }
        Ok(())
    }

    /// What the code has done up to now, for each team of iterations or threads around it.
    pub fn comes_before(&mut self) -> Vec<(u64, Known)> {
        let threads = std::iter::once(&mut self.threads.team);
        threads.chain(&mut self.teams).map(|team| (team.number, team.tell())).collect()
    }

    /// What the code does from now on comes after that.
    pub fn comes_after(&mut self, before: &BTreeMap<u64, Known>) {
        for team in std::iter::once(&mut self.threads.team).chain(&mut self.teams) {
            before.get(&team.number).into_iter().for_each(|known| team.hear(known));
        }
    }
}
