//! Atoms: tokens and comments, and how they were placed.
//!
//! In: a text. Out: its atoms in order. An annotation in a comment is one atom, like any other comment.

use crate::pvl::lex::lex;
use crate::pvl::tokens::Kind as Token;
use ir::Span;

/// The kinds of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, a keyword or a literal.
    Word,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Any other operator or separator.
    Sign,
    /// A comment up to the end of its line.
    LineComment,
    /// A comment with an end of its own.
    BlockComment,
}

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
pub struct Atom<'s> {
    /// Its text, without blanks at the end.
    pub text: &'s str,
    /// Its kind.
    pub kind: Kind,
    /// The line breaks between the atom before and this one.
    pub breaks: usize,
    /// The blanks between the atom before, or the start of the line, and this one.
    pub blanks: usize,
    /// The column in which it starts, counted from 0.
    pub column: usize,
}

impl Atom<'_> {
    /// Whether it is a comment.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::LineComment | Kind::BlockComment)
    }

    /// Whether it is the token with this text.
    pub fn is(&self, text: &str) -> bool {
        !self.is_comment() && self.text == text
    }
}

/// The atoms of a text; `None` if there is something else in it.
pub fn atoms(source: &str) -> Option<Vec<Atom<'_>>> {
    let mut out = Vec::new();
    let mut at = 0;
    let lexed = lex(source);
    for token in lexed.tokens.iter().filter(|token| !token.annotated) {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        let kind = match token.kind {
            Token::Word | Token::Number => Kind::Word,
            Token::Open => Kind::Open,
            Token::Close => Kind::Close,
            Token::Sign => Kind::Sign,
            Token::Bad => return None,
        };
        comments(source, at, start, &lexed.annotations, &mut out)?;
        push(source, start, end, kind, &mut out)?;
        at = end;
    }
    comments(source, at, source.len(), &lexed.annotations, &mut out)?;
    Some(out)
}

/// Adds the comments between two tokens.
fn comments<'s>(
    source: &'s str,
    mut at: usize,
    end: usize,
    annotations: &[Span],
    out: &mut Vec<Atom<'s>>,
) -> Option<()> {
    loop {
        let rest = source.get(at..end)?;
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Some(());
        }
        let annotation = annotations.binary_search_by_key(&at, |span| span.start as usize).ok();
        let annotation = annotation.and_then(|n| annotations.get(n)).map(|span| (span.end - span.start) as usize);
        let (len, kind) = if let Some(len) = annotation.filter(|_| rest.starts_with("/*")) {
            // Comments may stand in an annotation.
            (len, Kind::BlockComment)
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), Kind::LineComment)
        } else if rest.starts_with("/*") {
            (rest.get(2..)?.find("*/")? + 4, Kind::BlockComment)
        } else {
            return None;
        };
        push(source, at, at + len, kind, out)?;
        at += len;
    }
}

fn push<'s>(source: &'s str, start: usize, end: usize, kind: Kind, out: &mut Vec<Atom<'s>>) -> Option<()> {
    let before = source.get(..start)?;
    let gap = before.get(before.trim_end().len()..)?;
    let line = before.rsplit('\n').next().unwrap_or(before);
    let blanks = gap.rsplit('\n').next().unwrap_or(gap).chars().count();
    out.push(Atom {
        text: source.get(start..end)?.trim_end(),
        kind,
        breaks: gap.matches('\n').count(),
        blanks,
        column: line.chars().count(),
    });
    Some(())
}
