//! The resources and inline functions of a file, and their uses so far.
//!
//! In: declarations. Out: data, which the checks of all items share.

use super::home::Home;
use crate::pvl::ast;
use ir::{Expansion, Span};
use std::cell::{Cell, RefCell};

/// The resources and inline functions of a file.
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

/// A declaration with its place.
pub struct Declared<'a> {
    /// The kernel or the class that contains the declaration.
    pub home: Home,
    /// The declaration.
    pub tree: Transparent<'a>,
    /// Whether no error was reported for the declaration. If there was one, uses are checked and not expanded.
    pub usable: Cell<bool>,
}

/// A declaration whose uses stand for its body: `resource P(int i) = R;` or `inline pure int f(int i) = e;`.
#[derive(Clone, Copy)]
pub struct Transparent<'a> {
    /// Its name.
    pub name: &'a ast::Name,
    /// Its parameters.
    pub params: &'a [(ast::TypeName, ast::Name)],
    /// The type of the value; none for a resource.
    pub ret: Option<ast::TypeName>,
    /// Its body.
    pub body: Option<&'a ast::Expr>,
}

impl Transparent<'_> {
    /// What the declaration declares, as a noun.
    pub fn noun(&self) -> &'static str {
        match self.ret {
            Some(_) => "inline function",
            None => "resource",
        }
    }
}

impl<'a> From<&'a ast::Resource> for Transparent<'a> {
    fn from(tree: &'a ast::Resource) -> Self {
        Self { name: &tree.name, params: &tree.params, ret: None, body: tree.body.as_ref() }
    }
}

impl<'a> From<&'a ast::Function> for Transparent<'a> {
    fn from(tree: &'a ast::Function) -> Self {
        Self { name: &tree.name, params: &tree.params, ret: Some(tree.ret), body: tree.body.as_ref() }
    }
}

/// Whether the uses of a function stand for its body. A function with a contract is called: what the contract requires
/// is checked at each call, with and without `inline`.
pub fn is_inline(function: &ast::Function) -> bool {
    function.inline && function.contract.is_empty() && function.decreases.is_empty()
}
