//! Queries about small launches, in which a universal is a conjunction.
//!
//! In a launch of at most `w` threads with arrays of at most `w` elements, every quantifier over threads or locations
//! ranges over `[0, w)`. So a universal is equivalent to its instances at these values (see [`cover`](super::cover)),
//! and a model of the ground facts is a counterexample. Small launches are tried first.
//!
//! In: an obligation and the bound `w`. Out: ground facts whose models are counterexamples, unless the result says that
//! something was cut off.

use super::collections::Collections;
use super::cover::{cover, expand, reads_unseen, Cover, LaunchBound, INSTANCES};
use super::matching::{Made, Matched, Terms};
use super::prenex::{prenex, Universal};
use super::start::{start, Ground};
use super::unfold;
use logic::invert::conjuncts;
use logic::obligation::{Definition, Obligation};
use logic::term::{self, Op, Sort, Substitution, Term};
use rustc_hash::FxHashSet;

/// Most rounds of instantiation and unfolding. A world that needs more is cut off.
const ROUNDS: usize = 2 * unfold::DEEP;
/// Most facts of a world. The instances of two universals about one array may make each other grow, round after round:
/// the inverse of an index such as `j * n + i` is a longer index, for which there is an instance again.
const FACTS: usize = 2_000;

/// The facts of an obligation for a launch of this size; `None` if a universal ranges over too many values, or if there
/// are too many facts.
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
    unfolding.mention(&facts);
    let (mut expanded, mut matched): (Vec<Matched>, _) = (Vec::new(), Made::default());
    let (mut terms, mut walked, mut memories) = (Terms::default(), 0, Vec::new());
    let mut collections = Collections::default();
    let mut complete = false;
    for _ in 0..ROUNDS {
        let mut new = Vec::new();
        for u in std::mem::take(&mut pending) {
            match cover(&u, bound)? {
                Cover::Small(conditions) => {
                    new.extend(conditions);
                    new.extend(expand(&u.binders, &u.body, bound)?);
                }
                Cover::Reads(memory) => memories.push(memory),
            }
            expanded.push(Matched::new(u));
        }
        // Indices that are literals may lie outside of `[-1, size]`.
        terms.extend(facts.iter().skip(walked));
        walked = facts.len();
        for u in &mut expanded {
            new.extend(u.instances(&terms, &mut matched).into_iter().map(|(t, _)| t));
            if facts.len() + new.len() > FACTS {
                return None;
            }
        }
        new.extend(collections.step(&facts, &unfolding, &mut names));
        let before = facts.len();
        let unfolded = unfolding.step(&facts, &mut names);
        for (part, is_definition) in [(new, false), (unfolded, true)] {
            for t in part {
                let more = prenex([t], &mut names);
                pending.extend(more.universals);
                if !is_definition {
                    unfolding.mention(&more.facts);
                }
                facts.extend(more.facts.into_iter().filter(|f| seen.insert(f.clone())));
            }
        }
        if facts.len() == before && pending.is_empty() {
            complete = true;
            break;
        }
    }
    unfolding.end(&facts);
    let cut = !complete || matched.cut || collections.cut() || unfolding.skipped() || reads_unseen(&facts, &memories);
    facts.extend(unfolding.shallow(&mut names));
    Some(Ground { facts, universals: vec![], cut })
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
            .take(INSTANCES)
            .collect();
    }
    out
}
