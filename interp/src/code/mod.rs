//! The compact form of a kernel's body and of procedures, which the machine executes.
//!
//! In: a typed kernel. Out: [`Codes`]: one list of operations on numbered registers, with structured statements as
//! jumps. Names, types and nesting are resolved here once, and not at every step.

mod around;
mod compile;
mod compiled;
mod expr;
mod op;
mod registers;
mod scope;
mod stmt;

pub(crate) use around::Apart;
pub(crate) use compile::compile;
pub(crate) use compiled::{AtomicInfo, Code, Codes, GatherInfo, OwnArray};
pub(crate) use op::{float_arith, Compare, Op, Reg, Special};
pub(crate) use registers::{launch_register, positions};
