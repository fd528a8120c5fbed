//! Clauses as code.
//!
//! In: clauses, and one state of a launch in which they are compiled. Out: [`Clauses`], which say for each member, in
//! any state of that launch, what the clauses give and what they read, if everything in them is true and well defined.
//! If something is false or not defined, [`Clauses`] give nothing. The caller then evaluates the clauses expression by
//! expression, and learns what is wrong.
//!
//! A launch of a million threads evaluates its clauses millions of times, and nearly always everything is true. So
//! clauses become operations on registers of 64 bits. Constants of the launch are computed once, and a value that
//! several clauses mention (an index, a condition) once for each member. Integers are mathematical: an operation whose
//! result does not fit 64 bits ends the evaluation. What has no operation (functions, collections, fractions that
//! differ between members) is not compiled.

mod amount;
mod compile;
mod execute;
mod expr;
mod op;
mod quant;

pub(crate) use compile::compile;
pub(crate) use execute::Found;
pub(crate) use op::Clauses;
