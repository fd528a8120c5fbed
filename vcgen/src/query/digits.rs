//! Digits: the values of the binders in an index such as `s * i + j`, read off another index of the same form.
//!
//! ```text
//! s·i + j = s·y + s + x − 1 i = y + 1, j = x − 1
//! ```
//!
//! These values solve the equation for all sizes `s`, without a division. The solution by
//! [`invert`](logic::invert::invert) needs to know `0 ≤ j < s`, and consists of quotients of sums, about which the
//! solver has to reason.
//!
//! In: equations in several binders. Out: values of the binders. An equation may have several solutions. This is the
//! one that a person would write; the conditions on the binders decide whether it is the one in question.

use dashu::rational::RBig;
use logic::normalise::linear::{Monomial, Poly};
use logic::term::{self, Sort, Substitution, Symbol, Term};

/// A binder with its factor, which is one monomial without binders.
struct Digit {
    binder: Symbol,
    weight: Monomial,
    coefficient: RBig,
}

/// Values of the binders, in their order, for which each of `expressions` equals its value. `None` if there is only one
/// binder, or if no solution is found.
pub fn digits(binders: &[Symbol], expressions: &[Term], values: &[Term]) -> Option<Vec<Term>> {
    if binders.len() < 2 {
        return None;
    }
    let mut by = Substitution::new();
    let mut unsolved = binders.to_vec();
    for (e, value) in expressions.iter().zip(values) {
        let e = Poly::of(&term::substitute(e, &by));
        for (binder, digit) in equation(&unsolved, &e, &Poly::of(value))? {
            unsolved.retain(|b| *b != binder);
            by.insert(&binder, digit);
        }
    }
    binders.iter().map(|b| by.get(b).cloned()).collect()
}

/// The digits of one equation, the one with the largest factor first; none if the equation has no binder and holds.
fn equation(binders: &[Symbol], e: &Poly, value: &Poly) -> Option<Vec<(Symbol, Term)>> {
    let mut offset = e.clone();
    let mut found = Vec::new();
    for b in binders {
        let atom = term::constant(b);
        let weight = e.coefficient_of(&atom)?;
        let mut monomials = weight.monomials();
        let Some((weight, coefficient)) = monomials.next() else { continue };
        if monomials.next().is_some() || weight.iter().any(|a| a.0.mentions(binders)) {
            return None;
        }
        found.push(Digit { binder: b.clone(), weight: weight.to_vec(), coefficient: coefficient.clone() });
        offset = offset.without(&atom);
    }
    found.sort_by_key(|d| std::cmp::Reverse(d.weight.len()));
    let mut rest = value.sub(&offset);
    let mut out = Vec::new();
    for d in &found {
        let (quotient, remainder) = rest.divided_by(&d.weight, &d.coefficient);
        // Only an index with a row part, such as `s·y`, is accepted: any number could be a column.
        if found.len() > 1 && out.is_empty() && quotient.is_zero() {
            return None;
        }
        rest = remainder;
        out.push((d.binder.clone(), quotient.to_term(Sort::INT)));
    }
    rest.is_zero().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::term::{Names, Role};

    struct Constants {
        binders: Vec<Symbol>,
        sizes: Vec<Term>,
    }

    fn constants() -> Constants {
        let mut names = Names::default();
        let mut make = |name: &str| names.fresh(name, vec![], Sort::INT, Role::Scalar);
        let binders = vec![make("i"), make("j")];
        Constants { binders, sizes: ["s", "t", "y", "x"].map(|n| term::constant(&make(n))).to_vec() }
    }

    /// The term `a * b + c`.
    fn flat(a: &Term, b: &Term, c: &Term) -> Term {
        term::add([term::mul(a.clone(), b.clone()), c.clone()])
    }

    #[test]
    fn rows_and_columns() {
        let w = constants();
        let [i, j] = [0, 1].map(|n| term::constant(&w.binders[n]));
        let [s, t, y, x] = [0, 1, 2, 3].map(|n| w.sizes[n].clone());
        let index = flat(&s, &i, &j);
        let solve = |value: Term| digits(&w.binders, std::slice::from_ref(&index), &[value]);
        assert_eq!(solve(flat(&y, &s, &x)), Some(vec![y.clone(), x.clone()]));
        // The neighbours: one row below, one column to the left.
        let below = term::add([y.clone(), term::int(1)]);
        let left = term::sub(x.clone(), term::int(1));
        let found = solve(flat(&s, &below, &left)).expect("there is a solution");
        assert_eq!(Poly::of(&found[0]), Poly::of(&below));
        assert_eq!(Poly::of(&found[1]), Poly::of(&left));
        // The index of an array with rows of another length, and an arbitrary number.
        assert_eq!(solve(flat(&t, &y, &x)), None);
        assert_eq!(solve(x), None);
    }

    #[test]
    fn what_is_not_of_the_form() {
        let w = constants();
        let [i, j] = [0, 1].map(|n| term::constant(&w.binders[n]));
        let [s, t, y, x] = [0, 1, 2, 3].map(|n| w.sizes[n].clone());
        let solve = |e: Term, value: Term| digits(&w.binders, &[e], &[value]);
        // A product of binders, a sum as a factor, a binder that does not occur.
        assert_eq!(solve(flat(&i, &j, &i), flat(&y, &x, &y)), None);
        let sum = term::add([s.clone(), t]);
        assert_eq!(solve(flat(&sum, &i, &j), flat(&sum, &y, &x)), None);
        assert_eq!(solve(term::mul(s.clone(), i.clone()), term::mul(s.clone(), y.clone())), None);
        // Each binder has a factor, and one summand is left over.
        let (two, one) = (flat(&s, &i, &term::mul(s.clone(), j.clone())), flat(&s, &y, &x));
        assert_eq!(solve(two, one), None);
        // Several equations have a common solution, or none.
        let both = |second: Term| {
            let e = [flat(&s, &i, &j), j.clone()];
            digits(&w.binders, &e, &[flat(&s, &y, &x), second])
        };
        assert_eq!(both(x.clone()), Some(vec![y.clone(), x.clone()]));
        assert_eq!(both(y.clone()), None);
    }
}
