//! Statements of the typed program.

use crate::{
    Clause, Contract, Dims, Expr, Gather, Heap, KernelId, LabelId, Node, Order, Place, PointId, ProcId, Space,
    Synchronise, VarId,
};

/// Statements in order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of the statement, with its parts.
    pub kind: StmtKind,
    /// The identity of the statement, and its place in the source. For an `if`, a loop or an `atomic`, the place of its
    /// head.
    pub node: Node,
}

/// A claim about a thread and any other one of its group that comes to the statement, too: in loops, in the same
/// iteration. The statement adds no knowledge, because the two threads do not wait for each other.
#[derive(Clone, Debug)]
pub struct Pairwise {
    /// Variables of the claim alone, which have values of the other thread in it. They were declared before.
    pub theirs: Vec<VarId>,
    /// For each of these variables the expression whose value it has, and behind them the claim, of type `Bool`.
    pub exprs: Vec<Expr>,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `T x;` or `T x := e;`. Without initial value, the variable must be written before it is read. The elements of a
    /// private array have arbitrary values.
    Declare(VarId, Option<Expr>),
    /// `x := e;`
    Assign(VarId, Expr),
    /// `a[e] := v;`
    Store(Place, Expr),
    /// `if (c) { … } else { … }`
    If(Expr, Block, Block),
    /// `while (c) { … }`; a `for` is a block with its initialisation and a loop whose body ends in the update.
    While {
        /// `loop_invariant` clauses, and the integers of its measure (`decreases`).
        invariants: Vec<Clause>,
        /// The guard.
        guard: Expr,
        /// The body.
        body: Block,
    },
    /// `barrier(…) { … }`
    Barrier(Barrier),
    /// All threads of a group or of a tile reach the statement, and get values from each other.
    Gather(Gather),
    /// `assert e;`, of type `Bool` or `Resource`.
    Assert(Expr),
    /// `assume e;`, of type `Bool` or `Resource`. Reports list it with the verdict.
    Assume(Expr),
    /// `inhale R;`, of type `Bool` or `Resource`: adds the permissions and facts of `R`, without a proof. Reports list
    /// the statement with the verdict.
    Inhale(Expr),
    /// `exhale R;`, of type `Bool` or `Resource`: claims `R`, and gives its permissions away.
    Exhale(Expr),
    /// `refute e;`, of type `Bool`: claims that `e` cannot be proved here. The statement adds no knowledge.
    Refute(Expr),
    /// A claim about any two threads of a group that both come to the statement.
    Pairwise(Pairwise),
    /// `{ … }`
    Block(Block),
    /// `atomic { … }`: one indivisible step. Its body declares, assigns, stores and branches.
    Atomic {
        /// The order of memory accesses that the step establishes.
        order: AtomicOrder,
        /// The threads for which the step is indivisible.
        scope: AtomicScope,
        /// The invariants that the step opens: the labels of [`StmtKind::Share`] around it, each once. Nothing is
        /// proved of code with a step that opens none.
        opens: Vec<LabelId>,
        /// The statements of the step.
        body: Block,
    },
    /// `fence;`, `fence group;`: orders the accesses of the thread in front of it before those behind it, for threads
    /// that learn of the fence by an atomic: what a thread did in front of a fence and an atomic write comes before
    /// what another thread does behind an atomic read of the written value and a fence. Nothing is proved with it. No
    /// `atomic` contains it.
    Fence(AtomicScope),
    /// A scope: statements that an [`StmtKind::Exit`] inside of them may leave. Front ends make a scope only if an exit
    /// leaves it.
    Scope(LabelId, Block),
    /// An exit: control continues behind the scope of that label, which contains the exit. `break`, `continue` and
    /// `return` are exits. No exit leaves an `atomic`.
    Exit(LabelId),
    /// `label L;`: marks the moment to which [`crate::Moment::Label`] refers. Every path to such an expression passes
    /// the mark.
    Mark(LabelId),
    /// `f(e, …);`, `x := f(e, …);`
    Call(Call),
    /// `copy(a, b);`, `copy(a, b, n);`. Only in host code: procedures of the top level.
    Copy(Transfer),
    /// `launch k(groups = g, threads = t)(a, n);`. Only in host code.
    Launch(Launch),
    /// `stream s;`, `event e = record(s);`, `wait(s, e);`, `synchronize(s);`. Only in host code.
    Order(Order),
    /// `x := new T[e];`: a new array of this length, to which `x` refers from now on. Its elements are 0, `false` or
    /// `null`. Only in host code. The type of the variable is `T[]`.
    New(VarId, Expr),
    /// `x := new C();`, without the constructor: a new object, to which `x` refers from now on. Its fields are 0,
    /// `false` or `null`. Only in host code. The type of the variable is the class.
    NewObject(VarId),
    /// `par (…) { … }`. Only in host code.
    Par(Par),
    /// `send L, d: R;`: gives the permissions of `R` to the iteration of the innermost parallel block whose iterator is
    /// greater by `d`, if there is one. Only in host code.
    Send(Message),
    /// `recv L;`: waits until the iteration whose iterator is less by the distance has executed the `send` with this
    /// label, or has ended without it, and gets what that iteration sent to this one. Only in host code.
    Receive(LabelId),
    /// A step by which threads wait for each other: a lock is taken, a thread is started. Only in host code.
    Synchronise(Synchronise),
    /// `parallel { par (…) { … } par (…) { … } }`: the blocks run at the same time, and control continues when all of
    /// them have ended. All ranges are evaluated before. Each statement is a [`StmtKind::Par`]. Only in host code.
    Together(Block),
    /// `invariant inv(R) { … }`: while the block is executed, its threads share the permissions of `R`, and only atomic
    /// steps that open the invariant have them. No exit leaves the block. Only in host code.
    Share {
        /// The label that names the invariant.
        label: LabelId,
        /// The parts of `R`. Variables in them have the values that they have in front of the block.
        invariant: Vec<Clause>,
        /// The block.
        body: Block,
    },
}

/// A parallel block: one iteration for each combination of values of its iterators. All iterations run concurrently,
/// and control continues behind the block when all of them have ended. There may be none.
///
/// The front end guarantees that the ranges mention no iterator of the block, that the body assigns no variable which
/// is declared outside of it, and accesses no array that the procedure declares ([`Heap::Private`]) outside of it, and
/// that no exit leaves the body.
#[derive(Clone, Debug)]
pub struct Par {
    /// The name, if one is written.
    pub name: Option<String>,
    /// The iterators, at least one, of type `Int`.
    pub iterators: Vec<VarId>,
    /// For each iterator its least value, then the least integer that is too great: `lo .. hi`.
    pub ranges: Vec<Expr>,
    /// The contract of each iteration. Its permissions are those of one iteration.
    pub contract: Contract,
    /// The code of each iteration. A barrier in it is for all iterations of this block.
    pub body: Block,
}

impl Par {
    /// The iterators, each with its least value and the least integer that is too great.
    pub fn axes(&self) -> impl Iterator<Item = (VarId, &Expr, &Expr)> {
        let bounds = self.ranges.chunks_exact(2).filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
        self.iterators.iter().copied().zip(bounds).map(|(v, (from, to))| (v, from, to))
    }
}

/// A message from each iteration of a parallel block to a later one.
///
/// The front end guarantees of a block with messages that it has one iterator and no barrier; that each statement which
/// sends or receives is executed at most once by an iteration, because only blocks and branches are around it in the
/// body of the parallel block; that no label occurs at two statements that send, or at two that receive; and that `R`
/// and the conditions of branches around a `send` mention no variable that the body declares, so that their values in
/// another iteration are those with the iterator of that iteration. The conditions read no memory.
#[derive(Clone, Debug)]
pub struct Message {
    /// The label that the statement shares with the one that receives.
    pub label: LabelId,
    /// By how much the iterator of the receiver is greater than that of the sender: at least 1.
    pub distance: u64,
    /// What is sent, `R`: of type `Bool` or `Resource`. `R` reads only locations for which it has permission itself.
    pub resource: Expr,
}

/// A call of a procedure.
#[derive(Clone, Debug)]
pub struct Call {
    /// The called procedure.
    pub callee: ProcId,
    /// One argument for each parameter. Arguments are expressions of the code, without permissions.
    pub args: Vec<Expr>,
    /// The private variables to which the results are assigned, in the order of [`crate::Procedure::results`]: all
    /// different, and as many as there are results, or none if no result is used.
    pub results: Vec<VarId>,
}

/// A copy of elements between two different arrays of a procedure, on the host or on the device. The front end
/// guarantees that `to` and `from` are arrays which the procedure declares, that they are different, and that they have
/// the same type of elements and as many dimensions. Their lengths are not compared.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The array that gets the elements.
    pub to: Heap,
    /// The array that has the elements. The lengths of all dimensions but the first must be equal.
    pub from: Heap,
    /// How many elements are copied, of type `Int` or `Machine`: all with a first index below this number. It must not
    /// be negative, and not be greater than the length of either array.
    pub count: Expr,
    /// The stream in whose order the elements are copied, while the host goes on. Without one, the host waits.
    pub stream: Option<PointId>,
}

/// A launch of a kernel: all its threads run. The host goes on when all of them have ended, or at once if the launch is
/// in the order of a stream.
///
/// The front end guarantees that `args` has as many expressions as the kernel's dimensions and scalars require; that
/// the sizes have type `Int` or `Machine`, and each scalar's value the type of the scalar; and that `buffers` has an
/// array for each global array of the kernel. The buffers are arrays in device memory that the procedure declares. One
/// of them can be given several times. The values of sizes and the lengths of buffers are not checked.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The kernel.
    pub kernel: KernelId,
    /// The number of groups in each dimension of the kernel, then the number of threads of a group in each dimension,
    /// then the value of each scalar of the kernel, in the order of [`crate::Kernel::scalars`]. They are expressions of
    /// the code.
    pub args: Vec<Expr>,
    /// The device array that each global array of the kernel is, in the order of [`crate::Kernel::arrays`]. The types
    /// of their elements and their numbers of dimensions are those of the kernel's arrays.
    pub buffers: Vec<Heap>,
    /// The stream in whose order the kernel runs, while the host goes on. Without one, the host waits.
    pub stream: Option<PointId>,
}

impl Launch {
    /// The number of groups, the number of threads of a group (both with one expression for each dimension of the
    /// kernel), and the values of the kernel's scalars.
    pub fn split(&self, dims: Dims) -> (&[Expr], &[Expr], &[Expr]) {
        let n = dims.axes().len();
        let at = |n: usize| n.min(self.args.len());
        let (sizes, scalars) = self.args.split_at(at(2 * n));
        let (groups, threads) = sizes.split_at(n.min(sizes.len()));
        (groups, threads, scalars)
    }
}

/// The order of memory accesses that an atomic block establishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtomicOrder {
    /// Acquire and release: if a synchronising atomic block reads a value that this one wrote, the reading thread sees
    /// all writes of this thread before this block.
    Synchronising,
    /// `relaxed`: no order.
    Relaxed,
}

/// The threads for which an atomic block is indivisible, or which a fence is about, and with which both synchronise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtomicScope {
    /// All threads of the launch.
    Launch,
    /// `group`: the threads of the same group.
    Group,
}

/// A barrier with its contract.
#[derive(Clone, Debug)]
pub struct Barrier {
    /// Whether it fences global memory.
    pub fences_global: bool,
    /// Whether it fences local memory.
    pub fences_local: bool,
    /// The invariants that it opens, for its contract: the labels of [`StmtKind::Share`] around it, each once.
    pub opens: Vec<LabelId>,
    /// The contract of each thread: the permissions and facts that it hands over and receives.
    pub contract: Contract,
}

impl Barrier {
    /// Whether the barrier fences memory of this space.
    pub fn fences(&self, space: Space) -> bool {
        match space {
            Space::Global => self.fences_global,
            Space::Local => self.fences_local,
        }
    }
}
