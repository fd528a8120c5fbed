//! Finds annotations in a file of C: `/*@ … @*/` and `//@ …`.
//!
//! In: the text. Out: the place of each annotation, and the text in which all else is blank, so that the parser of
//! specifications reads each of them at its place. Neighbours with only blanks and comments between them are one
//! annotation.

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
pub fn find(source: &str) -> Annotations {
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
            b'\'' if is_separator(bytes, at) => (at + 1, None),
            b'"' if at > 0 && bytes.get(at - 1) == Some(&b'R') => (behind_raw(source, at), None),
            b'"' | b'\'' => (behind_literal(bytes, at), None),
            b'/' if starts(at, "//") => {
                let end = find(at, "\n").unwrap_or(bytes.len());
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
        let mark = *byte == b'@' && (fresh || at + 1 == to);
        if !mark {
            *out = if byte.is_ascii_whitespace() && *byte != b'\n' { b' ' } else { *byte };
        }
        fresh = (fresh && (mark || byte.is_ascii_whitespace())) || *byte == b'\n';
    }
}

/// Whether a quote separates the digits of a number of C++, as in `10'000`.
fn is_separator(bytes: &[u8], at: usize) -> bool {
    let word = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_' || **b == b'\'';
    let before: Vec<&u8> = bytes.get(..at).unwrap_or_default().iter().rev().take_while(word).collect();
    before.last().is_some_and(|first| first.is_ascii_digit())
}

/// The offset behind a raw literal of C++, `R"d(text)d"`, whose first quote is at `open`.
fn behind_raw(source: &str, open: usize) -> usize {
    let rest = source.get(open + 1..).unwrap_or_default();
    let Some((delimiter, text)) = rest.split_once('(') else { return open + 1 };
    let end = format!("){delimiter}\"");
    let start = open + 1 + delimiter.len() + 1;
    text.find(&end).map_or(source.len(), |n| start + n + end.len())
}

/// The offset behind a literal in quotes. A line break ends a literal that is not closed.
fn behind_literal(bytes: &[u8], open: usize) -> usize {
    let quote = bytes.get(open);
    let mut at = open + 1;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'\\' => 2,
            b'\n' => return at,
            _ if Some(byte) == quote => return at + 1,
            _ => 1,
        };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn annotations_stay_at_their_places() {
        let text = "/*@ a;\n  @ b; @*/\n//@ c;\nx = \"/*@ no @*/\"; // no //@ no\n/* é */ '\"' //@ d;";
        let found = find(text);
        assert_eq!(found.text.len(), text.len());
        let words: Vec<&str> = found.text.split_whitespace().collect();
        assert_eq!(words, ["a;", "b;", "c;", "d;"]);
        assert_eq!(found.text.find("d;"), text.find("d;"));
        assert_eq!(found.places.len(), 2);
    }

    #[test]
    fn numbers_and_raw_literals_of_cpp_are_read() {
        let text = "int x = 10'000; //@ a;\nauto s = R\"q( /*@ no @*/ \" )q\"; char c = u8'x'; //@ b;";
        assert_eq!(find(text).text.split_whitespace().collect::<Vec<_>>(), ["a;", "b;"]);
    }
}
