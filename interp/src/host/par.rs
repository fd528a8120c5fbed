//! Parallel blocks: all iterations run one after the other up to the next barrier, in an order that the schedule
//! determines. Where blocks run at the same time, a barrier is for the iterations of one of them.
//!
//! In: blocks. Out: what the host does in it, or what went wrong: a contract of an iteration or a barrier is false,
//! two iterations race, or some come to another barrier than others or to none.

use ir::finding::{What, Why};
use ir::{Barrier, Block, Clause, Node, Par, Stmt, StmtKind, ValueOf, VarId};

use super::messages::distances;
use super::operation::Streams;
use super::said::Reads;
use super::state::{not_computable, Done, State};
use super::team::Team;
use super::work::{Running, Task, Wait, Work};
use crate::ghost::{distribute, expressions, judged, Assertion, Checks, Footprint, Span, Supply};
use crate::int::Int;
use crate::location::Location;
use crate::member::{Member, ThreadId};
use crate::report::{Failure, Outcome};
use crate::stop::Limit;

/// How many iterations a block may have.
const MOST: usize = 1 << 16;

impl<'p> State<'p, '_> {
    /// Executes the blocks in a `parallel { … }`.
    pub fn together(&mut self, blocks: &'p Block, node: Node) -> Done<Vec<Work<'p>>> {
        let par = |stmt: &'p Stmt| match &stmt.kind {
            StmtKind::Par(par) => Ok(par),
            _ => Err(not_computable("only parallel blocks run at the same time", stmt.node)),
        };
        let pars = blocks.stmts.iter().map(par).collect::<Done<Vec<_>>>()?;
        self.par(pars, node)
    }

    /// Comes to parallel blocks, which run at the same time. The result is what is left to do.
    pub fn par(&mut self, pars: Vec<&'p Par>, node: Node) -> Done<Vec<Work<'p>>> {
        let mut all = Vec::new();
        for (block, par) in pars.iter().enumerate() {
            let ranges = self.ranges(par)?;
            let positions = positions(&ranges).ok_or(Outcome::Limit(Limit::Memory))?;
            all.extend(positions.into_iter().map(|position| (block, position)));
        }
        let mut tasks = Vec::with_capacity(all.len());
        for (block, position) in &all {
            let Some(par) = pars.get(*block) else { continue };
            let mut frame = self.frame()?.clone();
            for (var, value) in par.iterators.iter().zip(position) {
                let place = frame.now.vars.get_mut(var.0 as usize);
                *place.ok_or_else(|| not_computable("an unknown iterator", node))? = Some(value.clone().into());
            }
            frame.iterators.extend(&par.iterators);
            // Operations of streams use arrays of the procedure, and iterations do not.
            frame.streams = Streams::default();
            let left = vec![Work::Stmts(&par.body.stmts)];
            tasks.push(Task { block: *block, frame, called: Vec::new(), left, waits: None });
        }
        let name = |var: &VarId| self.name(ir::Heap::Private(*var)).to_owned();
        let names = pars.iter().map(|par| par.iterators.iter().map(name).collect()).collect();
        let distances = pars.iter().flat_map(|par| distances(&par.body)).collect();
        self.numbers += 1;
        let mut team = Team::new(names, all);
        (team.number, team.ordered) = (self.numbers, self.synchronises);
        team.distances = distances;
        self.teams.push(team);
        self.hand_out(&pars, &mut tasks)?;
        let mut running = self.running(pars, tasks, node);
        running.team = self.teams.pop();
        Ok(vec![Work::Par(Box::new(running))])
    }

    /// Goes on with parallel blocks. The result is what is left to do, and what is waited for, if they have not come to
    /// their ends.
    pub fn go_on_in_par(&mut self, mut running: Box<Running<'p>>) -> Done<Option<(Work<'p>, Vec<Wait>)>> {
        self.teams.extend(running.team.take());
        let waits = self.iterations(&mut running)?;
        if !waits.is_empty() {
            running.team = self.teams.pop();
            return Ok(Some((Work::Par(running), waits)));
        }
        let Running { pars, mut tasks, .. } = *running;
        self.give_back(&pars, &mut tasks)?;
        let _ = self.teams.pop();
        Ok(None)
    }

    fn ranges(&mut self, par: &'p Par) -> Done<Vec<(Int, Int)>> {
        let mut out = Vec::new();
        for (_, from, to) in par.axes() {
            out.push((self.int(from)?, self.int(to)?));
        }
        Ok(out)
    }

    /// Gives each iteration what its precondition lists.
    fn hand_out(&mut self, pars: &[&'p Par], tasks: &mut [Task<'p>]) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        let mut given = Vec::with_capacity(tasks.len());
        for (block, par) in pars.iter().enumerate() {
            given.extend(self.each(tasks, block, What::ParPre, par.contract.pre(), "for")?);
        }
        let held = self.frame()?.holdings.held.clone();
        let judged = !self.frame()?.holdings.blind;
        self.distributed(What::ParResources, &given, judged.then_some(&held))?;
        for (task, given) in tasks.iter_mut().zip(given) {
            self.frame_mut()?.holdings.lend(&given.footprint);
            let holdings = &mut task.frame.holdings;
            holdings.held = given.footprint;
            holdings.blind = !given.complete;
        }
        Ok(())
    }

    /// Takes back what the postcondition of each iteration lists.
    fn give_back(&mut self, pars: &[&'p Par], tasks: &mut [Task<'p>]) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        for (n, task) in tasks.iter_mut().enumerate() {
            let Some(par) = pars.get(task.block) else { continue };
            let said = self.within(n, task, |state, _| {
                let said = state.contract(par.contract.post())?;
                state.consume(What::ParPost, &said, &state.at_iteration("at the end of"))?;
                Ok(said)
            })?;
            self.frame_mut()?.holdings.gain(&said.footprint, said.complete);
        }
        Ok(())
    }

    /// All iterations of a block pass a barrier. It hands out no more than they `brought`.
    pub(super) fn pass_barrier(
        &mut self,
        barrier: &'p Barrier,
        tasks: &mut [Task<'p>],
        block: usize,
        brought: Option<Footprint>,
    ) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        let given =
            self.each(tasks, block, What::BarrierTransfer, barrier.contract.post(), "behind the barrier, in")?;
        self.distributed(What::BarrierRedistribution, &given, brought.as_ref())?;
        for ((_, task), given) in of_block(tasks, block).zip(given) {
            task.frame.holdings.gain(&given.footprint, given.complete);
        }
        Ok(())
    }

    /// What a contract says for each iteration of a block. Checks that its facts are true. Whether its permissions are
    /// held is not judged here.
    fn each(
        &mut self,
        tasks: &mut [Task<'p>],
        block: usize,
        what: What,
        clauses: impl Iterator<Item = &'p Clause>,
        place: &str,
    ) -> Done<Vec<Assertion<'p>>> {
        let clauses = expressions(clauses);
        let mut out = Vec::with_capacity(tasks.len());
        for (n, task) in of_block(tasks, block) {
            out.push(self.within(n, task, |state, _| {
                let said = state.said(&clauses, Reads::Own, None)?;
                state.note(judged(what, Member::LAUNCH, &said, &state.at_iteration(place)))?;
                Ok(said)
            })?);
        }
        Ok(out)
    }

    /// Checks that iterations together get no more than there is, if that is known.
    fn distributed(&mut self, what: What, given: &[Assertion<'p>], supply: Option<&Footprint>) -> Done<()> {
        let Some(supply) = supply.filter(|_| given.iter().all(|said| said.complete)) else { return Ok(()) };
        let total = Footprint::sum(given.iter().map(|said| &said.footprint));
        let mut of = |_: &[Span]| {
            let who = (0..).map(|lid| Member::thread(ThreadId { group: 0, lid }));
            who.zip(given.iter().map(|said| said.permissions.clone())).collect()
        };
        let findings = distribute(what, total, Supply::Footprint(supply), &|_| true, &mut of);
        self.note(Checks { findings, ..Checks::default() })
    }

    /// Where the iteration is that is executed now, in words.
    pub(super) fn at_iteration(&self, place: &str) -> String {
        let iteration = self.teams.last().map_or_else(String::new, |team| team.told(team.now));
        format!("{place} the iteration {iteration}")
    }

    /// Does something as an iteration. A failure says which iteration it is.
    pub(super) fn within<T>(
        &mut self,
        n: usize,
        task: &mut Task<'p>,
        inside: impl FnOnce(&mut Self, &mut Task<'p>) -> Done<T>,
    ) -> Done<T> {
        let lost = || not_computable("no parallel block is executed", Node::default());
        self.teams.last_mut().ok_or_else(lost)?.now = n;
        let (depth, known) = (self.frames.len(), self.findings.len());
        self.frames.push(task.frame.clone());
        self.frames.append(&mut task.called);
        let done = inside(self, task);
        let team = self.teams.last().ok_or_else(lost)?;
        let values: Vec<(String, Int)> = team.values(n).map(|(name, value)| (name.to_owned(), value.clone())).collect();
        let told = team.told(n);
        let named = |failure: Failure| {
            if failure.message.to_string().contains(&told) {
                return failure;
            }
            let shown = |f: &Failure, name: &str| f.values.iter().any(|shown| shown.label == name);
            let add = |f: Failure, (name, value): &(String, Int)| match shown(&f, name) {
                true => f,
                false => f.value(ValueOf::Expression, name.clone(), value, 0),
            };
            values.iter().fold(failure, add)
        };
        let new = self.findings.split_off(known);
        self.findings.extend(new.into_iter().map(&named));
        match done {
            Ok(found) => {
                task.called = self.frames.split_off(self.frames.len().min(depth + 1));
                task.frame = self.frames.pop().ok_or_else(lost)?;
                Ok(found)
            }
            Err(Outcome::Failed(failure)) => Err(Outcome::Failed(Box::new(named(*failure)))),
            Err(other) => Err(other),
        }
    }

    /// The iteration of the innermost block with this number, in words.
    pub(super) fn iteration(&self, n: usize) -> String {
        self.teams.last().map_or_else(String::new, |team| team.told(n))
    }

    /// Records an access to a location that iterations may share, and finds races.
    pub fn race(&mut self, location: Location, writes: bool, node: Node) -> Done<()> {
        if !self.options.races {
            return Ok(());
        }
        if self.threads.are_several() {
            if let Some((other, earlier, wrote)) = self.threads.team.touch(location, writes, node) {
                let now = self.threads.team.now;
                let (does, did) = (if writes { "writes" } else { "reads" }, if wrote { "writes" } else { "reads" });
                let message = format!(
                    "the thread {now} {does} a location that the thread {other} {did}, and nothing orders the two; the \
                    thread 0 executes the procedure that is run"
                );
                let what = if writes { What::Store } else { What::Load };
                let failure = Failure::new(what, Why::DataRace, node, message);
                return Err(failure.related(earlier, format!("the thread {other} {did} it here")).into());
            }
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
}

/// The iterations of a block, with their numbers.
pub(super) fn of_block<'t, 'p>(
    tasks: &'t mut [Task<'p>],
    block: usize,
) -> impl Iterator<Item = (usize, &'t mut Task<'p>)> {
    tasks.iter_mut().enumerate().filter(move |(_, task)| task.block == block)
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
