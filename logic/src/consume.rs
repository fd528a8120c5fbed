//! Consuming an assertion: claims that the thread holds the permissions that the assertion demands, and that its facts
//! hold.
//!
//! In: a state and an assertion. Out: one claim for each conjunct, so that a report can name the conjunct that fails.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Amount, Chunk, Held};
use crate::exec::{Check, Exec};
use crate::finding::{Add, Asserted, Edit, Facts, From, Help, Holder, Label, Part, Shown, When};
use crate::hyps::Hyps;
use crate::obligation::{Hyp, What, Why};
use crate::state::State;
use crate::suspects::{MissingPermission, Source};
use crate::term::{self, Op, Role, Substitution, Term};
use ir::{Node, Space};

/// What a clause is checked against: the state at a moment, or other clauses that should imply it.
#[derive(Clone, Copy, Debug)]
pub enum Basis {
    /// The clause should hold at that moment.
    At(When),
    /// The clause should follow from those clauses.
    From(From),
}

impl Basis {
    /// What the report says if the clause does not hold.
    fn fails(self) -> Facts {
        match self {
            Self::At(when) => Facts::FalseThen(when),
            Self::From(from) => Facts::DoesNotFollow(from),
        }
    }
}

impl Exec<'_> {
    /// Claims that the thread holds the permissions that the assertion demands, and that its facts hold.
    pub fn consume(&mut self, state: &State, assertion: &Assertion, what: What, when: When) {
        self.consume_chunks(state, assertion, what, when);
        let hyps = self.hyps(state);
        self.claim_facts(&hyps, Some(state), &assertion.facts, what, Basis::At(when));
    }

    /// Claims that the thread holds the permissions that the assertion demands.
    pub fn consume_chunks(&mut self, state: &State, assertion: &Assertion, what: What, when: When) {
        self.consume_chunks_at(state, assertion, what, when, None);
    }

    /// Like [`Self::consume_chunks`]; if a loop is given, the claims are about permissions that the loop keeps.
    pub fn consume_chunks_at(
        &mut self,
        state: &State,
        assertion: &Assertion,
        what: What,
        when: When,
        keeper: Option<Node>,
    ) {
        let hyps = self.hyps(state);
        for chunk in &assertion.chunks {
            let (heap, index, amount) = (chunk.heap, &chunk.index, &chunk.amount);
            // A loop, a procedure and an iteration must give back the whole share that they borrowed.
            let met = match what {
                What::InvariantPreserved | What::ProcedurePost | What::ParPost | What::Atomic => {
                    state.held.returns(heap, index, amount)
                }
                _ => state.held.meets(heap, index, amount),
            };
            let goal = term::implies(chunk.guard.clone(), met);
            let facts = keeper.map_or(Facts::NotHeld(when), |_| Facts::NotKept(heap));
            let place = keeper.unwrap_or(chunk.node);
            let mut check = Check::new(what, Why::InsufficientPermission, place, goal.clone(), facts);
            check.related = self.held_clauses(chunk.heap, &state.held);
            check.related.retain(|(node, _)| *node != chunk.node);
            check.help = self.unknown_value(&goal).or_else(|| self.never_held(state, chunk, what));
            let (amount, guard) = (chunk.amount.clone(), chunk.guard.clone());
            // The permission of a family is written inside a `\forall*`.
            let source =
                if chunk.binders.is_empty() { Source::Permission(chunk.node) } else { Source::Family(chunk.node) };
            let missing = MissingPermission { heap: chunk.heap, index: &chunk.index, amount, guard, source };
            check.suspects = self.suspects(Some(state), &missing);
            let index = chunk.index.iter().filter(|i| chunk.binders.is_empty() && !i.args().is_empty());
            check.shown = index.map(|i| Shown { label: Label::Index, term: i.clone(), thread: 1 }).collect();
            let _ = self.claim_held(hyps.clone(), Some(state), check, &state.held, chunk.heap);
        }
        self.sums_met_at(&hyps, Some(state), &state.held, assertion, (what, keeper), Holder::Thread(when));
    }

    /// The advice for a permission that the thread lacks before a loop or at its end, if it may never have had it.
    fn never_held(&self, state: &State, chunk: &Chunk, what: What) -> Option<Help> {
        let forgotten = self.forgotten(chunk.heap, &state.held);
        if what == What::InvariantEntry && forgotten {
            let one = Asserted::Conjunct(chunk.node);
            let clause = if chunk.binders.is_empty() { one } else { Asserted::Family(chunk.node) };
            let edit = Edit::Thread { clause, before: self.cx.space(chunk.heap) == Space::Local };
            return Some(Help::Add(Add { edit, conditional: false, on_purpose: false }));
        }
        if what == What::InvariantEntry {
            return Some(self.where_from(chunk.heap));
        }
        (forgotten && matches!(what, What::Post | What::ProcedurePost)).then_some(Help::NeverHeld)
    }

    /// Claims, for each array, that `holder` holds at each location the sum of what several clauses demand there. With
    /// `demanded` and `balance` for the exact amounts at an arbitrary location, `some_read` for the condition that a
    /// clause demands `read` there, and `lent_read` and `given_read` for `read` that the holder has lent or was given:
    ///
    /// ```text
    /// (demanded ≤ 0  ∨  ¬lent_read ∧ demanded ≤ balance)  ∧  (some_read ⇒ given_read ∨ demanded < balance)
    /// ```
    pub fn sums_met(
        &mut self,
        hyps: &Hyps,
        state: Option<&State>,
        held: &Held,
        assertion: &Assertion,
        what: What,
        holder: Holder,
    ) {
        self.sums_met_at(hyps, state, held, assertion, (what, None), holder);
    }

    /// Like [`Self::sums_met`]; the claims are about the clauses or, if a node is given, about that part of the
    /// program.
    pub fn sums_met_at(
        &mut self,
        hyps: &Hyps,
        state: Option<&State>,
        held: &Held,
        assertion: &Assertion,
        (what, node): (What, Option<Node>),
        holder: Holder,
    ) {
        for heap in self.cx.heaps() {
            let chunks: Vec<_> = assertion.chunks.iter().filter(|c| c.heap == heap).collect();
            let fixed = chunks.iter().filter(|c| matches!(c.amount, Amount::Exact(_))).count();
            let Some(first) = chunks.first() else { continue };
            if chunks.len() < 2 || fixed == 0 {
                continue;
            }
            let x: Vec<Term> = self.cx.fresh_location(heap).iter().map(term::constant).collect();
            let demanded = crate::chunk::exact(chunks.iter().copied(), heap, &x);
            let reader = crate::chunk::reader(chunks.iter().copied(), heap, &x);
            let enough = held.at_least(heap, &x, &demanded);
            let spare = term::or([
                crate::chunk::reader(&held.given, heap, &x),
                term::lt(demanded.clone(), held.balance(heap, &x)),
            ]);
            let nothing = term::le(demanded, term::zero());
            let goal = term::and([term::or([nothing, enough]), term::implies(reader, spare)]);
            let mut hyps = hyps.clone();
            hyps.extend(assertion.chunks.iter().filter_map(|c| c.axiom()).map(|t| Hyp { term: t, node: None }));
            let facts = Facts::TooMuchTogether { heap, holder };
            let check = Check::new(what, Why::InsufficientPermission, node.unwrap_or(first.node), goal, facts);
            let _ = self.claim_held(hyps, state, check, held, heap);
        }
    }

    /// Claims facts one by one. Each claim has the facts before it as hypotheses.
    pub fn claim_facts(&mut self, hyps: &Hyps, state: Option<&State>, facts: &[Fact], what: What, basis: Basis) {
        let mut hyps = hyps.clone();
        for fact in facts {
            let mut by = Substitution::new();
            let goal = open(&mut self.cx.names, &fact.term, &mut by);
            let mut check = Check::new(what, Why::False, fact.node, goal.clone(), basis.fails());
            // Show the arbitrary values for which the fact fails, then the parts of the clause as written.
            let fresh = |t: &Term| t.as_app().filter(|s| s.role() == Role::Skolem && s.params().is_empty()).cloned();
            let values = self.values_of(&goal, state);
            let (opened, values): (Vec<Part>, Vec<Part>) =
                values.into_iter().partition(|v| fresh(&v.shown.term).is_some());
            check.shown = opened.into_iter().map(|p| p.shown).collect();
            check.parts = self.parts_of(&fact.seen, &by, &[], 1);
            check.parts.extend(values);
            check.help = float_equality(&fact.term)
                .or_else(|| self.unknown_value(&goal))
                .or_else(|| self.uninitialised(&goal))
                .or_else(|| (what == What::BarrierTransfer).then_some(Help::SayEnough));
            let _ = self.claim(hyps.clone(), state, check);
            hyps.push(Hyp { term: fact.term.clone(), node: Some(fact.node) });
        }
    }
}

/// Replaces a universal quantifier of a goal by arbitrary values: `∀x. P(x)` holds if `P(c)` holds for a fresh constant
/// `c`. The replacements are recorded in `all`.
pub(crate) fn open(names: &mut term::Names, t: &Term, all: &mut Substitution) -> Term {
    match (t.op(), t.args()) {
        (Op::Quant(b), [body]) if b.universal => {
            let mut by = Substitution::new();
            for x in &b.binders {
                let c = names.fresh(x.shown(), vec![], x.sort(), Role::Skolem);
                by.insert(x, term::constant(&c));
                all.insert(x, term::constant(&c));
            }
            open(names, &term::substitute(body, &by), all)
        }
        (Op::Implies, [a, b]) => term::implies(a.clone(), open(names, b, all)),
        _ => t.clone(),
    }
}

fn float_equality(t: &Term) -> Option<Help> {
    term::any_subterm(t, |s| matches!(s.op(), Op::FloatOp(term::FloatOp::Eq))).then_some(Help::FloatEquality)
}
