//! Front ends: from the text of a source file to a typed program. This crate does no input and output, and knows no
//! logic. Each source language has a folder of its own.
//!
//! In: the text of a source file. Out: an [`ir::Program`] and every [`ir::diagnostic::Diagnostic`] of the file.

pub mod c;
pub mod pvl;
pub mod specs;

pub use pvl::{
    parse_program, parse_program_as, parse_program_with, Parsed, Reading, MAX_DEPTH, MAX_OPERATORS, MAX_SOURCE_BYTES,
};
