//! Standard output and standard error.
//!
//! If somebody closes the pipe that is written to, nobody wants to read more, which is no error. That a result cannot
//! be written for another reason is an error.

use std::io::{ErrorKind, IsTerminal, Write};

/// Writes to standard output: what another program reads. Whether it could be written, or nobody reads it any more.
#[must_use]
pub fn print(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            say(&format!("sepal: the result cannot be written: {error}\n"));
            false
        }
        Ok(()) | Err(_) => true,
    }
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
