//! Expectations drawn under the code: `//  ^^^^ error CODE`, or `//! ^^^^ error CODE` in the book, which hides lines
//! that start with `//!`. tests/README.md describes the format.

use std::fmt;

use super::run;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::report::place::Lines;

/// What is expected, or what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Error,
    Unknown,
    Missing,
    Spurious,
}

impl Kind {
    fn of_word(word: &str) -> Option<Self> {
        match word {
            "error" => Some(Self::Error),
            "unknown" => Some(Self::Unknown),
            "missing" => Some(Self::Missing),
            "spurious" => Some(Self::Spurious),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Unknown => "unknown",
            Self::Missing => "missing",
            Self::Spurious => "spurious",
        }
    }
}

/// A finding at a place: line, column, length on that line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The path of the included file in which it is; `None` for the main file.
    pub file: Option<String>,
    pub at: [usize; 3],
    pub kind: Kind,
    pub code: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [line, column, length] = self.at;
        let file = self.file.as_ref().map(|file| format!(" in {file}")).unwrap_or_default();
        write!(f, "{} {} {line}:{column}:{length}{file}", self.kind.word(), self.code)
    }
}

/// The expectations of a file, and of the files that stand behind it in its text, or what is wrong with how they are
/// written.
pub fn expected(source: &str) -> Result<Vec<Finding>, String> {
    let mut found = Vec::new();
    for file in ir::parts::files(source) {
        in_file(file.text, file.path, &mut found)?;
    }
    found.sort();
    Ok(found)
}

fn in_file(source: &str, file: Option<&str>, found: &mut Vec<Finding>) -> Result<(), String> {
    let mut code_line = 0;
    for (number, line) in source.lines().enumerate() {
        match annotation(line) {
            None => code_line = number + 1,
            Some(Err(why)) => return Err(format!("line {}: {why}", number + 1)),
            Some(Ok((place, kind, code))) => {
                let at = match place {
                    Drawn::Carets { column, length } => [code_line, column, length],
                    Drawn::At(at) => at,
                };
                found.push(Finding { file: file.map(str::to_owned), at, kind, code });
            }
        }
    }
    Ok(())
}

enum Drawn {
    Carets { column: usize, length: usize },
    At([usize; 3]),
}

/// `None`: not an annotation.
fn annotation(line: &str) -> Option<Result<(Drawn, Kind, String), String>> {
    let comment = line.trim_start().strip_prefix("//")?;
    let hidden = comment.strip_prefix('!');
    if hidden.is_some_and(run::is_option) {
        return None;
    }
    let drawn = hidden.unwrap_or(comment).trim_start();
    if let Some(rest) = hidden.filter(|_| !drawn.starts_with('^')) {
        return Some(located(rest));
    }
    if !drawn.starts_with('^') {
        return None;
    }
    let column = line.chars().take_while(|&c| c != '^').count() + 1;
    let length = drawn.chars().take_while(|&c| c == '^').count();
    let words: Vec<&str> = drawn.trim_start_matches('^').split_whitespace().collect();
    Some(match words[..] {
        [kind, code] => match Kind::of_word(kind) {
            Some(kind) => Ok((Drawn::Carets { column, length }, kind, code.to_owned())),
            None => Err(format!("`{kind}` is not one of error, unknown, missing, spurious")),
        },
        _ => Err("write `^^^ error CODE` and nothing else on the line".to_owned()),
    })
}

fn located(rest: &str) -> Result<(Drawn, Kind, String), String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [kind, code, place] = words[..] else {
        return Err("write `//! error CODE LINE:COLUMN:LENGTH`".to_owned());
    };
    let kind = Kind::of_word(kind).ok_or_else(|| format!("`{kind}` is not a kind of finding"))?;
    let numbers: Vec<usize> = place.split(':').filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [line, column, length] => Ok((Drawn::At([line, column, length]), kind, code.to_owned())),
        _ => Err(format!("`{place}` is not LINE:COLUMN:LENGTH")),
    }
}

/// What was reported; a span of several lines counts to the end of its first line.
pub fn reported(outcome: &FileOutcome) -> Vec<Finding> {
    let lines = Lines::new(&outcome.source);
    let at = |span: ir::Span| {
        let place = lines.place(span);
        let rest = outcome.source.get(span.start as usize..).unwrap_or_default().lines().next().unwrap_or_default();
        let length = place.length.min(rest.trim_end().chars().count());
        (place.file.map(str::to_owned), [place.line, place.column, length])
    };
    let mut found: Vec<Finding> = outcome
        .diagnostics
        .iter()
        .map(|d| {
            let (file, at) = at(d.span);
            Finding { file, at, kind: Kind::Error, code: d.code.to_owned() }
        })
        .collect();
    for o in outcome.items.iter().flat_map(|item| &item.obligations) {
        let kind = match o.verdict {
            Verdict::Proved => continue,
            Verdict::Refuted => Kind::Error,
            Verdict::Unknown => Kind::Unknown,
        };
        let (file, at) = at(o.node.span);
        found.push(Finding { file, at, kind, code: o.code.to_string() });
    }
    found.sort();
    found
}

/// `None` if the report is as expected; else a list of differences.
pub fn difference(expected: &[Finding], reported: &[Finding]) -> Option<String> {
    let mut rest = reported.to_vec();
    let mut lines = Vec::new();
    for want in expected {
        let same = |found: &Finding| {
            (&found.file, found.at) == (&want.file, want.at)
                && found.code == want.code
                && (want.kind == Kind::Missing || want.kind == Kind::Spurious || found.kind == want.kind)
        };
        match (want.kind, rest.iter().position(same)) {
            (Kind::Missing, None) => {}
            (Kind::Missing, Some(at)) => {
                lines.push(format!("  now reported, write `error` instead of `missing`: {want}"));
                rest.remove(at);
            }
            (Kind::Spurious, None) => lines.push(format!("  no longer reported, remove it: {want}")),
            (Kind::Error | Kind::Unknown, None) => lines.push(format!("  - expected, not reported: {want}")),
            (Kind::Error | Kind::Unknown | Kind::Spurious, Some(at)) => {
                rest.remove(at);
            }
        }
    }
    lines.extend(rest.iter().map(|found| format!("  + reported, not expected: {found}")));
    (!lines.is_empty()).then(|| lines.join("\n"))
}
