//! Measures of loops: an integer that decreases with each iteration and is never negative.
//!
//! ```text
//!  {I ∧ g ∧ e = m} S {0 ≤ m ∧ e < m}
//! ───────────────────────────────────
//!        while (g) S  ends
//! ```
//!
//! The rule is about iterations that come to the end of `S`, so one that leaves the loop needs no measure, and one that
//! goes on by `continue` does. `e` is a mathematical integer, also if `int` of the code is a machine integer. At both
//! moments, the thread must have permission for what `e` reads: then no other thread changes it in between the end of
//! an iteration and the start of the next.
//!
//! If no measure is written, some are guessed from the conditions that decide whether another iteration follows: `a <
//! b` makes `b - a`. A guess is an [`Attempt`]. Its obligations are tried, and no failure of them is reported.
//!
//! In: the states at the start and the end of an iteration. Out: the claim for the written measure, or the attempts.

use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help, Label, Shown};
use crate::obligation::{Attempt, Mode, Obligation, What, Why};
use crate::state::State;
use crate::term::{self, Term};
use ir::{BinaryOp, Block, Expr, ExprKind, Heap, Inside, LabelId, Labelled, Node, Stmt, Type, UnaryOp};
use std::collections::BTreeSet;

/// Largest number of measures that are guessed for one loop.
const GUESSES: usize = 4;

/// The measures of a loop, with their values at the start of an iteration.
pub(super) enum Measures<'e> {
    /// The measure that is written.
    Written(&'e Expr, Term),
    /// The measures that are guessed for the loop at this place, each with its value and what makes it well defined.
    Guessed(Node, Vec<(Guess<'e>, Term, Vec<Obligation>)>),
}

/// The difference of two integers, or one integer.
#[derive(Clone, Copy)]
pub(super) struct Guess<'e> {
    greater: &'e Expr,
    less: Option<&'e Expr>,
}

impl Exec<'_> {
    /// The values of the measures of a loop in `start`, the state at the start of an iteration. Claims that the written
    /// measure is well defined there.
    pub(super) fn measures<'e>(
        &mut self,
        start: &State,
        node: Node,
        written: Option<&'e Expr>,
        guard: &'e Expr,
        body: &'e Block,
    ) -> Measures<'e> {
        if let Some(written) = written {
            return Measures::Written(written, self.value_at(start, written));
        }
        let mut guesses = Vec::new();
        conditions(guard, body, &mut |condition, holds| guess(condition, holds, &mut guesses));
        // A variable or an array of the thread that is declared inside of the loop has no value at its start.
        let unknown_array = |e: &Expr| {
            let heap = e.place().map(|place| place.heap);
            heap.is_some_and(|heap| matches!(heap, Heap::Private(_)) && !start.memory.contains_key(&heap))
        };
        let known = |e: &Expr| {
            e.any(&|part| matches!(part.kind, ExprKind::Var(v) if !start.store.contains_key(&v)) || unknown_array(part))
        };
        guesses.retain(|g| !known(g.greater) && !g.less.is_some_and(known));
        guesses.truncate(GUESSES);
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
                let after = self.value_at(end, measure);
                let mut check = smaller(measure.node, before.clone(), after.clone());
                check.shown.push(Shown { label: Label::MeasureBefore, term: before, thread: 1 });
                check.shown.push(Shown { label: Label::MeasureAfter, term: after, thread: 1 });
                let hyps = self.hyps(end);
                let _ = self.claim(hyps, Some(end), check);
            }
            Measures::Guessed(node, guesses) => {
                let tried = guesses.into_iter().map(|(guess, before, claims)| {
                    let ((), more) = self.apart(|exec| {
                        let after = exec.guessed_at(end, guess);
                        let hyps = exec.hyps(end);
                        let _ = exec.claim(hyps, None, smaller(node, before, after));
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

    fn guessed_at(&mut self, state: &State, guess: Guess<'_>) -> Term {
        let greater = self.value_at(state, guess.greater);
        match guess.less {
            Some(less) => term::sub(greater, self.value_at(state, less)),
            None => greater,
        }
    }

    /// Runs `inside`, and gives back the obligations that it emitted, which are no obligations of the item.
    fn apart<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Obligation>) {
        let (own, unheld) = (std::mem::take(&mut self.out), self.unheld.clone());
        let value = inside(self);
        self.unheld = unheld;
        (value, std::mem::replace(&mut self.out, own))
    }
}

/// The claim that a measure is not negative before, and smaller afterwards.
fn smaller(node: Node, before: Term, after: Term) -> Check {
    let goal = term::and([term::le(term::int(0), before.clone()), term::lt(after, before)]);
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

/// Guesses measures from a condition that holds, or does not, whenever another iteration follows.
fn guess<'e>(condition: &'e Expr, holds: bool, out: &mut Vec<Guess<'e>>) {
    if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind {
        guess(inner, !holds, out);
    } else if let ExprKind::Binary(op, a, b) = &condition.kind {
        binary(*op, a, b, holds, out);
    }
}

fn binary<'e>(op: BinaryOp, a: &'e Expr, b: &'e Expr, holds: bool, out: &mut Vec<Guess<'e>>) {
    let integers = matches!(a.ty, Type::Int | Type::Machine(_)) && matches!(b.ty, Type::Int | Type::Machine(_));
    let mut difference = |greater, less: &'e Expr| {
        let zero = matches!(&less.kind, ExprKind::Int(n) if n.is_zero());
        out.extend(integers.then_some(Guess { greater, less: (!zero).then_some(less) }));
    };
    match (op, holds) {
        (BinaryOp::And | BinaryOp::Star, true) | (BinaryOp::Or, false) => {
            guess(a, holds, out);
            guess(b, holds, out);
        }
        (BinaryOp::Lt | BinaryOp::Le, true) | (BinaryOp::Gt | BinaryOp::Ge, false) => difference(b, a),
        (BinaryOp::Gt | BinaryOp::Ge, true) | (BinaryOp::Lt | BinaryOp::Le, false) => difference(a, b),
        (BinaryOp::Ne, true) | (BinaryOp::Eq | BinaryOp::Same, false) => {
            difference(b, a);
            difference(a, b);
        }
        (BinaryOp::Ne, false) | (BinaryOp::Eq | BinaryOp::Same, true) => {}
        (BinaryOp::And | BinaryOp::Star, false) | (BinaryOp::Or, true) => {}
        (
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Frac
            | BinaryOp::Implies,
            _,
        ) => {}
    }
}
