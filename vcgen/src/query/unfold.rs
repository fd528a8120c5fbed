//! Unfolds the definitions of pure functions where the query applies them.
//!
//! ```text
//! requires(e)  ⇒  f(e) = body(e)                      to a bounded depth; below the measure, where `f` is shown to end
//! requires(e)  ⇒  ensures(e)                          proved by induction where `f` is verified
//! e = d ∧ (∀ x in footprint(e). A[x] = B[x])  ⇒  f(e, A) = f(d, B)
//! ```
//!
//! In: the definitions and the facts of the query. Out: ground consequences of the definitions.

use super::matching::bound;
use logic::obligation::{Definition, Obligation};
use logic::term::{self, operation, CollectionFn, Names, Op, Role, Sort, Substitution, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How often a recursive function is unfolded, starting at an application that the obligation mentions.
pub const FUEL: usize = 2;
/// How often a recursive function is unfolded in queries about small launches, which look for a counterexample. In
/// small launches, recursion is shallow.
pub const DEEP: usize = 10;
/// How often a recursive function that is applied to literals is unfolded. Such a recursion usually ends by itself.
const LITERAL: usize = 64;
/// Most applications that are unfolded.
const APPLICATIONS: usize = 150;

/// The applications that were unfolded, and those that still can be.
pub struct Unfolding<'d> {
    definitions: &'d [Definition],
    partial: bool,
    fuel: usize,
    depth: FxHashMap<Term, usize>,
    done: FxHashSet<Term>,
    framed: usize,
    /// Applications in the order in which they were found, in the first `walked` facts. All pairs of the first `paired`
    /// applications were considered for frame facts.
    applications: Vec<Term>,
    seen: FxHashSet<Term>,
    walked: usize,
    paired: usize,
    cut: bool,
    skipped: bool,
    /// The applications that facts mention which are no definitions. They are evaluated in any case.
    mentioned: FxHashSet<Term>,
    /// The evaluation of the first application reaches the second one under this condition.
    reaches: Vec<(Term, Term, Term)>,
    /// All second applications of `reaches`.
    reached: FxHashSet<Term>,
    left: Vec<Term>,
}

impl<'d> Unfolding<'d> {
    /// The state before any unfolding.
    pub fn new(obligation: &Obligation, definitions: &'d [Definition], fuel: usize) -> Self {
        Self {
            definitions,
            partial: obligation.partial,
            fuel,
            depth: FxHashMap::default(),
            done: FxHashSet::default(),
            framed: 0,
            applications: vec![],
            seen: FxHashSet::default(),
            walked: 0,
            paired: 0,
            cut: false,
            skipped: false,
            mentioned: FxHashSet::default(),
            reaches: vec![],
            reached: FxHashSet::default(),
            left: vec![],
        }
    }

    /// Says that these facts are no definitions. What they apply is evaluated in any case.
    pub fn mention(&mut self, facts: &[Term]) {
        // Without definitions there are no applications to be found. The search would visit all terms in each round.
        if self.definitions.is_empty() {
            return;
        }
        for t in applications_in(facts) {
            let _ = self.depth.insert(t.clone(), 0);
            let _ = self.mentioned.insert(t);
        }
    }

    /// Ends the unfolding. Applications in these facts that were not unfolded stay as they are.
    pub fn end(&mut self, facts: &[Term]) {
        self.find(facts);
        let open = |t: &&Term| !self.done.contains(*t) && self.definition(t).is_some();
        let open: Vec<Term> = self.applications.iter().filter(open).cloned().collect();
        self.cut |= !open.is_empty();
        self.left.extend(open);
    }

    /// Adds the applications in the facts behind those that were walked.
    fn find(&mut self, facts: &[Term]) {
        let new = facts.get(self.walked..).unwrap_or_default();
        self.walked = facts.len();
        if self.definitions.is_empty() {
            return;
        }
        let found = applications(new, &mut self.seen);
        for t in &found {
            // No definition reaches it.
            if !self.reached.contains(t) {
                let _ = self.depth.entry(t.clone()).or_insert(0);
                let _ = self.mentioned.insert(t.clone());
            }
        }
        self.applications.extend(found);
        let defined = |t: &Term| self.definition(t).is_some();
        self.skipped |= new.iter().any(|f| applies_to_bound(f, &defined));
    }

    /// The applications that were found so far.
    pub fn applications(&self) -> &[Term] {
        &self.applications
    }

    /// For each application of an opaque function that was found, the application with the symbol for `reveal`. A
    /// universal about the one is as true of the other.
    pub fn shown(&self) -> Vec<Term> {
        let shown = |t: &Term| Some(term::app(self.definition(t)?.hidden.as_ref()?, t.args().to_vec()));
        self.applications.iter().filter_map(shown).collect()
    }

    /// Whether a fact that is no definition mentions the application.
    pub fn is_mentioned(&self, application: &Term) -> bool {
        self.mentioned.contains(application)
    }

    /// Whether some application was not unfolded.
    pub fn cut(&self) -> bool {
        self.cut || self.skipped
    }

    /// Whether something was left out that [`Self::shallow`] is not about: an application to bound variables, or the
    /// fact that two applications of a function without body are equal in some states.
    pub fn skipped(&self) -> bool {
        self.skipped
    }

    /// Conditions under which the evaluation reaches no application that was not unfolded. If they are true, the
    /// definitions are used completely. A new constant says of each application whether it is reached. An application
    /// may be reached in several ways, so its constant follows from each of them.
    pub fn shallow(&self, names: &mut Names) -> Vec<Term> {
        if self.left.is_empty() {
            return vec![];
        }
        let mut constants: FxHashMap<&Term, Term> = FxHashMap::default();
        let mut is_reached = |t| {
            let new = || term::constant(&names.fresh("reached", vec![], Sort::BOOL, Role::Skolem));
            constants.entry(t).or_insert_with(new).clone()
        };
        let mut out: Vec<Term> = Vec::new();
        for (from, to, when) in &self.reaches {
            let premise = term::and([is_reached(from), when.clone()]);
            out.push(term::implies(premise, is_reached(to)));
        }
        out.extend(self.mentioned.iter().map(&mut is_reached));
        out.extend(self.left.iter().map(|t| term::not(is_reached(t))));
        out
    }

    /// Consequences of the definitions for the applications in the facts. `facts` begins with the facts of the last
    /// step, and may have further ones.
    pub fn step(&mut self, facts: &[Term], names: &mut Names) -> Vec<Term> {
        let mut out = Vec::new();
        if self.definitions.is_empty() {
            return out;
        }
        self.find(facts);
        let applications = std::mem::take(&mut self.applications);
        let mut todo: VecDeque<Term> = applications.iter().filter(|t| !self.done.contains(*t)).cloned().collect();
        while let Some(t) = todo.pop_front() {
            if self.done.len() >= APPLICATIONS {
                break;
            }
            let Some(d) = self.definition(&t).filter(|_| !self.done.contains(&t)) else { continue };
            let depth = self.depth.get(&t).copied().unwrap_or(0);
            let _ = self.done.insert(t.clone());
            let facts = self.define(d, &t, depth);
            // Applications to literals are computed now, however few steps there are.
            if is_literal(&t) {
                todo.extend(applications_in(&facts).into_iter().filter(is_literal));
            }
            out.extend(facts);
        }
        let frames = self.frames(&applications, names);
        self.mention(&frames);
        out.extend(frames);
        self.applications = applications;
        out
    }

    fn definition(&self, t: &Term) -> Option<&'d Definition> {
        let symbol = t.as_app()?;
        self.definitions.iter().find(|d| d.symbol == *symbol)
    }

    fn define(&mut self, d: &Definition, t: &Term, depth: usize) -> Vec<Term> {
        let by = arguments(d, t);
        let requires = term::substitute(&d.requires, &by);
        let known = d.smaller.iter().filter(|_| self.partial).map(|smaller| term::substitute(smaller, &by));
        let known = term::and(known.chain([requires.clone()]));
        let mut out: Vec<Term> =
            d.ensures.iter().map(|e| term::implies(requires.clone(), term::substitute(e, &by))).collect();
        // The postcondition, the precondition and the comparison of measures become facts below. Whatever branch the
        // body takes, the functions that these three apply are evaluated.
        for inner in applications_in(&out).into_iter().chain(applications_in(std::slice::from_ref(&known))) {
            self.reach(t, inner, term::bool(true));
        }
        let Some(body) = &d.body else { return out };
        // What an opaque function hides is left out in proofs, and known to those who look for a counterexample.
        if d.hidden.is_some() && self.fuel < DEEP {
            self.cut = true;
            self.left.push(t.clone());
            return out;
        }
        let limit = if is_literal(t) { self.fuel.max(LITERAL) } else { self.fuel };
        if d.recursive && depth >= limit {
            self.cut = true;
            self.left.push(t.clone());
            return out;
        }
        let body = term::substitute(body, &by);
        for inner in applications_in(std::slice::from_ref(&body)) {
            let when = reach(&body, &inner, &mut FxHashMap::default()).unwrap_or_else(|| term::bool(true));
            let next = depth + usize::from(d.recursive);
            let known = self.depth.entry(inner.clone()).or_insert(next);
            *known = (*known).min(next);
            self.reach(t, inner, when);
        }
        let equal = term::eq(t.clone(), body);
        out.push(term::implies(known, equal));
        out
    }

    /// The evaluation of `from` reaches `to`, under this condition.
    fn reach(&mut self, from: &Term, to: Term, when: Term) {
        let _ = self.reached.insert(to.clone());
        self.reaches.push((from.clone(), to, when));
    }

    /// Facts about pairs of applications in different states: they are equal if the states agree on the footprint.
    fn frames(&mut self, applications: &[Term], names: &mut Names) -> Vec<Term> {
        let mut out = Vec::new();
        for (n, a) in applications.iter().enumerate() {
            for b in applications.iter().skip(self.paired.max(n + 1)) {
                if a.op() != b.op() || !arrays_differ(a, b) {
                    continue;
                }
                // What is known of two reductions says more. A reduction and a description have no footprint.
                let of_function = |d: &&Definition| matches!(d.symbol.role(), Role::Function(_));
                let Some(d) = self.definition(a).filter(of_function) else { continue };
                if self.framed < APPLICATIONS {
                    self.framed += 1;
                    out.push(frame(d, a, b, names));
                } else {
                    self.skipped |= d.body.is_none();
                }
            }
        }
        self.paired = applications.len();
        out
    }
}

/// The condition under which the evaluation of `body` reaches `inner`; `None` if `body` does not contain it. `known`
/// has the conditions of the parts that were looked at before: a part that occurs often is looked at once.
fn reach(body: &Term, inner: &Term, known: &mut FxHashMap<Term, Option<Term>>) -> Option<Term> {
    if body == inner {
        return Some(term::bool(true));
    }
    if let Some(when) = known.get(body) {
        return when.clone();
    }
    let parts: Vec<Option<Term>> = body.args().iter().map(|t| reach(t, inner, known)).collect();
    let any = |parts: &[Option<Term>]| term::or(parts.iter().flatten().cloned());
    let inside = parts.iter().any(Option::is_some);
    let when = inside.then(|| match (body.op(), body.args(), parts.as_slice()) {
        (Op::Ite, _, [Some(_), ..]) => term::bool(true),
        (Op::Ite, [c, _, _], [None, a, b]) => {
            let on = a.iter().map(|when| term::and([c.clone(), when.clone()]));
            let off = b.iter().map(|when| term::and([term::not(c.clone()), when.clone()]));
            term::or(on.chain(off))
        }
        // `∧` and `⇒` do not evaluate later parts if the first part decides.
        (Op::And | Op::Implies, [first, ..], [None, rest @ ..]) => term::and([first.clone(), any(rest)]),
        (Op::Or, [first, ..], [None, rest @ ..]) => term::and([term::not(first.clone()), any(rest)]),
        (_, _, parts) => any(parts),
    });
    let _ = known.insert(body.clone(), when.clone());
    when
}

fn arrays_differ(a: &Term, b: &Term) -> bool {
    a.args().iter().zip(b.args()).any(|(x, y)| x.sort().is_array() && x != y)
}

fn arguments(d: &Definition, t: &Term) -> Substitution {
    let mut by = Substitution::new();
    for (p, a) in d.params.iter().zip(t.args()) {
        by.insert(p, a.clone());
    }
    by
}

/// The fact that `a = b`, or their arguments differ, or their states differ at some location of the footprint.
fn frame(d: &Definition, a: &Term, b: &Term, names: &mut Names) -> Term {
    let mut ways = vec![term::eq(a.clone(), b.clone())];
    for (x, y) in a.args().iter().zip(b.args()).filter(|(x, _)| !x.sort().is_array()) {
        ways.push(term::ne(x.clone(), y.clone()));
    }
    for (position, at, inside) in &d.footprint {
        let (Some(x), Some(y)) = (a.args().get(*position), b.args().get(*position)) else { continue };
        if x == y {
            continue;
        }
        let mut by = arguments(d, a);
        let mut index = Vec::new();
        for s in at {
            let witness = term::constant(&names.fresh("differs", vec![], s.sort(), Role::Skolem));
            by.insert(s, witness.clone());
            index.push(witness);
        }
        let differ = term::ne(term::select(x, &index), term::select(y, &index));
        ways.push(term::and([term::substitute(inside, &by), differ]));
    }
    term::or(ways)
}

/// Whether all arguments except memory are literals.
fn is_literal(t: &Term) -> bool {
    t.args().iter().all(|a| a.as_int().is_some() || a.sort().is_array() || is_listed(a))
}

/// Whether a term is a collection of literals.
fn is_listed(t: &Term) -> bool {
    match operation(t) {
        Some(
            CollectionFn::Empty
            | CollectionFn::None
            | CollectionFn::EmptySet
            | CollectionFn::EmptyBag
            | CollectionFn::EmptyMap,
        ) => true,
        Some(
            CollectionFn::Unit
            | CollectionFn::Single
            | CollectionFn::Union
            | CollectionFn::Once
            | CollectionFn::BagSum
            | CollectionFn::Put
            | CollectionFn::Concat
            | CollectionFn::Some
            | CollectionFn::Pair
            | CollectionFn::Left
            | CollectionFn::Right,
        ) => t.args().iter().all(|a| a.as_int().is_some() || a.as_bool().is_some() || is_listed(a)),
        _ => false,
    }
}

fn applications_in(facts: &[Term]) -> Vec<Term> {
    applications(facts, &mut FxHashSet::default())
}

/// Whether a pure function is applied to bound variables, for which `defined` is true.
fn applies_to_bound(fact: &Term, defined: &impl Fn(&Term) -> bool) -> bool {
    let bound = bound(fact);
    !bound.is_empty() && term::any_subterm(fact, |t| t.as_app().is_some() && t.mentions(&bound) && defined(t))
}

/// Ground applications of pure functions that were not seen before, innermost first. An application with a quantifier
/// in an argument is left as it is: if the body uses the argument under a quantifier of its own and is unfolded again,
/// the variable of the argument's quantifier would be bound inside of itself.
fn applications(facts: &[Term], seen: &mut FxHashSet<Term>) -> Vec<Term> {
    let mut out = Vec::new();
    for f in facts {
        let bound = bound(f);
        term::for_each_subterm(f, &mut |t| {
            let function =
                t.as_app().is_some_and(|s| matches!(s.role(), Role::Function(_) | Role::Reduction | Role::Description));
            if function && (bound.is_empty() || !t.mentions(&bound)) && seen.insert(t.clone()) {
                out.push(t.clone());
            }
        });
    }
    out
}
