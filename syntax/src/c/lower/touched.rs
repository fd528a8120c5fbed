//! What operands read and write.
//!
//! In: the value of an operand, and the statements in front of it. Out: the variables and the memory that it reads and
//! writes, and whether the order of two operands matters.

use super::bytes::Slice;
use super::state::{Place, Recast, Value};
use ir::build::At;
use ir::{Expr, ExprKind, Gather, Heap, Span, Stmt, StmtKind, Type, VarId};
use std::collections::BTreeSet;

/// The variables and heaps that an operand reads and writes.
#[derive(Default)]
pub struct Touched {
    read: (BTreeSet<VarId>, BTreeSet<Heap>),
    written: (BTreeSet<VarId>, BTreeSet<Heap>),
    /// Whether it has a barrier, or another statement before and behind which memory may differ.
    fence: bool,
}

impl Touched {
    /// What an operand touches: its value, and the statements in front of it.
    pub fn of(value: Option<&impl Reads>, stmts: &[Stmt]) -> Self {
        let mut out = Self::default();
        if let Some(value) = value {
            value.exprs(&mut |e| out.expr(e));
        }
        out.stmts(stmts);
        out
    }

    fn expr(&mut self, expr: &Expr) {
        expr.each(&mut |e| {
            if let ExprKind::Var(var) = &e.kind {
                let _ = self.read.0.insert(*var);
            }
            self.read.1.extend(e.place().map(|place| place.heap));
        });
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Assign(var, _) | StmtKind::Declare(var, _) => {
                    let _ = self.written.0.insert(*var);
                }
                StmtKind::Gather(Gather { result: Some(var), .. }) => {
                    // It orders no accesses to memory.
                    let _ = self.written.0.insert(*var);
                }
                StmtKind::Store(place, _) => {
                    let _ = self.written.1.insert(place.heap);
                }
                StmtKind::If(..)
                | StmtKind::While { .. }
                | StmtKind::Block(_)
                | StmtKind::Scope(..)
                | StmtKind::Exit(_)
                | StmtKind::Assert(_)
                | StmtKind::Assume(_) => {}
                // Proofs conclude no order of accesses from a step, and either order of operands is one of the program.
                StmtKind::Atomic { opens, .. } if opens.is_empty() => {}
                _ => self.fence = true,
            }
            stmt.exprs(&mut |e| self.expr(e));
            stmt.blocks(&mut |block| self.stmts(&block.stmts));
        }
    }

    /// The same without its barriers.
    pub fn without_fence(self) -> Self {
        Self { fence: false, ..self }
    }

    /// Whether it accesses one of the first arrays, or writes one of the second ones.
    pub fn meets(&self, accessed: &[Heap], written: &[Heap]) -> bool {
        let reads = accessed.iter().any(|heap| self.read.1.contains(heap));
        reads || accessed.iter().chain(written).any(|heap| self.written.1.contains(heap))
    }

    /// Whether one writes what the other one reads or writes.
    pub fn conflicts(&self, other: &Self) -> bool {
        let memory = |one: &Self| one.fence || !one.read.1.is_empty() || !one.written.1.is_empty();
        if self.fence && memory(other) || other.fence && memory(self) {
            return true;
        }
        let meets = |a: &Self, b: &Self| {
            !a.written.0.is_disjoint(&b.read.0)
                || !a.written.1.is_disjoint(&b.read.1)
                || !a.written.0.is_disjoint(&b.written.0)
                || !a.written.1.is_disjoint(&b.written.1)
        };
        meets(self, other) || meets(other, self)
    }
}

/// What an operand reads.
pub trait Reads {
    /// Calls `visit` for each expression of the operand.
    fn exprs(&self, visit: &mut dyn FnMut(&Expr));
}

impl Reads for Expr {
    fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
    }
}

impl<T: Reads> Reads for Vec<T> {
    fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        self.iter().for_each(|one| one.exprs(visit));
    }
}

impl Reads for Value {
    fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Scalar(expr) => visit(expr),
            Self::Parts(parts) => parts.iter().for_each(visit),
            Self::Pointer(array, offset) => {
                array.index.iter().for_each(&mut *visit);
                array.or.iter().for_each(|(condition, _)| visit(condition));
                visit(offset);
            }
            // What it points to may be read or written through it.
            Self::Address(place) => place.exprs(visit),
            Self::Pieces(pieces) => pieces.iter().for_each(|piece| piece.exprs(visit)),
            Self::Nothing => {}
        }
    }
}

impl Reads for Place {
    fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            // What is assigned counts as read: two writes of one place conflict, too.
            Self::Element(place, ty) | Self::Recast(Recast { place, from: ty, .. }) => {
                visit(&At::new(place.node.span).expr(ExprKind::Read(place.clone()), *ty));
            }
            Self::Cell(cell) => {
                let (_, place) = &**cell;
                visit(&At::new(place.node.span).expr(ExprKind::Read(place.clone()), Type::Int));
            }
            Self::Bytes(bytes) => {
                for Slice { place, from, .. } in &bytes.slices {
                    visit(&At::new(place.node.span).expr(ExprKind::Read(place.clone()), *from));
                }
            }
            // A part of a structure is assigned with the structure.
            Self::Array(array) if array.length.is_some() => match super::pieces::leaves(self, At::new(Span::default()))
            {
                Some(leaves) => leaves.iter().for_each(|leaf| leaf.exprs(visit)),
                None => array.index.iter().for_each(visit),
            },
            Self::Array(array) => array.index.iter().for_each(visit),
            Self::Unset => {}
            Self::Either(either) => {
                visit(&either.0);
                either.1.exprs(visit);
                either.2.exprs(visit);
            }
            Self::Constant(expr) => visit(expr),
            Self::Variable(var, ty) => visit(&At::new(Span::default()).var(*var, *ty)),
            Self::Parts(parts) => parts.iter().for_each(|part| part.exprs(visit)),
            Self::Address(place) => place.exprs(visit),
            // An assignment of one lane writes all of them.
            Self::Lanes(_, whole) => whole.iter().for_each(|part| part.exprs(visit)),
            Self::Pointer(_, var) => visit(&At::new(Span::default()).var(*var, Type::Int)),
        }
    }
}
