//! Statements of host code.
//!
//! In: a statement. Out: where control goes on; or the end of the run.

use std::rc::Rc;

use ir::finding::{What, Why};
use ir::{Block, Node, Stmt, StmtKind, ValueOf, VarId};

use super::memory::{Array, Memory};
use super::state::{not_computable, Done, State};
use super::work::{Next, Work};
use crate::fill::Fill;
use crate::report::{Failure, Outcome};
use crate::rng::mix;
use crate::stop::Limit;
use crate::value::Value;

impl<'p> State<'p, '_> {
    /// Executes a statement without the statements in it.
    pub fn statement(&mut self, stmt: &'p Stmt) -> Done<Next<'p>> {
        self.meanwhile()?;
        match &stmt.kind {
            StmtKind::Declare(var, None) => self.declare(*var, stmt.node)?,
            StmtKind::Declare(var, Some(value)) | StmtKind::Assign(var, value) => {
                self.step()?;
                let value = self.value(value)?;
                self.set(*var, Some(value), stmt.node)?;
            }
            StmtKind::Store(place, value) => {
                self.step()?;
                self.store(place, value)?;
            }
            StmtKind::If(condition, then, otherwise) => {
                self.step()?;
                let taken = if self.decide(condition)? { then } else { otherwise };
                return Ok(Next::Inside(self.inside(taken)?));
            }
            StmtKind::While { invariants, guard, body } => {
                return self.reach_loop(invariants, guard, body, stmt.node).map(Next::Inside);
            }
            StmtKind::Block(block) => return Ok(Next::Inside(self.inside(block)?)),
            StmtKind::Share { label, invariant, body } => {
                self.share(*label, invariant)?;
                let mut work = vec![Work::Unshare];
                work.extend(self.inside(body)?);
                return Ok(Next::Inside(work));
            }
            StmtKind::Scope(label, block) => {
                let mut work = vec![Work::Scope(*label)];
                work.extend(self.inside(block)?);
                return Ok(Next::Inside(work));
            }
            StmtKind::Exit(label) => return Ok(Next::Leaves(*label)),
            StmtKind::Mark(label) => {
                let (objects, busy) = (self.objects.clone(), self.being_written()?);
                let frame = self.frame_mut()?;
                frame.marks.retain(|(known, ..)| known != label);
                let now = Memory { busy, ..frame.now.clone() };
                frame.marks.push((*label, now, objects));
                frame.holdings.mark(*label);
            }
            StmtKind::Assert(condition) => {
                self.step()?;
                self.assert(condition)?;
            }
            StmtKind::Assume(condition) => {
                self.step()?;
                self.assume(condition)?;
            }
            StmtKind::Inhale(gained) => {
                self.step()?;
                self.inhale(gained)?;
            }
            StmtKind::Exhale(given) => {
                self.step()?;
                self.exhale(given)?;
            }
            StmtKind::Send(send) => {
                self.step()?;
                self.send(send)?;
            }
            StmtKind::Receive(label) => {
                self.step()?;
                self.receive(*label)?;
            }
            StmtKind::Synchronise(step) => {
                self.step()?;
                self.synchronise(step, stmt.node)?;
            }
            // Iterations take turns at atomic steps that open an invariant, and these are ordered already.
            StmtKind::Fence(_) => self.step()?,
            // That a condition is true in a run proves nothing.
            StmtKind::Refute(_) | StmtKind::Pairwise(_) => {}
            StmtKind::Call(call) => {
                self.step()?;
                return self.call(call, stmt.node).map(Next::Inside);
            }
            StmtKind::Copy(transfer) => {
                self.step()?;
                self.copy(transfer, stmt.node)?;
            }
            StmtKind::Launch(launch) => {
                self.step()?;
                self.launch(launch, stmt.node)?;
            }
            StmtKind::Order(order) => {
                self.step()?;
                self.order(*order)?;
            }
            StmtKind::New(var, length) => {
                self.step()?;
                self.new_array(*var, length, stmt.node)?;
            }
            StmtKind::NewObject(var) => {
                self.step()?;
                self.new_object(*var, stmt.node)?;
            }
            StmtKind::Par(par) => {
                self.step()?;
                return self.par(vec![par], stmt.node).map(Next::Inside);
            }
            StmtKind::Together(blocks) => {
                self.step()?;
                return self.together(blocks, stmt.node).map(Next::Inside);
            }
            StmtKind::Barrier(barrier) if !self.teams.is_empty() => {
                self.step()?;
                return Ok(Next::Waits(barrier, stmt.node));
            }
            StmtKind::Atomic { opens, body, .. } if !opens.is_empty() => {
                self.step()?;
                self.atomic(opens, body, stmt.node)?;
            }
            StmtKind::Barrier(_) | StmtKind::Gather(_) | StmtKind::Atomic { .. } => {
                return Err(not_computable("only threads of a kernel do this", stmt.node));
            }
        }
        Ok(Next::Behind)
    }

    /// The statements of a block, and its end if memory may end there that an operation of a stream uses.
    pub fn inside(&self, block: &'p Block) -> Done<Vec<Work<'p>>> {
        let mut work = Vec::new();
        if !self.frame()?.procedure.points.is_empty() {
            let arrays = self.declared(&block.stmts)?;
            work.extend((!arrays.is_empty()).then_some(Work::End(arrays)));
        }
        work.push(Work::Stmts(&block.stmts));
        Ok(work)
    }

    /// A variable without value, or an array with the contents that the input gives it.
    fn declare(&mut self, var: VarId, node: Node) -> Done<()> {
        let procedure = self.frame()?.procedure;
        let Some(decl) = procedure.vars.get(var.0 as usize) else {
            return Err(not_computable("an unknown variable", node));
        };
        if decl.dims.is_empty() {
            return self.set(var, None, node);
        }
        let name = decl.name.name.as_str();
        let mut dims = Vec::new();
        for written in &decl.dims {
            let length = self.int(written)?;
            if length < crate::int::Int::ZERO {
                let message = format!("the length of `{name}` is {length}, which is negative");
                let failure = Failure::new(What::Expr, Why::NegativeLength, written.node, message);
                return Err(failure.value(ValueOf::Index, format!("length of `{name}`"), length, 0).into());
            }
            dims.push(length.to_i64().ok_or(Outcome::Limit(Limit::Memory))?);
        }
        let len = dims.iter().try_fold(1_usize, |n, d| n.checked_mul(usize::try_from(*d).ok()?));
        let len = len.filter(|n| u32::try_from(*n).is_ok()).ok_or(Outcome::Limit(Limit::Memory))?;
        if let Some(array) = self.frame_mut()?.now.arrays.remove(&var) {
            self.room += array.cells.len();
        }
        self.room = self.room.checked_sub(len).ok_or(Outcome::Limit(Limit::Memory))?;
        let cells = Rc::new(self.contents(name, decl.ty, len));
        let array = Array { dims, first: cells.clone(), cells };
        let _ = self.frame_mut()?.now.arrays.insert(var, array);
        Ok(())
    }

    /// What an array contains where it is declared.
    fn contents(&mut self, name: &str, elem: ir::Type, len: usize) -> Vec<Value> {
        let own = (self.frames.len() == 1).then(|| self.input.contents.get(name)).flatten();
        if let Some(rule) = own {
            return (0..len).map(|i| rule.value(elem, i)).collect();
        }
        let fill = match self.input.fill {
            Fill::Random(seed) => Fill::Random(mix(seed ^ mix(self.declared + 1))),
            other @ (Fill::Zero | Fill::Iota) => other,
        };
        self.declared += 1;
        (0..len).map(|i| fill.value(elem, i)).collect()
    }
}
