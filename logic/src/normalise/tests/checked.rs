//! Runs the normaliser, and checks the proof that it leaves.

use crate::normalise::{normalise, Budget, Outcome};
use crate::proof::{check, Recorder};
use crate::term::{show, Term};

/// The normaliser's outcome. If the goal was discharged, the checker accepts the proof.
#[track_caller]
pub fn checked(goal: &Term, hyps: &[Term]) -> Outcome {
    let plain = normalise(goal, hyps, Budget::default(), Recorder::OFF);
    let outcome = normalise(goal, hyps, Budget::default(), Recorder::ON);
    assert_eq!((plain.discharged, &plain.rules), (outcome.discharged, &outcome.rules), "recording changes nothing");
    if outcome.discharged {
        let Some(proof) = outcome.proof.proof() else {
            let hyps: Vec<String> = hyps.iter().map(show).collect();
            panic!("no proof of {} from {hyps:?} by {:?}", show(goal), outcome.rules);
        };
        if let Err(fault) = check(proof, hyps, goal) {
            let terms: Vec<String> = fault.step.parts().0.into_iter().map(show).collect();
            for h in hyps {
                println!("hypothesis {}", show(h));
            }
            dump(&fault.step, 0);
            panic!("{}: by {:?}: {}: {:?}: {terms:?}", show(goal), outcome.rules, fault.step.law(), fault.cause);
        }
    }
    outcome
}

fn dump(step: &crate::proof::Proof, depth: usize) {
    let (terms, premises) = step.parts();
    let terms: Vec<String> = terms.into_iter().map(show).collect();
    println!("{}{} {}", " ".repeat(depth), step.law(), terms.join(" | "));
    if depth < 8 {
        premises.into_iter().for_each(|p| dump(p, depth + 1));
    }
}
