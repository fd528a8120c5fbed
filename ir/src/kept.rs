//! The permissions that a loop keeps although its invariant does not name them.
//!
//! In: a loop. Out: heaps.
//!
//! An invariant that names no permission of a heap says nothing about that heap. If the loop needs some, it has those
//! that its thread holds in front of the loop, in each iteration. An invariant that names a permission of a heap says
//! exactly what an iteration has of that heap.

use crate::{
    Block, Clause, Contract, Expr, ExprKind, Gets, Heap, Inside, Node, Program, Says, Stmt, StmtKind, Type, VarDecl,
};
use std::collections::BTreeSet;

impl Expr {
    /// The heaps for which the expression names a permission.
    pub fn permitted(&self) -> BTreeSet<Heap> {
        let mut out = BTreeSet::new();
        self.each(&mut |e| {
            if let ExprKind::Perm(place, _) | ExprKind::PointsTo(place, _, _) = &e.kind {
                let _ = out.insert(place.heap);
            }
        });
        out
    }
}

/// The heaps for which clauses name a permission.
pub fn permitted<'c>(clauses: impl IntoIterator<Item = &'c Clause>) -> BTreeSet<Heap> {
    clauses.into_iter().flat_map(|clause| clause.expr.permitted()).collect()
}

/// What a loop keeps from iteration to iteration without being asked.
#[derive(Clone, Debug)]
pub struct LoopKeeps {
    /// The place of the loop: its condition.
    pub node: Node,
    /// Whether the loop has a barrier, so that nothing is set aside while it runs.
    waits: bool,
    /// The heaps that the loop reads or writes, so that it needs permissions for them.
    needed: BTreeSet<Heap>,
    /// The heaps for which the invariant names a permission, and those for which the code may get one in another way.
    got: BTreeSet<Heap>,
}

impl LoopKeeps {
    /// What a loop keeps: `of` are its clauses, and `vars` the variables of the code.
    pub fn new(of: &[Clause], guard: &Expr, body: &Block, vars: &[VarDecl], program: &Program) -> Self {
        let mut uses = Uses { program, vars, needed: BTreeSet::new(), got: permitted(of) };
        of.iter().for_each(|clause| uses.expr(&clause.expr));
        uses.expr(guard);
        uses.block(body, false);
        Self { node: guard.node, waits: body.has_barrier(), needed: uses.needed, got: uses.got }
    }

    /// Whether the loop keeps the permissions of a heap.
    pub fn keeps(&self, heap: Heap) -> bool {
        heap.is_shared() && !self.got.contains(&heap) && (self.waits || self.needed.contains(&heap))
    }
}

/// The heaps that code uses.
struct Uses<'p> {
    program: &'p Program,
    vars: &'p [VarDecl],
    /// The heaps that the code reads or writes.
    needed: BTreeSet<Heap>,
    /// The heaps for which the code may get a permission, such as those of a contract of a barrier.
    got: BTreeSet<Heap>,
}

impl Uses<'_> {
    /// Notes what code uses. Within an atomic step, permissions may come from an invariant that the step opens; if it
    /// opens none, they are those of the thread.
    fn block(&mut self, block: &Block, in_step: bool) {
        for stmt in &block.stmts {
            let outline = stmt.outline();
            let in_step = in_step || !outline.opens.is_empty();
            if in_step {
                let mut step =
                    Uses { program: self.program, vars: self.vars, needed: BTreeSet::new(), got: BTreeSet::new() };
                step.stmt(stmt);
                self.got.append(&mut step.needed);
                self.got.append(&mut step.got);
            } else {
                self.stmt(stmt);
            }
            outline.inside.into_iter().flat_map(Inside::blocks).for_each(|inner| self.block(inner, in_step));
        }
    }

    /// Notes what a statement uses, without the statements inside.
    fn stmt(&mut self, stmt: &Stmt) {
        let outline = stmt.outline();
        stmt.exprs(&mut |e| self.expr(e));
        outline.clauses.iter().for_each(|clause| self.expr(&clause.expr));
        if outline.waits.is_some() {
            self.got.extend(permitted(outline.clauses));
        }
        if let Some(Says::Inhales(exprs) | Says::Exhales(exprs) | Says::Gains(exprs) | Says::Yields(exprs)) =
            outline.says
        {
            self.got.extend(exprs.iter().flat_map(Expr::heaps));
        }
        match outline.gets {
            Some(Gets::Location(place)) => drop(self.needed.insert(place.heap)),
            Some(Gets::Anywhere(heaps)) => self.needed.extend(heaps),
            Some(Gets::Declared(_) | Gets::Assigned(_) | Gets::Results(_)) => {}
            Some(Gets::Iterators(_)) | None => {}
        }
        if let Some(callee) = outline.callee.and_then(|callee| self.program.procedure(*callee)) {
            self.contract(&callee.contract);
        }
        self.new_memory(stmt);
    }

    /// Notes memory that the statement makes. The code has all of that memory.
    fn new_memory(&mut self, stmt: &Stmt) {
        // Only these two statements make memory.
        let (StmtKind::New(v, _) | StmtKind::NewObject(v)) = &stmt.kind else { return };
        let declared = self.vars.get(v.0 as usize).map(|decl| decl.ty);
        match declared {
            Some(Type::Array(element)) => drop(self.got.insert(Heap::Elements(*element))),
            Some(Type::Object(class)) => {
                self.got.extend(self.program.fields_of(class).map(|(field, _)| Heap::Field(field)));
            }
            Some(_) | None => {}
        }
    }

    /// What the caller of a procedure needs, and what the procedure gives beyond that.
    fn contract(&mut self, contract: &Contract) {
        let before = permitted(contract.pre());
        self.got.extend(permitted(contract.post()).difference(&before));
        contract.clauses.iter().for_each(|clause| self.needed.extend(clause.expr.heaps()));
    }

    /// Notes what an expression reads, and what the functions read that it calls.
    fn expr(&mut self, e: &Expr) {
        self.needed.extend(e.heaps());
        e.each(&mut |e| {
            if let ExprKind::Call(f, _) = &e.kind {
                let contract = self.program.function(*f).map(|function| &function.contract);
                contract.into_iter().for_each(|c| self.needed.extend(permitted(&c.clauses)));
            }
        });
    }
}
