//! The meaning of the symbols of a kernel's obligations in one run.
//!
//! In: a task and a traced run. Out: for each thread a list of moments, and for each moment the meaning of the symbols
//! that the rules introduced, such as values at the head of a loop, or memory when a barrier opened. A symbol has the
//! meaning of the last time that the thread passed the part of the program which introduces it.

use interp::{Event, Input, Run, Step, ThreadId, Value};
use ir::Node;
use ir::{ArrayId, Block, Heap, Kernel, Space, StmtKind, VarId};
use logic::finding::Subject;
use logic::obligation::Task;
use logic::origin::Event as Made;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The elements of an array; `None` for those that are not known.
pub type Cells = Rc<Vec<Option<Value>>>;

/// The meaning of one symbol.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Private(Option<Value>),
    Memory(ArrayId, Cells),
}

/// The meaning of a thread's symbols, by their numbers.
pub type Sense = BTreeMap<u32, Said>;

/// A time at which the symbols of a thread have these meanings, just before some of them change.
#[derive(Clone, Debug)]
pub struct Moment {
    /// How often the thread has passed each barrier and each head of a loop with a barrier. Threads are compared at
    /// equal counts.
    pub epoch: BTreeMap<Node, usize>,
    pub sense: Sense,
}

/// The moments of all threads, and memory before and after the run.
pub struct History {
    pub moments: BTreeMap<ThreadId, Vec<Moment>>,
    pub initial: BTreeMap<(ArrayId, u32), Cells>,
    pub last: BTreeMap<(ArrayId, u32), Cells>,
    /// The threads that ended.
    pub ended: usize,
}

/// A mistake in the meaning of symbols, for mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slip {
    #[default]
    None,
    /// Memory behind a barrier is taken to be that of the start.
    StaleBarrier,
    /// What a loop changes is taken to be as before the loop.
    StaleLoop,
    /// Machine integers are signed in runs and unsigned in obligations, or the other way round.
    OtherSign,
}

struct Loop {
    guard: Node,
    invariants: Vec<Node>,
    waits: bool,
    /// The barriers and loops in its body.
    inside: BTreeSet<Node>,
}

fn loops(block: &Block, out: &mut Vec<Loop>) -> (BTreeSet<Node>, bool) {
    let (mut places, mut waits) = (BTreeSet::new(), false);
    for s in &block.stmts {
        match &s.kind {
            StmtKind::If(_, a, b) => {
                for inner in [a, b] {
                    let (more, w) = loops(inner, out);
                    places.extend(more);
                    waits |= w;
                }
            }
            StmtKind::Block(inner) | StmtKind::Atomic { body: inner, .. } | StmtKind::Scope(_, inner) => {
                let (more, w) = loops(inner, out);
                places.extend(more);
                waits |= w;
            }
            StmtKind::While { guard, body, invariants } => {
                let (inside, w) = loops(body, out);
                waits |= w;
                let invariants = invariants.iter().map(|c| c.node).collect();
                out.push(Loop { guard: guard.node, invariants, waits: w, inside: inside.clone() });
                places.extend(inside);
                let _ = places.insert(guard.node);
            }
            StmtKind::Barrier(_) => {
                waits = true;
                let _ = places.insert(s.node);
            }
            StmtKind::Declare(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Exit(_)
            | StmtKind::Mark(_)
            | StmtKind::Call(_) => {}
        }
    }
    (places, waits)
}

/// The conditions of loops.
pub fn guards(kernel: &Kernel) -> BTreeSet<Node> {
    let mut all = Vec::new();
    let _ = loops(&kernel.body, &mut all);
    all.into_iter().map(|l| l.guard).collect()
}

/// The symbols of variables without initial value, whose values a run does not show.
pub fn never_told(task: &Task) -> BTreeSet<u32> {
    let declared = task.versions.iter().filter(|v| v.event == Made::Declared);
    declared.filter_map(|v| v.term.as_app().map(|s| s.id())).collect()
}

/// A symbol that a rule introduced.
struct Maker {
    symbol: u32,
    event: Made,
    node: Node,
    what: Subject,
}

fn makers(task: &Task) -> Vec<Maker> {
    let mut out = Vec::new();
    for v in &task.versions {
        let Some(symbol) = v.term.as_app() else { continue };
        if matches!(v.event, Made::Loop | Made::Barrier) {
            out.push(Maker { symbol: symbol.id(), event: v.event, node: v.node, what: v.of });
        }
    }
    out
}

/// The symbols whose meaning is decided during a run. Other symbols have a meaning from the start.
pub fn made(task: &Task) -> BTreeSet<u32> {
    task.versions.iter().filter_map(|v| v.term.as_app().map(|s| s.id())).collect()
}

struct Replay<'r> {
    kernel: &'r Kernel,
    memory: BTreeMap<(ArrayId, u32), Cells>,
    vars: BTreeMap<(ThreadId, VarId), Value>,
    senses: BTreeMap<ThreadId, Moment>,
}

impl Replay<'_> {
    fn group(&self, a: ArrayId, t: ThreadId) -> u32 {
        match self.kernel.arrays.get(a.0 as usize).map(|d| d.space) {
            Some(Space::Local) => t.group,
            Some(Space::Global) | None => 0,
        }
    }

    /// Gives the symbols that a part of the program introduces their present meaning.
    fn pass(&mut self, t: ThreadId, event: Made, node: Node, makers: &[Maker]) {
        for m in makers.iter().filter(|m| m.event == event && m.node == node) {
            let said = match m.what {
                Subject::Heap(Heap::Array(a)) => match self.memory.get(&(a, self.group(a, t))) {
                    Some(cells) => Said::Memory(a, cells.clone()),
                    None => continue,
                },
                Subject::Heap(Heap::Private(_)) => continue,
                Subject::Variable(v) => Said::Private(self.vars.get(&(t, v)).cloned()),
            };
            if let Some(now) = self.senses.get_mut(&t) {
                let _ = now.sense.insert(m.symbol, said);
            }
        }
    }
}

/// The moments of a run. `lengths` are the lengths of the arrays.
#[allow(clippy::too_many_arguments)]
pub fn history(
    kernel: &Kernel,
    task: &Task,
    run: &Run,
    input: &Input,
    threads: &[ThreadId],
    groups: u32,
    lengths: &[usize],
    slip: Slip,
) -> Option<History> {
    let trace = run.trace.as_ref()?;
    let makers = makers(task);
    let mut all_loops = Vec::new();
    let _ = loops(&kernel.body, &mut all_loops);
    let mut initial: BTreeMap<(ArrayId, u32), Cells> = BTreeMap::new();
    for (n, (decl, len)) in kernel.arrays.iter().zip(lengths).enumerate() {
        let a = ArrayId(n as u32);
        match decl.space {
            Space::Global => {
                let cells = input.arrays.get(&decl.name.name)?.iter().cloned().map(Some).collect();
                let _ = initial.insert((a, 0), Rc::new(cells));
            }
            Space::Local => {
                for g in 0..groups {
                    let _ = initial.insert((a, g), Rc::new(vec![None; *len]));
                }
            }
        }
    }
    // The initial values of local memory: the first access shows a value if it is a read.
    let mut touched = BTreeSet::new();
    for step in &trace.steps {
        let (Event::Read(at, value) | Event::Write(at, value)) = &step.what else { continue };
        if touched.insert(*at) && matches!(step.what, Event::Read(..)) {
            let cells = Rc::make_mut(initial.get_mut(&copy(at)?)?);
            *cells.get_mut(at.offset as usize)? = Some(value.clone());
        }
    }
    let start = Moment { epoch: BTreeMap::new(), sense: Sense::new() };
    let mut replay = Replay {
        kernel,
        memory: initial.clone(),
        vars: BTreeMap::new(),
        senses: threads.iter().map(|t| (*t, start.clone())).collect(),
    };
    let mut moments: BTreeMap<ThreadId, Vec<Moment>> = threads.iter().map(|t| (*t, vec![])).collect();
    let mut ended = 0;
    let mut done = BTreeSet::new();
    for step in &trace.steps {
        let t = step.thread;
        match &step.what {
            // The generated kernels have no calls.
            Event::Read(..) | Event::Arrive | Event::Enter(_) | Event::Return => {}
            Event::Write(at, value) => {
                let cells = Rc::make_mut(replay.memory.get_mut(&copy(at)?)?);
                *cells.get_mut(at.offset as usize)? = Some(value.clone());
            }
            Event::Assign { var, value, .. } => drop(replay.vars.insert((t, *var), value.clone())),
            Event::Branch(_) => {
                let Some(l) = all_loops.iter().find(|l| l.guard == step.node) else { continue };
                let first = makers
                    .iter()
                    .filter(|m| m.node == l.guard)
                    .all(|m| replay.senses.get(&t).is_none_or(|now| !now.sense.contains_key(&m.symbol)));
                moments.get_mut(&t)?.push(replay.senses.get(&t)?.clone());
                let now = replay.senses.get_mut(&t)?;
                for m in makers.iter().filter(|m| l.inside.contains(&m.node)) {
                    let _ = now.sense.remove(&m.symbol);
                }
                if l.waits {
                    *now.epoch.entry(l.guard).or_default() += 1;
                }
                if slip != Slip::StaleLoop || first {
                    replay.pass(t, Made::Loop, l.guard, &makers);
                }
            }
            Event::Leave => {
                moments.get_mut(&t)?.push(replay.senses.get(&t)?.clone());
                *replay.senses.get_mut(&t)?.epoch.entry(step.node).or_default() += 1;
                if slip == Slip::StaleBarrier {
                    let now = std::mem::replace(&mut replay.memory, initial.clone());
                    replay.pass(t, Made::Barrier, step.node, &makers);
                    replay.memory = now;
                } else {
                    replay.pass(t, Made::Barrier, step.node, &makers);
                }
            }
            Event::End => {
                ended += 1;
                let _ = done.insert(t);
                moments.get_mut(&t)?.push(replay.senses.get(&t)?.clone());
            }
        }
    }
    for t in threads.iter().filter(|t| !done.contains(t)) {
        moments.get_mut(t)?.push(replay.senses.get(t)?.clone());
    }
    // A run that fails in an invariant ends before the condition of the loop is evaluated.
    if let Some(failure) = run.outcome.failure() {
        let at = |l: &&Loop| l.invariants.iter().any(|s| failure.node.is_inside(s));
        if let (Some(l), Some(t)) = (all_loops.iter().find(at), failure.threads.first()) {
            let now = replay.senses.get_mut(t)?;
            for m in makers.iter().filter(|m| l.inside.contains(&m.node)) {
                let _ = now.sense.remove(&m.symbol);
            }
            replay.pass(*t, Made::Loop, l.guard, &makers);
            moments.get_mut(t)?.push(replay.senses.get(t)?.clone());
        }
    }
    // A run that fails when all threads of a group have met ends before they go on.
    for g in 0..groups {
        let last = |t: &ThreadId| trace.steps.iter().rev().find(|s| s.thread == *t);
        let met: Vec<&Step> = threads.iter().filter(|t| t.group == g).filter_map(last).collect();
        let size = threads.iter().filter(|t| t.group == g).count();
        let Some(first) = met.first() else { continue };
        if met.len() == size && met.iter().all(|s| s.what == Event::Arrive && s.node == first.node) {
            for t in threads.iter().filter(|t| t.group == g) {
                *replay.senses.get_mut(t)?.epoch.entry(first.node).or_default() += 1;
                replay.pass(*t, Made::Barrier, first.node, &makers);
                moments.get_mut(t)?.push(replay.senses.get(t)?.clone());
            }
        }
    }
    (!trace.truncated).then_some(History { moments, initial, last: replay.memory, ended })
}

/// The element of an array with these indices.
pub fn cell(cells: &Cells, dims: &[i64], index: &[i64]) -> Option<Value> {
    let mut offset = 0i64;
    for (n, i) in dims.iter().zip(index) {
        if *i < 0 || i >= n {
            return None;
        }
        offset = offset * n + i;
    }
    cells.get(usize::try_from(offset).ok()?)?.clone()
}

/// The array of a location, and the group whose copy it is in; group 0 for global arrays.
fn copy(at: &interp::Location) -> Option<(ArrayId, u32)> {
    match at.object.owner {
        interp::Owner::Launch => Some((at.array()?, 0)),
        interp::Owner::Group(group) => Some((at.array()?, group)),
        interp::Owner::Frame(..) => None,
    }
}
