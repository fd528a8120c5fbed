//! The text of operations on collections.
//!
//! In: an operation with its arguments. Out: the words and arguments that it is written as.

use super::{operation, CollectionFn, Term};

/// A part of a text: words, and behind them an argument, with the strength of the operator around it.
pub(super) type Piece<'t> = (&'static str, Option<(&'t Term, u8)>);

/// The elements of a sequence that consists of single elements.
pub(super) fn listed(t: &Term) -> Option<Vec<&Term>> {
    match (operation(t)?, t.args()) {
        (CollectionFn::Empty, []) => Some(vec![]),
        (CollectionFn::Unit, [x]) => Some(vec![x]),
        (CollectionFn::Concat, [a, b]) => Some([listed(a)?, listed(b)?].concat()),
        _ => None,
    }
}

/// The parts of the text of an operation.
pub(super) fn pieces(f: CollectionFn, args: &[Term]) -> Vec<Piece<'_>> {
    match (f, args) {
        (CollectionFn::Empty, _) => vec![("[]", None)],
        (CollectionFn::Unit, [x]) => vec![("[", Some((x, 0))), ("]", None)],
        (CollectionFn::Length | CollectionFn::Cardinality, [s]) => vec![("|", Some((s, 0))), ("|", None)],
        (CollectionFn::At, [s, i]) => vec![("", Some((s, 10))), ("[", Some((i, 0))), ("]", None)],
        (CollectionFn::Concat, [a, b]) => vec![("", Some((a, 8))), (" ++ ", Some((b, 7)))],
        (CollectionFn::Slice, [s, lo, hi]) => {
            vec![("", Some((s, 10))), ("[", Some((lo, 7))), (" .. ", Some((hi, 7))), ("]", None)]
        }
        (CollectionFn::Update, [s, k, v]) => {
            vec![("", Some((s, 10))), ("[", Some((k, 7))), (" -> ", Some((v, 0))), ("]", None)]
        }
        (CollectionFn::EmptySet, _) => vec![("{}", None)],
        (CollectionFn::Single, [x]) => vec![("{", Some((x, 0))), ("}", None)],
        (CollectionFn::Union, [a, b]) => vec![("(", Some((a, 0))), (" + ", Some((b, 0))), (")", None)],
        (CollectionFn::Common, [a, b]) => vec![("(", Some((a, 0))), (" * ", Some((b, 0))), (")", None)],
        (CollectionFn::Without, [a, b]) => vec![("(", Some((a, 0))), (" - ", Some((b, 0))), (")", None)],
        (CollectionFn::Range, [a, b]) => vec![("[", Some((a, 7))), (" .. ", Some((b, 7))), ("]", None)],
        (CollectionFn::RangeSet, [a, b]) => vec![("{", Some((a, 7))), (" .. ", Some((b, 7))), ("}", None)],
        (CollectionFn::EmptyBag, _) => vec![("b{}", None)],
        (CollectionFn::Once, [x]) => vec![("b{", Some((x, 0))), ("}", None)],
        (CollectionFn::BagSum, [a, b]) => vec![("(", Some((a, 0))), (" + ", Some((b, 0))), (")", None)],
        (CollectionFn::BagCommon, [a, b]) => vec![("(", Some((a, 0))), (" * ", Some((b, 0))), (")", None)],
        (CollectionFn::BagWithout, [a, b]) => vec![("(", Some((a, 0))), (" - ", Some((b, 0))), (")", None)],
        (CollectionFn::BagSize, [b]) => vec![("|", Some((b, 0))), ("|", None)],
        (CollectionFn::Count, [b, x]) => vec![("", Some((b, 10))), (".count(", Some((x, 0))), (")", None)],
        (CollectionFn::EmptyMap, _) => vec![("map {}", None)],
        (CollectionFn::Put, [m, k, v]) => {
            vec![("", Some((m, 10))), ("[", Some((k, 7))), (" -> ", Some((v, 0))), ("]", None)]
        }
        (CollectionFn::RemoveKey, [m, k]) => vec![("", Some((m, 10))), (".remove(", Some((k, 0))), (")", None)],
        (CollectionFn::Lookup, [m, k]) => vec![("", Some((m, 10))), ("[", Some((k, 0))), ("]", None)],
        (CollectionFn::Keys, [m]) => vec![("", Some((m, 10))), (".keys", None)],
        (CollectionFn::Values, [m]) => vec![("", Some((m, 10))), (".values", None)],
        (CollectionFn::Items, [m]) => vec![("", Some((m, 10))), (".items", None)],
        (CollectionFn::None, _) => vec![("None", None)],
        (CollectionFn::Some, [x]) => vec![("Some(", Some((x, 0))), (")", None)],
        (CollectionFn::Get, [o]) => vec![("", Some((o, 10))), (".get", None)],
        (CollectionFn::Pair, [a, b]) => vec![("(", Some((a, 0))), (", ", Some((b, 0))), (")", None)],
        (CollectionFn::First, [t]) => vec![("", Some((t, 10))), (".fst", None)],
        (CollectionFn::Left, [x]) => vec![("Left(", Some((x, 0))), (")", None)],
        (CollectionFn::Right, [x]) => vec![("Right(", Some((x, 0))), (")", None)],
        (CollectionFn::IsLeft, [e]) => vec![("", Some((e, 10))), (".isLeft", None)],
        (CollectionFn::GetLeft, [e]) => vec![("", Some((e, 10))), (".left", None)],
        (CollectionFn::GetRight, [e]) => vec![("", Some((e, 10))), (".right", None)],
        (CollectionFn::Second, [t]) => vec![("", Some((t, 10))), (".snd", None)],
        (CollectionFn::Contains | CollectionFn::Member, [s, x]) => vec![("", Some((x, 7))), (" \\in ", Some((s, 7)))],
        _ => vec![(f.name(), None)],
    }
}
