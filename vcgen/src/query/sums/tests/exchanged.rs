//! The guard and the exception of the law that exchanges two sums of sums.

use super::*;

/// Two sums of sums are compared where the ranges of the one are those of the other, and differ at an index in both.
#[test]
fn ranges_of_exchanged_sums_are_compared() {
    let mut w = World::new();
    let sum = ReduceKind::Sum;
    let ends = ["a", "b", "c", "d"].map(|name| w.int(name));
    let others = ["a2", "b2", "c2", "d2"].map(|name| w.int(name));
    let (e, f) = (w.array("e", Sort::INT, 2), w.array("f", Sort::INT, 2));
    let outer = w.names.fresh("o", vec![], Sort::INT, Role::Bound);
    let o = term::constant(&outer);
    let row = w.reduce(sum, &ends[2], &ends[3], |j| term::select(&e, &[o.clone(), j.clone()]));
    let rows = w.table.apply(&mut w.names, sum, &outer, (ends[0].clone(), ends[1].clone()), &row);
    let column = w.reduce(sum, &others[0], &others[1], |i| term::select(&f, &[i.clone(), o.clone()]));
    let columns = w.table.apply(&mut w.names, sum, &outer, (others[2].clone(), others[3].clone()), &column);
    let (v, at) = (w.int("v"), w.int("w"));
    let definitions = w.definitions();
    let (s, t) = (get(&definitions, &rows), get(&definitions, &columns));
    let inner = |of: &Applied<'_>, index: &Term| applied(&definitions, &of.of.body(&of.term, index));
    let law = laws::exchanged((&s, &|i| inner(&s, i)), (&t, &|j| inner(&t, j)), (&v, &at)).expect("sums of sums");
    for (end, other) in ends.iter().zip(&others) {
        valid(vec![law.when.clone()], &term::eq(end.clone(), other.clone()), "equal ends");
    }
    let inside = |index: &Term, lo: usize| term::within(ends[lo].clone(), index.clone(), ends[lo + 1].clone());
    let both = term::and([inside(&v, 0), inside(&at, 2)]);
    valid(vec![law.when.clone(), law.unless.clone()], &both, "the index of the exception");
    assert!(!is_valid(vec![], &law.claim));
}
