//! Where literals and comments of C and C++ end.
//!
//! In: a text, and the offset at which a literal or a comment starts. Out: the offset behind it.

/// The offset behind a comment that starts with `//`: the end of its line. A backslash at the end of a line continues
/// the comment on the next line.
pub fn behind_line(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        let line = bytes.get(from..at).unwrap_or_default().trim_ascii_end();
        if *byte == b'\n' && line.last() != Some(&b'\\') {
            return at;
        }
        at += 1;
    }
    at
}

/// Whether a quote separates the digits of a number of C++, as in `10'000`.
pub fn is_separator(bytes: &[u8], at: usize) -> bool {
    word_before(bytes, at).first().is_some_and(u8::is_ascii_digit)
}

/// Whether a double quote starts a raw literal of C++: one of the prefixes of raw literals stands in front of it.
pub fn is_raw(bytes: &[u8], at: usize) -> bool {
    matches!(word_before(bytes, at), b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
}

/// The word or number that ends at an offset, with the quotes between its digits.
fn word_before(bytes: &[u8], at: usize) -> &[u8] {
    let before = bytes.get(..at).unwrap_or_default();
    let part = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_' || **b == b'\'';
    let length = before.iter().rev().take_while(part).count();
    before.get(before.len() - length..).unwrap_or_default()
}

/// The offset behind a raw literal of C++, `R"d(text)d"`, whose first quote is at `open`.
pub fn behind_raw(source: &str, open: usize) -> usize {
    let rest = source.get(open + 1..).unwrap_or_default();
    let Some((delimiter, text)) = rest.split_once('(') else { return open + 1 };
    let end = format!("){delimiter}\"");
    let start = open + 1 + delimiter.len() + 1;
    text.find(&end).map_or(source.len(), |n| start + n + end.len())
}

/// The offset behind a literal in quotes. A line break ends a literal that is not closed.
pub fn behind_literal(bytes: &[u8], open: usize) -> usize {
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
