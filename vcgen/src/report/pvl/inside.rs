//! Advice to keep an index inside its array.
//!
//! In: indices with the lengths of their dimensions. Out: a sentence with the conditions.

use ir::Language;
use logic::finding::Inside;

use super::Words;

impl Words<'_> {
    /// Advice to use a location only where it exists; `code` says whether code uses it, or a specification.
    pub(super) fn keep_inside(&self, indices: &[Inside], code: bool) -> Option<String> {
        let conditions = self.inside(indices)?;
        let each = if conditions.len() > 1 { "each index has its own length: " } else { "" };
        let all = conditions.join(" && ");
        Some(match code {
            // The length of what a pointer points to exists in specifications only.
            true if self.program.language != Language::Pvl => format!(
                "{each}guard it with an `if` that implies `{all}`, or let the contract or the loop invariant exclude it"
            ),
            true => format!("{each}guard it with `if ({all})`, or let the contract or the loop invariant exclude it"),
            false => format!(
                "{each}use it only under a condition under which it exists, as in `{all} ==> …`, or as in `{all} ? … : \
                0` where it is a value"
            ),
        })
    }

    /// The conditions under which each index is inside its dimension; `None` if one of them has no text.
    pub(super) fn inside(&self, indices: &[Inside]) -> Option<Vec<String>> {
        let mut conditions = Vec::new();
        for Inside { index, negative, length } in indices {
            let (index, length) = (self.compared(*index), self.compared(*length));
            if index.is_empty() && length.is_empty() {
                return None;
            }
            let least = if *negative { format!("0 <= {index} && ") } else { String::new() };
            conditions.push(format!("{least}{index} < {length}"));
        }
        Some(conditions).filter(|conditions| !conditions.is_empty())
    }
}
