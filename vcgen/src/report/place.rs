//! Byte offsets to lines and columns.
//!
//! In: a text and a [`Span`]. Out: file, line and column, from 1, columns and lengths counted in characters. The text
//! may be that of several files ([`ir::parts`]).

use std::fmt;
use std::ops::RangeInclusive;

use ir::parts::{self, FilePart};
use ir::Span;
use serde::Serialize;

/// A span in words that an editor understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LineRange<'s> {
    /// The path of the included file in which it is; `None` for the main file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'s str>,
    /// Line of the first character, from 1.
    pub line: usize,
    /// Column of the first character, from 1.
    pub column: usize,
    /// Number of characters.
    pub length: usize,
    /// Whether the characters stand on several lines.
    #[serde(skip)]
    pub several: bool,
}

impl LineRange<'_> {
    /// The place in a file with this path, as compilers write it: `kernel.cu:4:1`. Another file than the main one has
    /// its own path.
    pub fn within(&self, path: &str) -> String {
        format!("{}:{}:{}", self.file.unwrap_or(path), self.line, self.column)
    }

    /// The line in words: `4`, or ``4 of `kernel.h` ``.
    pub fn in_words(&self) -> impl fmt::Display {
        ir::Line { number: self.line, file: self.file.map(str::to_owned) }
    }
}

/// The lines of one text.
#[derive(Debug)]
pub struct Lines<'s> {
    source: &'s str,
    starts: Vec<usize>,
    /// The files in the text, each with the number of lines in front of it.
    files: Vec<(FilePart<'s>, usize)>,
}

impl<'s> Lines<'s> {
    /// Finds the lines of `source`.
    pub fn new(source: &'s str) -> Self {
        let starts: Vec<usize> = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let before = |file: &FilePart<'_>| starts.partition_point(|start| *start < file.start);
        let files = parts::files(source).into_iter().map(|file| (file, before(&file))).collect();
        Self { source, starts, files }
    }

    /// Where `span` is.
    pub fn place(&self, place: impl Into<Span>) -> LineRange<'s> {
        let span: Span = place.into();
        let at = floor(self.source, span.start as usize);
        let line = self.starts.partition_point(|&start| start <= at);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let count = |from: usize, to: usize| self.source.get(from..to).map_or(0, |text| text.chars().count());
        let (file, before) = self
            .files
            .iter()
            .rev()
            .find(|(file, _)| file.start <= at)
            .map_or((None, 0), |known| (known.0.path, known.1));
        let end = floor(self.source, span.end as usize);
        let several = self.source.get(at..end).is_some_and(|text| text.contains('\n'));
        LineRange { file, line: line - before, column: count(start, at) + 1, length: count(at, end), several }
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
        assert_eq!(
            lines.place(Span::new(0, 2)),
            LineRange { file: None, line: 1, column: 1, length: 2, several: false }
        );
        let d = "ab\nç".len();
        assert_eq!(
            lines.place(Span::new(d, d + 3)),
            LineRange { file: None, line: 2, column: 2, length: 3, several: false }
        );
        assert_eq!(lines.line(2), "çd e");
    }

    #[test]
    fn a_span_outside_the_text_is_the_end_of_the_text() {
        assert_eq!(
            Lines::new("a\nb").place(Span::new(90, 99)),
            LineRange { file: None, line: 2, column: 2, length: 0, several: false }
        );
    }

    #[test]
    fn a_place_in_an_included_file_has_its_path() {
        let (text, starts) = parts::joined("a\nb\n", [("k.h", "c\nde\n")].into_iter());
        let at = starts.first().copied().unwrap_or_default() + 3;
        let place = Lines::new(&text).place(Span::new(at, at + 1));
        assert_eq!(place, LineRange { file: Some("k.h"), line: 2, column: 2, length: 1, several: false });
        assert_eq!(place.within("k.cu"), "k.h:2:2");
    }
}
