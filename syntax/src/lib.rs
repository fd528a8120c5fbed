//! What was written: text in, typed program out. No input or output, no logic. Each language has a room of its own.
//!
//! In: the text of a source file. Out: an [`ir::Program`] and every [`ir::diagnostic::Diagnostic`] of the file.

pub mod pvl;

pub use pvl::{parse_program, Parsed, MAX_DEPTH, MAX_OPERATORS, MAX_SOURCE_BYTES};
