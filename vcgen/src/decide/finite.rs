//! What a model of the solver may leave out about collections and lengths.
//!
//! ```text
//! x ∈ s ⇒ lo ≤ x ≤ hi     for some lo and hi: a collection has finitely many elements
//! 0 ≤ a.length, 0 ≤ |q|   also where nothing outside of quantifiers mentions the length
//! ```
//!
//! A query has the laws of collections for the terms of its ground facts only, and not for terms inside of a `\forall`.
//! A proof is right without the missing laws. A model of the solver may break them: a set may have all integers, and
//! the count of an element in a bag may be negative if only a `\forall` mentions this count. So a model is taken for a
//! state only if no missing law restricts the terms inside of the universals. The laws above are added to the query
//! instead.
//!
//! In: the universals and the ground facts of a query. Out: what they leave out.

use crate::query::Universal;
use logic::term::{self, is_collection, operation, CollectionFn, Names, Role, Sort, SortKind, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a fact has a quantifier about collections or lengths inside, for whose terms no law was stated.
pub fn is_opaque(fact: &Term) -> bool {
    fact.is_quantified() && term::any_subterm(fact, |t| operation(t).is_some() || is_length_of_array(t))
}

/// What the universals leave out about collections and lengths. `None` if it is not known how to say so.
pub fn finite(universals: &[Universal], facts: &[Term]) -> Option<Vec<Term>> {
    // A quantifier inside of a ground fact was not looked into.
    if facts.iter().any(Term::is_quantified) {
        return None;
    }
    let mut ground = FxHashSet::default();
    let mut uses = Uses::default();
    for fact in facts {
        term::for_each_subterm(fact, &mut |t| {
            let _ = ground.insert(t.clone());
        });
        uses.add(fact);
    }
    universals.iter().for_each(|universal| uses.add(&universal.body));
    let (mut found, mut stated, mut known) = (FxHashSet::default(), FxHashSet::default(), true);
    for universal in universals {
        term::for_each_subterm(&universal.body, &mut |t| {
            known &= is_free(t, &universal.binders, &ground, &uses);
            if let Some((s, CollectionFn::Member)) = t.args().iter().find(|a| is_collection(a.sort())).zip(operation(t))
            {
                let _ = found.insert(s.clone());
            }
            if is_natural(t) && !t.mentions(&universal.binders) {
                let _ = stated.insert(t.clone());
            }
        });
    }
    if !known {
        return None;
    }
    let sorted = |terms: FxHashSet<Term>| {
        let mut terms: Vec<Term> = terms.into_iter().collect();
        terms.sort_by_key(term::show);
        terms
    };
    let mut names = Names::starting_at(Names::LATER + (1 << 29) + (1 << 28));
    let mut out: Vec<Term> = sorted(stated).into_iter().map(|t| term::le(term::int(0), t)).collect();
    for s in sorted(found) {
        match s.sort().element().kind() {
            SortKind::Bool | SortKind::Enum(_) => {}
            SortKind::Int => out.push(bounded(&s, &mut names)),
            _ => return None,
        }
    }
    Some(out)
}

/// The facts that the lengths of arrays in ground facts are not negative. The logic states them of lengths outside of
/// quantifiers only, and instances of universals have others.
pub fn lengths(facts: &[Term]) -> Vec<Term> {
    let mut found = FxHashSet::default();
    for fact in facts.iter().filter(|fact| !fact.is_quantified()) {
        term::for_each_subterm(fact, &mut |t| {
            if is_length_of_array(t) {
                let _ = found.insert(t.clone());
            }
        });
    }
    let mut found: Vec<Term> = found.into_iter().collect();
    found.sort_by_key(term::show);
    found.into_iter().map(|t| term::le(term::int(0), t)).collect()
}

/// The operations that use each collection which is no operation itself; `None` among them for any other use, such as
/// an equation.
#[derive(Default)]
struct Uses(FxHashMap<Term, FxHashSet<Option<CollectionFn>>>);

impl Uses {
    fn add(&mut self, t: &Term) {
        term::for_each_subterm(t, &mut |t| {
            for s in t.args().iter().filter(|a| is_collection(a.sort()) && operation(a).is_none()) {
                let _ = self.0.entry(s.clone()).or_default().insert(operation(t));
            }
        });
    }

    /// Whether a collection is no operation, and used by these operations only.
    fn only(&self, s: &Term, by: &[CollectionFn]) -> bool {
        self.0.get(s).is_some_and(|uses| uses.iter().all(|used| used.is_some_and(|f| by.contains(&f))))
    }
}

/// Whether the laws above are the only ones that restrict the values of a term inside of a universal.
fn is_free(t: &Term, binders: &[Symbol], ground: &FxHashSet<Term>, uses: &Uses) -> bool {
    if is_length_of_array(t) {
        return !t.mentions(binders);
    }
    let whole = t.args().iter().find(|a| is_collection(a.sort()));
    if operation(t).is_none() && whole.is_none() {
        return true;
    }
    if !t.mentions(binders) {
        return ground.contains(t) || operation(t) == Some(CollectionFn::Length);
    }
    let plain = |by: &[CollectionFn]| whole.is_some_and(|s| !s.mentions(binders) && uses.only(s, by));
    match operation(t) {
        Some(CollectionFn::Member) => plain(&[CollectionFn::Member]),
        Some(CollectionFn::At) => plain(&[CollectionFn::At, CollectionFn::Length]),
        Some(_) | None => false,
    }
}

/// Whether a term is the length of an array or of a sequence.
fn is_natural(t: &Term) -> bool {
    is_length_of_array(t) || operation(t) == Some(CollectionFn::Length)
}

/// Whether a term is the length of an array to which a reference refers.
fn is_length_of_array(t: &Term) -> bool {
    t.as_app().is_some_and(|symbol| symbol.role() == Role::Length)
}

/// The elements of a set of integers lie between two integers.
fn bounded(s: &Term, names: &mut Names) -> Term {
    let mut constant = |name: &str, role| names.fresh(name, vec![], Sort::INT, role);
    let bound = constant("element", Role::Bound);
    let x = term::constant(&bound);
    let (lo, hi) = (constant("least", Role::Skolem), constant("greatest", Role::Skolem));
    let within = term::and([term::le(term::constant(&lo), x.clone()), term::le(x.clone(), term::constant(&hi))]);
    term::forall(vec![bound], term::implies(term::member(s, &x), within))
}
