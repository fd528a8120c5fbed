//! Parses classes: fields, constructors and methods.
//!
//! In: the tokens from the keyword `class` on. Out: the class. Each part that Sepal does not read gets a diagnostic
//! that names it.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::clauses::Read;
use super::words::TYPES;
use super::{Parser, Range};
use crate::pvl::ast::{At, Class, ClassPart, ClassPartKind, Fields, Item, Name};
use crate::pvl::grammar::Rule;
use crate::pvl::type_name::FracKind;
use ir::diagnostic::Diagnostic;
use ir::Span;

/// Words in front of a part of a class that Sepal does not read, each with what to do about it.
const MODIFIERS: [(&str, &str, &str); 7] = [
    ("public", "words for visibility", "leave the word out: contracts decide what other code knows"),
    ("private", "words for visibility", "leave the word out: contracts decide what other code knows"),
    ("protected", "words for visibility", "leave the word out: contracts decide what other code knows"),
    (
        "final",
        "fields that are written once",
        "leave the word out, and keep a share of the permission: `Perm(x, 1\\2)`",
    ),
    ("volatile", "volatile fields", "leave the word out, and share the field by `invariant inv(Perm(x, write)) { … }`"),
    (
        "synchronized",
        "methods that take the lock by a word",
        "leave the word out, and write `synchronized (this) { … }` in the method",
    ),
    ("abstract", "abstract methods", "leave the word out: a method without body ends with `;`"),
];

impl<'s> Parser<'s> {
    /// The names of all classes and enumerations of the file.
    pub(super) fn class_names(&self) -> std::collections::BTreeSet<&'s str> {
        let starts =
            |at: &usize| self.text(*at) == "class" && self.is_class(*at) || self.is_enum(*at) || self.is_data_type(*at);
        let heads = (0..self.tokens.len()).filter(starts);
        heads.map(|at| self.text(at + 1)).collect()
    }
}

impl Parser<'_> {
    /// Whether `class C {` starts here.
    pub(super) fn is_class(&self, at: usize) -> bool {
        self.is_word(at + 1) && self.text(at + 2) == "{"
    }

    /// Whether a token is the name of a type: a word of the language, or a class of the file.
    pub(super) fn is_type(&self, at: usize) -> bool {
        let fraction = FracKind::named(self.text(at)).is_some() && self.is_word(at + 1);
        fraction
            || TYPES.contains(&self.text(at))
            || self.classes.contains(self.text(at))
            || self.is_collection_type(at)
    }

    /// The rule for the same piece in a range that mentions a class of the file.
    pub(super) fn with_classes(&self, rule: Rule, range: Range) -> Rule {
        if self.classes.is_empty() || !(range.from..range.to).any(|at| self.classes.contains(self.text(at))) {
            return rule;
        }
        match rule {
            Rule::statement_piece => Rule::object_statement,
            Rule::procedure_piece => Rule::object_procedure,
            Rule::ghosts_piece => Rule::object_ghosts,
            Rule::function_piece => Rule::object_function,
            Rule::resource_piece => Rule::object_resource,
            other => other,
        }
    }

    /// Reads `class C { … }`.
    pub(super) fn class(&mut self, range: Range) -> (Option<Item>, usize) {
        let at = At(self.span(range.from).to(self.span(range.from + 1)));
        let name = Name { text: self.text(range.from + 1).to_owned(), at: At(self.span(range.from + 1)) };
        let open = range.from + 2;
        let notes = self.notes(at.0.to(self.span(open)));
        let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
        let mut parts = Vec::new();
        let mut next = open + 1;
        while next < close {
            let (part, behind) = self.class_part(Range { from: next, to: close }, &name.text);
            parts.extend(part);
            next = behind.max(next + 1);
        }
        let tail = self.tail(self.span(close).start);
        (
            Some(Item::Class(Class { is_data: false, name, types: vec![], instances: vec![], parts, at, notes, tail })),
            (close + 1).min(range.to),
        )
    }

    /// Reports the head of a class with more than a name, such as `class C extends D {`.
    pub(super) fn class_head(&mut self, at: usize) -> bool {
        let behind = at + 2;
        let (what, help) = match self.text(behind) {
            "extends" => ("inheritance", "write a class without `extends`, with the fields and methods that it needs"),
            "implements" => ("interfaces", "write a class without `implements`: `class C { … }`"),
            "<" => ("generic classes", "write a class for each type: `class C { … }`"),
            _ => return false,
        };
        let error = self.unsupported(self.span(behind), what, help);
        self.diagnostics.push(error);
        true
    }

    /// The diagnostic for a construct that is not read.
    fn unsupported(&self, at: Span, what: &str, help: &str) -> Diagnostic {
        let message = format!("Sepal does not read {what} (`{}`)", at.text(self.source));
        Diagnostic::new("parse.unsupported", at, message).label("not supported").help(help)
    }

    /// Reads a part of the class with this name. The word `static` may stand in front of its contract or behind it.
    fn class_part(&mut self, range: Range, class: &str) -> (Option<ClassPart>, usize) {
        let is_static = |parser: &Self, at: usize| at < range.to && parser.text(at) == "static";
        if self.text(range.from) == ";" {
            return self.nothing(range.from);
        }
        let before = is_static(self, range.from);
        let start = range.from + usize::from(before);
        let contract = self.behind_clauses(Range { from: start, to: range.to });
        let behind = is_static(self, contract);
        let (head, fixed) = (contract + usize::from(behind), before || behind);
        let part = |kind| ClassPart { fixed, kind };
        if contract == start && self.is_resource(head) {
            let (resource, next) = self.resource(Range { from: head, to: range.to });
            return (resource.map(|r| part(ClassPartKind::Resource(r))), next);
        }
        if contract == start && !fixed && self.is_lock_invariant(head) {
            let (resource, next) = self.lock_invariant(Range { from: head, to: range.to });
            return (resource.map(|r| part(ClassPartKind::Resource(r))), next);
        }
        if head < range.to && self.is_run(head) {
            let (read, _) = self.clauses(Range { from: start, to: range.to });
            let (procedure, next) = self.headed(read, Rule::run_piece, Range { from: head, to: range.to });
            return (procedure.map(ClassPartKind::Procedure).map(part), next);
        }
        if head < range.to && self.is_main(head) {
            let next = self.main_of_class(Range { from: head, to: range.to });
            return (None, next);
        }
        if head < range.to && (self.is_function(head) || self.is_procedure(head)) {
            let (read, _) = self.clauses(Range { from: start, to: range.to });
            if self.is_function(head) {
                let (function, next) = self.function_behind(read, head, Range { from: start, to: range.to });
                return (function.map(ClassPartKind::Function).map(part), next);
            }
            let (procedure, next) = self.procedure(read, Range { from: head, to: range.to });
            return (procedure.map(ClassPartKind::Procedure).map(part), next);
        }
        if head < range.to && self.is_constructor(head, class) {
            let (read, _) = self.clauses(Range { from: start, to: range.to });
            return self.constructor(read, fixed.then_some(range.from), Range { from: head, to: range.to });
        }
        if contract > start {
            let (read, next) = self.clauses(Range { from: start, to: range.to });
            let _ = self.contract_of_procedure(read);
            if next >= range.to || (head + 1 < range.to && self.field_name(head).is_some()) {
                self.expected(next, "a method behind this contract");
                return (None, if next < range.to { self.recover(Range { from: head, to: range.to }) } else { next });
            }
            return (None, next);
        }
        match self.field_name(head).filter(|_| head < range.to) {
            Some(name) => self.fields(name, fixed, Range { from: head, to: range.to }),
            None => (None, self.no_part(Range { from: head.max(range.from), to: range.to })),
        }
    }

    /// Whether the head of a constructor starts here: the name of the class or `constructor`, and a parenthesis.
    fn is_constructor(&self, at: usize, class: &str) -> bool {
        (self.text(at) == class || self.text(at) == "constructor") && self.text(at + 1) == "("
    }

    /// Reads a constructor from its head on. Its clauses were read already. `fixed` is the place of the word `static`.
    fn constructor(&mut self, read: Vec<Read>, fixed: Option<usize>, range: Range) -> (Option<ClassPart>, usize) {
        if let Some(at) = fixed {
            let error = self.unsupported(self.span(at), "static constructors", "leave the word `static` out");
            self.diagnostics.push(error);
        }
        let (procedure, next) = self.headed(read, Rule::constructor_piece, range);
        (procedure.map(|p| ClassPart { fixed: false, kind: ClassPartKind::Constructor(p) }), next)
    }

    /// The index of the name, if a declaration of fields starts here: a type and a name. The type may be unknown.
    fn field_name(&self, at: usize) -> Option<usize> {
        let name = self.behind_type(at);
        let known = self.is_type(at) || (self.is_word(at) && self.unread(at).is_none());
        let modifier = MODIFIERS.iter().any(|(word, ..)| *word == self.text(at));
        let ends = matches!(self.text(name + 1), ";" | "," | "=" | ":=");
        (known && !modifier && self.is_word(name) && ends).then_some(name)
    }

    /// Reads `T x, y;`, where the first name is at `name`.
    fn fields(&mut self, name: usize, fixed: bool, range: Range) -> (Option<ClassPart>, usize) {
        let (end, closed) = self.piece_end(Range { from: name, to: range.to }, &[]);
        let next = if closed { end + 1 } else { end };
        let assigned = (name..end).find(|at| matches!(self.text(*at), "=" | ":="));
        let unread = match assigned {
            _ if fixed => Some((name, "static fields", "pass the value to the methods that use it")),
            Some(at) => Some((at, "initial values of fields", "assign the field in the constructor")),
            None => None,
        };
        if let Some((at, what, help)) = unread {
            let error = self.unsupported(self.span(at), what, help);
            self.diagnostics.push(error);
            self.poison(Range { from: range.from, to: end });
            return (None, next);
        }
        let whole = self.span(range.from).to(self.span(next.max(range.from + 1) - 1));
        let read = self.piece(Rule::fields_piece, Range { from: range.from, to: end }, "`;`", false);
        if !closed && read.is_some() {
            self.missing_semicolon(end);
        }
        let notes = self.notes(whole);
        let fields = read.and_then(|(pair, mut builder)| {
            let (mut ty, mut names) = (None, Vec::new());
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::full_type | Rule::class_type => ty = builder.full_type(part),
                    Rule::ident => names.push(builder.name(&part)),
                    _ => {}
                }
            }
            self.absorb(builder);
            Some(Fields { ty: ty?, names, notes })
        });
        (fields.map(|fields| ClassPart { fixed: false, kind: ClassPartKind::Fields(fields) }), next)
    }

    /// Reports a part of a class that is not read, and returns the index behind it.
    fn no_part(&mut self, range: Range) -> usize {
        let word = self.text(range.from);
        if let Some((_, what, help)) = MODIFIERS.iter().find(|(known, ..)| *known == word) {
            let error = self.unsupported(self.span(range.from), what, help);
            self.diagnostics.push(error);
            return range.from + 1;
        }
        self.resynchronise(range, "a field, a constructor or a method of a class", &["static", "pure"])
    }
}
