//! The values that the symbols of obligations have in one run.
//!
//! In: a kernel with its procedures, and a traced run. Out: a [`History`] of the kernel, and one of each execution of a
//! procedure. A history lists moments for each thread. At a moment each symbol that the rules introduced, such as the
//! value of a variable at the head of a loop or memory behind a call, has the value of the last time that the thread
//! passed the part of the program which introduces the symbol.

use crate::loops::Loop;
use crate::runs::{Subject, Tested};
use interp::{Event, Failure, Input, Run, ThreadId, Value};
use ir::{ArrayId, Depth, Heap, Node, ProcId, Space, VarId};
use logic::finding::Subject as Named;
use logic::obligation::{Task, What};
use logic::origin::Event as Made;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The elements of an array of the kernel in row-major order; `None` for those that are not known.
pub type Cells = Rc<Vec<Option<Value>>>;

/// The elements of a thread's private array that are known, by their indices.
pub type Elements = Rc<BTreeMap<Vec<i64>, Value>>;

/// The arrays of the kernel. Of each local array there is a copy for each group; global arrays belong to group 0.
pub type Memory = BTreeMap<(ArrayId, u32), Cells>;

/// The value of one symbol.
#[derive(Clone, Debug, PartialEq)]
pub enum SymbolValue {
    /// The value of a variable; `None` if the run does not show it.
    Variable(Option<Value>),
    /// The elements of an array of the kernel.
    Array(ArrayId, Cells),
    /// The elements of a private array.
    Private(Elements),
}

/// The values of a thread's symbols, by the numbers of the symbols.
pub type SymbolValues = BTreeMap<u32, SymbolValue>;

/// A time at which the symbols of a thread have these values, just before some of the values change.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// How often the thread has passed each barrier and each head of a loop with a barrier. Threads are compared at
    /// equal counts.
    pub epoch: BTreeMap<Node, usize>,
    pub values: SymbolValues,
}

/// The moments of the threads that executed a kernel, or of the one thread that executed a procedure; and memory
/// before and after the run.
pub struct History {
    pub moments: BTreeMap<ThreadId, Vec<Moment>>,
    pub initial: Rc<Memory>,
    pub last: Rc<Memory>,
    /// Whether all threads of the launch ended.
    pub ended: bool,
}

/// The histories of a run.
pub struct Histories {
    pub kernel: History,
    /// The executions of procedures, in the order in which they ended.
    pub calls: Vec<(ProcId, History)>,
}

/// A mistake in the values of symbols, for mutants.
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
    /// Memory behind a call is taken to be that of the start.
    StaleCall,
    /// A procedure is taken to have other arguments than those of the call.
    OtherArguments,
    /// An element of a private array is taken to keep the first value that was stored to it.
    StaleElement,
    /// `\old[L](e)` is read as `e` in obligations.
    NoLabels,
}

impl Slip {
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::StaleBarrier,
        Self::StaleLoop,
        Self::OtherSign,
        Self::StaleCall,
        Self::OtherArguments,
        Self::StaleElement,
        Self::NoLabels,
    ];
}

/// The symbols whose values a history does not have: of variables without initial value, of locations that other
/// threads may change before an atomic step, and of what threads tell each other.
pub fn never_shown(task: &Task) -> BTreeSet<u32> {
    let hidden = task.versions.iter().filter(|v| match v.event {
        Made::Declared => matches!(v.of, Named::Variable(_)),
        Made::Step | Made::Opened | Made::Gather | Made::Shuffle => true,
        Made::Store
        | Made::Loop
        | Made::Barrier
        | Made::If
        | Made::Call
        | Made::Copy
        | Made::Launch
        | Made::Par
        | Made::Moved
        | Made::Message
        | Made::Synchronised
        | Made::End => false,
    });
    hidden.filter_map(|v| v.term.as_app().map(|s| s.id())).collect()
}

/// A symbol that a rule introduced for a loop, a barrier or a call.
struct Maker {
    symbol: u32,
    event: Made,
    node: Node,
    what: Named,
}

fn makers(task: &Task) -> Vec<Maker> {
    let mut out = Vec::new();
    for v in &task.versions {
        let Some(symbol) = v.term.as_app() else { continue };
        if matches!(v.event, Made::Loop | Made::Barrier | Made::Call) {
            out.push(Maker { symbol: symbol.id(), event: v.event, node: v.node, what: v.of });
        }
    }
    out
}

/// One execution of a kernel or a procedure by one thread.
struct Activation<'r> {
    subject: &'r Subject<'r>,
    makers: Rc<Vec<Maker>>,
    /// The call, in the caller's code; of a kernel, nothing.
    call: Node,
    now: Moment,
    moments: Vec<Moment>,
    variables: BTreeMap<VarId, Value>,
    arrays: BTreeMap<VarId, Elements>,
    /// Whether the thread has done nothing since the call.
    just_entered: bool,
}

struct Replay<'r> {
    tested: &'r Tested<'r>,
    slip: Slip,
    initial: Rc<Memory>,
    memory: Memory,
    /// The executions that each thread is in, the innermost last.
    active: BTreeMap<ThreadId, Vec<Activation<'r>>>,
    done: Vec<(ThreadId, ProcId, Vec<Moment>)>,
    makers: BTreeMap<Option<ProcId>, Rc<Vec<Maker>>>,
}

impl<'r> Replay<'r> {
    fn activation(&self, subject: &'r Subject<'r>, call: Node) -> Activation<'r> {
        let mut now = Moment::default();
        // The elements of a private array are not known before they are stored to.
        for v in subject.task.versions.iter().filter(|v| v.event == Made::Declared) {
            if let (Named::Heap(Heap::Private(_)), Some(s)) = (v.of, v.term.as_app()) {
                let _ = now.values.insert(s.id(), SymbolValue::Private(Elements::default()));
            }
        }
        Activation {
            subject,
            makers: self.makers.get(&subject.procedure).cloned().unwrap_or_default(),
            call,
            now,
            moments: vec![],
            variables: BTreeMap::new(),
            arrays: BTreeMap::new(),
            just_entered: true,
        }
    }

    /// The group whose copy of the array the thread uses.
    fn group(&self, a: ArrayId, t: ThreadId) -> u32 {
        match self.tested.kernel.kernel.arrays.get(a.0 as usize).map(|d| d.space) {
            Some(Space::Local) => t.group,
            Some(Space::Global) | None => 0,
        }
    }

    fn array(&self, memory: &Memory, a: ArrayId, t: ThreadId) -> Option<SymbolValue> {
        memory.get(&(a, self.group(a, t))).map(|cells| SymbolValue::Array(a, cells.clone()))
    }

    /// Gives the symbols that a part of the program introduces their present values: those for arrays, those for
    /// variables, or both.
    fn pass(&mut self, t: ThreadId, event: Made, node: Node, which: fn(&Named) -> bool) {
        let stale = matches!((self.slip, event), (Slip::StaleBarrier, Made::Barrier) | (Slip::StaleCall, Made::Call));
        let Some(top) = self.active.get(&t).and_then(|all| all.last()) else { return };
        let makers = top.makers.clone();
        let mut found = Vec::new();
        for m in makers.iter().filter(|m| m.event == event && m.node == node && which(&m.what)) {
            let value = match m.what {
                Named::Heap(Heap::Array(a)) => self.array(if stale { &self.initial } else { &self.memory }, a, t),
                Named::Heap(Heap::Private(v)) => {
                    Some(SymbolValue::Private(top.arrays.get(&v).cloned().unwrap_or_default()))
                }
                // Kernels have no references.
                Named::Heap(Heap::Elements(_) | Heap::Field(_)) => None,
                Named::Variable(v) => Some(SymbolValue::Variable(top.variables.get(&v).cloned())),
            };
            found.extend(value.map(|value| (m.symbol, value)));
        }
        if let Some(top) = self.top(t) {
            top.now.values.extend(found);
        }
    }

    fn top(&mut self, t: ThreadId) -> Option<&mut Activation<'r>> {
        self.active.get_mut(&t)?.last_mut()
    }

    fn enter(&mut self, t: ThreadId, call: Node, procedure: ProcId, args: &[Value]) -> Option<()> {
        let subject = self.tested.procedures.iter().find(|s| s.procedure == Some(procedure))?;
        let mut new = self.activation(subject, call);
        for (symbol, heap) in &subject.start.arrays {
            let value = self.array(&self.memory, *heap, t)?;
            let _ = new.now.values.insert(*symbol, value);
        }
        for (symbol, n) in &subject.start.params {
            let value = args.get(*n).cloned();
            let value = if self.slip == Slip::OtherArguments { value.map(another) } else { value };
            let _ = new.now.values.insert(*symbol, SymbolValue::Variable(value));
        }
        for (n, arg) in (0..).zip(args) {
            let _ = new.variables.insert(VarId(n), arg.clone());
        }
        self.active.get_mut(&t)?.push(new);
        Some(())
    }

    fn come_back(&mut self, t: ThreadId) -> Option<()> {
        let mut ended = self.active.get_mut(&t)?.pop()?;
        ended.moments.push(ended.now);
        self.done.push((t, ended.subject.procedure?, ended.moments));
        self.pass(t, Made::Call, ended.call, |what| matches!(what, Named::Heap(_)));
        Some(())
    }

    fn assign(&mut self, t: ThreadId, node: Node, var: VarId, name: &str, value: &Value) -> Option<()> {
        let keeps_first = self.slip == Slip::StaleElement;
        let top = self.top(t)?;
        let Some(index) = indices(name) else {
            let _ = top.variables.insert(var, value.clone());
            // The result of a call gets its value behind the call.
            self.pass(t, Made::Call, node, |what| matches!(what, Named::Variable(_)));
            return Some(());
        };
        let elements = Rc::make_mut(top.arrays.entry(var).or_default());
        if !keeps_first || !elements.contains_key(&index) {
            let _ = elements.insert(index, value.clone());
        }
        Some(())
    }

    /// The thread is at the head of a loop.
    fn head(&mut self, t: ThreadId, l: &Loop) -> Option<()> {
        let slip = self.slip;
        let top = self.top(t)?;
        let own: Vec<u32> = top.makers.iter().filter(|m| m.node == l.guard).map(|m| m.symbol).collect();
        let first = own.iter().all(|symbol| !top.now.values.contains_key(symbol));
        top.moments.push(top.now.clone());
        for m in top.makers.iter().filter(|m| l.inside.contains(&m.node)) {
            let _ = top.now.values.remove(&m.symbol);
        }
        top.variables.retain(|v, _| !l.declared.contains(v));
        top.arrays.retain(|v, _| !l.declared.contains(v));
        if slip != Slip::StaleLoop || first {
            self.pass(t, Made::Loop, l.guard, |_| true);
        }
        Some(())
    }

    fn leave_barrier(&mut self, t: ThreadId, barrier: Node) -> Option<()> {
        let top = self.top(t)?;
        top.moments.push(top.now.clone());
        *top.now.epoch.entry(barrier).or_default() += 1;
        self.pass(t, Made::Barrier, barrier, |_| true);
        Some(())
    }

    fn step(&mut self, t: ThreadId, node: Node, what: &Event) -> Option<()> {
        if let (false, Some(top)) = (matches!(what, Event::Enter { .. }), self.top(t)) {
            top.just_entered = false;
        }
        match what {
            Event::Read(..) | Event::Arrive | Event::End => {}
            Event::Write(at, value) => {
                let cells = Rc::make_mut(self.memory.get_mut(&copy(at)?)?);
                *cells.get_mut(at.offset as usize)? = Some(value.clone());
            }
            Event::Assign { var, name, value } => self.assign(t, node, *var, name, value)?,
            Event::Enter { procedure, args, .. } => {
                self.top(t)?.just_entered = false;
                self.enter(t, node, *procedure, args)?;
            }
            Event::Return => self.come_back(t)?,
            Event::Branch { .. } => {
                let subject = self.top(t)?.subject;
                if let Some(l) = subject.loops.iter().find(|l| l.guard == node) {
                    self.head(t, l)?;
                    if l.waits {
                        *self.top(t)?.now.epoch.entry(l.guard).or_default() += 1;
                    }
                }
            }
            Event::Leave => self.leave_barrier(t, node)?,
        }
        Some(())
    }

    /// A run that fails in an invariant ends before the condition of the loop is evaluated.
    fn fail(&mut self, failure: &Failure) -> Option<()> {
        let t = *failure.threads.first()?;
        // A call whose precondition or measure is wrong does not take place.
        let refused = matches!(failure.code.what, What::CallPre | What::Termination);
        if refused && self.top(t)?.just_entered && self.active.get(&t)?.len() > 1 {
            let _ = self.active.get_mut(&t)?.pop();
            return Some(());
        }
        let subject = self.top(t)?.subject;
        let at = |l: &&Loop| l.invariants.iter().any(|s| failure.node.is_inside(s));
        let l = subject.loops.iter().find(at)?;
        self.head(t, l)
    }

    /// A run that fails when all threads of a group have met ends before they go on.
    fn fail_together(&mut self, run: &Run, group: &[ThreadId]) -> Option<()> {
        let trace = run.trace.as_ref()?;
        let last = |t: &ThreadId| trace.steps.iter().rev().find(|s| s.thread == *t);
        let met: Vec<_> = group.iter().filter_map(last).collect();
        let first = met.first()?;
        if met.len() == group.len() && met.iter().all(|s| s.what == Event::Arrive && s.node == first.node) {
            group.iter().try_for_each(|t| self.leave_barrier(*t, first.node))?;
        }
        Some(())
    }
}

/// The histories of a run. `lengths` are the numbers of elements of the kernel's arrays. `None` if the trace is too
/// long, or is about something that cannot be followed.
pub fn histories(
    tested: &Tested<'_>,
    run: &Run,
    input: &Input,
    threads: &[ThreadId],
    lengths: &[usize],
    slip: Slip,
) -> Option<Histories> {
    let trace = run.trace.as_ref().filter(|trace| !trace.truncated)?;
    let initial = Rc::new(memory_before(tested, run, input, threads, lengths)?);
    let subjects = || std::iter::once(&tested.kernel).chain(&tested.procedures);
    let mut replay = Replay {
        tested,
        slip,
        memory: (*initial).clone(),
        initial: initial.clone(),
        active: BTreeMap::new(),
        done: vec![],
        makers: subjects().map(|s| (s.procedure, Rc::new(makers(&s.task)))).collect(),
    };
    for t in threads {
        let main = replay.activation(&tested.kernel, Node::default());
        let _ = replay.active.insert(*t, vec![main]);
    }
    for step in &trace.steps {
        replay.step(step.thread, step.node, &step.what)?;
    }
    if let Some(failure) = run.outcome.failure() {
        let _ = replay.fail(failure);
        let groups: BTreeSet<u32> = threads.iter().map(|t| t.group).collect();
        for g in groups {
            let group: Vec<ThreadId> = threads.iter().filter(|t| t.group == g).copied().collect();
            let _ = replay.fail_together(run, &group);
        }
    }
    let ended = trace.steps.iter().filter(|s| s.what == Event::End).count() == threads.len();
    let last = Rc::new(replay.memory);
    let history = |moments| History { moments, initial: initial.clone(), last: last.clone(), ended };
    let mut kernel = BTreeMap::new();
    let mut calls = Vec::new();
    // The executions that the end of the run interrupted come first.
    for (t, all) in replay.active {
        for mut a in all {
            a.moments.push(a.now);
            match a.subject.procedure {
                None => drop(kernel.insert(t, a.moments)),
                Some(id) => calls.push((id, history(BTreeMap::from([(t, a.moments)])))),
            }
        }
    }
    calls.extend(replay.done.into_iter().map(|(t, id, moments)| (id, history(BTreeMap::from([(t, moments)])))));
    Some(Histories { kernel: history(kernel), calls })
}

/// The arrays of the kernel before the run. Of local memory, what is read before it is written is known.
fn memory_before(
    tested: &Tested<'_>,
    run: &Run,
    input: &Input,
    threads: &[ThreadId],
    lengths: &[usize],
) -> Option<Memory> {
    let mut memory = Memory::new();
    let groups: BTreeSet<u32> = threads.iter().map(|t| t.group).collect();
    for (n, (decl, len)) in (0..).zip(tested.kernel.kernel.arrays.iter().zip(lengths)) {
        match decl.space {
            Space::Global => {
                let cells = input.arrays.get(&decl.name.name)?.iter().cloned().map(Some).collect();
                let _ = memory.insert((ArrayId(n), 0), Rc::new(cells));
            }
            Space::Local => {
                for g in &groups {
                    let _ = memory.insert((ArrayId(n), *g), Rc::new(vec![None; *len]));
                }
            }
        }
    }
    let mut touched = BTreeSet::new();
    for step in &run.trace.as_ref()?.steps {
        let (Event::Read(at, value) | Event::Write(at, value)) = &step.what else { continue };
        if touched.insert(*at) && matches!(step.what, Event::Read(..)) {
            let cells = Rc::make_mut(memory.get_mut(&copy(at)?)?);
            *cells.get_mut(at.offset as usize)? = Some(value.clone());
        }
    }
    Some(memory)
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
    Some((at.array()?, at.object.owner.position(Depth::GROUP).unwrap_or(0)))
}

/// The indices in the name of an element of a private array, `t[3]` or `t[1][2]`; `None` for a variable.
fn indices(name: &str) -> Option<Vec<i64>> {
    let (_, rest) = name.split_once('[')?;
    rest.trim_end_matches(']').split("][").map(|n| n.parse().ok()).collect()
}

/// A value that differs from the given one.
fn another(value: Value) -> Value {
    match &value {
        Value::Bool(b) => Value::from(!b),
        Value::Int(n) => n.to_i64().map_or(value, |n| Value::from(-1 - n)),
        Value::Float(_) | Value::Reference(_) | Value::Fraction(_) | Value::Enum(..) | Value::Collection(_) => value,
    }
}
