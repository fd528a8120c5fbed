//! Nested lists of words and strings, as text.
//!
//! In: text, or a tree. Out: the other. Crates for such lists read numbers of a machine's size; programs have integers
//! of any size, and need no more than this.

use std::fmt;

/// A tree of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// A word: a name of the format, or a number.
    Word(String),
    /// A name that a person chose.
    Quoted(String),
    /// `( … )`
    List(Vec<Tree>),
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What was expected.
    pub expected: &'static str,
    /// What stands there instead, shortened.
    pub found: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected {}", self.found, self.expected)
    }
}

impl Unreadable {
    /// Something else than expected.
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

/// Lists that nest deeper are no program: front ends read at most 200 levels of each kind.
const DEEPEST: usize = 2_000;

/// Reads a text that is one tree.
pub(super) fn read(text: &str) -> Result<Tree, Unreadable> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (done, behind) = match first {
            '(' => {
                if open.len() > DEEPEST {
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

/// The name at the start of a text, and what stands behind it.
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
