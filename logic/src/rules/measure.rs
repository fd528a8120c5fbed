//! Measures of loops: integers that decrease with each iteration, in the order `≺` of [`super::lexicographic`].
//!
//! ```text
//!  {I ∧ g ∧ e = m} S {e ≺ m}
//! ───────────────────────────
//!     while (g) S  ends
//! ```
//!
//! The rule is about iterations that come to the end of `S`, so one that leaves the loop needs no measure, and one that
//! goes on by `continue` does. `e` is a mathematical integer, also if `int` of the code is a machine integer. At both
//! moments, the thread must have permission for what `e` reads: then no other thread changes it in between the end of
//! an iteration and the start of the next.
//!
//! If no measure is written, some are guessed from the conditions that decide whether another iteration follows: `a <
//! b` makes `b - a`. The last guess is the measure of no integers, which never decreases: it serves if no iteration
//! comes to the end of `S`. A guess is an [`Attempt`]. Its obligations are tried, and no failure of them is reported.
//!
//! In: the states at the start and the end of an iteration. Out: the claim for the written measure, or the attempts.

use super::lexicographic;
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help, Label};
use crate::guess;
use crate::obligation::{Attempt, Mode, Obligation, What, Why};
use crate::state::State;
use crate::term::{self, Term};
use ir::{Block, Expr, ExprKind, Heap, Inside, LabelId, Labelled, Node, Stmt};
use std::collections::BTreeSet;

/// Largest number of measures that are guessed for one loop.
const GUESSES: usize = 4;

/// The measure of a loop, or guesses of it, with their values at the start of an iteration.
pub(super) enum Measures<'e> {
    /// The measure that is written.
    Written(Vec<&'e Expr>, Vec<Term>),
    /// The measures that are guessed for the loop at this place, each with its value and what makes it well defined.
    Guessed(Node, Vec<(Guess<'e>, Vec<Term>, Vec<Obligation>)>),
}

/// A guess of a measure.
#[derive(Clone, Copy)]
pub(super) enum Guess<'e> {
    /// The difference of two integers, or one integer.
    Difference(&'e Expr, Option<&'e Expr>),
    /// No integers.
    Nothing,
}

impl Exec<'_> {
    /// The values of the measures of a loop in `start`, the state at the start of an iteration. Claims that the written
    /// measure is well defined there.
    pub(super) fn measures<'e>(
        &mut self,
        start: &State,
        node: Node,
        written: Vec<&'e Expr>,
        guard: &'e Expr,
        body: &'e Block,
    ) -> Measures<'e> {
        if !written.is_empty() {
            let values = written.iter().map(|e| self.value_at(start, e)).collect();
            return Measures::Written(written, values);
        }
        let mut guesses = Vec::new();
        conditions(guard, body, &mut |condition, holds| {
            guess::differences(condition, holds, &mut |greater, less| guesses.push(Guess::Difference(greater, less)));
        });
        let unknown = |e: &Expr| has_no_value(start, e);
        guesses.retain(|g| match g {
            Guess::Difference(greater, less) => !unknown(greater) && !less.is_some_and(unknown),
            Guess::Nothing => true,
        });
        guesses.truncate(GUESSES);
        guesses.push(Guess::Nothing);
        let valued = guesses.into_iter().map(|guess| {
            let (value, claims) = self.apart(|exec| exec.guessed_at(start, guess));
            (guess, value, claims)
        });
        let valued = valued.collect();
        Measures::Guessed(node, valued)
    }

    /// Claims that the written measure has decreased in `end`, the state at the end of an iteration, or makes the
    /// attempts to show that a guessed one has.
    pub(super) fn decreases(&mut self, end: &State, measures: Measures<'_>) {
        match measures {
            Measures::Written(measure, before) => {
                let after: Vec<Term> = measure.iter().map(|e| self.value_at(end, e)).collect();
                let Some(node) = measure.first().map(|e| e.node) else { return };
                let mut check = smaller(node, &before, &after);
                check.shown.extend(lexicographic::shown(&before, Label::MeasureBefore, 1));
                check.shown.extend(lexicographic::shown(&after, Label::MeasureAfter, 1));
                let hyps = self.hyps(end);
                let _ = self.claim(hyps, Some(end), check);
            }
            Measures::Guessed(node, guesses) => {
                let tried = guesses.into_iter().map(|(guess, before, claims)| {
                    let ((), more) = self.apart(|exec| {
                        let after = exec.guessed_at(end, guess);
                        let hyps = exec.hyps(end);
                        let _ = exec.claim(hyps, None, smaller(node, &before, &after));
                    });
                    claims.into_iter().chain(more).map(|o| Obligation { mode: Mode::Lemma, ..o }).collect()
                });
                let measures = tried.collect();
                let ((), missing) = self.apart(|exec| {
                    let facts = Facts::LoopWithoutMeasure;
                    exec.refuse(What::LoopTermination, Why::NoMeasure, node, facts, Help::WriteMeasureOfLoop);
                });
                self.attempts.extend(missing.into_iter().map(|missing| Attempt {
                    node,
                    measures: Vec::clone(&measures),
                    missing,
                }));
            }
        }
    }

    /// The value of a measure in a state. Claims that the measure is well defined there.
    fn value_at(&mut self, state: &State, measure: &Expr) -> Term {
        let mut ev = Evaluator::new(&mut self.cx, self.vars, state.env(&self.old));
        let value = ev.eval(measure);
        let requirements = std::mem::take(&mut ev.requirements);
        let hyps = self.hyps(state);
        let contract = Some(What::WellFormed);
        requirements.iter().for_each(|need| self.need(&hyps, Some(state), &state.held, need, contract));
        value
    }

    fn guessed_at(&mut self, state: &State, guess: Guess<'_>) -> Vec<Term> {
        let Guess::Difference(greater, less) = guess else { return vec![] };
        let greater = self.value_at(state, greater);
        vec![match less {
            Some(less) => term::sub(greater, self.value_at(state, less)),
            None => greater,
        }]
    }

    /// Runs `inside`, and gives back the obligations that it emitted, which are no obligations of the item.
    pub(super) fn apart<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Obligation>) {
        let (own, unheld) = (std::mem::take(&mut self.out), self.unheld.clone());
        let value = inside(self);
        self.unheld = unheld;
        (value, std::mem::replace(&mut self.out, own))
    }
}

/// Whether an expression mentions a variable or an array of the thread that has no value in this state, because it is
/// declared later.
pub(super) fn has_no_value(state: &State, e: &Expr) -> bool {
    e.any(&|part| {
        let heap = part.place().map(|place| place.heap).filter(|heap| matches!(heap, Heap::Private(_)));
        let unknown_variable = matches!(part.kind, ExprKind::Var(v) if !state.store.contains_key(&v));
        unknown_variable || heap.is_some_and(|heap| !state.memory.contains_key(&heap))
    })
}

/// The claim that a measure is smaller after an iteration than before.
fn smaller(node: Node, before: &[Term], after: &[Term]) -> Check {
    let goal = lexicographic::smaller(after, before);
    Check::new(What::LoopTermination, Why::MeasureNotDecreasing, node, goal, Facts::LoopNotDecreasing)
}

/// Calls `visit` for each condition that decides whether another iteration follows, and with whether it then holds: the
/// condition of the loop, and those of branches in the body that leave the loop.
fn conditions<'e>(guard: &'e Expr, body: &'e Block, visit: &mut impl FnMut(&'e Expr, bool)) {
    visit(guard, true);
    let mut inside = BTreeSet::new();
    body.each(&mut |s| {
        if let Some(Labelled::Scope(label)) = s.outline().label {
            let _ = inside.insert(*label);
        }
    });
    body.each(&mut |s| {
        let Some(Inside::Branch(condition, then, otherwise)) = s.outline().inside else { return };
        if always_leaves(then, &inside) {
            visit(condition, false);
        } else if always_leaves(otherwise, &inside) {
            visit(condition, true);
        }
    });
}

/// Whether a block ends in an exit of a scope that is not among these.
fn always_leaves(block: &Block, inside: &BTreeSet<LabelId>) -> bool {
    let exit = |s: &Stmt| matches!(s.outline().label, Some(Labelled::Exit(label)) if !inside.contains(label));
    block.stmts.last().is_some_and(exit)
}
