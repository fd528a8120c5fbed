//! Makes random steps, lets the checker judge them, and lets models judge the checker.

use super::super::claims::Claim;
use super::super::instances::collect;
use super::super::known::{address, Checker};
use super::models::{Dice, Model};
use super::*;
use crate::normalise::pattern::{instantiate, parse, Bindings, SortPattern, Variable};
use crate::normalise::rules::{Rule, GRAPH_RULES, LAWS, LEMMAS, RULES, SUMS};

/// Values of the variables of a rule, and proofs of its guards.
type Instance = (Vec<(char, Term)>, Vec<Proof>);

/// Random steps over few symbols, and the claims of those that were accepted.
pub struct Lab {
    pub dice: Dice,
    pub symbols: Vec<Symbol>,
    checker: Checker,
    pub shown: Vec<(Proof, Claim, Vec<Term>)>,
    pub accepted: std::collections::BTreeMap<String, usize>,
    pub kept: Vec<Proof>,
}

impl Lab {
    pub fn new(seed: u64) -> Self {
        let mut make = Make::default();
        let mut symbols = Vec::new();
        for n in ["x", "y", "z"] {
            symbols.extend([Sort::BOOL, Sort::BOOL, Sort::INT, Sort::REAL].map(|sort| make.symbol(n, sort)));
        }
        let dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        Self { dice, symbols, checker: Checker::default(), shown: vec![], accepted: Default::default(), kept: vec![] }
    }

    fn condition(&mut self) -> Term {
        // Often one that a step can use.
        if self.dice.below(3) == 0 && !self.shown.is_empty() {
            let (_, claim, open) = self.dice.one(&self.shown).clone();
            return match claim {
                _ if !open.is_empty() && self.dice.below(2) == 0 => self.dice.one(&open).clone(),
                Claim::Holds(t) => t,
                Claim::Equal(a, b) => term::eq(a, b),
            };
        }
        self.term(Sort::BOOL, 3)
    }

    /// A step that was accepted before.
    fn premise(&mut self) -> Proof {
        if self.shown.is_empty() {
            return assume(&term::bool(true));
        }
        self.dice.one(&self.shown).0.clone()
    }

    /// A step that shows an equation, mostly.
    fn equation(&mut self) -> (Proof, Term, Term) {
        let all: Vec<(Proof, Term, Term)> = self
            .shown
            .iter()
            .filter_map(|(p, claim, _)| match claim {
                Claim::Equal(a, b) => Some((p.clone(), a.clone(), b.clone())),
                Claim::Holds(_) => None,
            })
            .collect();
        if all.is_empty() {
            (self.premise(), int(0), int(1))
        } else {
            self.dice.one(&all).clone()
        }
    }

    /// A step that shows a condition, mostly one of a form.
    fn fact(&mut self, form: impl Fn(&Term) -> bool) -> (Proof, Term) {
        let all: Vec<(Proof, Term)> = self
            .shown
            .iter()
            .filter_map(|(p, claim, _)| match claim {
                Claim::Holds(t) if form(t) => Some((p.clone(), t.clone())),
                _ => None,
            })
            .collect();
        if all.is_empty() {
            let t = self.term(Sort::BOOL, 2);
            (assume(&t), t)
        } else {
            self.dice.one(&all).clone()
        }
    }

    fn with(&mut self) -> Sums {
        let by = (0..self.dice.below(3)).map(|_| self.equation().0).collect();
        let zero = (0..self.dice.below(2)).map(|_| {
            let (p, a, _) = self.equation();
            (self.term(if a.sort() == Sort::BOOL { Sort::INT } else { a.sort() }, 1), p)
        });
        Sums { by, zero: zero.collect() }
    }

    /// An instance of a rule, with assumptions for its guards; sometimes with a wrong value or without a guard.
    fn rule(&mut self, rule: &'static Rule) -> Option<Instance> {
        let texts: Vec<&str> = [rule.lhs, rule.rhs].into_iter().chain(rule.guards.iter().copied()).collect();
        if texts.iter().any(|t| ["?f", "?h", "?a"].iter().any(|v| t.contains(v))) {
            return None;
        }
        let any = [Sort::BOOL, Sort::INT, Sort::REAL][self.dice.below(3)];
        let mut values = Bindings::default();
        let mut bindings = Vec::new();
        let mut variables = Vec::new();
        texts.iter().for_each(|text| collect(&parse(text, Rounding::NearestEven).unwrap(), &mut variables));
        for Variable { name, sorts } in variables {
            if values.get(name).is_some() {
                continue;
            }
            let sort = match sorts {
                SortPattern::Sort(sort) => sort,
                SortPattern::Any | SortPattern::Float | SortPattern::Array => any,
            };
            let sort = if self.dice.below(40) == 0 { Sort::REAL } else { sort };
            let value = self.term(sort, 1);
            values.set(name, value.clone());
            bindings.push((name, value));
        }
        let guards = rule.guards.iter().filter_map(|g| instantiate(&parse(g, Rounding::NearestEven)?, &values));
        let mut guards: Vec<Proof> = guards.map(|g| assume(&g)).collect();
        if self.dice.below(10) == 0 {
            let _ = guards.pop();
        }
        Some((bindings, guards))
    }

    fn step(&mut self) -> Step {
        let number = [Sort::INT, Sort::REAL][self.dice.below(2)];
        match self.dice.below(36) {
            0 => Step::Assume(self.condition()),
            1 => Step::Equation(self.fact(|t| *t.op() == Op::Eq).0),
            2 => Step::IsTrue(self.premise()),
            3 => Step::IsFalse(self.premise()),
            4 => Step::Flip(self.equation().0),
            5 => {
                let (p, a, _) = self.equation();
                let other = self.term(a.sort(), 2);
                let of = match self.dice.below(4) {
                    0 if a.sort() == Sort::BOOL => {
                        let binders = vec![self.symbol(Sort::BOOL), self.symbol(Sort::BOOL)];
                        term::quant(true, binders, vec![], a)
                    }
                    0 | 1 => term::eq(a, other),
                    2 if a.sort() == Sort::BOOL => term::and([a, other]),
                    2 => term::add([a, other]),
                    _ => self.condition(),
                };
                let at = self.dice.below(2);
                Step::Congruence { of, args: vec![(at, p)] }
            }
            6 => {
                let of = self.condition();
                Step::Replace { of, by: (0..1 + self.dice.below(2)).map(|_| self.equation().0).collect() }
            }
            7 => {
                let (p, _, b) = self.equation();
                let next = self.shown.iter().filter(|(_, c, _)| matches!(c, Claim::Equal(a, _) if *a == b));
                let next: Vec<Proof> = next.map(|(p, ..)| p.clone()).collect();
                Step::Chain([p].into_iter().chain((!next.is_empty()).then(|| self.dice.one(&next).clone())).collect())
            }
            8 | 9 => {
                let all: Vec<&'static Rule> = RULES.iter().chain(SUMS).chain(GRAPH_RULES).collect();
                let rule = *self.dice.one(&all);
                match self.rule(rule) {
                    Some((bindings, guards)) => {
                        Step::Rule { name: rule.name, rounding: Rounding::NearestEven, bindings, guards }
                    }
                    None => Step::Assume(self.condition()),
                }
            }
            10 => {
                let facts: Vec<&'static Rule> = LEMMAS.iter().chain(LAWS).collect();
                let rule = *self.dice.one(&facts);
                let (bindings, guards) = self.rule(rule).unwrap();
                Step::Rule { name: rule.name, rounding: Rounding::NearestEven, bindings, guards }
            }
            11 => Step::Commute(self.condition()),
            12 => {
                let part = term::ite(self.term(Sort::BOOL, 1), self.term(number, 1), self.term(number, 1));
                let of = term::le(part.clone(), self.term(number, 1));
                let of = if self.dice.below(2) == 0 { term::forall(vec![self.symbol(Sort::BOOL)], of) } else { of };
                Step::Lift { of, part }
            }
            13 | 14 | 30 => {
                let from = self.term(number, 2);
                Step::Sums { to: self.similar(&from), from, with: self.with() }
            }
            15 | 16 | 31 | 32 => {
                let from = self.comparison(number);
                let to = self.similar(&from);
                Step::Sums { from, to, with: self.with() }
            }
            17 => {
                let law = self.dice.one(LAWS);
                let (bindings, guards) = self.rule(law).unwrap();
                // Guards that are written in another way.
                let guards = guards.into_iter().map(|guard| match &*guard {
                    Step::Assume(t) => assume(&self.similar(t)),
                    _ => guard,
                });
                let guards = guards.collect();
                Step::Rule { name: law.name, rounding: Rounding::NearestEven, bindings, guards }
            }
            18 => {
                let (p, _) = self.fact(|_| true);
                Step::Rewritten(p, self.equation().0)
            }
            19 => Step::FromTrue(self.equation().0),
            20 => {
                let (p, t) = self.fact(|t| matches!(t.op(), Op::And | Op::Not));
                let inner: Vec<Term> = t.args().iter().flat_map(|a| a.args().iter().chain([a])).cloned().collect();
                let part = if inner.is_empty() { self.condition() } else { self.dice.one(&inner).clone() };
                let condition = if self.dice.below(2) == 0 { term::not(part) } else { part };
                Step::Evaluate { condition, from: vec![p] }
            }
            21 => {
                let from: Vec<(Proof, Term)> = (0..1 + self.dice.below(2)).map(|_| self.fact(|_| true)).collect();
                let other = self.term(Sort::BOOL, 1);
                let known = from[0].1.clone();
                let condition = match self.dice.below(4) {
                    0 => term::or([other, known]),
                    1 => term::implies(term::not(known), other),
                    2 => term::ite(known, other.clone(), other),
                    _ => self.condition(),
                };
                Step::Evaluate { condition, from: from.into_iter().map(|(p, _)| p).collect() }
            }
            22 => {
                let (p, t) = self.fact(|t| *t.op() == Op::Implies);
                let [b, c] = [0, 1].map(|n| t.args().get(n).unwrap_or(&t).clone());
                let guards = vec![p, assume(&b)];
                let bindings = vec![('b', b), ('c', c)];
                Step::Rule { name: "detach", rounding: Rounding::NearestEven, bindings, guards }
            }
            23 => {
                let (p, q) = (self.term(number, 1), self.term(number, 1));
                let (at_most, other) = (term::le(p.clone(), q.clone()), term::le(q.clone(), p.clone()));
                let (at_most, ne) = (self.similar(&at_most), self.similar(&term::ne(p.clone(), q.clone())));
                let ne = if self.dice.below(4) == 0 { term::not(ne) } else { ne };
                let [x, y] = if number == Sort::INT { ['i', 'j'] } else { ['p', 'q'] };
                let bindings = vec![(x, p), (y, q)];
                let (name, guards) = match (number == Sort::INT, self.dice.below(2)) {
                    (true, 0) => ("below-int", [assume(&at_most), assume(&ne)]),
                    (true, _) => ("equal-int", [assume(&at_most), assume(&other)]),
                    (false, _) => ("equal-real", [assume(&at_most), assume(&other)]),
                };
                Step::Rule { name, rounding: Rounding::NearestEven, bindings, guards: guards.into() }
            }
            24 | 25 | 33 | 34 => {
                let mut sum = self.literal(number);
                let mut premises = Vec::new();
                for _ in 0..self.dice.below(3) {
                    let t = self.comparison(number);
                    let (factor, inner) =
                        (self.literal(Sort::REAL), if *t.op() == Op::Not { t.args()[0].clone() } else { t.clone() });
                    let factor = factor.as_real().unwrap().clone();
                    if let [a, b] = inner.args() {
                        let by = if number == Sort::REAL {
                            term::real(factor.clone())
                        } else {
                            term::int(factor.numerator().clone())
                        };
                        let (a, b) = if *t.op() == Op::Not { (b, a) } else { (a, b) };
                        sum = term::add([sum, term::mul(by, term::sub(b.clone(), a.clone()))]);
                    }
                    premises.push((factor, assume(&t)));
                }
                let zero = term::sub(sum.clone(), sum.clone());
                let condition = match self.dice.below(5) {
                    0 => term::lt(zero, sum),
                    1 => term::eq(zero, sum),
                    2 => term::ne(sum, zero),
                    3 => term::bool(false),
                    _ => term::le(zero, sum),
                };
                Step::Linear { condition, flipped: self.dice.below(2) == 0, premises, with: self.with() }
            }
            26 => Step::Product((0..1 + self.dice.below(2)).map(|_| assume(&self.comparison(number))).collect()),
            27 => {
                let (p, claim, open) = match self.shown.is_empty() {
                    true => return Step::Assume(self.condition()),
                    false => self.dice.one(&self.shown).clone(),
                };
                let assumption = if open.is_empty() { self.condition() } else { self.dice.one(&open).clone() };
                match (self.dice.below(4), assumption.args()) {
                    (0, _) => Step::Cases { condition: assumption, yes: p.clone(), no: p.clone() },
                    (1, _) => match claim {
                        Claim::Holds(t) => {
                            let of = term::or([t.clone(), term::not(assumption)]);
                            let position = of.args().iter().position(|a| *a == t).unwrap_or(self.dice.below(2));
                            Step::Disjunction { of, position, shown: p }
                        }
                        Claim::Equal(..) => Step::Cases { condition: assumption, yes: p, no: self.premise() },
                    },
                    (2, _) => {
                        let (other, b) = self.fact(|_| true);
                        let of = (assumption.clone(), b.clone());
                        let there = Step::Discharge { assumption, conclusion: other };
                        let back = Step::Discharge { assumption: b, conclusion: p };
                        let (bindings, guards) = (vec![('b', of.0), ('c', of.1)], vec![there.into(), back.into()]);
                        Step::Rule { name: "equal-bool", rounding: Rounding::NearestEven, bindings, guards }
                    }
                    _ => Step::Discharge { assumption, conclusion: p },
                }
            }
            28 | 35 => {
                let binders = vec![self.symbol(Sort::BOOL)];
                let (p, t) = self.fact(|t| t.mentions(&binders));
                let premise = self.premise();
                let p = if self.dice.below(2) == 0 { p } else { premise };
                let t = self
                    .shown
                    .iter()
                    .find_map(|(q, c, _)| match c {
                        Claim::Holds(t) if Proof::ptr_eq(q, &p) => Some(t.clone()),
                        _ => None,
                    })
                    .unwrap_or(t);
                Step::Generalise { of: term::quant(self.dice.below(4) > 0, binders, vec![], t), body: p }
            }
            _ => {
                let (p, t) = self.fact(|t| matches!(t.op(), Op::Quant(_)));
                let n = if let Op::Quant(b) = t.op() { b.binders.len() } else { 1 };
                Step::Instance { of: p, values: (0..n).map(|_| self.term(Sort::BOOL, 2)).collect() }
            }
        }
    }

    /// Lets the checker judge one step, after those that it rests on. What it accepts must be true.
    fn judge(&mut self, proof: &Proof, named: &str) {
        let (terms, premises) = proof.parts();
        for premise in premises {
            if !self.checker.done.contains_key(&address(premise)) {
                self.judge(premise, "");
            }
        }
        // The checker knows steps and terms by their addresses.
        self.kept.push(proof.clone());
        let admitted = terms.into_iter().try_for_each(|t| self.checker.admit(t));
        let Ok((claim, open)) = admitted.and_then(|()| self.checker.shown(proof)) else { return };
        let open_terms: Vec<Term> = self.checker.open(&open).cloned().collect();
        let sides = match &claim {
            Claim::Holds(t) => vec![t.clone()],
            Claim::Equal(a, b) => vec![a.clone(), b.clone()],
        };
        let terms: Vec<&Term> = open_terms.iter().chain(&sides).collect();
        let sorts = sides.iter().all(|t| super::super::sorts::sort_of(t.op(), t.args()) == Some(t.sort()));
        assert!(sorts, "{claim:?} by {proof:?}");
        for _ in 0..40 {
            let model = Model::random(&terms, &mut self.dice);
            if open_terms.iter().all(|t| model.holds(t)) {
                let holds = match &claim {
                    Claim::Holds(t) => model.holds(t),
                    Claim::Equal(a, b) => model.value(a) == model.value(b),
                };
                let shown: Vec<String> = terms.iter().map(|t| term::show(t)).collect();
                assert!(holds, "{shown:#?}\nby {proof:?}\nin {model:?}");
            }
        }
        *self.accepted.entry(named.to_owned()).or_default() += 1;
        let _ = self.checker.done.insert(address(proof), (claim.clone(), open));
        self.shown.push((proof.clone(), claim, open_terms));
    }

    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            let step = p(self.step());
            // The laws of the last table are counted one by one.
            let text = format!("{step:?}");
            let law = LAWS.iter().map(|law| law.name).find(|law| *law == step.law());
            self.judge(&step, law.unwrap_or_else(|| text.split([' ', '(']).next().unwrap()));
        }
    }
}
