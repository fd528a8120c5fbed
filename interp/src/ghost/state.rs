//! The permissions of a launch, and the interface to the machine that runs it.
//!
//! In: nothing. Out: [`Ghost`], which holds the permissions of all threads, and [`Execution`], through which checks
//! read the state of a run. The machine and [`super::Snapshot`] implement it.

use super::assertion::{expressions, Framing};
use super::footprint::Footprint;
use super::holdings::Life;
use super::quick::Quick;
use super::returned::Returned;
use super::span::Span;
use crate::callees::{reached, reaches};
use crate::env::Env;
use crate::eval::Memo;
use crate::launch::Launch;
use crate::location::Object;
use crate::member::Member;
use crate::sight::Sight;
use ir::{ArrayId, AtomicOrder, Barrier, Expr, Gets, Heap, Inside, Kernel, Language, Program, Space, Stmt, StmtKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A launch in some state, as checks of contracts read it.
pub trait Execution<'p> {
    /// The program.
    fn program(&self) -> &'p Program;

    /// The kernel that runs.
    fn kernel(&self) -> &'p Kernel;

    /// The size of the launch.
    fn launch(&self) -> Launch;

    /// Calls `look` once with the current state as a member sees it: all of its memory, also where it has no
    /// permission.
    fn look(&mut self, who: Member, look: &mut dyn FnMut(&mut dyn Env<'p>));

    /// The first array of the kernel that is the same memory as this one: itself, unless a launch passes one array
    /// twice.
    fn same(&self, array: ArrayId) -> ArrayId {
        array
    }

    /// The current state as a member sees it, for compiled clauses; `None` if only [`Self::look`] shows it.
    fn sight(&self, who: Member) -> Option<Sight<'_>> {
        let _ = who;
        None
    }

    /// Counts nodes of expressions that were evaluated without [`Self::look`].
    fn count(&mut self, nodes: u64) {
        let _ = nodes;
    }
}

/// The permissions of a launch.
#[derive(Clone, Debug)]
pub struct Ghost<'p> {
    pub(super) program: &'p Program,
    pub(super) kernel: &'p Kernel,
    pub(super) launch: Launch,
    /// What each thread holds, in the order of the threads' numbers in the launch.
    pub(super) threads: Vec<Life>,
    /// The permissions that each group, and the launch, got at the start for memory that existed before it: a list for
    /// each depth, in the order of the members' numbers. `None`: it is not known what this member got. A depth has no
    /// list if nothing that the kernel does depends on it.
    pub(super) given: Vec<Vec<Option<Footprint>>>,
    /// What the threads of each group gave back, if a postcondition of a level around threads needs it.
    pub(super) returned: Option<Returned>,
    /// Arrays that the kernel writes, if a barrier of the kernel does not fence their memory.
    pub(super) written: BTreeSet<ArrayId>,
    /// Whether an atomic may pass memory from one thread to another, which no contract can say; or whether no contract
    /// says what threads may access ([`Unjudged::Silent`]). Then all threads are blind: no access is judged by
    /// permissions.
    pub(super) passes: bool,
    /// Whether no contract says what threads may access. Then a clause may read all locations.
    pub(super) silent: bool,
    /// For each array of the kernel the first one that is the same memory.
    pub(super) same: Vec<ArrayId>,
    pub(super) memo: Memo,
    /// The clauses of the kernel, as code.
    pub(super) quick: Quick<'p>,
    /// The postcondition of threads.
    pub(super) post: Rc<[&'p Expr]>,
    /// What each barrier requires that a thread has reached.
    required: Vec<(&'p Barrier, Rc<[&'p Expr]>)>,
}

impl<'p> Ghost<'p> {
    pub(super) fn new(run: &dyn Execution<'p>) -> Self {
        let kernel = run.kernel();
        let silent = is_silent(run.program(), kernel);
        Self {
            program: run.program(),
            kernel,
            launch: run.launch(),
            threads: Vec::new(),
            given: Vec::new(),
            returned: Returned::of(run.program(), kernel, &run.launch()),
            written: stored(run.program(), kernel),
            passes: silent || synchronises(run.program(), kernel),
            silent,
            same: (0..).zip(&kernel.arrays).map(|(n, _)| run.same(ArrayId(n))).collect(),
            memo: Memo::default(),
            quick: Quick::default(),
            post: expressions(kernel.of_thread().post()).into(),
            required: Vec::new(),
        }
    }

    /// What a barrier requires.
    pub(super) fn required(&mut self, barrier: &'p Barrier) -> Rc<[&'p Expr]> {
        if let Some((_, known)) = self.required.iter().find(|(of, _)| std::ptr::eq(*of, barrier)) {
            return known.clone();
        }
        let clauses: Rc<[&'p Expr]> = expressions(barrier.contract.pre()).into();
        self.required.push((barrier, clauses.clone()));
        clauses
    }

    /// The locations that a clause may read which frames itself.
    pub(super) fn own(&self) -> Framing<'static> {
        if self.silent {
            Framing::All
        } else {
            Framing::Own
        }
    }

    /// Which memory an array is in.
    pub(super) fn space(&self, object: Object) -> Space {
        match object.owner {
            Member::LAUNCH => Space::Global,
            _ => Space::Local,
        }
    }

    /// What a member around threads was given at the start; `None` if that is not known.
    pub(super) fn given(&self, member: Member) -> Option<&Footprint> {
        let number = self.launch.numbers(member, member.depth()).start;
        self.given.get(member.depth().0)?.get(number)?.as_ref()
    }

    /// The locations of a footprint that its holder can write, in arrays of [`Self::written`].
    pub(super) fn writable<'f>(&'f self, footprint: &'f Footprint) -> impl Iterator<Item = Span> + 'f {
        let is_written = |span: &Span| span.object.array().is_some_and(|array| self.written.contains(&array));
        let all = footprint.spans().filter(move |(span, amount)| amount.is_write() && is_written(span));
        all.map(|(span, _)| span)
    }

    /// Whether threads of the kernel meet at barriers.
    pub(super) fn has_barriers(&self) -> bool {
        reaches(self.program, &self.kernel.body, &|stmt| matches!(stmt.kind, StmtKind::Barrier(_)))
    }
}

/// Accesses of a kernel that are not judged by permissions, since contracts cannot say what atomics share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// Those inside atomics.
    Inside,
    /// All: a synchronising atomic, or one beside a fence, may pass memory from one thread to another.
    Everywhere,
    /// All: the kernel is one of OpenCL or CUDA, and mentions no permission.
    Silent,
}

/// Which accesses of a kernel are not judged by permissions: if the kernel has an atomic that opens no invariant, in
/// its body or in a procedure; or if the kernel has none of the annotations that its language does without.
pub fn unjudged(program: &Program, kernel: &Kernel) -> Option<Unjudged> {
    if is_silent(program, kernel) {
        return Some(Unjudged::Silent);
    }
    let atomic =
        |stmt: &Stmt| matches!(stmt.outline().inside, Some(Inside::Step(_))) && stmt.outline().opens.is_empty();
    let what = if synchronises(program, kernel) { Unjudged::Everywhere } else { Unjudged::Inside };
    reaches(program, &kernel.body, &atomic).then_some(what)
}

/// Whether nothing says what the threads of a kernel may access, and nothing has to: `sepal verify` infers it.
fn is_silent(program: &Program, kernel: &Kernel) -> bool {
    program.language != Language::Pvl && kernel.is_silent()
}

/// Whether a kernel has a fence or a synchronising atomic that opens no invariant, in its body or in a procedure.
fn synchronises(program: &Program, kernel: &Kernel) -> bool {
    reaches(program, &kernel.body, &|stmt| {
        let synchronises = matches!(stmt.kind, StmtKind::Atomic { order: AtomicOrder::Synchronising, .. });
        matches!(stmt.kind, StmtKind::Fence(_)) || synchronises && stmt.outline().opens.is_empty()
    })
}

/// Arrays that a kernel writes, in memory that one of its barriers does not fence.
fn stored(program: &Program, kernel: &Kernel) -> BTreeSet<ArrayId> {
    let mut out = BTreeSet::new();
    let unfenced =
        |space| reaches(program, &kernel.body, &|stmt| matches!(&stmt.kind, StmtKind::Barrier(b) if !b.fences(space)));
    let unfenced = [Space::Global, Space::Local].map(|space| (space, unfenced(space)));
    for block in reached(program, &kernel.body) {
        block.each(&mut |stmt| match stmt.outline().gets.and_then(Gets::location).map(|place| place.heap) {
            Some(Heap::Array(array)) => drop(out.insert(array)),
            Some(Heap::Private(_) | Heap::Elements(_) | Heap::Field(_)) | None => {}
        });
    }
    let space = |array: &ArrayId| kernel.arrays.get(array.0 as usize).map(|array| array.space);
    out.retain(|array| unfenced.iter().any(|(of, unfenced)| *unfenced && space(array) == Some(*of)));
    out
}
