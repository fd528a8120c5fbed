//! Lines: where a new line starts, and how far it is indented.
//!
//! In: atoms, and which braces are blocks. Out: lines. A statement, a clause, a member and a closing brace start a
//! line. Inside of them the line breaks of the author stay, and lines keep their place relative to the first line.

use std::ops::Range;

use super::atoms::{Atom, Kind};
use super::measures::INDENT;
use super::shape::{Brace, Shape, CLAUSES};
use super::spacing::{Gaps, Spacing};

/// A line of the formatted text.
#[derive(Clone, Debug)]
pub struct Line {
    /// The blanks in front of it.
    pub indent: usize,
    /// Whether an empty line stands in front of it.
    pub blank_before: bool,
    /// The first line of a statement, and not one that continues it.
    pub starts: bool,
    /// The position of its first atom.
    pub first: usize,
    /// The blanks in front of each of its atoms; none in front of the first.
    pub gaps: Vec<usize>,
}

impl Line {
    /// The positions of its atoms.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.gaps.len()
    }

    /// The columns up to its end, without a comment at its end.
    pub fn width(&self, atoms: &[Atom<'_>]) -> usize {
        let mut width = self.indent;
        for (at, gap) in self.range().zip(&self.gaps) {
            let Some(atom) = atoms.get(at) else { continue };
            if atom.kind != Kind::LineComment || at == self.first {
                width += gap + atom.text.chars().count();
            }
        }
        width
    }

    /// Its text, without what it is indented by.
    pub fn text(&self, atoms: &[Atom<'_>]) -> String {
        let mut out = String::new();
        for (at, gap) in self.range().zip(&self.gaps) {
            out.push_str(&" ".repeat(*gap));
            out.push_str(atoms.get(at).map_or("", |atom| atom.text));
        }
        out
    }
}

/// The head of a parallel block or of a barrier of one, whose clauses stand between the head and the block.
struct Head {
    indent: usize,
    /// Whether a clause came. Else a `;` ends the statement.
    clause: bool,
}

/// What stands around an atom.
struct Around {
    /// The other brackets that are open, inside of the innermost block.
    brackets: usize,
    /// Whether the innermost block is in one line.
    one_line: bool,
    /// Whether the innermost block lists the constants of an enumeration.
    list: bool,
}

/// The lines of the formatted text.
pub fn lines(atoms: &[Atom<'_>], shape: &Shape) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open: Vec<Brace> = Vec::new();
    let mut spacing = Spacing::new(atoms, shape);
    // The columns of the first line of the statement: as it was, and as it is.
    let (mut was, mut is) = (0, 0);
    let mut head: Option<Head> = None;
    for (at, atom) in atoms.iter().enumerate() {
        let brace = shape.brace(at);
        let closes = atom.kind == Kind::Close;
        let before: Vec<Brace> = open.clone();
        if closes {
            let _ = open.pop();
        }
        let around = around(if closes { &before } else { &open });
        let start = start(atoms, shape, at, &around, lines.last());
        let clause = atom.kind == Kind::Word && CLAUSES.contains(&atom.text);
        if start != Start::Statement && clause {
            if let Some(head) = &mut head {
                head.clause = true;
            }
        }
        match start {
            Start::No => {
                let gap = spacing.gap(at);
                if let Some(line) = lines.last_mut() {
                    line.gaps.push(gap);
                }
            }
            Start::Statement | Start::Continued => {
                let depth = open.iter().filter(|brace| **brace != Brace::No).count();
                let (indent, starts) = if start == Start::Statement {
                    head = match head.take().filter(|head| clause && head.clause) {
                        Some(head) => Some(head),
                        None if atom.is("par") || atom.is("barrier") => {
                            Some(Head { indent: depth * INDENT, clause: false })
                        }
                        None => None,
                    };
                    let of_head = head.as_ref().filter(|head| head.clause);
                    (was, is) = (atom.column, of_head.map_or(depth * INDENT, |head| head.indent + INDENT));
                    (is, true)
                } else if brace != Brace::No && !closes {
                    (is, false)
                } else if let Some(head) = head.as_ref().filter(|_| clause) {
                    (head.indent + INDENT, false)
                } else {
                    (is + atom.column.saturating_sub(was).max(INDENT), false)
                };
                let opened = at.checked_sub(1).is_some_and(|n| is_open_block(atoms, shape, n));
                let blank_before = at > 0 && atom.breaks > 1 && !opened && !(closes && brace != Brace::No);
                spacing.start(at);
                lines.push(Line { indent, blank_before, starts, first: at, gaps: vec![0] });
            }
        }
        if atom.kind == Kind::Open {
            open.push(brace);
            if brace != Brace::No {
                head = None;
            }
        }
    }
    lines
}

/// How an atom is placed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// In the line of the atom before.
    No,
    /// In a new line, which continues a statement.
    Continued,
    /// In a new line, with a new statement, clause, member or comment.
    Statement,
}

fn around(open: &[Brace]) -> Around {
    let brackets = open.iter().rev().take_while(|brace| **brace == Brace::No).count();
    let block = open.iter().rev().find(|brace| **brace != Brace::No);
    Around { brackets, one_line: block == Some(&Brace::OneLine), list: block == Some(&Brace::List) }
}

fn is_open_block(atoms: &[Atom<'_>], shape: &Shape, at: usize) -> bool {
    shape.brace(at) != Brace::No && atoms.get(at).is_some_and(|atom| atom.kind == Kind::Open)
}

fn start(atoms: &[Atom<'_>], shape: &Shape, at: usize, around: &Around, line: Option<&Line>) -> Start {
    let (Some(atom), Some(line)) = (atoms.get(at), line) else { return Start::Statement };
    // The token behind which the atom stands.
    let token = (0..at).rev().find(|n| atoms.get(*n).is_some_and(|a| !a.is_comment()));
    let Some(before) = at.checked_sub(1).and_then(|n| atoms.get(n)) else { return Start::Statement };
    let ended = token.is_none_or(|n| ends(atoms, shape, n, at, around));
    let broken = atom.breaks > 0 || before.kind == Kind::LineComment;
    let new = if ended { Start::Statement } else { Start::Continued };
    let closes_block = atom.kind == Kind::Close && matches!(shape.brace(at), Brace::Lines | Brace::List);
    if closes_block {
        return Start::Statement;
    }
    if atom.is_comment() {
        return if broken { new } else { Start::No };
    }
    if before.kind == Kind::LineComment {
        return new;
    }
    if around.one_line {
        return Start::No;
    }
    let is_block = shape.brace(at) != Brace::No && atom.kind == Kind::Open;
    if is_block && !ended {
        return Start::No;
    }
    // Behind a block, `else` and the `while` of a `do` stay in its line.
    let behind_block = token.is_some_and(|n| n + 1 == at && shape.brace(n) != Brace::No && before.kind == Kind::Close);
    if behind_block && !ended {
        return Start::No;
    }
    // A comment in front of a statement, in its line, stays there.
    let leads = before.kind == Kind::BlockComment && line.first + 1 == at && line.starts;
    if leads && !broken {
        return Start::No;
    }
    match (ended, broken) {
        (true, _) => Start::Statement,
        (false, true) => Start::Continued,
        (false, false) => Start::No,
    }
}

/// Whether a token ends what it stands in, so that `next` starts something new.
fn ends(atoms: &[Atom<'_>], shape: &Shape, at: usize, next: usize, around: &Around) -> bool {
    let (Some(token), Some(next_atom)) = (atoms.get(at), atoms.get(next)) else { return true };
    match token.kind {
        Kind::Open => shape.brace(at) != Brace::No,
        Kind::Sign => (token.is(";") || token.is(",") && around.list) && around.brackets == 0,
        Kind::Close if shape.brace(at) != Brace::No => {
            let repeats = next_atom.is("while") && is_do(atoms, shape, at);
            !(repeats || ["else", ";", ",", ")", "]"].iter().any(|text| next_atom.is(text)))
        }
        Kind::Close | Kind::Word | Kind::LineComment | Kind::BlockComment => false,
    }
}

/// Whether the block that this brace closes is that of a `do`.
fn is_do(atoms: &[Atom<'_>], shape: &Shape, close: usize) -> bool {
    let open = shape.partner(close).unwrap_or_default();
    open.checked_sub(1).and_then(|n| atoms.get(n)).is_some_and(|atom| atom.is("do"))
}
