//! Errors of a source file: of its syntax, its names and its types.

use crate::Span;

/// One error of the input. `vcgen::report` renders it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Stable id, such as `type.mismatch`; each has a page in the book.
    pub code: &'static str,
    /// One sentence that says what was found.
    pub message: String,
    /// The place that is wrong.
    pub span: Span,
    /// A few words about the text at `span`.
    pub label: String,
    /// Other places that explain the error, each with a few words about it.
    pub related: Vec<(Span, String)>,
    /// A sentence that says what would work instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with no related places and no help.
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span, label: String::new(), related: Vec::new(), help: None }
    }

    /// Sets the label of the main place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another place that explains the error.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Sets the sentence that says what would work.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
