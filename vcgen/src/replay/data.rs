//! Which locations of a kernel depend on data: on elements of arrays about which nobody says anything.
//!
//! In: a kernel whose contract is inferred. Out: the locations whose index is computed from such elements, or in a loop
//! or a branch which they decide. A run with data of its own shows nothing about these locations.

use ir::{Block, By, Expr, ExprKind, Gets, Heap, Kernel, Node, Place, Space, Stmt, StmtKind, VarId};
use std::collections::BTreeSet;

/// What depends on data.
#[derive(Default)]
struct Data {
    vars: BTreeSet<VarId>,
    heaps: BTreeSet<Heap>,
}

/// The locations of the code whose index depends on data.
pub fn of_data(kernel: &Kernel) -> Vec<Node> {
    let written = || kernel.contracts().flat_map(|c| &c.clauses).filter(|clause| clause.by != By::Inferred);
    let reads = |e: &Expr, heap: Heap| e.any(&|part| matches!(&part.kind, ExprKind::Read(place) if place.heap == heap));
    let arrays = (0u32..).map(|n| Heap::Array(ir::ArrayId(n))).zip(&kernel.arrays);
    let arrays = arrays.filter(|(_, array)| array.space == Space::Global).map(|(heap, _)| heap);
    let unsaid = arrays.filter(|heap| !written().any(|clause| reads(&clause.expr, *heap)));
    let mut data = Data { vars: BTreeSet::new(), heaps: unsaid.collect() };
    loop {
        let known = (data.vars.len(), data.heaps.len());
        data.block(&kernel.body, false);
        if (data.vars.len(), data.heaps.len()) == known {
            break;
        }
    }
    let mut out = Vec::new();
    let mut add = |place: &Place, node: Node| {
        if place.index.iter().any(|index| data.has(index)) {
            out.extend([place.node, node]);
        }
    };
    kernel.body.each(&mut |stmt| {
        if let Some(place) = stmt.outline().gets.and_then(Gets::location) {
            add(place, place.node);
        }
        stmt.exprs(&mut |whole| {
            whole.each(&mut |e| {
                if let Some(place) = e.place() {
                    add(place, e.node);
                }
            });
        });
    });
    out
}

impl Data {
    /// Whether the value of an expression depends on data.
    fn has(&self, e: &Expr) -> bool {
        e.any(&|part| match &part.kind {
            ExprKind::Var(v) => self.vars.contains(v),
            ExprKind::Read(place) => self.heaps.contains(&place.heap),
            _ => false,
        })
    }

    /// Collects what depends on data behind a block; `decided` says whether data decides if control comes there.
    fn block(&mut self, block: &Block, decided: bool) {
        block.stmts.iter().for_each(|stmt| self.statement(stmt, decided));
    }

    fn statement(&mut self, stmt: &Stmt, decided: bool) {
        let mut computed = decided;
        stmt.exprs(&mut |e| computed |= self.has(e));
        match stmt.outline().gets {
            Some(Gets::Declared(v) | Gets::Assigned(v)) if computed => {
                let _ = self.vars.insert(*v);
            }
            Some(Gets::Location(place)) if computed => {
                let _ = self.heaps.insert(place.heap);
            }
            // Nothing is known of what a procedure returns.
            Some(Gets::Results(vars)) => self.vars.extend(vars.iter().copied()),
            _ => {}
        }
        let inside = decided || matches!(stmt.kind, StmtKind::If(..) | StmtKind::While { .. }) && computed;
        stmt.blocks(&mut |inner| self.block(inner, inside));
    }
}
