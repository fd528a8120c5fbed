//! Blanks between the atoms of a line.
//!
//! In: an atom and those around it. Out: the number of blanks in front of it. Where nothing is known about a sign, the
//! author decides between none and one.

use super::atoms::{Atom, Kind};
use super::shape::{Brace, Shape, CLAUSES};
use crate::pvl::lex::lex;
use std::collections::BTreeSet;

/// Operators with a blank on both sides.
const OPERATORS: [&str; 30] = [
    "==>", "===", ":=", "==", "!=", "<=", ">=", "&&", "||", "->", "**", "++", "--", "+=", "-=", "*=", "..", "::", "+",
    "-", "*", "/", "%", "=", "&", "?", "<", ">", "<==", "<==>",
];
/// Words that are followed by a blank where a bracket comes next, as in `if (`. The words that start a clause are in
/// another list.
const SEPARATE: [&str; 14] = [
    "axiom", "if", "while", "for", "do", "else", "return", "assert", "assume", "mod", "inhale", "exhale", "refute",
    "parallel",
];

/// Whether a blank stands between a word and a bracket behind the word.
fn separate(word: &str) -> bool {
    SEPARATE.contains(&word) || CLAUSES.contains(&word)
}

/// Words that may stand in front of `[1\2]P(x)`, and may be names of arrays, too.
const FOLDS: [&str; 4] = ["fold", "unfold", "unfolding", "\\unfolding"];

/// Words for types with parameters: `seq<int>`.
pub const GENERIC: [&str; 7] = ["seq", "set", "bag", "map", "tuple", "option", "either"];

/// The number of blanks in front of an atom that does not start a line.
pub trait Gaps {
    /// The number of blanks in front of the atom at this position. Positions come in order.
    fn gap(&mut self, at: usize) -> usize;
}

/// The state of a walk over the atoms.
pub struct Spacing<'a, 's> {
    atoms: &'a [Atom<'s>],
    shape: &'a Shape,
    /// The names of abstract data types with parameters.
    declared: BTreeSet<&'s str>,
    /// The brackets of parameters of types that are open.
    generics: usize,
    /// The question marks that no colon has answered.
    questions: usize,
    /// The bars of sizes, such as `|s|`.
    bars: Bars,
}

/// The bars around what a size is asked of. A bar closes if there is an open one between the same brackets. Another bar
/// behind an operand is that of a description, `{e | T x <- s}`.
#[derive(Default)]
struct Bars {
    /// How many brackets are open.
    depth: usize,
    /// The depths at which a bar is open.
    open: Vec<usize>,
    /// The positions of bars that close.
    closed: BTreeSet<usize>,
    /// The positions of bars of descriptions.
    within: BTreeSet<usize>,
}

impl Bars {
    /// Notes the atom at a position.
    fn note(&mut self, atom: &Atom<'_>, at: usize, behind_operand: bool) {
        match atom.kind {
            Kind::Open => self.depth += 1,
            Kind::Close => {
                self.depth = self.depth.saturating_sub(1);
                let depth = self.depth;
                self.open.retain(|open| *open <= depth);
            }
            Kind::Sign if atom.is("|") && self.open.last() == Some(&self.depth) => {
                let _ = (self.open.pop(), self.closed.insert(at));
            }
            Kind::Sign if atom.is("|") && behind_operand => {
                let _ = self.within.insert(at);
            }
            Kind::Sign if atom.is("|") => self.open.push(self.depth),
            Kind::Sign if atom.is(";") => self.open.clear(),
            Kind::Sign | Kind::Word | Kind::LineComment | Kind::BlockComment => {}
        }
    }

    fn closes(&self, at: usize) -> bool {
        self.closed.contains(&at)
    }

    fn opens(&self, at: usize) -> bool {
        !self.closes(at) && !self.within.contains(&at)
    }
}

impl<'a, 's> Spacing<'a, 's> {
    /// The state in front of the first atom.
    pub fn new(atoms: &'a [Atom<'s>], shape: &'a Shape) -> Self {
        let heads = atoms.windows(3).filter(|three| matches!(three, [adt, _, open] if adt.is("adt") && open.is("<")));
        let declared = heads.filter_map(|three| three.get(1)).map(|name| name.text).collect();
        Self { atoms, shape, declared, generics: 0, questions: 0, bars: Bars::default() }
    }

    /// Notes an atom that starts a line.
    pub fn start(&mut self, at: usize) {
        let _ = self.gap(at);
    }

    fn token(&self, at: usize) -> Option<&'a Atom<'s>> {
        self.atoms.get(at)
    }

    /// The blanks between two atoms, where `at` is the position of the second.
    fn between(&mut self, before: &Atom<'_>, atom: &Atom<'_>, at: usize) -> usize {
        let written = if atom.breaks > 0 { 1 } else { atom.blanks.min(1) };
        if atom.is(";") {
            (self.questions, self.generics) = (0, 0);
        }
        if before.is_comment() {
            return if before.text.starts_with("/*") && atom.is(";") { 0 } else { written };
        }
        let in_type = self.generics > 0;
        if atom.is("<") && (in_type || GENERIC.contains(&before.text) || self.declared.contains(before.text)) {
            self.generics += 1;
            return 0;
        }
        if in_type && atom.is(">") {
            self.generics -= 1;
            return 0;
        }
        if in_type && before.is("<") {
            return 0;
        }
        match (before.kind, atom.kind) {
            _ if before.is("|") && self.bars.opens(at - 1) => 0,
            _ if atom.is("|") && self.bars.closes(at) => 0,
            (Kind::Sign, Kind::Close) if before.is("|") => 0,
            (Kind::Sign, Kind::Open) if before.is("|") => usize::from(!atom.is("[")),
            (Kind::Sign, Kind::Word) if before.is("|") => 1,
            (_, Kind::Sign) if atom.is("|") => self.behind(at - 1, written),
            (Kind::Word, Kind::Word) => 1,
            (_, Kind::Sign) => self.before_sign(before, atom, at, written),
            (Kind::Open, _) => usize::from(before.text == "{:" || self.shape.brace(at - 1) != Brace::No),
            (_, Kind::Close) => usize::from(atom.text == ":}" || self.shape.brace(at) != Brace::No),
            (_, Kind::Open) => self.before_open(before, atom, at, written),
            (Kind::Sign, _) => self.behind_sign(at, written),
            (Kind::Close, _) if before.is("]") && !self.is_index(at - 1) => written,
            (Kind::Close, _) => 1,
            (Kind::Word | Kind::LineComment | Kind::BlockComment, _) => written,
        }
    }

    fn before_sign(&mut self, before: &Atom<'_>, atom: &Atom<'_>, at: usize, written: usize) -> usize {
        match atom.text {
            ";" | "," => 0,
            "." => 0,
            "\\" => written,
            "?" => {
                self.questions += 1;
                1
            }
            ":" if self.questions > 0 => {
                self.questions -= 1;
                1
            }
            ":" => written,
            "*" if before.is("\\forall") => 0,
            "*" if before.is("[") => 0,
            "++" | "--" if self.ends_operand(at - 1) && self.is_last(at) => 0,
            // `x <- s`, and `x < -y`.
            "-" if before.is("<") && is_glued(atom) => 0,
            "-" | "!" if !self.ends_operand(at - 1) => {
                if before.kind == Kind::Open {
                    0
                } else {
                    self.behind(at - 1, written)
                }
            }
            text if OPERATORS.contains(&text) => usize::from(before.kind != Kind::Open),
            _ => written,
        }
    }

    /// The blanks behind an atom whose successor is an operand.
    fn behind(&self, before: usize, written: usize) -> usize {
        match self.token(before).map(|atom| atom.kind) {
            Some(Kind::Sign) => self.behind_sign(before + 1, written),
            Some(Kind::Open) => 0,
            Some(Kind::Word | Kind::Close | Kind::LineComment | Kind::BlockComment) | None => 1,
        }
    }

    /// The blanks between a sign and the atom at this position.
    fn behind_sign(&self, at: usize, written: usize) -> usize {
        let Some(sign) = at.checked_sub(1).and_then(|n| self.token(n)) else { return written };
        let operand = at.checked_sub(2).is_some_and(|n| self.ends_operand(n));
        match sign.text {
            "," | ";" => 1,
            "." => 0,
            "\\" => written,
            ":" => 1,
            "-" if is_glued(sign) && at.checked_sub(2).and_then(|n| self.token(n)).is_some_and(|a| a.is("<")) => {
                written
            }
            "-" | "!" if !operand => 0,
            "*" if self.token(at).is_some_and(|atom| atom.is("]")) => 0,
            text if OPERATORS.contains(&text) => 1,
            _ => written,
        }
    }

    fn before_open(&self, before: &Atom<'_>, atom: &Atom<'_>, at: usize, written: usize) -> usize {
        if self.shape.brace(at) != Brace::No {
            return 1;
        }
        match before.kind {
            Kind::Sign if before.is(">") && atom.blanks == 0 && atom.breaks == 0 => 0,
            Kind::Sign => self.behind_sign(at, written),
            Kind::Word if atom.text == "{" || atom.text == "{:" => written.max(usize::from(atom.text == "{:")),
            Kind::Word if separate(before.text) || before.is("\\in") => 1,
            // `x in [1, 2]`, or the array `in`.
            Kind::Word if before.is("in") || self.heads(at) => written,
            Kind::Word if FOLDS.contains(&before.text) => written,
            Kind::Word => 0,
            Kind::Close if atom.text.starts_with('{') => written.max(usize::from(atom.text == "{:")),
            Kind::Close if atom.is("[") => 0,
            Kind::Open => 0,
            Kind::Close | Kind::LineComment | Kind::BlockComment => written,
        }
    }

    /// Whether the bracket that closes at this position stands behind a name, as in `int[n] a`, and not at the start of
    /// an operand, as in `[1\2]P(x)`.
    fn is_index(&self, at: usize) -> bool {
        let open = self.shape.partner(at).unwrap_or_default();
        let before = open.checked_sub(1).and_then(|n| self.token(n));
        let apart = self.token(open).is_some_and(|atom| atom.blanks > 0 || atom.breaks > 0);
        let before = before.filter(|atom| !apart || !FOLDS.contains(&atom.text));
        before.is_some_and(|atom| atom.is("]") || atom.kind == Kind::Word && !separate(atom.text))
    }

    /// Whether the bracket at this position belongs to the head of a `par` block.
    fn heads(&self, at: usize) -> bool {
        [1, 2].iter().any(|back| at.checked_sub(*back).and_then(|n| self.token(n)).is_some_and(|atom| atom.is("par")))
    }

    /// Whether an operand ends with the atom at this position.
    fn ends_operand(&self, at: usize) -> bool {
        let Some(atom) = self.token(at) else { return false };
        match atom.kind {
            Kind::Word => !separate(atom.text) && !atom.text.starts_with("\\forall") && !atom.is("\\exists"),
            Kind::Close => self.shape.brace(at) == Brace::No,
            Kind::Sign if atom.is("|") => self.bars.closes(at),
            Kind::Sign => (atom.is("++") || atom.is("--")) && self.is_last(at),
            Kind::Open | Kind::LineComment | Kind::BlockComment => false,
        }
    }

    /// Whether no operand follows the sign at this position.
    fn is_last(&self, at: usize) -> bool {
        let next = (at + 1..self.atoms.len()).filter_map(|n| self.token(n)).find(|atom| !atom.is_comment());
        next.is_none_or(|atom| atom.is(";") || atom.is(",") || atom.kind == Kind::Close)
    }
}

impl Gaps for Spacing<'_, '_> {
    fn gap(&mut self, at: usize) -> usize {
        let (Some(before), Some(atom)) = (at.checked_sub(1).and_then(|n| self.token(n)), self.token(at)) else {
            return 0;
        };
        let behind_operand = self.ends_operand(at - 1);
        self.bars.note(atom, at, behind_operand);
        if atom.is_comment() {
            // Comments behind code may be aligned with each other.
            let gap = if atom.breaks > 0 { 1 } else { atom.blanks };
            let first = before.kind == Kind::Open && self.shape.brace(at - 1) == Brace::No;
            return if first || atom.kind == Kind::BlockComment && atom.breaks == 0 { gap.min(1) } else { gap.max(1) };
        }
        let gap = self.between(before, atom, at);
        if gap == 0 && glued(before, atom) {
            return 1;
        }
        gap
    }
}

/// Whether nothing stands in front of an atom.
fn is_glued(atom: &Atom<'_>) -> bool {
    atom.blanks == 0 && atom.breaks == 0
}

/// Whether two atoms without a blank between them would be other tokens.
fn glued(before: &Atom<'_>, atom: &Atom<'_>) -> bool {
    if before.is_comment() {
        return false;
    }
    let joined = format!("{}{}", before.text, atom.text);
    let lexed = lex(&joined);
    let ends: Vec<usize> = lexed.tokens.iter().map(|token| token.span.end as usize).collect();
    ends != [before.text.len(), joined.len()]
}
