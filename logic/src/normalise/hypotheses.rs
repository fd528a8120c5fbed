//! Hypotheses prepared for proving goals: simplified, with equations solved and substituted, and turned into facts.
//!
//! In: hypotheses, one after the other. Out: [`Ready`], which proves goals from them.
//!
//! A hypothesis `x = t`, where `x` is a constant that `t` does not mention, is removed, and `t` is substituted for `x`
//! in the other hypotheses and in goals. A goal follows from the hypotheses after that if and only if it did before.
//!
//! Obligations of one task mostly begin with the same hypotheses. So the work for a common beginning is done once, and
//! its result is cloned. What is proved does not depend on where a list was cloned.

use super::facts::Facts;
use super::goal::{Budget, Goal, Outcome};
use super::linear::Poly;
use super::log::Log;
use super::prove::Search;
use super::simplify::{size_within, Simplifier};
use super::solved::Solved;
use super::up_to::UpTo;
use super::{conditionals, graph, prove};
use crate::floats::Assumptions;
use crate::proof::{Recorder, Step, Sums, Why};
use crate::term::{self, Op, Sort, Symbol, Term};
use dashu::rational::RBig;

/// The greatest number of equations that are solved.
const MAX_SOLVED: usize = 12;

/// The hypotheses added so far.
#[derive(Debug)]
pub struct Hypotheses {
    budget: Budget,
    /// Number of nodes of all hypotheses added so far.
    size: usize,
    /// All hypotheses, simplified, before any equation is substituted.
    known: Vec<Known>,
    /// The solved equations. No value mentions a constant that is replaced.
    solved: Solved,
    /// The hypotheses that are not solved equations, with the solved equations substituted.
    rest: Vec<Rest>,
    /// Facts of the first `assumed` hypotheses of `rest`, without implications and disjunctions.
    facts: Facts,
    assumed: usize,
}

/// A condition, and why it holds.
#[derive(Clone, Debug)]
struct Known {
    term: Term,
    why: Why,
}

/// A hypothesis that is not a solved equation.
#[derive(Clone, Debug)]
struct Rest {
    term: Term,
    why: Why,
    /// Whether the hypothesis was examined, and is not an equation that can be solved.
    unsolvable: bool,
}

impl Rest {
    /// Whether this is an implication or a disjunction. They are assumed last, since other facts may decide their
    /// conditions.
    fn is_open(&self) -> bool {
        matches!(self.term.op(), Op::Implies | Op::Or)
    }
}

/// A clone counts its own steps. Two threads may continue one list, and what one of them proves must not depend on how
/// many steps the other has taken.
impl Clone for Hypotheses {
    fn clone(&self) -> Self {
        Self {
            budget: self.budget,
            size: self.size,
            known: self.known.clone(),
            solved: self.solved.clone(),
            rest: self.rest.clone(),
            facts: self.facts.fork(),
            assumed: self.assumed,
        }
    }
}

impl Hypotheses {
    /// No hypotheses.
    pub fn new(budget: Budget, recorder: Recorder) -> Self {
        let facts = none(budget, recorder);
        Self { budget, size: 0, known: vec![], solved: Solved::default(), rest: vec![], facts, assumed: 0 }
    }

    /// Adds a hypothesis. If the hypotheses become too large by it, it is left out, which may lose proofs and is sound.
    pub fn assume(&mut self, hyp: &Term) {
        self.assume_since(hyp, &self.facts.recorder().assume(hyp));
    }

    /// The same for a consequence of hypotheses, with its proof.
    pub fn assume_since(&mut self, hyp: &Term, why: &Why) {
        let Some(more) = size_within(hyp, self.budget.size.saturating_sub(self.size)) else { return };
        self.size += more;
        let recorder = self.facts.recorder();
        let none = Facts::new(recorder);
        let mut simplifier = Simplifier::new(&none);
        let (simpler, equation) = simplifier.run(hyp);
        let why = recorder.rewritten(why, &equation);
        self.known.push(Known { term: simpler.clone(), why: why.clone() });
        let (term, equation) = self.solved.rewritten(&simpler, &mut simplifier);
        let why = recorder.rewritten(&why, &equation);
        self.rest.extend(flat(Known { term, why }, recorder));
        while self.solved.len() < MAX_SOLVED && self.solve_one(&mut simplifier) {}
    }

    /// Solves the first equation that can be solved, and substitutes it into the others. Returns whether there was one.
    fn solve_one(&mut self, simplifier: &mut Simplifier<'_>) -> bool {
        let recorder = self.facts.recorder();
        let found = self.rest.iter_mut().enumerate().filter(|(_, r)| !r.unsolvable).find_map(|(n, r)| {
            let solution = solution(&r.term);
            r.unsolvable = solution.is_none();
            Some((n, solution?))
        });
        let Some((n, (symbol, value))) = found else { return false };
        let equation = self.rest.remove(n);
        let why = solved(&equation, &symbol, &value, recorder);
        // Facts of hypotheses before the first one that changes stay valid.
        let mut touched = n < self.assumed;
        let by = Solved::one(symbol, value, why);
        let mut rest = Vec::with_capacity(self.rest.len());
        for (at, r) in self.rest.drain(..).enumerate() {
            let (term, equation) = by.rewritten(&r.term, simplifier);
            if term.address() == r.term.address() {
                rest.push(r);
            } else {
                touched |= at < self.assumed;
                let why = recorder.rewritten(&r.why, &equation);
                rest.extend(flat(Known { term, why }, recorder));
            }
        }
        self.rest = rest;
        self.solved.insert(by, recorder);
        if touched {
            self.facts = none(self.budget, recorder);
            self.assumed = 0;
        }
        true
    }

    /// Derives the facts of the hypotheses so far, so that all continuations of this list share that work.
    pub fn settle(&mut self) {
        for r in self.rest.iter().skip(self.assumed).filter(|r| !r.is_open()) {
            prove::assume(&mut self.facts, &r.term, &r.why);
        }
        self.assumed = self.rest.len();
    }

    /// Ends the list: all facts are derived, and goals can be proved.
    pub fn ready(mut self) -> Ready {
        self.settle();
        let mut facts = self.facts;
        for r in self.rest.iter().filter(|r| r.is_open()) {
            prove::assume(&mut facts, &r.term, &r.why);
        }
        let hyps = self.rest.into_iter().map(|r| Known { term: r.term, why: r.why }).collect();
        Ready { budget: self.budget, known: self.known, solved: self.solved, hyps, facts }
    }
}

/// A complete list of hypotheses, from which goals are proved.
#[derive(Debug)]
pub struct Ready {
    budget: Budget,
    /// All hypotheses, simplified, before any equation is substituted.
    known: Vec<Known>,
    /// The solved equations.
    solved: Solved,
    /// The other hypotheses, with the solved equations substituted.
    hyps: Vec<Known>,
    /// The facts of `hyps`.
    facts: Facts,
}

impl Ready {
    /// Tries to prove the goal from the hypotheses: by bounds and case splits, then by congruence, then by arithmetic.
    pub fn discharge(&self, goal: Goal) -> Outcome {
        let Goal { term, mut log, why: simplified, written, granted } = goal;
        let recorder = self.facts.recorder();
        let proved = |log: Log, why: Why| Outcome::discharged(log, recorder.rewritten_back(&why, &simplified));
        if term.is_true() {
            return proved(log, recorder.evaluate(|| term.clone(), []));
        }
        if let Some(known) = self.known.iter().find(|known| known.term == term) {
            log.put("hypothesis");
            return proved(log, known.why.clone());
        }
        let open = |log: Log| {
            let by = log.provers();
            let (rules, assumed, proof) = (log.into_names(), Assumptions::NONE, Why::NONE);
            Outcome { goal: term.clone(), discharged: false, rules, by, assumed, proof }
        };
        let none = Facts::new(recorder);
        let mut simplifier = Simplifier::new(&none);
        if size_within(&term, self.budget.size).is_none() {
            if !conditionals::applies(&term) {
                return open(log);
            }
            let (goal, substituted) = self.solved.rewritten(&term, &mut simplifier);
            return match conditionals::holds(&self.facts.fork(), &goal, &mut log) {
                Some(why) => proved(log, recorder.rewritten_back(&why, &substituted)),
                None => open(log),
            };
        }
        let (goal, substituted) = self.solved.rewritten(&term, &mut simplifier);
        if goal.address() != term.address() {
            log.put("substitution");
            log.extend(&simplifier.log);
        }
        let proved = |log: Log, why: Why| proved(log, recorder.rewritten_back(&why, &substituted));
        // Each attempt has its own budget of steps.
        let before = log.clone();
        let attempt = |facts: &Facts, arithmetic: bool, log: &mut Log| {
            prove::prove(facts, &goal, &mut Search { fuel: self.budget.goals, arithmetic, log })
        };
        let facts = self.facts.fork();
        if let Some(why) = attempt(&facts, false, &mut log) {
            return proved(log, why);
        }
        log = before.clone();
        let hyps: Vec<_> = self.hyps.iter().map(|known| (&known.term, &known.why)).collect();
        let congruent = |log: &mut Log| graph::prove(&facts, &hyps, &goal, self.budget, log);
        if let Some(why) = self.budget.parts.graph.then(|| congruent(&mut log)).flatten() {
            return proved(log, why);
        }
        log = before.clone();
        let arithmetic = |log: &mut Log| attempt(&self.facts.fork(), true, log);
        if let Some(why) = self.budget.parts.products.then(|| arithmetic(&mut log)).flatten() {
            return proved(log, why);
        }
        if !granted.is_empty() {
            let (mut log, fuel) = (Log::default(), self.budget.goals);
            let mut search = UpTo { solved: &self.solved, granted, fuel, log: &mut log };
            if let Some(why) = search.prove(&self.facts.fork(), &written) {
                return Outcome::discharged(log, why);
            }
        }
        open(Log::default())
    }
}

/// No facts, and as many steps for adding up inequalities as the budget allows.
fn none(budget: Budget, recorder: Recorder) -> Facts {
    let facts = Facts::new(recorder);
    if !budget.parts.bounds {
        let _ = facts.spend(usize::MAX);
    }
    facts
}

/// The conjuncts of a hypothesis.
fn flat(known: Known, recorder: Recorder) -> Vec<Rest> {
    let one = |term: Term, why: Why| Rest { term, why, unsolvable: false };
    if *known.term.op() == Op::And {
        let parts = known.term.args().iter();
        parts.map(|part| one(part.clone(), recorder.part(&known.why, || part.clone()))).collect()
    } else {
        vec![one(known.term, known.why)]
    }
}

/// Why the constant has the value that [`solution`] found in a hypothesis.
fn solved(hyp: &Rest, symbol: &Symbol, value: &Term, recorder: Recorder) -> Why {
    recorder.step(|| {
        let to = term::eq(term::constant(symbol), value.clone());
        let shown = hyp.why.proof()?.clone();
        if to == hyp.term {
            return Some(Step::Equation(shown));
        }
        let numeric = value.sort() == Sort::INT || value.sort() == Sort::REAL;
        let from = hyp.term.clone();
        let step = if numeric { Step::Sums { from, to, with: Sums::default() } } else { Step::Commute(from) };
        Some(Step::Equation(Step::Rewritten(shown, step.into()).into()))
    })
}

/// If the hypothesis is an equation that defines a constant: that constant and its value.
fn solution(t: &Term) -> Option<(Symbol, Term)> {
    let (Op::Eq, [a, b]) = (t.op(), t.args()) else { return None };
    let constant = |t: &Term| t.as_app().filter(|_| t.args().is_empty()).cloned();
    if a.sort() == Sort::INT || a.sort() == Sort::REAL {
        let poly = Poly::difference(a, b);
        for atom in poly.atoms().iter().rev() {
            let Some(symbol) = constant(atom) else { continue };
            let Some(c) = poly.coefficient_of(atom).and_then(|c| c.as_constant()) else { continue };
            if c == RBig::ONE || c == RBig::NEG_ONE || (a.sort() == Sort::REAL && !c.is_zero()) {
                return Some((symbol, poly.without(atom).scale(&(-RBig::ONE / c)).to_term(a.sort())));
            }
        }
        return None;
    }
    for (x, t) in [(b, a), (a, b)] {
        if let Some(symbol) = constant(x) {
            if !t.contains(x) {
                return Some((symbol, t.clone()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::*;

    #[test]
    fn where_a_list_is_settled_makes_no_difference() {
        let mut names = Names::default();
        let [x, y, z, n] = ["x", "y", "z", "n"].map(|s| constant(&names.fresh(s, vec![], Sort::INT, Role::Scalar)));
        let late = implies(le(int(4), x.clone()), eq(y.clone(), int(8)));
        let hyps = [
            le(int(0), x.clone()),
            eq(y.clone(), add([x.clone(), z.clone()])),
            late,
            lt(z.clone(), n.clone()),
            eq(z.clone(), int(4)),
            le(n.clone(), int(5)),
            le(int(4), x.clone()),
        ];
        let goals = [eq(x.clone(), int(4)), le(int(4), y.clone()), eq(n, int(5)), lt(x, y), lt(z, int(4))];
        for goal in &goals {
            let alone = crate::normalise::normalise(goal, &hyps, Budget::default(), Recorder::OFF);
            for settled in 0..=hyps.len() {
                let mut known = Hypotheses::new(Budget::default(), Recorder::OFF);
                hyps.iter().take(settled).for_each(|h| known.assume(h));
                known.settle();
                hyps.iter().skip(settled).for_each(|h| known.assume(h));
                let again = known.ready().discharge(Goal::new(goal, Recorder::OFF));
                assert_eq!((again.discharged, &again.rules), (alone.discharged, &alone.rules), "{settled}");
            }
        }
        let proved =
            goals.iter().map(|g| crate::normalise::normalise(g, &hyps, Budget::default(), Recorder::OFF).discharged);
        assert_eq!(proved.collect::<Vec<_>>(), [true, true, true, true, false]);
    }

    #[test]
    fn a_continuation_spends_its_own_steps() {
        let mut names = Names::default();
        let [x, y] = ["x", "y"].map(|n| constant(&names.fresh(n, vec![], Sort::INT, Role::Launch)));
        let mut base = Hypotheses::new(Budget::default(), Recorder::OFF);
        base.assume(&le(x.clone(), y.clone()));
        base.settle();
        let (one, before) = (base.clone(), base.facts.steps_left());
        let ready = one.ready();
        assert!(ready.facts.truth(&le(x.clone(), y.clone())).is_some());
        for n in 0..20 {
            let _ = ready.facts.holds(&le(add([x.clone(), int(n)]), y.clone()));
        }
        assert!(ready.facts.steps_left() < before, "the questions cost something");
        assert_eq!(base.facts.steps_left(), before);
    }
}
