//! The sorts that solvers have. A query about values of another sort is neither proved nor refuted.

use logic::term::{Op, Sort, SortKind, Symbol, Term};

/// The sort of the term, or of one of its bound variables, if solvers do not have this sort.
pub fn unknown_sort(term: &Term) -> Option<Sort> {
    let binders = match term.op() {
        Op::Quant(binding) => binding.binders.as_slice(),
        _ => &[],
    };
    std::iter::once(term.sort()).chain(binders.iter().map(Symbol::sort)).find(|sort| !is_known(*sort))
}

/// Whether Z3 and SMT-LIB have a sort for these values.
fn is_known(sort: Sort) -> bool {
    match sort.kind() {
        SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::Float(_) | SortKind::Enum(_) => true,
        SortKind::Array(parameters) => parameters.as_slice().iter().copied().all(is_known),
        // These collections are values of a sort without meaning. What is known of them are facts of the query.
        SortKind::Seq(parts)
        | SortKind::Set(parts)
        | SortKind::Bag(parts)
        | SortKind::Map(parts)
        | SortKind::Option(parts)
        | SortKind::Tuple(parts)
        | SortKind::Either(parts) => parts.as_slice().iter().copied().all(is_known),
        // Of the values of an abstract data type, only the axioms are known.
        SortKind::Data(_, parts) => parts.as_slice().is_empty(),
        SortKind::Ref(_) => false,
    }
}
