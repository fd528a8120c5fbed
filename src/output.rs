//! Writes to standard output and standard error.
//!
//! In: text. Out: whether the text was written. A closed pipe is no error, because the reader does not want the rest.
//! If a result cannot be written for another reason, that is an error.

use std::io::{ErrorKind, IsTerminal, Write};

use vcgen::report::WIDE;

/// Writes to standard output, for other programs. Returns whether the text was written, or the pipe is closed.
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

/// Writes to standard error, for people.
pub fn say(text: &str) {
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Whether standard error is a terminal.
pub fn watched() -> bool {
    std::io::stderr().is_terminal()
}

/// The number of columns for text on standard error: those of the terminal; in a file or a pipe there is no limit to
/// care for.
pub fn width() -> usize {
    let columns = || terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| usize::from(width.0));
    let columns = if watched() { columns() } else { None };
    columns.filter(|columns| *columns > 0).map_or(WIDE, |columns| columns.min(WIDE))
}

/// Whether to colour standard error: it is a terminal, and the environment does not set `NO_COLOR`.
pub fn colored() -> bool {
    watched() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Replaces the current line of the terminal; an empty text clears it.
pub fn progress(text: &str) {
    if watched() {
        say(&format!("\r\x1b[K{text}"));
    }
}
