//! The state of a run.
//!
//! In: nothing. Out: [`Machine`]: the state of the launch, its groups and its threads at some point of a run.
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
    /// For each of them the first one that is the same memory.
    pub same: Vec<ir::ArrayId>,
    pub scalars: Vec<Value>,
    /// For each code the registers of a frame when it begins. A call adds the launch variables, the constants and the
    /// arguments to those of a procedure; the start of a group adds the positions of the thread to those of the
    /// kernel's body.
    pub templates: Vec<Vec<Slot>>,
    /// How many elements of local memory a group has.
    pub local_cells: usize,
    pub options: Options,
    /// Whether accesses are recorded for exploration.
    pub explores: bool,
    /// Whether races are looked for by counting barriers ([`crate::race`]), because the kernel has no atomics.
    pub phases: bool,
}

/// Whether a thread can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The thread can go on.
    Ready,
    /// The thread waits at the barrier with this number.
    Waiting(u32),
    /// The thread waits at the gather with this number.
    Gathering(u32),
    /// The thread has ended.
    Done,
    /// The thread failed and does nothing any more, while others run on.
    Halted,
}

/// A thread, with a frame for the kernel's body and for each procedure that it is in.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub state: State,
    /// The frame that it executes: the innermost one.
    pub frame: Frame,
    /// The frames to which it will return, the kernel's body first. Each stands at the call that it waits for.
    pub callers: Vec<Frame>,
}

impl Thread {
    /// All its frames, the kernel's body first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.callers.iter().chain([&self.frame])
    }
}

/// The execution of a kernel's body, or one of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The number of its code.
    pub code: u32,
    /// The number of the next operation.
    pub pc: u32,
    pub registers: Vec<Slot>,
    /// The moment at which it began, as [`History`] counts them; 0 if the run keeps no history.
    pub began: u64,
    /// The labels that it has passed, each with the state when it was passed last.
    pub marks: Vec<Mark>,
}

/// A label that was passed.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub label: LabelId,
    /// The moment at which it was passed, as [`History`] counts them.
    pub moment: u64,
    /// The registers of the frame at that moment.
    pub registers: Rc<[Slot]>,
}

/// A group that has started and not ended.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub local: Bank,
    /// How many barriers the group has passed, counted from 1: those that fence global memory, those that fence local
    /// memory, and all.
    pub phases: [u32; 3],
    pub threads: Vec<Thread>,
    pub waiting: u32,
    pub done: u32,
    /// The number in the group of the first thread that reached the barrier at which threads wait now.
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
    /// The thread did as many visible operations as it may, and its next operation is visible.
    Quantum,
    /// The thread waits at a barrier.
    Waits,
    /// The thread was the last to reach the barrier: all threads of the group go on.
    Released,
    /// The thread was the last of its tile to reach an operation of tiles: all threads of the tile go on.
    TileReleased,
    /// The thread ended.
    Ended,
}

/// The atomic that is being done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenAtomic {
    /// Its number.
    pub number: u32,
    /// How many visible operations the thread may do behind the atomic.
    pub left: u64,
    /// Whether it opens invariants, so that accesses inside of it are judged by permissions.
    pub opens: bool,
}

/// The state of a run.
#[derive(Clone, Debug)]
pub(crate) struct Machine<'p> {
    pub fixed: Rc<Fixed<'p>>,
    pub bigs: Bigs,
    pub global: Bank,
    /// Each group of the launch; `None` before it starts and after it ends.
    pub groups: Vec<Option<Box<Group>>>,
    /// How many steps were done.
    pub steps: u64,
    /// The number of steps at which the inner loop pauses next, to report progress or because the limit is reached.
    pub mark: u64,
    /// How many interleavings were run before this one, for the report of progress.
    pub runs: u64,
    /// How many nodes of contracts and functions may still be evaluated.
    pub work: u64,
    /// How many elements and registers may still be made.
    pub room: usize,
    pub trace: Option<Trace>,
    /// The earlier values of memory, if the program reads past states.
    pub history: Option<History>,
    /// The search for races in a kernel with atomics.
    pub happens: Option<Box<Happens>>,
    /// The atomic that is being done.
    pub atomic: Option<OpenAtomic>,
    /// The accesses since exploration took them last.
    pub accesses: Vec<Access>,
    /// The permissions that contracts give, if contracts are checked.
    pub ghost: Option<Box<Ghost<'p>>>,
    /// Contracts that failed while the run went on.
    pub findings: Vec<Failure>,
    /// Contracts that could not be evaluated: the id of the check, and the reason.
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

    /// The frame that a thread executes.
    pub fn frame(&self, thread: ThreadId) -> Option<&Frame> {
        self.thread(thread).map(|t| &t.frame)
    }

    /// The next operation of a thread.
    pub fn pc(&self, thread: ThreadId) -> u32 {
        self.frame(thread).map_or(0, |frame| frame.pc)
    }

    /// The position of a thread in the code: the next operation of each of its frames, the kernel's body first.
    pub fn place(&self, thread: ThreadId) -> Vec<u32> {
        let Some(thread) = self.thread(thread) else { return Vec::new() };
        thread.frames().map(|frame| frame.pc).collect()
    }

    /// The code that a thread executes; the kernel's where it executes none.
    pub fn code(&self, thread: ThreadId) -> Option<&Code<'p>> {
        self.fixed.codes.code(self.frame(thread).map_or(0, |frame| frame.code))
    }

    /// The registers of the frame that a thread executes.
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

/// The outcome of a run that meets a state to which no program of a front end leads. Nothing is concluded from such a
/// run.
pub(crate) fn not_computable(reason: &str, node: Node) -> Outcome {
    Outcome::NotComputable { reason: reason.to_owned(), node }
}
