//! Which arrays a function accesses, as users of GPUVerify write it.
//!
//! In: calls in the body of a function or kernel, and its code. Out: the code with an assertion in front of each access
//! that the calls do not name.
//!
//! ```text
//! __writes_to(p);       the body writes no other arrays that threads share than those that such calls name
//! __reads_from(p);      the same for reads, for which arrays may also be named by `__writes_to`
//! a[e] = v;             assert false; a[e] := v;      if neither names `a`
//! ```

use super::reads::each_read;
use super::state::Lower;
use super::taken::Frame;
use crate::c::tree::Node;
use ir::{Block, Expr, Heap, Stmt, StmtKind, UnaryOp};

/// The positions of reads and writes in a frame.
const READS: usize = 0;
const WRITES: usize = 1;

impl Lower<'_, '_, '_> {
    /// Takes a call of `__reads_from` or `__writes_to`.
    pub fn names_access(&mut self, name: &str, pointer: &Node, node: &Node) -> Option<()> {
        let unchecked = self.unit.given.unchecked;
        if unchecked.annotations || unchecked.all_but_requires {
            return Some(());
        }
        let (array, ..) = self.whole_array(pointer, node)?;
        let kind = if name == "__writes_to" { WRITES } else { READS };
        let at = self.at(node);
        let frame = &mut self.called.frame;
        if let (Some(first), Some(heaps)) = (frame.at.get_mut(kind), frame.heaps.get_mut(kind)) {
            let _ = first.get_or_insert(at);
            heaps.extend(array.heaps);
        }
        Some(())
    }

    /// Adds assertions to the code of a body whose calls name what it accesses.
    pub fn framed(&mut self, block: &mut Block) {
        let frame = std::mem::take(&mut self.called.frame);
        if frame.at.iter().any(Option::is_some) {
            frame.block(block);
        }
    }
}

impl Frame {
    fn block(&self, block: &mut Block) {
        let mut out = Vec::new();
        for stmt in std::mem::take(&mut block.stmts) {
            self.stmt(stmt, &mut out);
        }
        block.stmts = out;
    }

    fn stmt(&self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        if matches!(&stmt.kind, StmtKind::Assert(_) | StmtKind::Assume(_) | StmtKind::Pairwise(_)) {
            return out.push(stmt);
        }
        if let StmtKind::While { guard, body, .. } = &mut stmt.kind {
            // The condition is computed in front of each iteration, and behind the last one.
            let (mut inside, mut behind) = (Vec::new(), Vec::new());
            self.reads(guard, &mut inside);
            self.reads(guard, &mut behind);
            self.block(body);
            inside.append(&mut body.stmts);
            body.stmts = inside;
            out.push(stmt);
            return out.extend(behind);
        }
        stmt.exprs(&mut |e| self.reads(e, out));
        let written = match &stmt.kind {
            StmtKind::Store(place, _) => Some(place.heap),
            _ => None,
        };
        if let Some((at, heap)) = self.at.get(WRITES).copied().flatten().zip(written) {
            if is_shared(heap) && !self.names(WRITES, heap) {
                out.push(at.assert(at.truth(false)));
            }
        }
        match &mut stmt.kind {
            // Nothing may stand between the parts of a step, and the assertions can stand in front of it.
            StmtKind::Atomic { body, .. } => {
                let mut inner = body.clone();
                self.block(&mut inner);
                // A compare-and-exchange writes under a condition, which only the step itself can decide: it may write.
                if claims_inside(&inner) > claims_inside(body) {
                    out.extend(self.at.iter().flatten().take(1).map(|at| at.assert(at.truth(false))));
                }
                out.extend(inner.stmts.into_iter().filter(is_claim));
            }
            _ => stmt.blocks_mut(&mut |inner| self.block(inner)),
        }
        out.push(stmt);
    }

    /// Claims that what an expression reads is named.
    fn reads(&self, e: &Expr, out: &mut Vec<Stmt>) {
        let Some(at) = self.at.get(READS).copied().flatten() else { return };
        each_read(e, None, &mut |_, place, when| {
            if is_shared(place.heap) && !self.names(READS, place.heap) && !self.names(WRITES, place.heap) {
                let never = when.map_or_else(|| at.truth(false), |when| at.unary(UnaryOp::Not, when.clone()));
                out.push(at.assert(never));
            }
        });
    }

    fn names(&self, kind: usize, heap: Heap) -> bool {
        self.heaps.get(kind).is_some_and(|heaps| heaps.contains(&heap))
    }
}

/// Whether threads share the memory.
fn is_shared(heap: Heap) -> bool {
    !matches!(heap, Heap::Private(_))
}

fn is_claim(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Assert(_))
}

/// How many assertions stand inside of the statements of a block.
fn claims_inside(block: &Block) -> usize {
    let mut all = 0_usize;
    block.each(&mut |stmt| all += usize::from(is_claim(stmt)));
    all - block.stmts.iter().filter(|stmt| is_claim(stmt)).count()
}
