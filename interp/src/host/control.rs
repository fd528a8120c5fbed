//! Control of host code: blocks, loops and scopes, as an explicit stack. So code can stop at a barrier and go on later.
//!
//! In: what is left to do. Out: where control has come to: the end of it, a barrier, or an atomic step.

use ir::finding::What;
use ir::{Block, Clause, Expr, LabelId, LoopKeeps, Node, StmtKind};

use super::said::{grows, loop_grows};
use super::state::{not_computable, Done, State};
use super::work::{Next, Pause, Turn, Work};

impl<'p> State<'p, '_> {
    /// Executes a block in which there is no barrier.
    pub fn block(&mut self, block: &'p Block) -> Done<()> {
        let mut left = vec![Work::Stmts(&block.stmts)];
        loop {
            match self.go_on(&mut left)? {
                Pause::End => return Ok(()),
                Pause::Step => {}
                Pause::Barrier(_, node) => return Err(not_computable("nobody else comes to this barrier", node)),
                Pause::Message(_) => {
                    return Err(not_computable("nobody sends a message to this code", Node::default()))
                }
                Pause::Waits(waits) => return Err(self.deadlock(&waits)),
            }
        }
    }

    /// Executes what is left to do, up to its end, to a barrier, or to the next atomic step behind one that comes
    /// first.
    pub fn go_on(&mut self, left: &mut Vec<Work<'p>>) -> Done<Pause<'p>> {
        let mut moved = false;
        while let Some(work) = left.pop() {
            match work {
                Work::Scope(_) => {}
                Work::Unshare => self.unshare()?,
                Work::Return(call, node) => self.come_back(call, node)?,
                Work::Par(running) => {
                    if let Some((rest, waits)) = self.go_on_in_par(running)? {
                        left.push(rest);
                        return Ok(Pause::Waits(waits));
                    }
                }
                Work::End(arrays) => self.end_of_memory(Some(&arrays))?,
                Work::Stmts(stmts) => {
                    let Some((first, rest)) = stmts.split_first() else { continue };
                    if moved && matches!(first.kind, StmtKind::Atomic { .. } | StmtKind::Synchronise(_)) {
                        left.push(Work::Stmts(stmts));
                        return Ok(Pause::Step);
                    }
                    if let Some(sender) = self.awaits(&first.kind) {
                        left.push(Work::Stmts(stmts));
                        return Ok(Pause::Message(sender));
                    }
                    if let Some(wait) = self.waits(&first.kind, first.node)? {
                        left.push(Work::Stmts(stmts));
                        return Ok(Pause::Waits(vec![wait]));
                    }
                    moved = true;
                    left.push(Work::Stmts(rest));
                    match self.statement(first)? {
                        Next::Behind => {}
                        Next::Inside(inner) => left.extend(inner),
                        Next::Waits(barrier, node) => return Ok(Pause::Barrier(barrier, node)),
                        Next::Leaves(label) => self.leave(left, label, first.node)?,
                    }
                }
                Work::Loop(turn) => self.turn(turn, left)?,
            }
        }
        Ok(Pause::End)
    }

    /// Comes to a loop.
    pub fn reach_loop(
        &mut self,
        clauses: &'p [Clause],
        guard: &'p Expr,
        body: &'p Block,
        node: Node,
    ) -> Done<Vec<Work<'p>>> {
        let written = ir::measure(clauses);
        let keeps = LoopKeeps::new(clauses, guard, body, &self.frame()?.procedure.vars, self.program);
        self.head(What::InvariantEntry, (clauses, &keeps), "before the loop", Some(body.has_barrier()))?;
        let at = written.first().map_or(node, |e| e.node);
        let measure = self.measure(written.iter().copied())?;
        Ok(vec![Work::Loop(Turn { clauses, keeps, guard, body, at, measure, again: false })])
    }

    /// The end of an iteration of a loop, and the decision whether another one follows.
    fn turn(&mut self, mut turn: Turn<'p>, left: &mut Vec<Work<'p>>) -> Done<()> {
        if turn.again {
            self.head(What::InvariantPreserved, (turn.clauses, &turn.keeps), "after an iteration", None)?;
            let after = self.measure(ir::measure(turn.clauses))?;
            if let Some((before, after)) = grows(turn.measure.as_deref(), after.as_deref()) {
                self.found(loop_grows(&before, &after, turn.at))?;
            }
            turn.measure = after;
        }
        self.step()?;
        if self.decide(turn.guard)? {
            let body = turn.body;
            left.push(Work::Loop(Turn { again: true, ..turn }));
            left.extend(self.inside(body)?);
        } else {
            self.leave_loop()?;
        }
        Ok(())
    }

    /// Leaves the scope with a label, and the loops in it.
    fn leave(&mut self, left: &mut Vec<Work<'p>>, label: LabelId, node: Node) -> Done<()> {
        while let Some(work) = left.pop() {
            match work {
                Work::Scope(known) if known == label => return Ok(()),
                Work::Loop(_) => self.leave_loop()?,
                Work::Unshare => self.unshare()?,
                Work::End(arrays) => self.end_of_memory(Some(&arrays))?,
                Work::Scope(_) | Work::Stmts(_) | Work::Par(_) | Work::Return(..) => {}
            }
        }
        Err(not_computable("an exit leaves for a label that is not around it", node))
    }
}
