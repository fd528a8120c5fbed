//! Witnesses: values under which hypotheses hold.

use super::super::{Fill, Witness};
use super::*;

/// The proof of the conjunction of comparisons of a number with literals, where the number has this value.
fn proof(x: &Term, value: &Term, hypotheses: &[Term]) -> Proof {
    let equation = given(x, value);
    let each = hypotheses.iter().map(|h| {
        let replaced = p(Step::Replace { of: h.clone(), by: vec![equation.clone()] });
        p(Step::FromTrue(replaced))
    });
    p(Step::Evaluate { condition: term::and(hypotheses.iter().cloned()), from: each.collect() })
}

#[test]
fn values_satisfy_hypotheses() {
    let mut make = Make::default();
    let [x, y] = ["x", "y"].map(|name| make.symbol(name, Sort::INT));
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    let hyps = [term::le(int(2), vx.clone()), term::lt(vx.clone(), int(4))];
    let check = |values: &[(&Symbol, Term)], proof: &Proof, hyps: &[Term]| {
        let values = values.iter().map(|(s, t)| ((*s).clone(), t.clone())).collect();
        Witness { fills: vec![], values, proof: proof.clone() }.check(hyps).map_err(|fault| fault.cause)
    };
    for n in [2, 3] {
        let right = proof(&vx, &int(n), &hyps);
        assert_eq!(check(&[(&x, int(n))], &right, &hyps), Ok(()));
        // Values of other constants do no harm.
        assert_eq!(check(&[(&x, int(n)), (&y, int(7))], &right, &hyps), Ok(()));
        // Another value, no value, or the value of another constant.
        let missing = Cause::Assumption(term::eq(vx.clone(), int(n)));
        assert_eq!(check(&[(&x, int(5 - n))], &right, &hyps), Err(missing.clone()));
        assert_eq!(check(&[], &right, &hyps), Err(missing.clone()));
        assert_eq!(check(&[(&y, int(n))], &right, &hyps), Err(missing));
        // More hypotheses than the proof is about, or other ones.
        let more = [hyps.to_vec(), vec![term::lt(vy.clone(), int(0))]].concat();
        assert!(matches!(check(&[(&x, int(n))], &right, &more), Err(Cause::Goal(_))));
        assert!(matches!(check(&[(&x, int(n))], &right, &more[1..]), Err(Cause::Goal(_))));
    }
    // Values that do not satisfy the hypotheses.
    for n in [1, 4] {
        let wrong = check(&[(&x, int(n))], &proof(&vx, &int(n), &hyps), &hyps);
        assert!(matches!(wrong, Err(Cause::Premise(..))), "{wrong:?}");
    }
}

/// From two values of one constant, or from a value that is no literal, anything follows.
#[test]
fn values_are_single_literals() {
    let mut make = Make::default();
    let [x, y] = ["x", "y"].map(|name| make.symbol(name, Sort::INT));
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    let hyps = [term::lt(vx.clone(), vx.clone()), term::lt(vx.clone(), vy.clone())];
    let no = |values: Vec<(Symbol, Term)>, symbol: &Symbol| {
        let equations = values.iter().map(|(s, t)| (frac(1, 1), assume(&term::eq(term::constant(s), t.clone()))));
        let premises = equations.collect();
        let absurd = p(Step::Linear { condition: term::bool(false), flipped: false, premises, with: Sums::default() });
        let proof = p(Step::Evaluate { condition: term::and(hyps.iter().cloned()), from: vec![absurd] });
        let cause =
            Witness { fills: vec![], values, proof }.check(&hyps).expect_err("a wrong witness is accepted").cause;
        assert_eq!(cause, Cause::Value(symbol.clone()));
    };
    no(vec![(x.clone(), int(1)), (x.clone(), int(2))], &x);
    no(vec![(x.clone(), term::add([vx.clone(), int(1)]))], &x);
    no(vec![(y.clone(), vx.clone()), (x.clone(), term::add([vy, int(1)]))], &y);
    no(vec![(x.clone(), term::zero())], &x);
    no(vec![(x.clone(), term::bool(true))], &x);
    let f = Names::starting_at(9).fresh("f", vec![Sort::INT], Sort::INT, Role::Scalar);
    no(vec![(f.clone(), int(1))], &f);
}

/// What a hypothesis says of a function may contradict the definition of the function.
#[test]
fn nothing_is_claimed_of_functions() {
    let mut names = Names::default();
    let constant = names.fresh("c", vec![], Sort::INT, Role::Function(ir::FnId(0)));
    let f = names.fresh("f", vec![Sort::INT], Sort::INT, Role::Function(ir::FnId(1)));
    for (t, symbol) in [(term::constant(&constant), &constant), (term::app(&f, vec![int(1)]), &f)] {
        let hyps = [term::or([term::bool(true), term::lt(t.clone(), int(1))]), term::le(t.clone(), t.clone())];
        let proof = p(Step::Evaluate { condition: term::and(hyps.iter().cloned()), from: vec![] });
        assert!(
            Witness { fills: vec![], values: vec![], proof: proof.clone() }.check(&hyps).is_ok(),
            "they are literals"
        );
        let about = [term::or([term::lt(t.clone(), int(1)), term::not(term::lt(t, int(1)))])];
        let proof = p(Step::Evaluate { condition: about[0].clone(), from: vec![] });
        let cause =
            Witness { fills: vec![], values: vec![], proof }.check(&about).expect_err("a function is applied").cause;
        assert_eq!(cause, Cause::Value((*symbol).clone()));
    }
}

/// From a formula that mentions another array, an unknown index or the wrong number of indices, or from two formulas
/// for one array, anything could follow. A formula for every element is a state.
#[test]
fn formulas_define_elements() {
    let mut names = Names::default();
    let [a, b] = ["a", "b"].map(|n| names.fresh(n, vec![], Sort::int_array(1, Sort::INT), Role::Memory));
    let [i, j] = ["i", "j"].map(|n| names.fresh(n, vec![], Sort::INT, Role::Bound));
    let n = names.fresh("n", vec![], Sort::INT, Role::Scalar);
    let at = |array: &Symbol, index: Term| term::select(&term::constant(array), &[index]);
    let [vi, vj, vn] = [&i, &j, &n].map(term::constant);
    let fill = |array: &Symbol, binders: &[&Symbol], value: Term| Fill {
        array: array.clone(),
        binders: binders.iter().map(|b| (*b).clone()).collect(),
        value,
    };
    let equal = term::eq(at(&a, vn.clone()), vn.clone());
    let proof = |claim: &Term| p(Step::Evaluate { condition: claim.clone(), from: vec![] });
    let check = |fills: Vec<Fill>, hyp: &Term| {
        let witness = Witness { fills, values: vec![], proof: proof(&term::bool(true)) };
        let claim = witness.claim(std::slice::from_ref(hyp));
        Witness { proof: proof(&claim), ..witness }.check(std::slice::from_ref(hyp)).map_err(|fault| fault.cause)
    };
    let right = fill(&a, &[&i], vi.clone());
    assert_eq!(check(vec![right.clone()], &equal), Ok(()));
    // The index of one read is the element of another.
    let nested = term::eq(at(&a, at(&b, vn.clone())), term::add([vn.clone(), int(1)]));
    let next = fill(&b, &[&i], term::add([vi.clone(), int(1)]));
    assert_eq!(check(vec![right.clone(), next], &nested), Ok(()));
    let wrong = [
        vec![right.clone(), right.clone()],
        vec![fill(&a, &[&i], vj)],
        vec![fill(&a, &[], vn.clone())],
        vec![fill(&a, &[&i, &j], vi.clone())],
        vec![fill(&a, &[&i], at(&b, vi.clone()))],
        vec![fill(&a, &[&i], term::bool(true))],
        vec![fill(&a, &[&i], term::forall(vec![i.clone()], term::eq(vi.clone(), vi.clone())))],
        vec![fill(&n, &[], int(1))],
    ];
    for fills in wrong {
        let array = fills[0].array.clone();
        assert_eq!(check(fills.clone(), &equal), Err(Cause::Value(array)), "{fills:?}");
    }
    // The formula is not what the hypothesis says.
    assert!(check(vec![fill(&a, &[&i], int(0))], &equal).is_err());
}
