//! Syntactic properties of statements and expressions: which variables and arrays they may change, and whether they
//! wait at barriers.
//!
//! In: typed statements and expressions. Out: sets of variables, arrays, clauses and functions.

use crate::finding::{Trust, Trusted};
use ir::{
    Block, Clause, Contract, Expr, FnId, Gets, Heap, Kernel, Moment, Node, Part, Procedure, Program, Says, VarId,
};
use std::collections::BTreeSet;

/// The private variables that the block assigns or declares.
pub fn assigned(block: &Block) -> BTreeSet<VarId> {
    let mut out = BTreeSet::new();
    block.each(&mut |s| match s.outline().gets {
        Some(Gets::Declared(v) | Gets::Assigned(v)) => drop(out.insert(*v)),
        Some(Gets::Results(vars)) => out.extend(vars),
        Some(Gets::Location(_) | Gets::Anywhere(_) | Gets::Iterators(_)) | None => {}
    });
    out
}

/// The arrays that the block may write, directly or through procedures that it calls.
pub fn stored(block: &Block, program: &Program) -> BTreeSet<Heap> {
    block.stores(program)
}

/// The arrays that a procedure may write, directly or through procedures that it calls.
pub fn stored_by_procedure(procedure: &Procedure, program: &Program) -> BTreeSet<Heap> {
    procedure.stores(program)
}

/// Whether several threads may access the heap, so that permissions are needed: an array that a kernel declares, or
/// what references refer to, rather than a private array of a thread.
pub fn is_shared(heap: &Heap) -> bool {
    heap.is_shared()
}

/// Whether the block contains a barrier.
pub fn has_barrier(block: &Block) -> bool {
    block.has_barrier()
}

/// What the `assume` and `inhale` statements of the block assume.
pub fn assumes(block: &Block) -> Vec<Trusted> {
    let mut out = Vec::new();
    block.each(&mut |s| match s.outline().says {
        Some(Says::Assumes(_)) => out.push(Trusted { what: Trust::Assume, node: s.node }),
        Some(Says::Inhales(_)) => out.push(Trusted { what: Trust::Inhale, node: s.node }),
        Some(Says::Computes(_) | Says::Asserts(_) | Says::Exhales(_) | Says::Refutes(_)) => {}
        // These permissions are given away elsewhere, which is proved.
        Some(Says::Gains(_) | Says::Yields(_)) | None => {}
    });
    out
}

/// The clauses of the barriers and loops in the block.
pub fn clauses(block: &Block) -> Vec<&Clause> {
    let mut out = Vec::new();
    block.each(&mut |s| out.extend(s.clauses()));
    out
}

/// The parts of a kernel that are conditions on its launches: its preconditions, and lengths of arrays, which are not
/// negative. A report shows the first one. People look for the cause in the contract of the threads first.
pub fn conditions_of_launch(kernel: &Kernel) -> impl Iterator<Item = Node> + '_ {
    let above = kernel.contracts().take(kernel.innermost().0);
    let contracts = std::iter::once(kernel.of_thread()).chain(above);
    let clauses = contracts.flat_map(Contract::pre).map(|c| c.expr.node);
    clauses.chain(kernel.arrays.iter().flat_map(|a| &a.dims).map(|d| d.node))
}

/// The functions that the expression calls.
pub fn calls(expr: &Expr) -> BTreeSet<FnId> {
    let mut out = BTreeSet::new();
    expr.each(&mut |e| {
        e.each_part(&mut |part| match part {
            Part::Function(f) => drop(out.insert(*f)),
            Part::Expr(_)
            | Part::Value(_)
            | Part::Permission(_)
            | Part::Variable(_)
            | Part::Heap(_)
            | Part::Moment(_) => {}
        });
    });
    out
}

/// The arrays that the expression reads or names in a permission, without those that called functions read.
pub fn arrays(expr: &Expr) -> BTreeSet<Heap> {
    expr.heaps()
}

/// The arrays on whose *current* values the expression depends, with those that called functions read. Reads inside
/// `\old(…)` do not count.
pub fn current_arrays(expr: &Expr, program: &Program) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    let mut seen = BTreeSet::new();
    current(expr, program, &mut seen, &mut out);
    out
}

fn current(expr: &Expr, program: &Program, seen: &mut BTreeSet<FnId>, out: &mut BTreeSet<Heap>) {
    let mut is_current = true;
    expr.each_part(&mut |part| match part {
        // Values before the kernel are no current values. Values at a label count as current ones, because the thread
        // had them while it ran.
        Part::Moment(moment) => is_current = *moment != Moment::Start,
        Part::Value(place) => drop(out.insert(place.heap)),
        Part::Function(f) => {
            if let Some(function) = program.function(*f).filter(|_| seen.insert(*f)) {
                function.body.iter().for_each(|b| current(b, program, seen, out));
                function.contract.clauses.iter().for_each(|c| out.extend(arrays(&c.expr)));
            }
        }
        Part::Expr(_) | Part::Permission(_) | Part::Variable(_) | Part::Heap(_) => {}
    });
    if is_current {
        expr.parts(&mut |part| current(part, program, seen, out));
    }
}

/// Whether the expression reads memory or names a location, in any state, directly or through functions.
pub fn mentions_memory(expr: &Expr, program: &Program) -> bool {
    !arrays(expr).is_empty() || !current_arrays(expr, program).is_empty()
}
