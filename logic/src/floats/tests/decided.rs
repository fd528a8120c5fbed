//! Which conditions the sets of floats decide, and which they leave open.

use super::*;

fn float(x: f64) -> Term {
    term::float(FloatFormat::Double, x.to_bits())
}

fn op(op: FloatOp, args: &[&Term]) -> Term {
    term::float_op(op, args.iter().map(|t| (*t).clone()).collect())
}

fn truth(conditions: &[&Term], goal: &Term) -> Option<bool> {
    Known::of(conditions.iter().copied()).truth(goal).map(|(value, _)| value)
}

/// An infinite factor makes a product NaN only where the other factor may be 0.
#[test]
fn products_with_infinities() {
    let mut names = Names::default();
    let [x, y] = ["x", "y"]
        .map(|name| term::constant(&names.fresh(name, vec![], Sort::float(FloatFormat::Double), Role::Scalar)));
    let product = op(FloatOp::Arith(FloatArith::Mul, Rounding::NearestEven), &[&x, &y]);
    let positive = op(FloatOp::Lt, &[&float(1.0), &x]);
    for (least, known) in [(1.0, Some(true)), (0.0, None)] {
        let small = op(FloatOp::Le, &[&float(least), &y]);
        let less = op(FloatOp::Le, &[&y, &float(2.0)]);
        assert_eq!(truth(&[&positive, &small, &less], &op(FloatOp::Eq, &[&product, &product])), known, "{least} <= y");
    }
}

/// A float between 2 and 3.5 is rounded to 2 or 3, and to nothing below or above.
#[test]
fn rounded_floats_have_bounds() {
    let mut names = Names::default();
    let x = term::constant(&names.fresh("x", vec![], Sort::float(FloatFormat::Double), Role::Scalar));
    let n = op(FloatOp::ToInt(Rounding::Zero), &[&x]);
    let bounds = [op(FloatOp::Le, &[&float(2.0), &x]), op(FloatOp::Le, &[&x, &float(3.5)])];
    let bounds: Vec<&Term> = bounds.iter().collect();
    for (at, below, least) in [(1, Some(false), Some(true)), (2, Some(false), Some(true)), (3, None, None)] {
        assert_eq!(truth(&bounds, &term::lt(n.clone(), term::int(at))), below, "n < {at}");
        assert_eq!(truth(&bounds, &term::le(term::int(at), n.clone())), least, "{at} <= n");
    }
    for (at, below, most) in [(3, None, Some(true)), (4, Some(true), Some(true)), (2, Some(false), None)] {
        assert_eq!(truth(&bounds, &term::lt(n.clone(), term::int(at))), below, "n < {at}");
        assert_eq!(truth(&bounds, &term::le(n.clone(), term::int(at))), most, "n <= {at}");
    }
}

/// Bounds of an integer are bounds of the float that it is converted to.
#[test]
fn converted_integers_have_bounds() {
    let mut names = Names::default();
    let n = term::constant(&names.fresh("n", vec![], Sort::INT, Role::Scalar));
    let x = op(FloatOp::FromInt(FloatFormat::Double, Rounding::NearestEven), &[&n]);
    let bounds = [term::le(term::int(0), n.clone()), term::lt(n, term::int(10))];
    let bounds: Vec<&Term> = bounds.iter().collect();
    for (most, known) in [(10.0, Some(true)), (9.0, Some(true)), (8.0, None)] {
        assert_eq!(truth(&bounds, &op(FloatOp::Le, &[&x, &float(most)])), known, "n <= {most}");
        assert_eq!(truth(&[], &op(FloatOp::Le, &[&x, &float(most)])), None, "any n <= {most}");
    }
}

/// Two directions of rounding are in order for one operation, and for no two operations; and for the conversion of a
/// finite float to an integer.
#[test]
fn directions_of_rounding_are_in_order() {
    let mut names = Names::default();
    let [x, y] = ["x", "y"]
        .map(|name| term::constant(&names.fresh(name, vec![], Sort::float(FloatFormat::Double), Role::Scalar)));
    let result = |arith, r| op(FloatOp::Arith(arith, r), &[&x, &y]);
    let down = result(FloatArith::Add, Rounding::Down);
    let bounds = [&x, &y].map(|t| [op(FloatOp::Le, &[&float(0.5), t]), op(FloatOp::Le, &[t, &float(4.0)])]).concat();
    let bounds: Vec<&Term> = bounds.iter().collect();
    for (arith, known) in [(FloatArith::Add, Some(true)), (FloatArith::Mul, None), (FloatArith::Sub, None)] {
        let goal = op(FloatOp::Le, &[&down, &result(arith, Rounding::Up)]);
        assert_eq!(truth(&bounds, &goal), known, "x + y, rounded down, is at most {arith:?}, rounded up");
    }
    let int = |r| op(FloatOp::ToInt(r), &[&x]);
    let goal = term::le(int(Rounding::Down), int(Rounding::Up));
    assert_eq!(truth(&bounds, &goal), Some(true), "a finite float");
    assert_eq!(truth(&[], &goal), None, "any float");
    // A float from -4 to 4, or NaN; and any number, which may be infinite.
    let inside = [op(FloatOp::Lt, &[&float(4.0), &x]), op(FloatOp::Lt, &[&x, &float(-4.0)])].map(term::not);
    assert_eq!(truth(&inside.iter().collect::<Vec<_>>(), &goal), None, "a small number or NaN");
    assert_eq!(truth(&[&op(FloatOp::Eq, &[&x, &x])], &goal), None, "any number");
}
