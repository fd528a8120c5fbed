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
//! bags          b = c  ⇒  #x b = #x c  for each x       b ≠ c  ⇒  #w b ≠ #w c  for some w       0 ≤ #x b ≤ |b|
//!               0 ≤ |b|       |b| = 0  ⇔  b = {}       |b \ c| + |b ∩ c| = |b|       |b ∩ c| ≤ |b|,  |b ∩ c| ≤ |c|
//!               b \ c = {}  ⇒  |b| ≤ |c|
//! maps          m = n  ⇒  keys(m) = keys(n),  and  m[k] = n[k]  for each k
//!               m ≠ n  ⇒  w ∈ keys(m) ⇎ w ∈ keys(n)  ∨  w ∈ keys(m) ∧ m[w] ≠ n[w]  for some w
//!               k ∉ keys(m)  ⇒  m[k] = ⊥              items(m) = items(n)  ⇒  m = n
//! values        v ∈ values(m)  ⇒  w ∈ keys(m) ∧ m[w] = v  for some w
//!               k ∈ keys(m)  ⇒  m[k] ∈ values(m)  for each k       |values(m)| ≤ |keys(m)|
//! options       o = p  ⇔  (o = None ⇔ p = None)  ∧  (o ≠ None ⇒ o.get = p.get)
//! tuples        t = u  ⇔  t.fst = u.fst  ∧  t.snd = u.snd
//! either        e = f  ⇔  (e.isLeft ⇔ f.isLeft)  ∧  (e.isLeft ? e.left = f.left : e.right = f.right)
//! ```
//!
//! [`logic::term::is_none`] knows whether `None` and `Some(x)` are `None`, and asks that of other options. `⊥` is the
//! one value that each sequence has at indices that do not exist, and each map at keys that it does not have
//! ([`logic::term::nothing`]). The index `w` is a new
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
        SortKind::Bag(_) => bags(a, b, names),
        SortKind::Map(_) => maps(a, b, names),
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
    let mut out = vec![term::forall(vec![bound], each), term::or([equal.clone(), term::not(both(&w))])];
    if let (Some(m), Some(n)) = (has_items(s), has_items(t)) {
        out.push(term::implies(equal, term::eq(m, n)));
    }
    out
}

/// The map, if the set is that of its items.
fn has_items(s: &Term) -> Option<Term> {
    (operation(s) == Some(CollectionFn::Items)).then(|| s.args().first().cloned()).flatten()
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

/// A set or bag is no larger than one that has all its elements. `rest` is what is left of the first one without the
/// elements of the second.
pub fn subset(rest: &Term) -> Option<Term> {
    let (none, a, b) = match (operation(rest)?, rest.args()) {
        (CollectionFn::Without, [a, b]) => (term::empty_set(rest.sort()), term::cardinality(a), term::cardinality(b)),
        (CollectionFn::BagWithout, [a, b]) => (term::empty_bag(rest.sort()), term::bag_size(a), term::bag_size(b)),
        _ => return None,
    };
    Some(term::implies(term::eq(rest.clone(), none), term::le(a, b)))
}

/// A set or bag has as many elements as one that is equal to it.
pub fn equal_sizes(s: &Term, t: &Term) -> Option<Term> {
    let sizes = match s.sort().kind() {
        SortKind::Set(_) => term::eq(term::cardinality(s), term::cardinality(t)),
        SortKind::Bag(_) => term::eq(term::bag_size(s), term::bag_size(t)),
        _ => return None,
    };
    Some(term::implies(term::eq(s.clone(), t.clone()), sizes))
}

fn bags(b: &Term, c: &Term, names: &mut Names) -> Vec<Term> {
    let equal = term::eq(b.clone(), c.clone());
    let element = b.sort().element();
    let both = |x: &Term| term::eq(term::count(b, x), term::count(c, x));
    let bound = names.fresh("x", vec![], element, Role::Bound);
    let each = term::implies(equal.clone(), both(&term::constant(&bound)));
    let w = term::constant(&names.fresh("element", vec![], element, Role::Skolem));
    vec![term::forall(vec![bound], each), term::or([equal, term::not(both(&w))])]
}

/// A bag has an element some number of times.
pub fn count(b: &Term, x: &Term) -> [Term; 2] {
    let (count, size) = (term::count(b, x), term::bag_size(b));
    [term::le(term::int(0), count.clone()), term::le(count, size)]
}

/// What is known of the number of elements of a bag.
pub fn bag_size(b: &Term) -> Vec<Term> {
    let size = term::bag_size(b);
    let is_empty = term::eq(b.clone(), term::empty_bag(b.sort()));
    let none = term::eq(size.clone(), term::int(0));
    let mut out = vec![term::le(term::int(0), size.clone()), term::eq(none, is_empty)];
    match (operation(b), b.args()) {
        (Some(CollectionFn::BagWithout), [a, b]) => {
            let common = term::bag_size(&term::bag_common(a.clone(), b.clone()));
            out.push(term::eq(term::add([size, common]), term::bag_size(a)));
        }
        (Some(CollectionFn::BagCommon), [a, b]) => {
            out.push(term::le(size.clone(), term::bag_size(a)));
            out.push(term::le(size, term::bag_size(b)));
        }
        _ => {}
    }
    out
}

fn maps(m: &Term, n: &Term, names: &mut Names) -> Vec<Term> {
    let equal = term::eq(m.clone(), n.clone());
    let (keys_of_m, keys_of_n) = (term::keys(m), term::keys(n));
    let key = keys_of_m.sort().element();
    let looked_up = |k: &Term| term::eq(term::lookup(m, k), term::lookup(n, k));
    let bound = names.fresh("k", vec![], key, Role::Bound);
    let each = term::implies(equal.clone(), looked_up(&term::constant(&bound)));
    let w = term::constant(&names.fresh("key", vec![], key, Role::Skolem));
    let (has_m, has_n) = (term::member(&keys_of_m, &w), term::member(&keys_of_n, &w));
    let differ = term::and([has_m.clone(), term::not(looked_up(&w))]);
    vec![
        term::implies(equal.clone(), term::eq(keys_of_m, keys_of_n)),
        term::forall(vec![bound], each),
        term::or([equal, term::not(term::eq(has_m, has_n)), differ]),
    ]
}

/// What a map has for a key that it does not have.
pub fn no_key(m: &Term, k: &Term) -> Term {
    let value = term::lookup(m, k);
    let nothing = term::nothing(value.sort());
    term::or([term::member(&term::keys(m), k), term::eq(value, nothing)])
}

/// What it means that a map has a value, and that it has not.
pub fn value_of(m: &Term, v: &Term, names: &mut Names) -> Vec<Term> {
    let keys = term::keys(m);
    let has = term::member(&term::values(m), v);
    let found = |k: &Term| term::and([term::member(&keys, k), term::eq(term::lookup(m, k), v.clone())]);
    let key = keys.sort().element();
    let w = term::constant(&names.fresh("key", vec![], key, Role::Skolem));
    let bound = names.fresh("k", vec![], key, Role::Bound);
    let each = term::implies(found(&term::constant(&bound)), has.clone());
    vec![term::implies(has, found(&w)), term::forall(vec![bound], each)]
}

/// A map has no more values than keys.
pub fn most_values(m: &Term) -> Term {
    term::le(term::cardinality(&term::values(m)), term::cardinality(&term::keys(m)))
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
