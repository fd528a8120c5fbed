//! Recognises quotients and remainders of one number, and puts them together again.
//!
//! The law is `p = n·(p div n) + p mod n`. If `p` is itself a quotient `q div m`, then `p div n` may be written
//! `q div (m·n)`.
//!
//! In: terms and polynomials. Out: for a remainder, the quotient that belongs to it. The form `q div (m·n)` is right
//! only for positive `m` and `n`. This file checks the signs of literals only, so its users either know the signs or
//! prove what they conclude.

use crate::normalise::linear::Poly;
use crate::term::{Op, Term};

/// Whether `t` is the quotient `p div n`, or `q div (m·n)` where `p` is `q div m`.
pub(crate) fn is_quotient(t: &Term, p: &Term, n: &Term) -> bool {
    let (Op::Div, [q, divisor]) = (t.op(), t.args()) else { return false };
    (q == p && divisor == n) || is_nested(q, divisor, p, n)
}

/// Whether `q div divisor` is `(q div m) div n`, where `p` is `q div m`.
fn is_nested(q: &Term, divisor: &Term, p: &Term, n: &Term) -> bool {
    let (Op::Div, [inner, m]) = (p.op(), p.args()) else { return false };
    let positive = |t: &Term| t.as_int().is_none_or(|n| *n > dashu::integer::IBig::ZERO);
    inner == q && positive(m) && positive(n) && Poly::of(m).mul(&Poly::of(n)).sub(&Poly::of(divisor)).is_zero()
}

/// For a remainder `p mod n` in a polynomial: its coefficient `k`, and the atom `p div n`, if its coefficient is `k·n`.
pub(crate) fn pair(poly: &Poly, remainder: &Term) -> Option<(Poly, Term)> {
    let (Op::Mod, [p, n]) = (remainder.op(), remainder.args()) else { return None };
    let k = poly.coefficient_of(remainder).filter(|k| !k.is_zero())?;
    let expected = k.mul(&Poly::of(n));
    let quotient = poly
        .atoms()
        .into_iter()
        .find(|a| is_quotient(a, p, n) && poly.coefficient_of(a).is_some_and(|c| c.sub(&expected).is_zero()))?;
    Some((k, quotient))
}

/// The polynomial with each `k·n·(p div n) + k·(p mod n)` replaced by `k·p`; `None` if nothing is replaced.
pub(crate) fn recompose(poly: &Poly) -> Option<Poly> {
    let mut whole = poly.clone();
    let mut changed = false;
    // Each step removes a remainder. What it inserts may be a quotient that belongs to another remainder.
    while let Some((remainder, k, quotient)) =
        whole.atoms().into_iter().find_map(|a| pair(&whole, &a).map(|(k, q)| (a, k, q)))
    {
        let [p, _] = remainder.args() else { break };
        whole = whole.without(&remainder).without(&quotient).add(&k.mul(&Poly::of(p)));
        changed = true;
    }
    changed.then_some(whole)
}
