//! Finds annotations in a file of C: `/*@ … @*/` and `//@ …`.
//!
//! In: the text. Out: the place of each annotation, and the text in which all else is blank, so that the parser of
//! specifications reads each of them at its place. Neighbours with only blanks and comments between them are one
//! annotation.

use super::language::Language;
use super::literals::{behind_line, behind_literal, behind_raw, is_raw, is_separator};
use ir::Span;

/// The annotations of a file.
#[derive(Debug)]
pub struct Annotations {
    /// The text with blanks in place of all that is no annotation, and of the marks of annotations.
    pub text: String,
    /// The places of the annotations, marks included, in order.
    pub places: Vec<Span>,
}

/// Finds the annotations of a text. Marks in literals and in other comments are none.
pub fn find(source: &str, language: Language) -> Annotations {
    // Numbers with quotes and raw literals are of C++ only.
    let cpp = language == Language::Cuda;
    let bytes = source.as_bytes();
    let mut kept: Vec<u8> = bytes.iter().map(|b| if *b == b'\n' { b'\n' } else { b' ' }).collect();
    let mut places: Vec<Span> = Vec::new();
    let mut at = 0;
    // Whether code stands behind the last annotation.
    let mut code = false;
    let starts =
        |at: usize, sign: &str| source.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(sign.as_bytes()));
    let find = |from: usize, sign: &str| source.get(from..).and_then(|rest| rest.find(sign)).map(|n| from + n);
    while let Some(byte) = bytes.get(at) {
        let (end, content) = match byte {
            b'\'' if cpp && is_separator(bytes, at) => (at + 1, None),
            b'"' if cpp && is_raw(bytes, at) => (behind_raw(source, at), None),
            b'"' | b'\'' => (behind_literal(bytes, at), None),
            b'/' if starts(at, "//") => {
                let end = behind_line(bytes, at);
                (end, starts(at, "//@").then_some((at + 3, end)))
            }
            b'/' if starts(at, "/*") => {
                let end = find(at + 2, "*/").map_or(bytes.len(), |n| n + 2);
                (end, starts(at, "/*@").then_some((at + 3, end.saturating_sub(2).max(at + 3))))
            }
            _ => (at + 1, None),
        };
        if let Some((from, to)) = content {
            keep(bytes, &mut kept, from, to);
            match places.last_mut() {
                Some(last) if !code => *last = Span::new(last.start as usize, end),
                _ => places.push(Span::new(at, end)),
            }
            code = false;
        } else {
            code |= !byte.is_ascii_whitespace() && !starts(at, "//") && !starts(at, "/*");
        }
        at = end.max(at + 1);
    }
    // Only whole annotations were copied, so this is text.
    Annotations { text: String::from_utf8(kept).unwrap_or_default(), places }
}

/// Copies the content of an annotation, without `@` at its ends and at the start of its lines.
fn keep(bytes: &[u8], kept: &mut [u8], from: usize, to: usize) {
    let mut fresh = true;
    for at in from..to {
        let (Some(byte), Some(out)) = (bytes.get(at), kept.get_mut(at)) else { return };
        // A backslash at the end of a line continues the comment.
        let continues = *byte == b'\\' && bytes.get(at + 1) == Some(&b'\n');
        let mark = continues || *byte == b'@' && (fresh || at + 1 == to);
        if !mark {
            *out = if byte.is_ascii_whitespace() && *byte != b'\n' { b' ' } else { *byte };
        }
        fresh = (fresh && (mark || byte.is_ascii_whitespace())) || *byte == b'\n';
    }
}

#[cfg(test)]
mod tests {
    use super::{find, Language};

    #[test]
    fn annotations_stay_at_their_places() {
        let text = "/*@ a;\n  @ b; @*/\n//@ c;\nx = \"/*@ no @*/\"; // no //@ no\n/* é */ '\"' //@ d;";
        let found = find(text, Language::OpenCl);
        assert_eq!(found.text.len(), text.len());
        let words: Vec<&str> = found.text.split_whitespace().collect();
        assert_eq!(words, ["a;", "b;", "c;", "d;"]);
        assert_eq!(found.text.find("d;"), text.find("d;"));
        assert_eq!(found.places.len(), 2);
    }

    #[test]
    fn numbers_and_raw_literals_of_cpp_are_read() {
        let text = "int x = 10'000; //@ a;\nauto s = R\"q( /*@ no @*/ \" )q\"; char c = u8'x'; //@ b;";
        let words =
            |text, language| find(text, language).text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(text, Language::Cuda), ["a;", "b;"]);
        // In C, a name in front of a literal is a macro.
        assert_eq!(words("PR\"(\"; //@ a;", Language::OpenCl), ["a;"]);
        assert_eq!(words("PR\"(\"; //@ a;", Language::Cuda), ["a;"]);
    }

    #[test]
    fn a_backslash_continues_a_comment() {
        let words = |text| find(text, Language::OpenCl).text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words("// one \\\n/* two\nx = 1; //@ a;"), ["a;"]);
        assert_eq!(words("//@ a \\\n  b;\n"), ["a", "b;"]);
    }
}
