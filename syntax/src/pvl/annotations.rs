//! Annotations: specifications that stand in comments, `/*@ … @*/` and `//@ …`.
//!
//! In: text, and what the lexer has read of it. Out: the marks of annotations, which are white space; the places of the
//! annotations; diagnostics for marks without partner; and the text in which all marks and comments are blanks.
//!
//! The first `@*/` ends an annotation. A `*/` that is not the end of an ordinary comment is an error there, since it
//! ends the comment for a compiler. So no text is code for a compiler and part of an annotation for Sepal.

use super::tokens::{run, Inside, Lexed};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// Reads a mark that opens, continues or closes an annotation, and returns its length; `None` if there is no mark.
pub fn mark(source: &str, at: usize, out: &mut Lexed) -> Option<usize> {
    let rest = source.get(at..)?;
    let ats = |from: usize| rest.get(from..).map_or(0, |tail| run(tail, |c| c == '@'));
    let ends = |from: usize| rest.get(from..).is_some_and(|tail| tail.starts_with("*/"));
    let len = match rest.as_bytes().first()? {
        b'/' if rest.starts_with("//@") => {
            let len = 2 + ats(2);
            match out.inside {
                Inside::Code => out.inside = Inside::Line(at),
                // The `@` of `//@*/` belongs to the end of the annotation.
                Inside::Block(_) if ends(len) => return Some(marked(at, 2, out)),
                Inside::Line(_) | Inside::Block(_) => {}
            }
            len
        }
        b'/' if rest.starts_with("/*@") => opened(at, 2 + ats(2), ends(2 + ats(2)), out),
        b'@' if ends(ats(0)) => closed(at, ats(0) + 2, out),
        b'@' if matches!(out.inside, Inside::Block(_)) && starts_line(source, at) => ats(0),
        b'*' if ends(0) && matches!(out.inside, Inside::Block(_)) => closed_by_comment(at, out),
        _ => return None,
    };
    Some(marked(at, len, out))
}

/// Records a mark, and returns its length.
fn marked(at: usize, len: usize, out: &mut Lexed) -> usize {
    out.marks.push(Span::new(at, at + len));
    len
}

/// Whether there are only blanks between the start of the line and an offset.
fn starts_line(source: &str, at: usize) -> bool {
    let before = source.get(..at).unwrap_or("");
    before.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
}

/// Reads `/*@`, whose length is `len`. In `/*@*/`, which is an annotation without content, a `*/` follows it (`empty`).
fn opened(at: usize, len: usize, empty: bool, out: &mut Lexed) -> usize {
    match out.inside {
        Inside::Code if empty => {
            out.annotations.push(Span::new(at, at + len + 2));
            return len + 2;
        }
        Inside::Code => out.inside = Inside::Block(at),
        Inside::Line(start) | Inside::Block(start) => {
            let help = match out.inside {
                Inside::Block(_) => "write the `@*/` of the annotation that is open in front of it",
                Inside::Code | Inside::Line(_) => "leave `/*@` and `@*/` out: the whole line is an annotation",
            };
            out.diagnostics.push(
                problem(at, len, "an annotation cannot start in another one")
                    .label("starts a second annotation")
                    .related(Span::new(start, start + 3), "this annotation is open")
                    .help(help),
            );
        }
    }
    len
}

/// Reads `@*/`, whose length is `len`.
fn closed(at: usize, len: usize, out: &mut Lexed) -> usize {
    match out.inside {
        Inside::Block(start) => {
            out.annotations.push(Span::new(start, at + len));
            out.inside = Inside::Code;
        }
        Inside::Code => out.diagnostics.push(
            problem(at, len, "this `@*/` closes no annotation")
                .label("closes nothing")
                .help("an annotation is written `/*@ … @*/`"),
        ),
        Inside::Line(_) => out.diagnostics.push(
            problem(at, len, "this `@*/` closes no annotation")
                .label("closes nothing")
                .help("leave it out: an annotation that starts with `//@` ends with its line"),
        ),
    }
    len
}

/// Reads a `*/` in an annotation, where `@*/` should stand.
fn closed_by_comment(at: usize, out: &mut Lexed) -> usize {
    if let Inside::Block(start) = out.inside {
        out.annotations.push(Span::new(start, at + 2));
        out.diagnostics.push(
            problem(at, 2, "this annotation ends with `*/` instead of `@*/`")
                .label("`@*/` should stand here")
                .related(Span::new(start, start + 3), "the annotation starts here")
                .help("write `@*/`"),
        );
    }
    out.inside = Inside::Code;
    2
}

/// Ends the annotation of a line at the end of the line, or of the text.
pub fn end_line(at: usize, out: &mut Lexed) {
    if let Inside::Line(start) = out.inside {
        out.annotations.push(Span::new(start, at));
        out.inside = Inside::Code;
    }
}

/// Ends the annotation that is open at the end of the text. An annotation in a block must have been closed before.
pub fn end_text(at: usize, out: &mut Lexed) {
    if let Inside::Block(start) = out.inside {
        out.annotations.push(Span::new(start, at));
        out.diagnostics.push(
            Diagnostic::new("parse.unclosed-comment", Span::new(start, start + 3), "this annotation is never closed")
                .label("`/*@` opens it here")
                .help("write `@*/` where the annotation ends"),
        );
    }
    end_line(at, out);
}

/// The length of a line comment whose text is `line`, without its end of line. In `/*@ … @*/` a line comment also ends
/// where the annotation ends.
pub fn line_comment(line: &str, inside: Inside) -> usize {
    let end = matches!(inside, Inside::Block(_)).then(|| line.find("*/")).flatten();
    end.map_or(line.len(), |end| line.get(..end).map_or(end, |text| text.trim_end_matches('@').len()))
}

/// Reports an ordinary comment that ends as an annotation does. Its first `@` was forgotten or misplaced; or, in an
/// annotation, its own end was forgotten.
pub fn suspect(text: &str, at: usize, out: &mut Lexed) {
    if let Some(len) = near_miss(text) {
        let line = text.starts_with("//");
        let (mark, comment) = if line { ("//@", "//") } else { ("/*@", "/*") };
        out.diagnostics.push(
            problem(at, len, "this comment looks like an annotation, and is none")
                .label(format!("an annotation starts with `{mark}`"))
                .help(format!("write `{mark}`, without anything in it; or, for a comment, no `@` behind `{comment}`")),
        );
    }
    if !text.starts_with("/*") || !text.ends_with("@*/") || text.contains("/*@") {
        return;
    }
    if let Inside::Block(start) = out.inside {
        out.diagnostics.push(
            problem(at, 2, "this comment in an annotation ends with `@*/`")
                .label("an ordinary comment starts here")
                .related(Span::new(start, start + 3), "the annotation starts here")
                .help("write `*/` at the end of the comment, and `@*/` at the end of the annotation"),
        );
        out.annotations.push(Span::new(start, at + text.len()));
        out.inside = Inside::Code;
    } else {
        out.diagnostics.push(
            problem(at, 2, "this comment ends with `@*/`, but starts with `/*`, so it is no annotation")
                .label("an annotation starts with `/*@`")
                .help("write `/*@` here, without a blank in it; or, for a comment, end it with `*/`"),
        );
    }
}

/// The length of what looks like the mark of an annotation at the start of a comment: there are blanks or further signs
/// between the start and an `@`, as in `///@`, `// @` and `/** @`. A tag such as `@param` is part of a comment, unless
/// it is a word that starts a specification.
fn near_miss(comment: &str) -> Option<usize> {
    let rest = comment.get(2..)?;
    // A whole mark inside of a comment is an annotation that somebody has switched off, as in `// //@ assert x;`.
    if ["//@", "/*@"].iter().any(|mark| rest.trim_start().starts_with(mark)) {
        return None;
    }
    let body = rest.trim_start_matches(['/', '*', '!', ' ', '\t', '\r', '\n']);
    let after = body.strip_prefix('@')?.trim_start_matches('@');
    let word = after.get(..run(after, |c| c.is_ascii_alphanumeric() || c == '_'))?;
    let tag = !word.is_empty() && !SPECIFIES.contains(&word);
    let line = comment.get(..comment.len() - body.len())?;
    // The `@` of another line is only drawn in the diagnostic if the comment has one line.
    let len = if line.contains('\n') { 2 } else { line.len() + 1 };
    // `/* @*/` ends as an annotation does; another diagnostic reports that.
    (!tag && after != "*/").then_some(len)
}

/// The words with which a specification starts.
const SPECIFIES: [&str; 19] = [
    "requires",
    "ensures",
    "context",
    "context_everywhere",
    "decreases",
    "loop_invariant",
    "invariant",
    "maintaining",
    "assert",
    "assume",
    "inhale",
    "exhale",
    "refute",
    "pure",
    "ghost",
    "given",
    "yields",
    "kernel",
    "group",
];

/// A diagnostic about a mark.
fn problem(at: usize, len: usize, message: &str) -> Diagnostic {
    Diagnostic::new("parse.annotation", Span::new(at, at + len), message)
}

/// The text with blanks in place of marks and comments, each character where it was; `None` if there is no annotation.
pub fn readable(source: &str, lexed: &Lexed) -> Option<String> {
    if lexed.marks.is_empty() {
        return None;
    }
    let mut bytes = source.as_bytes().to_vec();
    for span in lexed.marks.iter().chain(&lexed.comments) {
        for byte in bytes.get_mut(span.start as usize..span.end as usize).into_iter().flatten() {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).ok()
}
