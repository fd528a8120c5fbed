//! PVL: the text of a file in, its typed program out.
//!
//! ```text
//! text ─lex, brackets, grammar→ pieces ─parse→ AST ─check (names, types)→ typed program
//! AST ─print→ text
//! ```

pub mod ast;
mod brackets;
mod check;
mod codes;
mod grammar;
mod habits;
mod lex;
mod parse;
pub mod print;
mod signs;
mod unequal;
mod walk;

pub use brackets::MAX_DEPTH;
pub use codes::codes;
pub use parse::{MAX_OPERATORS, MAX_SOURCE_BYTES};

use ir::diagnostic::Diagnostic;

/// What became of a source file.
#[derive(Debug)]
pub struct Parsed {
    /// What could be read of it.
    pub ast: ast::File,
    /// Its typed form, if there is no error.
    pub program: Option<ir::Program>,
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
    if diagnostics.is_empty() {
        diagnostics.extend(program.inline_barriers());
    }
    program.number();
    diagnostics.sort_by_key(|error| error.span.reading_order());
    let program = diagnostics.is_empty().then_some(program);
    Parsed { ast: read.file, program, diagnostics }
}
