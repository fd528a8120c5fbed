//! Reads a text that a file might have.
//!
//! In: the path of a file, and another text. Out: what clang would print about the file with this text.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use ir::diagnostic::Diagnostic;
use ir::Span;
use syntax::c::{Clang, Language};

use super::{read_from, Preprocessor};

/// What clang would print about a file if its text were `source`.
#[allow(clippy::result_large_err)]
pub fn read_changed(path: &Path, source: &str, language: Language, before: &Preprocessor) -> Result<Clang, Diagnostic> {
    static CHANGED: AtomicUsize = AtomicUsize::new(0);
    let number = CHANGED.fetch_add(1, Ordering::Relaxed);
    let text = std::env::temp_dir().join(format!("sepal-{}-{number}", std::process::id()));
    let problem = |error: std::io::Error| {
        let message = format!("`{}` cannot be written: {error}", text.display());
        Diagnostic::new("input.no-clang", Span::new(0, 0), message).label("not read")
    };
    let read =
        fs::write(&text, source).map_err(problem).and_then(|()| read_from(&text, (path, source), language, before));
    // Who cannot remove the file could not have read it, and nothing depends on the file.
    let _ = fs::remove_file(&text);
    read
}
