//! Queries about small launches, in which a universal is a conjunction.
//!
//! In a launch of at most `w` threads with arrays of at most `w` elements, every quantifier over threads or locations
//! ranges over `[0, w)`. So a universal is equivalent to its instances at these values, and a model of the ground facts
//! is a counterexample. Small launches are tried first.
//!
//! In: an obligation and the bound `w`. Out: ground facts whose models are counterexamples.

use super::matching::{Matched, Terms};
use super::prenex::{prenex, Universal};
use super::start::{start, Ground};
use super::unfold;
use logic::invert::conjuncts;
use logic::obligation::{Definition, Obligation};
use logic::term::{self, Op, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

/// The bound on the size of a launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchBound {
    /// Quantified integers range over `[-1, size]`, and the sizes that the caller lists are at most `size`.
    pub size: i32,
}

/// Most instances of one universal.
const INSTANCES: usize = 300;

/// The facts of an obligation for a launch of this size; `None` if a universal ranges over too many values.
pub fn small_world(
    obligation: &Obligation,
    definitions: &[Definition],
    bound: LaunchBound,
    sizes: &[Term],
) -> Option<Ground> {
    let s = start(obligation);
    let (mut facts, mut names) = (s.facts, s.names);
    facts.extend(sizes.iter().map(|t| term::le(t.clone(), term::int(bound.size))));
    let mut seen: FxHashSet<Term> = facts.iter().cloned().collect();
    let mut pending = s.universals;
    let mut unfolding = unfold::Unfolding::new(obligation, definitions, unfold::DEEP);
    let (mut expanded, mut matched): (Vec<Matched>, _) = (Vec::new(), FxHashSet::default());
    let (mut terms, mut walked) = (Terms::default(), 0);
    for _ in 0..unfold::DEEP + 2 {
        let mut new = Vec::new();
        for u in std::mem::take(&mut pending) {
            facts.extend(bounded(&u, bound)?);
            new.extend(expand(&u.binders, &u.body, bound)?);
            expanded.push(Matched::new(u));
        }
        // Indices that are literals may lie outside of `[-1, size]`.
        terms.extend(facts.iter().skip(walked));
        walked = facts.len();
        for u in &mut expanded {
            new.extend(u.instances(&terms, &mut matched).into_iter().map(|(t, _)| t));
        }
        new.extend(unfolding.step(&facts, &mut names));
        let before = facts.len();
        for t in new {
            let more = prenex([t], &mut names);
            pending.extend(more.universals);
            for f in more.facts {
                if seen.insert(f.clone()) {
                    facts.push(f);
                }
            }
        }
        if facts.len() == before && pending.is_empty() {
            break;
        }
    }
    unfolding.end(&facts);
    facts.extend(unfolding.shallow());
    let cut = !pending.is_empty();
    Some(Ground { facts, universals: vec![], cut })
}

/// Conditions under which the instances in `[-1, size]` are all that matter: the bounds of each binder lie inside.
/// `None` if a binder has no bounds. A universal with triggers of the logic is about held locations, which are inside
/// of their arrays.
fn bounded(u: &Universal, bound: LaunchBound) -> Option<Vec<Term>> {
    let mut out = Vec::new();
    let premises = conjuncts(&super::matching::premises(&u.body));
    for b in &u.binders {
        let me = term::constant(b);
        let (mut below, mut above) = (false, false);
        for c in &premises {
            let strict = match c.op() {
                Op::Lt => 1,
                Op::Le => 0,
                _ => continue,
            };
            let [l, r] = c.args() else { continue };
            let closed = |t: &Term| !t.mentions(&u.binders);
            if *l == me {
                above = true;
                if closed(r) {
                    out.push(term::le(r.clone(), term::int(bound.size + strict)));
                }
            } else if *r == me {
                below = true;
                if closed(l) {
                    out.push(term::le(term::int(-1 - strict), l.clone()));
                }
            }
        }
        if !(below && above) && u.triggers.is_empty() {
            return None;
        }
    }
    Some(out)
}

/// Instances of a universal at the ends of its ranges.
pub fn at_bounds(u: &Universal) -> Vec<Term> {
    let premises = conjuncts(&super::matching::premises(&u.body));
    let mut ends: Vec<Vec<Term>> = Vec::new();
    for b in &u.binders {
        let me = term::constant(b);
        let closed = |t: &Term| !t.mentions(&u.binders);
        let mut values = Vec::new();
        for c in &premises {
            match (c.op(), c.args()) {
                (Op::Le, [l, r]) if *r == me && closed(l) => values.push(l.clone()),
                (Op::Lt, [l, r]) if *r == me && closed(l) => values.push(term::add([l.clone(), term::int(1)])),
                (Op::Le, [l, r]) if *l == me && closed(r) => values.push(r.clone()),
                (Op::Lt, [l, r]) if *l == me && closed(r) => values.push(term::sub(r.clone(), term::int(1))),
                _ => {}
            }
        }
        if b.sort() == Sort::INT {
            values.extend((0..3).map(term::int));
        }
        ends.push(values);
    }
    let mut out = vec![u.body.clone()];
    for (b, values) in u.binders.iter().zip(&ends) {
        out = out
            .iter()
            .flat_map(|t| values.iter().map(|v| term::substitute(t, &Substitution::one(b, v.clone()))))
            .collect();
    }
    out.truncate(INSTANCES);
    out
}

/// All instances of a body with binders in `[-1, size]`; `None` if there are too many.
fn expand(binders: &[Symbol], body: &Term, bound: LaunchBound) -> Option<Vec<Term>> {
    let mut out = vec![body.clone()];
    for b in binders {
        if b.sort() != Sort::INT {
            return None;
        }
        let mut next = Vec::new();
        for t in &out {
            for n in -1..=bound.size {
                next.push(term::substitute(t, &Substitution::one(b, term::int(n))));
            }
        }
        next.retain(|t| !t.is_true());
        if next.len() > INSTANCES {
            return None;
        }
        out = next;
    }
    Some(out)
}
