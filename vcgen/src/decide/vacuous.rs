//! Whether the hypotheses of an obligation are satisfiable.
//!
//! In: an obligation whose hypotheses should be satisfiable. Out: that they are, with a state that satisfies them; or
//! the smallest contradictory set of them; or neither, if neither was found.
//!
//! That no contradiction was found is no proof. A function that the solver does not unfold far enough is free behind
//! its last unfolding, and instances of universals that were not made might contradict each other. So a state counts in
//! three cases only: the normaliser proves for its values that all preconditions are true; the interpreter evaluates
//! all of them, and all are true; or the solver has a model, the interpreter cannot say that a precondition is false,
//! and no function is involved, except where the precondition is that of a function.

use ir::{ItemId, Node};
use logic::finding::{Facts, Related};
use logic::normalise::{find_filled, find_witness, prover};
use logic::obligation::{Hyp, Obligation};
use logic::term::{self, Role, Term};

use super::families::may_overlap;
use super::finite::{finite, is_opaque, lengths};
use super::prove::{bit_by_bit, with_bits};
use super::refute::{sizes, WORLDS};
use super::{Decision, Places, Proof, ATTEMPT, QUICK};
use crate::emit::ProvedFrom;
use crate::outcome::{DischargedBy, Verdict};
use crate::query::{self, Ground, LaunchBound};
use crate::replay::allowed::{in_model, small_start, Allowed, Search};
use crate::solving::{Answer, Floats, Model, Query};

/// The name of the step, in the table of the normaliser's steps.
const STEP: &str = "witness";

impl Decision<'_> {
    /// Whether the normaliser finds values of constants under which the hypotheses hold.
    pub(super) fn has_witness(&mut self) -> Option<DischargedBy> {
        let hyps: Vec<Term> = self.obligation.hyps.terms().collect();
        let found = if self.options.normalise { find_witness(&hyps, self.options.recorder()) } else { None };
        self.accepts_witness(vec![], found?).then(witness)
    }

    /// The same with formulas for the elements of arrays.
    fn has_filled_witness(&mut self) -> Option<DischargedBy> {
        let hyps: Vec<Term> = self.obligation.hyps.terms().collect();
        let hyps: Vec<&Term> = hyps.iter().collect();
        let found = if self.options.normalise { find_filled(&hyps, self.options.recorder()) } else { None };
        let (fills, found) = found?;
        self.accepts_witness(fills, found).then(witness)
    }

    /// Proved if the hypotheses can hold together; refuted, with the clauses that contradict each other, if they
    /// cannot.
    pub(super) fn satisfiable(&mut self) -> (Proof, Places) {
        let o = self.obligation;
        self.reason = None;
        // No run evaluates an axiom, and a model of the solver is one of some instances only.
        if let Facts::NoData(_) = o.facts {
            let ground = query::ground(o, self.definitions);
            return match self.contradicts(o, &ground) {
                true => self.contradiction(),
                false => ((Verdict::Unknown, DischargedBy::Z3, vec![]), vec![]),
            };
        }
        if let Some(values) = small_start(self.program, self.task, Search::Quick) {
            return (proved(DischargedBy::Evaluation(values)), vec![]);
        }
        if let Some(by) = self.has_filled_witness() {
            return (proved(by), vec![]);
        }
        let ground = query::ground(o, self.definitions);
        if self.contradicts(o, &ground) {
            return self.contradiction();
        }
        if let Some(by) = self.state_of_solver(o, ground) {
            return (proved(by), vec![]);
        }
        if let Some(values) = small_start(self.program, self.task, Search::Long) {
            return (proved(DischargedBy::Evaluation(values)), vec![]);
        }
        ((Verdict::Unknown, DischargedBy::Z3, vec![]), vec![])
    }

    /// Refuted, with a set of contradictory hypotheses from which none can be removed.
    fn contradiction(&mut self) -> (Proof, Places) {
        let mut core: Vec<Hyp> = self.obligation.hyps.iter().collect();
        let mut n = 0;
        while n < core.len() {
            let mut fewer = core.clone();
            let removed = fewer.remove(n);
            let o = self.obligation;
            let without = || Obligation { hyps: fewer.iter().cloned().collect(), ..o.clone() };
            let mut contradicts = |o: &Obligation| self.contradicts(o, &query::ground(o, self.definitions));
            if removed.node.is_some() && contradicts(&without()) {
                core = fewer;
            } else {
                n += 1;
            }
        }
        let mut nodes: Vec<Node> = core.iter().filter_map(|h| h.node).collect();
        nodes.sort();
        nodes.dedup();
        let why = if nodes.len() == 1 { Related::Unsatisfiable } else { Related::Contradicts };
        let related = nodes.into_iter().map(|node| (node, why)).collect();
        ((Verdict::Refuted, DischargedBy::Z3, vec![]), related)
    }

    /// The same obligation, as one about the launch. `None` if some clause of the function or procedure itself is among
    /// those at these places, which contradict each other: then the launches are not to blame.
    pub(super) fn about_the_launch(&self, places: &Places) -> Option<Obligation> {
        let Facts::NoArgument { .. } = self.obligation.facts else { return None };
        let contract = match self.task.id {
            ItemId::Function(id) => &self.program.function(id)?.contract,
            ItemId::Procedure(id) => &self.program.procedure(id)?.contract,
            ItemId::Kernel(_) => return None,
        };
        let own = |place: &Node| contract.clauses.iter().any(|clause| clause.node.meets(place));
        let of_kernel = !places.is_empty() && !places.iter().any(|(place, _)| own(place));
        of_kernel.then(|| Obligation { facts: Facts::NoLaunch, ..self.obligation.clone() })
    }

    /// A state that satisfies the hypotheses, by the solver: the smallest worlds first.
    fn state_of_solver(&mut self, o: &Obligation, ground: Ground) -> Option<DischargedBy> {
        let all = Obligation { goal: term::bool(false), ..o.clone() };
        let sizes = sizes(&all);
        for size in WORLDS {
            let world = query::small_world(&all, self.definitions, LaunchBound { size }, &sizes);
            let Some(world) = world.filter(|w| !w.cut && !w.facts.iter().any(is_opaque)) else { continue };
            let lengths = lengths(&world.facts);
            let facts = world.facts.into_iter().chain(lengths).collect();
            if let Some(by) = self.model(facts, QUICK).and_then(|model| self.counts(&model)) {
                return Some(by);
            }
        }
        // Nothing is left out, so any model will do: no function is cut off, and none could occur in an instance of a
        // universal.
        let exact = !ground.cut && (ground.universals.is_empty() || self.definitions.is_empty());
        let finite = finite(&ground.universals, &ground.facts).filter(|_| exact)?;
        let lengths = lengths(&ground.facts);
        let all = ground.universals.iter().map(query::Universal::term).chain(ground.facts).chain(finite).chain(lengths);
        let model = self.model(all.collect(), QUICK);
        model.and_then(|model| self.counts(&model))
    }

    /// How a model of the solver shows that the hypotheses can hold. In a kernel or a procedure, the solver's word
    /// alone counts only if the hypotheses mention no function, because the solver is not told all there is to
    /// know of functions. In a function it counts: nothing rests on a function whose precondition contradicts
    /// itself, because each call proves the precondition. Of an abstract data type, the solver is not told the
    /// axioms, so its word never counts.
    fn counts(&self, model: &Model) -> Option<DischargedBy> {
        let applies = |t: &Term| {
            t.as_app().is_some_and(|s| matches!(s.role(), Role::Function(_) | Role::Reduction | Role::Description))
        };
        let free = || self.obligation.hyps.terms().all(|t| !term::any_subterm(&t, applies));
        if let ItemId::Procedure(id) = self.task.id {
            // The solver is not told that at most the whole permission of each location exists.
            if self.program.procedure(id).is_some_and(may_overlap) {
                let (allowed, values) = in_model(self.program, self.task, model);
                return (allowed == Allowed::Yes).then_some(DischargedBy::Evaluation(values));
            }
        }
        let known = !self.obligation.is_about_data();
        let alone = known && (self.definitions.is_empty() || matches!(self.task.id, ItemId::Function(_)) || free());
        match in_model(self.program, self.task, model) {
            (Allowed::Yes, values) => Some(DischargedBy::Evaluation(values)),
            (Allowed::Unclear, _) => alone.then_some(DischargedBy::Z3),
            (Allowed::No, _) => None,
        }
    }

    fn contradicts(&mut self, o: &Obligation, ground: &Ground) -> bool {
        if o.hyps.iter().any(|h| h.term.is_false()) {
            return true;
        }
        // Adds the instances at the ends of ranges, because the query may mention no element that a universal is about.
        let mut facts = ground.facts.clone();
        facts.extend(ground.universals.iter().flat_map(query::at_bounds));
        let vectors = bit_by_bit(&facts);
        let mut q = with_bits(facts);
        // A contradiction counts only if it is found in a context of its own.
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
            // A proof may use the bits of a comparison or a literal, so a contradiction in them counts.
            let precise = Query { floats: Floats::BitPrecise, ..q.clone() };
            if self.ask(&precise, self.limits(QUICK, false)).is_unsat() {
                self.proved_from = Some(ProvedFrom::Facts(precise.floats));
                return true;
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
        // In the context of the batch the solver may make other instances than in a proof, so the query of a proof is
        // asked, too.
        match self.ask_in_batch(q, self.limits(ATTEMPT, false)) {
            Answer::Sat(_) => false,
            Answer::Unsat | Answer::Unknown(_) => self.ask(q, self.limits(ATTEMPT, false)).is_unsat(),
        }
    }
}

fn witness() -> DischargedBy {
    DischargedBy::normaliser(prover(STEP).into_iter().collect(), vec![STEP.to_owned()])
}

fn proved(by: DischargedBy) -> Proof {
    (Verdict::Proved, by, vec![])
}
