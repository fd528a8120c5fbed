//! How reductions are computed: from the members in front of the last one, and the last one.
//!
//! ```text
//! hi <= lo  ⇒  sum(lo, hi) = 0                     lo < hi  ⇒  sum(lo, hi) = sum(lo, hi - 1) + e[hi - 1]
//! hi = lo + 1  ⇒  max(lo, hi) = e[lo]
//! lo + 1 < hi  ⇒  max(lo, hi) = the greater of max(lo, hi - 1) and e[hi - 1]
//! ```
//!
//! In: reductions. Out: a [`Definition`] of each symbol. All other laws of reductions follow from these definitions by
//! induction; the tests of `vcgen` prove them.

use crate::obligation::Definition;
use crate::reduction::Reduction;
use crate::term::{self, Names, Role, Sort, Symbol};
use ir::ReduceKind;

/// The definition of a reduction: the last member, and the reduction of those in front of it.
pub fn define(r: &Reduction, names: &mut Names) -> Definition {
    let ends = ["lo", "hi"].map(|name| names.fresh(name, vec![], Sort::INT, Role::Skolem));
    let [lo, hi] = ends.each_ref().map(term::constant);
    let params: Vec<Symbol> = r.params.iter().cloned().chain(ends).collect();
    let all = term::app(&r.symbol, params.iter().map(term::constant).collect());
    let last = term::sub(hi.clone(), term::int(1));
    let (front, member) = (r.over(&all, lo.clone(), last.clone()), r.member(&all, &last));
    let is_empty = term::le(hi.clone(), lo.clone());
    let next = term::add([lo.clone(), term::int(1)]);
    let body = match r.kind {
        ReduceKind::Sum | ReduceKind::Count => term::ite(is_empty.clone(), term::int(0), term::add([front, member])),
        ReduceKind::Product => term::ite(is_empty.clone(), term::int(1), term::mul(front, member)),
        ReduceKind::Max | ReduceKind::Min => {
            let replaces = if r.kind == ReduceKind::Max {
                term::lt(front.clone(), member.clone())
            } else {
                term::lt(member.clone(), front.clone())
            };
            term::ite(term::le(hi.clone(), next), member.clone(), term::ite(replaces, member, front))
        }
    };
    let length = term::ite(is_empty, term::int(0), term::sub(hi.clone(), lo.clone()));
    let ensures = match r.kind {
        ReduceKind::Count => vec![term::le(term::int(0), all.clone()), term::le(all, length)],
        ReduceKind::Sum | ReduceKind::Product | ReduceKind::Min | ReduceKind::Max => vec![],
    };
    Definition {
        symbol: r.symbol.clone(),
        params,
        requires: if r.kind.needs_member() { term::lt(lo, hi) } else { term::bool(true) },
        body: Some(body),
        ensures,
        smaller: None,
        footprint: vec![],
        recursive: true,
        hidden: None,
        reduction: Some(r.clone()),
    }
}
