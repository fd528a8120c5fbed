//! Parses messages between the iterations of a parallel block: `send L, d: R;` and `recv L;`, and their older forms
//! `send R to L, d;` and `recv R from L, d;`.
//!
//! In: a range of tokens that starts with such a statement, or the parts of one. Out: the statement.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::build::{integer, Builder};
use super::{Parser, Range};
use crate::pvl::ast::{At, Distance, Expr, Name, Send, StmtKind};
use crate::pvl::grammar::Rule;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Whether `send L, d: R;` or `send R to L, d;` starts here, and not a statement that uses `send` as a name.
    pub(super) fn is_send(&self, range: Range) -> bool {
        self.has_label(range) || self.has_word_behind(range, "to")
    }

    /// Whether `recv L;` or `recv R from L, d;` starts here.
    pub(super) fn is_receive(&self, range: Range) -> bool {
        self.has_label(range) || self.has_word_behind(range, "from")
    }

    /// Whether the word at the start has a name behind it, and is no name of a class.
    fn has_label(&self, range: Range) -> bool {
        self.is_any_word(range.from + 1) && !self.classes.contains(self.text(range.from))
    }

    /// Whether the statement has this word behind an expression, and a name and a comma behind the word.
    fn has_word_behind(&self, range: Range, word: &str) -> bool {
        let starts = !matches!(self.text(range.from + 1), ":=" | "=" | ".");
        let inside = (range.from + 2..range.to).take_while(|at| self.text(*at) != ";");
        let mut found = inside.filter(|at| self.text(*at) == word);
        starts && found.any(|at| self.is_any_word(at + 1) && self.text(at + 2) == ",")
    }
}

/// The parts of a message: its label, its distance, and what it says.
#[derive(Default)]
struct Parts {
    label: Option<Name>,
    distance: Option<Distance>,
    said: Option<Expr>,
    /// Whether `to` or `from` stands in it.
    word: bool,
}

fn parts_of<'p>(builder: &mut Builder, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Option<Parts> {
    let mut out = Parts::default();
    for part in parts {
        match part.as_rule() {
            Rule::ident => out.label = Some(builder.name(&part)),
            Rule::integer => {
                let value = integer(part.as_str())?;
                out.distance = Some(Distance { value, at: At(builder.span(&part)) });
            }
            Rule::expr => out.said = Some(builder.expr(part)?),
            Rule::kw_to | Rule::kw_from => out.word = true,
            _ => {}
        }
    }
    Some(out)
}

/// The statement of the parts of a `send`, without the word itself.
pub(super) fn send<'p>(builder: &mut Builder, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Option<StmtKind> {
    let Parts { label, distance, said, word } = parts_of(builder, parts)?;
    Some(StmtKind::Send(Send { label: label?, distance: distance?, resource: said?, to: word }))
}

/// The statement of the parts of a `recv`, without the word itself.
pub(super) fn receive<'p>(builder: &mut Builder, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Option<StmtKind> {
    let Parts { label, distance, said, .. } = parts_of(builder, parts)?;
    let said = said.map(|said| Some((said, distance?)));
    Some(StmtKind::Receive(label?, said.map_or(Some(None), |said| said.map(Some))?))
}
