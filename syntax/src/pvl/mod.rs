//! PVL: from the text of a file to its typed program.
//!
//! ```text
//! text ─lex, brackets, grammar→ pieces ─parse→ AST ─check (names, types)→ typed program
//! AST ─print→ text
//! text ─format→ text
//! ```

mod annotations;
pub mod ast;
mod brackets;
pub(crate) mod check;
mod class;
mod clause;
mod code;
mod codes;
mod enumeration;
mod expression;
mod fields;
pub mod format;
mod grammar;
pub(crate) mod habits;
pub(crate) mod lex;
pub(crate) mod parse;
pub mod print;
mod resource;
mod signs;
mod similar;
mod target;
pub(crate) mod tokens;
mod type_name;
mod unequal;
mod unread;
mod walk;

pub use brackets::MAX_DEPTH;
pub use codes::codes;
pub use parse::{MAX_OPERATORS, MAX_SOURCE_BYTES};
pub use walk::{StmtPart, StmtPartMut};

use crate::specs::{self, SpecSet};
use ir::diagnostic::Diagnostic;
use ir::{Type, Width};

/// The result of reading a source file.
#[derive(Debug)]
pub struct Parsed {
    /// The syntax tree of the parts that could be read.
    pub ast: ast::File,
    /// The typed program, if the file has no errors. In OpenCL and CUDA, kernels with errors are not in the program,
    /// and the others are.
    pub program: Option<ir::Program>,
    /// Every error, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The text with those of included files, and of files of specifications, behind it ([`ir::parts`]), if there are
    /// some.
    pub text: Option<String>,
}

/// Options that determine the meaning of a file and are not part of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The machine type that `int` is in the code. If it is `None`, `int` is the type of mathematical integers.
    pub int: Option<Width>,
}

/// Parses, resolves and type-checks a file.
pub fn parse_program(source: &str) -> Parsed {
    parse_program_as(source, Reading::default())
}

/// Parses, resolves and type-checks a file with these options.
pub fn parse_program_as(source: &str, reading: Reading) -> Parsed {
    parse_program_with(source, reading, &SpecSet::default())
}

/// The same for a file that may call the functions of these files of specifications.
pub fn parse_program_with(source: &str, reading: Reading, specs: &SpecSet) -> Parsed {
    let read = parse::parse(source);
    let int = reading.int.map_or(Type::Int, Type::Machine);
    let own = check::names(&read.file);
    let is_other = |name: &&str| !own.contains(name) && !habits::is_operation(name);
    let called = specs::called(source).into_iter().filter(is_other).collect();
    let chosen = specs.chosen(&called, source.len());
    let (mut program, found, lost) = check::check(&read.file, &chosen.functions, &read.poisoned, int);
    let readable = read.readable.as_deref().unwrap_or(source);
    program.text = chosen.behind(readable).as_deref().unwrap_or(readable).into();
    let mut diagnostics = read.diagnostics;
    diagnostics.extend(found);
    if let Some(span) = lost.filter(|_| diagnostics.is_empty()) {
        // What is not in the program is not proved either.
        let message = "Sepal lost this expression, and does not say why: this is a mistake in Sepal";
        diagnostics.push(Diagnostic::new("parse.unsupported", span, message).label("lost"));
    }
    if diagnostics.is_empty() {
        diagnostics.extend(program.finish());
    }
    diagnostics.sort_by_key(|error| error.span.reading_order());
    let program = diagnostics.is_empty().then_some(program);
    Parsed { ast: read.file, program, diagnostics, text: chosen.behind(source) }
}
