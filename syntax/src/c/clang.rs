//! What clang prints about a file.
//!
//! In: its standard output and its standard error. Out: the text of the tree, and clang's errors as diagnostics.

use super::tree::{is_within, MAIN};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// What clang prints about a file, with `-fno-caret-diagnostics`.
#[derive(Clone, Debug, Default)]
pub struct Clang {
    /// The tree, in JSON.
    pub tree: String,
    /// The declarations of the language, as [`declared_by_language`](super::declared_by_language) writes them, if clang
    /// has read them precompiled: then the tree does not have them.
    pub language: Option<String>,
    /// The folder of the files that declare the languages, as it stands in the tree.
    pub folder: String,
    /// The messages, one a line: `file:line:column: error: text`.
    pub messages: String,
    /// What `clang -E -dD` prints, if macros may come from another file or from the command line; else nothing.
    pub preprocessed: String,
}

impl Clang {
    /// The files of the user that clang has included, from the lines such as `# 1 "file"` among what it has
    /// preprocessed.
    pub fn included(&self) -> std::collections::BTreeSet<&str> {
        let files = self.preprocessed.lines().filter_map(|line| line.strip_prefix("# ")?.split('"').nth(1));
        files.filter(|file| !file.starts_with('<') && !is_within(file, &self.folder)).collect()
    }

    /// The errors among the messages. A note is added to the error in front of it.
    pub fn errors(&self, source: &str) -> Vec<Diagnostic> {
        let mut out: Vec<Diagnostic> = Vec::new();
        for line in self.messages.lines() {
            let Some((place, severity, text)) = message(line) else { continue };
            let (span, file) = position(place, source);
            let text = match file {
                Some(file) => format!("{text} (in {file})"),
                None => text.to_owned(),
            };
            match (severity, out.last_mut()) {
                ("note", Some(error)) if file_is_main(place) => error.related.push((span, text)),
                ("note", _) => {}
                _ => out.push(Diagnostic::new("c.clang", span, text).label("clang reports this")),
            }
        }
        out
    }
}

/// The place, the severity and the text of a message; `None` for a line that is no error and no note.
fn message(line: &str) -> Option<(&str, &'static str, &str)> {
    for (sign, severity) in [(": fatal error: ", "error"), (": error: ", "error"), (": note: ", "note")] {
        if let Some((place, text)) = line.split_once(sign) {
            return Some((place, severity, text));
        }
    }
    line.strip_prefix("error: ").map(|text| ("", "error", text))
}

fn file_is_main(place: &str) -> bool {
    place.starts_with(MAIN)
}

/// The span of `file:line:column` if the file is the main one; else the start of the file, and the name of the other
/// file with the line.
fn position<'p>(place: &'p str, source: &str) -> (Span, Option<&'p str>) {
    let mut parts = place.rsplitn(3, ':');
    let column: Option<usize> = parts.next().and_then(|text| text.parse().ok());
    let line: Option<usize> = parts.next().and_then(|text| text.parse().ok());
    let (Some(line), Some(column)) = (line, column) else { return (Span::new(0, 0), None) };
    if !file_is_main(place) {
        return (Span::new(0, 0), place.rsplit_once(':').map(|(file, _)| file));
    }
    let before: usize = source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let start = (before + column.saturating_sub(1)).min(source.len());
    let rest = source.get(start..).unwrap_or("");
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
    (Span::new(start, start + length), None)
}

/// The error for a tree that cannot be read.
pub fn unreadable(why: &str) -> Diagnostic {
    Diagnostic::new("c.clang", Span::new(0, 0), format!("the tree that clang prints cannot be read: {why}"))
        .label("this file")
        .help("`sepal doctor` says which clang is used, and which version Sepal is made for")
}

#[cfg(test)]
mod tests {
    use super::Clang;

    #[test]
    fn messages_have_the_places_of_their_words() {
        let source = "int a;\nint b = aa + 1;\n";
        let messages = "<stdin>:2:9: error: use of undeclared identifier 'aa'\n<stdin>:1:5: note: 'a' declared here\n\
                        lib/x.h:3:1: error: unknown type name 'q'\n1 error generated.\n";
        let errors = Clang { messages: messages.to_owned(), ..Clang::default() }.errors(source);
        assert_eq!(errors.len(), 2);
        assert_eq!(errors.first().map(|e| e.span.text(source)), Some("aa"));
        let related: Vec<&str> = errors.iter().flat_map(|e| &e.related).map(|(span, _)| span.text(source)).collect();
        assert_eq!(related, ["a"]);
        assert!(errors.last().is_some_and(|e| e.message.contains("lib/x.h:3")));
    }
}
