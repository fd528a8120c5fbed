//! Parses the items of a file (kernels, functions, procedures) and the members of kernels (memory, contracts,
//! functions, procedures, `main`).
//!
//! In: a range of tokens. Out: the items and members that could be read.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::clauses::{Keyword, Read};
use super::functions::MapItem;
use super::words::{STARTS, TYPES};
use super::{Parser, Range};
use crate::pvl::ast::{At, Block, File, Item, Kernel, Level, Mark, Member, MemberKind};
use crate::pvl::grammar::Rule;
use ir::Space;

impl Parser<'_> {
    /// Reads the whole file.
    pub(super) fn file(&mut self) -> File {
        let items = self.items(Range { from: 0, to: self.tokens.len() });
        let tail = self.tail(u32::MAX);
        File { items, instances: std::mem::take(&mut self.instances), tail }
    }

    /// Reads all items of a range.
    pub(super) fn items(&mut self, range: Range) -> Vec<Item> {
        let mut items = Vec::new();
        let Range { from: mut at, to } = range;
        while at < to {
            let (item, next) = self.item(Range { from: at, to });
            items.extend(item);
            at = next.max(at + 1);
        }
        items
    }

    /// Reads the item at the start of a range, and returns the index behind it.
    pub(super) fn item(&mut self, range: Range) -> (Option<Item>, usize) {
        let Range { from: at, to } = range;
        match self.text(at) {
            "kernel" => self.kernel(range),
            ";" => self.nothing(at),
            "pure" => self.function(range).map_item(),
            "inline" | "opaque" if self.is_function(at) => self.function(range).map_item(),
            "opaque" if self.is_any_word(at + 1) => self.only_functions_are_opaque(at),
            "class" if self.is_class(at) => self.class(range),
            "lock_invariant" if self.is_lock_of_class(range) => self.locked_class(range),
            "enum" if self.is_enum(at) => self.enumeration(range),
            "adt" if self.is_data_type(at) => self.data_type(range),
            "class" if self.class_head(at) => (None, self.behind_block(range)),
            "resource" | "inline" if self.is_resource(at) => {
                let (resource, next) = self.resource(range);
                (resource.map(Item::Resource), next)
            }
            _ if self.is_procedure(self.behind_clauses(range)) => {
                let (read, start) = self.clauses(range);
                let (procedure, next) = self.procedure(read, Range { from: start, to });
                (procedure.map(Item::Procedure), next)
            }
            _ if self.clause_keyword(at).is_some() && !self.is_main(self.behind_clauses(range)) => {
                self.function(range).map_item()
            }
            _ if self.is_main(self.behind_clauses(range)) => self.main_of_host(range),
            _ => (
                None,
                self.resynchronise(
                    range,
                    "`kernel`, `pure`, `class` or a procedure",
                    &["kernel", "pure", "class", "enum", "adt"],
                ),
            ),
        }
    }

    /// Reports the token at the start of the range, and skips to the next word of `starts`.
    pub(super) fn resynchronise(&mut self, range: Range, expected: &str, starts: &[&str]) -> usize {
        let damaged = self.tokens.get(range.from).is_some_and(|t| t.kind == crate::pvl::tokens::Kind::Bad)
            || (matches!(self.text(range.from), ")" | "]" | "}" | ":}"));
        if !damaged {
            self.expected(range.from, expected);
        }
        if let Some(construct) = self.unread(range.from) {
            return self.skip_unread(construct, range);
        }
        // Words such as `__shared__` are reported once for the whole declaration `__shared__ int s[4];`. So the type in
        // it does not end the part that is skipped.
        let habit = self.foreign(range.from).is_some();
        let stops = |word: &str| starts.contains(&word) && !(habit && TYPES.contains(&word));
        let mut at = self.skip(range.from);
        while at < range.to && !stops(self.text(at)) {
            let ends = matches!(self.text(at), ";" | "}");
            at = self.skip(at);
            if ends {
                break;
            }
        }
        let at = at.min(range.to);
        self.poison(Range { from: range.from, to: at });
        at
    }

    /// Reads `kernel K { … }`.
    fn kernel(&mut self, range: Range) -> (Option<Item>, usize) {
        let list = range.from + 2;
        let behind = if self.is_word(list - 1) { self.parameters_of_kernel(list, range.to) } else { list - 1 };
        let (open, _) = self.piece_end(Range { from: behind.min(range.to), to: range.to }, &STARTS);
        let head = Range { from: range.from, to: if behind > list { list } else { open } };
        let name = self.piece(Rule::kernel_piece, head, "`{`", false).and_then(|(pair, builder)| {
            pair.into_inner().find(|part| part.as_rule() == Rule::ident).map(|part| builder.name(&part))
        });
        let notes = self.notes(self.span(range.from).to(self.span(open)));
        if self.text(open) != "{" {
            if name.is_some() {
                self.expected(open, "`{`");
            }
            return (None, open);
        }
        let close = self.partner(open).filter(|close| *close < range.to);
        // A kernel without closing brace ends in front of the next kernel.
        let end = close.unwrap_or_else(|| self.next_kernel(open + 1, range.to));
        let before = self.diagnostics.len();
        self.in_kernel = true;
        let members = self.members(Range { from: open + 1, to: end });
        self.in_kernel = false;
        let damaged = Mark(close.is_none() || self.diagnostics.len() > before);
        let tail = self.tail(self.span(end).start);
        let next = if close.is_some() { end + 1 } else { end };
        let at = At(self.span(range.from).to(self.span(next - 1)));
        let kernel = name.map(|name| Item::Kernel(Kernel { name, members, damaged, at, notes, tail }));
        (kernel, next)
    }

    /// The index of the next `kernel name {` among the tokens from `from` to `to`; `to` if there is none.
    fn next_kernel(&self, from: usize, to: usize) -> usize {
        let starts = |at: &usize| self.text(*at) == "kernel" && self.text(at + 2) == "{";
        (from..to).find(starts).unwrap_or(to)
    }

    /// Reads all members of a kernel, which are the tokens between its braces.
    fn members(&mut self, range: Range) -> Vec<Member> {
        let mut out = Vec::new();
        let mut at = range.from;
        while at < range.to {
            let rest = Range { from: at, to: range.to };
            let (member, next) = match self.text(at) {
                ";" => self.nothing(at),
                "global" | "local" => self.memory(rest),
                "pure" | "void" => self.function_or_main(rest, &mut out),
                "inline" | "opaque" if self.is_function(at) => self.function_or_main(rest, &mut out),
                "resource" | "inline" if self.is_resource(at) => self.resource_of_kernel(rest),
                _ if self.clause_keyword(at).is_some() || self.is_procedure(at) => {
                    self.function_or_main(rest, &mut out)
                }
                _ if self.is_code(at) => self.code_of_kernel(rest, at),
                _ => match self.level(at) {
                    Some(level) => self.level_clause(rest, level),
                    None => {
                        let expected =
                            "a member of a kernel: `global`, `local`, `pure`, a contract clause, a procedure or `void \
                            main()`";
                        let before = self.diagnostics.len();
                        let next = self.resynchronise(rest, expected, &STARTS);
                        self.without_memory(at, next, before);
                        (None, next)
                    }
                },
            };
            out.extend(member);
            at = next.max(at + 1);
        }
        out
    }

    /// Says what to write if the diagnostic with this number is about a declaration without `global` or `local`: the
    /// tokens from `at` to `next`.
    fn without_memory(&mut self, at: usize, next: usize, diagnostic: usize) {
        if !TYPES.contains(&self.text(at)) {
            return;
        }
        if self.text(at + 1) == "main" {
            if let Some(error) = self.diagnostics.get_mut(diagnostic) {
                error.message = "`main` of a kernel returns nothing".to_owned();
                error.label = "`void` should stand here".to_owned();
                error.help = Some("write `void main() { … }`, and store results in arrays".to_owned());
            }
            return;
        }
        let declared = self.span(at).to(self.span(next.max(at + 1) - 1)).text(self.source);
        let line = declared.lines().next().unwrap_or_default();
        let written = match line.contains('=') {
            true => "`global` in front of it, and no value: whoever starts the kernel chooses one".to_owned(),
            false => format!("`global {line}`"),
        };
        if let Some(error) = self.diagnostics.get_mut(diagnostic) {
            error.message = format!("`{line}` does not say in which memory it is");
            error.label = "`global` or `local` should stand here".to_owned();
            error.help = Some(format!(
                "write {written}; or `local`, for an array that the threads of a group share. A variable of one \
                thread is declared in `void main()`"
            ));
        }
    }

    /// Reads `global int[n] a, b;`.
    fn memory(&mut self, range: Range) -> (Option<Member>, usize) {
        let (end, closed) = self.piece_end(Range { from: range.from, to: range.to }, &MEMBER_STARTS);
        let piece = Range { from: range.from, to: end };
        let read = self.piece(Rule::member_piece, piece, "`;`", false);
        if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        let next = if closed { end + 1 } else { end };
        let at = At(self.span(range.from).to(self.span(next.max(range.from + 1) - 1)));
        let notes = self.notes(at.0);
        let member = read.and_then(|(pair, mut builder)| {
            let (mut space, mut ty, mut dims, mut names) = (Space::Global, None, Vec::new(), Vec::new());
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::space if part.as_str().trim() == "local" => space = Space::Local,
                    Rule::type_name => ty = Some(builder.type_name(&part)),
                    Rule::dimension => dims.extend(builder.exprs(part.into_inner())),
                    Rule::ident => names.push(builder.name(&part)),
                    _ => {}
                }
            }
            self.absorb(builder);
            Some(Member { kind: MemberKind::Memory { space, ty: ty?, dims, names }, at, notes })
        });
        (member, next)
    }

    /// The level of a clause that starts here with `group` or `kernel`.
    fn level(&self, at: usize) -> Option<Level> {
        let level = match self.text(at) {
            "kernel" => Level::Kernel,
            "group" => Level::Group,
            _ => return None,
        };
        self.clause_keyword(at + 1).map(|_| level)
    }

    /// Reads `kernel requires e;` or `group requires e;`.
    fn level_clause(&mut self, range: Range, level: Level) -> (Option<Member>, usize) {
        if self.is_invariant_of_level(range.from) {
            return self.invariant_of_level(range, level);
        }
        let word = self.clause_keyword(range.from + 1).unwrap_or(Keyword::Decreases);
        let (read, next) = self.clause(range, range.from + 1, word);
        let mut clauses = self.contract(read.into_iter().collect(), "the contract of a group or kernel");
        let member = clauses.pop().map(|mut clause| {
            let (at, notes) = (clause.at, std::mem::take(&mut clause.notes));
            Member { kind: MemberKind::Clause(level, clause), at, notes }
        });
        (member, next)
    }

    /// Reads a contract with the function, procedure or `main` that it belongs to. `group` and `kernel` clauses may
    /// stand among the clauses of a procedure or of `main`; they become members of their own, in `out`.
    fn function_or_main(&mut self, range: Range, out: &mut Vec<Member>) -> (Option<Member>, usize) {
        let at = self.behind_clauses(range);
        if self.is_procedure(at) && at < range.to {
            let (read, start) = self.clauses_of_levels(range, out);
            let (procedure, next) = self.procedure(read, Range { from: start, to: range.to });
            let member = procedure.map(|mut procedure| {
                let notes = std::mem::take(&mut procedure.notes);
                Member { at: procedure.at, notes, kind: MemberKind::Procedure(procedure) }
            });
            return (member, next);
        }
        if self.text(at) == "void" && at < range.to {
            return self.main(range, out);
        }
        if at < range.to && self.is_code(at) {
            return self.code_of_kernel(range, at);
        }
        let (function, next) = self.function(range);
        let member = function.map(|mut function| {
            let notes = std::mem::take(&mut function.notes);
            Member { at: function.at, notes, kind: MemberKind::Function(function) }
        });
        (member, next)
    }

    /// The index behind the clauses at the start of a range, including those of the group and the kernel.
    pub(super) fn behind_clauses(&self, range: Range) -> usize {
        let mut at = range.from;
        while at < range.to && (self.clause_keyword(at).is_some() || self.level(at).is_some()) {
            let keyword = at + usize::from(self.level(at).is_some());
            let (end, closed) = self.clause_end(keyword, range.to);
            at = if closed { end + 1 } else { end };
        }
        at
    }

    /// Reads the clauses at the start of a range, and returns those of the thread. `group` and `kernel` clauses become
    /// members of their own, in `out`.
    pub(super) fn clauses_of_levels(&mut self, range: Range, out: &mut Vec<Member>) -> (Vec<Read>, usize) {
        let (mut read, mut start) = self.clauses(range);
        while let Some(level) = self.level(start).filter(|_| start < range.to) {
            let (clause, next) = self.level_clause(Range { from: start, to: range.to }, level);
            out.extend(clause);
            let (more, next) = self.clauses(Range { from: next, to: range.to });
            read.extend(more);
            start = next;
        }
        (read, start)
    }

    /// Reads `requires …; void main() { … }`.
    fn main(&mut self, range: Range, out: &mut Vec<Member>) -> (Option<Member>, usize) {
        let (read, start) = self.clauses_of_levels(range, out);
        let contract = self.contract(read, "the contract of `main`");
        let (open, _) = self.piece_end(Range { from: start + 1, to: range.to }, &STARTS);
        let head = Range { from: start, to: open };
        let good = self.piece(Rule::main_piece, head, "`{`", false).is_some();
        let at = At(self.span(start).to(self.span(open.max(start + 1) - 1)));
        if self.text(open) != "{" || open >= range.to {
            if good {
                self.expected(open, "`{`");
            }
            return (None, open);
        }
        let notes = self.notes(self.span(start).to(self.span(open)));
        let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
        let stmts = self.statements(Range { from: open + 1, to: close });
        let tail = self.tail(self.span(close).start);
        let body = Block { stmts, tail };
        (Some(Member { kind: MemberKind::Main { contract, body }, at, notes }), close + 1)
    }
}

/// Words that start a member of a kernel. (The type in `global int` does not start a new member.)
pub const MEMBER_STARTS: [&str; 12] = [
    "kernel",
    "requires",
    "ensures",
    "context",
    "decreases",
    "global",
    "local",
    "pure",
    "void",
    "invariant",
    "loop_invariant",
    "group",
];
