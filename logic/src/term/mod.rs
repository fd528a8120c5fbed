//! Terms: the language in which obligations are written.
//!
//! A [`Term`] is an immutable directed acyclic graph, cheap to clone and to share between threads. The smart
//! constructors in [`build`] fold constants and keep terms small; each of their simplifications is an identity that
//! needs no hypotheses.

mod bag;
mod bits;
mod build;
mod collection;
mod collection_fn;
mod collection_symbol;
mod elements;
mod factors;
mod float;
mod graph;
mod map;
mod memory;
mod optional;
mod raw;
mod set;
mod show;
mod show_collections;
mod sort;
mod subst;
mod symbol;
mod traverse;
mod with_args;
mod zero;

pub use bag::{bag_common, bag_of, bag_size, bag_sum, bag_without, count, empty_bag, subbag};
pub use bits::bits;
pub use build::*;
pub use collection::{
    at, concat, contains, empty, is_collection, length, nothing, operation, range, sequence, slice, unit, update,
};
pub use collection_fn::CollectionFn;
pub use elements::{cardinality, member};
pub(crate) use factors::length as digits;
pub use factors::MOST_FACTORS;
pub use float::FloatOp;
pub use graph::{Binding, Op, Term};
pub use map::{empty_map, items, keys, lookup, put, remove_key, values};
pub use memory::{read, select, store, Reads};
pub use optional::{either, first, get, is_left, is_none, left, none, pair, right, second, some};
pub use set::{common, empty_set, range_set, set_of, single, subset, union, without};
pub use show::{show, show_in, show_named, Wording};
pub use sort::{ClassId, Parameters, Sort, SortKind};
pub use subst::{replace, substitute, Substitution};
pub use symbol::{Meaning, Names, Role, Symbol};
pub use traverse::{any_subterm, for_each_subterm, for_each_subterm_of, free_symbols};
pub use with_args::rebuild;
pub use zero::zero_of;
