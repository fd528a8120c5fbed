//! Long lines are broken where the fewest brackets are open: behind a comma, or in front of an operator.
//!
//! In: a line. Out: the same atoms in lines that are no wider than they should be, as far as there are such places.

use super::atoms::{Atom, Kind};
use super::layout::Line;
use super::measures::{INDENT, WIDTH};
use super::spacing::GENERIC;

/// In front of which operators a line may be broken, those that bind least first.
const BEFORE: [&[&str]; 5] =
    [&["?", ":"], &["==>"], &["**"], &["||", "&&"], &["==", "!=", "<", "<=", ">", ">=", "+", "-"]];

/// The lines of a line.
pub fn wrap(line: Line, atoms: &[Atom<'_>]) -> Vec<Line> {
    let mut done = Vec::new();
    let mut open = vec![line];
    while let Some(line) = open.pop() {
        let place = if line.width(atoms) > WIDTH { place(&line, atoms) } else { None };
        let Some(at) = place else {
            done.push(line);
            continue;
        };
        let indent = if line.starts { line.indent + 2 * INDENT } else { line.indent };
        let mut head = line;
        let mut gaps = head.gaps.split_off(at - head.first);
        if let Some(first) = gaps.first_mut() {
            *first = 0;
        }
        open.push(Line { indent, blank_before: false, starts: false, first: at, gaps });
        open.push(head);
    }
    done
}

/// The position of the atom with which a new line should start.
fn place(line: &Line, atoms: &[Atom<'_>]) -> Option<usize> {
    // The brackets that are open, and those of them that are around the parameters of a type.
    let (mut depth, mut generics) = (0_usize, 0_usize);
    let mut column = line.indent;
    // The brackets that are open, how little an operator binds, the position, and whether the part before fits.
    let mut places: Vec<(usize, usize, usize, bool)> = Vec::new();
    for (at, gap) in line.range().zip(&line.gaps) {
        let Some(atom) = atoms.get(at) else { continue };
        if generics > 0 && atom.is(">") {
            (generics, depth) = (generics - 1, depth.saturating_sub(1));
        }
        if atom.kind == Kind::Close {
            depth = depth.saturating_sub(std::mem::take(&mut generics));
            depth = depth.saturating_sub(1);
        }
        let behind = at.checked_sub(1).and_then(|n| atoms.get(n));
        let separated = behind.is_some_and(|before| before.is(",") || before.is(";"));
        let rank = if separated { Some(0) } else { BEFORE.iter().position(|words| words.iter().any(|w| atom.is(w))) };
        if let Some(rank) = rank.filter(|_| at > line.first && *gap > 0 && !atom.is_comment()) {
            places.push((depth, rank, at, column <= WIDTH));
        }
        column += gap + atom.text.chars().count();
        let parameters = atom.is("<") && (generics > 0 || behind.is_some_and(|word| GENERIC.contains(&word.text)));
        generics += usize::from(parameters);
        depth += usize::from(parameters || atom.kind == Kind::Open);
    }
    let (depth, rank, ..) = places.iter().min()?;
    let best = || places.iter().filter(|(d, r, ..)| d == depth && r == rank);
    best().rfind(|(.., fits)| *fits).or_else(|| best().next()).map(|(.., at, _)| *at)
}
