//! The pieces of a file of C: words, comments, literals, signs and what is between them.
//!
//! In: the text, or that of several files ([`ir::parts`]), of which each is read by itself. Out: its pieces in order,
//! which cover the text, and the places of the lines for the preprocessor. clang alone reads the code. This file knows
//! just enough to tell where comments, and so annotations, are.

use super::language::Language;
use super::literals::{behind_line, behind_literal, behind_raw, is_raw, is_separator};
use ir::parts::{self, FilePart};
use ir::Span;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `// …`, without the end of its line.
    Line,
    /// `/* … */`
    Block,
    /// A literal in quotes.
    Literal,
    /// A name or a number.
    Word,
    /// A blank.
    Blank,
    /// The end of a line.
    Break,
    /// A backslash at the end of a line, with that end: the line continues.
    Splice,
    /// Any other character.
    Sign,
}

/// A piece.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its place.
    pub at: Span,
}

impl Piece {
    /// Whether the piece separates others and is no other text.
    pub fn is_space(self) -> bool {
        matches!(self.kind, Kind::Line | Kind::Block | Kind::Blank | Kind::Break | Kind::Splice)
    }
}

/// The pieces of a text.
pub struct Scan<'s> {
    /// The text.
    pub source: &'s str,
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
    /// The places of the lines for the preprocessor, from their `#` on, with the lines that continue them.
    pub directives: Vec<Span>,
}

impl<'s> Scan<'s> {
    /// Reads the pieces of a text. A sign stands between two files.
    pub fn new(source: &'s str, language: Language) -> Self {
        let mut out = Self { source, pieces: Vec::new(), directives: Vec::new() };
        for file in parts::files(source) {
            let end = out.pieces.last().map_or(0, |last| last.at.end as usize);
            if file.start > end {
                out.pieces.push(Piece { kind: Kind::Sign, at: Span::new(end, file.start) });
            }
            out.file(file, language);
        }
        out
    }

    /// Adds the pieces of a file.
    fn file(&mut self, file: FilePart<'_>, language: Language) {
        let bytes = file.text.as_bytes();
        let placed = |from: usize, to: usize| Span::new(file.start + from, file.start + to);
        let (mut at, mut fresh, mut directive) = (0, true, None);
        while at < bytes.len() {
            let rest = bytes.get(at..).unwrap_or_default();
            let (kind, end) = piece(file.text, at, language);
            let piece = Piece { kind, at: placed(at, end) };
            match (kind, directive) {
                (Kind::Break, from) => {
                    self.directives.extend(from.map(|from| placed(from, at)));
                    (fresh, directive) = (true, None);
                }
                // `%:` is another way to write `#`.
                (Kind::Sign, None) if fresh && [&b"#"[..], b"%:"].iter().any(|sign| rest.starts_with(sign)) => {
                    directive = Some(at);
                }
                _ => fresh &= piece.is_space(),
            }
            self.pieces.push(piece);
            at = end;
        }
        self.directives.extend(directive.map(|from| placed(from, bytes.len())));
    }

    /// The text of a piece.
    pub fn text(&self, piece: &Piece) -> &'s str {
        piece.at.text(self.source)
    }

    /// The number of the first piece at an offset or behind it.
    pub fn from(&self, offset: usize) -> usize {
        self.pieces.partition_point(|piece| (piece.at.start as usize) < offset)
    }

    /// The first piece at an offset or behind it that is no space, if there is one.
    pub fn next(&self, offset: usize) -> Option<(usize, &Piece)> {
        self.pieces.iter().enumerate().skip(self.from(offset)).find(|(_, piece)| !piece.is_space())
    }

    /// Whether a place is in a line for the preprocessor.
    pub fn in_directive(&self, place: Span) -> bool {
        self.directives.iter().any(|at| at.start <= place.start && place.start < at.end)
    }

    /// The place of the parentheses that the first piece behind an offset opens, if it opens some. Without a partner,
    /// they end with the text.
    pub fn parenthesised(&self, offset: usize) -> Option<Span> {
        let (first, open) = self.next(offset).filter(|(_, piece)| self.text(piece) == "(")?;
        let mut depth = 0_usize;
        for piece in self.pieces.iter().skip(first).filter(|piece| piece.kind == Kind::Sign) {
            match self.text(piece) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(open.at.to(piece.at));
            }
        }
        Some(Span { end: u32::try_from(self.source.len()).unwrap_or(u32::MAX), ..open.at })
    }
}

/// The kind of the piece at an offset, and the offset behind it.
fn piece(source: &str, at: usize, language: Language) -> (Kind, usize) {
    // Numbers with quotes and raw literals are of C++ only.
    let cpp = language == Language::Cuda;
    let bytes = source.as_bytes();
    let rest = bytes.get(at..).unwrap_or_default();
    match rest {
        [b'\n', ..] => (Kind::Break, at + 1),
        [b'\\', ..] if splice(rest).is_some() => (Kind::Splice, at + splice(rest).unwrap_or(1)),
        [b'"', ..] if cpp && is_raw(bytes, at) => (Kind::Literal, behind_raw(source, at)),
        [b'\'', ..] if cpp && is_separator(bytes, at) => (Kind::Word, at + 1),
        [b'"' | b'\'', ..] => (Kind::Literal, behind_literal(bytes, at).min(bytes.len())),
        [b'/', b'/', ..] => (Kind::Line, behind_line(bytes, at)),
        [b'/', b'*', text @ ..] => {
            let length = text.windows(2).position(|pair| pair == b"*/");
            (Kind::Block, length.map_or(bytes.len(), |n| at + n + 4))
        }
        [byte, ..] if byte.is_ascii_whitespace() => (Kind::Blank, at + 1),
        [byte, ..] if is_part_of_word(*byte) => {
            let length = rest.iter().take_while(|byte| is_part_of_word(**byte)).count();
            (Kind::Word, at + length)
        }
        _ => (Kind::Sign, at + 1),
    }
}

/// The length of a backslash with the end of its line, between which blanks may stand.
fn splice(rest: &[u8]) -> Option<usize> {
    let behind = rest.strip_prefix(b"\\")?;
    let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c)).count();
    (behind.get(blanks) == Some(&b'\n')).then_some(blanks + 2)
}

/// Whether a byte is a part of a name or of a number. Bytes of letters beyond ASCII are.
fn is_part_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::{Kind, Language, Scan};

    #[test]
    fn lines_of_the_preprocessor_are_found() {
        let text = "/* a\n */ # define M( \\\n x) /* b\n */ x\nint y; #\n%:undef M\n\"\n#if 1 // c";
        let scan = Scan::new(text, Language::OpenCl);
        let found: Vec<&str> = scan.directives.iter().map(|at| at.text(text)).collect();
        assert_eq!(found, ["# define M( \\\n x) /* b\n */ x", "%:undef M", "#if 1 // c"]);
        let covered: usize = scan.pieces.iter().map(|piece| piece.at.text(text).len()).sum();
        assert_eq!(covered, text.len());
    }

    #[test]
    fn each_file_is_read_by_itself() {
        let (text, starts) = ir::parts::joined("/* open", [("k.h", "a */ b // c")].into_iter());
        let scan = Scan::new(&text, Language::Cuda);
        let from = starts.first().copied().unwrap_or_default();
        assert_eq!(scan.next(from).map(|(_, piece)| piece.at.text(&text)), Some("a"));
        assert_eq!(scan.next(0).map(|(_, piece)| piece.kind), Some(Kind::Sign));
        assert_eq!(scan.pieces.last().map(|piece| piece.kind), Some(Kind::Line));
    }

    #[test]
    fn parentheses_in_comments_and_literals_are_none() {
        let text = "M /* ( */ \\\n (a, /* ) */ (b), \")\", ')') rest; N + 1";
        let scan = Scan::new(text, Language::OpenCl);
        assert_eq!(scan.parenthesised(1).map(|at| at.text(text)), Some("(a, /* ) */ (b), \")\", ')')"));
        assert!(scan.parenthesised(text.len() - 5).is_none());
        assert!(scan.pieces.iter().any(|piece| piece.kind == Kind::Splice));
    }
}
