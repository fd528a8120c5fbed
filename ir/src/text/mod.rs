//! Programs as canonical text: two programs have the same text if and only if they are equal up to identities, places,
//! and the list of inlined calls, which only reports use.
//!
//! In: a program. Out: its text. Or the other way round: from a text to its program, which is numbered and has no
//! places. `read(print(p))` is `p` up to places and that list.

mod parts;
mod sexpr;

pub use sexpr::Unreadable;

use crate::Program;
use parts::Text;
use sexpr::Tree;

/// The greatest length of a tree that is written in one line.
const MAX_LINE: usize = 110;

/// The text of a program.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    lines(&program.write(), 0, &mut out);
    out
}

/// The program of a text.
pub fn read(text: &str) -> Result<Program, Unreadable> {
    let mut program = Program::read(&sexpr::read(text)?)?;
    program.number();
    Ok(program)
}

/// Appends a tree in one line if it is short, else with each of its parts on a line of its own.
fn lines(tree: &Tree, depth: usize, out: &mut String) {
    let short = tree.to_string();
    let indent = " ".repeat(depth);
    match tree {
        Tree::List(parts) if depth + short.len() > MAX_LINE => {
            out.push_str(&indent);
            out.push('(');
            let (first, rest) = match parts.split_first() {
                Some((Tree::Word(word), rest)) => (word.as_str(), rest),
                Some(_) | None => ("", parts.as_slice()),
            };
            out.push_str(first);
            out.push('\n');
            rest.iter().for_each(|part| lines(part, depth + 1, out));
            out.push_str(&indent);
            out.push_str(")\n");
        }
        Tree::List(_) | Tree::Word(_) | Tree::Quoted(_) => {
            out.push_str(&indent);
            out.push_str(&short);
            out.push('\n');
        }
    }
}
