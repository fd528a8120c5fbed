//! Well-definedness: an expression reads only locations that are held and in bounds, divides by no zero, and calls
//! functions where their preconditions hold; a family of permissions names each location once. CARP D6.2, section
//! 5.3.1, calls assertions with this property "framed".
//!
//! In: the [`Requirement`]s that evaluation collects. Out: a claim for each.

use crate::advice::{is_bounded, Advice};
use crate::assertion::Assertion;
use crate::chunk::{Amount, Chunk, Held};
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::finding::{Access, Facts, Help, Inside, Label, Related, Shown, Site, Subject};
use crate::function::requires_at;
use crate::hyps::Hyps;
use crate::need::{Index, Need, Requirement};
use crate::normalise::linear::Poly;
use crate::obligation::{Hyp, ObligationId, What, Why};
use crate::origin::Event;
use crate::state::State;
use crate::suspects::{MissingPermission, Source};
use crate::term::{self, Op, Role, Symbol, Term};
use ir::Node;
use ir::{Expr, Heap, Moment, VarId};

impl Exec<'_> {
    /// Evaluates an expression of the code, and claims what the expression needs to be well defined.
    pub fn eval(&mut self, state: &mut State, e: &Expr) -> Term {
        self.eval_with_facts(state, e).0
    }

    /// As [`Self::eval`], with the facts that what is claimed behind the expression may assume.
    pub(crate) fn eval_with_facts(&mut self, state: &mut State, e: &Expr) -> (Term, Vec<Hyp>) {
        let mut ev = Evaluator::new(&mut self.cx, self.vars, state.env(&self.old));
        let (value, requirements) = (ev.eval(e), std::mem::take(&mut ev.requirements));
        // A variable without initial value gets an arbitrary one when it is first read.
        state.store = ev.env.store.clone();
        state.written = ev.env.written.clone();
        let (mut hyps, held, mut facts) = (self.hyps(state), state.held.clone(), Vec::new());
        for requirement in requirements {
            self.need(&hyps, Some(state), &held, &requirement, None);
            if let Some(apart) = Self::at_most_whole(&state.held, &requirement.need) {
                let under = term::and(requirement.under.iter().cloned());
                state.assume(term::implies(under, apart), Some(requirement.node));
            }
            let settled = settled(&requirement);
            hyps.extend(settled.clone());
            facts.extend(settled);
        }
        (value, facts)
    }

    /// Claims that an assertion is well defined: it reads only locations that are in bounds and that `held` gives
    /// permission for, no amount is negative, and its families name each location once.
    pub fn well_formed(&mut self, hyps: &Hyps, state: Option<&State>, held: &Held, assertion: &Assertion) {
        let axioms = assertion.chunks.iter().filter_map(|c| c.axiom().map(|t| Hyp { term: t, node: Some(c.node) }));
        let mut known = hyps.with(axioms);
        let upto = |place: usize, known: &Hyps| {
            let facts = assertion.facts.iter().filter(|f| f.place < place);
            known.with(facts.map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }))
        };
        for (place, requirement) in &assertion.requirements {
            let hyps = upto(*place, &known);
            self.need(&hyps, state, held, requirement, Some(What::WellFormed));
            known.extend(settled(requirement));
        }
        for requirement in &assertion.amounts {
            if requirement.amount.as_real().is_some_and(|r| *r >= dashu::rational::RBig::ZERO) {
                continue;
            }
            let mut hyps = upto(requirement.place, &known);
            hyps.extend(requirement.under.iter().map(|t| Hyp { term: t.clone(), node: None }));
            let goal = term::le(term::zero(), requirement.amount.clone());
            let check =
                Check::new(What::WellFormed, Why::NegativeAmount, requirement.node, goal, Facts::NegativeAmount);
            let _ = self.claim(hyps, state, check);
        }
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty()) {
            let goal = chunk.injective(&mut self.cx.names);
            let mut check = Check::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::NamedTwice);
            check.help = Some(Help::TellApart);
            // The axiom of the chunk itself is left out, because it states what is claimed here.
            let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) });
            let all = hyps.with(facts);
            let first = self.claim(all.clone(), state, check);
            if !chunk.uninterpreted {
                let goal = chunk.inverse_law();
                let mut check = Check::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::NamedTwice);
                check.after.push(first);
                let _ = self.lemma(all, state, check);
            }
        }
    }

    /// Claims the laws of the inverses in `assertion`. `claimed` is the same assertion with other values of variables,
    /// and it was claimed before that its families name each location once. That claim need not be repeated, but the
    /// inverses must be claimed, because they are guessed anew each time an assertion is read.
    pub fn inverses_of(&mut self, state: &State, assertion: &Assertion, claimed: &Assertion) {
        let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) });
        let hyps = self.hyps(state).with(facts);
        let known = |chunk: &Chunk| claimed.chunks.iter().any(|c| c.same_as(chunk) && c.has_inverse_of(chunk));
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty() && !c.uninterpreted && !known(c)) {
            let goal = chunk.inverse_law();
            if goal.is_true() {
                continue;
            }
            let check = Check::new(What::WellFormed, Why::NotInjective, chunk.node, goal, Facts::MemberUnknown);
            let _ = self.lemma(hyps.clone(), Some(state), check);
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
    pub fn need_in_contract(&mut self, hyps: &Hyps, requirement: &Requirement) {
        self.need(hyps, None, &Held::default(), requirement, Some(What::WellFormed));
    }

    /// Claims a requirement of an expression that is framed by `held`.
    pub fn need_framed(&mut self, hyps: &Hyps, held: &Held, requirement: &Requirement) {
        self.need(hyps, None, held, requirement, Some(What::WellFormed));
    }

    /// Claims one requirement. If the expression is part of an assertion and not of code, `contract` is the `What` of
    /// the obligation.
    pub(crate) fn need(
        &mut self,
        hyps: &Hyps,
        state: Option<&State>,
        held: &Held,
        requirement: &Requirement,
        contract: Option<What>,
    ) {
        let mut hyps = hyps.clone();
        hyps.extend(requirement.under.iter().map(|t| Hyp { term: t.clone(), node: None }));
        let what = contract.unwrap_or(What::Expr);
        match &requirement.need {
            Need::Bounds { heap, index } => {
                let _ = self.bounds(hyps, state, contract.unwrap_or(What::Load), requirement, *heap, index);
            }
            Need::Location { heap, index, moment } => {
                let what = contract.unwrap_or(What::Load);
                let bounds = self.bounds(hyps.clone(), state, what, requirement, *heap, index);
                let held = self.held_at(*moment, state, held);
                let steps = contract.is_none() && moment.is_none() && self.is_stepping(*heap);
                let goal = match steps {
                    true => term::or([held.positive(*heap, index), held.may_step(*heap, index)]),
                    false => held.positive(*heap, index),
                };
                let why = if contract.is_some() { Why::Unframed } else { Why::InsufficientPermission };
                let advice = match moment {
                    Some(Moment::Start) => self.no_permission_before(requirement, *heap, &held, false),
                    Some(Moment::Label(_)) => self.no_permission_before(requirement, *heap, &held, true),
                    None => self.no_permission(requirement, *heap, &held, Access::Read),
                };
                let mut check = self.advised(what, why, requirement, goal, advice);
                if contract.is_none() {
                    check.help = self.step_help(*heap).or(check.help);
                }
                check.after.push(bounds);
                check.shown = self.indices(requirement, index);
                if contract.is_none() && moment.is_none() && self.stepping.is_none() {
                    let source = Source::Location(requirement.node);
                    let missing =
                        MissingPermission { heap: *heap, index, amount: Amount::Read, guard: term::bool(true), source };
                    check.suspects = self.suspects(state, &missing);
                }
                self.claim_unheld(hyps, state, check, *heap, &held);
            }
            Need::Free { heap, moment } => {
                if let Some(state) = state {
                    self.free_to_read(&hyps, state, what, requirement.node, *heap, *moment);
                }
            }
            Need::Written { variable, condition } => {
                self.claim_written(hyps, state, what, requirement.node, *variable, condition);
            }
            Need::NotNull(array) => {
                let _ = self.claim_reference(hyps, state, what, (requirement, None), array);
            }
            Need::InSequence { goal, sequence, index, asked, length } => {
                let (sequence, index, asked) = (*sequence, *index, *asked);
                let facts = Facts::NotInSequence { index, asked, sequence, length: length.clone() };
                let check = Check::new(what, Why::OutOfBounds, requirement.node, goal.clone(), facts);
                self.claim_or_advise(hyps, state, check, Help::InSequence { index, asked, sequence });
            }
            Need::NonZero(divisor) => {
                let zero = if divisor.sort() == term::Sort::REAL { term::zero() } else { term::int(0) };
                let goal = term::ne(divisor.clone(), zero);
                let facts = Facts::ZeroDivisor { divisor: requirement.node };
                let mut check = Check::new(what, Why::DivisionByZero, requirement.node, goal.clone(), facts);
                let not_zero = Help::NotZero { divisor: requirement.node, assertion: contract.is_some() };
                // A divisor that is always zero cannot be required to be something else.
                let may_differ = !goal.is_false();
                check.help = self.unknown_value(&goal).or(may_differ.then_some(not_zero));
                let _ = self.claim(hyps, state, check);
            }
            Need::Member(goal) => {
                let help = Help::SomeMember { reduction: requirement.node };
                let check = Check::new(what, Why::EmptyRange, requirement.node, goal.clone(), Facts::NoMember);
                self.claim_or_advise(hyps, state, check, help);
            }
            Need::Fits(goal, width, written) => {
                let facts = Facts::NoValue { written: *written, width: *width };
                let check = Check::new(what, Why::Overflow, requirement.node, goal.clone(), facts);
                self.claim_or_advise(hyps, state, check, Help::Fit);
            }
            Need::ShiftDistance(goal, width, written) => {
                let (written, width) = (*written, *width);
                let facts = Facts::NoShiftDistance { written, width };
                let check = Check::new(what, Why::Overflow, requirement.node, goal.clone(), facts);
                self.claim_or_advise(hyps, state, check, Help::SmallerShift { written, width });
            }
            Need::Finite(goal, written) => {
                let facts = Facts::NotFinite { written: *written };
                let check = Check::new(what, Why::Overflow, requirement.node, goal.clone(), facts);
                self.claim_or_advise(hyps, state, check, Help::Bound { written: *written });
            }
            Need::Precondition { function, args, memory, moment } => {
                let requires = requires_at(&mut self.cx, *function, args, memory);
                let called = self.cx.program.functions.get(function.0 as usize);
                let held = self.held_at(*moment, state, held);
                let params = (0..called.map_or(0, |f| f.vars.len())).map(|n| VarId(n as u32)).zip(args);
                let label = |parameter| Label::Argument { function: *function, parameter };
                let shown: Vec<Shown> =
                    params.map(|(v, t)| Shown { label: label(v), term: t.clone(), thread: 1 }).collect();
                // That the object of a method is not `null` is a requirement of its own.
                let receiver = called.and_then(|f| f.contract.receiver()).map(|clause| clause.expr.node);
                for fact in requires.facts.iter().filter(|fact| Some(fact.node) != receiver) {
                    let facts = Facts::CallRequires(*function);
                    let mut check = Check::new(What::CallPre, Why::False, requirement.node, fact.term.clone(), facts);
                    check.related.push((fact.node, Related::Requires(*function)));
                    check.shown.clone_from(&shown);
                    check.help = self.unknown_value(&fact.term);
                    let _ = self.claim(hyps.clone(), state, check);
                }
                for chunk in &requires.chunks {
                    let goal = term::implies(chunk.guard.clone(), held.positive(chunk.heap, &chunk.index));
                    let facts = Facts::CallReads { function: *function, heap: chunk.heap };
                    let mut check =
                        Check::new(What::CallPre, Why::InsufficientPermission, requirement.node, goal, facts);
                    check.related.push((chunk.node, Related::Needs(*function)));
                    check.shown.clone_from(&shown);
                    let _ = self.claim_held(hyps.clone(), state, check, &held, chunk.heap);
                }
            }
        }
    }

    /// Emits a claim about permission. If the thread has no permission for any location of the array, the claim is
    /// recorded, so that the report of its failure covers those of later claims about the array.
    pub fn claim_unheld(&mut self, hyps: Hyps, state: Option<&State>, check: Check, heap: Heap, held: &Held) {
        let forgotten = self.forgotten(heap, held);
        let id = self.claim_held(hyps, state, check, held, heap);
        if forgotten {
            let _ = self.unheld.entry(heap).or_insert(id);
        }
    }

    /// A check about a location, with advice for the report.
    pub fn advised(&self, what: What, why: Why, requirement: &Requirement, goal: Term, advice: Advice) -> Check {
        let mut check = Check::new(what, why, requirement.node, goal, advice.facts);
        check.help = Some(advice.help);
        check.related = advice.related;
        check.after.extend(advice.after);
        check
    }

    /// The values of the indices, except literals, to show in a counterexample.
    pub fn indices(&self, requirement: &Requirement, index: &[Term]) -> Vec<Shown> {
        let written = requirement.at.iter().map(|at| at.node).chain(std::iter::repeat(Node::default()));
        let unknown = index.iter().zip(written).filter(|(i, _)| i.as_int().is_none());
        let show = |(i, node): (&Term, Node)| Shown {
            label: Label::Written { node, index: i.clone() },
            term: i.clone(),
            thread: 1,
        };
        unknown.map(show).collect()
    }

    /// The advice to bound a variable that the loop changes, and on which an index in an invariant of it depends. If
    /// it is bounded, and there are several indices, another index may be the one that is outside.
    fn unbounded_in_invariant(&self, requirement: &Requirement, index: &[Term], hyps: &Hyps) -> Option<Help> {
        if self.site != Site::Invariant {
            return None;
        }
        let within = |t: &Term| requirement.under.iter().chain(index).any(|u| u.contains(t));
        let within = |t: &Term| within(t) && (index.len() == 1 || !is_bounded(t, hyps));
        let last = self.cx.versions.iter().rev().find(|v| v.event == Event::Loop)?;
        let mut of_loop = self.cx.versions.iter().filter(|v| v.event == Event::Loop && v.node == last.node);
        of_loop.find_map(|v| match v.of {
            Subject::Variable(variable) if within(&v.term) => Some(Help::BoundInvariant { variable }),
            Subject::Variable(_) | Subject::Heap(_) => None,
        })
    }

    /// Claims that a location is inside its array.
    pub fn bounds(
        &mut self,
        hyps: Hyps,
        state: Option<&State>,
        what: What,
        requirement: &Requirement,
        heap: Heap,
        index: &[Term],
    ) -> ObligationId {
        let mut hyps = hyps;
        if let (Heap::Elements(_) | Heap::Field(_), [array, rest @ ..]) = (heap, index) {
            let exists = self.claim_reference(hyps.clone(), state, what, (requirement, Some(heap)), array);
            if rest.is_empty() {
                return exists;
            }
            hyps.push(Hyp { term: term::ne(array.clone(), crate::context::null()), node: None });
        }
        let goal = self.cx.in_bounds(heap, index);
        let lengths = self.cx.lengths_of(heap).to_vec();
        let of_private = || match heap {
            Heap::Private(v) => self.cx.private.get(&v).map(|p| p.decl.dims.as_slice()),
            Heap::Array(_) | Heap::Elements(_) | Heap::Field(_) => None,
        };
        let dims = self.cx.array(heap).map(|a| a.dims.as_slice()).or_else(of_private).unwrap_or_default();
        let places = requirement.at.iter().zip(index).zip(dims.iter().zip(&lengths));
        let beyond = places.clone().any(|((_, i), (_, n))| is_beyond(i, n));
        let inside = |((at, i), (n, _)): ((&Index, &Term), (&Expr, &Term))| Inside {
            index: at.node,
            negative: at.subtracts || may_be_negative(i, &hyps),
            length: n.node,
        };
        let indices: Vec<Inside> = places.map(inside).collect();
        let help = match lengths.as_slice() {
            [length] if beyond => Some(Help::BeyondEnd { length: length.clone() }),
            _ => {
                let code = matches!(what, What::Load | What::Store);
                self.unknown_value(&goal)
                    .or_else(|| self.unbounded_in_invariant(requirement, index, &hyps))
                    .or_else(|| (!indices.is_empty()).then_some(Help::KeepInside { indices, code }))
            }
        };
        let facts = Facts::OutOfBounds { place: requirement.node, heap, lengths };
        let mut check = Check::new(what, Why::OutOfBounds, requirement.node, goal, facts);
        check.help = help;
        check.shown = self.indices(requirement, index);
        self.claim(hyps, state, check)
    }
}

/// What the rest of an expression may assume because a requirement was claimed before: that a divisor is not zero, or
/// that a machine integer or a float is in range. Other requirements give no fact that proofs need.
fn settled(requirement: &Requirement) -> Option<Hyp> {
    match &requirement.need {
        Need::NonZero(divisor) if divisor.sort() == term::Sort::INT => {
            let nonzero = term::ne(divisor.clone(), term::int(0));
            Some(Hyp { term: term::implies(term::and(requirement.under.iter().cloned()), nonzero), node: None })
        }
        Need::Fits(fits, ..) | Need::ShiftDistance(fits, ..) | Need::Finite(fits, _) => {
            Some(Hyp { term: term::implies(term::and(requirement.under.iter().cloned()), fits.clone()), node: None })
        }
        Need::InSequence { goal, .. } => {
            Some(Hyp { term: term::implies(term::and(requirement.under.iter().cloned()), goal.clone()), node: None })
        }
        Need::NonZero(_)
        | Need::Member(_)
        | Need::NotNull(_)
        | Need::Bounds { .. }
        | Need::Free { .. }
        | Need::Location { .. }
        | Need::Written { .. }
        | Need::Precondition { .. } => None,
    }
}

/// Whether the index is beyond the last element for all values of its variables.
fn is_beyond(index: &Term, length: &Term) -> bool {
    Poly::difference(index, length).as_constant().is_some_and(|c| c >= dashu::rational::RBig::ZERO)
}

/// Whether the index may be negative, judged by its form: it subtracts, reads memory, calls a function, or mentions a
/// scalar, or a variable `x` without a hypothesis `0 <= x`. Sums of positions and sizes are not negative.
fn may_be_negative(index: &Term, hyps: &Hyps) -> bool {
    let launch = |s: &Symbol| match s.role() {
        Role::Scalar | Role::Function(_) | Role::Reduction | Role::Description | Role::Collection(_) => false,
        Role::Private | Role::Bound | Role::Skolem => {
            let least = term::le(term::int(0), term::constant(s));
            hyps.iter().any(|h| h.term.contains(&least))
        }
        _ => true,
    };
    let read = |t: &Term| matches!(t.op(), Op::Select);
    let negative = Poly::of(index).monomials().any(|(_, c)| *c < dashu::rational::RBig::ZERO);
    negative || term::any_subterm(index, read) || !term::free_symbols(index).iter().all(launch)
}
