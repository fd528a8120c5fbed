//! Symbolic inverses of index expressions (DESIGN 3.2).
//!
//! In: equations `index_d(b) = x_d` in the binders `b`, and the guard under which they matter. Out: for each binder a
//! term over `x` that solves them, if this file knows how. The answer is a guess that its caller proves
//! (`guard(b) ⇒ inv(index(b)) = b`), so nothing here can make a proof unsound.
//!
//! | shape | solution |
//! |---|---|
//! | `±b + c = x` | `b = ±(x − c)` |
//! | `(±b + c) mod n = x`, `lo ≤ b < lo + n` | `b = lo + (±(x − c) − lo) mod n` |
//! | `n·i + j = x`, `lo ≤ j < lo + n` | `j = lo + (x − lo) mod n`, and go on with `i = (x − lo) div n` |
//! | `n·i + c + j = x`, where `j` takes fewer values | the same with `x − c` |
//! | `n·i + c + j = x`, where `0 ≤ c + j < n` is plain | `j = x mod n − c`, and go on with `i = x div n` |
//! | `k·b + c = x` | `b = (x − c) div k` |
//! | `p div w = x`, `p mod w = y` | `p = w·x + y` |
//! | `p div (m·n) = x`, `(p div m) mod n = y` | `p div m = n·x + y` |
//! | `k·n·(p div n) + k·(p mod n) + … = x` | `k·p + … = x` |
//! | a conjunct `b = c` of the guard | `b = c` |
//! | `k·b + c ≤ x < k·b + c + k` in the guard | `b = (x − c) div k` |

use crate::mixed_radix;
use crate::normalise::linear::{to_term, Poly};
use crate::normalise::quotient::divide;
use crate::term::{self, Op, Sort, Substitution, Symbol, Term};

/// `expression = value`, where the value mentions no binder.
#[derive(Clone, Debug, PartialEq)]
struct Equation {
    expression: Term,
    value: Term,
}

/// `lo ≤ symbol < hi`, as far as the guard says so in so many words.
#[derive(Clone, Debug, Default)]
struct Range {
    lo: Option<Term>,
    hi: Option<Term>,
}

struct Inversion {
    unsolved: Vec<Symbol>,
    equations: Vec<Equation>,
    guard: Vec<Term>,
    solved: Vec<(Symbol, Term)>,
}

/// Terms over `x` for the binders, in their order.
pub fn invert(binders: &[Symbol], guard: &Term, index: &[Term], x: &[Term]) -> Option<Vec<Term>> {
    let equations =
        index.iter().zip(x).map(|(e, x)| Equation { expression: e.clone(), value: x.clone() }).collect::<Vec<_>>();
    let mut inversion =
        Inversion { unsolved: binders.to_vec(), equations, guard: conjuncts(guard), solved: Vec::new() };
    // Each step solves a binder or splits one in two; splitting is bounded by the atoms of the equations.
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

fn mentions(t: &Term, symbols: &[Symbol]) -> bool {
    t.mentions(symbols)
}

fn simple(t: &Term) -> Term {
    to_term(&Poly::of(t), Sort::INT)
}

impl Inversion {
    fn solution(&self, binder: &Symbol) -> Option<Term> {
        self.solved.iter().find(|(s, _)| s == binder).map(|(_, t)| t.clone())
    }

    fn free(&self, t: &Term) -> bool {
        !mentions(t, &self.unsolved)
    }

    /// A conjunct `e = c` of the guard is an equation like the others.
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

    /// Records `symbol = value` and goes on with the rest.
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

    /// `±b + c = x`
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

    /// `(±b + c) mod n = x`
    fn solve_rotation(&mut self) -> bool {
        for e in self.equations.clone() {
            let (Op::Mod, [inner, n]) = (e.expression.op(), e.expression.args()) else { continue };
            let poly = Poly::of(inner);
            for b in self.unsolved.clone() {
                let Some((sign, rest)) = unit_coefficient(&poly, &b) else { continue };
                let range = self.range(&b);
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

    /// `n·(…) + j = x` with `lo ≤ j < lo + n`: `j` is the remainder, the rest is the quotient.
    fn split_radix(&mut self) -> bool {
        for (at, e) in self.equations.clone().iter().enumerate() {
            let poly = Poly::of(&e.expression);
            for j in self.unsolved.clone() {
                let Some((true, rest)) = unit_coefficient(&poly, &j) else { continue };
                let range = self.range(&j);
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

    /// `n·(…) + c + j = x`, where `j` takes fewer than `n` values: `n` is what another binder is multiplied by.
    fn split_wider(&mut self) -> bool {
        for (at, e) in self.equations.clone().iter().enumerate() {
            let poly = Poly::of(&e.expression);
            for j in self.unsolved.clone() {
                let Some((true, rest)) = unit_coefficient(&poly, &j) else { continue };
                let range = self.range(&j);
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
                // `c + j` as it stands is the digit, if it is one.
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

    /// Splits `rest` into `n·quotient + remainder`, where the remainder has no binder. `None` if some coefficient of a
    /// binder is no multiple of `n`.
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

    /// `k·b + c = x`, the only binder left in its equation.
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

    /// `k·b + c ≤ x` and `x < k·b + c + k`: there is one such `b`.
    fn solve_block(&mut self) -> bool {
        let slacks: Vec<Poly> = self.guard.iter().filter_map(slack).collect();
        for b in self.unsolved.clone() {
            let atom = term::constant(&b);
            for above in &slacks {
                // −k·b + r ≥ 0 and k·b + s ≥ 0, with room r + s = k − 1.
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

    /// `p div w = x` and `p mod w = y`: then `p = w·x + y`. The same with `p = q div m`, where the quotient may stand
    /// as `q div (m·w)`.
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

    /// A sum that has a number's quotient and remainder has the number.
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

    /// Bounds of a binder that are conjuncts of the guard, up to linear rearrangement.
    fn range(&self, b: &Symbol) -> Range {
        let mut range = Range::default();
        for c in &self.guard {
            let (strict, [l, r]) = (
                match c.op() {
                    Op::Lt => true,
                    Op::Le => false,
                    _ => continue,
                },
                c.args(),
            ) else {
                continue;
            };
            if l.sort() != Sort::INT {
                continue;
            }
            // l (<|≤) r  ⇔  0 (<|≤) r − l, linear in b
            let poly = Poly::of(&term::sub(r.clone(), l.clone()));
            let Some((sign, rest)) = unit_coefficient(&poly, b) else { continue };
            if sign {
                // −rest (<|≤) b
                let lo = simple(&term::add([term::neg(rest), term::int(i32::from(strict))]));
                range.lo = range.lo.or(Some(lo));
            } else {
                // b (<|≤) rest
                let hi = simple(&term::add([rest, term::int(i32::from(!strict))]));
                range.hi = range.hi.or(Some(hi));
            }
        }
        range
    }
}

/// A comparison as `slack ≥ 0`.
fn slack(c: &Term) -> Option<Poly> {
    let [l, r] = c.args() else { return None };
    let strict = match c.op() {
        Op::Lt => true,
        Op::Le => false,
        _ => return None,
    };
    let slack = Poly::difference(r, l);
    (l.sort() == Sort::INT).then(|| if strict { slack.sub(&Poly::constant(1)) } else { slack })
}

/// `Some((true, rest))` if the polynomial is `b + rest`, `Some((false, rest))` if it is `−b + rest`.
fn unit_coefficient(poly: &Poly, b: &Symbol) -> Option<(bool, Term)> {
    let atom = term::constant(b);
    let coefficient = to_term(&poly.coefficient_of(&atom)?, Sort::INT);
    let rest = to_term(&poly.without(&atom), Sort::INT);
    if mentions(&rest, std::slice::from_ref(b)) {
        return None;
    }
    if coefficient == term::int(1) {
        Some((true, rest))
    } else if coefficient == term::int(-1) {
        Some((false, rest))
    } else {
        None
    }
}

/// Whether nothing is taken away from it: it is not negative where its atoms are not.
fn is_plainly_positive(poly: &Poly) -> bool {
    poly.monomials().all(|(_, c)| *c >= dashu::rational::RBig::ZERO)
}
