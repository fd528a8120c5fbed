//! Changes of a text that an editor can make.
//!
//! In: nothing; the report makes them for advice that says what to write, and where. Out: data for the JSON document,
//! and the text after some changes.

use ir::Span;

/// One change: the text from `start` to `end` is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The offset, in bytes, of the first byte that is replaced.
    pub start: usize,
    /// The offset behind the last byte that is replaced; the same as `start` if the change only inserts.
    pub end: usize,
    /// The new text.
    pub insert: String,
}

/// Advice for a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// One sentence.
    pub text: String,
    /// The changes that the sentence describes; none if it leaves open what to write, or where. They do not overlap,
    /// and belong together.
    pub edits: Vec<TextEdit>,
    /// The sentence that takes the place of `text` if the changes do not help.
    pub otherwise: Option<String>,
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        Self { text, edits: vec![], otherwise: None }
    }
}

impl TextEdit {
    /// Inserts a text at an offset.
    pub fn insertion(at: u32, insert: String) -> Self {
        Self { start: at as usize, end: at as usize, insert }
    }

    /// Replaces a part of the text.
    pub fn replacement(span: Span, insert: String) -> Self {
        Self { start: span.start as usize, end: span.end as usize, insert }
    }

    /// The place of the text that is replaced.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// The text after changes that do not overlap; `None` if they do, or if one is outside the text.
pub fn apply(source: &str, edits: &[TextEdit]) -> Option<String> {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.start, edit.end));
    let (mut out, mut from) = (String::new(), 0);
    for edit in sorted {
        out.push_str(source.get(from..edit.start)?);
        out.push_str(&edit.insert);
        from = edit.end.max(edit.start);
    }
    out.push_str(source.get(from..)?);
    Some(out)
}

/// Where an offset is after changes that do not overlap. `starts` says that something starts there, so that text which
/// is inserted at the offset comes in front of it.
pub fn moved(edits: &[TextEdit], at: usize, starts: bool) -> usize {
    let before = |e: &&TextEdit| if e.start == e.end && !starts { e.start < at } else { e.end <= at };
    let changes = edits.iter().filter(before);
    let (more, less) =
        changes.fold((0, 0), |(more, less), edit| (more + edit.insert.len(), less + (edit.end - edit.start)));
    at + more - less
}

/// The places of the new texts after changes that do not overlap.
pub fn inserted(edits: &[TextEdit]) -> Vec<(usize, usize)> {
    let place = |edit: &TextEdit| {
        let earlier: Vec<TextEdit> = edits.iter().filter(|other| other.start < edit.start).cloned().collect();
        let start = moved(&earlier, edit.start, true);
        (start, start + edit.insert.len())
    };
    edits.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_from_left_to_right() {
        let edits =
            [TextEdit::replacement(Span::new(4, 7), "no".to_owned()), TextEdit::insertion(0, "say ".to_owned())];
        assert_eq!(apply("one two", &edits).as_deref(), Some("say one no"));
    }

    #[test]
    fn offsets_move_with_the_text() {
        let edits =
            [TextEdit::replacement(Span::new(4, 7), "no".to_owned()), TextEdit::insertion(0, "say ".to_owned())];
        assert_eq!(inserted(&edits), [(8, 10), (0, 4)]);
        assert_eq!([moved(&edits, 0, true), moved(&edits, 0, false), moved(&edits, 7, false)], [4, 0, 10]);
    }

    #[test]
    fn changes_that_overlap_are_refused() {
        let edits = [0, 1].map(|at| TextEdit::replacement(Span::new(at, at + 2), String::new()));
        assert_eq!(apply("one two", &edits), None);
    }
}
