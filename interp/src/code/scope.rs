//! Scopes, and exits that leave them.
//!
//! In: a scope with its label; an exit. Out: a jump from the exit to what stands behind the scope.
//!
//! Code behind an `if` with an exit on one side is reached only from the other side. So up to the end of the scope it
//! counts as part of that other side. Two threads of a warp that take the two sides have diverged.

use ir::{Block, LabelId, Node};

use super::compile::{Compiler, Open};
use super::compiled::Around;
use super::op::{Op, Special};

impl<'p> Compiler<'p> {
    /// Statements that exits inside them may leave. `is_last`: the code ends behind them.
    pub(super) fn scope(&mut self, label: LabelId, block: &'p Block, is_last: bool) {
        let open = Open { label, loops: self.loops, side: self.side, is_last, jumps: Vec::new() };
        self.scopes.push(open);
        self.block(block, is_last);
        let Some(open) = self.scopes.pop() else { return };
        open.jumps.into_iter().for_each(|at| self.land(at));
        self.side = open.side;
        let depth = self.scopes.len();
        self.exits.retain(|(scope, _)| *scope < depth);
    }

    /// Jumps behind the scope with this label.
    pub(super) fn exit(&mut self, label: LabelId, node: Node) {
        let depth = self.scopes.iter().rposition(|open| open.label == label);
        let Some((depth, open)) = depth.and_then(|depth| Some((depth, self.scopes.get(depth)?))) else {
            return self.special(Special::Lost, node);
        };
        let (loops, outside, is_last) = (open.loops, open.side, open.is_last);
        self.emit(Op::Step, node);
        if self.contracts {
            (loops..self.loops).for_each(|_| self.special(Special::LoopExit, node));
        }
        if let Some(side) = self.innermost_if(outside) {
            self.exits.push((depth, side));
        }
        if is_last {
            let end = if self.code.procedure.is_some() { Special::Return } else { Special::End };
            return self.special(end, node);
        }
        let at = self.jump(Op::Jump(0), node);
        if let Some(open) = self.scopes.get_mut(depth) {
            open.jumps.push(at);
        }
    }

    /// The side of the innermost `if` around this place, inside of `outside`.
    fn innermost_if(&self, outside: u32) -> Option<Around> {
        let mut at = self.side;
        while at != outside {
            let (parent, around) = *self.codes.parts.get((at as usize).checked_sub(1)?)?;
            if let Around::Side { .. } = around {
                return Some(around);
            }
            at = parent;
        }
        None
    }

    /// Called behind each statement. If an exit inside the statement leaves the scope from one side of an `if`, the
    /// code that follows counts as part of the other side. `before`: how many exits were compiled before the statement.
    pub(super) fn behind(&mut self, before: usize) {
        for (_, around) in self.exits.get(before..).unwrap_or_default().to_vec() {
            if let Around::Side { number, then } = around {
                self.enter(self.side, Around::Side { number, then: !then });
            }
        }
    }
}
