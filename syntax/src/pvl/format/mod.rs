//! The formatter: the same tokens and comments, with other blanks and line breaks between them.
//!
//! ```text
//! text ─lex→ atoms (tokens, comments) ─shape→ which braces are blocks ─layout→ lines ─spacing, wrap→ text
//! ```
//!
//! It works on tokens and brackets, and not on the syntax tree, so that text which the grammar does not know yet
//! comes out right, too. The line breaks that an author puts inside of a statement or clause stay; every statement,
//! clause and closing brace gets a line of its own.
//!
//! In: the text of a file. Out: the formatted text, which has the same tokens and comments in the same order. Text with
//! errors of the syntax is not formatted.

mod atoms;
mod layout;
mod measures;
mod shape;
mod spacing;
mod wrap;

use ir::diagnostic::Diagnostic;

use super::parse;
use atoms::{atoms, Atom};
use layout::Line;
use measures::WIDTH;

/// Why a text is not formatted.
#[derive(Debug)]
pub enum Refused {
    /// The text has errors.
    Errors(Vec<Diagnostic>),
    /// The formatter would have changed more than blanks, which is a mistake in it.
    Changed,
}

/// The formatted text.
pub fn format(source: &str) -> Result<String, Refused> {
    let errors = parse::parse(source).diagnostics;
    if !errors.is_empty() {
        return Err(Refused::Errors(errors));
    }
    let before = atoms(source).ok_or(Refused::Changed)?;
    let formatted = arranged(&before);
    let after = atoms(&formatted).ok_or(Refused::Changed)?;
    let same = before.iter().map(|atom| atom.text).eq(after.iter().map(|atom| atom.text));
    if same {
        Ok(formatted)
    } else {
        Err(Refused::Changed)
    }
}

/// The atoms as text.
fn arranged(atoms: &[Atom<'_>]) -> String {
    let mut shape = shape::shape(atoms);
    loop {
        let lines = layout::lines(atoms, &shape);
        // A block in a line that is too long is written in several lines, which changes what stands behind it.
        let long = lines.iter().filter(|line| line.width(atoms) > WIDTH).flat_map(Line::range);
        if long.filter(|at| shape.open(*at)).count() > 0 {
            continue;
        }
        let mut out = String::new();
        for line in lines.into_iter().flat_map(|line| wrap::wrap(line, atoms)) {
            if line.blank_before {
                out.push('\n');
            }
            out.push_str(&" ".repeat(line.indent));
            out.push_str(&line.text(atoms));
            out.push('\n');
        }
        return out;
    }
}
