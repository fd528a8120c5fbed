//! What clang prints about a file.
//!
//! In: its standard output and its standard error. Out: the text of the tree, and clang's errors as diagnostics.

use super::markers::marker;
use super::tree::{is_within, Starts, MAIN};
use ir::diagnostic::Diagnostic;
use ir::{parts, Span};
use std::collections::BTreeMap;

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
    /// The files of the user that clang has included.
    pub included: Vec<Included>,
}

/// A file of the user that clang has included.
#[derive(Clone, Debug)]
pub struct Included {
    /// The name that clang gives to it.
    pub name: String,
    /// The path for people.
    pub path: String,
    /// Its text, in which each offset is that of clang.
    pub text: String,
    /// Whether clang has read it more than once: then its text may mean several things.
    pub repeated: bool,
}

impl Clang {
    /// The names of the files of the user that clang has included, each with the number of times that clang has read
    /// it, from lines such as `# 1 "file" 1` among what clang has preprocessed.
    pub fn names_included(preprocessed: &str, folder: &str) -> BTreeMap<String, usize> {
        let mut out = BTreeMap::new();
        for (file, flags) in preprocessed.lines().filter_map(marker) {
            // A name without this flag is that of a directive `#line`.
            let entered = flags.split_whitespace().any(|flag| flag == "1");
            if entered && !file.starts_with('<') && !is_within(&file, folder) {
                *out.entry(file).or_insert(0) += 1;
            }
        }
        out
    }

    /// The text of the main file, and behind it those of the files that it includes; and where each of them starts.
    pub fn whole(&self, source: &str) -> (String, Starts) {
        let others = self.included.iter().map(|file| (file.path.as_str(), file.text.as_str()));
        let (text, offsets) = parts::joined(source, others);
        let names = self.included.iter().map(|file| file.name.clone());
        let starts = names.zip(offsets).chain([(MAIN.to_owned(), 0)]).collect();
        (text, starts)
    }

    /// The errors among the messages. A note is added to the error in front of it.
    pub fn errors(&self, source: &str, starts: &Starts) -> Vec<Diagnostic> {
        let mut out: Vec<Diagnostic> = Vec::new();
        for line in self.messages.lines() {
            let Some((place, severity, text)) = message(line) else { continue };
            let (span, file) = position(place, source, starts);
            let text = match file {
                Some(file) if !file.is_empty() => format!("{text} (in {file})"),
                Some(_) | None => text.to_owned(),
            };
            match (severity, out.last_mut()) {
                ("note", Some(error)) if file.is_none() => error.related.push((span, text)),
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

/// The span of `file:line:column` in the text of all files, if the text of the file is known; else the start of the
/// main file, and the name of the other file with the line.
fn position<'p>(place: &'p str, source: &str, starts: &Starts) -> (Span, Option<&'p str>) {
    let mut parts = place.rsplitn(3, ':');
    let column: Option<usize> = parts.next().and_then(|text| text.parse().ok());
    let line: Option<usize> = parts.next().and_then(|text| text.parse().ok());
    let file = parts.next().and_then(|file| starts.get(file));
    let (Some(line), Some(column)) = (line, column) else { return (Span::new(0, 0), Some("")) };
    let Some(from) = file else {
        return (Span::new(0, 0), place.rsplit_once(':').map(|(file, _)| file));
    };
    let text = source.get(*from..).unwrap_or_default();
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let start = (from + before + column.saturating_sub(1)).min(source.len());
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
    use super::{Clang, Included};

    #[test]
    fn messages_about_included_files_have_places_there() {
        let [name, path] = ["./a.h", "a.h"].map(str::to_owned);
        let included = vec![Included { name, path, text: "int x;\nint y\n".to_owned(), repeated: false }];
        let clang = Clang { messages: "./a.h:2:5: error: no\n".to_owned(), included, ..Clang::default() };
        let (text, starts) = clang.whole("#include \"a.h\"\n");
        assert_eq!(clang.errors(&text, &starts).first().map(|error| error.span.text(&text)), Some("y"));
    }

    #[test]
    fn included_files_are_counted() {
        let printed = "# 1 \"<stdin>\"\n# 1 \"./a.h\" 1\nx\n# 2 \"<stdin>\" 2\n# 1 \"./a.h\" 1\n# 1 \"/l/b.h\" 1\n";
        let found = Clang::names_included(printed, "/l");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [("./a.h".to_owned(), 2)]);
    }

    #[test]
    fn messages_have_the_places_of_their_words() {
        let source = "int a;\nint b = aa + 1;\n";
        let messages = "<stdin>:2:9: error: use of undeclared identifier 'aa'\n<stdin>:1:5: note: 'a' declared here\n\
                        lib/x.h:3:1: error: unknown type name 'q'\n1 error generated.\n";
        let clang = Clang { messages: messages.to_owned(), ..Clang::default() };
        let errors = clang.errors(source, &clang.whole(source).1);
        assert_eq!(errors.len(), 2);
        assert_eq!(errors.first().map(|e| e.span.text(source)), Some("aa"));
        let related: Vec<&str> = errors.iter().flat_map(|e| &e.related).map(|(span, _)| span.text(source)).collect();
        assert_eq!(related, ["a"]);
        assert!(errors.last().is_some_and(|e| e.message.contains("lib/x.h:3")));
    }
}
