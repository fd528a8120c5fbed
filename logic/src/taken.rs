//! Who took a permission: loops and barriers take all that a thread holds, and give what their contract says.
//!
//! In: what a thread held in front of each loop and barrier that it is in or behind. Out: for a claim about permission,
//! the places that may have taken it, each with the condition under which it did. Nothing here is part of a proof.

use crate::chunk::{Amount, Chunk, Held};
use crate::exec::Exec;
use crate::state::State;
use crate::term::{self, Term};
use ir::Heap;
use ir::Node;
use std::sync::Arc;

/// A loop or barrier, and what the thread held in front of it.
#[derive(Clone, Debug)]
pub struct Taker {
    /// The condition of the loop, or the barrier.
    pub node: Node,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// What the thread held.
    pub held: Arc<Held>,
}

/// One place that may have taken what a claim asks for.
#[derive(Clone, Debug)]
pub struct Suspect {
    taker: Taker,
    heap: Heap,
    index: Vec<Term>,
    amount: Amount,
    guard: Term,
    /// Where it is.
    pub node: Node,
    /// What stands there.
    pub label: String,
    /// What would work.
    pub help: String,
}

impl Suspect {
    /// That the thread held it there: then this place took it.
    pub fn held_it(&self) -> Term {
        let held = self.taker.held.meets(self.heap, &self.index, &self.amount);
        term::and([self.guard.clone(), held])
    }
}

/// Places that a claim names at most.
const MOST: usize = 4;

/// What a claim asks for.
pub struct Asked<'a> {
    /// The array.
    pub heap: Heap,
    /// The location.
    pub index: &'a [Term],
    /// How much of it.
    pub amount: Amount,
    /// When.
    pub guard: Term,
    /// The location, or the clause, as it is written.
    pub text: String,
}

impl Exec<'_> {
    /// The places that may have taken what is asked for, the last one first.
    pub fn suspects(&self, state: Option<&State>, asked: &Asked<'_>) -> Vec<Suspect> {
        let takers = state.into_iter().flat_map(|s| s.takers.iter().rev());
        let had = takers.filter(|t| t.held.given.iter().any(|c| c.heap == asked.heap));
        // A share of the array that is held all the same: it was given away on purpose.
        let still = state.is_some_and(|s| s.held.given.iter().any(|c| c.heap == asked.heap));
        had.take(MOST).map(|t| self.suspect(t, asked, still)).collect()
    }

    fn suspect(&self, taker: &Taker, asked: &Asked<'_>, still: bool) -> Suspect {
        let program = self.cx.program;
        let line = program.line(taker.node);
        let clause = if asked.text.contains("erm(") || asked.text.contains("PointsTo(") {
            asked.text.clone()
        } else {
            let whole = |c: &Chunk| c.is_write() || c.heap != asked.heap;
            let all = matches!(&asked.amount, Amount::Exact(p) if *p == term::one())
                || self.cx.written.contains(&asked.heap) && taker.held.given.iter().all(whole);
            format!("Perm({}, {})", asked.text, if all { "write" } else { "read" })
        };
        // A clause that only some threads have is only some threads' to give back.
        let of_array = taker.held.given.iter().filter(|c| c.heap == asked.heap);
        let conditional =
            of_array.clone().count() > 0 && of_array.clone().all(|c| c.binders.is_empty() && !c.guard.is_true());
        let condition = if conditional { ", under the condition under which the thread has it" } else { "" };
        let again = if still {
            "; where that barrier gives it to other threads, a further barrier must come in between"
        } else {
            ""
        };
        let (label, help) = if taker.is_loop {
            (
                "the thread held it here, and no invariant of this loop keeps it".to_owned(),
                format!("add `loop_invariant {clause};`, or one that covers it, to the loop at line {line}{condition}"),
            )
        } else {
            (
                "the thread held it here, and the `ensures` of this barrier do not give it back".to_owned(),
                format!(
                    "add `context {clause};`, or a clause that covers it, to the barrier at line {line}{condition}{again}"
                ),
            )
        };
        Suspect {
            taker: taker.clone(),
            heap: asked.heap,
            index: asked.index.to_vec(),
            amount: asked.amount.clone(),
            guard: asked.guard.clone(),
            node: taker.node,
            label,
            help,
        }
    }
}
