//! The resources of a file, and their uses so far.
//!
//! In: declarations. Out: data, which the checks of all items share.

use super::home::Home;
use crate::pvl::ast;
use ir::{Expansion, Span};
use std::cell::{Cell, RefCell};

/// The resources of a file.
#[derive(Default)]
pub struct Resources<'a> {
    /// The declarations.
    pub all: Vec<Declared<'a>>,
    /// The uses so far.
    pub expansions: RefCell<Vec<Expansion>>,
    /// Whether it was reported that there are too many uses.
    pub too_many: Cell<bool>,
}

impl Resources<'_> {
    /// The place of the use that a part of the text is, or that put the part into the program.
    pub fn at(&self, part: Span) -> Option<Span> {
        let expansions = self.expansions.borrow();
        if let Some(id) = part.expansion {
            return expansions.get(id.0 as usize).map(|expansion| expansion.at);
        }
        let same = |at: &Span| at.expansion.is_none() && at.reading_order() == part.reading_order();
        expansions.iter().map(|expansion| expansion.at).find(same)
    }
}

/// A declaration of a resource.
pub struct Declared<'a> {
    /// The kernel or the class that declares it.
    pub home: Home,
    /// The declaration.
    pub tree: &'a ast::Resource,
    /// Whether no error was reported for it. If there was one, uses are checked and not expanded.
    pub usable: Cell<bool>,
}
