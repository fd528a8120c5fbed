//! What was written: text in, typed program out. No input or output, no logic.
//!
//! In: the text of a source file. Out: a [`typed::Program`] and every [`diagnostic::Diagnostic`] of the file.

pub mod ast;
mod brackets;
pub mod diagnostic;
mod grammar;
mod lex;
mod parse;
pub mod span;
pub mod typed;

pub use brackets::MAX_DEPTH;
pub use parse::{parse as read, MAX_OPERATORS, MAX_SOURCE_BYTES};
