//! The kernels that a text defines.
//!
//! In: the text of a file. Out: the name and the lines of each function that is marked as a kernel and has a body,
//! whether or not a preprocessor keeps it. So a kernel that clang or Sepal does not read is counted, too.

/// A kernel in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub name: String,
    /// The line of the mark, and that of the end of the body, from 1.
    pub lines: (usize, usize),
}

/// A word or a sign, with its line.
type Token<'t> = (&'t str, usize);

/// The kernels of a text.
pub fn kernels(text: &str) -> Vec<Kernel> {
    let plain = without_comments(text);
    let tokens = tokens(&plain);
    let mut found = Vec::new();
    for (at, (word, line)) in tokens.iter().enumerate() {
        if matches!(*word, "__global__" | "__kernel" | "kernel") {
            if let Some((name, end)) = definition(tokens.get(at + 1..).unwrap_or_default()) {
                found.push(Kernel { name: name.to_owned(), lines: (*line, end) });
            }
        }
    }
    found
}

/// The name of the function that is declared here, and the last line of its body.
fn definition<'t>(tokens: &[Token<'t>]) -> Option<(&'t str, usize)> {
    let mut at = 0;
    let name = loop {
        let (word, _) = tokens.get(at)?;
        let next = tokens.get(at + 1)?.0;
        match *word {
            ";" | "{" | "}" | "=" | ")" | "." => return None,
            "__launch_bounds__" | "__attribute__" | "__cluster_dims__" | "__maxnreg__" if next == "(" => {
                at = closed(tokens, at + 1)?;
            }
            word if next == "(" && is_word(word) => break word,
            _ => at += 1,
        }
    };
    let mut body = closed(tokens, at + 1)?;
    while tokens.get(body)?.0 == "__attribute__" {
        body = closed(tokens, body + 1)?;
    }
    (tokens.get(body)?.0 == "{").then_some(())?;
    let end = closed(tokens, body)?;
    Some((name, tokens.get(end - 1)?.1))
}

/// The place behind the bracket that closes the one at `at`.
fn closed(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, (word, _)) in tokens.iter().enumerate().skip(at) {
        match *word {
            "(" | "{" => depth += 1,
            ")" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(i + 1);
        }
    }
    None
}

fn is_word(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    for (line, content) in text.split('\n').enumerate() {
        let mut rest = content;
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (token, behind) = rest.split_at(end);
            if !first.is_whitespace() {
                out.push((token, line + 1));
            }
            rest = behind;
        }
    }
    out
}

/// The text without comments, strings and lines of the preprocessor. Each line stays a line.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    // Whether only blanks stand in the line so far.
    let mut at_start = true;
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    let _ = chars.next();
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                let _ = chars.next();
                let mut last = ' ';
                for c in chars.by_ref() {
                    if c == '\n' {
                        out.push(c);
                    }
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
                out.push(' ');
            }
            '#' if at_start => {
                let mut last = ' ';
                while let Some(c) = chars.next_if(|c| *c != '\n' || last == '\\') {
                    if c == '\n' {
                        out.push(c);
                    }
                    last = if c == '\r' { last } else { c };
                }
            }
            '"' => {
                while let Some(c) = chars.next_if(|c| *c != '\n') {
                    match c {
                        '\\' => {
                            let _ = chars.next();
                        }
                        '"' => break,
                        _ => {}
                    }
                }
                out.push_str(" text ");
            }
            _ => {
                at_start = c == '\n' || at_start && c.is_whitespace();
                out.push(c);
            }
        }
    }
    out
}
