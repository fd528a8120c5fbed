//! Notes as text, for files.
//!
//! In: a note, or a line of text. Out: the line, or the note that it stands for.

use logic::normalise::Prover;

use super::Note;
use crate::outcome::DischargedBy;

/// The word for a note whose query had a quantifier.
const QUANTIFIED: &str = "quantified";
/// The word for a note whose proof the checker has accepted.
const CHECKED: &str = "checked";

impl Note {
    /// One line: `z3`, `trivial quantified`, `normaliser rewriting,arithmetic bounds,compare checked`.
    pub fn line(&self) -> Option<String> {
        let mut line = match &self.by {
            DischargedBy::Trivial => "trivial".to_owned(),
            DischargedBy::Z3 => "z3".to_owned(),
            DischargedBy::Normaliser { parts, rules } => {
                let parts: Vec<&str> = parts.iter().map(|part| part.word()).collect();
                let plain = |rule: &String| !rule.is_empty() && !rule.contains([' ', ',', '\n']);
                if !rules.iter().all(plain) {
                    return None;
                }
                format!("normaliser {} {}", parts.join(","), rules.join(","))
            }
            DischargedBy::Implied(_)
            | DischargedBy::Evaluation(_)
            | DischargedBy::Nothing
            | DischargedBy::Unsearched => return None,
        };
        for (holds, word) in [(!self.quantifier_free, QUANTIFIED), (self.checked, CHECKED)] {
            if holds {
                line.push(' ');
                line.push_str(word);
            }
        }
        Some(line)
    }

    /// The note of a line; `None` if the text is not one that [`Self::line`] writes.
    pub fn of_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let by = match words.next()? {
            "trivial" => DischargedBy::Trivial,
            "z3" => DischargedBy::Z3,
            "normaliser" => {
                let part = |word: &str| Prover::ALL.into_iter().find(|part| part.word() == word);
                let parts = words.next()?.split(',').map(part).collect::<Option<Vec<Prover>>>()?;
                let rules = words.next()?.split(',').filter(|rule| !rule.is_empty()).map(str::to_owned).collect();
                DischargedBy::Normaliser { parts, rules }
            }
            _ => return None,
        };
        let rest: Vec<&str> = words.collect();
        let (quantified, checked) = match rest.as_slice() {
            [] => (false, false),
            [QUANTIFIED] => (true, false),
            [CHECKED] => (false, true),
            [QUANTIFIED, CHECKED] => (true, true),
            _ => return None,
        };
        Some(Self { by, quantifier_free: !quantified, checked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let parts = vec![Prover::Rewriting, Prover::EGraph];
        let rules = vec!["a-rule".to_owned(), "another".to_owned()];
        let normaliser = DischargedBy::Normaliser { parts: parts.clone(), rules };
        let no_rules = DischargedBy::Normaliser { parts, rules: vec![] };
        for by in [DischargedBy::Trivial, DischargedBy::Z3, normaliser, no_rules] {
            for (quantifier_free, checked) in [(true, true), (true, false), (false, true), (false, false)] {
                let note = Note { by: by.clone(), quantifier_free, checked };
                assert_eq!(note.line().and_then(|line| Note::of_line(&line)), Some(note));
            }
        }
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "z4", "z3 ", "z3 checked quantified", "normaliser", "normaliser luck a", "z3 checked checked"]
        {
            assert_eq!(Note::of_line(line), None, "{line}");
        }
        let implied = DischargedBy::Implied(vec![]);
        assert_eq!(Note { by: implied, quantifier_free: true, checked: false }.line(), None);
    }
}
