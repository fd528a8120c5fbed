//! The laws of bags hold for all bags of few small numbers, and a law that says too much does not.

use super::{holds, laws};
use logic::term::{self, operation, CollectionFn, Names, Op, Sort, Term};

/// How often a bag has 0, 1 and 2.
type Bag = [i32; 3];

/// All bags that have each number from 0 to 2 at most twice.
fn bags() -> Vec<Bag> {
    (0..27).map(|n| [n % 3, n / 3 % 3, n / 9]).collect()
}

fn literal(b: &Bag) -> Term {
    let elements: Vec<Term> = (0..3).flat_map(|x| (0..b[x as usize]).map(move |_| term::int(x))).collect();
    term::bag_of(Sort::bag(Sort::INT), &elements)
}

/// How often a bag that is made from literals has numbers.
fn counts(b: &Term) -> Vec<i32> {
    (-2..6).map(|x| (0..9).find(|n| term::count(b, &term::int(x)) == term::int(*n)).expect("a literal")).collect()
}

fn size(b: &Term) -> i32 {
    counts(b).into_iter().sum()
}

/// The law with the sizes of bags, and with the truth of equations between bags, in their places. `wrong` is added to
/// each size.
fn known(law: &Term, wrong: i32) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    term::for_each_subterm(law, &mut |t| parts.push(t.clone()));
    parts.iter().fold(law.clone(), |law, part| {
        let value = match (part.op(), operation(part), part.args()) {
            (_, Some(CollectionFn::BagSize), [b]) => term::int(size(b) + wrong),
            (Op::Eq, _, [a, b]) if term::is_collection(a.sort()) => term::bool(counts(a) == counts(b)),
            _ => return law,
        };
        term::replace(&law, part, &value)
    })
}

#[test]
fn bags_are_equal_if_they_have_each_element_equally_often() {
    for s in bags() {
        for t in bags().into_iter().filter(|t| *t != s) {
            let (a, b) = (literal(&s), literal(&t));
            let equation = term::eq(a.clone(), b.clone());
            for equal in [false, true] {
                let laws = laws::equality(&a, &b, &mut Names::later());
                let put = |law: &Term| term::replace(law, &equation, &term::bool(equal));
                assert_eq!(laws.iter().map(put).all(|law| holds(&law)), !equal, "{s:?} {t:?} {equal}");
            }
        }
    }
}

/// The operations of the constructors are those of bags.
#[test]
fn operations_are_those_of_bags() {
    let each = |s: &Bag, t: &Bag, f: fn(i32, i32) -> i32| [f(s[0], t[0]), f(s[1], t[1]), f(s[2], t[2])];
    let same = |made: Term, bag: Bag| assert_eq!(counts(&made), counts(&literal(&bag)), "{}", term::show(&made));
    for s in bags() {
        for t in bags() {
            let (a, b) = (literal(&s), literal(&t));
            same(term::bag_sum(a.clone(), b.clone()), each(&s, &t, |n, m| n + m));
            same(term::bag_common(a.clone(), b.clone()), each(&s, &t, i32::min));
            same(term::bag_without(a.clone(), b.clone()), each(&s, &t, |n, m| (n - m).max(0)));
            let within = (0..3).all(|x| s[x] <= t[x]);
            assert!(known(&term::eq(term::subbag(a, b), term::bool(within)), 0).is_true(), "{s:?} {t:?}");
        }
    }
}

#[test]
fn sizes_of_bags() {
    let mut broken = 0;
    for s in bags() {
        for t in bags() {
            let (a, b) = (literal(&s), literal(&t));
            let made = [
                term::bag_sum(a.clone(), b.clone()),
                term::bag_common(a.clone(), b.clone()),
                term::bag_without(a.clone(), b.clone()),
            ];
            for bag in made {
                assert!(known(&term::eq(term::bag_size(&bag), term::int(size(&bag))), 0).is_true());
                let counted = (0..3).flat_map(|x| laws::count(&bag, &term::int(x)));
                let equal = laws::equal_sizes(&a, &b);
                for law in laws::bag_size(&bag).into_iter().chain(laws::subset(&bag)).chain(counted).chain(equal) {
                    assert!(known(&law, 0).is_true(), "{s:?} {t:?}: {}", term::show(&law));
                    broken += usize::from(!known(&law, 1).is_true());
                }
            }
        }
    }
    assert!(broken > 80, "sizes that are wrong by one break {broken} laws");
}
