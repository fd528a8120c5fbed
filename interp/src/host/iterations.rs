//! The iterations of parallel blocks while they run: whose turn it is, which of them wait, and the barriers at which
//! they meet.
//!
//! In: iterations that have what their preconditions list. Out: iterations at their ends; or what all of them wait for,
//! so that other threads can go on meanwhile.

use std::collections::BTreeMap;

use ir::finding::{What, Why};
use ir::{Barrier, Node, Par};

use super::par::of_block;
use super::said::Reads;
use super::state::{not_computable, Done, State};
use super::team::Team;
use super::turns::Turns;
use super::work::{Pause, Running, Task, Wait};
use crate::ghost::{expressions, Footprint};
use crate::report::Failure;

/// Where an iteration has come to.
enum Came {
    /// Its end, or a barrier, to which it brings these permissions; `None` if they are not known.
    Done(Option<Footprint>),
    /// An atomic step.
    Step,
    /// A message that the iteration with this number has not sent yet.
    Message(usize),
    /// A step at which it waits.
    Waits(Vec<Wait>),
}

impl<'p> State<'p, '_> {
    /// Iterations that have not begun.
    pub fn running(&self, pars: Vec<&'p Par>, tasks: Vec<Task<'p>>, node: Node) -> Running<'p> {
        Running {
            pars,
            team: None,
            node,
            round: 0,
            turns: Turns::new(&self.options.schedule, tasks.len(), 0),
            brought: vec![None; tasks.len()],
            receivers: BTreeMap::new(),
            waiting: Vec::new(),
            tasks,
        }
    }

    /// Runs the iterations to their ends. The result is what they wait for, if they have not come to their ends.
    pub fn iterations(&mut self, running: &mut Running<'p>) -> Done<Vec<Wait>> {
        loop {
            self.awake(running);
            while let Some(n) = running.turns.next() {
                let (Some(task), Some(brought)) = (running.tasks.get_mut(n), running.brought.get_mut(n)) else {
                    continue;
                };
                match self.within(n, task, |state, task| state.run_iteration(task))? {
                    Came::Done(given) => *brought = given,
                    Came::Step => running.turns.again(n),
                    Came::Message(sender) => running.receivers.entry(sender).or_default().push(n),
                    Came::Waits(waits) => running.waiting.push((n, waits)),
                }
                running.receivers.remove(&n).into_iter().flatten().for_each(|n| running.turns.again(n));
                self.awake(running);
            }
            if !running.waiting.is_empty() {
                return Ok(running.waiting.iter().flat_map(|(_, waits)| waits.clone()).collect());
            }
            if !running.receivers.is_empty() {
                return Err(not_computable("iterations wait for each other", running.node));
            }
            if self.meet(running)? {
                return Ok(Vec::new());
            }
            running.round += 1;
            running.turns = Turns::new(&self.options.schedule, running.tasks.len(), running.round);
            running.brought = vec![None; running.tasks.len()];
        }
    }

    /// Gives a turn to the iterations that wait no more.
    fn awake(&self, running: &mut Running<'p>) {
        let waiting = std::mem::take(&mut running.waiting);
        for (n, waits) in waiting {
            match waits.iter().any(|wait| self.can_go_on(wait)) {
                true => running.turns.again(n),
                false => running.waiting.push((n, waits)),
            }
        }
    }

    /// Lets the iterations pass the barriers that all of a block wait at. Whether all have ended.
    fn meet(&mut self, running: &mut Running<'p>) -> Done<bool> {
        let (tasks, brought) = (&mut running.tasks, &running.brought);
        let mut ended = true;
        for block in 0..running.pars.len() {
            let Some(barrier) = self.meeting(tasks, block, running.node)? else { continue };
            ended = false;
            self.teams.last_mut().into_iter().for_each(|team| team.meet(block));
            of_block(tasks, block).for_each(|(_, task)| task.waits = None);
            let of_block = brought.iter().zip(tasks.iter()).filter(|(_, task)| task.block == block);
            let all: Option<Vec<Footprint>> = of_block.map(|(brought, _)| brought.clone()).collect();
            self.pass_barrier(barrier, tasks, block, all.map(|all| Footprint::sum(all.iter())))?;
        }
        Ok(ended)
    }

    /// Runs an iteration up to its end, to a barrier, to an atomic step or to a message that is not sent yet, and
    /// checks what the barrier requires.
    fn run_iteration(&mut self, task: &mut Task<'p>) -> Done<Came> {
        let (barrier, node) = match self.go_on(&mut task.left)? {
            Pause::End => {
                self.teams.last_mut().into_iter().for_each(Team::end);
                return Ok(Came::Done(None));
            }
            Pause::Step => return Ok(Came::Step),
            Pause::Message(sender) => return Ok(Came::Message(sender)),
            Pause::Waits(waits) => return Ok(Came::Waits(waits)),
            Pause::Barrier(barrier, node) => (barrier, node),
        };
        task.waits = Some((barrier, node));
        if !self.options.contracts {
            return Ok(Came::Done(None));
        }
        let said = self.said(&expressions(barrier.contract.pre()), Reads::Held, None)?;
        self.consume(What::BarrierPre, &said, &self.at_iteration("at the barrier, in"))?;
        let holdings = &mut self.frame_mut()?.holdings;
        holdings.lend(&said.footprint);
        Ok(Came::Done(said.complete.then_some(said.footprint)))
    }

    /// The barrier that all iterations of a block wait at; `None` if all have ended.
    fn meeting(&self, tasks: &[Task<'p>], block: usize, node: Node) -> Done<Option<&'p Barrier>> {
        let all = || tasks.iter().enumerate().filter(|(_, task)| task.block == block);
        let Some((n, (barrier, at))) = all().find_map(|(n, task)| Some((n, task.waits?))) else {
            return Ok(None);
        };
        let elsewhere = |task: &Task<'_>| task.waits.is_none_or(|(_, other)| other != at);
        let Some((m, other)) = all().find(|(_, task)| elsewhere(task)) else {
            return Ok(Some(barrier));
        };
        let (this, that) = (self.iteration(n), self.iteration(m));
        let message = match other.waits {
            Some(_) => format!("the iteration {this} waits at this barrier, and the iteration {that} at another one"),
            None => format!("the iteration {this} waits at this barrier, and the iteration {that} has ended"),
        };
        let failure = Failure::new(What::BarrierUniform, Why::NonUniform, at, message);
        let (place, label) =
            other.waits.map_or((node, "the parallel block"), |(_, there)| (there, "the other barrier"));
        Err(failure.related(place, label).into())
    }
}
