//! Proof of a goal from facts by taking the goal apart and splitting cases.
//!
//! In: facts and a goal. Out: why the goal follows, and the names of the rules used. `None` means that no proof was
//! found within the budget.

use super::facts::Facts;
use super::log::Log;
use super::simplify::Simplifier;
use super::system::System;
use super::{arithmetic, bounds, conditionals};
use crate::proof::{Step, Why};
use crate::term::{self, Op, Sort, Term};
use rustc_hash::FxHashSet;

/// A search for a proof: what it may still do, and which rules it used.
pub struct Search<'l> {
    /// The number of sub-goals that may still be tried.
    pub fuel: u32,
    /// Whether sub-goals that nothing else decides are tried by [`arithmetic`], which costs more.
    pub arithmetic: bool,
    /// The names of the rules used.
    pub log: &'l mut Log,
}

/// Why the goal follows from the facts. `None` means that no proof was found.
pub fn prove(facts: &Facts, goal: &Term, search: &mut Search<'_>) -> Option<Why> {
    let recorder = facts.recorder();
    if let Some(why) = facts.contradiction() {
        search.log.put("hypotheses-contradict");
        return Some(recorder.part(why, || goal.clone()));
    }
    let (simpler, equation) = simplified(facts, goal, search.log);
    let why = prove_simplified(facts, &simpler, search)?;
    Some(recorder.rewritten_back(&why, &equation))
}

/// Why a goal follows from the facts that was simplified by them.
fn prove_simplified(facts: &Facts, goal: &Term, search: &mut Search<'_>) -> Option<Why> {
    let recorder = facts.recorder();
    if goal.is_true() {
        return Some(recorder.evaluate(|| goal.clone(), []));
    }
    if goal.as_bool().is_some() {
        return if search.arithmetic { by_arithmetic(facts, goal, search) } else { None };
    }
    if search.fuel == 0 {
        return None;
    }
    search.fuel -= 1;
    match (goal.op(), goal.args()) {
        (Op::And, parts) => {
            let whys: Option<Vec<Why>> = parts.iter().map(|g| prove(facts, g, search)).collect();
            Some(recorder.evaluate(|| goal.clone(), &whys?))
        }
        (Op::Implies, [a, b]) => match condition(a) {
            // A premise with a conditional yields few facts. With the condition decided, it yields more.
            Some(c) => by_cases(facts, &c, goal, search),
            None => {
                search.log.put("prove-implication");
                let why = under(facts, a, b, search)?;
                Some(recorder.discharge(a, &why))
            }
        },
        (Op::Or, parts) => {
            search.log.put("prove-disjunction");
            // One disjunct is proved, and the negations of the others are assumed. A disjunct that is not a negation is
            // chosen if there is one, because then the assumed negations of negations are plain facts.
            let chosen = parts.iter().position(|g| *g.op() != Op::Not).unwrap_or_default();
            let mut facts = facts.clone();
            for (_, other) in parts.iter().enumerate().filter(|(n, _)| *n != chosen) {
                let other = term::not(other.clone());
                assume(&mut facts, &other, &recorder.assume(&other));
            }
            let why = prove(&facts, parts.get(chosen)?, search)?;
            Some(recorder.step(|| {
                let shown = why.proof()?.clone();
                Some(Step::Disjunction { of: goal.clone(), position: chosen, shown })
            }))
        }
        (Op::Ite, [c, a, b]) => {
            search.log.put("prove-conditional");
            let mut case = |c: &Term, part: &Term| {
                let why = under(facts, c, part, search)?;
                Some(recorder.evaluate(|| goal.clone(), [&recorder.assume(c), &why]))
            };
            let (yes, no) = (case(c, a)?, case(&term::not(c.clone()), b)?);
            Some(recorder.cases(c, &yes, &no))
        }
        (Op::Eq, [a, b]) if a.sort() == Sort::BOOL => {
            search.log.put("prove-equivalence");
            let (there, back) = (under(facts, a, b, search)?, under(facts, b, a, search)?);
            Some(recorder.mutual(goal, &there, &back))
        }
        // No fact mentions the bound variable, so it can stand for an arbitrary value itself.
        (Op::Quant(binding), [body]) if binding.universal && !binding.binders.iter().any(|b| facts.mention(b)) => {
            search.log.put("prove-forall");
            let why = prove(facts, body, search)?;
            Some(recorder.step(|| Some(Step::Generalise { of: goal.clone(), body: why.proof()?.clone() })))
        }
        _ => match condition(goal) {
            Some(c) => match conditionals::holds(facts, goal, search.log) {
                Some(why) => Some(why),
                None => by_cases(facts, &c, goal, search),
            },
            None if search.arithmetic => by_arithmetic(facts, goal, search),
            None => None,
        },
    }
}

/// Why the goal follows from the facts and the assumption, which stays open.
fn under(facts: &Facts, assumption: &Term, goal: &Term, search: &mut Search<'_>) -> Option<Why> {
    prove(&with(facts, assumption), goal, search)
}

/// Proves a goal that cannot be taken apart. If known equations can be taken apart, the proof goes on with what follows
/// from them.
fn by_arithmetic(facts: &Facts, goal: &Term, search: &mut Search<'_>) -> Option<Why> {
    let recorder = facts.recorder();
    if let (Op::Not, [a]) = (goal.op(), goal.args()) {
        search.log.put("prove-negation");
        let why = under(facts, a, &term::bool(false), search)?;
        return Some(recorder.discharge(a, &why));
    }
    let mut system = System::new(facts.described(goal).into_owned());
    let mut changed = false;
    while bounds::of_quotients(&mut system, goal, search.log)
        || arithmetic::take_apart(&mut system, search.log)
        || arithmetic::divide(&mut system, search.log)
    {
        changed = true;
    }
    if changed {
        // Facts that the new equations decide yield more.
        let more = system.facts_mut();
        let kept = more.kept.clone();
        for (known, why) in &kept {
            if says_more(more, known) {
                assume(more, known, why);
            }
        }
        return prove(more, goal, search);
    }
    if let Some(why) = arithmetic::holds(&system, goal) {
        search.log.put("products");
        return Some(why);
    }
    if let Some(why) = arithmetic::contradiction(&system) {
        search.log.put("hypotheses-contradict");
        return Some(recorder.part(&why, || goal.clone()));
    }
    if let Some(why) = by_refutation(system.facts(), goal) {
        search.log.put("products");
        return Some(why);
    }
    if let Some(disjunct) = open_disjunct(system.facts(), goal) {
        return by_cases(system.facts(), &disjunct, goal, search);
    }
    None
}

/// Why the comparison of integers follows from the facts: its negation contradicts them, where products of the negation
/// take part. An equation follows if both of its inequalities do.
fn by_refutation(facts: &Facts, goal: &Term) -> Option<Why> {
    let (Op::Le | Op::Lt | Op::Eq, [a, b]) = (goal.op(), goal.args()) else { return None };
    if a.sort() != Sort::INT {
        return None;
    }
    let refuted = |goal: &Term| {
        let negation = term::not(goal.clone());
        let more = with(facts, &negation);
        let why = match more.contradiction() {
            Some(why) => why.clone(),
            None => arithmetic::refutes(more, goal)?,
        };
        Some(facts.recorder().discharge(&negation, &why))
    };
    if *goal.op() == Op::Eq {
        let side = |a: &Term, b: &Term| refuted(&term::le(a.clone(), b.clone()));
        let (at_most, at_least) = (side(a, b)?, side(b, a)?);
        return Some(facts.recorder().between(goal, &at_most, &at_least));
    }
    refuted(goal)
}

/// A condition for a case split: the first disjunct of an open disjunction. A known disjunction is open if the facts
/// neither prove nor refute any of its disjuncts. Only disjunctions that have a constant in common with the goal count:
/// the others are unlikely to help.
fn open_disjunct(facts: &Facts, goal: &Term) -> Option<Term> {
    let mut symbols = FxHashSet::default();
    term::for_each_subterm(goal, &mut |t| symbols.extend(t.as_app().map(|symbol| symbol.id())));
    let related = |t: &Term| term::any_subterm(t, |t| t.as_app().is_some_and(|symbol| symbols.contains(&symbol.id())));
    let decided = |t: &Term| facts.holds(t).is_some() || facts.fails(t).is_some();
    let known = facts.kept.iter().filter(|(known, _)| *known.op() == Op::Or);
    let mut open = known.filter(|(known, _)| related(known) && !known.args().iter().any(decided));
    open.next().and_then(|(known, _)| known.args().first().cloned())
}

/// Proves the goal twice: under the condition, and under its negation.
fn by_cases(facts: &Facts, condition: &Term, goal: &Term, search: &mut Search<'_>) -> Option<Why> {
    search.log.put("case-split");
    let mut holds = |case: &Term| {
        let mut facts = with(facts, case);
        // Facts that mention the condition, and facts whose premises this case may decide, are simplified again.
        let kept = std::mem::take(&mut facts.kept);
        for (known, why) in &kept {
            if !(known.contains(condition) || says_more(&facts, known)) {
                continue;
            }
            assume(&mut facts, known, why);
        }
        facts.kept.splice(0..0, kept);
        prove(&facts, goal, search)
    };
    let (yes, no) = (holds(condition)?, holds(&term::not(condition.clone()))?);
    Some(facts.recorder().cases(condition, &yes, &no))
}

/// Whether an implication, disjunction or conditional that was assumed before yields more under the present facts. This
/// test costs less than simplifying the assumption again.
fn says_more(facts: &Facts, known: &Term) -> bool {
    match (known.op(), known.args()) {
        (Op::Implies, [premise, _]) => facts.holds(premise).is_some(),
        (Op::Or, parts) => parts.iter().any(|p| facts.fails(p).is_some()),
        _ => condition(known).is_some_and(|c| facts.holds(&c).is_some() || facts.fails(&c).is_some()),
    }
}

/// The goal, simplified by the facts and by lemmas about quotients and remainders in it, and why both are equal.
pub fn simplified(facts: &Facts, goal: &Term, log: &mut Log) -> (Term, Why) {
    let facts = facts.described(goal);
    let mut simplifier = Simplifier::new(&facts);
    let goal = simplifier.run(goal);
    log.extend(&simplifier.log);
    goal
}

/// The facts together with the assumption `fact`, which is simplified by them.
pub fn with(facts: &Facts, fact: &Term) -> Facts {
    let mut more = facts.clone();
    assume(&mut more, fact, &facts.recorder().assume(fact));
    more
}

/// Adds `fact`, which `why` shows, simplified by the facts before.
pub fn assume(facts: &mut Facts, fact: &Term, why: &Why) {
    let (simplified, equation) = Simplifier::new(facts).run(fact);
    let shown = facts.recorder().rewritten(why, &equation);
    facts.describe(&simplified);
    assume_parts(facts, &simplified, &shown);
    if simplified.is_true() {
        facts.keep(fact, why);
    }
    facts.note(fact, why);
    if !simplified.is_true() {
        facts.kept.push((simplified, shown));
    }
}

/// Adds a simplified fact. The equations of a conjunction come last, simplified by its other parts: the guard of a rule
/// about remainders is often a bound that stands beside the equation.
fn assume_parts(facts: &mut Facts, fact: &Term, why: &Why) {
    if *fact.op() != Op::And {
        return facts.assume(fact, why);
    }
    let recorder = facts.recorder();
    let (equations, others): (Vec<&Term>, Vec<&Term>) = fact.args().iter().partition(|part| *part.op() == Op::Eq);
    for part in others {
        facts.assume(part, &recorder.part(why, || part.clone()));
    }
    for part in equations {
        let (simplified, equation) = Simplifier::new(facts).run(part);
        let shown = recorder.rewritten(&recorder.part(why, || part.clone()), &equation);
        facts.assume(&simplified, &shown);
    }
    facts.note(fact, why);
}

/// The condition of an innermost conditional that is not under a quantifier.
pub fn condition(t: &Term) -> Option<Term> {
    innermost(t, &mut FxHashSet::default())
}

/// Searches a term for [`condition`]; `seen` holds the addresses of shared subterms without conditional.
fn innermost(t: &Term, seen: &mut FxHashSet<usize>) -> Option<Term> {
    if matches!(t.op(), Op::Quant(_)) || t.args().is_empty() || (!t.is_small() && !seen.insert(t.address())) {
        return None;
    }
    t.args().iter().find_map(|a| innermost(a, seen)).or_else(|| match (t.op(), t.args()) {
        (Op::Ite, [c, ..]) => Some(c.clone()),
        _ => None,
    })
}
