//! The reason why nothing ran, and the report about it.
//!
//! In: an error of the command line, of a file, or of the input of a run. Out: the exit status, text, JSON.

use interp::BadInput;
use ir::diagnostic::Diagnostic;
use vcgen::outcome::FileOutcome;
use vcgen::report::text;

use super::json;
use super::show::{style, Told};
use crate::output;
use crate::verify::{BAD_INPUT, UNKNOWN};

/// The reason why nothing ran.
#[derive(Default)]
pub struct CannotRun {
    /// The source text, as far as it could be read.
    pub source: String,
    /// Errors in the source.
    pub diagnostics: Vec<Diagnostic>,
    /// A sentence about an error of the command line or of an input file.
    pub sentence: Option<String>,
    /// Whether the reason is no error, but that the run would need more memory than the limit.
    pub limit: bool,
}

impl CannotRun {
    /// The exit status, and the report as JSON; the report as text is printed.
    pub fn refuse(&self, told: &Told<'_>) -> (u8, String) {
        if let Some(sentence) = &self.sentence {
            output::say(&format!("sepal: {sentence}\n"));
        } else {
            let (path, diagnostics) = (told.path.to_owned(), self.diagnostics.clone());
            let outcome = FileOutcome { path, source: self.source.clone(), diagnostics, ..FileOutcome::default() };
            output::say(&text::render(&outcome, &style()));
        }
        match &self.sentence {
            Some(sentence) if self.limit => (UNKNOWN, json::limit(told, UNKNOWN, sentence)),
            sentence => (BAD_INPUT, json::error(told, BAD_INPUT, &self.diagnostics, sentence.as_deref())),
        }
    }
}

impl From<String> for CannotRun {
    fn from(sentence: String) -> Self {
        Self { sentence: Some(sentence), ..Self::default() }
    }
}

impl From<BadInput> for CannotRun {
    fn from(bad: BadInput) -> Self {
        let limit = matches!(bad, BadInput::TooLarge { .. });
        let help = if limit { "; a smaller launch or smaller constants may do, or `--memory N`" } else { "" };
        Self { limit, ..Self::from(format!("{bad}{help}")) }
    }
}
