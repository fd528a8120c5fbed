//! The SMT-LIB text means the same as the direct encoding.

use super::super::{write_smtlib, Header};
use super::Symbols;
use crate::solving::{Answer, Floats, Query};
use ir::Span;
use logic::term::*;
use z3::{with_z3_config, Config, Params, SatResult, Solver};

/// The SMT-LIB file of a query, with some header.
fn text(query: &Query) -> String {
    let header = Header {
        name: "k.store\n.1".into(),
        code: "store:out-of-bounds".into(),
        span: Span::new(3, 9),
        claim: crate::outcome::FileClaim::Nothing,
    };
    write_smtlib(query, &header)
}

/// Checks that Z3 gives the same answer to the text as to the terms.
#[track_caller]
pub fn agrees(query: &Query, answer: &Answer) {
    let text = text(query);
    let asserted = text.matches("(assert ").count();
    let mut config = Config::new();
    config.set_bool_param_value("auto_config", false);
    let (read, result) = with_z3_config(&config, || {
        let solver = Solver::new();
        let mut params = Params::new();
        params.set_bool("smt.mbqi", false);
        solver.set_params(&params);
        solver.from_string(text.as_bytes());
        (solver.get_assertions().len(), solver.check())
    });
    // Z3's parser reports no errors here. If it does not understand the text, it asserts nothing.
    assert_eq!(read, asserted, "Z3 does not read:\n{text}");
    let expected = match answer {
        Answer::Unsat => SatResult::Unsat,
        Answer::Sat(_) => SatResult::Sat,
        Answer::Unknown(_) => SatResult::Unknown,
    };
    assert_eq!(result, expected, "{text}");
}

#[test]
fn the_text_is_stable() {
    let mut w = Symbols::new();
    let (n, i) = (w.int("n"), w.bound("i"));
    let f = w.symbol("f", vec![Sort::INT], Sort::float(ir::FloatFormat::Single));
    let at = app(&f, vec![constant(&i)]);
    let twice = add([constant(&i), mul(int(2), n.clone())]);
    let all = quant(
        true,
        vec![i.clone()],
        vec![vec![at.clone()]],
        implies(lt(twice.clone(), neg(twice)), eq(at, float(ir::FloatFormat::Single, 0x3f80_0000))),
    );
    let query = Query::prove(vec![lt(int(-1), n), all], bool(false));
    let expected = "\
; obligation k.store .1
; store:out-of-bounds
; bytes 3..9 of the source
; Sepal claims nothing
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-sort IEEE.single 0)
(declare-sort IEEE.double 0)
(declare-fun |n#0| () Int)
(declare-fun |f#2| (Int) IEEE.single)
(declare-fun single.3f800000 () IEEE.single)
(assert (< (- 1) |n#0|))
(assert (forall ((|i#1| Int)) (! (let ((n6 (+ |i#1| (* 2 |n#0|)))) (=> (< n6 (- n6)) (= (|f#2| |i#1|) \
single.3f800000))) :pattern ((|f#2| |i#1|)))))
(assert true)
(check-sat)
";
    assert_eq!(text(&query), expected);
}

#[test]
fn bit_precise_text_uses_the_standard_theory() {
    let sort = Sort::float(ir::FloatFormat::Double);
    let mut w = Symbols::new();
    let x = w.constant("x", sort);
    let sum = float_op(FloatOp::ADD, vec![x.clone(), float(ir::FloatFormat::Double, 0)]);
    let mut query = Query::prove(vec![], float_op(FloatOp::Eq, vec![sum, x]));
    query.floats = Floats::BitPrecise;
    let text = text(&query);
    for part in ["(declare-fun |x#0| () Float64)", "(fp.add RNE |x#0| ((_ to_fp 11 53) #x0000000000000000))", "(fp.eq "]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// The inner quantifier mentions the variable of the outer one in its trigger alone.
#[test]
fn a_trigger_may_mention_an_outer_variable_alone() {
    let mut w = Symbols::new();
    let f = w.symbol("f", vec![Sort::INT, Sort::INT], Sort::INT);
    let g = w.symbol("g", vec![Sort::INT], Sort::INT);
    let (i, j) = (w.bound("i"), w.bound("j"));
    let trigger = app(&f, vec![constant(&i), constant(&j)]);
    let inner = quant(true, vec![j.clone()], vec![vec![trigger]], le(int(0), app(&g, vec![constant(&j)])));
    let positive = lt(int(0), app(&g, vec![constant(&i)]));
    // The inner quantifier is used twice, so it would get a name outside of the outer quantifier if it were closed.
    let outer = forall(vec![i], or([and([inner.clone(), positive.clone()]), and([positive, not(inner)])]));
    let text = text(&Query::prove(vec![], outer));
    let solver = Solver::new();
    solver.from_string(text.as_bytes());
    assert_eq!(solver.get_assertions().len(), 1, "{text}");
}

#[test]
fn shared_subterms_are_written_once() {
    let mut w = Symbols::new();
    let (x, i, j) = (w.int("x"), w.bound("i"), w.bound("j"));
    let tower = |base: Term| (0..40).fold(base, |t, _| sub(t.clone(), neg(t)));
    // Shared subterms of three kinds: ground ones, ones with one or two bound variables, and a quantified formula that
    // is used at every level of the goal.
    let inner = forall(vec![j.clone()], lt(tower(constant(&j)), tower(add([constant(&i), constant(&j)]))));
    let outer = forall(vec![i.clone()], or([inner, eq(tower(constant(&i)), tower(x))]));
    let choice = (0..40).fold(outer, |t, _| implies(implies(t.clone(), not(t.clone())), t));
    let text = text(&Query::prove(vec![], choice));
    assert!(text.len() < 20_000, "{}", text.len());
    let solver = Solver::new();
    solver.from_string(text.as_bytes());
    assert_eq!(solver.get_assertions().len(), 1, "{text}");
}
