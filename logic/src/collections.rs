//! Evaluates operations on mathematical collections.
//!
//! ```text
//! s[i], s[i -> v], s.removeAt(i)    need    0 ≤ i < |s|
//! s[..n], s[n..]                    need    0 ≤ n ≤ |s|
//! s[i..j]                           needs   0 ≤ i ≤ j ≤ |s|
//! s.head, s.tail                    need    0 < |s|
//! m[k]                              needs   k ∈ m.keys
//! o.get                             needs   o ≠ None
//! e.left                            needs   e.isLeft      e.right  needs  ¬e.isLeft
//! ```
//!
//! In: an operation with its arguments. Out: its term, and what it needs to have a value.

use crate::eval::Evaluator;
use crate::finding::Asked;
use crate::need::Need;
use crate::term::{self, Sort, SortKind, Term};
use ir::{CollectionOp, Expr};

impl Evaluator<'_, '_> {
    /// The value of an operation; `e` is the whole expression.
    pub(crate) fn collection(&mut self, op: CollectionOp, args: &[Expr], e: &Expr) -> Term {
        let values: Vec<Term> = args.iter().map(|a| self.eval(a)).collect();
        let sort = Sort::of(e.ty);
        match (op, values.as_slice(), args) {
            (CollectionOp::Literal, parts, _) => literal(sort, parts).unwrap_or_else(|| self.unknown_value(e)),
            (CollectionOp::Size, [s], _) if is_set(s) => term::cardinality(s),
            (CollectionOp::Contains, [x, s], _) if is_set(s) => term::member(s, x),
            (CollectionOp::Range, [lo, hi], _) if matches!(sort.kind(), SortKind::Set(_)) => {
                term::range_set(lo.clone(), hi.clone())
            }
            (CollectionOp::Range, [lo, hi], _) => term::range(lo.clone(), hi.clone()),
            (CollectionOp::Size, [b], _) if is_bag(b) => term::bag_size(b),
            (CollectionOp::Count, [x, b], _) => term::count(b, x),
            (CollectionOp::Union, [a, b], _) if is_bag(a) => term::bag_sum(a.clone(), b.clone()),
            (CollectionOp::Common, [a, b], _) if is_bag(a) => term::bag_common(a.clone(), b.clone()),
            (CollectionOp::Without, [a, b], _) if is_bag(a) => term::bag_without(a.clone(), b.clone()),
            (CollectionOp::Subset, [a, b], _) if is_bag(a) => term::subbag(a.clone(), b.clone()),
            (CollectionOp::Size, [m], _) if is_map(m) => term::cardinality(&term::keys(m)),
            (CollectionOp::Contains, [k, m], _) if is_map(m) => term::member(&term::keys(m), k),
            (CollectionOp::Keys, [m], _) => term::keys(m),
            (CollectionOp::Values, [m], _) => term::values(m),
            (CollectionOp::Items, [m], _) => term::items(m),
            (CollectionOp::Update, [m, k, v], _) if is_map(m) => term::put(m.clone(), k.clone(), v.clone()),
            (CollectionOp::RemoveKey, [m, k], _) => term::remove_key(m.clone(), k.clone()),
            (CollectionOp::At, [m, k], [whole, key]) if is_map(m) => {
                let goal = term::member(&term::keys(m), k);
                let length = term::cardinality(&term::keys(m));
                let (asked, index) = (Asked::Key, key.node);
                self.require(index, Need::InSequence { goal, sequence: whole.node, index, asked, length });
                let value = term::lookup(m, k);
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::Union, [a, b], _) => term::union(a.clone(), b.clone()),
            (CollectionOp::Common, [a, b], _) => term::common(a.clone(), b.clone()),
            (CollectionOp::Without, [a, b], _) => term::without(a.clone(), b.clone()),
            (CollectionOp::Subset, [a, b], _) => term::subset(a.clone(), b.clone()),
            (CollectionOp::Size, [s], _) => term::length(s),
            (CollectionOp::At, [s, i], [whole, index]) => {
                self.inside(whole, (index, Asked::Element), term::within(term::int(0), i.clone(), term::length(s)), s);
                let value = term::at(s, i);
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::Head, [s], [whole]) => {
                self.inside(whole, (e, Asked::First), term::lt(term::int(0), term::length(s)), s);
                let value = term::at(s, &term::int(0));
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::Tail, [s], [whole]) => {
                self.inside(whole, (e, Asked::First), term::lt(term::int(0), term::length(s)), s);
                term::slice(s, term::int(1), term::length(s))
            }
            (CollectionOp::Concat, [a, b], _) => term::concat(a.clone(), b.clone()),
            (CollectionOp::Take, [s, n], [whole, count]) => {
                self.inside(whole, (count, Asked::Side), up_to(n, s), s);
                term::slice(s, term::int(0), n.clone())
            }
            (CollectionOp::Drop, [s, n], [whole, count]) => {
                self.inside(whole, (count, Asked::Side), up_to(n, s), s);
                term::slice(s, n.clone(), term::length(s))
            }
            (CollectionOp::Slice, [s, lo, hi], [whole, from, to]) => {
                let parts = [
                    term::le(term::int(0), lo.clone()),
                    term::le(lo.clone(), hi.clone()),
                    term::le(hi.clone(), term::length(s)),
                ];
                self.inside(whole, (from, Asked::UpTo(to.node)), term::and(parts), s);
                term::slice(s, lo.clone(), hi.clone())
            }
            (CollectionOp::Update, [s, k, v], [whole, index, _]) => {
                self.inside(whole, (index, Asked::Element), term::within(term::int(0), k.clone(), term::length(s)), s);
                term::update(s, k.clone(), v.clone())
            }
            (CollectionOp::RemoveAt, [s, k], [whole, index]) => {
                self.inside(whole, (index, Asked::Element), term::within(term::int(0), k.clone(), term::length(s)), s);
                let behind = term::add([k.clone(), term::int(1)]);
                term::concat(term::slice(s, term::int(0), k.clone()), term::slice(s, behind, term::length(s)))
            }
            (CollectionOp::Contains, [x, s], _) => term::contains(s, x),
            (CollectionOp::Get, [o], [whole]) => {
                self.with_part(e, whole, Asked::Value, term::not(term::is_none(o)));
                let value = term::get(o);
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::GetOrElse, [o, other], _) => term::ite(term::is_none(o), other.clone(), term::get(o)),
            (CollectionOp::First, [t], _) => {
                let value = term::first(t);
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::Second, [t], _) => {
                let value = term::second(t);
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::Left | CollectionOp::Right, [x], _) => {
                term::either(sort, op == CollectionOp::Left, x.clone())
            }
            (CollectionOp::IsLeft, [x], _) => term::is_left(x),
            (CollectionOp::GetLeft, [x], [whole]) => {
                self.with_part(e, whole, Asked::Left, term::is_left(x));
                let value = term::left(x);
                self.see_part(e.node, &value);
                value
            }
            (CollectionOp::GetRight, [x], [whole]) => {
                self.with_part(e, whole, Asked::Right, term::not(term::is_left(x)));
                let value = term::right(x);
                self.see_part(e.node, &value);
                value
            }
            _ => self.unknown_value(e),
        }
    }

    /// Records that a value must have the part `e`.
    fn with_part(&mut self, e: &Expr, whole: &Expr, asked: Asked, goal: Term) {
        let length = term::ite(goal.clone(), term::int(1), term::int(0));
        self.require(e.node, Need::InSequence { goal, sequence: whole.node, index: e.node, asked, length });
    }

    /// Records that an index must exist in the sequence.
    fn inside(&mut self, sequence: &Expr, (index, asked): (&Expr, Asked), goal: Term, value: &Term) {
        let (index, length) = (index.node, term::length(value));
        self.require(index, Need::InSequence { goal, sequence: sequence.node, index, asked, length });
    }
}

/// The collection of these parts, of a sort of collections that have literals.
fn literal(sort: Sort, parts: &[Term]) -> Option<Term> {
    match (sort.kind(), parts) {
        (SortKind::Seq(_), _) => Some(term::sequence(sort, parts.to_vec())),
        (SortKind::Set(_), _) => Some(term::set_of(sort, parts)),
        (SortKind::Bag(_), _) => Some(term::bag_of(sort, parts)),
        (SortKind::Map(_), _) => {
            let pairs = parts.chunks_exact(2);
            Some(pairs.fold(term::empty_map(sort), |map, pair| match pair {
                [k, v] => term::put(map, k.clone(), v.clone()),
                _ => map,
            }))
        }
        (SortKind::Option(_), []) => Some(term::none(sort)),
        (SortKind::Option(_), [x]) => Some(term::some(sort, x.clone())),
        (SortKind::Tuple(_), [a, b]) => Some(term::pair(sort, a.clone(), b.clone())),
        _ => None,
    }
}

fn is_set(s: &Term) -> bool {
    matches!(s.sort().kind(), SortKind::Set(_))
}

fn is_bag(s: &Term) -> bool {
    matches!(s.sort().kind(), SortKind::Bag(_))
}

fn is_map(s: &Term) -> bool {
    matches!(s.sort().kind(), SortKind::Map(_))
}

/// `0 ≤ n ≤ |s|`
fn up_to(n: &Term, s: &Term) -> Term {
    term::and([term::le(term::int(0), n.clone()), term::le(n.clone(), term::length(s))])
}
