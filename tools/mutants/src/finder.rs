//! What the walk of a source file has found so far.
//!
//! In: operators and parts of the file. Out: numbered mutants, and the edits that switch them on.

use std::collections::BTreeMap;
use std::ops::Range;

use syn::spanned::Spanned;

use crate::edits::Edits;

/// One change of one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub number: u32,
    pub file: String,
    pub line: usize,
    /// Names the mutant while other lines of the file change.
    pub key: String,
}

/// The mutants and edits of one file.
pub struct Finder<'a> {
    pub file: &'a str,
    pub text: &'a str,
    pub next: u32,
    pub left_out: &'a dyn Fn(&str) -> bool,
    /// The function in which the walk is.
    pub function: String,
    pub found: Vec<Mutant>,
    pub edits: Edits,
    /// How often each key was found.
    pub seen: BTreeMap<String, usize>,
}

impl Finder<'_> {
    /// A new mutant of this part. None: the mutant is left out.
    pub fn new(&mut self, operator: &str, part: Range<usize>) -> Option<u32> {
        let number = self.next;
        self.next += 1;
        let line = self.text[..part.start].matches('\n').count() + 1;
        let words: Vec<&str> = self.text[part].split_whitespace().collect();
        let mut part: String = words.join(" ").chars().take(90).collect();
        if words.join(" ").chars().count() > 90 {
            part.push('…');
        }
        let key = format!("{} | {} | {operator} | {part}", self.file, self.function);
        let same = self.seen.entry(key.clone()).or_default();
        *same += 1;
        let key = if *same == 1 { key } else { format!("{key} | {same}") };
        if (self.left_out)(&key) {
            return None;
        }
        self.found.push(Mutant { number, file: self.file.to_owned(), line, key });
        Some(number)
    }
}

/// Where a part is in the text.
pub fn range(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}
