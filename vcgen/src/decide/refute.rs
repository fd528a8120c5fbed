//! Counterexamples.
//!
//! In: an open decision. Out: a refutation with the values that explain it, from the smallest world that has one.

use logic::obligation::{Mode, Obligation};
use logic::permission_loss::Suspect;
use logic::term::{self, Role, Sort, Term};
use rustc_hash::FxHashMap;

use super::{Decision, Proof, QUICK};
use crate::outcome::{DischargedBy, Verdict};
use crate::query::{self, Ground, LaunchBound};
use crate::solving::{Answer, Floats, Model, ModelValue, Query};
use crate::values;

/// Sizes of the worlds that are searched for a counterexample, in this order.
pub(super) const WORLDS: [i32; 3] = [1, 2, 4];
/// Largest number of assignments of floats that the solver is asked about.
const ASSIGNMENTS: usize = 12;
/// The number of assignments without an answer behind which no others are tried.
const WITHOUT_ANSWER: usize = 2;
/// Greatest size of a launch, and greatest scalar, that are preferred if some shown value has several digits.
const SMALL: i32 = 64;
/// The effort with which only these assignments are tried.
pub(super) const TRIALS: u32 = 1;
/// The effort with which only the first two of them are tried, in the smallest world.
pub(super) const FIRST_TRIALS: u32 = 0;

impl Decision<'_> {
    /// A refutation, if a counterexample is found with at most this effort. There is none for a lemma, which is a claim
    /// of the logic and not of the program.
    pub(super) fn refute(&mut self, ground: &Ground, effort: u32) -> Option<Proof> {
        let sought = match self.obligation.mode {
            Mode::Lemma => false,
            // A model need not satisfy the axioms of a data type.
            Mode::Refute => !self.obligation.is_about_data(),
            Mode::Prove | Mode::Satisfiable | Mode::Unsupported => self.options.refute,
        };
        if !sought {
            return None;
        }
        let model = self.counterexample(ground, effort)?;
        let values = values::of(self.obligation, self.words, &model);
        let took = |s: &&Suspect| model.bool(&s.held_it()) == Some(true);
        self.suspect = Suspect::first_of(&self.obligation.suspects, |s| took(&s));
        self.model = Some(model);
        Some((Verdict::Refuted, DischargedBy::Z3, values))
    }

    /// A model of the hypotheses in which the goal is false, smallest worlds first.
    fn counterexample(&mut self, ground: &Ground, effort: u32) -> Option<Model> {
        let sizes = sizes(self.obligation);
        let worlds = if effort == FIRST_TRIALS || self.brief { 1 } else { WORLDS.len() };
        for size in WORLDS.into_iter().take(worlds) {
            if self.is_over() {
                break;
            }
            let Some(world) = query::small_world(self.obligation, self.definitions, LaunchBound { size }, &sizes)
            else {
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
        if effort > FIRST_TRIALS && !self.brief && ground.universals.is_empty() && !ground.cut {
            return self.model(ground.facts.clone(), effort);
        }
        None
    }

    pub(super) fn model(&mut self, facts: Vec<Term>, effort: u32) -> Option<Model> {
        if query::bits::needs_bits(&facts) {
            return (effort > TRIALS).then(|| self.model_of_bits(facts, effort)).flatten();
        }
        // Where assignments of floats were tried before, the same ones find nothing now.
        let assign = effort <= TRIALS || !self.assigned;
        self.model_of(facts, effort, assign)
    }

    /// A model of facts with operations on bits of unknown integers. The solver proposes values, over bit vectors or
    /// with these operations as unknown functions. The operations are then computed for these values, and the solver is
    /// asked whether the rest of the facts is satisfiable.
    fn model_of_bits(&mut self, facts: Vec<Term>, effort: u32) -> Option<Model> {
        if let Some(vectors) = query::bits::vectors(&facts) {
            for small in [true, false] {
                let mut near = vectors.clone();
                if small {
                    near.facts.extend(near.leaves.iter().map(|(_, c)| c).filter(|c| c.sort() == Sort::INT).map(digit));
                }
                match self.ask(&near.query(), self.limits(effort, false)) {
                    Answer::Sat(proposed) => {
                        for pinned in query::bits::pinned(&facts, &vectors.leaves, &proposed) {
                            if let Some(model) = self.model_of(pinned, effort, true) {
                                return Some(model);
                            }
                        }
                    }
                    Answer::Unsat if !small => return None,
                    Answer::Unsat | Answer::Unknown(_) => {}
                }
            }
        }
        let lemmas = query::bits::lemmas(&facts);
        let proposed = self.model_of(facts.iter().cloned().chain(lemmas).collect(), effort, true)?;
        query::bits::computed(&facts, &proposed).and_then(|facts| self.model_of(facts, effort, true))
    }

    /// A model of facts. Where there are floats in them, assignments of floats are tried first if `assign` is set.
    fn model_of(&mut self, facts: Vec<Term>, effort: u32, assign: bool) -> Option<Model> {
        let mut q = Query::satisfiable(facts);
        let shown = values::observed(self.obligation, self.words);
        let suspects = self.obligation.suspects.iter().map(Suspect::held_it);
        let start = values::of_start(self.words.program(), &self.obligation.inputs);
        q.observe = shown.iter().cloned().chain(suspects).chain(start).collect();
        if q.abstracts_floats() {
            // What contradicts itself whatever floats are has no model with any of them.
            if effort > FIRST_TRIALS && assign && self.ask(&q, self.limits(QUICK, false)).is_unsat() {
                return None;
            }
            // A model refutes only if its floats are those of IEEE 754.
            q.floats = Floats::BitPrecise;
            let assignments = match (assign, effort == FIRST_TRIALS) {
                (false, _) => 0,
                (true, true) => 2,
                (true, false) => ASSIGNMENTS,
            };
            let mut without_answer = 0;
            for mut trial in query::trials(&q.hyps).take(assignments) {
                let value = |t: &Term| Some((t.clone(), trial.value(t)?));
                let known: FxHashMap<Term, ModelValue> = q.observe.iter().filter_map(value).collect();
                let observe = q.observe.iter().filter(|t| !known.contains_key(*t)).cloned().collect();
                let pinned = Query { hyps: trial.facts, observe, ..q.clone() };
                match self.ask(&pinned, self.limits(QUICK, false)) {
                    Answer::Sat(model) => return Some(model.with(known)),
                    Answer::Unsat => {}
                    Answer::Unknown(_) => without_answer += 1,
                }
                // What is left without floats is hard, and stays so for other floats.
                if without_answer >= WITHOUT_ANSWER {
                    break;
                }
            }
            if effort <= TRIALS {
                return None;
            }
            return match self.ask(&q, self.limits(QUICK, false)) {
                Answer::Sat(model) => Some(model),
                Answer::Unsat | Answer::Unknown(_) => None,
            };
        }
        if effort <= TRIALS {
            return None;
        }
        let mbqi = !q.is_quantifier_free();
        q.prefer = vec![single_digits(&shown)];
        // A run of a small launch costs little. Most launches that a model is about are small anyway.
        let sizes = sizes(self.obligation);
        if !sizes.is_empty() {
            q.prefer.push(term::and(sizes.iter().map(|size| term::le(size.clone(), term::int(SMALL)))));
        }
        match self.ask(&q, self.limits(effort, mbqi)) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        }
    }
}

/// The sizes of the launch and the integer scalars in an obligation, which are small in a small launch.
pub(super) fn sizes(o: &Obligation) -> Vec<Term> {
    let mut out = Vec::new();
    for t in o.hyps.terms().chain([o.goal.clone()]) {
        for s in term::free_symbols(&t) {
            let size = matches!(s.role(), Role::Launch | Role::Scalar) && s.sort() == Sort::INT;
            let c = || term::constant(&s);
            if size && s.params().is_empty() && !out.contains(&c()) {
                out.push(c());
            }
        }
    }
    out
}

/// The condition that all integers that are printed have one digit.
fn single_digits(shown: &[Term]) -> Term {
    term::and(shown.iter().filter(|t| t.sort() == Sort::INT).map(digit))
}

/// The condition that an integer has one digit.
fn digit(t: &Term) -> Term {
    term::and([term::le(term::int(-9), t.clone()), term::le(t.clone(), term::int(9))])
}
