//! Selects the hypotheses that a goal is likely to need: those that share something with it.
//!
//! Straight-line code with many barriers gathers hundreds of facts. A goal needs a few of them. A fact is near a goal
//! if they share something that few facts mention: a version of memory, a private variable, a witness, the argument of
//! a function. Leaving facts out may lose a proof and cannot make one unsound, so the caller tries again with all
//! facts.
//!
//! In: an obligation, the marks of its facts and a distance. Out: the obligation with the facts within that distance.

use logic::obligation::{Hyp, Obligation};
use logic::term::{self, Role, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// If an obligation has fewer hypotheses than this, none is left out.
const FEW: usize = 24;

/// A mark that more facts than this have is not followed, because it says little about what a goal needs.
const MANY: usize = 8;

/// Something that a fact mentions and few other facts mention.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Mark {
    /// The number of a symbol that is not a size, a scalar or a function. (Those occur in most facts.)
    Symbol(u32),
    /// An argument of a pure function, if it is not just a name.
    Argument(Term),
}

/// The marks of facts, by the facts' addresses: the obligations of a task share most of their facts.
#[derive(Default)]
pub struct Marks {
    of: FxHashMap<usize, Vec<Mark>>,
}

impl Marks {
    /// The marks of all facts of some obligations.
    pub fn of<'o>(obligations: impl IntoIterator<Item = &'o Obligation>) -> Self {
        let mut of = FxHashMap::default();
        for h in obligations.into_iter().flat_map(|o| &o.hyps) {
            let _ = of.entry(h.term.address()).or_insert_with(|| marks(&h.term));
        }
        Self { of }
    }
}

/// The obligation with the facts that are at most `distance` shared marks away from the goal; `None` if these are all.
pub fn relevant(o: &Obligation, known: &Marks, distance: usize) -> Option<Obligation> {
    if o.hyps.len() < FEW {
        return None;
    }
    let marks: Vec<&[Mark]> =
        o.hyps.iter().map(|h| known.of.get(&h.term.address()).map_or(&[][..], Vec::as_slice)).collect();
    let mut frequency: FxHashMap<&Mark, usize> = FxHashMap::default();
    for m in marks.iter().copied().flatten() {
        *frequency.entry(m).or_default() += 1;
    }
    // Marks that many facts have are ignored.
    let common = |m: &Mark| frequency.get(m).copied().unwrap_or(0) > MANY;
    let goal = self::marks(&o.goal);
    let mut reached: FxHashSet<&Mark> = goal.iter().filter(|m| !common(m)).collect();
    let mut kept: Vec<bool> = marks.iter().map(|m| m.iter().all(common)).collect();
    for _ in 0..distance {
        let mut next = reached.clone();
        for (keep, m) in kept.iter_mut().zip(&marks) {
            if !*keep && m.iter().any(|m| reached.contains(m)) {
                *keep = true;
                next.extend(m.iter().filter(|m| !common(m)));
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

fn marks(t: &Term) -> Vec<Mark> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    term::for_each_subterm(t, &mut |s| {
        let Some(symbol) = s.as_app() else { return };
        match symbol.role() {
            Role::Private | Role::Inverse(_) | Role::Memory | Role::Skolem => {
                let mark = Mark::Symbol(symbol.id());
                if seen.insert(mark.clone()) {
                    out.push(mark);
                }
            }
            Role::Function(_) => {
                let telling = s.args().iter().filter(|a| !a.args().is_empty());
                for mark in telling.map(|a| Mark::Argument(a.clone())) {
                    if seen.insert(mark.clone()) {
                        out.push(mark);
                    }
                }
            }
            Role::Launch | Role::Scalar | Role::Bound => {}
        }
    });
    out
}
