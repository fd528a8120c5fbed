//! Host procedures: what code of the host does, statement by statement, with every check that a run can make.
//!
//! In: a program, a procedure of its top level, a [`HostInput`], [`Options`]. Out: [`HostRun`]: how the run ended, the
//! arrays of the procedure, the launches. The run goes through the typed program as a tree: host code is short, and
//! its time is spent in the kernels that it launches, which run as [`crate::observe`] runs them.
//!
//! ```text
//! procedure ─step→ copies, calls, loops (here) ─launch→ observe ─→ arrays, failures
//! ```
//!
//! | check | failure |
//! |---|---|
//! | a copy has a number of elements that both arrays have | `copy:out-of-bounds` |
//! | sizes of a launch, lengths of the kernel's arrays, its precondition | `launch.precondition:condition-false` |
//! | each buffer is as long as the kernel's array | `launch.precondition:out-of-bounds` |
//! | an array that is passed twice has enough permission for both | `launch.resources:exceeds-available` |
//! | iterations of a parallel block do not race | `store:data-race`, `load:data-race` |
//! | all of them come to the same barriers | `barrier.divergence:non-uniform` |
//! | iterations get no more than there is, also at a barrier | `par.resources`, `barrier.redistribution` |
//! | elements and fields that references lead to are accessed with permission | `store:insufficient-permission` |
//! | no operation of a stream uses the array that is read or written at the same time | `load:in-use`, `store:in-use` |
//! | nor when the memory of the array ends | `lifetime:in-use` |
//! | a shared invariant holds where it is shared, and behind each step that opens it | `sharing`, `atomic` |
//! | `requires`, `ensures`, `assert`, invariants, measures, and what expressions and accesses demand | as in a kernel |
//!
//! Variables have no value until they are assigned. Elements of arrays do: what an array contains where it is declared
//! is part of the input.

mod call;
mod clock;
mod control;
mod copy;
mod create;
mod expr;
mod fail;
mod heap;
mod iterations;
mod kind;
mod launch;
mod lock;
mod locks;
mod memory;
mod messages;
mod operation;
mod par;
mod permissions;
mod report;
mod run;
mod said;
mod share;
mod state;
mod step;
mod streams;
mod team;
mod thread;
mod threads;
mod turns;
mod view;
mod waits;
mod work;

pub use kind::{executable, programs};
pub use report::{HostArray, HostInput, HostRun, Launched, MOST_LAUNCHES};
pub use run::run_host;
