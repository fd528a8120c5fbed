//! Decides one obligation, by the cheapest means first.
//!
//! 1. the goal is trivially true, or a hypothesis;
//! 2. the normaliser discharges it, from the hypotheses that are near the goal, or from some that are further away;
//! 3. the solver refutes the ground facts that share something with the goal, or all of them (quantifier-free): proved;
//! 4. a small world has a model: refuted, with the smallest counterexample;
//! 5. the same two with more effort, and a proof with the universals themselves;
//! 6. otherwise unknown.
//!
//! These are [`begin`], [`Decision::normalise`] with [`Decision::instantiate`] and [`Decision::widen`], then
//! [`Decision::search`] and [`Decision::persist`], which ask the solver: first in the context of the batch that the
//! obligation belongs to, whose answer counts if it is a proof, then in one of its own
//! (`book/src/design/contexts.md`).

mod ask;
mod claims;
mod effort;
mod families;
mod finite;
mod linear;
mod prove;
mod refute;
mod unfinished;
mod vacuous;

pub use claims::{is_claim, may_be_assumed};
use unfinished::Unfinished;

use std::time::Duration;

use ir::{Node, Program};
use logic::finding::{Help, Related};
use logic::floats::Assumptions;
use logic::normalise::{Goal, Hypotheses, Ready};
use logic::obligation::{Definition, Mode, Obligation, ObligationId, Task, Why};
use logic::permission_loss::Suspect;
use logic::term::Term;

use crate::cache::Note;
use crate::clock::Stopwatch;
use crate::edit::Advice;
use crate::emit::{self, ProvedFrom};
use crate::options::Options;
use crate::outcome::{Checked, DischargedBy, KeptProof, Outcome, Replay, Sentence, ShownValue, Verdict};
use crate::relevance::{self, Marks};
use crate::report::pvl::{Mood, Words};
use crate::solving::{Model, Reason};
use crate::tools::Tools;
use crate::unknown;
use crate::values;

/// Resource limit for the search in one world, and for a proof with quantifiers.
const ATTEMPT: u32 = 1_500_000;
/// The same for a first attempt, in which most proofs and most counterexamples are found.
const QUICK: u32 = 300_000;

/// The distance between the goal and the hypotheses with which the normaliser begins. Most goals need no others.
const NEAR: usize = 1;
/// The distance of those with which the normaliser tries again, and from which the solver seeks its first proof.
const FAR: usize = 2;

/// The data that all obligations of a task share.
#[derive(Clone, Copy)]
pub struct Setting<'o> {
    program: &'o Program,
    task: &'o Task,
    /// For what is said of them.
    words: Words<'o>,
    options: &'o Options,
    tools: &'o Tools<'o>,
}

impl<'o> Setting<'o> {
    /// The data of one task of a program.
    pub fn new(program: &'o Program, task: &'o Task, options: &'o Options, tools: &'o Tools<'o>) -> Self {
        Self { program, task, words: Words::of(program, task), options, tools }
    }
}

/// An obligation that is being decided, and what was found out about it so far.
pub struct Decision<'o> {
    obligation: &'o Obligation,
    program: &'o Program,
    task: &'o Task,
    definitions: &'o [Definition],
    /// For what is said of it.
    words: Words<'o>,
    /// The assumptions about floats up to which it may be proved.
    granted: Assumptions,
    /// Those up to which it was proved.
    assumed: Assumptions,
    options: &'o Options,
    tools: &'o Tools<'o>,
    /// The obligation with only the hypotheses that share something with the goal, if these are not all of them.
    relevant: Option<Obligation>,
    /// The hypotheses from which the normaliser proves the obligation: those of `relevant`, or all of them.
    known: Vec<Term>,
    /// Time spent on it in the steps before this one.
    time: Duration,
    /// The start of this step.
    started: Stopwatch,
    /// The part of `time` spent inside the solver.
    solver_time: Duration,
    /// Whether the query that decided it had no quantifier.
    quantifier_free: bool,
    /// The reason why the last query had no answer, if it had none.
    reason: Option<Reason>,
    /// The counterexample.
    model: Option<Model>,
    /// The loop or barrier that took the permission, in that counterexample.
    suspect: Option<Suspect>,
    /// The proof that the checker accepted, if that is asked for.
    kept: Option<KeptProof>,
    /// What the checker said of the last proof of the normaliser.
    checked: Checked,
    /// The facts from which the solver proved the obligation; `None` if it did not.
    proved_from: Option<ProvedFrom>,
    /// Whether assignments of floats were tried that might be a counterexample.
    assigned: bool,
    /// Whether only the smallest world is searched for a counterexample.
    brief: bool,
    /// What a longer search starts from, where a short one has found nothing.
    unfinished: Option<Box<Unfinished>>,
}

/// An outcome, and the solver's counterexample if there is one. A run that starts from it may show the failure.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What is known.
    pub outcome: Outcome,
    /// The counterexample.
    pub model: Option<Model>,
}

/// The result of one step of deciding.
pub enum Step<'o> {
    /// The obligation is decided.
    Decided(Box<Decided>),
    /// The obligation is not decided yet.
    Open(Box<Decision<'o>>),
}

type Proof = (Verdict, DischargedBy, Vec<ShownValue>);
/// Other places that explain a failure; the first of them is where it is reported.
type Places = Vec<(Node, Related)>;

/// The first step: decides an obligation if that needs no prover.
pub fn begin<'o>(obligation: &'o Obligation, marks: &Marks, setting: Setting<'o>) -> Step<'o> {
    let start = Stopwatch::start();
    let mut d = Decision::new(obligation, setting);
    if d.has_goal() && !obligation.goal.is_true() {
        d.select(relevance::relevant(obligation, marks, NEAR));
    }
    let decided = d.trivial();
    d.time = start.elapsed();
    match decided {
        Some((verdict, by)) => Step::Decided(Box::new(d.of_goal((verdict, by, vec![]), vec![]))),
        None => Step::Open(Box::new(d)),
    }
}

/// An obligation that an earlier verification has proved.
pub fn remember(obligation: &Obligation, note: &Note, setting: Setting<'_>) -> Decided {
    let start = Stopwatch::start();
    let mut d = Decision::new(obligation, setting);
    d.quantifier_free = note.quantifier_free;
    d.checked = if note.checked { Checked::Accepted } else { Checked::Not };
    let mut decided = d.decided((Verdict::Proved, note.by.clone(), vec![]), vec![]);
    decided.outcome.cached = true;
    decided.outcome.time = start.elapsed();
    decided
}

/// An obligation of which nothing is known.
pub fn undecided(obligation: &Obligation, setting: Setting<'_>) -> Decided {
    Decision::new(obligation, setting).of_goal((Verdict::Unknown, DischargedBy::Nothing, vec![]), vec![])
}

impl<'o> Decision<'o> {
    fn new(obligation: &'o Obligation, setting: Setting<'o>) -> Self {
        let Setting { program, task, words, options, tools } = setting;
        let granted = if may_be_assumed(task.id, obligation) { options.granted } else { Assumptions::NONE };
        Self {
            obligation,
            program,
            task,
            definitions: &task.definitions,
            words,
            granted,
            assumed: Assumptions::NONE,
            options,
            tools,
            relevant: None,
            known: vec![],
            time: Duration::ZERO,
            started: Stopwatch::start(),
            solver_time: Duration::ZERO,
            quantifier_free: true,
            reason: None,
            model: None,
            suspect: None,
            kept: None,
            checked: Checked::Not,
            proved_from: None,
            assigned: false,
            brief: false,
            unfinished: None,
        }
    }

    /// The hypotheses from which the normaliser proves the goal.
    pub fn known(&self) -> &[Term] {
        &self.known
    }

    /// Adds the hypotheses that are further from the goal. Returns whether there are any.
    pub fn widen(&mut self, marks: &Marks) -> bool {
        let start = Stopwatch::start();
        let before = self.known.len();
        if self.relevant.is_some() {
            self.select(relevance::relevant(self.obligation, marks, FAR));
        }
        self.time += start.elapsed();
        self.known.len() > before
    }

    fn select(&mut self, relevant: Option<Obligation>) {
        self.known = relevant.as_ref().unwrap_or(self.obligation).hyps.terms().collect();
        self.relevant = relevant;
    }

    /// Decides it if the normaliser can, with [`Self::known`] made ready by `ready`.
    pub fn normalise<'r>(mut self: Box<Self>, ready: impl FnOnce() -> &'r Ready) -> Step<'o> {
        let start = Stopwatch::start();
        let recorder = self.options.recorder();
        let goal = Goal::new(&self.obligation.goal, recorder);
        let outcome = goal.outcome(recorder).unwrap_or_else(|| ready().discharge(goal));
        let accepted = outcome.discharged && self.accepts(outcome.assumed, &outcome.proof, &[], vec![]);
        self.time += start.elapsed();
        let by = accepted.then(|| {
            let rules = outcome.rules.iter().map(|r| (*r).to_owned()).collect();
            DischargedBy::normaliser(outcome.by, rules)
        });
        self.proved_by(by)
    }

    /// Decides it if the normaliser can with instances of the hypotheses at the terms of the goal, or up to the
    /// assumptions that are granted; `known` gives [`Self::known`].
    pub fn instantiate(mut self: Box<Self>, known: impl FnOnce() -> Hypotheses) -> Step<'o> {
        let start = Stopwatch::start();
        let by = self.with_lemmas(known);
        self.time += start.elapsed();
        self.proved_by(by)
    }

    /// Decides it if something proves it.
    fn proved_by(mut self: Box<Self>, by: Option<DischargedBy>) -> Step<'o> {
        match by {
            Some(by) => Step::Decided(Box::new(self.of_goal((Verdict::Proved, by, vec![]), vec![]))),
            None => Step::Open(self),
        }
    }

    /// Whether there are other obligations from which this one follows.
    pub fn follows_from_others(&self) -> bool {
        !self.obligation.implied_by.is_empty()
    }

    /// Whether no other obligation would explain its failure.
    pub fn has_no_cause(&self) -> bool {
        self.causes().is_empty()
    }

    /// The obligations whose failure would explain its failure.
    pub fn causes(&self) -> &'o [ObligationId] {
        &self.obligation.consequence_of
    }

    /// The number of the obligation.
    pub fn id(&self) -> ObligationId {
        self.obligation.id
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

    /// Whether a short search has not decided whether a run is safe, and the facts of the obligation have floats.
    pub fn is_safety_of_floats(&self) -> bool {
        let of_floats = self.unfinished.as_ref().is_some_and(|unfinished| !unfinished.is_cheap());
        of_floats && !is_claim(self.task.id, self.obligation)
    }

    /// Whether there is a goal that the normaliser may try to prove.
    pub fn has_goal(&self) -> bool {
        self.obligation.mode != Mode::Satisfiable
    }
}

impl Decision<'_> {
    /// The result, from what is known about the goal. A `refute` claims that the goal does not follow. So it holds if
    /// there is a counterexample to the goal, and fails if there is a proof.
    fn of_goal(&mut self, (verdict, by, values): Proof, places: Places) -> Decided {
        if self.obligation.mode != Mode::Refute {
            return self.decided((verdict, by, values), places);
        }
        (self.model, self.suspect, self.kept) = (None, None, None);
        let verdict = match verdict {
            Verdict::Proved => Verdict::Refuted,
            Verdict::Refuted => Verdict::Proved,
            Verdict::Unknown => Verdict::Unknown,
        };
        self.decided((verdict, by, vec![]), places)
    }

    fn trivial(&mut self) -> Option<(Verdict, DischargedBy)> {
        let o = self.obligation;
        match o.mode {
            Mode::Unsupported => return Some((Verdict::Unknown, DischargedBy::Nothing)),
            Mode::Satisfiable => {
                return self.has_witness().map(|by| (Verdict::Proved, by));
            }
            Mode::Prove | Mode::Lemma | Mode::Refute => {}
        }
        // A hypothesis that is the goal has all marks of the goal, and `false` has none, so they are among those that
        // are selected.
        if o.goal.is_true() || self.known.iter().any(|h| *h == o.goal || h.is_false()) {
            return Some((Verdict::Proved, DischargedBy::Trivial));
        }
        (o.code.why == Why::NoMeasure).then_some((Verdict::Unknown, DischargedBy::Nothing))
    }

    fn decided(&self, (verdict, by, values): Proof, places: Places) -> Decided {
        let o = self.obligation;
        let mut node = o.node;
        let mut related = o.related.clone();
        if let Some(((first, _), rest)) = places.split_first() {
            node = *first;
            related.extend(rest.iter().cloned());
        }
        let negative = values::shows_negative_measure(&values);
        let fits = |help: &&Help| negative || !matches!(help, Help::MeasureNotNegative { .. });
        let mut help = o.help.as_ref().filter(fits).filter(|_| verdict != Verdict::Proved);
        if let Some(suspect) = &self.suspect {
            related.push((suspect.taker.node, suspect.related));
            help = Some(&suspect.help);
        }
        // A contradiction between preconditions needs no run to be a fact, and neither does a proof.
        let is_fact = matches!(o.mode, Mode::Satisfiable | Mode::Refute) && verdict == Verdict::Refuted;
        let possible = if is_fact { Mood::Shown } else { Mood::Possible };
        let of_kernel = is_fact.then(|| self.about_the_launch(&places)).flatten();
        let said = of_kernel.as_ref().unwrap_or(o);
        // An equation that holds up to an assumption has counterexamples.
        let claimed = if self.assumed.is_empty() { verdict } else { Verdict::Unknown };
        let outcome = Outcome {
            id: o.id,
            name: o.name.clone(),
            code: o.code,
            node,
            related: self.words.places(&related),
            taken_at: self.suspect.as_ref().map(|suspect| suspect.taker.node),
            message: Sentence {
                possible: self.words.message(said, possible),
                shown: self.words.message(said, Mood::Shown),
                quotes: o.facts.quoted() == Some(node),
            },
            help: help.and_then(|help| self.words.advice(help, node)).or_else(|| self.words.range(o).map(Advice::from)),
            verdict,
            assumed: self.assumed,
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
                .then(|| emit::smt2(o, self.definitions, claimed, self.proved_from))
                .flatten(),
            second: None,
            explanation: None,
            proof: self.kept.clone(),
            checked: self.checked.clone(),
            cached: false,
        };
        Decided { outcome, model: self.model.clone() }
    }
}
