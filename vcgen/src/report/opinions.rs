//! Counts the opinions of a second solver on many obligations.
//!
//! In: outcomes. Out: numbers, and the words for them.

use crate::outcome::{Outcome, SecondOpinion};

/// The number of obligations with each opinion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinions {
    /// The second solver gave the same answer.
    pub agrees: usize,
    /// The second solver gave no answer.
    pub no_answer: usize,
    /// The second solver did not accept the file.
    pub refuses: usize,
    /// The second solver gave the opposite answer.
    pub disagrees: usize,
}

impl Opinions {
    /// Counts the opinions. Outcomes without an opinion are ignored.
    pub fn of<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Self {
        let mut all = Self::default();
        for outcome in outcomes {
            match &outcome.second {
                Some(SecondOpinion::Agrees) => all.agrees += 1,
                Some(SecondOpinion::NoAnswer(_)) => all.no_answer += 1,
                Some(SecondOpinion::Refuses(_)) => all.refuses += 1,
                Some(SecondOpinion::Disagrees(_)) => all.disagrees += 1,
                None => {}
            }
        }
        all
    }

    /// `agrees on 30 of 32 obligations, no answer for 2`; nothing if nothing was asked.
    pub fn words(&self) -> Option<String> {
        let total = self.agrees + self.no_answer + self.refuses + self.disagrees;
        if total == 0 {
            return None;
        }
        let noun = if total == 1 { "obligation" } else { "obligations" };
        let mut out = format!("agrees on {} of {total} {noun}", self.agrees);
        let rest = [("no answer for", self.no_answer), ("refuses", self.refuses), ("DISAGREES about", self.disagrees)];
        for (word, count) in rest.into_iter().filter(|(_, count)| *count > 0) {
            out.push_str(&format!(", {word} {count}"));
        }
        Some(out)
    }
}
