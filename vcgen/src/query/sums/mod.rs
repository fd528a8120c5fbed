//! Which laws of reductions a query gets.
//!
//! In: definitions and the facts of a query. Out: instances of the [`laws`] for the reductions that the facts mention.
//! Every instance is true, so a bad choice costs time and not soundness. All limits are counts, so the instances are
//! the same each time.

mod laws;
mod points;
#[cfg(all(test, feature = "z3"))]
mod tests;

use super::unfold::Unfolding;
use dashu::rational::RBig;
use ir::ReduceKind;
use laws::{Applied, Law, Multiple};
use logic::normalise::linear::Poly;
use logic::obligation::Definition;
use logic::reduction::range;
use logic::term::{self, Names, Op, Role, Sort, Symbol, Term};
use rustc_hash::FxHashSet;

/// Most applications that laws are stated of.
const APPLICATIONS: usize = 24;
/// Most laws about two reductions.
const PAIRS: usize = 60;
/// Most comparisons whose sides are combined.
const COMPARISONS: usize = 24;
/// Most indices of one combination that are looked at by themselves.
const POINTS: usize = 3;
/// Most places at which one range is divided.
const SPLITS: usize = 4;

/// The reductions of a query, and the laws that it has.
pub struct Sums<'d> {
    definitions: &'d [Definition],
    /// The number of facts in front of those about the goal.
    goal: usize,
    walked: usize,
    /// The applications, those of the goal first. Laws about two were stated of the first `paired` ones.
    all: Vec<Applied<'d>>,
    paired: usize,
    seen: FxHashSet<Term>,
    pairs: usize,
    comparisons: usize,
}

impl<'d> Sums<'d> {
    /// The state before any law. The facts from `goal` on are about the goal.
    pub fn new(definitions: &'d [Definition], goal: usize) -> Self {
        let (all, seen) = (vec![], FxHashSet::default());
        Self { definitions, goal, walked: 0, all, paired: 0, seen, pairs: 0, comparisons: 0 }
    }

    /// Laws about the reductions in the facts. `facts` begins with the facts of the last step.
    pub fn step(&mut self, facts: &[Term], unfolding: &Unfolding<'_>, names: &mut Names) -> Vec<Term> {
        if self.definitions.iter().all(|d| d.reduction.is_none()) {
            return vec![];
        }
        let (before, new) = facts.split_at(self.walked.min(facts.len()));
        // The goal is what matters most.
        let split = self.goal.saturating_sub(before.len()).min(new.len());
        let (hyps, goal) = new.split_at(split);
        self.walked = facts.len();
        let ordered: Vec<&Term> = goal.iter().chain(hyps).collect();
        let known = self.all.len();
        for fact in &ordered {
            self.find(fact, unfolding);
        }
        let mut out = Vec::new();
        for s in self.all.iter().skip(known) {
            alone(s, names, &mut out);
        }
        for fact in &ordered {
            self.compared(fact, names, &mut out);
        }
        self.related(names, &mut out);
        out
    }

    /// Adds the reductions that a fact mentions and that were not seen before. Those that only a definition mentions
    /// are parts of others.
    fn find(&mut self, fact: &Term, unfolding: &Unfolding<'_>) {
        let bound = super::matching::bound(fact);
        let mut found = Vec::new();
        term::for_each_subterm(fact, &mut |t| {
            if is_reduction(t) && unfolding.is_mentioned(t) && (bound.is_empty() || !t.mentions(&bound)) {
                found.push(t.clone());
            }
        });
        for t in found {
            if self.all.len() < APPLICATIONS && self.seen.insert(t.clone()) {
                self.all.extend(self.applied(&t));
            }
        }
    }

    fn applied(&self, t: &Term) -> Option<Applied<'d>> {
        applied(self.definitions, t)
    }

    /// Combines the reductions on the two sides of each comparison in a fact.
    fn compared(&mut self, fact: &Term, names: &mut Names, out: &mut Vec<Term>) {
        let mut comparisons = Vec::new();
        term::for_each_subterm(fact, &mut |t| {
            let (Op::Eq | Op::Le | Op::Lt, [a, b]) = (t.op(), t.args()) else { return };
            if a.sort() == Sort::INT && term::any_subterm(t, is_reduction) {
                comparisons.push(Poly::difference(a, b));
            }
        });
        for difference in comparisons {
            if self.comparisons >= COMPARISONS {
                return;
            }
            let sums = self.all.iter().filter(|s| s.adds());
            let multiples = sums.filter_map(|s| Some((difference.coefficient_of(&s.term)?, s)));
            let multiples = multiples.filter(|(c, _)| !c.is_zero() && !c.atoms().iter().any(mentions_reduction));
            let multiples: Vec<(Poly, &Applied<'d>)> = multiples.collect();
            let [(_, first), ..] = multiples.as_slice() else { continue };
            if !multiples.iter().all(|(_, s)| same_range(first, s)) {
                continue;
            }
            self.comparisons += 1;
            let each = each(&multiples.iter().fold(difference, |d, (_, s)| d.without(&s.term)), first);
            for sign in [1, -1] {
                let scaled = |p: &Poly| p.scale(&RBig::from(sign)).to_term(Sort::INT);
                let scaled_sums: Vec<Multiple<'_, 'd>> = multiples.iter().map(|(c, s)| (scaled(c), *s)).collect();
                combine(&scaled_sums, &scaled(&each), names, out);
            }
        }
    }

    /// Relates each new reduction to each other one.
    fn related(&mut self, names: &mut Names, out: &mut Vec<Term>) {
        let mut pieces = Vec::new();
        for (n, s) in self.all.iter().enumerate() {
            let mut splits = 0;
            for (m, t) in self.all.iter().enumerate() {
                if n == m || (n < self.paired && m < self.paired) || self.pairs >= PAIRS {
                    continue;
                }
                if same_kind(s, t) && n < m {
                    self.pairs += 1;
                    pair(s, t, names, out);
                    exchange(self.definitions, s, t, names, out);
                }
                for end in [&t.lo, &t.hi] {
                    if splits < SPLITS && splits_at(s, t, end) {
                        splits += 1;
                        out.push(laws::split(s, end).fact());
                        pieces.extend([s.over(&s.lo, end), s.over(end, &s.hi)]);
                    }
                }
            }
        }
        self.paired = self.all.len();
        // The parts of a range are compared with reductions over the same range in the next step.
        for t in pieces {
            if self.all.len() < APPLICATIONS && self.seen.insert(t.clone()) {
                self.all.extend(self.applied(&t));
            }
        }
    }
}

/// The application of a reduction, with its definition.
fn applied<'d>(definitions: &'d [Definition], t: &Term) -> Option<Applied<'d>> {
    let symbol = t.as_app()?;
    let of = definitions.iter().filter_map(|d| d.reduction.as_ref()).find(|r| r.symbol == *symbol)?;
    let (lo, hi) = range(t)?;
    Some(Applied { of, term: t.clone(), lo: lo.clone(), hi: hi.clone() })
}

fn is_reduction(t: &Term) -> bool {
    t.as_app().is_some_and(|s| s.role() == Role::Reduction)
}

fn mentions_reduction(t: &Term) -> bool {
    term::any_subterm(t, is_reduction)
}

/// Whether two terms are equal as polynomials.
fn equal(a: &Term, b: &Term) -> bool {
    a == b || Poly::difference(a, b).is_zero()
}

fn same_range(s: &Applied<'_>, t: &Applied<'_>) -> bool {
    equal(&s.lo, &t.lo) && equal(&s.hi, &t.hi)
}

/// Whether the two are both sums or counts, or of the same other kind.
fn same_kind(s: &Applied<'_>, t: &Applied<'_>) -> bool {
    s.kind() == t.kind() || (s.adds() && t.adds())
}

/// Whether the end of the range of `t` divides the range of `s`, and there is a reason to divide it there.
fn splits_at(s: &Applied<'_>, t: &Applied<'_>, end: &Term) -> bool {
    same_kind(s, t) && !equal(&s.lo, end) && !equal(&s.hi, end) && !term::any_subterm(end, |e| *e == s.term)
}

/// The part of each member in the rest of a comparison: `d` if the rest is `d * length`; else 0.
fn each(rest: &Poly, first: &Applied<'_>) -> Poly {
    let length = Poly::difference(&first.hi, &first.lo);
    let atom = length.atoms().into_iter().find(|a| length.coefficient_of(a).and_then(|c| c.as_int()) == Some(1.into()));
    atom.and_then(|atom| rest.coefficient_of(&atom)).unwrap_or_else(Poly::zero)
}

fn witness(names: &mut Names) -> Term {
    term::constant(&names.fresh("member", vec![], Sort::INT, Role::Skolem))
}

/// Laws about one reduction.
fn alone(s: &Applied<'_>, names: &mut Names, out: &mut Vec<Term>) {
    let mut for_each = |names: &mut Names, law: &dyn Fn(&Term) -> Law| {
        let k: Symbol = names.fresh("k", vec![], Sort::INT, Role::Bound);
        out.push(laws::for_each(&k, law(&term::constant(&k))));
    };
    match s.kind() {
        ReduceKind::Sum => {
            let w = witness(names);
            for_each(names, &|k| laws::member(s, k, &w));
            combine(&[(term::int(1), s)], &term::int(0), names, out);
        }
        ReduceKind::Count => {
            for_each(names, &|k| laws::counted(s, k));
            let (none, all) = (witness(names), witness(names));
            out.extend(laws::linear(&[(term::int(-1), s)], &term::int(0), &none).map(Law::fact));
            out.extend(laws::linear(&[(term::int(1), s)], &term::int(-1), &all).map(Law::fact));
        }
        ReduceKind::Product => {}
        ReduceKind::Min | ReduceKind::Max => {
            for_each(names, &|k| laws::extreme(s, k));
            out.push(laws::attained(s, &witness(names)).fact());
        }
    }
    out.extend(laws::constant(s).map(Law::fact));
}

/// Laws about a combination of sums over one range.
fn combine(sums: &[Multiple<'_, '_>], each: &Term, names: &mut Names, out: &mut Vec<Term>) {
    out.extend(laws::linear(sums, each, &witness(names)).map(Law::fact));
    let mut at = points::of(sums);
    at.truncate(POINTS);
    if !at.is_empty() {
        out.extend(laws::except(sums, &at, &witness(names)).map(Law::fact));
    }
}

/// Laws about two reductions of one kind.
fn pair(s: &Applied<'_>, t: &Applied<'_>, names: &mut Names, out: &mut Vec<Term>) {
    if same_range(s, t) {
        if !s.adds() {
            out.push(laws::shifted(s, t, &witness(names)).fact());
            return;
        }
        for (a, b) in [(1, -1), (-1, 1)] {
            combine(&[(term::int(a), s), (term::int(b), t)], &term::int(0), names, out);
        }
    } else {
        out.push(laws::shifted(s, t, &witness(names)).fact());
    }
    if s.term != t.term {
        out.push(laws::reversed(s, t, &witness(names)).fact());
    }
}

/// The law of two sums of sums.
fn exchange(definitions: &[Definition], s: &Applied<'_>, t: &Applied<'_>, names: &mut Names, out: &mut Vec<Term>) {
    let inner = |of: &Applied<'_>, index: &Term| {
        let body = of.of.body(&of.term, index);
        applied(definitions, &body).filter(|inner| inner.adds())
    };
    if s.kind() != ReduceKind::Sum || t.kind() != ReduceKind::Sum {
        return;
    }
    let (v, w) = (witness(names), witness(names));
    let rows = |index: &Term| inner(s, index);
    let columns = |index: &Term| inner(t, index);
    out.extend(laws::exchanged((s, &rows), (t, &columns), (&v, &w)).map(Law::fact));
}
