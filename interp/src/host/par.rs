//! Parallel blocks: all iterations run one after the other up to the next barrier, in an order that the schedule
//! determines.
//!
//! In: a block. Out: what the host does in it, or what went wrong: a contract of an iteration or a barrier is false,
//! two iterations race, or some come to another barrier than others or to none.

use ir::finding::{What, Why};
use ir::{Barrier, Clause, Node, Par, ValueOf, VarId};

use super::control::{Pause, Work};
use super::memory::Frame;
use super::state::{not_computable, Done, State};
use super::team::Team;
use crate::int::Int;
use crate::location::Location;
use crate::report::{Failure, Outcome};
use crate::rng::Rng;
use crate::schedule::Schedule;
use crate::stop::Limit;
use crate::value::Value;

/// How many iterations a block may have.
const MOST: usize = 1 << 16;

/// An iteration that is not executed at the moment.
struct Task<'p> {
    frame: Frame<'p>,
    left: Vec<Work<'p>>,
    /// The barrier that it waits at.
    waits: Option<(&'p Barrier, Node)>,
}

impl<'p> State<'p, '_> {
    /// Executes a parallel block.
    pub fn par(&mut self, par: &'p Par, node: Node) -> Done<()> {
        let ranges = self.ranges(par)?;
        let positions = positions(&ranges).ok_or(Outcome::Limit(Limit::Memory))?;
        let mut tasks = Vec::with_capacity(positions.len());
        for position in &positions {
            let mut frame = self.frame()?.clone();
            for (var, value) in par.iterators.iter().zip(position) {
                let place = frame.now.vars.get_mut(var.0 as usize);
                *place.ok_or_else(|| not_computable("an unknown iterator", node))? = Some(value.clone().into());
            }
            tasks.push(Task { frame, left: vec![Work::Stmts(&par.body.stmts)], waits: None });
        }
        let names = par.iterators.iter().map(|var| self.name(ir::Heap::Private(*var)).to_owned()).collect();
        self.teams.push(Team::new(names, positions));
        let done = self.iterations(par, &mut tasks, node);
        if done.is_ok() {
            let _ = self.teams.pop();
        }
        done
    }

    fn ranges(&mut self, par: &'p Par) -> Done<Vec<(Int, Int)>> {
        let mut out = Vec::new();
        for (_, from, to) in par.axes() {
            out.push((self.int(from)?, self.int(to)?));
        }
        Ok(out)
    }

    /// Runs the iterations to their ends.
    fn iterations(&mut self, par: &'p Par, tasks: &mut [Task<'p>], node: Node) -> Done<()> {
        for (n, task) in tasks.iter_mut().enumerate() {
            self.within(n, task, |state, _| state.judge_iteration(What::ParPre, par.contract.pre(), "for"))?;
        }
        let mut round = 0;
        loop {
            for n in self.order(tasks.len(), round) {
                let Some(task) = tasks.get_mut(n) else { continue };
                self.within(n, task, |state, task| state.run_iteration(par, task))?;
            }
            let Some(barrier) = self.meeting(tasks, node)? else { return Ok(()) };
            self.teams.last_mut().into_iter().for_each(Team::meet);
            for (n, task) in tasks.iter_mut().enumerate() {
                task.waits = None;
                let post = barrier.contract.post();
                self.within(n, task, |state, _| {
                    state.judge_iteration(What::BarrierTransfer, post, "behind the barrier, in")
                })?;
            }
            round += 1;
        }
    }

    /// Runs an iteration up to its end or to a barrier, and checks what holds there.
    fn run_iteration(&mut self, par: &'p Par, task: &mut Task<'p>) -> Done<()> {
        match self.go_on(&mut task.left)? {
            Pause::End => self.judge_iteration(What::ParPost, par.contract.post(), "at the end of"),
            Pause::Barrier(barrier, node) => {
                task.waits = Some((barrier, node));
                self.judge_iteration(What::BarrierPre, barrier.contract.pre(), "at the barrier, in")
            }
        }
    }

    /// Does something as an iteration. A failure says which iteration it is.
    fn within<T>(
        &mut self,
        n: usize,
        task: &mut Task<'p>,
        inside: impl FnOnce(&mut Self, &mut Task<'p>) -> Done<T>,
    ) -> Done<T> {
        let lost = || not_computable("no parallel block is executed", Node::default());
        self.teams.last_mut().ok_or_else(lost)?.now = n;
        let (depth, known) = (self.frames.len(), self.findings.len());
        self.frames.push(task.frame.clone());
        let done = inside(self, task);
        let team = self.teams.last().ok_or_else(lost)?;
        let values: Vec<(String, Int)> = team.values(n).map(|(name, value)| (name.to_owned(), value.clone())).collect();
        let named = |failure: Failure| {
            let add = |f: Failure, (name, value): &(String, Int)| f.value(ValueOf::Expression, name.clone(), value, 0);
            values.iter().fold(failure, add)
        };
        let new = self.findings.split_off(known);
        self.findings.extend(new.into_iter().map(&named));
        match done {
            Ok(found) => {
                // Frames of procedures that were called are gone; the last frame is that of the iteration.
                self.frames.truncate(depth + 1);
                task.frame = self.frames.pop().ok_or_else(lost)?;
                Ok(found)
            }
            Err(Outcome::Failed(failure)) => Err(Outcome::Failed(Box::new(named(*failure)))),
            Err(other) => Err(other),
        }
    }

    /// Checks clauses of an iteration. `place` says where it is.
    fn judge_iteration(&mut self, what: What, clauses: impl Iterator<Item = &'p Clause>, place: &str) -> Done<()> {
        let iteration = self.teams.last().map_or_else(String::new, |team| team.told(team.now));
        self.clauses(what, clauses, &format!("{place} the iteration {iteration}"))
    }

    /// The barrier that all iterations wait at; `None` if all have ended.
    fn meeting(&self, tasks: &[Task<'p>], node: Node) -> Done<Option<&'p Barrier>> {
        let Some((n, (barrier, at))) = tasks.iter().enumerate().find_map(|(n, task)| Some((n, task.waits?))) else {
            return Ok(None);
        };
        let elsewhere = |task: &Task<'_>| task.waits.is_none_or(|(_, other)| other != at);
        let Some((m, other)) = tasks.iter().enumerate().find(|(_, task)| elsewhere(task)) else {
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

    /// The iteration of the innermost block with this number, in words.
    fn iteration(&self, n: usize) -> String {
        self.teams.last().map_or_else(String::new, |team| team.told(n))
    }

    /// The order of the iterations between two barriers.
    fn order(&self, count: usize, round: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        match self.options.schedule {
            Schedule::Canonical | Schedule::Lockstep | Schedule::Replay(_) => {}
            Schedule::Reversed => order.reverse(),
            Schedule::Permuted(seed)
            | Schedule::GroupFirst(_, seed)
            | Schedule::WarpFirst(_, _, seed)
            | Schedule::Warps(seed)
            | Schedule::Random(seed) => {
                let mut rng = Rng::new(seed ^ crate::rng::mix(round + 1));
                for last in (1..count).rev() {
                    order.swap(last, rng.below(last + 1));
                }
            }
        }
        order
    }

    /// Records an access to an element of an array that iterations may share, and finds races.
    pub fn access(&mut self, location: Location, writes: bool, node: Node) -> Done<()> {
        if !self.options.races {
            return Ok(());
        }
        for index in 0..self.teams.len() {
            let Some(team) = self.teams.get_mut(index) else { continue };
            let Some((other, earlier, wrote)) = team.touch(location, writes, node) else { continue };
            let team = self.teams.get(index);
            let told = |n| team.map_or_else(String::new, |team| team.told(n));
            let now = team.map_or(0, |team| team.now);
            let (does, did) = (if writes { "writes" } else { "reads" }, if wrote { "writes" } else { "reads" });
            let (this, that) = (told(now), told(other));
            let message = format!(
                "the iteration {this} {does} a location that the iteration {that} {did}, and nothing orders the two"
            );
            let what = if writes { What::Store } else { What::Load };
            let failure = Failure::new(what, Why::DataRace, node, message);
            return Err(failure.related(earlier, format!("the iteration {that} {did} it here")).into());
        }
        Ok(())
    }

    /// Executes an atomic step of an iteration.
    pub fn atomic(&mut self, body: &'p ir::Block) -> Done<()> {
        self.teams.iter_mut().for_each(Team::step);
        self.block(body)
    }

    /// `x := new T[e];`
    pub fn new_array(&mut self, var: VarId, length: &'p ir::Expr, node: Node) -> Done<()> {
        let count = self.int(length)?;
        if count < Int::ZERO {
            let message = format!("the length of the new array is {count}, which is negative");
            let failure = Failure::new(What::Expr, Why::NegativeLength, length.node, message);
            return Err(failure.value(ValueOf::Index, "length", count, 0).into());
        }
        let len = count.to_i64().and_then(|n| usize::try_from(n).ok()).ok_or(Outcome::Limit(Limit::Memory))?;
        let ty = self.frame()?.procedure.vars.get(var.0 as usize).and_then(|decl| decl.ty.element());
        let zero = ty.and_then(Value::zero).ok_or_else(|| not_computable("this is no reference", node))?;
        self.room = self.room.checked_sub(len + 1).ok_or(Outcome::Limit(Limit::Memory))?;
        let reference = self.objects.add(vec![zero; len]).ok_or(Outcome::Limit(Limit::Memory))?;
        self.set(var, Some(reference), node)
    }

    /// `x := new C();`, without the constructor.
    pub fn new_object(&mut self, var: VarId, node: Node) -> Done<()> {
        let ty = self.frame()?.procedure.vars.get(var.0 as usize).map(|decl| decl.ty);
        let Some(ir::Type::Object(class)) = ty else { return Err(not_computable("this is no object", node)) };
        let fields: Option<Vec<Value>> =
            self.program.fields_of(class).map(|(_, field)| Value::zero(field.ty)).collect();
        let fields = fields.ok_or_else(|| not_computable("a field has no value", node))?;
        self.room = self.room.checked_sub(fields.len() + 1).ok_or(Outcome::Limit(Limit::Memory))?;
        let reference = self.objects.add(fields).ok_or(Outcome::Limit(Limit::Memory))?;
        self.set(var, Some(reference), node)
    }
}

/// All combinations of values of the iterators, the last iterator fastest; `None` if they are too many.
fn positions(ranges: &[(Int, Int)]) -> Option<Vec<Vec<Int>>> {
    if ranges.iter().any(|(from, to)| from >= to) {
        return Some(Vec::new());
    }
    let mut out = vec![Vec::new()];
    for (from, to) in ranges {
        let (from, to) = (from.to_i64()?, to.to_i64()?);
        let count = usize::try_from(to.checked_sub(from)?).ok()?;
        if count.checked_mul(out.len())? > MOST {
            return None;
        }
        let with = |position: &Vec<Int>| {
            let position = position.clone();
            (from..to).map(move |value| [position.as_slice(), &[Int::from(value)]].concat())
        };
        out = out.iter().flat_map(with).collect();
    }
    Some(out)
}
