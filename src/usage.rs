//! Reports a command line that cannot be read.
//!
//! In: clap's error. Out: its text on standard error, or, if the command line asks for JSON, the document that the verb
//! writes; and the exit status.

use std::ffi::OsString;

use crate::clang::sentence;
use crate::{output, run, verify};

/// Prints the error, and returns the exit status. clap treats `--help` and `--version` as errors, so they come here,
/// too.
pub fn refuse(error: &clap::Error, arguments: &[OsString]) -> u8 {
    let verb = arguments.get(1).and_then(|verb| verb.to_str()).filter(|_| error.use_stderr() && wants_json(arguments));
    let (document, aloud) = match verb {
        Some("run") => (run::refuse_usage(&sentence(error)), true),
        // The JSON document of `sepal verify` takes the place of the text.
        Some("verify") => (verify::refuse_usage(&sentence(error)), false),
        Some(_) | None => (String::new(), true),
    };
    if aloud {
        // An error of writing is ignored, since there is nobody to report it to.
        drop(error.print());
    }
    if document.is_empty() || output::print(&document) {
        u8::try_from(error.exit_code()).unwrap_or(verify::BAD_INPUT)
    } else {
        verify::BAD_INPUT
    }
}

/// Whether the command line asks for JSON. Arguments behind `--` are files.
fn wants_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json")
}
