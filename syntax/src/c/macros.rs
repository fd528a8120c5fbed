//! The arguments of macros, in which annotations have no place of their own.
//!
//! A macro can repeat, drop and reorder its arguments, and clang gives the place of the macro's name to all that it
//! makes.
//!
//! In: the uses of macros in a file. Out: the places of their arguments.

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
            b'"' | b'\'' => at = behind_literal(bytes, at) - 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(Span::new(open, at));
        }
    }
    Some(Span::new(open, source.len()))
}

/// The offset behind a literal in quotes.
fn behind_literal(bytes: &[u8], open: usize) -> usize {
    let quote = bytes.get(open);
    let mut at = open + 1;
    while let Some(byte) = bytes.get(at) {
        at += if *byte == b'\\' { 2 } else { 1 };
        if Some(byte) == quote || *byte == b'\n' {
            break;
        }
    }
    at
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
