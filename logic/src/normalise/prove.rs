//! Proof of a goal from facts by taking the goal apart and splitting cases.
//!
//! In: facts and a goal. Out: whether the goal follows, and the names of the rules used. `false` means that no proof
//! was found within the budget.

use super::facts::Facts;
use super::log::Log;
use super::simplify::Simplifier;
use crate::term::{self, Op, Sort, Term};
use rustc_hash::FxHashSet;

/// Whether the goal follows from the facts. `fuel` is the number of sub-goals that may still be tried.
pub fn prove(facts: &Facts, goal: &Term, fuel: &mut u32, log: &mut Log) -> bool {
    if facts.contradictory() {
        log.put("hypotheses-contradict");
        return true;
    }
    let goal = simplified(facts, goal, log);
    if let Some(value) = goal.as_bool() {
        return value;
    }
    if *fuel == 0 {
        return false;
    }
    *fuel -= 1;
    match (goal.op(), goal.args()) {
        (Op::And, parts) => parts.iter().all(|g| prove(facts, g, fuel, log)),
        (Op::Implies, [a, b]) => match condition(a) {
            // A premise with a conditional yields few facts. With the condition decided, it yields more.
            Some(c) => by_cases(facts, &c, &goal, fuel, log),
            None => {
                log.put("prove-implication");
                prove(&with(facts, a), b, fuel, log)
            }
        },
        (Op::Or, parts) => {
            log.put("prove-disjunction");
            // One disjunct is proved, and the negations of the others are assumed. A disjunct that is not a negation is
            // chosen if there is one, because then the assumed negations of negations are plain facts.
            let chosen = parts.iter().position(|g| *g.op() != Op::Not).unwrap_or_default();
            let mut facts = facts.clone();
            for (_, other) in parts.iter().enumerate().filter(|(n, _)| *n != chosen) {
                assume(&mut facts, &term::not(other.clone()));
            }
            parts.get(chosen).is_some_and(|g| prove(&facts, g, fuel, log))
        }
        (Op::Ite, [c, a, b]) => {
            log.put("prove-conditional");
            prove(&with(facts, c), a, fuel, log) && prove(&with(facts, &term::not(c.clone())), b, fuel, log)
        }
        (Op::Eq, [a, b]) if a.sort() == Sort::BOOL => {
            log.put("prove-equivalence");
            prove(&with(facts, a), b, fuel, log) && prove(&with(facts, b), a, fuel, log)
        }
        // No fact mentions the bound variable, so it can stand for an arbitrary value itself.
        (Op::Quant(binding), [body]) if binding.universal && !binding.binders.iter().any(|b| facts.mention(b)) => {
            log.put("prove-forall");
            prove(facts, body, fuel, log)
        }
        _ => match condition(&goal) {
            Some(c) => by_cases(facts, &c, &goal, fuel, log),
            None => false,
        },
    }
}

/// Proves the goal twice: under the condition, and under its negation.
fn by_cases(facts: &Facts, condition: &Term, goal: &Term, fuel: &mut u32, log: &mut Log) -> bool {
    log.put("case-split");
    let mut holds = |case: &Term| {
        let mut facts = with(facts, case);
        // Facts that mention the condition, and facts whose premises this case may decide, are simplified again.
        let kept = std::mem::take(&mut facts.kept);
        for known in &kept {
            if !(known.contains(condition) || says_more(&facts, known)) {
                continue;
            }
            assume(&mut facts, known);
        }
        facts.kept.splice(0..0, kept);
        prove(&facts, goal, fuel, log)
    };
    holds(condition) && holds(&term::not(condition.clone()))
}

/// Whether an implication, disjunction or conditional that was assumed before yields more under the present facts. This
/// test costs less than simplifying the assumption again.
fn says_more(facts: &Facts, known: &Term) -> bool {
    match (known.op(), known.args()) {
        (Op::Implies, [premise, _]) => facts.holds(premise),
        (Op::Or, parts) => parts.iter().any(|p| facts.fails(p)),
        _ => condition(known).is_some_and(|c| facts.holds(&c) || facts.fails(&c)),
    }
}

/// The goal, simplified by the facts and by lemmas about quotients and remainders in it.
fn simplified(facts: &Facts, goal: &Term, log: &mut Log) -> Term {
    let facts = facts.described(goal);
    let mut simplifier = Simplifier::new(&facts);
    let goal = simplifier.run(goal);
    log.extend(&simplifier.log);
    goal
}

/// The facts together with `fact`, which is simplified by them.
pub fn with(facts: &Facts, fact: &Term) -> Facts {
    let mut more = facts.clone();
    assume(&mut more, fact);
    more
}

/// Adds `fact`, simplified by the facts before.
pub fn assume(facts: &mut Facts, fact: &Term) {
    let simplified = Simplifier::new(facts).run(fact);
    facts.describe(&simplified);
    facts.assume(&simplified);
    facts.note(fact);
    if !simplified.is_true() {
        facts.kept.push(simplified);
    }
}

/// The condition of an innermost conditional that is not under a quantifier.
fn condition(t: &Term) -> Option<Term> {
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
