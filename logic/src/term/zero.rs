//! The value of a variable that was never written.
//!
//! In: a sort of collections. Out: the term of that value.

use super::bag::empty_bag;
use super::collection::{empty, nothing};
use super::map::empty_map;
use super::optional::none;
use super::set::empty_set;
use super::{Sort, SortKind, Term};

/// The value of a variable of a sort of collections that was never written: the empty sequence, set, bag or map,
/// `None`, and for other kinds `⊥`, about which nothing else is known.
pub fn zero_of(sort: Sort) -> Term {
    match sort.kind() {
        SortKind::Seq(_) => empty(sort),
        SortKind::Option(_) => none(sort),
        SortKind::Set(_) => empty_set(sort),
        SortKind::Bag(_) => empty_bag(sort),
        SortKind::Map(_) => empty_map(sort),
        _ => nothing(sort),
    }
}
