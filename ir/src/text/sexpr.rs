//! S-expressions: nested lists of words and strings.
//!
//! In: a text. Out: its tree. Or the other way round: from a tree to its text. No crate is used, because those for
//! s-expressions read numbers as machine integers, and programs have integers of any size.

use std::fmt;

/// A tree of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// A word: a name that this format defines, or a number.
    Word(String),
    /// A name that the author of the program chose, in quotation marks.
    Quoted(String),
    /// `( … )`
    List(Vec<Tree>),
}

/// The error for a text that is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What was expected.
    pub expected: &'static str,
    /// The text that was found instead, shortened.
    pub found: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected {}", self.found, self.expected)
    }
}

impl Unreadable {
    /// The error for a text other than the expected one.
    pub(super) fn new(expected: &'static str, found: impl fmt::Display) -> Self {
        Self { expected, found: found.to_string().chars().take(60).collect() }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Quoted(name) => write!(f, "\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::List(parts) => {
                f.write_str("(")?;
                for (n, part) in parts.iter().enumerate() {
                    let space = if n == 0 { "" } else { " " };
                    write!(f, "{space}{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The greatest nesting of lists that is read. Programs nest less deeply, because front ends accept at most 200 levels
/// of brackets, conditionals and statements.
const MAX_DEPTH: usize = 2_000;

/// Reads a text that is one tree.
pub(super) fn read(text: &str) -> Result<Tree, Unreadable> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (done, behind) = match first {
            '(' => {
                if open.len() > MAX_DEPTH {
                    return Err(Unreadable::new("fewer nested lists", rest));
                }
                open.push(Vec::new());
                (None, rest.get(1..))
            }
            ')' if open.len() > 1 => (open.pop().map(Tree::List), rest.get(1..)),
            ')' => return Err(Unreadable::new("no more closing parentheses", rest)),
            '"' => {
                let (name, behind) = quoted(rest)?;
                (Some(Tree::Quoted(name)), Some(behind))
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"')).unwrap_or(rest.len());
                (rest.get(..end).map(|word| Tree::Word(word.to_owned())), rest.get(end..))
            }
        };
        if let (Some(tree), Some(list)) = (done, open.last_mut()) {
            list.push(tree);
        }
        rest = behind.unwrap_or("").trim_start();
    }
    match (open.pop(), open.is_empty()) {
        (Some(mut all), true) if all.len() == 1 => all.pop().ok_or_else(|| Unreadable::new("a program", "nothing")),
        (_, false) => Err(Unreadable::new("a closing parenthesis", "the end")),
        (_, true) => Err(Unreadable::new("one program", text)),
    }
}

/// The quoted name at the start of a text, and the rest of the text.
fn quoted(text: &str) -> Result<(String, &str), Unreadable> {
    let mut name = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((name, text.get(at + 1..).unwrap_or(""))),
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            _ => name.push(c),
        }
    }
    Err(Unreadable::new("a closing quotation mark", "the end"))
}
