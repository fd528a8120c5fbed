//! Traversal of terms.
//!
//! In: terms. Out: visits of each of their nodes, once; whether some node satisfies a condition; the symbols that
//! occur.

use super::graph::Symbols;
use super::{Op, Symbol, Term};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

impl Term {
    /// Whether one of the symbols occurs in the term, free or bound, as a constant or as a function.
    pub fn mentions(&self, symbols: &[Symbol]) -> bool {
        let some = symbols.iter().fold(Symbols::default(), |all, s| all.union(Symbols::one(s)));
        !self.0.symbols.apart(some) && any_subterm(self, |t| t.as_app().is_some_and(|a| symbols.contains(a)))
    }

    /// Whether `part` is the term itself or occurs in it. Triggers of quantifiers are not searched.
    pub fn contains(&self, part: &Term) -> bool {
        part.0.size <= self.0.size && self.may_contain(part) && any_subterm(self, |t| t == part)
    }

    /// Whether `part` may occur in the term or in a trigger. `false` means that it certainly does not.
    pub(crate) fn may_contain(&self, part: &Term) -> bool {
        self.0.symbols.union(part.0.symbols) == self.0.symbols
    }
}

/// Calls `visit` once for each distinct node of the term, arguments before the node.
pub fn for_each_subterm(term: &Term, visit: &mut impl FnMut(&Term)) {
    walk(term, &mut Seen::default(), visit);
}

/// Calls `visit` once for each distinct node among all the terms, arguments before the node.
pub fn for_each_subterm_of<'t>(terms: impl IntoIterator<Item = &'t Term>, visit: &mut impl FnMut(&Term)) {
    let mut seen = Seen::default();
    terms.into_iter().for_each(|t| walk(t, &mut seen, visit));
}

/// A set of addresses of nodes. Up to 16 are kept in a list, which is faster than hashing.
#[derive(Default)]
struct Seen {
    few: SmallVec<[usize; 16]>,
    many: FxHashSet<usize>,
}

impl Seen {
    /// Adds an address, and returns whether it was not in the set.
    fn insert(&mut self, address: usize) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(address);
        }
        if self.few.contains(&address) {
            return false;
        }
        if self.few.len() < self.few.inline_size() {
            self.few.push(address);
        } else {
            self.many.extend(self.few.drain(..));
            let _ = self.many.insert(address);
        }
        true
    }
}

/// Visits the nodes of a term that were not visited before.
fn walk(term: &Term, seen: &mut Seen, visit: &mut impl FnMut(&Term)) {
    if !seen.insert(term.address()) {
        return;
    }
    for arg in term.args() {
        walk(arg, seen, visit);
    }
    visit(term);
}

/// Whether some node of the term satisfies `test`.
pub fn any_subterm(term: &Term, test: impl Fn(&Term) -> bool) -> bool {
    some(term, &mut Seen::default(), &test)
}

/// Whether some node of the term that was not visited before satisfies `test`.
fn some(term: &Term, seen: &mut Seen, test: &impl Fn(&Term) -> bool) -> bool {
    // Visiting a small term again costs less than remembering which of its nodes were visited.
    let again = !term.is_small() && !seen.insert(term.address());
    !again && (test(term) || term.args().iter().any(|a| some(a, seen, test)))
}

/// The symbols that occur in the term and are not bound in it, ordered by number.
pub fn free_symbols(term: &Term) -> Vec<Symbol> {
    let mut used: Vec<Symbol> = Vec::new();
    let mut bound: FxHashSet<u32> = FxHashSet::default();
    for_each_subterm(term, &mut |t| match t.op() {
        Op::App(symbol) => used.push(symbol.clone()),
        Op::Quant(binding) => bound.extend(binding.binders.iter().map(Symbol::id)),
        _ => {}
    });
    used.retain(|s| !bound.contains(&s.id()));
    used.sort_by_key(Symbol::id);
    used.dedup();
    used
}
