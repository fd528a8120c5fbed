//! What was written: text in, typed program out. No input or output, no logic.
//!
//! In: the text of a source file. Out: a [`typed::Program`] and every [`diagnostic::Diagnostic`] of the file.

pub mod ast;
mod brackets;
mod check;
mod codes;
pub mod diagnostic;
pub mod failure;
mod grammar;
mod habits;
mod lex;
mod parse;
pub mod print;
pub mod span;
pub mod typed;

pub use brackets::MAX_DEPTH;
pub use parse::{MAX_OPERATORS, MAX_SOURCE_BYTES};

use diagnostic::Diagnostic;

/// What became of a source file.
#[derive(Debug)]
pub struct Parsed {
    /// What could be read of it.
    pub ast: ast::File,
    /// Its typed form, if there is no error.
    pub program: Option<typed::Program>,
    /// Every error, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads, resolves and checks a file.
pub fn parse_program(source: &str) -> Parsed {
    let read = parse::parse(source);
    let (mut program, found) = check::check(&read.file, &read.poisoned);
    program.text = source.into();
    let mut diagnostics = read.diagnostics;
    diagnostics.extend(found);
    diagnostics.sort_by_key(|error| error.span);
    let program = diagnostics.is_empty().then_some(program);
    Parsed { ast: read.file, program, diagnostics }
}
