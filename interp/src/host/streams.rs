//! Streams: launches and copies that the host does not wait for.
//!
//! In: operations as they are issued, and statements about streams and events. Out: the operations, executed at some
//! time between their statement and the wait for them, which the schedule chooses; and failures where the host or
//! another operation uses an array of one that nothing orders.
//!
//! | schedule | an operation is executed |
//! |---|---|
//! | `canonical`, `first`, `replay` | where its statement stands |
//! | `reversed`, `lockstep` | where somebody waits for it |
//! | those with a seed | in front of any statement in between |

use std::collections::{BTreeMap, BTreeSet};

use ir::finding::{What, Why};
use ir::{Heap, Node, Order, PointId, Space, VarId};

use super::operation::{Busy, Does, Operation, OwnRead};
use super::state::{Done, State};
use crate::report::Failure;
use crate::rng::mix;
use crate::schedule::Schedule;

impl<'p> State<'p, '_> {
    /// Issues an operation in a stream.
    pub fn issue(&mut self, does: Does<'p>, stream: PointId, node: Node) -> Done<()> {
        let uses = self.uses(&does, node)?;
        let what = match does {
            Does::Copy(..) => What::Copy,
            Does::Launch(_) => What::LaunchResources,
        };
        let after = self.frame()?.streams.before(stream);
        for (var, writes) in &uses {
            self.unused(*var, *writes, &after, what, node)?;
        }
        let streams = &mut self.frame_mut()?.streams;
        let id = streams.issued;
        streams.issued += 1;
        let _ = streams.before.entry(stream).or_default().insert(id);
        let operation = Operation { node, does, stream, uses, after, ran: false };
        let _ = streams.pending.insert(id, operation);
        match self.options.schedule {
            Schedule::Canonical | Schedule::First(_) | Schedule::Replay(_) => self.execute(id),
            Schedule::Reversed
            | Schedule::Lockstep
            | Schedule::Permuted(_)
            | Schedule::GroupFirst(..)
            | Schedule::WarpFirst(..)
            | Schedule::Warps(_)
            | Schedule::Random(_) => Ok(()),
        }
    }

    /// The arrays that an operation uses, each with whether it may write it.
    fn uses(&self, does: &Does<'p>, node: Node) -> Done<BTreeMap<VarId, bool>> {
        let of = match does {
            Does::Copy(transfer, _) => vec![(transfer.from, false), (transfer.to, true)],
            Does::Launch(prepared) => self.buffers(prepared.launch),
        };
        let mut uses = BTreeMap::new();
        for (heap, writes) in of {
            let (var, _) = self.array(heap, node)?;
            *uses.entry(var).or_insert(false) |= writes;
        }
        Ok(uses)
    }

    /// The device arrays of a launch, each with whether the kernel's code may write it.
    pub fn buffers(&self, launch: &ir::Launch) -> Vec<(Heap, bool)> {
        let Some(kernel) = self.program.kernel(launch.kernel) else { return Vec::new() };
        let stored = kernel.body.stores(self.program);
        let arrays = (0..).map(ir::ArrayId).zip(&kernel.arrays).filter(|(_, array)| array.space == Space::Global);
        let written = arrays.map(|(id, _)| stored.contains(&Heap::Array(id)));
        launch.buffers.iter().copied().zip(written).collect()
    }

    /// An access of the host to an array: no pending operation interferes with it.
    pub fn free(&mut self, heap: Heap, writes: bool, what: What, node: Node) -> Done<()> {
        let Heap::Private(var) = heap else { return Ok(()) };
        self.unused(var, writes, &BTreeSet::new(), what, node)
    }

    fn unused(&mut self, var: VarId, writes: bool, known: &BTreeSet<u32>, what: What, node: Node) -> Done<()> {
        let streams = &self.frame()?.streams;
        let Some(user) = streams.user(var, writes, known).filter(|_| self.options.races) else { return Ok(()) };
        let Some(busy) = self.busy(user) else { return Ok(()) };
        let name = self.name(Heap::Private(var));
        let done = if writes { "written" } else { "read" };
        let message =
            format!("`{name}` is {done} here, and it belongs to {} until `synchronize({});`", busy.told, busy.stream);
        self.found(Failure::new(what, Why::InUse, node, message).related(busy.node, "nobody has waited for this"))
    }

    /// What annotations or code have read of the arrays of the procedure.
    pub fn have_read(&mut self, reads: Vec<OwnRead>, what: What) -> Done<()> {
        for OwnRead { var, at, node } in reads {
            let Some(label) = at else {
                self.free(Heap::Private(var), false, what, node)?;
                continue;
            };
            let marks = &self.frame()?.marks;
            let then = marks.iter().find(|(known, ..)| *known == label).map(|(_, memory, _)| memory);
            let Some(busy) = then.and_then(|memory| memory.busy.get(&var)).filter(|_| self.options.races) else {
                continue;
            };
            let name = self.name(Heap::Private(var));
            let message = format!(
                "`{name}` has no known value at the label: nobody had waited there for {}, which writes it",
                busy.told
            );
            let failure =
                Failure::new(what, Why::InUse, node, message).related(busy.node, "nobody has waited for this");
            self.found(failure)?;
        }
        Ok(())
    }

    /// The arrays that pending operations may write.
    pub fn being_written(&self) -> Done<BTreeMap<VarId, Busy>> {
        let mut out = BTreeMap::new();
        for (id, operation) in &self.frame()?.streams.pending {
            for (var, _) in operation.uses.iter().filter(|(_, writes)| **writes) {
                out.extend(self.busy(*id).map(|busy| (*var, busy)));
            }
        }
        Ok(out)
    }

    /// `stream s;`, `event e = record(s);`, `wait(s, e);`, `synchronize(s);`
    pub fn order(&mut self, order: Order) -> Done<()> {
        let streams = &mut self.frame_mut()?.streams;
        let ended = match order {
            Order::Stream(stream) => {
                let _ = streams.before.insert(stream, BTreeSet::new());
                return Ok(());
            }
            Order::Record { event, stream } => {
                let before = streams.before(stream);
                let _ = streams.before.insert(event, before);
                return Ok(());
            }
            Order::Wait { stream, event } => {
                let before = streams.before(event);
                streams.before.entry(stream).or_default().extend(before);
                return Ok(());
            }
            Order::Join(Some(point)) => streams.before(point),
            Order::Join(None) => streams.pending.keys().copied().collect(),
        };
        ended.into_iter().try_for_each(|id| self.join(id))
    }

    /// The host waits for an operation.
    fn join(&mut self, id: u32) -> Done<()> {
        self.execute(id)?;
        let streams = &mut self.frame_mut()?.streams;
        let _ = streams.pending.remove(&id);
        for set in streams.before.values_mut() {
            let _ = set.remove(&id);
        }
        Ok(())
    }

    /// Executes an operation that was not executed yet, and those that it waits for.
    fn execute(&mut self, id: u32) -> Done<()> {
        let Some(operation) = self.frame_mut()?.streams.pending.get_mut(&id).filter(|op| !op.ran) else {
            return Ok(());
        };
        operation.ran = true;
        let Operation { node, does, after, .. } = operation.clone();
        after.into_iter().try_for_each(|before| self.execute(before))?;
        match does {
            Does::Copy(transfer, count) => self.copy_elements(transfer, &count, node),
            Does::Launch(prepared) => self.run_kernel(&prepared, node),
        }
    }

    /// In front of a statement, the schedule may execute an operation.
    pub fn meanwhile(&mut self) -> Done<()> {
        let seed = match self.options.schedule {
            Schedule::Permuted(seed)
            | Schedule::GroupFirst(_, seed)
            | Schedule::WarpFirst(_, _, seed)
            | Schedule::Warps(seed)
            | Schedule::Random(seed) => seed,
            Schedule::Canonical
            | Schedule::First(_)
            | Schedule::Replay(_)
            | Schedule::Reversed
            | Schedule::Lockstep => return Ok(()),
        };
        let streams = &self.frame()?.streams;
        if streams.is_idle() {
            return Ok(());
        }
        let (ready, drawn) = (streams.ready(), mix(seed ^ mix(self.steps + 1)));
        let chosen = usize::try_from(drawn >> 1).ok().and_then(|n| ready.get(n.checked_rem(ready.len())?));
        match chosen.filter(|_| drawn & 1 == 0) {
            Some(id) => self.execute(*id),
            None => Ok(()),
        }
    }

    /// The memory of arrays ends: those in `ending`, or all of the procedure. No pending operation uses them.
    pub fn end_of_memory(&mut self, ending: Option<&BTreeSet<VarId>>) -> Done<()> {
        let uses = |op: &Operation<'p>| match ending {
            Some(ending) => op.uses.keys().find(|var| ending.contains(var)).copied().map(Some),
            None => Some(None),
        };
        let pending = self.frame()?.streams.pending.iter();
        let users: Vec<(u32, Option<VarId>)> = pending.filter_map(|(id, op)| Some((*id, uses(op)?))).collect();
        for (id, var) in users {
            if let Some(busy) = self.busy(id).filter(|_| self.options.races) {
                let message = match var {
                    Some(var) => format!(
                        "`{}` ends with its block, and nobody has waited for {}, which uses it",
                        self.name(Heap::Private(var)),
                        busy.told
                    ),
                    None => format!("the procedure ends, and nobody has waited for {}", busy.told),
                };
                self.found(Failure::new(What::Lifetime, Why::InUse, busy.node, message))?;
            }
            self.join(id)?;
        }
        Ok(())
    }

    /// A pending operation in words.
    fn busy(&self, id: u32) -> Option<Busy> {
        let frame = self.frames.last()?;
        let operation = frame.streams.pending.get(&id)?;
        let line = self.program.line(operation.node);
        let told = match &operation.does {
            Does::Copy(..) => format!("the copy in line {line}"),
            Does::Launch(prepared) => format!("the launch of `{}` in line {line}", prepared.kernel.name.name),
        };
        let stream = frame.procedure.points.get(operation.stream.0 as usize)?.name.clone();
        Some(Busy { node: operation.node, told, stream })
    }

    /// The arrays that statements declare, not counting those in further blocks.
    pub fn declared(&self, stmts: &[ir::Stmt]) -> Done<BTreeSet<VarId>> {
        let vars = &self.frame()?.procedure.vars;
        let is_array = |var: &VarId| vars.get(var.0 as usize).is_some_and(|decl| !decl.dims.is_empty());
        let declared = stmts.iter().filter_map(|stmt| match stmt.outline().gets {
            Some(ir::Gets::Declared(var)) => Some(*var),
            Some(
                ir::Gets::Assigned(_)
                | ir::Gets::Location(_)
                | ir::Gets::Anywhere(_)
                | ir::Gets::Iterators(_)
                | ir::Gets::Results(_),
            )
            | None => None,
        });
        Ok(declared.filter(is_array).collect())
    }
}
