//! The number of integers that satisfy a condition, as a closed term.
//!
//! In: a symbol `t` and a condition on it. Out: `#{t : condition}`, a term without `t`; or `None` if the condition has
//! a form that this file cannot count. Counting adds up shares: if each thread `t` with the condition holds a share of
//! one location, all of them together hold the share times the count.
//!
//! | the condition | the count |
//! |---|---|
//! | bounds `L₁ ≤ t, …` and `t ≤ U₁, …` | `U − L + 1` if `L ≤ U`, else 0, with `L = max Lᵢ`, `U = min Uⱼ` |
//! | bounds as above and `t ≡ s (mod m)` | `⌊(U − s)/m⌋ − ⌊(L − 1 − s)/m⌋` if `L ≤ U`, else 0 |
//! | `k·t + r ≥ 0`, `k > 0` | the count for the bound `t ≥ −⌊r/k⌋` |
//! | `k·t + r ≥ 0`, `k < 0` | the count for the bound `t ≤ ⌊r/|k|⌋` |
//! | `k·t + r ≥ 0`, `k = 0` | the count for the condition `r ≥ 0` |
//! | `k·t + r ≥ 0`, `k` of unknown sign | the sum over the cases `k > 0`, `k < 0`, `k = 0` |
//! | `p div w = v` | the count for `w·v ≤ p < w·v + |w|` |
//! | `p div w ≥ v`, `p div w ≤ v`, a literal `w > 0` | the count for `p ≥ w·v`, `p < w·v + w` |
//! | `R ∧ (A ∨ B)` | `#(R ∧ A) + #(R ∧ ¬A ∧ B)` |
//! | `R ∧ ¬A` | `#R − #(R ∧ A)` |
//!
//! **Proof.** Over the integers `k·t ≥ −r ⇔ t ≥ ⌈−r/k⌉ = −⌊r/k⌋` for `k > 0`, and `t ≤ ⌊r/|k|⌋` for `k < 0`; Euclidean
//! division by a positive number is the floor. `p div w` is the one `v` with `0 ≤ p − w·v < |w|`; for `w > 0` it grows
//! with `p`, and `v` is reached at `w·v` and left at `w·v + w`. An interval has `U − L + 1` members; those congruent to
//! `s` and at most `U` are `s + m·q` with `q ≤ ⌊(U − s)/m⌋`, and of these the ones below `L` have
//! `q ≤ ⌊(L − 1 − s)/m⌋`, which is no greater where `L ≤ U`. The rest are set identities: `A ∨ B` is the disjoint union
//! of `A` and `¬A ∧ B`, and `R` that of `R ∧ A` and `R ∧ ¬A`, all finite because a count is only given where there are
//! both bounds. ∎
//!
//! If `w = 0`, `p div w` has no fixed value, and the count is 0 all the same. That is sound, because a contract that
//! divides by zero is refused by an obligation of its own.

use crate::invert::{conjuncts, slack};
use crate::normalise::linear::{to_term, Poly};
use crate::term::{self, Op, Sort, Symbol, Term};
use dashu::integer::IBig;

/// How many splits of conditions may be nested in each other before counting gives up.
const MAX_DEPTH: u8 = 7;

/// The number of integers `t` that satisfy the condition; `None` if it cannot be counted.
pub fn count(t: &Symbol, condition: &Term) -> Option<Term> {
    number(t, conjuncts(condition), MAX_DEPTH)
}

fn mentions(term: &Term, t: &Symbol) -> bool {
    term::any_subterm(term, |s| s.as_app() == Some(t))
}

/// The number of integers `t` that satisfy all conditions. Conditions are split until only comparisons are left.
fn number(t: &Symbol, conditions: Vec<Term>, depth: u8) -> Option<Term> {
    if conditions.iter().any(Term::is_false) {
        return Some(term::int(0));
    }
    let depth = depth.checked_sub(1)?;
    for (n, c) in conditions.iter().enumerate().filter(|(_, c)| mentions(c, t)) {
        let without = || conditions.iter().enumerate().filter(|(i, _)| *i != n).map(|(_, c)| c.clone());
        let with = |extra: &[Term]| {
            let all = without().chain(extra.iter().flat_map(conjuncts)).collect();
            number(t, all, depth)
        };
        let not = |a: &Term| term::not(a.clone());
        match (c.op(), c.args()) {
            (Op::Or, cases) => {
                let mut sum = Vec::new();
                let mut own = Vec::new();
                for case in cases {
                    own.push(case.clone());
                    sum.push(with(&own)?);
                    own.pop();
                    own.push(not(case));
                }
                return Some(term::add(sum));
            }
            (Op::Implies, [a, b]) => return Some(term::add([with(&[not(a)])?, with(&[a.clone(), b.clone()])?])),
            (Op::Ite, [p, a, b]) => {
                return Some(term::add([with(&[p.clone(), a.clone()])?, with(&[not(p), b.clone()])?]))
            }
            (Op::Eq, [a, b]) if a.sort() == Sort::BOOL => {
                return Some(term::add([with(&[a.clone(), b.clone()])?, with(&[not(a), not(b)])?]))
            }
            (Op::Not, [a]) => {
                return match (a.op(), a.args()) {
                    (Op::Lt, [l, r]) => with(&[term::le(r.clone(), l.clone())]),
                    (Op::Le, [l, r]) => with(&[term::lt(r.clone(), l.clone())]),
                    _ => Some(term::sub(number(t, without().collect(), depth)?, with(std::slice::from_ref(a))?)),
                }
            }
            (Op::Eq | Op::Lt | Op::Le, [l, _]) if l.sort() == Sort::INT => {
                let Some((p, w, v, form)) = quotient(t, c) else { continue };
                let (first, zero) = (term::mul(w.clone(), v), term::int(0));
                let from = term::le(first.clone(), p.clone());
                let upto = |width: Term| term::lt(p.clone(), term::add([first.clone(), width]));
                return match form {
                    Form::Least => with(&[from]),
                    Form::Most => with(&[upto(w)]),
                    Form::Equal => {
                        let positive = with(&[term::lt(zero.clone(), w.clone()), from.clone(), upto(w.clone())])?;
                        let negative = with(&[term::lt(w.clone(), zero), from, upto(term::neg(w))])?;
                        Some(term::add([positive, negative]))
                    }
                };
            }
            // Conditions of other forms are not counted.
            _ => return None,
        }
    }
    if let Some(k) = conditions.iter().find_map(|c| factor_of_unknown_sign(t, c, &conditions)) {
        let cases = signs(&k).map(|(_, case)| {
            let all = conditions.iter().cloned().chain([case]).collect();
            number(t, all, depth)
        });
        return Some(term::add(cases.into_iter().collect::<Option<Vec<_>>>()?));
    }
    let mut set = Interval::default();
    for c in &conditions {
        set.restrict(t, c, &conditions)?;
    }
    set.size()
}

/// The conditions on `k` for each of the three signs.
fn signs(k: &Term) -> [(Sign, Term); 3] {
    let zero = || term::int(0);
    [
        (Sign::Positive, term::lt(zero(), k.clone())),
        (Sign::Negative, term::lt(k.clone(), zero())),
        (Sign::Zero, term::eq(k.clone(), zero())),
    ]
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Negative,
    Zero,
    Positive,
}

/// The sign of a factor, if it is a literal or one of the known conditions states its sign.
fn sign(k: &Poly, known: &[Term]) -> Option<Sign> {
    let zero = IBig::ZERO;
    if let Some(n) = k.as_int() {
        return Some(match n.cmp(&zero) {
            std::cmp::Ordering::Less => Sign::Negative,
            std::cmp::Ordering::Equal => Sign::Zero,
            std::cmp::Ordering::Greater => Sign::Positive,
        });
    }
    let said = |k: &Poly| signs(&to_term(k, Sort::INT)).into_iter().find(|(_, c)| known.contains(c)).map(|(s, _)| s);
    said(k).or_else(|| {
        said(&k.neg()).map(|s| match s {
            Sign::Negative => Sign::Positive,
            Sign::Zero => Sign::Zero,
            Sign::Positive => Sign::Negative,
        })
    })
}

/// The factor of `t` in a comparison that is linear in `t`, if no known condition states its sign.
fn factor_of_unknown_sign(t: &Symbol, c: &Term, known: &[Term]) -> Option<Term> {
    let ([l, r], Op::Eq | Op::Lt | Op::Le) = (c.args(), c.op()) else { return None };
    if l.sort() != Sort::INT || !mentions(c, t) {
        return None;
    }
    let k = Poly::difference(l, r).coefficient_of(&term::constant(t))?;
    let k = if k.leads_negative() { k.neg() } else { k };
    let unknown = !k.atoms().iter().any(|a| mentions(a, t)) && sign(&k, known).is_none();
    unknown.then(|| to_term(&k, Sort::INT))
}

/// How a quotient is compared with a value.
enum Form {
    /// `p div w = v`.
    Equal,
    /// `p div w ≥ v`.
    Least,
    /// `p div w ≤ v`.
    Most,
}

/// Reads a comparison as `p div w = v`, `p div w ≥ v` or `p div w ≤ v`, as (p, w, v, form). Inequalities are read only
/// for a literal `w ≥ 1`.
fn quotient(t: &Symbol, c: &Term) -> Option<(Term, Term, Term, Form)> {
    let [l, r] = c.args() else { return None };
    let slack = slack(c).unwrap_or_else(|| Poly::difference(l, r));
    let (atom, sign, rest) = only_atom(&slack, t)?;
    let (Op::Div, [p, w]) = (atom.op(), atom.args()) else { return None };
    if mentions(w, t) {
        return None;
    }
    // The polynomial ±(p div w) + rest is compared with 0.
    let value = to_term(&if sign { rest.neg() } else { rest }, Sort::INT);
    let literal = w.as_int().is_some_and(|n| *n >= IBig::ONE);
    let form = match (c.op(), sign) {
        (Op::Eq, _) => Form::Equal,
        (_, true) if literal => Form::Least,
        (_, false) if literal => Form::Most,
        _ => return None,
    };
    Some((p.clone(), w.clone(), value, form))
}

/// Reads the polynomial as `±a + rest`, where `a` is the only atom that mentions `t`: `a`, whether its sign is plus,
/// and the rest.
fn only_atom(poly: &Poly, t: &Symbol) -> Option<(Term, bool, Poly)> {
    let atom = poly.atoms().into_iter().find(|a| mentions(a, t))?;
    let coefficient = poly.coefficient_of(&atom)?.as_int()?;
    let rest = poly.without(&atom);
    let unit = coefficient == IBig::ONE || coefficient == IBig::NEG_ONE;
    let alone = !rest.atoms().iter().any(|a| mentions(a, t));
    (unit && alone).then(|| (atom, coefficient == IBig::ONE, rest))
}

/// A set of integers `t`: bounds of `t`, at most one congruence `t ≡ s (mod m)`, and conditions without `t`.
#[derive(Default)]
struct Interval {
    /// Conditions without `t`. If one of them is false, the set is empty.
    conditions: Vec<Term>,
    /// Terms `L` with `L ≤ t`.
    lower: Vec<Term>,
    /// Terms `U` with `t ≤ U`.
    upper: Vec<Term>,
    /// The modulus `m` and the remainder `s` of `t ≡ s (mod m)`.
    congruence: Option<(IBig, Term)>,
}

impl Interval {
    /// Intersects the set with the integers that satisfy a comparison; `None` if its form is unknown.
    fn restrict(&mut self, t: &Symbol, c: &Term, known: &[Term]) -> Option<()> {
        if !mentions(c, t) {
            self.conditions.push(c.clone());
            return Some(());
        }
        if let Some(slack) = slack(c) {
            return self.at_least_zero(t, &slack, known);
        }
        let (Op::Eq, [l, r]) = (c.op(), c.args()) else { return None };
        if l.sort() != Sort::INT {
            return None;
        }
        let difference = Poly::difference(l, r);
        if self.at_least_zero(t, &difference, known).is_some() {
            return self.at_least_zero(t, &difference.neg(), known);
        }
        let (atom, sign, rest) = only_atom(&difference, t)?;
        let (Op::Mod, [p, m]) = (atom.op(), atom.args()) else { return None };
        let m = m.as_int().filter(|m| **m >= IBig::ONE)?;
        let (inner, plus, offset) = only_atom(&Poly::of(p), t)?;
        if self.congruence.is_some() || inner != term::constant(t) {
            return None;
        }
        // The comparison is (±t + offset) mod m = v.
        let v = if sign { rest.neg() } else { rest };
        let s = if plus { v.sub(&offset) } else { offset.sub(&v) };
        let v = to_term(&v, Sort::INT);
        self.conditions.push(term::within(term::int(0), v, term::int(m.clone())));
        self.congruence = Some((m.clone(), to_term(&s, Sort::INT)));
        Some(())
    }

    /// Intersects the set with the integers for which `k·t + r ≥ 0`.
    fn at_least_zero(&mut self, t: &Symbol, slack: &Poly, known: &[Term]) -> Option<()> {
        let atom = term::constant(t);
        let k = slack.coefficient_of(&atom)?;
        let (width, r) = (to_term(&k, Sort::INT), to_term(&slack.without(&atom), Sort::INT));
        if mentions(&r, t) || mentions(&width, t) || k.is_zero() {
            return None;
        }
        match sign(&k, known)? {
            Sign::Positive => push(&mut self.lower, term::neg(term::div(r, width))),
            Sign::Negative => push(&mut self.upper, term::div(r, to_term(&k.neg(), Sort::INT))),
            Sign::Zero => self.conditions.push(term::le(term::int(0), r)),
        }
        Some(())
    }

    /// The number of members; `None` if a lower or an upper bound is missing.
    fn size(self) -> Option<Term> {
        let meet: Vec<Term> = self
            .lower
            .iter()
            .flat_map(|l| self.upper.iter().map(|u| term::le(l.clone(), u.clone())))
            .chain(self.conditions)
            .collect();
        let smaller = |a: Term, b: Term| term::ite(term::le(a.clone(), b.clone()), a, b);
        let greater = |a: Term, b: Term| term::ite(term::le(a.clone(), b.clone()), b, a);
        let upper = self.upper.into_iter().reduce(smaller)?;
        let lower = self.lower.into_iter().reduce(greater)?;
        let size = match self.congruence {
            None => term::add([term::sub(upper, lower), term::int(1)]),
            Some((m, s)) => {
                let upto = |last: Term| term::div(term::sub(last, s.clone()), term::int(m.clone()));
                term::sub(upto(upper), upto(term::sub(lower, term::int(1))))
            }
        };
        Some(term::ite(term::and(meet), size, term::int(0)))
    }
}

/// Adds a simplified bound, unless it is in the list already.
fn push(bounds: &mut Vec<Term>, bound: Term) {
    let bound = to_term(&Poly::of(&bound), Sort::INT);
    if !bounds.contains(&bound) {
        bounds.push(bound);
    }
}
