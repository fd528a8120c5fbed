//! The obligations of some tasks, decided in parallel.
//!
//! ```text
//! obligations ─begin→ outcomes, open decisions ─cut into batches→ one solver context each ─finish→ outcomes
//! ```
//!
//! In: tasks. Out: the outcomes of each task in the order of its obligations. What is in a batch depends on the task
//! alone, never on threads or time (`book/src/design/contexts.md`).

use logic::obligation::Task;
use rayon::prelude::*;

use crate::decide::{begin, Decision, Step};
use crate::outcome::Outcome;
use crate::pipeline::Options;
use crate::solver;

/// So many open decisions are one batch.
const FEW: usize = 6;
/// More are cut into an even number of batches, each of at most so many.
const MANY: usize = 16;

/// Decides all obligations.
pub fn decide(tasks: &[Task], options: &Options) -> Vec<Vec<Outcome>> {
    let all: Vec<_> = tasks.iter().flat_map(|t| t.obligations.iter().map(move |o| (t, o))).collect();
    let steps: Vec<Step<'_>> = all.par_iter().map(|(t, o)| begin(o, &t.definitions, options)).collect();
    let mut steps = steps.into_iter();
    let (mut of_task, mut batches) = (Vec::new(), Vec::new());
    for (n, task) in tasks.iter().enumerate() {
        let (mut outcomes, mut open) = (Vec::new(), Vec::new());
        for step in steps.by_ref().take(task.obligations.len()) {
            match step {
                Step::Decided(outcome) => outcomes.push(Some(*outcome)),
                Step::Open(decision) => {
                    open.push((n, outcomes.len(), *decision));
                    outcomes.push(None);
                }
            }
        }
        of_task.push(outcomes);
        batches.extend(cut(open));
    }
    let finished: Vec<_> = batches.into_par_iter().map(finish).collect();
    for (task, at, outcome) in finished.into_iter().flatten() {
        if let Some(slot) = of_task.get_mut(task).and_then(|list| list.get_mut(at)) {
            *slot = Some(outcome);
        }
    }
    of_task.into_iter().map(|list| list.into_iter().flatten().collect()).collect()
}

fn finish(batch: Vec<(usize, usize, Decision<'_>)>) -> Vec<(usize, usize, Outcome)> {
    solver::in_batch(|| batch.into_iter().map(|(task, at, d)| (task, at, d.finish())).collect())
}

/// Batches of nearly equal size, in order.
fn cut<T>(mut open: Vec<T>) -> Vec<Vec<T>> {
    let count = match open.len() {
        0 => return vec![],
        n if n <= FEW => 1,
        n => n.div_ceil(MANY).next_multiple_of(2),
    };
    let mut out = Vec::with_capacity(count);
    for left in (1..=count).rev() {
        let rest = open.split_off(open.len().div_ceil(left));
        out.push(std::mem::replace(&mut open, rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn batches_keep_order_and_balance() {
        for n in 0..200 {
            let batches = cut((0..n).collect());
            assert_eq!(batches.concat(), (0..n).collect::<Vec<_>>());
            let sizes: Vec<usize> = batches.iter().map(Vec::len).collect();
            let (least, most) = (sizes.iter().min().unwrap_or(&0), sizes.iter().max().unwrap_or(&0));
            assert!(most - least <= 1 && *most <= super::MANY && (n == 0 || *least > 0), "{n}: {sizes:?}");
        }
    }
}
