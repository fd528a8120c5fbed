//! The function symbols of operations on collections.
//!
//! In: an operation, and the sorts that it takes and gives. Out: its symbol. Each symbol is made once for the whole
//! process, so terms of different tasks that mean the same are equal. The number of a symbol is computed from what it
//! stands for, so that it does not depend on the order in which threads make symbols.

use super::collection_fn::CollectionFn;
use super::symbol::{Names, Role, Symbol};
use super::Sort;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// What a symbol stands for.
type Key = (CollectionFn, Vec<Sort>, Sort);

/// The symbols that were made.
struct Made {
    known: BTreeMap<Key, Symbol>,
    numbers: BTreeSet<u32>,
}

/// The symbol of an operation on arguments of these sorts, with a value of this sort.
pub(super) fn symbol(f: CollectionFn, params: Vec<Sort>, sort: Sort) -> Symbol {
    static MADE: Mutex<Made> = Mutex::new(Made { known: BTreeMap::new(), numbers: BTreeSet::new() });
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (f, params, sort);
    if let Some(known) = made.known.get(&key) {
        return known.clone();
    }
    let mut number = Names::OF_COLLECTIONS + hash(&format!("{key:?}")) % Names::OF_COLLECTIONS;
    // Two operations never have one number. That two of them have one hash is unlikely, and only then the order
    // in which they are made matters.
    while !made.numbers.insert(number) {
        number = if number + 1 < Names::LATER { number + 1 } else { Names::OF_COLLECTIONS };
    }
    let new = Names::starting_at(number).fresh(f.name(), key.1.clone(), sort, Role::Collection(f));
    let _ = made.known.insert(key, new.clone());
    new
}

/// The FNV-1a hash of a text, which is the same in each process.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_symbol_for_each_meaning() {
        let seq = Sort::seq(Sort::INT);
        let length = || symbol(CollectionFn::Length, vec![seq], Sort::INT);
        assert_eq!(length(), length());
        assert_ne!(length(), symbol(CollectionFn::Length, vec![Sort::seq(Sort::BOOL)], Sort::INT));
        assert_ne!(symbol(CollectionFn::Empty, vec![], seq), symbol(CollectionFn::Empty, vec![], Sort::seq(seq)));
        assert!((Names::OF_COLLECTIONS..Names::LATER).contains(&length().id()));
    }
}
