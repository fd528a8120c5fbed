//! The encoder fails on no term, and deep terms do not overflow the stack.

use super::super::{dag::Dag, encode::encode};
use super::Symbols;
use crate::solving::{Floats, Query};
use ir::FloatFormat::{Double, Single};
use ir::{Bits, FloatArith, Rounding};
use logic::term::*;

/// One well-sorted term for each operator. The match is exhaustive, so that a new operator must be added here.
fn sample(op: &Op, w: &mut Symbols) -> Term {
    let (x, y) = (w.int("x"), w.int("y"));
    let (p, q) = (w.bool("p"), w.bool("q"));
    let (r, s) = (w.real("r"), w.real("s"));
    let float_sort = Sort::float(Single);
    let (u, v) = (w.constant("u", float_sort), w.constant("v", float_sort));
    let a = w.constant("a", Sort::int_array(2, Sort::INT));
    match op {
        Op::Int(n) => int(n.clone()),
        Op::Bool(b) => bool(*b),
        Op::Real(r) => real(r.clone()),
        Op::Float(format, bits) => float(*format, *bits),
        Op::Enum(of, number) => enum_constant(of, *number),
        Op::App(_) => x,
        Op::Not => not(p),
        Op::And => and([p, q]),
        Op::Or => or([p, q]),
        Op::Implies => implies(p, q),
        Op::Ite => ite(p, x, y),
        Op::Eq => eq(x, y),
        Op::Lt => lt(r, s),
        Op::Le => le(x, y),
        Op::Add => add([r, s]),
        Op::Sub => sub(x, y),
        Op::Neg => neg(r),
        Op::Mul => mul(x, y),
        Op::Div => div(x, y),
        Op::Mod => modulo(x, y),
        Op::Bits(op) => bits(*op, x, y),
        Op::ToReal => to_real(x),
        Op::RealDiv => real_div(r, s),
        Op::Select => select(&a, &[x, y]),
        Op::Store => store(&a, &[x.clone(), y], x),
        Op::FloatOp(op @ FloatOp::FromInt(..)) => float_op(*op, vec![x]),
        Op::FloatOp(op) => float_op(*op, [u.clone(), v, u].into_iter().take(op.arity()).collect()),
        Op::Quant(binding) => {
            let i = w.bound("i");
            quant(binding.universal, vec![i.clone()], vec![], lt(constant(&i), x))
        }
    }
}

/// Every operator.
fn all() -> Vec<Op> {
    use FloatOp as F;
    let mut ops = vec![
        Op::Int((-3).into()),
        Op::Bool(true),
        Op::Real(dashu::rational::RBig::from(-2)),
        Op::Float(Single, 0x3f80_0000),
        Op::Enum(ir::Enumeration::of("E", &["A".to_owned(), "B".to_owned()]), 1),
        Op::App(Symbols::new().symbol("x", vec![], Sort::INT)),
        Op::Not,
        Op::And,
        Op::Or,
        Op::Implies,
        Op::Ite,
        Op::Eq,
        Op::Lt,
        Op::Le,
        Op::Add,
        Op::Sub,
        Op::Neg,
        Op::Mul,
        Op::Div,
        Op::Mod,
        Op::ToReal,
        Op::RealDiv,
        Op::Select,
        Op::Store,
    ];
    ops.extend([Bits::And, Bits::Or, Bits::Xor, Bits::Shl, Bits::Shr].map(Op::Bits));
    ops.extend([F::Neg, F::Eq, F::Lt, F::Le].map(Op::FloatOp));
    for (_, r) in Rounding::ALL {
        let arith = [FloatArith::Add, FloatArith::Sub, FloatArith::Mul, FloatArith::Div];
        ops.extend(arith.map(|op| Op::FloatOp(F::Arith(op, r))));
        ops.extend([F::Fma(r), F::Sqrt(r), F::Convert(Double, r), F::FromInt(Single, r), F::ToInt(r)].map(Op::FloatOp));
    }
    ops.extend(
        [true, false].map(|universal| Op::Quant(Box::new(Binding { universal, binders: vec![], triggers: vec![] }))),
    );
    ops
}

#[test]
fn every_operator_is_encoded() {
    for op in all() {
        for floats in [Floats::Uninterpreted, Floats::BitPrecise] {
            let mut w = Symbols::new();
            let term = sample(&op, &mut w);
            assert_eq!(std::mem::discriminant(term.op()), std::mem::discriminant(&op));
            let mut dag = Dag::default();
            let id = dag.add(&term);
            dag.close();
            let (encoded, _) = encode(&dag, floats).unwrap();
            assert!(encoded.term(id).is_ok());
            // A whole query about the operator, as terms and as text.
            let same = w.constant("same", term.sort());
            let mut query = Query::prove(vec![eq(same.clone(), term.clone())], eq(term, same));
            query.floats = floats;
            assert!(super::ask(&query).is_unsat(), "{op:?} {floats:?}");
        }
    }
}

#[test]
fn ill_sorted_terms_are_an_answer() {
    let mut w = Symbols::new();
    let (x, r) = (w.int("x"), w.real("r"));
    let answer = super::solve(&Query::prove(vec![], eq(x, r)), super::Limits::default()).answer;
    let super::Answer::Unknown(reason) = answer else { panic!("{answer:?}") };
    assert!(reason.to_string().contains("ill-sorted term x == r"), "{reason}");
}

#[test]
fn shared_terms_cost_once() {
    let mut w = Symbols::new();
    let x = w.int("x");
    // The term `2^60 · x` has 2^60 nodes as a tree and 60 nodes as a graph. The two graphs share no node.
    let doubled = || (0..60).fold(x.clone(), |t, _| sub(t.clone(), neg(t)));
    super::valid(&[], eq(doubled(), mul(int(1_i64 << 60), x.clone())));
}

#[test]
fn deep_terms_need_no_stack() {
    let mut w = Symbols::new();
    let x = w.int("x");
    let mut deep = x.clone();
    let mut levels = Vec::new();
    for _ in 0..100_000 {
        deep = neg(sub(x.clone(), deep));
        levels.push(deep.clone());
    }
    let mut dag = Dag::default();
    let root = dag.add(&deep);
    dag.close();
    let encoded = encode(&dag, Floats::Uninterpreted).map(|(e, _)| e).unwrap();
    assert!(encoded.term(root).is_ok());
    // Dropping a term recurses, so the outer terms are dropped first.
    drop((dag, deep));
    while levels.pop().is_some() {}
}
