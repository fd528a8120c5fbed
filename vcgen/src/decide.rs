//! One obligation to one outcome: from the cheapest means to the dearest.
//!
//! 1. the goal is trivially true, or a hypothesis;
//! 2. the normaliser discharges it;
//! 3. Z3 refutes the ground facts near the goal, or all of them (quantifier-free): proved;
//! 4. a small world has a model: refuted, with the smallest counterexample;
//! 5. the same two with more effort, and a proof with the universals themselves;
//! 6. otherwise unknown.

use std::time::{Duration, Instant};

use logic::normalise::{normalise, Budget};
use logic::obligation::{Definition, Mode, Obligation, Why};
use logic::term::{self, Role, Sort, Term};
use syntax::span::Span;

use crate::emit;
use crate::outcome::{DischargedBy, Outcome, Value, Verdict};
use crate::pipeline::Options;
use crate::query::{self, Ground, World};
use crate::relevance;
use crate::solver::{self, Answer, Floats, Limits, Model, Query, Reason, Solved};
use crate::{unknown, values};

/// Sizes of the worlds that are searched for a counterexample, in this order.
const WORLDS: [i32; 3] = [1, 2, 4];
/// Resource limit for the search in one world, and for a proof with quantifiers.
const ATTEMPT: u32 = 1_500_000;

/// The same for a first attempt, in which most proofs and most counterexamples are found.
const QUICK: u32 = 300_000;
/// How many assignments of floats are put to the solver.
const ASSIGNMENTS: usize = 12;

struct Decision<'o> {
    obligation: &'o Obligation,
    definitions: &'o [Definition],
    options: &'o Options,
    solver_time: Duration,
    quantifier_free: bool,
    reason: Option<Reason>,
    /// What floats were when the solver refuted what the emitted file says, or a part of it.
    proved_from: Option<Floats>,
}

/// Decides an obligation.
pub fn decide(obligation: &Obligation, definitions: &[Definition], options: &Options) -> Outcome {
    let start = Instant::now();
    let mut d = Decision {
        obligation,
        definitions,
        options,
        solver_time: Duration::ZERO,
        quantifier_free: true,
        reason: None,
        proved_from: None,
    };
    let (verdict, by, values, related) = match obligation.mode {
        Mode::Unsupported => (Verdict::Unknown, DischargedBy::Nothing, vec![], vec![]),
        Mode::Satisfiable => d.satisfiable(),
        Mode::Prove | Mode::Lemma => {
            let (verdict, by, values) = d.prove();
            (verdict, by, values, vec![])
        }
    };
    let mut span = obligation.span;
    let mut all_related = obligation.related.clone();
    if let Some(((first, _), rest)) = related.split_first() {
        span = *first;
        all_related.extend(rest.iter().cloned());
    }
    let reason = (verdict == Verdict::Unknown).then(|| unknown::reason(obligation, d.reason.as_ref(), options));
    Outcome {
        name: obligation.name.clone(),
        code: obligation.code,
        span,
        related: all_related,
        message: obligation.message.clone(),
        help: obligation.help.clone(),
        verdict,
        by,
        quantifier_free: d.quantifier_free,
        time: start.elapsed(),
        solver_time: d.solver_time,
        values,
        reason,
        advice: None,
        smt2: options.emit_smt2.then(|| emit::smt2(obligation, definitions, verdict, d.proved_from)),
        second: None,
        explanation: None,
    }
}

type Proof = (Verdict, DischargedBy, Vec<Value>);

impl Decision<'_> {
    fn limits(&self, rlimit: u32, mbqi: bool) -> Limits {
        let timeout_ms = u32::try_from(self.options.timeout.as_millis()).unwrap_or(u32::MAX);
        Limits { rlimit: rlimit.min(self.options.rlimit), timeout_ms, mbqi }
    }

    fn ask(&mut self, query: &Query, limits: Limits) -> Answer {
        self.note(solver::solve(query, limits))
    }

    fn note(&mut self, solved: Solved) -> Answer {
        self.solver_time += Duration::from_micros(solved.effort.micros);
        if let Answer::Unknown(reason) = &solved.answer {
            self.reason = Some(reason.clone());
        }
        solved.answer
    }

    fn prove(&mut self) -> Proof {
        let o = self.obligation;
        let proved = |by| (Verdict::Proved, by, vec![]);
        if o.goal.is_true() || o.hyps.iter().any(|h| h.term == o.goal || h.term.is_false()) {
            return proved(DischargedBy::Trivial);
        }
        if o.code.why == Why::NoMeasure {
            return (Verdict::Unknown, DischargedBy::Nothing, vec![]);
        }
        let near = relevance::near(o, 1);
        if self.options.use_egg {
            let hyps: Vec<Term> = near.as_ref().unwrap_or(o).hyps.iter().map(|h| h.term.clone()).collect();
            let outcome = normalise(&o.goal, &hyps, Budget::default());
            if outcome.discharged {
                return proved(DischargedBy::Egg(outcome.rules.iter().map(|r| (*r).to_owned()).collect()));
            }
        }
        if let Some(near) = &near {
            // A proof from what is near is a proof; without one, everything is asked.
            let q = Query::satisfiable(query::ground(near, self.definitions).facts);
            if q.is_quantifier_free() && self.ask(&q, self.limits(QUICK, false)).is_unsat() {
                return proved(DischargedBy::Z3);
            }
        }
        let ground = query::ground(o, self.definitions);
        let q = Query::satisfiable(ground.facts.clone());
        self.quantifier_free = q.is_quantifier_free();
        let first = self.ask(&q, self.limits(QUICK, false));
        if first.is_unsat() {
            self.proved_from = Some(q.floats);
            return proved(DischargedBy::Z3);
        }
        if q.abstracts_floats() {
            // What needs the bits of a comparison or a literal.
            let precise = Query { floats: Floats::BitPrecise, ..q.clone() };
            if self.ask(&precise, self.limits(QUICK, false)).is_unsat() {
                self.proved_from = Some(precise.floats);
                return proved(DischargedBy::Z3);
            }
        }
        // What is wrong is mostly wrong in a small launch, and that is found sooner than a long proof is given up.
        if let Some(refuted) = self.refute(&ground, QUICK) {
            return refuted;
        }
        if matches!(first, Answer::Unknown(_)) && self.ask(&q, self.limits(self.options.rlimit, false)).is_unsat() {
            self.proved_from = Some(q.floats);
            return proved(DischargedBy::Z3);
        }
        if !ground.universals.is_empty() {
            let mut with = q.clone();
            with.hyps.extend(ground.universals.iter().map(query::Universal::term));
            if self.ask(&with, self.limits(ATTEMPT, false)).is_unsat() {
                self.quantifier_free = false;
                self.proved_from = Some(with.floats);
                return proved(DischargedBy::Z3);
            }
        }
        self.refute(&ground, ATTEMPT).unwrap_or((Verdict::Unknown, DischargedBy::Z3, vec![]))
    }

    /// A counterexample of at most this effort. What is wrong with a lemma is not wrong with the program.
    fn refute(&mut self, ground: &Ground, effort: u32) -> Option<Proof> {
        if self.obligation.mode == Mode::Lemma {
            return None;
        }
        let model = self.counterexample(ground, effort)?;
        Some((Verdict::Refuted, DischargedBy::Z3, values::of(self.obligation, &model)))
    }

    /// A model of the hypotheses in which the goal is false, smallest worlds first.
    fn counterexample(&mut self, ground: &Ground, effort: u32) -> Option<Model> {
        let sizes = sizes(self.obligation);
        for size in WORLDS {
            let Some(world) = query::small_world(self.obligation, self.definitions, World { size }, &sizes) else {
                break;
            };
            if world.cut {
                continue;
            }
            if let Some(model) = self.model(world.facts, effort) {
                return Some(model);
            }
        }
        // Nothing was left out: any model will do.
        if ground.universals.is_empty() && !ground.cut {
            return self.model(ground.facts.clone(), effort);
        }
        None
    }

    fn model(&mut self, facts: Vec<Term>, effort: u32) -> Option<Model> {
        let mut q = Query::satisfiable(facts);
        q.observe = values::observed(self.obligation);
        if q.abstracts_floats() {
            // Only real floats can refute.
            q.floats = Floats::BitPrecise;
            for trial in query::trials(&q.hyps).take(ASSIGNMENTS) {
                let pinned = Query { hyps: trial, ..q.clone() };
                if let Answer::Sat(model) = self.ask(&pinned, self.limits(QUICK, false)) {
                    return Some(model);
                }
            }
            return match self.ask(&q, self.limits(QUICK, false)) {
                Answer::Sat(model) => Some(model),
                Answer::Unsat | Answer::Unknown(_) => None,
            };
        }
        let mbqi = !q.is_quantifier_free();
        let solved = solver::solve_small(&q, &[single_digits(&q.observe)], self.limits(effort, mbqi));
        match self.note(solved) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        }
    }

    /// Whether the hypotheses contradict each other, and the smallest set that does.
    fn satisfiable(&mut self) -> (Verdict, DischargedBy, Vec<Value>, Vec<(Span, String)>) {
        let o = self.obligation;
        self.reason = None;
        if !self.contradicts(o) {
            // Universals that were not instantiated may contradict; no contradiction was found, which is what is claimed.
            let found = self.reason.is_none() || self.some_state(o);
            let verdict = if found { Verdict::Proved } else { Verdict::Unknown };
            return (verdict, DischargedBy::Z3, vec![], vec![]);
        }
        let mut core = o.clone();
        let mut n = 0;
        while n < core.hyps.len() {
            let mut fewer = core.clone();
            let removed = fewer.hyps.remove(n);
            if removed.span.is_some() && self.contradicts(&fewer) {
                core = fewer;
            } else {
                n += 1;
            }
        }
        let mut spans: Vec<Span> = core.hyps.iter().filter_map(|h| h.span).collect();
        spans.sort();
        spans.dedup();
        let related = spans.into_iter().map(|s| (s, "contradicts the others".to_owned())).collect();
        (Verdict::Refuted, DischargedBy::Z3, vec![], related)
    }

    /// Whether a small world has a state that satisfies the hypotheses.
    fn some_state(&mut self, o: &Obligation) -> bool {
        let all = Obligation { goal: term::bool(false), ..o.clone() };
        let sizes = sizes(&all);
        WORLDS.iter().any(|size| {
            let world = query::small_world(&all, self.definitions, World { size: *size }, &sizes);
            world.is_some_and(|w| !w.cut && self.model(w.facts, QUICK).is_some())
        })
    }

    fn contradicts(&mut self, o: &Obligation) -> bool {
        if o.hyps.iter().any(|h| h.term.is_false()) {
            return true;
        }
        let ground = query::ground(o, self.definitions);
        // Nothing else would mention the elements that a universal speaks of.
        let mut facts = ground.facts;
        facts.extend(ground.universals.iter().flat_map(query::at_bounds));
        let mut q = Query::satisfiable(facts);
        if self.ask(&q, self.limits(ATTEMPT, false)).is_unsat() {
            return true;
        }
        let reason = self.reason.take();
        q.hyps.extend(ground.universals.iter().map(query::Universal::term));
        let contradicts = !ground.universals.is_empty() && self.ask(&q, self.limits(ATTEMPT, false)).is_unsat();
        // With universals the solver never says that there is a state.
        self.reason = reason;
        contradicts
    }
}

/// Launch sizes, lengths and scalars that bound a small world.
fn sizes(o: &Obligation) -> Vec<Term> {
    let mut out = Vec::new();
    for t in o.hyps.iter().map(|h| &h.term).chain([&o.goal]) {
        for s in term::free_symbols(t) {
            let size = matches!(s.role(), Role::Launch | Role::Scalar) && s.sort() == Sort::INT;
            let c = || term::constant(&s);
            if size && s.params().is_empty() && !out.contains(&c()) {
                out.push(c());
            }
        }
    }
    out
}

/// That the integers shown are ones that a person can check in the head.
fn single_digits(shown: &[Term]) -> Term {
    let ints = shown.iter().filter(|t| t.sort() == Sort::INT);
    term::and(ints.flat_map(|t| [term::le(term::int(-9), t.clone()), term::le(t.clone(), term::int(9))]))
}
