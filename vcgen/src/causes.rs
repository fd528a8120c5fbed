//! Which failures are reported: those that no other failure explains.
//!
//! In: the outcomes of an item. Out: the same outcomes without failures that follow from another failure that is kept,
//! and with one failure for each error id and place. **If something failed, something that failed is kept**: all
//! outcomes that are kept are proved if and only if all outcomes are.

use logic::obligation::{Mode, Obligation, Task, What, Why};
use logic::term;

use crate::outcome::{Outcome, Verdict};

/// The outcomes that are reported.
pub fn reported(task: &Task, outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let failed = |o: &Outcome| o.verdict != Verdict::Proved;
    let obligation = |o: &Outcome| task.obligation(o.id);
    let (failures, proved): (Vec<Outcome>, Vec<Outcome>) = outcomes.into_iter().partition(failed);

    // If the preconditions contradict each other, every other obligation is true for no reason.
    let vacuous = |o: &Outcome| o.code.what == What::Vacuous && o.verdict == Verdict::Refuted;
    let failures = if failures.iter().any(vacuous) { failures.into_iter().filter(vacuous).collect() } else { failures };

    let is_lemma = |o: &Outcome| obligation(o).is_some_and(|b: &Obligation| b.mode == Mode::Lemma);

    // Causes come before their consequences in `rank`, so the first failure is always kept.
    let rank = |o: &Outcome| (!is_ill_defined(o), o.id);
    let failed: Vec<_> = failures.iter().map(|o| (rank(o), o.clone())).collect();
    let caused = |o: &Outcome| {
        let own = rank(o);
        let named = |c: &Outcome| obligation(o).is_some_and(|b| b.consequence_of.contains(&c.id));
        // A refuted obligation is not left out because of one that is only unknown, unless its failure has that one as
        // its cause.
        let outweighs = |c: &Outcome| c.verdict == Verdict::Refuted || o.verdict == Verdict::Unknown || is_lemma(c);
        // Nor is it left out because of a failure that runs show only after they have shown this one.
        let behind = |c: &Outcome| c.under.as_ref().is_some_and(|under| under.obligation == o.id);
        let before = failed.iter().filter(|(r, c)| *r < own && outweighs(c) && !behind(c));
        before.into_iter().any(|(_, c)| named(c) || (is_ill_defined(c) && follows(o, c)))
    };
    let causes: Vec<Outcome> = failures.into_iter().filter(|o| !caused(o)).collect();

    // A lemma about a clause adds nothing if the clause is wrong by itself. The failure of the clause is among the
    // causes of the lemma, so it does not follow from the lemma, and is kept.
    let wrong: Vec<_> = causes.iter().filter(|o| !is_lemma(o)).map(|o| o.node).collect();
    let causes = causes.into_iter().filter(|o| !(is_lemma(o) && wrong.contains(&o.node)));

    // Of failures with the same goal at different places, the first is kept.
    let mut said: Vec<(&term::Term, Verdict)> = Vec::new();
    let causes: Vec<Outcome> = causes
        .filter(|o| match obligation(o) {
            Some(b) if is_repeated(o) => {
                let new = !said.iter().any(|(goal, verdict)| **goal == b.goal && *verdict >= o.verdict);
                said.push((&b.goal, o.verdict));
                new
            }
            _ => true,
        })
        .collect();

    once(causes, proved)
}

/// Whether the failure is that a part of a clause has no meaning (an index outside of its array, a division by zero),
/// and not that what the clause says is false.
fn is_ill_defined(o: &Outcome) -> bool {
    let part = matches!(
        o.code.why,
        Why::OutOfBounds | Why::Unframed | Why::DivisionByZero | Why::EmptyRange | Why::Overflow | Why::Unsupported
    );
    o.code.what == What::CallPre || (o.code.what == What::WellFormed && part)
}

/// Whether `o` is a clause that fails because its part `part` has no meaning, wherever the clause is claimed.
fn follows(o: &Outcome, part: &Outcome) -> bool {
    let inside = part.node.is_inside(&o.node);
    let of_location = o.code.why == Why::InsufficientPermission && part.code.why == Why::OutOfBounds;
    inside && (o.code.why == Why::False || of_location)
}

/// Whether two failures of this kind with the same goal are one mistake, even at different places.
fn is_repeated(o: &Outcome) -> bool {
    let access = matches!(o.code.what, What::Load | What::Store) && o.code.why == Why::InsufficientPermission;
    access || matches!(o.code.why, Why::OutOfBounds | Why::Unframed | Why::DivisionByZero)
}

/// All outcomes in the order of the obligations, with one failure for each error id and place: a refutation rather than
/// an unknown.
fn once(causes: Vec<Outcome>, proved: Vec<Outcome>) -> Vec<Outcome> {
    let mut kept: Vec<Outcome> = Vec::new();
    for o in causes {
        match kept.iter_mut().find(|k| k.code == o.code && k.node == o.node) {
            Some(same) if same.verdict == Verdict::Unknown && o.verdict == Verdict::Refuted => *same = o,
            Some(_) => {}
            None => kept.push(o),
        }
    }
    kept.extend(proved);
    kept.sort_by_key(|o| o.id);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{DischargedBy, Sentence};
    use ir::{ItemId, Node, NodeId};
    use logic::finding::Facts;
    use logic::hyps::Hyps;
    use logic::obligation::{Code, ObligationId};
    use std::time::Duration;

    fn obligation(n: usize, mode: Mode, ill: bool, causes: Vec<usize>) -> Obligation {
        let (what, why) = if ill { (What::WellFormed, Why::OutOfBounds) } else { (What::Post, Why::False) };
        Obligation {
            id: ObligationId(n as u32),
            code: Code { what, why },
            mode,
            name: n.to_string(),
            node: Node { id: NodeId(n as u32 % 2 + 1), last: NodeId(2), ..Node::default() },
            related: vec![],
            hyps: Hyps::new(),
            goal: term::bool(false),
            shown: Default::default(),
            parts: vec![],
            inputs: std::sync::Arc::default(),
            consequence_of: causes.iter().map(|n| ObligationId(*n as u32)).collect(),
            permissions: vec![],
            implied_by: vec![],
            partial: false,
            facts: Facts::Atomic,
            help: None,
            takers: Default::default(),
            suspects: vec![],
        }
    }

    fn outcome(o: &Obligation, verdict: Verdict) -> Outcome {
        Outcome {
            id: o.id,
            name: o.name.clone(),
            code: o.code,
            node: o.node,
            related: vec![],
            taken_at: None,
            message: Sentence::default(),
            help: None,
            verdict,
            assumed: logic::floats::Assumptions::NONE,
            by: DischargedBy::Z3,
            quantifier_free: true,
            time: Duration::ZERO,
            solver_time: Duration::ZERO,
            values: vec![],
            replay: crate::outcome::Replay::None,
            under: None,
            reason: None,
            advice: None,
            smt2: None,
            second: None,
            explanation: None,
            proof: None,
            checked: crate::outcome::Checked::Not,
            cached: false,
        }
    }

    /// Four obligations in every constellation of codes, modes, causes and verdicts.
    #[test]
    fn something_failed_iff_something_failed_is_kept() {
        for pattern in 0u32..1 << 17 {
            let bit = |n: u32| pattern >> n & 1 == 1;
            let mode = |n: u32| if bit(n) { Mode::Lemma } else { Mode::Prove };
            let ill = |n: u32| bit(n + 12);
            let after = |of: [(u32, usize); 3]| of.iter().filter(|(b, _)| bit(*b)).map(|(_, n)| *n).collect();
            let obligations = vec![
                obligation(0, mode(0), ill(0), vec![]),
                obligation(1, mode(1), ill(1), after([(2, 0), (2, 0), (2, 0)])),
                obligation(2, Mode::Prove, ill(2), after([(3, 0), (4, 1), (4, 1)])),
                obligation(3, Mode::Prove, ill(3), after([(5, 0), (6, 1), (7, 2)])),
            ];
            let failed = |n: usize| bit(8 + n as u32);
            let bad = |n: usize| if bit(16) == n.is_multiple_of(2) { Verdict::Refuted } else { Verdict::Unknown };
            let verdict = |n: usize| if failed(n) { bad(n) } else { Verdict::Proved };
            let outcomes: Vec<_> = obligations.iter().enumerate().map(|(n, o)| outcome(o, verdict(n))).collect();
            let task = Task {
                id: ItemId::Kernel(ir::KernelId(0)),
                item: String::new(),
                node: Node::default(),
                obligations,
                trusted: vec![],
                attempts: vec![],
                restrictions: vec![],
                notes: vec![],
                definitions: vec![],
                rests_on: Default::default(),
                versions: vec![],
                base: vec![],
                ranges: vec![],
                inputs: std::sync::Arc::default(),
            };
            let kept = reported(&task, outcomes);
            let any = (0..4).any(failed);
            assert_eq!(any, kept.iter().any(|o| o.verdict != Verdict::Proved), "{pattern:b}");
            // Leaving out failures does not turn a refuted item into an unknown one. (Lemmas are never refuted.)
            let refuted = (0..4).any(|n| failed(n) && bad(n) == Verdict::Refuted);
            let lemmas = bit(0) || bit(1);
            assert!(lemmas || refuted == kept.iter().any(|o| o.verdict == Verdict::Refuted), "{pattern:b}");
        }
    }
}
