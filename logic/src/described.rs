//! The set that a description has in a state.
//!
//! ```text
//! set<int> { f(x) | int x <- s; c(x) }     the elements f(x) of all x with x ∈ s and c(x)
//! ```
//!
//! A source may mention the variables of the sources in front of it. The condition is evaluated where the variables are
//! elements of the sources, and the value where the condition is true, too.
//!
//! In: a description. Out: its term, an application of the function that [`crate::description`] defines.

use crate::eval::Evaluator;
use crate::fault::Missing;
use crate::term::{self, operation, CollectionFn, Sort, SortKind, Term};
use ir::{Description, Expr};

impl Evaluator<'_, '_> {
    /// The set that a description has; `e` is the whole expression.
    pub(crate) fn description(&mut self, d: &Description, e: &Expr) -> Term {
        let (outer, seen) = (self.env.store.clone(), self.seen.len());
        let plain = std::mem::replace(&mut self.plain_reads, true);
        let (mut binders, mut conditions) = (Vec::new(), Vec::new());
        for generator in &d.generators {
            let source = self.under(term::and(conditions.iter().cloned()), |ev| ev.eval(&generator.source));
            for x in self.bind(&[generator.binder]) {
                conditions.push(has(&source, &term::constant(&x)));
                binders.push((x, literal_range(&source)));
            }
        }
        let counts = self.under(term::and(conditions.iter().cloned()), |ev| ev.eval(&d.condition));
        conditions.push(counts);
        let condition = term::and(conditions);
        let value = self.under(condition.clone(), |ev| ev.eval(&d.value));
        self.plain_reads = plain;
        self.env.store = outer;
        // A part of a description has no one value that explains anything.
        self.seen.truncate(seen);
        let sort = Sort::of(e.ty);
        if !matches!(sort.kind(), SortKind::Set(_)) || binders.is_empty() {
            return self.missing(Missing::Value, e.ty);
        }
        self.cx.descriptions.apply(&mut self.cx.names, &binders, [&condition, &value], sort)
    }
}

/// The first integer of a range and the one behind the last, if the source is a range between two literals.
fn literal_range(source: &Term) -> Option<(i64, i64)> {
    let range = matches!(operation(source), Some(CollectionFn::Range | CollectionFn::RangeSet));
    match source.args() {
        [lo, hi] if range => Some((i64::try_from(lo.as_int()?).ok()?, i64::try_from(hi.as_int()?).ok()?)),
        _ => None,
    }
}

/// Whether a sequence or a set has an element.
fn has(source: &Term, x: &Term) -> Term {
    match source.sort().kind() {
        SortKind::Set(_) => term::member(source, x),
        _ => term::contains(source, x),
    }
}
