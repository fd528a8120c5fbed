//! Several files in one text: that of the main file, and behind it those of files that it includes.
//!
//! In: the texts of the files. Out: one text, in which a place is one range of offsets, and for a place the file and
//! the line. A line that starts with [`SEPARATOR`] names the file whose text stands behind that line. So no list of
//! files has to accompany the text.

use std::fmt;

/// The character of ASCII that separates files. It occurs in no text of a file.
pub const SEPARATOR: char = '\u{1c}';

/// A file in a text of several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePart<'t> {
    /// The path of an included file; `None` for the main file.
    pub path: Option<&'t str>,
    /// The offset of its first byte.
    pub start: usize,
    /// Its text.
    pub text: &'t str,
}

/// The text of the main file, and behind it those of other files, each with its path; and the offsets at which those
/// start. A separator in the text of another file becomes a question mark.
pub fn joined<'f>(main: &str, others: impl Iterator<Item = (&'f str, &'f str)>) -> (String, Vec<usize>) {
    let (mut out, mut starts) = (main.to_owned(), Vec::new());
    for (path, text) in others {
        let path: String = path.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        out.push_str(&format!("\n{SEPARATOR}{path}\n"));
        starts.push(out.len());
        out.push_str(&text.replace(SEPARATOR, "?"));
    }
    (out, starts)
}

/// The files of a text, in order; the first one is the main file.
pub fn files(text: &str) -> Vec<FilePart<'_>> {
    let mark: [u8; 2] = [b'\n', SEPARATOR as u8];
    let bytes = text.as_bytes();
    let (mut out, mut path, mut start) = (Vec::new(), None, 0);
    let ends = bytes.windows(2).enumerate().filter(|(_, pair)| *pair == mark).map(|(at, _)| at);
    for end in ends {
        out.push(FilePart { path, start, text: text.get(start..end).unwrap_or_default() });
        let behind = text.get(end + 2..).unwrap_or_default();
        let named = behind.split('\n').next().unwrap_or_default();
        (path, start) = (Some(named), end + 2 + named.len() + 1);
    }
    out.push(FilePart { path, start, text: text.get(start..).unwrap_or_default() });
    out
}

/// The file of a text in which an offset is.
pub fn file_at(text: &str, offset: usize) -> FilePart<'_> {
    let whole = FilePart { path: None, start: 0, text };
    if !text.contains(SEPARATOR) {
        return whole;
    }
    files(text).into_iter().take_while(|file| file.start <= offset).last().unwrap_or(whole)
}

/// The line of a place, in words: `4`, or ``4 of `kernel.h` ``.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The number, counted from 1.
    pub number: usize,
    /// The path of the file, unless it is the main file.
    pub file: Option<String>,
}

impl Line {
    /// The line of an offset.
    pub fn of(text: &str, offset: usize) -> Self {
        let file = file_at(text, offset);
        let before = file.text.as_bytes().iter().take(offset.saturating_sub(file.start));
        let number = before.filter(|byte| **byte == b'\n').count() + 1;
        Self { number, file: file.path.map(str::to_owned) }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{} of `{file}`", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{file_at, files, joined, Line};

    #[test]
    fn places_have_files_and_lines() {
        let (text, starts) = joined("ab\ncd", [("a.h", "x\n\ny\u{1c}"), ("b\n.h", "")].into_iter());
        let found: Vec<(Option<&str>, usize, &str)> = files(&text).iter().map(|f| (f.path, f.start, f.text)).collect();
        let of = |n: usize| starts.get(n).copied().unwrap_or_default();
        assert_eq!(found, [(None, 0, "ab\ncd"), (Some("a.h"), of(0), "x\n\ny?"), (Some("b?.h"), of(1), "")]);
        assert_eq!(Line::of(&text, 3).to_string(), "2");
        assert_eq!(Line::of(&text, of(0) + 3).to_string(), "3 of `a.h`");
        assert_eq!(file_at(&text, of(0)).path, Some("a.h"));
        assert_eq!(file_at("plain", 2).text, "plain");
    }
}
