//! Fits a source and its labels into a narrow terminal, where wrapped lines would separate labels from what they mark.
//!
//! In: a text, the labels in it, and the number of columns. Out: a text with the same number of lines, and the
//! labels moved to their places in this text. A line that is too long is cut: the part around its labels stays, and
//! `…` stands for each part that is left out.

use ir::Span;

use super::place::Lines;

/// Fewest columns that are left for text, however narrow the terminal is.
const LEAST: usize = 16;

/// The text and the labels for a terminal of `width` columns.
pub fn narrowed(source: &str, labels: &[(Span, String)], width: usize) -> (String, Vec<(Span, String)>) {
    let lines = Lines::new(source);
    let places: Vec<Label<'_>> = labels.iter().map(|(span, text)| Label::new(*span, text, &lines)).collect();
    let last = places.iter().map(|label| label.to.0).max().unwrap_or(1) + 1;
    // In front of each line stand its number and a bar; labels of several lines have arrows between bar and line.
    let arrows = if places.iter().any(|label| label.from.0 != label.to.0) { 4 } else { 0 };
    let room = width.saturating_sub(last.to_string().len() + 4 + arrows).max(LEAST);
    let mut text = String::new();
    let mut cuts = Vec::new();
    for (index, line) in source.split('\n').enumerate() {
        let cut = Cut::new(line, places.iter().filter(|label| label.from.0 == index + 1), room);
        cuts.push((text.len(), cut.left));
        text.push_str(&cut.text);
        text.push('\n');
    }
    let _ = text.pop();
    let at = |(line, column): (usize, usize)| {
        let (start, left) = cuts.get(line.saturating_sub(1)).copied().unwrap_or((0, 0));
        let rest = text.get(start..).unwrap_or("");
        let rest = rest.split('\n').next().unwrap_or(rest);
        let bytes: usize = rest.chars().take(column.saturating_sub(left)).map(char::len_utf8).sum();
        (start + bytes, column.saturating_sub(left))
    };
    let moved = places.iter().map(|label| {
        let ((start, column), (end, _)) = (at(label.from), at(label.to));
        let length = if label.from.0 == label.to.0 { label.to.1 - label.from.1 } else { 1 };
        let used = column + length / 2 + 4;
        (Span::new(start, end.max(start)), wrapped(label.text, room.saturating_sub(used).max(LEAST)))
    });
    let moved = moved.collect();
    (text, moved)
}

/// A label, from a line and column up to another one; lines count from 1, and columns from 0.
struct Label<'t> {
    from: (usize, usize),
    to: (usize, usize),
    text: &'t str,
}

impl<'t> Label<'t> {
    fn new(span: Span, text: &'t str, lines: &Lines<'_>) -> Self {
        let from = lines.place(span);
        let to = lines.place(Span { start: span.end, ..span });
        Self { from: (from.line, from.column - 1), to: (to.line, to.column - 1), text }
    }
}

/// A line that is cut.
struct Cut {
    text: String,
    /// Number of columns that are left out on the left, with `…` in place of the last of them and the next one.
    left: usize,
}

impl Cut {
    /// Cuts a line to at most `room` columns, so that its labels and their texts can be seen.
    fn new<'l, 't: 'l>(line: &str, labels: impl Iterator<Item = &'l Label<'t>>, room: usize) -> Self {
        let chars: Vec<char> = line.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
        let (mut first, mut end) = (usize::MAX, 0);
        for label in labels {
            first = first.min(label.from.1);
            let stop = if label.from.0 == label.to.0 { label.to.1 } else { chars.len() };
            // The text of a label begins below its middle.
            let middle = (label.from.1 + stop) / 2;
            let text = label.text.chars().count().min(LEAST + LEAST / 2);
            end = end.max(stop).max(middle + 4 + text);
        }
        if chars.len().max(end) <= room {
            return Self { text: chars.into_iter().collect(), left: 0 };
        }
        // As much as possible in front of the first label, but not less than a blank and `…`.
        let left = if first == usize::MAX { 0 } else { (end + 1).saturating_sub(room).min(first.saturating_sub(2)) };
        let shown = room - 1;
        let mut text: String = chars.iter().skip(left).take(shown).collect();
        if left > 0 {
            text = std::iter::once('…').chain(text.chars().skip(1)).collect();
        }
        if chars.len() > left + shown {
            text.push('…');
        }
        Self { text, left }
    }
}

/// The text in lines of at most `room` columns, if its words are not longer.
pub fn wrapped(text: &str, room: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > room {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_stays_marked() {
        let long = "  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa := é[tid + 1] + 3;";
        let source = format!("kernel k {{\n{long}\n}}\n");
        for marked in ["aaa :=", "é[tid + 1]", "3", "tid"] {
            let at = source.find(marked).unwrap_or(0);
            for width in [0, 20, 30, 40, 60, 80, 200] {
                let label = (Span::new(at, at + marked.len()), "there is no permission to read this here".to_owned());
                let (text, moved) = narrowed(&source, &[label], width);
                let now = moved.first().map_or("", |(span, _)| span.text(&text));
                assert_eq!(now, marked, "{width}: {text}");
                assert_eq!(text.lines().count(), source.lines().count());
                assert!(text.lines().all(|line| line.chars().count() <= width.saturating_sub(5).max(LEAST)), "{text}");
            }
        }
    }

    #[test]
    fn what_fits_is_not_changed() {
        let source = "kernel k {\n  void main() { }\n}";
        let label = (Span::new(11, 13), "a label".to_owned());
        let (text, moved) = narrowed(source, &[label], 40);
        let moved: Vec<_> = moved.iter().map(|(span, text)| (span.start, span.end, text.as_str())).collect();
        assert_eq!((text.as_str(), moved), (source, vec![(11, 13, "a label")]));
    }

    #[test]
    fn texts_are_wrapped_at_words() {
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("exceedingly long", 4), "exceedingly\nlong");
    }
}
