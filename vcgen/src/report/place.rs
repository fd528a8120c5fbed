//! Byte offsets to lines and columns.
//!
//! In: a text and a [`Span`]. Out: line and column, from 1, columns and lengths counted in characters.

use std::ops::RangeInclusive;

use ir::Span;
use serde::Serialize;

/// A span in words that an editor understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LineRange {
    /// Line of the first character, from 1.
    pub line: usize,
    /// Column of the first character, from 1.
    pub column: usize,
    /// Number of characters.
    pub length: usize,
}

/// The lines of one text.
#[derive(Debug)]
pub struct Lines<'s> {
    source: &'s str,
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    /// Finds the lines of `source`.
    pub fn new(source: &'s str) -> Self {
        let starts = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { source, starts }
    }

    /// Where `span` is.
    pub fn place(&self, place: impl Into<Span>) -> LineRange {
        let span: Span = place.into();
        let at = floor(self.source, span.start as usize);
        let line = self.starts.partition_point(|&start| start <= at);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let count = |from: usize, to: usize| self.source.get(from..to).map_or(0, |text| text.chars().count());
        LineRange { line, column: count(start, at) + 1, length: count(at, floor(self.source, span.end as usize)) }
    }

    /// The numbers of the lines on which a part of `span` stands.
    pub fn range(&self, place: impl Into<Span>) -> RangeInclusive<usize> {
        let span: Span = place.into();
        let end = Span { start: span.end.max(span.start + 1) - 1, ..span };
        self.place(span).line..=self.place(end).line
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, line: usize) -> &'s str {
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(self.source.len());
        let end = self.starts.get(line).copied().unwrap_or(self.source.len());
        self.source.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}

/// The nearest character boundary at or before `at`.
fn floor(source: &str, at: usize) -> usize {
    let mut at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let lines = Lines::new("ab\nçd e\n");
        assert_eq!(lines.place(Span::new(0, 2)), LineRange { line: 1, column: 1, length: 2 });
        let d = "ab\nç".len();
        assert_eq!(lines.place(Span::new(d, d + 3)), LineRange { line: 2, column: 2, length: 3 });
        assert_eq!(lines.line(2), "çd e");
    }

    #[test]
    fn a_span_outside_the_text_is_the_end_of_the_text() {
        assert_eq!(Lines::new("a\nb").place(Span::new(90, 99)), LineRange { line: 2, column: 2, length: 0 });
    }
}
