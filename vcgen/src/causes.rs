//! Which failures are reported: those that no other explains.
//!
//! In: the outcomes of an item. Out: the same without failures that follow from another one that is kept, and without
//! saying the same of the same place twice. **If something failed, something failed is kept**: an item is proved by
//! its kept outcomes iff it is proved by all.

use logic::obligation::{Mode, Obligation, Task, What, Why};

use crate::outcome::{Outcome, Verdict};

/// The outcomes that are reported.
pub fn first(task: &Task, outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let failed = |o: &Outcome| o.verdict != Verdict::Proved;
    let obligation = |o: &Outcome| task.obligations.iter().find(|b| b.name == o.name);
    let (failures, proved): (Vec<Outcome>, Vec<Outcome>) = outcomes.into_iter().partition(failed);

    // Under contradictory preconditions nothing else means anything.
    let vacuous = |o: &Outcome| o.code.what == What::Vacuous && o.verdict == Verdict::Refuted;
    let failures = if failures.iter().any(vacuous) { failures.into_iter().filter(vacuous).collect() } else { failures };

    // An obligation names only earlier ones as its causes, so the first failure is always kept.
    let names: Vec<String> = failures.iter().map(|o| o.name.clone()).collect();
    let caused = |o: &Outcome| obligation(o).is_some_and(|b| b.consequence_of.iter().any(|c| names.contains(c)));
    let causes: Vec<Outcome> = failures.into_iter().filter(|o| !caused(o)).collect();

    // A lemma about a clause that is wrong by itself says nothing more. What is wrong there is among the causes, so it
    // does not follow from the lemma, and stays.
    let is_lemma = |o: &Outcome| obligation(o).is_some_and(|b: &Obligation| b.mode == Mode::Lemma);
    let wrong: Vec<_> = causes.iter().filter(|o| !is_lemma(o)).map(|o| o.span).collect();
    let causes = causes.into_iter().filter(|o| !(is_lemma(o) && wrong.contains(&o.span)));

    // The same goal at another place: the first says it.
    let mut goals = Vec::new();
    let causes: Vec<Outcome> = causes
        .filter(|o| match obligation(o) {
            Some(b) if b.code.why == Why::OutOfBounds => {
                let new = !goals.contains(&&b.goal);
                goals.push(&b.goal);
                new
            }
            _ => true,
        })
        .collect();

    once(causes, proved, &task.obligations)
}

/// One failure for each id and place, a refutation rather than an unknown; all in the order of the obligations.
fn once(causes: Vec<Outcome>, proved: Vec<Outcome>, order: &[Obligation]) -> Vec<Outcome> {
    let mut kept: Vec<Outcome> = Vec::new();
    for o in causes {
        match kept.iter_mut().find(|k| k.code == o.code && k.span == o.span) {
            Some(same) if same.verdict == Verdict::Unknown && o.verdict == Verdict::Refuted => *same = o,
            Some(_) => {}
            None => kept.push(o),
        }
    }
    kept.extend(proved);
    kept.sort_by_key(|o| order.iter().position(|b| b.name == o.name));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::DischargedBy;
    use logic::obligation::Code;
    use logic::term;
    use std::time::Duration;
    use syntax::span::Span;

    fn obligation(n: usize, mode: Mode, causes: Vec<usize>) -> Obligation {
        Obligation {
            code: Code { what: What::BarrierRedistribution, why: Why::TooMuch },
            mode,
            name: n.to_string(),
            span: Span::new(n % 2, 9),
            related: vec![],
            hyps: vec![],
            goal: term::bool(false),
            shown: vec![],
            consequence_of: causes.iter().map(usize::to_string).collect(),
            message: String::new(),
            help: None,
        }
    }

    fn outcome(o: &Obligation, verdict: Verdict) -> Outcome {
        Outcome {
            name: o.name.clone(),
            code: o.code,
            span: o.span,
            related: vec![],
            message: String::new(),
            help: None,
            verdict,
            by: DischargedBy::Z3,
            quantifier_free: true,
            time: Duration::ZERO,
            solver_time: Duration::ZERO,
            values: vec![],
            reason: None,
            smt2: None,
            second: None,
            explanation: None,
        }
    }

    /// Four obligations in every constellation of modes, causes and verdicts.
    #[test]
    fn something_failed_iff_something_failed_is_kept() {
        for pattern in 0u32..1 << 14 {
            let bit = |n: u32| pattern >> n & 1 == 1;
            let mode = |n: u32| if bit(n) { Mode::Lemma } else { Mode::Prove };
            let after = |of: [(u32, usize); 3]| of.iter().filter(|(b, _)| bit(*b)).map(|(_, n)| *n).collect();
            let obligations = vec![
                obligation(0, mode(0), vec![]),
                obligation(1, mode(1), after([(4, 0), (4, 0), (4, 0)])),
                obligation(2, mode(2), after([(5, 0), (6, 1), (6, 1)])),
                obligation(3, mode(3), after([(7, 0), (8, 1), (9, 2)])),
            ];
            let failed = |n: usize| bit(10 + n as u32);
            let verdict = |n: usize| if failed(n) { Verdict::Unknown } else { Verdict::Proved };
            let outcomes: Vec<_> = obligations.iter().enumerate().map(|(n, o)| outcome(o, verdict(n))).collect();
            let task = Task {
                item: String::new(),
                span: Span::default(),
                obligations,
                trusted: vec![],
                notes: vec![],
                definitions: vec![],
            };
            let kept = first(&task, outcomes);
            let any = (0..4).any(failed);
            assert_eq!(any, kept.iter().any(|o| o.verdict != Verdict::Proved), "{pattern:b}");
        }
    }
}
