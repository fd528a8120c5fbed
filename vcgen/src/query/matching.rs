//! Instances by ownership: selects the instances of a universal that are about a ground term.
//!
//! A universal mentions memory in reads such as `a[f(u)]`, and functions in applications. If the query contains `a[t]`,
//! the instance with `f(u) = t` matters, that is `u = f⁻¹(t)`. The inverse is one of the symbolic inverses that count
//! permissions. So `a[2 * u + 1]` matches `a[k]`, which a trigger would not. For an index of the same form, the
//! [`digits`] are tried, too.
//!
//! In: a universal, and the ground terms of the query. Out: instances. Every instance follows from the universal, so a
//! bad choice costs time and not soundness.

use super::digits::digits;
use super::prenex::Universal;
use logic::invert::{conjuncts, invert};
use logic::term::{self, operation, CollectionFn, Op, Role, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

/// Most combinations of two keys that are tried.
const PAIRS: usize = 400;
/// Most terms, and combinations of two terms, that the universals of one query are matched with.
const TRIED: usize = 6_000;

/// The instances that were made for a query.
#[derive(Debug, Default)]
pub struct Made {
    instances: FxHashSet<Term>,
    /// How many terms universals were matched with.
    tried: usize,
    /// Whether instances are missing because [`TRIED`] was reached.
    pub cut: bool,
}

impl Made {
    /// Whether one more term may be tried. It is a count and not a time, so the instances are the same each time.
    fn may_try(&mut self) -> bool {
        self.tried += 1;
        self.cut |= self.tried > TRIED;
        !self.cut
    }
}

/// The ground reads and applications of a query, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Terms {
    all: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Terms {
    /// Adds the terms of more facts.
    pub fn extend<'t>(&mut self, facts: impl IntoIterator<Item = &'t Term>) {
        facts.into_iter().for_each(|f| self.closed(f, bound(f)));
    }

    /// Adds the terms of a universal's body in which its binders do not occur.
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

/// The variables that are bound by quantifiers inside of a term.
pub fn bound(t: &Term) -> Vec<Symbol> {
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

/// Whether instances are selected by this kind of term: reads of memory and applications of functions. The inverse of
/// an index is a function, too; its law matters where it is applied to an index of the same form.
fn is_key(t: &Term) -> bool {
    match t.op() {
        Op::Select => true,
        Op::App(s) => {
            let of_collection = |f| {
                use CollectionFn::{At, Contains, Count, Lookup, Member};
                matches!(f, At | Contains | Member | Count | Lookup)
            };
            let selects = match s.role() {
                Role::Function(_) | Role::Reduction | Role::Description | Role::Inverse(_) => true,
                Role::Collection(f) => of_collection(f),
                _ => false,
            };
            !t.args().is_empty() && selects
        }
        _ => false,
    }
}

fn mentions(t: &Term, symbols: &[Symbol]) -> bool {
    t.mentions(symbols)
}

/// A universal, with the number of terms that it was matched with already.
#[derive(Debug)]
pub struct Matched {
    universal: Universal,
    terms: usize,
}

impl Matched {
    /// A universal that was not matched yet.
    pub fn new(universal: Universal) -> Self {
        Self { universal, terms: 0 }
    }

    /// The universal.
    pub fn universal(&self) -> &Universal {
        &self.universal
    }

    /// The universal itself, when no more instances are needed.
    pub fn into_universal(self) -> Universal {
        self.universal
    }

    /// Instances by the terms that were added since the last call, each with the values of the bound variables. `done`
    /// contains the instances that were made before, and says whether some are missing now.
    pub fn instances(&mut self, terms: &Terms, done: &mut Made) -> Vec<(Term, Substitution)> {
        let old = std::mem::replace(&mut self.terms, terms.all.len());
        if old == self.terms {
            return vec![];
        }
        instances(&self.universal, terms, old, done)
    }
}

fn instances(u: &Universal, terms: &Terms, old: usize, done: &mut Made) -> Vec<(Term, Substitution)> {
    let premises = premises(&u.body);
    let sets = if u.triggers.is_empty() { candidates(u) } else { u.triggers.clone() };
    if sets.is_empty() {
        if let Some((shifted, binder, low)) = from_zero(u, &premises) {
            let shift = |(instance, mut by): (Term, Substitution)| {
                let value = term::substitute(&term::add([low.clone(), term::constant(&binder)]), &by);
                by.insert(&binder, value);
                (instance, by)
            };
            return instances(&shifted, terms, old, done).into_iter().map(shift).collect();
        }
        let Some((narrow, fixed)) = with_least(u, &premises) else { return vec![] };
        let fix = |(instance, mut by): (Term, Substitution)| {
            fixed.iter().for_each(|(binder, value)| by.insert(binder, value.clone()));
            (instance, by)
        };
        return instances(&narrow, terms, old, done).into_iter().map(fix).collect();
    }
    let mut out = Vec::new();
    for set in &sets {
        for by in solutions(u, set, &premises, terms, old, done) {
            let instance = term::substitute(&u.body, &by);
            if !instance.is_true() && done.instances.insert(instance.clone()) {
                out.push((instance, by));
            }
        }
    }
    out
}

/// The universal with a binder that counts from 0, and the least value that the binder had: `i = b * n .. b * n + n`
/// with a read `a[i]` becomes `i = 0 .. n` with `a[b * n + i]`, which determines `b`.
fn from_zero(u: &Universal, premises: &Term) -> Option<(Universal, Symbol, Term)> {
    let conditions = conjuncts(premises);
    u.binders.iter().find_map(|b| {
        let x = term::constant(b);
        let of_others = |low: &Term| mentions(low, &u.binders) && !mentions(low, std::slice::from_ref(b));
        let above = |c: &&Term| matches!((c.op(), c.args()), (Op::Le, [low, i]) if *i == x && of_others(low));
        let least = conditions.iter().find(above)?;
        let low = least.args().first()?;
        let below = |c: &&Term| matches!((c.op(), c.args()), (Op::Lt, [i, _]) if *i == x);
        let (most, length) = conditions.iter().filter(below).find_map(|c| {
            let length = difference(c.args().get(1)?, low)?;
            (!mentions(&length, &u.binders)).then_some((c, length))
        })?;
        let shift = Substitution::one(b, term::add([low.clone(), x.clone()]));
        let mut body = term::substitute(&u.body, &shift);
        for (old, new) in [(least, term::le(term::int(0), x.clone())), (most, term::lt(x.clone(), length))] {
            body = term::replace(&body, &term::substitute(old, &shift), &new);
        }
        Some((Universal { body, ..u.clone() }, b.clone(), low.clone()))
    })
}

/// `a - b`, where `a` is a sum with all summands of `b`.
fn difference(a: &Term, b: &Term) -> Option<Term> {
    let summands = |t: &Term| if *t.op() == Op::Add { t.args().to_vec() } else { vec![t.clone()] };
    let mut left = summands(a);
    for part in summands(b) {
        let at = left.iter().position(|known| *known == part)?;
        let _ = left.remove(at);
    }
    Some(term::add(left))
}

/// The universal with the least value for each binder that no key mentions, and these values. A group is such a binder
/// where an index mentions the number of the thread in its group alone: of one group, the least number is the only one.
fn with_least(u: &Universal, premises: &Term) -> Option<(Universal, Vec<(Symbol, Term)>)> {
    let conditions = conjuncts(premises);
    let least = |b: &Symbol| {
        let bound = |c: &&Term| matches!((c.op(), c.args()), (Op::Le, [_, x]) if x.as_app() == Some(b));
        let low = conditions.iter().find(bound)?.args().first()?;
        (!mentions(low, &u.binders)).then(|| (b.clone(), low.clone()))
    };
    let in_key = |b: &&Symbol| term::any_subterm(&u.body, |t| is_key(t) && mentions(t, std::slice::from_ref(*b)));
    let (kept, loose): (Vec<&Symbol>, Vec<&Symbol>) = u.binders.iter().partition(in_key);
    let fixed: Vec<(Symbol, Term)> = loose.into_iter().map(least).collect::<Option<_>>()?;
    if fixed.is_empty() || kept.is_empty() {
        return None;
    }
    let body =
        fixed.iter().fold(u.body.clone(), |body, (b, low)| term::substitute(&body, &Substitution::one(b, low.clone())));
    let binders = kept.into_iter().cloned().collect();
    Some((Universal { binders, body, ..u.clone() }, fixed))
}

/// The conditions under which the universal states something.
pub fn premises(body: &Term) -> Term {
    match (body.op(), body.args()) {
        (Op::Implies, [g, rest]) => term::and([g.clone(), premises(rest)]),
        (Op::Or, args) => term::and(args.iter().cloned().map(term::not)),
        (Op::Not, [all]) => all.clone(),
        _ => term::bool(true),
    }
}

/// Whether the universal has no term by which instances could be selected.
pub fn has_no_key(u: &Universal) -> bool {
    u.triggers.is_empty() && !term::any_subterm(&u.body, |t| is_key(t) && mentions(t, &u.binders))
}

/// Sets of keys that together mention all binders: single keys, or else pairs of keys.
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

/// Values of the binders for which the keys of the set are ground terms of the query, at least one of them new.
fn solutions(
    u: &Universal,
    set: &[Term],
    premises: &Term,
    terms: &Terms,
    old: usize,
    made: &mut Made,
) -> Vec<Substitution> {
    let mut choices: Vec<(Vec<&Term>, bool)> = vec![(vec![], false)];
    for pattern in set {
        // A single key must be a new term, since the old ones were tried.
        let start = if set.len() == 1 { old } else { 0 };
        let candidates = terms.all.iter().enumerate().skip(start);
        let fits: Vec<_> = candidates.filter(|(_, t)| same_head(pattern, t, &u.binders)).collect();
        let mut next = Vec::new();
        for (choice, new) in &choices {
            for (at, t) in &fits {
                // A single key has an instance for each term: a small world rests on it that there are all.
                if set.len() == 1 || next.len() < PAIRS {
                    let mut longer = choice.clone();
                    longer.push(*t);
                    next.push((longer, *new || *at >= old));
                }
            }
        }
        choices = next;
    }
    let new = choices.iter().filter(|(_, new)| *new).take_while(|_| made.may_try());
    new.flat_map(|(c, _)| solve(u, set, c, premises).unwrap_or_default()).collect()
}

/// Whether two terms apply the same function, or read arrays that may be the same.
fn same_head(pattern: &Term, t: &Term, binders: &[Symbol]) -> bool {
    if pattern.op() != t.op() || pattern.args().len() != t.args().len() {
        return false;
    }
    // An element of another sequence is no reason for an instance.
    if operation(pattern).is_some() && !pattern.args().first().is_some_and(|p| mentions(p, binders)) {
        return pattern.args().first() == t.args().first();
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
    // A binder that is no integer matches only as a whole argument.
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

/// Adds the equations between the arguments of `pattern` and `t`; `None` if the two cannot be equal.
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
