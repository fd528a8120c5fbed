//! Expressions in parentheses.
//!
//! In: a line of text. Out: words and lists.

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
