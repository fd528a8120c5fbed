//! Consuming an assertion: the thread holds what it demands, and its facts hold.
//!
//! In: a state and an assertion. Out: claims, one a conjunct, so that the failing one is known.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Amount, Held};
use crate::exec::{Claim, Exec};
use crate::obligation::{Hyp, What, Why};
use crate::state::State;
use crate::syntactic;
use crate::term::{self, Op, Role, Term};

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
            let goal = term::implies(chunk.guard.clone(), state.held.meets(chunk.array, &chunk.index, &chunk.amount));
            let message = format!("the thread may not hold this permission {hint}");
            let _ = self.claim(
                hyps.clone(),
                Some(state),
                Claim::new(what, Why::InsufficientPermission, chunk.span, goal, message),
            );
        }
        self.sums_met(&hyps, Some(state), &state.held, assertion, what, hint);
    }

    /// Claims that clauses about one location are met together.
    pub fn sums_met(
        &mut self,
        hyps: &[Hyp],
        state: Option<&State>,
        held: &Held,
        assertion: &Assertion,
        what: What,
        hint: &str,
    ) {
        for array in self.cx.arrays() {
            let chunks: Vec<_> = assertion.chunks.iter().filter(|c| c.array == array).collect();
            let fixed = chunks.iter().filter(|c| matches!(c.amount, Amount::Exact(_))).count();
            let Some(first) = chunks.first() else { continue };
            if chunks.len() < 2 || fixed == 0 {
                continue;
            }
            let x: Vec<Term> = self.cx.fresh_location(array).iter().map(term::constant).collect();
            let wanted = crate::chunk::exact(chunks.iter().copied(), array, &x);
            let reader = crate::chunk::reader(chunks.iter().copied(), array, &x);
            let enough = held.at_least(array, &x, &wanted);
            let spare = term::or([
                crate::chunk::reader(&held.given, array, &x),
                term::lt(wanted.clone(), held.balance(array, &x)),
            ]);
            let nothing = term::le(wanted, term::zero());
            let goal = term::and([term::or([nothing, enough]), term::implies(reader, spare)]);
            let mut hyps = hyps.to_vec();
            hyps.extend(assertion.chunks.iter().filter_map(|c| c.axiom()).map(|t| Hyp { term: t, span: None }));
            let message = format!(
                "the permissions for `{}` together may be more than the thread holds {hint}",
                self.cx.array_name(array)
            );
            let _ = self.claim(hyps, state, Claim::new(what, Why::InsufficientPermission, first.span, goal, message));
        }
    }

    /// Whether the kernel has a loop or a barrier, behind which less is known.
    fn forgets(&self) -> bool {
        self.cx.kernel.is_some_and(|k| syntactic::has_barrier(&k.body) || syntactic::has_loop(&k.body))
    }

    /// Claims facts one by one, each with those before it as hypotheses.
    pub fn claim_facts(&mut self, hyps: &[Hyp], state: Option<&State>, facts: &[Fact], what: What, hint: &str) {
        let mut hyps = hyps.to_vec();
        for fact in facts {
            let message = format!("this may not hold {hint}");
            let goal = open(&mut self.cx.names, &fact.term);
            let mut claim = Claim::new(what, Why::False, fact.span, goal.clone(), message);
            claim.shown = self.values_of(&goal, state);
            claim.help = float_equality(&fact.term).or_else(|| self.forgets().then(|| known_here(what)).flatten());
            let _ = self.claim(hyps.clone(), state, claim);
            hyps.push(Hyp { term: fact.term.clone(), span: Some(fact.span) });
        }
    }
}

/// A goal about all is a goal about an arbitrary one: `∀x. P(x)` holds if `P(c)` does for a new `c`.
fn open(names: &mut term::Names, t: &Term) -> Term {
    match (t.op(), t.args()) {
        (Op::Quant(b), [body]) if b.universal => {
            let mut by = term::Substitution::new();
            for x in &b.binders {
                let c = names.fresh(x.shown(), vec![], x.sort(), Role::Skolem);
                by.insert(x, term::constant(&c));
            }
            open(names, &term::substitute(body, &by))
        }
        (Op::Implies, [a, b]) => term::implies(a.clone(), open(names, b)),
        _ => t.clone(),
    }
}

/// What a person may have overlooked where a fact does not follow.
fn known_here(what: What) -> Option<String> {
    let text = match what {
        What::InvariantPreserved => "at the head of the loop only its invariants are known: of what the body changes, nothing else",
        What::InvariantEntry => "the invariant must also hold before the first iteration",
        What::BarrierTransfer => "behind a barrier a thread knows what all threads promise in `requires` about memory that the barrier fences, and what it held before",
        What::Post | What::Assert => "behind a loop only its invariants and its condition are known, behind a barrier only its `ensures` and what the thread held all the time",
        What::WellFormed | What::Vacuous | What::KernelResources | What::GroupResources | What::KernelPre
        | What::GroupPre | What::KernelPost | What::GroupPost | What::Load | What::Store | What::Expr | What::BarrierPre
        | What::BarrierRedistribution | What::BarrierUniform | What::CallPre | What::FunctionPost | What::Termination => return None,
    };
    Some(text.into())
}

fn float_equality(t: &Term) -> Option<String> {
    term::any_subterm(t, |s| matches!(s.op(), Op::FloatOp(term::FloatOp::Eq))).then(|| {
        "`==` on floats is IEEE equality, which is false for NaN; `===` says that two floats are the same value".into()
    })
}
