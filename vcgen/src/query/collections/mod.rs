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
    /// Sets that may be empty, which are the rests of other sets, as long as no size of a set matters.
    rests: Vec<Term>,
    /// Whether the size of some set matters.
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
                }
                (_, _, Some(CollectionFn::Member)) => self.compared(&t, names, &mut out),
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

    /// One of these sets may be empty. If it is what is left of a set without the elements of another one, and if sizes
    /// matter, then the sets are compared.
    fn smaller(&mut self, sets: [&Term; 2], out: &mut Vec<Term>) {
        let rests = sets.into_iter().filter(|s| operation(s) == Some(CollectionFn::Without)).cloned();
        match self.sizes {
            true => out.extend(rests.filter_map(|rest| laws::subset(&rest))),
            false => self.rests.extend(rests),
        }
    }

    /// Sizes of sets matter from now on.
    fn sized(&mut self, out: &mut Vec<Term>) {
        self.sizes = true;
        out.extend(std::mem::take(&mut self.rests).iter().filter_map(laws::subset));
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
            ),
            Role::Function(_) | Role::Reduction => of_collections(),
            _ => false,
        },
        _ => false,
    }
}
