//! Bounds of numbers that are computed by many conditionals.
//!
//! ```text
//! p + m <= x    p + n <= y                                    m <= x - p <= M    n <= y - p <= N
//! ────────────────────────────────       for both bounds:   ───────────────────────────────────────────────────
//! p + min(m, n) <= (c ? x : y)                              min(m, n) <= (c ? x : y) - p <= max(M, N)
//! ```
//!
//! A value that one `if` after the other changes is a conditional whose branches share a conditional, and so on. To
//! split cases would double the work with each of them. The rule takes time that is linear in the number of shared
//! nodes, and no condition is split. A condition is only looked at if the branches have no bounds in common.
//!
//! What a thread holds of a location is such a sum, too: each permission adds its share, or nothing if it is for
//! another location.
//!
//! In: a comparison of integers or of reals, and facts. Out: why it follows, if it does by these bounds. Terms of any
//! depth are accepted, because there is one level for each `if` of the code.

use super::facts::Facts;
use super::farkas::condition;
use super::linear::{to_term, Poly};
use super::log::Log;
use crate::proof::{Step, Sums, Why};
use crate::term::{self, Op, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;
use rustc_hash::FxHashMap;

/// The least number of integer conditionals for which the rule is tried. Fewer are split into cases.
const LEAST: usize = 8;
/// The same for conditionals that are reals. Their conditions say which locations are the same, about which little is
/// known, so that a split into cases fails in each of the cases.
const LEAST_REALS: usize = 2;
/// The greatest number of nodes whose bounds are computed.
const MOST: usize = 50_000;

/// Why the comparison follows from the facts, by bounds of the conditionals in it. `None` means that no
/// proof was found.
pub fn holds(facts: &Facts, goal: &Term, log: &mut Log) -> Option<Why> {
    if !applies(goal) {
        return None;
    }
    let [a, b] = goal.args() else { return None };
    let mut search = Search { facts, sort: a.sort(), known: FxHashMap::default() };
    let (low, high) = (search.bounds(a)?, search.bounds(b)?);
    let why = if *goal.op() == Op::Eq {
        let at_most = search.at_most(&term::le(a.clone(), b.clone()), &low, &high, false)?;
        let at_least = search.at_most(&term::le(b.clone(), a.clone()), &high, &low, false)?;
        facts.recorder().between(goal, &at_most, &at_least)
    } else {
        search.at_most(goal, &low, &high, *goal.op() == Op::Lt)?
    };
    log.put("case-split");
    log.put("bounds");
    Some(why)
}

/// Whether the goal is a comparison of numbers with enough conditionals for the rule to save time.
pub fn applies(goal: &Term) -> bool {
    let (Op::Le | Op::Lt | Op::Eq, [a, _]) = (goal.op(), goal.args()) else { return false };
    let sort = a.sort();
    let least = match sort {
        Sort::INT => LEAST,
        Sort::REAL => LEAST_REALS,
        _ => return false,
    };
    let mut count = 0;
    term::for_each_subterm(goal, &mut |s| count += usize::from(*s.op() == Op::Ite && s.sort() == sort));
    count >= least
}

/// What is known of a number `t`: `base + least <= t` and `t <= base + most`.
#[derive(Clone)]
struct Bounds {
    /// A polynomial without constant part.
    base: Poly,
    least: RBig,
    most: RBig,
    /// Why `base + least <= t`; `None` if both sides are the same polynomial.
    low: Option<Why>,
    /// Why `t <= base + most`; `None` if both sides are the same polynomial.
    high: Option<Why>,
}

impl Bounds {
    /// The bounds of a number, or of a term about which nothing is known.
    fn itself(poly: &Poly) -> Self {
        let constant = poly.constant_part();
        let base = poly.sub(&Poly::constant(constant.clone()));
        Self { base, least: constant.clone(), most: constant, low: None, high: None }
    }
}

struct Search<'f> {
    facts: &'f Facts,
    /// The sort of the numbers that are compared.
    sort: Sort,
    /// For the address of each visited term: the term, which keeps the address, and its bounds.
    known: FxHashMap<usize, (Term, Bounds)>,
}

impl Search<'_> {
    /// Why `a <= b`, or `a < b` if `strict`, where `low` are the bounds of `a` and `high` those of `b`.
    fn at_most(&self, goal: &Term, low: &Bounds, high: &Bounds, strict: bool) -> Option<Why> {
        let mut rest = high.base.sub(&low.base).add(&Poly::constant(&high.least - &low.most));
        // Of integers, `a < b` says `a + 1 <= b`.
        let above = strict && self.sort == Sort::REAL;
        if strict && !above {
            rest = rest.sub(&Poly::constant(1));
        }
        let mut premises: Vec<(RBig, Why)> = Vec::new();
        premises.extend(low.high.iter().chain(&high.low).map(|why| (RBig::ONE, why.clone())));
        match rest.as_constant() {
            Some(value) if value.is_negative() || (above && value.is_zero()) => return None,
            Some(_) => {}
            None => {
                let shown = || condition(&rest, above, self.sort);
                let why = self.facts.shows(shown, false, &rest, above, self.sort)?;
                premises.push((RBig::ONE, why));
            }
        }
        Some(self.facts.recorder().linear(|| goal.clone(), false, premises, Sums::default))
    }

    /// The bounds of a number; `None` if there are too many nodes.
    fn bounds(&mut self, t: &Term) -> Option<Bounds> {
        if let Some((_, known)) = self.known.get(&t.address()) {
            return Some(known.clone());
        }
        if self.known.len() >= MOST {
            return None;
        }
        let one = RBig::ONE;
        let found = match (t.op(), t.args()) {
            (Op::Ite, [c, x, y]) => self.conditional(t, c, x, y)?,
            (Op::Add, args) => self.sum(t, args.iter().map(|a| (one.clone(), a)))?,
            (Op::Sub, [a, b]) => self.sum(t, [(one, a), (RBig::NEG_ONE, b)])?,
            (Op::Neg, [a]) => self.sum(t, [(RBig::NEG_ONE, a)])?,
            (Op::Mul, [n, a]) | (Op::Mul, [a, n]) if number(n).is_some() => {
                self.sum(t, [(number(n).unwrap_or_default(), a)])?
            }
            _ => Bounds::itself(&Poly::of(t)),
        };
        let _ = self.known.insert(t.address(), (t.clone(), found.clone()));
        Some(found)
    }

    /// The bounds of a sum of terms, each times its factor.
    fn sum<'t>(&mut self, t: &Term, terms: impl IntoIterator<Item = (RBig, &'t Term)>) -> Option<Bounds> {
        let mut sum = Bounds::itself(&Poly::zero());
        let mut below: Vec<(RBig, Why)> = Vec::new();
        let mut above: Vec<(RBig, Why)> = Vec::new();
        for (factor, term) in terms {
            let of = self.bounds(term)?;
            let (least, most, low, high) = if factor.is_negative() {
                (&of.most, &of.least, &of.high, &of.low)
            } else {
                (&of.least, &of.most, &of.low, &of.high)
            };
            sum.base = sum.base.add(&of.base.scale(&factor));
            sum.least += least * &factor;
            sum.most += most * &factor;
            let size = if factor.is_negative() { -factor } else { factor };
            below.extend(low.iter().map(|why| (size.clone(), why.clone())));
            above.extend(high.iter().map(|why| (size.clone(), why.clone())));
        }
        let linear = |goal: Term, premises: Vec<(RBig, Why)>| {
            let recorder = self.facts.recorder();
            (!premises.is_empty()).then(|| recorder.linear(|| goal, false, premises, Sums::default))
        };
        sum.low = linear(term::le(self.at(&sum.base, &sum.least), t.clone()), below);
        sum.high = linear(term::le(t.clone(), self.at(&sum.base, &sum.most)), above);
        Some(sum)
    }

    /// The bounds of the term `c ? x : y`.
    fn conditional(&mut self, t: &Term, c: &Term, x: &Term, y: &Term) -> Option<Bounds> {
        let (yes, no) = (self.bounds(x)?, self.bounds(y)?);
        let decided = if yes.base == no.base {
            None
        } else {
            let holds = self.facts.holds(c).map(|why| (why, true));
            holds.or_else(|| self.facts.fails(c).map(|why| (why, false)))
        };
        if let Some((why, value)) = decided {
            let of = if value { yes } else { no };
            let (base, least, most) = (of.base.clone(), of.least.clone(), of.most.clone());
            let sides = [Some(&of).filter(|_| value), Some(&of).filter(|_| !value)];
            let low = self.joined(t, [c, x, y], (&base, &least), true, sides, Some(&why));
            let high = self.joined(t, [c, x, y], (&base, &most), false, sides, Some(&why));
            return Some(Bounds { base, least, most, low: Some(low), high: Some(high) });
        }
        if yes.base != no.base {
            return Some(Bounds::itself(&Poly::of(t)));
        }
        let base = yes.base.clone();
        let least = if yes.least < no.least { yes.least.clone() } else { no.least.clone() };
        let most = if yes.most > no.most { yes.most.clone() } else { no.most.clone() };
        let sides = [Some(&yes), Some(&no)];
        let low = self.joined(t, [c, x, y], (&base, &least), true, sides, None);
        let high = self.joined(t, [c, x, y], (&base, &most), false, sides, None);
        Some(Bounds { base, least, most, low: Some(low), high: Some(high) })
    }

    /// Why `base + n` is at most the term `c ? x : y` (if `low`), or at least it. `sides` are the bounds of `x` and of
    /// `y`; one of them is missing if `decided` shows that the condition decides for the other.
    fn joined(
        &self,
        t: &Term,
        [c, x, y]: [&Term; 3],
        (base, n): (&Poly, &RBig),
        low: bool,
        sides: [Option<&Bounds>; 2],
        decided: Option<&Why>,
    ) -> Why {
        let recorder = self.facts.recorder();
        if !recorder.is_on() {
            return Why::NONE;
        }
        let bound = self.at(base, n);
        let compare =
            |t: &Term| if low { term::le(bound.clone(), t.clone()) } else { term::le(t.clone(), bound.clone()) };
        let mut from: Vec<Why> = decided.cloned().into_iter().collect();
        for (side, of) in [x, y].into_iter().zip(sides) {
            let (goal, Some(of)) = (compare(side), of) else { continue };
            let why = if low { &of.low } else { &of.high };
            if !goal.is_true() {
                let premises = why.iter().map(|why| (RBig::ONE, why.clone())).collect();
                from.push(recorder.linear(|| goal, false, premises, Sums::default));
            }
        }
        let of = compare(t);
        let split = recorder.evaluate(|| term::ite(c.clone(), compare(x), compare(y)), &from);
        let lifted = recorder.step(|| Some(Step::Lift { of, part: t.clone() }));
        recorder.rewritten_back(&split, &lifted)
    }

    /// The polynomial `base + n` as a term.
    fn at(&self, base: &Poly, n: &RBig) -> Term {
        to_term(&base.add(&Poly::constant(n.clone())), self.sort)
    }
}

/// The value of a literal.
fn number(t: &Term) -> Option<RBig> {
    t.as_int().map(|n| RBig::from(n.clone())).or_else(|| t.as_real().cloned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::{Budget, Goal, Hypotheses};
    use crate::proof::{check, Recorder};
    use crate::term::{add, constant, int, ite, le, lt, Names, Role};

    /// A value that each of `n` conditionals changes by `step`, or leaves.
    fn changed(from: &Term, by: &Term, n: i64, step: impl Fn(i64) -> i64) -> Term {
        (0..n).fold(from.clone(), |t, k| ite(lt(int(k), by.clone()), add([t.clone(), int(step(k))]), t))
    }

    fn proved(hyps: &[Term], goal: &Term) -> bool {
        let mut known = Hypotheses::new(Budget::default(), Recorder::ON);
        hyps.iter().for_each(|h| known.assume(h));
        let outcome = known.ready().discharge(Goal::new(goal, Recorder::ON));
        if outcome.discharged {
            let proof = outcome.proof.proof().expect("a proof");
            assert!(check(proof, hyps, goal).is_ok(), "{:?}", check(proof, hyps, goal));
        }
        outcome.discharged
    }

    #[test]
    fn a_value_that_many_conditionals_change_has_bounds() {
        let mut names = Names::default();
        let [a, b, c] = ["a", "b", "c"].map(|s| constant(&names.fresh(s, vec![], Sort::INT, Role::Scalar)));
        for n in [16, 80, 200] {
            let grown = changed(&a, &b, n, |k| k % 7 + 1);
            let most: i64 = (0..n).map(|k| k % 7 + 1).sum();
            assert!(proved(&[], &le(a.clone(), grown.clone())), "{n}");
            assert!(proved(&[], &le(grown.clone(), add([a.clone(), int(most)]))), "{n}");
            assert!(proved(&[le(c.clone(), a.clone())], &le(c.clone(), grown.clone())), "{n}");
            assert!(proved(&[], &lt(a.clone(), add([grown.clone(), int(1)]))), "{n}");
            // What is false is not proved.
            assert!(!proved(&[], &lt(a.clone(), grown.clone())), "{n}");
            assert!(!proved(&[], &le(grown.clone(), add([a.clone(), int(most - 1)]))), "{n}");
            let mixed = changed(&a, &b, n, |k| if k == 0 { -1 } else { k });
            assert!(!proved(&[], &le(a.clone(), mixed)), "{n}");
        }
    }

    #[test]
    fn a_condition_that_is_known_chooses_a_branch() {
        let mut names = Names::default();
        let [a, b, c] = ["a", "b", "c"].map(|s| constant(&names.fresh(s, vec![], Sort::INT, Role::Scalar)));
        let chosen = ite(lt(c.clone(), b.clone()), changed(&a, &b, 40, |k| k + 1), changed(&c, &b, 40, |_| -1));
        let goal = le(a.clone(), chosen.clone());
        assert!(proved(&[lt(c.clone(), b.clone())], &goal));
        assert!(!proved(&[], &goal));
        assert!(!proved(&[le(b, c)], &goal));
    }

    #[test]
    fn shares_of_a_location_have_bounds() {
        let mut names = Names::default();
        let mut reference = |k: usize| constant(&names.fresh(format!("a{k}"), vec![], Sort::INT, Role::Scalar));
        let refs: Vec<_> = (0..20).map(&mut reference).collect();
        let share = |k: usize, p: &Term| ite(term::eq(refs[k].clone(), refs[0].clone()), p.clone(), term::zero());
        let (one, zero) = (term::one(), term::zero());
        for n in [3, 8, 20] {
            let others = term::add((1..n).map(|k| share(k, &one)));
            let all = term::add([one.clone(), others.clone()]);
            assert!(proved(&[], &le(zero.clone(), others.clone())), "{n}");
            assert!(proved(&[], &le(one.clone(), all.clone())), "{n}");
            assert!(proved(&[], &lt(zero.clone(), all.clone())), "{n}");
            // What is false is not proved.
            assert!(!proved(&[], &lt(zero.clone(), others.clone())), "{n}");
            assert!(!proved(&[], &lt(one.clone(), all.clone())), "{n}");
            assert!(!proved(&[], &le(all, one.clone())), "{n}");
            let lent = term::sub(others, share(1, &one));
            assert!(!proved(&[], &le(term::add([zero.clone(), one.clone()]), lent)), "{n}");
        }
    }
}
