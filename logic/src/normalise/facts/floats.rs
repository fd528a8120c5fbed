//! What follows from facts about floats.
//!
//! In: facts, and a condition about floats. Out: whether the condition holds, by the sets of floats that terms can be
//! and by the outcomes that comparisons can have ([`crate::floats`]). Integers that are converted to floats are bounded
//! by literals first, and floats that are converted to integers get bounds.

use super::super::linear::Poly;
use super::conditions::Bounded;
use super::Facts;
use crate::floats::{is_about_floats, Known, Uses};
use crate::proof::{Step, Why};
use crate::term::{self, for_each_subterm, FloatOp, Op, Sort, Term};
use dashu::base::Signed;
use dashu::integer::IBig;
use ir::Float;

/// The greatest number of conditions that one answer uses.
const MAX_USED: usize = 128;

/// Conditions and what they say.
type Said<'k> = (&'k [(Term, Why)], &'k mut Known);

impl Facts {
    /// Whether a condition about floats holds, and why it does, or why its negation does.
    pub fn about_floats(&self, t: &Term) -> Option<(bool, Why)> {
        if !is_about_floats(t) {
            return None;
        }
        let converted = |t: &Term| term::any_subterm(t, |s| matches!(s.op(), Op::FloatOp(FloatOp::FromInt(..))));
        let decide = |(known, said): Said<'_>| {
            let (value, uses) = said.truth(t)?;
            let shown = || if value { t.clone() } else { term::not(t.clone()) };
            Some((value, self.by_floats(shown, known, uses)))
        };
        if converted(t) {
            return self.with_floats(&[t], decide);
        }
        let mut said = self.floats.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let known = &self.floats.known;
        decide((known, said.get_or_insert_with(|| Known::of(known.iter().map(|(c, _)| c)))))
    }

    /// The literal that an operation on literals yields, and why.
    pub fn computed(&self, t: &Term) -> Option<(Term, Why)> {
        if !matches!(t.op(), Op::FloatOp(_)) || !t.args().iter().all(|a| matches!(a.op(), Op::Float(..) | Op::Int(_))) {
            return None;
        }
        let literal = |x: Float| term::float(x.format(), x.bits());
        let mut none = Known::default();
        let value = match t.sort() {
            Sort::INT => none.ints(t).filter(|[least, greatest]| least == greatest).map(|[n, _]| term::int(n))?,
            _ => none.value(t).map(literal)?,
        };
        let why = self.by_floats(|| term::eq(t.clone(), value.clone()), &[], 0);
        let why = self.recorder.step(|| Some(Step::Equation(why.proof()?.clone())));
        Some((value, why))
    }

    /// What is known of floats that are converted to integers: their bounds, that two directions of rounding are in
    /// order, and that integers which were converted to floats come back.
    pub(super) fn converted(&self, t: &Term) -> Vec<(Term, Why)> {
        let (Op::FloatOp(FloatOp::ToInt(_)), [x]) = (t.op(), t.args()) else { return vec![] };
        let mut candidates = Vec::new();
        if let (Op::FloatOp(FloatOp::FromInt(..)), [n]) = (x.op(), x.args()) {
            candidates.push(term::eq(t.clone(), n.clone()));
        }
        for other in &self.floats.conversions {
            if other.args() == t.args() {
                candidates.extend([term::le(t.clone(), other.clone()), term::le(other.clone(), t.clone())]);
            }
        }
        let found = self.with_floats(&[t], |(known, said)| {
            if let Some([least, greatest]) = said.ints(t) {
                candidates.extend([term::le(term::int(least), t.clone()), term::le(t.clone(), term::int(greatest))]);
            }
            let holds = |condition: &Term| match said.truth(condition)? {
                (true, uses) => Some((condition.clone(), self.by_floats(|| condition.clone(), known, uses))),
                (false, _) => None,
            };
            Some(candidates.iter().filter_map(holds).collect())
        });
        found.unwrap_or_default()
    }

    /// Why a condition holds that [`Known`] decides by those of the known conditions that it used.
    fn by_floats(&self, condition: impl FnOnce() -> Term, known: &[(Term, Why)], uses: Uses) -> Why {
        self.recorder.step(|| {
            let used = known.iter().enumerate().filter(|(n, _)| uses >> n & 1 == 1);
            let from = used.map(|(_, (_, why))| why.proof().cloned()).collect::<Option<_>>()?;
            Some(Step::Floats { condition: condition(), from })
        })
    }

    /// Asks what is known of floats, with bounds of the integers that are converted to floats in these terms and in
    /// what is known.
    fn with_floats<R>(&self, terms: &[&Term], ask: impl FnOnce(Said<'_>) -> Option<R>) -> Option<R> {
        let mut ints: Vec<Term> = Vec::new();
        for t in terms.iter().copied().chain(self.floats.known.iter().map(|(c, _)| c)) {
            for_each_subterm(t, &mut |s| {
                if let (Op::FloatOp(FloatOp::FromInt(..)), [n]) = (s.op(), s.args()) {
                    if !ints.contains(n) {
                        ints.push(n.clone());
                    }
                }
            });
        }
        let last = self.floats.bounded.take(&ints);
        let mut bounded = last.unwrap_or_else(|| self.with_bounds(ints));
        let answer = ask((&bounded.known, &mut bounded.said));
        self.floats.bounded.keep(bounded);
        answer
    }

    /// What is known of floats, with bounds of these integers.
    fn with_bounds(&self, ints: Vec<Term>) -> Bounded {
        let mut known = self.floats.known.clone();
        for n in &ints {
            known.extend(self.bounds_of(n));
        }
        for (a, b) in ints.iter().flat_map(|a| ints.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let condition = term::le(a.clone(), b.clone());
            known.extend(self.holds(&condition).filter(|_| condition.as_bool().is_none()).map(|why| (condition, why)));
        }
        known.truncate(MAX_USED);
        let said = Known::of(known.iter().map(|(c, _)| c));
        Bounded { ints, known, said }
    }

    /// The least and the greatest value of an integer, as far as literal bounds of its atoms give them.
    pub(super) fn literal_ends(&self, n: &Term) -> [Option<IBig>; 2] {
        let poly = Poly::of(n);
        let greatest = |poly: &Poly| -> Option<IBig> {
            let mut sum = poly.constant_part();
            for (monomial, c) in poly.monomials() {
                let [atom] = monomial else {
                    if monomial.is_empty() {
                        continue;
                    }
                    return None;
                };
                sum += self.end_of(&atom.0, c.is_negative())? * c;
            }
            sum.denominator().is_one().then(|| sum.numerator().clone())
        };
        [greatest(&poly.neg()).map(|most| -most), greatest(&poly)]
    }

    /// The least and the greatest value of an integer, as conditions, as far as they follow from bounds of its atoms.
    fn bounds_of(&self, n: &Term) -> Vec<(Term, Why)> {
        let [least, most] = self.literal_ends(n);
        let above = most.map(|most| term::le(n.clone(), term::int(most)));
        let below = least.map(|least| term::le(term::int(least), n.clone()));
        let shown = |condition: Term| self.holds(&condition).map(|why| (condition, why));
        [above, below].into_iter().flatten().filter(|c| c.as_bool().is_none()).filter_map(shown).collect()
    }

    /// The tightest literal that an atom is known to be at least (if `least`) or at most.
    fn end_of(&self, atom: &Term, least: bool) -> Option<dashu::rational::RBig> {
        let ends = self.ints.iter().filter_map(|known| {
            // `k + c·atom ≥ 0` bounds the atom from below if `c` is positive.
            let c = known.poly.coefficient_of(atom)?.as_constant()?;
            let rest = known.poly.without(atom).as_constant()?;
            let end = -rest / &c;
            (c.is_negative() != least).then(|| if least { end.ceil() } else { end.floor() })
        });
        let ends = ends.map(dashu::rational::RBig::from);
        if least {
            ends.max()
        } else {
            ends.min()
        }
    }
}
