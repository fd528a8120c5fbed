//! Parses a text to a syntax tree, and reports every error of the file.
//!
//! In: text. Out: the tree of all parts that could be read, and diagnostics for the other parts. Tokens and balanced
//! brackets divide the file into pieces (`items`, `statements`), each piece is matched by a rule of the pest grammar,
//! and `build` makes its tree. If a piece does not match, the other pieces are still read.

pub mod advice;
mod annotated;
mod as_in_c;
mod atomic;
mod barrier;
mod build;
mod classes;
mod clauses;
mod collections;
mod data_types;
mod described;
mod enums;
mod exits;
pub mod fragments;
mod functions;
mod ghost;
mod given;
mod host;
mod items;
mod iteration;
mod locks;
mod loops;
mod messages;
mod par;
mod paths;
pub mod precedence;
mod procedures;
mod quantified;
mod resources;
mod reveal;
mod share;
mod statements;
pub mod words;

use crate::pvl::annotations;
use crate::pvl::ast::{File, Notes, TypeName};
use crate::pvl::brackets::{match_brackets, too_deep, Partners, MAX_DEPTH};
use crate::pvl::grammar::{self, Rule};
use crate::pvl::lex::lex;
use crate::pvl::tokens::{Kind, Token};
use crate::pvl::type_name::Declared;
use build::Builder;
use ir::diagnostic::Diagnostic;
use ir::Span;
use pest::iterators::Pair;
use std::collections::BTreeSet;

/// The greatest length of a file, in bytes.
pub const MAX_SOURCE_BYTES: usize = 4 << 20;
/// The greatest number of operators in one expression. Together with [`MAX_DEPTH`] this bounds the depth of trees, and
/// so the stack that a recursion over a tree needs.
pub const MAX_OPERATORS: usize = 256;

/// Signs that can stand behind a name, but not behind a word that starts a statement or a member of a kernel.
const BEHIND_NAMES: [&str; 18] =
    [":=", "=", "++", "--", "+=", "-=", "*=", ",", ")", "]", "==", "!=", "<", "<=", ">", ">=", "+", "/"];

/// The result of parsing a file.
#[derive(Debug, Default)]
pub struct Read {
    /// The tree.
    pub file: File,
    /// Every error.
    pub diagnostics: Vec<Diagnostic>,
    /// The text with blanks in place of comments and marks of annotations, if there are annotations.
    pub readable: Option<String>,
    /// Names in parts that could not be read. They are not reported as unknown.
    pub poisoned: BTreeSet<String>,
}

/// Reads a file.
pub fn parse(source: &str) -> Read {
    if source.len() > MAX_SOURCE_BYTES {
        let error = Diagnostic::new("parse.too-large", Span::new(0, 0), format!("the file has {} bytes", source.len()))
            .label("too large")
            .help("a file may have 4 MiB; split it");
        return Read { diagnostics: vec![error], ..Read::default() };
    }
    let lexed = lex(source);
    let readable = annotations::readable(source, &lexed);
    let mut diagnostics = lexed.diagnostics;
    let partners = match match_brackets(source, &lexed.tokens, &mut diagnostics) {
        Ok(partners) => partners,
        Err(error) => {
            diagnostics.push(error);
            return Read { diagnostics, ..Read::default() };
        }
    };
    let specified = if lexed.annotations.is_empty() { Vec::new() } else { vec![false; lexed.tokens.len()] };
    let text = readable.as_deref().unwrap_or(source);
    let mut parser = Parser::new(source, text, lexed.tokens, partners, lexed.comments);
    (parser.specified, parser.diagnostics) = (specified, diagnostics);
    parser.types = std::rc::Rc::new(parser.declared_types());
    parser.classes = parser.class_names();
    let heads = (0..parser.tokens.len()).filter(|at| parser.is_procedure(*at));
    parser.declared = heads.map(|at| parser.text(parser.behind_type(at))).collect();
    let file = parser.file();
    parser.code_in_annotations(&lexed.annotations);
    if file.items.is_empty() && parser.diagnostics.is_empty() {
        parser.diagnostics.push(
            Diagnostic::new("parse.empty", Span::new(0, 0), "there is no kernel and no function in this file")
                .label("nothing to verify")
                .help("write a kernel: `kernel name { … void main() { … } }`"),
        );
    }
    let Parser { diagnostics, poisoned, .. } = parser;
    Read { file, diagnostics, poisoned, readable }
}

/// What is expected where nothing in particular is.
const NOTHING_MORE: &str = "something else";

/// A range of tokens.
#[derive(Clone, Copy, Debug)]
struct Range {
    /// Index of the first token.
    from: usize,
    /// Index behind the last token.
    to: usize,
}

/// The state of parsing one file. Its methods are in the modules of this folder, by what they parse.
struct Parser<'s> {
    /// The text of the file.
    source: &'s str,
    /// The text of the file with blanks in place of the marks of annotations, which the grammar does not know.
    readable: &'s str,
    /// For each token, whether it may stand in an annotation; empty if there are no annotations.
    specified: Vec<bool>,
    /// The tokens of the file.
    tokens: Vec<Token>,
    /// For each token that is a bracket, the index of the bracket that it matches.
    partners: Partners,
    /// The places of all comments, in order.
    comments: Vec<Span>,
    /// Index of the first comment that is not in the tree yet.
    next_comment: usize,
    /// The errors so far.
    diagnostics: Vec<Diagnostic>,
    /// The names in parts that could not be read, so far.
    poisoned: BTreeSet<String>,
    /// The names of the procedures and functions that the file declares.
    declared: BTreeSet<&'s str>,
    /// The names of the classes, enumerations and abstract data types that the file declares.
    classes: BTreeSet<&'s str>,
    /// The enumerations and abstract data types that the file declares.
    types: std::rc::Rc<Declared>,
    /// The abstract data types with parameters that were mentioned so far, with the types for their parameters.
    instances: Vec<TypeName>,
    /// How many statements enclose the one that is read now.
    depth: usize,
    /// How many parallel blocks enclose the statement that is read now.
    pars: usize,
    /// Whether the current item is a kernel.
    in_kernel: bool,
}

impl<'s> Parser<'s> {
    /// The state at the start of a text.
    fn new(source: &'s str, readable: &'s str, tokens: Vec<Token>, partners: Partners, comments: Vec<Span>) -> Self {
        Self {
            source,
            readable,
            specified: Vec::new(),
            tokens,
            partners,
            comments,
            next_comment: 0,
            diagnostics: Vec::new(),
            poisoned: BTreeSet::new(),
            declared: BTreeSet::new(),
            classes: BTreeSet::new(),
            types: std::rc::Rc::default(),
            instances: Vec::new(),
            depth: 0,
            pars: 0,
            in_kernel: false,
        }
    }

    /// The text of a token; empty behind the last token.
    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| token.span.text(self.source))
    }

    /// The position of a token; behind the last token, the end of the file.
    fn span(&self, at: usize) -> Span {
        let end = self.source.trim_end().len();
        self.tokens.get(at).map_or(Span::new(end, end), |token| token.span)
    }

    /// The index of the closing bracket of the bracket at `at`.
    fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(at).copied().flatten().filter(|partner| *partner > at)
    }

    /// Whether nothing stands between a token and the next one.
    fn touches(&self, at: usize) -> bool {
        self.span(at).end == self.span(at + 1).start
    }

    /// The index behind a token; for an opening bracket, the index behind the closing one.
    fn skip(&self, at: usize) -> usize {
        self.partner(at).map_or(at + 1, |partner| partner + 1)
    }

    /// The end of the piece that starts at `from`: its `;`, a word of `stops`, or a brace; and whether it ends with a
    /// `;`.
    fn piece_end(&self, range: Range, stops: &[&str]) -> (usize, bool) {
        let mut at = range.from;
        while at < range.to {
            match self.text(at) {
                ";" => return (at, true),
                "{" if self.is_literal(at, range.from) => at = self.skip(at).min(range.to),
                "{" | "}" => return (at, false),
                word if at > range.from && stops.contains(&word) && self.starts_anew(at) => return (at, false),
                _ => at = self.skip(at).min(range.to),
            }
        }
        (at, false)
    }

    /// Whether a word that may start a statement does so: it is not used as a name, and is not the type in
    /// `new int[n]`.
    fn starts_anew(&self, at: usize) -> bool {
        !self.is_used_as_name(at) && at.checked_sub(1).is_none_or(|before| self.text(before) != "new")
    }

    /// Whether the token behind a word can only follow a name. Then the word is used as a name, although it is a word
    /// of the language.
    fn is_used_as_name(&self, at: usize) -> bool {
        let behind = self.text(at + 1);
        BEHIND_NAMES.contains(&behind)
            || behind == ";" && !matches!(self.text(at), "return" | "break" | "continue" | "else")
    }

    /// Matches a piece with a rule of the grammar. `end` names what stands behind the piece, for error messages, and
    /// `assertion` says whether `=` means equality.
    fn piece(&mut self, rule: Rule, range: Range, end: &str, assertion: bool) -> Option<(Pair<'s, Rule>, Builder)> {
        if !self.readable(range) {
            return None;
        }
        let (start, stop) = if range.from < range.to {
            (self.span(range.from).start as usize, self.span(range.to - 1).end as usize)
        } else {
            let at = self.span(range.from).start as usize;
            (at, at)
        };
        let text = self.readable.get(start..stop)?;
        match grammar::parse(self.with_classes(rule, range), text) {
            Ok(pair) => Some((pair, Builder::new(start, assertion, std::rc::Rc::clone(&self.types)))),
            Err(mismatch) => {
                let at = start + mismatch.offset;
                let index = (range.from..range.to).find(|i| self.span(*i).end as usize > at).unwrap_or(range.to);
                let expected: Vec<&str> =
                    mismatch.expected.iter().map(|word| if *word == "{end}" { end } else { word }).collect();
                let before = self.diagnostics.len();
                self.expected(index, &enumerate(&expected));
                let help = self.of_piece(rule, index);
                if let (Some(error), Some(help)) = (self.diagnostics.get_mut(before), help) {
                    error.help = Some(help.to_owned());
                }
                self.poison(range);
                None
            }
        }
    }

    /// Whether the brackets of the piece match and its length is within limits; if not, an error is reported.
    fn readable(&mut self, range: Range) -> bool {
        let mut operators = 0;
        let mut questions = 0;
        let mut sound = true;
        for at in range.from..range.to {
            let matched = self.partners.get(at).copied().flatten().is_some();
            match self.tokens.get(at).map(|token| token.kind) {
                Some(Kind::Bad) => sound = false,
                Some(Kind::Open | Kind::Close) => sound &= matched,
                Some(Kind::Sign) => match self.text(at) {
                    "," | ";" | "." | ":" | ":=" => {}
                    "?" => {
                        questions += 1;
                        operators += 1;
                    }
                    _ => operators += 1,
                },
                Some(Kind::Word | Kind::Number) | None => {}
            }
        }
        let whole = self.span(range.from).to(self.span(range.to.max(range.from + 1) - 1));
        if sound && questions > MAX_DEPTH {
            self.diagnostics.push(too_deep(whole, "conditionals"));
            sound = false;
        }
        if sound && operators > MAX_OPERATORS {
            self.diagnostics.push(
                Diagnostic::new("parse.too-long", whole, format!("there are {operators} operators in one expression"))
                    .label("too long")
                    .help(format!("an expression may have {MAX_OPERATORS}; name parts of it")),
            );
            sound = false;
        }
        if !sound {
            self.poison(range);
        }
        sound
    }

    /// Records the names in a part that could not be read.
    fn poison(&mut self, range: Range) {
        self.excuse(range);
        let words = (range.from..range.to).filter(|at| self.tokens.get(*at).is_some_and(|t| t.kind == Kind::Word));
        let names: Vec<String> = words.map(|at| self.text(at).to_string()).collect();
        self.poisoned.extend(names);
    }

    /// Reports the token that was found where something else was expected.
    fn expected(&mut self, at: usize, expected: &str) {
        let better = || self.unread_near(at).or_else(|| self.habit(at));
        if let Some(error) = (self.text(at) != "|").then(better).flatten() {
            self.diagnostics.push(error);
            return;
        }
        let found = match self.text(at) {
            "" => "the end of the file".to_string(),
            text => format!("`{}`", text.chars().take(40).collect::<String>()),
        };
        let (message, label) = match expected == NOTHING_MORE {
            true => (format!("{found} does not belong here"), "does not belong here".to_owned()),
            false => (format!("found {found}, expected {expected}"), format!("expected {expected}")),
        };
        let error = Diagnostic::new("parse.expected", self.span(at), message).label(label);
        let near = self.foreign_form(at).map(str::to_owned).or_else(|| self.misspelt_backslash(at));
        let help = near.or_else(|| self.of_token(at, expected).map(str::to_owned));
        let help = help.or_else(|| self.misspelt(at));
        let error = match help {
            Some(help) => error.help(help),
            None => error,
        };
        self.diagnostics.push(error);
    }

    /// The comments that belong to the part with this span: those in front of its end, and one behind it on the same
    /// line.
    fn notes(&mut self, span: Span) -> Notes {
        let first = self.comments.get(self.next_comment).map_or(span.start, |next| next.start.min(span.start));
        let gap = self.source.get(..first as usize).unwrap_or("");
        let gap = gap.get(gap.trim_end().len()..).unwrap_or("");
        let blank = gap.matches('\n').count() > 1;
        let mut notes = Notes { blank, before: self.comments_before(span.end), after: None };
        if let Some(next) = self.comments.get(self.next_comment).copied() {
            let gap = self.source.get(span.end as usize..next.start as usize).unwrap_or("\n");
            if gap.chars().all(|c| matches!(c, ' ' | '\t' | ';' | '{')) {
                notes.after = Some(next.text(self.source).trim_end().to_string());
                self.next_comment += 1;
            }
        }
        notes
    }

    /// The comments in front of a closing bracket or of the end of the file.
    fn tail(&mut self, end: u32) -> Notes {
        Notes { before: self.comments_before(end), ..Notes::default() }
    }

    /// The comments in front of an offset that no part has taken yet.
    fn comments_before(&mut self, end: u32) -> Vec<String> {
        let mut taken = Vec::new();
        while let Some(next) = self.comments.get(self.next_comment).filter(|next| next.start < end) {
            taken.push(next.text(self.source).trim_end().to_string());
            self.next_comment += 1;
        }
        taken
    }

    /// Adds the diagnostics of a builder.
    fn absorb(&mut self, builder: Builder) {
        self.diagnostics.extend(builder.diagnostics);
        self.instances.extend(builder.instances);
    }
}

/// An enumeration such as `a, b or c`.
fn enumerate(words: &[&str]) -> String {
    match words {
        [] => NOTHING_MORE.to_string(),
        [one] => (*one).to_string(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}
