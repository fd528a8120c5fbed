//! Well-definedness: an expression reads only what is held, in bounds, divides by no zero, and calls functions where
//! their preconditions hold; a family of permissions names each location once (D6.2 section 5.3.1, "framed").
//!
//! In: what evaluation [`Wanted`]. Out: claims.

use crate::assertion::Assertion;
use crate::chunk::Held;
use crate::eval::{Evaluator, Need, Wanted};
use crate::exec::{Claim, Exec};
use crate::obligation::{Hyp, Shown, What, Why};
use crate::state::State;
use crate::term::{self, Term};
use syntax::span::Span;
use syntax::typed::{ArrayId, Expr};

impl Exec<'_> {
    /// Evaluates an expression of the code and claims what it needs.
    pub fn eval(&mut self, state: &mut State, e: &Expr) -> Term {
        let env = state.env(&self.old);
        let mut ev = Evaluator::new(&mut self.cx, self.vars, env);
        let value = ev.eval(e);
        let wanted = std::mem::take(&mut ev.wanted);
        // A variable without initial value gets one when it is first read.
        state.store = ev.env.store.clone();
        let hyps = self.hyps(state);
        let held = state.held.clone();
        for w in wanted {
            self.need(&hyps, Some(state), &held, &w, None);
        }
        value
    }

    /// Claims that an assertion is well defined in a state where `held` frames it: it reads only what is held, in
    /// bounds, and its families name each location once.
    pub fn well_formed(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, assertion: &Assertion) {
        let axioms = assertion.chunks.iter().filter_map(|c| c.axiom().map(|t| Hyp { term: t, span: Some(c.span) }));
        let mut known: Vec<Hyp> = hyps.to_vec();
        known.extend(axioms);
        let upto = |place: usize, known: &[Hyp]| {
            let facts = assertion.facts.iter().filter(|f| f.place < place);
            known.iter().cloned().chain(facts.map(|f| Hyp { term: f.term.clone(), span: Some(f.span) })).collect()
        };
        for (place, w) in &assertion.wanted {
            let hyps: Vec<Hyp> = upto(*place, &known);
            self.need(&hyps, state, held, w, Some(What::WellFormed));
        }
        for w in &assertion.amounts {
            if w.amount.as_real().is_some_and(|r| *r >= dashu::rational::RBig::ZERO) {
                continue;
            }
            let mut hyps: Vec<Hyp> = upto(w.place, &known);
            hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), span: None }));
            let goal = term::le(term::zero(), w.amount.clone());
            let message = "the amount of this permission may be negative";
            let _ = self.claim(hyps, state, Claim::new(What::WellFormed, Why::NegativeAmount, w.span, goal, message));
        }
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty()) {
            let goal = chunk.injective(&mut self.cx.names);
            let message = "this `\\forall*` gives permission to one location more than once";
            let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.span, goal, message);
            claim.help = Some("make the index different for each value of the bound variables".into());
            // The chunk's own axiom would beg the question.
            let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), span: Some(f.span) });
            let all: Vec<Hyp> = hyps.iter().cloned().chain(facts).collect();
            let name = self.claim(all.clone(), state, claim);
            if !chunk.uninterpreted {
                let goal = chunk.inverse_law().unwrap_or_else(|| term::bool(false));
                let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.span, goal, message);
                claim.after.push(name);
                let _ = self.lemma(all, state, claim);
            }
        }
    }

    /// Claims a need of an expression that may read nothing.
    pub fn need_in_contract(&mut self, hyps: &[Hyp], w: &Wanted) {
        self.need(hyps, None, &Held::default(), w, Some(What::WellFormed));
    }

    /// Claims a need of an expression that is framed by `held`.
    pub fn need_framed(&mut self, hyps: &[Hyp], held: &Held, w: &Wanted) {
        self.need(hyps, None, held, w, Some(What::WellFormed));
    }

    /// Claims one need. `contract` says that it stands in an assertion, not in code.
    fn need(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, w: &Wanted, contract: Option<What>) {
        let mut hyps = hyps.to_vec();
        hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), span: None }));
        match &w.need {
            Need::Bounds { array, index } => {
                drop(self.bounds(hyps, state, contract.unwrap_or(What::Load), w.span, *array, index))
            }
            Need::Location { array, index, old } => {
                let what = contract.unwrap_or(What::Load);
                let bounds = self.bounds(hyps.clone(), state, what, w.span, *array, index);
                let held = if *old { self.initial.clone() } else { held.clone() };
                let goal = held.positive(*array, index);
                let why = if contract.is_some() { Why::Unframed } else { Why::InsufficientPermission };
                let name = self.cx.array_name(*array);
                let message = match (contract.is_some(), *old) {
                    (_, true) => {
                        format!("`\\old` reads `{name}` here without permission for it at the start of the kernel")
                    }
                    (true, _) => {
                        format!("this reads `{name}` at a location for which the contract itself gives no permission")
                    }
                    (false, _) => format!("the thread may have no permission to read this location of `{name}`"),
                };
                let mut claim = Claim::new(what, why, w.span, goal, message);
                claim.after.push(bounds);
                claim.help = Some(if contract.is_some() {
                    format!("add `Perm({name}[…], read)` (or more) for this location to the same contract")
                } else {
                    format!("reading needs a permission for it in the contract, the loop invariant or the last barrier's `ensures`; if another thread writes `{name}` here, a barrier is missing")
                });
                let _ = self.claim(hyps, state, claim);
            }
            Need::NonZero(divisor) => {
                let zero = if divisor.sort() == term::Sort::REAL { term::zero() } else { term::int(0) };
                let goal = term::ne(divisor.clone(), zero);
                let what = contract.unwrap_or(What::Expr);
                let claim = Claim::new(what, Why::DivisionByZero, w.span, goal, "the divisor may be zero");
                let _ = self.claim(hyps, state, claim);
            }
            Need::Precondition { function, requires, old, .. } => {
                let name = self.cx.program.functions.get(function.0 as usize).map_or("?", |f| f.name.name.as_str());
                let held = if *old { self.initial.clone() } else { held.clone() };
                for fact in &requires.facts {
                    let message = format!("a precondition of `{name}` may not hold in this call");
                    let mut claim = Claim::new(What::CallPre, Why::False, w.span, fact.term.clone(), message);
                    claim.related.push((fact.span, "this precondition".into()));
                    let _ = self.claim(hyps.clone(), state, claim);
                }
                for chunk in &requires.chunks {
                    let goal = term::implies(chunk.guard.clone(), held.positive(chunk.array, &chunk.index));
                    let message = format!("`{name}` reads a location here that may not be held");
                    let mut claim = Claim::new(What::CallPre, Why::InsufficientPermission, w.span, goal, message);
                    claim.related.push((chunk.span, "it needs this permission".into()));
                    let _ = self.claim(hyps.clone(), state, claim);
                }
            }
        }
    }

    /// Claims that an index is inside its array.
    pub fn bounds(
        &mut self,
        hyps: Vec<Hyp>,
        state: Option<&State>,
        what: What,
        span: Span,
        array: ArrayId,
        index: &[Term],
    ) -> String {
        let goal = self.cx.in_bounds(array, index);
        let lengths: Vec<String> = self.cx.lengths_of(array).iter().map(term::show).collect();
        let message = format!(
            "the index may be outside `{}`, which has length {}",
            self.cx.array_name(array),
            lengths.join(" by ")
        );
        let mut claim = Claim::new(what, Why::OutOfBounds, span, goal, message);
        claim.shown = index.iter().map(|i| Shown { label: term::show(i), term: i.clone(), thread: 1 }).collect();
        self.claim(hyps, state, claim)
    }
}
