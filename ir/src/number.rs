//! Numbers for the parts of a program.
//!
//! In: a program whose parts have places. Out ([`Program::number`]): the same, numbered from the first part on, each
//! before its own parts. So the numbers of what stands inside a node follow its own without a gap, and "inside" is a
//! question about numbers, never about places.

use crate::outline::{Gets, Inside, OutlineMut, Says};
use crate::visit::PartMut;
use crate::{
    ArrayDecl, Block, Clause, Contract, Expr, Function, Ident, Kernel, Node, Place, Procedure, Program, Stmt, VarDecl,
};

impl Program {
    /// Numbers all parts; whoever builds or changes a program does so before others read it.
    pub fn number(&mut self) {
        let mut next = 0;
        self.functions.iter_mut().for_each(|f| f.number(&mut next));
        self.procedures.iter_mut().for_each(|p| p.number(&mut next));
        self.kernels.iter_mut().for_each(|k| k.number(&mut next));
    }
}

/// What is numbered.
trait Numbered {
    /// Gives numbers from `next` on to itself and all inside it.
    fn number(&mut self, next: &mut u32);
}

/// Gives the next number to a node, and those after it to what `inside` numbers.
fn enter(node: &mut Node, next: &mut u32) {
    *next += 1;
    node.id.0 = *next;
}

fn leave(node: &mut Node, next: &u32) {
    node.last.0 = *next;
}

impl Numbered for Place {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.index.iter_mut().for_each(|e| e.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Expr {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.each_part_mut(&mut |part| match part {
            PartMut::Expr(e) => e.number(next),
            PartMut::Value(place) | PartMut::Permission(place) => place.number(next),
            PartMut::Variable(_) | PartMut::Heap(_) | PartMut::Function(_) | PartMut::Moment(_) => {}
        });
        leave(&mut self.node, next);
    }
}

impl Numbered for Clause {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.expr.number(next);
        leave(&mut self.node, next);
    }
}

impl Numbered for Contract {
    fn number(&mut self, next: &mut u32) {
        self.clauses.iter_mut().for_each(|c| c.number(next));
    }
}

impl Numbered for Block {
    fn number(&mut self, next: &mut u32) {
        self.stmts.iter_mut().for_each(|s| s.number(next));
    }
}

impl Numbered for Stmt {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        let OutlineMut { gets, says, clauses, inside, label: _, callee: _, waits: _ } = self.outline_mut();
        clauses.iter_mut().for_each(|c| c.number(next));
        gets.and_then(Gets::location).into_iter().for_each(|place| place.number(next));
        says.into_iter().flat_map(Says::exprs).for_each(|e| e.number(next));
        if let Some((condition, blocks)) = inside.map(Inside::split) {
            condition.into_iter().for_each(|e| e.number(next));
            blocks.into_iter().flatten().for_each(|block| block.number(next));
        }
        leave(&mut self.node, next);
    }
}

impl Numbered for Ident {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        leave(&mut self.node, next);
    }
}

impl Numbered for ArrayDecl {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.dims.iter_mut().for_each(|e| e.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Function {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.vars.iter_mut().for_each(|v| v.number(next));
        self.contract.number(next);
        self.decreases.iter_mut().chain(&mut self.body).for_each(|e| e.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for VarDecl {
    fn number(&mut self, next: &mut u32) {
        self.name.number(next);
        self.dims.iter_mut().for_each(|e| e.number(next));
    }
}

impl Numbered for Procedure {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.vars.iter_mut().for_each(|v| v.number(next));
        self.labels.iter_mut().for_each(|l| l.number(next));
        self.contract.number(next);
        self.decreases.iter_mut().for_each(|e| e.number(next));
        self.body.iter_mut().for_each(|b| b.number(next));
        leave(&mut self.node, next);
    }
}

impl Numbered for Kernel {
    fn number(&mut self, next: &mut u32) {
        enter(&mut self.node, next);
        self.name.number(next);
        self.scalars.iter_mut().for_each(|s| s.name.number(next));
        self.vars.iter_mut().for_each(|v| v.number(next));
        self.labels.iter_mut().for_each(|l| l.number(next));
        self.arrays.iter_mut().for_each(|a| a.number(next));
        self.contract.number(next);
        self.teams.iter_mut().for_each(|team| team.contract.number(next));
        self.body.number(next);
        leave(&mut self.node, next);
    }
}
