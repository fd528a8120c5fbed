//! Different names for different symbols.
//!
//! In: symbols and labels, in the order in which they are printed. Out: a name for each. The first symbol that is
//! called `x` is printed as `x`, the next one as `x'2`.

use std::cell::RefCell;
use std::collections::BTreeSet;

use logic::term::{self, Op, Role, Symbol, Term, Wording};

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A symbol, by its number.
    Symbol(u32),
    /// The symbol of an inverse, by its number. It is printed in words, `(the i of a)`, so it may have the name of
    /// another symbol.
    Inverse(u32),
    /// Something else, by its position in a list of the caller.
    Label(usize),
}

impl Key {
    fn is_inverse(self) -> bool {
        matches!(self, Self::Inverse(_))
    }
}

fn is_inverse(symbol: &Symbol) -> bool {
    matches!(symbol.role(), Role::Inverse(_))
}

/// The names that were given so far.
#[derive(Debug, Default)]
pub struct Distinct {
    given: RefCell<Vec<(Key, String)>>,
    /// The names of bound variables, by the numbers of their symbols, inside of the quantifiers that are printed.
    bound: RefCell<Vec<(u32, String)>>,
}

impl Distinct {
    /// The name of something that would be called `wanted` if nothing else were.
    pub fn name(&self, key: Key, wanted: &str) -> String {
        let mut given = self.given.borrow_mut();
        if let Some((_, name)) = given.iter().find(|(known, _)| *known == key) {
            return name.clone();
        }
        let name = first_free(wanted, |name| {
            given.iter().any(|(other, given)| given == name && key.is_inverse() == other.is_inverse())
        });
        given.push((key, name.clone()));
        name
    }

    /// The name of a symbol.
    pub fn symbol(&self, symbol: &Symbol) -> String {
        let bound = self.bound.borrow().iter().rev().find(|(id, _)| *id == symbol.id()).map(|(_, name)| name.clone());
        let key = if is_inverse(symbol) { Key::Inverse(symbol.id()) } else { Key::Symbol(symbol.id()) };
        bound.unwrap_or_else(|| self.name(key, symbol.shown()))
    }

    /// The names of bound variables, which no other symbol in the body has. `has_label` says which symbols are printed
    /// as labels.
    pub fn enter(&self, binders: &[Symbol], body: &Term, has_label: &dyn Fn(&Symbol) -> bool) -> Vec<String> {
        let (free, inner) = parts(body);
        let is_other = |s: &&Symbol| !binders.contains(s) && !inner.contains(s) && !is_inverse(s) && !has_label(s);
        let mut taken: BTreeSet<String> = free.iter().filter(is_other).map(|s| self.symbol(s)).collect();
        let mut names = Vec::new();
        for binder in binders {
            let name = first_free(binder.shown(), |name| taken.contains(name));
            let _ = taken.insert(name.clone());
            names.push(name);
        }
        self.bound.borrow_mut().extend(binders.iter().map(Symbol::id).zip(names.iter().cloned()));
        names
    }

    /// Forgets the names of these bound variables.
    pub fn leave(&self, binders: &[Symbol]) {
        let mut bound = self.bound.borrow_mut();
        let left = bound.len().saturating_sub(binders.len());
        bound.truncate(left);
    }
}

/// `wanted`, or the first of `wanted'2`, `wanted'3` and so on that is not taken.
fn first_free(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|n: u32| format!("{wanted}'{n}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// The symbols in a term, and those that its quantifiers bind.
fn parts(t: &Term) -> (Vec<Symbol>, Vec<Symbol>) {
    let (symbols, bound) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let _ = term::any_subterm(t, |part| {
        if let Some(symbol) = part.as_app() {
            let mut symbols = symbols.borrow_mut();
            if !symbols.contains(symbol) {
                symbols.push(symbol.clone());
            }
        } else if let Op::Quant(binding) = part.op() {
            bound.borrow_mut().extend(binding.binders.iter().cloned());
        }
        false
    });
    (symbols.into_inner(), bound.into_inner())
}

/// Terms are written with all arguments of functions.
impl Wording for Distinct {
    fn term(&self, _: &Term) -> Option<String> {
        None
    }

    fn symbol(&self, symbol: &Symbol) -> String {
        self.symbol(symbol)
    }

    fn enter(&self, binders: &[Symbol], body: &Term) -> Vec<String> {
        self.enter(binders, body, &|_| false)
    }

    fn leave(&self, binders: &[Symbol]) {
        self.leave(binders);
    }

    fn is_complete(&self) -> bool {
        true
    }
}
