//! A command line that cannot be read.
//!
//! In: what clap says of it. Out: the same on standard error, or, where the command line asks for JSON, the document
//! that the verb writes; and the exit status.

use std::ffi::OsString;

use crate::{output, run, verify};

/// Says what is wrong. Help and versions come here too: clap treats them as errors.
pub fn refuse(error: &clap::Error, arguments: &[OsString]) -> u8 {
    let verb = arguments.get(1).and_then(|verb| verb.to_str()).filter(|_| error.use_stderr() && wants_json(arguments));
    let (document, aloud) = match verb {
        Some("run") => (run::refuse_usage(&sentence(error)), true),
        // The document of `sepal verify` stands instead of text.
        Some("verify") => (verify::refuse_usage(&sentence(error)), false),
        Some(_) | None => (String::new(), true),
    };
    if aloud {
        // Nobody is left who could be told that a stream is closed.
        drop(error.print());
    }
    if document.is_empty() || output::print(&document) {
        u8::try_from(error.exit_code()).unwrap_or(verify::BAD_INPUT)
    } else {
        verify::BAD_INPUT
    }
}

/// Whether JSON is asked for: behind `--`, everything is a file.
fn wants_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json")
}

/// What clap says first, in one line: no tips, no usage.
fn sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.trim_start_matches("error:").split_whitespace().collect();
    words.join(" ")
}
