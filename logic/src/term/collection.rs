//! Terms about mathematical collections.
//!
//! ```text
//! |[]| = 0   |[x]| = 1   |s ++ t| = |s| + |t|   |s[lo..hi]| = max(0, hi - lo)   |s[k -> v]| = |s|
//! [x][i]          =  i = 0 ? x : ⊥
//! (s ++ t)[i]     =  i < |s| ? s[i] : t[i - |s|]
//! s[lo..hi][i]    =  0 ≤ i < hi - lo ? s[lo + i] : ⊥
//! s[k -> v][i]    =  i = k ∧ 0 ≤ k < |s| ? v : s[i]
//! |[a..b]|        =  max(0, b - a)       [a..b][i]  =  0 ≤ i < b - a ? a + i : ⊥       x ∈ [a..b]  =  a ≤ x < b
//! x ∈ []  =  false   x ∈ [y]  =  x = y   x ∈ s ++ t  =  x ∈ s ∨ x ∈ t
//! ```
//!
//! Here `⊥` is a value of the sort of the elements. Each sequence has this value at each index that does not exist, and
//! nothing else is known about the value. Programs have to show that an index exists, so that no program reads `⊥`.
//! Because of `⊥` the equations hold for all integers: they are used from the left to the right without a hypothesis.
//!
//! In: terms. Out: terms about them; the length and the elements of a sequence that is made from others are those of
//! the others. Each operation is a function symbol, which is the same one in the whole process.

use super::build::{add, and, app, bool, constant, eq, int, ite, le, lt, or, sub, within};
use super::collection_fn::CollectionFn;
use super::collection_symbol::symbol;
use super::{Role, Sort, SortKind, Term};

/// The greatest number of nodes, shared ones counted each time, of a collection whose parts are looked up. Collections
/// that share parts, and the look-ups in them, could have exponentially many nodes.
const LARGEST: u32 = 2_000;

/// The operation at the root of a term, if the term is made by one.
pub fn operation(t: &Term) -> Option<CollectionFn> {
    match t.as_app()?.role() {
        Role::Collection(f) => Some(f),
        _ => None,
    }
}

/// The operation and its arguments, if the collection is small enough to be looked into.
pub(super) fn parts(t: &Term) -> Option<(CollectionFn, &[Term])> {
    operation(t).filter(|_| t.0.size <= LARGEST).map(|f| (f, t.args()))
}

/// The branches of a conditional collection.
pub(super) fn branches(t: &Term) -> Option<[&Term; 3]> {
    match (t.op(), t.args()) {
        (super::Op::Ite, [c, a, b]) if t.0.size <= LARGEST => Some([c, a, b]),
        _ => None,
    }
}

/// The term of a function without simplification.
pub(super) fn raw(f: CollectionFn, args: Vec<Term>, sort: Sort) -> Term {
    let params = args.iter().map(Term::sort).collect();
    app(&symbol(f, params, sort), args)
}

/// The value `⊥` of a sort.
pub fn nothing(sort: Sort) -> Term {
    constant(&symbol(CollectionFn::Nothing, vec![], sort))
}

/// The empty sequence of a sort of sequences.
pub fn empty(sort: Sort) -> Term {
    constant(&symbol(CollectionFn::Empty, vec![], sort))
}

/// `[x]`
pub fn unit(x: Term) -> Term {
    let sort = Sort::seq(x.sort());
    raw(CollectionFn::Unit, vec![x], sort)
}

/// The sequence of these elements, of a sort of sequences.
pub fn sequence(sort: Sort, elements: Vec<Term>) -> Term {
    elements.into_iter().rev().fold(empty(sort), |rest, x| concat(unit(x), rest))
}

/// `[lo .. hi]`: the integers from `lo` to below `hi`, in their order.
pub fn range(lo: Term, hi: Term) -> Term {
    raw(CollectionFn::Range, vec![lo, hi], Sort::seq(Sort::INT))
}

/// `|s|`
pub fn length(s: &Term) -> Term {
    if let Some([c, a, b]) = branches(s) {
        return ite(c.clone(), length(a), length(b));
    }
    match parts(s) {
        Some((CollectionFn::Empty, _)) => int(0),
        Some((CollectionFn::Unit, _)) => int(1),
        Some((CollectionFn::Concat, [a, b])) => add([length(a), length(b)]),
        Some((CollectionFn::Slice, [_, lo, hi]) | (CollectionFn::Range, [lo, hi])) => {
            ite(le(lo.clone(), hi.clone()), sub(hi.clone(), lo.clone()), int(0))
        }
        Some((CollectionFn::Update, [inner, _, _])) => length(inner),
        _ => raw(CollectionFn::Length, vec![s.clone()], Sort::INT),
    }
}

/// `s[i]`
pub fn at(s: &Term, i: &Term) -> Term {
    if let Some([c, a, b]) = branches(s) {
        return ite(c.clone(), at(a, i), at(b, i));
    }
    let element = s.sort().element();
    match parts(s) {
        Some((CollectionFn::Empty, _)) => nothing(element),
        Some((CollectionFn::Unit, [x])) => ite(eq(i.clone(), int(0)), x.clone(), nothing(element)),
        Some((CollectionFn::Concat, [a, b])) => {
            let n = length(a);
            ite(lt(i.clone(), n.clone()), at(a, i), at(b, &sub(i.clone(), n)))
        }
        Some((CollectionFn::Slice, [inner, lo, hi])) => {
            let inside = within(int(0), i.clone(), sub(hi.clone(), lo.clone()));
            ite(inside, at(inner, &add([lo.clone(), i.clone()])), nothing(element))
        }
        Some((CollectionFn::Range, [lo, hi])) => {
            let inside = within(int(0), i.clone(), sub(hi.clone(), lo.clone()));
            ite(inside, add([lo.clone(), i.clone()]), nothing(element))
        }
        Some((CollectionFn::Update, [inner, k, v])) => {
            let hit = and([eq(i.clone(), k.clone()), within(int(0), k.clone(), length(inner))]);
            ite(hit, v.clone(), at(inner, i))
        }
        _ => raw(CollectionFn::At, vec![s.clone(), i.clone()], element),
    }
}

/// `a ++ b`
pub fn concat(a: Term, b: Term) -> Term {
    match (parts(&a), parts(&b)) {
        (Some((CollectionFn::Empty, _)), _) => return b,
        (_, Some((CollectionFn::Empty, _))) => return a,
        (Some((CollectionFn::Concat, [x, y])), _) => return concat(x.clone(), concat(y.clone(), b)),
        _ => {}
    }
    let sort = a.sort();
    raw(CollectionFn::Concat, vec![a, b], sort)
}

/// `s[lo..hi]`: the element at each index from `lo` to below `hi`, also where `s` has no such index.
pub fn slice(s: &Term, lo: Term, hi: Term) -> Term {
    let zero = |t: &Term| t.as_int().is_some_and(dashu::integer::IBig::is_zero);
    if lo == hi {
        return empty(s.sort());
    }
    if zero(&lo) && hi == length(s) {
        return s.clone();
    }
    if let Some((CollectionFn::Concat, [a, b])) = parts(s) {
        let n = length(a);
        if zero(&lo) && hi == n {
            return a.clone();
        }
        if lo == n && hi == length(s) {
            return b.clone();
        }
        if let (Some(first), Some(from), Some(to)) = (n.as_int(), lo.as_int(), hi.as_int()) {
            if to <= first {
                return slice(a, lo, hi);
            }
            if from >= first {
                return slice(b, sub(lo, n.clone()), sub(hi, n));
            }
            if !dashu::base::Signed::is_negative(from) {
                return concat(slice(a, lo, n.clone()), slice(b, int(0), sub(hi, n)));
            }
        }
    }
    raw(CollectionFn::Slice, vec![s.clone(), lo, hi], s.sort())
}

/// `s[k -> v]`; if there is no index `k`, `s` itself.
pub fn update(s: &Term, k: Term, v: Term) -> Term {
    match parts(s) {
        Some((CollectionFn::Empty, _)) => return s.clone(),
        Some((CollectionFn::Unit, _)) if k.as_int().is_some_and(dashu::integer::IBig::is_zero) => return unit(v),
        Some((CollectionFn::Concat, [a, b])) => {
            let n = length(a);
            if let (Some(first), Some(at)) = (n.as_int(), k.as_int()) {
                return match at < first {
                    true => concat(update(a, k, v), b.clone()),
                    false => concat(a.clone(), update(b, sub(k, n), v)),
                };
            }
        }
        _ => {}
    }
    raw(CollectionFn::Update, vec![s.clone(), k, v], s.sort())
}

/// `x ∈ s`
pub fn contains(s: &Term, x: &Term) -> Term {
    if let Some([c, a, b]) = branches(s) {
        return ite(c.clone(), contains(a, x), contains(b, x));
    }
    match parts(s) {
        Some((CollectionFn::Empty, _)) => bool(false),
        Some((CollectionFn::Unit, [y])) => eq(x.clone(), y.clone()),
        Some((CollectionFn::Concat, [a, b])) => or([contains(a, x), contains(b, x)]),
        Some((CollectionFn::Range, [lo, hi])) => within(lo.clone(), x.clone(), hi.clone()),
        _ => raw(CollectionFn::Contains, vec![s.clone(), x.clone()], Sort::BOOL),
    }
}

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term], sort: Sort) -> Option<Term> {
    Some(match (f, args) {
        (CollectionFn::Nothing, []) => nothing(sort),
        (CollectionFn::Empty, []) => empty(sort),
        (CollectionFn::Unit, [x]) => unit(x.clone()),
        (CollectionFn::Length, [s]) => length(s),
        (CollectionFn::At, [s, i]) => at(s, i),
        (CollectionFn::Concat, [a, b]) => concat(a.clone(), b.clone()),
        (CollectionFn::Slice, [s, lo, hi]) => slice(s, lo.clone(), hi.clone()),
        (CollectionFn::Update, [s, k, v]) => update(s, k.clone(), v.clone()),
        (CollectionFn::Contains, [s, x]) => contains(s, x),
        (CollectionFn::Range, [lo, hi]) => range(lo.clone(), hi.clone()),
        _ => return None,
    })
}

/// Whether values of the sort are collections, which are equal if they have the same parts.
pub fn is_collection(sort: Sort) -> bool {
    match sort.kind() {
        SortKind::Seq(_) | SortKind::Set(_) | SortKind::Bag(_) | SortKind::Map(_) => true,
        SortKind::Tuple(_) | SortKind::Option(_) | SortKind::Either(_) => true,
        SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::Float(_) | SortKind::Array(_) => false,
        SortKind::Ref(_) | SortKind::Enum(_) | SortKind::Data(..) => false,
    }
}
