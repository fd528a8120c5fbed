//! Sentences about failures, with blanks for what only the reader of a run knows.
//!
//! In: text and blanks. Out: a sentence in general words ("this location"), or one in which the blanks are filled with
//! the names of a run ("`a[3]`").

use std::borrow::Cow;
use std::fmt;

/// What a blank of a sentence stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// The condition that is false.
    Condition,
    /// The location that the failure is about.
    Location,
    /// The same location, behind the word "of"; nothing in general words.
    OfLocation,
    /// The second of two threads.
    OtherThread,
    /// Both threads, or both groups.
    Two,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(Cow<'static, str>),
    Blank(Blank, &'static str),
}

/// A sentence that says what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(Vec<Part>);

impl Message {
    /// The sentence, with further text at its end.
    #[must_use]
    pub fn text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Part::Text(text.into()));
        self
    }

    /// The sentence, with a blank at its end. `general` are the words for it if its name is not known.
    #[must_use]
    pub fn blank(mut self, blank: Blank, general: &'static str) -> Self {
        self.0.push(Part::Blank(blank, general));
        self
    }

    /// The sentence in which some blanks are filled: those for which `name` gives words.
    #[must_use]
    pub fn with(self, name: impl Fn(Blank) -> Option<String>) -> Self {
        let filled = |part: Part| match part {
            Part::Blank(blank, general) => name(blank).map_or(Part::Blank(blank, general), |w| Part::Text(w.into())),
            text @ Part::Text(_) => text,
        };
        Self(self.0.into_iter().map(filled).collect())
    }

    /// The sentence in which the blanks are filled: `name` gives the words for a blank, or `None` if it has no name.
    pub fn filled(&self, name: impl Fn(Blank) -> Option<String>) -> String {
        let words = |part: &Part| match part {
            Part::Text(text) => text.to_string(),
            Part::Blank(blank, general) => name(*blank).unwrap_or_else(|| (*general).to_owned()),
        };
        self.0.iter().map(words).collect()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.filled(|_| None))
    }
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Self::default().text(text)
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::default().text(text)
    }
}
