//! Parses specifications that stand in a file of another language.
//!
//! In: a text of the length of that file in which only specifications are left, and the place of each of them. Out: the
//! trees of the specifications, by what the front end of the language knows them to belong to. The places in the trees
//! are places in the file.

use super::clauses::{Keyword, Read};
use super::words::is_keyword;
use super::{Parser, Range};
use crate::pvl::ast::{Clause, Item, Member, Stmt, StmtKind, SyncWord};
use crate::pvl::brackets::match_brackets;
use crate::pvl::lex::lex;
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, Span};
use std::collections::BTreeSet;

/// A part of a specification inside of code.
pub enum Fragment {
    /// `requires`, `ensures`, `context`: the contract of what follows.
    Contract(Vec<Clause>),
    /// `loop_invariant`, `invariant`, `decreases`: clauses of the loop that follows.
    Loop(Vec<Clause>),
    /// Statements.
    Statements(Vec<Stmt>),
}

/// The contract of a kernel: the clauses of its threads, and those of groups and of the kernel.
pub type Contract = (Vec<Clause>, Vec<Member>);

/// The specifications of a file of another language.
pub struct Fragments<'s> {
    parser: Parser<'s>,
}

impl<'s> Fragments<'s> {
    /// Reads the tokens of a text that has only specifications.
    pub fn new(text: &'s str) -> Result<Self, Vec<Diagnostic>> {
        let lexed = lex(text);
        let mut diagnostics = lexed.diagnostics;
        let partners = match match_brackets(text, &lexed.tokens, &mut diagnostics) {
            Ok(partners) => partners,
            Err(error) => {
                diagnostics.push(error);
                return Err(diagnostics);
            }
        };
        let mut parser = Parser::new(text, text, lexed.tokens, partners, lexed.comments);
        parser.diagnostics = diagnostics;
        parser.in_kernel = true;
        Ok(Self { parser })
    }

    /// Reads a specification outside of code: the functions, resources and lemmas that it declares, and the contract at
    /// its end, if there is one.
    pub fn outside(&mut self, place: Span) -> (Vec<Item>, Option<Contract>) {
        let Some(range) = self.whole(place) else { return (Vec::new(), None) };
        let (mut at, mut items) = (range.from, Vec::new());
        while at < range.to {
            let rest = Range { from: at, to: range.to };
            let behind = self.parser.behind_clauses(rest);
            // A misspelt clause does not make the clauses in front of it those of a function.
            let misspelt =
                || behind > at && !is_keyword(self.parser.text(behind)) && self.parser.misspelt(behind).is_some();
            if behind >= range.to || misspelt() {
                let mut members = Vec::new();
                let (read, next) = self.parser.clauses_of_levels(rest, &mut members);
                self.ends(next, rest, "a clause of a contract");
                return (items, Some((self.parser.contract(read, "the contract of a kernel"), members)));
            }
            self.parser.in_kernel = false;
            let (item, next) = self.parser.item(rest);
            self.parser.in_kernel = true;
            match item {
                Some(Item::Kernel(_) | Item::Class(_) | Item::Enum(_)) => self.parser.diagnostics.push(
                    Diagnostic::new("c.annotation", self.parser.span(at), "this is code, in an annotation")
                        .label("code")
                        .help("an annotation outside of kernels declares pure functions, resources and lemmas"),
                ),
                Some(item @ (Item::Function(_) | Item::Procedure(_) | Item::Resource(_))) => items.push(item),
                None => {}
            }
            at = next.max(at + 1);
        }
        (items, None)
    }

    /// Reads a specification inside of code, as parts with their places. Code among them is reported: nothing in an
    /// annotation changes what the code does.
    pub fn inside(&mut self, place: Span) -> Vec<(Span, Fragment)> {
        let Some(range) = self.whole(place) else { return Vec::new() };
        let (mut at, mut out) = (range.from, Vec::new());
        while at < range.to {
            let rest = Range { from: at, to: range.to };
            let (fragment, next) = match self.parser.text(at) {
                "requires" | "ensures" | "context" | "context_everywhere" => {
                    let (read, next) = self.clauses(rest, false);
                    (Fragment::Contract(self.parser.contract(read, "the contract of a barrier")), next)
                }
                "loop_invariant" | "invariant" | "decreases" => {
                    let (read, next) = self.clauses(rest, true);
                    (Fragment::Loop(self.parser.invariants(read)), next)
                }
                _ => {
                    let (stmt, next) = self.parser.statement(rest);
                    (Fragment::Statements(stmt.filter(|stmt| self.is_said(stmt)).into_iter().collect()), next)
                }
            };
            let next = next.clamp(at + 1, range.to);
            out.push((self.parser.span(at).to(self.parser.span(next - 1)), fragment));
            at = next;
        }
        out
    }

    /// Reads the clauses at the start of a range: those of a loop, or those of a contract.
    fn clauses(&mut self, range: Range, of_loop: bool) -> (Vec<Read>, usize) {
        let (mut out, mut at) = (Vec::new(), range.from);
        while let Some(word) = self.parser.clause_keyword(at).filter(|_| at < range.to) {
            if of_loop != matches!(word, Keyword::Of(ClauseKind::Invariant) | Keyword::Decreases) {
                break;
            }
            let (read, next) = self.parser.clause(Range { from: at, to: range.to }, at, word);
            out.extend(read);
            at = next.max(at + 1);
        }
        (out, at)
    }

    /// Whether a statement specifies something; if not, it is reported.
    fn is_said(&mut self, stmt: &Stmt) -> bool {
        let said = is_specification(stmt);
        if !said {
            self.parser.diagnostics.push(
                Diagnostic::new("c.annotation", stmt.at.0, "this is code, in an annotation").label("code").help(
                    "write it outside of the annotation, or with `ghost` in front of it if only specifications need it",
                ),
            );
        }
        said
    }

    /// The errors, and the names in parts that could not be read.
    pub fn finish(mut self) -> (Vec<Diagnostic>, BTreeSet<String>) {
        for ty in &self.parser.instances {
            self.parser.diagnostics.push(
                Diagnostic::new("c.annotation", ty.at.0, "there are no abstract data types here")
                    .label("not declared")
                    .help("abstract data types are declared and used in files of PVL"),
            );
        }
        (self.parser.diagnostics, self.parser.poisoned)
    }

    /// The tokens at a place.
    fn range(&self, place: Span) -> Range {
        let index = |offset: u32| self.parser.tokens.partition_point(|token| token.span.start < offset);
        Range { from: index(place.start), to: index(place.end) }
    }

    /// The tokens at a place. Brackets that another specification closes are reported: code stands between them.
    fn whole(&mut self, place: Span) -> Option<Range> {
        let range = self.range(place);
        let partner = |at: usize| self.parser.partners.get(at).copied().flatten();
        let apart = |at: &usize| partner(*at).is_some_and(|other| !(range.from..range.to).contains(&other));
        let Some(apart) = (range.from..range.to).find(apart) else { return Some(range) };
        if let Some(closing) = partner(apart).filter(|closing| *closing >= range.to) {
            let message = "code stands between this bracket and its partner";
            let error = Diagnostic::new("c.annotation", self.parser.span(apart), message)
                .label("its partner is in another annotation")
                .related(self.parser.span(closing), "its partner")
                .help("write both brackets in one annotation");
            self.parser.diagnostics.push(error);
        }
        self.parser.poison(range);
        None
    }

    /// Reports what follows a specification that should end here.
    fn ends(&mut self, next: usize, range: Range, expected: &str) {
        if next < range.to {
            self.parser.expected(next, expected);
            self.parser.poison(Range { from: next, to: range.to });
        }
    }
}

/// Whether a statement specifies something, and is no code.
fn is_specification(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Inhale(_)
        | StmtKind::Exhale(_)
        | StmtKind::Send(_)
        | StmtKind::Receive(..)
        | StmtKind::Sync(SyncWord::Commit, _)
        | StmtKind::Refute(_)
        | StmtKind::Ghost { .. }
        | StmtKind::Fold { .. }
        | StmtKind::Label(_) => true,
        StmtKind::Declare(..)
        | StmtKind::DeclareArray(..)
        | StmtKind::DeclareDevice(..)
        | StmtKind::Assign(..)
        | StmtKind::Call(..)
        | StmtKind::Store(..)
        | StmtKind::Sync(..)
        | StmtKind::Synchronized(..)
        | StmtKind::Invoke(_)
        | StmtKind::Given { .. }
        | StmtKind::CopyIn(..)
        | StmtKind::Streams(_)
        | StmtKind::Event(..)
        | StmtKind::Launch { .. }
        | StmtKind::If(..)
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Barrier { .. }
        | StmtKind::Par(_)
        | StmtKind::Block(_)
        | StmtKind::Parallel(_)
        | StmtKind::Atomic { .. }
        | StmtKind::Fence(_)
        | StmtKind::Share { .. }
        | StmtKind::Exit(_) => false,
    }
}
