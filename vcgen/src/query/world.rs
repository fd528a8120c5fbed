//! Small worlds: where a universal is a conjunction.
//!
//! In a launch of at most `w` threads over arrays of at most `w` elements, every quantifier that ranges over threads or
//! locations ranges over `[0, w)`. There, instances at all of these are the universal itself, and a model of the ground
//! facts is a counterexample, the smallest first.
//!
//! In: an obligation and a bound. Out: ground facts whose models are counterexamples.

use super::matching::{Matched, Terms};
use super::prenex::{prenex, Universal};
use super::start::{start, Ground};
use super::unfold;
use logic::invert::conjuncts;
use logic::obligation::{Definition, Obligation};
use logic::term::{self, Op, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

/// Bounds of a world.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// Quantified integers range over `[-1, w]`; so do the sizes that the caller lists.
    pub size: i32,
}

/// How many instances one universal may have in a small world.
const INSTANCES: usize = 300;

/// The facts of an obligation in a world; `None` if a universal ranges over too much.
pub fn small_world(
    obligation: &Obligation,
    definitions: &[Definition],
    world: World,
    sizes: &[Term],
) -> Option<Ground> {
    let s = start(obligation);
    let (mut facts, mut names) = (s.facts, s.names);
    facts.extend(sizes.iter().map(|t| term::le(t.clone(), term::int(world.size))));
    let mut seen: FxHashSet<Term> = facts.iter().cloned().collect();
    let mut pending = s.universals;
    let mut unfolding = unfold::Unfolding::new(obligation, definitions, unfold::DEEP);
    let (mut expanded, mut matched): (Vec<Matched>, _) = (Vec::new(), FxHashSet::default());
    let (mut terms, mut walked) = (Terms::default(), 0);
    for _ in 0..unfold::DEEP + 2 {
        let mut new = Vec::new();
        for u in std::mem::take(&mut pending) {
            facts.extend(bounded(&u, world)?);
            new.extend(expand(&u.binders, &u.body, world)?);
            expanded.push(Matched::new(u));
        }
        // Literal indices may lie outside the world.
        terms.extend(facts.iter().skip(walked));
        walked = facts.len();
        for u in &mut expanded {
            new.extend(u.instances(&terms, &mut matched));
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

/// What makes the instances in the world all that matter: the bounds of each binder lie in it. `None` if a binder has no
/// bounds. A universal with triggers of the logic speaks of locations that are held, which are inside their arrays.
fn bounded(u: &Universal, world: World) -> Option<Vec<Term>> {
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
                    out.push(term::le(r.clone(), term::int(world.size + strict)));
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

/// Instances of a universal at the ends of its range.
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

/// All instances of a body in the world.
fn expand(binders: &[Symbol], body: &Term, world: World) -> Option<Vec<Term>> {
    let mut out = vec![body.clone()];
    for b in binders {
        if b.sort() != Sort::INT {
            return None;
        }
        let mut next = Vec::new();
        for t in &out {
            for n in -1..=world.size {
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
