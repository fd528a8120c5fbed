//! The compact form of a kernel's body, which the machine executes.
//!
//! In: a typed kernel. Out: [`Code`]: one list of operations on numbered registers, with structured statements as
//! jumps. Names, types and nesting are resolved here once, and not at every step.

mod around;
mod compile;
mod compiled;
mod expr;
mod op;
mod registers;

pub(crate) use around::Apart;
pub(crate) use compile::compile;
pub(crate) use compiled::{AtomicInfo, Code};
pub(crate) use op::{Compare, Op, Reg};
pub(crate) use registers::{launch_register, positions};
