//! Checks that annotations hold specifications only.
//!
//! In: which tokens stand in annotations, and which ranges of tokens the parser read as specifications. Out:
//! diagnostics for all other tokens in annotations. So nothing in an annotation changes what the code does: a compiler
//! for which annotations are comments compiles the same program.

use super::{Parser, Range};
use ir::diagnostic::Diagnostic;
use ir::Span;

impl Parser<'_> {
    /// Whether a token stands in an annotation.
    pub(super) fn is_annotated(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.annotated)
    }

    /// Takes a range of tokens for a specification: it may stand in annotations, but then all of it must.
    pub(super) fn specification(&mut self, range: Range) {
        if self.specified.is_empty() {
            return;
        }
        self.excuse(range);
        let first = self.is_annotated(range.from);
        if let Some(at) = (range.from..range.to).find(|at| self.is_annotated(*at) != first) {
            let (here, there) = if first { ("behind", "in") } else { ("in", "outside of") };
            self.diagnostics.push(
                Diagnostic::new(
                    "parse.annotation",
                    self.span(at),
                    format!("this part of a specification is {here} an annotation, and its beginning is {there} one"),
                )
                .label(format!("{here} the annotation"))
                .related(self.span(range.from), "the specification begins here")
                .help("put the whole of it into annotations, up to its `;`, or no part of it"),
            );
        }
    }

    /// Reads a `;` that belongs to nothing.
    pub(super) fn nothing<T>(&mut self, at: usize) -> (Option<T>, usize) {
        self.excuse(Range { from: at, to: at + 1 });
        (None, at + 1)
    }

    /// Accepts the tokens of a range in annotations: what is wrong with them is reported already, or nothing is.
    pub(super) fn excuse(&mut self, range: Range) {
        let to = range.to.min(self.specified.len());
        self.specified.get_mut(range.from.min(to)..to).into_iter().flatten().for_each(|flag| *flag = true);
    }

    /// Reports an annotation where the body of an `if` or of a loop is expected. For a reader who takes annotations for
    /// comments, the statement behind the annotation would be the body.
    pub(super) fn annotation_as_body(&mut self, at: usize) {
        if self.is_annotated(at) {
            self.diagnostics.push(
                Diagnostic::new("parse.annotation", self.span(at), "an annotation cannot be the whole body")
                    .label("a statement in braces is expected")
                    .help("write the body in braces, with the annotation and the code in them"),
            );
        }
    }

    /// Reports the tokens in annotations that no specification has taken, once for each annotation. An annotation with
    /// another error is left out.
    pub(super) fn code_in_annotations(&mut self, annotations: &[Span]) {
        for annotation in annotations {
            let inside = |span: Span| annotation.start <= span.start && span.start < annotation.end;
            if self.diagnostics.iter().any(|error| inside(error.span)) {
                continue;
            }
            let first = self.tokens.partition_point(|token| token.span.start < annotation.start);
            let code = |at: &usize| self.specified.get(*at) == Some(&false);
            let within = |at: &usize| self.tokens.get(*at).is_some_and(|token| inside(token.span));
            let Some(from) = (first..).take_while(within).find(code) else { continue };
            let to = (from..).take_while(within).take_while(code).last().unwrap_or(from);
            let span = self.span(from).to(self.span(to));
            let shown = span.text(self.source);
            let short = shown.len() <= 40 && !shown.contains('\n');
            let message = if short {
                format!("`{shown}` is code, in an annotation")
            } else {
                "this is code, in an annotation".into()
            };
            self.diagnostics.push(Diagnostic::new("parse.annotation", span, message).label("code").help(
                "an annotation holds specifications: clauses of contracts, invariants, `assert`, `assume`, \
                    `inhale`, `exhale`, `refute`, `label`, `ghost` code, `pure` functions and resources; write other \
                    code outside of it",
            ));
        }
    }
}
