//! What was written: text in, typed program out. No input or output, no logic.
//!
//! In: the text of a source file. Out: a [`typed::Program`] and every [`diagnostic::Diagnostic`] of the file.

pub mod diagnostic;
pub mod span;
pub mod typed;
