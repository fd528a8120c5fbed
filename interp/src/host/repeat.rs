//! Loops of host code.
//!
//! In: a loop. Out: where control goes on; the invariant is checked where the loop is reached and after each iteration,
//! and there the measure must have decreased.

use ir::finding::What;
use ir::{Block, Clause, Expr, Node};

use super::said::{grows, loop_grows};
use super::state::{Done, State};
use super::step::Flow;

impl<'p> State<'p, '_> {
    pub fn repeat(&mut self, clauses: &'p [Clause], guard: &'p Expr, body: &'p Block, node: Node) -> Done<Flow> {
        let written = ir::measure(clauses);
        self.clauses(What::InvariantEntry, ir::invariants(clauses), "before the loop")?;
        let at = written.first().map_or(node, |e| e.node);
        let mut measure = self.measure(written.iter().copied())?;
        loop {
            self.step()?;
            if !self.decide(guard)? {
                return Ok(Flow::Next);
            }
            let flow = self.block(body)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
            self.clauses(What::InvariantPreserved, ir::invariants(clauses), "after an iteration")?;
            let after = self.measure(written.iter().copied())?;
            if let Some((before, after)) = grows(measure.as_deref(), after.as_deref()) {
                self.found(loop_grows(&before, &after, at))?;
            }
            measure = after;
        }
    }
}
