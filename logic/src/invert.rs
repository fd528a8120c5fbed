//! Symbolic inverses of index expressions.
//!
//! In: equations `index_d(b) = x_d` in the binders `b`, one for each dimension `d`, and the guard under which they
//! hold. Out: for each binder a term over `x` that solves the equations, or `None`. Solutions are guesses, and nothing
//! here can make a proof unsound: each rule that uses an inverse emits the obligation `guard(b) ⇒ inv(index(b)) = b`.
//!
//! | shape | solution |
//! |---|---|
//! | `±b + c = x` | `b = ±(x − c)` |
//! | `(±b + c) mod n = x`, `lo ≤ b < lo + n` | `b = lo + (±(x − c) − lo) mod n` |
//! | `n·i + j = x`, `lo ≤ j < lo + n` | `j = lo + (x − lo) mod n`, and go on with `i = (x − lo) div n` |
//! | `n·i + c + j = x`, where `j` takes fewer than `n` values | as in the row above, with `x − c` in place of `x` |
//! | `n·i + c + j = x`, where `0 ≤ c + j < n` is evident | `j = x mod n − c`, and go on with `i = x div n` |
//! | `g·(m·b + …) + c = x`, with a number `g > 1` and `m` that is no number | go on with `m·b + … = (x − c) div g` |
//! | `k·b + c = x` | `b = (x − c) div k` |
//! | `p div w = x`, `p mod w = y` | `p = w·x + y` |
//! | `p div (m·n) = x`, `(p div m) mod n = y` | `p div m = n·x + y` |
//! | `k·n·(p div n) + k·(p mod n) + … = x` | `k·p + … = x` |
//! | a conjunct `b = c` of the guard | `b = c` |
//! | `k·b + c ≤ x < k·b + c + k` in the guard | `b = (x − c) div k` |

mod range;

use crate::mixed_radix;
use crate::normalise::linear::{to_term, Poly};
use crate::normalise::quotient::divide;
use crate::term::{self, Op, Sort, Substitution, Symbol, Term};
use dashu::rational::RBig;
use range::{range, simple, unit_coefficient};

/// The equation `expression = value`. Only the expression mentions binders.
#[derive(Clone, Debug, PartialEq)]
struct Equation {
    expression: Term,
    value: Term,
}

/// The state of solving the equations.
struct Inversion {
    /// Binders without solution so far.
    unsolved: Vec<Symbol>,
    equations: Vec<Equation>,
    /// The conjuncts of the guard, in which solved binders are replaced by their solutions.
    guard: Vec<Term>,
    /// The solutions found so far. Their terms may mention unsolved binders.
    solved: Vec<(Symbol, Term)>,
}

/// A term over `x` for each binder, in the order of the binders.
pub fn invert(binders: &[Symbol], guard: &Term, index: &[Term], x: &[Term]) -> Option<Vec<Term>> {
    let equations =
        index.iter().zip(x).map(|(e, x)| Equation { expression: e.clone(), value: x.clone() }).collect::<Vec<_>>();
    let mut inversion =
        Inversion { unsolved: binders.to_vec(), equations, guard: conjuncts(guard), solved: Vec::new() };
    // Each step solves a binder or splits an equation in two. The number of splits is bounded by the atoms of the
    // equations.
    for _ in 0..8 * (binders.len() + 1) {
        if inversion.unsolved.is_empty() {
            break;
        }
        inversion.add_guard_equations();
        if !(inversion.recompose()
            || inversion.solve_affine()
            || inversion.join_quotient()
            || inversion.solve_rotation()
            || inversion.split_radix()
            || inversion.split_wider()
            || inversion.divide_content()
            || inversion.solve_scaled()
            || inversion.solve_block())
        {
            return None;
        }
    }
    binders.iter().map(|b| inversion.solution(b)).collect()
}

/// The conjuncts of a condition.
pub fn conjuncts(t: &Term) -> Vec<Term> {
    match t.op() {
        Op::And => t.args().iter().flat_map(conjuncts).collect(),
        Op::Bool(true) => vec![],
        _ => vec![t.clone()],
    }
}

impl Inversion {
    fn solution(&self, binder: &Symbol) -> Option<Term> {
        self.solved.iter().find(|(s, _)| s == binder).map(|(_, t)| t.clone())
    }

    /// Whether a term mentions no unsolved binder.
    fn free(&self, t: &Term) -> bool {
        !t.mentions(&self.unsolved)
    }

    /// Adds each conjunct `e = c` of the guard as an equation.
    fn add_guard_equations(&mut self) {
        for c in self.guard.clone() {
            if let (Op::Eq, [a, b]) = (c.op(), c.args()) {
                if a.sort() != Sort::INT {
                    continue;
                }
                for (e, v) in [(a, b), (b, a)] {
                    if !self.free(e) && self.free(v) {
                        self.equations.push(Equation { expression: e.clone(), value: v.clone() });
                    }
                }
            }
        }
    }

    /// Records the solution `symbol = value`, and substitutes it into the other equations.
    fn settle(&mut self, symbol: &Symbol, value: &Term) {
        let by = Substitution::one(symbol, value.clone());
        self.unsolved.retain(|s| s != symbol);
        for e in &mut self.equations {
            e.expression = term::substitute(&e.expression, &by);
        }
        for g in &mut self.guard {
            *g = term::substitute(g, &by);
        }
        for (_, t) in &mut self.solved {
            *t = term::substitute(t, &by);
        }
        self.solved.push((symbol.clone(), value.clone()));
    }

    /// Solves an equation `±b + c = x`.
    fn solve_affine(&mut self) -> bool {
        for e in self.equations.clone() {
            let poly = Poly::of(&e.expression);
            for b in self.unsolved.clone() {
                let Some((sign, rest)) = unit_coefficient(&poly, &b) else { continue };
                if !self.free(&rest) {
                    continue;
                }
                let value = if sign { term::sub(e.value.clone(), rest) } else { term::sub(rest, e.value.clone()) };
                self.settle(&b, &simple(&value));
                return true;
            }
        }
        false
    }

    /// Solves an equation `(±b + c) mod n = x`.
    fn solve_rotation(&mut self) -> bool {
        for e in self.equations.clone() {
            let (Op::Mod, [inner, n]) = (e.expression.op(), e.expression.args()) else { continue };
            let poly = Poly::of(inner);
            for b in self.unsolved.clone() {
                let Some((sign, rest)) = unit_coefficient(&poly, &b) else { continue };
                let range = range(&self.guard, &b);
                let (Some(lo), Some(hi)) = (&range.lo, &range.hi) else { continue };
                // A range wider than `n` would wrap around more than once.
                let width = term::sub(hi.clone(), lo.clone());
                if !self.free(&rest) || !self.free(n) || !Poly::difference(&width, n).is_zero() {
                    continue;
                }
                let turned = if sign { term::sub(e.value.clone(), rest) } else { term::sub(rest, e.value.clone()) };
                let offset = term::modulo(simple(&term::sub(turned, lo.clone())), n.clone());
                self.settle(&b, &term::add([lo.clone(), offset]));
                return true;
            }
        }
        false
    }

    /// Splits an equation `n·(…) + j = x` with `lo ≤ j < lo + n` in two: `j` is the remainder, and `…` is the quotient.
    fn split_radix(&mut self) -> bool {
        for (at, e) in self.equations.clone().iter().enumerate() {
            let poly = Poly::of(&e.expression);
            for j in self.unsolved.clone() {
                let Some((true, rest)) = unit_coefficient(&poly, &j) else { continue };
                let range = range(&self.guard, &j);
                let (Some(lo), Some(hi)) = (&range.lo, &range.hi) else { continue };
                if !self.free(lo) || !self.free(hi) {
                    continue;
                }
                let n = simple(&term::sub(hi.clone(), lo.clone()));
                let Some((quotient, remainder)) = self.divide_binders(&rest, &n) else { continue };
                let shifted = simple(&term::sub(e.value.clone(), term::add([remainder, lo.clone()])));
                let value = term::add([lo.clone(), term::modulo(shifted.clone(), n.clone())]);
                if let Some(slot) = self.equations.get_mut(at) {
                    *slot = Equation { expression: quotient, value: term::div(shifted, n) };
                }
                self.settle(&j, &value);
                return true;
            }
        }
        false
    }

    /// Splits an equation `n·(…) + c + j = x`, where `j` takes fewer than `n` values and `n` is the factor of another
    /// binder.
    fn split_wider(&mut self) -> bool {
        for (at, e) in self.equations.clone().iter().enumerate() {
            let poly = Poly::of(&e.expression);
            for j in self.unsolved.clone() {
                let Some((true, rest)) = unit_coefficient(&poly, &j) else { continue };
                let range = range(&self.guard, &j);
                let (Some(lo), Some(hi)) = (&range.lo, &range.hi) else { continue };
                let weights = self.unsolved.iter().filter(|b| **b != j).filter_map(|b| {
                    let weight = Poly::of(&rest).coefficient_of(&term::constant(b))?;
                    (weight.len() == 1).then(|| to_term(&weight, Sort::INT))
                });
                let split = |n: Term| self.divide_binders(&rest, &n).map(|(quotient, c)| (n, quotient, c));
                let Some((n, quotient, c)) = weights.filter(|n| self.free(n)).find_map(split) else { continue };
                if !self.free(lo) || !self.free(hi) {
                    continue;
                }
                // If `0 ≤ c + j < n` is evident, `c + j` as a whole is the remainder.
                let (first, beyond) = (term::add([c.clone(), lo.clone()]), term::add([c.clone(), hi.clone()]));
                let fits =
                    is_plainly_positive(&Poly::of(&first)) && is_plainly_positive(&Poly::difference(&n, &beyond));
                let (shift, less) = if fits { (term::int(0), c) } else { (c, term::int(0)) };
                let whole = simple(&term::sub(e.value.clone(), shift));
                let value = simple(&term::sub(term::modulo(whole.clone(), n.clone()), less));
                if let Some(slot) = self.equations.get_mut(at) {
                    *slot = Equation { expression: quotient, value: term::div(whole, n) };
                }
                self.settle(&j, &value);
                return true;
            }
        }
        false
    }

    /// Splits `rest` into `n·quotient + remainder`, where the remainder has no binder. `None` if the coefficient of a
    /// binder is not a multiple of `n`.
    fn divide_binders(&self, rest: &Term, n: &Term) -> Option<(Term, Term)> {
        let mut poly = Poly::of(rest);
        let mut quotient = Vec::new();
        for b in &self.unsolved {
            let atom = term::constant(b);
            if self.free(&to_term(&poly, Sort::INT)) {
                break;
            }
            let Some(coefficient) = poly.coefficient_of(&atom) else { continue };
            if coefficient.is_zero() {
                continue;
            }
            let factor = divide(&to_term(&coefficient, Sort::INT), n)?;
            quotient.push(term::mul(factor, atom.clone()));
            poly = poly.without(&atom);
        }
        let remainder = to_term(&poly, Sort::INT);
        (self.free(&remainder) && !quotient.is_empty()).then(|| (term::add(quotient), remainder))
    }

    /// Divides an equation `g·(m·b + …) + c = x` by the number `g`, so that `m` is a divisor by itself:
    /// `2·n·i + 2·j = x` has `n·i + j` on its left side then.
    fn divide_content(&mut self) -> bool {
        for (at, e) in self.equations.clone().iter().enumerate() {
            let poly = Poly::of(&e.expression);
            let is_number = |b: &Symbol| poly.coefficient_of(&term::constant(b)).is_some_and(|c| c.is_constant());
            let bound = poly.monomials().filter(|(atoms, _)| atoms.iter().any(|atom| !self.free(&atom.0)));
            let bound = Poly::sum_of(bound.map(|(atoms, n)| (atoms.to_vec(), n.clone())));
            let content = bound.content();
            if self.unsolved.iter().all(is_number) || content <= RBig::ONE || !content.denominator().is_one() {
                continue;
            }
            let (quotient, rest) = poly.divided_by(&[], &content);
            let shifted = simple(&term::sub(e.value.clone(), to_term(&rest, Sort::INT)));
            let value = term::div(shifted, to_term(&Poly::constant(content), Sort::INT));
            if let Some(slot) = self.equations.get_mut(at) {
                *slot = Equation { expression: to_term(&quotient, Sort::INT), value };
            }
            return true;
        }
        false
    }

    /// Solves an equation `k·b + c = x` in which `b` is the only binder.
    fn solve_scaled(&mut self) -> bool {
        for e in self.equations.clone() {
            let poly = Poly::of(&e.expression);
            for b in self.unsolved.clone() {
                let atom = term::constant(&b);
                let Some(coefficient) = poly.coefficient_of(&atom) else { continue };
                let coefficient = to_term(&coefficient, Sort::INT);
                let rest = to_term(&poly.without(&atom), Sort::INT);
                if coefficient == term::int(0) || !self.free(&coefficient) || !self.free(&rest) {
                    continue;
                }
                let value = term::div(simple(&term::sub(e.value.clone(), rest)), coefficient);
                self.settle(&b, &value);
                return true;
            }
        }
        false
    }

    /// Solves the conjuncts `k·b + c ≤ x` and `x < k·b + c + k`, which only one `b` satisfies.
    fn solve_block(&mut self) -> bool {
        let slacks: Vec<Poly> = self.guard.iter().filter_map(slack).collect();
        for b in self.unsolved.clone() {
            let atom = term::constant(&b);
            for above in &slacks {
                // The conjuncts are −k·b + r ≥ 0 and k·b + s ≥ 0 with r + s = k − 1.
                let Some(k) = above.coefficient_of(&atom).filter(|c| !c.is_zero()).map(|c| c.neg()) else { continue };
                let r = above.without(&atom);
                let one_apart = |below: &Poly| {
                    let opposite = below.coefficient_of(&atom).is_some_and(|c| c.sub(&k).is_zero());
                    let room = r.add(&below.without(&atom)).sub(&k).add(&Poly::constant(1));
                    opposite && room.is_zero()
                };
                let (width, r) = (to_term(&k, Sort::INT), to_term(&r, Sort::INT));
                if !self.free(&width) || !self.free(&r) || !slacks.iter().any(one_apart) {
                    continue;
                }
                self.settle(&b, &term::div(r, width));
                return true;
            }
        }
        false
    }

    /// Joins `p div w = x` and `p mod w = y` to `p = w·x + y`. If `p` is itself a quotient `q div m`, the quotient
    /// `p div w` may be written `q div (m·w)`.
    fn join_quotient(&mut self) -> bool {
        for (at, r) in self.equations.clone().iter().enumerate() {
            let (Op::Mod, [p, w]) = (r.expression.op(), r.expression.args()) else { continue };
            if self.free(p) || !self.free(w) {
                continue;
            }
            let quotient = self.equations.iter().find(|q| mixed_radix::is_quotient(&q.expression, p, w));
            let Some(quotient) = quotient.map(|q| q.value.clone()) else { continue };
            let value = term::add([term::mul(w.clone(), quotient), r.value.clone()]);
            if let Some(slot) = self.equations.get_mut(at) {
                *slot = Equation { expression: p.clone(), value };
            }
            return true;
        }
        false
    }

    /// Joins a quotient and a remainder of the same number inside one sum.
    fn recompose(&mut self) -> bool {
        let mut changed = false;
        for e in &mut self.equations {
            if let Some(whole) = mixed_radix::recompose(&Poly::of(&e.expression)) {
                e.expression = to_term(&whole, Sort::INT);
                changed = true;
            }
        }
        changed
    }
}

/// The polynomial `slack` for which the comparison `l < r` or `l ≤ r` of integers is `slack ≥ 0`. Comparisons of reals
/// have none, because `l < r` cannot be written in this form.
pub(crate) fn slack(c: &Term) -> Option<Poly> {
    let [l, r] = c.args() else { return None };
    let strict = match c.op() {
        Op::Lt => true,
        Op::Le => false,
        _ => return None,
    };
    let slack = Poly::difference(r, l);
    (l.sort() == Sort::INT).then(|| if strict { slack.sub(&Poly::constant(1)) } else { slack })
}

/// Whether the polynomial has only positive coefficients. Then its value is not negative where its atoms are not.
fn is_plainly_positive(poly: &Poly) -> bool {
    poly.monomials().all(|(_, c)| *c >= RBig::ZERO)
}
