//! Whether the hypotheses of an obligation are satisfiable.
//!
//! In: an obligation whose hypotheses should be satisfiable. Out: that they are; or the smallest contradictory set of
//! them.

use ir::Node;
use logic::finding::Related;
use logic::obligation::Obligation;
use logic::term;

use super::prove::{bit_by_bit, with_bits};
use super::refute::{sizes, WORLDS};
use super::{Decision, Places, Proof, Setting, ATTEMPT, QUICK};
use crate::emit::ProvedFrom;
use crate::outcome::{DischargedBy, Verdict};
use crate::query::{self, LaunchBound};
use crate::solving::{Answer, Floats, Query};

/// Whether a small world was found in which all hypotheses hold.
pub fn has_state(o: &Obligation, setting: Setting<'_>) -> bool {
    Decision::new(o, setting).some_state(o)
}

impl Decision<'_> {
    /// Proved if the hypotheses can hold together; refuted, with the clauses that contradict each other, if they
    /// cannot.
    pub(super) fn satisfiable(&mut self) -> (Proof, Places) {
        let o = self.obligation;
        self.reason = None;
        if !self.contradicts(o) {
            // The claim is only that no contradiction was found. Instances of universals that were not made might still
            // contradict each other.
            let found = self.reason.is_none() || self.some_state(o);
            let verdict = if found { Verdict::Proved } else { Verdict::Unknown };
            return ((verdict, DischargedBy::Z3, vec![]), vec![]);
        }
        let mut core = o.clone();
        let mut n = 0;
        while n < core.hyps.len() {
            let mut fewer = core.clone();
            let removed = fewer.hyps.remove(n);
            if removed.node.is_some() && self.contradicts(&fewer) {
                core = fewer;
            } else {
                n += 1;
            }
        }
        let mut nodes: Vec<Node> = core.hyps.iter().filter_map(|h| h.node).collect();
        nodes.sort();
        nodes.dedup();
        let why = if nodes.len() == 1 { Related::Unsatisfiable } else { Related::Contradicts };
        let related = nodes.into_iter().map(|node| (node, why)).collect();
        ((Verdict::Refuted, DischargedBy::Z3, vec![]), related)
    }

    /// Whether a small world has a state that satisfies the hypotheses.
    fn some_state(&mut self, o: &Obligation) -> bool {
        let all = Obligation { goal: term::bool(false), ..o.clone() };
        let sizes = sizes(&all);
        WORLDS.iter().any(|size| {
            let world = query::small_world(&all, self.definitions, LaunchBound { size: *size }, &sizes);
            world.is_some_and(|w| !w.cut && self.model(w.facts, QUICK).is_some())
        })
    }

    fn contradicts(&mut self, o: &Obligation) -> bool {
        if o.hyps.iter().any(|h| h.term.is_false()) {
            return true;
        }
        let ground = query::ground(o, self.definitions);
        // Adds the instances at the ends of ranges, because the query may mention no element that a universal is about.
        let mut facts = ground.facts;
        facts.extend(ground.universals.iter().flat_map(query::at_bounds));
        let vectors = bit_by_bit(&facts);
        let mut q = with_bits(facts);
        // A model counts even if other queries of the batch had an influence on it. A contradiction counts only if it
        // is found in a context of its own.
        let model = matches!(self.ask_in_batch(&q, self.limits(ATTEMPT, false)), Answer::Sat(_));
        if !model && self.ask(&q, self.limits(ATTEMPT, false)).is_unsat() {
            return true;
        }
        if let Some(vectors) = &vectors {
            if self.ask(vectors, self.limits(QUICK, false)).is_unsat() {
                return true;
            }
        }
        if !ground.universals.is_empty() && !self.definitions.is_empty() {
            // The instances at the ends of ranges may apply functions. Unfolding these only serves to find a
            // contradiction: what the solver cannot say of the longer query does not count.
            let reason = self.reason.take();
            let unfolded = with_bits(query::ground_at_bounds(o, self.definitions).facts);
            let contradicts = self.ask(&unfolded, self.limits(QUICK, false)).is_unsat();
            self.reason = reason;
            if contradicts {
                return true;
            }
        }
        if q.abstracts_floats() {
            // A proof may use the bits of a comparison or a literal, so a contradiction in them counts, and what the
            // solver cannot say of them is not known to be a state.
            let precise = Query { floats: Floats::BitPrecise, ..q.clone() };
            match self.ask(&precise, self.limits(QUICK, false)) {
                Answer::Unsat => {
                    self.proved_from = Some(ProvedFrom::Facts(precise.floats));
                    return true;
                }
                Answer::Sat(_) | Answer::Unknown(_) => {}
            }
        }
        let reason = self.reason.take();
        q.hyps.extend(ground.universals.iter().map(query::Universal::term));
        let contradicts = !ground.universals.is_empty() && self.contradicts_with_universals(&q);
        // With universals the solver never answers that the facts are satisfiable.
        self.reason = reason;
        contradicts
    }

    fn contradicts_with_universals(&mut self, q: &Query) -> bool {
        // At best, the solver runs out of instances without a contradiction; this is what is claimed. In the context of
        // the batch it may make other instances than in a proof, so the query of a proof is asked, too.
        match self.ask_in_batch(q, self.limits(ATTEMPT, false)) {
            Answer::Sat(_) => false,
            Answer::Unsat | Answer::Unknown(_) => self.ask(q, self.limits(ATTEMPT, false)).is_unsat(),
        }
    }
}
