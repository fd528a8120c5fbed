//! Macros: their arguments, in which annotations have no place of their own, and their names.
//!
//! A macro can repeat, drop and reorder its arguments, and clang gives the place of the macro's name to all that it
//! makes.
//!
//! In: a text, and the uses of macros in it. Out: the places of their arguments, and the names that the text defines.

use super::literals::behind_literal;
use ir::Span;

/// The places of the arguments of macros: from the opening parenthesis behind each name to the closing one.
pub fn arguments(source: &str, uses: &[(usize, usize)]) -> Vec<Span> {
    uses.iter().filter_map(|(offset, length)| parenthesised(source, offset + length)).collect()
}

/// The place of the parentheses behind an offset, if the next character opens some.
fn parenthesised(source: &str, from: usize) -> Option<Span> {
    let bytes = source.as_bytes();
    let open = from + bytes.get(from..)?.iter().position(|b| !b.is_ascii_whitespace())?;
    if bytes.get(open) != Some(&b'(') {
        return None;
    }
    let (mut depth, mut at) = (0_usize, open);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            // A literal with a parenthesis only makes the place longer or shorter where it has one in quotes.
            b'"' | b'\'' => at = behind_literal(bytes, at).saturating_sub(1).max(at),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(Span::new(open, at));
        }
    }
    Some(Span::new(open, source.len()))
}

/// The names that `#define` defines in a text, each with its place.
pub fn defined(source: &str) -> Vec<(String, Span)> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let name = line.trim_start().strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("define"));
        if let Some(rest) = name.filter(|rest| rest.starts_with([' ', '\t'])) {
            let word = rest.trim_start();
            let length = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
            let from = start + (line.len() - word.len());
            out.push((word.get(..length).unwrap_or_default().to_owned(), Span::new(from, from + length)));
        }
        start += line.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::arguments;

    #[test]
    fn arguments_end_at_their_parenthesis() {
        let text = "M (a, (b), \")\") rest; N + 1";
        let found: Vec<&str> = arguments(text, &[(0, 1), (text.len() - 5, 1)]).iter().map(|at| at.text(text)).collect();
        assert_eq!(found, ["(a, (b), \")\")"]);
    }
}
