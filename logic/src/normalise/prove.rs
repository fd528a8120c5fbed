//! Proof of a goal from facts by taking the goal apart and splitting cases.
//!
//! In: facts and a goal. Out: whether the goal follows, and the names of the rules used. `false` means that no proof
//! was found within the budget.

use super::arithmetic;
use super::facts::Facts;
use super::log::Log;
use super::simplify::Simplifier;
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

/// Whether the goal follows from the facts.
pub fn prove(facts: &Facts, goal: &Term, search: &mut Search<'_>) -> bool {
    if facts.contradictory() {
        search.log.put("hypotheses-contradict");
        return true;
    }
    let goal = simplified(facts, goal, search.log);
    if let Some(value) = goal.as_bool() {
        return value || (search.arithmetic && by_arithmetic(facts, &goal, search));
    }
    if search.fuel == 0 {
        return false;
    }
    search.fuel -= 1;
    match (goal.op(), goal.args()) {
        (Op::And, parts) => parts.iter().all(|g| prove(facts, g, search)),
        (Op::Implies, [a, b]) => match condition(a) {
            // A premise with a conditional yields few facts. With the condition decided, it yields more.
            Some(c) => by_cases(facts, &c, &goal, search),
            None => {
                search.log.put("prove-implication");
                prove(&with(facts, a), b, search)
            }
        },
        (Op::Or, parts) => {
            search.log.put("prove-disjunction");
            // One disjunct is proved, and the negations of the others are assumed. A disjunct that is not a negation is
            // chosen if there is one, because then the assumed negations of negations are plain facts.
            let chosen = parts.iter().position(|g| *g.op() != Op::Not).unwrap_or_default();
            let mut facts = facts.clone();
            for (_, other) in parts.iter().enumerate().filter(|(n, _)| *n != chosen) {
                assume(&mut facts, &term::not(other.clone()));
            }
            parts.get(chosen).is_some_and(|g| prove(&facts, g, search))
        }
        (Op::Ite, [c, a, b]) => {
            search.log.put("prove-conditional");
            prove(&with(facts, c), a, search) && prove(&with(facts, &term::not(c.clone())), b, search)
        }
        (Op::Eq, [a, b]) if a.sort() == Sort::BOOL => {
            search.log.put("prove-equivalence");
            prove(&with(facts, a), b, search) && prove(&with(facts, b), a, search)
        }
        // No fact mentions the bound variable, so it can stand for an arbitrary value itself.
        (Op::Quant(binding), [body]) if binding.universal && !binding.binders.iter().any(|b| facts.mention(b)) => {
            search.log.put("prove-forall");
            prove(facts, body, search)
        }
        _ => match condition(&goal) {
            Some(c) => by_cases(facts, &c, &goal, search),
            None => search.arithmetic && by_arithmetic(facts, &goal, search),
        },
    }
}

/// Proves a goal that cannot be taken apart. If known equations can be taken apart, the proof goes on with what follows
/// from them.
fn by_arithmetic(facts: &Facts, goal: &Term, search: &mut Search<'_>) -> bool {
    if let (Op::Not, [a]) = (goal.op(), goal.args()) {
        search.log.put("prove-negation");
        return prove(&with(facts, a), &term::bool(false), search);
    }
    let mut more = facts.described(goal).into_owned();
    let mut changed = false;
    while arithmetic::take_apart(&mut more, search.log) || arithmetic::divide(&mut more, search.log) {
        changed = true;
    }
    if changed {
        // Facts that the new equations decide yield more.
        let kept = more.kept.clone();
        for known in &kept {
            if says_more(&more, known) {
                assume(&mut more, known);
            }
        }
        return prove(&more, goal, search);
    }
    if arithmetic::holds(&more, goal) {
        search.log.put("products");
        return true;
    }
    let contradict = arithmetic::contradiction(&more);
    if contradict {
        search.log.put("hypotheses-contradict");
    }
    contradict
}

/// Proves the goal twice: under the condition, and under its negation.
fn by_cases(facts: &Facts, condition: &Term, goal: &Term, search: &mut Search<'_>) -> bool {
    search.log.put("case-split");
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
        prove(&facts, goal, search)
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
