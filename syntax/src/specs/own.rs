//! Files of specifications that a user names.
//!
//! In: their paths and texts. Out: the set that they make, or why one of them cannot be used.

use super::{Chosen, Source, SpecSet};
use crate::pvl::ast::{File, Item};
use crate::pvl::check;
use crate::pvl::parse::{self, Read};
use ir::diagnostic::Diagnostic;
use ir::{Line, Origin, Span, Type};
use std::collections::BTreeSet;

/// A file of specifications that cannot be used: a sentence with its path, the line, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is wrong, and where.
    pub sentence: String,
    /// What would work.
    pub help: Option<String>,
}

impl Refused {
    fn new(text: &str, error: &Diagnostic) -> Self {
        let Line { number, file } = Line::of(text, error.span.start as usize);
        let path = file.unwrap_or_default();
        Self { sentence: format!("`{path}`, line {number}: {}", error.message), help: error.help.clone() }
    }
}

impl SpecSet {
    /// The set of these files, given by path and text, if they have no errors.
    pub fn of_user(files: Vec<(&str, &str)>) -> Result<Self, Vec<Refused>> {
        let mut refused = Vec::new();
        for (path, text) in &files {
            let errors = errors(path, text);
            let placed = ir::parts::joined("", std::iter::once((*path, *text))).0;
            let start = placed.len() - text.len();
            refused.extend(errors.into_iter().map(|mut error| {
                error.span = Span::new(error.span.start as usize + start, error.span.end as usize + start);
                Refused::new(&placed, &error)
            }));
        }
        if !refused.is_empty() {
            return Err(refused);
        }
        let sources = files.iter().map(|(path, text)| Source::new(path, text, Origin::Specs)).collect();
        let set = Self { of_user: sources };
        // All of them together are checked as they stand behind a file that is empty.
        let names: BTreeSet<&str> =
            set.of_user.iter().flat_map(|file| file.functions().keys()).map(String::as_str).collect();
        let chosen = set.chosen(&names, 0);
        let whole = chosen.behind("").unwrap_or_default();
        let refused: Vec<Refused> = wrong(&chosen).iter().map(|error| Refused::new(&whole, error)).collect();
        if refused.is_empty() {
            Ok(set)
        } else {
            Err(refused)
        }
    }
}

/// The errors in the text of one file. A declaration that is no function is an error, too.
fn errors(path: &str, text: &str) -> Vec<Diagnostic> {
    if path.chars().any(char::is_control) || text.contains(ir::parts::SEPARATOR) {
        return vec![Diagnostic::new("parse.expected", Span::default(), "a control character in the name or the text")];
    }
    let Read { file, mut diagnostics, .. } = parse::parse(text);
    for item in &file.items {
        let (at, what) = match item {
            Item::Function(function) if function.inline => (function.at.0, "an inline function"),
            Item::Function(_) => continue,
            Item::Kernel(kernel) => (kernel.at.0, "a kernel"),
            Item::Procedure(procedure) => (procedure.at.0, "a procedure"),
            Item::Class(class) => (class.at.0, "a class or an abstract data type"),
            Item::Enum(one) => (one.name.at.0, "an enumeration"),
            Item::Resource(resource) => (resource.name.at.0, "a resource"),
        };
        let message = format!("{what} in a file of specifications");
        let help = "a file of specifications declares `pure` functions only; write it in the file that uses it";
        diagnostics.push(Diagnostic::new("parse.unsupported", at, message).help(help));
    }
    diagnostics.sort_by_key(|error| error.span.reading_order());
    diagnostics
}

/// The errors of names and types in functions of specifications, and functions that are declared twice.
fn wrong(chosen: &Chosen) -> Vec<Diagnostic> {
    let (mut program, mut out, lost) = check::check(&File::default(), &chosen.functions, &BTreeSet::new(), Type::Int);
    for (n, (origin, function)) in chosen.functions.iter().enumerate() {
        let same = |(other, known): &&(Origin, crate::pvl::ast::Function)| {
            *origin == Origin::Specs && other == origin && known.name.text == function.name.text
        };
        if chosen.functions.iter().take(n).any(|known| same(&known)) {
            let message = format!("`{}` is declared twice in the files of specifications", function.name.text);
            out.push(Diagnostic::new("resolve.duplicate-name", function.name.at.0, message));
        }
    }
    if let Some(span) = lost.filter(|_| out.is_empty()) {
        let message = "Sepal lost this expression, and does not say why: this is a mistake in Sepal";
        out.push(Diagnostic::new("parse.unsupported", span, message));
    }
    if out.is_empty() {
        out.extend(program.finish());
    }
    out.sort_by_key(|error| error.span.reading_order());
    out
}
