//! Consuming an assertion: the thread holds what it demands, and its facts hold.
//!
//! In: a state and an assertion. Out: claims, one a conjunct, so that the failing one is known.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Amount, Held};
use crate::exec::{Claim, Exec};
use crate::obligation::{Hyp, Part, Shown, What, Why};
use crate::state::State;
use crate::taken::Asked;
use crate::term::{self, Op, Role, Substitution, Term};

impl Exec<'_> {
    /// Claims that the thread holds what an assertion demands, and that its facts hold.
    pub fn consume(&mut self, state: &State, assertion: &Assertion, what: What, hint: &str) {
        self.consume_chunks(state, assertion, what, hint);
        let hyps = self.hyps(state);
        self.claim_facts(&hyps, Some(state), &assertion.facts, what, hint);
    }

    /// Claims that the thread holds what an assertion demands.
    pub fn consume_chunks(&mut self, state: &State, assertion: &Assertion, what: What, hint: &str) {
        let hyps = self.hyps(state);
        for chunk in &assertion.chunks {
            let goal = term::implies(chunk.guard.clone(), state.held.meets(chunk.heap, &chunk.index, &chunk.amount));
            let message = format!("the thread may not hold this permission {hint}");
            let mut claim = Claim::new(what, Why::InsufficientPermission, chunk.node, goal.clone(), message);
            claim.related = self.held_clauses(chunk.heap, &state.held);
            claim.related.retain(|(node, _)| *node != chunk.node);
            claim.help = self
                .unknown_value(&goal)
                .or_else(|| (what == What::InvariantEntry).then(|| self.where_from(chunk.heap)));
            let (amount, guard) = (chunk.amount.clone(), chunk.guard.clone());
            let text = self.cx.program.quote(chunk.node);
            // The permission of a family stands inside its quantifier.
            let text = if chunk.binders.is_empty() { text } else { format!("(\\forall* …; {text})") };
            let asked = Asked { heap: chunk.heap, index: &chunk.index, amount, guard, text };
            claim.suspects = self.suspects(Some(state), &asked);
            let index = chunk.index.iter().filter(|i| chunk.binders.is_empty() && !i.args().is_empty());
            claim.shown = index.map(|i| Shown::new("index", i.clone(), 1)).collect();
            let _ = self.claim_held(hyps.clone(), Some(state), claim, &state.held, chunk.heap);
        }
        self.sums_met(&hyps, Some(state), &state.held, assertion, what, &format!("the thread holds {hint}"));
    }

    /// Claims that clauses about one location are met together, by what `owner` names: `the thread holds here`.
    pub fn sums_met(
        &mut self,
        hyps: &[Hyp],
        state: Option<&State>,
        held: &Held,
        assertion: &Assertion,
        what: What,
        owner: &str,
    ) {
        for heap in self.cx.heaps() {
            let chunks: Vec<_> = assertion.chunks.iter().filter(|c| c.heap == heap).collect();
            let fixed = chunks.iter().filter(|c| matches!(c.amount, Amount::Exact(_))).count();
            let Some(first) = chunks.first() else { continue };
            if chunks.len() < 2 || fixed == 0 {
                continue;
            }
            let x: Vec<Term> = self.cx.fresh_location(heap).iter().map(term::constant).collect();
            let wanted = crate::chunk::exact(chunks.iter().copied(), heap, &x);
            let reader = crate::chunk::reader(chunks.iter().copied(), heap, &x);
            let enough = held.at_least(heap, &x, &wanted);
            let spare = term::or([
                crate::chunk::reader(&held.given, heap, &x),
                term::lt(wanted.clone(), held.balance(heap, &x)),
            ]);
            let nothing = term::le(wanted, term::zero());
            let goal = term::and([term::or([nothing, enough]), term::implies(reader, spare)]);
            let mut hyps = hyps.to_vec();
            hyps.extend(assertion.chunks.iter().filter_map(|c| c.axiom()).map(|t| Hyp { term: t, node: None }));
            let message =
                format!("the permissions for `{}` together may be more than {owner}", self.cx.array_name(heap));
            let claim = Claim::new(what, Why::InsufficientPermission, first.node, goal, message);
            let _ = self.claim_held(hyps, state, claim, held, heap);
        }
    }

    /// Claims facts one by one, each with those before it as hypotheses.
    pub fn claim_facts(&mut self, hyps: &[Hyp], state: Option<&State>, facts: &[Fact], what: What, hint: &str) {
        let mut hyps = hyps.to_vec();
        for fact in facts {
            let message = match hint.strip_prefix("by ") {
                Some(from) => format!("{} may not follow from {from}", subject(what)),
                None => format!("{} may not hold {hint}", subject(what)),
            };
            let mut by = Substitution::new();
            let goal = open(&mut self.cx.names, &fact.term, &mut by);
            let mut claim = Claim::new(what, Why::False, fact.node, goal.clone(), message);
            // The arbitrary values for which it fails, then the parts of the clause as written.
            let fresh = |t: &Term| t.as_app().filter(|s| s.role() == Role::Skolem && s.params().is_empty()).cloned();
            let values = self.values_of(&goal, state);
            let (opened, values): (Vec<Part>, Vec<Part>) =
                values.into_iter().partition(|v| fresh(&v.shown.term).is_some());
            claim.shown = opened.into_iter().map(|p| p.shown).collect();
            claim.parts = self.parts_of(&fact.seen, &by, &[], 1);
            let new = |v: &Part| claim.parts.iter().all(|p| p.shown.term != v.shown.term);
            let more: Vec<Part> = values.into_iter().filter(new).collect();
            claim.parts.extend(more);
            claim.help = float_equality(&fact.term)
                .or_else(|| self.unknown_value(&goal))
                .or_else(|| self.uninitialised(&goal))
                .or_else(|| (what == What::BarrierTransfer).then(|| TRANSFER.to_owned()));
            let _ = self.claim(hyps.clone(), state, claim);
            hyps.push(Hyp { term: fact.term.clone(), node: Some(fact.node) });
        }
    }
}

/// A goal about all is a goal about an arbitrary one: `∀x. P(x)` holds if `P(c)` does for a new `c`.
fn open(names: &mut term::Names, t: &Term, all: &mut Substitution) -> Term {
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

/// What a clause is called, where it may not hold.
fn subject(what: What) -> &'static str {
    match what {
        What::Post => "the postcondition",
        What::Assert => "the assertion",
        What::Atomic => "the atomic",
        What::InvariantEntry | What::InvariantPreserved => "the loop invariant",
        What::BarrierPre => "what the barrier requires",
        What::BarrierTransfer => "what the barrier ensures",
        What::KernelPre | What::GroupPre => "this precondition",
        What::KernelPost => "the kernel's postcondition",
        What::GroupPost => "the group's postcondition",
        What::FunctionPost => "the function's postcondition",
        What::WellFormed
        | What::Vacuous
        | What::KernelResources
        | What::GroupResources
        | What::Load
        | What::Store
        | What::Expr
        | What::BarrierRedistribution
        | What::BarrierUniform
        | What::CallPre
        | What::Termination => "this",
    }
}

/// What a person may have overlooked where a promise of a barrier does not follow.
const TRANSFER: &str = "a thread that leaves a barrier knows what every thread promised in its `requires` about memory that the barrier fences, and what it held itself: does `requires` say enough?";

fn float_equality(t: &Term) -> Option<String> {
    term::any_subterm(t, |s| matches!(s.op(), Op::FloatOp(term::FloatOp::Eq))).then(|| {
        "`==` on floats is IEEE equality, which is false for NaN; `===` says that two floats are the same value".into()
    })
}
