//! Expressions in parentheses.
//!
//! In: a line of text. Out: words and lists.

use super::fault::ReadCause;
use ReadCause::{Short, Unexpected};

/// The deepest nesting that is read. What is written is less deep.
const DEEPEST: usize = 200;

/// A word, or a list of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A word.
    Word(String),
    /// A list, which stands in parentheses.
    List(Vec<Expr>),
}

impl Expr {
    /// Reads a line that is one list. `None` if it is anything else, or nested too deeply.
    pub fn read(line: &str) -> Option<Vec<Self>> {
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Vec<Self>> = vec![vec![]];
        for word in spaced.split_whitespace() {
            let done = match word {
                "(" if open.len() <= DEEPEST => {
                    open.push(vec![]);
                    continue;
                }
                "(" => return None,
                ")" => Self::List(open.pop()?),
                word => Self::Word(word.to_owned()),
            };
            open.last_mut()?.push(done);
        }
        match <[Self; 1]>::try_from(open.pop().filter(|_| open.is_empty())?) {
            Ok([Self::List(list)]) => Some(list),
            _ => None,
        }
    }
}

/// What is left of a list.
pub struct Rest<'e>(pub &'e [Expr]);

impl<'e> Rest<'e> {
    /// The next expression.
    pub fn next(&mut self) -> Result<&'e Expr, ReadCause> {
        let (first, rest) = self.0.split_first().ok_or(Short)?;
        self.0 = rest;
        Ok(first)
    }

    /// The next expression, which must be a word.
    pub fn word(&mut self) -> Result<&'e str, ReadCause> {
        match self.next()? {
            Expr::Word(word) => Ok(word),
            Expr::List(_) => Err(Unexpected(String::new())),
        }
    }

    /// The next expression, which must be a list.
    pub fn list(&mut self) -> Result<Self, ReadCause> {
        match self.next()? {
            Expr::List(list) => Ok(Rest(list)),
            Expr::Word(word) => Err(Unexpected(word.clone())),
        }
    }

    /// The next expression, which must be a number.
    pub fn number(&mut self) -> Result<usize, ReadCause> {
        let word = self.word()?;
        word.parse().map_err(|_| Unexpected(word.to_owned()))
    }

    /// All that is left, read by `item`.
    pub fn all<T>(mut self, mut item: impl FnMut(&mut Self) -> Result<T, ReadCause>) -> Result<Vec<T>, ReadCause> {
        let mut all = Vec::new();
        while !self.0.is_empty() {
            all.push(item(&mut self)?);
        }
        Ok(all)
    }

    /// A list of lists of two things.
    pub fn pairs<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, ReadCause>) -> Result<Vec<T>, ReadCause> {
        self.list()?.all(|rest| {
            let mut pair = rest.list()?;
            let read = item(&mut pair)?;
            pair.end()?;
            Ok(read)
        })
    }

    /// Nothing may be left.
    pub fn end(&self) -> Result<(), ReadCause> {
        match self.0.first() {
            None => Ok(()),
            Some(Expr::Word(word)) => Err(Unexpected(word.clone())),
            Some(Expr::List(_)) => Err(Unexpected(String::new())),
        }
    }
}
