//! The tokens of a text, and what else the lexer finds in it.
//!
//! In: nothing. Out: the types that the lexer fills.

use ir::diagnostic::Diagnostic;
use ir::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, a keyword, or a word with a backslash such as `\forall`.
    Word,
    /// A literal.
    Number,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Any other operator or separator.
    Sign,
    /// Text that is no token. The lexer has reported it.
    Bad,
}

/// A token with its position.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The kind of the token.
    pub kind: Kind,
    /// The place of the token.
    pub span: Span,
    /// Whether the token stands in an annotation, such as `/*@ … @*/`.
    pub annotated: bool,
}

/// The tokens and comments of a text.
#[derive(Debug, Default)]
pub struct Lexed {
    /// The tokens in order.
    pub tokens: Vec<Token>,
    /// The comments in order.
    pub comments: Vec<Span>,
    /// The annotations in order, each with its marks.
    pub annotations: Vec<Span>,
    /// The marks of annotations, such as `/*@`. They are white space.
    pub marks: Vec<Span>,
    /// Diagnostics for text that is no token.
    pub diagnostics: Vec<Diagnostic>,
    /// What the lexer is in.
    pub(super) inside: Inside,
}

/// What the lexer is in, with the offset where it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inside {
    /// Text outside of annotations.
    #[default]
    Code,
    /// `//@ …`, up to the end of the line.
    Line(usize),
    /// `/*@ … @*/`.
    Block(usize),
}

/// The length of the longest prefix whose characters all belong to a class.
pub fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}
