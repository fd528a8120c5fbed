//! What is said about a source file: errors of its text, names and types.

use crate::Span;

/// One finding about the input. Rendering is the business of `vcgen::report`.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Stable id, such as `type.mismatch`; each has a page in the book.
    pub code: &'static str,
    /// One sentence: what was found.
    pub message: String,
    /// The place that is wrong.
    pub span: Span,
    /// What stands at `span`, in few words.
    pub label: String,
    /// Other places that explain it.
    pub related: Vec<(Span, String)>,
    /// What would work instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with no related places and no help.
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span, label: String::new(), related: Vec::new(), help: None }
    }

    /// Says what stands at the main span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another place that explains the finding.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Says what would work.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
