//! Which braces are blocks of statements or members, and which of those blocks stay in one line.
//!
//! In: atoms. Out: for each atom whether it is a brace of a block, and its partner.

use super::atoms::{Atom, Kind};

/// Words that start a clause of a contract. A block with clauses has a line for each.
pub const CLAUSES: [&str; 8] = [
    "requires",
    "ensures",
    "context",
    "context_everywhere",
    "loop_invariant",
    "invariant",
    "decreases",
    "lock_invariant",
];

/// The part that a brace has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brace {
    /// None: it is no brace, or one inside of an expression.
    No,
    /// It belongs to a block of several lines.
    Lines,
    /// It belongs to a block in one line.
    OneLine,
    /// It belongs to the constants of an enumeration in several lines. Each constant has a line.
    List,
}

/// The parts of all atoms.
pub struct Shape {
    braces: Vec<Brace>,
    partners: Vec<Option<usize>>,
}

impl Shape {
    /// The part of an atom.
    pub fn brace(&self, at: usize) -> Brace {
        self.braces.get(at).copied().unwrap_or(Brace::No)
    }

    /// The bracket that belongs to a bracket.
    pub fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(at).copied().flatten()
    }

    /// Gives several lines to a block in one line, if this is one of its braces. Returns whether it is.
    pub fn open(&mut self, at: usize) -> bool {
        let one_line = self.brace(at) == Brace::OneLine;
        if one_line {
            self.set(at, Brace::Lines);
        }
        one_line
    }

    fn set(&mut self, at: usize, brace: Brace) {
        if let Some(slot) = self.braces.get_mut(at) {
            *slot = brace;
        }
    }
}

/// Whether the brace at a position opens the constants of an enumeration: `enum Colour {`.
fn is_enumeration(atoms: &[Atom<'_>], brace: usize) -> bool {
    brace.checked_sub(2).and_then(|word| atoms.get(word)).is_some_and(|word| word.is("enum"))
}

/// What is known of a brace that is still open.
struct Open {
    at: usize,
    /// Whether it stands inside of other brackets than blocks may.
    inside: bool,
    semicolons: usize,
    /// The bars in it, without those in brackets. Those of sizes, `|s|`, come in pairs, and a description has one more.
    bars: usize,
    /// Whether there is a block in it.
    block: bool,
    /// Whether its content is something else than one statement in its line.
    lines: bool,
}

/// Finds the blocks. A brace is one of a block if statements or blocks stand in it, or nothing and no bracket stands
/// around it. Braces without statements, such as those of `{local}`, belong to expressions, and so do those of
/// descriptions, `{x | int x <- s; x > 0}`.
pub fn shape(atoms: &[Atom<'_>]) -> Shape {
    let mut shape = Shape { braces: vec![Brace::No; atoms.len()], partners: vec![None; atoms.len()] };
    let mut open: Vec<Open> = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        let broken = atom.breaks > 0 || atom.kind == Kind::LineComment;
        if broken || CLAUSES.contains(&atom.text) {
            // A line break in front of the closing brace is one inside of the block, too.
            open.iter_mut().for_each(|o| o.lines = true);
        }
        match atom.kind {
            Kind::Open => {
                let inside = open.last().is_some_and(|o| o.inside) || !atom.is("{");
                open.push(Open { at, inside, semicolons: 0, bars: 0, block: false, lines: false });
            }
            Kind::Close => {
                let Some(closed) = open.pop() else { continue };
                for (one, other) in [(closed.at, at), (at, closed.at)] {
                    if let Some(slot) = shape.partners.get_mut(one) {
                        *slot = Some(other);
                    }
                }
                let around = open.last().is_some_and(|o| o.inside);
                let empty = closed.at + 1 == at;
                let comment = atoms.get(closed.at + 1).is_some_and(Atom::is_comment);
                let list = is_enumeration(atoms, closed.at);
                let described = closed.bars % 2 == 1;
                let statements = closed.semicolons > 0 || closed.block || !around && (empty || comment);
                let block = list || statements && !described;
                if !atom.is("}") || !block {
                    continue;
                }
                let one_line = !closed.lines && !closed.block && closed.semicolons <= 1;
                let brace = match (one_line, list) {
                    (true, _) => Brace::OneLine,
                    (false, true) => Brace::List,
                    (false, false) => Brace::Lines,
                };
                shape.set(closed.at, brace);
                shape.set(at, brace);
                if let Some(outer) = open.last_mut() {
                    outer.block = true;
                }
            }
            Kind::Sign if atom.is(";") => {
                if let Some(o) = open.last_mut() {
                    o.semicolons += 1;
                }
            }
            Kind::Sign if atom.is("|") => {
                if let Some(o) = open.last_mut() {
                    o.bars += 1;
                }
            }
            Kind::Sign | Kind::Word | Kind::LineComment | Kind::BlockComment => {}
        }
    }
    shape
}
