//! The state of a run.
//!
//! In: nothing. Out: [`Machine`]: what the threads, the groups and the launch are at some point of a run.
//!
//! The machine holds the members of a launch ([`crate::Member`]) in two vectors, groups and the threads of each group,
//! and calls a thread by its two indices ([`ThreadId`]), because the inner loop (`step.rs`) looks a thread and the
//! memory of its group up at every turn. Contracts, findings and owners of memory speak of members at any depth.

use std::rc::Rc;

use ir::{Kernel, LabelId, Node, Program};

use crate::code::{Code, Codes};
use crate::ghost::Ghost;
use crate::happens::Happens;
use crate::history::History;
use crate::launch::Launch;
use crate::location::Location;
use crate::member::ThreadId;
use crate::memory::{Array, Bank};
use crate::options::Options;
use crate::race::Now;
use crate::report::{Failure, Outcome};
use crate::slot::{Bigs, Slot};
use crate::stop::Stop;
use crate::trace::Trace;
use crate::value::Value;

/// What does not change during a run.
#[derive(Debug)]
pub(crate) struct Fixed<'p> {
    pub program: &'p Program,
    pub kernel: &'p Kernel,
    pub codes: Codes<'p>,
    pub launch: Launch,
    pub arrays: Vec<Array>,
    pub scalars: Vec<Value>,
    /// For each code the registers of a frame when it begins; in those of procedures, what the caller says is missing,
    /// and in the kernel's what differs between threads.
    pub templates: Vec<Vec<Slot>>,
    /// Elements of local memory of a group.
    pub local_cells: usize,
    pub options: Options,
    /// Whether accesses are recorded for exploration.
    pub explores: bool,
    /// Whether races are looked for by phases: barriers are all that orders threads.
    pub phases: bool,
}

/// What a thread can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Go on.
    Ready,
    /// Wait at this barrier of the body.
    Waiting(u32),
    /// Nothing: it ended.
    Done,
    /// Nothing: something went wrong at it, and others run on.
    Halted,
}

/// A thread: where it is, in the kernel's body or in a procedure, and in which procedures around that.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub state: State,
    /// What it executes.
    pub frame: Frame,
    /// What it comes back to, the kernel's body first; each is at its call.
    pub callers: Vec<Frame>,
}

impl Thread {
    /// What it is in, the kernel's body first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.callers.iter().chain([&self.frame])
    }
}

/// The execution of a kernel's body, or one of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The number of its code.
    pub code: u32,
    /// The next operation.
    pub pc: u32,
    pub registers: Vec<Slot>,
    /// The moment at which it began; 0 if nobody asks.
    pub began: u64,
    /// The labels that it has passed, each as it last did.
    pub marks: Vec<Mark>,
}

/// A label that was passed.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub label: LabelId,
    /// The moment at which it was.
    pub moment: u64,
    /// Registers of the frame at that moment.
    pub registers: Rc<[Slot]>,
}

/// A group that has started and not ended.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub local: Bank,
    /// Barriers passed that fence global memory, that fence local memory, and all of them; from 1.
    pub phases: [u32; 3],
    pub threads: Vec<Thread>,
    pub waiting: u32,
    pub done: u32,
    /// The first thread that reached the barrier at which others wait.
    pub first: u32,
}

/// An access to shared memory, for exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub location: Location,
    pub writes: bool,
}

/// Why `advance` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// As many visible operations as asked for were done, and the next one is visible.
    Quantum,
    /// The thread waits at a barrier.
    Waits,
    /// The thread was the last to reach the barrier: all threads of the group go on.
    Released,
    /// The thread ended.
    Ended,
}

/// The atomic that is being done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doing {
    /// Visible operations that the thread may do behind it.
    pub left: u64,
}

/// The state of a run.
#[derive(Clone, Debug)]
pub(crate) struct Machine<'p> {
    pub fixed: Rc<Fixed<'p>>,
    pub bigs: Bigs,
    pub global: Bank,
    /// Each group of the launch, while it runs.
    pub groups: Vec<Option<Box<Group>>>,
    /// Steps done.
    pub steps: u64,
    /// Steps at which somebody is told how far the run is, or which are the limit.
    pub mark: u64,
    /// Interleavings before this one, for whoever is told.
    pub runs: u64,
    /// Work left for contracts and functions.
    pub work: u64,
    /// Elements and registers that may still be made.
    pub room: usize,
    pub trace: Option<Trace>,
    /// What memory held at moments that are asked for, if there are any.
    pub history: Option<History>,
    /// Looks for races where atomics order threads, too.
    pub happens: Option<Box<Happens>>,
    /// The atomic that is being done.
    pub atomic: Option<Doing>,
    /// Accesses since exploration last looked.
    pub accesses: Vec<Access>,
    /// What contracts grant, if they are checked, from the first step on.
    pub ghost: Option<Ghost<'p>>,
    /// Findings of contracts after which the run went on.
    pub findings: Vec<Failure>,
    /// Contracts that have no value in this run.
    pub unknown: Vec<(&'static str, Stop)>,
    /// Whether every thread ended.
    pub ended: bool,
}

impl<'p> Machine<'p> {
    pub fn group(&self, group: u32) -> Option<&Group> {
        self.groups.get(group as usize).and_then(|g| g.as_deref())
    }

    pub fn group_mut(&mut self, group: u32) -> Option<&mut Group> {
        self.groups.get_mut(group as usize).and_then(|g| g.as_deref_mut())
    }

    pub fn state(&self, thread: ThreadId) -> State {
        self.thread(thread).map_or(State::Done, |t| t.state)
    }

    pub fn thread(&self, thread: ThreadId) -> Option<&Thread> {
        self.group(thread.group).and_then(|g| g.threads.get(thread.lid as usize))
    }

    pub fn thread_mut(&mut self, thread: ThreadId) -> Option<&mut Thread> {
        self.group_mut(thread.group).and_then(|g| g.threads.get_mut(thread.lid as usize))
    }

    /// What a thread executes.
    pub fn frame(&self, thread: ThreadId) -> Option<&Frame> {
        self.thread(thread).map(|t| &t.frame)
    }

    /// The next operation of a thread.
    pub fn pc(&self, thread: ThreadId) -> u32 {
        self.frame(thread).map_or(0, |frame| frame.pc)
    }

    /// Where a thread is: the next operation of each of its frames, the kernel's body first.
    pub fn place(&self, thread: ThreadId) -> Vec<u32> {
        let Some(thread) = self.thread(thread) else { return Vec::new() };
        thread.frames().map(|frame| frame.pc).collect()
    }

    /// The code that a thread executes; the kernel's where it executes none.
    pub fn code(&self, thread: ThreadId) -> Option<&Code<'p>> {
        self.fixed.codes.code(self.frame(thread).map_or(0, |frame| frame.code))
    }

    /// The registers of what a thread executes.
    pub fn registers(&self, thread: ThreadId) -> &[Slot] {
        self.frame(thread).map_or(&[], |frame| frame.registers.as_slice())
    }

    /// The access of a thread now, for the detection of races.
    pub fn now(&self, thread: ThreadId, space: ir::Space, op: u32) -> Now {
        let [global, local, all] = self.group(thread.group).map_or([1; 3], |g| g.phases);
        let fenced = if space == ir::Space::Global { global } else { local };
        let passed = if self.fixed.options.strict_fences { fenced } else { all };
        Now { thread: self.fixed.launch.tid(thread), op, fenced, passed }
    }
}

/// What a run does not compute: here something that no program of a front end leads to, which is never passed over.
pub(crate) fn amiss(reason: &str, node: Node) -> Outcome {
    Outcome::NotComputable { reason: reason.to_owned(), node }
}
