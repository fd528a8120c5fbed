//! The only folder that uses Z3.
//!
//! In: a [`Query`](crate::solving::Query) over terms of `logic`, and its limits. Out: an answer with a model of plain
//! values, or SMT-LIB text. A query has a solver context of its own, so that its answer and its cost depend on no other
//! query. Queries whose models and cost nobody looks at may share the context of a batch. Without the feature `z3`, no
//! query is answered, but SMT-LIB text can be written.

#[cfg(feature = "z3")]
mod check;
mod dag;
#[cfg(feature = "z3")]
mod encode;
#[cfg(feature = "z3")]
mod encoded;
#[cfg(feature = "z3")]
mod enums;
mod fault;
#[cfg(feature = "z3")]
mod float;
mod float_text;
mod header;
mod int_text;
#[cfg(feature = "z3")]
mod model;
mod names;
#[cfg(feature = "z3")]
mod parse;
mod prelude;
#[cfg(feature = "z3")]
mod small;
mod smtlib;
mod sorting;
#[cfg(feature = "z3")]
mod sorts;
mod trigger;
#[cfg(feature = "z3")]
mod unsat_core;
#[cfg(feature = "z3")]
mod version;
#[cfg(feature = "z3")]
mod z3_solver;

pub use header::Header;
pub use smtlib::write as write_smtlib;
#[cfg(feature = "z3")]
pub use unsat_core::unsat_core;
#[cfg(feature = "z3")]
pub use version::{version, EXPECTED_VERSION};
#[cfg(feature = "z3")]
pub use z3_solver::Z3;

#[cfg(all(test, feature = "z3"))]
mod tests;
