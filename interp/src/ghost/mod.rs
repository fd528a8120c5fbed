//! Contracts as checks of a run.
//!
//! In: the states of a run, through [`Execution`], at the points at which a contract is checked. Out: [`Checks`], with
//! the verifier's own ids. [`Ghost`] holds the permissions of each thread ([`Footprint`]), which a real machine does
//! not have. The machine calls it at the points of this table, and the answer says which checks failed:
//!
//! | point | call | checks |
//! |---|---|---|
//! | before the first step | [`Ghost::start`] | the levels' resources and preconditions |
//! | access in the code | [`Ghost::load`], [`Ghost::store`] | some, or all, of the location is held |
//! | `assert`, `assume` | [`Ghost::assert`], [`Ghost::assume`] | permissions held, facts true |
//! | `inhale`, `exhale` | [`Ghost::inhale`], [`Ghost::exhale`] | the same, and permissions come and go |
//! | loop reached | [`Ghost::enter_loop`] | the invariant, from its own permissions |
//! | iteration ended | [`Ghost::again_loop`] | the invariant, from its own permissions |
//! | loop left | [`Ghost::exit_loop`] | the invariant, from its own permissions |
//! | procedure called | [`Ghost::enter`] | the precondition of the procedure |
//! | atomic step begins | [`Ghost::open`] | nothing; the thread gets what the opened invariants share |
//! | atomic step ends | [`Ghost::close`] | the opened invariants, from what the thread holds |
//! | label passed | [`Ghost::mark`] | nothing; `\old[L]` will read this state |
//! | procedure ended | [`Ghost::come_back`] | the postcondition of the procedure |
//! | thread at a barrier | [`Ghost::arrive`] | what the barrier requires |
//! | all threads of a group there | [`Ghost::meet`] | what it hands out, fences and says |
//! | thread ends | [`Ghost::end`] | the postcondition |
//! | all have ended | [`Ghost::finish`] | the postconditions of groups and kernel |
//!
//! # What a run can refute, and what not
//!
//! A finding is a fact about this run: from this start, which the contracts allow, this clause is false, this
//! permission is not there. So if the start and every assumption hold ([`Checks::excluded`] is not set) and nothing is
//! unknown before it, the first finding of a run refutes the program with its annotations; what is found after it may
//! only be its consequence, since every check relies on those before it. The reverse does not hold. A run does not see
//!
//! - **what holds by chance.** A barrier's `ensures` that is true in this run, although it does not follow from what
//!   the threads required (`barrier.transfer`); a postcondition that holds although a loop's invariant is too weak to
//!   prove it. The verifier forgets what a contract does not say; memory does not. Between levels, [`level_claims`] and
//!   [`entails`] decide that in any [`Snapshot`], reached or not.
//! - **what another launch, input or schedule would do.** In particular `contract.vacuous` (no start at all), and
//!   `barrier.divergence` unless two threads of this run part.
//! - **what stale memory would show.** A read of memory that was not fenced sees the newest value. That a location
//!   moves over unfenced memory from a thread that could have written it is found from the permissions, not from
//!   values.
//! - **amounts of `read`.** A `read` is positive and of no fixed size. Any number of them fits where something is left,
//!   so [`Amount::fits`] is true wherever the sizes of the `read`s could be chosen to make it true.
//! - **the rest of an assertion.** What stands behind a fact that is false is not judged, and a range that bounds a
//!   variable hides what is ill-formed outside of it.
//! - **what atomics share** that open no invariant. No contract says it, so accesses inside such an atomic are not
//!   judged by permissions; where one synchronises, it may pass memory on, and no access is ([`unjudged`]).
//! - **what has no value.** A contract that cannot be evaluated (an unbounded quantifier, a function without body, a
//!   value that nobody wrote) is [`Checks::unknown`]; a thread whose permissions come from it is blind
//!   ([`Holdings::blind`]), and no access of it is found wrong.
//!
//! In the other direction every check demands no more than the proof rule of its id does, on the same state. So a
//! finding in a run of a kernel that was proved is a contradiction between proof and execution.

mod amount;
mod amounts;
mod assertion;
mod barrier;
mod clauses;
mod dense;
mod distribute;
mod entail;
mod entries;
mod finding;
mod finish;
mod footprint;
mod framed;
mod function;
mod holdings;
mod levels;
mod moves;
mod overlay;
mod procedure;
mod quick;
mod returned;
mod shared;
mod shared_by;
mod snapshot;
mod span;
mod start;
mod state;
mod tally;
mod thread;
mod written;

pub use amount::Amount;
pub use assertion::{expressions, read, Assertion, Fact, Framing, Past, Permission};
pub use distribute::{distribute, exceeds, Demand, Supply};
pub use entail::{entails, level_claims, Claim, Entailment, Said};
pub use finding::{Checks, Excluded, Finding, Unknown};
pub use footprint::Footprint;
pub use framed::{Framed, MayRead};
pub use function::{check_function, FunctionCheck};
pub(crate) use holdings::judged;
pub use holdings::Holdings;
pub(crate) use moves::too_much;
pub use snapshot::Snapshot;
pub use span::Span;
pub use state::{unjudged, Execution, Ghost, Unjudged};
