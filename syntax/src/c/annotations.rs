//! Finds annotations in a file of C: `/*@ … @*/` and `//@ …`.
//!
//! In: the pieces of the text. Out: the place of each annotation, and the text in which all else is blank, so that the
//! parser of specifications reads each of them at its place. Neighbours with only blanks and comments between them are
//! one annotation. A text in which it is not plain where annotations are is reported.

use super::clang::Clang;
use super::scan::{Kind, Piece, Scan};
use super::tree::Starts;
use ir::diagnostic::Diagnostic;
use ir::parts::{self, FilePart};
use ir::Span;
use std::collections::BTreeMap;

/// The annotations of a file.
pub struct Annotations {
    /// The text with blanks in place of all that is no annotation, of the marks of annotations, and of comments in
    /// annotations.
    pub text: String,
    /// The places of the annotations, marks included, in order.
    pub places: Vec<Span>,
    /// What makes it unclear where annotations are, or what they say.
    pub errors: Vec<Diagnostic>,
}

/// Finds the annotations of a text. Marks in literals and in other comments are none.
pub fn find(scan: &Scan<'_>) -> Annotations {
    let bytes = scan.source.as_bytes();
    let mut kept: Vec<u8> = bytes.iter().map(|b| if *b == b'\n' { b'\n' } else { b' ' }).collect();
    let (mut places, mut errors): (Vec<Span>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    // Whether code stands behind the last annotation.
    let mut code = false;
    for piece in &scan.pieces {
        let Some(content) = content(scan, piece) else {
            code |= !piece.is_space();
            continue;
        };
        errors.extend(keep(scan.source, &mut kept, content));
        if scan.in_directive(piece.at) {
            errors.push(
                error(piece.at, "an annotation stands in a line for the preprocessor")
                    .label("a part of no statement")
                    .help("write the annotation on a line of its own, in front of the statement that it is about"),
            );
        }
        match places.last_mut() {
            Some(last) if !code => *last = last.to(piece.at),
            _ => places.push(piece.at),
        }
        code = false;
    }
    // What continues on the next line may be the mark of an annotation.
    let marked = |file: &FilePart<'_>| file.text.contains('@');
    errors.extend(parts::files(scan.source).into_iter().filter(marked).filter_map(|file| unclear(scan, file)));
    // Only whole annotations were copied, so this is text.
    Annotations { text: String::from_utf8(kept).unwrap_or_default(), places, errors }
}

impl Annotations {
    /// No annotations of this text.
    pub fn none(scan: &Scan<'_>) -> Self {
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        Self { text: scan.source.chars().map(blank).collect(), places: Vec::new(), errors: Vec::new() }
    }

    /// The words in annotations, each with the place of its first use.
    pub fn words(&self) -> BTreeMap<&str, Span> {
        let (mut out, mut from) = (BTreeMap::new(), None);
        let mut ends = self.text.char_indices().chain([(self.text.len(), ' ')]);
        ends.by_ref().for_each(|(at, c)| match (from, c.is_alphanumeric() || c == '_') {
            (None, true) => from = Some(at),
            (Some(start), false) => {
                let _ = out.entry(self.text.get(start..at).unwrap_or_default()).or_insert(Span::new(start, at));
                from = None;
            }
            (None, false) | (Some(_), true) => {}
        });
        out
    }
}

/// The errors for annotations in files that are read more than once, where one text has several meanings.
pub fn repeated<'c>(places: &'c [Span], clang: &'c Clang, starts: &'c Starts) -> impl Iterator<Item = Diagnostic> + 'c {
    clang.included.iter().filter(|file| file.repeated).filter_map(move |file| {
        let start = *starts.get(&file.name)?;
        let inside = |at: &&Span| (start..start + file.text.len()).contains(&(at.start as usize));
        let at = places.iter().find(inside)?;
        let message = "an annotation stands in a file that is included more than once";
        let help = "include the file once, or write the annotation in a file that is included once";
        Some(error(*at, message).label("it may mean several things").help(help))
    })
}

fn error(at: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("c.annotation", at, message.into())
}

/// The place of the content of a comment, if it is an annotation.
fn content(scan: &Scan<'_>, piece: &Piece) -> Option<Span> {
    let (text, start, end) = (scan.text(piece), piece.at.start as usize, piece.at.end as usize);
    match piece.kind {
        Kind::Line => text.starts_with("//@").then(|| Span::new(start + 3, end)),
        Kind::Block => text.starts_with("/*@").then(|| Span::new(start + 3, end.saturating_sub(2).max(start + 3))),
        Kind::Literal | Kind::Word | Kind::Blank | Kind::Break | Kind::Splice | Kind::Sign => None,
    }
}

/// Copies the content of an annotation, without `@` at its ends and at the start of its lines, and without comments.
fn keep(source: &str, kept: &mut [u8], content: Span) -> Option<Diagnostic> {
    let bytes = source.as_bytes();
    let (from, to) = (content.start as usize, content.end as usize);
    let (mut fresh, mut at) = (true, from);
    while at < to {
        let (Some(byte), Some(out)) = (bytes.get(at), kept.get_mut(at)) else { return None };
        if *byte == b'/' && matches!(bytes.get(at + 1), Some(b'/' | b'*')) && at + 1 < to {
            let end = comment(source, at, to);
            let Some(end) = end.filter(|end| !Span::new(at, *end).text(source).contains('@')) else {
                return Some(
                    error(
                        Span::new(at, at + 2),
                        "this comment in an annotation does not end in it, or contains an `@`",
                    )
                    .label("it may hide a part of the annotation")
                    .help("write the comment in front of the annotation"),
                );
            };
            at = end;
            continue;
        }
        // A backslash at the end of a line continues the comment.
        let continues = *byte == b'\\' && bytes.get(at + 1) == Some(&b'\n');
        let mark = continues || *byte == b'@' && (fresh || at + 1 == to);
        if !mark {
            *out = if byte.is_ascii_whitespace() && *byte != b'\n' { b' ' } else { *byte };
        }
        fresh = (fresh && (mark || byte.is_ascii_whitespace())) || *byte == b'\n';
        at += 1;
    }
    None
}

/// The offset behind a comment in an annotation that ends at `to`; `None` if the comment does not end there.
fn comment(source: &str, at: usize, to: usize) -> Option<usize> {
    let rest = source.get(at..to)?;
    match rest.starts_with("//") {
        true => {
            // The mark at the end of the annotation is no part of the comment.
            let end = rest.find('\n').unwrap_or(rest.len() - usize::from(rest.ends_with('@')));
            (!rest.get(..end)?.trim_end().ends_with('\\')).then_some(at + end)
        }
        false => rest.get(2..)?.find("*/").map(|n| at + n + 4),
    }
}

/// What may read differently for clang: lines that continue inside of a sign or word, trigraphs, and characters that
/// end lines for some.
fn unclear(scan: &Scan<'_>, file: FilePart<'_>) -> Option<Diagnostic> {
    let bytes = scan.source.as_bytes();
    let end = file.start + file.text.len();
    let help = "write this file without it, or without annotations";
    let odd = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\t' | b'\r' | 0x0c);
    for (at, pair) in bytes.windows(2).enumerate().take(end).skip(file.start) {
        let (Some(byte), Some(next)) = (pair.first(), pair.last()) else { continue };
        if odd(*byte) || *byte == b'\r' && *next != b'\n' {
            let message = "this file has a control character, such as a carriage return without the end of a line";
            return Some(error(Span::new(at, at + 1), message).label("it may end a line or not").help(help));
        }
        if pair == b"??" && bytes.get(at + 2).is_some_and(|c| b"=/'()!<>-".contains(c)) {
            let message = "this is a trigraph, which some compilers read as one other character";
            return Some(error(Span::new(at, at + 3), message).label("two meanings").help(help));
        }
    }
    let inside = |piece: &&Piece| file.start <= piece.at.start as usize && (piece.at.end as usize) <= end;
    scan.pieces.iter().filter(inside).filter(|piece| piece.kind == Kind::Splice).find_map(|piece| {
        let before = (piece.at.start as usize).checked_sub(1).and_then(|at| bytes.get(at));
        let joined = [before, bytes.get(piece.at.end as usize)];
        joined.iter().all(|byte| byte.is_some_and(|byte| !byte.is_ascii_whitespace())).then(|| {
            error(piece.at, "a word or a sign may continue on the next line here")
                .label("nothing separates the two lines")
                .help("put a blank in front of the backslash")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::super::scan::Scan;
    use super::find;

    fn words(text: &str, language: Language) -> Vec<String> {
        let found = find(&Scan::new(text, language));
        assert_eq!(found.text.len(), text.len());
        found.text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn annotations_stay_at_their_places() {
        let text = "/*@ a;\n  @ b; @*/\n//@ c;\nx = \"/*@ no @*/\"; // no //@ no\n/* é */ '\"' //@ d;";
        let found = find(&Scan::new(text, Language::OpenCl));
        assert_eq!(words(text, Language::OpenCl), ["a;", "b;", "c;", "d;"]);
        assert_eq!(found.text.find("d;"), text.find("d;"));
        assert_eq!((found.places.len(), found.errors.len()), (2, 0));
        assert_eq!(found.words().keys().copied().collect::<String>(), "abcd");
    }

    #[test]
    fn numbers_and_raw_literals_of_cpp_are_read() {
        let text = "int x = 10'000; //@ a;\nauto s = R\"q( /*@ no @*/ \" )q\"; char c = u8'x'; //@ b;";
        assert_eq!(words(text, Language::Cuda), ["a;", "b;"]);
        // In C, a name in front of a literal is a macro.
        assert_eq!(words("PR\"(\"; //@ a;", Language::OpenCl), ["a;"]);
        assert_eq!(words("PR\"(\"; //@ a;", Language::Cuda), ["a;"]);
    }

    #[test]
    fn a_backslash_continues_a_comment() {
        assert_eq!(words("// one \\\n/* two\nx = 1; //@ a;", Language::OpenCl), ["a;"]);
        assert_eq!(words("//@ a \\\n  b;\n", Language::OpenCl), ["a", "b;"]);
    }

    #[test]
    fn comments_in_annotations_end_in_them() {
        assert_eq!(words("/*@ a; // note @*/ x = 2; /*@ b; /* c @*/", Language::OpenCl), ["a;", "b;"]);
        let errors = |text| find(&Scan::new(text, Language::OpenCl)).errors.len();
        assert_eq!(errors("/*@ a; // note\n b; @*/"), 0);
        for text in [
            "//@ a; /* note\nx = 1; //@ b; */",
            "//@ a; //@ b;",
            "/*@ a; /* b; @*/",
            "#define M /*@ a; @*/",
            "//@ a;\r x = 2;\n",
            "/\\\n*@ a; @*/ //@ b;",
            "//@ a; ??/\n b;",
        ] {
            assert_eq!(errors(text), 1, "{text}");
        }
    }
}
