//! Proofs.
//!
//! In: an obligation that is not decided. Out: a proof by the solver or by the normaliser; or a refutation, which is
//! sought before the expensive attempts at a proof.

use logic::floats::Assumptions;
use logic::normalise::{Found, Goal, Hypotheses, Prover};
use logic::obligation::Definition;
use logic::proof::{self, Fill, Why, Witness};
use logic::term::{Op, Term};

use super::claims::claims_equation;
use super::linear::Linear;
use super::refute::{FIRST_TRIALS, TRIALS};
use super::unfinished::Unfinished;
use super::{Decision, Proof, ATTEMPT, QUICK};
use crate::emit::ProvedFrom;
use crate::outcome::{Checked, DischargedBy, KeptProof, Verdict};
use crate::query::{self, bits::Vectors, Lemmas};
use crate::report;
use crate::solving::{Floats, Query};

/// What is wrong where the normaliser claims something, and has recorded no steps.
const NO_PROOF: &str = "the normaliser left no proof";

impl Decision<'_> {
    /// Looks for a proof with little effort. If none is found, returns what a longer search starts from.
    pub(super) fn prove(&mut self) -> Result<Proof, Box<Unfinished>> {
        let o = self.obligation;
        let proved = |by| Ok((Verdict::Proved, by, vec![]));
        if self.follows_without_reductions() {
            return proved(DischargedBy::Z3);
        }
        let ground = query::ground(o, self.definitions);
        let q = with_bits(ground.facts.clone());
        if claims_equation(&o.goal) && q.abstracts_floats() {
            // To compute a wrong equation with two choices of floats takes less time than one attempt at a proof.
            if let Some(refuted) = self.refute(&ground, FIRST_TRIALS) {
                return Ok(refuted);
            }
        }
        // A proof from some of the hypotheses is a proof; without one, all of them are used.
        let relevant = self.relevant.as_ref().map(|some| with_bits(query::ground(some, self.definitions).facts));
        // Where the contract is inferred, most of what is left is false without a further condition.
        if self.program.is_inferred(self.task.id) {
            if relevant.as_ref().is_some_and(|some| self.contradicts_linearly(some)) {
                return proved(DischargedBy::Z3);
            }
            match self.ask_linear(&q) {
                Linear::Contradiction => {
                    self.proved_from = Some(ProvedFrom::Facts(q.floats));
                    return proved(DischargedBy::Z3);
                }
                Linear::Model => {
                    self.quantifier_free = q.is_quantifier_free();
                    return Err(Box::new(Unfinished {
                        ground,
                        facts: q,
                        answered: true,
                        vectors: None,
                        blasted: None,
                    }));
                }
                Linear::Open => {}
            }
        }
        if let Some(some) = relevant {
            if some.is_quantifier_free() && self.ask_in_batch(&some, self.limits(QUICK, false)).is_unsat() {
                return proved(DischargedBy::Z3);
            }
        }
        self.quantifier_free = q.is_quantifier_free();
        let in_batch = self.ask_in_batch(&q, self.limits(QUICK, false));
        if in_batch.is_unsat() {
            self.proved_from = Some(ProvedFrom::Facts(q.floats));
            return proved(DischargedBy::Z3);
        }
        // A model shows that these facts do not contradict each other, in whichever context it was found.
        let mut answered = in_batch.model().is_some();
        if !answered {
            // From here on, no answer depends on other queries of the batch.
            let first = self.ask(&q, self.limits(QUICK, false));
            if first.is_unsat() {
                self.proved_from = Some(ProvedFrom::Facts(q.floats));
                return proved(DischargedBy::Z3);
            }
            answered = first.model().is_some();
        }
        Err(Box::new(Unfinished { ground, facts: q, answered, vectors: None, blasted: None }))
    }

    /// Looks for a counterexample in the smallest world alone.
    pub(super) fn glance(&mut self, unfinished: &Unfinished) -> Option<Proof> {
        self.brief = true;
        self.refute(&unfinished.ground, QUICK)
    }

    /// Looks for a proof and for a counterexample in turn, with growing effort.
    pub(super) fn prove_further(&mut self, unfinished: &mut Unfinished) -> Option<Proof> {
        let proved = |by| Some((Verdict::Proved, by, vec![]));
        let Unfinished { ground, facts: q, vectors, blasted, .. } = unfinished;
        *vectors = bit_by_bit(&ground.facts);
        if let Some(vectors) = vectors {
            if self.ask(vectors, self.limits(ATTEMPT, false)).is_unsat() {
                self.proved_from = Some(ProvedFrom::Bits);
                return proved(DischargedBy::Z3);
            }
        }
        if q.abstracts_floats() {
            // To compute with some floats takes less time than to reason about their bits.
            if let Some(refuted) = self.refute(ground, TRIALS) {
                return Some(refuted);
            }
            self.assigned = true;
        }
        let constant = q.abstracts_floats().then(|| query::floats_as_constants(&ground.facts)).flatten();
        *blasted = constant.map(|facts| Query { floats: Floats::BitPrecise, blast: true, ..Query::satisfiable(facts) });
        if let Some(blasted) = blasted {
            if self.ask(blasted, self.limits(QUICK, false)).is_unsat() {
                self.proved_from = Some(ProvedFrom::Facts(Floats::BitPrecise));
                return proved(DischargedBy::Z3);
            }
        }
        if q.abstracts_floats() {
            // The proof may depend on the bits of a comparison or of a literal.
            let precise = Query { floats: Floats::BitPrecise, ..q.clone() };
            if self.ask(&precise, self.limits(QUICK, false)).is_unsat() {
                self.proved_from = Some(ProvedFrom::Facts(precise.floats));
                return proved(DischargedBy::Z3);
            }
        }
        // A wrong claim usually fails in a small launch. To find that out takes less time than a long attempt at a
        // proof.
        self.refute(ground, QUICK)
    }

    /// Looks for a proof and for a counterexample with all effort that the options grant.
    pub(super) fn prove_at_length(&mut self, unfinished: &Unfinished) -> Proof {
        let proved = |by| (Verdict::Proved, by, vec![]);
        let Unfinished { ground, facts: q, answered, vectors, blasted } = unfinished;
        if let Some(blasted) = blasted {
            if self.ask(blasted, self.limits(self.options.rlimit, false)).is_unsat() {
                self.proved_from = Some(ProvedFrom::Facts(Floats::BitPrecise));
                return proved(DischargedBy::Z3);
            }
        }
        if let Some(vectors) = vectors {
            if self.ask(vectors, self.limits(self.options.rlimit, false)).is_unsat() {
                self.proved_from = Some(ProvedFrom::Bits);
                return proved(DischargedBy::Z3);
            }
        }
        if !answered && self.ask(q, self.limits(self.options.rlimit, false)).is_unsat() {
            self.proved_from = Some(ProvedFrom::Facts(q.floats));
            return proved(DischargedBy::Z3);
        }
        if !ground.universals.is_empty() {
            let mut with = q.clone();
            with.hyps.extend(ground.universals.iter().map(query::Universal::term));
            if self.ask(&with, self.limits(ATTEMPT, false)).is_unsat() {
                self.quantifier_free = false;
                self.proved_from = Some(ProvedFrom::Facts(with.floats));
                return proved(DischargedBy::Z3);
            }
        }
        self.refute(ground, ATTEMPT).unwrap_or((Verdict::Unknown, DischargedBy::Z3, vec![]))
    }

    /// Whether the goal is proved without what is known of reductions: as where a hypothesis says the value of the very
    /// sum that the goal mentions. This saves time, and proves more: the laws of reductions are many facts.
    fn follows_without_reductions(&mut self) -> bool {
        let o = self.relevant.as_ref().unwrap_or(self.obligation);
        let (reductions, others): (Vec<_>, Vec<_>) = self.definitions.iter().partition(|d| d.reduction.is_some());
        if reductions.is_empty() {
            return false;
        }
        let others: Vec<Definition> = others.into_iter().cloned().collect();
        let q = with_bits(query::ground(o, &others).facts);
        q.is_quantifier_free() && self.ask_in_batch(&q, self.limits(QUICK, false)).is_unsat()
    }

    /// How the normaliser proves the goal with instances of the hypotheses at the terms of the goal, or up to the
    /// assumptions that are granted; `None` if it does not. The premises of the goal are assumed before these
    /// instances, because they may simplify an instance: with `0 < t`, `tmp[(t - 1) mod n]` is `tmp[t - 1]`.
    pub(super) fn with_lemmas(&mut self, known: impl FnOnce() -> Hypotheses) -> Option<DischargedBy> {
        let recorder = self.options.recorder();
        let from = self.relevant.as_ref().unwrap_or(self.obligation);
        let Lemmas { facts: lemmas, definitions } = query::lemmas(from, self.definitions, recorder);
        if lemmas.is_empty() && self.granted.is_empty() {
            return None;
        }
        let mut known = known();
        let mut goal = &self.obligation.goal;
        let instances: Vec<&str> = if lemmas.is_empty() { vec![] } else { vec!["instances"] };
        let (mut names, mut premises) = (instances.clone(), Vec::new());
        while let (Op::Implies, [premise, conclusion]) = (goal.op(), goal.args()) {
            known.assume(premise);
            premises.push(premise.clone());
            goal = conclusion;
            names = [instances.as_slice(), &["prove-implication"]].concat();
        }
        let mut given = Vec::new();
        for (lemma, why) in &lemmas {
            if why.is_none() {
                known.assume(lemma);
                given.push(lemma.clone());
            } else {
                known.assume_since(lemma, why);
            }
        }
        let outcome = known.ready().discharge(Goal::new(goal, recorder).assuming(self.granted));
        let proof = premises.iter().rev().fold(outcome.proof, |why, premise| recorder.discharge(premise, &why));
        if !outcome.discharged || !self.accepts(outcome.assumed, &proof, &definitions, given) {
            return None;
        }
        let rules = outcome.rules.into_iter().filter(|r| !names.contains(r));
        let rules = names.iter().copied().chain(rules).map(str::to_owned).collect();
        // Instances are chosen by matching terms, as rewriting does.
        let others = outcome.by.into_iter().filter(|part| *part != Prover::Rewriting);
        Some(DischargedBy::normaliser(std::iter::once(Prover::Rewriting).chain(others).collect(), rules))
    }

    /// Whether the checker accepts the proof of the goal from the relevant hypotheses, from definitions, and from
    /// consequences of these that have no proof. It is not asked if no proofs are recorded.
    pub(super) fn accepts(
        &mut self,
        assumed: Assumptions,
        proof: &Why,
        definitions: &[Term],
        given: Vec<Term>,
    ) -> bool {
        if !self.options.check_proofs {
            self.assumed = assumed;
            return true;
        }
        let hyps: Vec<Term> = self.known.iter().chain(definitions).chain(&given).cloned().collect();
        let goal = &self.obligation.goal;
        let Some(proof) = proof.proof().cloned() else { return self.judged(Err(NO_PROOF.to_owned()), None) };
        let checked = proof::check_assuming(assumed, &proof, &hyps, goal);
        let checked = checked.map_err(|fault| report::proof::fault(&fault));
        let kept = KeptProof { proof, hypotheses: hyps, given, goal: goal.clone() };
        let accepted = self.judged(checked, Some(kept));
        self.assumed = if accepted { assumed } else { Assumptions::NONE };
        accepted
    }

    /// Whether the checker accepts the values under which all hypotheses hold. It is not asked if no proofs are
    /// recorded.
    pub(super) fn accepts_witness(&mut self, fills: Vec<Fill>, Found { values, why }: Found) -> bool {
        if !self.options.check_proofs {
            return true;
        }
        let Some(proof) = why.proof().cloned() else { return self.judged(Err(NO_PROOF.to_owned()), None) };
        let hyps: Vec<Term> = self.obligation.hyps.terms().collect();
        let witness = Witness { fills, values, proof };
        let checked = witness.check(&hyps).map_err(|fault| report::proof::fault(&fault));
        let (hypotheses, goal) = (witness.equations(), witness.claim(&hyps));
        self.judged(checked, Some(KeptProof { proof: witness.proof, hypotheses, given: vec![], goal }))
    }

    /// Records what the checker says of a proof, and keeps a proof that it accepts. Returns whether it accepts it.
    fn judged(&mut self, checked: Result<(), String>, proof: Option<KeptProof>) -> bool {
        self.checked = checked.map_or_else(Checked::Rejected, |()| Checked::Accepted);
        let accepted = self.checked == Checked::Accepted;
        self.kept = proof.filter(|_| accepted && self.options.keep_proofs);
        accepted
    }
}

/// The facts, with lemmas about the operations on bits in them.
pub(super) fn with_bits(mut facts: Vec<Term>) -> Query {
    facts.extend(query::bits::lemmas(&facts));
    Query::satisfiable(facts)
}

/// The query over bit vectors; `None` if the facts have no operations on bits, or if the integers have no ranges.
pub(super) fn bit_by_bit(facts: &[Term]) -> Option<Query> {
    query::bits::needs_bits(facts).then(|| query::bits::vectors(facts)).flatten().map(Vectors::query)
}
