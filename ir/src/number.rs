//! Numbers for the parts of a program, in preorder: each part gets a smaller number than the parts inside it.
//!
//! In: a program. Out ([`Program::number`]): the same program, with numbered nodes. The numbers of the parts inside a
//! node follow the number of the node without a gap, so whether one node is inside another one is decided by numbers,
//! not by places in the source.

use crate::outline::{Gets, Inside, OutlineMut, Says};
use crate::visit::PartMut;
use crate::{
    ArrayDecl, Block, Class, Clause, Contract, Expr, Function, Ident, Kernel, Node, Place, Procedure, Program,
    SharedInvariant, Stmt, VarDecl,
};

impl Program {
    /// Numbers all parts. A program must be numbered again after its parts were changed.
    pub fn number(&mut self) {
        let mut next = 0;
        self.functions.iter_mut().for_each(|f| f.number(&mut next));
        self.procedures.iter_mut().for_each(|p| p.number(&mut next));
        self.kernels.iter_mut().for_each(|k| k.number(&mut next));
        self.classes.iter_mut().for_each(|c| c.number(&mut next));
        self.fields.iter_mut().for_each(|f| f.name.number(&mut next));
    }
}

/// A part of a program that has a node.
trait Numbered {
    /// The node of the part itself.
    fn node(&mut self) -> &mut Node;

    /// Numbers the parts inside.
    fn number_inside(&mut self, next: &mut u32);

    /// Gives the numbers from `next + 1` on to the part and the parts inside it. `next` becomes the last number given.
    fn number(&mut self, next: &mut u32) {
        *next += 1;
        self.node().id.0 = *next;
        self.number_inside(next);
        self.node().last.0 = *next;
    }
}

fn number_block(block: &mut Block, next: &mut u32) {
    block.stmts.iter_mut().for_each(|s| s.number(next));
}

fn number_contract(contract: &mut Contract, next: &mut u32) {
    contract.clauses.iter_mut().for_each(|c| c.number(next));
}

fn number_variables(vars: &mut [VarDecl], next: &mut u32) {
    for var in vars {
        var.name.number(next);
        var.dims.iter_mut().for_each(|e| e.number(next));
    }
}

/// Implements [`Numbered`] for types with a field `node`.
macro_rules! numbered {
    ($($part:ident: $type:ty, $next:ident => $inside:block)*) => {$(
        impl Numbered for $type {
            fn node(&mut self) -> &mut Node {
                &mut self.node
            }

            fn number_inside(&mut self, $next: &mut u32) {
                let $part = self;
                $inside
            }
        }
    )*};
}

numbered! {
    _ident: Ident, _next => {}

    place: Place, next => {
        place.index.iter_mut().for_each(|e| e.number(next));
    }

    expr: Expr, next => {
        expr.each_part_mut(&mut |part| match part {
            PartMut::Expr(e) => e.number(next),
            PartMut::Value(place) | PartMut::Permission(place) => place.number(next),
            PartMut::Variable(_) | PartMut::Heap(_) | PartMut::Function(_) | PartMut::Moment(_) => {}
        });
    }

    clause: Clause, next => {
        clause.expr.number(next);
    }

    stmt: Stmt, next => {
        let OutlineMut { gets, says, clauses, inside, label: _, callee: _, launches: _, opens: _, waits: _ } =
            stmt.outline_mut();
        clauses.iter_mut().for_each(|c| c.number(next));
        gets.and_then(Gets::location).into_iter().for_each(|place| place.number(next));
        says.into_iter().flat_map(Says::exprs).for_each(|e| e.number(next));
        if let Some((condition, blocks)) = inside.map(Inside::split) {
            condition.into_iter().for_each(|e| e.number(next));
            blocks.into_iter().flatten().for_each(|block| number_block(block, next));
        }
    }

    array: ArrayDecl, next => {
        array.name.number(next);
        array.dims.iter_mut().for_each(|e| e.number(next));
    }

    function: Function, next => {
        function.name.number(next);
        number_variables(&mut function.vars, next);
        number_contract(&mut function.contract, next);
        function.decreases.iter_mut().chain(&mut function.body).for_each(|e| e.number(next));
    }

    procedure: Procedure, next => {
        procedure.name.number(next);
        number_variables(&mut procedure.vars, next);
        procedure.labels.iter_mut().for_each(|l| l.number(next));
        procedure.points.iter_mut().for_each(|p| p.number(next));
        number_contract(&mut procedure.contract, next);
        procedure.decreases.iter_mut().for_each(|e| e.number(next));
        procedure.body.iter_mut().for_each(|b| number_block(b, next));
    }

    class: Class, next => {
        class.name.number(next);
    }

    invariant: SharedInvariant, next => {
        invariant.clauses.iter_mut().for_each(|c| c.number(next));
    }

    kernel: Kernel, next => {
        kernel.name.number(next);
        kernel.scalars.iter_mut().for_each(|s| s.name.number(next));
        number_variables(&mut kernel.vars, next);
        kernel.labels.iter_mut().for_each(|l| l.number(next));
        kernel.arrays.iter_mut().for_each(|a| a.number(next));
        number_contract(&mut kernel.contract, next);
        kernel.invariants.iter_mut().for_each(|invariant| invariant.number(next));
        kernel.teams.iter_mut().for_each(|team| number_contract(&mut team.contract, next));
        number_block(&mut kernel.body, next);
    }
}
