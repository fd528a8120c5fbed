//! Finds the partner of each bracket, and limits how deeply brackets nest.
//!
//! In: tokens. Out: for each bracket its partner, and a diagnostic for each bracket without one. The recursion of later
//! steps is bounded by [`MAX_DEPTH`].

use crate::pvl::tokens::{Kind, Token};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// The greatest nesting of brackets, of conditionals and of statements.
pub const MAX_DEPTH: usize = 200;

/// The index of the partner of each token; `None` for a token without partner.
pub type Partners = Vec<Option<usize>>;

/// Matches brackets. `Err` means that the file nests too deeply to be read.
#[allow(clippy::result_large_err)] // Made once a file, and read at once.
pub fn match_brackets(source: &str, tokens: &[Token], out: &mut Vec<Diagnostic>) -> Result<Partners, Diagnostic> {
    let mut partners: Partners = vec![None; tokens.len()];
    let mut open: Vec<(usize, &str, Span)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let text = token.span.text(source);
        match token.kind {
            Kind::Open => {
                open.push((index, text, token.span));
                if open.len() > MAX_DEPTH {
                    return Err(too_deep(token.span, "brackets"));
                }
            }
            Kind::Close => {
                let Some(level) = open.iter().rposition(|(_, opener, _)| closer(opener) == text) else {
                    out.push(stray(text, token.span, open.last().map(|(_, opener, span)| (*opener, *span))));
                    continue;
                };
                for (_, opener, span) in open.drain(level + 1..) {
                    out.push(unclosed(opener, span, Some((text, token.span))));
                }
                if let Some((partner, ..)) = open.pop() {
                    set(&mut partners, partner, index);
                    set(&mut partners, index, partner);
                }
            }
            // The word `kernel` closes all brackets that are still open.
            Kind::Word if text == "kernel" && !open.is_empty() && starts_kernel(source, tokens, index) => {
                for (_, opener, span) in open.drain(..) {
                    out.push(unclosed(opener, span, Some((text, token.span))));
                }
            }
            Kind::Word | Kind::Number | Kind::Sign | Kind::Bad => {}
        }
    }
    for (_, opener, span) in open {
        out.push(unclosed(opener, span, None));
    }
    Ok(partners)
}

/// Sets the partner of a token.
fn set(partners: &mut Partners, index: usize, partner: usize) {
    if let Some(slot) = partners.get_mut(index) {
        *slot = Some(partner);
    }
}

/// Whether the word at this index is followed by a name and a brace, so that it is the start of a kernel.
fn starts_kernel(source: &str, tokens: &[Token], at: usize) -> bool {
    let name = tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word);
    name && tokens.get(at + 2).is_some_and(|t| t.span.text(source) == "{")
}

/// The bracket that closes this one.
fn closer(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        "{:" => ":}",
        _ => "}",
    }
}

/// The diagnostic for a part that nests too deeply.
pub fn too_deep(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new("parse.too-deep", span, format!("the {what} nest more than {MAX_DEPTH} levels deep here"))
        .label(format!("level {}", MAX_DEPTH + 1))
        .help("name parts of it with variables or pure functions")
}

/// The diagnostic for a closing bracket without partner.
fn stray(text: &str, span: Span, inside: Option<(&str, Span)>) -> Diagnostic {
    let found =
        Diagnostic::new("parse.unbalanced", span, format!("this `{text}` closes nothing")).label("closes nothing");
    match inside {
        Some((opener, place)) if opener != "{" => {
            found.related(place, format!("`{opener}` is open")).help(format!("it may have to be `{}`", closer(opener)))
        }
        Some(_) | None => found.help("remove it, or write the bracket that it should close"),
    }
}

/// The diagnostic for an opening bracket without partner. `met` is the bracket or word before which it should be
/// closed.
fn unclosed(opener: &str, span: Span, met: Option<(&str, Span)>) -> Diagnostic {
    let found = Diagnostic::new("parse.unbalanced", span, format!("this `{opener}` is never closed"))
        .label("opened here")
        .help(format!("write the `{}` that closes it", closer(opener)));
    match met {
        Some((text, place)) => found.related(place, format!("`{text}` comes before it is closed")),
        None => found,
    }
}
