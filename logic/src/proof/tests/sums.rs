//! Steps by polynomials: sums, comparisons, quotients.

use super::*;

fn sums(from: &Term, to: &Term, by: Vec<Proof>, zero: Vec<(Term, Proof)>) -> Proof {
    p(Step::Sums { from: from.clone(), to: to.clone(), with: Sums { by, zero } })
}

fn plain(from: &Term, to: &Term) -> Proof {
    sums(from, to, vec![], vec![])
}

fn compare(from: &Term, to: &Term) -> Proof {
    p(Step::Sums { from: from.clone(), to: to.clone(), with: Sums::default() })
}

fn times(a: &Term, b: &Term) -> Term {
    term::mul(a.clone(), b.clone())
}

fn plus(a: &Term, b: &Term) -> Term {
    term::add([a.clone(), b.clone()])
}

fn minus(a: &Term, b: &Term) -> Term {
    term::sub(a.clone(), b.clone())
}

#[test]
fn equal_polynomials() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let [r, s] = make.reals(["r", "s"]);
    let yes = |a: &Term, b: &Term| equates(&plain(a, b), &[], a, b);
    let no = |a: &Term, b: &Term| assert_eq!(never_equates(&plain(a, b), &[], a, b), Cause::Polynomials);
    let (product, squares) = (times(&plus(&x, &y), &minus(&x, &y)), minus(&times(&x, &x), &times(&y, &y)));
    yes(&product, &squares);
    no(&product, &minus(&times(&x, &x), &times(&y, &x)));
    no(&times(&x, &x), &x);
    no(&x, &term::neg(x.clone()));
    no(&plus(&x, &int(1)), &x);
    let (real, half) = (|t: &Term| term::to_real(t.clone()), term::real(frac(1, 2)));
    yes(&real(&product), &minus(&times(&real(&x), &real(&x)), &times(&real(&y), &real(&y))));
    no(&real(&product), &times(&real(&x), &real(&y)));
    yes(&term::real_div(plus(&r, &s), term::real(frac(2, 1))), &times(&half, &plus(&s, &r)));
    // A divisor that is no number stays, also if its constant part is 1.
    no(&term::real_div(r.clone(), plus(&s, &term::one())), &r);
    // Quotients and remainders, and divisions by zero and by unknowns, are atoms.
    no(&times(&y, &term::div(x.clone(), y.clone())), &x);
    no(&plus(&times(&y, &term::div(x.clone(), y.clone())), &term::modulo(x.clone(), y.clone())), &x);
    no(&term::div(times(&int(2), &x), int(2)), &x);
    no(&times(&term::real_div(r.clone(), s.clone()), &s), &r);
    let by_zero = |t: &Term| Term::raw(Op::RealDiv, vec![t.clone(), term::zero()], Sort::REAL);
    no(&times(&by_zero(&r), &term::zero()), &r);
    no(&by_zero(&r), &by_zero(&s));
    no(&by_zero(&r), &r);
    yes(&by_zero(&r), &plus(&by_zero(&r), &minus(&s, &s)));
    // Sorts are not mixed, and truth values are no numbers.
    assert_eq!(never_equates(&plain(&x, &real(&x)), &[], &x, &x), Cause::Form(x.clone()));
    let [b] = make.bools(["b"]);
    assert_eq!(never_equates(&plain(&b, &b), &[], &b, &b), Cause::Form(b));
}

#[test]
fn sums_up_to_equations() {
    let mut make = Make::default();
    let [x, y, z] = make.ints(["x", "y", "z"]);
    let hyps = [term::eq(x.clone(), times(&y, &z)), term::eq(y.clone(), int(2))];
    let by = || vec![given(&x, &times(&y, &z)), given(&y, &int(2))];
    let (from, to) = (plus(&x, &y), plus(&times(&int(2), &z), &int(2)));
    equates(&sums(&from, &to, by(), vec![]), &hyps, &from, &to);
    never_equates(&sums(&from, &to, by()[..1].to_vec(), vec![]), &hyps, &from, &to);
    assert_eq!(
        never_equates(&sums(&from, &to, by(), vec![]), &hyps[..1], &from, &to),
        Cause::Assumption(hyps[1].clone())
    );
    // Whole parts, and inside of conversions.
    let real = |t: &Term| term::to_real(t.clone());
    let part = times(&x, &x);
    let known = [term::eq(part.clone(), z.clone())];
    let (from, to) = (times(&real(&part), &term::real(frac(1, 3))), term::real_div(real(&z), term::real(frac(3, 1))));
    equates(&sums(&from, &to, vec![given(&part, &z)], vec![]), &known, &from, &to);
    // Equations that go around: whatever they are replaced by, nothing wrong is shown.
    let around = [term::eq(x.clone(), plus(&y, &int(1))), term::eq(y.clone(), plus(&x, &int(1)))];
    let by = || vec![given(&x, &plus(&y, &int(1))), given(&y, &plus(&x, &int(1)))];
    never_equates(&sums(&x, &z, by(), vec![]), &around, &x, &z);
    let itself = plus(&x, &minus(&times(&int(2), &z), &plus(&z, &z)));
    let trivial = [term::eq(x.clone(), itself.clone())];
    equates(
        &sums(&plus(&x, &x), &times(&int(2), &itself), vec![given(&x, &itself)], vec![]),
        &trivial,
        &plus(&x, &x),
        &times(&int(2), &itself),
    );
    never_equates(&sums(&x, &z, vec![given(&x, &itself)], vec![]), &trivial, &x, &z);
    // A multiple of a difference that is 0.
    let hyps = [term::eq(x.clone(), y.clone())];
    let (from, to) = (times(&z, &x), times(&z, &y));
    let zero = |n: &Term, e: Proof| vec![(n.clone(), e)];
    equates(&sums(&from, &to, vec![], zero(&z, given(&x, &y))), &hyps, &from, &to);
    never_equates(&sums(&from, &to, vec![], zero(&term::neg(z.clone()), given(&x, &y))), &hyps, &from, &to);
    never_equates(&sums(&from, &to, vec![], zero(&int(1), given(&x, &y))), &hyps, &from, &to);
    never_equates(&sums(&from, &to, vec![], zero(&z, p(Step::Flip(given(&x, &y))))), &hyps, &from, &to);
    never_equates(&sums(&from, &to, vec![], zero(&z, assume(&hyps[0]))), &hyps, &from, &to);
    // A factor of another sort.
    let half = term::real(frac(1, 2));
    assert_eq!(never_equates(&sums(&x, &y, vec![], zero(&half, given(&x, &y))), &hyps, &x, &y), Cause::Form(half));
}

#[test]
fn equivalent_comparisons() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let [r, s] = make.reals(["r", "s"]);
    let yes = |a: &Term, b: &Term| {
        equates(&compare(a, b), &[], a, b);
        equates(&compare(b, a), &[], b, a);
    };
    let no = |a: &Term, b: &Term| {
        let _ = (never_equates(&compare(a, b), &[], a, b), never_equates(&compare(b, a), &[], b, a));
    };
    let le = |a: &Term, b: &Term| term::le(a.clone(), b.clone());
    let lt = |a: &Term, b: &Term| term::lt(a.clone(), b.clone());
    let eq = |a: &Term, b: &Term| term::eq(a.clone(), b.clone());
    let two = |t: &Term| times(&int(2), t);
    yes(&lt(&x, &y), &le(&plus(&x, &int(1)), &y));
    no(&lt(&x, &y), &le(&x, &y));
    yes(&le(&two(&x), &two(&y)), &le(&x, &y));
    // 2x <= 2y + 1 is x <= y, and 2y + 1 <= 2x is y < x.
    yes(&le(&two(&x), &plus(&two(&y), &int(1))), &le(&x, &y));
    yes(&le(&plus(&two(&y), &int(1)), &two(&x)), &lt(&y, &x));
    no(&le(&plus(&two(&y), &int(1)), &two(&x)), &le(&y, &x));
    no(&le(&x, &y), &le(&y, &x));
    yes(&term::not(le(&x, &y)), &lt(&y, &x));
    yes(&term::not(lt(&r, &s)), &le(&s, &r));
    no(&term::not(le(&r, &s)), &le(&s, &r));
    // Reals have no gaps.
    no(&lt(&r, &s), &le(&plus(&r, &term::one()), &s));
    no(&lt(&r, &s), &le(&r, &s));
    let double = |t: &Term| times(&term::real(frac(2, 1)), t);
    yes(&lt(&double(&r), &double(&s)), &lt(&r, &s));
    no(&le(&double(&r), &plus(&double(&s), &term::one())), &le(&r, &s));
    // A negative factor turns an inequality round, and not an equation.
    yes(&eq(&x, &y), &eq(&term::neg(x.clone()), &term::neg(y.clone())));
    no(&le(&x, &y), &le(&term::neg(x.clone()), &term::neg(y.clone())));
    no(&eq(&x, &y), &le(&x, &y));
    no(&eq(&x, &y), &term::ne(x.clone(), y.clone()));
    yes(&term::ne(x.clone(), y.clone()), &term::ne(y.clone(), x.clone()));
    no(&eq(&two(&x), &y), &eq(&x, &y));
    // Decided by numbers, or by divisibility.
    let truth = |b: bool| term::bool(b);
    yes(&le(&x, &plus(&x, &int(1))), &truth(true));
    no(&le(&x, &plus(&x, &int(1))), &truth(false));
    yes(&lt(&plus(&x, &int(0)), &minus(&x, &int(1))), &truth(false));
    yes(&eq(&two(&x), &plus(&two(&y), &int(1))), &truth(false));
    yes(&term::ne(two(&x), plus(&two(&y), &int(1))), &truth(true));
    no(&eq(&two(&x), &plus(&two(&y), &int(2))), &truth(false));
    no(&eq(&double(&r), &plus(&double(&s), &term::one())), &truth(false));
    no(&le(&x, &y), &truth(true));
    // A number is not below itself.
    yes(&lt(&plus(&r, &s), &plus(&s, &r)), &truth(false));
    yes(&le(&plus(&r, &s), &plus(&s, &r)), &truth(true));
    yes(&term::not(le(&plus(&r, &s), &plus(&s, &r))), &truth(false));
    let [b] = make.bools(["b"]);
    no(&b, &truth(true));
    no(&b, &le(&x, &y));
    // The same numbers as integers and as reals are different terms.
    no(&le(&x, &y), &le(&term::to_real(x.clone()), &term::to_real(y.clone())));
}

/// A quotient is its dividend times the inverse of its divisor, and the divisor times its inverse is 1.
#[test]
fn quotients() {
    let [a, b, c] = Make::default().reals(["a", "b", "c"]);
    let (of, hyps) = (term::real_div(times(&a, &b), b.clone()), [term::ne(b.clone(), term::zero())]);
    let over = |t: &Term| term::real_div(term::one(), t.clone());
    let rule = |name: &'static str, bindings: &[(char, &Term)], nonzero: &Term| {
        let bindings = bindings.iter().map(|(v, t)| (*v, (*t).clone())).collect();
        p(Step::Rule { name, rounding: Rounding::NearestEven, bindings, guards: vec![assume(nonzero)] })
    };
    let step = |value: &Term, nonzero: &Term| {
        let inverted = rule("real-div-inverse", &[('p', &times(&a, &b)), ('q', &b)], nonzero);
        let product = times(&times(&a, &b), &over(&b));
        let cancelled = rule("real-inverse-cancel", &[('q', &b)], nonzero);
        p(Step::Chain(vec![inverted, sums(&product, value, vec![], vec![(a.clone(), cancelled)])]))
    };
    equates(&step(&a, &hyps[0]), &hyps, &of, &a);
    assert_eq!(never_equates(&step(&c, &hyps[0]), &hyps, &of, &c), Cause::Polynomials);
    assert_eq!(never_equates(&step(&a, &hyps[0]), &[], &of, &a), Cause::Assumption(hyps[0].clone()));
    let other = term::ne(a.clone(), term::zero());
    never_equates(&step(&a, &other), std::slice::from_ref(&other), &of, &a);
    let is_zero = term::eq(b.clone(), term::zero());
    never_equates(&step(&a, &is_zero), std::slice::from_ref(&is_zero), &of, &a);
    // Nothing is known of a quotient by 0, although 0 times anything is 0.
    let by_zero = Term::raw(Op::RealDiv, vec![term::zero(), term::zero()], Sort::REAL);
    never_equates(&plain(&by_zero, &c), &[], &by_zero, &c);
    never_equates(&plain(&by_zero, &term::zero()), &[], &by_zero, &term::zero());
}

/// Numbers and products that would fill the memory are not computed, and nothing is shown of them.
#[test]
fn large_products_stay_small() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let squared = |t: Term, times: u32| (0..times).fold(t, |t, _| term::mul(t.clone(), t));
    let huge = squared(x.clone(), 60);
    let sum = plus(&huge, &int(1));
    let other = plus(&int(1), &huge);
    equates(&plain(&sum, &other), &[], &sum, &other);
    never_equates(&plain(&sum, &huge), &[], &sum, &huge);
    let number = squared(int(3), 60);
    never_equates(&plain(&number, &plus(&number, &x)), &[], &number, &x);
    let long = (0..200).fold(plus(&x, &y), |t, n| times(&t, &plus(&x, &times(&y, &int(n)))));
    never_equates(&plain(&long, &x), &[], &long, &x);
    let atoms: Vec<Term> = (0..3000).map(|n| make.ints([format!("a{n}").as_str()])[0].clone()).collect();
    let wide = Term::raw(Op::Add, atoms, Sort::INT);
    let product = times(&wide, &wide);
    never_equates(&plain(&product, &x), &[], &product, &x);
    let doubled = (0..800).fold(wide, |t, _| Term::raw(Op::Add, vec![t.clone(), t], Sort::INT));
    assert_eq!(never_equates(&plain(&doubled, &x), &[], &doubled, &x), Cause::TooLarge);
}
