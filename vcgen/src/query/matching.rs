//! Instances by ownership: which instance of a universal speaks of a ground term.
//!
//! A universal speaks of memory through reads such as `a[f(u)]` and of functions through applications. Where the query
//! has `a[t]`, the instance that matters is the one with `f(u) = t`: `u = f⁻¹(t)`, by the same symbolic inverses with
//! which permissions are counted. So, unlike a trigger, `a[2 * u + 1]` matches `a[k]`. An index of the same form tells its
//! [`digits`] too.
//!
//! In: a universal and the ground terms of the query. Out: instances. Any instance is a consequence, so a bad choice
//! costs time and not soundness.

use super::digits::digits;
use super::prenex::Universal;
use logic::invert::{conjuncts, invert};
use logic::term::{self, Op, Role, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

/// How many ways to combine two triggers are tried.
const PAIRS: usize = 400;

/// Ground reads and applications of a query, in the order in which they came up.
#[derive(Debug, Default)]
pub struct Terms {
    all: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Terms {
    /// Also those of more facts.
    pub fn extend<'t>(&mut self, facts: impl IntoIterator<Item = &'t Term>) {
        facts.into_iter().for_each(|f| self.closed(f, bound(f)));
    }

    /// Also those of a universal's body that its binders do not occur in.
    pub fn extend_by_universal(&mut self, u: &Universal) {
        let mut inner = bound(&u.body);
        inner.extend(u.binders.iter().cloned());
        self.closed(&u.body, inner);
    }

    fn closed(&mut self, t: &Term, bound: Vec<Symbol>) {
        term::for_each_subterm(t, &mut |t| {
            if is_key(t) && !mentions(t, &bound) && self.seen.insert(t.clone()) {
                self.all.push(t.clone());
            }
        });
    }
}

fn bound(t: &Term) -> Vec<Symbol> {
    let mut out = Vec::new();
    if !t.is_quantified() {
        return out;
    }
    term::for_each_subterm(t, &mut |s| {
        if let Op::Quant(b) = s.op() {
            out.extend(b.binders.iter().cloned());
        }
    });
    out
}

/// Reads of memory and applications of functions are what instances are chosen by. The inverse of an index is a function:
/// its law matters where it is applied to an index of the same form.
fn is_key(t: &Term) -> bool {
    match t.op() {
        Op::Select => true,
        Op::App(s) => !t.args().is_empty() && matches!(s.role(), Role::Function(_) | Role::Inverse(_)),
        _ => false,
    }
}

fn mentions(t: &Term, symbols: &[Symbol]) -> bool {
    t.mentions(symbols)
}

/// A universal, and how many of the terms it was matched with.
#[derive(Debug)]
pub struct Matched {
    universal: Universal,
    terms: usize,
}

impl Matched {
    /// With none yet.
    pub fn new(universal: Universal) -> Self {
        Self { universal, terms: 0 }
    }

    /// The universal.
    pub fn universal(&self) -> &Universal {
        &self.universal
    }

    /// The universal, of which no more instances are wanted.
    pub fn into_universal(self) -> Universal {
        self.universal
    }

    /// Instances by terms that came up since the last time; `done` remembers those that were made before.
    pub fn instances(&mut self, terms: &Terms, done: &mut FxHashSet<Term>) -> Vec<Term> {
        let old = std::mem::replace(&mut self.terms, terms.all.len());
        if old == self.terms {
            return vec![];
        }
        instances(&self.universal, terms, old, done)
    }
}

fn instances(u: &Universal, terms: &Terms, old: usize, done: &mut FxHashSet<Term>) -> Vec<Term> {
    let premises = premises(&u.body);
    let sets = if u.triggers.is_empty() { candidates(u) } else { u.triggers.clone() };
    let mut out = Vec::new();
    for set in &sets {
        for by in solutions(u, set, &premises, terms, old) {
            let instance = term::substitute(&u.body, &by);
            if !instance.is_true() && done.insert(instance.clone()) {
                out.push(instance);
            }
        }
    }
    out
}

/// The conditions under which the universal says something.
pub fn premises(body: &Term) -> Term {
    match (body.op(), body.args()) {
        (Op::Implies, [g, rest]) => term::and([g.clone(), premises(rest)]),
        (Op::Or, args) => term::and(args.iter().cloned().map(term::not)),
        (Op::Not, [all]) => all.clone(),
        _ => term::bool(true),
    }
}

/// Whether a universal is about numbers alone: it has nothing that a term of the query could be matched with.
pub fn has_no_key(u: &Universal) -> bool {
    u.triggers.is_empty() && !term::any_subterm(&u.body, |t| is_key(t) && mentions(t, &u.binders))
}

/// Sets of keys of the body that mention all binders: single keys, or else pairs.
fn candidates(u: &Universal) -> Vec<Vec<Term>> {
    let inner = bound(&u.body);
    let mut keys: Vec<Term> = Vec::new();
    term::for_each_subterm(&u.body, &mut |t| {
        if is_key(t) && mentions(t, &u.binders) && !mentions(t, &inner) {
            keys.push(t.clone());
        }
    });
    let covers = |set: &[&Term]| u.binders.iter().all(|b| set.iter().any(|t| mentions(t, std::slice::from_ref(b))));
    let single: Vec<Vec<Term>> = keys.iter().filter(|k| covers(&[k])).map(|k| vec![k.clone()]).collect();
    if !single.is_empty() {
        return single;
    }
    let mut pairs = Vec::new();
    for (n, a) in keys.iter().enumerate() {
        for b in keys.iter().skip(n + 1) {
            if covers(&[a, b]) {
                pairs.push(vec![a.clone(), b.clone()]);
            }
        }
    }
    pairs
}

/// Values of the binders for which the keys of the set are ground terms of the query, not all of them old.
fn solutions(u: &Universal, set: &[Term], premises: &Term, terms: &Terms, old: usize) -> Vec<Substitution> {
    let mut choices: Vec<(Vec<&Term>, bool)> = vec![(vec![], false)];
    for pattern in set {
        // A single key is new or was tried.
        let start = if set.len() == 1 { old } else { 0 };
        let candidates = terms.all.iter().enumerate().skip(start);
        let fits: Vec<_> = candidates.filter(|(_, t)| same_head(pattern, t, &u.binders)).collect();
        let mut next = Vec::new();
        for (choice, new) in &choices {
            for (at, t) in &fits {
                if next.len() < PAIRS {
                    let mut longer = choice.clone();
                    longer.push(*t);
                    next.push((longer, *new || *at >= old));
                }
            }
        }
        choices = next;
    }
    choices.iter().filter(|(_, new)| *new).flat_map(|(c, _)| solve(u, set, c, premises).unwrap_or_default()).collect()
}

/// The same function, or a read of what may be the same array.
fn same_head(pattern: &Term, t: &Term, binders: &[Symbol]) -> bool {
    if pattern.op() != t.op() || pattern.args().len() != t.args().len() {
        return false;
    }
    pattern.args().iter().zip(t.args()).all(|(p, g)| match p.sort().is_array() {
        false => mentions(p, binders) || p.sort() == g.sort(),
        true => p == g || (mentions(p, binders) && p.op() == g.op() && p.args().len() == g.args().len()),
    })
}

fn solve(u: &Universal, set: &[Term], chosen: &[&Term], premises: &Term) -> Option<Vec<Substitution>> {
    let (mut expressions, mut values) = (Vec::new(), Vec::new());
    for (pattern, t) in set.iter().zip(chosen) {
        equations(pattern, t, &u.binders, &mut expressions, &mut values)?;
    }
    // Binders of other sorts match as they are.
    let mut by = Substitution::new();
    let mut ints = Vec::new();
    for b in &u.binders {
        if b.sort() == Sort::INT {
            ints.push(b.clone());
            continue;
        }
        let at = expressions.iter().position(|e: &Term| e.as_app() == Some(b))?;
        by.insert(b, values.get(at)?.clone());
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (e, v) in expressions.into_iter().zip(values) {
        if e.sort() == Sort::INT && mentions(&e, &ints) {
            left.push(e);
            right.push(v);
        }
    }
    let guard = term::and(conjuncts(premises).into_iter().filter(|c| matches!(c.op(), Op::Lt | Op::Le)));
    let solutions = digits(&ints, &left, &right).into_iter().chain(invert(&ints, &guard, &left, &right));
    let with = |solution: Vec<Term>| {
        let mut by = by.clone();
        ints.iter().zip(solution).for_each(|(b, value)| by.insert(b, value));
        by
    };
    Some(solutions.map(with).collect())
}

/// `pattern = t`, argument by argument; `None` if they cannot be equal as written.
fn equations(pattern: &Term, t: &Term, binders: &[Symbol], left: &mut Vec<Term>, right: &mut Vec<Term>) -> Option<()> {
    for (p, g) in pattern.args().iter().zip(t.args()) {
        match p.sort().is_array() {
            false if mentions(p, binders) => {
                left.push(p.clone());
                right.push(g.clone());
            }
            false => {}
            true if p == g => {}
            true if p.op() == g.op() => equations(p, g, binders, left, right)?,
            true => return None,
        }
    }
    Some(())
}
