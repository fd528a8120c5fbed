//! Which loops are known to end.
//!
//! Guesses are decided behind the obligations of the item, one for each loop at a time, until one is proved. A guess
//! that is right is nearly always proved at once, so that only short searches are made.
//!
//! In: the attempts of tasks, and what decides obligations. Out: the loops of each task that are not known to end.

use ir::{Node, Program};
use logic::obligation::{Attempt, Obligation, ObligationId, Task};

use crate::batch;
use crate::decide::Decided;
use crate::exact;
use crate::options::Options;
use crate::outcome::Verdict;
use crate::tools::Tools;

/// Decides the obligations of all tasks. Returns the outcomes, and for each task the loops that are not known to end.
/// If `options.total` demands measures, each of these loops gets an obligation that is not proved.
pub fn decide(
    program: &Program,
    tasks: &mut [Task],
    options: &Options,
    tools: &Tools<'_>,
) -> (Vec<Vec<Decided>>, Vec<Vec<Node>>) {
    let mut open: Vec<Vec<Attempt>> = tasks.iter_mut().map(|t| std::mem::take(&mut t.attempts)).collect();
    let mut outcomes = exact::decide(program, tasks, options, tools);
    let guessing = Options { brief: true, ..options.clone() };
    while open.iter().flatten().any(|attempt| !attempt.measures.is_empty()) {
        let mut shells: Vec<Task> = tasks.iter().map(shell).collect();
        let lengths: Vec<Vec<usize>> = shells.iter_mut().zip(&mut open).map(|(task, open)| join(task, open)).collect();
        let assumed = exact::assumed(tasks, &outcomes);
        let tried = exact::decide_besides(program, &shells, &guessing, tools, assumed);
        for ((open, lengths), tried) in open.iter_mut().zip(&lengths).zip(&tried) {
            settle(open, lengths, tried);
        }
    }
    if options.total {
        let lengths: Vec<usize> = tasks.iter().map(|t| t.obligations.len()).collect();
        let mut shells: Vec<Task> = tasks.iter().map(shell).collect();
        for (shell, (open, before)) in shells.iter_mut().zip(open.iter().zip(lengths)) {
            for (n, attempt) in open.iter().enumerate() {
                shell.obligations.push(Obligation { id: number(before + n), ..attempt.missing.clone() });
            }
        }
        let missing = batch::decide(program, &shells, options, tools);
        for ((task, shell), (outcomes, missing)) in tasks.iter_mut().zip(shells).zip(outcomes.iter_mut().zip(missing)) {
            task.obligations.extend(shell.obligations);
            outcomes.extend(missing);
        }
    }
    let open = open.iter().map(|open| {
        let mut nodes: Vec<Node> = open.iter().map(|attempt| attempt.node).collect();
        nodes.dedup();
        nodes
    });
    (outcomes, open.collect())
}

/// Adds the next guess for each loop to the obligations of a task. Returns the number of obligations of each.
fn join(task: &mut Task, open: &mut [Attempt]) -> Vec<usize> {
    let lengths = open.iter_mut().map(|attempt| {
        let next = if attempt.measures.is_empty() { vec![] } else { attempt.measures.remove(0) };
        let length = next.len();
        for o in next {
            let id = number(task.obligations.len());
            task.obligations.push(Obligation { id, consequence_of: vec![], implied_by: vec![], ..o });
        }
        length
    });
    lengths.collect()
}

/// Removes the loops for which all obligations of a guess are proved. `lengths` are those of [`join`].
fn settle(open: &mut Vec<Attempt>, lengths: &[usize], tried: &[Decided]) {
    let mut tried = tried.iter();
    let mut lengths = lengths.iter();
    open.retain(|_| {
        let length = lengths.next().copied().unwrap_or_default();
        let proved = tried.by_ref().take(length).filter(|d| d.outcome.verdict == Verdict::Proved).count();
        length == 0 || proved < length
    });
}

fn number(n: usize) -> ObligationId {
    ObligationId(u32::try_from(n).unwrap_or(u32::MAX))
}

/// A task without obligations, with what decides them.
fn shell(task: &Task) -> Task {
    Task { obligations: vec![], versions: vec![], ..task.clone() }
}
