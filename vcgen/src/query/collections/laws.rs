//! The laws of collections, each stated once.
//!
//! ```text
//! length        0 ≤ |s|
//! outside       i < 0 ∨ |s| ≤ i  ⇒  s[i] = ⊥
//! equal         s = t  ⇒  |s| = |t|            and  s[i] = t[i]  for each i with 0 ≤ i < |s|
//! different     s ≠ t  ⇒  |s| ≠ |t|  ∨  s[w] ≠ t[w]  for some w with 0 ≤ w < |s|
//! contained     x ∈ s  ⇒  s[w] = x   for some w with 0 ≤ w < |s|
//! found         s[i] = x  ⇒  x ∈ s   for each i with 0 ≤ i < |s|
//! sets          s = t  ⇒  x ∈ s ⇔ x ∈ t  for each x
//!               s ≠ t  ⇒  w ∈ s ⇎ w ∈ t  for some w
//! cardinality   0 ≤ |s|       |s| = 0  ⇔  s = {}       |s ∪ t| + |s ∩ t| = |s| + |t|       |s \ t| + |s ∩ t| = |s|
//!               |s ∩ t| ≤ |s|,  |s ∩ t| ≤ |t|          s \ t = {}  ⇒  |s| ≤ |t|
//! options       o = p  ⇔  (o = None ⇔ p = None)  ∧  (o ≠ None ⇒ o.get = p.get)
//! tuples        t = u  ⇔  t.fst = u.fst  ∧  t.snd = u.snd
//! either        e = f  ⇔  (e.isLeft ⇔ f.isLeft)  ∧  (e.isLeft ? e.left = f.left : e.right = f.right)
//! ```
//!
//! [`logic::term::is_none`] knows whether `None` and `Some(x)` are `None`, and asks that of other options. `⊥` is the
//! one value that each sequence has at indices that do not exist ([`logic::term::nothing`]). The index `w` is a new
//! constant: the law says that there is such an index, which has this name; and so of the element `w`.
//!
//! In: collections, and what is compared with them. Out: laws about them.

use logic::term::{self, operation, CollectionFn, Names, Role, Sort, SortKind, Term};

fn index(name: &str, role: Role, names: &mut Names) -> (term::Symbol, Term) {
    let symbol = names.fresh(name, vec![], Sort::INT, role);
    let constant = term::constant(&symbol);
    (symbol, constant)
}

/// The condition that the index exists in the sequence.
fn exists(s: &Term, i: &Term) -> Term {
    term::within(term::int(0), i.clone(), term::length(s))
}

/// A length is not negative.
pub fn length(s: &Term) -> Term {
    term::le(term::int(0), term::length(s))
}

/// What a sequence has at an index that does not exist.
pub fn outside(s: &Term, i: &Term) -> Term {
    let value = term::at(s, i);
    let nothing = term::nothing(value.sort());
    term::or([exists(s, i), term::eq(value, nothing)])
}

/// What it means that two collections are equal, and that they are different.
pub fn equality(a: &Term, b: &Term, names: &mut Names) -> Vec<Term> {
    match a.sort().kind() {
        SortKind::Seq(_) => sequences(a, b, names),
        SortKind::Set(_) => sets(a, b, names),
        SortKind::Option(_) => options(a, b),
        SortKind::Tuple(_) => tuples(a, b),
        SortKind::Either(_) => eithers(a, b),
        _ => vec![],
    }
}

fn sequences(s: &Term, t: &Term, names: &mut Names) -> Vec<Term> {
    let equal = term::eq(s.clone(), t.clone());
    let lengths = term::eq(term::length(s), term::length(t));
    let (bound, i) = index("i", Role::Bound, names);
    let elements = |i: &Term| term::eq(term::at(s, i), term::at(t, i));
    let each = term::implies(term::and([equal.clone(), exists(s, &i)]), elements(&i));
    let (_, w) = index("position", Role::Skolem, names);
    let differ = term::and([exists(s, &w), term::not(elements(&w))]);
    vec![
        term::implies(equal.clone(), lengths.clone()),
        term::forall(vec![bound], each),
        term::or([equal, term::not(lengths), differ]),
    ]
}

fn sets(s: &Term, t: &Term, names: &mut Names) -> Vec<Term> {
    let equal = term::eq(s.clone(), t.clone());
    let element = s.sort().element();
    let both = |x: &Term| term::eq(term::member(s, x), term::member(t, x));
    let bound = names.fresh("x", vec![], element, Role::Bound);
    let each = term::implies(equal.clone(), both(&term::constant(&bound)));
    let w = term::constant(&names.fresh("element", vec![], element, Role::Skolem));
    vec![term::forall(vec![bound], each), term::or([equal, term::not(both(&w))])]
}

/// What is known of the number of elements of a set.
pub fn cardinality(s: &Term) -> Vec<Term> {
    let size = term::cardinality(s);
    let is_empty = term::eq(s.clone(), term::empty_set(s.sort()));
    let none = term::eq(size.clone(), term::int(0));
    let mut out = vec![term::le(term::int(0), size.clone()), term::eq(none, is_empty)];
    match (operation(s), s.args()) {
        (Some(CollectionFn::Union), [a, b]) => {
            let common = term::cardinality(&term::common(a.clone(), b.clone()));
            let all = term::add([term::cardinality(a), term::cardinality(b)]);
            out.push(term::eq(term::add([size, common]), all));
        }
        (Some(CollectionFn::Without), [a, b]) => {
            let common = term::cardinality(&term::common(a.clone(), b.clone()));
            out.push(term::eq(term::add([size, common]), term::cardinality(a)));
        }
        (Some(CollectionFn::Common), [a, b]) => {
            out.push(term::le(size.clone(), term::cardinality(a)));
            out.push(term::le(size, term::cardinality(b)));
        }
        _ => {}
    }
    out
}

/// A set is no larger than one that has all its elements. `rest` is the first set without the elements of the second.
pub fn subset(rest: &Term) -> Option<Term> {
    let (Some(CollectionFn::Without), [a, b]) = (operation(rest), rest.args()) else { return None };
    let none_left = term::eq(rest.clone(), term::empty_set(rest.sort()));
    Some(term::implies(none_left, term::le(term::cardinality(a), term::cardinality(b))))
}

fn options(o: &Term, p: &Term) -> Vec<Term> {
    let equal = term::eq(o.clone(), p.clone());
    let none = [term::is_none(o), term::is_none(p)];
    // Where one of them is `None`, its value says nothing.
    let [a, b] = &none;
    let same = match (a.is_true(), b.is_true()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => {
            let values = term::eq(term::get(o), term::get(p));
            term::and([term::eq(a.clone(), b.clone()), term::or([a.clone(), values])])
        }
    };
    vec![term::implies(equal.clone(), same.clone()), term::implies(same, equal)]
}

fn tuples(t: &Term, u: &Term) -> Vec<Term> {
    let equal = term::eq(t.clone(), u.clone());
    let same = term::and([term::eq(term::first(t), term::first(u)), term::eq(term::second(t), term::second(u))]);
    vec![term::implies(equal.clone(), same.clone()), term::implies(same, equal)]
}

fn eithers(e: &Term, f: &Term) -> Vec<Term> {
    let equal = term::eq(e.clone(), f.clone());
    let (a, b) = (term::is_left(e), term::is_left(f));
    let values = term::ite(a.clone(), term::eq(term::left(e), term::left(f)), term::eq(term::right(e), term::right(f)));
    let same = term::and([term::eq(a, b), values]);
    vec![term::implies(equal.clone(), same.clone()), term::implies(same, equal)]
}

/// What it means that a sequence has an element, and that it has not.
pub fn contains(s: &Term, x: &Term, names: &mut Names) -> Vec<Term> {
    let has = term::contains(s, x);
    let found = |i: &Term| term::and([exists(s, i), term::eq(term::at(s, i), x.clone())]);
    let (_, w) = index("position", Role::Skolem, names);
    let (bound, i) = index("i", Role::Bound, names);
    vec![term::implies(has.clone(), found(&w)), term::forall(vec![bound], term::implies(found(&i), has))]
}
