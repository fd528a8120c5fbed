//! Kernels in the form that C has: parameters in parentheses, and code right between the braces.
//!
//! In: the tokens of a kernel. Out: one diagnostic that says what to write instead, and how far the tokens go that it
//! is about, so that what follows is read.

use super::items::MEMBER_STARTS;
use super::words::{STARTS, TYPES};
use super::{Parser, Range};
use crate::pvl::ast::{Item, Member};
use ir::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Reports the parameters of a kernel whose list opens at `open`, and returns the index behind the list; `open` if
    /// no list opens there.
    pub(super) fn parameters_of_kernel(&mut self, open: usize, to: usize) -> usize {
        let close = self.partner(open).filter(|close| self.text(open) == "(" && *close < to);
        let Some(close) = close else { return open };
        let declared = self.between_commas(Range { from: open + 1, to: close });
        let declared: Vec<String> = declared.into_iter().filter_map(|range| self.parameter(range)).collect();
        let declared =
            if declared.is_empty() { "global int n; global int[n] a;".to_owned() } else { declared.join(" ") };
        let list = self.span(open).to(self.span(close));
        self.diagnostics.push(
            Diagnostic::new("parse.expected", list, "a kernel has no list of parameters")
                .label("`{` should stand here")
                .help(format!(
                    "declare the data of the kernel inside of its braces, each array with its length: \
                     `{{ {declared} … void main() {{ … }} }}`"
                )),
        );
        self.poison(Range { from: open, to: close });
        close + 1
    }

    /// A parameter, as a declaration of the kernel; `None` if it has no name or no type of the language.
    fn parameter(&self, range: Range) -> Option<String> {
        let words = || range.from..range.to;
        let ty = words().map(|at| self.text(at)).find(|word| TYPES.contains(word))?;
        let is_name = |at: &usize| self.is_word(*at) && !matches!(self.text(*at + 1), "]" | "." | "+" | "*");
        let name = words().rev().find(is_name).map(|at| self.text(at))?;
        let memory = if self.text(range.from) == "local" { "local" } else { "global" };
        let length = |open: usize| {
            let inside = self.span(open + 1).to(self.span(self.partner(open)?.checked_sub(1)?));
            (self.text(open + 1) != "]").then(|| inside.text(self.source))
        };
        Some(match words().find(|at| matches!(self.text(*at), "[" | "*")) {
            Some(open) => format!("{memory} {ty}[{}] {name};", length(open).unwrap_or("n")),
            None => format!("{memory} {ty} {name};"),
        })
    }

    /// Whether `main` is declared here.
    pub(super) fn is_main(&self, at: usize) -> bool {
        (self.text(at) == "void" || self.is_type(at)) && self.text(at + 1) == "main"
    }

    /// Reports a method that is called `main`, and returns the position behind it.
    pub(super) fn main_of_class(&mut self, range: Range) -> usize {
        self.diagnostics.push(
            Diagnostic::new("parse.expected", self.span(range.from + 1), "a method cannot be called `main`")
                .label("the code of a kernel is called so")
                .help("give the method another name"),
        );
        let mut end = range.from;
        while end < range.to && self.text(end) != "{" {
            end = self.skip(end);
        }
        self.skip(end).min(range.to)
    }

    /// Reports a procedure outside of kernels that is called `main`, with the contract in front of it.
    pub(super) fn main_of_host(&mut self, range: Range) -> (Option<Item>, usize) {
        let at = self.behind_clauses(range);
        self.diagnostics.push(
            Diagnostic::new("parse.expected", self.span(at + 1), "a procedure of the host cannot be called `main`")
                .label("the code of a kernel is called so")
                .help("give the procedure another name"),
        );
        let mut end = at;
        while end < range.to && self.text(end) != "{" {
            end = self.skip(end);
        }
        let end = self.skip(end).min(range.to);
        self.poison(Range { from: range.from, to: end });
        (None, end)
    }

    /// Whether a statement starts here, and no member of a kernel.
    pub(super) fn is_code(&self, at: usize) -> bool {
        let writes = matches!(self.text(at + 1), "=" | ":=" | "++" | "--" | "[") && self.foreign(at).is_none();
        self.starts_statement(at) || self.is_word(at) && writes
    }

    /// Whether a word stands here that starts a statement, and no member of a kernel.
    fn starts_statement(&self, at: usize) -> bool {
        let word = self.text(at);
        let is_member = MEMBER_STARTS.contains(&word) || TYPES.contains(&word) || word == "context_everywhere";
        STARTS.contains(&word) && !is_member
    }

    /// Reports code that stands right in a kernel, with the contract in front of the code, and returns the index behind
    /// all of it.
    pub(super) fn code_of_kernel(&mut self, range: Range, code: usize) -> (Option<Member>, usize) {
        let starts = |at: usize| matches!(self.text(at), "global" | "local" | "pure" | "void" | "kernel" | "group");
        let mut end = code;
        while end < range.to && !starts(end) {
            end = self.skip(end);
        }
        let end = end.min(range.to);
        let first = self.span(code);
        self.diagnostics.push(
            Diagnostic::new("parse.expected", first, "a kernel has its code in `void main() { … }`")
                .label("this code stands outside of it")
                .help("write `void main() {` in front of the code, behind the contract, and `}` behind the code"),
        );
        self.poison(Range { from: range.from, to: end });
        (None, end)
    }
}
