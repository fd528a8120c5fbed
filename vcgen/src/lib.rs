//! What must be proved: obligations in, verdicts out.
//!
//! In: a typed program. Out: an [`outcome::ItemOutcome`] per kernel, procedure and function, and their rendering.
//!
//! [`pipeline`] is the list of all steps; the other modules are these steps, in this order:
//!
//! ```text
//! exact, cache, batch, decide    an obligation is proved, or gets a counterexample, or neither
//!   relevance, query, solving, solver    what the solver is asked, the interface to it, and Z3
//! replay           a counterexample is believed if a run shows it
//! causes, fold     one mistake is one finding
//! explain, expand, hints, unknown, missing    what a person may want to know
//! report           text and JSON
//! ```
//!
//! Without the feature `z3` there is no solver in it, and without `system` there are neither threads nor a clock.

mod batch;
pub mod cache;
mod causes;
pub mod check;
mod clock;
mod collected;
mod decide;
pub mod edit;
mod emit;
mod equal_writes;
mod exact;
mod expand;
mod explain;
mod finish;
mod fold;
pub mod ground;
mod grounds;
mod hints;
mod kept_proof;
mod kinds;
mod limits;
mod missing;
pub mod options;
pub mod outcome;
pub mod pipeline;
pub mod query;
mod recursion;
mod referred;
mod relevance;
pub mod replay;
pub mod report;
mod second_opinion;
mod shuffle;
pub mod solver;
pub mod solving;
pub mod stability;
mod termination;
mod threads;
pub mod tools;
mod tried;
mod unchecked;
mod unknown;
mod up_to;
mod values;
mod watched;
mod witness;
