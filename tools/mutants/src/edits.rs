//! Edits of a text by places: text before and after a part, and a part replaced.
//!
//! In: a text, and edits of nested parts, outer parts first. Out: the new text, and where each mutant is in it.

use std::ops::Range;

/// The edits of one file.
#[derive(Default)]
pub struct Edits {
    all: Vec<Edit>,
}

struct Edit {
    at: Range<usize>,
    text: String,
    /// Sorts edits at one place: what closes comes first, from the inside, then what opens, from the outside, then
    /// what is replaced.
    rank: (u8, i64),
    mutants: Vec<u32>,
}

impl Edits {
    /// Puts text before and after a part, for these mutants.
    pub fn wrap(&mut self, part: Range<usize>, before: String, after: String, mutants: &[u32]) {
        let n = self.all.len() as i64;
        let mutants = mutants.to_vec();
        self.all.push(Edit { at: part.end..part.end, text: after, rank: (0, -n), mutants: mutants.clone() });
        self.all.push(Edit { at: part.start..part.start, text: before, rank: (1, n), mutants });
    }

    /// Replaces a part that has no parts with edits.
    pub fn replace(&mut self, part: Range<usize>, text: String, mutant: u32) {
        self.all.push(Edit { at: part, text, rank: (2, self.all.len() as i64), mutants: vec![mutant] });
    }

    /// The new text, and for each mutant the range between the first and the last of its edits.
    pub fn apply(mut self, old: &str) -> (String, Vec<(u32, Range<usize>)>) {
        self.all.sort_by_key(|e| (e.at.start, e.rank));
        let (mut new, mut done) = (String::new(), 0);
        let mut places: Vec<(u32, Range<usize>)> = Vec::new();
        for edit in self.all {
            new.push_str(&old[done..edit.at.start]);
            let start = new.len();
            new.push_str(&edit.text);
            done = edit.at.end;
            for mutant in edit.mutants {
                match places.iter_mut().find(|(m, _)| *m == mutant) {
                    Some((_, place)) => *place = place.start.min(start)..place.end.max(new.len()),
                    None => places.push((mutant, start..new.len())),
                }
            }
        }
        new.push_str(&old[done..]);
        (new, places)
    }
}

#[cfg(test)]
mod tests {
    use super::Edits;

    #[test]
    fn nested_parts_that_start_and_end_together() {
        let mut edits = Edits::default();
        edits.wrap(0..6, "[".into(), "]".into(), &[1]);
        edits.wrap(0..2, "(".into(), ")".into(), &[2]);
        edits.replace(2..4, " and ".into(), 3);
        edits.wrap(4..6, "{".into(), "}".into(), &[4]);
        let (new, places) = edits.apply("ab& cd");
        assert_eq!(new, "[(ab) and {cd}]");
        assert!(places.contains(&(1, 0..15)));
        assert!(places.contains(&(4, 10..14)));
    }
}
