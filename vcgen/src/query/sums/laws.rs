//! The laws of reductions, each stated once.
//!
//! ```text
//! split       lo <= m <= hi            ⇒  S(lo, hi) = S(lo, m) + S(m, hi)
//! constant    e does not mention i     ⇒  S(lo, hi) = e * length
//! linear      equal ranges             ⇒  0 <= Σ c·S + d * length       unless  Σ c·e[w] + d < 0 for some w in it
//! except      equal ranges             ⇒  0 <= Σ c·S − Σ c·e[k] …       unless  Σ c·e[w] < 0 for some w ≠ k, … in it
//! shifted     equal lengths            ⇒  S = T                         unless  e[w] ≠ f[w + distance]
//! reversed    equal lengths            ⇒  S = T                         unless  e[w] ≠ f[the same from the end]
//! exchanged   Σi Σj e(i, j)  = Σj Σi f(j, i)                            unless  e(v, w) ≠ f(w, v)
//! member      lo <= k < hi             ⇒  e[k] <= S                     unless  e[w] < 0 for some w
//! extreme     lo <= k < hi             ⇒  e[k] <= max(lo, hi)
//! attained    lo < hi                  ⇒  max(lo, hi) = e[w] for some w with lo <= w < hi
//! ```
//!
//! `length` is `max(0, hi - lo)`. Where a law ends in *unless*, the index `w` is a new constant: the law says that the
//! claim holds, or that there is such an index, which has this name. The tests prove each law by induction.
//!
//! In: applications of reductions. Out: laws about them.

use ir::ReduceKind;
use logic::reduction::Reduction;
use logic::term::{self, Symbol, Term};

/// An application of a reduction.
#[derive(Clone, Debug)]
pub struct Applied<'d> {
    /// The reduction, which says what the summand is.
    pub of: &'d Reduction,
    /// The application.
    pub term: Term,
    /// The first index.
    pub lo: Term,
    /// One more than the last index.
    pub hi: Term,
}

impl Applied<'_> {
    /// The kind of the reduction.
    pub fn kind(&self) -> ReduceKind {
        self.of.kind
    }

    /// The summand at an index, as an integer.
    pub fn member(&self, index: &Term) -> Term {
        self.of.member(&self.term, index)
    }

    /// Whether the values are added up.
    pub fn adds(&self) -> bool {
        matches!(self.kind(), ReduceKind::Sum | ReduceKind::Count)
    }

    /// The reduction over a part of the range.
    pub fn over(&self, lo: &Term, hi: &Term) -> Term {
        self.of.over(&self.term, lo.clone(), hi.clone())
    }

    /// The condition that an index is in the range.
    fn has(&self, index: &Term) -> Term {
        term::within(self.lo.clone(), index.clone(), self.hi.clone())
    }
}

/// A law: under the condition `when`, `claim` holds, unless there is an index that the exception describes.
#[derive(Clone, Debug)]
pub struct Law {
    /// The guard.
    pub when: Term,
    /// What holds.
    pub claim: Term,
    /// The condition on the new constant for the index; `false` if there is no exception.
    pub unless: Term,
}

impl Law {
    fn new(when: Term, claim: Term) -> Self {
        Self { when, claim, unless: term::bool(false) }
    }

    fn unless(self, unless: Term) -> Self {
        Self { unless, ..self }
    }

    /// The law as a fact.
    pub fn fact(self) -> Term {
        term::implies(self.when, term::or([self.claim, self.unless]))
    }
}

/// A multiple of a sum or a count.
pub type Multiple<'a, 'd> = (Term, &'a Applied<'d>);

/// The range of a reduction is divided at `m`.
pub fn split(s: &Applied<'_>, m: &Term) -> Law {
    let (front, back) = (s.over(&s.lo, m), s.over(m, &s.hi));
    let compare = if s.kind().needs_member() { term::lt } else { term::le };
    let when = term::and([compare(s.lo.clone(), m.clone()), compare(m.clone(), s.hi.clone())]);
    Law::new(when, term::eq(s.term.clone(), joined(s.kind(), front, back)))
}

/// The value of two parts together.
fn joined(kind: ReduceKind, a: Term, b: Term) -> Term {
    match kind {
        ReduceKind::Sum | ReduceKind::Count => term::add([a, b]),
        ReduceKind::Product => term::mul(a, b),
        ReduceKind::Max => term::ite(term::lt(a.clone(), b.clone()), b, a),
        ReduceKind::Min => term::ite(term::lt(b.clone(), a.clone()), b, a),
    }
}

/// The number of indices of a range.
fn length(s: &Applied<'_>) -> Term {
    term::ite(term::le(s.lo.clone(), s.hi.clone()), term::sub(s.hi.clone(), s.lo.clone()), term::int(0))
}

/// A sum whose summand is the same at each index; `None` for other reductions.
pub fn constant(s: &Applied<'_>) -> Option<Law> {
    let same = s.adds() && !s.of.summand.mentions(std::slice::from_ref(&s.of.index));
    same.then(|| Law::new(term::bool(true), term::eq(s.term.clone(), term::mul(s.member(&s.lo), length(s)))))
}

/// A combination of sums over one range is not negative if the combination of their summands is nowhere negative.
pub fn linear(sums: &[Multiple<'_, '_>], each: &Term, w: &Term) -> Option<Law> {
    let (_, first) = sums.first()?;
    let claim = term::add([total(sums), term::mul(each.clone(), length(first))]);
    let less = term::lt(term::add([members(sums, w), each.clone()]), term::int(0));
    Some(Law::new(equal_ranges(sums), term::le(term::int(0), claim)).unless(term::and([first.has(w), less])))
}

/// The same for the sums without the summands at some indices.
pub fn except(sums: &[Multiple<'_, '_>], at: &[Term], w: &Term) -> Option<Law> {
    let (_, first) = sums.first()?;
    // An index that is listed twice is taken out once.
    let has_first = |n: usize, k: &Term| {
        let others = at.iter().take(n).map(|other| term::ne(k.clone(), other.clone()));
        term::and(others.chain([first.has(k)]))
    };
    let own = |(n, k)| term::ite(has_first(n, k), members(sums, k), term::int(0));
    let own = term::add(at.iter().enumerate().map(own));
    let elsewhere = has_first(at.len(), w);
    let less = term::lt(members(sums, w), term::int(0));
    Some(Law::new(equal_ranges(sums), term::le(own, total(sums))).unless(term::and([elsewhere, less])))
}

fn total(sums: &[Multiple<'_, '_>]) -> Term {
    term::add(sums.iter().map(|(c, s)| term::mul(c.clone(), s.term.clone())))
}

fn members(sums: &[Multiple<'_, '_>], index: &Term) -> Term {
    term::add(sums.iter().map(|(c, s)| term::mul(c.clone(), s.member(index))))
}

fn equal_ranges(sums: &[Multiple<'_, '_>]) -> Term {
    let ends = |(_, s): &Multiple<'_, '_>| (s.lo.clone(), s.hi.clone());
    let Some((lo, hi)) = sums.first().map(ends) else { return term::bool(true) };
    let same = |(a, b): (Term, Term)| [term::eq(lo.clone(), a), term::eq(hi.clone(), b)];
    term::and(sums.iter().skip(1).map(ends).flat_map(same))
}

fn equal_lengths(s: &Applied<'_>, t: &Applied<'_>) -> Term {
    let lengths = term::eq(term::sub(s.hi.clone(), s.lo.clone()), term::sub(t.hi.clone(), t.lo.clone()));
    if s.kind().needs_member() {
        term::and([term::lt(s.lo.clone(), s.hi.clone()), lengths])
    } else {
        lengths
    }
}

/// Two reductions of one kind whose summands are the same at a distance.
pub fn shifted(s: &Applied<'_>, t: &Applied<'_>, w: &Term) -> Law {
    let there = term::add([w.clone(), term::sub(t.lo.clone(), s.lo.clone())]);
    pairwise(s, t, w, &there)
}

/// Two reductions of one kind whose summands are the same in the opposite order.
pub fn reversed(s: &Applied<'_>, t: &Applied<'_>, w: &Term) -> Law {
    let last = term::sub(t.hi.clone(), term::int(1));
    let there = term::sub(last, term::sub(w.clone(), s.lo.clone()));
    pairwise(s, t, w, &there)
}

fn pairwise(s: &Applied<'_>, t: &Applied<'_>, w: &Term, there: &Term) -> Law {
    let differ = term::ne(s.member(w), t.member(there));
    let law = Law::new(equal_lengths(s, t), term::eq(s.term.clone(), t.term.clone()));
    law.unless(term::and([s.has(w), differ]))
}

/// A sum of sums: the outer sum, and the inner sum of each outer index.
pub type Nested<'a, 'd> = (&'a Applied<'d>, &'a dyn Fn(&Term) -> Option<Applied<'d>>);

/// Two sums of sums that differ in the order of summation.
pub fn exchanged<'d>((s, inner): Nested<'_, 'd>, (t, other): Nested<'_, 'd>, (v, w): (&Term, &Term)) -> Option<Law> {
    let (rows, columns) = (inner(v)?, other(w)?);
    // The inner ranges are the same for all outer indices.
    if [&rows.lo, &rows.hi].iter().any(|end| end.contains(v))
        || [&columns.lo, &columns.hi].iter().any(|end| end.contains(w))
    {
        return None;
    }
    let same = |a: &Term, b: &Term| term::eq(a.clone(), b.clone());
    let when =
        term::and([same(&s.lo, &columns.lo), same(&s.hi, &columns.hi), same(&t.lo, &rows.lo), same(&t.hi, &rows.hi)]);
    let differ = term::ne(rows.member(w), columns.member(v));
    let law = Law::new(when, term::eq(s.term.clone(), t.term.clone()));
    Some(law.unless(term::and([s.has(v), t.has(w), differ])))
}

/// A summand is at most the sum, if no summand is negative.
pub fn member(s: &Applied<'_>, k: &Term, w: &Term) -> Law {
    let negative = term::lt(s.member(w), term::int(0));
    Law::new(s.has(k), term::le(s.member(k), s.term.clone())).unless(term::and([s.has(w), negative]))
}

/// A condition that is true at `k` is counted, and one that is false there is not.
pub fn counted(s: &Applied<'_>, k: &Term) -> Law {
    let rest = term::sub(length(s), term::int(1));
    let (least, most) = (s.member(k), term::add([rest, s.member(k)]));
    Law::new(s.has(k), term::and([term::le(least, s.term.clone()), term::le(s.term.clone(), most)]))
}

/// No member is greater than the greatest, or less than the least.
pub fn extreme(s: &Applied<'_>, k: &Term) -> Law {
    let (member, all) = (s.member(k), s.term.clone());
    let claim = if s.kind() == ReduceKind::Min { term::le(all, member) } else { term::le(member, all) };
    Law::new(s.has(k), claim)
}

/// The greatest or the least member is a member.
pub fn attained(s: &Applied<'_>, w: &Term) -> Law {
    let claim = term::and([s.has(w), term::eq(s.term.clone(), s.member(w))]);
    Law::new(term::lt(s.lo.clone(), s.hi.clone()), claim)
}

/// The law for each value of `k`.
pub fn for_each(k: &Symbol, law: Law) -> Term {
    term::forall(vec![k.clone()], law.fact())
}
