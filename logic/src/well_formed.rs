//! Well-definedness: an expression reads only locations that are held and in bounds, divides by no zero, and calls
//! functions where their preconditions hold; a family of permissions names each location once. D6.2 section 5.3.1 calls
//! assertions with this property "framed".
//!
//! In: the [`Requirement`]s that evaluation collects. Out: claims.

use crate::advice::Advice;
use crate::assertion::Assertion;
use crate::chunk::{Amount, Chunk, Held};
use crate::context::PrivateArray;
use crate::eval::Evaluator;
use crate::exec::{Claim, Exec};
use crate::finding::{Access, Facts, Help, Inside, Label, Related, Shown};
use crate::function::requires_at;
use crate::need::{Env, Index, Need, Requirement};
use crate::normalise::linear::Poly;
use crate::obligation::{Hyp, ObligationId, What, Why};
use crate::state::State;
use crate::suspects::{MissingPermission, Source};
use crate::term::{self, Op, Role, Symbol, Term};
use ir::Node;
use ir::{Expr, Heap, Moment, VarDecl, VarId};

impl Exec<'_> {
    /// Evaluates an expression of the code, and claims what the expression needs to be well defined.
    pub fn eval(&mut self, state: &mut State, e: &Expr) -> Term {
        let env = state.env(&self.old);
        let mut ev = Evaluator::new(&mut self.cx, self.vars, env);
        let value = ev.eval(e);
        let requirements = std::mem::take(&mut ev.requirements);
        // A variable without initial value gets an arbitrary one when it is first read.
        state.store = ev.env.store.clone();
        let hyps = self.hyps(state);
        let held = state.held.clone();
        let mut hyps = hyps;
        for w in requirements {
            self.need(&hyps, Some(state), &held, &w, None);
            hyps.extend(settled(&w));
        }
        value
    }

    /// Claims that an assertion is well defined, where `held` frames it: it reads only what is held and in bounds, and
    /// its families name each location once.
    pub fn well_formed(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, assertion: &Assertion) {
        let axioms = assertion.chunks.iter().filter_map(|c| c.axiom().map(|t| Hyp { term: t, node: Some(c.node) }));
        let mut known: Vec<Hyp> = hyps.to_vec();
        known.extend(axioms);
        let upto = |place: usize, known: &[Hyp]| {
            let facts = assertion.facts.iter().filter(|f| f.place < place);
            known.iter().cloned().chain(facts.map(|f| Hyp { term: f.term.clone(), node: Some(f.node) })).collect()
        };
        for (place, w) in &assertion.requirements {
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
            let claim = Claim::new(What::WellFormed, Why::NegativeAmount, w.node, goal, Facts::NegativeAmount);
            let _ = self.claim(hyps, state, claim);
        }
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty()) {
            let goal = chunk.injective(&mut self.cx.names);
            let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::NamedTwice);
            claim.help = Some(Help::TellApart);
            // The axiom of the chunk itself is left out, because it states what is claimed here.
            let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) });
            let all: Vec<Hyp> = hyps.iter().cloned().chain(facts).collect();
            let first = self.claim(all.clone(), state, claim);
            if !chunk.uninterpreted {
                let goal = chunk.inverse_law();
                let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::NamedTwice);
                claim.after.push(first);
                let _ = self.lemma(all, state, claim);
            }
        }
    }

    /// Claims that the inverses in `assertion` are inverses. `claimed` is the same assertion for other values of the
    /// variables, of which it was claimed that its families name each location once. Only the inverses are new, because
    /// they are guessed anew for each reading.
    pub fn inverses_of(&mut self, state: &State, assertion: &Assertion, claimed: &Assertion) {
        let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) });
        let hyps: Vec<Hyp> = self.hyps(state).into_iter().chain(facts).collect();
        let known = |chunk: &Chunk| claimed.chunks.iter().any(|c| c.same_as(chunk) && c.has_inverse_of(chunk));
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty() && !c.uninterpreted && !known(c)) {
            let goal = chunk.inverse_law();
            if goal.is_true() {
                continue;
            }
            let claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::MemberUnknown);
            let _ = self.lemma(hyps.clone(), Some(state), claim);
        }
    }

    /// The permissions that frame an expression about the given moment.
    fn held_at(&self, moment: Option<Moment>, state: Option<&State>, now: &Held) -> Held {
        match moment {
            None => now.clone(),
            Some(Moment::Start) => self.initial.clone(),
            Some(Moment::Label(label)) => {
                state.and_then(|s| s.marks.get(&label)).map(|then| then.held.clone()).unwrap_or_default()
            }
        }
    }

    /// Claims a requirement of an expression that may read no memory.
    pub fn need_in_contract(&mut self, hyps: &[Hyp], w: &Requirement) {
        self.need(hyps, None, &Held::default(), w, Some(What::WellFormed));
    }

    /// Claims a requirement of an expression that is framed by `held`.
    pub fn need_framed(&mut self, hyps: &[Hyp], held: &Held, w: &Requirement) {
        self.need(hyps, None, held, w, Some(What::WellFormed));
    }

    /// Claims one requirement. `contract` is given if the expression is part of an assertion and not of code.
    fn need(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, w: &Requirement, contract: Option<What>) {
        let mut hyps = hyps.to_vec();
        hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), node: None }));
        match &w.need {
            Need::Bounds { heap, index } => {
                let _ = self.bounds(hyps, state, contract.unwrap_or(What::Load), w, *heap, index);
            }
            Need::Location { heap, index, moment } => {
                let what = contract.unwrap_or(What::Load);
                let bounds = self.bounds(hyps.clone(), state, what, w, *heap, index);
                let held = self.held_at(*moment, state, held);
                let goal = held.positive(*heap, index);
                let why = if contract.is_some() { Why::Unframed } else { Why::InsufficientPermission };
                let advice = if moment.is_some() {
                    self.no_permission_before(w, *heap)
                } else {
                    self.no_permission(w, *heap, &held, Access::Read)
                };
                let mut claim = self.advised(what, why, w, goal, advice);
                claim.after.push(bounds);
                claim.shown = self.indices(w, index);
                if contract.is_none() && moment.is_none() {
                    let source = Source::Location(w.node);
                    let missing =
                        MissingPermission { heap: *heap, index, amount: Amount::Read, guard: term::bool(true), source };
                    claim.suspects = self.suspects(state, &missing);
                }
                self.claim_unheld(hyps, state, claim, *heap, &held);
            }
            Need::NonZero(divisor) => {
                let zero = if divisor.sort() == term::Sort::REAL { term::zero() } else { term::int(0) };
                let goal = term::ne(divisor.clone(), zero);
                let what = contract.unwrap_or(What::Expr);
                let facts = Facts::ZeroDivisor { divisor: w.node };
                let mut claim = Claim::new(what, Why::DivisionByZero, w.node, goal.clone(), facts);
                let not_zero = Help::NotZero { divisor: w.node, assertion: contract.is_some() };
                claim.help = self.unknown_value(&goal).or(Some(not_zero));
                let _ = self.claim(hyps, state, claim);
            }
            Need::Fits(goal, width, written) => {
                let what = contract.unwrap_or(What::Expr);
                let facts = Facts::NoValue { written: *written, width: *width };
                let mut claim = Claim::new(what, Why::Overflow, w.node, goal.clone(), facts);
                claim.help = self.unknown_value(goal).or(Some(Help::Fit));
                let _ = self.claim(hyps, state, claim);
            }
            Need::Places(goal, width, written) => {
                let what = contract.unwrap_or(What::Expr);
                let (written, width) = (*written, *width);
                let facts = Facts::NoPlaces { written, width };
                let mut claim = Claim::new(what, Why::Overflow, w.node, goal.clone(), facts);
                claim.help = self.unknown_value(goal).or(Some(Help::FewPlaces { written, width }));
                let _ = self.claim(hyps, state, claim);
            }
            Need::Finite(goal, written) => {
                let what = contract.unwrap_or(What::Expr);
                let facts = Facts::NotFinite { written: *written };
                let mut claim = Claim::new(what, Why::Overflow, w.node, goal.clone(), facts);
                claim.help = self.unknown_value(goal).or(Some(Help::Bound { written: *written }));
                let _ = self.claim(hyps, state, claim);
            }
            Need::Precondition { function, args, memory, moment } => {
                let requires = requires_at(&mut self.cx, *function, args, memory);
                let called = self.cx.program.functions.get(function.0 as usize);
                let held = self.held_at(*moment, state, held);
                let params = (0..called.map_or(0, |f| f.vars.len())).map(|n| VarId(n as u32)).zip(args);
                let label = |parameter| Label::Argument { function: *function, parameter };
                let shown: Vec<Shown> =
                    params.map(|(v, t)| Shown { label: label(v), term: t.clone(), thread: 1 }).collect();
                for fact in &requires.facts {
                    let facts = Facts::CallRequires(*function);
                    let mut claim = Claim::new(What::CallPre, Why::False, w.node, fact.term.clone(), facts);
                    claim.related.push((fact.node, Related::Requires(*function)));
                    claim.shown.clone_from(&shown);
                    claim.help = self.unknown_value(&fact.term);
                    let _ = self.claim(hyps.clone(), state, claim);
                }
                for chunk in &requires.chunks {
                    let goal = term::implies(chunk.guard.clone(), held.positive(chunk.heap, &chunk.index));
                    let facts = Facts::CallReads { function: *function, heap: chunk.heap };
                    let mut claim = Claim::new(What::CallPre, Why::InsufficientPermission, w.node, goal, facts);
                    claim.related.push((chunk.node, Related::Needs(*function)));
                    claim.shown.clone_from(&shown);
                    let _ = self.claim_held(hyps.clone(), state, claim, &held, chunk.heap);
                }
            }
        }
    }

    /// Emits a claim about permission. If no contract mentions the array, later claims about it are not reported beside
    /// this one.
    pub fn claim_unheld(&mut self, hyps: Vec<Hyp>, state: Option<&State>, claim: Claim, heap: Heap, held: &Held) {
        let forgotten = self.forgotten(heap, held);
        let id = self.claim_held(hyps, state, claim, held, heap);
        if forgotten {
            let _ = self.unheld.entry(heap).or_insert(id);
        }
    }

    /// A claim about a location, with its advice.
    pub fn advised(&self, what: What, why: Why, w: &Requirement, goal: Term, advice: Advice) -> Claim {
        let mut claim = Claim::new(what, why, w.node, goal, advice.facts);
        claim.help = Some(advice.help);
        claim.related = advice.related;
        claim.after.extend(advice.after);
        claim
    }

    /// The values of the indices that are not literals, to show in a counterexample.
    pub fn indices(&self, w: &Requirement, index: &[Term]) -> Vec<Shown> {
        let written = w.at.iter().map(|at| at.node).chain(std::iter::repeat(Node::default()));
        let unknown = index.iter().zip(written).filter(|(i, _)| i.as_int().is_none());
        let show = |(i, node): (&Term, Node)| Shown {
            label: Label::Written { node, index: i.clone() },
            term: i.clone(),
            thread: 1,
        };
        unknown.map(show).collect()
    }

    /// Claims that a location is inside its array.
    pub fn bounds(
        &mut self,
        hyps: Vec<Hyp>,
        state: Option<&State>,
        what: What,
        w: &Requirement,
        heap: Heap,
        index: &[Term],
    ) -> ObligationId {
        let goal = self.cx.in_bounds(heap, index);
        let lengths = self.cx.lengths_of(heap).to_vec();
        let dims = self.cx.array(heap).map_or(&[][..], |a| &a.dims);
        let places = w.at.iter().zip(index).zip(dims.iter().zip(&lengths));
        let beyond = places.clone().any(|((_, i), (_, n))| is_beyond(i, n));
        let inside = |((at, i), (n, _)): ((&Index, &Term), (&Expr, &Term))| Inside {
            index: at.node,
            negative: at.subtracts || may_be_negative(i),
            length: n.node,
        };
        let indices: Vec<Inside> = places.map(inside).collect();
        let help = match lengths.as_slice() {
            [length] if beyond => Some(Help::BeyondEnd { length: length.clone() }),
            _ => {
                let code = matches!(what, What::Load | What::Store);
                self.unknown_value(&goal)
                    .or_else(|| (!indices.is_empty()).then_some(Help::KeepInside { indices, code }))
            }
        };
        let facts = Facts::OutOfBounds { place: w.node, heap, lengths };
        let mut claim = Claim::new(what, Why::OutOfBounds, w.node, goal, facts);
        claim.help = help;
        claim.shown = self.indices(w, index);
        self.claim(hyps, state, claim)
    }
}

impl<'a> Exec<'a> {
    /// Evaluates the lengths of the thread's private arrays.
    pub fn private_arrays(&mut self, vars: &'a [VarDecl]) {
        let hyps = self.base.clone();
        for (n, decl) in vars.iter().enumerate().filter(|(_, decl)| !decl.dims.is_empty()) {
            let mut ev = Evaluator::new(&mut self.cx, self.vars, Env::default());
            let lengths = decl.dims.iter().map(|d| ev.eval(d)).collect();
            let requirements = std::mem::take(&mut ev.requirements);
            let _ = self.cx.private.insert(VarId(n as u32), PrivateArray { decl, lengths });
            requirements.iter().for_each(|w| self.need_in_contract(&hyps, w));
        }
    }
}

/// The fact that the rest of an expression may assume about a requirement that was claimed before.
fn settled(w: &Requirement) -> Option<Hyp> {
    match &w.need {
        Need::NonZero(divisor) if divisor.sort() == term::Sort::INT => {
            let nonzero = term::ne(divisor.clone(), term::int(0));
            Some(Hyp { term: term::implies(term::and(w.under.iter().cloned()), nonzero), node: None })
        }
        Need::Fits(fits, ..) | Need::Places(fits, ..) | Need::Finite(fits, _) => {
            Some(Hyp { term: term::implies(term::and(w.under.iter().cloned()), fits.clone()), node: None })
        }
        Need::NonZero(_) | Need::Bounds { .. } | Need::Location { .. } | Need::Precondition { .. } => None,
    }
}

/// Whether the index is beyond the last element for all values of its variables.
fn is_beyond(index: &Term, length: &Term) -> bool {
    Poly::difference(index, length).as_constant().is_some_and(|c| c >= dashu::rational::RBig::ZERO)
}

/// Whether the index is more than a sum of positions, sizes and counters, so that it could be negative.
fn may_be_negative(index: &Term) -> bool {
    let launch = |s: &Symbol| !matches!(s.role(), Role::Scalar | Role::Function(_));
    let read = |t: &Term| matches!(t.op(), Op::Select);
    let negative = Poly::of(index).monomials().any(|(_, c)| *c < dashu::rational::RBig::ZERO);
    negative || term::any_subterm(index, read) || !term::free_symbols(index).iter().all(launch)
}
