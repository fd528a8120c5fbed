//! Collections have finitely many elements.
//!
//! ```text
//! x ∈ s ⇒ lo ≤ x ≤ hi     for some lo and hi
//! ```
//!
//! The laws of collections do not say so, because no finite set of instances does. A proof does not miss it, but
//! whoever takes a model of the solver for a state has to ask for it: in such a model, a set may have all integers.
//!
//! In: the universals of a query. Out: what they leave out about the collections whose elements they describe.

use crate::query::Universal;
use logic::term::{self, is_collection, operation, CollectionFn, Names, Role, Sort, SortKind, Term};
use rustc_hash::FxHashSet;

/// That the collections whose elements the universals describe have finitely many. `None` if it is not known how to say
/// so: where a collection depends on a bound variable, or where its elements are collections.
pub fn finite(universals: &[Universal]) -> Option<Vec<Term>> {
    let mut found = FxHashSet::default();
    let mut known = true;
    for universal in universals {
        term::for_each_subterm(&universal.body, &mut |t| {
            let whole = t.args().iter().find(|a| is_collection(a.sort()));
            match (operation(t), whole) {
                // Whether two collections are equal is a matter of all elements.
                (None, Some(_)) if t.mentions(&universal.binders) => known = false,
                (None, _) | (Some(_), None) => {}
                (Some(f), Some(s)) if t.mentions(&universal.binders) => match has_elements(f) {
                    true if !s.mentions(&universal.binders) => drop(found.insert((f, s.clone()))),
                    true => known = false,
                    false => known &= f == CollectionFn::At || f == CollectionFn::Lookup,
                },
                (Some(_), Some(_)) => {}
            }
        });
    }
    if !known {
        return None;
    }
    let mut found: Vec<(CollectionFn, Term)> = found.into_iter().collect();
    found.sort_by_key(|(_, s)| term::show(s));
    let mut names = Names::starting_at(Names::LATER + (1 << 29) + (1 << 28));
    let mut out = Vec::new();
    for (f, s) in found {
        match s.sort().element().kind() {
            SortKind::Bool => {}
            SortKind::Int => out.push(bounded(f, &s, &mut names)),
            _ => return None,
        }
    }
    Some(out)
}

/// Whether the operation says which elements a collection has.
fn has_elements(f: CollectionFn) -> bool {
    matches!(f, CollectionFn::Member | CollectionFn::Contains | CollectionFn::Count)
}

/// The elements of a collection of integers lie between two integers.
fn bounded(f: CollectionFn, s: &Term, names: &mut Names) -> Term {
    let mut constant = |name: &str, role| names.fresh(name, vec![], Sort::INT, role);
    let bound = constant("element", Role::Bound);
    let x = term::constant(&bound);
    let (lo, hi) = (constant("least", Role::Skolem), constant("greatest", Role::Skolem));
    let has = match f {
        CollectionFn::Count => term::lt(term::int(0), term::count(s, &x)),
        CollectionFn::Contains => term::contains(s, &x),
        _ => term::member(s, &x),
    };
    let within = term::and([term::le(term::constant(&lo), x.clone()), term::le(x, term::constant(&hi))]);
    term::forall(vec![bound], term::implies(has, within))
}
