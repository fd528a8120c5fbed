//! Which hypotheses a goal is likely to need.
//!
//! Straight-line code with many barriers gathers hundreds of facts, of which a goal needs a few. A fact is near a goal
//! if they share a symbol that few facts mention: a version of memory, a private variable, a witness. Leaving facts out
//! loses proofs, never soundness, so whoever uses this asks again with all of them.
//!
//! In: an obligation and a distance. Out: the obligation with the facts within that distance.

use logic::obligation::{Hyp, Obligation};
use logic::term::{self, Role, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Below this many hypotheses nothing is left out.
const FEW: usize = 24;

/// The obligation with the facts that are at most `distance` shared symbols away from the goal; `None` if these are all.
pub fn near(o: &Obligation, distance: usize) -> Option<Obligation> {
    if o.hyps.len() < FEW {
        return None;
    }
    let symbols: Vec<Vec<Symbol>> = o.hyps.iter().map(|h| distinctive(&h.term)).collect();
    let mut frequency: FxHashMap<u32, usize> = FxHashMap::default();
    for s in symbols.iter().flatten() {
        *frequency.entry(s.id()).or_default() += 1;
    }
    // What a third of all facts mention distinguishes nothing.
    let common = |s: &Symbol| frequency.get(&s.id()).copied().unwrap_or(0) * 3 > o.hyps.len();
    let mut reached: FxHashSet<u32> = distinctive(&o.goal).iter().filter(|s| !common(s)).map(Symbol::id).collect();
    let mut kept: Vec<bool> = symbols.iter().map(|s| s.iter().all(common)).collect();
    for _ in 0..distance {
        let mut next = reached.clone();
        for (keep, s) in kept.iter_mut().zip(&symbols) {
            if !*keep && s.iter().any(|s| reached.contains(&s.id())) {
                *keep = true;
                next.extend(s.iter().filter(|s| !common(s)).map(Symbol::id));
            }
        }
        reached = next;
    }
    if kept.iter().all(|k| *k) {
        return None;
    }
    let hyps: Vec<Hyp> = o.hyps.iter().zip(&kept).filter(|(_, k)| **k).map(|(h, _)| h.clone()).collect();
    Some(Obligation { hyps, ..o.clone() })
}

/// Symbols that tell facts apart: not sizes, scalars or functions, which occur everywhere.
fn distinctive(t: &Term) -> Vec<Symbol> {
    let mut out = term::free_symbols(t);
    out.retain(|s| match s.role() {
        Role::Private | Role::Memory | Role::Skolem => true,
        Role::Launch | Role::Scalar | Role::Bound | Role::Function(_) => false,
    });
    out
}
