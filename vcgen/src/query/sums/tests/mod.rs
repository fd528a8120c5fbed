//! Each law of reductions is proved by induction over the length of a range.
//!
//! The summands are the elements of arbitrary arrays, so a law that holds for them holds for all summands. For the
//! induction, the range grows by one index at its end. The claim is shown first for an empty range (for `\min` and
//! `\max`: for one index), then for one index more. Where a law has an exception, the induction assumes that no index
//! is an exception: then none of the smaller range is, so the claim holds for that range, and the new index is none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod exchanged;

use super::laws::{self, Applied, Law};
use super::{applied, is_reduction};
use crate::solver::Z3;
use crate::solving::{Cancel, Limits, Query, Solver};
use ir::ReduceKind;
use logic::obligation::Definition;
use logic::recurrence::define;
use logic::reduction::Reductions;
use logic::term::{self, Names, Role, Sort, Symbol, Term};

/// Symbols, and reductions of the elements of arrays.
struct World {
    names: Names,
    table: Reductions,
    variable: Symbol,
}

impl World {
    fn new() -> Self {
        let mut names = Names::default();
        let variable = names.fresh("i", vec![], Sort::INT, Role::Bound);
        Self { names, table: Reductions::default(), variable }
    }

    fn int(&mut self, name: &str) -> Term {
        term::constant(&self.names.fresh(name, vec![], Sort::INT, Role::Skolem))
    }

    fn array(&mut self, name: &str, element: Sort, keys: usize) -> Term {
        term::constant(&self.names.fresh(name, vec![], Sort::int_array(keys, element), Role::Memory))
    }

    fn reduce(&mut self, kind: ReduceKind, lo: &Term, hi: &Term, body: impl Fn(&Term) -> Term) -> Term {
        let body = body(&term::constant(&self.variable));
        self.table.apply(&mut self.names, kind, &self.variable, (lo.clone(), hi.clone()), &body)
    }

    /// A reduction of the elements of an array of its own.
    fn over(&mut self, kind: ReduceKind, array: &Term, lo: &Term, hi: &Term) -> Term {
        self.reduce(kind, lo, hi, |i| term::select(array, std::slice::from_ref(i)))
    }

    fn elements(&mut self, kind: ReduceKind, name: &str) -> Term {
        let element = if kind == ReduceKind::Count { Sort::BOOL } else { Sort::INT };
        self.array(name, element, 1)
    }

    fn definitions(&mut self) -> Vec<Definition> {
        let names = &mut self.names;
        self.table.all().iter().map(|r| define(r, names)).collect()
    }
}

/// The recurrences of the reductions in the terms, and of those that these mention.
fn recurrences(definitions: &[Definition], terms: &[Term]) -> Vec<Term> {
    let (mut out, mut done, mut open): (Vec<Term>, Vec<Term>, Vec<Term>) = (vec![], vec![], terms.to_vec());
    for _ in 0..2 {
        let mut next = Vec::new();
        term::for_each_subterm_of(&open, &mut |t| {
            let Some(d) = definitions.iter().find(|d| is_reduction(t) && Some(&d.symbol) == t.as_app()) else { return };
            if done.contains(t) {
                return;
            }
            done.push(t.clone());
            let mut by = term::Substitution::new();
            d.params.iter().zip(t.args()).for_each(|(p, a)| by.insert(p, a.clone()));
            let equation = term::eq(t.clone(), d.body.clone().unwrap());
            next.push(term::implies(term::substitute(&d.requires, &by), term::substitute(&equation, &by)));
        });
        out.extend(next.iter().cloned());
        open = next;
    }
    out
}

fn valid(hyps: Vec<Term>, goal: &Term, what: &str) {
    assert!(is_valid(hyps, goal), "{what}");
}

/// Whether the hypotheses imply the goal.
fn is_valid(hyps: Vec<Term>, goal: &Term) -> bool {
    let mut facts = hyps;
    facts.push(term::not(goal.clone()));
    let limits = Limits { rlimit: 20_000_000, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 };
    Z3.solve(&Query::satisfiable(facts), limits, &Cancel::new()).answer.is_unsat()
}

/// Shows a law by induction: `law` gives it for the end of the range, and for the index of an exception. The range is
/// empty at `start`, or has the one index `lo` for a reduction that needs one.
fn by_induction(what: &str, w: &mut World, (lo, start): (&Term, &Term), law: &dyn Fn(&mut World, &Term, &Term) -> Law) {
    assert!(induction(w, (lo, start), law), "{what} is not proved");
}

fn induction(w: &mut World, (lo, start): (&Term, &Term), law: &dyn Fn(&mut World, &Term, &Term) -> Law) -> bool {
    let hi = w.int("hi");
    let next = term::add([hi.clone(), term::int(1)]);
    // The base: the range ends at the start, or before. It has at most the index `lo`.
    let base = law(w, &hi, lo);
    // The step. The index that is new is the last one.
    let (here, there) = (law(w, &hi, &hi), law(w, &next, &hi));
    let definitions = w.definitions();
    let terms = |laws: &[&Law]| -> Vec<Term> {
        laws.iter().flat_map(|l| [l.when.clone(), l.claim.clone(), l.unless.clone()]).collect()
    };
    let mut hyps = recurrences(&definitions, &terms(&[&base]));
    hyps.push(term::le(hi.clone(), start.clone()));
    if !is_valid(hyps, &base.clone().fact()) {
        return false;
    }
    let mut hyps = recurrences(&definitions, &terms(&[&here, &there]));
    hyps.push(term::le(start.clone(), hi.clone()));
    hyps.push(term::implies(here.when.clone(), here.claim.clone()));
    hyps.push(term::not(there.unless.clone()));
    is_valid(hyps, &term::implies(there.when, there.claim))
}

fn get<'d>(definitions: &'d [Definition], t: &Term) -> Applied<'d> {
    applied(definitions, t).expect("a reduction")
}

const ALL: [ReduceKind; 5] = ReduceKind::ALL;
const ADDS: [ReduceKind; 2] = [ReduceKind::Sum, ReduceKind::Count];

#[test]
fn a_range_is_divided() {
    for kind in ALL {
        let mut w = World::new();
        let (lo, m, a) = (w.int("lo"), w.int("m"), w.elements(kind, "a"));
        let start = if kind.needs_member() { term::add([m.clone(), term::int(1)]) } else { m.clone() };
        by_induction(&format!("split of {kind:?}"), &mut w, (&lo, &start), &|w, hi, _| {
            let all = w.over(kind, &a, &lo, hi);
            let definitions = w.definitions();
            laws::split(&get(&definitions, &all), &m)
        });
        // Without its guard, the law is wrong.
        if !kind.needs_member() {
            let wrong = induction(&mut w, (&lo, &m), &|w, hi, _| {
                let all = w.over(kind, &a, &lo, hi);
                let definitions = w.definitions();
                Law { when: term::bool(true), ..laws::split(&get(&definitions, &all), &m) }
            });
            assert!(!wrong, "{kind:?}");
        }
    }
}

#[test]
fn a_constant_is_multiplied() {
    let mut w = World::new();
    let (lo, c) = (w.int("lo"), w.int("c"));
    by_induction("constant", &mut w, (&lo, &lo), &|w, hi, _| {
        let all = w.reduce(ReduceKind::Sum, &lo, hi, |_| c.clone());
        let definitions = w.definitions();
        laws::constant(&get(&definitions, &all)).expect("a constant")
    });
}

#[test]
fn sums_are_linear() {
    for first in ADDS {
        for second in ADDS {
            let mut w = World::new();
            let (lo, a, b) = (w.int("lo"), w.elements(first, "a"), w.elements(second, "b"));
            let (c, d, each) = (w.int("c"), w.int("d"), w.int("each"));
            by_induction(&format!("linear {first:?} {second:?}"), &mut w, (&lo, &lo), &|w, hi, at| {
                let (s, t) = (w.over(first, &a, &lo, hi), w.over(second, &b, &lo, hi));
                let definitions = w.definitions();
                let (s, t) = (get(&definitions, &s), get(&definitions, &t));
                laws::linear(&[(c.clone(), &s), (d.clone(), &t)], &each, at).unwrap()
            });
        }
    }
}

#[test]
fn sums_are_linear_but_for_one_index() {
    for kind in ADDS {
        let mut w = World::new();
        let (lo, k, a, b) = (w.int("lo"), w.int("k"), w.elements(kind, "a"), w.elements(kind, "b"));
        let (c, d, other) = (w.int("c"), w.int("d"), w.int("other"));
        by_induction(&format!("except {kind:?}"), &mut w, (&lo, &lo), &|w, hi, at| {
            let (s, t) = (w.over(kind, &a, &lo, hi), w.over(kind, &b, &lo, hi));
            let definitions = w.definitions();
            let (s, t) = (get(&definitions, &s), get(&definitions, &t));
            laws::except(&[(c.clone(), &s), (d.clone(), &t)], &[k.clone(), other.clone()], at).unwrap()
        });
    }
}

/// That the ranges of two sums are equal, or their lengths, is a guard: without it, the law is wrong.
#[test]
fn guards_of_ranges_are_needed() {
    let mut w = World::new();
    let kind = ReduceKind::Sum;
    let (lo, other, a, b) = (w.int("lo"), w.int("other"), w.elements(kind, "a"), w.elements(kind, "b"));
    let wrong = induction(&mut w, (&lo, &lo), &|w, hi, at| {
        let (s, t) = (w.over(kind, &a, &lo, hi), w.over(kind, &b, &other, hi));
        let definitions = w.definitions();
        let (s, t) = (get(&definitions, &s), get(&definitions, &t));
        Law {
            when: term::bool(true),
            ..laws::linear(&[(term::int(1), &s), (term::int(-1), &t)], &term::int(0), at).unwrap()
        }
    });
    assert!(!wrong);
}

#[test]
fn a_shift_keeps_a_reduction() {
    for kind in ALL {
        let mut w = World::new();
        let (lo, by, a, b) = (w.int("lo"), w.int("by"), w.elements(kind, "a"), w.elements(kind, "b"));
        let start = if kind.needs_member() { term::add([lo.clone(), term::int(1)]) } else { lo.clone() };
        by_induction(&format!("shift of {kind:?}"), &mut w, (&lo, &start), &|w, hi, at| {
            let there = |t: &Term| term::add([t.clone(), by.clone()]);
            let (s, t) = (w.over(kind, &a, &lo, hi), w.over(kind, &b, &there(&lo), &there(hi)));
            let definitions = w.definitions();
            laws::shifted(&get(&definitions, &s), &get(&definitions, &t), at)
        });
    }
}

/// The second range grows at its start, so its first member is split off, which is the law `split`.
#[test]
fn a_reversal_keeps_a_reduction() {
    for kind in ALL {
        let mut w = World::new();
        let (lo, end, a, b) = (w.int("lo"), w.int("end"), w.elements(kind, "a"), w.elements(kind, "b"));
        let hi = w.int("hi");
        let next = term::add([hi.clone(), term::int(1)]);
        let from = |hi: &Term| term::sub(end.clone(), term::sub(hi.clone(), lo.clone()));
        let law = |w: &mut World, hi: &Term, at: &Term| {
            let (s, t) = (w.over(kind, &a, &lo, hi), w.over(kind, &b, &from(hi), &end));
            let definitions = w.definitions();
            (laws::reversed(&get(&definitions, &s), &get(&definitions, &t), at), t)
        };
        let (base, _) = law(&mut w, &hi, &lo);
        let (here, _) = law(&mut w, &hi, &hi);
        let (there, longer) = law(&mut w, &next, &hi);
        let definitions = w.definitions();
        let first = laws::split(&get(&definitions, &longer), &from(&hi)).fact();
        let start = if kind.needs_member() { term::add([lo.clone(), term::int(1)]) } else { lo.clone() };
        let mut hyps = recurrences(&definitions, &[base.clone().fact()]);
        hyps.push(term::le(hi.clone(), start.clone()));
        valid(hyps, &base.fact(), &format!("base of {kind:?}"));
        let all = [here.claim.clone(), there.claim.clone(), here.when.clone(), there.when.clone(), first.clone()];
        let mut hyps = recurrences(&definitions, &all);
        hyps.extend([first, term::le(start, hi.clone()), term::implies(here.when, here.claim)]);
        hyps.push(term::not(there.unless));
        valid(hyps, &term::implies(there.when, there.claim), &format!("step of {kind:?}"));
    }
}

#[test]
fn a_member_is_at_most_the_sum() {
    let mut w = World::new();
    let kind = ReduceKind::Sum;
    let (lo, k, a) = (w.int("lo"), w.int("k"), w.elements(kind, "a"));
    // That the sum is not negative is the law `linear`; the induction needs both.
    by_induction("member", &mut w, (&lo, &lo), &|w, hi, at| {
        let s = w.over(kind, &a, &lo, hi);
        let definitions = w.definitions();
        let s = get(&definitions, &s);
        let (law, positive) =
            (laws::member(&s, &k, at), laws::linear(&[(term::int(1), &s)], &term::int(0), at).unwrap());
        let claim = term::and([positive.claim, term::implies(law.when, law.claim)]);
        Law { when: term::bool(true), claim, unless: law.unless }
    });
}

#[test]
fn true_conditions_are_counted() {
    let mut w = World::new();
    let kind = ReduceKind::Count;
    let (lo, k, a) = (w.int("lo"), w.int("k"), w.elements(kind, "a"));
    by_induction("counted", &mut w, (&lo, &lo), &|w, hi, _| {
        let s = w.over(kind, &a, &lo, hi);
        let definitions = w.definitions();
        let s = get(&definitions, &s);
        let mut by = term::Substitution::new();
        let d = definitions.iter().find(|d| d.symbol == s.of.symbol).unwrap();
        d.params.iter().zip(s.term.args()).for_each(|(p, a)| by.insert(p, a.clone()));
        let bounds = term::and(d.ensures.iter().map(|e| term::substitute(e, &by)));
        let law = laws::counted(&s, &k);
        // The bounds of a count are part of its definition; they are proved here, too.
        let claim = term::and([bounds, term::implies(law.when, law.claim)]);
        Law { when: term::bool(true), claim, unless: term::bool(false) }
    });
}

#[test]
fn extremes_are_extreme_and_attained() {
    for kind in [ReduceKind::Min, ReduceKind::Max] {
        let mut w = World::new();
        let (lo, k, a) = (w.int("lo"), w.int("k"), w.elements(kind, "a"));
        let start = term::add([lo.clone(), term::int(1)]);
        by_induction(&format!("{kind:?}"), &mut w, (&lo, &start), &|w, hi, _| {
            let s = w.over(kind, &a, &lo, hi);
            let definitions = w.definitions();
            laws::extreme(&get(&definitions, &s), &k)
        });
        // If it is attained in the smaller range, or at the new index, then in the larger range.
        let (hi, at) = (w.int("hi"), w.int("w"));
        let next = term::add([hi.clone(), term::int(1)]);
        let (one, here, there) =
            (w.over(kind, &a, &lo, &start), w.over(kind, &a, &lo, &hi), w.over(kind, &a, &lo, &next));
        let definitions = w.definitions();
        let attained = |t: &Term, at: &Term| laws::attained(&get(&definitions, t), at).fact();
        valid(recurrences(&definitions, std::slice::from_ref(&one)), &attained(&one, &lo), "one member");
        let mut hyps = recurrences(&definitions, &[here.clone(), there.clone()]);
        hyps.extend([term::lt(lo.clone(), hi.clone()), attained(&here, &at)]);
        valid(hyps, &term::or([attained(&there, &at), attained(&there, &hi)]), "one more");
    }
}

/// Two sums of sums: the sum over rows and the sum over columns. The outer range of the one is the inner range of the
/// other, so the induction adds a row; that a row is added to each column is the law `linear`.
#[test]
fn two_sums_are_exchanged() {
    let mut w = World::new();
    let sum = ReduceKind::Sum;
    let (a, b, c, d) = (w.int("a"), w.int("b"), w.int("c"), w.int("d"));
    let (e, f) = (w.array("e", Sort::INT, 2), w.array("f", Sort::INT, 2));
    let next = term::add([b.clone(), term::int(1)]);
    let outer = w.names.fresh("o", vec![], Sort::INT, Role::Bound);
    let o = term::constant(&outer);
    // Σ i in [a, hi) Σ j in [c, d) e(i, j), and Σ j in [c, d) Σ i in [a, hi) f(j, i).
    let sums = |w: &mut World, hi: &Term| {
        let row = w.reduce(sum, &c, &d, |j| term::select(&e, &[o.clone(), j.clone()]));
        let rows = w.table.apply(&mut w.names, sum, &outer, (a.clone(), hi.clone()), &row);
        let column = w.reduce(sum, &a, hi, |i| term::select(&f, &[o.clone(), i.clone()]));
        let columns = w.table.apply(&mut w.names, sum, &outer, (c.clone(), d.clone()), &column);
        (rows, columns)
    };
    let (rows, columns) = sums(&mut w, &b);
    let (more_rows, more_columns) = sums(&mut w, &next);
    let (v, at) = (w.int("v"), w.int("w"));
    // The new row of `e`, and what it adds to the columns of `f`.
    let row = w.reduce(sum, &c, &d, |j| term::select(&e, &[b.clone(), j.clone()]));
    let definitions = w.definitions();
    let law = |s: &Term, t: &Term, v: &Term, at: &Term| {
        let (s, t) = (get(&definitions, s), get(&definitions, t));
        let inner = |of: &Applied<'_>, index: &Term| applied(&definitions, &of.of.body(&of.term, index));
        laws::exchanged((&s, &|i| inner(&s, i)), (&t, &|j| inner(&t, j)), (v, at)).expect("sums of sums")
    };
    // The base: no rows, so each column is 0.
    let base = law(&rows, &columns, &v, &at);
    let zero = laws::linear(&[(term::int(1), &get(&definitions, &columns))], &term::int(0), &at).unwrap();
    let zero_too = laws::linear(&[(term::int(-1), &get(&definitions, &columns))], &term::int(0), &at).unwrap();
    let mut hyps = vec![term::le(b.clone(), a.clone()), zero.fact(), zero_too.fact()];
    let all: Vec<Term> = hyps.iter().cloned().chain([base.claim.clone()]).collect();
    hyps.extend(recurrences(&definitions, &all));
    valid(hyps, &base.claim, "no rows");
    // The step: more columns = columns + the new row, unless they differ in a column.
    let three = [
        (term::int(1), &get(&definitions, &more_columns)),
        (term::int(-1), &get(&definitions, &columns)),
        (term::int(-1), &get(&definitions, &row)),
    ];
    let negated = three.clone().map(|(c, s)| (term::neg(c), s));
    let zero = term::int(0);
    let step = [laws::linear(&three, &zero, &at).unwrap(), laws::linear(&negated, &zero, &at).unwrap()];
    let (here, there) = (law(&rows, &columns, &b, &at), law(&more_rows, &more_columns, &b, &at));
    let mut hyps: Vec<Term> = step.map(Law::fact).into();
    hyps.extend([term::le(a.clone(), b.clone()), here.claim.clone(), term::not(there.unless.clone())]);
    let all: Vec<Term> = hyps.iter().cloned().chain([there.claim.clone()]).collect();
    hyps.extend(recurrences(&definitions, &all));
    valid(hyps, &there.claim, "one row more");
}
