//! Standard output and standard error. Whoever closed them does not want to hear more: that is no error of ours.

use std::io::{IsTerminal, Write};

/// Writes to standard output: what another program reads.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Writes to standard error: what a person reads.
pub fn say(text: &str) {
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Whether a person watches standard error.
pub fn watched() -> bool {
    std::io::stderr().is_terminal()
}

/// Whether to colour standard error: a terminal, and `NO_COLOR` does not object.
pub fn colored() -> bool {
    watched() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Replaces the current line of the terminal; an empty text clears it.
pub fn progress(text: &str) {
    if watched() {
        say(&format!("\r\x1b[K{text}"));
    }
}
