//! Well-definedness: an expression reads only what is held, in bounds, divides by no zero, and calls functions where
//! their preconditions hold; a family of permissions names each location once (D6.2 section 5.3.1, "framed").
//!
//! In: what evaluation [`Wanted`]. Out: claims.

use crate::advice::Advice;
use crate::assertion::Assertion;
use crate::chunk::{Amount, Chunk, Held};
use crate::eval::{Evaluator, Need, Wanted};
use crate::exec::{Claim, Exec};
use crate::normalise::linear::Poly;
use crate::obligation::{Hyp, ObligationId, Shown, What, Why};
use crate::state::State;
use crate::taken::Asked;
use crate::term::{self, Op, Role, Symbol, Term};
use ir::Node;
use ir::{Bits, Expr, Heap, Intrinsic};

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
        let mut hyps = hyps;
        for w in wanted {
            self.need(&hyps, Some(state), &held, &w, None);
            hyps.extend(settled(&w));
        }
        value
    }

    /// Claims that an assertion is well defined in a state where `held` frames it: it reads only what is held, in
    /// bounds, and its families name each location once.
    pub fn well_formed(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, assertion: &Assertion) {
        let axioms = assertion.chunks.iter().filter_map(|c| c.axiom().map(|t| Hyp { term: t, node: Some(c.node) }));
        let mut known: Vec<Hyp> = hyps.to_vec();
        known.extend(axioms);
        let upto = |place: usize, known: &[Hyp]| {
            let facts = assertion.facts.iter().filter(|f| f.place < place);
            known.iter().cloned().chain(facts.map(|f| Hyp { term: f.term.clone(), node: Some(f.node) })).collect()
        };
        for (place, w) in &assertion.wanted {
            let hyps: Vec<Hyp> = upto(*place, &known);
            self.need(&hyps, state, held, w, Some(What::WellFormed));
            known.extend(settled(w));
        }
        for w in &assertion.amounts {
            if w.amount.as_real().is_some_and(|r| *r >= dashu::rational::RBig::ZERO) {
                continue;
            }
            let mut hyps: Vec<Hyp> = upto(w.place, &known);
            hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), node: None }));
            let goal = term::le(term::zero(), w.amount.clone());
            let message = "the amount of this permission may be negative";
            let _ = self.claim(hyps, state, Claim::new(What::WellFormed, Why::NegativeAmount, w.node, goal, message));
        }
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty()) {
            let goal = chunk.injective(&mut self.cx.names);
            let message = "this `\\forall*` gives permission to one location more than once";
            let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.node, goal, message);
            claim.help = Some("make the index different for each value of the bound variables".into());
            // The chunk's own axiom would beg the question.
            let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) });
            let all: Vec<Hyp> = hyps.iter().cloned().chain(facts).collect();
            let first = self.claim(all.clone(), state, claim);
            if !chunk.uninterpreted {
                let goal = chunk.inverse_law();
                let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.node, goal, message);
                claim.after.push(first);
                let _ = self.lemma(all, state, claim);
            }
        }
    }

    /// Claims that the inverses in `assertion`, which is `claimed` with other values of the variables, are ones. That its
    /// families name each location once was claimed there for all values; an inverse is guessed from those that it is read
    /// with.
    pub fn inverses_of(&mut self, state: &State, assertion: &Assertion, claimed: &Assertion) {
        let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) });
        let hyps: Vec<Hyp> = self.hyps(state).into_iter().chain(facts).collect();
        let known = |chunk: &Chunk| claimed.chunks.iter().any(|c| c.same_as(chunk) && c.has_inverse_of(chunk));
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty() && !c.uninterpreted && !known(c)) {
            let goal = chunk.inverse_law();
            if goal.is_true() {
                continue;
            }
            let message = "which value of the bound variables a location belongs to is not known here";
            let claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.node, goal, message);
            let _ = self.lemma(hyps.clone(), Some(state), claim);
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
        hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), node: None }));
        match &w.need {
            Need::Bounds { heap, index } => {
                let _ = self.bounds(hyps, state, contract.unwrap_or(What::Load), w, *heap, index);
            }
            Need::Location { heap, index, old } => {
                let what = contract.unwrap_or(What::Load);
                let bounds = self.bounds(hyps.clone(), state, what, w, *heap, index);
                let held = if *old { self.initial.clone() } else { held.clone() };
                let goal = held.positive(*heap, index);
                let why = if contract.is_some() { Why::Unframed } else { Why::InsufficientPermission };
                let advice = if *old {
                    self.no_permission_before(w, *heap)
                } else {
                    self.no_permission(w, *heap, &held, "read")
                };
                let mut claim = self.advised(what, why, w, goal, advice);
                claim.after.push(bounds);
                claim.shown = self.indices(w, index);
                if contract.is_none() && !*old {
                    let text = self.cx.program.quote(w.node);
                    let asked = Asked { heap: *heap, index, amount: Amount::Read, guard: term::bool(true), text };
                    claim.suspects = self.suspects(state, &asked);
                }
                self.claim_unheld(hyps, state, claim, *heap, &held);
            }
            Need::NonZero(divisor) => {
                let zero = if divisor.sort() == term::Sort::REAL { term::zero() } else { term::int(0) };
                let goal = term::ne(divisor.clone(), zero);
                let what = contract.unwrap_or(What::Expr);
                let text = self.cx.program.quote(w.node);
                let message = if text.is_empty() {
                    "the divisor may be zero".to_owned()
                } else {
                    format!("the divisor `{text}` may be zero")
                };
                let mut claim = Claim::new(what, Why::DivisionByZero, w.node, goal.clone(), message);
                claim.help = self.unknown_value(&goal).or_else(|| {
                    (!text.is_empty()).then(|| {
                        let only = if contract.is_some() { "speak of the quotient only" } else { "divide only" };
                        format!("require `{text} != 0`, or {only} where that is known")
                    })
                });
                let _ = self.claim(hyps, state, claim);
            }
            Need::Fits(goal, width, written) => {
                let what = contract.unwrap_or(What::Expr);
                let message = format!("{} may be no value of `{}`", self.called(*written), width.name());
                let mut claim = Claim::new(what, Why::Overflow, w.node, goal.clone(), message);
                claim.help = self.unknown_value(goal).or_else(|| {
                    Some("require that it fits, with `\\fits`; or write `\\wrap`, if it may wrap around".into())
                });
                let _ = self.claim(hyps, state, claim);
            }
            Need::Places(goal, width, written) => {
                let what = contract.unwrap_or(What::Expr);
                let (places, name, bits) = (self.called(*written), width.name(), width.bits);
                let message = format!(
                    "{places} may be no number of places by which a `{name}` is shifted: from 0 to {}",
                    bits - 1
                );
                let mut claim = Claim::new(what, Why::Overflow, w.node, goal.clone(), message);
                claim.help = self.unknown_value(goal);
                claim.help =
                    claim.help.or_else(|| Some(format!("require that {places} is not negative and less than {bits}")));
                let _ = self.claim(hyps, state, claim);
            }
            Need::Unknown(op) => {
                let known = match op {
                    Intrinsic::Bits(Bits::Shl | Bits::Shr, _) => {
                        "known to proofs only by a number of places that is a literal"
                    }
                    Intrinsic::Bits(Bits::And | Bits::Or | Bits::Xor, _) => {
                        "known to proofs only where one side is a literal that is not negative"
                    }
                    Intrinsic::Wrap(_)
                    | Intrinsic::Fits(_)
                    | Intrinsic::Checked(_)
                    | Intrinsic::Quot
                    | Intrinsic::Rem
                    | Intrinsic::Not(_)
                    | Intrinsic::Arith(..)
                    | Intrinsic::Fma(_)
                    | Intrinsic::ToFloat(..)
                    | Intrinsic::ToInt(_) => "not known to proofs yet",
                };
                let message = format!("`{}` is computed in runs, and {known}", op.name());
                let _ = self.unsupported(contract.unwrap_or(What::Expr), w.node, message);
            }
            Need::Precondition { function, requires, old, args } => {
                let called = self.cx.program.functions.get(function.0 as usize);
                let name = called.map_or("?", |f| f.name.name.as_str());
                let held = if *old { self.initial.clone() } else { held.clone() };
                let params = called.map_or(&[][..], |f| f.vars.as_slice()).iter().zip(args);
                let shown: Vec<Shown> =
                    params.map(|(v, t)| Shown::new(format!("{} of `{name}`", v.name.name), t.clone(), 1)).collect();
                for fact in &requires.facts {
                    let message = format!("`{name}` requires something that may not hold in this call");
                    let mut claim = Claim::new(What::CallPre, Why::False, w.node, fact.term.clone(), message);
                    claim.related.push((fact.node, format!("`{name}` requires this of its arguments")));
                    claim.shown.clone_from(&shown);
                    claim.help = self.unknown_value(&fact.term);
                    let _ = self.claim(hyps.clone(), state, claim);
                }
                for chunk in &requires.chunks {
                    let goal = term::implies(chunk.guard.clone(), held.positive(chunk.heap, &chunk.index));
                    let heap = self.cx.array_name(chunk.heap);
                    let message = format!("`{name}` reads a location of `{heap}` here that may not be held");
                    let mut claim = Claim::new(What::CallPre, Why::InsufficientPermission, w.node, goal, message);
                    claim.related.push((chunk.node, format!("`{name}` needs this permission")));
                    claim.shown.clone_from(&shown);
                    let _ = self.claim_held(hyps.clone(), state, claim, &held, chunk.heap);
                }
            }
        }
    }

    /// What is checked, as it is written.
    fn called(&self, written: Node) -> String {
        let text = self.cx.program.quote(written);
        if text.is_empty() {
            "this".to_owned()
        } else {
            format!("`{text}`")
        }
    }

    /// Emits a claim about permission; the first about an array that no contract mentions stands for the others.
    pub fn claim_unheld(&mut self, hyps: Vec<Hyp>, state: Option<&State>, claim: Claim, heap: Heap, held: &Held) {
        let forgotten = self.forgotten(heap, held);
        let id = self.claim_held(hyps, state, claim, held, heap);
        if forgotten {
            let _ = self.unheld.entry(heap).or_insert(id);
        }
    }

    /// A claim about a location with advice.
    pub fn advised(&self, what: What, why: Why, w: &Wanted, goal: Term, advice: Advice) -> Claim {
        let mut claim = Claim::new(what, why, w.node, goal, advice.message);
        claim.help = Some(advice.help);
        claim.related = advice.related;
        claim.after.extend(advice.after);
        claim
    }

    /// The values of indices, by their text.
    pub fn indices(&self, w: &Wanted, index: &[Term]) -> Vec<Shown> {
        let mut out = Vec::new();
        for (n, i) in index.iter().enumerate() {
            let text = w.at.get(n).map(|s| self.cx.program.quote(*s)).unwrap_or_default();
            let label = if text.is_empty() { term::show(i) } else { text };
            if i.as_int().is_none() && !(out.iter().any(|s: &Shown| s.label == label)) {
                out.push(Shown::new(label, i.clone(), 1));
            }
        }
        out
    }

    /// Claims that an index is inside its array.
    pub fn bounds(
        &mut self,
        hyps: Vec<Hyp>,
        state: Option<&State>,
        what: What,
        w: &Wanted,
        heap: Heap,
        index: &[Term],
    ) -> ObligationId {
        let goal = self.cx.in_bounds(heap, index);
        let lengths: Vec<String> = self.cx.lengths_of(heap).iter().map(term::show).collect();
        let several = lengths.len() > 1;
        let message = format!(
            "the {} of {} may be outside the array, which has length {}",
            if several { "indices" } else { "index" },
            self.quoted(w.node, heap),
            lengths.join(" by ")
        );
        let code = matches!(what, What::Load | What::Store);
        let dims = self.cx.array(heap).map_or(&[][..], |a| &a.dims);
        let quote = |s: ir::Node| self.cx.program.quote(s);
        let places = w.at.iter().zip(index).zip(dims.iter().zip(self.cx.lengths_of(heap)));
        let beyond = places.clone().any(|((_, i), (_, n))| is_beyond(i, n));
        let conditions = places.map(|((at, i), (n, _))| inside(&quote(*at), may_be_negative(i), &quote(n.node)));
        let conditions: Vec<String> = conditions.collect();
        let mut claim = Claim::new(what, Why::OutOfBounds, w.node, goal.clone(), message);
        claim.help = match lengths.as_slice() {
            [length] if beyond => Some(format!(
                "the array has `{length}` elements, numbered from 0: make it longer, or the index smaller"
            )),
            _ => self.in_bounds_help(&goal, code, &conditions),
        };
        claim.shown = self.indices(w, index);
        claim.heap = Some(heap);
        self.claim(hyps, state, claim)
    }
}

/// What later parts of the same expression may rely on: it was claimed before them.
fn settled(w: &Wanted) -> Option<Hyp> {
    match &w.need {
        Need::NonZero(divisor) if divisor.sort() == term::Sort::INT => {
            let nonzero = term::ne(divisor.clone(), term::int(0));
            Some(Hyp { term: term::implies(term::and(w.under.iter().cloned()), nonzero), node: None })
        }
        Need::Fits(fits, ..) | Need::Places(fits, ..) => {
            Some(Hyp { term: term::implies(term::and(w.under.iter().cloned()), fits.clone()), node: None })
        }
        Need::NonZero(_)
        | Need::Unknown(_)
        | Need::Bounds { .. }
        | Need::Location { .. }
        | Need::Precondition { .. } => None,
    }
}

/// Whether the index is behind the last element, whatever the values are.
fn is_beyond(index: &Term, length: &Term) -> bool {
    Poly::difference(index, length).as_constant().is_some_and(|c| c >= dashu::rational::RBig::ZERO)
}

/// Whether an index is more than a sum of positions, sizes and counters.
fn may_be_negative(index: &Term) -> bool {
    let launch = |s: &Symbol| !matches!(s.role(), Role::Scalar | Role::Function(_));
    let read = |t: &Term| matches!(t.op(), Op::Select);
    let negative = Poly::of(index).monomials().any(|(_, c)| *c < dashu::rational::RBig::ZERO);
    negative || term::any_subterm(index, read) || !term::free_symbols(index).iter().all(launch)
}

/// The condition that an index must satisfy; the lower bound only where it may be missed.
fn inside(index: &str, negative: bool, length: &str) -> String {
    if negative || index.contains('-') {
        format!("0 <= {index} && {index} < {length}")
    } else {
        format!("{index} < {length}")
    }
}
