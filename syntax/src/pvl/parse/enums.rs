//! Parses enumerations: `enum Colour { Red, Green }`.
//!
//! In: the tokens from the keyword `enum` on. Out: the enumeration. The types of all enumerations of a file are known
//! before its pieces are read, because a type is written by its name alone.

use super::{Parser, Range};
use crate::pvl::ast::{At, Enum, Item, Name, TypeKind};
use crate::pvl::type_name::Declared;
use ir::{DataType, Enumeration};

impl Parser<'_> {
    /// The enumerations of the file, and its abstract data types without parameters. Of two with one name, the first
    /// is meant.
    pub(super) fn declared_types(&self) -> Declared {
        let mut out = Declared::new();
        for at in (0..self.tokens.len()).filter(|at| self.is_data_type(*at) && self.text(at + 2) == "{") {
            let name = self.text(at + 1);
            let _ = out.insert(name.to_owned(), TypeKind::Data(DataType::named(name)));
        }
        for at in (0..self.tokens.len()).filter(|at| self.is_enum(*at)) {
            let close = self.partner(at + 2).unwrap_or(self.tokens.len());
            let mut constants: Vec<String> = Vec::new();
            for constant in (at + 3..close).filter(|at| self.is_word(*at)).map(|at| self.text(at).to_owned()) {
                if !constants.contains(&constant) {
                    constants.push(constant);
                }
            }
            let name = self.text(at + 1);
            let _ = out.entry(name.to_owned()).or_insert_with(|| TypeKind::Enum(Enumeration::of(name, &constants)));
        }
        out
    }

    /// Whether `enum E {` starts here.
    pub(super) fn is_enum(&self, at: usize) -> bool {
        self.text(at) == "enum" && self.is_word(at + 1) && self.text(at + 2) == "{"
    }

    /// Reads `enum E { A, B }`. A comma may stand behind the last constant, and a semicolon behind the brace.
    pub(super) fn enumeration(&mut self, range: Range) -> (Option<Item>, usize) {
        let name = self.named_here(range.from + 1);
        let open = range.from + 2;
        let close = self.partner(open).filter(|close| *close < range.to).unwrap_or(range.to);
        let whole = self.span(range.from).to(self.span(close.min(range.to.max(1) - 1)));
        let notes = self.notes(whole);
        let (mut constants, mut at) = (Vec::new(), open + 1);
        while at < close {
            if !self.is_word(at) {
                self.expected(at, "the name of a constant");
                break;
            }
            constants.push(self.named_here(at));
            at += 1;
            if at < close && self.text(at) != "," {
                self.expected(at, "`,` or `}`");
                break;
            }
            at += 1;
        }
        let item = Item::Enum(Enum { name, constants, at: At(whole), notes });
        (Some(item), (close + 1).min(range.to))
    }

    /// The name that a token is.
    fn named_here(&self, at: usize) -> Name {
        Name { text: self.text(at).to_owned(), at: At(self.span(at)) }
    }
}
