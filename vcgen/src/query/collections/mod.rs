//! Which laws of collections a query gets.
//!
//! In: the facts of a query. Out: instances of the [`laws`] for the collections that the facts mention: for each
//! equation between two collections, for each pair of collections to which one function is applied, for each length and
//! each element. Every instance is true, so a bad choice costs time and not soundness. All limits are counts, so the
//! instances are the same each time.

mod laws;
#[cfg(all(test, feature = "z3"))]
mod tests;

use super::matching::bound;
use super::unfold::Unfolding;
use logic::term::{self, is_collection, operation, CollectionFn, Names, Op, Role, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most pairs of collections whose equality is described.
const PAIRS: usize = 80;
/// Most applications of one function that are compared with each other.
const COMPARED: usize = 12;

/// The collections of a query, and the laws that it has.
#[derive(Default)]
pub struct Collections {
    walked: usize,
    seen: FxHashSet<Term>,
    /// The pairs whose equality is described.
    pairs: FxHashSet<(Term, Term)>,
    /// The applications of each function to collections.
    applied: FxHashMap<Symbol, Vec<Term>>,
    /// Laws about sizes of sets and bags, as long as no size of one matters.
    about_sizes: Vec<Term>,
    /// Whether the size of some set or bag matters.
    sizes: bool,
    /// Whether laws are missing because a limit was reached.
    cut: bool,
}

impl Collections {
    /// Laws about the collections in the facts. `facts` begins with the facts of the last step.
    pub fn step(&mut self, facts: &[Term], unfolding: &Unfolding<'_>, names: &mut Names) -> Vec<Term> {
        let new = facts.get(self.walked..).unwrap_or_default();
        self.walked = facts.len();
        let (mut found, mut out) = (Vec::new(), Vec::new());
        for fact in new {
            let bound = bound(fact);
            term::for_each_subterm(fact, &mut |t| {
                if matters(t) && (bound.is_empty() || !t.mentions(&bound)) && self.seen.insert(t.clone()) {
                    found.push(t.clone());
                }
            });
        }
        for t in found {
            match (t.op(), t.args(), operation(&t)) {
                (Op::Eq, [a, b], _) => {
                    self.equal(a, b, names, &mut out);
                    self.smaller([a, b], &mut out);
                }
                (_, [s], Some(CollectionFn::Length)) => out.push(laws::length(s)),
                (_, [s, i], Some(CollectionFn::At)) => out.push(laws::outside(s, i)),
                (_, [s, x], Some(CollectionFn::Contains)) => out.extend(laws::contains(s, x, names)),
                (_, [s], Some(CollectionFn::Cardinality)) => {
                    out.extend(laws::cardinality(s));
                    // The laws do not count elements: nothing says that two different ones are two.
                    self.cut = true;
                    self.compared(&t, names, &mut out);
                    self.sized(&mut out);
                    if let (Some(CollectionFn::Values), [m]) = (operation(s), s.args()) {
                        out.push(laws::most_values(m));
                    }
                }
                (_, [s, x], Some(CollectionFn::Member)) => {
                    self.compared(&t, names, &mut out);
                    if let (Some(CollectionFn::Values), [m]) = (operation(s), s.args()) {
                        out.extend(laws::value_of(m, x, names));
                    }
                }
                (_, [b, x], Some(CollectionFn::Count)) => {
                    self.compared(&t, names, &mut out);
                    let [least, most] = laws::count(b, x);
                    out.push(least);
                    self.with_sizes(most, &mut out);
                }
                (_, [b], Some(CollectionFn::BagSize)) => {
                    out.extend(laws::bag_size(b));
                    // As with sets: nothing says that two different elements are two.
                    self.cut = true;
                    self.compared(&t, names, &mut out);
                    self.sized(&mut out);
                }
                (_, [m, k], Some(CollectionFn::Lookup)) => {
                    out.push(laws::no_key(m, k));
                    self.compared(&t, names, &mut out);
                }
                (_, _, Some(CollectionFn::Keys | CollectionFn::Values | CollectionFn::Items)) => {
                    self.compared(&t, names, &mut out);
                }
                // What only a definition mentions is a part of something else.
                _ if unfolding.is_mentioned(&t) => self.applied(&t, names, &mut out),
                _ => self.cut = true,
            }
        }
        out
    }

    /// Whether laws are missing because a limit was reached.
    pub fn cut(&self) -> bool {
        self.cut
    }

    /// What it means that two collections are equal, and that they are not.
    fn equal(&mut self, a: &Term, b: &Term, names: &mut Names, out: &mut Vec<Term>) {
        if a == b || self.pairs.contains(&(b.clone(), a.clone())) || self.pairs.contains(&(a.clone(), b.clone())) {
            return;
        }
        if self.pairs.len() >= PAIRS {
            self.cut = true;
            return;
        }
        let laws: Vec<Term> = laws::equality(a, b, names).into_iter().filter(|law| !law.is_true()).collect();
        // Where nothing is left to be said, as of `o = None`, the pair does not count.
        if !laws.is_empty() {
            let _ = self.pairs.insert((a.clone(), b.clone()));
        }
        out.extend(laws);
    }

    /// What equal sets or bags say of sizes. One of the two may be empty; if it is what is left of a set without the
    /// elements of another one, then the sizes of these sets are compared.
    fn smaller(&mut self, pair: [&Term; 2], out: &mut Vec<Term>) {
        for law in pair.into_iter().filter_map(laws::subset) {
            self.with_sizes(law, out);
        }
        // Of two sets that are not made from others, the solver knows that equal ones have equal sizes.
        if pair.iter().any(|s| s.as_app().is_none() || operation(s).is_some()) {
            let [a, b] = pair;
            laws::equal_sizes(a, b).into_iter().for_each(|law| self.with_sizes(law, out));
        }
    }

    /// A law that is of use if sizes matter.
    fn with_sizes(&mut self, law: Term, out: &mut Vec<Term>) {
        match self.sizes {
            _ if law.is_true() => {}
            true => out.push(law),
            false => self.about_sizes.push(law),
        }
    }

    /// Sizes of sets or bags matter from now on.
    fn sized(&mut self, out: &mut Vec<Term>) {
        self.sizes = true;
        out.append(&mut self.about_sizes);
    }

    /// A function has one value for equal arguments. So each argument that is a collection is compared with those of
    /// the other applications of the function.
    fn applied(&mut self, t: &Term, names: &mut Names, out: &mut Vec<Term>) {
        self.compared(t, names, out);
    }

    /// See [`Self::applied`].
    fn compared(&mut self, t: &Term, names: &mut Names, out: &mut Vec<Term>) {
        let Some(symbol) = t.as_app() else { return };
        let others = self.applied.entry(symbol.clone()).or_default();
        if others.len() >= COMPARED {
            self.cut = true;
            return;
        }
        let before = others.clone();
        others.push(t.clone());
        for other in before {
            for (a, b) in t.args().iter().zip(other.args()).filter(|(a, _)| is_collection(a.sort())) {
                self.equal(a, b, names, out);
            }
        }
    }
}

/// Whether there are laws about a term.
fn matters(t: &Term) -> bool {
    let of_collections = || t.args().iter().any(|a| is_collection(a.sort()));
    match t.op() {
        Op::Eq => of_collections(),
        Op::App(symbol) => match symbol.role() {
            Role::Collection(f) => matches!(
                f,
                CollectionFn::Length
                    | CollectionFn::At
                    | CollectionFn::Contains
                    | CollectionFn::Cardinality
                    | CollectionFn::Member
                    | CollectionFn::Count
                    | CollectionFn::BagSize
                    | CollectionFn::Lookup
                    | CollectionFn::Keys
                    | CollectionFn::Values
                    | CollectionFn::Items
            ),
            Role::Function(_) | Role::Reduction | Role::Description => of_collections(),
            _ => false,
        },
        _ => false,
    }
}
