//! Names for the symbols of a task that an edit elsewhere in the item does not change.
//!
//! The numbers of symbols count from the start of an item, so that a new statement changes the numbers of all symbols
//! behind it. A symbol gets a hash of what is known of it, and of its position among the symbols of which the same is
//! known.
//!
//! In: terms. Out: a hash for each symbol that occurs in them. Different symbols have different hashes.

use std::collections::BTreeMap;

use logic::term::{Op, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::{Digest, Writer};

/// The symbols of a task.
#[derive(Default)]
pub struct Symbols {
    found: BTreeMap<u32, Symbol>,
    seen: FxHashSet<usize>,
}

impl Symbols {
    /// Adds a symbol.
    pub fn add(&mut self, symbol: &Symbol) {
        let _ = self.found.entry(symbol.id()).or_insert_with(|| symbol.clone());
    }

    /// Adds the symbols of a term, those of its quantifiers and triggers included. The term lives as long as the task.
    pub fn add_all(&mut self, term: &Term) {
        let mut open = vec![term.clone()];
        while let Some(term) = open.pop() {
            if !self.seen.insert(term.address()) {
                continue;
            }
            if let Op::App(symbol) = term.op() {
                self.add(symbol);
            }
            if let Op::Quant(binding) = term.op() {
                binding.binders.iter().for_each(|binder| self.add(binder));
                open.extend(binding.triggers.iter().flatten().cloned());
            }
            open.extend(term.args().iter().cloned());
        }
    }

    /// The hashes of all symbols, by their numbers.
    pub fn hashes(&self) -> FxHashMap<u32, Digest> {
        let mut alike: BTreeMap<String, u64> = BTreeMap::new();
        let hash = |(id, symbol): (&u32, &Symbol)| {
            let known = known(symbol);
            let before = alike.entry(known.clone()).or_default();
            *before += 1;
            let mut w = Writer::new("symbol");
            w.text(&known);
            w.number(*before);
            (*id, w.end())
        };
        self.found.iter().map(hash).collect()
    }
}

/// What is known of a symbol besides its number.
fn known(symbol: &Symbol) -> String {
    let (params, sort, role) = (symbol.params(), symbol.sort(), symbol.role());
    format!("{:?} {params:?} {sort:?} {role:?} {:?}", symbol.shown(), symbol.meaning())
}
