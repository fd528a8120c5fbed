//! The checker: replays a proof, step by step.
//!
//! In: a proof, the hypotheses and the goal of an obligation. Out: nothing, if the proof shows the goal from the
//! hypotheses; otherwise the first step that is wrong. Only the term language, the table of rules and the files of this
//! folder take part. What a step shows is computed from the step and from what its premises show.

use super::arithmetic::at_least_zero;
use super::claims::{Cause, Claim, Fault, Found, Open};
use super::known::{address, boolean, same, unless, Checker, Shown};
use super::last::may_use;
use super::places::{is_captured, is_free, with_args, Replacement};
use super::step::{Proof, Step};
use super::truth::Truth;
use crate::floats::up_to::{is_excluded, same as same_up_to};
use crate::floats::{Assumption, Assumptions, Known};
use crate::normalise::rules::named;
use crate::term::{self, FloatOp, Op, Sort, Substitution, Term};
use ir::Bits;
use rustc_hash::FxHashMap;

/// Checks that the proof shows the goal, and rests on no assumption except hypotheses.
pub fn check(proof: &Proof, hypotheses: &[Term], goal: &Term) -> Result<(), Fault> {
    check_assuming(Assumptions::NONE, proof, hypotheses, goal)
}

/// The same for a proof that may rest on these assumptions about floats, too.
pub fn check_assuming(granted: Assumptions, proof: &Proof, hypotheses: &[Term], goal: &Term) -> Result<(), Fault> {
    let mut checker = Checker::assuming(granted);
    checker.replay(proof, |_| {})?;
    checker.proves(proof, hypotheses, goal).map_err(|cause| Fault { step: proof.clone(), cause })
}

/// What each step of the proof shows, whatever it assumes of floats. A step stands behind those that it rests on.
pub fn claims(proof: &Proof) -> Result<Vec<Found>, Fault> {
    let mut checker = Checker::assuming(Assumption::ALL.into_iter().collect());
    let mut steps = Vec::new();
    checker.replay(proof, |step| steps.push(step.clone()))?;
    let found = |step: Proof| {
        let (claim, open) = checker.done.get(&address(&step))?.clone();
        Some(Found { assumptions: checker.open(&open).cloned().collect(), claim, step })
    };
    Ok(steps.into_iter().filter_map(found).collect())
}

impl Checker {
    /// Finds out what each step shows, and tells `each` about the steps in that order.
    fn replay<'p>(&mut self, proof: &'p Proof, mut each: impl FnMut(&'p Proof)) -> Result<(), Fault> {
        let mut open = vec![(proof, false)];
        while let Some((step, ready)) = open.pop() {
            if self.done.contains_key(&address(step)) {
                continue;
            }
            let (terms, premises) = step.parts();
            if !ready {
                open.push((step, true));
                open.extend(premises.into_iter().rev().map(|p| (p, false)));
                continue;
            }
            let shown = terms.into_iter().try_for_each(|t| self.admit(t)).and_then(|()| self.shown(step));
            let shown = shown.map_err(|cause| Fault { step: step.clone(), cause })?;
            let shown = self.is_used_last(step).map_err(|cause| Fault { step: step.clone(), cause }).and(Ok(shown))?;
            let _ = self.done.insert(address(step), shown);
            each(step);
        }
        Ok(())
    }

    /// Checks that the step uses what rests on a [`Step::UpTo`] as a part of the goal only, and notes that the step
    /// rests on it, too.
    fn is_used_last(&mut self, step: &Proof) -> Result<(), Cause> {
        let rests = |premise: &Proof| self.up_to.contains(&address(premise));
        let used = step.parts().1.into_iter().any(rests);
        let shows = |premise: &Proof| self.holds(premise).ok();
        unless(used && !may_use(step, &rests, &shows), || Cause::UpTo)?;
        if used || matches!(step.as_ref(), Step::UpTo { .. }) {
            let _ = self.up_to.insert(address(step));
        }
        Ok(())
    }

    /// Whether the last step shows the goal from the hypotheses.
    fn proves(&mut self, proof: &Proof, hypotheses: &[Term], goal: &Term) -> Result<(), Cause> {
        let (claim, open) = self.done.get(&address(proof)).cloned().ok_or(Cause::Missing)?;
        if claim != Claim::Holds(goal.clone()) {
            return Err(Cause::Goal(claim));
        }
        let known: FxHashMap<&Term, &Term> = hypotheses.iter().map(|h| (h, h)).collect();
        let assumed: Vec<Term> = self.open(&open).cloned().collect();
        let used = assumed.iter().map(|a| known.get(a).copied().ok_or_else(|| Cause::Assumption(a.clone())));
        let used: Vec<&Term> = used.collect::<Result<_, _>>()?;
        used.into_iter().chain([goal]).try_for_each(|t| self.admit(t))
    }

    /// What a step shows, where its premises are done. All assumptions of the premises stay open, except where the step
    /// closes some.
    pub fn shown(&mut self, step: &Step) -> Result<Shown, Cause> {
        let mut open = Open::default();
        for premise in step.parts().1 {
            open = open.with(&self.premise(premise)?.1);
        }
        let claim = match step {
            Step::Assume(condition) => {
                boolean(condition)?;
                open.put(self.number_of(condition));
                Claim::Holds(condition.clone())
            }
            Step::Congruence { of, args } => {
                let mut new = of.args().to_vec();
                for (at, equation) in args {
                    let (from, to) = self.equal(equation)?;
                    let place = new.get_mut(*at).ok_or(Cause::Missing)?;
                    same(place, &from)?;
                    *place = to;
                    if let Op::Quant(binding) = of.op() {
                        self.arbitrary(&binding.binders, equation)?;
                    }
                }
                Claim::Equal(of.clone(), with_args(of, new)?)
            }
            Step::Replace { of, by } => {
                let mut now = of.clone();
                for equation in by {
                    let (from, to) = self.equal(equation)?;
                    let mut replacement = Replacement::new(&from, &to);
                    now = replacement.run(&now)?;
                    let below = replacement.below;
                    for side in [&from, &to] {
                        unless(is_free(&below, side), || Cause::Captured(side.clone()))?;
                    }
                    self.arbitrary(&below, equation)?;
                }
                Claim::Equal(of.clone(), now)
            }
            Step::Chain(equations) => {
                let (first, rest) = equations.split_first().ok_or(Cause::Missing)?;
                let (from, mut to) = self.equal(first)?;
                for equation in rest {
                    let (middle, next) = self.equal(equation)?;
                    same(&to, &middle)?;
                    to = next;
                }
                Claim::Equal(from, to)
            }
            Step::Flip(equation) => {
                let (a, b) = self.equal(equation)?;
                Claim::Equal(b, a)
            }
            Step::Rule { name, rounding, bindings, guards } => {
                self.instance(named(name, *rounding).ok_or(Cause::Rule)?, bindings, guards)?
            }
            Step::Commute(of) => match (of.op(), of.args()) {
                (op, [a, b]) if commutes(op) => Claim::Equal(of.clone(), with_args(of, vec![b.clone(), a.clone()])?),
                _ => return Err(Cause::Form(of.clone())),
            },
            Step::Lift { of, part } => {
                let (Op::Ite, [c, x, y]) = (part.op(), part.args()) else { return Err(Cause::Form(part.clone())) };
                let (mut yes, mut no) = (Replacement::new(part, x), Replacement::new(part, y));
                let lifted = term::ite(c.clone(), yes.run(of)?, no.run(of)?);
                yes.below.append(&mut no.below);
                unless(is_free(&yes.below, part), || Cause::Captured(part.clone()))?;
                Claim::Equal(of.clone(), lifted)
            }
            Step::Sums { from, to, with } => {
                self.same(from, to, with)?;
                Claim::Equal(from.clone(), to.clone())
            }
            Step::IsTrue(premise) => Claim::Equal(self.holds(premise)?, term::bool(true)),
            Step::IsFalse(premise) => Claim::Equal(term::not(self.holds(premise)?), term::bool(false)),
            Step::Equation(premise) => {
                let condition = self.holds(premise)?;
                match (condition.op(), condition.args()) {
                    (Op::Eq, [a, b]) => Claim::Equal(a.clone(), b.clone()),
                    _ => return Err(Cause::Form(condition)),
                }
            }
            Step::Rewritten(premise, equation) => {
                let (from, to) = self.equal(equation)?;
                self.needs(premise, &from)?;
                Claim::Holds(to)
            }
            Step::FromTrue(equation) => {
                let (condition, truth) = self.equal(equation)?;
                same(&truth, &term::bool(true))?;
                Claim::Holds(condition)
            }
            Step::Evaluate { condition, from } => {
                boolean(condition)?;
                let known = from.iter().map(|premise| self.holds(premise)).collect::<Result<Vec<_>, _>>()?;
                unless(!Truth::of(&known).shows(condition), || Cause::Truth(condition.clone()))?;
                Claim::Holds(condition.clone())
            }
            Step::Floats { condition, from } => {
                boolean(condition)?;
                let known = from.iter().map(|premise| self.holds(premise)).collect::<Result<Vec<_>, _>>()?;
                let decided = Known::of(known.iter()).truth(condition);
                unless(decided.is_none_or(|(value, _)| !value), || Cause::Floats(condition.clone()))?;
                Claim::Holds(condition.clone())
            }
            Step::UpTo { condition, assumed, reflexive } => {
                self.equal_up_to(condition, *assumed, reflexive.as_ref())?;
                Claim::Holds(condition.clone())
            }
            Step::Linear { condition, flipped, premises, with } => {
                self.linear(condition, *flipped, premises, with)?;
                Claim::Holds(condition.clone())
            }
            Step::Product(premises) => {
                let factors = premises.iter().map(|p| at_least_zero(&self.holds(p)?)).collect::<Result<Vec<_>, _>>()?;
                let (first, rest) = factors.split_first().ok_or(Cause::Missing)?;
                let sort = first.sort();
                rest.iter().try_for_each(|f| unless(f.sort() != sort, || Cause::Form(f.clone())))?;
                let zero = if sort == Sort::REAL { term::zero() } else { term::int(0) };
                Claim::Holds(term::le(zero, rest.iter().cloned().fold(first.clone(), term::mul)))
            }
            Step::Discharge { assumption, conclusion } => {
                boolean(assumption)?;
                open = self.closed(conclusion, assumption)?;
                Claim::Holds(term::implies(assumption.clone(), self.holds(conclusion)?))
            }
            Step::Cases { condition, yes, no } => {
                boolean(condition)?;
                open = self.closed(yes, condition)?.with(&self.closed(no, &term::not(condition.clone()))?);
                let (claim, _) = self.premise(yes)?;
                unless(claim != self.premise(no)?.0, || Cause::Differ)?;
                claim
            }
            Step::Disjunction { of, position, shown } => {
                let (Op::Or, disjuncts) = (of.op(), of.args()) else { return Err(Cause::Form(of.clone())) };
                self.needs(shown, disjuncts.get(*position).ok_or(Cause::Missing)?)?;
                for (_, other) in disjuncts.iter().enumerate().filter(|(n, _)| n != position) {
                    open = open.without(self.number_of(&term::not(other.clone())));
                }
                Claim::Holds(of.clone())
            }
            Step::Generalise { of, body } => match (of.op(), of.args()) {
                (Op::Quant(binding), [inner]) if binding.universal => {
                    self.needs(body, inner)?;
                    self.arbitrary(&binding.binders, body)?;
                    Claim::Holds(of.clone())
                }
                _ => return Err(Cause::Form(of.clone())),
            },
            Step::Instance { of, values } => {
                let of = self.holds(of)?;
                match (of.op(), of.args()) {
                    (Op::Quant(binding), [body]) if binding.universal && binding.binders.len() == values.len() => {
                        let mut by = Substitution::new();
                        for (binder, value) in binding.binders.iter().zip(values) {
                            unless(value.sort() != binder.sort(), || Cause::Sort(value.clone()))?;
                            unless(is_captured(value, body), || Cause::Captured(value.clone()))?;
                            by.insert(binder, value.clone());
                        }
                        Claim::Holds(term::substitute(body, &by))
                    }
                    _ => return Err(Cause::Form(of)),
                }
            }
        };
        Ok((claim, open))
    }
}

impl Checker {
    /// Checks that both sides of an equation of floats are the same up to laws that may be used.
    fn equal_up_to(&self, condition: &Term, assumed: Assumptions, reflexive: Option<&Proof>) -> Result<(), Cause> {
        unless(!assumed.is_within(self.granted), || Cause::NotGranted(assumed))?;
        let (a, b) = match (condition.op(), condition.args()) {
            (Op::Eq, [a, b]) => (a, b),
            (Op::FloatOp(FloatOp::Eq), [a, b]) => {
                let itself = term::float_op(FloatOp::Eq, vec![a.clone(), a.clone()]);
                match reflexive {
                    Some(premise) => self.needs(premise, &itself)?,
                    None => unless(!assumed.has(Assumption::Finite), || Cause::Form(condition.clone()))?,
                }
                (a, b)
            }
            _ => return Err(Cause::Form(condition.clone())),
        };
        // An equation that is false whatever its parts are does not hold in any execution.
        let mut known = Known::default();
        let is_false = matches!(known.truth(condition), Some((false, _)));
        let is_false = is_false || is_excluded(a, b, assumed, &mut known);
        unless(is_false || !same_up_to(a, b, assumed), || Cause::Form(condition.clone()))
    }
}

fn commutes(op: &Op) -> bool {
    match op {
        Op::And | Op::Or | Op::Eq | Op::Add | Op::Mul | Op::Bits(Bits::And | Bits::Or | Bits::Xor) => true,
        Op::FloatOp(op) => op.is_commutative(),
        _ => false,
    }
}
