//! The heaps that code may write, or give to others who write them.
//!
//! In: code of a program. Out: sets of heaps.

use crate::{Block, Expr, Gets, Heap, Node, ProcId, Procedure, Program, Says, StmtKind, Type};
use std::collections::BTreeSet;

impl Heap {
    /// Whether several threads may access the heap, so that permissions are needed: an array that a kernel declares, or
    /// what references refer to, rather than a private array of a thread.
    pub fn is_shared(&self) -> bool {
        match self {
            Self::Array(_) | Self::Elements(_) | Self::Field(_) => true,
            Self::Private(_) => false,
        }
    }
}

impl Expr {
    /// The heaps that the expression reads or names in a permission, without those that called functions read.
    pub fn heaps(&self) -> BTreeSet<Heap> {
        let mut out = BTreeSet::new();
        self.each(&mut |e| out.extend(e.place().map(|place| place.heap)));
        out
    }
}

impl Block {
    /// The heaps that the block may write, directly or through procedures that it calls. A heap for which an `exhale`
    /// or an `unlock` gives permissions away, or an `inhale` or a `lock` gets some, counts: others may have written it
    /// in between.
    pub fn stores(&self, program: &Program) -> BTreeSet<Heap> {
        let mut out = BTreeSet::new();
        stores(self, program, &mut BTreeSet::new(), &mut out);
        out
    }

    /// Whether an `inhale`, an `exhale`, a lock or a thread moves permissions in the block, directly or through
    /// procedures that it calls. Then its code may get permissions that nobody gave to it, and others may get those
    /// that were given to it.
    pub fn moves_permissions(&self, program: &Program) -> bool {
        moves(self, program, &mut BTreeSet::new())
    }
}

impl Block {
    /// The first step with a lock or a thread in the block, or the first call of a procedure that does one.
    pub fn synchronises(&self, program: &Program) -> Option<Node> {
        synchronises(self, program, &mut BTreeSet::new())
    }
}

impl Procedure {
    /// The shared heaps that the procedure may write, directly or through procedures that it calls. A procedure without
    /// body may write all heaps that its contract mentions.
    pub fn stores(&self, program: &Program) -> BTreeSet<Heap> {
        of_procedure(self, program, &mut BTreeSet::new())
    }

    /// Whether an `inhale`, an `exhale`, a lock or a thread moves permissions in the procedure, or in one that it
    /// calls. A procedure without body may do that with whatever its contract gives to it: it may acquire the rest of
    /// a location, write to the location, and give the rest away again.
    pub fn moves_permissions(&self, program: &Program) -> bool {
        moves_in(self, program, &mut BTreeSet::new())
    }
}

/// The expression whose permissions a statement moves by `inhale` or `exhale`, by a lock or by a thread.
fn moved(says: Option<Says<&[Expr]>>) -> impl Iterator<Item = &Expr> {
    let exprs = match says {
        Some(Says::Inhales(exprs) | Says::Exhales(exprs)) => exprs,
        Some(Says::Gains(exprs) | Says::Yields(exprs)) => exprs,
        Some(Says::Computes(_) | Says::Asserts(_) | Says::Assumes(_) | Says::Refutes(_)) | None => &[],
    };
    exprs.iter().filter(|e| e.ty == Type::Resource)
}

fn synchronises(block: &Block, program: &Program, seen: &mut BTreeSet<ProcId>) -> Option<Node> {
    let mut found = None;
    block.each(&mut |s| {
        let callee = s.outline().callee.filter(|callee| seen.insert(**callee));
        let body = callee.and_then(|callee| program.procedure(*callee)?.body.as_ref());
        let here = matches!(s.kind, StmtKind::Synchronise(_));
        let found_here = here || body.is_some_and(|body| synchronises(body, program, seen).is_some());
        found = found.or(found_here.then_some(s.node));
    });
    found
}

fn moves(block: &Block, program: &Program, seen: &mut BTreeSet<ProcId>) -> bool {
    let mut found = false;
    block.each(&mut |s| {
        let outline = s.outline();
        found = found || moved(outline.says).next().is_some();
        let callee =
            outline.callee.filter(|callee| seen.insert(**callee)).and_then(|callee| program.procedure(*callee));
        found = found || callee.is_some_and(|callee| moves_in(callee, program, seen));
    });
    found
}

fn moves_in(procedure: &Procedure, program: &Program, seen: &mut BTreeSet<ProcId>) -> bool {
    match &procedure.body {
        Some(body) => moves(body, program, seen),
        None => procedure.contract.clauses.iter().any(|clause| clause.expr.ty == Type::Resource),
    }
}

fn stores(block: &Block, program: &Program, seen: &mut BTreeSet<ProcId>, out: &mut BTreeSet<Heap>) {
    block.each(&mut |s| {
        let outline = s.outline();
        out.extend(outline.gets.and_then(Gets::location).map(|place| place.heap));
        out.extend(outline.gets.and_then(Gets::anywhere).into_iter().flatten());
        out.extend(moved(outline.says).flat_map(Expr::heaps));
        if let Some(callee) = outline.callee.filter(|callee| seen.insert(**callee)) {
            // The private arrays of a called procedure are not the caller's.
            let callee = program.procedure(*callee);
            out.extend(callee.map(|p| of_procedure(p, program, seen)).unwrap_or_default());
        }
    });
}

fn of_procedure(procedure: &Procedure, program: &Program, seen: &mut BTreeSet<ProcId>) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    match &procedure.body {
        Some(body) => stores(body, program, seen, &mut out),
        None => procedure.contract.clauses.iter().for_each(|c| out.extend(c.expr.heaps())),
    }
    out.retain(Heap::is_shared);
    out
}
