//! Places in the bodies of resources. A use of a resource stands for its body, so a failure in the body has two places.
//!
//! In: the places of a finding. Out: the same, where the place of the use stands for each part of a body, and the place
//! in the body is a further one.

use crate::outcome::{Outcome, Replay};
use interp::Failure;
use ir::{Node, Program, Span};

/// The places of the findings of an item.
pub fn outcomes(program: &Program, outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        if let Replay::Confirmed(run) = &mut outcome.replay {
            run.node.span = program.used_at(run.node.span);
            run.steps.iter_mut().for_each(|step| step.node.span = program.used_at(step.node.span));
        }
        places(program, &mut outcome.node, &mut outcome.related);
    }
}

/// The places of a failure of a run.
pub fn failure(program: &Program, failure: &Failure) -> Failure {
    let mut failure = failure.clone();
    places(program, &mut failure.node, &mut failure.related);
    failure
}

/// Moves the places of a finding that are in bodies of resources to the uses, and adds the places in the bodies.
fn places(program: &Program, node: &mut Node, related: &mut Vec<(Node, String)>) {
    let mut bodies: Vec<(Node, String)> = Vec::new();
    for part in std::iter::once(node).chain(related.iter_mut().map(|(node, _)| node)) {
        let Some(expansion) = program.expansion(part.span) else { continue };
        let body = Node { span: Span { expansion: None, ..part.span }, ..*part };
        part.span = program.used_at(part.span);
        if bodies.iter().all(|(known, _)| known.span.reading_order() != body.span.reading_order()) {
            // The contract of a thread is a resource whose name no code can write.
            let called = match expansion.name.strip_prefix("run ") {
                Some(says) => format!("in what `run` {says}"),
                None => format!("in the body of `{}`", expansion.name),
            };
            bodies.push((body, called));
        }
    }
    related.extend(bodies);
}
