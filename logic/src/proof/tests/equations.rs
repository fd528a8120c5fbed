//! Steps that show equations, except by rules and by arithmetic.

use super::*;

#[test]
fn equations_follow_each_other() {
    let [a, b, c, d] = Make::default().ints(["a", "b", "c", "d"]);
    let hyps = [term::eq(a.clone(), b.clone()), term::eq(b.clone(), c.clone())];
    let chain = p(Step::Chain(vec![given(&a, &b), given(&b, &c)]));
    equates(&chain, &hyps, &a, &c);
    equates(&p(Step::Flip(chain.clone())), &hyps, &c, &a);
    never_equates(&chain, &hyps, &a, &d);
    assert_eq!(never_equates(&chain, &hyps[1..], &a, &c), Cause::Assumption(hyps[0].clone()));
    never_equates(&p(Step::Chain(vec![given(&b, &c), given(&a, &b)])), &hyps, &a, &c);
    assert_eq!(never_equates(&p(Step::Chain(vec![])), &hyps, &a, &a), Cause::Missing);
    never_equates(&p(Step::Flip(chain.clone())), &hyps, &a, &c);
    // An equation is no condition, and a condition no equation.
    rejects(&chain, &hyps, &term::eq(a.clone(), c.clone()));
    never_equates(&assume(&hyps[0]), &hyps, &a, &b);
    let less = term::lt(a.clone(), b.clone());
    never_equates(&p(Step::Equation(assume(&less))), &[less], &a, &b);
}

#[test]
fn arguments_are_replaced() {
    let [a, b, c] = Make::default().ints(["a", "b", "c"]);
    let hyps = [term::eq(a.clone(), b.clone())];
    let of = term::modulo(a.clone(), c.clone());
    let to = term::modulo(b.clone(), c.clone());
    let at = |n| p(Step::Congruence { of: of.clone(), args: vec![(n, given(&a, &b))] });
    equates(&at(0), &hyps, &of, &to);
    never_equates(&at(1), &hyps, &of, &to);
    assert_eq!(never_equates(&at(2), &hyps, &of, &to), Cause::Missing);
    never_equates(&at(0), &hyps, &of, &term::modulo(c.clone(), b.clone()));
    let twice = vec![(0, given(&a, &b)), (0, given(&a, &b))];
    never_equates(&p(Step::Congruence { of: of.clone(), args: twice }), &hyps, &of, &to);
    // Everywhere, and only the left side.
    let both = term::modulo(a.clone(), term::add([a.clone(), c.clone()]));
    let everywhere = p(Step::Replace { of: both.clone(), by: vec![given(&a, &b)] });
    equates(&everywhere, &hyps, &both, &term::modulo(b.clone(), term::add([b.clone(), c.clone()])));
    never_equates(&everywhere, &hyps, &both, &term::modulo(b.clone(), term::add([a.clone(), c.clone()])));
    let other_way = p(Step::Replace { of: of.clone(), by: vec![p(Step::Flip(given(&a, &b)))] });
    never_equates(&other_way, &hyps, &of, &to);
}

#[test]
fn operands_change_places() {
    let mut make = Make::default();
    let [a, b] = make.ints(["a", "b"]);
    let [f, g] = make.constants(["f", "g"], Sort::float(FloatFormat::Single));
    let commute = |t: &Term| p(Step::Commute(t.clone()));
    let sum = term::add([a.clone(), b.clone()]);
    equates(&commute(&sum), &[], &sum, &term::add([b.clone(), a.clone()]));
    let wrong = |a: &Term, b: &Term| {
        let difference = commute(a);
        never_equates(&difference, &[], a, b);
    };
    wrong(&term::sub(a.clone(), b.clone()), &term::sub(b.clone(), a.clone()));
    wrong(&term::div(a.clone(), b.clone()), &term::div(b.clone(), a.clone()));
    wrong(&term::lt(a.clone(), b.clone()), &term::lt(b.clone(), a.clone()));
    wrong(&term::add([a.clone(), b.clone(), a.clone()]), &term::add([b.clone(), a.clone(), a.clone()]));
    let [p, q] = make.bools(["p", "q"]);
    wrong(&term::implies(p.clone(), q.clone()), &term::implies(q, p));
    let shl = |a: &Term, b: &Term| term::bits(ir::Bits::Shl, a.clone(), b.clone());
    wrong(&shl(&a, &b), &shl(&b, &a));
    let float = |op, f: &Term, g: &Term| term::float_op(op, vec![f.clone(), g.clone()]);
    equates(&commute(&float(FloatOp::ADD, &f, &g)), &[], &float(FloatOp::ADD, &f, &g), &float(FloatOp::ADD, &g, &f));
    wrong(&float(FloatOp::SUB, &f, &g), &float(FloatOp::SUB, &g, &f));
    wrong(&float(FloatOp::Lt, &f, &g), &float(FloatOp::Lt, &g, &f));
}

#[test]
fn conditionals_are_lifted() {
    let mut make = Make::default();
    let [a, b, x] = make.ints(["a", "b", "x"]);
    let [c] = make.bools(["c"]);
    let part = term::ite(c.clone(), a.clone(), b.clone());
    let of = term::le(part.clone(), x.clone());
    let to = term::ite(c.clone(), term::le(a.clone(), x.clone()), term::le(b.clone(), x.clone()));
    let swapped = term::ite(c, term::le(b, x.clone()), term::le(a.clone(), x));
    let lift = |part: &Term| p(Step::Lift { of: of.clone(), part: part.clone() });
    equates(&lift(&part), &[], &of, &to);
    never_equates(&lift(&part), &[], &of, &swapped);
    assert_eq!(never_equates(&lift(&a), &[], &of, &to), Cause::Form(a));
}

#[test]
fn conditions_are_equations_with_truth_values() {
    let [c, d] = Make::default().bools(["c", "d"]);
    let no = term::not(c.clone());
    let (is_true, is_false) = (|t: &Term| p(Step::IsTrue(assume(t))), |t: &Term| p(Step::IsFalse(assume(t))));
    let hyps = [c.clone(), no.clone()];
    equates(&is_true(&c), &hyps[..1], &c, &term::bool(true));
    equates(&is_false(&no), &hyps[1..], &c, &term::bool(false));
    equates(&is_false(&c), &hyps[..1], &no, &term::bool(false));
    never_equates(&is_true(&c), &hyps[..1], &c, &term::bool(false));
    never_equates(&is_false(&c), &hyps[..1], &c, &term::bool(false));
    never_equates(&is_true(&no), &hyps[1..], &c, &term::bool(true));
    // An equation with `true` shows a condition, and an equation with `false` or with another condition does not.
    accepts(&p(Step::FromTrue(is_true(&c))), &hyps[..1], &c);
    rejects(&p(Step::FromTrue(is_false(&no))), &hyps[1..], &c);
    let same = term::eq(c.clone(), d.clone());
    let equal = p(Step::Equation(assume(&same)));
    rejects(&p(Step::FromTrue(equal.clone())), std::slice::from_ref(&same), &c);
    let both = [same, c.clone()];
    accepts(&p(Step::Rewritten(assume(&c), equal.clone())), &both, &d);
    rejects(&p(Step::Rewritten(assume(&c), p(Step::Flip(equal.clone())))), &both, &d);
    rejects(&p(Step::Rewritten(equal, assume(&c))), &both, &d);
}
