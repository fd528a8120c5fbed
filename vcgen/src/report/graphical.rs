//! Draws a finding under its source, with miette.
//!
//! In: a [`Finding`], the path and the text of the file. Out: text. Characters that could control a terminal are
//! replaced.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

use super::finding::Finding;
use super::narrow::{narrowed, wrapped};
use super::place::{LineRange, Lines};
use super::{Style, WIDE};
use ir::{parts, Span};

/// Lines with more characters than this are not drawn, because a person would not find the place in them.
const LONGEST_LINE: usize = 400;

/// Draws `finding`; `source` is empty if there is no text to show. Of a text of several files, the file of the finding
/// is drawn, and places in other files are lines below it.
pub fn draw(finding: &Finding, path: &str, source: &str, style: &Style) -> String {
    if !source.contains(parts::SEPARATOR) {
        return draw_file(finding, path, source, style);
    }
    let file = parts::file_at(source, finding.main.0.start as usize);
    let lines = Lines::new(source);
    let moved = |span: Span| {
        let by = |offset: u32| u32::try_from((offset as usize).saturating_sub(file.start)).unwrap_or(u32::MAX);
        Span { start: by(span.start), end: by(span.end), ..span }
    };
    let is_here = |span: Span| parts::file_at(source, span.start as usize) == file;
    let (here, elsewhere): (Vec<_>, Vec<_>) = finding.related.iter().cloned().partition(|(span, _)| is_here(*span));
    let told = elsewhere.iter().map(|(span, label)| format!("{}: {label}", lines.place(*span).within(path)));
    let footers = told.chain(finding.footers.iter().cloned()).collect();
    let shown = Finding {
        code: finding.code.clone(),
        message: finding.message.clone(),
        main: (moved(finding.main.0), finding.main.1.clone()),
        related: here.into_iter().map(|(span, label)| (moved(span), label)).collect(),
        footers,
        error: finding.error,
    };
    draw_file(&shown, file.path.unwrap_or(path), file.text, style)
}

/// Draws a finding in a text of one file.
fn draw_file(finding: &Finding, path: &str, source: &str, style: &Style) -> String {
    let lines = Lines::new(source);
    let message = harmless(&finding.message);
    let all: Vec<(Span, String)> = std::iter::once(&finding.main).chain(&finding.related).cloned().collect();
    let narrow = (style.width < WIDE).then(|| narrowed(source, &all, style.width));
    let (shown, labels) = narrow.unwrap_or_else(|| (source.to_owned(), all));
    let drawable = !source.is_empty() && spans(finding).all(|span| fits(&lines, span));
    let card = if drawable {
        let source = NamedSource::new(harmless(path), harmless(&shown));
        Card { finding, message, source: Some(source), labels: &labels }
    } else if source.is_empty() {
        Card { finding, message: format!("{}: {message}", harmless(path)), source: None, labels: &labels }
    } else {
        let message = format!("{}: {message}", lines.place(finding.main.0).within(&harmless(path)));
        Card { finding, message, source: None, labels: &labels }
    };
    let theme = if style.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(style.width);
    let mut out = String::new();
    if handler.with_context_lines(1).render_report(&mut out, &card).is_err() {
        out = format!("{}: {}\n", finding.code, card.message);
    }
    if drawable && style.width < WIDE {
        let places: Vec<LineRange<'_>> = spans(finding).map(|span| lines.place(span)).collect();
        out = with_places(&out, path, &shown, &labels, &places);
    }
    let mut text = out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    text.push('\n');
    for footer in &finding.footers {
        for line in harmless(footer).lines() {
            text.push_str(&format!("{}\n", folded(&format!("  {line}"), style.width)));
        }
    }
    text
}

/// The line in several lines if the terminal is narrow; the others are indented by two more blanks.
fn folded(line: &str, width: usize) -> String {
    if width >= WIDE {
        return line.to_owned();
    }
    let words = line.trim_start();
    let indent = " ".repeat(line.len() - words.len());
    format!(
        "{indent}{}",
        wrapped(words, width.saturating_sub(indent.len() + 2)).replace('\n', &format!("\n{indent}  "))
    )
}

/// The text with places in the file where miette wrote places in the text that is drawn, which may be cut. The numbers
/// of lines are the same, and miette counts columns in bytes.
fn with_places(text: &str, path: &str, shown: &str, labels: &[(Span, String)], places: &[LineRange<'_>]) -> String {
    let head = format!("[{}:", harmless(path));
    let column = |span: Span| {
        let before = shown.get(..span.start as usize).unwrap_or("");
        before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1
    };
    let mut parts = text.split(&head);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let drawn = |(label, place): &(&(Span, String), &LineRange<'_>)| {
            part.starts_with(&format!("{}:{}]", place.line, column(label.0)))
        };
        out.push_str(&head);
        match (labels.iter().zip(places).find(drawn), part.split_once(']')) {
            (Some((_, place)), Some((_, rest))) => out.push_str(&format!("{}:{}]{rest}", place.line, place.column)),
            (None, _) | (_, None) => out.push_str(part),
        }
    }
    out
}

fn spans(finding: &Finding) -> impl Iterator<Item = Span> + '_ {
    std::iter::once(finding.main.0).chain(finding.related.iter().map(|(span, _)| *span))
}

/// Whether the lines around the ends of `span` are short enough to draw.
fn fits(lines: &Lines<'_>, span: Span) -> bool {
    let first = lines.place(span).line;
    let last = lines.place(Span { start: span.end, ..span }).line;
    let near = |line: usize| line.saturating_sub(1)..=line + 1;
    last - first < 60 && near(first).chain(first..=last).chain(near(last)).all(|l| lines.line(l).len() <= LONGEST_LINE)
}

/// Replaces characters that steer a terminal or the direction of text, byte for byte so that spans stay true.
fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            '\r' => ' ',
            '\0'..='\u{1f}' | '\u{7f}' => '?',
            '\u{80}'..='\u{9f}' => '·',
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => '\u{fffd}',
            _ => c,
        })
        .collect()
}

/// A finding in the form that miette draws.
#[derive(Debug)]
struct Card<'f> {
    finding: &'f Finding,
    message: String,
    source: Option<NamedSource<String>>,
    /// The labels in `source`, the main one first.
    labels: &'f [(Span, String)],
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl fmt::Display for Card<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Card<'_> {}

impl miette::Diagnostic for Card<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.finding.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(if self.finding.error { Severity::Error } else { Severity::Warning })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let length = self.source.as_ref()?.inner().len();
        let label = move |(span, text): &(Span, String), main: bool| {
            let start = (span.start as usize).min(length);
            let end = (span.end as usize).clamp(start, length);
            let text = (!text.is_empty()).then(|| harmless(text));
            if main {
                LabeledSpan::new_primary_with_span(text, (start, end - start))
            } else {
                LabeledSpan::new_with_span(text, (start, end - start))
            }
        };
        Some(Box::new(self.labels.iter().enumerate().map(move |(number, marked)| label(marked, number == 0))))
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use ir::diagnostic::Diagnostic;

    #[test]
    fn control_characters_are_replaced_by_as_many_bytes() {
        let text = "a\u{1b}[31m\u{85}\u{202e}é\r\n";
        assert_eq!(harmless(text).len(), text.len());
        assert_eq!(harmless(text), "a?[31m·\u{fffd}é \n");
    }

    #[test]
    fn a_finding_is_drawn_under_its_source() {
        let source = "kernel k {\n  void main() { a[tid] := 1; }\n}\n";
        let at = source.find("a[tid]").unwrap_or(0);
        let diagnostic = Diagnostic::new("resolve.unknown-name", Span::new(at, at + 1), "there is no `a` here")
            .label("unknown name")
            .help("declare it: `global int[gsize] a;`");
        let text = draw(&Finding::from(&diagnostic), "k.pvl", source, &Style::default());
        assert!(text.starts_with("resolve.unknown-name\n"), "{text}");
        assert!(text.contains("k.pvl:2:17"), "{text}");
        assert!(text.ends_with("  help: declare it: `global int[gsize] a;`\n"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn a_very_long_line_is_not_drawn() {
        let source = "x".repeat(LONGEST_LINE + 1);
        let diagnostic = Diagnostic::new("parse.expected", Span::new(9, 10), "found `x`");
        let text = draw(&Finding::from(&diagnostic), "k.pvl", &source, &Style::default());
        assert!(text.contains("k.pvl:1:10: found `x`"), "{text}");
        assert!(text.len() < 200, "{text}");
    }

    #[test]
    fn each_part_of_the_source_has_its_own_place_in_a_narrow_terminal() {
        let long = "    some_output[tid] := some_input[tid] + some_input[tcount - 1 - tid] + 3;";
        let source = format!("{long}\n{}{long}\n", "\n".repeat(20));
        let span = |from: usize| {
            let at = from + source.get(from..).and_then(|text| text.find("tcount")).unwrap_or(0);
            Span::new(at, at + 6)
        };
        let diagnostic = Diagnostic::new("load", span(long.len()), "no").label("this").related(span(0), "that");
        for width in [40, 120] {
            let text = draw(&Finding::from(&diagnostic), "k.pvl", &source, &Style { width, ..Style::default() });
            assert!(text.contains("[k.pvl:1:54]") && text.contains("[k.pvl:22:54]"), "{text}");
        }
    }

    #[test]
    fn labels_stay_under_their_text_in_a_narrow_terminal() {
        let code = "    some_output[tid] := some_input[tid] + some_input[tcount - 1 - tid] + 3;";
        let source = format!("kernel k {{\n  void main() {{\n{code}\n  }}\n}}\n");
        let marked = "some_input[tcount - 1 - tid]";
        let at = source.find(marked).unwrap_or(0);
        let span = Span::new(at, at + marked.len());
        let diagnostic = Diagnostic::new("load", span, "no permission")
            .label("this permission is missing here")
            .help("give the permission in the contract in front of it, or in a barrier");
        for width in [40, 60, 80] {
            let text = draw(&Finding::from(&diagnostic), "k.pvl", &source, &Style { width, ..Style::default() });
            assert!(text.contains("[k.pvl:3:43]"), "{text}");
            let lines: Vec<&str> = text.lines().collect();
            let column = |line: &str, part: &str| line.find(part).map(|at| line[..at].chars().count());
            let below = lines.iter().position(|line| line.contains('┬')).unwrap_or(1);
            let code = lines[below - 1];
            assert_eq!(column(code, marked), column(lines[below], "─"), "{text}");
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{text}");
        }
    }
}
