//! Integers that are tried as inputs of a kernel.
//!
//! In: a kernel. Out: the integers from 0 to 4, and each literal of the kernel with its two neighbours, because
//! mistakes often show at a bound; in files of C, where literals are sizes of tiles, also the double of each.

use std::collections::BTreeSet;

use ir::{Expr, ExprKind, Kernel, Language, Procedure, Program};

/// Literals further from 0 than this are left out: launches and arrays of that size are not tiny.
const FAR: u64 = 256;

/// The integers, nearest to 0 first.
pub fn worth_trying(program: &Program, kernel: &Kernel) -> Vec<i64> {
    let mut found: BTreeSet<i64> = (0..=4).collect();
    let mut visit = |e: &Expr| {
        e.each(&mut |e| {
            if let ExprKind::Int(n) = &e.kind {
                let small = i64::try_from(n.clone()).ok().filter(|n| n.unsigned_abs() <= FAR);
                found.extend(small.into_iter().flat_map(|n| [n - 1, n, n + 1]));
                // The second round of a loop over tiles is the first one that meets what the round before has left.
                let tiles = small.filter(|n| *n > 2 && program.language != Language::Pvl);
                found.extend(tiles.map(|n| 2 * n));
            }
        });
    };
    kernel.contracts().flat_map(|c| &c.clauses).for_each(|c| visit(&c.expr));
    kernel.arrays.iter().flat_map(|a| &a.dims).for_each(&mut visit);
    kernel.body.each(&mut |stmt| stmt.exprs(&mut visit));
    let here = |p: &&Procedure| p.kernel.and_then(|k| program.kernel(k)).is_none_or(|k| k.node == kernel.node);
    for procedure in program.procedures.iter().filter(here) {
        procedure.contract.clauses.iter().for_each(|c| visit(&c.expr));
        procedure.body.iter().for_each(|body| body.each(&mut |stmt| stmt.exprs(&mut visit)));
    }
    let is_int = |n: &i64| interp::Value::from(*n).is_of(kernel.launch);
    let mut out: Vec<i64> = found.into_iter().filter(is_int).collect();
    out.sort_by_key(|n| (n.unsigned_abs(), *n < 0));
    out
}
