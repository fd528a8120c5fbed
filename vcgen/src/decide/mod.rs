//! One obligation to one outcome: from the cheapest means to the dearest.
//!
//! 1. the goal is trivially true, or a hypothesis;
//! 2. the normaliser discharges it;
//! 3. Z3 refutes the ground facts near the goal, or all of them (quantifier-free): proved;
//! 4. a small world has a model: refuted, with the smallest counterexample;
//! 5. the same two with more effort, and a proof with the universals themselves;
//! 6. otherwise unknown.
//!
//! These are [`begin`], [`Decision::normalise`] with [`Decision::instantiate`], and [`Decision::finish`], which asks the
//! solver: first in the context of the batch that the obligation belongs to, whose answer counts if it is a proof, then
//! in one of its own (`book/src/design/contexts.md`).

mod refute;
mod vacuous;

pub use vacuous::has_state;

use std::time::Duration;

use ir::{Node, Program};
use logic::finding::Related;
use logic::normalise::{has_witness, Goal, Hypotheses, Ready};
use logic::obligation::{Definition, Mode, Obligation, Task, Why};
use logic::taken::Suspect;
use logic::term::{Op, Term};

use crate::clock::Stopwatch;
use crate::emit;
use crate::options::Options;
use crate::outcome::{DischargedBy, Outcome, Replay, Value, Verdict};
use crate::query;
use crate::relevance::{self, Marks};
use crate::report::pvl::Words;
use crate::solving::{Answer, Floats, Limits, Model, Query, Reason, Solved};
use crate::tools::Tools;
use crate::unknown;

/// Resource limit for the search in one world, and for a proof with quantifiers.
const ATTEMPT: u32 = 1_500_000;
/// The same for a first attempt, in which most proofs and most counterexamples are found.
const QUICK: u32 = 300_000;

/// What the obligations of a task have in common.
#[derive(Clone, Copy)]
pub struct Setting<'o> {
    definitions: &'o [Definition],
    /// For what is said of them.
    words: Words<'o>,
    options: &'o Options,
    tools: &'o Tools<'o>,
}

impl<'o> Setting<'o> {
    /// That of one task of a program.
    pub fn new(program: &'o Program, task: &'o Task, options: &'o Options, tools: &'o Tools<'o>) -> Self {
        Self { definitions: &task.definitions, words: Words::of(program, task), options, tools }
    }
}

/// An obligation on its way to an outcome.
pub struct Decision<'o> {
    obligation: &'o Obligation,
    definitions: &'o [Definition],
    /// For what is said of it.
    words: Words<'o>,
    options: &'o Options,
    tools: &'o Tools<'o>,
    /// The facts near the goal, if these are not all.
    near: Option<Obligation>,
    time: Duration,
    solver_time: Duration,
    quantifier_free: bool,
    reason: Option<Reason>,
    /// The counterexample.
    model: Option<Model>,
    /// The loop or barrier that took the permission, in that counterexample.
    suspect: Option<Suspect>,
    /// What floats were when the solver refuted what the emitted file says, or a part of it.
    proved_from: Option<Floats>,
}

/// An outcome, and the solver's counterexample if it has one: where a run may start that shows what is wrong.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What is known.
    pub outcome: Outcome,
    /// The counterexample.
    pub model: Option<Model>,
}

/// What a step came to.
pub enum Step<'o> {
    /// An outcome.
    Decided(Box<Decided>),
    /// More is needed.
    Open(Box<Decision<'o>>),
}

type Proof = (Verdict, DischargedBy, Vec<Value>);
/// Other places that explain a failure; the first of them is where it is reported.
type Places = Vec<(Node, Related)>;

/// Decides an obligation, if that is trivial.
pub fn begin<'o>(obligation: &'o Obligation, marks: &Marks, setting: Setting<'o>) -> Step<'o> {
    let start = Stopwatch::start();
    let mut d = Decision::new(obligation, setting);
    let decided = d.trivial();
    if decided.is_none() && obligation.mode != Mode::Satisfiable {
        d.near = relevance::near(obligation, marks, 1);
    }
    d.time = start.elapsed();
    match decided {
        Some((verdict, by)) => Step::Decided(Box::new(d.decided((verdict, by, vec![]), vec![]))),
        None => Step::Open(Box::new(d)),
    }
}

impl<'o> Decision<'o> {
    fn new(obligation: &'o Obligation, setting: Setting<'o>) -> Self {
        let Setting { definitions, words, options, tools } = setting;
        Self {
            obligation,
            definitions,
            words,
            options,
            tools,
            near: None,
            time: Duration::ZERO,
            solver_time: Duration::ZERO,
            quantifier_free: true,
            reason: None,
            model: None,
            suspect: None,
            proved_from: None,
        }
    }

    /// The hypotheses near the goal.
    pub fn near(&self) -> impl Iterator<Item = &Term> {
        self.near.as_ref().unwrap_or(self.obligation).hyps.iter().map(|h| &h.term)
    }

    /// Decides it if the normaliser can, given what makes [`Self::near`] ready.
    pub fn normalise<'r>(mut self: Box<Self>, ready: impl FnOnce() -> &'r Ready) -> Step<'o> {
        let start = Stopwatch::start();
        let goal = Goal::new(&self.obligation.goal);
        let outcome = goal.outcome().unwrap_or_else(|| ready().discharge(goal));
        self.time += start.elapsed();
        if outcome.discharged {
            let rules = outcome.rules.iter().map(|r| (*r).to_owned()).collect();
            let proof = (Verdict::Proved, DischargedBy::Egg(rules), vec![]);
            return Step::Decided(Box::new(self.decided(proof, vec![])));
        }
        Step::Open(self)
    }

    /// Decides it if the normaliser can with what the hypotheses say about the terms of the goal, given [`Self::near`].
    pub fn instantiate(mut self: Box<Self>, near: impl FnOnce() -> Hypotheses) -> Step<'o> {
        let start = Stopwatch::start();
        let rules = self.with_lemmas(near);
        self.time += start.elapsed();
        match rules {
            Some(rules) => {
                let proof = (Verdict::Proved, DischargedBy::Egg(rules), vec![]);
                Step::Decided(Box::new(self.decided(proof, vec![])))
            }
            None => Step::Open(self),
        }
    }

    /// Whether there are other obligations from which this one follows.
    pub fn follows_from_others(&self) -> bool {
        !self.obligation.implied_by.is_empty()
    }

    /// Decides it if all obligations from which it follows are proved.
    pub fn implied_by(self: Box<Self>, others: &[&Decided]) -> Step<'o> {
        let from = &self.obligation.implied_by;
        let outcomes = || others.iter().map(|d| &d.outcome);
        let proved = |id| outcomes().find(|o| o.id == id && o.verdict == Verdict::Proved);
        let names: Option<Vec<String>> = from.iter().map(|id| Some(proved(*id)?.name.clone())).collect();
        let Some(names) = names.filter(|names| !names.is_empty()) else { return Step::Open(self) };
        let by = DischargedBy::Implied(names);
        Step::Decided(Box::new(self.decided((Verdict::Proved, by, vec![]), vec![])))
    }

    /// Whether the normaliser may try.
    pub fn has_goal(&self) -> bool {
        self.obligation.mode != Mode::Satisfiable
    }
}

impl Decision<'_> {
    /// Decides it by the solver.
    pub fn finish(mut self) -> Decided {
        let start = Stopwatch::start();
        let (proof, places) = match self.obligation.mode {
            Mode::Satisfiable => self.satisfiable(),
            Mode::Prove | Mode::Lemma | Mode::Unsupported => (self.prove(), vec![]),
        };
        self.time += start.elapsed();
        self.decided(proof, places)
    }

    fn trivial(&self) -> Option<(Verdict, DischargedBy)> {
        let o = self.obligation;
        match o.mode {
            Mode::Unsupported => return Some((Verdict::Unknown, DischargedBy::Nothing)),
            Mode::Satisfiable => {
                let found = self.options.use_egg && has_witness(o.hyps.iter().map(|h| &h.term));
                return found.then(|| (Verdict::Proved, DischargedBy::Egg(vec!["witness".to_owned()])));
            }
            Mode::Prove | Mode::Lemma => {}
        }
        if o.goal.is_true() || o.hyps.iter().any(|h| h.term == o.goal || h.term.is_false()) {
            return Some((Verdict::Proved, DischargedBy::Trivial));
        }
        (o.code.why == Why::NoMeasure).then_some((Verdict::Unknown, DischargedBy::Nothing))
    }

    fn limits(&self, rlimit: u32, mbqi: bool) -> Limits {
        let timeout_ms = u32::try_from(self.left().as_millis()).unwrap_or(u32::MAX).max(1);
        Limits { rlimit: rlimit.min(self.options.rlimit), timeout_ms, mbqi }
    }

    /// What is left of the solver's time for this obligation: the attempts share it.
    fn left(&self) -> Duration {
        self.options.timeout.saturating_sub(self.solver_time)
    }

    /// Whether nothing is left of it, or nobody waits for the answer.
    fn is_over(&mut self) -> bool {
        let reason = match (self.tools.cancel.is_cancelled(), self.left().is_zero()) {
            (true, _) => Reason::Cancelled,
            (false, true) => Reason::Timeout,
            (false, false) => return false,
        };
        self.reason = Some(reason);
        true
    }

    fn ask(&mut self, query: &Query, limits: Limits) -> Answer {
        if self.is_over() {
            return Answer::Unknown(Reason::Timeout);
        }
        let solved = self.tools.solver.solve(query, limits, &self.tools.cancel);
        self.note(solved)
    }

    /// Asks in the context of the batch; the reason for an unknown is of no interest.
    fn ask_in_batch(&mut self, query: &Query, limits: Limits) -> Answer {
        if self.is_over() {
            return Answer::Unknown(Reason::Timeout);
        }
        let solved = self.tools.solver.solve_in_batch(query, limits, &self.tools.cancel);
        self.solver_time += Duration::from_micros(solved.effort.micros);
        solved.answer
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
        if let Some(near) = &self.near {
            // A proof from what is near is a proof; without one, everything is asked.
            let q = Query::satisfiable(query::ground(near, self.definitions).facts);
            if q.is_quantifier_free() && self.ask_in_batch(&q, self.limits(QUICK, false)).is_unsat() {
                return proved(DischargedBy::Z3);
            }
        }
        let ground = query::ground(o, self.definitions);
        let q = Query::satisfiable(ground.facts.clone());
        self.quantifier_free = q.is_quantifier_free();
        if self.ask_in_batch(&q, self.limits(QUICK, false)).is_unsat() {
            self.proved_from = Some(q.floats);
            return proved(DischargedBy::Z3);
        }
        // From here on nothing depends on what else the batch has asked.
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

    /// The normaliser again, with what the hypotheses say about the terms of the goal. The premises of the goal come before
    /// that, as they may decide what an instance is about: `0 < t` makes `tmp[(t - 1) mod n]` be `tmp[t - 1]`.
    fn with_lemmas(&self, known: impl FnOnce() -> Hypotheses) -> Option<Vec<String>> {
        let lemmas = query::lemmas(self.near.as_ref().unwrap_or(self.obligation), self.definitions);
        if lemmas.is_empty() {
            return None;
        }
        let mut known = known();
        let mut goal = &self.obligation.goal;
        let mut names = vec!["instances"];
        while let (Op::Implies, [premise, conclusion]) = (goal.op(), goal.args()) {
            known.assume(premise);
            goal = conclusion;
            names = vec!["instances", "prove-implication"];
        }
        lemmas.iter().for_each(|l| known.assume(l));
        let outcome = known.ready().discharge(Goal::new(goal));
        let rules = outcome.rules.into_iter().filter(|r| !names.contains(r));
        outcome.discharged.then(|| names.iter().copied().chain(rules).map(str::to_owned).collect())
    }

    fn decided(&self, (verdict, by, values): Proof, places: Places) -> Decided {
        let o = self.obligation;
        let mut node = o.node;
        let mut related = o.related.clone();
        if let Some(((first, _), rest)) = places.split_first() {
            node = *first;
            related.extend(rest.iter().cloned());
        }
        let mut help = o.help.as_ref();
        if let Some(suspect) = &self.suspect {
            related.push((suspect.taker.node, suspect.related));
            help = Some(&suspect.help);
        }
        let outcome = Outcome {
            id: o.id,
            name: o.name.clone(),
            code: o.code,
            node,
            related: self.words.places(&related),
            taken_at: self.suspect.as_ref().map(|suspect| suspect.taker.node),
            message: self.words.sentence(o.code, &o.facts),
            help: help.and_then(|help| self.words.help(help)),
            verdict,
            by,
            quantifier_free: self.quantifier_free,
            time: self.time,
            solver_time: self.solver_time,
            values,
            replay: Replay::None,
            under: None,
            reason: (verdict == Verdict::Unknown).then(|| unknown::reason(o, self.reason.as_ref(), self.options)),
            advice: None,
            smt2: (self.options.emit_smt2)
                .then(|| emit::smt2(o, self.definitions, verdict, self.proved_from))
                .flatten(),
            second: None,
            explanation: None,
        };
        Decided { outcome, model: self.model.clone() }
    }
}
